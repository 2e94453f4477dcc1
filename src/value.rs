//! Discrete values: what inputs, rules and outcomes hold; of a rule it may be that nobody knows it.

use crate::exact::Rational;

/// A flag, one value of an enumeration, or a number.
///
/// Values order as tables list them: `false` before `true`, the values of an enumeration as they were
/// declared, numbers ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A flag.
    Flag(bool),
    /// The place of a value in its enumeration.
    Variant(u32),
    /// A number, whole or not.
    Number(Rational),
    /// Values one after another: what a state may be.
    List(Vec<Value>),
}

/// The value of a rule, where somebody knows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleValue {
    /// It is this.
    Known(Value),
    /// It is not known, and this is why.
    Unknown(String),
}

impl RuleValue {
    /// The value, where it is known.
    #[must_use]
    pub fn known(&self) -> Option<&Value> {
        match self {
            RuleValue::Known(value) => Some(value),
            RuleValue::Unknown(_) => None,
        }
    }

    /// Whether it is the same as another; what is not known on both sides is, whatever the reasons.
    #[must_use]
    pub fn is_same(&self, other: &RuleValue) -> bool {
        self.known() == other.known()
    }
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Rational> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}
