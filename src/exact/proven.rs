//! Decimals of which every digit is proven: a number that is not known exactly, between two that are.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Pow, Signed, Zero};

use super::decimal::Rounding;
use super::{Integer, Rational, Rounded};

/// How many digits the ends have beyond those that are asked for.
const GUARD: usize = 8;
/// How many digits beyond those that are asked for are shown of ends that do not round to the same.
const BEYOND: usize = 2;
/// Decimals with as many zeros after the point are written with a power of ten.
const FAR: i64 = 7;
/// Zeros before the point that a whole number may end with.
const LONG: i64 = 21;

/// A number between two decimals, of which so many digits are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Proven {
    low: Ten,
    high: Ten,
    digits: usize,
}

/// A whole number times a power of ten.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ten {
    digits: BigInt,
    exponent: i64,
}

/// What is known of a number, in as many digits as are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// The number itself: nothing was rounded.
    Exactly(Ten),
    /// Both ends round to this.
    About(Ten),
    /// Nothing but that it is less than this.
    Below(Ten),
    /// It lies between these two.
    Between(Ten, Ten),
}

impl Known {
    /// Whether it is written without a power of ten.
    #[must_use]
    pub fn is_near(&self) -> bool {
        let near = |ten: &Ten| ten.plain().is_some();
        match self {
            Known::Exactly(ten) | Known::About(ten) | Known::Below(ten) => near(ten),
            Known::Between(low, high) => near(low) && near(high),
        }
    }
}

/// Which way the last digit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Down,
    Up,
}

/// A whole number times a power of two.
type Binary = (BigInt, i64);

impl<const K: usize> Rounded<K> {
    /// The number with so many digits.
    ///
    /// ```
    /// use trueodds::exact::{Rational, Rounded};
    ///
    /// let third = Rounded::<2>::of(&Rational::new(1, 3)).proven(5);
    /// assert_eq!(third.to_string(), "0.33333");
    /// assert_eq!(third.low().to_string(), "0.33333333333333");
    /// assert_eq!(third.high().to_string(), "0.33333333333334");
    /// ```
    #[must_use]
    pub fn proven(&self, digits: usize) -> Proven {
        let (low, high, exponent) = self.ends();
        Proven::between((low, exponent), (high, exponent), digits)
    }

    /// The number without another, with so many digits.
    #[must_use]
    pub fn proven_minus(&self, other: &Self, digits: usize) -> Proven {
        let (low, high, exponent) = self.ends();
        let (other_low, other_high, other_exponent) = other.ends();
        let least = exponent.max(other_exponent) - 128 * i64::try_from(K).unwrap_or(1);
        let at = |number: &BigInt, exponent: i64, way| scaled(number, exponent - least, way);
        let low = at(&low, exponent, Way::Down) - at(&other_high, other_exponent, Way::Up);
        let high = at(&high, exponent, Way::Up) - at(&other_low, other_exponent, Way::Down);
        Proven::between((low, least), (high, least), digits)
    }
}

impl Proven {
    /// How many digits may be asked for.
    pub const MOST_DIGITS: usize = 100;

    /// A number between two others.
    fn between(low: Binary, high: Binary, digits: usize) -> Proven {
        let size = low.0.bits().max(high.0.bits());
        let ten = |(number, exponent): Binary, way| Ten::of(&number, exponent, size, digits + GUARD, way);
        Proven { low: ten(low, Way::Down), high: ten(high, Way::Up), digits }
    }

    /// A number between two others.
    ///
    /// ```
    /// use trueodds::exact::{Proven, Rational};
    ///
    /// let between = Proven::within(&Rational::new(1, 4), &Rational::new(1, 3), 1);
    /// assert_eq!(between.to_string(), "0.3");
    /// ```
    #[must_use]
    pub fn within(low: &Rational, high: &Rational, digits: usize) -> Proven {
        let end = |number: &Rational, way| Ten::of_rational(number, digits + GUARD, way);
        Proven { low: end(low, Way::Down), high: end(high, Way::Up), digits }
    }

    /// A number that is known exactly.
    #[must_use]
    pub fn exactly(number: &Integer, digits: usize) -> Proven {
        let ten = Ten { digits: number.to_big(), exponent: 0 };
        Proven { low: ten.clone(), high: ten, digits }
    }

    /// The end below.
    #[must_use]
    pub fn low(&self) -> &Ten {
        &self.low
    }

    /// The end above.
    #[must_use]
    pub fn high(&self) -> &Ten {
        &self.high
    }

    /// Whether the number is known without doubt.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Whether it is known to be 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.low.digits.is_zero() && self.high.digits.is_zero()
    }

    /// Whether both ends are the same number in as many digits as are asked for, to the nearest.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.shared(Rounding::HalfUp).is_some()
    }

    /// What is known of the number, in as many digits as are asked for.
    #[must_use]
    pub fn known(&self, rounding: Rounding) -> Known {
        if self.is_exact() {
            let cut = self.low.cut(self.digits, rounding);
            return if cut.is(&self.low) { Known::Exactly(self.low.in_full()) } else { Known::About(cut) };
        }
        match self.shared(rounding) {
            Some(shared) => Known::About(shared),
            None if self.low.digits.is_zero() => Known::Below(self.high.cut_away(self.digits, Way::Up)),
            // With some more digits it is seen how near both ends are.
            None => Known::Between(
                self.low.cut_away(self.digits + BEYOND, Way::Down),
                self.high.cut_away(self.digits + BEYOND, Way::Up),
            ),
        }
    }

    /// What both ends round to.
    fn shared(&self, rounding: Rounding) -> Option<Ten> {
        let (low, high) = (self.low.cut(self.digits, rounding), self.high.cut(self.digits, rounding));
        low.is(&high).then_some(low)
    }

    /// The number times a power of ten.
    #[must_use]
    pub fn moved(&self, places: i64) -> Proven {
        Proven { low: self.low.moved(places), high: self.high.moved(places), digits: self.digits }
    }

    /// The same of a probability: no end is greater than 1.
    #[must_use]
    pub fn chance(self) -> Proven {
        let one = Ten { digits: 1.into(), exponent: 0 };
        let cap = |ten: Ten| if ten.is_below_one() { ten } else { one.clone() };
        Proven { low: cap(self.low), high: cap(self.high), digits: self.digits }
    }

    /// Where the number is known to be less than 1 and rounds to 1: the greatest number of so many digits that it
    /// is still above.
    #[must_use]
    pub fn just_below_one(&self) -> Option<Ten> {
        let one = Ten { digits: 1.into(), exponent: 0 };
        let rounds = self.high.is_below_one() && self.low.cut(self.digits, Rounding::HalfUp).is(&one);
        rounds.then(|| self.low.cut_away(self.digits, Way::Down))
    }

    /// One over a number that is not negative; `None` where it may be 0.
    #[must_use]
    pub fn reciprocal(&self) -> Option<Proven> {
        if !self.low.digits.is_positive() {
            return None;
        }
        let over = |ten: &Ten, way| {
            let places = ten.digits.to_string().len() + self.digits + GUARD;
            let one: BigInt = Pow::pow(BigInt::from(10), places);
            let digits = divided(&one, &ten.digits, way);
            Ten { digits, exponent: -ten.exponent - i64::try_from(places).unwrap_or(0) }
        };
        Some(Proven { low: over(&self.high, Way::Down), high: over(&self.low, Way::Up), digits: self.digits })
    }

    /// The square root of a number that is not negative.
    #[must_use]
    pub fn square_root(&self) -> Proven {
        let root = |ten: &Ten, way| {
            if !ten.digits.is_positive() {
                return Ten { digits: BigInt::ZERO, exponent: 0 };
            }
            let more = 2 * i64::try_from(self.digits + GUARD).unwrap_or(0);
            // The power of ten that is left must be even.
            let more = more + (ten.exponent - more).rem_euclid(2);
            let square = &ten.digits * power_of_ten(more);
            let root = square.sqrt();
            let up = way == Way::Up && &root * &root != square;
            Ten { digits: root + i32::from(up), exponent: (ten.exponent - more) / 2 }
        };
        Proven { low: root(&self.low, Way::Down), high: root(&self.high, Way::Up), digits: self.digits }
    }
}

impl fmt::Display for Proven {
    /// The proven digits, to the nearest; where not all are proven, both ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known(Rounding::HalfUp) {
            Known::Exactly(ten) | Known::About(ten) => ten.fmt(f),
            Known::Below(high) => write!(f, "0 to {high}"),
            Known::Between(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

impl Ten {
    /// `number · 2^exponent` with about so many digits of a number of the size of `bits`.
    fn of(number: &BigInt, exponent: i64, bits: u64, digits: usize, way: Way) -> Ten {
        /// The digits of log₁₀ 2.
        const LOG: i128 = 301_029_995_663;
        const LOG_ONE: i128 = 1_000_000_000_000;
        if number.is_zero() {
            return Ten { digits: BigInt::ZERO, exponent: 0 };
        }
        let size = i128::from(bits) + i128::from(exponent);
        let whole = i64::try_from((size * LOG).div_euclid(LOG_ONE)).unwrap_or(0);
        let places = i64::try_from(digits).unwrap_or(0) - whole;
        let power = Rounded::<8>::of(&Rational::from(10)).power(places.unsigned_abs());
        let (low, high, up) = if places.unsigned_abs() <= 64 {
            let power = power_of_ten(places.abs());
            (power.clone(), power, 0)
        } else {
            power.ends()
        };
        // A negative number is further down the larger its magnitude is.
        let greater = (way == Way::Up) != number.is_negative();
        let digits = if places >= 0 {
            scaled(&(number * if greater { high } else { low }), exponent + up, way)
        } else {
            let (divisor, shift) = (if greater { low } else { high }, exponent - up);
            match usize::try_from(shift) {
                Ok(shift) => divided(&(number << shift), &divisor, way),
                Err(_) => divided(number, &(divisor << shift.unsigned_abs()), way),
            }
        };
        Ten { digits, exponent: -places }
    }

    /// A number with about so many digits.
    fn of_rational(number: &Rational, digits: usize, way: Way) -> Ten {
        let (top, bottom) = (number.numerator().to_big(), number.denominator().to_big());
        let excess = i64::try_from(top.bits()).unwrap_or(0) - i64::try_from(bottom.bits()).unwrap_or(0);
        // At least as many digits: one is more than three binary digits, and less than four.
        let size = if excess > 0 { excess / 4 } else { excess.div_euclid(3) };
        let places = i64::try_from(digits).unwrap_or(0) + 1 - size;
        let digits = if places >= 0 {
            divided(&(top * power_of_ten(places)), &bottom, way)
        } else {
            divided(&top, &(bottom * power_of_ten(places)), way)
        };
        Ten { digits, exponent: -places }
    }

    /// The number rounded to so many digits.
    fn cut(&self, digits: usize, rounding: Rounding) -> Ten {
        let Some(power) = self.excess(digits) else { return self.clone() };
        let unit = power_of_ten(power);
        let (quotient, remainder) = self.digits.abs().div_rem(&unit);
        let twice = remainder * 2;
        let up = match rounding {
            Rounding::Truncate => false,
            Rounding::HalfUp => twice >= unit,
            Rounding::HalfEven => twice > unit || (twice == unit && quotient.is_odd()),
        };
        let magnitude = quotient + i32::from(up);
        let cut = if self.digits.is_negative() { -magnitude } else { magnitude };
        let cut = Ten { digits: cut, exponent: self.exponent + power };
        // Rounding up can add a digit: then the last one is a zero.
        if cut.excess(digits).is_some() {
            Ten { digits: cut.digits / 10, exponent: cut.exponent + 1 }
        } else {
            cut
        }
    }

    /// The number rounded down or up to so many digits.
    fn cut_away(&self, digits: usize, way: Way) -> Ten {
        let Some(power) = self.excess(digits) else { return self.clone() };
        let digits = divided(&self.digits, &power_of_ten(power), way);
        Ten { digits, exponent: self.exponent + power }
    }

    /// How many digits it has beyond so many.
    fn excess(&self, digits: usize) -> Option<i64> {
        let excess = self.length() - i64::try_from(digits).unwrap_or(i64::MAX);
        (excess > 0).then_some(excess)
    }

    fn length(&self) -> i64 {
        i64::try_from(self.digits.magnitude().to_string().len()).unwrap_or(i64::MAX)
    }

    /// Whether both are the same number.
    fn is(&self, other: &Ten) -> bool {
        let (own, others) = (self.trimmed(), other.trimmed());
        own.digits == others.digits && own.exponent == others.exponent
    }

    /// The same number without zeros at the end.
    fn trimmed(&self) -> Ten {
        if self.digits.is_zero() {
            return Ten { digits: BigInt::ZERO, exponent: 0 };
        }
        let text = self.digits.to_string();
        let zeros = text.len() - text.trim_end_matches('0').len();
        let power = i64::try_from(zeros).unwrap_or(0);
        Ten { digits: &self.digits / power_of_ten(power), exponent: self.exponent + power }
    }

    /// Whether it is less than 1; it is not negative.
    fn is_below_one(&self) -> bool {
        self.digits.is_zero() || self.length() + self.exponent <= 0
    }

    /// The number times a power of ten.
    #[must_use]
    pub fn moved(&self, places: i64) -> Ten {
        Ten { digits: self.digits.clone(), exponent: self.exponent + places }
    }

    /// A number with all its digits before the point, unless those are too many to read, and no zeros at the end
    /// behind it.
    #[must_use]
    pub fn in_full(&self) -> Ten {
        let short = self.trimmed();
        if !(1..LONG).contains(&short.exponent) {
            return short;
        }
        Ten { digits: short.digits * power_of_ten(short.exponent), exponent: 0 }
    }

    /// Whether it is less than 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.digits.is_negative()
    }

    /// The digits with the point after the first, and the power of ten that they are multiplied with.
    #[must_use]
    pub fn scientific(&self) -> (String, i64) {
        let digits = self.digits.magnitude().to_string();
        let sign = if self.digits.is_negative() { "-" } else { "" };
        let power = self.exponent + i64::try_from(digits.len()).unwrap_or(1) - 1;
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        (format!("{sign}{first}{point}{rest}"), power)
    }

    /// The number with a point and without a power of ten; `None` where it begins so far from the point that nobody
    /// could read it, or where not all digits before the point are known.
    #[must_use]
    pub fn plain(&self) -> Option<String> {
        let digits = self.digits.magnitude().to_string();
        let sign = if self.digits.is_negative() { "-" } else { "" };
        if self.digits.is_zero() {
            return Some("0".to_owned());
        }
        let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let whole = length + self.exponent;
        if whole <= -FAR || self.exponent > 0 {
            return None;
        }
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
        Some(match usize::try_from(whole) {
            Ok(whole) if whole > 0 && self.exponent < 0 => {
                format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
            }
            Ok(whole) if whole > 0 => format!("{sign}{digits}"),
            _ => format!("{sign}0.{}{digits}", zeros(-whole)),
        })
    }
}

impl fmt::Display for Ten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.plain().unwrap_or_else(|| {
            let (digits, power) = self.scientific();
            format!("{digits}e{power}")
        });
        f.pad(&text)
    }
}

/// A whole number times a power of two, rounded to a whole number.
pub(super) fn scaled(number: &BigInt, exponent: i64, way: Way) -> BigInt {
    match usize::try_from(exponent) {
        Ok(shift) => number << shift,
        // The greatest power that can be taken away is that of the number itself and a little more.
        Err(_) => {
            let shift = exponent.unsigned_abs().min(number.bits() + 1);
            divided(number, &(BigInt::from(1) << shift), way)
        }
    }
}

fn divided(number: &BigInt, divisor: &BigInt, way: Way) -> BigInt {
    let (quotient, remainder) = number.div_mod_floor(divisor);
    quotient + i32::from(way == Way::Up && !remainder.is_zero())
}

fn power_of_ten(power: i64) -> BigInt {
    Pow::pow(BigInt::from(10), power.unsigned_abs())
}
