//! Numbers from 0 on with a fixed count of binary digits and a power of two: what certified decimals are computed
//! with.
//!
//! Every operation drops the digits that do not fit, so it is never too large, and too small by less than one
//! part in 2^(64·K − 1). Whoever counts the operations knows how far the exact number can be: [`super::Rounded`]
//! does.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::natural::halves;
use super::{Integer, Rational};

/// A number from 0 on: `K` words times a power of two.
///
/// The form is canonical: the highest binary digit of the words is 1, unless all are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scaled<const K: usize> {
    /// The digits in base 2⁶⁴, the least first.
    words: [u64; K],
    exponent: i64,
}

impl<const K: usize> Scaled<K> {
    /// Zero.
    pub const ZERO: Self = Scaled { words: [0; K], exponent: 0 };

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Scaled::quotient(&Integer::ONE, &Integer::ONE).0
    }

    /// The binary digits of a number.
    const BITS: i64 = 64 * K as i64;

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.words[K - 1] == 0
    }

    /// The quotient of two numbers that are not negative, and whether it is exact; without its sign, and 0 over 0.
    #[must_use]
    pub(super) fn quotient(numerator: &Integer, denominator: &Integer) -> (Self, bool) {
        let (top, bottom) = (numerator.to_big().into_parts().1, denominator.to_big().into_parts().1);
        if top == BigUint::ZERO || bottom == BigUint::ZERO {
            return (Self::ZERO, true);
        }
        let sizes =
            i64::try_from(top.bits()).unwrap_or(i64::MAX) - i64::try_from(bottom.bits()).unwrap_or(i64::MAX);
        // One binary digit more than there is room for, or two.
        let shift = Self::BITS + 1 - sizes;
        let (top, bottom) = match usize::try_from(shift) {
            Ok(shift) => (top << shift, bottom),
            Err(_) => (top, bottom << shift.unsigned_abs()),
        };
        let quotient = &top / &bottom;
        let whole = &quotient * &bottom == top;
        let (result, fits) = Self::cut(&quotient, -shift);
        (result, whole && fits)
    }

    /// A whole number times a power of two, and whether it is exact.
    fn cut(number: &BigUint, exponent: i64) -> (Self, bool) {
        let bits = i64::try_from(number.bits()).unwrap_or(i64::MAX);
        if bits == 0 {
            return (Self::ZERO, true);
        }
        let excess = bits - Self::BITS;
        let mantissa = match usize::try_from(excess) {
            Ok(excess) => number >> excess,
            Err(_) => number << excess.unsigned_abs(),
        };
        let exact =
            excess <= 0 || number.trailing_zeros().is_some_and(|zeros| zeros >= excess.unsigned_abs());
        let mut words = [0; K];
        for (word, digit) in words.iter_mut().zip(mantissa.iter_u64_digits()) {
            *word = digit;
        }
        (Scaled { words, exponent: exponent + excess }, exact)
    }

    /// A number that is not negative, and whether it is exact.
    #[must_use]
    pub(super) fn of(number: &Rational) -> (Self, bool) {
        Self::quotient(&number.numerator(), &number.denominator())
    }

    /// The words as a whole number, and the power of two that they are multiplied with.
    #[must_use]
    pub(super) fn parts(&self) -> (BigInt, i64) {
        let halves: Vec<u32> = self
            .words
            .iter()
            .flat_map(|word| {
                let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
                [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
            })
            .collect();
        (BigInt::from(BigUint::new(halves)), self.exponent)
    }

    /// The sum, and whether it is exact.
    #[inline]
    pub(super) fn plus_checked(&self, other: &Self) -> (Self, bool) {
        if other.is_zero() {
            return (*self, true);
        }
        if self.is_zero() {
            return (*other, true);
        }
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = large.exponent - small.exponent;
        if distance >= Self::BITS {
            return (*large, false);
        }
        let (mut words, mut exact) = small.shifted(distance.unsigned_abs());
        let mut carry = false;
        for (own, word) in words.iter_mut().zip(&large.words) {
            let (sum, over) = own.overflowing_add(*word);
            let (sum, over_too) = sum.overflowing_add(u64::from(carry));
            *own = sum;
            carry = over | over_too;
        }
        let mut exponent = large.exponent;
        if carry {
            exact &= words[0] & 1 == 0;
            for index in 0..K {
                let above = if index + 1 < K { words[index + 1] } else { 1 };
                words[index] = words[index] >> 1 | above << 63;
            }
            exponent += 1;
        }
        (Scaled { words, exponent }, exact)
    }

    /// The words moved down by so many binary digits, fewer than there are, and whether none but zeros fell out.
    #[inline]
    fn shifted(&self, distance: u64) -> ([u64; K], bool) {
        let (skip, bits) = (usize::try_from(distance / 64).unwrap_or(K), distance % 64);
        let mut words = [0; K];
        let mut lost = 0;
        for (index, word) in self.words.iter().enumerate() {
            match index.checked_sub(skip) {
                None => lost |= word,
                Some(place) => {
                    words[place] |= word >> bits;
                    if bits > 0 {
                        let low = word << (64 - bits);
                        match place.checked_sub(1) {
                            Some(below) => words[below] |= low,
                            None => lost |= low,
                        }
                    }
                }
            }
        }
        (words, lost == 0)
    }

    /// The product, and whether it is exact.
    #[inline]
    pub(super) fn times_checked(&self, other: &Self) -> (Self, bool) {
        if self.is_zero() || other.is_zero() {
            return (Self::ZERO, true);
        }
        let (mut low, mut high) = ([0_u64; K], [0_u64; K]);
        for (index, digit) in self.words.iter().enumerate() {
            let mut carry = 0_u64;
            for (place, factor) in other.words.iter().enumerate() {
                let place = index + place;
                let slot = if place < K { &mut low[place] } else { &mut high[place - K] };
                // At most (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1), which is 2¹²⁸ − 1.
                (*slot, carry) =
                    halves(u128::from(*digit) * u128::from(*factor) + u128::from(*slot) + u128::from(carry));
            }
            high[index] = carry;
        }
        let mut exponent = self.exponent + other.exponent + Self::BITS;
        if high[K - 1] >> 63 == 0 {
            for index in (0..K).rev() {
                let below = if index > 0 { high[index - 1] } else { low[K - 1] };
                high[index] = high[index] << 1 | below >> 63;
            }
            low[K - 1] <<= 1;
            exponent -= 1;
        }
        let lost = low.iter().fold(0, |lost, word| lost | word);
        (Scaled { words: high, exponent }, lost == 0)
    }

    /// The sum, rounded down.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.plus_checked(other).0
    }

    /// The product, rounded down.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        self.times_checked(other).0
    }

    /// The quotient, rounded down, and whether it is exact; by zero it is zero.
    #[must_use]
    pub(super) fn over_checked(&self, other: &Self) -> (Self, bool) {
        let ((top, up), (bottom, down)) = (self.parts(), other.parts());
        let (mut quotient, exact) = Self::quotient(&top.into(), &bottom.into());
        quotient.exponent += up - down;
        if quotient.is_zero() { (Self::ZERO, true) } else { (quotient, exact) }
    }

    /// The quotient, rounded down; by zero it is zero.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        self.over_checked(other).0
    }

    /// The number times a power of two.
    #[must_use]
    pub(super) fn times_power_of_two(&self, power: i64) -> Self {
        if self.is_zero() { *self } else { Scaled { words: self.words, exponent: self.exponent + power } }
    }

    /// The size in binary digits before the point.
    #[must_use]
    pub fn magnitude(&self) -> i64 {
        if self.is_zero() { i64::MIN } else { self.exponent + Self::BITS }
    }
}

impl<const K: usize> PartialOrd for Scaled<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const K: usize> Ord for Scaled<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        let words = || self.words.iter().rev().cmp(other.words.iter().rev());
        self.magnitude().cmp(&other.magnitude()).then_with(words)
    }
}
