//! Laws as tables: outcomes by rule set, or by what runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Shown, Stream, Table, Text};
use super::columns::Columns;
use super::crossed::{Crossed, Reasons, shown_word};
use super::data::{Given, Head, OutcomeRow, outcome};
use super::labels::{declared_label, declared_value};
use super::left_out::{LeftOutData, gap_notes, gap_reason, left_out_data, left_out_notes, together_note};
use super::reasons::{asked, chance_of};
use super::unknown::{UnknownData, chance, notes, unknown_data};
use super::{Data, Document, EditionCodes, Records};
use crate::check::FieldId;
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::query::{Answered, Cumulative, Laws, LeftOut, NoAnswer};
use crate::scenario::{Axes, Mechanic, Scenario};
use crate::value::Value;

/// How a table of laws is laid out.
#[derive(Debug, Clone)]
pub struct TableLayout {
    /// Outcomes as columns.
    pub transpose: bool,
    /// Members of one family, each on its own, in a grid with a column for each value.
    pub members: bool,
    /// A row with the sum.
    pub total: bool,
    /// Rows with the same chances as one.
    pub merge_rows: bool,
    /// How probabilities are shown; several make several columns.
    pub shown: Vec<Shown>,
    /// The caption, where it is not made from the scenarios: wikitext, where it is written for a wiki.
    pub caption: Option<String>,
    /// The marks of editions on a wiki.
    pub codes: EditionCodes,
    /// Whether each chance says what to ask to hear why.
    pub reasons: bool,
}

impl TableLayout {
    /// A table with equal rows as one, where that is asked for.
    pub(super) fn merged<'a>(&self, table: Table<'a>) -> Table<'a> {
        if self.merge_rows { table.with_equal_rows_together() } else { table }
    }
}

impl Default for TableLayout {
    fn default() -> Self {
        TableLayout {
            transpose: false,
            members: false,
            total: false,
            merge_rows: false,
            shown: vec![Shown::Percent],
            caption: None,
            codes: EditionCodes::default(),
            reasons: false,
        }
    }
}

/// The laws of outcomes: kind `table`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LawData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// What is known, as typed; left out where nothing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<&'a str>,
    /// `at-least` or `at-most` where chances are cumulative; else left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cumulative: Option<&'static str>,
    /// Whether each outcome stands on its own; left out for a joint law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marginals: Option<bool>,
    /// A law for each rule set and each value of what runs.
    pub tables: Vec<ColumnData<'a>>,
    /// Where all rule sets were asked for, those that cannot answer; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules_left_out: Vec<LeftOutData>,
}

/// The law under one scenario.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ColumnData<'a> {
    /// Rules and inputs.
    #[serde(flatten)]
    pub given: Given,
    /// The outcomes with mass; of a cumulative law every level. None of those under `unknown`.
    pub rows: Stream<'a, OutcomeRow>,
    /// The outcomes whose law needs a rule that is not known; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UnknownData<'a>>,
    /// Why there is no law here, in words; left out where there is one, or where `unknown` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_answer: Option<String>,
}

/// A joint law, or why there is none.
type AnsweredLaw = Answered<Pmf<Vec<Value>>>;

/// A table of joint laws.
#[derive(Debug, Clone)]
pub struct LawDocument<'a> {
    mechanic: &'a Mechanic,
    laws: &'a Laws,
    axes: &'a Axes,
    layout: TableLayout,
    scenarios: Vec<Scenario>,
    outcomes: Vec<Vec<Value>>,
    left_out: &'a [LeftOut],
}

/// A row of a table of laws: an outcome, or all of them.
type Item<'l> = Option<&'l Vec<Value>>;

impl<'a> LawDocument<'a> {
    /// The table of some laws under scenarios that differ along some axes.
    ///
    /// ```
    /// use trueodds::document::{LawDocument, TableLayout};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{LawRequest, laws};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Axes, Scenario};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let outcomes = award.outcomes(&["count".to_owned()]).expect("an outcome");
    /// let request = LawRequest { scenarios: vec![usual], outcomes, cumulative: None, given: None };
    /// let laws = laws(&award, &request, &Limits::default())?;
    /// let axes = Axes::default();
    /// let document = LawDocument::new(&award, &laws, &axes, TableLayout::default());
    /// assert!(render(&document, Format::Csv, &Style::default()).contains("11/50"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        laws: &'a Laws,
        axes: &'a Axes,
        layout: TableLayout,
    ) -> LawDocument<'a> {
        let scenarios: Vec<Scenario> = laws.columns.iter().map(|(scenario, _)| scenario.clone()).collect();
        // Of one law the outcomes are those of the law itself.
        let listed = laws.columns.len() > 1 || laws.cumulative.is_some() || !laws.only.is_empty();
        let outcomes = if listed { laws.outcomes() } else { Vec::new() };
        LawDocument { mechanic, laws, axes, layout, scenarios, outcomes, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> LawDocument<'a> {
        LawDocument { left_out, ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.laws.start.as_deref();
        Columns::new(self.mechanic, &self.scenarios, self.axes, start).given(self.laws.given.as_deref())
    }

    /// Whether two columns say the same.
    fn alike(&self, one: usize, other: usize) -> bool {
        match [one, other].map(|index| &self.laws.columns[index].1) {
            [Ok(one), Ok(other)] if !self.laws.only.is_empty() => {
                let chance = |law, outcome| self.laws.probability(law, outcome);
                self.outcomes.iter().all(|outcome| chance(one, outcome) == chance(other, outcome))
            }
            [one, other] => one == other,
        }
    }

    /// The outcomes of all columns.
    fn outcomes(&self) -> Box<dyn Iterator<Item = &Vec<Value>> + '_> {
        match self.laws.columns.as_slice() {
            [(_, Ok(only))] if self.laws.cumulative.is_none() && self.laws.only.is_empty() => {
                Box::new(only.support())
            }
            _ => Box::new(self.outcomes.iter()),
        }
    }

    fn outcome_label(&self, outcome: &[Value]) -> Text {
        outcome_label(self.mechanic, self.laws.cumulative, self.laws.fields.iter().copied().zip(outcome))
    }

    fn field_label(&self) -> Text {
        let labels = self.laws.fields.iter().map(|field| self.mechanic.model[*field].label.as_str());
        Text::plain(labels.collect::<Vec<_>>().join(", "))
    }

    /// The cells of a probability; of one that is missing there is one for each way to show it too.
    fn cells(&self, probability: &Result<Rational, &NoAnswer>) -> Vec<Cell> {
        self.layout.shown.iter().map(|shown| chance(probability.clone(), *shown)).collect()
    }

    fn cells_of(&self, item: &Item<'_>, column: usize) -> Vec<Cell> {
        let law = self.laws.columns[column].1.as_ref();
        self.cells(&law.map(|law| match item {
            Some(outcome) => self.laws.probability(law, outcome),
            None => law.total(),
        }))
    }

    /// The columns without a law, with the reason.
    fn missing(&self) -> impl Iterator<Item = (usize, &NoAnswer)> {
        let columns = self.laws.columns.iter().enumerate();
        columns.filter_map(|(index, (_, law))| Some((index, law.as_ref().err()?)))
    }

    /// Whether every row is asked for by its value.
    fn is_chosen(&self) -> bool {
        let only = |field: &FieldId| self.laws.only.iter().any(|(own, _)| own == field);
        self.laws.fields.iter().all(only)
    }

    /// What the table is about.
    fn title(&self) -> Text {
        match self.outcomes.as_slice() {
            [only] if self.is_chosen() => self.outcome_label(only).and(" chance"),
            _ => Text::plain(self.mechanic.model.label.as_str()),
        }
    }

    fn table<'s>(&'s self, columns: Columns<'s>) -> Table<'s> {
        let caption = match &self.layout.caption {
            Some(caption) => Text::raw(caption),
            None => columns.caption(self.title()),
        };
        let items = Stream::new(move || {
            self.outcomes().map(Some).chain(std::iter::once(None).take(usize::from(self.layout.total)))
        });
        let label = move |item: &Item<'s>| {
            item.map_or_else(|| Text::plain("Total"), |outcome| self.outcome_label(outcome))
        };
        let crossed = Crossed {
            columns,
            what: self.field_label(),
            items,
            label: Box::new(label),
            cells: Box::new(|item, column| self.cells_of(item, column)),
            asked: self.layout.reasons.then(|| self.reasons()),
            is_total: Option::is_none,
            chosen: self.is_chosen(),
            transpose: self.layout.transpose,
            shown: self.layout.shown.iter().map(|shown| shown_word(*shown)).collect(),
        };
        crossed.table(caption)
    }

    /// What to ask about an outcome in a column that has a law.
    fn reasons<'s>(&'s self) -> Reasons<'s, Item<'s>> {
        Box::new(|item, column| {
            let (scenario, law) = &self.laws.columns[column];
            let outcome = self.laws.fields.iter().copied().zip((*item)?);
            let given = self.laws.given.as_deref();
            let query = chance_of(self.mechanic, outcome, self.laws.cumulative, given)?;
            law.as_ref().ok().map(|_| asked(self.mechanic, scenario, query))
        })
    }

    /// The outcomes of one column that data list, with their probabilities: those with mass, those that are asked for
    /// by value, or every level of a cumulative law.
    fn listed(&self, law: &'a AnsweredLaw) -> Box<dyn Iterator<Item = (&Vec<Value>, Rational)> + '_> {
        let Ok(law) = law else { return Box::new(std::iter::empty()) };
        let mass = |outcome| (outcome, self.laws.probability(law, outcome));
        if self.laws.cumulative.is_some() || !self.laws.only.is_empty() {
            return Box::new(self.outcomes.iter().map(mass));
        }
        Box::new(law.support().map(mass))
    }
}

impl<'a> Document for LawDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let columns = self.columns().together(&self.layout.codes, |one, other| self.alike(one, other));
        let together = together_note(&columns);
        let unknown = notes(self.mechanic, self.missing().map(|(_, missing)| missing));
        let gaps = gap_notes(&columns, self.missing());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        let table = Block::Table(self.layout.merged(self.table(columns)));
        std::iter::once(table).chain(together).chain(unknown).chain(gaps).chain(left_out).collect()
    }

    fn data(&self) -> Data<'_> {
        let columns = self.columns();
        let table = |(index, (_, law)): (usize, &'a (Scenario, AnsweredLaw))| {
            let row = move |(values, mass): (&Vec<Value>, Rational)| {
                OutcomeRow::new(outcome(self.mechanic, &self.laws.fields, values), &mass)
            };
            let given = columns.data(index);
            let missing = law.as_ref().err();
            let unknown = missing.map(|why| (self.laws.fields.as_slice(), why));
            let unknown = unknown_data(self.mechanic, unknown);
            let no_answer = missing.and_then(gap_reason);
            ColumnData { given, rows: Stream::new(move || self.listed(law).map(row)), unknown, no_answer }
        };
        Box::new(LawData {
            head: Head::new("table"),
            mechanic: &self.mechanic.model.path,
            given: self.laws.given.as_deref(),
            cumulative: self.laws.cumulative.map(|cumulative| match cumulative {
                Cumulative::AtLeast => "at-least",
                Cumulative::AtMost => "at-most",
            }),
            marginals: None,
            tables: self.laws.columns.iter().enumerate().map(table).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    /// One record for each column and outcome: what a spreadsheet can pivot.
    fn records(&self) -> Records<'_> {
        let model = &self.mechanic.model;
        let measure = match self.laws.cumulative {
            None => "probability",
            Some(Cumulative::AtLeast) => "probability_at_least",
            Some(Cumulative::AtMost) => "probability_at_most",
        };
        let fields = self.laws.fields.iter().map(|field| model[*field].name.clone());
        let columns = self.columns();
        let header = columns.key_names().into_iter().chain(fields);
        let header = header.chain([measure.to_owned(), "decimal".to_owned()]).collect();
        let of_column = move |(index, (_, law)): (usize, &'a (Scenario, AnsweredLaw))| {
            let key = columns.key(index);
            // A law that is not known is one record without an outcome; one that there is not is none.
            let unknown = law.as_ref().err().and_then(NoAnswer::not_known).map(|_| {
                let outcome = self.laws.fields.iter().map(|_| String::new());
                key.iter().cloned().chain(outcome).chain(["?".to_owned(), String::new()]).collect()
            });
            let known = self.listed(law).map(move |(outcome, mass)| {
                let fields = self.laws.fields.iter().zip(outcome);
                let values = fields.map(|(field, value)| model.value_text(model[*field].kind, value));
                let number = [mass.to_string(), decimal::plain(&mass)];
                key.iter().cloned().chain(values).chain(number).collect()
            });
            unknown.into_iter().chain(known)
        };
        Box::new(std::iter::once(header).chain(self.laws.columns.iter().enumerate().flat_map(of_column)))
    }

    fn subject(&self) -> String {
        self.columns().subject()
    }
}

/// What people call an outcome: the values of its fields.
pub(super) fn outcome_label<'v>(
    mechanic: &Mechanic,
    cumulative: Option<Cumulative>,
    outcome: impl Iterator<Item = (FieldId, &'v Value)>,
) -> Text {
    let model = &mechanic.model;
    let prefix = match cumulative {
        None => "",
        Some(Cumulative::AtLeast) => "at least ",
        Some(Cumulative::AtMost) => "at most ",
    };
    let part =
        |(field, value): (FieldId, _)| Text::plain(prefix).join(declared_value(model, &model[field], value));
    let mut text = Text::list(outcome.map(part), ", ");
    text.0.retain(|span| !span.plain.is_empty());
    text
}

/// A flag by its name, any other outcome with its value.
pub(super) fn row_label(mechanic: &Mechanic, field: FieldId, value: &Value) -> Text {
    let declaration = &mechanic.model[field];
    let label = declared_label(declaration);
    match value {
        Value::Flag(true) => label,
        _ => label.and(": ").join(declared_value(&mechanic.model, declaration, value)),
    }
}
