//! Rational numbers: a machine-word fast path over `num-rational`.

mod operators;

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroI64;

use super::Integer;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational number in lowest terms.
///
/// Numerators and denominators that fit a machine word are held in place, everything else in a
/// [`BigRational`]. The form is canonical, so equality and hashing compare the form.
///
/// ```
/// use trueodds::exact::Rational;
///
/// let third = Rational::new(1, 3);
/// assert_eq!((&third + &third).to_string(), "2/3");
/// assert_eq!("0.22".parse::<Rational>()?, Rational::new(11, 50));
/// assert_eq!("35%".parse::<Rational>()?, Rational::new(7, 20));
/// # Ok::<(), trueodds::exact::ParseRationalError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Numerator and positive denominator, coprime; the numerator is never `i64::MIN`, so that
    /// negation cannot overflow.
    Small(i64, i64),
    Big(Box<BigRational>),
}
use Repr::{Big, Small};

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(Small(0, 1));
    /// One.
    pub const ONE: Rational = Rational(Small(1, 1));

    /// The quotient of two machine words in lowest terms, for denominators that are written in the code.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(6, -8).to_string(), "-3/4");
    /// ```
    ///
    /// # Panics
    /// Where the denominator is zero; see [`Rational::checked_new`].
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Rational {
        assert!(denominator != 0, "a fraction has a denominator other than zero");
        Self::reduced(numerator.into(), denominator.into())
    }

    /// The quotient of two machine words in lowest terms, or `None` where the denominator is zero.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::checked_new(1, 0), None);
    /// ```
    #[must_use]
    pub fn checked_new(numerator: i64, denominator: i64) -> Option<Rational> {
        (denominator != 0).then(|| Self::reduced(numerator.into(), denominator.into()))
    }

    /// The share of each of so many equal parts.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// let six = std::num::NonZeroI64::new(6).expect("not zero");
    /// assert_eq!(Rational::one_over(six), Rational::new(1, 6));
    /// ```
    #[must_use]
    pub fn one_over(parts: NonZeroI64) -> Rational {
        Self::reduced(1, parts.get().into())
    }

    /// The quotient of two whole numbers in lowest terms, or `None` where the denominator is zero.
    ///
    /// ```
    /// use trueodds::exact::{Integer, Rational};
    ///
    /// assert_eq!(Rational::from_integers(&Integer::from(4), &Integer::from(6)), Some(Rational::new(2, 3)));
    /// assert_eq!(Rational::from_integers(&Integer::ONE, &Integer::ZERO), None);
    /// ```
    #[must_use]
    pub fn from_integers(numerator: &Integer, denominator: &Integer) -> Option<Rational> {
        (!denominator.is_zero()).then(|| Self::lowest(numerator, denominator))
    }

    /// The quotient in lowest terms; the denominator is not zero.
    pub(super) fn lowest(numerator: &Integer, denominator: &Integer) -> Rational {
        let gcd = numerator.gcd(denominator);
        let (n, d) = (numerator.exact_div(&gcd), denominator.exact_div(&gcd));
        if let (Some(n), Some(d)) = (n.to_i64(), d.to_i64())
            && n != i64::MIN
            && d > 0
        {
            return Rational(Small(n, d));
        }
        let (n, d) = (n.to_big(), d.to_big());
        if d.is_negative() { Self::from_lowest(-n, -d) } else { Self::from_lowest(n, d) }
    }

    /// A quotient that is in lowest terms, with a positive denominator.
    pub(super) fn from_lowest(numerator: BigInt, denominator: BigInt) -> Rational {
        Self::from_big(BigRational::new_raw(numerator, denominator))
    }

    /// The number in canonical form.
    #[must_use]
    pub fn from_big(value: BigRational) -> Rational {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(n), Some(d)) if n != i64::MIN => Rational(Small(n, d)),
            _ => Rational(Big(Box::new(value))),
        }
    }

    /// The same number as a [`BigRational`].
    #[must_use]
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Small(n, d) => BigRational::new_raw(BigInt::from(*n), BigInt::from(*d)),
            Big(value) => (**value).clone(),
        }
    }

    /// Reduces a quotient whose parts are products or sums of machine words; its denominator is not zero.
    fn reduced(numerator: i128, denominator: i128) -> Rational {
        let gcd = numerator.gcd(&denominator);
        let (mut n, mut d) = (numerator / gcd, denominator / gcd);
        if d < 0 {
            (n, d) = (-n, -d);
        }
        Self::coprime(n, d)
    }

    /// Picks the form for a quotient that is already in lowest terms.
    fn coprime(numerator: i128, denominator: i128) -> Rational {
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Rational(Small(n, d)),
            _ => Rational(Big(Box::new(BigRational::new_raw(
                BigInt::from(numerator),
                BigInt::from(denominator),
            )))),
        }
    }

    /// The numerator in lowest terms; it carries the sign.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-4, 6).numerator().to_string(), "-2");
    /// ```
    #[must_use]
    pub fn numerator(&self) -> Integer {
        match &self.0 {
            Small(n, _) => Integer::from(*n),
            Big(value) => value.numer().clone().into(),
        }
    }

    /// The denominator in lowest terms, positive.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-4, 6).denominator().to_string(), "3");
    /// ```
    #[must_use]
    pub fn denominator(&self) -> Integer {
        match &self.0 {
            Small(_, d) => Integer::from(*d),
            Big(value) => value.denom().clone().into(),
        }
    }

    /// Whether the number is whole.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert!(Rational::new(6, 3).is_integer());
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, d) => *d == 1,
            Big(value) => value.is_integer(),
        }
    }

    /// Whether the number is zero.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert!(Rational::new(0, 3).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    /// The number as an `i64`, if it is whole and fits.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(6, 3).to_i64(), Some(2));
    /// assert_eq!(Rational::new(1, 3).to_i64(), None);
    /// ```
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(n, 1) => Some(*n),
            _ => None,
        }
    }

    /// How the number compares with zero.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-1, 3).signum(), std::cmp::Ordering::Less);
    /// ```
    #[must_use]
    pub fn signum(&self) -> Ordering {
        match &self.0 {
            Small(n, _) => n.cmp(&0),
            Big(value) if value.is_negative() => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    /// Whether the number is below zero.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert!(Rational::new(1, -3).is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.signum() == Ordering::Less
    }

    /// The magnitude.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-1, 3).abs(), Rational::new(1, 3));
    /// ```
    #[must_use]
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The largest whole number that is not above this one.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-1, 3).floor(), Rational::from(-1));
    /// ```
    #[must_use]
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Small(n, d) => Rational(Small(n.div_floor(d), 1)),
            Big(value) => Self::from_big(value.floor()),
        }
    }

    /// The smallest whole number that is not below this one.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(-1, 3).ceil(), Rational::ZERO);
    /// ```
    #[must_use]
    pub fn ceil(&self) -> Rational {
        -&(-self).floor()
    }

    /// The number raised to a whole exponent, or `None` for zero to a negative one.
    ///
    /// Cost grows with the size of the result; see [`Rational::bits`] to bound it first.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(2, 3).checked_pow(-2), Some(Rational::new(9, 4)));
    /// assert_eq!(Rational::ZERO.checked_pow(-1), None);
    /// ```
    #[must_use]
    pub fn checked_pow(&self, exponent: i32) -> Option<Rational> {
        if exponent < 0 {
            return Self::ONE.checked_div(self)?.checked_pow(exponent.checked_neg()?);
        }
        let exponent = exponent.unsigned_abs();
        if let Small(n, d) = &self.0
            && let (Some(n), Some(d)) = (n.checked_pow(exponent), d.checked_pow(exponent))
            && n != i64::MIN
        {
            return Some(Rational(Small(n, d)));
        }
        let value = self.to_big();
        Some(Self::from_big(BigRational::new_raw(value.numer().pow(exponent), value.denom().pow(exponent))))
    }

    /// The larger of the binary digits of numerator and denominator: what limits are about.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::new(1, 256).bits(), 9);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(n, d) => u64::from(64 - n.unsigned_abs().max(d.unsigned_abs()).leading_zeros()),
            Big(value) => value.numer().bits().max(value.denom().bits()),
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) if b == d => a.cmp(c),
            (Small(a, b), Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Self::coprime(n.into(), 1)
    }
}

impl From<&Integer> for Rational {
    fn from(n: &Integer) -> Self {
        match n.to_i64() {
            Some(n) => Self::from(n),
            None => Self::from_big(BigRational::from_integer(n.to_big())),
        }
    }
}

impl fmt::Display for Rational {
    /// Writes `n/d` in lowest terms, and a whole number without a denominator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n, 1) => f.pad(&n.to_string()),
            Small(n, d) => f.pad(&format!("{n}/{d}")),
            Big(value) if value.denom().is_one() => f.pad(&value.numer().to_string()),
            Big(value) => f.pad(&format!("{}/{}", value.numer(), value.denom())),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Rational {
    /// As the string `n/d`, so that no reader rounds it.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Twice the square root of a rational that is not negative, in units of the given place and cut to a
/// whole number, and whether that is exact. Twice, so that the caller can round.
pub(super) fn twice_square_root(value: &Rational, places: u32) -> (BigInt, bool) {
    let value = value.to_big();
    if value.is_negative() || value.is_zero() {
        return (BigInt::zero(), !value.is_negative());
    }
    let scale = BigInt::from(10).pow(places);
    let scaled: BigInt = value.numer() * &scale * &scale * 4;
    let (quotient, remainder) = scaled.div_rem(value.denom());
    let (root, exact) = super::integer::square_root(&quotient);
    (root, exact && remainder.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_exactly_or_refused() {
        for (text, expected) in [
            ("3", "3"),
            ("-7/3", "-7/3"),
            ("\u{2212}7/3", "-7/3"),
            (".5", "1/2"),
            ("0.125", "1/8"),
            ("6.67%", "667/10000"),
            ("1.5/4.5", "1/3"),
            ("123456789012345678901234567890/2", "61728394506172839450617283945"),
        ] {
            assert_eq!(text.parse::<Rational>().unwrap().to_string(), expected, "{text}");
        }
        for text in ["", "abc", "1/0", "1//2", "--1", "1e5", ".", "1_000", "NaN", "1/2/3"] {
            assert!(text.parse::<Rational>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_smallest_machine_word_does_not_overflow() {
        let least = Rational::from(i64::MIN);
        assert_eq!((-&least).to_string(), "9223372036854775808");
        assert_eq!(least.abs(), -&least);
        assert_eq!(Rational::new(1, i64::MIN).to_string(), "-1/9223372036854775808");
        assert_eq!(Rational::ONE.checked_div(&least).unwrap(), Rational::new(1, i64::MIN));
    }

    #[test]
    fn floor_and_ceil_round_towards_their_own_side() {
        let value = Rational::new(-7, 2);
        assert_eq!(value.floor(), Rational::from(-4));
        assert_eq!(value.ceil(), Rational::from(-3));
    }

    #[test]
    fn operators_take_values_and_references_alike() {
        let (half, third) = (Rational::new(1, 2), Rational::new(1, 3));
        assert_eq!(half.clone() + third.clone(), Rational::new(5, 6));
        assert_eq!(&half - third.clone(), Rational::new(1, 6));
        assert_eq!(half.clone() * &third, Rational::new(1, 6));
        let mut sum = half.clone();
        sum += &third;
        sum -= half;
        sum *= third;
        assert_eq!(-sum, Rational::new(-1, 9));
    }

    #[test]
    fn a_denominator_of_zero_is_no_number() {
        assert_eq!(Rational::checked_new(1, 0), None);
        assert_eq!(Rational::checked_new(4, -6), Some(Rational::new(-2, 3)));
        assert!(std::panic::catch_unwind(|| Rational::new(1, 0)).is_err());
    }

    #[test]
    fn negative_powers_invert() {
        let value = Rational::new(2, 3);
        assert_eq!(value.checked_pow(-2), Some(Rational::new(9, 4)));
        assert_eq!(Rational::ZERO.checked_pow(-1), None);
        assert_eq!(value.checked_pow(100).unwrap().bits(), 159);
    }
}
