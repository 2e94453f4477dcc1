//! Single numbers about many uses: what claims are decided by.

use crate::diagnostic::Code;
use crate::evaluate::{Limits, Reach};
use crate::exact::Rational;
use crate::prob::chain::{Found, Kernel};
use crate::query::{Expression, QueryError};
use crate::scenario::{Mechanic, Scenario};
use crate::source::Span;
use crate::value::Value;

use super::context::{ChainContext, stop};
use super::goals::{Goals, Scale};

/// Which number is sought.
#[derive(Debug, Clone)]
pub enum ChainNumber {
    /// A number about the uses up to the first that satisfies an event.
    Hit(HitNumber, Expression),
    /// The long-run share of uses that satisfy an event.
    Stationary(Expression),
    /// The chance that use number so many satisfies an event.
    After(u64, Expression),
    /// How many uses in a row that all satisfy the first event bring the state to where the second holds.
    Streak(Box<(Expression, Expression)>),
}

/// Which number about the uses up to the first that satisfies an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HitNumber {
    /// Their mean number.
    Mean,
    /// The median of that number.
    Median,
    /// The most probable value of that number; the first where several tie.
    Mode,
    /// Within how many uses this share of runs has had the event.
    Level(Rational),
    /// The chance that the event has happened within so many uses.
    Within(u64),
    /// The chance that it has not.
    NotYet(u64),
}

/// The chain of a mechanic up to an event, explored once for all numbers that are read from it.
#[derive(Debug, Clone)]
pub struct Awaited {
    /// Where the event stands in its text.
    pub(super) place: Span,
    pub(super) kernel: Kernel,
    pub(super) scale: Scale,
}

/// A streak longer than this ends nowhere.
const LONGEST_STREAK: i64 = 10_000;

/// A single number about many uses of a mechanic under one scenario. No more is computed than it needs.
///
/// # Errors
/// As [`super::chain`]; a number that is not found within the limits.
pub fn chain_number(
    mechanic: &Mechanic,
    scenario: &Scenario,
    sought: &ChainNumber,
    limits: &Limits,
) -> Result<Rational, QueryError> {
    let context = ChainContext::new(mechanic, scenario, limits);
    match sought {
        ChainNumber::Hit(number, event) => context.hit_number(&context.awaited(event.clone())?, number),
        ChainNumber::Stationary(event) => {
            let explored = context.explore(&[], std::slice::from_ref(event))?;
            let found = context.solve_long_run(&explored, event.checked.expr.span)?;
            Ok(explored.law_after(&found.weights, 0).mass_of(&Value::Flag(true)))
        }
        ChainNumber::After(uses, event) => {
            let reach = Reach { uses: Some(*uses), ..Reach::all() };
            let explored = context.explore_within(&[], std::slice::from_ref(event), reach)?;
            let before = uses.saturating_sub(1);
            let kernel = explored.chain.kernel(|_| 0);
            let law = context.weights_after(&explored, &kernel, before, event.checked.expr.span)?;
            Ok(explored.law_after(&law, 0).mass_of(&Value::Flag(true)))
        }
        ChainNumber::Streak(both) => context.streak(&both.0, &both.1),
    }
}

impl ChainContext<'_> {
    /// Explores the chain up to the first use that satisfies an event.
    ///
    /// # Errors
    /// As [`ChainContext::first_hit`].
    pub fn awaited(&self, event: Expression) -> Result<Awaited, QueryError> {
        let (masses, scale) = self.until(&Goals::once(event.clone()))?;
        Ok(Awaited { place: event.checked.expr.span, kernel: masses.whole(), scale })
    }

    /// A number about a wait under the scenario that it was explored for. Cost: that of solving the chain; it is not
    /// explored again.
    ///
    /// ```
    /// use trueodds::check::Asks;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::chain::{ChainContext, HitNumber};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let roll = session.mechanic("sts/card-roll")?;
    /// let scenario = Scenario::of_defaults(&roll, roll.default_rule_set());
    /// let limits = Limits::default();
    /// let chain = ChainContext::new(&roll, &scenario, &limits);
    /// let rare = chain.awaited(session.expression(&roll, "rarity = rare", Asks::Event)?)?;
    /// assert_eq!(chain.hit_number(&rare, &HitNumber::Median)?.to_string(), "19");
    /// let not_yet = chain.hit_number(&rare, &HitNumber::NotYet(0))?;
    /// assert_eq!(not_yet.to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`ChainContext::first_hit`]; a number that is not found within the limits, or does not exist.
    pub fn hit_number(&self, awaited: &Awaited, number: &HitNumber) -> Result<Rational, QueryError> {
        let wait = self.wait_of(awaited);
        let place = awaited.place;
        let level = |level: &Rational| {
            let search = wait.sought(std::slice::from_ref(level))?;
            match search.quantiles.first() {
                Some(Found::At(uses)) => self.uses(place, Some(*uses)),
                _ => Err(self.not_found(place)),
            }
        };
        match number {
            HitNumber::Mean => wait.mean(&wait.solve()?).ok_or_else(|| self.not_found(place)),
            HitNumber::Median => level(&Rational::new(1, 2)),
            HitNumber::Level(share) => level(share),
            HitNumber::Within(uses) => wait.not_yet(*uses).map(|left| &Rational::ONE - &left),
            HitNumber::NotYet(uses) => wait.not_yet(*uses),
            HitNumber::Mode => {
                let search = wait.sought(&[Rational::new(1, 2)])?;
                self.uses(place, search.modes.and_then(|modes| modes.first().copied()))
            }
        }
    }

    fn uses(&self, place: Span, uses: Option<u64>) -> Result<Rational, QueryError> {
        let uses = uses.and_then(|uses| i64::try_from(uses).ok()).map(Rational::from);
        uses.ok_or_else(|| self.not_found(place))
    }

    fn not_found(&self, place: Span) -> QueryError {
        let message = "this number is not found, or does not exist";
        self.stopped(stop(Code::Limit, place, message))
    }

    /// Follows the transitions on which the event holds; while it does, the state must be certain.
    fn streak(&self, event: &Expression, until: &Expression) -> Result<Rational, QueryError> {
        let stopped = QueryError::stopped(self.scenario);
        let program = self.program(&[], &[event.clone(), until.clone()])?;
        let plan = self.plan(self.scenario, &program)?;
        let mut state = self.start()?;
        let span = event.checked.expr.span;
        for uses in 1..=LONGEST_STREAK {
            let transitions = plan.transitions(&state, self.limits).map_err(&stopped)?;
            let holds = |outcome: &[Value]| outcome.first() == Some(&Value::Flag(true));
            let holds: Vec<_> = transitions.into_iter().filter(|(outcome, ..)| holds(outcome)).collect();
            let Some((outcome, next, _)) = holds.first() else {
                let message = format!("after {} such uses there is no further one", uses - 1);
                return Err(stopped(stop(Code::ImpossibleEvidence, span, message)));
            };
            if holds.iter().any(|(_, other, _)| other != next) {
                let message =
                    "the state after such a use is left to chance, so that the streak has no one end";
                return Err(stopped(stop(Code::SeveralClasses, span, message)));
            }
            if outcome.get(1) == Some(&Value::Flag(true)) {
                return Ok(Rational::from(uses));
            }
            state.clone_from(next);
        }
        let message = format!("a streak of {LONGEST_STREAK} uses does not get there");
        Err(stopped(stop(Code::Limit, span, message)))
    }
}
