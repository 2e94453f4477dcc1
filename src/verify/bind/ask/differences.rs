//! What two chances that were told before differ by: columns such as `4.66% | 5.17% | +0.52%`, and `coins go from 14% to
//! 18.6%. That is 1.33 times as many`.

use super::against::{Way, ways};
use super::bound::Bound;
use super::candidate::{Against, By, Candidate, Measure, Test};
use super::laws::Given;
use super::question::Asker;
use crate::check::FieldId;
use crate::exact::Rational;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::places::{Group, Placed};

/// Words over such a column.
const WORDS: [&str; 8] =
    ["difference", "change", "gain", "increase", "bonus", "delta", "improvement", "effect"];

/// So many words lie between two chances and what they are set against each other by.
const NEAR: usize = 40;
/// So many chances before it are looked at.
const CHANCES: usize = 3;

impl Asker<'_, '_> {
    /// What the last two chances of a paragraph differ by, or another two of the last where that is the figure; sure where
    /// its words say how they are set against each other and its clause gives nothing else.
    pub(crate) fn of_told(&self, placed: &Placed, before: &[Bound]) -> Option<Candidate> {
        let is_near = |other: &&Bound| {
            let own = &other.placed;
            own.paragraph == placed.paragraph && placed.token.saturating_sub(own.token) <= NEAR
        };
        let near = before.iter().rev().take_while(is_near).filter(|other| other.placed.is_chance);
        let told: Vec<&Candidate> = near.take(CHANCES).map(told).collect::<Option<_>>()?;
        let mut first = None;
        // `0.7 times as likely`
        let is_part = placed.figure.value().is_some_and(|value| value < Rational::ONE);
        for way in ways(self.page, placed) {
            for (at, last) in told.iter().enumerate() {
                for other in &told[at + 1..] {
                    let Some(candidate) = self.set_against(last, other, (way, is_part)) else { continue };
                    if placed.is_uncut(&candidate.value) {
                        return Some(candidate);
                    }
                    let is_sure = way.is_all() && told.len() == 2;
                    first = first.or(Some(candidate).filter(|_| is_sure));
                }
            }
        }
        first.filter(|_| self.reach(&placed.place, false).labels.own().is_empty())
    }

    /// By how much the chances of the two cells before one in its row differ, which are about the same under two things;
    /// sure where its sign or the head of its column says that it is a difference.
    pub(crate) fn difference(&self, placed: &Placed, before: &[Bound]) -> Option<Candidate> {
        if !placed.place.in_table || !placed.is_chance {
            return None;
        }
        let is_column = |group: Group| matches!(group, Group::Column(..));
        let mut heads = placed.heads.iter().filter(|(group, _)| is_column(*group));
        let says_so = heads.any(|(_, head)| self.has([head], &WORDS));
        if !says_so && placed.place.about != About::Change {
            return None;
        }
        let row = placed.groups.iter().find(|group| matches!(group, Group::Row(..)))?;
        let of_row = before.iter().rev().take_while(|other| other.placed.groups.contains(row));
        let mut right = of_row.filter(|other| other.placed.is_chance).map(|other| {
            let fits = |own: &&Candidate| own.full && other.placed.is(&own.value);
            other.candidates.iter().filter(fits)
        });
        let (lasts, firsts) = (right.next()?, right.next()?);
        let pairs = lasts.flat_map(|last| firsts.clone().map(move |first| (first, last)));
        let mut pairs = pairs.filter(|(first, last)| {
            let is_same = first.mechanic == last.mechanic && first.measure == last.measure;
            is_same && first.rule_set == last.rule_set && first.given != last.given
        });
        let (first, last) = pairs.next()?;
        let by_points = Way { by: By::Points, is_sure: true };
        self.set_against(last, first, (by_points, false))
    }

    /// One of two chances of one mechanic set against the other, which differ in their event or in what is given: the
    /// greater, unless it is told how much less one is.
    fn set_against(
        &self,
        last: &Candidate,
        other: &Candidate,
        (way, is_part): (Way, bool),
    ) -> Option<Candidate> {
        let is_same = last.mechanic == other.mechanic && last.rule_set == other.rule_set;
        let (more, less) = if last.value >= other.value { (last, other) } else { (other, last) };
        // That something is less is told of the one that is.
        let is_less = way.by == By::Loss || way.by == By::Times && is_part;
        let (own, of) = if is_less { (less, more) } else { (more, less) };
        let ((field, test), (of_field, of_test)) = event(own).zip(event(of))?;
        let is_other = (field, test, &own.given) != (of_field, of_test, &of.given);
        let value = way.by.between(&own.value, &of.value).filter(|_| is_same && is_other)?;
        let given = self.beside(of, own);
        let against = Against { field: of_field, test: of_test.clone(), given, by: way.by };
        let measure = Measure::Against(field, test.clone(), Box::new(against));
        let is_full = last.full && other.full;
        let left = is_full.then(Vec::new);
        Some(Candidate { measure, value, full: is_full, left, is_told: is_full, ..own.clone() })
    }

    /// What is given for a chance, with the usual values of what only the other is told under.
    fn beside(&self, own: &Candidate, other: &Candidate) -> Given {
        let model = &self.names.mechanics[own.mechanic].model;
        let mut given = own.given.clone();
        for input in other.given.inputs.keys() {
            if let (false, Some(usual)) = (given.inputs.contains_key(input), model[*input].default.value()) {
                given.inputs.insert(*input, usual.clone());
            }
        }
        given
    }
}

/// The question that gives a figure right, one that uses all that its words name before others.
fn told(bound: &Bound) -> Option<&Candidate> {
    let mut right = bound.candidates.iter().filter(|own| bound.placed.is(&own.value));
    right.clone().find(|own| own.full).or_else(|| right.next())
}

/// The event of a chance.
fn event(candidate: &Candidate) -> Option<(FieldId, &Test)> {
    match &candidate.measure {
        Measure::Chance(field, test, _) => Some((*field, test)),
        _ => None,
    }
}
