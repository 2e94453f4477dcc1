//! Laws as tables: outcomes by rule set, or by what runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::data::{Given, Head, OutcomeRow, outcome};
use super::labels::{Columns, declared_label, declared_value};
use super::left_out::{LeftOutData, gap_notes, gap_reason, left_out_data, left_out_notes};
use super::unknown::{UnknownData, chance, notes, unknown_data};
use super::{Data, Document, Records};
use crate::check::FieldId;
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::query::{Answered, Cumulative, Laws, LeftOut, NoAnswer};
use crate::scenario::{Mechanic, Scenario, Sweep};
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
    /// How probabilities are shown; several make several columns.
    pub shown: Vec<Shown>,
    /// The caption, where it is not made from the scenarios.
    pub caption: Option<String>,
}

impl Default for TableLayout {
    fn default() -> Self {
        TableLayout {
            transpose: false,
            members: false,
            total: false,
            shown: vec![Shown::Percent],
            caption: None,
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
    sweep: Option<&'a Sweep>,
    layout: TableLayout,
    scenarios: Vec<Scenario>,
    outcomes: Vec<Vec<Value>>,
    left_out: &'a [LeftOut],
}

impl<'a> LawDocument<'a> {
    /// The table of some laws; `sweep` is what ran when they were computed.
    ///
    /// ```
    /// use trueodds::document::{LawDocument, TableLayout};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{LawRequest, laws};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let fields = vec![award.field("count")?];
    /// let request = LawRequest { scenarios: vec![usual], sweep: None, fields, cumulative: None, given: None };
    /// let laws = laws(&award, &request, &Limits::default())?;
    /// let document = LawDocument::new(&award, &laws, None, TableLayout::default());
    /// assert!(render(&document, Format::Csv, &Style::default()).contains("11/50"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        laws: &'a Laws,
        sweep: Option<&'a Sweep>,
        layout: TableLayout,
    ) -> LawDocument<'a> {
        let scenarios: Vec<Scenario> = laws.columns.iter().map(|(scenario, _)| scenario.clone()).collect();
        // Of one law the outcomes are those of the law itself.
        let listed = laws.columns.len() > 1 || laws.cumulative.is_some();
        let outcomes = if listed { laws.outcomes() } else { Vec::new() };
        LawDocument { mechanic, laws, sweep, layout, scenarios, outcomes, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> LawDocument<'a> {
        LawDocument { left_out, ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.laws.start.as_deref();
        Columns::new(self.mechanic, &self.scenarios, self.sweep, start).given(self.laws.given.as_deref())
    }

    /// The outcomes of all columns.
    fn outcomes(&self) -> Box<dyn Iterator<Item = &Vec<Value>> + '_> {
        match self.laws.columns.as_slice() {
            [(_, Ok(only))] if self.laws.cumulative.is_none() => Box::new(only.support()),
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

    /// A label for each column and each way to show it.
    fn shown_label(&self, label: Text, shown: Shown) -> Text {
        let single = self.scenarios.len() == 1;
        if self.layout.shown.len() < 2 && !(single && self.sweep.is_none()) {
            return label;
        }
        let word = match shown {
            Shown::Percent => "Chance",
            Shown::Fraction | Shown::ShortFraction => "Exact",
            Shown::Both => "Exact (chance)",
            Shown::OneIn => "About",
        };
        if single { Text::plain(word) } else { label.and(format!(" ({})", word.to_lowercase())) }
    }

    fn shown_label_of_outcome(&self, outcome: &[Value], shown: Shown) -> Text {
        let label = self.outcome_label(outcome);
        if self.layout.shown.len() < 2 {
            return label;
        }
        let word = match shown {
            Shown::Percent => "chance",
            Shown::Both => "exact and chance",
            Shown::Fraction | Shown::ShortFraction => "exact",
            Shown::OneIn => "about",
        };
        label.and(format!(" ({word})"))
    }

    /// The cells of a probability; of one that is missing there is one for each way to show it too.
    fn cells(&self, probability: &Result<Rational, &NoAnswer>) -> Vec<Cell> {
        self.layout.shown.iter().map(|shown| chance(probability.clone(), *shown)).collect()
    }

    fn cells_of(&self, law: &AnsweredLaw, outcome: &Vec<Value>) -> Vec<Cell> {
        self.cells(&law.as_ref().map(|law| self.laws.probability(law, outcome)))
    }

    fn total(&self, law: &AnsweredLaw) -> Vec<Cell> {
        self.cells(&law.as_ref().map(Pmf::total))
    }

    /// The columns without a law, with the reason.
    fn missing(&self) -> impl Iterator<Item = (&Scenario, &NoAnswer)> {
        self.laws.columns.iter().filter_map(|(scenario, law)| Some((scenario, law.as_ref().err()?)))
    }

    /// A row for each outcome.
    fn upright(&self, caption: Text) -> Table<'_> {
        let columns = self.columns();
        let mut header = vec![Header { text: self.field_label(), numeric: false }];
        for column in &self.scenarios {
            let shown = self.layout.shown.iter();
            let text = shown.map(|shown| self.shown_label(columns.label(column), *shown));
            header.extend(text.map(|text| Header { text, numeric: true }));
        }
        let row = move |outcome: &Vec<Value>| {
            let laws = self.laws.columns.iter();
            let cells = laws.flat_map(|(_, law)| self.cells_of(law, outcome));
            Row::new(self.outcome_label(outcome), cells)
        };
        let total = move || {
            let cells = self.laws.columns.iter().flat_map(|(_, law)| self.total(law));
            Row { total: true, ..Row::new("Total", cells) }
        };
        let rows = Stream::new(move || {
            let last = std::iter::once_with(total).take(usize::from(self.layout.total));
            self.outcomes().map(row).chain(last)
        });
        Table { caption, header, rows }
    }

    /// A column for each outcome.
    fn transposed(&self, caption: Text) -> Table<'_> {
        let columns = self.columns();
        let corner = self.sweep.map(|sweep| sweep.declaration(self.mechanic).label.clone());
        let mut header = vec![Header::words(corner.unwrap_or_else(|| "Rules".to_owned()))];
        for outcome in self.outcomes() {
            let shown = self.layout.shown.iter();
            let text = shown.map(|shown| self.shown_label_of_outcome(outcome, *shown));
            header.extend(text.map(|text| Header { text, numeric: true }));
        }
        if self.layout.total {
            header.extend(self.layout.shown.iter().map(|_| Header::numbers("Total")));
        }
        let row = |(column, law): &(Scenario, AnsweredLaw)| {
            let mut cells: Vec<Cell> =
                self.outcomes().flat_map(|outcome| self.cells_of(law, outcome)).collect();
            if self.layout.total {
                cells.extend(self.total(law));
            }
            Row::new(columns.label(column), cells)
        };
        Table { caption, header, rows: self.laws.columns.iter().map(row).collect() }
    }

    /// The outcomes of one column that data list, with their probabilities: those with mass, or every level of a
    /// cumulative law.
    fn listed(&self, law: &'a AnsweredLaw) -> Box<dyn Iterator<Item = (&Vec<Value>, Rational)> + '_> {
        let Ok(law) = law else { return Box::new(std::iter::empty()) };
        let mass = |outcome| (outcome, self.laws.probability(law, outcome));
        match self.laws.cumulative {
            Some(_) => Box::new(self.outcomes.iter().map(mass)),
            None => Box::new(law.support().map(mass)),
        }
    }
}

impl<'a> Document for LawDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let caption = match &self.layout.caption {
            Some(caption) => Text::plain(caption.clone()),
            None => self.columns().caption(self.mechanic.model.label.as_str()),
        };
        let transpose = self.layout.transpose;
        let table = if transpose { self.transposed(caption) } else { self.upright(caption) };
        let unknown = notes(self.mechanic, self.missing().map(|(_, missing)| missing));
        let gaps = gap_notes(&self.columns(), self.missing());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        std::iter::once(Block::Table(table)).chain(unknown).chain(gaps).chain(left_out).collect()
    }

    fn data(&self) -> Data<'_> {
        let table = |column: &'a (Scenario, AnsweredLaw)| {
            let (scenario, law) = column;
            let row = move |(values, mass): (&Vec<Value>, Rational)| {
                OutcomeRow::new(outcome(self.mechanic, &self.laws.fields, values), &mass)
            };
            let given = Given::new(self.mechanic, scenario);
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
            tables: self.laws.columns.iter().map(table).collect(),
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
        let header = key_names(self.mechanic, self.sweep).chain(fields);
        let header = header.chain([measure.to_owned(), "decimal".to_owned()]).collect();
        let of_column = move |column: &'a (Scenario, AnsweredLaw)| {
            let (scenario, law) = column;
            let key = key(self.mechanic, self.sweep, scenario);
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
        Box::new(std::iter::once(header).chain(self.laws.columns.iter().flat_map(of_column)))
    }

    fn subject(&self) -> String {
        self.columns().subject()
    }
}

/// What tells records from each other: the rule set, and what runs.
pub(super) fn key_names<'a>(
    mechanic: &'a Mechanic,
    sweep: Option<&'a Sweep>,
) -> impl Iterator<Item = String> + use<'a> {
    let runs = sweep.map(|sweep| sweep.declaration(mechanic).name.clone());
    std::iter::once("rules".to_owned()).chain(runs)
}

/// The values of what tells records from each other.
pub(super) fn key(mechanic: &Mechanic, sweep: Option<&Sweep>, scenario: &Scenario) -> Vec<String> {
    let runs = sweep.and_then(|sweep| {
        let kind = sweep.declaration(mechanic).kind;
        Some(mechanic.model.value_text(kind, sweep.swept.value(scenario)?))
    });
    std::iter::once(mechanic.rule_set_of(scenario).name.clone()).chain(runs).collect()
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
