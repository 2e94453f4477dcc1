//! Single numbers about many uses: what claims are decided by.

use super::walk::{Answered, Answering, Problem};
use super::{Asked, TableError};
use crate::diagnostic::Code;
use crate::evaluate::{Limits, Reach};
use crate::exact::Rational;
use crate::prob::chain::{ChainError, Found, after, first_hit, long_run};
use crate::query::report::Shown;
use crate::query::{Mechanic, Scenario};
use crate::value::Value;

/// Which number is sought.
#[derive(Debug, Clone)]
pub enum ChainNumber {
    /// The mean number of uses up to the first that satisfies an event.
    HitMean(Asked),
    /// The median of that number.
    HitMedian(Asked),
    /// The most probable value of that number; the first where several tie.
    HitMode(Asked),
    /// The long-run share of uses that satisfy an event.
    Stationary(Asked),
    /// The chance that use number so many satisfies an event.
    After(u64, Asked),
    /// How many uses in a row that all satisfy the first event bring the state to where the second holds.
    Streak(Box<(Asked, Asked)>),
}

/// A streak longer than this ends nowhere.
const LONGEST_STREAK: i64 = 10_000;

/// A single number about many uses of a mechanic under one scenario.
///
/// # Errors
/// As [`super::chain`]; a number that is not found within the limits.
pub fn chain_number(
    mechanic: &Mechanic,
    scenario: &Scenario,
    sought: &ChainNumber,
    limits: &Limits,
) -> Result<Rational, TableError> {
    let shown = Shown::Fraction;
    let answer = Answering { mechanic, scenario, base: scenario, limits, shown, begins: true, caption: None };
    answer.number(sought).map_err(|error| match error {
        Problem::Usage(problems) => TableError::Usage(problems),
        Problem::Stopped(stop) => TableError::Stopped(stop, Box::new(scenario.clone())),
    })
}

impl Answering<'_> {
    fn number(&self, sought: &ChainNumber) -> Answered<Rational> {
        match sought {
            ChainNumber::HitMean(event) | ChainNumber::HitMedian(event) | ChainNumber::HitMode(event) => {
                self.first(event, sought)
            }
            ChainNumber::Stationary(event) => {
                let walk = self.walk(&[], std::slice::from_ref(event))?;
                let interrupted = self.interrupted();
                let found = long_run(&walk.chain.kernel(|_| 0), walk.start, &self.bounds(&interrupted))
                    .map_err(|error| self.chain_problem(&error, &walk, event.checked.expr.span))?;
                Ok(walk.mixed(&found.masses, 0).mass_of(&Value::Flag(true)))
            }
            ChainNumber::After(uses, event) => {
                let reach = Reach { uses: Some(*uses), ..Reach::all() };
                let walk = self.walk_within(&[], std::slice::from_ref(event), reach)?;
                let interrupted = self.interrupted();
                let before = uses.saturating_sub(1);
                let masses = after(&walk.chain.kernel(|_| 0), walk.start, before, &self.bounds(&interrupted))
                    .map_err(|error| self.chain_problem(&error, &walk, event.checked.expr.span))?;
                Ok(walk.mixed(&masses, 0).mass_of(&Value::Flag(true)))
            }
            ChainNumber::Streak(both) => self.streak(&both.0, &both.1),
        }
    }

    fn first(&self, event: &Asked, sought: &ChainNumber) -> Answered<Rational> {
        let waits = |outcome: &[Value]| outcome.last() != Some(&Value::Flag(true));
        let reach = Reach { follow: &waits, ..Reach::all() };
        let walk = self.walk_within(&[], std::slice::from_ref(event), reach)?;
        let kernel = self.marks(&walk, event)?;
        let interrupted = self.interrupted();
        let span = event.checked.expr.span;
        let problem = |error: ChainError| self.chain_problem(&error, &walk, span);
        let hit = first_hit(&kernel, walk.start, &self.bounds(&interrupted)).map_err(problem)?;
        let found = match sought {
            ChainNumber::HitMean(_) => hit.moments.map(|moments| moments.mean),
            _ => {
                let search =
                    hit.search(&[Rational::new(1, 2)], &self.search_bounds(&interrupted)).map_err(problem)?;
                let uses = match (sought, search.quantiles.first()) {
                    (ChainNumber::HitMedian(_), Some(Found::At(uses))) => Some(*uses),
                    (ChainNumber::HitMode(_), _) => search.modes.and_then(|modes| modes.first().copied()),
                    _ => None,
                };
                uses.and_then(|uses| i64::try_from(uses).ok()).map(Rational::from)
            }
        };
        found
            .ok_or_else(|| self.stop(Code::Limit, span, "this number is not found, or does not exist").into())
    }

    /// Follows the ways on which the event holds; while it does, the state must be certain.
    fn streak(&self, event: &Asked, until: &Asked) -> Answered<Rational> {
        let program = self.program(&[], &[event.clone(), until.clone()])?;
        let plan = self.plan(self.scenario, &program);
        let mut state = self.start()?;
        let span = event.checked.expr.span;
        for uses in 1..=LONGEST_STREAK {
            let ways = plan.transitions(&state, self.limits)?;
            let holds: Vec<_> = ways
                .into_iter()
                .filter(|(outcome, ..)| outcome.first() == Some(&Value::Flag(true)))
                .collect();
            let Some((outcome, next, _)) = holds.first() else {
                let message = format!("after {} such uses there is no further one", uses - 1);
                return Err(self.stop(Code::ImpossibleEvidence, span, message).into());
            };
            if holds.iter().any(|(_, other, _)| other != next) {
                let message =
                    "the state after such a use is left to chance, so that the streak has no one end";
                return Err(self.stop(Code::SeveralClasses, span, message).into());
            }
            if outcome.get(1) == Some(&Value::Flag(true)) {
                return Ok(Rational::from(uses));
            }
            state.clone_from(next);
        }
        Err(self
            .stop(Code::Limit, span, format!("a streak of {LONGEST_STREAK} uses does not get there"))
            .into())
    }
}
