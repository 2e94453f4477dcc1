//! What a slot holds while a program runs.

use crate::exact::{Number, Rational};
use crate::value::{Above, Value};

use super::held::Held;
use super::roll::Roll;

/// The contents of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell<N> {
    /// Nothing, or nothing that is read any more.
    Unset,
    /// A flag.
    Flag(bool),
    /// The place of a value in its enumeration.
    Variant(u32),
    /// A number.
    Number(N),
    /// Some number of which only is known that it is not less.
    Above(Box<Above>),
    /// Values one after another.
    List(Held<N>),
    /// A continuous roll.
    Roll(Box<Roll<N>>),
}

impl<N: Number> Cell<N> {
    /// A discrete value as a cell.
    #[must_use]
    pub fn from_value(value: &Value) -> Cell<N> {
        match value {
            Value::Flag(flag) => Cell::Flag(*flag),
            Value::Variant(index) => Cell::Variant(*index),
            Value::Number(number) => Cell::Number(N::from(number.clone())),
            Value::Above(above) => Cell::Above(Box::new(above.clone())),
            Value::List(list) => Cell::List(list.iter().map(Cell::from_value).collect::<Vec<_>>().into()),
        }
    }

    /// The discrete value, if it is one without a symbol.
    #[must_use]
    pub fn to_value(&self) -> Option<Value> {
        match self {
            Cell::Flag(flag) => Some(Value::Flag(*flag)),
            Cell::Variant(index) => Some(Value::Variant(*index)),
            Cell::Number(number) => number.to_rational().map(Value::Number),
            Cell::Above(above) => Some(Value::Above((**above).clone())),
            Cell::List(list) => list.iter().map(Cell::to_value).collect::<Option<_>>().map(Value::List),
            Cell::Unset | Cell::Roll(_) => None,
        }
    }
}

/// A constant plus a combination of independent uniforms on [0, 1].
///
/// The uniforms are in ascending order and no coefficient is zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Affine<N> {
    /// What it is without its uniforms.
    pub constant: N,
    /// Uniforms and their coefficients.
    pub terms: Vec<(u32, N)>,
}

impl<N: Number> Affine<N> {
    /// A number, as the roll that always gives it.
    pub(super) fn number(constant: N) -> Affine<N> {
        Affine { constant, terms: Vec::new() }
    }

    /// One fresh uniform.
    pub(super) fn uniform(id: u32) -> Affine<N> {
        Affine { constant: N::from(Rational::ZERO), terms: vec![(id, N::from(Rational::ONE))] }
    }

    /// `self + factor · other`
    pub(super) fn plus_scaled(&self, other: &Affine<N>, factor: &N) -> Affine<N> {
        let constant = self.constant.plus(&other.constant.times(factor));
        let zero = N::from(Rational::ZERO);
        let mut terms = self.terms.clone();
        for (id, coefficient) in &other.terms {
            let scaled = coefficient.times(factor);
            match terms.binary_search_by_key(id, |(id, _)| *id) {
                Ok(index) => terms[index].1 = terms[index].1.plus(&scaled),
                Err(index) => terms.insert(index, (*id, scaled)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != zero);
        Affine { constant, terms }
    }

    /// `factor · self`
    pub(super) fn scaled(&self, factor: &N) -> Affine<N> {
        Affine::number(N::from(Rational::ZERO)).plus_scaled(self, factor)
    }
}
