//! Fractions that are written with markup or as one character: their values.

use super::Lexer;
use super::markup::near;
use crate::exact::Rational;
use crate::page::figure::Shape;

impl Lexer<'_> {
    /// `\frac{1}{7}`
    pub(super) fn latex_fraction(&mut self) {
        let rest = near(&self.rest()["\\frac{".len()..], 64);
        let parsed = rest.split_once("}{").and_then(|(numerator, rest)| {
            let (denominator, _) = rest.split_once('}')?;
            let value = quotient(&[numerator, denominator])?;
            Some((value, "\\frac{".len() + numerator.len() + denominator.len() + 3))
        });
        match parsed {
            Some((value, length)) => {
                let range = self.at..self.at + length;
                self.at = range.end;
                self.figure(range, Shape::Fraction(value), false);
            }
            None => self.symbol('\\', 1),
        }
    }
}

/// Numerator and denominator, with whole ones before them.
pub(super) fn quotient(parts: &[&str]) -> Option<Rational> {
    let number = |text: &&str| -> Option<Rational> {
        let plain = text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse().ok() } else { None }
    };
    let numbers: Vec<Rational> = parts.iter().map(number).collect::<Option<_>>()?;
    match numbers.as_slice() {
        [denominator] => Rational::ONE.checked_div(denominator),
        [numerator, denominator] => numerator.checked_div(denominator),
        [whole, numerator, denominator] => Some(whole + &numerator.checked_div(denominator)?),
        _ => None,
    }
}

/// The value of ½ and its like.
pub(super) fn vulgar(c: char) -> Option<Rational> {
    let (up, down) = match c {
        '\u{bc}' => (1, 4),
        '\u{bd}' => (1, 2),
        '\u{be}' => (3, 4),
        '\u{2150}' => (1, 7),
        '\u{2151}' => (1, 9),
        '\u{2152}' => (1, 10),
        '\u{2153}' => (1, 3),
        '\u{2154}' => (2, 3),
        '\u{2155}' => (1, 5),
        '\u{2156}' => (2, 5),
        '\u{2157}' => (3, 5),
        '\u{2158}' => (4, 5),
        '\u{2159}' => (1, 6),
        '\u{215a}' => (5, 6),
        '\u{215b}' => (1, 8),
        '\u{215c}' => (3, 8),
        '\u{215d}' => (5, 8),
        '\u{215e}' => (7, 8),
        _ => return None,
    };
    Some(Rational::new(up, down))
}
