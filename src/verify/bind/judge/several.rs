//! Figures that are the chance of one at least among a few that are opened together, of which no word says how many: four
//! players with a relic each see a rare one with 34.39%.

use super::Judged;
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;

/// So many are opened together at most.
const MOST: usize = 10;
/// With fewer digits a figure is that of several by chance.
const DIGITS: usize = 4;

/// Leaves alone the figures of sentences that are wrong or in doubt, and right for several uses at once.
pub(super) fn leave_several(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    for (bound, judged) in bound.iter().zip(judged) {
        let is_loud = matches!(judged, Some(Judged::Wrong(..) | Judged::Doubt(_)));
        let is_precise = bound.placed.figure.digits() >= DIGITS;
        if is_loud && bound.placed.is_chance && is_precise && !bound.placed.place.in_table {
            judged.take_if(|_| bound.candidates.iter().any(|candidate| is_of_several(bound, candidate)));
        }
    }
}

/// Whether a figure is how often an event comes at least once in two uses, or three, or a few more.
fn is_of_several(bound: &Bound, candidate: &Candidate) -> bool {
    let none = &Rational::ONE - &candidate.value;
    if !candidate.is_chance() || none.is_zero() || candidate.value.is_zero() {
        return false;
    }
    let mut in_several =
        std::iter::successors(Some(none.clone()), |all| Some(all * &none)).take(MOST).skip(1);
    in_several.any(|none| bound.placed.is(&(&Rational::ONE - &none)))
}
