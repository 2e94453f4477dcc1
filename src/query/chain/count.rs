//! How often something happens over some uses, and where a count that was seen stands among all runs.

use crate::evaluate::Reach;
use crate::exact::{Integer, Rational, Ring};
use crate::prob::chain::{
    ChainError, CountLaw, Kernel, Standing, count_law, count_law_along, count_mean, count_standing,
};
use crate::query::error::internal;
use crate::query::{Expression, QueryError};
use crate::scenario::Scenario;

use super::context::ChainContext;

/// Counts that are one row at either end of a table for people have together less than this: 1 in 10,000.
const TAIL: i64 = 10_000;
/// A table of so many rows is shown whole.
const WHOLE: usize = 20;

/// Over which uses something is counted.
#[derive(Debug, Clone)]
pub enum Over {
    /// So many uses, all alike.
    Uses(u64),
    /// Uses with inputs of their own, in order.
    Path(Vec<Scenario>),
}

/// How many of some uses satisfy something, or the sum of a number over them.
#[derive(Debug, Clone)]
pub struct Counts {
    /// What is counted, as typed.
    pub event: String,
    /// Over which uses.
    pub over: Over,
    /// The law of the count.
    pub law: CountLaw,
    /// Its mean.
    pub mean: Rational,
    /// Its variance.
    pub variance: Rational,
    /// Its median; of two the lesser.
    pub median: i64,
    /// The most probable counts, ascending.
    pub modes: Vec<i64>,
}

/// Where a count that was seen stands among all runs.
#[derive(Debug, Clone)]
pub struct Percentile {
    /// What is counted, as typed.
    pub event: String,
    /// Over which uses.
    pub over: Over,
    /// What was seen.
    pub seen: i64,
    /// The shares of runs with fewer, as many and more.
    pub standing: Standing,
}

/// Which counts stand in one row of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountRange {
    /// This and all below.
    OrFewer(i64),
    /// Only this.
    Exactly(i64),
    /// This and all above.
    OrMore(i64),
}

/// A row of a table of counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow<N = Rational> {
    /// The counts that it is about.
    pub range: CountRange,
    /// The probability of just these.
    pub exactly: N,
    /// The probability of these and all above.
    pub at_least: N,
    /// The probability of these and all below.
    pub at_most: N,
}

impl Counts {
    fn new(event: String, over: Over, law: CountLaw) -> Option<Counts> {
        let (mean, variance) = law.moments();
        let median = law.quantile(&Rational::new(1, 2))?;
        let modes = law.modes();
        Some(Counts { event, over, law, mean, variance, median, modes })
    }

    /// The counts that have mass with their probabilities, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i64, Rational)> {
        self.law.weights().map(|(count, weight)| (count, self.law.probability(weight)))
    }

    /// The law as people read it: of a long one, the counts at either end that have together less than 1 in
    /// 10,000 are one row.
    #[must_use]
    pub fn rows(&self) -> Vec<CountRow> {
        let law = &self.law;
        rows_of(law.weights(), law.total(), |weight| law.probability(weight))
    }
}

/// The rows of a table of counts with these weights, whose sum is `total`.
pub(super) fn rows_of<'a, N>(
    weights: impl Iterator<Item = (i64, &'a Integer)> + Clone,
    total: &Integer,
    probability: impl Fn(&Integer) -> N,
) -> Vec<CountRow<N>> {
    let short = weights.clone().count() <= WHOLE;
    let rare = |weight: &Integer| weight.mul(&Integer::from(TAIL)) < *total;
    let row = |range, [exactly, at_least, at_most]: [&Integer; 3]| CountRow {
        range,
        exactly: probability(exactly),
        at_least: probability(at_least),
        at_most: probability(at_most),
    };
    let mut rows = Vec::new();
    let mut below = Integer::ZERO;
    let mut few: Option<(i64, Integer)> = None;
    for (count, weight) in weights {
        let from_here = total.minus(&below);
        below.add_assign(weight);
        if !short && rare(&below) {
            few = Some((count, below.clone()));
            continue;
        }
        if let Some((last, weight)) = few.take() {
            rows.push(row(CountRange::OrFewer(last), [&weight, total, &weight]));
        }
        if !short && rare(&from_here) {
            rows.push(row(CountRange::OrMore(count), [&from_here, &from_here, total]));
            break;
        }
        rows.push(row(CountRange::Exactly(count), [weight, &from_here, &below]));
    }
    rows
}

impl ChainContext<'_> {
    /// How many of some uses satisfy something, or the sum of a number over them.
    ///
    /// # Errors
    /// Where an evaluation stops, a limit is reached, or what is counted is no whole number.
    pub fn count(&self, counted: &Expression, over: &Over) -> Result<Counts, QueryError> {
        let law = match over {
            Over::Uses(uses) => {
                let law = |kernel: &Kernel, start| count_law(kernel, start, *uses, &self.bounds());
                self.counted(counted, *uses, law)?
            }
            Over::Path(path) => self.law_along(counted, path)?,
        };
        let counts = Counts::new(counted.text.clone(), over.clone(), law);
        counts.ok_or_else(|| self.stopped(internal(counted.checked.expr.span, "the law of a count is empty")))
    }

    /// How much is counted over so many uses on average: [`Counts::mean`] for less work.
    ///
    /// # Errors
    /// As [`ChainContext::count`].
    pub fn count_mean(&self, counted: &Expression, uses: u64) -> Result<Rational, QueryError> {
        self.counted(counted, uses, |kernel, start| count_mean(kernel, start, uses, &self.bounds()))
    }

    /// What is asked of the kernel that counts an expression over uses that are all alike.
    fn counted<T>(
        &self,
        counted: &Expression,
        uses: u64,
        ask: impl FnOnce(&Kernel, usize) -> Result<T, ChainError>,
    ) -> Result<T, QueryError> {
        let about = std::slice::from_ref(counted);
        let explored = self.explore_within(&[], about, Reach { uses: Some(uses), ..Reach::all() })?;
        let kernel = self.kernel(&explored.chain, counted)?;
        let found = ask(&kernel, explored.start);
        found.map_err(|error| self.problem(&error, &explored.chain.states, counted.checked.expr.span))
    }

    fn law_along(&self, counted: &Expression, path: &[Scenario]) -> Result<CountLaw, QueryError> {
        let followed = self.follow(path, &[], std::slice::from_ref(counted))?;
        let kernels = followed.chains.iter().map(|chain| self.kernel(chain, counted));
        let kernels = kernels.collect::<Result<Vec<_>, _>>()?;
        let uses: Vec<_> = followed.kinds.iter().map(|kind| &kernels[*kind]).collect();
        let (law, _) = count_law_along(&uses, followed.start, &self.bounds())
            .map_err(|error| self.problem(&error, followed.states(), counted.checked.expr.span))?;
        Ok(law)
    }

    /// Where a count that was seen stands among all runs.
    ///
    /// # Errors
    /// As [`ChainContext::count`].
    pub fn percentile(&self, counted: &Expression, over: &Over, seen: i64) -> Result<Percentile, QueryError> {
        let standing = match over {
            Over::Uses(uses) => {
                let standing =
                    |kernel: &Kernel, start| count_standing(kernel, start, *uses, seen, &self.bounds());
                self.counted(counted, *uses, standing)?
            }
            Over::Path(path) => self.law_along(counted, path)?.standing(seen),
        };
        Ok(Percentile { event: counted.text.clone(), over: over.clone(), seen, standing })
    }
}
