//! How many uses until something first happens.

use std::collections::{BTreeMap, BTreeSet};

use crate::evaluate::Reach;
use crate::exact::Rational;
use crate::prob::chain::{self, ChainError, Found, HitLaw, HitMoments, Kernel, Search, first_hit};
use crate::query::error::internal;
use crate::query::{Expression, QueryError};
use crate::value::Value;

use super::context::{ChainContext, ExploredChain};

/// How many uses the law of a first hit has when nobody says.
pub(super) const MOST_USES: u64 = 200;

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
    pub law: HitLaw,
    /// How many of them are worth a look: as many as were asked for, or as have 99% of all hits.
    pub listed: usize,
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
        let explored = self.explore_up_to(event)?;
        let kernel = self.kernel(&explored.chain, event)?;
        Ok(Wait { context: self, event, explored, kernel })
    }

    /// The chain up to the first use that satisfies an event: what comes after a hit does not matter.
    pub(super) fn explore_up_to(&self, event: &Expression) -> Result<ExploredChain, QueryError> {
        let waits = |outcome: &[Value]| outcome.last() != Some(&Value::Flag(true));
        let reach = Reach { follow: &waits, ..Reach::all() };
        self.explore_within(&[], std::slice::from_ref(event), reach)
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
        let problem = |error: ChainError| wait.problem(&error);
        let not_yet: BTreeSet<u64> = request.not_yet.iter().copied().collect();
        let left = hit.not_yet(&not_yet, &self.bounds()).map_err(problem)?;
        let left: BTreeMap<u64, Rational> = not_yet.into_iter().zip(left).collect();
        let not_yet = request.not_yet.iter().filter_map(|uses| Some((*uses, left.get(uses)?.clone())));
        let law = match request.over {
            Some(uses) => hit.law(uses, &self.bounds()),
            None => hit.law_as_far_as_possible(MOST_USES, &self.bounds()),
        };
        let law = law.map_err(problem)?;
        let listed = match request.over {
            Some(_) => law.len(),
            None => law.up_to(&(&hit.ever * &Rational::new(99, 100))),
        };
        Ok(FirstHit {
            event: event.text.clone(),
            not_yet: not_yet.collect(),
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

    /// The chance that it has not happened within so many uses.
    pub(super) fn not_yet(
        &self,
        hit: &chain::FirstHit<'_>,
        uses: u64,
    ) -> Result<Option<Rational>, QueryError> {
        let left = hit.not_yet(&BTreeSet::from([uses]), &self.context.bounds());
        Ok(left.map_err(|error| self.problem(&error))?.pop())
    }

    fn problem(&self, error: &ChainError) -> QueryError {
        self.context.problem(error, &self.explored.chain.states, self.event.checked.expr.span)
    }
}
