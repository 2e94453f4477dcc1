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
    // Half, never and certain are said of much.
    let counts = |bound: &Bound| {
        let figure = &bound.placed.figure;
        let is_word = matches!(figure.shape, Shape::Word(_));
        let value = figure.value().filter(|value| !value.is_zero() && *value != Rational::ONE);
        bound.placed.is_chance && !is_word && value.is_some()
    };
    for (bound, judged) in bound.iter().zip(judged.iter()).filter(|(bound, _)| counts(bound)) {
        page.take(matches!(judged, Some(Judged::Right(..))), bound.is_precise());
    }
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| counts(bound)) {
        if judged.is_some() || bound.is_share || is_about_the_unknown(bound) {
            continue;
        }
        let others = page.without(false, bound.is_precise());
        let told = bound.candidates.iter().filter(|candidate| sure(candidate.mechanic));
        let told: Vec<&Candidate> = told.filter(|candidate| !candidate.is_apart()).collect();
        if others.are_nearly_all() || told.iter().any(|candidate| is_a_slip(bound, candidate)) {
            *judged = nearest(bound, &told).map(Judged::Doubt);
        }
    }
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
