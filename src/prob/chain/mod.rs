//! Markov chains in discrete time over finitely many states, exactly.
//!
//! A [`Chain`] is a kernel whose transitions also carry what comes out of the step. Questions are put to a
//! [`Kernel`], which keeps whole numbers over one denominator and a reward for each transition: 1 where it is
//! what is waited for, or as much as it counts.
//!
//! What uses a mechanic calls a step of its chain a use.
//!
//! ```
//! use std::collections::BTreeMap;
//! use trueodds::exact::Rational;
//! use trueodds::prob::chain::{Bounds, Kernel, after, classes, count_law, first_hit, long_run};
//!
//! // A fair coin with a streak of up to two: transitions that reach or keep the streak have the reward 1.
//! let half = || Rational::new(1, 2);
//! let rows = vec![
//!     BTreeMap::from([((0, 0), half()), ((1, 0), half())]),
//!     BTreeMap::from([((0, 0), half()), ((2, 1), half())]),
//!     BTreeMap::from([((0, 0), half()), ((2, 1), half())]),
//! ];
//! let (kernel, bounds) = (Kernel::of(rows), Bounds::none());
//! assert_eq!(classes(&kernel).len(), 1);
//! assert_eq!(long_run(&kernel, 0, &bounds)?.weights.masses()[2], Rational::new(1, 4));
//! assert_eq!(after(&kernel, 0, 2, &bounds)?.masses()[2], Rational::new(1, 4));
//! let hit = first_hit(&kernel, 0, &bounds)?;
//! assert_eq!(hit.moments.as_ref().expect("it is certain").mean, Rational::from(6));
//! assert_eq!(hit.law(3, &bounds)?.steps().nth(1).expect("the second").at(), Rational::new(1, 4));
//! assert_eq!(count_law(&kernel, 0, 2, &bounds)?.mass(|count| count == 1), Rational::new(1, 4));
//! # Ok::<(), trueodds::prob::chain::ChainError>(())
//! ```

mod classes;
mod count;
mod errand;
mod hit_law;
mod hitting;
mod long_run;
pub mod rounded;
mod search;
mod weights;

pub use classes::{Class, classes};
pub use count::{CountLaw, Standing, count_law, count_law_along, count_mean, count_standing};
pub use errand::{Costs, Errand};
pub use hit_law::{HitLaw, HitStep};
pub use hitting::{FirstHit, HitMoments, first_hit, not_yet};
pub use long_run::{LongRun, after, last_class, long_run, stationary};
pub use search::{Found, Search};
pub use weights::{StateWeights, common_denominator, whole};

use std::collections::BTreeMap;

use thiserror::Error;

use crate::exact::linear::SolveError;
use crate::exact::{Integer, Rational, Ring};

/// One step from a state to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition<O> {
    /// The state it leads to.
    pub to: usize,
    /// What comes out of the step.
    pub outcome: O,
    /// Its probability.
    pub mass: Rational,
}

/// States, and for each of them the transitions out of it; their masses sum to 1.
#[derive(Debug, Clone, Default)]
pub struct Chain<S, O> {
    /// The states.
    pub states: Vec<S>,
    /// The transitions out of each state, in the order of the states.
    pub transitions: Vec<Vec<Transition<O>>>,
}

/// A kernel in whole numbers: the weights of each row sum to the denominator.
///
/// Every transition has a reward: what a question counts when it is made. A row without transitions belongs to
/// a state that no question leaves; [`classes`] wants every row complete. Where the weights are the probabilities
/// themselves, the denominator is 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel<W = Integer> {
    /// The denominator of all rows.
    pub denominator: Integer,
    /// For each state its transitions: where each leads, its reward and its weight.
    pub rows: Vec<Vec<(usize, i64, W)>>,
}

/// Why a question about a chain has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChainError {
    /// Where the chain ends up is left to chance: for each closed class, one of its states.
    #[error("the chain has several closed classes")]
    SeveralClasses(Vec<usize>),
    /// No transition has a reward.
    #[error("the event never happens")]
    NeverHits,
    /// A number grows past the limit of so many binary digits.
    #[error("a number grows too long")]
    TooLong,
    /// More values than the limit.
    #[error("too many values")]
    TooMany,
    /// More steps times transitions than the limit.
    #[error("too many steps")]
    TooMuch,
    /// A state that the chain does not have.
    #[error("no such state")]
    NoSuchState,
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// A system that must have one solution has none: a defect.
    #[error("the linear system of the chain is singular")]
    Singular,
}

impl From<SolveError> for ChainError {
    fn from(error: SolveError) -> ChainError {
        match error {
            SolveError::Singular => ChainError::Singular,
            SolveError::Interrupted => ChainError::Interrupted,
        }
    }
}

/// How far a computation may go.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Binary digits of a number.
    pub bits: u64,
    /// Values of a law.
    pub values: usize,
    /// Steps times transitions.
    pub steps: u64,
    /// Asked now and then; `true` ends the work.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Bounds<'_> {
    /// No bounds at all.
    #[must_use]
    pub fn none() -> Bounds<'static> {
        Bounds { bits: u64::MAX, values: usize::MAX, steps: u64::MAX, interrupted: &|| false }
    }

    /// Refuses more work than the bound, before it is begun.
    fn work(&self, steps: u64, transitions: usize) -> Result<(), ChainError> {
        let transitions = u64::try_from(transitions).unwrap_or(u64::MAX).max(1);
        if steps.saturating_mul(transitions) > self.steps { Err(ChainError::TooMuch) } else { Ok(()) }
    }

    pub(crate) fn check(&self, number: &Integer) -> Result<(), ChainError> {
        if number.bits() > self.bits {
            return Err(ChainError::TooLong);
        }
        self.go_on()
    }

    /// Refuses to go on once the work is interrupted.
    fn go_on(&self) -> Result<(), ChainError> {
        if (self.interrupted)() { Err(ChainError::Interrupted) } else { Ok(()) }
    }
}

impl<S, O> Chain<S, O> {
    /// The kernel with the rewards that a question gives to the transitions. Those with the same end and
    /// reward are one.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::prob::chain::{Chain, Transition};
    ///
    /// let step = |outcome, share| Transition { to: 0, outcome, mass: Rational::new(share, 6) };
    /// let chain = Chain { states: vec![()], transitions: vec![vec![step("low", 4), step("high", 2)]] };
    /// let kernel = chain.kernel(|step| i64::from(step.outcome == "high"));
    /// assert_eq!(kernel.denominator.to_string(), "3");
    /// ```
    pub fn kernel(&self, reward: impl Fn(&Transition<O>) -> i64) -> Kernel {
        Kernel::of(self.merged(reward))
    }

    /// As [`Chain::kernel`], with the probabilities as they are: a common denominator of very many can be very long.
    pub fn masses(&self, reward: impl Fn(&Transition<O>) -> i64) -> Kernel<Rational> {
        Kernel::of_masses(self.merged(reward))
    }

    fn merged(&self, reward: impl Fn(&Transition<O>) -> i64) -> Vec<BTreeMap<(usize, i64), Rational>> {
        let rows = self.transitions.iter().map(|transitions| {
            let mut row: BTreeMap<(usize, i64), Rational> = BTreeMap::new();
            for transition in transitions {
                let mass = row.entry((transition.to, reward(transition))).or_default();
                *mass += &transition.mass;
            }
            row
        });
        rows.collect()
    }
}

impl Kernel {
    /// The kernel with these masses.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use trueodds::exact::Rational;
    /// use trueodds::prob::chain::{Kernel};
    ///
    /// // A fair coin, again and again; a head counts 1.
    /// let half = || Rational::new(1, 2);
    /// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
    /// assert_eq!(kernel.len(), 1);
    /// assert_eq!(kernel.denominator.to_string(), "2");
    /// ```
    #[must_use]
    pub fn of(rows: Vec<BTreeMap<(usize, i64), Rational>>) -> Kernel {
        Kernel::of_masses(rows).whole()
    }

    /// One step forward from masses over some denominator: over that times the kernel's denominator.
    fn forward(&self, masses: &[Integer]) -> Vec<Integer> {
        let mut next = vec![Integer::ZERO; masses.len()];
        for (mass, row) in masses.iter().zip(&self.rows).filter(|(mass, _)| !mass.is_zero()) {
            for (to, _, weight) in row {
                next[*to].add_assign(&mass.mul(weight));
            }
        }
        next
    }
}

impl Kernel<Rational> {
    /// The kernel with these masses as they are.
    #[must_use]
    pub fn of_masses(rows: Vec<BTreeMap<(usize, i64), Rational>>) -> Kernel<Rational> {
        let row = |row: BTreeMap<(usize, i64), Rational>| {
            row.into_iter().map(|((to, reward), mass)| (to, reward, mass)).collect()
        };
        Kernel { denominator: Integer::ONE, rows: rows.into_iter().map(row).collect() }
    }

    /// The same kernel in whole numbers.
    #[must_use]
    pub fn whole(&self) -> Kernel {
        let masses = self.rows.iter().flatten().map(|(_, _, mass)| mass);
        let denominator = common_denominator(masses);
        let weights = |row: &Vec<(usize, i64, Rational)>| {
            row.iter().map(|(to, reward, mass)| (*to, *reward, whole(mass, &denominator))).collect()
        };
        let rows = self.rows.iter().map(weights).collect();
        Kernel { denominator, rows }
    }
}

impl<W> Kernel<W> {
    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many transitions there are in all.
    fn transitions(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    fn must_have(&self, state: usize) -> Result<(), ChainError> {
        self.must_be_whole()?;
        if state < self.len() { Ok(()) } else { Err(ChainError::NoSuchState) }
    }

    /// A denominator that is not positive is nobody's law.
    fn must_be_whole(&self) -> Result<(), ChainError> {
        if self.denominator > Integer::ZERO { Ok(()) } else { Err(ChainError::Singular) }
    }
}
