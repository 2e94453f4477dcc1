//! Several outcomes as a table, each on its own.

use super::block::{Block, Cell, Shown, Stream, Text};
use super::columns::Columns;
use super::crossed::{Crossed, Reasons, shown_word};
use super::data::{Head, OutcomeRow, outcome};
use super::labels::declared_label;
use super::law::{ColumnData, LawData, TableLayout, row_label};
use super::left_out::{gap_notes, gap_reason, left_out_data, left_out_notes, together_note};
use super::members::Members;
use super::reasons::{asked, chance_of};
use super::unknown::{Missing, chance, notes, unknown_data};
use super::{Data, Document, Records};
use crate::check::FieldId;
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::query::{Answered, LeftOut, Marginals, NoAnswer};
use crate::scenario::{Axes, Mechanic, Scenario};
use crate::value::Value;

/// The laws of outcomes under a scenario.
type Column = (Scenario, Vec<Answered<Pmf<Value>>>);

/// A table of several outcomes, each on its own.
#[derive(Debug, Clone)]
pub struct MarginalsDocument<'a> {
    mechanic: &'a Mechanic,
    marginals: &'a Marginals,
    axes: &'a Axes,
    layout: TableLayout,
    scenarios: Vec<Scenario>,
    left_out: &'a [LeftOut],
}

impl<'a> MarginalsDocument<'a> {
    /// The table of some laws under scenarios that differ along some axes. Of the layout, the caption and the first
    /// way to show chances count.
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        marginals: &'a Marginals,
        axes: &'a Axes,
        layout: TableLayout,
    ) -> MarginalsDocument<'a> {
        let columns = marginals.columns.iter();
        let scenarios: Vec<Scenario> = columns.map(|(scenario, _)| scenario.clone()).collect();
        MarginalsDocument { mechanic, marginals, axes, layout, scenarios, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> MarginalsDocument<'a> {
        MarginalsDocument { left_out, ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.marginals.start.as_deref();
        Columns::new(self.mechanic, &self.scenarios, self.axes, start).given(self.marginals.given.as_deref())
    }

    /// Each field with each of its values and their mass under a scenario; one whose law is not known with none. Where
    /// single values are asked for, those.
    fn masses<'l>(
        &'l self,
        laws: &'l [Answered<Pmf<Value>>],
    ) -> impl Iterator<Item = (FieldId, Option<(Value, Rational)>)> + use<'l> {
        let of_field = |(field, law): (&FieldId, &'l Answered<Pmf<Value>>)| {
            let field = *field;
            let only = self.marginals.only.iter().filter(|(own, _)| *own == field).map(|(_, value)| value);
            let only: Vec<&Value> = only.collect();
            let all = law.iter().flat_map(Pmf::iter).filter(|_| only.is_empty());
            let all = all.map(|(value, mass)| (value.clone(), mass.clone())).collect::<Vec<_>>();
            let chosen = law.iter().flat_map(move |law| {
                only.clone().into_iter().map(|value| (value.clone(), law.mass_of(value)))
            });
            let unknown = law.as_ref().err().and_then(NoAnswer::not_known).map(|_| None);
            all.into_iter().chain(chosen).map(Some).chain(unknown).map(move |mass| (field, mass))
        };
        self.marginals.fields.iter().zip(laws).flat_map(of_field)
    }

    fn shown(&self) -> Shown {
        self.layout.shown.first().copied().unwrap_or(Shown::Percent)
    }

    /// The value that an outcome has in all columns, where nothing else can be and nobody asks for single values.
    fn certain(&self, index: usize) -> Option<&Value> {
        let mut laws = self.marginals.columns.iter().map(|(_, laws)| laws[index].as_ref().ok());
        let first = laws.next().flatten()?;
        let value = first.support().next().filter(|_| first.len() == 1 && self.marginals.only.is_empty())?;
        laws.all(|law| law == Some(first)).then_some(value)
    }

    /// Which outcomes are certain, where others are not: their rows would say nothing.
    fn certainties(&self) -> Vec<(usize, &Value)> {
        let fields = self.marginals.fields.len();
        let certain: Vec<_> = (0..fields).filter_map(|index| Some((index, self.certain(index)?))).collect();
        if certain.len() < fields { certain } else { Vec::new() }
    }

    /// What is certain, in a sentence.
    fn certain_note(&self) -> Option<Block<'_>> {
        let certain = self.certainties();
        let label =
            |(index, value): &(usize, &Value)| row_label(self.mechanic, self.marginals.fields[*index], value);
        let words = Text::list(certain.iter().map(label), "; ");
        (!certain.is_empty()).then(|| Block::Paragraph(Text::plain("Always the same: ").join(words).and(".")))
    }

    /// A row for each outcome and value, but for those that are certain.
    fn table<'s>(&'s self, columns: Columns<'s>) -> Block<'s> {
        let certain: Vec<usize> = self.certainties().into_iter().map(|(index, _)| index).collect();
        let values = self.marginals.values(self.mechanic);
        let values: Vec<_> = values.into_iter().filter(|(index, _)| !certain.contains(index)).collect();
        let fields = &self.marginals.fields;
        let chosen = fields.iter().all(|field| self.marginals.only.iter().any(|(own, _)| own == field));
        let label = |(index, value): &(usize, Option<Value>)| match value {
            Some(value) => row_label(self.mechanic, fields[*index], value),
            None => declared_label(&self.mechanic.model[fields[*index]]),
        };
        let title = match values.as_slice() {
            [only] if chosen => label(only).and(" chance"),
            _ => Text::plain(self.mechanic.model.label.as_str()),
        };
        let caption = match &self.layout.caption {
            Some(caption) => Text::raw(caption),
            None => columns.caption(title),
        };
        let cells = |(index, value): &(usize, Option<Value>), column: usize| -> Vec<Cell> {
            let law = self.marginals.columns[column].1[*index].as_ref();
            let mass = |law: &Pmf<Value>| value.as_ref().map_or(Rational::ZERO, |value| law.mass_of(value));
            vec![chance(law.map(mass), self.shown())]
        };
        let reasons = |(index, value): &(usize, Option<Value>), column: usize| {
            let (scenario, laws) = &self.marginals.columns[column];
            let outcome = std::iter::once((fields[*index], value.as_ref()?));
            let query = chance_of(self.mechanic, outcome, None, self.marginals.given.as_deref())?;
            laws[*index].as_ref().ok().map(|_| asked(self.mechanic, scenario, query))
        };
        let crossed = Crossed {
            columns,
            what: Text::plain("Outcome"),
            items: values.into(),
            label: Box::new(label),
            cells: Box::new(cells),
            asked: self.layout.reasons.then(|| -> Reasons<'s, _> { Box::new(reasons) }),
            is_total: |_| false,
            chosen,
            transpose: self.layout.transpose,
            shown: vec![shown_word(self.shown())],
        };
        Block::Table(self.layout.merged(crossed.table(caption)))
    }

    /// Whether two columns say the same.
    fn alike(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| &self.marginals.columns[index].1);
        if self.marginals.only.is_empty() {
            return one == other;
        }
        let cell = |laws: &[Answered<Pmf<Value>>], (index, value): &(usize, Option<Value>)| {
            laws[*index].clone().map(|law| value.as_ref().map(|value| law.mass_of(value)))
        };
        self.marginals.values(self.mechanic).iter().all(|row| cell(one, row) == cell(other, row))
    }

    /// The laws that a column has not, each with its outcome.
    fn missing<'l>(&'l self, laws: &'l [Answered<Pmf<Value>>]) -> impl Iterator<Item = Missing<'l>> {
        let fields = self.marginals.fields.chunks(1).zip(laws);
        fields.filter_map(|(field, law)| law.as_ref().err().map(|why| (field, why)))
    }

    /// All laws that are missing, each with its column.
    fn all_missing(&self) -> impl Iterator<Item = (usize, &NoAnswer)> {
        let columns = self.marginals.columns.iter().enumerate();
        columns.flat_map(|(index, (_, laws))| self.missing(laws).map(move |(_, why)| (index, why)))
    }
}

impl<'a> Document for MarginalsDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let members = Members::new(self.mechanic, self.marginals).filter(|_| self.layout.members);
        let columns = self.columns();
        let columns = match members {
            Some(_) => columns,
            None => columns.together(&self.layout.codes, |one, other| self.alike(one, other)),
        };
        let together = together_note(&columns);
        let unknown = notes(self.mechanic, self.all_missing().map(|(_, missing)| missing));
        let gaps = gap_notes(&columns, self.all_missing());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        let tables = match members {
            Some(members) => {
                let caption = self.layout.caption.as_deref();
                members.blocks(&columns, caption, self.shown(), self.layout.transpose)
            }
            None => std::iter::once(self.table(columns)).chain(self.certain_note()).collect(),
        };
        tables.into_iter().chain(together).chain(unknown).chain(gaps).chain(left_out).collect()
    }

    fn data(&self) -> Data<'_> {
        let columns = self.columns();
        let table = |(index, (_, laws)): (usize, &'a Column)| {
            let row = move |(field, mass): (FieldId, Option<(Value, Rational)>)| {
                let (value, mass) = mass?;
                Some(OutcomeRow::new(outcome(self.mechanic, &[field], &[value]), &mass))
            };
            let given = columns.data(index);
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
            tables: self.marginals.columns.iter().enumerate().map(table).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    /// One record for each column, outcome and value.
    fn records(&self) -> Records<'_> {
        let columns = self.columns();
        let header = columns.key_names().into_iter();
        let header =
            header.chain(["outcome", "value", "probability", "decimal"].map(str::to_owned)).collect();
        let of_column = move |(index, (_, laws)): (usize, &'a Column)| {
            let key = columns.key(index);
            self.masses(laws).map(move |(field, mass)| {
                let declaration = &self.mechanic.model[field];
                let text = |value| self.mechanic.model.value_text(declaration.kind, value);
                let own = match mass {
                    Some((value, mass)) => [text(&value), mass.to_string(), decimal::plain(&mass)],
                    None => [String::new(), "?".to_owned(), String::new()],
                };
                key.iter().cloned().chain([declaration.name.clone()]).chain(own).collect()
            })
        };
        Box::new(std::iter::once(header).chain(self.marginals.columns.iter().enumerate().flat_map(of_column)))
    }

    fn subject(&self) -> String {
        self.columns().subject()
    }
}
