//! Discrete values: what inputs, rules and outcomes hold; of a rule it may be that nobody knows it.

use std::fmt;

use crate::exact::Rational;

/// A flag, one value of an enumeration, a number, or all numbers from one on.
///
/// Values order as tables list them: `false` before `true`, the values of an enumeration as they were
/// declared, numbers ascending, and what stands for all above them last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A flag.
    Flag(bool),
    /// The place of a value in its enumeration.
    Variant(u32),
    /// A number, whole or not.
    Number(Rational),
    /// Some number of which only is known that it is not less.
    Above(Above),
    /// Values one after another: what a state may be.
    List(Vec<Value>),
}

/// What a number of a mechanic rests on.
///
/// ```
/// use trueodds::value::Basis;
///
/// assert_eq!(Basis::Source("Drops: table".into()).to_string(), "Drops: table");
/// assert_eq!(Basis::Assumed("the page has none".into()).to_string(), "not said; assumed: the page has none");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Basis {
    /// A text says it: the page and its section.
    Source(String),
    /// No text says it. It is assumed, for this reason.
    Assumed(String),
}

impl Basis {
    /// The text that says it, where one does.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        match self {
            Basis::Source(text) => Some(text),
            Basis::Assumed(_) => None,
        }
    }

    /// Why it is assumed, where no text says it.
    #[must_use]
    pub fn assumed(&self) -> Option<&str> {
        match self {
            Basis::Source(_) => None,
            Basis::Assumed(why) => Some(why),
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Source(text) => f.write_str(text),
            Basis::Assumed(why) => write!(f, "not said; assumed: {why}"),
        }
    }
}

/// What an input is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputValue {
    /// It is this.
    Value(Value),
    /// What its default comes to, which follows from rules and other inputs.
    Default,
    /// One of several values, ascending, with probabilities that sum to 1. Inputs with laws are independent.
    Law(Vec<(Value, Rational)>),
}

impl InputValue {
    /// The value, where it is one that follows from nothing else.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            InputValue::Value(value) => Some(value),
            InputValue::Default | InputValue::Law(_) => None,
        }
    }

    /// The number, where it is one and follows from nothing else.
    #[must_use]
    pub fn as_number(&self) -> Option<&Rational> {
        self.value()?.as_number()
    }
}

impl From<Value> for InputValue {
    fn from(value: Value) -> InputValue {
        InputValue::Value(value)
    }
}

/// All numbers from one on, taken as one: `30 or more`, `more than 30`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Above {
    /// Where they begin.
    pub bound: Rational,
    /// Whether that number is one of them.
    pub inclusive: bool,
}

impl Above {
    /// `30 or more`
    #[must_use]
    pub fn or_more(bound: Rational) -> Above {
        Above { bound, inclusive: true }
    }

    /// `more than 30`
    #[must_use]
    pub fn more_than(bound: Rational) -> Above {
        Above { bound, inclusive: false }
    }

    /// Whether a number is one of them.
    #[must_use]
    pub fn contains(&self, number: &Rational) -> bool {
        *number > self.bound || (self.inclusive && *number == self.bound)
    }

    /// In words, with the bound written so.
    #[must_use]
    pub fn worded(&self, bound: &str) -> String {
        if self.inclusive { format!("{bound} or more") } else { format!("more than {bound}") }
    }
}

impl fmt::Display for Above {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&self.bound.to_string()))
    }
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
