//! Several outcomes as a table, each on its own.

use super::block::{Block, Header, Row, Shown, Stream, Table, Text};
use super::data::{Given, Head, OutcomeRow, outcome};
use super::labels::{Columns, declared_label};
use super::law::{ColumnData, LawData, TableLayout, key, key_names, row_label};
use super::left_out::{gap_notes, gap_reason, left_out_data, left_out_notes};
use super::members::Members;
use super::unknown::{Missing, chance, notes, unknown_data};
use super::{Data, Document, Records};
use crate::check::FieldId;
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::query::{Answered, LeftOut, Marginals, NoAnswer};
use crate::scenario::{Mechanic, Scenario, Sweep};
use crate::value::Value;

/// A table of several outcomes, each on its own.
#[derive(Debug, Clone)]
pub struct MarginalsDocument<'a> {
    mechanic: &'a Mechanic,
    marginals: &'a Marginals,
    sweep: Option<&'a Sweep>,
    layout: TableLayout,
    scenarios: Vec<Scenario>,
    left_out: &'a [LeftOut],
}

impl<'a> MarginalsDocument<'a> {
    /// The table of some laws; `sweep` is what ran when they were computed. Of the layout, the caption and the
    /// first way to show chances count.
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        marginals: &'a Marginals,
        sweep: Option<&'a Sweep>,
        layout: TableLayout,
    ) -> MarginalsDocument<'a> {
        let columns = marginals.columns.iter();
        let scenarios: Vec<Scenario> = columns.map(|(scenario, _)| scenario.clone()).collect();
        MarginalsDocument { mechanic, marginals, sweep, layout, scenarios, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> MarginalsDocument<'a> {
        MarginalsDocument { left_out, ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.marginals.start.as_deref();
        Columns::new(self.mechanic, &self.scenarios, self.sweep, start).given(self.marginals.given.as_deref())
    }

    /// Each field with each of its values and their mass under a scenario; one whose law is not known with none.
    fn masses<'l>(
        &'l self,
        laws: &'l [Answered<Pmf<Value>>],
    ) -> impl Iterator<Item = (FieldId, Option<(&'l Value, &'l Rational)>)> + use<'l> {
        let of_field = |(field, law): (&FieldId, &'l Answered<Pmf<Value>>)| {
            let field = *field;
            let masses = law.iter().flat_map(Pmf::iter).map(Some);
            let unknown = law.as_ref().err().and_then(NoAnswer::not_known).map(|_| None);
            masses.chain(unknown).map(move |mass| (field, mass))
        };
        self.marginals.fields.iter().zip(laws).flat_map(of_field)
    }

    fn shown(&self) -> Shown {
        self.layout.shown.first().copied().unwrap_or(Shown::Percent)
    }

    /// A row for each outcome and value.
    fn table(&self) -> Block<'_> {
        let columns = self.columns();
        let caption = match &self.layout.caption {
            Some(caption) => Text::plain(caption.clone()),
            None => columns.caption(self.mechanic.model.label.as_str()),
        };
        let mut header = vec![Header::words("Outcome")];
        let single = self.scenarios.len() == 1 && self.sweep.is_none();
        let labels = self
            .scenarios
            .iter()
            .map(|scenario| if single { Text::plain("Chance") } else { columns.label(scenario) });
        header.extend(labels.map(|text| Header { text, numeric: true }));
        let row = |(index, value): (usize, Option<Value>)| {
            let laws = self.marginals.columns.iter().map(|(_, laws)| laws[index].as_ref());
            let mass = |law: &Pmf<Value>| value.as_ref().map_or(Rational::ZERO, |value| law.mass_of(value));
            let masses = laws.map(|law| law.map(mass));
            let cells = masses.map(|mass| chance(mass, self.shown()));
            let field = self.marginals.fields[index];
            let label = match &value {
                Some(value) => row_label(self.mechanic, field, value),
                None => declared_label(&self.mechanic.model[field]),
            };
            Row::new(label, cells)
        };
        let rows = self.marginals.values(self.mechanic).into_iter().map(row).collect();
        Block::Table(Table { caption, header, rows })
    }

    /// The laws that a column has not, each with its outcome.
    fn missing<'l>(&'l self, laws: &'l [Answered<Pmf<Value>>]) -> impl Iterator<Item = Missing<'l>> {
        let fields = self.marginals.fields.chunks(1).zip(laws);
        fields.filter_map(|(field, law)| law.as_ref().err().map(|why| (field, why)))
    }

    /// All laws that are missing, each with its column.
    fn all_missing(&self) -> impl Iterator<Item = (&Scenario, &NoAnswer)> {
        let columns = self.marginals.columns.iter();
        columns.flat_map(|(scenario, laws)| self.missing(laws).map(move |(_, why)| (scenario, why)))
    }
}

impl<'a> Document for MarginalsDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let members = Members::new(self.mechanic, self.marginals).filter(|_| self.layout.members);
        let tables = match members {
            Some(members) => {
                let (columns, caption) = (self.columns(), self.layout.caption.as_deref());
                members.blocks(&columns, caption, self.shown(), self.layout.transpose)
            }
            None => vec![self.table()],
        };
        let unknown = notes(self.mechanic, self.all_missing().map(|(_, missing)| missing));
        let gaps = gap_notes(&self.columns(), self.all_missing());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        tables.into_iter().chain(unknown).chain(gaps).chain(left_out).collect()
    }

    fn data(&self) -> Data<'_> {
        let table = |column: &'a (Scenario, Vec<Answered<Pmf<Value>>>)| {
            let (scenario, laws) = column;
            let row = move |(field, mass): (FieldId, Option<(&Value, &Rational)>)| {
                let (value, mass) = mass?;
                Some(OutcomeRow::new(outcome(self.mechanic, &[field], std::slice::from_ref(value)), mass))
            };
            let given = Given::new(self.mechanic, scenario);
            let unknown = unknown_data(self.mechanic, self.missing(laws));
            let no_answer = self.missing(laws).find_map(|(_, missing)| gap_reason(missing));
            let rows = Stream::new(move || self.masses(laws).filter_map(row));
            ColumnData { given, rows, unknown, no_answer }
        };
        Box::new(LawData {
            head: Head::new("table"),
            mechanic: &self.mechanic.model.path,
            given: self.marginals.given.as_deref(),
            cumulative: None,
            marginals: Some(true),
            tables: self.marginals.columns.iter().map(table).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    /// One record for each column, outcome and value.
    fn records(&self) -> Records<'_> {
        let header = key_names(self.mechanic, self.sweep);
        let header =
            header.chain(["outcome", "value", "probability", "decimal"].map(str::to_owned)).collect();
        let of_column = move |column: &'a (Scenario, Vec<Answered<Pmf<Value>>>)| {
            let (scenario, laws) = column;
            let key = key(self.mechanic, self.sweep, scenario);
            self.masses(laws).map(move |(field, mass)| {
                let declaration = &self.mechanic.model[field];
                let text = |value| self.mechanic.model.value_text(declaration.kind, value);
                let own = match mass {
                    Some((value, mass)) => [text(value), mass.to_string(), decimal::plain(mass)],
                    None => [String::new(), "?".to_owned(), String::new()],
                };
                key.iter().cloned().chain([declaration.name.clone()]).chain(own).collect()
            })
        };
        Box::new(std::iter::once(header).chain(self.marginals.columns.iter().flat_map(of_column)))
    }

    fn subject(&self) -> String {
        self.columns().subject()
    }
}
