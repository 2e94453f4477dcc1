//! Answers in decimals of which every digit is proven.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Row, Stream, Text};
use super::super::data::{Fraction, Values};
use super::super::{Data, Records};
use super::after::{LONG_RUN, circle, titles};
use super::decimal_count::{
    count_blocks, count_data, count_records, percentile_blocks, percentile_data, percentile_records,
};
use super::first_hit::{
    GoalsData, QuantileData, found_data, found_rows, found_text, law_table, measure_table, modes,
};
use super::{ChainHead, Frame, Part, texts};
use crate::exact::Proven;
use crate::query::chain::{DecimalAnswer, DecimalHit, DecimalLaws, Decimals, Subject};
use crate::value::Value;

/// One end of an interval, exactly: a decimal, with a power of ten where it begins far from the point.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct EndData(#[schemars(regex(pattern = r"^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$"))] pub String);

/// A number that lies between two decimals.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProvenData {
    /// It is no less than this.
    pub low: EndData,
    /// It is no greater than this.
    pub high: EndData,
    /// The number with as many significant digits as were asked for, to the nearest; null where they are not proven.
    pub decimal: Option<EndData>,
}

/// The law after some uses in decimals: question `after`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalAfterData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many significant digits were asked for.
    pub decimals: usize,
    /// How many uses.
    pub uses: u64,
    /// The law of the state after them.
    pub states: Stream<'a, DecimalStateRow>,
    /// The law of what the last use gives; empty where there is none.
    pub rows: Stream<'a, DecimalOutcomeRow>,
}

/// The law in the long run in decimals: question `stationary`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalLongRunData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many significant digits were asked for.
    pub decimals: usize,
    /// The period of the chain; where it is more than 1, the numbers are shares of all uses.
    pub period: u64,
    /// The law of the state.
    pub states: Stream<'a, DecimalStateRow>,
    /// The law of what uses give.
    pub rows: Stream<'a, DecimalOutcomeRow>,
}

/// How many uses until an event first happens, in decimals: question `hit`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalHitData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many significant digits were asked for.
    pub decimals: usize,
    /// What is waited for.
    #[serde(flatten)]
    pub goals: GoalsData<'a>,
    /// The mean; null where it may never happen, or where that was not found.
    pub mean: Option<ProvenData>,
    /// The variance; null where it may never happen, or where that was not found.
    pub variance: Option<ProvenData>,
    /// The probability that it ever happens.
    pub ever: ProvenData,
    /// The use within which half of all runs have had it; null where it was not found, or there is none.
    pub median: Option<String>,
    /// The most probable uses, with commas between them; null where they were not found.
    pub mode: Option<String>,
    /// The quantiles that were asked for.
    pub quantiles: Vec<QuantileData>,
    /// The chances that were asked for that it has not happened yet.
    pub not_yet: Vec<DecimalNotYetData>,
    /// The law: as far as was asked for, or up to the 99th percentile.
    pub rows: Stream<'a, DecimalOutcomeRow>,
}

/// A state and its probability.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalStateRow {
    /// The state.
    pub state: Values,
    /// Its probability.
    #[serde(flatten)]
    pub probability: ProvenData,
}

/// An outcome and its probability.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalOutcomeRow {
    /// The outcome.
    pub outcome: Values,
    /// Its probability.
    #[serde(flatten)]
    pub probability: ProvenData,
}

/// The chance that it has not happened yet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalNotYetData {
    /// After so many uses.
    pub uses: String,
    /// Its probability.
    #[serde(flatten)]
    pub probability: ProvenData,
}

impl From<&Proven> for ProvenData {
    fn from(number: &Proven) -> ProvenData {
        let end = |end: &dyn std::fmt::Display| EndData(end.to_string());
        let decimal = number.is_settled().then(|| end(number));
        ProvenData { low: end(&number.low().in_full()), high: end(&number.high().in_full()), decimal }
    }
}

impl Part for Decimals {
    fn law_rows(&self) -> usize {
        match &self.answer {
            DecimalAnswer::After(laws) | DecimalAnswer::LongRun(laws) => laws.states.len(),
            DecimalAnswer::FirstHit(hit) if hit.asked => 0,
            DecimalAnswer::FirstHit(hit) => hit.rows.len(),
            DecimalAnswer::Counts(counts) => counts.rows.len(),
            DecimalAnswer::Percentile(_) => 0,
        }
    }

    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let mut blocks = match &self.answer {
            DecimalAnswer::After(laws) => {
                let (last, after) = titles(frame, laws.number);
                tables(laws, frame, &last, &after)
            }
            DecimalAnswer::LongRun(laws) => {
                let mut blocks = tables(laws, frame, LONG_RUN, LONG_RUN);
                if laws.number > 1 {
                    blocks.push(circle(frame, laws.number));
                }
                blocks
            }
            DecimalAnswer::FirstHit(hit) => hit_tables(hit, frame),
            DecimalAnswer::Counts(counts) => count_blocks(counts, frame),
            DecimalAnswer::Percentile(percentile) => percentile_blocks(percentile, frame),
        };
        let digits = match self.digits {
            1 => "one significant digit".to_owned(),
            digits => format!("{digits} significant digits"),
        };
        let less = "; where fewer are, it lies between the two numbers given, and ? is not decided";
        let less = if self.settled { "" } else { less };
        blocks.push(Block::paragraph(format!("Every digit is proven, to {digits}{less}.")));
        blocks
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        let decimals = self.digits;
        match &self.answer {
            DecimalAnswer::After(laws) => Box::new(DecimalAfterData {
                head: frame.head("after"),
                decimals,
                uses: laws.number,
                states: state_rows(laws, frame),
                rows: outcome_rows(laws, frame),
            }),
            DecimalAnswer::LongRun(laws) => Box::new(DecimalLongRunData {
                head: frame.head("stationary"),
                decimals,
                period: laws.number,
                states: state_rows(laws, frame),
                rows: outcome_rows(laws, frame),
            }),
            DecimalAnswer::FirstHit(hit) => Box::new(hit_data(hit, decimals, frame)),
            DecimalAnswer::Counts(counts) => Box::new(count_data(counts, decimals, frame)),
            DecimalAnswer::Percentile(percentile) => Box::new(percentile_data(percentile, decimals, frame)),
        }
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        match &self.answer {
            DecimalAnswer::After(laws) | DecimalAnswer::LongRun(laws) => {
                let header = texts(&["of", "value", "low", "high", "decimal"]);
                let outcome = move |(subject, law): &'a (Subject, Vec<(Value, Proven)>)| {
                    let kind = subject.kind(frame.mechanic);
                    law.iter().map(move |(value, number)| {
                        record([frame.name(subject), &frame.value_text(kind, value)], number)
                    })
                };
                let state = move |(state, number): &'a (Vec<Value>, Proven)| {
                    let (names, values) = (frame.state_names().join(" "), frame.state_texts(state).join(" "));
                    record([&names, &values], number)
                };
                let rows = laws.outcomes.iter().flat_map(outcome).chain(laws.states.iter().map(state));
                Box::new(std::iter::once(header).chain(rows))
            }
            DecimalAnswer::FirstHit(hit) => Box::new(hit_records(hit).into_iter()),
            DecimalAnswer::Counts(counts) => Box::new(count_records(counts).into_iter()),
            DecimalAnswer::Percentile(percentile) => Box::new(percentile_records(percentile).into_iter()),
        }
    }
}

/// A chance for people.
pub(super) fn chance(frame: Frame<'_>, number: &Proven) -> Cell {
    Cell::ProvenProbability(number.clone(), frame.layout.shown)
}

/// A table for each law, and one for the state.
fn tables<'a>(laws: &'a DecimalLaws, frame: Frame<'a>, of: &str, when: &str) -> Vec<Block<'a>> {
    let table = |(subject, law): &'a (Subject, Vec<(Value, Proven)>)| {
        let law = law.iter().map(|(value, number)| (value, chance(frame, number)));
        Block::Table(frame.law_table(of, subject, law))
    };
    let states = laws.states.iter().map(|(state, number)| (state.as_slice(), chance(frame, number)));
    laws.outcomes.iter().map(table).chain(frame.state_table(when, states)).collect()
}

fn state_rows<'a>(laws: &'a DecimalLaws, frame: Frame<'a>) -> Stream<'a, DecimalStateRow> {
    let row = move |(state, number): &'a (Vec<Value>, Proven)| DecimalStateRow {
        state: frame.state(state),
        probability: number.into(),
    };
    Stream::new(move || laws.states.iter().map(row))
}

fn outcome_rows<'a>(laws: &'a DecimalLaws, frame: Frame<'a>) -> Stream<'a, DecimalOutcomeRow> {
    let of_law = move |(subject, law): &'a (Subject, Vec<(Value, Proven)>)| {
        let kind = subject.kind(frame.mechanic);
        law.iter().map(move |(value, number)| DecimalOutcomeRow {
            outcome: Values::from([(frame.name(subject).to_owned(), frame.value_text(kind, value))]),
            probability: number.into(),
        })
    };
    Stream::new(move || laws.outcomes.iter().flat_map(of_law))
}

/// A record: two words, the ends, and the digits.
pub(super) fn record(words: [&str; 2], number: &Proven) -> Vec<String> {
    let ProvenData { low, high, decimal } = number.into();
    let [first, second] = words.map(str::to_owned);
    vec![first, second, low.0, high.0, decimal.map(|decimal| decimal.0).unwrap_or_default()]
}

fn hit_tables<'a>(hit: &'a DecimalHit, frame: Frame<'a>) -> Vec<Block<'a>> {
    let mut rows = match &hit.moments {
        Some((mean, variance)) => vec![
            Row::new("Mean", [Cell::Proven(mean.clone())]),
            Row::new("Variance", [Cell::Proven(variance.clone())]),
            Row::new("Standard deviation", [Cell::Proven(variance.square_root())]),
        ],
        None if hit.certain => vec![Row::words("Mean", ["?"])],
        None => vec![Row::new("Ever", [chance(frame, &hit.ever)]), Row::words("Mean", ["\u{221e}"])],
    };
    let text = |found: Option<_>| found.map_or_else(|| "?".to_owned(), found_text);
    let quantiles: Vec<_> = hit.quantiles.iter().map(|(level, found)| (level, text(*found))).collect();
    rows.extend(found_rows(&text(hit.median), modes(hit.modes.as_ref(), ", "), &quantiles));
    let not_yet = hit.not_yet.iter();
    rows.extend(not_yet.map(|(uses, left)| Row::new(format!("Not yet after {uses}"), [chance(frame, left)])));
    let mut blocks = vec![measure_table(frame, &hit.goals, rows)];
    if !hit.rows.is_empty() && (frame.lists || hit.asked) {
        let row = move |(uses, row): (u64, &'a [Proven; 3])| {
            Row::new(Text::plain(uses.to_string()), row.iter().map(|number| chance(frame, number)))
        };
        blocks.push(law_table(frame, &hit.goals, Stream::new(move || (1..).zip(&hit.rows).map(row))));
    }
    blocks
}

fn hit_data<'a>(hit: &'a DecimalHit, decimals: usize, frame: Frame<'a>) -> DecimalHitData<'a> {
    let moments = hit.moments.as_ref();
    let quantile = |(level, found): &(_, Option<_>)| QuantileData {
        level: Fraction::from(level),
        uses: found.and_then(found_data),
    };
    let not_yet =
        |(uses, left): &(u64, Proven)| DecimalNotYetData { uses: uses.to_string(), probability: left.into() };
    let row = |(uses, [at, ..]): (u64, &[Proven; 3])| DecimalOutcomeRow {
        outcome: Values::from([("uses".to_owned(), uses.to_string())]),
        probability: at.into(),
    };
    DecimalHitData {
        head: frame.head("hit"),
        decimals,
        goals: (&hit.goals).into(),
        mean: moments.map(|(mean, _)| mean.into()),
        variance: moments.map(|(_, variance)| variance.into()),
        ever: (&hit.ever).into(),
        median: hit.median.and_then(found_data),
        mode: modes(hit.modes.as_ref(), ","),
        quantiles: hit.quantiles.iter().map(quantile).collect(),
        not_yet: hit.not_yet.iter().map(not_yet).collect(),
        rows: Stream::new(move || (1..).zip(&hit.rows).map(row)),
    }
}

fn hit_records(hit: &DecimalHit) -> Vec<Vec<String>> {
    // What is found in whole uses is found exactly.
    let words = |name: &str, at: &str, value: &str| texts(&[name, at, value, value, value]);
    let text = |found: Option<_>| found.and_then(found_data).unwrap_or_default();
    let mut records =
        vec![texts(&["measure", "at", "low", "high", "decimal"]), record(["ever", ""], &hit.ever)];
    if let Some((mean, variance)) = &hit.moments {
        records.push(record(["mean", ""], mean));
        records.push(record(["variance", ""], variance));
    }
    records.push(words("median", "", &text(hit.median)));
    records.push(words("mode", "", &modes(hit.modes.as_ref(), ",").unwrap_or_default()));
    for (level, found) in &hit.quantiles {
        records.push(words("quantile", &level.to_string(), &text(*found)));
    }
    records.extend(hit.not_yet.iter().map(|(uses, left)| record(["not yet", &uses.to_string()], left)));
    records.extend((1_u64..).zip(&hit.rows).map(|(uses, [at, ..])| record(["first", &uses.to_string()], at)));
    records
}
