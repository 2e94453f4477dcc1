//! A figure with the questions that it may answer, and how it fits their answers.

use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::exact::Rational;
use crate::page::{Figure, Fit, Hedge, Shape, Word, Written};

use super::alike::Alike;
use super::candidate::Candidate;
use crate::verify::bind::read::places::{Group, Placed};

/// A figure with the questions that it may answer.
pub(crate) struct Bound {
    pub(crate) placed: Placed,
    pub(crate) candidates: Vec<Candidate>,
    /// Words stand around it that nothing here knows.
    pub(crate) strangers: bool,
    /// So do words in the heads of its column or row, by the first token of each head.
    pub(crate) strange: BTreeSet<(Group, usize)>,
    /// It is told of what is there already, or of several things as one: `40% of them`, `10% together`.
    pub(crate) is_share: bool,
    /// Questions like those of the figures beside it, where no question of its own words gives it.
    pub(crate) alike: Vec<Alike>,
}

impl Bound {
    /// Whether its own words hold something that nobody understands.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.strangers || !self.strange.is_empty() || self.placed.place.unclear
    }

    /// Whether it has three digits or more.
    pub(crate) fn is_precise(&self) -> bool {
        self.placed.is_precise()
    }

    /// What this figure is, for one right behind it that says the same in another form: `one time in 7, that is 14.3%`.
    pub(crate) fn again(&self, placed: &Placed) -> Vec<Candidate> {
        const NEAR: usize = 5;
        let own = &self.placed;
        let is_near = !placed.place.in_table && (own.token + 1..=own.token + NEAR).contains(&placed.token);
        let is_same = || own.figure.value().is_some_and(|value| placed.is(&value));
        if !is_near || discriminant(&own.figure.shape) == discriminant(&placed.figure.shape) || !is_same() {
            return Vec::new();
        }
        let fits = |candidate: &&Candidate| own.is(&candidate.value) && placed.is(&candidate.value);
        let again = |candidate: &Candidate| Candidate { full: false, left: None, ..candidate.clone() };
        self.candidates.iter().filter(fits).map(again).collect()
    }
}

impl Placed {
    /// Whether it is this number, as far as it says.
    pub(crate) fn is(&self, value: &Rational) -> bool {
        fit(&self.figure, value) != Fit::Off
    }

    /// Whether a question makes it right.
    pub(crate) fn takes(&self, candidate: &Candidate) -> bool {
        match candidate.full || self.place.in_table {
            true => self.is(&candidate.value),
            false => self.is_uncut(&candidate.value),
        }
    }

    /// The same for what is only tried, or leaves out some of its words: that a figure is cut off as well is one excuse
    /// too many.
    pub(crate) fn is_uncut(&self, value: &Rational) -> bool {
        matches!(fit(&self.figure, value), Fit::Exact | Fit::Rounded)
    }
}

/// How a figure fits a value. The number of one in so many may be cut off, and hedges allow more.
pub(crate) fn fit(figure: &Figure, value: &Rational) -> Fit {
    let cut = || match &figure.shape {
        Shape::OneIn(of) => Rational::ONE.checked_div(value).map_or(Fit::Off, |count| of.fit(&count)),
        _ => Fit::Off,
    };
    match figure.fit(value) {
        fit if fit != Fit::Exact && is_too_rough(figure, value) => Fit::Off,
        // `About two in three (66.2%)`: what is hedged is said to the digit in the brackets.
        Fit::Off
            if let Shape::Both(both) = &figure.shape
                && is_loose(figure) =>
        {
            both.percent.fit(&(value * &Rational::from(100)))
        }
        Fit::Off => match cut() {
            Fit::Off if is_hedged(figure, value) => Fit::Rounded,
            cut => cut,
        },
        fit => fit,
    }
}

/// Whether the fraction before a percentage is hedged.
fn is_loose(figure: &Figure) -> bool {
    matches!(figure.hedge, Hedge::About | Hedge::Most | Hedge::Least)
}

/// Whether a chance is further from one in two than anything is from a greater number that it is rounded to: 62.5% is one
/// in 1.6.
fn is_too_rough(figure: &Figure, value: &Rational) -> bool {
    let two = Rational::from(2);
    matches!(&figure.shape, Shape::OneIn(of) if of.places == 0 && of.value == two)
        && Rational::ONE.checked_div(value).is_some_and(|count| (&count - &two).abs() > Rational::new(1, 3))
}

/// Whether a number is what a hedged figure stands for: "about a fifth" is said of 18.6%, "a bit more than a quarter"
/// of 26.2%, "nine runs in ten" of 90.1%, and none of them of 40%.
fn is_hedged(figure: &Figure, value: &Rational) -> bool {
    let is_part = matches!(figure.shape, Shape::Word(Word::Times(1, 2)));
    if figure.hedge == Hedge::None || !is_part && !figure.is_chance() {
        return false;
    }
    let Some(stated) = figure.value() else { return false };
    let ratio = |part: i64, of: i64| &stated * &Rational::new(part, of);
    let (low, high) = match (figure.hedge, &figure.shape) {
        (Hedge::About, Shape::Percent(written)) if written.places == 0 && !figure.approximate => {
            (ratio(97, 100), ratio(103, 100))
        }
        (Hedge::About, Shape::Fraction(_) | Shape::Word(_)) => (ratio(9, 10), ratio(11, 10)),
        (Hedge::About, Shape::OneIn(_)) => (ratio(95, 100), ratio(105, 100)),
        (Hedge::Spoken, _) => (ratio(97, 100), ratio(103, 100)),
        // `<0.01%`: anything that is less than what can be shown.
        (Hedge::Most, Shape::Percent(written)) if written.value == written.step() => {
            (Rational::ZERO, stated.clone())
        }
        (Hedge::Least, Shape::Percent(written))
            if &written.value + &written.step() == Rational::from(100) =>
        {
            (stated.clone(), Rational::ONE)
        }
        // Three digits are a number, whatever bounds it.
        (_, Shape::Percent(written)) if written.has_three_digits() => return false,
        // Nobody says of what is sure that it is more than 80%.
        (Hedge::Least, _) if *value == Rational::ONE => return false,
        // Nor of 28% that it is up to 35%: two digits are more than a word.
        (Hedge::Least, Shape::Percent(_)) if weight(figure) > 0 => (stated.clone(), ratio(11, 10)),
        (Hedge::Most, Shape::Percent(_)) if weight(figure) > 0 => (ratio(9, 10), stated.clone()),
        (Hedge::Least, _) => (stated.clone(), ratio(5, 4)),
        (Hedge::Most, _) => (ratio(4, 5), stated.clone()),
        _ => return false,
    };
    low <= *value && *value <= high
}

/// How much it says that a figure is right: nothing where it has one digit, or is a half or a whole.
pub(crate) fn weight(figure: &Figure) -> usize {
    let digits = |written: &Written| {
        let count = written.value.abs().checked_div(&written.step()).unwrap_or_default().to_string();
        // A whole number that ends with 0 may have been rounded.
        if written.places > 0 { count.len() } else { count.trim_end_matches('0').len() }
    };
    let digits = match &figure.shape {
        Shape::Percent(written) | Shape::Number(written) => digits(written),
        Shape::OneIn(of) => digits(of).max(of.value.to_string().len().min(2)),
        Shape::Both(_) => 3,
        // `1/16` says as much as `1 in 16`.
        Shape::Fraction(value) => {
            let count = |number: String| number.trim_end_matches('0').len();
            let over = count(value.denominator().to_string());
            let upper = Some(value.numerator().to_string()).filter(|upper| upper != "1");
            (over + upper.map_or(0, count)).max(2)
        }
        _ => 0,
    };
    let is_half = figure.value().is_some_and(|value| value == Rational::new(1, 2));
    match digits {
        _ if is_half => 0,
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    }
}
