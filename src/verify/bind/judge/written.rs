//! Wrong figures beside those that are numbers of a mechanic: in `13% on floor 2, 33% on floor 3` the second is meant to be
//! the number that stands there as well, and not what several tries come to.

use std::collections::BTreeSet;

use super::Judged;
use super::near::off;
use super::told::sentence;
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;

/// Chooses the number of a mechanic for a wrong figure of a text that is near it and far from what it is held against, where
/// another figure of its sentence is such a number. Which of the two was meant is not sure, so that it is in doubt.
pub(super) fn choose_written<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    let written = bound.iter().zip(judged.iter()).filter_map(|(bound, judged)| match judged {
        Some(Judged::Right(right, _)) if right.is_written() => Some((sentence(bound), right.mechanic)),
        _ => None,
    });
    let written: BTreeSet<((usize, usize), usize)> = written.collect();
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| !bound.placed.place.in_table) {
        let (Some(Judged::Wrong(chosen, ..) | Judged::Doubt(chosen)), Some(value)) =
            (judged.as_ref(), bound.placed.figure.value())
        else {
            continue;
        };
        let (chosen, place) = (*chosen, sentence(bound));
        let off_by = |candidate: &Candidate| off(&value, &candidate.value);
        let [near, far] = [Rational::new(1, 10), Rational::new(1, 3)];
        let is_meant = |own: &&Candidate| {
            own.is_written() && written.contains(&(place, own.mechanic)) && off_by(own) <= near
        };
        if off_by(chosen) > far
            && let Some(meant) = bound.candidates.iter().filter(is_meant).min_by_key(|own| off_by(own))
        {
            *judged = Some(Judged::Doubt(meant));
        }
    }
}
