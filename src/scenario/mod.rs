//! What was asked for, typed: a mechanic, its rule sets and inputs, sweeps, paths.
//!
//! Text that a person typed becomes values here, and everything that is wrong with it is said at once.
//! Nothing here is evaluated.

mod axes;
mod family;
mod mechanic;
mod path;
mod settings;
mod sides;
mod sweep;
mod values;

pub use axes::{Axes, Axis, Case};
pub use mechanic::{Mechanic, Outcomes};
pub use path::{parse_path, shared};
pub use settings::{Settings, all_scenarios, scenarios};
pub use sides::{Lacking, Sides, sides};
pub use sweep::{Sweep, Swept};
pub use values::{all_values, whole_numbers};
pub(crate) use values::{ascending, steps};

use crate::check::model::Input;
use crate::check::{InputId, RuleId, StateId};
use crate::diagnostic::Message;
use crate::evaluate::{Bindings, input_law};
use crate::exact::{Number, Rational};
use crate::rules::RuleSetId;
use crate::value::{InputValue, RuleValue, Value};

/// A rule set and a value for every input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scenario {
    /// Which rule set.
    pub rule_set: RuleSetId,
    /// The inputs in the order of the model.
    pub inputs: Vec<InputValue>,
    /// The states before the first use, where they are not as declared, in the order of the model.
    pub states: Vec<Option<Value>>,
    /// The inputs that were given by name: captions name them even where they have their default value.
    pub named: Vec<InputId>,
    /// Rules with another value than the rule set gives them.
    pub changed: Vec<(RuleId, RuleValue)>,
    /// Whether its rule set stands there because all were asked for: then it may refuse the inputs.
    pub one_of_all: bool,
}

impl Scenario {
    /// A rule set with every input at its default.
    #[must_use]
    pub fn of_defaults(mechanic: &Mechanic, rule_set: RuleSetId) -> Scenario {
        let inputs = mechanic.model.inputs.iter().map(Input::usual).collect();
        Scenario { rule_set, inputs, ..Scenario::default() }
    }

    /// What an input is.
    #[must_use]
    pub fn input(&self, input: InputId) -> &InputValue {
        &self.inputs[input.index()]
    }

    /// Gives an input a value.
    pub fn set_input(&mut self, input: InputId, value: impl Into<InputValue>) {
        self.inputs[input.index()] = value.into();
    }

    /// The value of an input, also where it follows from rules and other inputs. `None` where that comes to nothing,
    /// as it is out of range or needs a rule that is not known, and where it is one of several.
    #[must_use]
    pub fn value(&self, mechanic: &Mechanic, input: InputId) -> Option<Value> {
        match self.law(mechanic, input)?.as_slice() {
            [(value, _)] => Some(value.clone()),
            _ => None,
        }
    }

    /// The values of an input with their probabilities, ascending: one, unless it has a law or follows from an input
    /// that has one. `None` where that comes to nothing.
    #[must_use]
    pub fn law(&self, mechanic: &Mechanic, input: InputId) -> Option<Vec<(Value, Rational)>> {
        match self.input(input) {
            InputValue::Value(value) => Some(vec![(value.clone(), Rational::ONE)]),
            InputValue::Law(law) => Some(law.clone()),
            InputValue::Default => {
                let law = input_law(&mechanic.program, &self.bindings(mechanic), input.index()).ok()?;
                Some(law.iter().map(|(value, mass)| (value.clone(), mass.clone())).collect())
            }
        }
    }

    /// The inputs that have a law.
    pub fn with_laws(&self) -> impl Iterator<Item = InputId> {
        let laws = self.inputs.iter().enumerate().filter(|(_, input)| matches!(input, InputValue::Law(_)));
        laws.map(|(index, _)| InputId::new(index))
    }

    /// An input as a person would type it; `?` where it follows from rules and other inputs and comes to nothing.
    #[must_use]
    pub fn input_text(&self, mechanic: &Mechanic, input: InputId) -> String {
        let kind = mechanic.model[input].declaration.kind;
        let text = |value: &Value| mechanic.model.value_text(kind, value);
        match self.law(mechanic, input).as_deref() {
            None => "?".to_owned(),
            Some([(value, _)]) => text(value),
            Some(law) => {
                let arms: Vec<String> =
                    law.iter().map(|(value, mass)| format!("{mass} => {}", text(value))).collect();
                format!("one of {{ {} }}", arms.join(", "))
            }
        }
    }

    /// Gives a state of the mechanic a value before the first use.
    pub fn set_state(&mut self, mechanic: &Mechanic, state: StateId, value: Value) {
        self.states.resize(mechanic.model.states.len(), None);
        self.states[state.index()] = Some(value);
    }

    /// The values of all rules, those that were changed included, in the order of the model.
    #[must_use]
    pub fn rule_values(&self, mechanic: &Mechanic) -> Vec<RuleValue> {
        let mut rules = mechanic.rule_set_of(self).values();
        for (rule, value) in &self.changed {
            rules[rule.index()] = value.clone();
        }
        rules
    }

    /// What the program of the mechanic is run with.
    #[must_use]
    pub fn bindings<N: Number>(&self, mechanic: &Mechanic) -> Bindings<N> {
        let rules = self.rule_values(mechanic);
        Bindings::new(&self.inputs, &rules).starting_at(&self.states)
    }
}

/// Whether a rule set has an input; one that it lacks cannot be given a value.
///
/// # Errors
/// That it lacks it, and which rule sets have it.
pub fn available(mechanic: &Mechanic, rule_set: RuleSetId, input: InputId) -> Result<(), Message> {
    let set = mechanic.rule_set(rule_set);
    if set.available[input.index()] {
        return Ok(());
    }
    let having = mechanic.rule_sets.iter().filter(|other| other.available[input.index()]);
    let having: Vec<&str> = having.map(|other| other.name.as_str()).collect();
    let advice = (!having.is_empty()).then(|| format!("it is in {}", having.join(", ")));
    let declaration = &mechanic.model[input].declaration;
    let missing = format!(
        "`{}` ({}) is not in {}, the rule set `{}`",
        declaration.name, declaration.label, set.title, set.name
    );
    Err(Message::from(missing).advice(advice))
}
