//! Whole numbers from 0 on, for the one thing that num-bigint cannot do without making a new number each
//! time: adding a product in place.

use num_bigint::{BigInt, BigUint};

use super::Integer;

/// A whole number from 0 on; its digits in base 2⁶⁴, the least first, without zeros at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Natural(Vec<u64>);

impl Natural {
    /// The magnitude of a whole number.
    pub(super) fn magnitude(number: &Integer) -> Natural {
        Natural(number.to_big().magnitude().to_u64_digits())
    }

    /// The number with these digits in base 2⁶⁴, the least first.
    pub(super) fn of(mut digits: Vec<u64>) -> Natural {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Natural(digits)
    }

    pub(super) fn to_integer(&self) -> Integer {
        let halves: Vec<u32> = self.halves().collect();
        BigInt::from(BigUint::new(halves)).into()
    }

    /// How many digits it has.
    pub(super) fn size(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn bits(&self) -> u64 {
        let last = self.0.last().map_or(0, |digit| u64::from(64 - digit.leading_zeros()));
        self.0.len().saturating_sub(1) as u64 * 64 + last
    }

    /// The digits in base 2³², the least first.
    pub(super) fn halves(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|digit| {
            let [a, b, c, d, e, f, g, h] = digit.to_le_bytes();
            [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
        })
    }

    /// Adds `a · b`.
    pub(super) fn add_product(&mut self, a: &Natural, b: &Natural) {
        for (shift, factor) in b.0.iter().enumerate() {
            self.add_shifted(a, *factor, shift);
        }
    }

    /// Adds `a · factor · 2^(64 · shift)`.
    fn add_shifted(&mut self, a: &Natural, factor: u64, shift: usize) {
        if factor == 0 || a.0.is_empty() {
            return;
        }
        let end = shift + a.0.len();
        if self.0.len() < end {
            self.0.resize(end, 0);
        }
        let mut carry = 0_u64;
        for (own, digit) in self.0[shift..end].iter_mut().zip(&a.0) {
            // At most (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1), which is 2¹²⁸ − 1.
            let sum = u128::from(*digit) * u128::from(factor) + u128::from(*own) + u128::from(carry);
            (*own, carry) = halves(sum);
        }
        let mut place = end;
        while carry > 0 {
            if place == self.0.len() {
                self.0.push(0);
            }
            (self.0[place], carry) = halves(u128::from(self.0[place]) + u128::from(carry));
            place += 1;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

/// The lower and the upper half.
#[allow(clippy::cast_possible_truncation, reason = "each half fits")]
pub(super) fn halves(number: u128) -> (u64, u64) {
    (number as u64, (number >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Ring;

    #[test]
    fn a_product_added_in_place_is_the_sum_that_num_bigint_gives() {
        let mut sum = Integer::from(7);
        let mut natural = Natural::magnitude(&sum);
        for k in 1..40_u32 {
            let (a, b) = (Integer::from(i64::from(k) * 999_999_937).pow(k), Integer::from(3).pow(5 * k));
            sum.add_assign(&a.mul(&b));
            natural.add_product(&Natural::magnitude(&a), &Natural::magnitude(&b));
            assert_eq!(natural.to_integer(), sum);
            assert_eq!(natural.bits(), sum.bits());
        }
        natural.add_product(&Natural::default(), &natural.clone());
        assert_eq!(natural.to_integer(), sum);
    }
}
