//! Slips of the hand: figures that are a digit away from an exact number.

use super::figure::{Figure, Fit, Shape, Written};
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};

impl Written {
    /// The numbers that it becomes where two digits side by side change places; none for fewer than three digits.
    #[must_use]
    pub fn exchanged(&self) -> Vec<Written> {
        const FEWEST: usize = 3;
        if self.digits() < FEWEST { Vec::new() } else { self.swapped() }
    }

    /// The same, however few digits it has.
    fn swapped(&self) -> Vec<Written> {
        let step = self.step();
        let Some(count) = self.value.abs().checked_div(&step) else { return Vec::new() };
        let digits = count.to_string().into_bytes();
        if self.value.is_negative() {
            return Vec::new();
        }
        let swapped = |at: usize| {
            let mut digits = digits.clone();
            digits.swap(at, at + 1);
            // Nobody means 010 by 100.
            if digits.first() == Some(&b'0') {
                return None;
            }
            let count: Rational = String::from_utf8(digits).ok()?.parse().ok()?;
            Some(Written { value: &count * &step, places: self.places })
        };
        let differ = |at: &usize| digits[*at] != digits[*at + 1];
        (0..digits.len() - 1).filter(differ).filter_map(swapped).collect()
    }

    /// How many digits it has from the first that is not 0: two in `0.15`, three in `15.0`.
    #[must_use]
    pub fn digits(&self) -> usize {
        let count = self.value.abs().checked_div(&self.step());
        count.filter(|count| !count.is_zero()).map_or(0, |count| count.to_string().len())
    }

    /// Whether one slip makes it another number, rounded to as many places.
    fn slips(&self, exact: &Rational) -> bool {
        let text = |number: &Rational| round(number, self.places, Rounding::HalfUp).to_string();
        is_a_slip(text(&self.value).as_bytes(), text(exact).as_bytes())
    }
}

impl Figure {
    /// The digits of a figure that is written with them, and an exact number in their units.
    fn beside(&self, exact: &Rational) -> Option<(&Written, Rational)> {
        match &self.shape {
            Shape::Percent(percent) => Some((percent, exact * &Rational::from(100))),
            Shape::Number(number) => Some((number, exact.clone())),
            Shape::OneIn(of) => Some((of, Rational::ONE.checked_div(exact)?)),
            _ => None,
        }
    }

    /// Whether it is an exact number in which two digits side by side changed places: 34.75% for 43.75%.
    #[must_use]
    pub fn exchanges(&self, exact: &Rational) -> bool {
        let Some((written, exact)) = self.beside(exact) else { return false };
        written.exchanged().iter().any(|other| other.rounds(&exact) != Fit::Off)
    }

    /// Whether it is an exact number with its two digits the other way round: 61% for 16%.
    #[must_use]
    pub fn turns_round(&self, exact: &Rational) -> bool {
        const DIGITS: usize = 2;
        let Some((written, exact)) = self.beside(exact).filter(|(own, _)| own.digits() == DIGITS) else {
            return false;
        };
        written.swapped().iter().any(|other| other.rounds(&exact) != Fit::Off)
    }

    /// Whether it is a slip of the hand away from an exact number: one digit is another, is missing or too many, the
    /// point is, or two signs side by side have changed places.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::page::read_figure;
    ///
    /// let slips = |text| read_figure(text).expect("a figure").slips(&Rational::new(7, 50));
    /// assert!(slips("15%") && slips("41%") && slips("4%") && slips("14.5%"));
    /// assert!(!slips("14%") && !slips("25%") && !slips("7/51"));
    /// ```
    #[must_use]
    pub fn slips(&self, exact: &Rational) -> bool {
        self.beside(exact).is_some_and(|(written, exact)| written.slips(&exact))
    }

    /// Whether it has the digits of an exact number, and the point one or two places off.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::page::read_figure;
    ///
    /// let moves_point = |text| read_figure(text).expect("a figure").moves_point(&Rational::new(349, 2500));
    /// assert!(moves_point("1396%") && moves_point("139.6%") && moves_point("1.396%") && moves_point("1.40%"));
    /// assert!(!moves_point("13.96%") && !moves_point("1.39%") && !moves_point("1296%"));
    /// ```
    #[must_use]
    pub fn moves_point(&self, exact: &Rational) -> bool {
        let Some((written, exact)) = self.beside(exact) else { return false };
        let moved = |(by, ten): (usize, i64)| {
            let left =
                Written { value: &written.value * &Rational::new(1, ten), places: written.places + by };
            let right = written.places.checked_sub(by);
            let right = right.map(|places| Written { value: &written.value * &Rational::from(ten), places });
            [Some(left), right].into_iter().flatten()
        };
        let mut moved = [(1, 10), (2, 100)].into_iter().flat_map(moved);
        !exact.is_zero() && moved.any(|moved| moved.rounds(&exact) != Fit::Off)
    }

    /// How many digits a figure has that is a percentage or a number, else 0.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.beside(&Rational::ZERO).map_or(0, |(written, _)| written.digits())
    }
}

/// Whether two texts are one sign apart: another one, one more, or two side by side that changed places.
fn is_a_slip(one: &[u8], other: &[u8]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[same..], &other[same..]);
    match (one, other) {
        ([], []) => false,
        ([_, rest @ ..], all) | (all, [_, rest @ ..]) if rest == all => true,
        ([_, one @ ..], [_, other @ ..]) if one == other => true,
        ([a, b, one @ ..], [c, d, other @ ..]) => (a, b) == (d, c) && one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_figure;
    use super::*;

    #[test]
    fn two_digits_may_have_changed_places() {
        let exact = Rational::new(7, 16);
        let exchanges = |text| read_figure(text).unwrap().exchanges(&exact);
        assert!(exchanges("34.75%") && exchanges("47.35%") && exchanges("43.57%") && exchanges("34.8%"));
        assert!(!exchanges("43.75%") && !exchanges("34%") && !exchanges("44.75%"));
    }

    #[test]
    fn a_slip_is_one_sign() {
        for (one, other) in
            [("14", "15"), ("14", "41"), ("14", "4"), ("4", "14"), ("1.4", "14"), ("140", "14"), ("7", "")]
        {
            assert!(is_a_slip(one.as_bytes(), other.as_bytes()), "{one} {other}");
        }
        for (one, other) in [("14", "14"), ("14", "25"), ("14", "1400"), ("123", "321"), ("", "")] {
            assert!(!is_a_slip(one.as_bytes(), other.as_bytes()), "{one} {other}");
        }
    }

    #[test]
    fn digits_are_counted_from_the_first_that_is_not_0() {
        let digits = |text| read_figure(text).unwrap().digits();
        assert_eq!(["0.15%", "15.0%", "7", "0", "1/7"].map(digits), [2, 3, 1, 0, 0]);
    }
}
