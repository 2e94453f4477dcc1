//! Answers about a mechanic that is used again and again: kind `chain`.

mod after;
mod count;
mod decimal_count;
mod decimals;
mod first_hit;
mod path;
mod states;
mod uses;
mod verdict;
mod waited;

pub use after::{AfterData, LongRunData};
pub use count::{CountData, MomentsData, PercentileData};
pub use decimal_count::{DecimalCountData, DecimalPercentileData, RestData};
pub use decimals::{
    DecimalAfterData, DecimalHitData, DecimalLongRunData, DecimalNotYetData, DecimalOutcomeRow,
    DecimalStateRow, EndData, ProvenData,
};
pub use first_hit::{FirstHitData, GivenHitData, GoalsData, NotYetData, QuantileData};
pub use path::{ExpectedData, PathCountData, PathData};
pub use states::{ClassData, ClassOfState, KernelRow, NextState, StateOutcome, StatesData, StepsData};
pub use waited::WaitedData;

use std::cell::OnceCell;

use schemars::JsonSchema;
use serde::Serialize;

use super::beside::beside;
use super::block::{Block, Cell, Header, Row, Shown, Table, Text};
use super::columns::Columns;
use super::data::{self, Given, Head, OutcomeRow, Probability, Values, documents};
use super::labels::{declared_value, value_label};
use super::left_out::together_note;
use super::{Data, Document, EditionCodes, Records};
use crate::check::model::UseName;
use crate::check::{Kind, Model};
use crate::diagnostic::{Message, Setting};
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::query::chain::{ChainAnswer, ChainAnswered, DecimalAnswer, StateLaw, Subject};
use crate::scenario::{Axes, Mechanic, Scenario};
use crate::value::Value;

/// How an answer about a chain is laid out.
#[derive(Debug, Clone)]
pub struct ChainLayout {
    /// How chances are shown.
    pub shown: Shown,
    /// The caption, where it is not made from the question.
    pub caption: Option<String>,
    /// Of one use: the state after it, in place of what comes out.
    pub next_states: bool,
    /// The marks of editions on a wiki.
    pub codes: EditionCodes,
    /// Whether long laws are listed too, beside what sums them up.
    pub list: bool,
    /// How a setting is written in advice.
    pub setting: fn(Setting) -> String,
}

impl Default for ChainLayout {
    fn default() -> Self {
        ChainLayout {
            shown: Shown::Percent,
            caption: None,
            next_states: false,
            codes: EditionCodes::default(),
            list: false,
            setting: |setting| setting.name().to_owned(),
        }
    }
}

/// A law of so many rows, which a screen holds, is listed without being asked for.
const SHORT: usize = 25;

/// What every answer about a chain begins with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChainHead<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// Rules and inputs; along a path the inputs that all uses share.
    #[serde(flatten)]
    pub given: Given,
    /// The states before the first use.
    pub start: Values,
    /// What one use is called and what several are, where the mechanic says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_name: Option<UseNameData<'a>>,
    /// What was asked: `states`, `step`, `after`, `stationary`, `hit`, `count`, `path`, `percentile`
    /// or `waited`.
    pub question: &'static str,
}

/// What one use is called, and several.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UseNameData<'a> {
    /// One, such as `card`.
    pub one: &'a str,
    /// Several, such as `cards`.
    pub many: &'a str,
}

impl<'a> UseNameData<'a> {
    /// What the mechanic says; nothing where it says nothing.
    pub(in crate::document) fn new(model: &'a Model) -> Option<UseNameData<'a>> {
        let UseName { one, many } = &model.use_name;
        (model.use_name != UseName::default()).then_some(UseNameData { one, many })
    }
}

/// A state and its probability.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StateRow {
    /// The state.
    pub state: Values,
    /// Its probability, exactly and as a decimal.
    #[serde(flatten)]
    pub probability: Probability,
}

/// Answers to the same question about a chain under several scenarios: kind `chain`.
#[derive(Serialize, JsonSchema)]
pub struct ChainsData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// A document of this kind for each scenario.
    #[schemars(schema_with = "documents")]
    pub answers: Vec<Data<'a>>,
}

/// An answer about a chain, or several to the same question.
#[derive(Debug, Clone)]
pub struct ChainDocument<'a> {
    mechanic: &'a Mechanic,
    answered: &'a [ChainAnswered],
    axes: &'a Axes,
    scenarios: Vec<Scenario>,
    layout: ChainLayout,
    law_rows: OnceCell<usize>,
}

/// The shapes of one answer.
trait Part {
    /// How many rows the law has that [`Frame::lists`] decides about.
    fn law_rows(&self) -> usize {
        0
    }
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>>;
    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a>;
    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a>;
}

/// What all answers say alike.
#[derive(Debug, Clone, Copy)]
struct Frame<'a> {
    mechanic: &'a Mechanic,
    /// All scenarios, and what they differ in.
    scenarios: &'a [Scenario],
    axes: &'a Axes,
    /// Which of them this is about.
    index: usize,
    start: &'a [Value],
    layout: &'a ChainLayout,
    /// Whether captions say where the states begin.
    says_start: bool,
    /// Whether laws are listed.
    lists: bool,
}

impl<'a> ChainDocument<'a> {
    /// The document of answers to one question under scenarios that differ along some axes; never none.
    #[must_use]
    pub fn new(
        mechanic: &'a Mechanic,
        answered: &'a [ChainAnswered],
        axes: &'a Axes,
        layout: ChainLayout,
    ) -> ChainDocument<'a> {
        let scenarios = answered.iter().map(|answered| answered.scenario.clone()).collect();
        ChainDocument { mechanic, answered, axes, scenarios, layout, law_rows: OnceCell::new() }
    }

    fn part(&self, index: usize) -> &dyn Part {
        match &self.answered[index].answer {
            ChainAnswer::States(states) => states,
            ChainAnswer::Steps(steps) => steps,
            ChainAnswer::After(after) => after,
            ChainAnswer::LongRun(long_run) => long_run,
            ChainAnswer::FirstHit(hit) => hit,
            ChainAnswer::Counts(counts) => counts,
            ChainAnswer::Path(path) => path,
            ChainAnswer::Percentile(percentile) => percentile,
            ChainAnswer::Waited(waited) => waited,
            ChainAnswer::Decimals(decimals) => decimals,
        }
    }

    fn frame(&self, index: usize) -> Frame<'_> {
        let answered = &self.answered[index];
        // What is said of a chain as a whole is the same wherever it begins.
        let whole = match &answered.answer {
            ChainAnswer::States(_) | ChainAnswer::Steps(_) | ChainAnswer::LongRun(_) => true,
            ChainAnswer::Decimals(decimals) => matches!(decimals.answer, DecimalAnswer::LongRun(_)),
            _ => false,
        };
        let one_start = self.answered.iter().all(|other| other.start == answered.start);
        let says_start = one_start && (!whole || answered.scenario.states.iter().any(Option::is_some));
        Frame {
            mechanic: self.mechanic,
            scenarios: &self.scenarios,
            axes: self.axes,
            index,
            start: &answered.start,
            layout: &self.layout,
            says_start,
            lists: true,
        }
    }

    /// How many rows the longest law has that may be left out. Counting them may take as long as making them.
    fn law_rows(&self) -> usize {
        let rows = || (0..self.answered.len()).map(|index| self.part(index).law_rows()).max().unwrap_or(0);
        *self.law_rows.get_or_init(rows)
    }

    /// Whether laws are listed for people; data have them always.
    fn lists(&self) -> bool {
        self.layout.list || self.law_rows() <= SHORT
    }

    /// That laws are left out, and how they are had.
    fn left_out(&self) -> Option<Block<'_>> {
        let advice = || {
            let words = Message::from(format!("Left out: a table of {} rows; ", self.law_rows()));
            words.typed(Setting::List, "").words(" shows it.").worded(&self.layout.setting)
        };
        (!self.lists()).then(|| Block::Aside(Text::plain(advice())))
    }

    fn blocks_of(&self, index: usize) -> Vec<Block<'_>> {
        self.part(index).blocks(Frame { lists: self.lists(), ..self.frame(index) })
    }

    /// The rows of all tables of an answer.
    fn rows(&self, index: usize) -> Vec<Row> {
        let blocks = self.blocks_of(index);
        let tables = blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        tables.flat_map(|table| table.rows.iter()).collect()
    }

    /// All answers beside each other.
    fn beside(&self) -> Vec<Block<'_>> {
        let rows: Vec<Vec<Row>> = (0..self.answered.len()).map(|index| self.rows(index)).collect();
        let columns = self.frame(0).columns(false);
        let columns = columns.together(&self.layout.codes, |one, other| rows[one] == rows[other]);
        let places = columns.places(&columns.along(), false).into_iter();
        let mut blocks = beside(places.map(|place| (place.labels, self.blocks_of(place.offset))).collect());
        blocks.extend(together_note(&columns));
        blocks
    }
}

impl Document for ChainDocument<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = if self.answered.len() == 1 { self.blocks_of(0) } else { self.beside() };
        blocks.extend(self.left_out());
        let Some(caption) = &self.layout.caption else { return blocks };
        let alone = blocks.iter().filter(|block| matches!(block, Block::Table(_))).count() == 1;
        for block in &mut blocks {
            if let Block::Table(table) = block {
                let own = std::mem::take(&mut table.caption);
                let given = Text::raw(caption);
                table.caption = if alone { given } else { given.and(": ").join(own) };
            }
        }
        blocks
    }

    fn data(&self) -> Data<'_> {
        if self.answered.len() == 1 {
            return self.part(0).data(self.frame(0));
        }
        let answers = (0..self.answered.len()).map(|index| self.part(index).data(self.frame(index)));
        let mechanic = &self.mechanic.model.path;
        Box::new(ChainsData { head: Head::new("chain"), mechanic, answers: answers.collect() })
    }

    fn records(&self) -> Records<'_> {
        let records = |index: usize| self.part(index).records(self.frame(index));
        if self.answered.len() == 1 {
            return records(0);
        }
        let columns = self.frame(0).columns(false);
        let header = records(0).next().unwrap_or_default();
        let header = columns.key_names().into_iter().chain(header).collect();
        let own = move |index: usize| {
            let key = columns.key(index);
            records(index).skip(1).map(move |record| key.iter().cloned().chain(record).collect())
        };
        Box::new(std::iter::once(header).chain((0..self.answered.len()).flat_map(own)))
    }

    fn subject(&self) -> String {
        let frame = self.frame(0);
        frame.columns(self.answered.len() == 1 || frame.says_start).subject()
    }
}

impl<'a> Frame<'a> {
    fn columns(&self, says_start: bool) -> Columns<'a> {
        let start = says_start && !self.mechanic.model.states.is_empty();
        Columns::new(self.mechanic, self.scenarios, self.axes, start.then_some(self.start))
    }

    fn head(&self, question: &'static str) -> ChainHead<'a> {
        ChainHead {
            head: Head::new("chain"),
            mechanic: &self.mechanic.model.path,
            given: self.columns(false).data(self.index),
            start: self.state(self.start),
            use_name: UseNameData::new(&self.mechanic.model),
            question,
        }
    }

    /// What one use is called.
    fn use_name(&self) -> &'a UseName {
        &self.mechanic.model.use_name
    }

    /// `Card rarity roll: TITLE (Slay the Spire; Elite; from Offset −10)`
    fn caption(&self, title: impl Into<String>) -> Text {
        let title: String = title.into();
        // A caption of one's own stands before the title, so the mechanic need not.
        let title = match self.layout.caption {
            Some(_) => title,
            None => format!("{}: {title}", self.mechanic.model.label),
        };
        self.columns(self.says_start).caption(title)
    }

    fn chance(&self, mass: &Rational) -> Cell {
        Cell::Probability(mass.clone(), self.layout.shown)
    }

    /// The chances of a law of the state, for people.
    fn chances<'v>(&self, law: &'v StateLaw) -> impl Iterator<Item = (&'v [Value], Cell)> {
        law.iter().map(|(state, mass)| (state, self.chance(mass)))
    }

    fn value_text(&self, kind: Kind, value: &Value) -> String {
        self.mechanic.model.value_text(kind, value)
    }

    /// As in JSON and CSV.
    fn name(&self, subject: &'a Subject) -> &'a str {
        match subject {
            Subject::Field(field) => &self.mechanic.model[*field].name,
            Subject::Expression(text, _) => text,
        }
    }

    /// As for people.
    fn label(&self, subject: &'a Subject) -> &'a str {
        match subject {
            Subject::Field(field) => &self.mechanic.model[*field].label,
            Subject::Expression(text, _) => text,
        }
    }

    fn value_label(&self, subject: &Subject, value: &Value) -> Text {
        let model = &self.mechanic.model;
        match subject {
            Subject::Field(field) => declared_value(model, &model[*field], value),
            Subject::Expression(_, kind) => value_label(model, *kind, value),
        }
    }

    /// The law of a subject as a table, ascending as the law is.
    fn law_table<'v>(
        &self,
        title: &str,
        subject: &'a Subject,
        law: impl Iterator<Item = (&'v Value, Cell)>,
    ) -> Table<'a> {
        let label = self.label(subject);
        let row = |(value, chance)| Row::new(self.value_label(subject, value), [chance]);
        Table {
            caption: self.caption(format!("{label} {title}")),
            header: vec![Header::words(label), Header::numbers("Chance")],
            rows: law.map(row).collect(),
        }
    }

    /// The law of a subject as rows of data.
    fn outcome_rows(
        self,
        subject: &'a Subject,
        law: &'a Pmf<Value>,
    ) -> impl Iterator<Item = OutcomeRow> + use<'a> {
        let kind = subject.kind(self.mechanic);
        law.iter().map(move |(value, mass)| {
            let outcome = Values::from([(self.name(subject).to_owned(), self.value_text(kind, value))]);
            OutcomeRow::new(outcome, mass)
        })
    }

    /// The law of a subject as records: what it is of, the value, exactly and as a decimal.
    fn outcome_records(
        self,
        subject: &'a Subject,
        law: &'a Pmf<Value>,
    ) -> impl Iterator<Item = Vec<String>> + use<'a> {
        let kind = subject.kind(self.mechanic);
        law.iter().map(move |(value, mass)| {
            let value = self.value_text(kind, value);
            vec![self.name(subject).to_owned(), value, mass.to_string(), decimal::plain(mass)]
        })
    }

    /// The law of the state; `when` says of which. Nothing where it is left out.
    fn state_table<'v>(
        &self,
        when: &str,
        law: impl Iterator<Item = (&'v [Value], Cell)>,
    ) -> Option<Block<'a>> {
        if self.mechanic.model.states.is_empty() || !self.lists {
            return None;
        }
        let row = |(state, chance)| Row::new(self.state_label(state), [chance]);
        let header = self.state_header();
        Some(Block::Table(Table {
            caption: self.caption(format!("{} {when}", header.to_lowercase())),
            header: vec![Header::words(header), Header::numbers("Chance")],
            rows: law.map(row).collect(),
        }))
    }

    fn state_rows(self, law: &'a StateLaw) -> impl Iterator<Item = StateRow> + use<'a> {
        law.iter().map(move |(state, mass)| StateRow { state: self.state(state), probability: mass.into() })
    }

    fn state_records(self, law: &'a StateLaw) -> impl Iterator<Item = Vec<String>> + use<'a> {
        law.iter().map(move |(state, mass)| {
            let (names, values) = (self.state_names().join(" "), self.state_texts(state).join(" "));
            vec![names, values, mass.to_string(), decimal::plain(mass)]
        })
    }

    /// The states by name.
    fn state(&self, values: &[Value]) -> Values {
        data::state(self.mechanic, values)
    }

    /// The values of a state as a person would type them.
    fn state_texts(&self, values: &[Value]) -> Vec<String> {
        let states = self.mechanic.model.states.iter().zip(values);
        states.map(|(state, value)| self.value_text(state.declaration.kind, value)).collect()
    }

    /// The names of the states.
    fn state_names(&self) -> Vec<String> {
        self.mechanic.model.states.iter().map(|state| state.declaration.name.clone()).collect()
    }

    /// A state as people read it: `5`, or `Offset 5, Streak 2` where there are several variables.
    fn state_label(&self, values: &[Value]) -> Text {
        let model = &self.mechanic.model;
        let part = |(state, value): (&crate::check::model::State, &Value)| {
            let declaration = &state.declaration;
            let value = declared_value(model, declaration, value);
            if values.len() == 1 {
                return value;
            }
            Text::plain(format!("{} ", declaration.label)).join(value)
        };
        match values {
            [] => Text::plain("always"),
            _ => Text::list(model.states.iter().zip(values).map(part), ", "),
        }
    }

    /// What the states are called: `Offset`.
    fn state_header(&self) -> &'a str {
        match self.mechanic.model.states.as_slice() {
            [only] => &only.declaration.label,
            _ => "State",
        }
    }
}

/// A record of words.
fn texts(record: &[&str]) -> Vec<String> {
    record.iter().map(|text| (*text).to_owned()).collect()
}
