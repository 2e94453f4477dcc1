//! Discrete values: what inputs, rules and outcomes hold.

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
