//! Figures in doubt: their words name an outcome of a mechanic that the page tells of rightly, and no question that
//! these words allow gives them.
//!
//! How much of a page is understood is seen from its other figures: where nearly all that stand like this one are
//! right, one that is not is worth a look. That is less than an error, for which the reading itself is confirmed.

use super::judge::{Bound, Judged, Votes};
use super::question::Candidate;
use crate::exact::Rational;
use crate::page::Shape;

/// Puts the figures in doubt of which nothing else is known.
pub(super) fn doubt<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>], sure: impl Fn(usize) -> bool) {
    let mut page = Votes::default();
    // The figures of the text by their tokens, and whether they are right.
    let mut text: Vec<(usize, bool)> = Vec::new();
    for (bound, judged) in bound.iter().zip(judged.iter()).filter(|(bound, _)| counts(bound)) {
        let right = matches!(judged, Some(Judged::Right(..)));
        page.take(right, bound.is_precise());
        if !bound.placed.place.in_table {
            text.push((bound.placed.token, right));
        }
    }
    text.sort_unstable();
    for (at, own) in bound.iter().enumerate().filter(|(_, bound)| counts(bound)) {
        if judged[at].is_some() || own.is_share {
            continue;
        }
        let told = own.candidates.iter().filter(|candidate| sure(candidate.mechanic));
        let told: Vec<&Candidate> = told.filter(|candidate| !candidate.is_apart()).collect();
        let others = page.without(false, own.is_precise());
        let is_told = others.are_nearly_all() && !is_about_the_unknown(own);
        let in_text = !own.placed.place.in_table && is_understood(&text, own.placed.token);
        if is_told || in_text || told.iter().any(|candidate| is_a_slip(own, candidate)) {
            judged[at] = nearest(own, &told).map(Judged::Doubt);
        }
    }
}

/// Whether a figure is one of those of which so much is known that they may be in doubt. Half, never and certain are
/// said of much.
fn counts(bound: &Bound) -> bool {
    let figure = &bound.placed.figure;
    let is_word = matches!(figure.shape, Shape::Word(_));
    let value = figure.value().filter(|value| !value.is_zero() && *value != Rational::ONE);
    bound.placed.is_chance && !is_word && value.is_some()
}

/// Whether most of the figures in the text around one are right: what is written there is understood.
fn is_understood(text: &[(usize, bool)], token: usize) -> bool {
    const NEAREST: usize = 8;
    const FEWEST: usize = 5;
    let at = text.partition_point(|(other, _)| *other < token);
    let around = &text[at.saturating_sub(NEAREST)..text.len().min(at + NEAREST + 1)];
    let mut near: Vec<(usize, bool)> = around
        .iter()
        .filter(|(other, _)| *other != token)
        .map(|(other, right)| (other.abs_diff(token), *right))
        .collect();
    near.sort_unstable();
    near.truncate(NEAREST);
    let right = near.iter().filter(|(_, right)| *right).count();
    near.len() >= FEWEST && right * 5 >= near.len() * 4
}

/// Whether no question uses all that the figure's own words name, and these hold one that nobody knows: it may be
/// what the figure is about.
fn is_about_the_unknown(bound: &Bound) -> bool {
    bound.placed.place.has_unknown && !bound.candidates.iter().any(|candidate| candidate.full)
}

/// Whether one digit of a precise figure makes it another number.
fn is_a_slip(bound: &Bound, candidate: &Candidate) -> bool {
    bound.is_precise()
        && candidate.full
        && !bound.is_doubtful()
        && bound.placed.figure.is_one_digit_off(&candidate.value)
}

/// The question that is likeliest meant: one that uses all that the figure's own words name, else the nearest.
fn nearest<'a>(bound: &Bound, told: &[&'a Candidate]) -> Option<&'a Candidate> {
    let value = bound.placed.figure.value()?;
    let plausible = told.iter().filter(|candidate| !candidate.value.is_zero());
    plausible.min_by_key(|candidate| (!candidate.full, (&candidate.value - &value).abs())).copied()
}
