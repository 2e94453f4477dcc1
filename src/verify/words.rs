//! What is said of a figure that is not right: one plain line in the terms of the page, and what to write instead.

use super::{Exact, Finding, beside_fraction, exact_number};
use crate::claims::{Claim, Question};
use crate::exact::Rational;
use crate::exact::decimal::{self, Rounding};
use crate::page::arithmetic::percent_text;
use crate::page::{Figure, Shape, one_over};

/// A number in the form and to the digits of a figure.
pub(super) fn written_as(figure: &Figure, value: &Rational) -> String {
    let rounded = |value: &Rational, places| decimal::round(value, places, Rounding::HalfUp).trimmed();
    match &figure.shape {
        Shape::Percent(written) => percent_text(value, enough(value, written.places), false),
        Shape::Both(both) => format!("{value} ({})", percent_text(value, both.percent.places, false)),
        Shape::OneIn(of) => match Rational::ONE.checked_div(value) {
            Some(count) if count.is_integer() => format!("1 in {count}"),
            Some(count) => format!("1 in {}", rounded(&count, of.places.max(1))),
            None => "0".to_owned(),
        },
        Shape::Fraction(own) if one_over(own).is_some() => over_one(value),
        Shape::Number(written) if written.places > 0 || figure.approximate => rounded(value, written.places),
        // A whole number counts something, and is no chance.
        Shape::Number(_) | Shape::Word(_) if value.is_integer() => value.to_string(),
        _ => exact_number(value),
    }
}

/// What a figure that is right is rounded from, with a digit more than it has: `2/15 (1 in 7.5)`, `2/15 (~13.333%)`.
pub(super) fn rounded_from(figure: &Figure, value: &Rational) -> String {
    const SHOWN: usize = 2;
    let decimal = match &figure.shape {
        Shape::Percent(written) if written.places >= SHOWN => {
            let percent =
                decimal::round(&(value * &Rational::from(100)), written.places + 1, Rounding::HalfUp);
            (!percent.exact).then(|| format!("~{}%", percent.trimmed()))
        }
        Shape::OneIn(of) => Rational::ONE.checked_div(value).map(|count| {
            let count = decimal::round(&count, of.places + 1, Rounding::HalfUp);
            format!("{}1 in {}", if count.exact { "" } else { "~" }, count.trimmed())
        }),
        _ => None,
    };
    decimal.map_or_else(|| exact_number(value), |decimal| beside_fraction(value, decimal))
}

/// A chance as one over what it is rounded to: `1/586`.
fn over_one(value: &Rational) -> String {
    let count = Rational::ONE.checked_div(value).filter(|count| *count >= Rational::from(100));
    match count {
        Some(count) => format!("1/{}", decimal::round(&count, 0, Rounding::HalfUp)),
        None => exact_number(value),
    }
}

/// How many places a percentage needs at least, so that what is possible is not written as 0%.
fn enough(value: &Rational, places: usize) -> usize {
    const MOST: usize = 18;
    let is_nothing = |places: usize| {
        let least = Rational::new(1, 2).checked_div(&Rational::from(10_i64.pow(2 + places as u32)));
        least.is_some_and(|least| value.abs() < least)
    };
    if value.is_zero() {
        places
    } else {
        (places..MOST - 2).find(|places| !is_nothing(*places)).unwrap_or(places)
    }
}

/// What to write in the place of a figure: nothing where it is a word, or two ends, or where a fraction would be a
/// sentence of its own: never, always.
pub(super) fn instead(figure: &Figure, value: &Rational) -> Option<String> {
    let is_sure = value.is_zero() || *value == Rational::ONE;
    match figure.shape {
        Shape::Word(_) | Shape::Interval(_) => None,
        Shape::Fraction(_) | Shape::Both(_) | Shape::OneIn(_) if is_sure => None,
        Shape::Fraction(ref own) if one_over(own).is_some() => Some(over_one(value)),
        Shape::Fraction(_) => Some(value.to_string()),
        _ => Some(written_as(figure, value)),
    }
}

/// What a claim makes of figures that are not right: `Chance of a rare in the shop: 4%, not 9%`. A statement without a
/// number is not so.
pub(super) fn correction(claim: &Claim, figures: &[Figure], finding: &Finding) -> String {
    let about = &claim.about;
    match (&claim.question, figures, &finding.number) {
        (Question::Certain(_) | Question::Never(_) | Question::Equal(_) | Question::Direction(..), ..) => {
            format!("not so: {about}")
        }
        (_, [figure], Some(number)) => {
            format!("{about}: {}, not {}", written_as(figure, number), finding.stated)
        }
        _ => format!("{about}: {}, not {}", finding.exact, finding.stated),
    }
}

/// What decides it, said to who asks for it: the exact value where the first line has it rounded.
pub(super) fn exactly(exact: &str, finding: &Finding) -> Option<String> {
    let is_said = exact.is_empty() || finding.message.contains(exact);
    (!is_said && !finding.verdict.is_right()).then(|| exact_words(exact))
}

/// `exactly 1/40 (2.5%)`, and `to more digits ~4.23%` where the fraction is too long to be read.
pub(super) fn exact_words(exact: &str) -> String {
    let words = if exact.starts_with('~') { "to more digits" } else { "exactly" };
    format!("{words} {exact}")
}

/// Why a claim is not decided.
pub(super) fn undecided(claim: &Claim, stated: &str, exact: &[&Exact]) -> String {
    if let Question::Undecided(reason) = &claim.question {
        return format!("`{stated}`: {reason}");
    }
    let reason = exact.iter().find_map(|exact| match exact {
        Exact::Unavailable(reason) | Exact::Stopped(reason) | Exact::Limited(reason) => Some(reason.clone()),
        _ => None,
    });
    let none = || "no rule set is the default, and the claim names none".to_owned();
    format!("`{stated}`: {}", reason.unwrap_or_else(none))
}
