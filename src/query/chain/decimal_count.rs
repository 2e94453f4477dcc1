//! Counts in decimals: over so many uses that exact laws would be too long.

use std::ops::Bound::{Excluded, Unbounded};

use crate::exact::{Integer, Proven};
use crate::prob::chain::rounded::CountBounds;

use super::count::{CountRange, CountRow, Over, rows_of};

/// How many of some uses satisfy something, or the sum of a number over them, in decimals.
#[derive(Debug, Clone)]
pub struct DecimalCounts {
    /// What is counted, as typed.
    pub event: String,
    /// Over which uses.
    pub over: Over,
    /// The mean.
    pub mean: Proven,
    /// The variance.
    pub variance: Proven,
    /// The median, where it is decided; of two the lesser.
    pub median: Option<i64>,
    /// The most probable count, where it is decided.
    pub mode: Option<i64>,
    /// The law as people read it.
    pub table: Vec<CountRow<Proven>>,
    /// The counts from the first to the last of which all digits are proven; all that were found where of none
    /// all are.
    pub rows: Vec<(i64, Proven)>,
    /// No count between those that is not among them is more probable than this.
    pub unlisted: Proven,
    /// The first of them, and the probability of all below it; nothing where there are none.
    pub fewer: Option<(i64, Proven)>,
    /// The last of them, and the probability of all above it; nothing where there are none.
    pub more: Option<(i64, Proven)>,
}

/// Where a count that was seen stands among all runs, in decimals.
#[derive(Debug, Clone)]
pub struct DecimalPercentile {
    /// What is counted, as typed.
    pub event: String,
    /// Over which uses.
    pub over: Over,
    /// The mean of the count.
    pub mean: Proven,
    /// What was seen.
    pub seen: i64,
    /// The share of runs with fewer.
    pub fewer: Proven,
    /// The share of runs with exactly as many.
    pub exactly: Proven,
    /// The share of runs with more.
    pub more: Proven,
    /// The share of runs with as many or fewer.
    pub at_most: Proven,
    /// The share of runs with as many or more.
    pub at_least: Proven,
}

impl DecimalCounts {
    pub(super) fn new(event: &str, uses: u64, law: &CountBounds, digits: usize) -> DecimalCounts {
        let (mean, variance) = law.moments(digits);
        let known: Integer = law.weights.iter().map(|(_, weight)| weight).sum();
        let probability = |weight: &Integer| law.probability(weight, digits).chance();
        let weights = law.weights.iter().map(|(count, weight)| (*count, weight));
        let mut table = rows_of(weights.clone(), &known, probability);
        table.iter_mut().for_each(|row| all_and_only(row, law, digits));
        let only = law.range().0 == law.range().1;
        let one = |weight| if only { Proven::exactly(&Integer::ONE, digits) } else { probability(weight) };
        let rows: Vec<(i64, Proven)> = weights.map(|(count, weight)| (count, one(weight))).collect();
        let settled = |(_, number): &(i64, Proven)| number.is_settled();
        let end = rows.iter().rposition(settled).map_or(rows.len(), |last| last + 1);
        let begin = rows.iter().position(settled).unwrap_or(0);
        let rows = rows[begin..end].to_vec();
        let (first, last) = (rows.first().map(|(count, _)| *count), rows.last().map(|(count, _)| *count));
        let fewer = first.filter(|first| *first > law.range().0);
        let more = last.filter(|last| *last < law.range().1);
        DecimalCounts {
            event: event.to_owned(),
            over: Over::Uses(uses),
            mean,
            variance,
            median: law.median(),
            mode: law.mode(),
            table,
            fewer: fewer.map(|first| (first, law.mass(..first, digits))),
            more: more.map(|last| (last, law.mass((Excluded(last), Unbounded), digits))),
            rows,
            unlisted: law.unlisted(digits),
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        let table = self.table.iter().flat_map(|row| [&row.exactly, &row.at_least, &row.at_most]);
        table.chain([&self.mean, &self.variance]).all(Proven::is_settled)
    }
}

/// Says of a row what is certain: that all counts are at least the least, and at most the greatest.
fn all_and_only(row: &mut CountRow<Proven>, law: &CountBounds, digits: usize) {
    let (least, most) = law.range();
    let (least, most) = match row.range {
        CountRange::OrFewer(_) => (true, false),
        CountRange::OrMore(_) => (false, true),
        CountRange::Exactly(count) => (count == least, count == most),
    };
    let certain = || Proven::exactly(&Integer::ONE, digits);
    if least {
        row.at_least = certain();
    }
    if most {
        row.at_most = certain();
    }
    if least && most {
        row.exactly = certain();
    }
}

impl DecimalPercentile {
    pub(super) fn new(
        event: &str,
        uses: u64,
        seen: i64,
        law: &CountBounds,
        digits: usize,
    ) -> DecimalPercentile {
        DecimalPercentile {
            event: event.to_owned(),
            over: Over::Uses(uses),
            mean: law.moments(digits).0,
            seen,
            fewer: law.mass(..seen, digits),
            exactly: law.mass(seen..=seen, digits),
            more: law.mass((Excluded(seen), Unbounded), digits),
            at_most: law.mass(..=seen, digits),
            at_least: law.mass(seen.., digits),
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        [&self.fewer, &self.exactly, &self.more, &self.at_most, &self.at_least, &self.mean]
            .into_iter()
            .all(Proven::is_settled)
    }
}
