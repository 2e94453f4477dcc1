//! Counts in decimals of which every digit is proven.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Stream, Table};
use super::super::data::Values;
use super::count::{OverData, count_table, shares, title};
use super::decimals::{DecimalOutcomeRow, EndData, ProvenData, chance, record};
use super::{ChainHead, Frame, texts};
use crate::exact::Proven;
use crate::query::chain::{DecimalCounts, DecimalPercentile};

/// How often something happens, in decimals: question `count`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalCountData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many significant digits were asked for.
    pub decimals: usize,
    /// What is counted, as typed.
    pub event: &'a str,
    /// Over which uses.
    #[serde(flatten)]
    pub over: OverData,
    /// The mean.
    pub mean: ProvenData,
    /// The variance.
    pub variance: ProvenData,
    /// The median; of two the lesser; null where it is not decided.
    pub median: Option<String>,
    /// The most probable count; null where it is not decided.
    pub mode: Option<String>,
    /// The counts from the first to the last of which all digits are proven; all that were found where of none
    /// all are.
    pub rows: Stream<'a, DecimalOutcomeRow>,
    /// No count between these that is not among them is more probable than this.
    pub unlisted: EndData,
    /// All counts below the first of these; null where there are none.
    pub fewer: Option<RestData>,
    /// All counts above the last of these; null where there are none.
    pub more: Option<RestData>,
}

/// The counts below or above one, all together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RestData {
    /// The count that is not among them.
    pub than: String,
    /// The probability of all of them is no less than this.
    pub low: EndData,
    /// The probability of all of them is no greater than this.
    pub high: EndData,
}

/// Where a count stands among all runs, in decimals: question `percentile`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecimalPercentileData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// How many significant digits were asked for.
    pub decimals: usize,
    /// What is counted, as typed.
    pub event: &'a str,
    /// Over which uses.
    #[serde(flatten)]
    pub over: OverData,
    /// What was seen.
    pub seen: i64,
    /// The share of runs with fewer.
    pub fewer: ProvenData,
    /// The share of runs with exactly as many.
    pub exactly: ProvenData,
    /// The share of runs with more.
    pub more: ProvenData,
    /// The share of runs with as many or fewer.
    pub at_most: ProvenData,
    /// The share of runs with as many or more.
    pub at_least: ProvenData,
    /// The mean.
    pub mean: ProvenData,
}

pub(super) fn count_blocks<'a>(counts: &'a DecimalCounts, frame: Frame<'a>) -> Vec<Block<'a>> {
    let text = |found: Option<i64>| found.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let title = title(&counts.event, &counts.over, frame);
    let measures = Table {
        caption: frame.caption(title.clone()),
        header: vec![Header::words("Measure"), Header::numbers("Value")],
        rows: vec![
            Row::new("Mean", [Cell::Proven(counts.mean.clone())]),
            Row::new("Variance", [Cell::Proven(counts.variance.clone())]),
            Row::new("Standard deviation", [Cell::Proven(counts.variance.square_root())]),
            Row::words("Median", [text(counts.median)]),
            Row::words("Most probable", [text(counts.mode)]),
        ]
        .into(),
    };
    vec![Block::Table(measures), count_table(frame, title, &counts.table, |number| chance(frame, number))]
}

pub(super) fn count_data<'a>(
    counts: &'a DecimalCounts,
    decimals: usize,
    frame: Frame<'a>,
) -> DecimalCountData<'a> {
    let row = |(count, number): &(i64, Proven)| DecimalOutcomeRow {
        outcome: Values::from([("count".to_owned(), count.to_string())]),
        probability: number.into(),
    };
    let rest = |(count, number): &(i64, Proven)| {
        let ProvenData { low, high, .. } = number.into();
        RestData { than: count.to_string(), low, high }
    };
    DecimalCountData {
        head: frame.head("count"),
        decimals,
        event: &counts.event,
        over: OverData::new(&counts.over, frame),
        mean: (&counts.mean).into(),
        variance: (&counts.variance).into(),
        median: counts.median.map(|count| count.to_string()),
        mode: counts.mode.map(|count| count.to_string()),
        rows: Stream::new(move || counts.rows.iter().map(row)),
        unlisted: EndData(counts.unlisted.high().in_full().to_string()),
        fewer: counts.fewer.as_ref().map(rest),
        more: counts.more.as_ref().map(rest),
    }
}

pub(super) fn count_records(counts: &DecimalCounts) -> Vec<Vec<String>> {
    let mut records = vec![texts(&["count", "low", "high", "decimal"])];
    let row = |label: String, number: &Proven| {
        let mut record = record(["", &label], number);
        record.remove(0);
        record
    };
    records.extend(counts.fewer.iter().map(|(count, number)| row(format!("< {count}"), number)));
    records.extend(counts.rows.iter().map(|(count, number)| row(count.to_string(), number)));
    records.extend(counts.more.iter().map(|(count, number)| row(format!("> {count}"), number)));
    records
}

fn named(percentile: &DecimalPercentile) -> [(&'static str, String, &Proven); 5] {
    let DecimalPercentile { fewer, exactly, more, at_most, at_least, .. } = percentile;
    shares(percentile.seen, [fewer, exactly, more, at_most, at_least])
}

pub(super) fn percentile_blocks<'a>(percentile: &'a DecimalPercentile, frame: Frame<'a>) -> Vec<Block<'a>> {
    let share = |(_, label, number): (_, String, &Proven)| Row::new(label, [chance(frame, number)]);
    let mean = Row::new("Mean", [Cell::Proven(percentile.mean.clone())]);
    let title = title(&percentile.event, &percentile.over, frame);
    vec![Block::Table(Table {
        caption: frame.caption(format!("{title}, {} seen", percentile.seen)),
        header: vec![Header::words("Of all runs"), Header::numbers("Share")],
        rows: named(percentile).into_iter().map(share).chain([mean]).collect(),
    })]
}

pub(super) fn percentile_data<'a>(
    percentile: &'a DecimalPercentile,
    decimals: usize,
    frame: Frame<'a>,
) -> DecimalPercentileData<'a> {
    DecimalPercentileData {
        head: frame.head("percentile"),
        decimals,
        event: &percentile.event,
        over: OverData::new(&percentile.over, frame),
        seen: percentile.seen,
        fewer: (&percentile.fewer).into(),
        exactly: (&percentile.exactly).into(),
        more: (&percentile.more).into(),
        at_most: (&percentile.at_most).into(),
        at_least: (&percentile.at_least).into(),
        mean: (&percentile.mean).into(),
    }
}

pub(super) fn percentile_records(percentile: &DecimalPercentile) -> Vec<Vec<String>> {
    let row = |name: &str, number: &Proven| {
        let mut record = record(["", name], number);
        record.remove(0);
        record
    };
    let header = texts(&["measure", "low", "high", "decimal"]);
    let shares = named(percentile).map(|(name, _, number)| row(name, number));
    std::iter::once(header).chain(shares).collect()
}
