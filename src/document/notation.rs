//! Formulas and the parts of their axis in plain words and signs.

use crate::exact::Rational;
use crate::exact::decimal::{self, Decimal, Rounding};
use crate::exact::symbol::{Function, Interval, Notation, Part, Root, Written};

/// `931·(luck + 1)/20000`, `luck²`
struct Typeset;

impl Notation for Typeset {
    fn plus_and_minus(&self) -> [&str; 2] {
        [" + ", " \u{2212} "]
    }

    fn minus(&self) -> &'static str {
        "\u{2212}"
    }

    fn times(&self) -> &'static str {
        "·"
    }

    fn power(&self, base: &str, exponent: usize) -> String {
        const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let digits = exponent.to_string().into_bytes().into_iter();
        let digits: String = digits.map(|digit| DIGITS[usize::from(digit - b'0')]).collect();
        format!("{base}{digits}")
    }

    fn quotient(&self, top: Written, bottom: Written) -> String {
        top.stroke(bottom)
    }
}

/// A formula in a symbol, as it stands in text.
pub(super) fn function_text(function: &Function, symbol: &str) -> String {
    function.text(symbol, &Typeset)
}

/// The signs of a comparison in text: less, at most.
const SIGNS: [&str; 2] = ["<", "≤"];

/// The ends of a part as text, each with whether it belongs to it.
#[derive(Debug)]
pub(crate) struct Bounds {
    low: Option<String>,
    low_closed: bool,
    high: Option<String>,
    high_closed: bool,
}

impl From<&Part> for Bounds {
    fn from(part: &Part) -> Bounds {
        let end = |end: &Option<Rational>| end.as_ref().map(number_text);
        Bounds {
            low: end(&part.low),
            low_closed: part.low_closed,
            high: end(&part.high),
            high_closed: part.high_closed,
        }
    }
}

impl Bounds {
    /// `0 ≤ luck < 10`, with these signs for less and at most; `None` where every number lies between them.
    pub(crate) fn condition(&self, symbol: &str, signs: [&str; 2]) -> Option<String> {
        let sign = |closed: bool| signs[usize::from(closed)];
        let (low_sign, high_sign) = (sign(self.low_closed), sign(self.high_closed));
        match (&self.low, &self.high) {
            (None, None) => None,
            (Some(low), Some(high)) if low == high && self.low_closed && self.high_closed => {
                Some(format!("{symbol} = {low}"))
            }
            (Some(low), Some(high)) => Some(format!("{low} {low_sign} {symbol} {high_sign} {high}")),
            (None, Some(high)) => Some(format!("{symbol} {high_sign} {high}")),
            (Some(low), None) => Some(format!("{low} {low_sign} {symbol}")),
        }
    }

    fn text(&self, symbol: &str) -> String {
        self.condition(symbol, SIGNS).unwrap_or_else(|| format!("every {symbol}"))
    }
}

/// `0 ≤ luck < 10`, or `every luck`
pub(super) fn part_text(part: &Part, symbol: &str) -> String {
    Bounds::from(part).text(symbol)
}

/// As [`part_text`]; ends that are not rational to some digits.
pub(super) fn interval_text(interval: &Interval, symbol: &str, digits: usize) -> String {
    let is_point = interval.low == interval.high;
    let end = |root: &Root| match root.to_rational() {
        Some(number) if !is_point && !near(number).exact => {
            format!("{number} (~{})", near(number).trimmed())
        }
        _ => root_text(root, digits),
    };
    let bounds = Bounds {
        low: interval.low.as_ref().map(end),
        low_closed: interval.low_closed,
        high: interval.high.as_ref().map(end),
        high_closed: interval.high_closed,
    };
    bounds.text(symbol)
}

/// A number with a few digits.
fn near(number: &Rational) -> Decimal {
    decimal::round(number, 4, Rounding::HalfUp)
}

/// A number as people write it where that is short, such as `9.5`; else as a fraction.
fn number_text(number: &Rational) -> String {
    let near = near(number);
    if near.exact { near.trimmed() } else { number.to_string() }
}

/// A rational number as it is, another one to some digits with a `~`.
pub(super) fn root_text(root: &Root, digits: usize) -> String {
    match root.to_rational() {
        Some(number) => number_text(number),
        None => {
            let near = narrowed(root, digits);
            format!("~{}", decimal::round(near.between().0, digits, Rounding::HalfUp))
        }
    }
}

/// A root between numbers that are one digit closer together than is shown.
pub(super) fn narrowed(root: &Root, digits: usize) -> Root {
    root.refined(&(0..=digits).fold(Rational::ONE, |width, _| &width * &Rational::new(1, 10)))
}

/// What a root is a root of: `~1.4142 is a root of luck² − 2 = 0.`
pub(super) fn equation(root: &Root, symbol: &str, digits: usize) -> String {
    format!("{} is a root of {} = 0.", root_text(root, digits), root.poly().text(symbol, &Typeset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;

    #[test]
    fn a_formula_stands_in_text_with_real_signs() {
        let x = Function::symbol;
        let number = |n, d| Function::from(Rational::new(n, d));
        let sum = x().times(&x()).times(&x()).plus(&number(2, 1)).times(&number(-1, 5));
        assert_eq!(function_text(&sum, "luck"), "\u{2212}(luck³ + 2)/5");
        let power = (0..12).fold(number(3, 1), |power, _| power.times(&x()));
        assert_eq!(function_text(&power, "p"), "3·p¹²");
    }

    #[test]
    fn an_interval_says_which_ends_belong_to_it() {
        let root = |n, d| Some(Root::exact(Rational::new(n, d)));
        let interval = |low, high| Interval { low, low_closed: true, high, high_closed: false };
        assert_eq!(interval_text(&interval(root(1, 3), None), "luck", 4), "1/3 (~0.3333) ≤ luck");
        assert_eq!(interval_text(&interval(root(0, 1), root(10, 1)), "luck", 4), "0 ≤ luck < 10");
        assert_eq!(interval_text(&interval(None, None), "luck", 4), "every luck");
    }
}
