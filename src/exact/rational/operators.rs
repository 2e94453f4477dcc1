//! Sums, differences, products and quotients of rational numbers.

use std::borrow::Cow;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::One as _;

use super::Rational;
use super::Repr::{Big, Small};
use crate::exact::gcd::gcd;

impl Rational {
    /// The quotient, or `None` where `other` is zero.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    ///
    /// assert_eq!(Rational::ONE.checked_div(&Rational::from(3)), Some(Rational::new(1, 3)));
    /// assert_eq!(Rational::ONE.checked_div(&Rational::ZERO), None);
    /// ```
    #[must_use]
    pub fn checked_div(&self, other: &Rational) -> Option<Rational> {
        if other.is_zero() {
            return None;
        }
        Some(match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) => {
                // The sign of the divisor moves to the new numerator.
                let (num, den) = if *c < 0 { (-*d, -*c) } else { (*d, *c) };
                multiply_words(*a, *b, num, den)
            }
            _ => {
                let (numerator, denominator) = (self.parts(), other.parts());
                let (sign, by) = (denominator.0.sign(), denominator.0.magnitude());
                let by = BigInt::from(by.clone());
                let quotient = multiply((&numerator.0, &numerator.1), (&denominator.1, &by));
                if sign == Sign::Minus { -quotient } else { quotient }
            }
        })
    }

    /// Numerator and denominator.
    fn parts(&self) -> (Cow<'_, BigInt>, Cow<'_, BigInt>) {
        match &self.0 {
            Small(n, d) => (Cow::Owned((*n).into()), Cow::Owned((*d).into())),
            Big(value) => (Cow::Borrowed(value.numer()), Cow::Borrowed(value.denom())),
        }
    }
}

/// The sum of two fractions in lowest terms, as [`add_words`] has it.
fn add(a: &Rational, c: &Rational, sign: Sign) -> Rational {
    let ((a, b), (c, d)) = (a.parts(), c.parts());
    let plus = |left: BigInt, right: BigInt| if sign == Sign::Minus { left - right } else { left + right };
    let shared = common(&b, &d);
    if shared.is_one() {
        return Rational::from_lowest(plus(&*a * &*d, &*c * &*b), &*b * &*d);
    }
    let (b_part, d_part) = (&*b / &shared, &*d / &shared);
    let sum = plus(&*a * d_part, &*c * &b_part);
    let rest = common(&sum, &shared);
    if rest.is_one() {
        return Rational::from_lowest(sum, b_part * &*d);
    }
    Rational::from_lowest(sum / &rest, b_part * (&*d / rest))
}

/// The product of two fractions in lowest terms: only a numerator and the other denominator have common factors.
fn multiply((a, b): (&BigInt, &BigInt), (c, d): (&BigInt, &BigInt)) -> Rational {
    let (left, right) = (common(a, d), common(c, b));
    let by = |n: &BigInt, divisor: &BigInt| if divisor.is_one() { n.clone() } else { n / divisor };
    Rational::from_lowest(by(a, &left) * by(c, &right), by(b, &right) * by(d, &left))
}

/// The greatest common divisor, never negative.
fn common(a: &BigInt, b: &BigInt) -> BigInt {
    gcd(a.magnitude(), b.magnitude()).into()
}

fn add_words(a: i64, b: i64, c: i64, d: i64) -> Rational {
    if b == 1 && d == 1 {
        return Rational::coprime(i128::from(a) + i128::from(c), 1);
    }
    // Knuth, The Art of Computer Programming 4.5.1: divide by the common divisor of the
    // denominators first, and the result needs one more small gcd instead of a 128-bit one.
    let gcd = b.gcd(&d);
    let (b_part, d_part) = (b / gcd, d / gcd);
    let sum = i128::from(a) * i128::from(d_part) + i128::from(c) * i128::from(b_part);
    if gcd == 1 {
        return Rational::coprime(sum, i128::from(b) * i128::from(d));
    }
    let rest = (sum % i128::from(gcd)).unsigned_abs();
    let common = match u64::try_from(rest) {
        Ok(rest) => i128::from(rest.gcd(&gcd.unsigned_abs())),
        Err(_) => 1,
    };
    Rational::coprime(sum / common, i128::from(b_part) * (i128::from(d) / common))
}

fn multiply_words(a: i64, b: i64, c: i64, d: i64) -> Rational {
    let (left, right) = (a.gcd(&d), c.gcd(&b));
    if left == 0 || right == 0 {
        return Rational::ZERO;
    }
    Rational::coprime(
        i128::from(a / left) * i128::from(c / right),
        i128::from(b / right) * i128::from(d / left),
    )
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) => add_words(*a, *b, *c, *d),
            _ => add(self, other, Sign::Plus),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) => add_words(*a, *b, -*c, *d),
            _ => add(self, other, Sign::Minus),
        }
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) => multiply_words(*a, *b, *c, *d),
            _ => {
                let ((a, b), (c, d)) = (self.parts(), other.parts());
                multiply((&a, &b), (&c, &d))
            }
        }
    }
}

/// The operators with values on either side, and the assigning one.
macro_rules! by_value {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                (&self).$method(other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                self.$method(&other)
            }
        }
        impl $assign<&Rational> for Rational {
            fn $assign_method(&mut self, other: &Rational) {
                *self = (&*self).$method(other);
            }
        }
        impl $assign<Rational> for Rational {
            fn $assign_method(&mut self, other: Rational) {
                self.$assign_method(&other);
            }
        }
    };
}
by_value!(Add, add, AddAssign, add_assign);
by_value!(Sub, sub, SubAssign, sub_assign);
by_value!(Mul, mul, MulAssign, mul_assign);

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Small(n, d) => Rational(Small(-*n, *d)),
            Big(value) => Rational::from_big(-(**value).clone()),
        }
    }
}

impl<'a> std::iter::Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Rational>>(items: I) -> Rational {
        items.fold(Rational::ZERO, |total, item| &total + item)
    }
}

impl std::iter::Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(items: I) -> Rational {
        items.fold(Rational::ZERO, |total, item| &total + &item)
    }
}
