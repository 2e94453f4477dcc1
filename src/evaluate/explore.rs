//! A mechanic with states as a Markov chain: its reachable states, found by using it from every new one.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::exact::Rational;
use crate::prob::chain::{Chain, Way};
use crate::source::Span;
use crate::value::Value;

use super::limits::{Limits, Stop, limit};
use super::plan::Plan;

/// The values of the states, in the order of the model.
pub type StateValues = Vec<Value>;

/// The ways out of a state: what comes out, and the states after it.
pub type Ways = Vec<(Vec<Value>, StateValues, Rational)>;

impl Plan<Rational> {
    /// One use from a state: the law of the wanted outputs together with the states after it, for a plan
    /// made with [`Plan::step`].
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn ways(&self, state: &[Value], limits: &Limits) -> Result<Ways, Stop> {
        let wanted = self.outputs().saturating_sub(state.len());
        let law = self.law_from(state, limits)?;
        let split = |(values, mass): (&Vec<Value>, &Rational)| {
            let (outcome, next) = values.split_at(wanted.min(values.len()));
            (outcome.to_vec(), next.to_vec(), mass.clone())
        };
        Ok(law.iter().map(split).collect())
    }
}

/// All states that can be reached from some, with the ways between them: first those given, then the others
/// in the order in which they are found. `origin` is where the states are declared.
///
/// Cost: one use for each state.
///
/// # Errors
/// As [`Plan::run`]; and the limit `states`, where there are more states.
pub fn explore(
    plan: &Plan<Rational>,
    start: &[StateValues],
    origin: Span,
    limits: &Limits,
) -> Result<Chain<StateValues, Vec<Value>>, Stop> {
    let mut states: IndexSet<StateValues, FxBuildHasher> = start.iter().cloned().collect();
    let mut ways = Vec::new();
    while let Some(state) = states.get_index(ways.len()).cloned() {
        if states.len() > limits.states {
            let mut stop = limit(origin, "states", limits.states, "the chain has too many states");
            stop.notes.push("perhaps a state grows from use to use without end".to_owned());
            return Err(stop);
        }
        if limits.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
            return Err(limit(origin, "seconds", "reached", "finding the states takes too long"));
        }
        let way = |(outcome, next, mass)| Way { to: states.insert_full(next).0, outcome, mass };
        ways.push(plan.ways(&state, limits)?.into_iter().map(way).collect());
    }
    Ok(Chain { states: states.into_iter().collect(), ways })
}
