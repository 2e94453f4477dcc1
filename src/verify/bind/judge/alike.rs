//! Figures that are told like the ones beside them: right where a question like theirs gives them, in doubt where one
//! comes near.
//!
//! What was altered stands near what was meant; what is told of something else stands anywhere. So only an answer
//! between half of a figure and twice as much says something against it. How near, and which questions, was chosen by
//! counts over pages: docs/pages.md.

use std::collections::BTreeSet;

use super::doubt::{counts, nearest};
use super::near::off;
use super::{Judged, is_right};
use crate::exact::Rational;
use crate::page::Fit;
use crate::verify::bind::ask::alike::Alike;
use crate::verify::bind::ask::bound::{Bound, fit};
use crate::verify::bind::ask::candidate::{Candidate, Measure};

/// Judges the figures of which nothing else is known, and those that are right only by a question which leaves out some
/// of their words.
pub(super) fn doubt_alike<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>], sure: &BTreeSet<usize>) {
    let right: BTreeSet<usize> = bound
        .iter()
        .zip(judged.iter())
        .filter(|(_, judged)| is_right(judged))
        .map(|(bound, _)| bound.placed.token)
        .collect();
    for (bound, judged) in bound.iter().zip(judged) {
        // A number that stands in a mechanic under such words is no coincidence.
        let is_lax =
            matches!(judged, Some(Judged::Right(candidate, _)) if !candidate.full && !candidate.is_written());
        if judged.is_some() && !is_lax {
            continue;
        }
        let like: Vec<&Alike> = bound.alike.iter().filter(|alike| right.contains(&alike.beside)).collect();
        let mut fitting = like.iter().map(|alike| (alike, fit(&bound.placed.figure, &alike.candidate.value)));
        if let Some((alike, fit)) = fitting.find(|(_, fit)| *fit != Fit::Off) {
            // It says more of a figure than a question that leaves out its words.
            *judged = Some(Judged::Right(&alike.candidate, fit));
            continue;
        }
        if !counts(bound) {
            continue;
        }
        // What makes a figure right that leaves out some of its words may be what is meant, unless all of them are
        // understood and ask the same as beside it.
        let asks = |alike: &Alike| {
            let is_asked =
                || bound.candidates.iter().any(|own| own.full && own.value == alike.candidate.value);
            !is_lax || alike.is_clear && !bound.is_doubtful() && is_asked()
        };
        let told = like.into_iter().filter(|alike| {
            !alike.only_excuses
                && is_near(bound, alike)
                && asks(alike)
                && (!bound.is_share || is_of_part(alike))
        });
        let told = told.filter(|alike| alike.of_paragraph || sure.contains(&alike.candidate.mechanic));
        let told: Vec<&Candidate> = told.map(|alike| &alike.candidate).collect();
        if let Some(nearest) = nearest(bound, &told) {
            *judged = Some(Judged::Doubt(nearest));
        }
    }
}

/// Whether a question is about a part of what comes, as the figure beside it tells.
fn is_of_part(alike: &Alike) -> bool {
    matches!(alike.candidate.measure, Measure::Share(..)) || !alike.candidate.given.outcomes.is_empty()
}

/// Whether an answer lies so near a figure that it may be what was meant.
fn is_near(bound: &Bound, alike: &Alike) -> bool {
    let Some(value) = bound.placed.figure.value() else { return false };
    let answer = &alike.candidate.value;
    *answer != Rational::ONE && !answer.is_zero() && off(&value, answer) <= Rational::new(1, 2)
}
