//! Uses in a row with inputs that change on the way.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};

use crate::check::{FieldId, Kind};
use crate::evaluate::{Plan, StateValues, too_many_transitions};
use crate::exact::{Integer, Rational, Ring};
use crate::prob::chain::{Bounds, Chain, ChainError, Transition, common_denominator, whole};
use crate::query::{Expression, QueryError};
use crate::scenario::Scenario;
use crate::value::{InputValue, Value};

use super::context::{ChainContext, Order, Subject};
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
    pub(super) chains: Vec<Step>,
    /// For each use, which kind it is.
    pub(super) kinds: Vec<usize>,
    /// The law of the state before each use, and after the last.
    laws: Vec<Row>,
    /// For each kind of use, the common denominator of the chances of its transitions.
    denominators: Vec<Integer>,
    /// The product of the denominators of all uses.
    total: Integer,
    /// A number that every prime factor of the total divides.
    base: Integer,
    /// The index of the state in which it begins.
    pub(super) start: usize,
}

/// States and their weights, over the product of the denominators of all uses before.
type Row = Vec<(usize, Integer)>;

impl FollowedPath {
    pub(super) fn states(&self) -> &[StateValues] {
        &self.chains[0].states
    }

    /// For each value of a subject in how many uses it is to be expected; for numbers, their sum.
    fn expected(&self, index: usize, kind: Kind) -> Vec<Expected> {
        let mut values = IndexSet::new();
        let shares = self.shares(index, &mut values);
        // Of each value, in how many uses it is to be expected: a weight over the denominators of all uses so far.
        let mut sums = vec![Integer::ZERO; values.len()];
        for (use_kind, law) in self.kinds.iter().zip(&self.laws) {
            let denominator = &self.denominators[*use_kind];
            sums.iter_mut().for_each(|sum| *sum = sum.mul(denominator));
            for (state, weight) in law {
                for (value, share) in &shares[*use_kind][*state] {
                    sums[*value].add_assign(&weight.mul(share));
                }
            }
        }
        let number = |sum: &Integer| self.fraction(sum);
        // What is recorded as `30 or more` has no sum, but each of its values is met so often.
        let all: Option<Vec<&Rational>> = values.iter().map(Value::as_number).collect();
        if let Some(numbers) = all.filter(|numbers| !numbers.is_empty()) {
            let sum = numbers.iter().zip(&sums).map(|(value, sum)| *value * &number(sum)).sum();
            return vec![Expected { value: None, number: sum }];
        }
        let expected = values.into_iter().zip(&sums);
        let expected = expected.map(|(value, sum)| Expected { value: Some(value), number: number(sum) });
        let mut expected: Vec<Expected> = expected.collect();
        expected.sort_by(|a, b| a.value.cmp(&b.value));
        // Of a flag only how often it holds is of interest.
        if kind == Kind::Flag {
            expected.retain(|expected| expected.value == Some(Value::Flag(true)));
        }
        expected
    }

    /// For each kind of use and each state, the weights of the values of a subject over the denominator of the kind.
    /// The values are numbered as they are met.
    fn shares(&self, index: usize, values: &mut IndexSet<Value>) -> Vec<Vec<Vec<(usize, Integer)>>> {
        let mut of_kinds = Vec::with_capacity(self.chains.len());
        for (chain, denominator) in self.chains.iter().zip(&self.denominators) {
            let mut of_states = Vec::with_capacity(chain.transitions.len());
            for transitions in &chain.transitions {
                let mut shares: BTreeMap<usize, Integer> = BTreeMap::new();
                for transition in transitions {
                    let (value, _) = values.insert_full(transition.outcome[index].clone());
                    let share = shares.entry(value).or_insert(Integer::ZERO);
                    share.add_assign(&whole(&transition.mass, denominator));
                }
                of_states.push(shares.into_iter().collect());
            }
            of_kinds.push(of_states);
        }
        of_kinds
    }

    /// The law of the state after the last use.
    fn after(&self) -> Vec<Rational> {
        let mut masses = vec![Rational::ZERO; self.states().len()];
        for (state, weight) in self.laws.last().into_iter().flatten() {
            masses[*state] = self.fraction(weight);
        }
        masses
    }

    /// A weight over the denominators of all uses as a fraction.
    fn fraction(&self, weight: &Integer) -> Rational {
        Rational::over_power(weight, &self.total, &self.base)
    }

    /// Finds the law of the state before each use and after the last.
    fn weigh(&mut self, bounds: &Bounds<'_>) -> Result<(), ChainError> {
        self.denominators = self.chains.iter().map(denominator_of).collect();
        let steps = self.chains.iter().zip(&self.denominators);
        let steps: Vec<Vec<Row>> = steps.map(|(chain, denominator)| steps_of(chain, denominator)).collect();
        let mut law = BTreeMap::from([(self.start, Integer::ONE)]);
        for kind in &self.kinds {
            let mut next: BTreeMap<usize, Integer> = BTreeMap::new();
            for (state, mass) in &law {
                for (to, weight) in &steps[*kind][*state] {
                    next.entry(*to).or_insert(Integer::ZERO).add_assign(&mass.mul(weight));
                }
            }
            self.total = self.total.mul(&self.denominators[*kind]);
            bounds.check(&self.total)?;
            self.laws.push(std::mem::replace(&mut law, next).into_iter().collect());
        }
        self.laws.push(law.into_iter().collect());
        let denominators = self.denominators.iter();
        self.base = denominators.fold(Integer::ONE, |base, one| Integer::common(&base, one).0);
        Ok(())
    }
}

type Step = Chain<StateValues, Vec<Value>>;

/// A number that the denominator of every transition divides.
fn denominator_of(chain: &Step) -> Integer {
    common_denominator(chain.transitions.iter().flatten().map(|transition| &transition.mass))
}

/// For each state, where a use leads from it, with weights over the denominator.
fn steps_of(chain: &Step, denominator: &Integer) -> Vec<Row> {
    let step = |transitions: &Vec<Transition<Vec<Value>>>| {
        let mut step: BTreeMap<usize, Integer> = BTreeMap::new();
        for transition in transitions {
            let sum = step.entry(transition.to).or_insert(Integer::ZERO);
            sum.add_assign(&whole(&transition.mass, denominator));
        }
        step.into_iter().collect()
    };
    chain.transitions.iter().map(step).collect()
}

/// What following a path finds, the states in the order of discovery.
struct Discovered {
    states: IndexSet<StateValues>,
    /// The transitions of a kind of use from a state.
    rows: IndexMap<(usize, usize), Vec<Transition<Vec<Value>>>>,
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
            states: StateLaw::new(followed.states(), followed.after()),
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
        let mut reached = BTreeSet::from([start]);
        let mut made = 0;
        for kind in kinds {
            let mut next = BTreeSet::new();
            for state in reached {
                if !rows.contains_key(&(*kind, state)) {
                    let values = states[state].clone();
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
                    rows.insert((*kind, state), transitions);
                }
                next.extend(rows[&(*kind, state)].iter().map(|transition| transition.to));
            }
            reached = next;
        }
        Ok(Discovered { states, rows })
    }

    /// The same with the states in the order in which they are listed.
    fn arrange(
        &self,
        discovered: Discovered,
        kinds: Vec<usize>,
        kind_count: usize,
    ) -> Result<FollowedPath, QueryError> {
        let Discovered { states, rows } = discovered;
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
        // The start was found first.
        let mut path = FollowedPath {
            chains,
            kinds,
            laws: Vec::new(),
            denominators: Vec::new(),
            total: Integer::ONE,
            base: Integer::ONE,
            start: index[0],
        };
        match path.weigh(&self.bounds()) {
            Ok(()) => Ok(path),
            Err(error) => Err(self.problem(&error, path.states(), self.states_span())),
        }
    }
}
