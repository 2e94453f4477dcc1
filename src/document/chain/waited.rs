//! Where a wait stands among all runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Shown, Table};
use super::super::data::{Decimal, Fraction, Probability};
use super::super::{Data, Records};
use super::first_hit::{GoalsData, measured};
use super::{ChainHead, Frame, Part, texts, verdict};
use crate::exact::{Rational, decimal};
use crate::query::chain::Waited;

/// Where a wait stands among all runs: question `waited`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitedData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// What is waited for.
    #[serde(flatten)]
    pub goals: GoalsData<'a>,
    /// How long it took.
    pub seen: u64,
    /// The share of runs that take less.
    pub fewer: Probability,
    /// The share of runs that take exactly as much.
    pub exactly: Probability,
    /// The share of runs that take more, or in which it never happens.
    pub more: Probability,
    /// The share of runs in which it never happens.
    pub never: Probability,
    /// The mean; null where it may never happen.
    pub mean: Option<Fraction>,
    /// The mean as a decimal; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_decimal: Option<Decimal>,
}

impl Part for Waited {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let Waited { goals, seen, .. } = self;
        let share =
            |label: String, mass: &Rational| Row::new(label, [Cell::Probability(mass.clone(), Shown::Both)]);
        let or_never = if self.never.is_zero() { "" } else { ", or never" };
        let mut rows = vec![
            share(format!("Fewer than {seen}"), &self.fewer),
            share(format!("Exactly {seen}"), &self.exactly),
            share(format!("More than {seen}{or_never}"), &self.more),
            share(format!("{seen} or more{or_never}"), &(&self.exactly + &self.more)),
        ];
        if !self.never.is_zero() {
            rows.push(share("Never".to_owned(), &self.never));
        }
        rows.extend(self.mean.clone().map(|mean| Row::new("Mean", [Cell::Number(mean)])));
        let title = format!("{seen} {} until {}", measured(frame, goals), goals.text());
        let words = || {
            let seen = match &goals.cost {
                None => frame.use_name().counted(*seen),
                Some(cost) => format!("{seen} {}", cost.text),
            };
            verdict::standing(&seen, &(&self.fewer + &self.exactly), &(&self.exactly + &self.more))
        };
        let table = Block::Table(Table {
            caption: frame.caption(title),
            header: vec![Header::words("Of all runs"), Header::numbers("Share")],
            rows: rows.into(),
        });
        std::iter::once(table).chain(verdict::line(frame, words)).collect()
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        Box::new(WaitedData {
            head: frame.head("waited"),
            goals: (&self.goals).into(),
            seen: self.seen,
            fewer: (&self.fewer).into(),
            exactly: (&self.exactly).into(),
            more: (&self.more).into(),
            never: (&self.never).into(),
            mean: self.mean.as_ref().map(Fraction::from),
            mean_decimal: self.mean.as_ref().map(Decimal::from),
        })
    }

    fn records<'a>(&'a self, _: Frame<'a>) -> Records<'a> {
        let record =
            |name: &str, value: &Rational| texts(&[name, &value.to_string(), &decimal::plain(value)]);
        let shares = [
            record("fewer", &self.fewer),
            record("exactly", &self.exactly),
            record("more", &self.more),
            record("never", &self.never),
        ];
        let header = [texts(&["measure", "probability", "decimal"])];
        Box::new(header.into_iter().chain(shares))
    }
}
