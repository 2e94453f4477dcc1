//! Text to rationals, exactly.

use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use thiserror::Error;

use super::Rational;

/// Why a text is not a rational number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseRationalError {
    /// The text has no digits, or something beside them.
    #[error(
        "`{0}` is not a number; write a whole number, a decimal such as 0.3, a fraction such as 7/3, or a percentage such as 35%"
    )]
    Malformed(String),
    /// The denominator is zero.
    #[error("`{0}` divides by zero")]
    ZeroDenominator(String),
    /// More digits than are read.
    #[error("a number of {0} characters is too long; at most {MAX_DIGITS} are read")]
    TooLong(usize),
}

/// How many characters of a number are read; more is refused, so that no text can stall a conversion.
const MAX_DIGITS: usize = 10_000;

impl FromStr for Rational {
    type Err = ParseRationalError;

    /// Reads whole numbers, decimals, fractions and percentages exactly: `3`, `0.22`, `-7/3`, `35%`.
    /// A minus may be typed as `-` or pasted as U+2212.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let trimmed = text.trim();
        if trimmed.len() > MAX_DIGITS {
            return Err(ParseRationalError::TooLong(trimmed.len()));
        }
        let malformed = || ParseRationalError::Malformed(text.to_owned());
        if let Some(percent) = trimmed.strip_suffix('%') {
            let value = parse_quotient(percent.trim_end()).ok_or_else(malformed)??;
            return Ok(&value * &Rational::new(1, 100));
        }
        parse_quotient(trimmed).ok_or_else(malformed)?
    }
}

/// `None`: not a number at all.
fn parse_quotient(text: &str) -> Option<Result<Rational, ParseRationalError>> {
    match text.split_once('/') {
        None => parse_decimal(text).map(Ok),
        Some((numerator, denominator)) => {
            let numerator = parse_decimal(numerator.trim_end())?;
            let denominator = parse_decimal(denominator.trim_start())?;
            Some(
                numerator
                    .checked_div(&denominator)
                    .ok_or_else(|| ParseRationalError::ZeroDenominator(text.to_owned())),
            )
        }
    }
}

fn parse_decimal(text: &str) -> Option<Rational> {
    let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let joined: BigInt = format!("0{whole}{fraction}").parse().ok()?;
    let scale = BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?);
    let value = Rational::from_big(BigRational::new(joined, scale));
    Some(if negative { -&value } else { value })
}
