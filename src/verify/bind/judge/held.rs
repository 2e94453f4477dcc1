//! Figures that were found wrong or in doubt and say what a question gives after all: roughly, or as a bound that holds.

use std::collections::BTreeSet;
use std::ops::RangeBounds;

use super::Judged;
use super::near::off;
use crate::exact::Rational;
use crate::page::{Fit, Hedge};
use crate::verify::bind::ask::bound::{Bound, fit};
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::ask::chains::Sought;

/// Leaves alone the figures in doubt that are what the question gives: those of a line that is about something else, and
/// rough ones such as `~25.5%` for 25.4%.
pub(super) fn leave_given(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    let hardly = Rational::new(1, 100);
    for (bound, judged) in bound.iter().zip(judged) {
        let figure = &bound.placed.figure;
        let is_rough = figure.approximate && bound.placed.is_chance;
        let is_near = |value: &Rational| figure.value().is_some_and(|own| off(&own, value) <= hardly);
        let is_given = |value: &Rational| fit(figure, value) != Fit::Off || is_rough && is_near(value);
        judged.take_if(|judged| matches!(judged, Judged::Doubt(candidate) if is_given(&candidate.value)));
    }
}

/// Leaves alone the figures of texts that are bounds, and hold: `more than 3%` is true of 4%. Three digits are a number,
/// whatever stands before it.
pub(super) fn leave_bounds(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    for (bound, judged) in bound.iter().zip(judged) {
        let figure = &bound.placed.figure;
        let is_bound = matches!(figure.hedge, Hedge::Least | Hedge::Most);
        if bound.placed.place.in_table || !bound.placed.is_chance || !is_bound || bound.is_precise() {
            continue;
        }
        let Some(interval) = figure.interval() else { continue };
        let holds = |candidate: &Candidate| interval.contains(&candidate.value);
        judged.take_if(
            |judged| matches!(judged, Judged::Wrong(candidate, ..) | Judged::Doubt(candidate) if holds(candidate)),
        );
    }
}

/// Leaves alone the numbers of uses of which a figure in the same sentence is told, and right: 10 of `10 pulls contain 1.18
/// stars on average`.
pub(super) fn leave_uses(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    let uses = |(bound, judged): (&Bound, &Option<Judged<'_>>)| match judged {
        Some(Judged::Right(Candidate { measure: Measure::Chain(sought, ..), .. }, _)) => {
            Some((bound.placed.block, Rational::from(i64::try_from(sought.uses()?).ok()?)))
        }
        _ => None,
    };
    let told: BTreeSet<(usize, Rational)> = bound.iter().zip(judged.iter()).filter_map(uses).collect();
    for (bound, judged) in bound.iter().zip(judged) {
        let own = bound.placed.figure.value().filter(|_| !bound.placed.is_chance);
        let is_uses = own.is_some_and(|own| told.contains(&(bound.placed.block, own)));
        // Within how many uses so many have something is what such a number may well state.
        let is_level = |measure: &Measure| matches!(measure, Measure::Chain(Sought::Level(_), ..));
        judged.take_if(|judged| match judged {
            Judged::Wrong(candidate, ..) | Judged::Doubt(candidate) => {
                is_uses && !is_level(&candidate.measure)
            }
            Judged::Right(..) => false,
        });
    }
}
