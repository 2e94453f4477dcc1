//! Numbers as people read them.

use super::Style;
use crate::document::block::{Cell, Shown, Text};
use crate::exact::decimal::{
    Decimal, Rounding, digits, places_for_digits, plain, round, scientific, square_root,
};
use crate::exact::{Known, Proven, Rational, Ten};

/// Places of a percentage in a table, and of any other decimal.
const PERCENT_PLACES: usize = 2;
const NUMBER_PLACES: usize = 4;
/// Significant digits of a factor.
const FACTOR_DIGITS: usize = 3;
/// A longer fraction in a table helps nobody who reads it: its decimal stands alone. The data formats have
/// it in full.
const LONGEST_FRACTION: usize = 40;
/// Nobody reads the fraction of an answer whose numerator or denominator is longer: a decimal stands for it, with how
/// long it is.
const LONGEST_ANSWER: u64 = 60;
/// A number of more digits before the point, or of more zeros behind it, is written with a power of ten.
const HUGE_DIGITS: i64 = 20;
const HUGE_BITS: u64 = 64;

impl Style {
    /// The text of a cell as it stands in a sentence.
    ///
    /// ```
    /// use trueodds::document::{Cell, Shown};
    /// use trueodds::exact::Rational;
    /// use trueodds::render::Style;
    ///
    /// let cell = Cell::Probability(Rational::new(27, 125), Shown::Both);
    /// assert_eq!(Style::default().plain(&cell), "27/125 (21.6%)");
    /// ```
    #[must_use]
    pub fn plain(&self, cell: &Cell) -> String {
        self.cell(cell, Text::to_plain)
    }

    /// The text of a cell, without markup. `words` writes the text of labels.
    pub(super) fn cell(&self, cell: &Cell, words: impl Fn(&Text) -> String) -> String {
        match cell {
            Cell::Text(text) => words(text),
            Cell::Nothing => String::new(),
            Cell::Probability(value, Shown::Percent) => self.percent(value),
            Cell::Probability(value, shown) if is_long(value) && self.tells_length(*shown) => {
                format!("{} (a fraction of {} digits)", self.chance(value), grouped(digits(value)))
            }
            Cell::Probability(value, Shown::Fraction) => typeset(&value.to_string()),
            Cell::Probability(value, Shown::ShortFraction) => {
                self.short(value).unwrap_or_else(|| "\u{2026}".to_owned())
            }
            Cell::Probability(value, Shown::Both) => {
                let percent = self.percent(value);
                self.short(value).map_or(percent.clone(), |fraction| format!("{fraction} ({percent})"))
            }
            Cell::Probability(value, Shown::OneIn) => self.one_in(value),
            Cell::Number(value) if self.whole_fractions && is_long(value) => {
                let what = if value.is_integer() { "" } else { "a fraction of " };
                format!("{} ({what}{} digits)", self.short_decimal(value), grouped(digits(value)))
            }
            Cell::Number(value) if is_huge(value) && !self.whole_fractions => self.power_of_ten(value),
            Cell::Number(value) if value.is_integer() => typeset(&value.to_string()),
            Cell::Number(value) => {
                let text = self.decimal(value);
                self.short(value).map_or(text.clone(), |fraction| format!("{fraction} ({text})"))
            }
            Cell::Change(what, [from, to]) => {
                format!("{}: {} \u{2192} {}", words(what), self.percent(from), self.percent(to))
            }
            Cell::Points(value) => self.points(value),
            Cell::Times(value) => {
                let decimal = round(value, places_for_digits(value, FACTOR_DIGITS), self.rounding);
                format!("×{}", decimal.trimmed())
            }
            Cell::Root(value) if is_huge(value) && (!self.whole_fractions || is_long(value)) => {
                let root = square_root(value, 0, self.rounding).trimmed();
                root.parse().map_or(root, |root| self.power_of_ten(&root))
            }
            Cell::Root(value) => {
                let decimal = square_root(value, self.digits.unwrap_or(NUMBER_PLACES), self.rounding);
                let text = format!("{}{}", self.mark(&decimal), decimal.trimmed());
                self.short(value).map_or(text.clone(), |square| format!("\u{221a}({square}) ({text})"))
            }
            Cell::ProvenProbability(value, Shown::OneIn) => match value.reciprocal() {
                Some(count) => format!("1 in {}", self.proven(&count)),
                None if value.is_zero() => "never".to_owned(),
                // Nothing but an end above is known.
                None => self.proven_percent(value),
            },
            Cell::ProvenProbability(value, _) => self.proven_percent(value),
            Cell::Proven(value) => self.proven(value),
        }
    }

    /// A percentage of which some digits are proven; one that begins far from the point is a number without percent.
    /// What is uncertain never reads 100%.
    fn proven_percent(&self, value: &Proven) -> String {
        if let Some(below) = value.just_below_one() {
            return format!(">{}%", self.ten(&below.moved(2)));
        }
        let percent = value.moved(2).known(self.rounding);
        if percent.is_near() { self.known(&percent, "%") } else { self.proven(value) }
    }

    /// A number of which some digits are proven.
    fn proven(&self, value: &Proven) -> String {
        self.known(&value.known(self.rounding), "")
    }

    fn known(&self, known: &Known, unit: &str) -> String {
        match known {
            Known::Exactly(ten) => format!("{}{unit}", self.ten(ten)),
            Known::About(ten) => format!("{}{}{unit}", if self.tilde { "~" } else { "" }, self.ten(ten)),
            Known::Below(high) => format!("<{}{unit}", self.ten(high)),
            Known::Between(low, high) => format!("{} to {}{unit}", self.ten(low), self.ten(high)),
        }
    }

    fn ten(&self, ten: &Ten) -> String {
        typeset(&ten.plain().unwrap_or_else(|| {
            let (digits, power) = ten.scientific();
            format!("{digits} × 10^{power}")
        }))
    }

    /// Whether it is said how long a fraction is that is too long to read: where the fraction was asked for.
    fn tells_length(&self, shown: Shown) -> bool {
        shown == Shown::Fraction || shown == Shown::Both && self.whole_fractions
    }

    /// A number without its fraction: `54.5`, `~19.9696`, `~5 × 10^39`.
    pub(super) fn decimal(&self, value: &Rational) -> String {
        if is_huge(value) && !self.whole_fractions {
            return self.power_of_ten(value);
        }
        self.usual_decimal(value)
    }

    /// As [`Style::decimal`], never longer than can be read.
    fn short_decimal(&self, value: &Rational) -> String {
        if is_huge(value) || is_tiny(value) { self.power_of_ten(value) } else { self.usual_decimal(value) }
    }

    /// A chance of which the fraction is too long: a percentage, unless it says nothing.
    fn chance(&self, value: &Rational) -> String {
        let percent = self.percent(value);
        if percent.starts_with('<') { self.short_decimal(value) } else { percent }
    }

    fn usual_decimal(&self, value: &Rational) -> String {
        let mut decimal = round(value, self.digits.unwrap_or(NUMBER_PLACES), self.rounding);
        if decimal.is_zero() && self.digits.is_none() {
            decimal = round(value, places_for_digits(value, 2), self.rounding);
        }
        typeset(&format!("{}{}", self.mark(&decimal), decimal.trimmed()))
    }

    /// The answer to a question that stands alone: its fraction is given in full, as long as it can be read.
    pub(super) fn answer(&self, cell: &Cell, words: impl Fn(&Text) -> String) -> String {
        Style { whole_fractions: true, ..self.clone() }.cell(cell, words)
    }

    /// The fraction, unless it is too long to read in a table.
    fn short(&self, value: &Rational) -> Option<String> {
        if is_long(value) {
            return None;
        }
        let text = typeset(&value.to_string());
        (self.whole_fractions || text.chars().count() <= LONGEST_FRACTION).then_some(text)
    }

    /// `~9.6416 × 10^60`
    fn power_of_ten(&self, value: &Rational) -> String {
        let Some(found) = scientific(value, self.digits.unwrap_or(NUMBER_PLACES), self.rounding) else {
            return "0".to_owned();
        };
        let (mark, decimal) = (self.mark(&found.mantissa), found.mantissa.trimmed());
        typeset(&format!("{mark}{decimal} × 10^{}", found.exponent))
    }

    fn mark(&self, decimal: &Decimal) -> &'static str {
        if self.tilde && !decimal.exact { "~" } else { "" }
    }

    /// `21.6%`, `~4.66%`. What is possible never reads 0%, and what is uncertain never 100%.
    pub(super) fn percent(&self, probability: &Rational) -> String {
        let hundred = Rational::from(100);
        let value = probability * &hundred;
        let places = self.digits.unwrap_or(PERCENT_PLACES);
        let decimal = round(&value, places, self.rounding);
        if !decimal.exact {
            let step = step(places);
            if decimal.is_zero() {
                return format!("<{}%", round(&step, places, self.rounding).trimmed());
            }
            let rounded_up = round(&hundred, places, self.rounding);
            if decimal.to_string() == rounded_up.to_string() {
                let below = &hundred - &step;
                return format!(">{}%", round(&below, places, self.rounding).trimmed());
            }
        }
        typeset(&format!("{}{}%", self.mark(&decimal), decimal.trimmed()))
    }

    /// `+4.47`, `−0.5`: a difference in points.
    fn points(&self, difference: &Rational) -> String {
        let value = difference * &Rational::from(100);
        let places = self.digits.unwrap_or(PERCENT_PLACES);
        let mut decimal = round(&value, places, self.rounding);
        if decimal.is_zero() && !value.is_zero() {
            decimal = round(&value, places_for_digits(&value, 1), self.rounding);
        }
        let sign = if value.is_negative() || value.is_zero() { "" } else { "+" };
        typeset(&format!("{sign}{}", decimal.trimmed()))
    }

    fn one_in(&self, probability: &Rational) -> String {
        const DIGITS: usize = 3;
        match Rational::ONE.checked_div(probability) {
            None => "never".to_owned(),
            Some(count) if is_huge(&count) => {
                let count =
                    Style { tilde: false, digits: Some(DIGITS - 1), ..self.clone() }.power_of_ten(&count);
                format!("1 in {count}")
            }
            Some(count) => {
                let places = places_for_digits(&count, DIGITS);
                format!("1 in {}", round(&count, places, self.rounding).trimmed())
            }
        }
    }
}

/// Whether a number has more digits before the point than a reader can count.
fn is_huge(value: &Rational) -> bool {
    value.bits() > HUGE_BITS && power_of(value).is_some_and(|power| power >= HUGE_DIGITS)
}

/// Whether a number has more zeros behind the point than a reader can count.
fn is_tiny(value: &Rational) -> bool {
    value.bits() > HUGE_BITS && power_of(value).is_some_and(|power| power < -HUGE_DIGITS)
}

/// The power of ten of the first digit; `None` for zero.
fn power_of(value: &Rational) -> Option<i64> {
    Some(scientific(value, 0, Rounding::Truncate)?.exponent)
}

/// Whether a fraction is longer than anybody reads.
fn is_long(value: &Rational) -> bool {
    /// A number of fewer binary digits is not.
    const SURELY_SHORT: u64 = LONGEST_ANSWER * 3;
    value.bits() > SURELY_SHORT && digits(value) > LONGEST_ANSWER
}

/// `10,433`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// One unit of the last place.
fn step(places: usize) -> Rational {
    let tenth = Rational::new(1, 10);
    (0..places).fold(Rational::ONE, |step, _| &step * &tenth)
}

/// What a table sorts by: a plain decimal, percentages without their sign.
pub(super) fn sort_value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(_) => None,
        Cell::Nothing => Some("0".to_owned()),
        Cell::Probability(value, _) => Some(plain(&(value * &Rational::from(100)))),
        Cell::Number(value) | Cell::Times(value) => Some(plain(value)),
        Cell::Change(_, [from, to]) => Some(plain(&(&(to - from).abs() * &Rational::from(100)))),
        Cell::Points(value) => Some(plain(&(value * &Rational::from(100)))),
        Cell::Root(value) => Some(square_root(value, 10, Rounding::HalfUp).trimmed()),
        Cell::ProvenProbability(value, _) => Some(value.low().moved(2).in_full().to_string()),
        Cell::Proven(value) => Some(value.low().in_full().to_string()),
    }
}

/// A real minus sign.
fn typeset(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_stands_only_before_what_is_not_exact() {
        let style = Style { digits: Some(0), ..Style::default() };
        assert_eq!(style.percent(&Rational::new(2, 5)), "40%");
        assert_eq!(style.percent(&Rational::new(27, 125)), "~22%");
        assert_eq!(style.percent(&Rational::new(5, 8)), "~63%");
        let trunc = Style { digits: Some(2), rounding: Rounding::Truncate, ..Style::default() };
        assert_eq!(trunc.percent(&Rational::new(8, 300)), "~2.66%");
        assert_eq!(Style { tilde: false, ..trunc }.percent(&Rational::new(8, 300)), "2.66%");
    }

    #[test]
    fn the_possible_never_reads_0_and_the_uncertain_never_100() {
        let style = Style::default();
        assert_eq!(style.percent(&Rational::new(1, 1_000_000)), "<0.01%");
        assert_eq!(style.percent(&Rational::new(999_999, 1_000_000)), ">99.99%");
        assert_eq!(style.percent(&Rational::ZERO), "0%");
        assert_eq!(style.percent(&Rational::ONE), "100%");
    }

    #[test]
    fn one_in_keeps_three_digits() {
        let style = Style::default();
        let text = |n, d| style.cell(&Cell::Probability(Rational::new(n, d), Shown::OneIn), Text::to_plain);
        assert_eq!(text(27, 125), "1 in 4.63");
        assert_eq!(text(1, 20_000), "1 in 20000");
        assert_eq!(text(0, 1), "never");
    }
}
