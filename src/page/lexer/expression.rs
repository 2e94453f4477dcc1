//! `{{#expr: 1/7*100 round 0}}`: what a wiki calculates is a figure.

use super::Lexer;
use super::number::percent_sign;
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};
use crate::page::figure::{Shape, Written};
use crate::page::reckon::{Item, Sign, Span, calculate};

impl Lexer<'_> {
    /// The figure that an expression is, and its end: that of its template, or of the percent sign behind it.
    pub(super) fn expression(&self, text: &str, end: usize) -> Option<(Shape, usize)> {
        let (text, places) = match text.rsplit_once("round") {
            Some((before, places)) => {
                (before, Some(places.trim().parse::<usize>().ok().filter(|places| *places < 20)?))
            }
            None => (text, None),
        };
        let value = value(text)?;
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

/// Sums, products, powers and brackets over numbers. `None` for anything else, and for more than anybody writes.
fn value(text: &str) -> Option<Rational> {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (item, length) = match first {
            _ if digits > 0 => (Item::Number(Span::of(rest[..digits].parse().ok()?), false), digits),
            _ => (Item::Sign(Sign::of(first).filter(|_| first.is_ascii())?), 1),
        };
        items.push(item);
        rest = rest[length..].trim_start();
    }
    calculate(items).map(|made| made.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_bind_as_in_any_sum() {
        let value = |text| value(text).map(|value| value.to_string());
        assert_eq!(value("1/7*100").as_deref(), Some("100/7"));
        assert_eq!(value("1 - (1 - 0.5) * 2 / 4 - 1/4").as_deref(), Some("1/2"));
        assert_eq!(value("2 ^ 3").as_deref(), Some("8"));
        for text in ["1/0", "1 +", "(1", "1)", "x", "", "1 2", &"9*".repeat(90)] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
