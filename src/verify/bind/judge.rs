//! From candidates to judgements: which readings the figures of a table, a list or a section confirm, and which
//! figures miss what those readings make them.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::page::{Figure, Fit, Shape};

use super::places::{Group, Placed};
use super::question::{Candidate, Reading};

/// A figure with the questions that it may answer.
pub(super) struct Bound {
    pub(super) placed: Placed,
    pub(super) candidates: Vec<Candidate>,
    /// Words stand around it that nothing here knows.
    pub(super) strangers: bool,
}

/// What became of a figure.
pub(super) enum Judged<'a> {
    /// It is what this question gives.
    Right(&'a Candidate, Fit),
    /// It is not, and so many of so many others in the same reading are.
    Wrong(&'a Candidate, usize, usize),
}

/// A reading is confirmed by so many figures at least.
const FEWEST: usize = 3;

/// Whether a share of figures is enough to call the others wrong.
fn enough(right: usize, all: usize) -> bool {
    right >= FEWEST && right * 5 >= all * 4
}

#[derive(Default, Clone, Copy)]
struct Votes {
    right: usize,
    all: usize,
}

/// How a figure fits a value. One in so many is a rounded number, as writers give it.
fn fit(figure: &Figure, value: &Rational) -> Fit {
    match (figure.fit(value), &figure.shape) {
        (Fit::Off, Shape::OneIn(of)) => match Rational::ONE.checked_div(value) {
            Some(count) => of.fit(&count),
            None => Fit::Off,
        },
        (fit, _) => fit,
    }
}

/// For each figure what became of it; `None` where nothing is known.
pub(super) fn judge(bound: &[Bound]) -> Vec<Option<Judged<'_>>> {
    let mut votes: BTreeMap<(Group, Reading), Votes> = BTreeMap::new();
    let readings: Vec<BTreeMap<Reading, bool>> = bound.iter().map(readings).collect();
    for (bound, readings) in bound.iter().zip(&readings) {
        for group in &bound.placed.groups {
            for (reading, right) in readings {
                let votes = votes.entry((*group, reading.clone())).or_default();
                votes.all += 1;
                votes.right += usize::from(*right);
            }
        }
    }
    let each = bound.iter().zip(&readings).map(|(bound, readings)| one(bound, readings, &votes));
    each.collect()
}

/// The readings in which questions use all that the figure's own words name, and whether one of them fits.
fn readings(bound: &Bound) -> BTreeMap<Reading, bool> {
    let mut readings = BTreeMap::new();
    for candidate in bound.candidates.iter().filter(|candidate| candidate.full) {
        let fits = fit(&bound.placed.figure, &candidate.value) != Fit::Off;
        *readings.entry(candidate.reading(bound.placed.place.in_table)).or_insert(false) |= fits;
    }
    readings
}

fn one<'a>(
    bound: &'a Bound,
    readings: &BTreeMap<Reading, bool>,
    votes: &BTreeMap<(Group, Reading), Votes>,
) -> Option<Judged<'a>> {
    // The nearest group in which others confirm a reading.
    let mut confirmed: BTreeSet<&Reading> = BTreeSet::new();
    let mut by = None;
    for group in &bound.placed.groups {
        for (reading, right) in readings {
            let Some(votes) = votes.get(&(*group, reading.clone())) else { continue };
            let others = (votes.right - usize::from(*right), votes.all - 1);
            if enough(others.0, others.1) {
                confirmed.insert(reading);
                by = by.max(Some(others));
            }
        }
        if !confirmed.is_empty() {
            break;
        }
    }
    let in_table = bound.placed.place.in_table;
    let fits = |candidate: &&Candidate| fit(&bound.placed.figure, &candidate.value) != Fit::Off;
    let in_confirmed = |candidate: &&Candidate| candidate.full && confirmed.contains(&candidate.reading(in_table));
    let strict = in_table && !confirmed.is_empty();
    let right = bound
        .candidates
        .iter()
        .filter(in_confirmed)
        .find(fits)
        .or_else(|| bound.candidates.iter().filter(|candidate| candidate.full && !strict).find(fits))
        .or_else(|| bound.candidates.iter().filter(|_| !strict).find(fits));
    if let Some(right) = right {
        return Some(Judged::Right(right, fit(&bound.placed.figure, &right.value)));
    }
    let (right, all) = by?;
    if bound.strangers || bound.placed.place.unclear {
        return None;
    }
    let value = bound.placed.figure.value()?;
    let missed = bound.candidates.iter().filter(in_confirmed);
    let nearest = missed.min_by_key(|candidate| (&candidate.value - &value).abs())?;
    Some(Judged::Wrong(nearest, right, all))
}
