//! The parts of a model by their numbers.

use super::ids::{FieldId, InputId, RuleId, StateId};
use super::model::{Declaration, Input, Model, Rule, State};

macro_rules! listed {
    ($id:ident, $list:ident, $item:ty) => {
        impl std::ops::Index<$id> for Model {
            type Output = $item;

            fn index(&self, id: $id) -> &$item {
                &self.$list[id.index()]
            }
        }
    };
}

listed!(InputId, inputs, Input);
listed!(RuleId, rules, Rule);
listed!(FieldId, fields, Declaration);
listed!(StateId, states, State);

impl Model {
    /// The inputs in the order of the text.
    pub fn input_ids(&self) -> impl Iterator<Item = InputId> + use<> {
        (0..self.inputs.len()).map(InputId::new)
    }

    /// The outcome fields in the order of the text.
    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len()).map(FieldId::new)
    }

    /// The states in the order of the text.
    pub fn state_ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len()).map(StateId::new)
    }

    /// The rules in the order of the text.
    pub fn rule_ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        (0..self.rules.len()).map(RuleId::new)
    }
}
