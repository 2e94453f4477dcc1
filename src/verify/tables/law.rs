//! Laws of single outcome fields under what a table gives, each computed once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::names::{Event, Given};
use crate::check::{FieldId, InputId, Kind, StateId};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::law;
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Scenario};
use crate::value::{InputValue, RuleValue, Value};

/// A law of one field: the mass of each of its values.
type Law = BTreeMap<Value, Rational>;

/// What a law depends on: mechanic, field, rules, inputs, states.
type Key = (String, usize, Vec<RuleValue>, Vec<InputValue>, Vec<Option<Value>>);

/// So many laws are computed for one page. A page of honest tables needs a few dozen.
const MOST: usize = 5_000;

/// Laws of earlier pages, shared by all cases that were prepared together: their mechanics are the same.
#[derive(Debug, Clone, Default)]
pub(in crate::verify) struct SharedLaws(Arc<Mutex<BTreeMap<Key, Arc<Law>>>>);

impl SharedLaws {
    fn get(&self, key: &Key) -> Option<Arc<Law>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn insert(&self, key: Key, law: Arc<Law>) {
        let mut laws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if laws.len() < MOST {
            laws.insert(key, law);
        }
    }
}

/// The laws of one page; `None` where there is none.
#[derive(Debug)]
pub(super) struct Laws<'a> {
    limits: &'a Limits,
    computed: BTreeMap<Key, Option<Arc<Law>>>,
    shared: SharedLaws,
}

impl<'a> Laws<'a> {
    pub(super) fn new(limits: &'a Limits, shared: SharedLaws) -> Laws<'a> {
        Laws { limits, computed: BTreeMap::new(), shared }
    }

    /// The chance of an event. `None` where the evaluation stops, or the page needs too many laws.
    pub(super) fn chance(
        &mut self,
        mechanic: &Mechanic,
        scenario: &Scenario,
        event: &Event,
    ) -> Option<Rational> {
        let rules = scenario.rule_values(mechanic);
        let path = mechanic.model.path.clone();
        let key = (path, event.field, rules, scenario.inputs.clone(), scenario.states.clone());
        if !self.computed.contains_key(&key) {
            if self.computed.len() >= MOST {
                return None;
            }
            let found = self.shared.get(&key).or_else(|| self.compute(mechanic, scenario, &key));
            self.computed.insert(key.clone(), found);
        }
        let law = self.computed.get(&key)?.as_ref()?;
        Some(law.iter().filter(|(value, _)| event.test.holds(value)).map(|(_, mass)| mass).sum())
    }

    /// Where an evaluation stops, another page may have other limits: only laws are shared.
    fn compute(&self, mechanic: &Mechanic, scenario: &Scenario, key: &Key) -> Option<Arc<Law>> {
        let joint = law(mechanic, scenario, &[FieldId::new(key.1)], self.limits).ok()?;
        let single = |(values, mass): (&Vec<Value>, &Rational)| Some((values.first()?.clone(), mass.clone()));
        let law: Arc<Law> = Arc::new(joint.iter().filter_map(single).collect());
        self.shared.insert(key.clone(), Arc::clone(&law));
        Some(law)
    }
}

/// A rule set with what is given, everything else at its default. `None` where the rule set lacks an input.
pub(super) fn scenario(mechanic: &Mechanic, rule_set: usize, given: &[Given]) -> Option<Scenario> {
    let model = &mechanic.model;
    let set = mechanic.rule_sets.get(rule_set)?;
    let mut scenario = Scenario::of_defaults(mechanic, RuleSetId::new(rule_set));
    scenario.states = vec![None; model.states.len()];
    for given in given {
        match given {
            Given::Input(input, value) => {
                let default = model.inputs[*input].default.value() == Some(value);
                if !default && !*set.available.get(*input)? {
                    return None;
                }
                scenario.set_input(InputId::new(*input), value.clone());
                scenario.named.push(InputId::new(*input));
            }
            Given::State(state, value) => scenario.set_state(mechanic, StateId::new(*state), value.clone()),
            Given::RuleSet(_) => {}
        }
    }
    Some(scenario)
}

/// The scenarios that differ in one input that was not given: what a page may say in its prose.
pub(super) fn neighbours(mechanic: &Mechanic, scenario: &Scenario) -> Vec<Scenario> {
    /// Numbers up to this are tried for an input that is one.
    const LARGEST: i64 = 12;
    let model = &mechanic.model;
    let mut found = Vec::new();
    let available = &mechanic.rule_set_of(scenario).available;
    let free = |input: &InputId| available[input.index()] && !scenario.named.contains(input);
    for input in model.input_ids().filter(free) {
        let declaration = &model[input].declaration;
        let values: Vec<Value> = match declaration.kind {
            Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
            Kind::Integer | Kind::Number => (0..=LARGEST)
                .map(Rational::from)
                .filter(|number| declaration.range.contains(number))
                .map(Value::Number)
                .collect(),
            kind => (0..).zip(model.variants(kind)).map(|(value, _)| Value::Variant(value)).collect(),
        };
        for value in values.into_iter().filter(|value| Some(value) != scenario.input(input).value()) {
            let mut other = scenario.clone();
            other.set_input(input, value);
            other.named.push(input);
            found.push(other);
        }
    }
    found
}
