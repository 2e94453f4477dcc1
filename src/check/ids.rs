//! The numbers of the parts of a model: an input cannot be taken for a rule.

use super::model::{Declaration, Input, Model, Rule, State};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $list:ident, $item:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(usize);

        impl $name {
            /// The part at an index of its list in the model.
            #[must_use]
            pub const fn new(index: usize) -> $name {
                $name(index)
            }

            /// The index in its list in the model.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0
            }
        }

        impl std::ops::Index<$name> for Model {
            type Output = $item;

            fn index(&self, id: $name) -> &$item {
                &self.$list[id.0]
            }
        }
    };
}

id! {
    /// An input of a model.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let luck = award.input("luck")?;
    /// assert_eq!(award.model[luck].declaration.label, "Luck");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    InputId, inputs, Input
}
id! {
    /// A rule of a model.
    RuleId, rules, Rule
}
id! {
    /// An outcome field of a model.
    FieldId, fields, Declaration
}
id! {
    /// A state of a model.
    StateId, states, State
}

impl Model {
    /// The inputs in the order of the text.
    pub fn input_ids(&self) -> impl Iterator<Item = InputId> + use<> {
        (0..self.inputs.len()).map(InputId)
    }

    /// The outcome fields in the order of the text.
    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len()).map(FieldId)
    }

    /// The states in the order of the text.
    pub fn state_ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len()).map(StateId)
    }

    /// The rules in the order of the text.
    pub fn rule_ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        (0..self.rules.len()).map(RuleId)
    }
}
