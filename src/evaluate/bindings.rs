//! The values of inputs, rules and states that a program is run with.

use crate::exact::Number;
use crate::value::{InputValue, RuleValue, Value};

use super::cell::Cell;

/// The values of inputs and rules, in the order of the model.
#[derive(Debug, Clone)]
pub struct Bindings<N> {
    /// Inputs; `None` for one whose default follows from others.
    pub inputs: Vec<Option<Cell<N>>>,
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
            inputs: inputs.iter().map(|input| input.value().map(Cell::from_value)).collect(),
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
