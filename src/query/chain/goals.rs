//! What is waited for: one thing or several, each so many times, and what the wait is measured by.

use std::cell::OnceCell;

use crate::diagnostic::Code;
use crate::evaluate::Reach;
use crate::exact::{Integer, Rational};
use crate::prob::chain::{Costs, Errand, Found, HitMoments, Kernel};
use crate::query::{Expression, QueryError};
use crate::source::Span;
use crate::value::Value;

use super::context::{ChainContext, stop, whole};

/// What has to happen until a wait is over, in any order, and what the wait is measured by.
#[derive(Debug, Clone)]
pub struct Goals {
    /// What has to happen; never nothing.
    pub all: Vec<Goal>,
    /// What each use adds to the measure of the wait; where nothing is said, 1, so that uses are counted.
    pub cost: Option<Expression>,
}

/// One thing that has to happen.
#[derive(Debug, Clone)]
pub struct Goal {
    /// An event, or a number whose sum is waited for.
    pub event: Expression,
    /// How often it has to happen, or how great the sum has to be; at least 1.
    pub times: u64,
}

/// How steps of a kernel are read as what a wait is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Each is a use.
    Uses,
    /// All but the last are so much.
    Cost(u64),
}

impl Goals {
    /// That an event happens once, measured in uses.
    #[must_use]
    pub fn once(event: Expression) -> Goals {
        Goals { all: vec![Goal { event, times: 1 }], cost: None }
    }

    /// Whether it is that one event happens once.
    #[must_use]
    pub fn is_once(&self) -> bool {
        matches!(self.all.as_slice(), [Goal { times: 1, .. }])
    }

    /// What is waited for as typed: `rarity = rare`, `rarity = rare 2 times, and rarity = uncommon once`.
    #[must_use]
    pub fn text(&self) -> String {
        let goal = |Goal { event, times }: &Goal| match times {
            1 if self.is_once() => event.text.clone(),
            1 => format!("{} once", event.text),
            times => format!("{} {times} times", event.text),
        };
        self.all.iter().map(goal).collect::<Vec<_>>().join(", and ")
    }

    /// Where the first of them stands.
    pub(super) fn place(&self) -> Span {
        self.all.first().map(|goal| goal.event.checked.expr.span).unwrap_or_default()
    }

    /// All expressions: what each use gains for the goals, and what it costs.
    fn expressions(&self) -> Vec<Expression> {
        let events = self.all.iter().map(|goal| goal.event.clone());
        events.chain(self.cost.clone()).collect()
    }
}

impl Scale {
    /// What so many steps are.
    pub(super) fn amount(self, steps: u64) -> u64 {
        match self {
            Scale::Uses => steps,
            Scale::Cost(unit) => steps.saturating_sub(1).saturating_mul(unit),
        }
    }

    /// How many steps are made until no more than so much is used up.
    pub(super) fn steps(self, amount: u64) -> u64 {
        match self {
            Scale::Uses => amount,
            Scale::Cost(unit) => (amount / unit).saturating_add(1),
        }
    }

    /// Where something was found.
    pub(super) fn found(self, found: Found) -> Found {
        match found {
            Found::At(steps) => Found::At(self.amount(steps)),
            Found::Beyond(steps) => Found::Beyond(self.amount(steps)),
            Found::Never => Found::Never,
        }
    }

    pub(super) fn moments(self, steps: &HitMoments) -> HitMoments {
        HitMoments { mean: self.mean(&steps.mean), variance: self.variance(&steps.variance) }
    }

    fn unit(self) -> Option<Rational> {
        match self {
            Scale::Uses => None,
            Scale::Cost(unit) => Rational::from_integers(&Integer::from(i128::from(unit)), &Integer::ONE),
        }
    }

    /// A mean of steps.
    pub(super) fn mean(self, steps: &Rational) -> Rational {
        match self.unit() {
            None => steps.clone(),
            Some(unit) => &(steps - &Rational::ONE) * &unit,
        }
    }

    fn variance(self, steps: &Rational) -> Rational {
        match self.unit() {
            None => steps.clone(),
            Some(unit) => &(steps * &unit) * &unit,
        }
    }
}

impl ChainContext<'_> {
    /// The chain until all goals are reached, as a kernel whose first hit that is, from state 0.
    pub(super) fn until(&self, goals: &Goals) -> Result<(Kernel<Rational>, Scale), QueryError> {
        let about = goals.expressions();
        // What comes after a hit does not matter.
        let waits = |outcome: &[Value]| outcome.first() != Some(&Value::Flag(true));
        let reach = if goals.is_once() { Reach { follow: &waits, ..Reach::all() } } else { Reach::all() };
        let explored = self.explore_within(&[], &about, reach)?;

        let refused = OnceCell::new();
        let number = |value: Option<&Value>, expression: &Expression| {
            let found = value.and_then(whole).and_then(|number| u64::try_from(number).ok());
            found.unwrap_or_else(|| {
                refused.get_or_init(|| match value.and_then(whole) {
                    Some(negative) => {
                        let message =
                            format!("this can be {negative}, and nothing is waited for that goes back");
                        self.stopped(stop(Code::OutOfRange, expression.checked.expr.span, message))
                    }
                    None => self.not_whole(value, expression),
                });
                0
            })
        };
        let gains = |outcome: &Vec<Value>| {
            let own = goals.all.iter().zip(outcome);
            own.map(|(goal, value)| number(Some(value), &goal.event)).collect()
        };
        let cost = |outcome: &Vec<Value>| match &goals.cost {
            None => 1,
            Some(cost) => number(outcome.last(), cost),
        };
        let needs: Vec<u64> = goals.all.iter().map(|goal| goal.times).collect();
        let errand = Errand::new(&explored.chain, explored.start, &needs, gains, cost, &self.bounds());
        if let Some(refused) = refused.into_inner() {
            return Err(refused);
        }
        let problem = |error| self.problem(&error, &explored.chain.states, goals.place());
        let errand = errand.map_err(problem)?;
        if goals.cost.is_none() {
            return Ok((errand.by_steps(), Scale::Uses));
        }
        let Costs { kernel, unit } = errand.by_cost(&self.bounds()).map_err(problem)?;
        Ok((kernel, Scale::Cost(unit)))
    }
}
