//! What the rows and columns of tables show by themselves: which are about something else, which traded their names,
//! which are laws of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use crate::exact::Rational;
use crate::page::{Figure, Fit, Shape};

use super::Judged;
use super::ballot::reading;
use super::votes::{FEWEST, Votes};
use crate::verify::bind::ask::bound::{Bound, fit};
use crate::verify::bind::ask::candidate::{Candidate, Reading};
use crate::verify::bind::read::places::Group;

/// What the figures of each row state, and how they are written.
pub(super) type Rows = BTreeMap<Group, Vec<(Discriminant<Shape>, Rational)>>;

/// The rows and columns of which no figure is right in a reading that two or more of them have.
pub(super) fn foreign(votes: &BTreeMap<(Group, Reading), Votes>) -> BTreeSet<(Group, Reading)> {
    let found = votes.iter().filter(|((group, _), votes)| group.is_line() && votes.are_foreign_but(false));
    found.map(|(key, _)| key.clone()).collect()
}

/// Cells that miss their reading and are a law all the same: the page gives something that stands nowhere near. What
/// is altered by mistake does not sum to 1, and what changed places is there under another name.
pub(super) fn other_laws(bound: &[Bound], judged: &[Option<Judged<'_>>]) -> BTreeSet<usize> {
    let mut groups: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
    for (number, bound) in bound.iter().enumerate() {
        let lines = bound.placed.groups.iter().filter(|group| group.is_line());
        lines.for_each(|group| groups.entry(*group).or_default().push(number));
    }
    let mut found = BTreeSet::new();
    for cells in groups.values() {
        let wrong: Vec<(usize, &Candidate)> = cells
            .iter()
            .filter_map(|cell| match &judged[*cell] {
                Some(Judged::Wrong(candidate, ..)) => Some((*cell, *candidate)),
                _ => None,
            })
            .collect();
        let stated = cells.iter().filter_map(|cell| bound[*cell].placed.figure.value());
        let sum: Rational = stated.sum();
        // Each cell may be rounded by half a percent.
        let count = i64::try_from(cells.len()).unwrap_or(i64::MAX);
        let whole = (&sum - &Rational::ONE).abs() <= Rational::new(count.min(10), 200);
        let traded = |(cell, _): &(usize, &Candidate)| {
            wrong.iter().any(|(other, candidate)| other != cell && bound[*cell].placed.is(&candidate.value))
        };
        if whole && wrong.len() > 1 && !wrong.iter().all(traded) {
            found.extend(wrong.iter().map(|(cell, _)| *cell));
        }
    }
    found
}

/// Rows and columns whose figures are those of a reading in another order.
pub(super) fn shuffled(bound: &[Bound]) -> BTreeSet<(Group, Reading)> {
    let mut lines: BTreeMap<(Group, Reading), Vec<(&Bound, &Rational)>> = BTreeMap::new();
    let mut counts: BTreeMap<Group, usize> = BTreeMap::new();
    for bound in bound {
        for group in bound.placed.groups.iter().filter(|group| group.is_line()) {
            *counts.entry(*group).or_default() += 1;
            let mut seen = BTreeSet::new();
            for candidate in bound.candidates.iter().filter(|candidate| candidate.full) {
                let reading = reading(bound, candidate);
                if seen.insert(reading.clone()) {
                    lines.entry((*group, reading)).or_default().push((bound, &candidate.value));
                }
            }
        }
    }
    let is_shuffled = |(group, _): &(Group, Reading), cells: &[(&Bound, &Rational)]| {
        let mut exact: Vec<&Rational> = cells.iter().map(|(_, exact)| *exact).collect();
        let mut stated: Vec<(Rational, &Figure)> = cells
            .iter()
            .filter_map(|(bound, _)| Some((bound.placed.figure.value()?, &bound.placed.figure)))
            .collect();
        let different: BTreeSet<&Rational> = exact.iter().copied().collect();
        exact.sort();
        stated.sort_by(|a, b| a.0.cmp(&b.0));
        counts.get(group) == Some(&stated.len())
            && different.len() >= FEWEST
            && stated.iter().zip(&exact).all(|((_, figure), exact)| fit(figure, exact) != Fit::Off)
    };
    lines.into_iter().filter(|(key, cells)| is_shuffled(key, cells)).map(|(key, _)| key).collect()
}

/// Whether another figure of the row of a cell, written alike, states what a question gives.
pub(super) fn is_stated_beside(bound: &Bound, candidate: &Candidate, rows: &Rows) -> bool {
    let own = discriminant(&bound.placed.figure.shape);
    let is_it = |(shape, value): &(Discriminant<Shape>, Rational)| {
        *shape == own && *value == candidate.value && !bound.placed.is(value)
    };
    bound.placed.groups.iter().filter_map(|group| rows.get(group)).flatten().any(is_it)
}

/// What the figures of each row state.
pub(crate) fn rows(bound: &[Bound]) -> Rows {
    let mut found = Rows::new();
    for bound in bound {
        let row = bound.placed.groups.iter().find(|group| matches!(group, Group::Row(..)));
        if let Some((row, value)) = row.zip(bound.placed.figure.value()) {
            found.entry(*row).or_default().push((discriminant(&bound.placed.figure.shape), value));
        }
    }
    found
}
