//! Counts in decimals: over so many uses that exact laws would be too long.

use crate::exact::{Integer, Proven};
use crate::prob::chain::rounded::CountBounds;

use super::count::{CountRow, Over, rows_of};

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
    /// The counts from the first to the last of which all digits are proven.
    pub rows: Vec<(i64, Proven)>,
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
        let probability = |weight: &Integer| {
            // All counts together have what no other answer is surer of.
            if *weight == known {
                Proven::exactly(&Integer::ONE, digits)
            } else {
                law.probability(weight, digits).chance()
            }
        };
        let table = rows_of(law.weights.iter().map(|(count, weight)| (*count, weight)), &known, probability);
        let rows =
            law.weights.iter().map(|(count, weight)| (*count, law.probability(weight, digits).chance()));
        let rows: Vec<(i64, Proven)> = rows.collect();
        let settled = |(_, number): &(i64, Proven)| number.is_settled();
        let end = rows.iter().rposition(settled).map_or(0, |last| last + 1);
        let begin = rows.iter().position(settled).unwrap_or(end);
        let rest = |count: i64, event: &dyn Fn(i64) -> bool| (count, law.mass(event, digits));
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
            fewer: fewer.map(|first| rest(first, &|count| count < first)),
            more: more.map(|last| rest(last, &|count| count > last)),
            rows,
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        let table = self.table.iter().flat_map(|row| [&row.exactly, &row.at_least, &row.at_most]);
        table.chain([&self.mean, &self.variance]).all(Proven::is_settled)
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
            fewer: law.mass(|count| count < seen, digits),
            exactly: law.mass(|count| count == seen, digits),
            more: law.mass(|count| count > seen, digits),
            at_most: law.mass(|count| count <= seen, digits),
            at_least: law.mass(|count| count >= seen, digits),
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        [&self.fewer, &self.exactly, &self.more, &self.at_most, &self.at_least, &self.mean]
            .into_iter()
            .all(Proven::is_settled)
    }
}
