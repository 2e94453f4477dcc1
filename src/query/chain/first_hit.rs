//! How many uses until something first happens.

use crate::evaluate::Reach;
use crate::exact::Rational;
use crate::prob::chain::{self, ChainError, Found, HitMoments, Kernel, Search, first_hit};
use crate::query::error::internal;
use crate::query::{Expression, QueryError};
use crate::value::Value;

use super::context::{ChainContext, ExploredChain};

/// How many uses the law of a first hit has when nobody says.
const MOST_USES: u64 = 200;

/// What is asked for beside mean, variance, median and mode.
#[derive(Debug, Clone, Default)]
pub struct HitRequest {
    /// How many uses the law is listed for; without, up to the 99th percentile.
    pub over: Option<u64>,
    /// Levels of quantiles.
    pub quantiles: Vec<Rational>,
    /// Numbers of uses after which it may not have happened yet.
    pub not_yet: Vec<u64>,
}

/// How many uses it takes until an event first happens; that use counts.
#[derive(Debug, Clone)]
pub struct FirstHit {
    /// The event as typed.
    pub event: String,
    /// The probability that it ever happens.
    pub ever: Rational,
    /// Mean and variance, where it happens with certainty.
    pub moments: Option<HitMoments>,
    /// Where half of all runs have had it.
    pub median: Found,
    /// The most probable uses; `None` where they were not found out.
    pub modes: Option<Vec<u64>>,
    /// The levels that were asked for, and within how many uses each is reached.
    pub quantiles: Vec<(Rational, Found)>,
    /// The numbers of uses that were asked for, and the chance that it has not happened by then.
    pub not_yet: Vec<(u64, Rational)>,
    /// The chance of each use from the first on, as far as it was computed.
    pub law: Vec<Rational>,
    /// How many of them are worth a look: as many as were asked for, or as have 99% of all hits.
    pub listed: usize,
}

/// The chances of one use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitRow {
    /// The use, from 1 on.
    pub uses: u64,
    /// That it first happens at this use.
    pub at: Rational,
    /// That it has happened by then.
    pub by_then: Rational,
    /// That it has not.
    pub not_yet: Rational,
}

impl FirstHit {
    /// The median, where it was found.
    #[must_use]
    pub fn median(&self) -> Option<u64> {
        match self.median {
            Found::At(uses) => Some(uses),
            Found::Beyond(_) | Found::Never => None,
        }
    }

    /// The chance that it has happened within some uses; `None` where the law was not computed as far.
    #[must_use]
    pub fn within(&self, uses: usize) -> Option<Rational> {
        Some(self.law.get(..uses)?.iter().sum())
    }

    /// The chances of each use from the first on, as far as the law was computed.
    pub fn rows(&self) -> impl Iterator<Item = HitRow> {
        let mut by_then = Rational::ZERO;
        (1_u64..).zip(&self.law).map(move |(uses, at)| {
            by_then = &by_then + at;
            let not_yet = &Rational::ONE - &by_then;
            HitRow { uses, at: at.clone(), by_then: by_then.clone(), not_yet }
        })
    }
}

/// The chain up to the first use that satisfies an event.
pub(super) struct Wait<'a> {
    context: &'a ChainContext<'a>,
    event: &'a Expression,
    explored: ExploredChain,
    kernel: Kernel,
}

impl ChainContext<'_> {
    pub(super) fn wait<'a>(&'a self, event: &'a Expression) -> Result<Wait<'a>, QueryError> {
        // What comes after a hit does not matter.
        let waits = |outcome: &[Value]| outcome.last() != Some(&Value::Flag(true));
        let reach = Reach { follow: &waits, ..Reach::all() };
        let explored = self.explore_within(&[], std::slice::from_ref(event), reach)?;
        let kernel = self.kernel(&explored.chain, event)?;
        Ok(Wait { context: self, event, explored, kernel })
    }

    /// How many uses until an event first happens.
    ///
    /// # Errors
    /// Where an evaluation stops, a limit is reached, or the event cannot happen.
    pub fn first_hit(&self, event: &Expression, request: &HitRequest) -> Result<FirstHit, QueryError> {
        let wait = self.wait(event)?;
        let hit = wait.solve()?;
        let half = Rational::new(1, 2);
        let levels: Vec<Rational> = std::iter::once(&half).chain(&request.quantiles).cloned().collect();
        let search = wait.search(&hit, &levels)?;
        let mut found = search.quantiles.into_iter();
        let missing = || self.stopped(internal(event.checked.expr.span, "no median was sought"));
        let median = found.next().ok_or_else(missing)?;
        let quantiles = request.quantiles.iter().cloned().zip(found).collect();
        let most = request.not_yet.iter().copied().max().unwrap_or(0);
        let listed = request.over.unwrap_or(MOST_USES);
        let law = match request.over {
            None if most == 0 => hit.masses_as_far_as_possible(listed, &self.bounds()),
            _ => hit.masses(most.max(listed), &self.bounds()),
        };
        let law = law.map_err(|error| wait.problem(&error))?;
        let listed = usize::try_from(listed).map_or(law.len(), |listed| listed.min(law.len()));
        let listed = if request.over.is_some() { listed } else { most_of(&law[..listed], &hit.ever) };
        let not_yet = |uses: &u64| {
            let count = usize::try_from(*uses).map_or(law.len(), |uses| uses.min(law.len()));
            (*uses, &Rational::ONE - &law[..count].iter().sum::<Rational>())
        };
        Ok(FirstHit {
            event: event.text.clone(),
            not_yet: request.not_yet.iter().map(not_yet).collect(),
            ever: hit.ever,
            moments: hit.moments,
            median,
            modes: search.modes,
            quantiles,
            law,
            listed,
        })
    }
}

impl Wait<'_> {
    /// How probable it is that it ever happens, and mean and variance.
    pub(super) fn solve(&self) -> Result<chain::FirstHit<'_>, QueryError> {
        let found = first_hit(&self.kernel, self.explored.start, &self.context.bounds());
        found.map_err(|error| self.problem(&error))
    }

    /// Quantiles and modes.
    pub(super) fn search(
        &self,
        hit: &chain::FirstHit<'_>,
        levels: &[Rational],
    ) -> Result<Search, QueryError> {
        hit.search(levels, &self.context.search_bounds()).map_err(|error| self.problem(&error))
    }

    fn problem(&self, error: &ChainError) -> QueryError {
        self.context.problem(error, &self.explored.chain.states, self.event.checked.expr.span)
    }
}

/// How many uses have 99% of all hits.
fn most_of(law: &[Rational], ever: &Rational) -> usize {
    let enough = ever * &Rational::new(99, 100);
    let mut sum = Rational::ZERO;
    let reached = law.iter().position(|mass| {
        sum = &sum + mass;
        sum >= enough
    });
    reached.map_or(law.len(), |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_is_listed_up_to_its_99th_percentile() {
        let half = |power: i32| Rational::new(1, 2).checked_pow(power).unwrap();
        let law: Vec<Rational> = (1..=20).map(half).collect();
        assert_eq!(most_of(&law, &Rational::ONE), 7);
        assert_eq!(most_of(&law[..3], &Rational::ONE), 3);
        assert_eq!(most_of(&[], &Rational::ONE), 0);
    }
}
