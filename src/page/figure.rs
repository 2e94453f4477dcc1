//! Figures as pages write them, and whether an exact number is what they say.

use std::fmt;
use std::ops::{Bound, Range};
use std::sync::LazyLock;

use super::word::Word;
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};

/// A figure with its place on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it says.
    pub shape: Shape,
    /// Whether `~` stands before it.
    pub approximate: bool,
    /// What the words and signs around it make of it.
    pub hedge: Hedge,
    /// Its bytes on the page, with the `~`.
    pub range: Range<usize>,
}

/// How a figure is hedged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hedge {
    /// It is meant as it stands.
    None,
    /// `about 5%`, `~5%`, `nearly 5%`
    About,
    /// `two thirds`, `nine runs in ten`: nobody tells 90.1% otherwise.
    Spoken,
    /// `at least 5%`, `over 5%`, `> 5%`, `5%+`
    Least,
    /// `at most 5%`, `up to 5%`, `< 5%`
    Most,
}

/// A number cut to some places after the point, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The value of the digits.
    pub value: Rational,
    /// How many digits stand after the point.
    pub places: usize,
}

/// What a figure says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// `27/125`
    Fraction(Rational),
    /// `22%`: the digits, in percent.
    Percent(Written),
    /// `0.45`, `20`
    Number(Written),
    /// `5-6`, `0.22 - 0.3`, `5-10%`
    Interval(Box<Ends>),
    /// `1 in 5`, `one in five`
    OneIn(Written),
    /// `27/125 (~22%)`
    Both(Box<Both>),
    /// A word that says as much as a figure.
    Word(Word),
}

/// The ends of a range. In a box of its own, as a page may have a million figures, and few are ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ends {
    /// The lower end.
    pub low: Written,
    /// The upper end.
    pub high: Written,
    /// Whether the ends are in percent.
    pub percent: bool,
}

/// A fraction, and the percentage that stands beside it; in a box as [`Ends`] are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Both {
    /// The fraction.
    pub fraction: Rational,
    /// The count of a fraction that is written as `1 in 5`, and may be rounded.
    pub one_in: Option<Written>,
    /// The percentage; a decimal such as `0.22` in percent.
    pub percent: Written,
    /// The bytes of the percentage, with its `~`.
    pub percent_range: Range<usize>,
}

impl Shape {
    /// The fraction that is written, alone or beside a percentage.
    #[must_use]
    pub fn fraction(&self) -> Option<&Rational> {
        match self {
            Shape::Fraction(fraction) => Some(fraction),
            Shape::Both(both) => Some(&both.fraction),
            _ => None,
        }
    }

    /// The percentage that is written, alone or beside a fraction.
    #[must_use]
    pub fn percent(&self) -> Option<&Written> {
        match self {
            Shape::Percent(percent) => Some(percent),
            Shape::Both(both) => Some(&both.percent),
            _ => None,
        }
    }

    /// The count of `1 in 5`, alone or beside a percentage.
    #[must_use]
    pub fn one_in(&self) -> Option<&Written> {
        match self {
            Shape::OneIn(count) => Some(count),
            Shape::Both(both) => both.one_in.as_ref(),
            _ => None,
        }
    }

    /// The ends of a range.
    #[must_use]
    pub fn ends(&self) -> Option<&Ends> {
        match self {
            Shape::Interval(ends) => Some(ends),
            _ => None,
        }
    }
}

/// How a stated figure relates to the exact number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is the number.
    Exact,
    /// It is the number, rounded to its digits.
    Rounded,
    /// It is the number with the further digits dropped.
    Truncated,
    /// It is not the number.
    Off,
}

impl Fit {
    /// The weaker of two.
    #[must_use]
    pub fn and(self, other: Fit) -> Fit {
        self.max(other)
    }
}

/// Numbers with fewer digits after their point than this are most of those that are written.
const SHORT: usize = 16;

impl Written {
    /// Whether the exact number is what the digits of a percentage say, in their units: rounded, or cut where there
    /// are two digits or more. A single digit says too little to be one that was cut.
    #[must_use]
    pub fn fit(&self, exact: &Rational) -> Fit {
        if !self.is_near(exact) {
            return Fit::Off;
        }
        match self.rounds(exact) {
            Fit::Off if self.may_be_cut() && self.is(exact, Rounding::Truncate) => {
                if exact.is_negative() == self.value.is_negative() { Fit::Truncated } else { Fit::Off }
            }
            fit => fit,
        }
    }

    /// Whether the exact number is what the digits say, rounded or not.
    pub(super) fn rounds(&self, exact: &Rational) -> Fit {
        if self.value == *exact {
            Fit::Exact
        } else if self.is_near(exact) && self.is(exact, Rounding::HalfUp) {
            Fit::Rounded
        } else {
            Fit::Off
        }
    }

    /// Whether it is off by one unit of the last place at most. Most numbers that are tried are not, and need not be
    /// written out.
    fn is_near(&self, exact: &Rational) -> bool {
        (exact - &self.value).abs() <= self.step()
    }

    fn is(&self, exact: &Rational, rounding: Rounding) -> bool {
        round(exact, self.places, rounding).to_string()
            == round(&self.value, self.places, rounding).to_string()
    }

    fn may_be_cut(&self) -> bool {
        self.value.abs() >= &self.step() * &Rational::from(10)
    }

    /// Whether it has three digits or more.
    #[must_use]
    pub fn has_three_digits(&self) -> bool {
        self.value.abs() >= &self.step() * &Rational::from(100)
    }

    /// One unit of the last place.
    #[must_use]
    pub fn step(&self) -> Rational {
        // Asked for each number that is tried.
        static STEPS: LazyLock<Vec<Rational>> = LazyLock::new(|| {
            let tenth = Rational::new(1, 10);
            std::iter::successors(Some(Rational::ONE), |step| Some(step * &tenth)).take(SHORT).collect()
        });
        let known = STEPS.get(self.places).cloned();
        known.unwrap_or_else(|| (0..self.places).fold(Rational::ONE, |step, _| &step * &Rational::new(1, 10)))
    }

    /// The exact numbers that the digits of a percentage may stand for: from the first up to, but without, the
    /// second.
    #[must_use]
    pub fn accepted(&self) -> (Rational, Rational) {
        let (low, high) = self.rounded();
        if self.may_be_cut() { (low, &self.value + &self.step()) } else { (low, high) }
    }

    /// The numbers that are rounded to these digits.
    fn rounded(&self) -> (Rational, Rational) {
        let half = &self.step() * &Rational::new(1, 2);
        (&self.value - &half, &self.value + &half)
    }

    /// How far a number may be away that is said to be about this one: a unit of the last place, or three in a
    /// hundred.
    fn about(&self) -> Rational {
        self.step().max(&self.value.abs() * &Rational::new(3, 100))
    }

    /// The chances of which the counts in `1 in 5` or `about 1 in 5` are the rounded ones.
    fn one_in(&self, hedge: Hedge) -> Option<(Rational, Rational)> {
        let half = &self.step() * &Rational::new(1, 2);
        let slack = if hedge == Hedge::About { self.about() } else { half };
        let least = Rational::ONE.checked_div(&(&self.value + &slack))?;
        Some((least, Rational::ONE.checked_div(&(&self.value - &slack)).unwrap_or(Rational::ONE)))
    }

    /// The same in units a hundred times as large: a percentage as a number.
    #[must_use]
    pub fn hundredth(&self) -> Rational {
        &self.value * &Rational::new(1, 100)
    }
}

/// The count of one over thirty or more: `1/683` is what people write for one in 683.1, and `1/33` for 3%.
pub(crate) fn one_over(value: &Rational) -> Option<Written> {
    let count = Rational::ONE.checked_div(value)?;
    let is_many = count.is_integer() && count >= Rational::from(30);
    is_many.then_some(Written { value: count, places: 0 })
}

impl Figure {
    /// The number that a figure says: percentages as numbers, `1 in 5` as 1/5. `None` for intervals and
    /// most words.
    #[must_use]
    pub fn value(&self) -> Option<Rational> {
        match &self.shape {
            Shape::Fraction(value) => Some(value.clone()),
            Shape::Both(both) => Some(both.fraction.clone()),
            Shape::Percent(percent) => Some(percent.hundredth()),
            Shape::Number(number) => Some(number.value.clone()),
            Shape::OneIn(of) => Rational::ONE.checked_div(&of.value),
            Shape::Word(Word::Count(count)) => Some(Rational::from(*count)),
            Shape::Word(Word::Times(up, down)) => Some(Rational::new(*up, *down)),
            Shape::Word(Word::Always) => Some(Rational::ONE),
            Shape::Word(Word::Never) => Some(Rational::ZERO),
            Shape::Word(_) | Shape::Interval(_) => None,
        }
    }

    /// Whether it states a chance by its form: a percentage, a fraction, one in so many.
    #[must_use]
    pub fn is_chance(&self) -> bool {
        matches!(self.shape, Shape::Fraction(_) | Shape::Percent(_) | Shape::OneIn(_) | Shape::Both(_))
            || self.shape.ends().is_some_and(|ends| ends.percent)
    }

    /// Whether an exact number is what the figure says. A fraction and a plain whole number are meant
    /// exactly, but for one over thirty or more, which is rounded as one in so many is; digits after a point and the count of `1 in 5` may be rounded, percentages rounded or cut.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::page::{Fit, read_figure};
    ///
    /// let figure = |text| read_figure(text).expect("a figure");
    /// assert_eq!(figure("2.66%").fit(&Rational::new(2, 75)), Fit::Truncated);
    /// assert_eq!(figure("~22%").fit(&Rational::new(27, 125)), Fit::Rounded);
    /// assert_eq!(figure("27/125 (~22%)").fit(&Rational::new(27, 125)), Fit::Rounded);
    /// assert_eq!(figure("27/124").fit(&Rational::new(27, 125)), Fit::Off);
    /// assert_eq!(figure("1/683").fit(&Rational::new(10, 6831)), Fit::Rounded);
    /// ```
    #[must_use]
    pub fn fit(&self, exact: &Rational) -> Fit {
        let hundred = Rational::from(100);
        let exactly = |value: &Rational| if value == exact { Fit::Exact } else { Fit::Off };
        let one_in = |of: Option<&Written>| {
            let count = of.zip(Rational::ONE.checked_div(exact));
            count.map_or(Fit::Off, |(of, count)| of.rounds(&count))
        };
        match &self.shape {
            Shape::Fraction(value) => exactly(value).min(one_in(one_over(value).as_ref())),
            Shape::Percent(percent) => percent.fit(&(exact * &hundred)),
            Shape::Number(number) if number.places == 0 && !self.approximate => exactly(&number.value),
            Shape::Number(number) => number.rounds(exact),
            Shape::OneIn(of) => one_in(Some(of)),
            Shape::Both(both) => {
                let over = one_over(&both.fraction);
                let own = exactly(&both.fraction).min(one_in(both.one_in.as_ref().or(over.as_ref())));
                own.and(both.percent.fit(&(exact * &hundred)))
            }
            Shape::Word(_) => self.value().map_or(Fit::Off, |value| exactly(&value)),
            Shape::Interval(_) => Fit::Off,
        }
    }

    /// The exact numbers for which the figure is right: from the first up to the second, which is itself
    /// among them only where the two are equal. `None` where no single number is stated.
    #[must_use]
    pub fn accepted(&self) -> Option<(Rational, Rational)> {
        let hundredth = Rational::new(1, 100);
        match &self.shape {
            Shape::Percent(percent) => {
                let (low, high) = percent.accepted();
                Some((&low * &hundredth, &high * &hundredth))
            }
            Shape::Number(number) if number.places > 0 || self.approximate => Some(number.rounded()),
            shape if let Some(count) = shape.one_in() => count.one_in(Hedge::None),
            shape if let Some(count) = shape.fraction().and_then(one_over) => count.one_in(Hedge::None),
            _ => self.value().map(|value| (value.clone(), value)),
        }
    }

    /// The numbers that the writer may have had in mind: those that are rounded to the digits, more where the figure
    /// is hedged, and all on one side where it is an end. `None` for words that are no numbers.
    ///
    /// ```
    /// use std::ops::RangeBounds;
    /// use trueodds::exact::Rational;
    /// use trueodds::page::read_figure;
    ///
    /// let may_be = |text, percent| {
    ///     let interval = read_figure(text).expect("a figure").interval().expect("a number");
    ///     interval.contains(&Rational::new(percent, 100))
    /// };
    /// assert!(may_be("about 1 in 3", 35) && !may_be("1 in 5.4", 19));
    /// assert!(may_be("at least 10%", 50) && may_be("< 5%", 1) && !may_be("< 5%", 6));
    /// ```
    #[must_use]
    pub fn interval(&self) -> Option<(Bound<Rational>, Bound<Rational>)> {
        let hundredth = Rational::new(1, 100);
        let percent = |written: &Written, ends: (Rational, Rational)| {
            let slack = if self.hedge == Hedge::About { written.about() } else { Rational::ZERO };
            let ends = (ends.0.min(&written.value - &slack), ends.1.max(&written.value + &slack));
            (&ends.0 * &hundredth, &ends.1 * &hundredth)
        };
        let (low, high, is_open) = match &self.shape {
            Shape::Percent(written) => {
                let (low, high) = percent(written, written.accepted());
                (low, high, self.hedge != Hedge::About)
            }
            shape if let Some(count) = shape.one_in() => {
                let (low, high) = count.one_in(self.hedge)?;
                (low, high, false)
            }
            Shape::Interval(ends) => {
                let unit = if ends.percent { hundredth.clone() } else { Rational::ONE };
                (&ends.low.rounded().0 * &unit, &ends.high.rounded().1 * &unit, false)
            }
            shape => {
                let written = match shape {
                    Shape::Number(number) => number.clone(),
                    _ => Written { value: self.value()?, places: 0 },
                };
                let (low, high) = self.accepted()?;
                let relative = &written.value.abs() * &Rational::new(3, 100);
                let slack = match (self.hedge, shape) {
                    (Hedge::About, Shape::Number(_)) => written.about(),
                    (Hedge::About | Hedge::Spoken, _) => relative,
                    _ => Rational::ZERO,
                };
                (low.min(&written.value - &slack), high.max(&written.value + &slack), false)
            }
        };
        Some(match self.hedge {
            Hedge::Least => (Bound::Included(low), Bound::Unbounded),
            Hedge::Most => (Bound::Unbounded, Bound::Included(high)),
            _ if is_open => (Bound::Included(low), Bound::Excluded(high)),
            _ => (Bound::Included(low), Bound::Included(high)),
        })
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", round(&self.value, self.places, Rounding::Truncate))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_figure;
    use super::*;

    #[test]
    fn what_is_stated_without_digits_after_the_point_is_meant_exactly() {
        assert_eq!(read_figure("20").unwrap().fit(&Rational::new(39, 2)), Fit::Off);
        assert_eq!(read_figure("~20").unwrap().fit(&Rational::new(39, 2)), Fit::Rounded);
        assert_eq!(read_figure("0.33").unwrap().fit(&Rational::new(1, 3)), Fit::Rounded);
        assert_eq!(read_figure("1 in 5").unwrap().fit(&Rational::new(1, 5)), Fit::Exact);
        assert_eq!(read_figure("one in five").unwrap().fit(&Rational::new(1, 6)), Fit::Off);
    }

    #[test]
    fn ties_are_rounded_up_or_cut() {
        let exact = Rational::new(5, 8);
        assert_eq!(read_figure("63%").unwrap().fit(&exact), Fit::Rounded);
        assert_eq!(read_figure("62%").unwrap().fit(&exact), Fit::Truncated);
        assert_eq!(read_figure("62.5%").unwrap().fit(&exact), Fit::Exact);
        assert_eq!(read_figure("64%").unwrap().fit(&exact), Fit::Off);
    }

    #[test]
    fn what_is_accepted_is_what_fits() {
        let figure = read_figure("22%").unwrap();
        let (low, high) = figure.accepted().unwrap();
        assert_ne!(figure.fit(&low), Fit::Off);
        assert_eq!(figure.fit(&high), Fit::Off);
        assert_ne!(figure.fit(&(&high - &Rational::new(1, 1_000_000))), Fit::Off);
        assert_eq!(figure.fit(&(&low - &Rational::new(1, 1_000_000))), Fit::Off);
    }
}
