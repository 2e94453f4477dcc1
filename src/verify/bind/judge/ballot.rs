//! What the figures of each row, column, table, list and section say of each reading.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Rows, foreign, rows, shuffled};
use super::votes::Votes;
use crate::verify::bind::ask::background::Background;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Kind, Measure, Reading, Test};
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::places::Group;

/// What the figures of each group say of each reading.
pub(super) struct Ballot {
    pub(super) votes: BTreeMap<(Group, Reading), Votes>,
    /// So many figures of a group are right in a reading and not in the one that most of it confirm.
    pub(super) apart: BTreeMap<(Group, Reading), usize>,
    /// The rows and columns in which a figure is 0, and right.
    pub(super) zeros: BTreeSet<Group>,
    /// The rows and columns whose figures are those of a reading in another order: rows that traded their names.
    pub(super) shuffled: BTreeSet<(Group, Reading)>,
    /// The mechanics of which enough figures are right for another to be called wrong.
    pub(super) sure: BTreeSet<usize>,
    /// What the figures of each row state.
    pub(super) rows: Rows,
}

impl Ballot {
    pub(super) fn count(bound: &[Bound], readings: &[BTreeMap<Reading, bool>]) -> Ballot {
        let mut votes: BTreeMap<(Group, Reading), Votes> = BTreeMap::new();
        let each = || {
            bound
                .iter()
                .zip(readings)
                .flat_map(|(bound, own)| bound.placed.groups.iter().map(move |group| (*group, bound, own)))
        };
        for (group, bound, own) in each() {
            for (reading, right) in own {
                votes.entry((group, reading.clone())).or_default().take(*right, bound.is_precise());
            }
        }
        let foreign = foreign(&votes);
        let in_foreign = |bound: &Bound, reading: &Reading| {
            bound.placed.groups.iter().any(|line| foreign.contains(&(*line, reading.clone())))
        };
        for (group, bound, own) in each().filter(|(group, ..)| matches!(group, Group::Grid(_))) {
            for (reading, _) in own.iter().filter(|(reading, _)| in_foreign(bound, reading)) {
                if let Some(votes) = votes.get_mut(&(group, reading.clone())) {
                    votes.all -= 1;
                }
            }
        }
        // What the tables of a page confirm stands for its text as well.
        for (bound, own) in
            bound.iter().zip(readings).filter(|(bound, own)| bound.placed.place.in_table && !own.is_empty())
        {
            let right = own.values().any(|right| *right);
            votes.entry((Group::Page, OF_TEXT)).or_default().take(right, bound.is_precise());
        }
        let mut best: BTreeMap<Group, (usize, &Reading)> = BTreeMap::new();
        for ((group, reading), votes) in &votes {
            let most = best.entry(*group).or_insert((0, reading));
            if votes.right > most.0 {
                *most = (votes.right, reading);
            }
        }
        let mut apart = BTreeMap::new();
        for (group, _, own) in each() {
            let in_best = best.get(&group).is_some_and(|(_, best)| own.get(*best) == Some(&true));
            for (reading, _) in own.iter().filter(|(_, right)| **right && !in_best) {
                *apart.entry((group, reading.clone())).or_default() += 1;
            }
        }
        let zero = |(_, bound, own): &(Group, &Bound, &BTreeMap<Reading, bool>)| {
            let is_zero = bound.placed.figure.value().is_some_and(|value| value.is_zero());
            is_zero && own.values().any(|right| *right)
        };
        let zeros = each().filter(zero).map(|(group, ..)| group).collect();
        Ballot { votes, apart, zeros, shuffled: shuffled(bound), sure: sure(bound), rows: rows(bound) }
    }
}

impl Ballot {
    /// The question that a cell most likely means which is right only without what all others of its column and row are
    /// told of: `94.3%` under "Weapon banner", where that is so on the other banner and all else in the column is of this one.
    pub(super) fn meant_by_line<'a>(&self, bound: &'a Bound, right: &Candidate) -> Option<&'a Candidate> {
        let [column, row, ..] = *bound.placed.groups.as_slice() else { return None };
        let others = |line: Group, candidate: &Candidate, is_right: bool| {
            let votes = self.votes.get(&(line, reading(bound, candidate))).copied().unwrap_or_default();
            votes.right.saturating_sub(usize::from(is_right))
        };
        // Of a column of two the row says the rest.
        let confirms = |own: &Candidate| match others(column, own, false) {
            0 => false,
            1 => others(row, own, false) > others(row, right, true) + 1,
            _ => true,
        };
        let is_meant = |own: &&Candidate| {
            own.full
                && own.measure == right.measure
                && own.mechanic == right.mechanic
                && own.given != right.given
                && !bound.placed.is(&own.value)
                && confirms(own)
        };
        let is_alone = bound.placed.place.in_table
            && self.sure.contains(&right.mechanic)
            && others(column, right, true) == 0;
        bound.candidates.iter().filter(|_| is_alone).find(is_meant)
    }

    /// Whether all other figures of a cell's column and row that a reading says something of are right in it.
    pub(super) fn is_clear(&self, bound: &Bound, candidate: &Candidate) -> bool {
        const FEWEST: usize = 4;
        let counts = match &candidate.measure {
            Measure::Chance(_, Test::In(values), _) => values.iter().any(|value| value.as_number().is_some()),
            _ => true,
        };
        let reading = reading(bound, candidate);
        let lines = bound.placed.groups.iter().filter(|group| group.is_line());
        let lines: Vec<Votes> = lines
            .filter_map(|line| self.votes.get(&(*line, reading.clone())))
            .map(|votes| votes.without(false, bound.is_precise()))
            .collect();
        let all: usize = lines.iter().map(|votes| votes.all).sum();
        !counts
            && all >= FEWEST
            && lines.len() == 2
            && lines.iter().all(|votes| votes.all > 0 && votes.right == votes.all)
    }
}

/// The mechanics that enough figures of the page are about, and right.
fn sure(bound: &[Bound]) -> BTreeSet<usize> {
    let mut right: BTreeMap<usize, Votes> = BTreeMap::new();
    for bound in bound {
        let fits =
            bound.candidates.iter().filter(|candidate| candidate.full && bound.placed.is(&candidate.value));
        let mechanics: BTreeSet<usize> = fits.map(|candidate| candidate.mechanic).collect();
        mechanics
            .into_iter()
            .for_each(|mechanic| right.entry(mechanic).or_default().take(true, bound.is_precise()));
    }
    right.into_iter().filter(|(_, votes)| votes.are_enough(true)).map(|(mechanic, _)| mechanic).collect()
}

/// The readings in which questions use all that the figure's own words name, and whether one of them fits. What is not
/// understood in full says nothing against a reading.
pub(super) fn readings(bound: &Bound) -> BTreeMap<Reading, bool> {
    let mut readings = BTreeMap::new();
    // `0.6 - 0.8` is no number that a question gives, and `150% damage` in a text no chance.
    let is_apart = !bound.placed.place.in_table && bound.placed.is_over();
    // Nor is `+4%` in a column of chances.
    let is_change =
        bound.placed.place.in_table && matches!(bound.placed.place.about, About::Change | About::Once);
    if is_apart || is_change || bound.placed.figure.value().is_none() {
        return readings;
    }
    for candidate in bound.candidates.iter().filter(|candidate| candidate.full) {
        let fits = bound.placed.is(&candidate.value);
        *readings.entry(reading(bound, candidate)).or_insert(false) |= fits;
    }
    readings.retain(|_, right| *right || !bound.is_doubtful());
    // What chances confirm stands for the numbers beside them as well, and not the other way round.
    if let Some(right) = readings.get(&OF_TEXT).copied() {
        readings.insert(OF_NUMBERS, right);
    }
    // What fits something else that is told in the sentence says nothing against a reading either.
    if is_elsewhere(bound) {
        readings.retain(|_, right| *right);
    }
    readings
}

/// Whether a figure in a text is what a question gives that leaves out some of its words.
pub(super) fn is_elsewhere(bound: &Bound) -> bool {
    let mut all = bound.candidates.iter();
    !bound.placed.place.in_table && all.any(|candidate| bound.placed.is(&candidate.value))
}

/// The cells of a table have one reading together. In a text each sentence may speak of something else: there it only
/// matters whether the questions that its figures ask are the right ones.
pub(super) fn reading(bound: &Bound, candidate: &Candidate) -> Reading {
    match (bound.placed.place.in_table, bound.placed.is_chance) {
        (true, _) => candidate.reading(),
        (false, true) => OF_TEXT,
        (false, false) => OF_NUMBERS,
    }
}

/// The one reading of all chances in sentences.
pub(super) const OF_TEXT: Reading =
    Reading { mechanic: None, rule_set: None, kind: Kind::Chance, background: Background::OWN };
/// The one reading of all plain numbers there.
pub(super) const OF_NUMBERS: Reading =
    Reading { mechanic: None, rule_set: None, kind: Kind::Mean, background: Background::OWN };
