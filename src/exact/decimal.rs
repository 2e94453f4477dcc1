//! Decimal text of a rational: the only door through which an exact number may leave rounded.
//!
//! All rounding is done on the exact quotient, never on a shorter decimal of it.
//!
//! ```
//! use trueodds::exact::{Rational, decimal::{Rounding, round}};
//!
//! let percent = Rational::new(125, 2); // 5/8 in percent
//! assert_eq!(round(&percent, 0, Rounding::HalfUp).to_string(), "63");
//! assert_eq!(round(&percent, 0, Rounding::HalfEven).to_string(), "62");
//! assert_eq!(round(&Rational::new(8, 3), 2, Rounding::Truncate).to_string(), "2.66");
//! assert!(!round(&Rational::new(8, 3), 2, Rounding::HalfUp).exact);
//! ```

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Pow, Signed, Zero};

use super::Rational;
use super::rational::twice_square_root;

/// How a decimal is cut to its last place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// To the nearest; a tie goes away from zero. What wikis do.
    #[default]
    HalfUp,
    /// To the nearest; a tie goes to the even digit.
    HalfEven,
    /// The further digits are dropped. What wiki editors often do by hand.
    Truncate,
}

/// A number cut to a fixed count of places after the point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    /// The magnitude in units of the last place.
    units: BigInt,
    negative: bool,
    places: usize,
    /// Whether nothing was lost.
    pub exact: bool,
}

impl Decimal {
    /// Whether every digit is zero.
    ///
    /// ```
    /// use trueodds::exact::{Rational, decimal::{Rounding, round}};
    ///
    /// assert!(round(&Rational::new(1, 300), 2, Rounding::HalfUp).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.units.is_zero()
    }

    /// The text without zeros at the end of the fraction: `22` and not `22.00`.
    ///
    /// ```
    /// use trueodds::exact::{Rational, decimal::{Rounding, round}};
    ///
    /// assert_eq!(round(&Rational::new(5, 2), 3, Rounding::HalfUp).trimmed(), "2.5");
    /// ```
    #[must_use]
    pub fn trimmed(&self) -> String {
        let text = self.to_string();
        if self.places == 0 {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:0>width$}", self.units.to_string(), width = self.places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - self.places);
        let sign = if self.negative && !self.is_zero() { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        f.pad(&format!("{sign}{whole}{point}{fraction}"))
    }
}

/// The value cut to `places` digits after the point.
///
/// ```
/// use trueodds::exact::{Rational, decimal::{Rounding, round}};
///
/// assert_eq!(round(&Rational::new(2, 3), 4, Rounding::HalfUp).to_string(), "0.6667");
/// ```
#[must_use]
pub fn round(value: &Rational, places: usize, rounding: Rounding) -> Decimal {
    let big = value.to_big();
    let scaled = big.numer().abs() * power_of_ten(places);
    let (mut units, remainder) = scaled.div_rem(big.denom());
    if rounds_up(&units, &remainder, big.denom(), rounding) {
        units += 1;
    }
    Decimal { units, negative: value.is_negative(), places, exact: remainder.is_zero() }
}

/// The square root of a number that is not negative, cut to `places` digits after the point.
///
/// A root that is not rational never ties, so both ways of rounding to the nearest agree on it.
///
/// ```
/// use trueodds::exact::{Rational, decimal::{Rounding, square_root}};
///
/// assert_eq!(square_root(&Rational::from(2), 4, Rounding::HalfUp).to_string(), "1.4142");
/// ```
///
/// # Panics
/// Where the number is negative.
#[must_use]
pub fn square_root(value: &Rational, places: usize, rounding: Rounding) -> Decimal {
    assert!(!value.is_negative(), "a negative number has no square root");
    // The root of the number times 100 for each place is the root with that many places.
    let scale = power_of_ten(places);
    let (twice, exact) =
        twice_square_root(&(value * &Rational::from(&super::Integer::from(&scale * &scale))), 0);
    let (mut units, half) = twice.div_rem(&BigInt::from(2));
    let tie = exact && !half.is_zero();
    let up = match rounding {
        Rounding::Truncate => false,
        Rounding::HalfUp => !half.is_zero(),
        Rounding::HalfEven => !half.is_zero() && (!tie || units.is_odd()),
    };
    if up {
        units += 1;
    }
    Decimal { units, negative: false, places, exact: exact && half.is_zero() }
}

/// The square root as a rational, where it is one.
///
/// ```
/// use trueodds::exact::{Rational, decimal::rational_square_root};
///
/// assert_eq!(rational_square_root(&Rational::new(4, 9)), Some(Rational::new(2, 3)));
/// assert_eq!(rational_square_root(&Rational::from(2)), None);
/// ```
#[must_use]
pub fn rational_square_root(value: &Rational) -> Option<Rational> {
    let root = |part: &super::Integer| {
        let (twice, exact) = twice_square_root(&Rational::from(part), 0);
        exact.then(|| super::Integer::from(twice / BigInt::from(2)))
    };
    Rational::from_integers(&root(&value.numerator())?, &root(&value.denominator())?)
}

/// How many places a terminating decimal may have to be written in full.
const LONGEST_EXACT: usize = 20;
/// How many significant digits any other decimal is given.
const SIGNIFICANT: usize = 15;

/// The decimal that stands beside a fraction in data formats: in full where it ends within 20
/// places, else with 15 significant digits. No sign is added for rounding; the fraction is beside it.
///
/// ```
/// use trueodds::exact::{Rational, decimal::plain};
/// assert_eq!(plain(&Rational::new(931, 20_000)), "0.04655");
/// assert_eq!(plain(&Rational::new(1, 3)), "0.333333333333333");
/// ```
#[must_use]
pub fn plain(value: &Rational) -> String {
    let full = round(value, LONGEST_EXACT, Rounding::HalfUp);
    if full.exact {
        return full.trimmed();
    }
    round(value, places_for_digits(value, SIGNIFICANT), Rounding::HalfUp).trimmed()
}

/// How many places after the point show `digits` significant digits of the value.
#[must_use]
pub fn places_for_digits(value: &Rational, digits: usize) -> usize {
    if value.is_zero() {
        return 0;
    }
    let magnitude = value.abs();
    if magnitude >= Rational::ONE {
        let whole = round(&magnitude, 0, Rounding::Truncate).to_string().len();
        return digits.saturating_sub(whole);
    }
    // The zeros after the point: at most as many as there are, from the sizes in bits, and then made exact. 0 is
    // always a beginning.
    let excess = magnitude.denominator().bits().saturating_sub(magnitude.numerator().bits());
    let mut zeros = usize::try_from(digits_of(excess)).unwrap_or(0).saturating_sub(2);
    while round(&magnitude, zeros + 1, Rounding::Truncate).is_zero() {
        zeros += 1;
    }
    zeros + digits
}

/// A number as a decimal with one digit before the point, times a power of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scientific {
    /// The decimal, from 1 up to 10.
    pub mantissa: Decimal,
    /// The power of ten.
    pub exponent: i64,
}

/// The value with so many places after the first digit, however large or small it is; `None` for zero. The cost is
/// that of one division with a short quotient.
///
/// ```
/// use trueodds::exact::{Rational, decimal::{Rounding, scientific}};
///
/// let found = scientific(&Rational::new(1, 3_000_000), 3, Rounding::HalfUp).expect("not zero");
/// assert_eq!((found.mantissa.to_string().as_str(), found.exponent), ("3.333", -7));
/// assert!(!found.mantissa.exact);
/// ```
#[must_use]
pub fn scientific(value: &Rational, places: usize, rounding: Rounding) -> Option<Scientific> {
    let big = value.to_big();
    let (numerator, denominator) = (big.numer().abs(), big.denom());
    if numerator.is_zero() {
        return None;
    }
    // From the sizes in bits: the power or at most three less.
    let (over, under) = (numerator.bits(), denominator.bits());
    let power = if over >= under {
        i64::try_from(digits_of(over - under)).ok()?
    } else {
        -i64::try_from(digits_of(under - over)).ok()?
    };
    let mut exponent = power - 2;
    let scaled = |exponent: i64| {
        let shift = i64::try_from(places).ok()? - exponent;
        let ten = power_of_ten(usize::try_from(shift.unsigned_abs()).ok()?);
        Some(if shift < 0 {
            (numerator.clone(), denominator * ten)
        } else {
            (&numerator * ten, denominator.clone())
        })
    };
    let (over, under) = scaled(exponent)?;
    let digits = (over / under).to_string().len();
    exponent += i64::try_from(digits).ok()? - i64::try_from(places).ok()? - 1;
    let (over, under) = scaled(exponent)?;
    let (mut units, remainder) = over.div_rem(&under);
    if rounds_up(&units, &remainder, &under, rounding) {
        units += 1;
    }
    // 9.99 may have become 10.0.
    if units == power_of_ten(places + 1) {
        units = power_of_ten(places);
        exponent += 1;
    }
    let mantissa = Decimal { units, negative: value.is_negative(), places, exact: remainder.is_zero() };
    Some(Scientific { mantissa, exponent })
}

/// How many decimal digits the larger of numerator and denominator has.
///
/// ```
/// use trueodds::exact::{Rational, decimal::digits};
///
/// assert_eq!(digits(&Rational::new(1, 1000)), 4);
/// assert_eq!(digits(&Rational::new(999, 2)), 3);
/// ```
#[must_use]
pub fn digits(value: &Rational) -> u64 {
    let (numerator, denominator) = (value.numerator().to_big().abs(), value.denominator().to_big());
    let larger = numerator.max(denominator);
    let mut digits = digits_of(larger.bits()).saturating_sub(1);
    let mut above = Pow::pow(BigInt::from(10), digits);
    while above <= larger {
        digits += 1;
        above *= 10;
    }
    digits.max(1)
}

/// About how many decimal digits so many binary ones are: as many, or one more.
fn digits_of(bits: u64) -> u64 {
    // A little more than the logarithm of 2, and by so little that it makes no digit below billions of them.
    u64::try_from(u128::from(bits) * 30_103 / 100_000).unwrap_or(u64::MAX)
}

/// Whether a quotient that was cut is rounded away from zero, by what is left of it.
fn rounds_up(units: &BigInt, remainder: &BigInt, divisor: &BigInt, rounding: Rounding) -> bool {
    let twice = remainder * 2;
    match rounding {
        Rounding::Truncate => false,
        Rounding::HalfUp => twice >= *divisor,
        Rounding::HalfEven => twice > *divisor || (twice == *divisor && units.is_odd()),
    }
}

fn power_of_ten(places: usize) -> BigInt {
    Pow::pow(BigInt::from(10), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_follow_the_chosen_rule() {
        let tie = Rational::new(5, 2);
        let text = |rounding| round(&tie, 0, rounding).to_string();
        assert_eq!(text(Rounding::HalfUp), "3");
        assert_eq!(text(Rounding::HalfEven), "2");
        assert_eq!(text(Rounding::Truncate), "2");
        assert_eq!(round(&-&tie, 0, Rounding::HalfUp).to_string(), "-3");
    }

    #[test]
    fn zeros_at_the_end_are_trimmed_and_none_before_the_point() {
        assert_eq!(round(&Rational::from(100), 2, Rounding::HalfUp).trimmed(), "100");
        assert_eq!(round(&Rational::from(100), 0, Rounding::HalfUp).trimmed(), "100");
        assert_eq!(round(&Rational::new(1, 400), 2, Rounding::Truncate).trimmed(), "0");
        assert_eq!(round(&Rational::new(-1, 400), 2, Rounding::Truncate).to_string(), "0.00");
    }

    #[test]
    fn small_values_keep_their_significant_digits() {
        let tiny = Rational::new(1, 3_000_000);
        assert_eq!(plain(&tiny), "0.000000333333333333333");
        assert_eq!(plain(&Rational::new(10_000, 3)), "3333.33333333333");
    }

    #[test]
    fn a_power_of_ten_is_that_of_the_first_digit() {
        let text = |value: &Rational, places, rounding| {
            let found = scientific(value, places, rounding).unwrap();
            format!("{} {} {}", found.mantissa, found.exponent, found.mantissa.exact)
        };
        let half_up = |n, d| text(&Rational::new(n, d), 2, Rounding::HalfUp);
        assert_eq!(half_up(1, 3), "3.33 -1 false");
        assert_eq!(half_up(-2, 3), "-6.67 -1 false");
        assert_eq!(half_up(999_999, 1_000_000), "1.00 0 false");
        assert_eq!(half_up(1, 1), "1.00 0 true");
        assert_eq!(half_up(99, 100), "9.90 -1 true");
        assert_eq!(half_up(1, 1000), "1.00 -3 true");
        assert_eq!(half_up(12_345, 1), "1.23 4 false");
        assert_eq!(text(&Rational::new(12_350, 1), 2, Rounding::HalfEven), "1.24 4 false");
        assert_eq!(text(&Rational::new(12_450, 1), 2, Rounding::HalfEven), "1.24 4 false");
        assert_eq!(text(&Rational::new(12_999, 1), 2, Rounding::Truncate), "1.29 4 false");
        assert_eq!(scientific(&Rational::ZERO, 2, Rounding::HalfUp), None);
        // Every power of two, as its own digits have it.
        for power in 0..700 {
            let large = Rational::from(2).checked_pow(power).unwrap();
            let written = large.to_string();
            let found = scientific(&large, 0, Rounding::Truncate).unwrap();
            assert_eq!(found.exponent, i64::try_from(written.len()).unwrap() - 1);
            assert_eq!(found.mantissa.to_string(), written[..1]);
            assert_eq!(digits(&large), u64::try_from(written.len()).unwrap());
            // 2⁻ⁿ = 5ⁿ / 10ⁿ
            let small = Rational::ONE.checked_div(&large).unwrap();
            let fives = Rational::from(5).checked_pow(power).unwrap().to_string();
            let found = scientific(&small, 0, Rounding::Truncate).unwrap();
            assert_eq!(found.exponent, i64::try_from(fives.len()).unwrap() - 1 - i64::from(power));
            assert_eq!(found.mantissa.to_string(), fives[..1]);
        }
    }

    #[test]
    fn square_roots_are_exact_where_they_can_be() {
        assert_eq!(rational_square_root(&Rational::new(49, 16)), Some(Rational::new(7, 4)));
        assert_eq!(rational_square_root(&Rational::new(1, 2)), None);
        let root = square_root(&Rational::from(2), 10, Rounding::HalfUp);
        assert_eq!(root.to_string(), "1.4142135624");
        assert_eq!(square_root(&Rational::from(2), 10, Rounding::Truncate).to_string(), "1.4142135623");
        assert!(!root.exact);
        let tie = Rational::new(25, 4);
        assert_eq!(square_root(&tie, 0, Rounding::HalfUp).to_string(), "3");
        assert_eq!(square_root(&tie, 0, Rounding::HalfEven).to_string(), "2");
        assert!(square_root(&tie, 1, Rounding::HalfUp).exact);
    }
}
