//! A head that nobody knows among values of an outcome: what the others leave out, `Uniques` beside all common things.

use std::collections::BTreeSet;

use super::roles::{Meant, Role};
use super::sheet::{Cell, Sheet};
use super::ways::Solver;
use crate::check::{FieldId, Model};
use crate::value::Value;
use crate::verify::bind::ask::candidate::Test;

/// So many heads of a line name a value each, where another is not told of what stands around them.
const FEWEST: usize = 3;

/// What is known of a line of heads that are mostly values of one outcome.
pub(super) struct Listed {
    axis: usize,
    /// The heads that name nothing.
    strangers: Vec<usize>,
    /// What the others leave out, where there is something.
    pub(super) rest: Option<(FieldId, Test)>,
}

/// The lines of heads that mostly name values of one outcome each.
pub(super) fn listed(sheet: &Sheet, meant: &[Meant], model: &Model) -> Vec<Listed> {
    let of_axis = |axis: usize| {
        let heads = || (0..sheet.heads.len()).filter(move |head| sheet.heads[*head].axis == axis);
        let value = |head: usize| match meant[head].events.as_slice() {
            [(field, Test::In(values), false)] if values.len() == 1 => Some((*field, values[0].clone())),
            _ => None,
        };
        let named: Vec<(FieldId, Value)> = heads().filter_map(value).collect();
        let field = named.first().map(|(field, _)| *field)?;
        let values: BTreeSet<&Value> =
            named.iter().filter(|(own, _)| *own == field).map(|(_, value)| value).collect();
        let is_stranger = |head: &usize| sheet.heads[*head].is_name() && meant[*head].is_nothing();
        let strangers: Vec<usize> = heads().filter(is_stranger).collect();
        let are_most = values.len() >= FEWEST && values.len() > strangers.len();
        let all = model.values(model[field].kind);
        let open: Vec<Value> = all.into_iter().filter(|value| !values.contains(value)).collect();
        let rest = (!open.is_empty() && strangers.len() == 1).then_some((field, Test::In(open)));
        (are_most && !strangers.is_empty()).then_some(Listed { axis, strangers, rest })
    };
    (0..sheet.axes).filter_map(of_axis).collect()
}

impl Solver<'_, '_, '_, '_> {
    /// The line of heads in which a figure stands under one that names nothing, where others each name a value and no other
    /// head of the figure says anything.
    pub(super) fn strange(&self, cell: &Cell, roles: &[Role]) -> Option<&Listed> {
        let says = |head: &usize| !self.meant[*head].is_nothing() || self.sheet.heads[*head].number.is_some();
        if cell.heads.iter().any(says) {
            return None;
        }
        let is_strange = |listed: &&Listed| {
            matches!(roles[listed.axis], Role::Labels)
                && cell.heads.iter().any(|head| listed.strangers.contains(head))
        };
        self.listed.iter().find(is_strange)
    }
}
