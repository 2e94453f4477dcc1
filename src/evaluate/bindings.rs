//! The values of inputs, rules and states that a program is run with.

use crate::exact::{Number, Rational};
use crate::value::{InputValue, RuleValue, Value};

use super::cell::Cell;

/// What an input is in a run.
#[derive(Debug, Clone)]
pub enum InputBinding<N> {
    /// It is this.
    Value(Cell<N>),
    /// Its default, which follows from rules and other inputs.
    Follows,
    /// It has no value: what needs it is left as it is.
    Open,
    /// It is drawn before all else: each value with its probability.
    Law(Vec<(Cell<N>, N)>),
}

impl<N: Number> InputBinding<N> {
    fn new(input: &InputValue) -> InputBinding<N> {
        match input {
            InputValue::Value(value) => InputBinding::Value(Cell::from_value(value)),
            InputValue::Default => InputBinding::Follows,
            InputValue::Law(law) => {
                let drawn = |(value, mass): &(_, Rational)| (Cell::from_value(value), N::from(mass.clone()));
                InputBinding::Law(law.iter().map(drawn).collect())
            }
        }
    }
}

/// The values of inputs and rules, in the order of the model.
#[derive(Debug, Clone)]
pub struct Bindings<N> {
    /// Inputs.
    pub inputs: Vec<InputBinding<N>>,
    /// Rules; of one that is not known, why.
    pub rules: Vec<Result<Cell<N>, String>>,
    /// States with another value before the first use than the declared one; may be shorter than the model's.
    pub states: Vec<Option<Cell<N>>>,
}

impl<N: Number> Bindings<N> {
    /// Bindings to discrete values.
    #[must_use]
    pub fn new(inputs: &[InputValue], rules: &[RuleValue]) -> Bindings<N> {
        let rule = |value: &RuleValue| match value {
            RuleValue::Known(value) => Ok(Cell::from_value(value)),
            RuleValue::Unknown(reason) => Err(reason.clone()),
        };
        Bindings {
            inputs: inputs.iter().map(InputBinding::new).collect(),
            rules: rules.iter().map(rule).collect(),
            states: Vec::new(),
        }
    }

    /// The same, with some states given another value before the first use.
    #[must_use]
    pub fn starting_at(mut self, states: &[Option<Value>]) -> Bindings<N> {
        self.states = states.iter().map(|state| state.as_ref().map(Cell::from_value)).collect();
        self
    }
}
