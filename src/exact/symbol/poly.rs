//! Polynomials in one symbol with whole coefficients.

use std::cmp::Ordering;

use super::roots::Sturm;
use crate::exact::{Integer, Rational, Ring};

/// A polynomial with whole coefficients, the constant first and none at the end that is zero.
///
/// ```
/// use trueodds::exact::{Integer, Rational, Ring, symbol::Poly};
///
/// let x = Poly::symbol();
/// let square = x.mul(&x); // x²
/// assert_eq!(square.at(&Rational::new(1, 2)), Rational::new(1, 4));
/// assert_eq!(square.derivative(), Poly::new(vec![Integer::ZERO, Integer::from(2)]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Poly(Vec<Integer>);

impl Poly {
    /// The polynomial with these coefficients, the constant first.
    #[must_use]
    pub fn new(mut coefficients: Vec<Integer>) -> Poly {
        while coefficients.last().is_some_and(Integer::is_zero) {
            coefficients.pop();
        }
        Poly(coefficients)
    }

    /// The symbol itself.
    #[must_use]
    pub fn symbol() -> Poly {
        Poly(vec![Integer::ZERO, Integer::ONE])
    }

    /// A constant.
    #[must_use]
    pub fn constant(value: Integer) -> Poly {
        Poly::new(vec![value])
    }

    /// The coefficients, the constant first; empty for zero.
    #[must_use]
    pub fn coefficients(&self) -> &[Integer] {
        &self.0
    }

    /// The degree; 0 for constants, zero included.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The value as a constant, if it is one.
    #[must_use]
    pub fn to_constant(&self) -> Option<Integer> {
        match self.0.as_slice() {
            [] => Some(Integer::ZERO),
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// The coefficient of the highest power; that of zero is 0.
    pub(super) fn leading(&self) -> Integer {
        self.0.last().cloned().unwrap_or(Integer::ZERO)
    }

    /// The value at a point.
    #[must_use]
    pub fn at(&self, point: &Rational) -> Rational {
        let horner = |sum: Rational, coefficient: &Integer| &(&sum * point) + &Rational::from(coefficient);
        self.0.iter().rev().fold(Rational::ZERO, horner)
    }

    /// The sign towards plus infinity, or towards minus infinity.
    pub(super) fn sign_far(&self, plus: bool) -> Ordering {
        let sign = sign(&self.leading());
        if plus || self.degree().is_multiple_of(2) { sign } else { sign.reverse() }
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Poly {
        let scaled = (1_i64..).zip(self.0.iter().skip(1)).map(|(power, c)| c.mul(&Integer::from(power)));
        Poly::new(scaled.collect())
    }

    pub(super) fn minus(&self, other: &Poly) -> Poly {
        let mut result = self.clone();
        result.add_assign(&other.scaled(&Integer::from(-1)));
        result
    }

    pub(super) fn scaled(&self, factor: &Integer) -> Poly {
        Poly::new(self.0.iter().map(|c| c.mul(factor)).collect())
    }

    /// The greatest common divisor of the coefficients; positive, 1 for zero.
    fn content(&self) -> Integer {
        let content = self.0.iter().fold(Integer::ZERO, |content, c| content.gcd(c));
        if content.is_zero() { Integer::ONE } else { content }
    }

    /// Divided by its content, with a positive leading coefficient.
    pub(super) fn primitive(&self) -> Poly {
        let content = self.content();
        let content = if self.leading().is_negative() { content.mul(&Integer::from(-1)) } else { content };
        Poly(self.0.iter().map(|c| c.exact_div(&content)).collect())
    }

    /// The remainder of a power of the leading coefficient of `other` times this, by `other`. The power is
    /// even, so that signs are those of the true remainder.
    pub(super) fn pseudo_remainder(&self, other: &Poly) -> Poly {
        let mut rest = self.clone();
        let lead = other.leading();
        let square = lead.mul(&lead);
        while rest.0.len() >= other.0.len() && !rest.0.is_empty() {
            let shift = rest.0.len() - other.0.len();
            let factor = rest.leading().mul(&lead);
            let mut shifted = vec![Integer::ZERO; shift];
            shifted.extend(other.0.iter().map(|c| c.mul(&factor)));
            rest = rest.scaled(&square).minus(&Poly::new(shifted));
            let content = rest.content();
            rest = Poly(rest.0.iter().map(|c| c.exact_div(&content)).collect());
        }
        rest
    }

    /// The greatest common divisor, content included, with a positive leading coefficient.
    ///
    /// Euclid's algorithm on primitive parts (Knuth, *The Art of Computer Programming* 2, 4.6.1).
    #[must_use]
    pub fn gcd(&self, other: &Poly) -> Poly {
        if self.is_zero() || other.is_zero() {
            let whole = if self.is_zero() { other } else { self };
            return if whole.leading().is_negative() {
                whole.scaled(&Integer::from(-1))
            } else {
                whole.clone()
            };
        }
        let content = self.content().gcd(&other.content());
        let (mut a, mut b) = (self.primitive(), other.primitive());
        if a.degree() == 0 || b.degree() == 0 {
            return Poly::constant(content);
        }
        while !b.is_zero() {
            let rest = a.pseudo_remainder(&b).primitive();
            a = b;
            b = rest;
        }
        if a.degree() == 0 { Poly::constant(content) } else { a.scaled(&content) }
    }

    /// How many distinct roots lie in the open interval; without an end it goes on for ever.
    ///
    /// Sturm's theorem on the part without repeated roots.
    #[must_use]
    pub fn roots_between(&self, low: Option<&Rational>, high: Option<&Rational>) -> usize {
        Sturm::new(self).count(low, high)
    }

    /// The content with the sign of the leading coefficient, and the rest.
    pub(super) fn content_and_primitive(&self) -> (Integer, Poly) {
        let content = self.content();
        let content = if self.leading().is_negative() { content.mul(&Integer::from(-1)) } else { content };
        (content, self.primitive())
    }
}

pub(super) fn sign(number: &Integer) -> Ordering {
    if number.is_zero() {
        Ordering::Equal
    } else if number.is_negative() {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

impl Ring for Poly {
    fn zero() -> Self {
        Poly(Vec::new())
    }
    fn one() -> Self {
        Poly(vec![Integer::ONE])
    }
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    fn is_one(&self) -> bool {
        matches!(self.0.as_slice(), [only] if only.is_one())
    }
    fn add_assign(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), Integer::ZERO);
        }
        for (own, more) in self.0.iter_mut().zip(&other.0) {
            own.add_assign(more);
        }
        while self.0.last().is_some_and(Integer::is_zero) {
            self.0.pop();
        }
    }
    fn mul(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Poly::zero();
        }
        if other.is_one() {
            return self.clone();
        }
        let mut product = vec![Integer::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j].add_assign(&a.mul(b));
            }
        }
        Poly::new(product)
    }
    fn common(a: &Self, b: &Self) -> (Self, Self, Self) {
        let shared = a.gcd(b);
        let (ours, theirs) = (b.exact_div(&shared), a.exact_div(&shared));
        (a.mul(&ours), ours, theirs)
    }
    fn common_factor<'a>(items: impl Iterator<Item = &'a Self>) -> Self
    where
        Self: 'a,
    {
        let shared =
            items.fold(Poly::zero(), |shared, item| if shared.is_one() { shared } else { shared.gcd(item) });
        if shared.is_zero() { Poly::one() } else { shared }
    }
    /// # Panics
    /// Where the divisor does not divide.
    fn exact_div(&self, divisor: &Self) -> Self {
        if divisor.is_one() || self.is_zero() {
            return self.clone();
        }
        assert!(!divisor.is_zero(), "nothing but zero is divided by zero");
        let mut rest = self.clone();
        let mut quotient = vec![Integer::ZERO; (self.0.len() + 1).saturating_sub(divisor.0.len())];
        while rest.0.len() >= divisor.0.len() && !rest.0.is_empty() {
            let shift = rest.0.len() - divisor.0.len();
            let factor = rest.leading().exact_div(&divisor.leading());
            let mut shifted = vec![Integer::ZERO; shift];
            shifted.extend(divisor.0.iter().map(|c| c.mul(&factor)));
            let before = rest.0.len();
            rest = rest.minus(&Poly::new(shifted));
            quotient[shift] = factor;
            assert!(rest.0.len() < before, "the leading coefficient divides");
        }
        assert!(rest.is_zero(), "the divisor divides");
        Poly::new(quotient)
    }
    fn bits(&self) -> u64 {
        // Zero has no coefficients, and no bits.
        self.0.iter().map(Integer::bits).max().unwrap_or(0) + self.0.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(coefficients: &[i64]) -> Poly {
        Poly::new(coefficients.iter().map(|c| Integer::from(*c)).collect())
    }

    #[test]
    fn divisors_and_quotients_agree_with_products() {
        let (a, b, c) = (poly(&[1, 2, 3]), poly(&[-2, 0, 5]), poly(&[7, -3]));
        let (left, right) = (a.mul(&b).scaled(&Integer::from(6)), a.mul(&c).scaled(&Integer::from(4)));
        assert_eq!(left.gcd(&right), a.scaled(&Integer::from(2)));
        assert_eq!(a.mul(&b).exact_div(&b), a);
        assert_eq!(poly(&[1, 1]).gcd(&poly(&[2, 1])), Poly::one());
    }

    #[test]
    fn roots_are_counted_without_their_ends() {
        // (x - 1)² (x - 3) (2x + 1)
        let p = poly(&[-1, 1]).mul(&poly(&[-1, 1])).mul(&poly(&[-3, 1])).mul(&poly(&[1, 2]));
        assert_eq!(p.roots_between(None, None), 3);
        assert_eq!(p.roots_between(Some(&Rational::ONE), Some(&Rational::from(3))), 0);
        assert_eq!(p.roots_between(Some(&Rational::ZERO), Some(&Rational::from(4))), 2);
        let roots = p.rational_roots(None, None).unwrap();
        assert_eq!(roots, [Rational::new(-1, 2), Rational::ONE, Rational::from(3)]);
        assert!(poly(&[-2, 0, 1]).rational_roots(None, None).is_none());
        assert_eq!(poly(&[1, 0, 1]).rational_roots(None, None).unwrap(), []);
    }
}
