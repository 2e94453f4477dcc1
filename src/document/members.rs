//! The members of a family beside each other: a grid with a row for each member and a column for each value.

use std::collections::BTreeSet;

use super::block::{Block, Cell, Shown, Text};
use super::columns::Columns;
use super::grid::{Grid, Head};
use super::labels::{declared_value, value_label};
use super::unknown::chance;
use crate::check::model::{Binding, Domain, Family, label_from_name};
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::prob::Pmf;
use crate::query::{Answered, Marginals};
use crate::scenario::{Mechanic, Scenario};
use crate::value::Value;

/// The laws of outcomes, each on its own.
type Laws = [Answered<Pmf<Value>>];

/// Outcomes that are members of one family.
pub(super) struct Members<'a> {
    mechanic: &'a Mechanic,
    marginals: &'a Marginals,
    family: &'a Family,
    /// The number of each outcome in the family.
    numbers: Vec<usize>,
}

/// The family that outcomes are members of, all of them of one.
#[must_use]
pub fn family_of<'m>(mechanic: &'m Mechanic, fields: &[FieldId]) -> Option<&'m Family> {
    let mut families = fields.iter().map(|field| mechanic.model.family_of(Binding::Field(field.index())));
    let (first, _) = families.next()??;
    families.all(|family| family.is_some_and(|(family, _)| std::ptr::eq(family, first))).then_some(first)
}

impl<'a> Members<'a> {
    pub(super) fn new(mechanic: &'a Mechanic, marginals: &'a Marginals) -> Option<Members<'a>> {
        let family = family_of(mechanic, &marginals.fields)?;
        let number = |field: &FieldId| {
            family.members.iter().position(|member| *member == Binding::Field(field.index()))
        };
        let numbers = marginals.fields.iter().map(number).collect::<Option<_>>()?;
        Some(Members { mechanic, marginals, family, numbers })
    }

    /// A grid for each scenario, or one of flags for all of them; then who is left out.
    pub(super) fn blocks<'b>(
        &self,
        columns: &Columns<'_>,
        caption: Option<&str>,
        shown: Shown,
        transpose: bool,
    ) -> Vec<Block<'b>> {
        let (kept, idle): (Vec<usize>, Vec<usize>) =
            (0..self.numbers.len()).partition(|index| !self.is_idle(*index));
        // A grid has rows.
        let (kept, idle) = if kept.is_empty() { (idle, kept) } else { (kept, idle) };
        let label = self.mechanic.model.label.as_str();
        let title = format!("{label}: {}", label_from_name(&self.family.name));
        let title = |more: Text| match caption {
            Some(caption) => Text::list([Text::raw(caption), more], ", "),
            None => Text::list([Text::plain(title.as_str()), more], ", ").in_brackets(columns.common()),
        };
        let several = self.marginals.columns.len() > 1;
        let grids: Vec<Grid> = if self.family.kind == Kind::Flag {
            vec![self.of_flags(&kept, title(Text::default()), columns, shown)]
        } else {
            let grid = |(index, (_, laws)): (usize, &(Scenario, Vec<_>))| {
                let more = if several { columns.label(index) } else { Text::default() };
                self.of_values(&kept, title(more), laws, shown)
            };
            self.marginals.columns.iter().enumerate().filter_map(grid).collect()
        };
        let turned = |grid: Grid| if transpose { grid.transposed() } else { grid };
        let note = self.idle_note(&idle).map(Block::paragraph);
        grids
            .into_iter()
            .map(|grid| -> Block<'b> { Block::Table(turned(grid).table()) })
            .chain(note)
            .collect()
    }

    /// A column for each value. Nothing where there is no law, which is said below.
    fn of_values(&self, kept: &[usize], caption: Text, laws: &Laws, shown: Shown) -> Option<Grid> {
        let field = &self.mechanic.model[self.marginals.fields[0]];
        let own = || kept.iter().map(|index| &laws[*index]);
        let values: BTreeSet<&Value> =
            own().filter_map(|law| law.as_ref().ok()).flat_map(Pmf::support).collect();
        let cell =
            |law: &Answered<Pmf<Value>>, value: &Value| match law.as_ref().map(|law| law.mass_of(value)) {
                Ok(mass) if mass.is_zero() => Cell::Nothing,
                mass => chance(mass, shown),
            };
        let (columns, cells): (Vec<Head>, Vec<Vec<Cell>>) = if values.is_empty() {
            own().any(|law| law.as_ref().is_err_and(|missing| missing.not_known().is_some())).then_some(())?;
            let unknown = |law: &Answered<Pmf<Value>>| vec![chance(law.as_ref().map(Pmf::total), shown)];
            (vec![Text::plain("Chance").into()], own().map(unknown).collect())
        } else {
            let label = |value: &&Value| declared_value(&self.mechanic.model, field, value).into();
            let row = |law| values.iter().map(|value| cell(law, value)).collect();
            (values.iter().map(label).collect(), own().map(row).collect())
        };
        Some(self.grid(kept, caption, columns, cells))
    }

    /// A column for each scenario: a flag has one chance in each.
    fn of_flags(&self, kept: &[usize], caption: Text, columns: &Columns<'_>, shown: Shown) -> Grid {
        let holds = |law: &Pmf<Value>| law.mass_of(&Value::Flag(true));
        let cell = |index: usize, laws: &Laws| chance(laws[index].as_ref().map(holds), shown);
        let row = |index: &usize| self.marginals.columns.iter().map(|(_, laws)| cell(*index, laws)).collect();
        let cells = kept.iter().map(row).collect();
        let heads = match self.marginals.columns.as_slice() {
            [_] => vec![Text::plain("Yes").into()],
            several => (0..several.len()).map(|index| columns.label(index).into()).collect(),
        };
        self.grid(kept, caption, heads, cells)
    }

    fn grid(&self, kept: &[usize], caption: Text, columns: Vec<Head>, cells: Vec<Vec<Cell>>) -> Grid {
        let axis = self.family.over.iter().map(|over| match over {
            Domain::Values(..) => Text::plain(label_from_name(&over.describe(&self.mechanic.model))),
            Domain::Numbers(..) => Text::plain("Number"),
        });
        Grid {
            caption,
            row_axis: Text::list(axis, ", "),
            column_axis: Text::plain(label_from_name(&self.family.name)),
            rows: kept.iter().map(|index| self.head(*index)).collect(),
            columns,
            cells,
        }
    }

    /// `Curse Room`; of a family by two, the first is what several members have in common.
    fn head(&self, index: usize) -> Head {
        let places = self.family.places(self.numbers[index]);
        let label = |(over, place): (&Domain, usize)| {
            value_label(&self.mechanic.model, over.kind(), &over.value(place))
        };
        let mut labels: Vec<Text> = self.family.over.iter().zip(places).map(label).collect();
        let text = labels.pop().unwrap_or_default();
        Head { group: (!labels.is_empty()).then(|| Text::list(labels, ", ")), text }
    }

    /// What a member is that nothing happens to: what it begins as, or 0, or no.
    fn idle(&self) -> Option<Value> {
        let model = &self.mechanic.model;
        let field = &model[self.marginals.fields[0]];
        match field.kind {
            Kind::Flag => Some(Value::Flag(false)),
            Kind::Integer | Kind::Number => Some(Value::Number(Rational::ZERO)),
            Kind::Enum(_) => model.start_of(self.marginals.fields[0]),
            _ => None,
        }
    }

    /// Whether nothing happens to a member under any scenario.
    fn is_idle(&self, index: usize) -> bool {
        let Some(idle) = self.idle() else { return false };
        let certain = |law: &Pmf<Value>| law.len() == 1 && law.support().all(|value| *value == idle);
        let laws = || self.marginals.columns.iter().filter_map(|(_, laws)| laws[index].as_ref().ok());
        let unknown = self
            .marginals
            .columns
            .iter()
            .any(|(_, laws)| laws[index].as_ref().is_err_and(|missing| missing.not_known().is_some()));
        !unknown && laws().all(certain)
    }

    /// `Always 0: second Boss Room, Grave Room.`
    fn idle_note(&self, idle: &[usize]) -> Option<String> {
        let value = self.idle().filter(|_| !idle.is_empty())?;
        let between = if self.family.over.len() > 1 { "; " } else { ", " };
        let names = Text::list(idle.iter().map(|index| self.head(*index).whole()), between).to_plain();
        let field = &self.mechanic.model[self.marginals.fields[0]];
        Some(match value {
            Value::Flag(_) => format!("Never: {names}."),
            value => {
                let value = declared_value(&self.mechanic.model, field, &value).to_plain();
                format!("Always {value}: {names}.")
            }
        })
    }
}
