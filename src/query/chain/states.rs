//! Which states there are, what one use does from each, and laws of the state.

use std::collections::BTreeSet;

use crate::check::FieldId;
use crate::evaluate::StateValues;
use crate::exact::Rational;
use crate::prob::Pmf;
use crate::prob::chain::{Class, classes};
use crate::query::QueryError;
use crate::value::Value;

use super::context::{ChainContext, Subject};

/// The states that can be reached, with their communicating classes.
#[derive(Debug, Clone)]
pub struct ChainStates {
    /// The states in the order in which they are listed.
    pub states: Vec<StateValues>,
    /// The classes, of states by their indices.
    pub classes: Vec<Class>,
}

/// What one use does from each state.
#[derive(Debug, Clone)]
pub struct Steps {
    /// The states in the order in which they are listed.
    pub states: Vec<StateValues>,
    /// What is asked for.
    pub subjects: Vec<Subject>,
    /// For each state, the law of each subject after one use from it.
    pub outcomes: Vec<Vec<Pmf<Value>>>,
    /// For each state, the law of the state after one use from it, by its index.
    pub next: Vec<Pmf<usize>>,
}

/// The law of the state: the states with mass, in the order in which they are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateLaw(Vec<(StateValues, Rational)>);

impl StateLaw {
    /// The law with a mass for each state.
    pub(super) fn new(states: &[StateValues], masses: Vec<Rational>) -> StateLaw {
        let with_mass = states.iter().zip(masses).filter(|(_, mass)| !mass.is_zero());
        StateLaw(with_mass.map(|(state, mass)| (state.clone(), mass)).collect())
    }

    /// The states with mass.
    pub fn iter(&self) -> impl Iterator<Item = (&[Value], &Rational)> {
        self.0.iter().map(|(state, mass)| (state.as_slice(), mass))
    }

    /// The probability of a state.
    #[must_use]
    pub fn probability(&self, state: &[Value]) -> Rational {
        let found = self.iter().find(|(other, _)| *other == state);
        found.map_or(Rational::ZERO, |(_, mass)| mass.clone())
    }
}

impl ChainContext<'_> {
    /// The reachable states with their classes and periods.
    ///
    /// # Errors
    /// Where an evaluation stops or the states are too many.
    pub fn states(&self) -> Result<ChainStates, QueryError> {
        let explored = self.explore(&[], &[])?;
        let classes = classes(&explored.chain.kernel(|_| 0));
        Ok(ChainStates { states: explored.chain.states, classes })
    }

    /// From each state, what comes out of one use, and the state after it.
    ///
    /// # Errors
    /// As [`ChainContext::states`].
    pub fn steps(&self, fields: &[FieldId]) -> Result<Steps, QueryError> {
        let chain = self.explore(fields, &[])?.chain;
        let law = |state: usize, subject: usize| {
            let transitions = chain.transitions[state].iter();
            Pmf::new(
                transitions.map(|transition| (transition.outcome[subject].clone(), transition.mass.clone())),
            )
        };
        let of_state = |state| (0..fields.len()).map(|subject| law(state, subject)).collect();
        let outcomes = (0..chain.states.len()).map(of_state).collect();
        let next = chain
            .transitions
            .iter()
            .map(|transitions| transitions.iter().map(|transition| (transition.to, transition.mass.clone())));
        let next = next.map(Pmf::new).collect();
        let subjects = ChainContext::subjects(fields, &[]);
        Ok(Steps { states: chain.states, subjects, outcomes, next })
    }

    /// The states before the first use and after each further one in which an outcome is this value, as long as one state
    /// alone can follow. The last of them lasts where it follows itself, and then the second value is `true`.
    ///
    /// # Errors
    /// As [`ChainContext::states`].
    pub fn run_of(&self, field: FieldId, value: &Value) -> Result<(Vec<StateValues>, bool), QueryError> {
        let explored = self.explore(&[field], &[])?;
        let chain = explored.chain;
        let next = |state: usize| {
            let mut own =
                chain.transitions[state].iter().filter(|transition| transition.outcome[0] == *value);
            let first = own.next().map(|transition| transition.to)?;
            own.all(|transition| transition.to == first).then_some(first)
        };
        let mut found = vec![chain.states[explored.start].clone()];
        let mut seen = BTreeSet::from([explored.start]);
        let mut at = explored.start;
        while let Some(to) = next(at) {
            if !seen.insert(to) {
                return Ok((found, to == at));
            }
            found.push(chain.states[to].clone());
            at = to;
        }
        Ok((found, false))
    }
}
