//! Paragraphs that do not name what comes of something: where one outcome gives nearly all of their figures under what
//! these name, they tell of it. `Vaults with a Whisper Pick start at 24% and end, at Sleight 5, at 49%` is about locks that
//! open, if the figures beside it are.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::FieldId;
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::ask::background::Background;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::figures::one;
use crate::verify::bind::ask::laws::{Asked, Given, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::places::Placed;

use super::under::{MOST_FIGURES, MOST_GROUPS, MOST_SIDES, rarity_of};

/// So many laws are computed for all paragraphs together.
const MOST_LAWS: usize = 900;
/// So many things that may be given are tried for a figure.
const MOST_GIVEN: usize = 5;
/// So many outcomes of one paragraph are told apart.
const MOST_TOLD: usize = 2;
/// Chance brings the figures of a paragraph under one outcome in one paragraph of so many at most.
const GROUPS: i64 = 100;

/// A figure of a paragraph that no words ask about, or whose questions do not give it.
struct Open {
    placed: Placed,
    /// Its place among the figures that have questions; of one that has none, before which of them it stands.
    at: Result<usize, usize>,
    /// What may be given, the likeliest first.
    givens: Vec<Given>,
}

/// What a paragraph may be about: an outcome, and of what its chances are told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    field: FieldId,
    test: Test,
    of: Of,
}

impl Event {
    /// Whether it is about what comes on one side of a chance.
    fn is_of_a_side(&self) -> bool {
        let is_one = matches!(&self.test, Test::In(values) if values.len() == 1);
        matches!(self.of, Of::Side(_)) || !is_one
    }
}

/// Of what a chance is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    All,
    /// Of what is there, and not nothing.
    Present,
    /// Of what comes on one side of a chance: `30% of the wet days`.
    Side(Vec<Value>),
}

/// What an outcome makes of a paragraph.
struct Told {
    rarity: Rational,
    /// The figures that it gives, with the question.
    right: Vec<(usize, Candidate)>,
}

impl Asker<'_, '_> {
    /// Adds to the figures of paragraphs the questions about an outcome that their values tell. `silent` are those that no
    /// words ask about, each with the place of the figure before which it stands.
    pub(in crate::verify::bind) fn told_of(&mut self, bound: &mut Vec<Bound>, silent: Vec<(usize, Placed)>) {
        let mut groups: BTreeMap<usize, Vec<Open>> = BTreeMap::new();
        let open = bound.iter().enumerate().filter(|(_, own)| is_open(own));
        let open = open.map(|(at, own)| (Ok(at), own.placed.clone()));
        let silent = silent.into_iter().map(|(before, placed)| (Err(before), placed));
        for (at, placed) in open.chain(silent) {
            if placed.is_chance && !placed.is_over() {
                let open = Open { placed, at, givens: Vec::new() };
                groups.entry(open.placed.paragraph).or_default().push(open);
            }
        }
        let mut spare = MOST_LAWS;
        let mut added: Vec<(usize, Bound)> = Vec::new();
        let few = groups.into_values().filter(|group| (2..=MOST_FIGURES).contains(&group.len()));
        for mut group in few.take(MOST_GROUPS) {
            if spare == 0 || !self.laws.has_room() {
                break;
            }
            let Some((mechanic, rule_set)) = self.mechanic_of(&group) else { continue };
            for open in &mut group {
                self.fill(open, mechanic);
            }
            let mut told: BTreeSet<usize> = BTreeSet::new();
            for _ in 0..MOST_TOLD {
                let Some(best) = self.best_event(&group, (mechanic, rule_set), &told, &mut spare) else {
                    break;
                };
                for (number, candidate) in best.right {
                    told.insert(number);
                    match group[number].at {
                        Ok(at) => bound[at].candidates.push(candidate),
                        Err(before) => {
                            added.push((before, one(self, group[number].placed.clone(), vec![candidate])));
                        }
                    }
                }
            }
        }
        insert(bound, &mut [], added);
    }

    /// The mechanic that a paragraph is about: the one that most of its figures name.
    fn mechanic_of(&self, group: &[Open]) -> Option<(usize, RuleSetId)> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for open in group {
            let reach = self.reach(&open.placed.place, open.placed.is_chance);
            self.mechanics_in(&reach).into_iter().for_each(|index| *counts.entry(index).or_default() += 1);
        }
        let (mechanic, _) =
            counts.into_iter().max_by_key(|(index, count)| (*count, std::cmp::Reverse(*index)))?;
        let first = group.first()?;
        let reach = self.reach(&first.placed.place, first.placed.is_chance);
        Some((mechanic, self.rule_sets(&reach.labels, mechanic).first().copied()?))
    }

    /// What may be given for a figure: its own words, and layer by layer what stands around it; and the numbers that nothing
    /// says what they count.
    fn fill(&self, open: &mut Open, mechanic: usize) {
        let reach = self.reach(&open.placed.place, open.placed.is_chance);
        let mut givens: Vec<Given> = Vec::new();
        for (given, _) in self.backgrounds(&reach, mechanic, (None, None)).into_values() {
            givens.push(Given { outcomes: BTreeMap::new(), ..given });
        }
        for gives in self.loose_numbers(&reach, mechanic) {
            for base in 0..givens.len().min(2) {
                let mut given = givens[base].clone();
                if given.take(gives.clone()) && !givens.contains(&given) {
                    givens.push(given);
                }
            }
        }
        givens.dedup();
        givens.truncate(MOST_GIVEN);
        open.givens = givens;
    }

    /// The outcome that gives the figures of a paragraph which have not been told of yet, where that is not chance.
    fn best_event(
        &mut self,
        group: &[Open],
        (mechanic, rule_set): (usize, RuleSetId),
        told: &BTreeSet<usize>,
        spare: &mut usize,
    ) -> Option<Told> {
        let events = self.events_of(mechanic);
        // What is told of one side of a chance is one of many things that may be.
        let plain = events.iter().filter(|event| !event.is_of_a_side()).count();
        let tries = |event: &Event| {
            let all = if event.is_of_a_side() { events.len() } else { plain };
            Rational::from(GROUPS) * Rational::from(i64::try_from(all).unwrap_or(1))
        };
        let mut best: Option<Told> = None;
        for event in &events {
            if *spare == 0 || !self.laws.has_room() {
                break;
            }
            let found = self.told_of_event(group, (mechanic, rule_set), event, told, spare);
            let is_better = best.as_ref().is_none_or(|best| best.rarity < found.rarity);
            if found.rarity >= tries(event) && is_better {
                best = Some(found);
            }
        }
        best
    }

    /// What may come of a mechanic: of all, of what is there, of what comes on one side of a chance.
    fn events_of(&self, mechanic: usize) -> Vec<Event> {
        let mut found = BTreeSet::new();
        for subject in self.every_event(mechanic, true) {
            let (field, test) = (subject.field, subject.test);
            let none = nothing(self.names.mechanics[mechanic], field);
            let is_nothing = none.as_ref().is_some_and(|none| test == Test::In(vec![none.clone()]));
            if none.is_some() && !is_nothing {
                found.insert(Event { field, test: test.clone(), of: Of::Present });
            }
            found.insert(Event { field, test, of: Of::All });
        }
        let sides: Vec<&(FieldId, Vec<Value>)> = self.laws.sides(mechanic).take(MOST_SIDES).collect();
        for (field, values) in &sides {
            found.insert(Event { field: *field, test: Test::In(values.clone()), of: Of::All });
            let of = Of::Side(values.clone());
            for value in values {
                let test = Test::In(vec![value.clone()]);
                found.insert(Event { field: *field, test, of: of.clone() });
            }
            let is_inside = |inner: &&&(FieldId, Vec<Value>)| {
                inner.0 == *field
                    && inner.1.len() < values.len()
                    && inner.1.iter().all(|value| values.contains(value))
            };
            let inner = sides.iter().filter(is_inside).map(|(_, inner)| Test::In(inner.clone()));
            found.extend(inner.map(|test| Event { field: *field, test, of: of.clone() }));
        }
        found.into_iter().collect()
    }

    fn told_of_event(
        &mut self,
        group: &[Open],
        (mechanic, rule_set): (usize, RuleSetId),
        event: &Event,
        told: &BTreeSet<usize>,
        spare: &mut usize,
    ) -> Told {
        let mut rarity = Rational::ONE;
        let mut seen: BTreeSet<Rational> = BTreeSet::new();
        let mut right = Vec::new();
        let mut asked_of = 0_i64;
        for (number, open) in group.iter().enumerate().filter(|(number, _)| !told.contains(number)) {
            let mut values: Vec<Rational> = Vec::new();
            let mut fit = None;
            for given in &open.givens {
                let (field, stage, mut given) = (event.field, Stage::End, given.clone());
                if let Of::Side(values) = &event.of {
                    given.outcomes.insert(field, Test::In(values.clone()));
                }
                let asked = Asked { mechanic, rule_set, field, stage, given };
                let answer = self.answer_of(&asked, event, spare);
                let Some((measure, value)) =
                    answer.filter(|(_, value)| !value.is_zero() && *value != Rational::ONE)
                else {
                    continue;
                };
                if fit.is_none() && open.placed.is_uncut(&value) {
                    fit = Some((measure, asked.given.clone(), value.clone()));
                }
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            if values.is_empty() {
                continue;
            }
            let count = i64::try_from(values.len()).unwrap_or(1);
            asked_of += 1;
            if let Some((measure, given, value)) = fit {
                if seen.insert(open.placed.figure.value().unwrap_or_default()) {
                    let own = &rarity_of(&open.placed.figure) * &Rational::new(1, count);
                    rarity = &rarity * &own.max(Rational::ONE);
                }
                let tried = Candidate::tried(mechanic, rule_set, measure, given, value);
                let tried = Candidate { background: Background::OWN, left: Some(Vec::new()), ..tried };
                right.push((number, tried));
            }
        }
        // Any of them may be those that chance gives.
        let ways = (0..i64::try_from(right.len()).unwrap_or(0)).map(|k| Rational::new(asked_of - k, k + 1));
        let ways = ways.fold(Rational::ONE, |all, one| &all * &one);
        Told { rarity: rarity.checked_div(&ways).unwrap_or_default(), right }
    }

    /// What a question about an outcome gives.
    fn answer_of(&mut self, asked: &Asked, event: &Event, spare: &mut usize) -> Option<(Measure, Rational)> {
        let (field, test) = (event.field, &event.test);
        let before = self.laws.asked();
        let law = self.laws.law(asked);
        *spare = spare.saturating_sub(self.laws.asked() - before);
        let law = law?;
        let mass = test.mass(&law);
        if event.of != Of::Present {
            return Some((Measure::Chance(field, test.clone(), Stage::End), mass));
        }
        let none = nothing(self.names.mechanics[asked.mechanic], field)?;
        Some((Measure::Share(field, test.clone()), law.share(&mass, &none)?))
    }
}

/// Whether a figure of a text is right by no question.
pub(super) fn is_open(bound: &Bound) -> bool {
    let fits = |candidate: &Candidate| bound.placed.takes(candidate);
    !bound.placed.place.in_table && !bound.candidates.iter().any(fits)
}

/// Puts figures among those that have questions, and moves those that have none along.
pub(super) fn insert(bound: &mut Vec<Bound>, silent: &mut [(usize, Placed)], mut added: Vec<(usize, Bound)>) {
    added.sort_by_key(|(before, own)| std::cmp::Reverse((*before, own.placed.token)));
    for (before, own) in added {
        let token = own.placed.token;
        let behind = silent.iter_mut().filter(|(at, placed)| (*at, placed.token) > (before, token));
        behind.for_each(|(at, _)| *at += 1);
        bound.insert(before, own);
    }
}
