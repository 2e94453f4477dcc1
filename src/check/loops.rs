//! `for each`: a block for every value of an enumeration, of a list, or of a range of whole numbers.

use super::model::{Binding, EnumId, Range};
use super::{Checker, Code, Diagnostic, Fixed, Kind};
use crate::parse::ast::{Block, Expr, ExprKind, Name};

impl Checker {
    pub(super) fn for_each(&mut self, name: &Name, all: &Expr, block: &Block) {
        if let Some(id) = self.enumerated(all) {
            // There is a value, so the block is run.
            return self.every(name, id, block);
        }
        let found = self.expr(all, None);
        let kind = match found {
            Kind::List(element) => element.kind(),
            Kind::Unknown => Kind::Unknown,
            _ => {
                let what = self.model.describe(found);
                let message =
                    format!("`for each` goes through a list or the values of an enumeration; this is {what}");
                self.report(Diagnostic::error(Code::KindMismatch, all.span, message).help(
                    "as in `for each i in 1..6 { … }`; to do something n times write `repeat n { … }`",
                ));
                Kind::Unknown
            }
        };
        let before = self.assigned.clone();
        let reach = match &all.kind {
            ExprKind::Range(low, high) => Range { low: self.reach(low).low, high: self.reach(high).high },
            _ => Range::default(),
        };
        self.each(name, (kind, reach), block);
        self.assigned = before;
    }

    pub(super) fn each(&mut self, name: &Name, (kind, reach): (Kind, Range), block: &Block) {
        self.scoped(|checker| {
            let id = checker.bind(name, kind, Range::default());
            let local = &mut checker.locals[id.0 as usize];
            (local.fixed, local.reach) = (Some(Fixed::Each), reach);
            checker.scoped(|checker| {
                for statement in &block.statements {
                    checker.statement(statement);
                }
            });
        });
    }

    /// The enumeration whose values are gone through, where it is one.
    pub(super) fn enumerated(&mut self, all: &Expr) -> Option<EnumId> {
        let id = self.values_of(all)?;
        if let Some(slot) = self.resolution.expressions.get_mut(all.id.0 as usize) {
            *slot = (Kind::Enum(id), Some(Binding::Values(id)));
        }
        Some(id)
    }

    /// The enumeration that an expression names, where it names one and nothing else.
    fn values_of(&self, expr: &Expr) -> Option<EnumId> {
        let ExprKind::Name(None, name) = &expr.kind else { return None };
        if let Some((_, Kind::List(_))) = self.find(None, &name.text) {
            return None;
        }
        self.model.enumerations.iter().position(|list| list.name == name.text).map(EnumId)
    }
}
