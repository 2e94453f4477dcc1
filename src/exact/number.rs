//! What the engine asks of the numbers it computes with.
//!
//! The engine is written once, over any field of fractions: [`Rational`] gives tables and single
//! answers; quotients of polynomials in one symbol give closed forms from the same code.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;

use super::{Integer, Rational};

/// Numerators and denominators: a commutative ring, where only exact quotients are taken.
///
/// The engine keeps the masses of all states over one common denominator, so that a step costs
/// multiplications and no greatest common divisors.
pub trait Ring: Clone + Eq + Debug {
    /// The neutral element of addition.
    fn zero() -> Self;
    /// The neutral element of multiplication.
    fn one() -> Self;
    /// Whether this is [`Ring::zero`].
    fn is_zero(&self) -> bool;
    /// Whether this is [`Ring::one`].
    fn is_one(&self) -> bool;
    /// Adds `other` in place.
    fn add_assign(&mut self, other: &Self);
    /// The product.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
    /// A common multiple of two denominators, and what each is to be multiplied with to reach it.
    fn common(a: &Self, b: &Self) -> (Self, Self, Self);
    /// A factor that all items share; [`Ring::one`] is always right, the greatest is best.
    fn common_factor<'a>(items: impl Iterator<Item = &'a Self>) -> Self
    where
        Self: 'a;
    /// The quotient by a divisor that is known to divide.
    #[must_use]
    fn exact_div(&self, divisor: &Self) -> Self;
    /// The size in binary digits, for limits.
    fn bits(&self) -> u64;
}

/// The comparison of two numbers is not settled by what is known of the symbol.
///
/// Rationals are always comparable; for them this never happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided;

/// A number the engine can compute with: a field whose elements are quotients of a [`Ring`].
pub trait Number: Clone + Eq + Hash + Debug + From<Rational> {
    /// Numerators and denominators of this field.
    type Ring: Ring;
    /// What is known of the symbol, if there is one: the cell of the axis the evaluation is in.
    type Axis;

    /// The sum.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
    /// The quotient, or `None` where the divisor is zero.
    fn over(&self, other: &Self) -> Option<Self>;
    /// How the number compares with zero, anywhere on the axis.
    ///
    /// # Errors
    /// [`Undecided`] where the sign changes within the cell.
    fn sign(&self, axis: &Self::Axis) -> Result<Ordering, Undecided>;
    /// The number as a rational, if it holds no symbol.
    fn to_rational(&self) -> Option<Rational>;
    /// Numerator and denominator in lowest terms; the denominator of a rational is positive.
    fn ratio(&self) -> (Self::Ring, Self::Ring);
    /// The size in binary digits of the larger part, or a bound on it, for limits.
    fn bits(&self) -> u64;
    /// The quotient of two ring elements, reduced; `None` where the denominator is zero.
    fn from_ratio(numerator: &Self::Ring, denominator: &Self::Ring) -> Option<Self>;
}

impl Number for Rational {
    type Ring = Integer;
    type Axis = ();

    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn over(&self, other: &Self) -> Option<Self> {
        self.checked_div(other)
    }
    fn sign(&self, _axis: &()) -> Result<Ordering, Undecided> {
        Ok(self.signum())
    }
    fn to_rational(&self) -> Option<Rational> {
        Some(self.clone())
    }
    fn ratio(&self) -> (Integer, Integer) {
        (self.numerator(), self.denominator())
    }
    fn bits(&self) -> u64 {
        Rational::bits(self)
    }
    fn from_ratio(numerator: &Integer, denominator: &Integer) -> Option<Self> {
        Rational::from_integers(numerator, denominator)
    }
}
