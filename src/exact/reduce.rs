//! Lowest terms, where the factors of the denominator are known.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One, Zero};

use super::{Integer, Rational};

impl Rational {
    /// The quotient in lowest terms, where every prime factor of the denominator divides `base`: as masses
    /// over a power of a kernel's denominator have it. Common factors are found in `base`, which is small, so
    /// that no greatest common divisor of two long numbers is needed.
    ///
    /// ```
    /// use trueodds::exact::{Integer, Rational};
    ///
    /// let hundred = Integer::from(100);
    /// let mass = Rational::over_power(&Integer::from(250), &hundred.pow(2), &hundred);
    /// assert_eq!(mass, Rational::new(1, 40));
    /// ```
    ///
    /// # Panics
    /// Where the denominator is zero.
    #[must_use]
    pub fn over_power(numerator: &Integer, denominator: &Integer, base: &Integer) -> Rational {
        assert!(!denominator.is_zero(), "a fraction has a denominator other than zero");
        let small = base.to_i64().filter(|base| *base > 1).and_then(|base| u64::try_from(base).ok());
        let long = numerator.to_i64().is_none() || denominator.to_i64().is_none();
        let usual = long && !numerator.is_zero() && !denominator.is_negative();
        let Some(base) = small.filter(|_| usual) else {
            return Rational::lowest(numerator, denominator);
        };
        let (mut top, mut bottom) = (numerator.to_big(), denominator.to_big());
        // The greatest power in a word has the same prime factors, and takes out several of them at a time.
        let word = (1..).map_while(|power| base.checked_pow(power)).last().unwrap_or(base);
        loop {
            let shared = residue(&top, word).gcd(&word);
            let shared = residue(&bottom, shared).gcd(&shared);
            if shared <= 1 || bottom.is_one() {
                break;
            }
            if shared == word {
                divide_by_powers(&mut top, &mut bottom, word);
            } else {
                top /= shared;
                bottom /= shared;
            }
        }
        Rational::from_lowest(top, bottom)
    }
}

/// Divides two numbers by a power of a factor that both have: squares as long as they divide, and back.
fn divide_by_powers(top: &mut BigInt, bottom: &mut BigInt, factor: u64) {
    let mut powers = vec![BigInt::from(factor)];
    let mut next = 0;
    // Up while the squares divide, and down once each.
    let mut divide = |power: &BigInt| {
        let ((one, rest), (other, left)) = (top.div_rem(power), bottom.div_rem(power));
        let divides = rest.is_zero() && left.is_zero();
        if divides {
            (*top, *bottom) = (one, other);
        }
        divides
    };
    while divide(&powers[next]) {
        powers.push(&powers[next] * &powers[next]);
        next += 1;
    }
    while next > 0 {
        next -= 1;
        divide(&powers[next]);
    }
}

/// The residue of the magnitude.
pub(super) fn residue(number: &BigInt, modulus: u64) -> u64 {
    // What is below the modulus has one digit, and zero has none.
    (number.magnitude() % modulus).iter_u64_digits().next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_greatest_common_divisor() {
        for (base, power) in [(100, 40), (6, 60), (12, 33), (7, 50), (2, 900)] {
            let base = Integer::from(base);
            let denominator = base.pow(power);
            for numerator in 0..400_i64 {
                for scale in [Integer::ONE, base.pow(power - 3), Integer::from(2).pow(power)] {
                    let top = crate::exact::Ring::mul(&Integer::from(numerator), &scale);
                    let expected = Rational::from_integers(&top, &denominator).unwrap();
                    assert_eq!(
                        Rational::over_power(&top, &denominator, &base),
                        expected,
                        "{top}/{denominator}"
                    );
                }
            }
        }
    }
}
