//! From candidates to judgements: which readings the figures of a table, a list or a section confirm, and which
//! figures miss what those readings make them.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::page::{Figure, Fit, Shape};

use super::places::{Group, Placed};
use super::question::{Candidate, Measure, Reading};

/// A figure with the questions that it may answer.
pub(super) struct Bound {
    pub(super) placed: Placed,
    pub(super) candidates: Vec<Candidate>,
    /// Words stand around it that nothing here knows.
    pub(super) strangers: bool,
}

impl Bound {
    /// Whether its own words hold something that nobody understands.
    fn is_doubtful(&self) -> bool {
        self.strangers || self.placed.place.unclear
    }
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

/// What the figures of each group say of each reading.
struct Ballot {
    votes: BTreeMap<(Group, Reading), Votes>,
    /// So many figures of a group are right in a reading and not in the one that most of it confirm.
    apart: BTreeMap<(Group, Reading), usize>,
}

impl Ballot {
    fn count(bound: &[Bound], readings: &[BTreeMap<Reading, bool>]) -> Ballot {
        let mut votes: BTreeMap<(Group, Reading), Votes> = BTreeMap::new();
        let each = || bound.iter().zip(readings).flat_map(|(bound, own)| bound.placed.groups.iter().map(move |group| (*group, own)));
        for (group, own) in each() {
            for (reading, right) in own {
                let votes = votes.entry((group, reading.clone())).or_default();
                votes.all += 1;
                votes.right += usize::from(*right);
            }
        }
        let mut best: BTreeMap<Group, (usize, &Reading)> = BTreeMap::new();
        for ((group, reading), votes) in &votes {
            let most = best.entry(*group).or_insert((0, reading));
            if votes.right > most.0 {
                *most = (votes.right, reading);
            }
        }
        let mut apart = BTreeMap::new();
        for (group, own) in each() {
            let in_best = best.get(&group).is_some_and(|(_, best)| own.get(*best) == Some(&true));
            for (reading, _) in own.iter().filter(|(_, right)| **right && !in_best) {
                *apart.entry((group, reading.clone())).or_default() += 1;
            }
        }
        Ballot { votes, apart }
    }
}

/// How a figure fits a value. One in so many is a rounded number, as writers give it.
pub(super) fn fit(figure: &Figure, value: &Rational) -> Fit {
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
    let readings: Vec<BTreeMap<Reading, bool>> = bound.iter().map(readings).collect();
    let ballot = Ballot::count(bound, &readings);
    bound.iter().zip(&readings).map(|(bound, readings)| one(bound, readings, &ballot)).collect()
}

/// The readings in which questions use all that the figure's own words name, and whether one of them fits. What is not
/// understood in full says nothing against a reading.
fn readings(bound: &Bound) -> BTreeMap<Reading, bool> {
    let mut readings = BTreeMap::new();
    for candidate in bound.candidates.iter().filter(|candidate| candidate.full) {
        let fits = fit(&bound.placed.figure, &candidate.value) != Fit::Off;
        *readings.entry(reading(bound, candidate)).or_insert(false) |= fits;
    }
    readings.retain(|_, right| *right || !bound.is_doubtful());
    readings
}

/// The cells of a table have one reading together. In a text each sentence may speak of something else: there it only
/// matters whether the questions that its figures ask are the right ones.
fn reading(bound: &Bound, candidate: &Candidate) -> Reading {
    let reading = candidate.reading(bound.placed.place.in_table);
    match bound.placed.place.in_table {
        true => reading,
        false => Reading { mechanic: 0, rule_set: None, kind: u8::from(bound.placed.is_chance()), background: 0 },
    }
}

fn one<'a>(
    bound: &'a Bound,
    readings: &BTreeMap<Reading, bool>,
    ballot: &Ballot,
) -> Option<Judged<'a>> {
    // The nearest group in which others confirm a reading.
    let mut confirmed: BTreeSet<&Reading> = BTreeSet::new();
    let mut by = None;
    for group in &bound.placed.groups {
        for (reading, right) in readings {
            let Some(votes) = ballot.votes.get(&(*group, reading.clone())) else { continue };
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
    let in_confirmed = |candidate: &&Candidate| candidate.full && confirmed.contains(&reading(bound, candidate));
    // Beside a confirmed reading another counts where a figure confirms it that the first does not explain.
    let beside = |candidate: &&Candidate| {
        let needed = || {
            let reading = reading(bound, candidate);
            let apart = |group: &Group| ballot.apart.get(&(*group, reading.clone())).copied().unwrap_or(0);
            bound.placed.groups.iter().any(|group| apart(group) >= FEWEST)
        };
        candidate.full && (!in_table || candidate.is_apart() || needed())
    };
    let all = || bound.candidates.iter();
    let right = match confirmed.is_empty() {
        false => all().filter(in_confirmed).find(fits).or_else(|| all().filter(beside).find(fits)),
        true => all().filter(|candidate| candidate.full).find(fits).or_else(|| all().find(fits)),
    };
    if let Some(right) = right {
        return Some(Judged::Right(right, fit(&bound.placed.figure, &right.value)));
    }
    if std::env::var("BIND").is_ok() {
        let full = bound.candidates.iter().filter(|c| c.full).count();
        eprintln!("@{} {:?} cands {} full {full} confirmed {confirmed:?} strangers {} unclear {}", bound.placed.token, bound.placed.figure.shape, bound.candidates.len(), bound.strangers, bound.placed.place.unclear);
        for (r, ok) in readings.iter().filter(|(r, _)| r.rule_set.is_none_or(|r| r.index() == 0)) { let v: Vec<_> = bound.placed.groups.iter().map(|g| ballot.votes.get(&(*g, r.clone())).map(|v| (v.right, v.all))).collect(); eprintln!("     {r:?} {ok} {v:?}"); }
    }
    let (right, all) = by?;
    if bound.is_doubtful() {
        // What is told of something else may be right as well.
        let other = bound.candidates.iter().find(fits)?;
        return Some(Judged::Right(other, fit(&bound.placed.figure, &other.value)));
    }
    let value = bound.placed.figure.value()?;
    // A plain number in a sentence may count anything.
    let counts = |candidate: &&Candidate| {
        in_table || bound.placed.figure.is_chance() || matches!(candidate.measure, Measure::Rule(..) | Measure::Chain(..))
    };
    let missed = bound.candidates.iter().filter(in_confirmed).filter(counts);
    let nearest = missed.min_by_key(|candidate| (&candidate.value - &value).abs())?;
    Some(Judged::Wrong(nearest, right, all))
}
