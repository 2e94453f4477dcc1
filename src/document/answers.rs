//! Answers to questions: a line for one, a table for several scenarios.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Shown, Text};
use super::columns::Columns;
use super::crossed::{Crossed, Reasons, shown_word};
use super::data::{Given, Head};
use super::labels::{declared_value, value_label};
use super::law::TableLayout;
use super::left_out::{
    LeftOutData, gap_notes, gap_reason, gap_sign, left_out_data, left_out_notes, together_note,
};
use super::mixture::mixture;
use super::reasons::asked;
use super::unknown::{RuleNeeded, notes};
use super::{Data, Document, Records};
use crate::exact::decimal::{Rounding, places_for_digits, plain, square_root};
use crate::query::{Amount, Answers, LeftOut, NoAnswer};
use crate::scenario::{Axes, Mechanic, Scenario};
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
    axes: &'a Axes,
    layout: TableLayout,
    scenarios: Vec<Scenario>,
    left_out: &'a [LeftOut],
    headers: Option<&'a [String]>,
}

impl<'a> AnswersDocument<'a> {
    /// The document of some answers under scenarios that differ along some axes: a line for each where there is one
    /// scenario and nothing is said of the table, else a table with a column for each.
    ///
    /// ```
    /// use trueodds::document::{AnswersDocument, Shown, TableLayout};
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::measures;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Axes, Scenario, Sweep};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let questions = [session.question(&award, "P(award = nothing)")?, session.question(&award, "E(count)")?];
    /// let axes = Axes::from(Some(Sweep::parse(&award, "luck=0..1", 10)?));
    /// let scenarios = axes.spread(&award, &[usual]).expect("every rule set has luck");
    /// let answers = measures(&award, &questions, &scenarios, &Limits::default())?;
    /// let document = AnswersDocument::new(&award, &answers, &axes, TableLayout::default());
    /// let text = render(&document, Format::Markdown, &Style::default());
    /// assert!(text.contains("| Luck | P(award = nothing) | E(count) |"), "{text}");
    /// assert!(text.contains("| 1 | 17% | 83/100 (0.83) |"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        answers: &'a [Answers],
        axes: &'a Axes,
        layout: TableLayout,
    ) -> AnswersDocument<'a> {
        let values = answers.first().map(|first| first.values.as_slice()).unwrap_or_default();
        let scenarios: Vec<Scenario> = values.iter().map(|(scenario, _)| scenario.clone()).collect();
        AnswersDocument { mechanic, answers, axes, layout, scenarios, left_out: &[], headers: None }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> AnswersDocument<'a> {
        AnswersDocument { left_out, ..self }
    }

    /// The same with words for the questions above their columns.
    #[must_use]
    pub fn headed(self, headers: &'a [String]) -> AnswersDocument<'a> {
        AnswersDocument { headers: Some(headers), ..self }
    }

    fn columns(&self) -> Columns<'_> {
        let start = self.answers.first().and_then(|first| first.start.as_deref());
        Columns::new(self.mechanic, &self.scenarios, self.axes, start)
    }

    fn cell(&self, answers: &Answers, amount: &Amount, shown: Shown) -> Cell {
        let model = &self.mechanic.model;
        let named = |number| answers.about.as_ref().filter(|about| about.number_label(number).is_some());
        match amount {
            Amount::Number(number) if let Some(about) = named(number) => {
                Cell::Text(declared_value(model, about, &Value::Number(number.clone())))
            }
            Amount::Probability(number) => Cell::Probability(number.clone(), shown),
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
        let only = self.scenarios.first().filter(|_| self.are_lines())?;
        let text = mixture(self.mechanic, only, &[]).to_plain();
        (!text.is_empty()).then(|| Block::paragraph(format!("A {text}.")))
    }

    /// Whether each answer is a line.
    fn are_lines(&self) -> bool {
        let plain = self.layout.caption.is_none() && self.layout.shown.len() == 1 && self.headers.is_none();
        plain && self.columns().along().is_empty()
    }

    fn line(&self, answers: &Answers) -> Option<Block<'_>> {
        let (_, only) = answers.values.first()?;
        let shown = *self.layout.shown.first()?;
        let question = Text::plain(answers.text.as_str());
        Some(Block::Answer { question, answer: self.cell(answers, only, shown) })
    }

    /// What stands above the answers to a question; nothing where the caption asks it.
    fn header(&self, index: usize) -> Text {
        match (self.headers.and_then(|headers| headers.get(index)), self.answers) {
            (Some(header), _) => Text::plain(header.as_str()),
            (None, [_]) if self.layout.caption.is_none() => Text::default(),
            (None, answers) => Text::plain(answers[index].text.as_str()),
        }
    }

    fn table<'s>(&'s self, columns: Columns<'s>) -> Block<'s> {
        let caption = match (&self.layout.caption, self.answers) {
            (Some(caption), _) => Text::raw(caption),
            (None, [only]) if self.headers.is_none() => columns.caption(only.text.as_str()),
            (None, _) => columns.caption(self.mechanic.model.label.as_str()),
        };
        let cells = |index: &usize, scenario: usize| {
            let answers = &self.answers[*index];
            let (_, amount) = &answers.values[scenario];
            self.layout.shown.iter().map(|shown| self.cell(answers, amount, *shown)).collect()
        };
        let several = |shown: &Shown| if self.layout.shown.len() > 1 { shown_word(*shown) } else { "Value" };
        let reasons = |index: &usize, scenario: usize| {
            let answers = &self.answers[*index];
            let (under, amount) = &answers.values[scenario];
            let is_known = !matches!(amount, Amount::Missing(_) | Amount::Root(_));
            is_known.then(|| asked(self.mechanic, under, answers.text.clone()))
        };
        let crossed = Crossed {
            // Where the scenarios are all alike, the questions go down.
            chosen: !columns.along().is_empty(),
            columns,
            what: Text::plain("Question"),
            items: (0..self.answers.len()).collect(),
            label: Box::new(|index| self.header(*index)),
            cells: Box::new(cells),
            asked: self.layout.reasons.then(|| -> Reasons<'s, _> { Box::new(reasons) }),
            is_total: |_| false,
            transpose: self.layout.transpose,
            shown: self.layout.shown.iter().map(several).collect(),
        };
        Block::Table(crossed.table(caption))
    }

    /// Whether two columns say the same.
    fn alike(&self, one: usize, other: usize) -> bool {
        self.answers.iter().all(|answers| answers.values[one].1 == answers.values[other].1)
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

    /// Every question under every scenario, by its index.
    fn all(&self) -> impl Iterator<Item = (&'a str, usize, &'a Amount)> {
        let values = |answers: &'a Answers| {
            let amounts = answers.values.iter().map(|(_, amount)| amount).enumerate();
            amounts.map(|(index, amount)| (answers.text.as_str(), index, amount))
        };
        self.answers.iter().flat_map(values)
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
        let columns = self.columns().together(&self.layout.codes, |one, other| self.alike(one, other));
        let together = together_note(&columns);
        let gaps = || self.all().filter_map(|(_, scenario, amount)| Some((scenario, missing(amount)?)));
        let unknown = notes(self.mechanic, gaps().map(|(_, missing)| missing));
        let gaps = gap_notes(&columns, gaps());
        let left_out = left_out_notes(self.mechanic, self.left_out);
        let mut blocks: Vec<Block<'_>> = if self.are_lines() {
            self.answers.iter().filter_map(|answers| self.line(answers)).collect()
        } else {
            vec![self.table(columns)]
        };
        blocks.extend(self.mixed().into_iter().chain(together).chain(unknown).chain(gaps).chain(left_out));
        blocks
    }

    fn data(&self) -> Data<'_> {
        let columns = self.columns();
        let answer = |(query, scenario, amount)| {
            let (value, decimal) = self.exact_and_decimal(amount);
            let missing = missing(amount);
            let unknown = missing.and_then(NoAnswer::not_known);
            let unknown = unknown.map(|unknown| RuleNeeded::new(self.mechanic, unknown));
            let (given, no_answer) = (columns.data(scenario), missing.and_then(gap_reason));
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
        let columns = self.columns();
        let header = columns.key_names().into_iter();
        let header = header.chain(["query", "value", "decimal"].map(str::to_owned)).collect();
        let record = move |(query, scenario, amount): (&str, usize, &Amount)| {
            let (value, decimal) = self.exact_and_decimal(amount);
            let key = columns.key(scenario).into_iter();
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
