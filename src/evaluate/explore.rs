//! A mechanic with states as a Markov chain: its reachable states, found by using it from every new one.

use std::collections::VecDeque;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::exact::Rational;
use crate::prob::chain::{Chain, Transition};
use crate::source::Span;
use crate::value::Value;

use super::limits::{Limits, Stop, limit};
use super::plan::Plan;

/// The values of the states, in the order of the model.
pub type StateValues = Vec<Value>;

/// The transitions out of a state: what comes out, the states after it, and the probability of that.
pub type Transitions = Vec<(Vec<Value>, StateValues, Rational)>;

impl Plan<Rational> {
    /// One use from a state: the law of the wanted outputs together with the states after it, for a plan
    /// made with [`Plan::step`].
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn transitions(&self, state: &[Value], limits: &Limits) -> Result<Transitions, Stop> {
        let wanted = self.outputs().saturating_sub(state.len());
        let law = self.law_from(state, limits)?;
        let split = |(values, mass): (&Vec<Value>, &Rational)| {
            let (outcome, next) = values.split_at(wanted.min(values.len()));
            (outcome.to_vec(), next.to_vec(), mass.clone())
        };
        Ok(law.iter().map(split).collect())
    }
}

/// Which states are explored.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// States that this many uses lead to are not used from; without it all that can be reached are.
    pub uses: Option<u64>,
    /// Whether the state after a use with this outcome is used from.
    pub follow: &'a dyn Fn(&[Value]) -> bool,
}

impl Reach<'_> {
    /// All states that can be reached.
    #[must_use]
    pub fn all() -> Reach<'static> {
        Reach { uses: None, follow: &|_| true }
    }
}

/// The states that can be reached from some, with the transitions between them: first those given, then the others
/// in the order in which they are found. `step` says what one use does from a state, as [`Plan::transitions`]; a
/// state that is not used from has no transitions. `origin` is where the states are declared.
///
/// Cost: one use for each state.
///
/// # Errors
/// As `step`; and the limit `states`, where there are more states.
pub fn explore(
    step: &mut dyn FnMut(&StateValues) -> Result<Transitions, Stop>,
    start: &[StateValues],
    reach: Reach<'_>,
    origin: Span,
    limits: &Limits,
) -> Result<Chain<StateValues, Vec<Value>>, Stop> {
    let mut states: IndexSet<StateValues, FxBuildHasher> = start.iter().cloned().collect();
    let mut transitions: Vec<Vec<Transition<Vec<Value>>>> = Vec::new();
    // How many uses lead to each state, and whether it is used from, now or later.
    let mut distance: Vec<u64> = vec![0; states.len()];
    let mut followed: Vec<bool> = vec![true; states.len()];
    let mut open: VecDeque<usize> = (0..states.len()).collect();
    let mut made = 0_usize;
    while let Some(index) = open.pop_front() {
        too_many_transitions(made, origin, limits)?;
        if states.len() > limits.states {
            let mut stop = limit(origin, "states", limits.states, "the chain has too many states");
            stop.notes.push("perhaps a state grows from use to use without end".to_owned());
            return Err(stop);
        }
        limits.ask(origin)?;
        transitions.resize_with(states.len(), Vec::new);
        if reach.uses.is_some_and(|uses| distance[index] >= uses) {
            continue;
        }
        let Some(state) = states.get_index(index).cloned() else { continue };
        for (outcome, next, mass) in step(&state)? {
            let (to, new) = states.insert_full(next);
            if new {
                distance.push(distance[index] + 1);
                followed.push(false);
            }
            if (reach.follow)(&outcome) && !followed[to] {
                followed[to] = true;
                open.push_back(to);
            }
            transitions[index].push(Transition { to, outcome, mass });
            made += 1;
        }
    }
    transitions.resize_with(states.len(), Vec::new);
    Ok(Chain { states: states.into_iter().collect(), transitions })
}

/// Refuses more transitions than four for each of the states that there may be.
///
/// # Errors
/// The limit `states`.
pub fn too_many_transitions(transitions: usize, origin: Span, limits: &Limits) -> Result<(), Stop> {
    if transitions > limits.states.saturating_mul(4) {
        return Err(limit(origin, "states", limits.states, "there are too many ways between states"));
    }
    Ok(())
}
