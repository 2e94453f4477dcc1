//! `{{#expr: 1/7*100 round 0}}`: what a wiki calculates is a figure.

use super::Lexer;
use super::number::percent_sign;
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};
use crate::page::figure::{Shape, Written};

impl Lexer<'_> {
    /// The figure that an expression is, and its end: that of its template, or of the percent sign behind it.
    pub(super) fn expression(&self, text: &str, end: usize) -> Option<(Shape, usize)> {
        let (text, places) = match text.rsplit_once("round") {
            Some((before, places)) => {
                (before, Some(places.trim().parse::<usize>().ok().filter(|places| *places < 20)?))
            }
            None => (text, None),
        };
        let value = calculate(text)?;
        let sign = percent_sign(self.text.get(end..)?);
        let end = end + sign.unwrap_or(0);
        let shape = match (places, sign.is_some()) {
            (Some(places), is_percent) => {
                let value = round(&value, places, Rounding::HalfUp).to_string().parse().ok()?;
                let written = Written { value, places };
                if is_percent { Shape::Percent(written) } else { Shape::Number(written) }
            }
            (None, true) => Shape::Fraction(&value * &Rational::new(1, 100)),
            (None, false) if value.is_integer() => Shape::Number(Written { value, places: 0 }),
            (None, false) => Shape::Fraction(value),
        };
        Some((shape, end))
    }
}

/// Sums, products and brackets over numbers. `None` for anything else, and for more than anybody writes.
fn calculate(text: &str) -> Option<Rational> {
    const LONGEST: usize = 200;
    const LARGEST: u64 = 400;
    if text.len() > LONGEST {
        return None;
    }
    // Values and signs that wait.
    let (mut values, mut signs): (Vec<Rational>, Vec<u8>) = (Vec::new(), Vec::new());
    let apply = |values: &mut Vec<Rational>, sign: u8| {
        let (b, a) = (values.pop()?, values.pop()?);
        let value = match sign {
            b'+' => &a + &b,
            b'-' => &a - &b,
            b'*' => &a * &b,
            b'/' => a.checked_div(&b)?,
            _ => return None,
        };
        values.push(value);
        values.last().filter(|value| value.bits() < LARGEST).map(|_| ())
    };
    let rank = |sign: u8| match sign {
        b'(' => 0,
        b'+' | b'-' => 1,
        _ => 2,
    };
    let bytes = text.as_bytes();
    let (mut at, mut wants_value) = (0, true);
    while let Some(byte) = bytes.get(at).copied() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        match byte {
            b' ' | b'\n' => {}
            _ if digits > 0 && wants_value => {
                values.push(text[at..at + digits].parse().ok()?);
                wants_value = false;
                at += digits - 1;
            }
            b'(' if wants_value => signs.push(byte),
            b')' if !wants_value => loop {
                match signs.pop()? {
                    b'(' => break,
                    sign => apply(&mut values, sign)?,
                }
            },
            b'+' | b'-' | b'*' | b'/' if !wants_value => {
                while let Some(sign) = signs.last().copied().filter(|sign| rank(*sign) >= rank(byte)) {
                    signs.pop();
                    apply(&mut values, sign)?;
                }
                signs.push(byte);
                wants_value = true;
            }
            _ => return None,
        }
        at += 1;
    }
    while let Some(sign) = signs.pop() {
        apply(&mut values, sign)?;
    }
    values.pop().filter(|_| values.is_empty() && !wants_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_bind_as_in_any_sum() {
        let value = |text| calculate(text).map(|value| value.to_string());
        assert_eq!(value("1/7*100").as_deref(), Some("100/7"));
        assert_eq!(value("1 - (1 - 0.5) * 2 / 4 - 1/4").as_deref(), Some("1/2"));
        for text in ["1/0", "1 +", "(1", "1)", "2 ^ 3", "x", "", "1 2", &"9*".repeat(90)] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
