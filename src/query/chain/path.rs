//! Uses in a row with inputs that change on the way.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use crate::check::{FieldId, Kind};
use crate::evaluate::{Plan, StateValues, too_many_transitions};
use crate::exact::Rational;
use crate::prob::Pmf;
use crate::prob::chain::{Chain, ChainError, Transition};
use crate::query::{Expression, QueryError};
use crate::scenario::Scenario;
use crate::value::{InputValue, Value};

use super::context::{ChainContext, Order, Subject, law_after};
use super::count::{Counts, Over};
use super::states::StateLaw;

/// What to expect along a path of uses.
#[derive(Debug, Clone)]
pub struct PathAnswer {
    /// The uses.
    pub path: Vec<Scenario>,
    /// What is to be expected of each subject.
    pub expected: Vec<(Subject, Vec<Expected>)>,
    /// The laws of what is counted.
    pub counts: Vec<Counts>,
    /// The law of the state after the last use.
    pub states: StateLaw,
}

/// What is to be expected of one value, or of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The value; `None` for the sum of a number.
    pub value: Option<Value>,
    /// In how many uses the value is to be expected, or the mean of the sum.
    pub number: Rational,
}

/// A path with the states that it can reach.
pub(super) struct FollowedPath {
    /// For each kind of use, the transitions out of the states from which it is made.
    pub(super) chains: Vec<Chain<StateValues, Vec<Value>>>,
    /// For each use, which kind it is.
    pub(super) kinds: Vec<usize>,
    /// The law of the state before each use.
    before: Vec<Vec<Rational>>,
    /// The law of the state after the last.
    after: Vec<Rational>,
    /// The index of the state in which it begins.
    pub(super) start: usize,
}

impl FollowedPath {
    pub(super) fn states(&self) -> &[StateValues] {
        &self.chains[0].states
    }

    /// For each value of a subject in how many uses it is to be expected; for numbers, their sum.
    fn expected(&self, index: usize, kind: Kind) -> Vec<Expected> {
        let uses = self.kinds.iter().zip(&self.before);
        let laws = uses.map(|(use_kind, before)| law_after(&self.chains[*use_kind], before, index));
        let laws: Vec<Pmf<Value>> = laws.collect();
        // What is recorded as `30 or more` has no sum, but each of its values is met so often.
        let summed = !laws.iter().flat_map(Pmf::support).any(|value| matches!(value, Value::Above(_)));
        let mut sums: BTreeMap<Option<Value>, Rational> = BTreeMap::new();
        for law in &laws {
            for (value, mass) in law.iter() {
                let (key, amount) = match value {
                    Value::Number(number) if summed => (None, number * mass),
                    value => (Some(value.clone()), mass.clone()),
                };
                let sum = sums.entry(key).or_insert(Rational::ZERO);
                *sum = &*sum + &amount;
            }
        }
        // Of a flag only how often it holds is of interest.
        if kind == Kind::Flag {
            sums.retain(|value, _| *value == Some(Value::Flag(true)));
        }
        sums.into_iter().map(|(value, number)| Expected { value, number }).collect()
    }
}

/// What following a path finds, the states in the order of discovery.
struct Discovered {
    states: IndexSet<StateValues>,
    /// The transitions of a kind of use from a state.
    rows: IndexMap<(usize, usize), Vec<Transition<Vec<Value>>>>,
    /// The law of the state before each use.
    before: Vec<BTreeMap<usize, Rational>>,
    /// The law of the state after the last.
    after: BTreeMap<usize, Rational>,
}

impl ChainContext<'_> {
    /// What to expect along a path of uses, and the laws of what is counted.
    ///
    /// # Errors
    /// Where an evaluation stops, a limit is reached, or what is counted is no whole number.
    pub fn path(
        &self,
        path: &[Scenario],
        fields: &[FieldId],
        about: &[Expression],
    ) -> Result<PathAnswer, QueryError> {
        let followed = self.follow(path, fields, about)?;
        let over = Over::Path(path.to_vec());
        let counts = about.iter().map(|counted| self.count(counted, &over));
        let counts = counts.collect::<Result<_, _>>()?;
        let expected = |(index, subject): (usize, Subject)| {
            let kind = subject.kind(self.mechanic);
            (subject, followed.expected(index, kind))
        };
        let subjects = ChainContext::subjects(fields, about).into_iter().enumerate();
        Ok(PathAnswer {
            path: path.to_vec(),
            expected: subjects.map(expected).collect(),
            counts,
            states: StateLaw::new(followed.states(), followed.after.clone()),
        })
    }

    /// Follows a path from the start: only states that it can reach at a use are used from.
    pub(super) fn follow(
        &self,
        path: &[Scenario],
        fields: &[FieldId],
        about: &[Expression],
    ) -> Result<FollowedPath, QueryError> {
        let program = self.program(fields, about)?;
        let mut inputs: IndexSet<&[InputValue]> = IndexSet::new();
        let mut plans = Vec::new();
        let mut kinds = Vec::with_capacity(path.len());
        for scenario in path {
            let (kind, new) = inputs.insert_full(&scenario.inputs);
            if new {
                plans.push(self.plan(scenario, &program)?);
            }
            kinds.push(kind);
        }
        let discovered = self.discover(&kinds, &plans)?;
        self.arrange(discovered, kinds, plans.len())
    }

    /// Use after use, each of its kind.
    fn discover(&self, kinds: &[usize], plans: &[Plan<Rational>]) -> Result<Discovered, QueryError> {
        let stopped = QueryError::stopped(self.scenario);
        let mut states = IndexSet::new();
        let (start, _) = states.insert_full(self.start()?);
        let mut rows: IndexMap<(usize, usize), Vec<Transition<Vec<Value>>>> = IndexMap::new();
        let mut law = BTreeMap::from([(start, Rational::ONE)]);
        let mut before = Vec::with_capacity(kinds.len());
        let mut made = 0;
        for kind in kinds {
            let mut next: BTreeMap<usize, Rational> = BTreeMap::new();
            for (state, mass) in &law {
                if !rows.contains_key(&(*kind, *state)) {
                    let values = states[*state].clone();
                    let transitions = plans[*kind].transitions(&values, self.limits).map_err(&stopped)?;
                    let transition = |(outcome, after, mass)| Transition {
                        to: states.insert_full(after).0,
                        outcome,
                        mass,
                    };
                    let transitions: Vec<_> = transitions.into_iter().map(transition).collect();
                    made += transitions.len();
                    too_many_transitions(made.max(states.len()), self.states_span(), self.limits)
                        .map_err(&stopped)?;
                    rows.insert((*kind, *state), transitions);
                }
                for transition in &rows[&(*kind, *state)] {
                    let sum = next.entry(transition.to).or_insert(Rational::ZERO);
                    *sum = &*sum + &(mass * &transition.mass);
                }
            }
            self.within_limits(&next)?;
            before.push(std::mem::replace(&mut law, next));
        }
        Ok(Discovered { states, rows, before, after: law })
    }

    fn within_limits(&self, law: &BTreeMap<usize, Rational>) -> Result<(), QueryError> {
        let bounds = self.bounds();
        let error = match law.values().any(|mass| mass.bits() > bounds.bits) {
            true => ChainError::TooLong,
            false if (bounds.interrupted)() => ChainError::Interrupted,
            false => return Ok(()),
        };
        Err(self.problem(&error, &[], self.states_span()))
    }

    /// The same with the states in the order in which they are listed.
    fn arrange(
        &self,
        discovered: Discovered,
        kinds: Vec<usize>,
        kind_count: usize,
    ) -> Result<FollowedPath, QueryError> {
        let Discovered { states, rows, before, after } = discovered;
        let Order { order, index } = self.order(&states.iter().collect::<Vec<_>>())?;
        let named: Vec<StateValues> = order.iter().map(|old| states[*old].clone()).collect();
        let empty = Chain { states: named, transitions: vec![Vec::new(); states.len()] };
        let mut chains = vec![empty; kind_count.max(1)];
        for ((kind, state), transitions) in rows {
            let moved = transitions
                .into_iter()
                .map(|transition| Transition { to: index[transition.to], ..transition });
            chains[kind].transitions[index[state]] = moved.collect();
        }
        let spread = |law: &BTreeMap<usize, Rational>| {
            let mut masses = vec![Rational::ZERO; states.len()];
            law.iter().for_each(|(state, mass)| masses[index[*state]] = mass.clone());
            masses
        };
        let before = before.iter().map(spread).collect();
        // The start was found first.
        Ok(FollowedPath { chains, kinds, before, after: spread(&after), start: index[0] })
    }
}
