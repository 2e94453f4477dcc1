//! The law of one outcome.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::candidate::Test;
use crate::exact::Rational;
use crate::value::Value;

/// The mass of each value of an outcome; none of them is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Law(BTreeMap<Value, Rational>);

impl Law {
    /// Its values in their order, each with its mass; `None` where one is no number.
    pub(crate) fn numbers(&self) -> Option<Vec<(&Rational, &Rational)>> {
        self.0.iter().map(|(value, mass)| Some((value.as_number()?, mass))).collect()
    }

    /// Its mean; `None` where a value is no number.
    pub(crate) fn mean(&self) -> Option<Rational> {
        self.0.iter().map(|(value, mass)| Some(value.as_number()? * mass)).sum()
    }

    /// What part an event is of all that is not `nothing`; `None` where there is nothing else, or where that would be the
    /// event as well.
    pub(crate) fn share(&self, test: &Test, nothing: &Value) -> Option<Rational> {
        let none = self.0.get(nothing).cloned().unwrap_or_default();
        let of = &Rational::ONE - &none;
        (!test.holds(nothing)).then(|| test.mass(self).checked_div(&of))?
    }

    /// Adds to the mass of a value.
    pub(super) fn add(&mut self, value: Value, mass: &Rational) {
        let sum = self.0.entry(value).or_default();
        *sum = &*sum + mass;
    }

    /// Its masses as parts of their sum.
    pub(super) fn normalized(self) -> Option<Law> {
        let total: Rational = self.0.values().sum();
        let part = |(value, mass): (Value, Rational)| Some((value, mass.checked_div(&total)?));
        self.0.into_iter().map(part).collect::<Option<_>>().map(Law)
    }
}

impl Deref for Law {
    type Target = BTreeMap<Value, Rational>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
