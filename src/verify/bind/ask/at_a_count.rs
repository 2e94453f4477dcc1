//! Pity timers of which no words say what they bring: `6.6% on the 74th pull`, `it rises by 6% with each pull`.

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::check::{Counter, StateId};
use crate::exact::Rational;
use crate::names::stem;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::beside::{is_miss, number_at, sign_at};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::likelier::CHANCES;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::places::Placed;

/// A timer is followed so far at most to where its chance first changes.
const MOST_STEPS: i64 = 120;

/// So many words stand from "pity" to its number at most.
const NEAR: usize = 5;

/// A state with the two values that are set against each other, and what the chance is of.
pub(super) struct Step {
    pub(super) state: StateId,
    pub(super) values: [Value; 2],
    pub(super) event: Subject,
}

/// What sets a timer back, where it is one outcome.
pub(super) fn ended_by(counter: &Counter) -> Option<Subject> {
    let (field, _) = counter.ended_by.first()?;
    let is_one = counter.ended_by.iter().all(|(own, _)| own == field);
    let values = counter.ended_by.iter().map(|(_, value)| value.clone()).collect();
    is_one.then(|| Subject::unnamed(*field, Test::In(values)))
}

impl Asker<'_, '_> {
    /// The chance of what sets a timer back, for a chance at a number of it whose sentence names no outcome.
    pub(crate) fn at_a_count(&mut self, placed: &Placed) -> Vec<Candidate> {
        let place = &placed.place;
        let is_told = !place.in_table && placed.is_chance && place.about == About::Now;
        if !is_told || place.since.is_empty() {
            return Vec::new();
        }
        let reach = self.reach(place, true);
        let mut named = reach.labels.upto(Layer::After);
        if named.any(|mention| self.mentions.get(*mention).is_outcome()) || self.tells_of_a_miss(placed) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for since in &place.since {
            let mechanic = since.mechanic;
            let counter = self.names.counters(mechanic).iter().find(|counter| counter.state == since.state);
            let Some(event) = counter.and_then(ended_by) else { continue };
            let Some(rule_set) = self.rule_sets(&reach.labels, reach.place.figure, mechanic).first().copied()
            else {
                continue;
            };
            let mut given = self.selections(&reach, mechanic).into_iter().next().unwrap_or_default();
            given.states.insert(since.state, since.value.clone());
            let Some(value) = self.chance((mechanic, rule_set), &event, &given) else { continue };
            let measure = Measure::Chance(event.field, event.test, Stage::End);
            let own = Candidate::tried(mechanic, rule_set, measure, given, value);
            // Refunds, a bonus and what is unknown come on the Nth use as well.
            let full = placed.is(&own.value) || self.tells_of_a_chance(place);
            found.push(Candidate { full, left: full.then(Vec::new), ..own });
        }
        found
    }

    /// Whether the words of a figure, or those before it, speak of a chance, and not of that of something unknown: `the drop
    /// rate of coal`.
    fn tells_of_a_chance(&self, place: &Place) -> bool {
        const BEHIND: usize = 5;
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_chance = |token: usize| {
            let follows = word(token + 1) == "of";
            CHANCES.contains(&word(token))
                && (!follows || !self.mentions.within(&(token + 2..token + BEHIND)).is_empty())
        };
        place.tokens(Layer::Before).any(is_chance)
    }

    /// The use at which a timer is sure to be set back, for a number that is called its hard pity.
    pub(crate) fn hard_pity(&mut self, placed: &Placed) -> Vec<Candidate> {
        let place = &placed.place;
        // `After 89 pulls without one` counts those before it, and `for the other banner` is told of something else.
        const ELSEWHERE: [&str; 13] = [
            "after", "once", "if", "when", "without", "failed", "fail", "misses", "missed", "dry", "counter",
            "for", "other",
        ];
        if placed.is_chance || !self.names_hard_pity(place) || self.has(place.layers.own(), &ELSEWHERE) {
            return Vec::new();
        }
        let reach = self.reach(place, false);
        let mut found = Vec::new();
        for mechanic in self.mechanics_in(&reach) {
            let [counter] = self.names.counters(mechanic) else { continue };
            let Some(event) = ended_by(counter) else { continue };
            let Some(rule_set) = self.rule_sets(&reach.labels, reach.place.figure, mechanic).first().copied()
            else {
                continue;
            };
            let given = self.selections(&reach, mechanic).into_iter().next().unwrap_or_default();
            let (sought, field, stage) = (Sought::Level(Rational::ONE), event.field, Stage::End);
            let asked = Asked { mechanic, rule_set, field, stage, given: given.clone() };
            let Some(value) = self.laws.chain(&asked, &sought, &event.test) else { continue };
            let measure = Measure::Chain(sought, field, event.test);
            let own = Candidate::tried(mechanic, rule_set, measure, given, value);
            found.push(Candidate { full: true, left: Some(Vec::new()), is_told: true, ..own });
        }
        found
    }

    /// Whether a number is called the hard pity by the words before it: `hard pity is at 90`, and not `hard pity (nothing in
    /// the first 89)`.
    fn names_hard_pity(&self, place: &Place) -> bool {
        let is = |token: usize, word: &str| self.page.word_at(token) == Some(word);
        let mut before = (place.figure.saturating_sub(NEAR)..place.figure).rev();
        let ends = |token: &usize| matches!(sign_at(self.page, *token), '(' | '.' | ';');
        let name = before.by_ref().take_while(|token| !ends(token)).find(|token| is(*token, "pity"));
        name.is_some_and(|name| name > 0 && is(name - 1, "hard"))
    }

    /// Whether the words of a figure tell of uses that bring nothing.
    fn tells_of_a_miss(&self, placed: &Placed) -> bool {
        let says = |word: &str| is_miss(&stem(word)) || matches!(word, "no" | "not" | "without" | "nothing");
        placed.place.tokens(Layer::After).any(|token| self.page.word_at(token).is_some_and(says))
    }

    /// What a chance of a mechanic changes by with each use, where words say that it does: `rises by 6% per pull`.
    pub(super) fn step_of_uses(
        &mut self,
        reach: &Reach<'_>,
        (index, rule_set): (usize, RuleSetId),
        given: &Given,
        named: Option<&Subject>,
    ) -> Option<Step> {
        // `Every ten pulls` is no step of one.
        let is_each = |token: usize| {
            let is_use = |token: usize| self.mentions.is_use(token, index);
            matches!(self.page.word_at(token), Some("each" | "every" | "per"))
                && number_at(self.page, token + 1).is_none()
                && (1..3).any(|step| is_use(token + step))
        };
        if !reach.place.tokens(Layer::Own).any(is_each) {
            return None;
        }
        // Fuel may cost more with each use as well.
        if named.is_none() && !self.tells_of_a_chance(reach.place) {
            return None;
        }
        let [counter] = self.names.counters(index) else { return None };
        let event = match named {
            None => ended_by(counter)?,
            Some(event) => event.clone(),
        };
        let state = counter.state;
        let told = reach.place.since.iter().find(|since| since.mechanic == index && since.state == state);
        let told = told.and_then(|since| since.value.as_number()?.to_i64());
        let model = &self.names.mechanics[index].model;
        let high = model[state].declaration.range.high.as_ref();
        let most = high.and_then(Rational::to_i64).unwrap_or(MOST_STEPS);
        let all = told.map_or(0..most.min(MOST_STEPS), |told| (told - 1).max(0)..(told + 1).min(most));
        let value = |number: i64| Value::Number(Rational::from(number));
        let mut chance = |number: i64| {
            let mut given = given.clone();
            given.states.insert(state, value(number));
            self.laws.has_room().then(|| self.chance((index, rule_set), &event, &given)).flatten()
        };
        let mut last = chance(all.start)?;
        for number in all {
            let next = chance(number + 1)?;
            if next != last {
                return Some(Step { state, values: [value(number + 1), value(number)], event });
            }
            last = next;
        }
        None
    }
}
