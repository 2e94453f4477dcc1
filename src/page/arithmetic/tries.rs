//! `1% per floor. Over six floors that is 5.9%`: what several tries of a chance come to that was told before.

use std::ops::Range;

use super::{Check, FigureAt, chances_in, is_word, lines, meet, shown, stands_for};
use crate::exact::Rational;
use crate::page::{Fit, Page, Shape, Word};

/// A number of tries stands so many tokens from what they come to.
const NEAR: usize = 16;
/// So many chances before are looked at.
const BEFORE: usize = 2;
/// More tries than this nobody works out by hand, nor what has so many digits.
const MOST: i64 = 1_000;
const MOST_BITS: u64 = 1 << 14;
/// What stands before the number of tries.
const WITHIN: [&str; 5] = ["in", "within", "over", "after", "across"];
/// Words that tell of none.
const NONE: [&str; 6] = ["none", "no", "not", "without", "never", "nothing"];

/// The chances of at least one in several tries, and of none, that are what a chance before makes them. What is not so is told
/// of something else. Cost: linear in the length of the page.
pub(super) fn tries(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut last: Option<Range<usize>> = None;
    for line in lines(page) {
        // What is told before may stand on the line before.
        let start = last.filter(|last| !last.is_empty()).map_or(line.start, |last| last.start);
        for stated in chances_in(page, line.clone()) {
            let near = stated.token.saturating_sub(NEAR).max(line.start)..(stated.token + NEAR).min(line.end);
            let Some(number) = number_of_tries(page, near) else { continue };
            let before: Vec<FigureAt<'_>> =
                chances_in(page, start..stated.token).rev().take(BEFORE).collect();
            checks.extend(before.iter().find_map(|one| several(page, one, &stated, number)));
        }
        last = Some(line);
    }
    checks
}

/// The number of tries that some words tell of: `within 3 floors`, `over six floors`.
fn number_of_tries(page: &Page, mut near: Range<usize>) -> Option<i64> {
    let number = |token: usize| match page.word_at(token).map(Word::read) {
        Some(word) => match word? {
            Word::Count(count) => Some(count),
            _ => None,
        },
        None => match &page.figure_at(token)?.shape {
            Shape::Number(number) => number.value.to_i64(),
            Shape::Word(Word::Count(count)) => Some(*count),
            _ => None,
        },
    };
    near.find_map(|token| {
        let is_told = token > 0 && is_word(page, token - 1, &WITHIN) && page.word_at(token + 1).is_some();
        number(token).filter(|number| is_told && (2..=MOST).contains(number))
    })
}

/// What so many tries of a chance come to, where that is stated.
fn several(page: &Page, one: &FigureAt<'_>, stated: &FigureAt<'_>, number: i64) -> Option<Check> {
    let chance = one.figure.value()?;
    let accepted = stands_for(stated.figure)?;
    if chance.bits().saturating_mul(number.unsigned_abs()) > MOST_BITS {
        return None;
    }
    let none = (&Rational::ONE - &chance).checked_pow(i32::try_from(number).ok()?)?;
    let some = &Rational::ONE - &none;
    let is_stated = |value: &Rational| meet(&(value.clone(), value.clone()), &accepted);
    let near = stated.token.saturating_sub(NEAR)..stated.token + NEAR;
    let tells_of_none = || near.clone().any(|token| is_word(page, token, &NONE));
    let (exact, derivation) = if is_stated(&some) {
        let derivation = format!("1 - (1 - {chance})^{number} = {}", shown(&some));
        (some, derivation)
    } else if is_stated(&none) && tells_of_none() {
        let derivation = format!("(1 - {chance})^{number} = {}", shown(&none));
        (none, derivation)
    } else {
        return None;
    };
    let is_open = !exact.is_zero() && exact != Rational::ONE;
    is_open.then(|| Check {
        figure: stated.index,
        code: "wrong-tries",
        fit: Fit::Rounded,
        range: stated.figure.range.clone(),
        message: format!("{number} tries of {} come to {}", shown(&chance), shown(&exact)),
        exact: Some(exact),
        derivation,
        repair: None,
        explains: Vec::new(),
    })
}
