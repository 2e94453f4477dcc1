//! Rounded numbers that know how far from the exact ones they can be.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;

use super::proven::{Way, scaled};
use super::{Integer, Rational, Scaled};

/// A number from 0 on, and how often it was rounded on the way: it is never further from the exact number than
/// that many times one part in 2^(64·K − 1), by factors up or down.
///
/// Sums, products and quotients of numbers from 0 on never cancel, so that what is not known of the result
/// grows no faster than the count: a sum has the greater of both, a product or a quotient the sum of both, and
/// one more where digits fell out.
///
/// ```
/// use trueodds::exact::{Rational, Rounded};
///
/// // (2999/3000)^(2^20), with 20 squarings.
/// let mut power = Rounded::<2>::of(&Rational::new(2999, 3000));
/// (0..20).for_each(|_| power = power.times(&power));
/// assert_eq!(power.proven(12).to_string(), "1.50581402281e-152");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounded<const K: usize> {
    value: Scaled<K>,
    /// Each rounding is an operation that was made, and no machine makes 2⁶⁴.
    roundings: u64,
}

impl<const K: usize> Rounded<K> {
    /// Zero.
    pub const ZERO: Self = Rounded { value: Scaled::ZERO, roundings: 0 };

    /// A number that was rounded so often.
    #[must_use]
    pub fn new(value: Scaled<K>, roundings: u64) -> Self {
        Rounded { value, roundings }
    }

    /// A number that is not negative.
    #[must_use]
    pub fn of(number: &Rational) -> Self {
        Scaled::of(number).into()
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Rounded { value: Scaled::one(), roundings: 0 }
    }

    /// The number as it is known.
    #[must_use]
    pub fn value(&self) -> &Scaled<K> {
        &self.value
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    /// Whether the number is known without doubt.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.roundings == 0
    }

    /// The sum.
    #[must_use]
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        let (value, exact) = self.value.plus_checked(&other.value);
        Rounded { value, roundings: self.roundings.max(other.roundings) + u64::from(!exact) }
    }

    /// The product.
    #[must_use]
    #[inline]
    pub fn times(&self, other: &Self) -> Self {
        let (value, exact) = self.value.times_checked(&other.value);
        Rounded { value, roundings: self.roundings + other.roundings + u64::from(!exact) }
    }

    /// The quotient; by zero it is zero.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        let (value, exact) = self.value.over_checked(&other.value);
        Rounded { value, roundings: self.roundings + other.roundings + u64::from(!exact) }
    }

    /// The number raised to a power, by squaring.
    #[must_use]
    pub fn power(&self, exponent: u64) -> Self {
        let (mut power, mut square, mut left) = (Self::one(), *self, exponent);
        while left > 0 {
            if left & 1 == 1 {
                power = power.times(&square);
            }
            square = if left > 1 { square.times(&square) } else { square };
            left >>= 1;
        }
        power
    }

    /// The number times a power of two.
    #[must_use]
    pub fn times_power_of_two(&self, power: i64) -> Self {
        Rounded { value: self.value.times_power_of_two(power), roundings: self.roundings }
    }

    /// Two whole numbers between which the exact number lies.
    #[must_use]
    pub fn between_whole(&self) -> (Integer, Integer) {
        let (low, high, exponent) = self.ends();
        let whole = |number: &BigInt, way| Integer::from(scaled(number, exponent, way));
        (whole(&low, Way::Down), whole(&high, Way::Up))
    }

    /// How the exact numbers compare; `None` where that is not known.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use trueodds::exact::{Rational, Rounded};
    ///
    /// let of = |n, d| Rounded::<2>::of(&Rational::new(n, d));
    /// assert_eq!(of(1, 3).compare(&of(1, 2)), Some(Ordering::Less));
    /// assert_eq!(of(1, 2).compare(&of(2, 4)), Some(Ordering::Equal));
    /// assert_eq!(of(1, 3).times(&of(3, 1)).compare(&of(1, 1)), None);
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.roundings == 0 && other.roundings == 0 {
            return Some(self.value.cmp(&other.value));
        }
        if self.value.magnitude().abs_diff(other.value.magnitude()) > 2 && self.is_near() && other.is_near() {
            return Some(self.value.cmp(&other.value));
        }
        let ((low, high, at), (other_low, other_high, other_at)) = (self.ends(), other.ends());
        let least = at.min(other_at);
        let shift = |number: BigInt, at: i64| number << at.abs_diff(least);
        if shift(low, at) > shift(other_high, other_at) {
            Some(Ordering::Greater)
        } else if shift(high, at) < shift(other_low, other_at) {
            Some(Ordering::Less)
        } else {
            None
        }
    }

    /// A number that is no less than either of both, and equal to one of them as far as is known.
    #[must_use]
    pub fn greater(&self, other: &Self) -> Self {
        let value = self.value.max(other.value);
        Rounded { value, roundings: self.roundings.max(other.roundings) }
    }

    /// Whether it is known within a factor of two.
    fn is_near(&self) -> bool {
        self.roundings < 1 << 60
    }

    /// Two whole numbers and a power of two: the exact number lies between both, times that.
    pub(super) fn ends(&self) -> (BigInt, BigInt, i64) {
        let (middle, exponent) = self.value.parts();
        if middle.is_zero() {
            return (BigInt::ZERO, BigInt::ZERO, exponent);
        }
        // One rounding is less than two units of the last word's last digit, of which there are 2^(64·K − 1) at
        // least; that of many is at most twice as much as the sum, as long as they are fewer than that.
        let (down, up) = (BigInt::from(self.roundings) * 2, BigInt::from(self.roundings) * 4);
        (BigInt::max(&middle - down, BigInt::ZERO), middle + up, exponent)
    }
}

impl<const K: usize> From<(Scaled<K>, bool)> for Rounded<K> {
    /// A number, and whether it is exact.
    fn from((value, exact): (Scaled<K>, bool)) -> Self {
        Rounded { value, roundings: u64::from(!exact) }
    }
}

impl<const K: usize> std::iter::Sum for Rounded<K> {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Rounded::ZERO, |sum, item| sum.plus(&item))
    }
}
