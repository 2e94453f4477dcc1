//! What becomes of one figure in the readings that those around it confirm.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::ballot::{Ballot, is_elsewhere, reading};
use super::confirmed::confirmed;
use super::lines::is_stated_beside;
use super::votes::FEWEST;
use crate::exact::Rational;
use crate::page::{Fit, Shape};
use crate::verify::bind::ask::bound::{Bound, fit};
use crate::verify::bind::ask::candidate::{Candidate, Measure, Reading};
use crate::verify::bind::read::places::Group;

/// What becomes of a figure; `None` where nothing is known.
pub(super) fn one<'a>(
    bound: &'a Bound,
    readings: &BTreeMap<Reading, bool>,
    ballot: &Ballot,
) -> Option<Judged<'a>> {
    let (confirmed, by) = confirmed(bound, readings, ballot);
    let own = One { bound, ballot, confirmed, in_table: bound.placed.place.in_table };
    if let Some(right) = own.right() {
        return Some(match ballot.meant_by_line(bound, right) {
            Some(meant) => Judged::Doubt(meant),
            None => own.told(right),
        });
    }
    // What is told of something else may be right as well.
    let other = || Some(own.told(own.fitting().next()?));
    match by.filter(|_| !bound.is_doubtful() && !is_elsewhere(bound)) {
        Some((right, of)) => match own.missed() {
            Some(nearest) => Some(Judged::Wrong(nearest, right, of)),
            None => other(),
        },
        None => other().or(own.exchanged().map(|candidate| Judged::Wrong(candidate, 0, 0))),
    }
}

/// A figure with the readings that those around it confirm.
struct One<'a, 'b> {
    bound: &'a Bound,
    ballot: &'b Ballot,
    confirmed: BTreeSet<&'b Reading>,
    in_table: bool,
}

impl<'a> One<'a, '_> {
    fn told(&self, right: &'a Candidate) -> Judged<'a> {
        Judged::Right(right, fit(&self.bound.placed.figure, &right.value))
    }

    /// The questions that give the figure.
    fn fitting(&self) -> impl Iterator<Item = &'a Candidate> {
        let bound = self.bound;
        bound.candidates.iter().filter(|candidate| bound.placed.takes(candidate))
    }

    fn in_confirmed(&self, candidate: &Candidate) -> bool {
        candidate.full && self.confirmed.contains(&reading(self.bound, candidate))
    }

    /// The question that the figure is right by.
    fn right(&self) -> Option<&'a Candidate> {
        let bound = self.bound;
        // What a figure is to the last digit comes before what it is rounded.
        let is_rounded = |candidate: &&Candidate| fit(&bound.placed.figure, &candidate.value) != Fit::Exact;
        if self.confirmed.is_empty() {
            let full = self.fitting().filter(|candidate| candidate.full);
            return full.min_by_key(is_rounded).or_else(|| self.fitting().next());
        }
        let own = self.fitting().filter(|candidate| self.in_confirmed(candidate));
        own.min_by_key(is_rounded)
            .or_else(|| self.fitting().find(|candidate| self.counts_beside(candidate)))
            .or_else(|| self.fitting().find(|candidate| self.stands_apart(candidate)))
    }

    /// Whether a question says what stands in the mechanic whatever is given: a table has that in a column of base chances.
    fn stands_apart(&self, candidate: &Candidate) -> bool {
        let place = &self.bound.placed.place;
        match candidate.measure {
            Measure::Rule(_, is_rest) if self.in_table => place.is_bare && !is_rest,
            Measure::Either(..) => true,
            _ => !self.in_table && candidate.is_apart(),
        }
    }

    /// Whether a question counts beside a confirmed reading: a figure confirms it that this one does not explain.
    fn counts_beside(&self, candidate: &Candidate) -> bool {
        let needed = || {
            let reading = reading(self.bound, candidate);
            let apart =
                |group: &Group| self.ballot.apart.get(&(*group, reading.clone())).copied().unwrap_or(0);
            self.bound.placed.groups.iter().any(|group| apart(group) >= FEWEST)
        };
        // A table tells of rules in a row or column of their own.
        let is_apart = candidate.measure.is_of_uses() || matches!(candidate.measure, Measure::State(..));
        candidate.full && (!self.in_table || is_apart || needed())
    }

    /// The question of a sure mechanic that the figure is with two of its digits exchanged: that tells of itself what was meant.
    fn exchanged(&self) -> Option<&'a Candidate> {
        let mut full = self.bound.candidates.iter().filter(|candidate| candidate.full);
        full.find(|candidate| {
            self.ballot.sure.contains(&candidate.mechanic)
                && self.bound.placed.figure.exchanges(&candidate.value)
        })
    }

    /// The nearest of the questions that the figure misses in the readings which are confirmed.
    fn missed(&self) -> Option<&'a Candidate> {
        let bound = self.bound;
        let value = bound.placed.figure.value()?;
        // Under a remark that its row has too the figure beside it may be the one that is told without.
        let is_beside = |candidate: &Candidate| {
            bound.placed.narrow.is_some() && is_stated_beside(bound, candidate, &self.ballot.rows)
        };
        let is_sure = |candidate: &Candidate| {
            self.ballot.sure.contains(&candidate.mechanic) || self.is_shuffled(candidate)
        };
        let missed = bound.candidates.iter().filter(|candidate| {
            self.in_confirmed(candidate)
                && self.counts_against(candidate, &value)
                && is_sure(candidate)
                && !is_beside(candidate)
                && !self.is_told_otherwise(candidate)
        });
        missed.min_by_key(|candidate| (&candidate.value - &value).abs())
    }

    /// Whether a question takes a value from further around for an input that the sentence of the figure gives another.
    fn is_told_otherwise(&self, candidate: &Candidate) -> bool {
        let otherwise = |told: &Candidate| {
            let other = |(input, value)| told.given.inputs.get(input).is_some_and(|own| own != value);
            told.background.is_of_sentence()
                && told.mechanic == candidate.mechanic
                && candidate.given.inputs.iter().any(other)
        };
        !self.in_table
            && !candidate.background.is_of_sentence()
            && self.bound.candidates.iter().any(otherwise)
    }

    fn is_shuffled(&self, candidate: &Candidate) -> bool {
        let reading = reading(self.bound, candidate);
        let mut groups = self.bound.placed.groups.iter();
        groups.any(|group| self.ballot.shuffled.contains(&(*group, reading.clone())))
    }

    /// Whether what a question gives says something against a figure of that value. A plain number in a sentence may count
    /// anything.
    fn counts_against(&self, candidate: &Candidate, value: &Rational) -> bool {
        let (bound, in_table) = (self.bound, self.in_table);
        match candidate.measure {
            // A plain number of more than one is no chance, whatever the figures beside it are.
            Measure::Chance(..) | Measure::Complement(..) | Measure::Share(..) | Measure::Both(..)
                if *value > Rational::ONE && !bound.placed.is_chance =>
            {
                false
            }
            // Of one chance in the text of a mechanic a figure may leave out what comes before or after.
            Measure::Drawn(..) | Measure::Either(..) => false,
            Measure::Rule(..) => in_table || !bound.placed.is_chance,
            // `Half of all runs have one by card 19`: that is the median, and no chance of exactly a half.
            Measure::Chain(..) | Measure::Arrival(..)
                if matches!(bound.placed.figure.shape, Shape::Word(_)) =>
            {
                false
            }
            // What cannot be may be told of something else, unless a figure beside it says that it cannot be, or all others
            // around it are right.
            _ if candidate.value.is_zero() => {
                let beside =
                    || bound.placed.groups[..2].iter().any(|group| self.ballot.zeros.contains(group));
                in_table
                    && !candidate.given.is_empty()
                    && (beside() || self.ballot.is_clear(bound, candidate))
            }
            // So may what is certain.
            _ if !in_table && bound.placed.is_chance && candidate.value == Rational::ONE => false,
            _ => {
                let own = candidate.background.is_own() && !candidate.given.is_empty();
                own || in_table || !value.is_zero() && *value != Rational::ONE
            }
        }
    }
}
