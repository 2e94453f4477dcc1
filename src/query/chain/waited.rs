//! Where a wait that was seen stands among all runs.

use crate::exact::Rational;
use crate::query::QueryError;

use super::context::ChainContext;
use super::goals::Goals;

/// Where a wait that was seen stands among all runs.
#[derive(Debug, Clone)]
pub struct Waited {
    /// What was waited for.
    pub goals: Goals,
    /// How many uses it took, or what they cost.
    pub seen: u64,
    /// The share of runs that take less.
    pub fewer: Rational,
    /// The share of runs that take exactly as much.
    pub exactly: Rational,
    /// The share of runs that take more, those included in which it never happens.
    pub more: Rational,
    /// The share of runs in which it never happens.
    pub never: Rational,
    /// The mean, where it happens with certainty.
    pub mean: Option<Rational>,
}

impl ChainContext<'_> {
    /// Where a wait that was seen stands among all runs.
    ///
    /// # Errors
    /// As [`ChainContext::first_hit`].
    pub fn waited(&self, goals: &Goals, seen: u64) -> Result<Waited, QueryError> {
        let wait = self.wait(goals)?;
        let hit = wait.solve()?;
        let more = wait.not_yet(seen)?;
        let from = match seen.checked_sub(1) {
            Some(less) => wait.not_yet(less)?,
            None => Rational::ONE,
        };
        Ok(Waited {
            goals: goals.clone(),
            seen,
            fewer: &Rational::ONE - &from,
            exactly: &from - &more,
            more,
            never: &Rational::ONE - &hit.ever,
            mean: wait.mean(&hit),
        })
    }
}
