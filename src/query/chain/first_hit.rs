//! How long it takes until something first happens.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::prob::chain::{
    self, ChainError, Found, HitLaw, HitMoments, HitStep, Kernel, Search, first_hit, not_yet,
};
use crate::query::QueryError;
use crate::query::error::internal;
use crate::source::Span;

use super::context::ChainContext;
use super::goals::{Goals, Scale};
use super::number::Awaited;

/// How many uses the law of a first hit has when nobody says.
pub(super) const MOST_USES: u64 = 200;

/// What is asked for beside mean, variance, median and mode. Where the wait is measured by a cost, what is called uses
/// here is that.
#[derive(Debug, Clone, Default)]
pub struct HitRequest {
    /// How many uses the law is listed for; without, up to the 99th percentile.
    pub over: Option<u64>,
    /// Levels of quantiles.
    pub quantiles: Vec<Rational>,
    /// Numbers of uses after which it may not have happened yet.
    pub not_yet: Vec<u64>,
}

/// How many uses it takes until all goals are reached, or what they cost; the last use counts.
#[derive(Debug, Clone)]
pub struct FirstHit {
    /// What is waited for.
    pub goals: Goals,
    /// The probability that it ever happens.
    pub ever: Rational,
    /// Mean and variance, where it happens with certainty.
    pub moments: Option<HitMoments>,
    /// Where it does not: what holds of the runs in which it happens.
    pub given: Option<GivenHit>,
    /// Where half of all runs have had it.
    pub median: Found,
    /// The most probable uses; `None` where they were not found out.
    pub modes: Option<Vec<u64>>,
    /// The levels that were asked for, and within how many uses each is reached.
    pub quantiles: Vec<(Rational, Found)>,
    /// The numbers of uses that were asked for, and the chance that it has not happened by then.
    pub not_yet: Vec<(u64, Rational)>,
    /// The chance of each use from the first on, as far as it was computed.
    law: HitLaw,
    /// How many of them are worth a look: as many as were asked for, or as have 99% of all hits.
    pub listed: usize,
    /// Whether somebody asked for so many.
    pub asked: bool,
    scale: Scale,
}

/// Of the runs in which it happens: how many uses it takes.
#[derive(Debug, Clone)]
pub struct GivenHit {
    /// Mean and variance.
    pub moments: HitMoments,
    /// Where half of them have had it.
    pub median: Found,
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

    /// How many uses the law was computed for.
    #[must_use]
    pub fn computed(&self) -> usize {
        self.law.len()
    }

    /// The first of the law, so many of them: the uses, or what they cost, and the chances. A cost that no run has in
    /// all is left out.
    pub fn rows(&self, most: usize) -> impl Iterator<Item = (u64, HitStep<'_>)> {
        let rows = self.law.steps().take(most);
        let occurs = |row: &HitStep<'_>| self.scale == Scale::Uses || row.occurs();
        rows.filter(occurs).map(|row| (self.scale.amount(row.step), row))
    }

    /// Those that are worth a look.
    pub fn listed(&self) -> impl Iterator<Item = (u64, HitStep<'_>)> {
        self.rows(self.listed)
    }
}

/// The chain until all goals are reached, and what it is asked.
pub(super) struct Wait<'a> {
    context: &'a ChainContext<'a>,
    place: Span,
    kernel: Cow<'a, Kernel>,
    scale: Scale,
}

impl ChainContext<'_> {
    pub(super) fn wait<'a>(&'a self, goals: &Goals) -> Result<Wait<'a>, QueryError> {
        let (masses, scale) = self.until(goals)?;
        let place = goals.place();
        Ok(Wait { context: self, place, kernel: Cow::Owned(masses.whole()), scale })
    }

    pub(super) fn wait_of<'a>(&'a self, awaited: &'a Awaited) -> Wait<'a> {
        Wait {
            context: self,
            place: awaited.place,
            kernel: Cow::Borrowed(&awaited.kernel),
            scale: awaited.scale,
        }
    }

    /// How many uses until all goals are reached, or what they cost.
    ///
    /// # Errors
    /// Where an evaluation stops, a limit is reached, or a goal cannot be reached.
    pub fn first_hit(&self, goals: &Goals, request: &HitRequest) -> Result<FirstHit, QueryError> {
        let wait = self.wait(goals)?;
        let scale = wait.scale;
        let hit = wait.solve()?;
        let half = Rational::new(1, 2);
        let levels: Vec<Rational> = std::iter::once(&half).chain(&request.quantiles).cloned().collect();
        let search = wait.search(&hit, &levels)?;
        let mut found = search.quantiles.into_iter();
        let missing = || self.stopped(internal(wait.place, "no median was sought"));
        let median = found.next().ok_or_else(missing)?;
        let quantiles = request.quantiles.iter().cloned().zip(found).collect();
        let not_yet = wait.all_not_yet(&request.not_yet)?;
        let law = match request.over {
            Some(amount) => hit.law(scale.steps(amount), &self.bounds()),
            None => hit.law_as_far_as_possible(MOST_USES, &self.bounds()),
        };
        let law = law.map_err(|error| wait.problem(&error))?;
        let listed = match request.over {
            Some(_) => law.len(),
            None => law.up_to(&(&hit.ever * &Rational::new(99, 100))),
        };
        Ok(FirstHit {
            goals: goals.clone(),
            given: hit.given.as_ref().map(|kernel| wait.given(kernel)).transpose()?,
            ever: hit.ever,
            moments: hit.moments.map(|moments| scale.moments(&moments)),
            median,
            modes: search.modes,
            quantiles,
            not_yet,
            law,
            listed,
            asked: request.over.is_some(),
            scale,
        })
    }
}

impl Wait<'_> {
    /// How probable it is that it ever happens, and mean and variance; in steps of the kernel.
    pub(super) fn solve(&self) -> Result<chain::FirstHit<'_>, QueryError> {
        self.solve_from(&self.kernel)
    }

    fn solve_from<'k>(&self, kernel: &'k Kernel) -> Result<chain::FirstHit<'k>, QueryError> {
        let found = first_hit(kernel, 0, &self.context.bounds());
        found.map_err(|error| self.problem(&error))
    }

    /// The mean number of uses, or of what they cost, where it happens with certainty.
    pub(super) fn mean(&self, hit: &chain::FirstHit<'_>) -> Option<Rational> {
        hit.moments.as_ref().map(|moments| self.scale.mean(&moments.mean))
    }

    /// Quantiles and modes.
    pub(super) fn sought(&self, levels: &[Rational]) -> Result<Search, QueryError> {
        self.search(&self.solve()?, levels)
    }

    fn search(&self, hit: &chain::FirstHit<'_>, levels: &[Rational]) -> Result<Search, QueryError> {
        let search = hit.search(levels, &self.context.search_bounds());
        let Search { quantiles, modes } = search.map_err(|error| self.problem(&error))?;
        Ok(Search {
            quantiles: quantiles.into_iter().map(|found| self.scale.found(found)).collect(),
            modes: modes.map(|modes| modes.into_iter().map(|steps| self.scale.amount(steps)).collect()),
        })
    }

    /// The chance that it has not happened within so many uses.
    pub(super) fn not_yet(&self, uses: u64) -> Result<Rational, QueryError> {
        let left = self.all_not_yet(&[uses])?.pop().map(|(_, left)| left);
        left.ok_or_else(|| self.context.stopped(internal(self.place, "nothing was asked")))
    }

    fn all_not_yet(&self, amounts: &[u64]) -> Result<Vec<(u64, Rational)>, QueryError> {
        let steps: BTreeSet<u64> = amounts.iter().map(|amount| self.scale.steps(*amount)).collect();
        let left = not_yet(&self.kernel, 0, &steps, &self.context.bounds());
        let left = left.map_err(|error| self.problem(&error))?;
        let left: BTreeMap<u64, Rational> = steps.into_iter().zip(left).collect();
        let of = |amount: &u64| Some((*amount, left.get(&self.scale.steps(*amount))?.clone()));
        Ok(amounts.iter().filter_map(of).collect())
    }

    /// What holds of the runs in which it happens, whose kernel this is.
    fn given(&self, kernel: &Kernel) -> Result<GivenHit, QueryError> {
        let hit = self.solve_from(kernel)?;
        let search = self.search(&hit, &[Rational::new(1, 2)])?;
        let found = search.quantiles.first().copied().zip(hit.moments.as_ref());
        let lacking = || self.context.stopped(internal(self.place, "a wait that ends has no mean"));
        let (median, moments) = found.ok_or_else(lacking)?;
        Ok(GivenHit { moments: self.scale.moments(moments), median })
    }

    fn problem(&self, error: &ChainError) -> QueryError {
        self.context.problem(error, &[], self.place)
    }
}
