//! Answers to questions: a line for one, a table for several scenarios.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Table, Text};
use super::data::{Given, Head};
use super::labels::{Columns, declared_value, value_label};
use super::law::{key, key_names};
use super::left_out::{LeftOutData, gap_notes, gap_reason, gap_sign, left_out_data, left_out_notes};
use super::mixture::mixture;
use super::unknown::{RuleNeeded, notes};
use super::{Data, Document, Records};
use crate::exact::decimal::{Rounding, places_for_digits, plain, square_root};
use crate::query::{Amount, Answers, LeftOut, NoAnswer};
use crate::scenario::{Mechanic, Scenario, Sweep};
use crate::value::Value;

/// Answers to questions: kind `query`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnswersData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// An answer for each question, rule set and value of what runs.
    pub answers: Vec<AnswerData<'a>>,
    /// Where all rule sets were asked for, those that cannot answer; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules_left_out: Vec<LeftOutData>,
}

/// The answer to one question under one scenario.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnswerData<'a> {
    /// Rules and inputs.
    #[serde(flatten)]
    pub given: Given,
    /// The question as typed.
    pub query: &'a str,
    /// The value: a fraction, `sqrt(n/d)`, or names with commas between them; `?` where it is not known, empty where
    /// there is none.
    pub value: String,
    /// The value as a decimal; empty where it is no number, or not known.
    pub decimal: String,
    /// The rule that the answer needs and that is not known; left out where the answer is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<RuleNeeded<'a>>,
    /// Why there is no answer here, in words; left out where there is one, or where `unknown` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_answer: Option<String>,
}

/// Answers to some questions about a mechanic under the same scenarios.
#[derive(Debug, Clone)]
pub struct AnswersDocument<'a> {
    mechanic: &'a Mechanic,
    answers: &'a [Answers],
    sweep: Option<&'a Sweep>,
    shown: Shown,
    scenarios: Vec<Scenario>,
    left_out: &'a [LeftOut],
    headers: Option<&'a [String]>,
}

impl<'a> AnswersDocument<'a> {
    /// The document of some answers; `sweep` is what ran when they were computed.
    ///
    /// ```
    /// use trueodds::document::{AnswersDocument, Shown};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::measure;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let question = session.question(&award, "P(award = chest | award != nothing)")?;
    /// let answers = [measure(&award, &question, &[usual], None, &Limits::default())?];
    /// let document = AnswersDocument::new(&award, &answers, None, Shown::Both);
    /// assert!(render(&document, Format::Csv, &Style::default()).contains("931/15600"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        answers: &'a [Answers],
        sweep: Option<&'a Sweep>,
        shown: Shown,
    ) -> AnswersDocument<'a> {
        let values = answers.first().map(|first| first.values.as_slice()).unwrap_or_default();
        let scenarios: Vec<Scenario> = values.iter().map(|(scenario, _)| scenario.clone()).collect();
        AnswersDocument { mechanic, answers, sweep, shown, scenarios, left_out: &[], headers: None }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> AnswersDocument<'a> {
        AnswersDocument { left_out, ..self }
    }

    /// All answers in one table: a column for each question under its header, a row for each scenario.
    ///
    /// ```
    /// use trueodds::document::{AnswersDocument, Shown};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::measures;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Scenario, Sweep};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let questions = [session.question(&award, "P(award = nothing)")?, session.question(&award, "E(count)")?];
    /// let sweep = Sweep::parse(&award, "luck=0..1", 10)?;
    /// let answers = measures(&award, &questions, &[usual], Some(&sweep), &Limits::default())?;
    /// let headers = ["Nothing".to_owned(), "Count".to_owned()];
    /// let document = AnswersDocument::new(&award, &answers, Some(&sweep), Shown::Percent).in_columns(&headers);
    /// let text = render(&document, Format::Markdown, &Style::default());
    /// assert!(text.contains("| Luck | Nothing | Count |"), "{text}");
    /// assert!(text.contains("| 1 | 17% | 83/100 (0.83) |"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_columns(self, headers: &'a [String]) -> AnswersDocument<'a> {
        AnswersDocument { headers: Some(headers), ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.answers.first().and_then(|first| first.start.as_deref());
        Columns::new(self.mechanic, &self.scenarios, self.sweep, start)
    }

    fn cell(&self, answers: &Answers, amount: &Amount) -> Cell {
        let model = &self.mechanic.model;
        let named = |number| answers.about.as_ref().filter(|about| about.number_label(number).is_some());
        match amount {
            Amount::Number(number) if let Some(about) = named(number) => {
                Cell::Text(declared_value(model, about, &Value::Number(number.clone())))
            }
            Amount::Probability(number) => Cell::Probability(number.clone(), self.shown),
            Amount::Number(number) => Cell::Number(number.clone()),
            Amount::Root(number) => Cell::Root(number.clone()),
            Amount::Missing(missing) => Cell::words(gap_sign(missing)),
            Amount::Values(kind, values) => {
                let label = |value: &Value| match &answers.about {
                    Some(about) => declared_value(model, about, value),
                    None => value_label(model, *kind, value),
                };
                Cell::Text(Text::list(values.iter().map(label), ", "))
            }
        }
    }

    /// Of what the answers are a mixture, where no caption says it.
    fn mixed(&self) -> Option<Block<'_>> {
        let ([only], None) = (self.scenarios.as_slice(), self.sweep) else { return None };
        let text = mixture(self.mechanic, only, None).to_plain();
        (!text.is_empty()).then(|| Block::paragraph(format!("A {text}.")))
    }

    fn block(&self, answers: &'a Answers) -> Block<'_> {
        let text = answers.text.as_str();
        if let ([(_, only)], None) = (answers.values.as_slice(), self.sweep) {
            return Block::Answer { question: Text::plain(text), answer: self.cell(answers, only) };
        }
        let columns = self.columns();
        let row =
            |(scenario, amount): &(_, _)| Row::new(columns.label(scenario), [self.cell(answers, amount)]);
        Block::Table(Table {
            caption: columns.caption(text),
            header: vec![Header::words(self.corner()), Header::numbers("Value")],
            rows: answers.values.iter().map(row).collect(),
        })
    }

    /// What tells the rows from each other.
    fn corner(&self) -> String {
        let swept = self.sweep.map(|sweep| sweep.declaration(self.mechanic).label.as_str());
        match (swept, self.columns().several_sets) {
            (Some(label), true) => format!("Rules, {label}"),
            (Some(label), false) => label.to_owned(),
            (None, _) => "Rules".to_owned(),
        }
    }

    /// What a row is called: below the name of what runs, its value alone.
    fn row_label(&self, scenario: &Scenario) -> Text {
        let columns = self.columns();
        let alone = self.sweep.filter(|_| !columns.several_sets).and_then(|sweep| {
            let value = sweep.swept.value(scenario)?;
            Some(declared_value(&self.mechanic.model, sweep.declaration(self.mechanic), value))
        });
        alone.unwrap_or_else(|| columns.label(scenario))
    }

    /// A column for each question.
    fn side_by_side(&self, headers: &[String]) -> Block<'_> {
        let row = |(index, scenario): (usize, &Scenario)| {
            let own = self.answers.iter().filter_map(|answers| {
                let (_, amount) = answers.values.get(index)?;
                Some(self.cell(answers, amount))
            });
            Row::new(self.row_label(scenario), own)
        };
        let corner = std::iter::once(Header::words(self.corner()));
        Block::Table(Table {
            caption: self.columns().caption(self.mechanic.model.label.as_str()),
            header: corner.chain(headers.iter().map(Header::numbers)).collect(),
            rows: self.scenarios.iter().enumerate().map(row).collect(),
        })
    }

    /// Exactly as text, and as a decimal.
    fn exact_and_decimal(&self, amount: &Amount) -> (String, String) {
        const PLACES: usize = 15;
        match amount {
            Amount::Probability(number) | Amount::Number(number) => (number.to_string(), plain(number)),
            Amount::Missing(NoAnswer::NotKnown(_)) => ("?".to_owned(), String::new()),
            Amount::Missing(_) => (String::new(), String::new()),
            Amount::Root(number) => {
                // A root has half the zeros after the point that its square has.
                let places = PLACES + places_for_digits(number, 1) / 2;
                (format!("sqrt({number})"), square_root(number, places, Rounding::HalfUp).trimmed())
            }
            Amount::Values(kind, values) => {
                let texts = values.iter().map(|value| self.mechanic.model.value_text(*kind, value));
                let decimal = match values.as_slice() {
                    [Value::Number(number)] => plain(number),
                    _ => String::new(),
                };
                (texts.collect::<Vec<_>>().join(","), decimal)
            }
        }
    }

    /// Every question under every scenario.
    fn all(&self) -> impl Iterator<Item = (&'a str, &'a Scenario, &'a Amount)> {
        let values = |answers: &'a Answers| answers.values.iter().map(|value| (answers.text.as_str(), value));
        self.answers.iter().flat_map(values).map(|(text, (scenario, amount))| (text, scenario, amount))
    }
}

/// Why there is no answer.
fn missing(amount: &Amount) -> Option<&NoAnswer> {
    match amount {
        Amount::Missing(missing) => Some(missing),
        _ => None,
    }
}

impl Document for AnswersDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let answers: Vec<Block<'_>> = match self.headers {
            Some(headers) => vec![self.side_by_side(headers)],
            None => self.answers.iter().map(|answers| self.block(answers)).collect(),
        };
        let gaps = || self.all().filter_map(|(_, scenario, amount)| Some((scenario, missing(amount)?)));
        let unknown = notes(self.mechanic, gaps().map(|(_, missing)| missing));
        let gaps = gap_notes(&self.columns(), gaps());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        answers.into_iter().chain(self.mixed()).chain(unknown).chain(gaps).chain(left_out).collect()
    }

    fn data(&self) -> Data<'_> {
        let answer = |(query, scenario, amount)| {
            let (value, decimal) = self.exact_and_decimal(amount);
            let missing = missing(amount);
            let unknown = missing.and_then(NoAnswer::not_known);
            let unknown = unknown.map(|unknown| RuleNeeded::new(self.mechanic, unknown));
            let (given, no_answer) = (Given::new(self.mechanic, scenario), missing.and_then(gap_reason));
            AnswerData { given, query, value, decimal, unknown, no_answer }
        };
        Box::new(AnswersData {
            head: Head::new("query"),
            mechanic: &self.mechanic.model.path,
            answers: self.all().map(answer).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = key_names(self.mechanic, self.sweep);
        let header = header.chain(["query", "value", "decimal"].map(str::to_owned)).collect();
        let record = |(query, scenario, amount): (&str, _, _)| {
            let (value, decimal) = self.exact_and_decimal(amount);
            let key = key(self.mechanic, self.sweep, scenario).into_iter();
            key.chain([query.to_owned(), value, decimal]).collect()
        };
        // What has no answer under one of all rule sets has no record.
        let answered = |(_, _, amount): &(_, _, &Amount)| {
            missing(amount).is_none_or(|missing| missing.not_known().is_some())
        };
        Box::new(std::iter::once(header).chain(self.all().filter(answered).map(record)))
    }

    fn subject(&self) -> String {
        self.columns().subject()
    }
}
