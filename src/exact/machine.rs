//! Numbers as machines reckon with them: 32-bit floats, whole roots and exclusive or, each as the exact number that the
//! machine would hold.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::Rational;

/// The binary digits of a float behind its first one.
const FRACTION: i32 = 23;
/// The exponent of the smallest float above zero.
const SMALLEST: i32 = -149;
/// Floats lie below two to this power.
const TOO_LARGE: i32 = 128;

/// The nearest 32-bit float, of two equally near the one whose last binary digit is 0 (IEEE 754, `binary32`); `None`
/// where that is too large for one.
///
/// ```
/// use trueodds::exact::{Rational, machine::float32};
///
/// let step = float32(&Rational::new(3, 100)).expect("small");
/// assert_eq!(step, Rational::new(16_106_127, 536_870_912));
/// assert_eq!(float32(&step), Some(step));
/// ```
#[must_use]
pub fn float32(number: &Rational) -> Option<Rational> {
    if number.is_zero() {
        return Some(Rational::ZERO);
    }
    let two = Rational::from(2);
    let size = number.abs();
    let digits = |bits: u64| i32::try_from(bits).ok();
    let guess = digits(size.numerator().bits())? - digits(size.denominator().bits())?;
    // The number lies between half and twice the power of the guess.
    if guess > TOO_LARGE {
        return None;
    }
    if guess < SMALLEST - 1 {
        return Some(Rational::ZERO);
    }
    let exponent = if size < two.checked_pow(guess)? { guess - 1 } else { guess };
    let unit = two.checked_pow((exponent - FRACTION).max(SMALLEST))?;
    let float = &half_to_even(&size.checked_div(&unit)?) * &unit;
    let held = float < two.checked_pow(TOO_LARGE)?;
    held.then(|| if number.is_negative() { -&float } else { float })
}

/// The nearest whole number of one that is not negative, halves to the even one.
fn half_to_even(number: &Rational) -> Rational {
    let low = number.floor();
    let up = match (number - &low).cmp(&Rational::new(1, 2)) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => !(&low * &Rational::new(1, 2)).is_integer(),
    };
    if up { &low + &Rational::ONE } else { low }
}

/// The square root, rounded down to a whole number; `None` of a negative number.
///
/// ```
/// use trueodds::exact::{Rational, machine::whole_root};
///
/// assert_eq!(whole_root(&Rational::new(99, 4)), Some(Rational::from(4)));
/// assert_eq!(whole_root(&Rational::from(-1)), None);
/// ```
#[must_use]
pub fn whole_root(number: &Rational) -> Option<Rational> {
    if number.is_negative() {
        return None;
    }
    Some(whole(number.floor().to_big().to_integer().sqrt()))
}

/// The binary digits of which exactly one of two whole numbers has a 1; `None` where one of them is negative or
/// not whole.
///
/// ```
/// use trueodds::exact::{Rational, machine::exclusive_or};
///
/// assert_eq!(exclusive_or(&Rational::from(12), &Rational::from(10)), Some(Rational::from(6)));
/// assert_eq!(exclusive_or(&Rational::from(-1), &Rational::ONE), None);
/// ```
#[must_use]
pub fn exclusive_or(a: &Rational, b: &Rational) -> Option<Rational> {
    let fits = |number: &Rational| number.is_integer() && !number.is_negative();
    (fits(a) && fits(b)).then(|| whole(a.to_big().to_integer() ^ b.to_big().to_integer()))
}

fn whole(number: BigInt) -> Rational {
    Rational::from_big(BigRational::from_integer(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that a pattern of bits stands for.
    fn number(bits: u32) -> Rational {
        let fraction = i64::from(bits & 0x007f_ffff);
        let field = i32::try_from(bits >> 23 & 0xff).unwrap();
        let (digits, exponent) =
            if field == 0 { (fraction, SMALLEST) } else { (fraction | 1 << 23, field - 150) };
        let size = &Rational::from(digits) * &Rational::from(2).checked_pow(exponent).unwrap();
        if bits >> 31 == 1 { -&size } else { size }
    }

    #[test]
    fn floats_agree_with_how_the_compiler_reads_decimals() {
        // Rust reads a decimal as the nearest float, ties to even.
        let mut texts: Vec<String> =
            ["0", "1", "0.03", "0.02", "0.1", "-0.3", "16777217", "16777219", "-33554434.5"]
                .into_iter()
                .map(str::to_owned)
                .collect();
        texts.extend((1..60).map(|places| format!("0.{}1", "0".repeat(places))));
        texts.extend((1..39).map(|places| format!("3{}.7", "1".repeat(places))));
        let mut seed = 1_u64;
        for _ in 0..500 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            texts.push(format!("{}.{:09}", seed >> 50, seed & 0x1fff_ffff));
        }
        for text in texts {
            let read: f32 = text.parse().unwrap();
            let exact: Rational = text.parse().unwrap();
            let expected = read.is_finite().then(|| number(read.to_bits()));
            assert_eq!(float32(&exact), expected, "{text}");
        }
    }

    #[test]
    fn every_float_is_its_own_and_halves_between_two_go_to_the_even_one() {
        let mut bits = 0_u32;
        // Subnormals, the change to normal ones, and exponents all along.
        while bits < 0x7f7f_ffff {
            let (low, high) = (number(bits), number(bits + 1));
            assert_eq!(float32(&low), Some(low.clone()), "{bits:#x}");
            let middle = &(&low + &high) * &Rational::new(1, 2);
            let even = if bits.is_multiple_of(2) { &low } else { &high };
            assert_eq!(float32(&middle).as_ref(), Some(even), "{bits:#x}");
            let nearer = &(&low + &middle) * &Rational::new(1, 2);
            assert_eq!(float32(&-&nearer), Some(-&low), "{bits:#x}");
            bits = bits.saturating_add(1 + bits / 977);
        }
        // Halfway from the greatest float to the next power of two is too large.
        let greatest = number(0x7f7f_ffff);
        let beyond = &greatest + &Rational::from(2).checked_pow(103).unwrap();
        assert_eq!(float32(&greatest), Some(greatest));
        assert_eq!(float32(&beyond), None);
    }

    #[test]
    fn a_root_is_the_greatest_whole_number_whose_square_is_not_above() {
        for n in 0..400 {
            let x = Rational::new(n, 3);
            let root = whole_root(&x).unwrap();
            let next = &root + &Rational::ONE;
            assert!(&root * &root <= x && x < &next * &next, "{x}");
        }
        let big = Rational::from(10).checked_pow(60).unwrap();
        assert_eq!(whole_root(&(&big * &big)), Some(big));
    }
}
