//! Where a chain is after some uses, and in the long run.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Stream};
use super::super::data::OutcomeRow;
use super::super::{Data, Records};
use super::{ChainHead, Frame, Part, StateRow, texts};
use crate::prob::Pmf;
use crate::query::chain::{After, LongRun, StateLaw, Subject};
use crate::value::Value;

/// The law after some uses: question `after`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AfterData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many uses.
    pub uses: u64,
    /// The law of the state after them.
    pub states: Stream<'a, StateRow>,
    /// The law of what the last use gives; empty where there is none.
    pub rows: Stream<'a, OutcomeRow>,
}

/// The law in the long run: question `stationary`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LongRunData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// The period of the chain; where it is more than 1, the numbers are shares of all uses.
    pub period: u64,
    /// The law of the state.
    pub states: Stream<'a, StateRow>,
    /// The law of what uses give.
    pub rows: Stream<'a, OutcomeRow>,
}

type Laws = [(Subject, Pmf<Value>)];

/// Whether expressions are asked about: then nobody asked for the whole state.
fn is_about_expressions(outcomes: &Laws) -> bool {
    outcomes.iter().any(|(subject, _)| matches!(subject, Subject::Expression(..)))
}

/// A table for each law, and one for the state, unless expressions are asked about.
fn tables<'a>(frame: Frame<'a>, outcomes: (&'a Laws, &str), states: (&'a StateLaw, &str)) -> Vec<Block<'a>> {
    let table = |(subject, law): &'a (Subject, Pmf<Value>)| {
        let law = law.iter().map(|(value, mass)| (value, frame.chance(mass)));
        Block::Table(frame.law_table(outcomes.1, subject, law))
    };
    let mut blocks: Vec<_> = outcomes.0.iter().map(table).collect();
    if !is_about_expressions(outcomes.0) {
        blocks.extend(frame.state_table(states.1, frame.chances(states.0)));
    }
    blocks
}

fn rows<'a>(frame: Frame<'a>, outcomes: &'a Laws) -> Stream<'a, OutcomeRow> {
    let of_law = move |(subject, law): &'a (Subject, Pmf<Value>)| frame.outcome_rows(subject, law);
    Stream::new(move || outcomes.iter().flat_map(of_law))
}

fn records<'a>(frame: Frame<'a>, outcomes: &'a Laws, states: &'a StateLaw) -> Records<'a> {
    let header = texts(&["of", "value", "probability", "decimal"]);
    let of_law = move |(subject, law): &'a (Subject, Pmf<Value>)| frame.outcome_records(subject, law);
    let records = outcomes.iter().flat_map(of_law).chain(frame.state_records(states));
    Box::new(std::iter::once(header).chain(records))
}

/// What the tables after some uses are about: the last use, and the state after it.
pub(super) fn titles(frame: Frame<'_>, uses: u64) -> (String, String) {
    let name = frame.use_name();
    (format!("of {} {uses}", name.one), format!("after {}", name.counted(uses)))
}

/// What tables about the long run are about.
pub(super) const LONG_RUN: &str = "in the long run";

/// That a chain runs in a circle of so many uses.
pub(super) fn circle(frame: Frame<'_>, period: u64) -> Block<'_> {
    Block::paragraph(format!(
        "The chain runs in a circle of {}: these are shares of all {}, and not the chances after one number of them.",
        frame.use_name().counted(period),
        frame.use_name().many
    ))
}

impl Part for After {
    fn law_rows(&self) -> usize {
        if is_about_expressions(&self.outcomes) { 0 } else { self.states.iter().count() }
    }

    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let (last, after) = titles(frame, self.uses);
        tables(frame, (&self.outcomes, &last), (&self.states, &after))
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        Box::new(AfterData {
            head: frame.head("after"),
            uses: self.uses,
            states: Stream::new(move || frame.state_rows(&self.states)),
            rows: rows(frame, &self.outcomes),
        })
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        records(frame, &self.outcomes, &self.states)
    }
}

impl Part for LongRun {
    fn law_rows(&self) -> usize {
        if is_about_expressions(&self.outcomes) { 0 } else { self.states.iter().count() }
    }

    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let mut blocks = tables(frame, (&self.outcomes, LONG_RUN), (&self.states, LONG_RUN));
        if self.period > 1 {
            blocks.push(circle(frame, self.period));
        }
        blocks
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        Box::new(LongRunData {
            head: frame.head("stationary"),
            period: self.period,
            states: Stream::new(move || frame.state_rows(&self.states)),
            rows: rows(frame, &self.outcomes),
        })
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        records(frame, &self.outcomes, &self.states)
    }
}
