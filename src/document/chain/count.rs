//! How often something happens over some uses, and where a count stands among all runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::super::data::{Decimal, Fraction, OutcomeRow, Probability, Values, inputs};
use super::super::labels::typeset;
use super::super::{Data, Records};
use super::{ChainHead, Frame, Part, texts, uses, verdict};
use crate::exact::Rational;
use crate::exact::decimal::{self, rational_square_root};
use crate::prob::chain::Standing;
use crate::query::chain::{CountRange, CountRow, Counts, Over, Percentile};
use crate::scenario::Scenario;

/// How often something happens: question `count`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// What is counted, as typed.
    pub event: &'a str,
    /// Over which uses.
    #[serde(flatten)]
    pub over: OverData,
    /// Mean, variance, median and mode.
    #[serde(flatten)]
    pub moments: MomentsData,
    /// The law of the count.
    pub rows: Stream<'a, OutcomeRow>,
}

/// Over which uses something is counted: a number of them, or a path.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OverData {
    /// How many uses, where all are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<u64>,
    /// The inputs of each use of a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Values>>,
}

/// Mean, variance, median and mode of a count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MomentsData {
    /// The mean.
    pub mean: Fraction,
    /// The mean as a decimal.
    pub mean_decimal: Decimal,
    /// The variance.
    pub variance: Fraction,
    /// The variance as a decimal.
    pub variance_decimal: Decimal,
    /// The median; of two the lesser.
    pub median: String,
    /// The most probable counts, with commas between them.
    pub mode: String,
}

/// Where a count stands among all runs: question `percentile`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PercentileData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// What is counted, as typed.
    pub event: &'a str,
    /// Over which uses.
    #[serde(flatten)]
    pub over: OverData,
    /// What was seen.
    pub seen: i64,
    /// The share of runs with fewer.
    pub fewer: Probability,
    /// The share of runs with exactly as many.
    pub exactly: Probability,
    /// The share of runs with more.
    pub more: Probability,
    /// The share of runs with as many or fewer.
    pub at_most: Probability,
    /// The share of runs with as many or more.
    pub at_least: Probability,
    /// The mean.
    pub mean: Fraction,
    /// The mean as a decimal.
    pub mean_decimal: Decimal,
}

impl OverData {
    pub(super) fn new(over: &Over, frame: Frame<'_>) -> OverData {
        match over {
            Over::Uses(uses) => OverData { over: Some(*uses), path: None },
            Over::Path(path) => OverData { over: None, path: Some(path_inputs(path, frame)) },
        }
    }
}

/// The inputs of each use.
pub(super) fn path_inputs(path: &[Scenario], frame: Frame<'_>) -> Vec<Values> {
    path.iter().map(|scenario| inputs(frame.mechanic, scenario)).collect()
}

impl From<&Counts> for MomentsData {
    fn from(counts: &Counts) -> MomentsData {
        MomentsData {
            mean: (&counts.mean).into(),
            mean_decimal: (&counts.mean).into(),
            variance: (&counts.variance).into(),
            variance_decimal: (&counts.variance).into(),
            median: counts.median.to_string(),
            mode: modes(counts, ","),
        }
    }
}

fn modes(counts: &Counts, between: &str) -> String {
    counts.modes.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
}

/// The root of a variance, exactly where it is rational.
pub(super) fn deviation(variance: &Rational) -> Cell {
    rational_square_root(variance).map_or_else(|| Cell::Root(variance.clone()), Cell::Number)
}

/// `rarity = rare over 150 uses`
pub(super) fn title(event: &str, over: &Over, frame: Frame<'_>) -> String {
    let uses = match over {
        Over::Uses(uses) => frame.use_name().counted(*uses),
        Over::Path(path) => uses::described(path, frame),
    };
    format!("{event} over {uses}")
}

/// Exactly, at least and at most each count.
pub(super) fn table<'a>(counts: &'a Counts, frame: Frame<'a>) -> Block<'a> {
    let title = title(&counts.event, &counts.over, frame);
    count_table(frame, title, &counts.rows(), |mass| frame.chance(mass))
}

/// As [`table`], with the rows as they are.
pub(super) fn count_table<'a, N>(
    frame: Frame<'a>,
    title: String,
    rows: &[CountRow<N>],
    chance: impl Fn(&N) -> Cell,
) -> Block<'a> {
    let signed = |count: i64| typeset(&Rational::from(count));
    let row = |row: &CountRow<N>| {
        let label = match row.range {
            CountRange::OrFewer(count) => format!("{} or fewer", signed(count)),
            CountRange::Exactly(count) => signed(count),
            CountRange::OrMore(count) => format!("{} or more", signed(count)),
        };
        Row::new(Text::plain(label), [&row.exactly, &row.at_least, &row.at_most].map(&chance))
    };
    Block::Table(Table {
        caption: frame.caption(title),
        header: ["Count", "Exactly", "At least", "At most"].map(Header::numbers).to_vec(),
        rows: rows.iter().map(row).collect(),
    })
}

/// The law of a count as data.
pub(super) fn rows(counts: &Counts) -> Stream<'_, OutcomeRow> {
    let row = |(count, mass): (i64, Rational)| {
        OutcomeRow::new(Values::from([("count".to_owned(), count.to_string())]), &mass)
    };
    Stream::new(move || counts.iter().map(row))
}

impl Part for Counts {
    fn law_rows(&self) -> usize {
        self.rows().len()
    }

    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let measures = Table {
            caption: frame.caption(title(&self.event, &self.over, frame)),
            header: vec![Header::words("Measure"), Header::numbers("Value")],
            rows: vec![
                Row::new("Mean", [Cell::Number(self.mean.clone())]),
                Row::new("Variance", [Cell::Number(self.variance.clone())]),
                Row::new("Standard deviation", [deviation(&self.variance)]),
                Row::new("Median", [Cell::Number(Rational::from(self.median))]),
                Row::words("Most probable", [modes(self, ", ")]),
            ]
            .into(),
        };
        let law = frame.lists.then(|| table(self, frame));
        std::iter::once(Block::Table(measures)).chain(law).collect()
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        Box::new(CountData {
            head: frame.head("count"),
            event: &self.event,
            over: OverData::new(&self.over, frame),
            moments: self.into(),
            rows: rows(self),
        })
    }

    fn records<'a>(&'a self, _: Frame<'a>) -> Records<'a> {
        let header = texts(&["count", "probability", "decimal"]);
        let record = |(count, mass): (i64, Rational)| {
            texts(&[&count.to_string(), &mass.to_string(), &decimal::plain(&mass)])
        };
        Box::new(std::iter::once(header).chain(self.iter().map(record)))
    }
}

/// The shares with their names in data and for people.
pub(super) fn shares<N>(
    seen: i64,
    [fewer, exactly, more, at_most, at_least]: [N; 5],
) -> [(&'static str, String, N); 5] {
    [
        ("fewer", format!("Fewer than {seen}"), fewer),
        ("exactly", format!("Exactly {seen}"), exactly),
        ("more", format!("More than {seen}"), more),
        ("at_most", format!("{seen} or fewer"), at_most),
        ("at_least", format!("{seen} or more"), at_least),
    ]
}

fn named(percentile: &Percentile) -> [(&'static str, String, &Rational); 5] {
    let Standing { fewer, exactly, more, at_most, at_least, .. } = &percentile.standing;
    shares(percentile.seen, [fewer, exactly, more, at_most, at_least])
}

impl Part for Percentile {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let share = |(_, label, mass): (_, String, &Rational)| {
            Row::new(label, [Cell::Probability(mass.clone(), Shown::Both)])
        };
        let mean = Row::new("Mean", [Cell::Number(self.standing.mean.clone())]);
        let Standing { at_most, at_least, .. } = &self.standing;
        let words = || verdict::standing(&self.seen.to_string(), at_most, at_least);
        let table = Block::Table(Table {
            caption: frame.caption(format!("{}, {} seen", title(&self.event, &self.over, frame), self.seen)),
            header: vec![Header::words("Of all runs"), Header::numbers("Share")],
            rows: named(self).into_iter().map(share).chain([mean]).collect(),
        });
        std::iter::once(table).chain(verdict::line(frame, words)).collect()
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        Box::new(PercentileData {
            head: frame.head("percentile"),
            event: &self.event,
            over: OverData::new(&self.over, frame),
            seen: self.seen,
            fewer: (&self.standing.fewer).into(),
            exactly: (&self.standing.exactly).into(),
            more: (&self.standing.more).into(),
            at_most: (&self.standing.at_most).into(),
            at_least: (&self.standing.at_least).into(),
            mean: (&self.standing.mean).into(),
            mean_decimal: (&self.standing.mean).into(),
        })
    }

    fn records<'a>(&'a self, _: Frame<'a>) -> Records<'a> {
        let header = texts(&["measure", "probability", "decimal"]);
        let record = |(name, _, mass): (&str, String, &Rational)| {
            texts(&[name, &mass.to_string(), &decimal::plain(mass)])
        };
        Box::new(std::iter::once(header).chain(named(self).into_iter().map(record)))
    }
}
