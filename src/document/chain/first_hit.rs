//! How many uses until something first happens.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::super::data::{Decimal, Fraction, OutcomeRow, Probability, Values};
use super::super::{Data, Records};
use super::{ChainHead, Frame, Part, count, texts, verdict};
use crate::exact::{Rational, decimal};
use crate::prob::chain::{Found, HitStep};
use crate::query::chain::{FirstHit, GivenHit, Goals};

/// How many uses until an event first happens: question `hit`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FirstHitData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// What is waited for.
    #[serde(flatten)]
    pub goals: GoalsData<'a>,
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
    /// Where it may never happen: what holds of the runs in which it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenHitData>,
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

/// What is waited for, and what the wait is measured by.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GoalsData<'a> {
    /// The event as typed; of several goals all of them.
    pub event: String,
    /// How often each event has to happen, or how great the sum has to be; left out where that is once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// What the wait is measured by, as typed; left out where that is uses. All numbers of uses are then sums of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<&'a str>,
}

impl<'a> From<&'a Goals> for GoalsData<'a> {
    fn from(goals: &'a Goals) -> GoalsData<'a> {
        let times: Vec<u64> = goals.all.iter().map(|goal| goal.times).collect();
        GoalsData {
            event: goals.text(),
            times: (!goals.is_once()).then_some(times),
            sum: goals.cost.as_ref().map(|cost| cost.text.as_str()),
        }
    }
}

/// What holds of the runs in which it happens.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GivenHitData {
    /// The mean.
    pub mean: Fraction,
    /// The mean as a decimal.
    pub mean_decimal: Decimal,
    /// The variance.
    pub variance: Fraction,
    /// The variance as a decimal.
    pub variance_decimal: Decimal,
    /// The use within which half of these runs have had it; null where it was not found.
    pub median: Option<String>,
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

/// What the wait is measured by: `cards`.
pub(super) fn measured<'a>(frame: Frame<'a>, goals: &'a Goals) -> &'a str {
    goals.cost.as_ref().map_or(&frame.use_name().many, |cost| &cost.text)
}

/// The table of measures.
pub(super) fn measure_table<'a>(frame: Frame<'a>, goals: &'a Goals, rows: Vec<Row>) -> Block<'a> {
    let holds = if goals.is_once() { " first holds" } else { "" };
    Block::Table(Table {
        caption: frame.caption(format!("{} until {}{holds}", measured(frame, goals), goals.text())),
        header: vec![Header::words("Measure"), Header::numbers("Value")],
        rows: rows.into(),
    })
}

/// The table of the law: for each use the chances that it happens first at it, by then, and that it has not yet.
pub(super) fn law_table<'a>(frame: Frame<'a>, goals: &'a Goals, rows: Stream<'a, Row>) -> Block<'a> {
    let name = frame.use_name();
    let (heading, at) = match &goals.cost {
        None => (name.heading(), format!("At this {}", name.one)),
        Some(cost) => (cost.text.clone(), "Exactly".to_owned()),
    };
    let first = if goals.is_once() { "for the first time" } else { "reached" };
    Block::Table(Table {
        caption: frame.caption(format!("{} {first}", goals.text())),
        header: vec![
            Header::numbers(heading),
            Header::numbers(at),
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
    if let Some(given) = &hit.given {
        rows.push(Row::new("Mean where it happens", [Cell::Number(given.moments.mean.clone())]));
        rows.push(Row::words("Median where it happens", [found_text(given.median)]));
    }
    let quantiles: Vec<_> = hit.quantiles.iter().map(|(level, found)| (level, found_text(*found))).collect();
    rows.extend(found_rows(&found_text(hit.median), modes(hit.modes.as_ref(), ", "), &quantiles));
    rows.extend(hit.not_yet.iter().map(|(uses, left)| {
        Row::new(format!("Not yet after {uses}"), [Cell::Probability(left.clone(), Shown::Both)])
    }));
    rows
}

impl Part for FirstHit {
    fn law_rows(&self) -> usize {
        if self.asked { 0 } else { self.listed().count() }
    }

    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let mut blocks = vec![measure_table(frame, &self.goals, measures(self))];
        if self.listed > 0 && (frame.lists || self.asked) {
            let row = move |(uses, row): (u64, HitStep<'_>)| {
                let cells = [row.at(), row.by_then(), row.not_yet()].map(|mass| frame.chance(&mass));
                Row::new(Text::plain(uses.to_string()), cells)
            };
            let rows = Stream::new(move || self.listed().map(row));
            blocks.push(law_table(frame, &self.goals, rows));
        }
        if self.goals.cost.is_none() {
            blocks.extend(self.not_yet.iter().filter_map(|(uses, left)| {
                let uses = frame.use_name().counted(*uses);
                let without = || {
                    let (goals, runs) = (self.goals.text(), verdict::runs(left));
                    if self.goals.is_once() {
                        format!("{uses} without {goals}: {runs}.")
                    } else {
                        format!("Not yet {goals} after {uses}: {runs}.")
                    }
                };
                verdict::line(frame, without)
            }));
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
        let row = |(uses, row): (u64, HitStep<'_>)| {
            OutcomeRow::new(Values::from([("uses".to_owned(), uses.to_string())]), &row.at())
        };
        let given = |given: &GivenHit| GivenHitData {
            mean: (&given.moments.mean).into(),
            mean_decimal: (&given.moments.mean).into(),
            variance: (&given.moments.variance).into(),
            variance_decimal: (&given.moments.variance).into(),
            median: found_data(given.median),
        };
        Box::new(FirstHitData {
            head: frame.head("hit"),
            goals: (&self.goals).into(),
            mean: mean.map(Fraction::from),
            mean_decimal: mean.map(Decimal::from),
            variance: variance.map(Fraction::from),
            variance_decimal: variance.map(Decimal::from),
            ever: (&self.ever).into(),
            ever_decimal: (&self.ever).into(),
            given: self.given.as_ref().map(given),
            median: found_data(self.median),
            mode: modes(self.modes.as_ref(), ","),
            quantiles: self.quantiles.iter().map(quantile).collect(),
            not_yet: self.not_yet.iter().map(not_yet).collect(),
            rows: Stream::new(move || self.listed().map(row)),
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
        if let Some(given) = &self.given {
            records.push(number("mean where it happens", "", &given.moments.mean));
            records.push(words("median where it happens", "", &found_text(given.median)));
        }
        records.push(words("median", "", &found_text(self.median)));
        records.push(words("mode", "", modes(self.modes.as_ref(), ",").as_deref().unwrap_or("?")));
        for (level, found) in &self.quantiles {
            records.push(words("quantile", &level.to_string(), &found_text(*found)));
        }
        for (uses, left) in &self.not_yet {
            records.push(number("not yet", &uses.to_string(), left));
        }
        let first = move |(uses, row): (u64, HitStep<'_>)| number("first", &uses.to_string(), &row.at());
        Box::new(records.into_iter().chain(self.listed().map(first)))
    }
}
