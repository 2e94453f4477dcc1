//! Whole numbers of any size with a machine-word fast path.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Ring;
use super::gcd::gcd;

/// A whole number of any size.
///
/// Values that fit 128 bits are held in place; larger ones in a [`BigInt`]. The form is canonical
/// (a number that fits is never held large), so equality and hashing compare the form.
///
/// ```
/// use trueodds::exact::Integer;
///
/// let big = Integer::from(2).pow(200);
/// assert_eq!(big.exact_div(&Integer::from(2).pow(198)), Integer::from(4));
/// assert_eq!(big.bits(), 201);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i128),
    Big(BigInt),
}
use Repr::{Big, Small};

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(Small(0));
    /// One.
    pub const ONE: Integer = Integer(Small(1));

    /// The same number as a [`BigInt`].
    #[must_use]
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(n) => BigInt::from(*n),
            Big(n) => n.clone(),
        }
    }

    /// The number as an `i64`, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(n) => i64::try_from(*n).ok(),
            Big(_) => None,
        }
    }

    /// The number as a `u128`, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Small(n) => u128::try_from(*n).ok(),
            Big(n) => n.to_u128(),
        }
    }

    /// The number as an `i128`, if it fits.
    pub(super) fn to_small(&self) -> Option<i128> {
        match &self.0 {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// The difference.
    ///
    /// ```
    /// use trueodds::exact::Integer;
    ///
    /// assert_eq!(Integer::from(2).minus(&Integer::from(5)), Integer::from(-3));
    /// ```
    #[must_use]
    pub fn minus(&self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Integer(Small(difference)),
                None => (BigInt::from(*a) - *b).into(),
            },
            _ => (self.to_big() - other.to_big()).into(),
        }
    }

    /// Whether this is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(n) => *n < 0,
            Big(n) => n.is_negative(),
        }
    }

    /// How many binary digits the magnitude has; 0 for zero.
    ///
    /// ```
    /// use trueodds::exact::Integer;
    ///
    /// assert_eq!(Integer::from(256).bits(), 9);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(n) => u64::from(128 - n.unsigned_abs().leading_zeros()),
            Big(n) => n.bits(),
        }
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// The number raised to `exponent`. Cost grows with the size of the result; callers bound it first.
    ///
    /// ```
    /// use trueodds::exact::Integer;
    ///
    /// assert_eq!(Integer::from(2).pow(100).to_string(), "1267650600228229401496703205376");
    /// ```
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Integer {
        match &self.0 {
            Small(n) => match n.checked_pow(exponent) {
                Some(power) => Integer(Small(power)),
                None => BigInt::from(*n).pow(exponent).into(),
            },
            Big(n) => n.pow(exponent).into(),
        }
    }

    /// The greatest common divisor, never negative.
    ///
    /// ```
    /// use trueodds::exact::Integer;
    ///
    /// assert_eq!(Integer::from(12).gcd(&Integer::from(18)), Integer::from(6));
    /// ```
    #[must_use]
    pub fn gcd(&self, other: &Integer) -> Integer {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => Integer(Small(i128::from(a.gcd(&b)))),
                _ => from_magnitude(a.unsigned_abs().gcd(&b.unsigned_abs())),
            },
            _ => BigInt::from(gcd(&self.magnitude(), &other.magnitude())).into(),
        }
    }

    fn magnitude(&self) -> Cow<'_, BigUint> {
        match &self.0 {
            Small(n) => Cow::Owned(n.unsigned_abs().into()),
            Big(n) => Cow::Borrowed(n.magnitude()),
        }
    }

    /// The quotient where the divisor is known to divide without remainder.
    ///
    /// A zero divisor gives zero; a remainder is dropped.
    ///
    /// ```
    /// use trueodds::exact::Integer;
    ///
    /// assert_eq!(Integer::from(12).exact_div(&Integer::from(4)), Integer::from(3));
    /// ```
    #[must_use]
    pub fn exact_div(&self, divisor: &Integer) -> Integer {
        match (&self.0, &divisor.0) {
            (_, Small(0)) => Integer::ZERO,
            (_, Small(1)) => self.clone(),
            (Small(a), Small(b)) => match a.checked_div(*b) {
                Some(quotient) => Integer(Small(quotient)),
                None => (BigInt::from(*a) / BigInt::from(*b)).into(),
            },
            _ => (self.to_big() / divisor.to_big()).into(),
        }
    }
}

fn from_magnitude(n: u128) -> Integer {
    match i128::try_from(n) {
        Ok(n) => Integer(Small(n)),
        Err(_) => BigInt::from(n).into(),
    }
}

impl Ring for Integer {
    fn zero() -> Self {
        Integer::ZERO
    }
    fn one() -> Self {
        Integer::ONE
    }
    fn is_zero(&self) -> bool {
        Integer::is_zero(self)
    }
    fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }
    fn add_assign(&mut self, other: &Self) {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            self.0 = Small(sum);
            return;
        }
        *self = match (&mut self.0, &other.0) {
            (Big(a), Big(b)) => {
                *a += b;
                std::mem::take(a).into()
            }
            (Big(a), Small(b)) => {
                *a += *b;
                std::mem::take(a).into()
            }
            (Small(a), Big(b)) => (b + *a).into(),
            (Small(a), Small(b)) => (BigInt::from(*a) + *b).into(),
        };
    }
    fn mul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Small(1), _) => other.clone(),
            (_, Small(1)) => self.clone(),
            (Small(a), Small(b)) => match a.checked_mul(*b) {
                Some(product) => Integer(Small(product)),
                None => (BigInt::from(*a) * *b).into(),
            },
            (Big(a), Small(b)) | (Small(b), Big(a)) => (a * *b).into(),
            (Big(a), Big(b)) => (a * b).into(),
        }
    }
    fn common(a: &Self, b: &Self) -> (Self, Self, Self) {
        if a == b {
            return (a.clone(), Self::ONE, Self::ONE);
        }
        let gcd = a.gcd(b);
        let for_a = b.exact_div(&gcd);
        let for_b = a.exact_div(&gcd);
        (a.mul(&for_a), for_a, for_b)
    }
    fn common_factor<'a>(items: impl Iterator<Item = &'a Self>) -> Self {
        let mut factor = Self::ZERO;
        for item in items {
            factor = factor.gcd(item);
            if factor.is_one() {
                break;
            }
        }
        factor
    }
    fn exact_div(&self, divisor: &Self) -> Self {
        Integer::exact_div(self, divisor)
    }
    fn bits(&self) -> u64 {
        Integer::bits(self)
    }
}

impl<'a> std::iter::Sum<&'a Integer> for Integer {
    fn sum<I: Iterator<Item = &'a Integer>>(items: I) -> Integer {
        items.fold(Integer::ZERO, |mut sum, item| {
            sum.add_assign(item);
            sum
        })
    }
}

impl Default for Integer {
    fn default() -> Self {
        Integer::ZERO
    }
}

impl From<i64> for Integer {
    fn from(n: i64) -> Self {
        Integer(Small(i128::from(n)))
    }
}

impl From<i32> for Integer {
    fn from(n: i32) -> Self {
        Integer(Small(i128::from(n)))
    }
}

impl From<i128> for Integer {
    fn from(n: i128) -> Self {
        Integer(Small(n))
    }
}

impl From<u128> for Integer {
    fn from(n: u128) -> Self {
        from_magnitude(n)
    }
}

impl From<BigInt> for Integer {
    fn from(n: BigInt) -> Self {
        match n.to_i128() {
            Some(small) => Integer(Small(small)),
            None => Integer(Big(n)),
        }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big number is larger in magnitude than every small one.
            (Big(a), Small(_)) => a.sign().cmp(&Sign::NoSign),
            (Small(_), Big(b)) => Sign::NoSign.cmp(&b.sign()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => fmt::Display::fmt(n, f),
            Big(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The integer part of the square root of a number that is not negative, and whether it is exact.
pub(super) fn square_root(n: &BigInt) -> (BigInt, bool) {
    if n.is_negative() {
        return (BigInt::zero(), false);
    }
    let root = n.sqrt();
    let exact = &root * &root == *n;
    (root, exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_results_come_back_to_the_small_form() {
        let big = Integer::from(10).pow(60);
        let mut sum = big.clone();
        sum.add_assign(&big.mul(&Integer::from(-1)));
        assert_eq!(sum, Integer::ZERO);
        assert!(big > Integer::from(i64::MAX));
        assert!(big.mul(&Integer::from(-1)) < Integer::from(i64::MIN));
    }

    #[test]
    fn common_scales_both_to_the_least_common_multiple() {
        let (multiple, a, b) = Integer::common(&Integer::from(12), &Integer::from(18));
        assert_eq!((multiple, a, b), (36.into(), 3.into(), 2.into()));
    }
}
