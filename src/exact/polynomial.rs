//! Polynomials whose coefficients are large whole numbers that are not negative: laws of counts, not yet
//! divided by their denominator.

use num_bigint::{BigInt, BigUint};

use super::Integer;
use super::natural::Natural;

/// A polynomial with coefficients that are not negative, from the least power on that has one.
///
/// Powers may be negative: a count may go down.
///
/// ```
/// use trueodds::exact::{Integer, polynomial::Polynomial};
///
/// // (2 + x) x³ = 2 x³ + x⁴
/// let mut p = Polynomial::monomial(0, 2.into());
/// p.add_shifted(&Polynomial::monomial(1, 1.into()), 0, &Integer::ONE, 9);
/// let product = p.times(&Polynomial::monomial(3, 1.into()));
/// assert_eq!(product.terms().collect::<Vec<_>>(), [(3, 2.into()), (4, 1.into())]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polynomial {
    low: i64,
    coefficients: Vec<Natural>,
}

impl Polynomial {
    /// One power with its coefficient, of which the sign is dropped.
    #[must_use]
    pub fn monomial(power: i64, coefficient: Integer) -> Polynomial {
        Polynomial { low: power, coefficients: vec![Natural::magnitude(&coefficient)] }
    }

    /// Whether there are no terms at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// How many powers lie between the least and the greatest, both included.
    #[must_use]
    pub fn span(&self) -> usize {
        self.coefficients.len()
    }

    /// How many machine words it takes, about.
    #[must_use]
    pub fn size(&self) -> usize {
        self.coefficients.iter().map(|coefficient| coefficient.size() + 3).sum()
    }

    /// The powers with their coefficients, ascending; those in between may be zero.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Integer)> + '_ {
        (self.low..).zip(self.coefficients.iter().map(Natural::to_integer))
    }

    /// Adds another polynomial, times a power and a factor that is not negative; of that only the powers up to
    /// `last`.
    ///
    /// # Panics
    /// Where a power is no machine word; a law of counts refuses such sums before.
    pub fn add_shifted(&mut self, other: &Polynomial, power: i64, factor: &Integer, last: i64) {
        let factor = Natural::magnitude(factor);
        if other.is_empty() || factor.is_zero() {
            return;
        }
        let low = sum(other.low, power);
        if low > last {
            return;
        }
        let span = other.span().min(distance(low, last).saturating_add(1));
        if self.is_empty() {
            self.low = low;
        }
        self.make_room(low, span);
        let begin = distance(self.low, low);
        for (own, coefficient) in self.coefficients[begin..].iter_mut().zip(&other.coefficients[..span]) {
            own.add_product(coefficient, &factor);
        }
    }

    /// Makes room for so many powers from `low` on.
    fn make_room(&mut self, low: i64, span: usize) {
        if low < self.low {
            let more = distance(low, self.low);
            self.coefficients.splice(0..0, std::iter::repeat_n(Natural::default(), more));
            self.low = low;
        }
        let end = distance(self.low, low).saturating_add(span);
        if self.coefficients.len() < end {
            self.coefficients.resize(end, Natural::default());
        }
    }

    /// The product, by way of one product of two whole numbers (L. Kronecker's substitution): the
    /// coefficients are the digits of a number in a base that no coefficient of the product reaches.
    ///
    /// # Panics
    /// Where a power is no machine word.
    #[must_use]
    pub fn times(&self, other: &Polynomial) -> Polynomial {
        if self.is_empty() || other.is_empty() {
            return Polynomial::default();
        }
        let terms = self.span().min(other.span());
        let carry = u64::from(usize::BITS - terms.leading_zeros());
        let words = (self.bits() + other.bits() + carry).div_ceil(32).max(1);
        // Of what is in memory it fits.
        let words = usize::try_from(words).unwrap_or(usize::MAX);
        let product = self.packed(words) * other.packed(words);
        let digits = product.to_u32_digits();
        let span = self.span() + other.span() - 1;
        let coefficient = |index: usize| {
            let from = (index * words).min(digits.len());
            let to = (from + words).min(digits.len());
            let number = BigInt::from(BigUint::from_slice(&digits[from..to]));
            Natural::magnitude(&number.into())
        };
        Polynomial { low: sum(self.low, other.low), coefficients: (0..span).map(coefficient).collect() }
    }

    /// The bits of the longest coefficient; where there is none, 0.
    fn bits(&self) -> u64 {
        self.coefficients.iter().map(Natural::bits).max().unwrap_or(0)
    }

    fn packed(&self, words: usize) -> BigUint {
        let mut digits = vec![0_u32; words * self.span()];
        for (coefficient, place) in self.coefficients.iter().zip(digits.chunks_mut(words)) {
            for (digit, own) in place.iter_mut().zip(coefficient.halves()) {
                *digit = own;
            }
        }
        BigUint::new(digits)
    }
}

/// The sum of two powers.
fn sum(a: i64, b: i64) -> i64 {
    let (sum, overflows) = a.overflowing_add(b);
    assert!(!overflows, "a power is a machine word");
    sum
}

/// How many powers lie between two of them. More than can be counted do not fit into memory, which says so.
fn distance(low: i64, high: i64) -> usize {
    usize::try_from(low.abs_diff(high)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_made_below_and_above() {
        let mut p = Polynomial::monomial(2, 1.into());
        p.add_shifted(&Polynomial::monomial(0, 3.into()), -1, &Integer::ONE, 9);
        p.add_shifted(&Polynomial::monomial(4, 5.into()), 0, &Integer::ONE, 9);
        let terms: Vec<_> = p.terms().filter(|(_, coefficient)| *coefficient != Integer::ZERO).collect();
        assert_eq!(terms, [(-1, 3.into()), (2, 1.into()), (4, 5.into())]);
    }

    #[test]
    #[should_panic(expected = "a power is a machine word")]
    fn a_power_never_wraps() {
        let mut p = Polynomial::monomial(0, 1.into());
        p.add_shifted(&Polynomial::monomial(i64::MAX, 1.into()), 1, &Integer::ONE, i64::MAX);
    }

    #[test]
    fn kronecker_substitution_agrees_with_the_sum_of_products() {
        let coefficients = |seed: i64, count: i64| -> Vec<Integer> {
            (0..count).map(|k| Integer::from(seed + 7 * k).pow(5 + (k % 40) as u32)).collect()
        };
        let naturals = |all: Vec<Integer>| all.iter().map(Natural::magnitude).collect();
        let a = Polynomial { low: -2, coefficients: naturals(coefficients(3, 9)) };
        let b = Polynomial { low: 5, coefficients: naturals(coefficients(11, 4)) };
        let product = a.times(&b);
        let mut expected = Polynomial::default();
        for (power, coefficient) in a.terms() {
            expected.add_shifted(&b, power, &coefficient, i64::MAX);
        }
        assert_eq!(product, expected);
        assert_eq!(product.terms().next().unwrap().0, 3);
    }
}
