//! What to expect along a path of uses.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Stream, Table, Text};
use super::super::data::{Decimal, Fraction, OutcomeRow, Values};
use super::super::{Data, Records};
use super::count::{self, MomentsData, path_inputs};
use super::{ChainHead, Frame, Part, StateRow, texts, uses};
use crate::check::Kind;
use crate::exact::decimal;
use crate::query::chain::{Counts, Expected, PathAnswer, Subject};

/// What to expect along a path of uses: question `path`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PathData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// The inputs of each use.
    pub path: Vec<Values>,
    /// What is to be expected of each outcome.
    pub expected: Vec<ExpectedData<'a>>,
    /// The laws of what is counted.
    pub counts: Vec<PathCountData<'a>>,
    /// The law of the state after the last use.
    pub states: Stream<'a, StateRow>,
}

/// What is to be expected of an outcome over all uses.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExpectedData<'a> {
    /// The outcome or expression.
    pub of: &'a str,
    /// Its value; left out where the numbers of all uses are summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// In how many uses it is to be expected, or the mean of the sum.
    pub expected: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
}

/// The law of a count along a path.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PathCountData<'a> {
    /// What is counted, as typed.
    pub event: &'a str,
    /// Mean, variance, median and mode.
    #[serde(flatten)]
    pub moments: MomentsData,
    /// The law.
    pub rows: Stream<'a, OutcomeRow>,
}

/// What is to be expected, each with its subject.
fn expected(path: &PathAnswer) -> impl Iterator<Item = (&Subject, &Expected)> {
    path.expected.iter().flat_map(|(subject, all)| all.iter().map(move |own| (subject, own)))
}

fn expected_table<'a>(path: &'a PathAnswer, frame: Frame<'a>) -> Block<'a> {
    let several = path.expected.len() > 1;
    let row = move |(subject, expected): (&'a Subject, &'a Expected)| {
        let label = frame.label(subject);
        let label = match &expected.value {
            None => Text::plain(label),
            Some(_) if subject.kind(frame.mechanic) == Kind::Flag => Text::plain(label),
            Some(value) => {
                let value = frame.value_label(subject, value);
                if several { Text::plain(format!("{label}: ")).join(value) } else { value }
            }
        };
        Row::new(label, [Cell::Number(expected.number.clone())])
    };
    Block::Table(Table {
        caption: frame.caption(format!("expected over {}", uses::described(&path.path, frame))),
        header: vec![Header::words("Outcome"), Header::numbers("Expected")],
        rows: expected(path).map(row).collect(),
    })
}

fn value_text(subject: &Subject, expected: &Expected, frame: Frame<'_>) -> Option<String> {
    expected.value.as_ref().map(|value| frame.value_text(subject.kind(frame.mechanic), value))
}

impl Part for PathAnswer {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let counts = self.counts.iter().map(|counts| count::table(counts, frame));
        let states = frame.state_table("at the end of the path", frame.chances(&self.states));
        std::iter::once(expected_table(self, frame)).chain(counts).chain(states).collect()
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        let expected_data = |(subject, expected): (&'a Subject, &'a Expected)| ExpectedData {
            of: frame.name(subject),
            value: value_text(subject, expected, frame),
            expected: (&expected.number).into(),
            decimal: (&expected.number).into(),
        };
        let count = |counts: &'a Counts| PathCountData {
            event: &counts.event,
            moments: counts.into(),
            rows: count::rows(counts),
        };
        Box::new(PathData {
            head: frame.head("path"),
            path: path_inputs(&self.path, frame),
            expected: expected(self).map(expected_data).collect(),
            counts: self.counts.iter().map(count).collect(),
            states: Stream::new(move || frame.state_rows(&self.states)),
        })
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        let header = texts(&["of", "value", "expected", "decimal"]);
        let record = move |(subject, expected): (&'a Subject, &'a Expected)| {
            let value = value_text(subject, expected, frame).unwrap_or_default();
            let number = &expected.number;
            vec![frame.name(subject).to_owned(), value, number.to_string(), decimal::plain(number)]
        };
        let records = expected(self).map(record).chain(frame.state_records(&self.states));
        Box::new(std::iter::once(header).chain(records))
    }
}
