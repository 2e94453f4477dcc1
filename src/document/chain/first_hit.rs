//! How many uses until something first happens.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::super::data::{Decimal, Fraction, OutcomeRow, Probability, Values};
use super::super::{Data, Records};
use super::{ChainHead, Frame, Part, count, texts};
use crate::exact::{Rational, decimal};
use crate::prob::chain::{Found, HitStep};
use crate::query::chain::FirstHit;

/// How many uses until an event first happens: question `hit`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FirstHitData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// The event as typed.
    pub event: &'a str,
    /// The mean; null where it may never happen.
    pub mean: Option<Fraction>,
    /// The mean as a decimal; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_decimal: Option<Decimal>,
    /// The variance; null where it may never happen.
    pub variance: Option<Fraction>,
    /// The variance as a decimal; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance_decimal: Option<Decimal>,
    /// The probability that it ever happens.
    pub ever: Fraction,
    /// The same as a decimal.
    pub ever_decimal: Decimal,
    /// The use within which half of all runs have had it; null where it was not found, or there is none.
    pub median: Option<String>,
    /// The most probable uses, with commas between them; null where they were not found.
    pub mode: Option<String>,
    /// The quantiles that were asked for.
    pub quantiles: Vec<QuantileData>,
    /// The chances that were asked for that it has not happened yet.
    pub not_yet: Vec<NotYetData>,
    /// The law: as far as was asked for, or up to the 99th percentile.
    pub rows: Stream<'a, OutcomeRow>,
}

/// Within how many uses a level is reached.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuantileData {
    /// The level.
    pub level: Fraction,
    /// The uses; null where they were not found, or there are none.
    pub uses: Option<String>,
}

/// The chance that it has not happened yet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NotYetData {
    /// After so many uses.
    pub uses: String,
    /// Its probability, exactly and as a decimal.
    #[serde(flatten)]
    pub probability: Probability,
}

/// A number of uses; one that is far out is only bounded.
pub(super) fn found_text(found: Found) -> String {
    match found {
        Found::At(uses) => uses.to_string(),
        Found::Beyond(uses) => format!("> {uses}"),
        Found::Never => "\u{221e}".to_owned(),
    }
}

pub(super) fn found_data(found: Found) -> Option<String> {
    match found {
        Found::At(uses) => Some(uses.to_string()),
        Found::Beyond(_) | Found::Never => None,
    }
}

fn listed(hit: &FirstHit) -> impl Iterator<Item = HitStep<'_>> {
    hit.law.steps().take(hit.listed)
}

/// The most probable uses, where they were found.
pub(super) fn modes(modes: Option<&Vec<u64>>, between: &str) -> Option<String> {
    let modes: Vec<String> = modes?.iter().map(u64::to_string).collect();
    Some(modes.join(between))
}

/// Median, mode and quantiles as rows of a table.
pub(super) fn found_rows(median: &str, modes: Option<String>, quantiles: &[(&Rational, String)]) -> Vec<Row> {
    let mut rows = vec![
        Row::words("Median", [median]),
        Row::words("Most probable", [modes.unwrap_or_else(|| "?".to_owned())]),
    ];
    rows.extend(quantiles.iter().map(|(level, found)| {
        let percent = decimal::plain(&(*level * &Rational::from(100)));
        Row::words(format!("{percent}% within"), [found])
    }));
    rows
}

/// The table of measures.
pub(super) fn measure_table<'a>(frame: Frame<'a>, event: &str, rows: Vec<Row>) -> Block<'a> {
    Block::Table(Table {
        caption: frame.caption(format!("{} until {event} first holds", frame.use_name().many)),
        header: vec![Header::words("Measure"), Header::numbers("Value")],
        rows: rows.into(),
    })
}

/// The table of the law: for each use the chances that it happens first at it, by then, and that it has not yet.
pub(super) fn law_table<'a>(frame: Frame<'a>, event: &str, rows: Stream<'a, Row>) -> Block<'a> {
    let name = frame.use_name();
    Block::Table(Table {
        caption: frame.caption(format!("{event} for the first time")),
        header: vec![
            Header::numbers(name.heading()),
            Header::numbers(format!("At this {}", name.one)),
            Header::numbers("By then"),
            Header::numbers("Not yet"),
        ],
        rows,
    })
}

/// Mean and variance, or how probable it is that it ever happens; median, mode, and what else was asked for.
fn measures(hit: &FirstHit) -> Vec<Row> {
    let mut rows = match &hit.moments {
        Some(moments) => vec![
            Row::new("Mean", [Cell::Number(moments.mean.clone())]),
            Row::new("Variance", [Cell::Number(moments.variance.clone())]),
            Row::new("Standard deviation", [count::deviation(&moments.variance)]),
        ],
        None => vec![
            Row::new("Ever", [Cell::Probability(hit.ever.clone(), Shown::Both)]),
            Row::words("Mean", ["\u{221e}"]),
        ],
    };
    let quantiles: Vec<_> = hit.quantiles.iter().map(|(level, found)| (level, found_text(*found))).collect();
    rows.extend(found_rows(&found_text(hit.median), modes(hit.modes.as_ref(), ", "), &quantiles));
    rows.extend(hit.not_yet.iter().map(|(uses, left)| {
        Row::new(format!("Not yet after {uses}"), [Cell::Probability(left.clone(), Shown::Both)])
    }));
    rows
}

impl Part for FirstHit {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let mut blocks = vec![measure_table(frame, &self.event, measures(self))];
        if self.listed > 0 {
            let row = move |row: HitStep<'_>| {
                let cells = [row.at(), row.by_then(), row.not_yet()].map(|mass| frame.chance(&mass));
                Row::new(Text::plain(row.step.to_string()), cells)
            };
            let rows = Stream::new(move || listed(self).map(row));
            blocks.push(law_table(frame, &self.event, rows));
        }
        blocks
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        let moments = self.moments.as_ref();
        let (mean, variance) = (moments.map(|own| &own.mean), moments.map(|own| &own.variance));
        let quantile =
            |(level, found): &(Rational, _)| QuantileData { level: level.into(), uses: found_data(*found) };
        let not_yet =
            |(uses, left): &(u64, Rational)| NotYetData { uses: uses.to_string(), probability: left.into() };
        let row = |row: HitStep<'_>| {
            OutcomeRow::new(Values::from([("uses".to_owned(), row.step.to_string())]), &row.at())
        };
        Box::new(FirstHitData {
            head: frame.head("hit"),
            event: &self.event,
            mean: mean.map(Fraction::from),
            mean_decimal: mean.map(Decimal::from),
            variance: variance.map(Fraction::from),
            variance_decimal: variance.map(Decimal::from),
            ever: (&self.ever).into(),
            ever_decimal: (&self.ever).into(),
            median: found_data(self.median),
            mode: modes(self.modes.as_ref(), ","),
            quantiles: self.quantiles.iter().map(quantile).collect(),
            not_yet: self.not_yet.iter().map(not_yet).collect(),
            rows: Stream::new(move || listed(self).map(row)),
        })
    }

    fn records<'a>(&'a self, _: Frame<'a>) -> Records<'a> {
        let number = |name: &str, at: &str, value: &Rational| {
            texts(&[name, at, &value.to_string(), &decimal::plain(value)])
        };
        let words = |name: &str, at: &str, value: &str| texts(&[name, at, value, ""]);
        let mut records = vec![texts(&["measure", "at", "value", "decimal"]), number("ever", "", &self.ever)];
        if let Some(moments) = &self.moments {
            records.push(number("mean", "", &moments.mean));
            records.push(number("variance", "", &moments.variance));
        }
        records.push(words("median", "", &found_text(self.median)));
        records.push(words("mode", "", modes(self.modes.as_ref(), ",").as_deref().unwrap_or("?")));
        for (level, found) in &self.quantiles {
            records.push(words("quantile", &level.to_string(), &found_text(*found)));
        }
        for (uses, left) in &self.not_yet {
            records.push(number("not yet", &uses.to_string(), left));
        }
        let first = move |row: HitStep<'_>| number("first", &row.step.to_string(), &row.at());
        Box::new(records.into_iter().chain(listed(self).map(first)))
    }
}
