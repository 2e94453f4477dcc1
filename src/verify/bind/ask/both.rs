//! Two outcomes of one use: `both the sword and the mount from one kill: 1 in 200`, `a barren rock with a ladder under it`.

use std::ops::Range;

use super::background::Background;
use super::candidate::{Candidate, Measure, Test};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::wider::most_questions;
use crate::check::FieldId;
use crate::rules::RuleSetId;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

/// So many ways to take what is given are tried, in so many mechanics.
const MOST_GIVEN: usize = 4;
const MOST_MECHANICS: usize = 2;
/// So many words may stand between two labels that "and" joins.
const BETWEEN: usize = 12;
/// So many labels of a sentence are looked at.
const MOST_NAMED: usize = 12;
/// Words that may join two outcomes of one use.
const JOINS: [&str; 13] =
    ["and", "with", "plus", "also", "while", "as", "that", "under", "but", "yet", "without", "too", "nor"];

/// An outcome, and what it is to be.
type Event = (FieldId, Test);
/// Two events of different outcomes.
type Pair = [Event; 2];

impl Asker<'_, '_> {
    /// The question for two outcomes at once that the sentence of a chance may ask: sure where its own clause names just
    /// these two and says that they come together, else only tried.
    pub(crate) fn both(&mut self, placed: &Placed) -> Option<Candidate> {
        let place = &placed.place;
        if place.in_table || !placed.is_chance {
            return None;
        }
        let reach = self.reach(place, true);
        let mut left = most_questions(&placed.figure);
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.usual_rules(&reach, index) else { continue };
            let mut given = self.selections(&reach, index);
            given.truncate(MOST_GIVEN);
            if let Some(pair) = self.named_at_once(&reach, index) {
                let Some(own) = given.first() else { continue };
                let Some(asked) = self.at_once((index, rule_set), &pair, own) else { continue };
                let full = self.says_only(&reach, index, &pair, own);
                return Some(Candidate {
                    full,
                    left: full.then(Vec::new),
                    background: Background::OWN,
                    ..asked
                });
            }
            let pairs = self.pairs_of_sentence(&reach, index);
            for (given, pair) in given.iter().flat_map(|given| pairs.iter().map(move |pair| (given, pair))) {
                if !self.laws.has_room() {
                    return None;
                }
                left = left.checked_sub(1)?;
                let tried = self.at_once((index, rule_set), pair, given);
                if let Some(tried) = tried.filter(|tried| placed.is_uncut(&tried.value)) {
                    return Some(tried);
                }
            }
        }
        None
    }

    /// Whether the clause of a chance names two outcomes with "or" between them: `a foil or a legendary`.
    pub(super) fn names_either(&self, placed: &Placed) -> bool {
        let place = &placed.place;
        if place.in_table || !placed.is_chance {
            return false;
        }
        let reach = self.reach(place, true);
        let is_or = |first: usize, second: usize| {
            let mut between = first + 1..second;
            between.len() <= BETWEEN && between.any(|token| self.page.word_at(token) == Some("or"))
        };
        let mut all = self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS);
        all.any(|index| !pairs(&self.named_in(&reach, Layer::Own, index), is_or).is_empty())
    }

    /// Whether the clause of a figure names nothing but two outcomes and what is given.
    fn says_only(&self, reach: &Reach<'_>, index: usize, pair: &Pair, given: &Given) -> bool {
        let place = reach.place;
        let is_used = |mention: &usize| {
            let mut events = self.events(place, *mention, index, &place.layers[Layer::Own]).into_iter();
            !self.names_something(*mention, index)
                || self.is_given(*mention, index, given)
                || self.gives_nothing(place, *mention, index)
                || events.any(|event| pair.iter().any(|(field, _)| *field == event.field))
        };
        reach.labels.own().iter().all(is_used)
    }

    /// The chance that both of two events come in one use.
    fn at_once(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        pair: &Pair,
        given: &Given,
    ) -> Option<Candidate> {
        let [(field, test), (other, known)] = pair.clone();
        let mut given = given.clone();
        given.outcomes.insert(other, known);
        let asked = Asked { mechanic, rule_set, field, stage: Stage::End, given };
        let value = self.laws.both(&asked, &test)?;
        let measure = Measure::Both(field, test);
        Some(Candidate::tried(mechanic, rule_set, measure, asked.given, value))
    }

    /// The two outcomes that the own clause of a figure names, where it says that they come together.
    fn named_at_once(&self, reach: &Reach<'_>, index: usize) -> Option<Pair> {
        if !self.says_at_once(reach.place.layers.own(), index) {
            return None;
        }
        let named = self.named_in(reach, Layer::Own, index);
        let mut pairs = pairs(&named, |_, _| true).into_iter();
        pairs.next().filter(|_| pairs.next().is_none())
    }

    /// Whether some words say that two things come in one use: `at once`, `both from one kill`. "And" and "both" alone may
    /// list what comes in several.
    fn says_at_once(&self, own: &[Range<usize>], index: usize) -> bool {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let of_one = |token: usize| {
            let is_use = (token + 1..token + 3).any(|next| self.mentions.is_use(next, index));
            matches!(word(token), "one" | "same" | "single") && is_use
        };
        let mut tokens = own.iter().flat_map(Clone::clone);
        tokens.any(|token| match word(token) {
            "simultaneously" | "together" | "neither" => true,
            "at" => word(token + 1) == "once",
            "same" => word(token + 1) == "time" || of_one(token),
            _ => of_one(token),
        })
    }

    /// Any two outcomes that the sentence of a figure names, where a word joins them.
    fn pairs_of_sentence(&self, reach: &Reach<'_>, index: usize) -> Vec<Pair> {
        let layers = [Layer::Own, Layer::Before, Layer::After];
        let mut named = layers.map(|layer| self.named_in(reach, layer, index)).concat();
        named.sort_by_key(|(at, _)| at.abs_diff(reach.place.figure));
        named.truncate(MOST_NAMED);
        named.sort_by_key(|(at, _)| *at);
        let joins = |first: usize, second: usize| {
            let mut between = first + 1..second;
            // Two labels side by side are one thing: `a crested pale drake`.
            second - first <= 2
                || between.len() <= BETWEEN
                    && between.any(|token| self.page.word_at(token).is_some_and(|word| JOINS.contains(&word)))
        };
        pairs(&named, joins)
    }

    /// The events that a layer names, each with where its label stands; what is denied as what is not so.
    fn named_in(&self, reach: &Reach<'_>, layer: Layer, index: usize) -> Vec<(usize, Event)> {
        let mut found = Vec::new();
        for mention in &reach.labels[layer] {
            let label = self.mentions.get(*mention);
            let events = self.events(reach.place, *mention, index, &reach.place.layers[layer]);
            for event in events {
                let test = match (&event.test, label.denied) {
                    (Test::In(values), true) if values.len() == 1 => Test::Not(values[0].clone()),
                    (Test::Not(value), true) => Test::In(vec![value.clone()]),
                    (test, _) => test.clone(),
                };
                found.push((label.tokens.start, (event.field, test)));
            }
        }
        found
    }
}

/// The pairs of events of different outcomes, by where their labels stand.
fn pairs(named: &[(usize, Event)], are_told: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    let mut found = Vec::new();
    for (number, (first, one)) in named.iter().enumerate() {
        for (second, other) in &named[number + 1..] {
            if one.0 != other.0 && are_told(*first, *second) {
                found.push([one.clone(), other.clone()]);
            }
        }
    }
    found
}
