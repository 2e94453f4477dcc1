//! What has come within so many uses, or has not, where words tell that no other way: `twenty cards and still none
//! happens to 43% of players, thirty to 12%`.
//!
//! Which number of uses it is, and of what, is tried as far as chance hardly brings the figure there. Nothing is called
//! wrong by such a question.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::bound::weight;
use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::{Asked, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use super::times::Times;
use super::uses::MOST_COUNTED;
use super::wider::most_questions;
use crate::names::Meaning;
use crate::page::Shape;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::{MOST_USES, ordinal};
use crate::verify::bind::read::places::Placed;

/// So many numbers of uses are tried, the nearest; so many events, and so much that may be given.
const MOST_NUMBERS: usize = 2;
const MOST_EVENTS: usize = 3;
const MOST_GIVEN: usize = 4;
const MOST_MECHANICS: usize = 2;

/// Days of a week: what is used once a day is used so often in one.
const DAYS: u64 = 7;

/// Words of those to whom something has not come yet.
const LACKS: [&str; 22] = [
    "still", "yet", "waiting", "wait", "waits", "without", "none", "nothing", "no", "never", "not", "dry",
    "lack", "lacks", "haven't", "hasn't", "don't", "unlucky", "longer", "empty", "missing", "zero",
];

/// Words of those to whom it has.
const HAS: [&str; 12] =
    ["within", "by", "after", "until", "till", "seen", "found", "first", "had", "have", "one", "least"];

/// Words of those to whom it comes again and again.
const ALL: [&str; 12] = [
    "all", "both", "each", "every", "row", "straight", "consecutive", "consecutively", "succession", "twice",
    "thrice", "running",
];

impl Asker<'_, '_> {
    /// A question about so many uses that gives a chance in a text; `None` where there is none.
    pub(crate) fn waits(&mut self, placed: &Placed) -> Option<Candidate> {
        let place = &placed.place;
        let says = |last: Layer, words: &[&str]| self.has(place.layers.upto(last), words);
        let [lacks, has, all] = [&LACKS[..], &HAS[..], &ALL[..]].map(|words| says(Layer::After, words));
        if place.in_table || !placed.is_chance || !lacks && !has && !all {
            return None;
        }
        // `83.3% do not, and five packs show at least one 59.8% of the time`: its own clause says it.
        let lacks = lacks && (says(Layer::Own, &LACKS) || !says(Layer::Own, &HAS));
        // `Without the feather ten kills give at least one`: that says nothing of what has not come.
        let has = has && (!lacks || says(Layer::Own, &["least", "within"]));
        let ways = |uses: u64| {
            let each = Times { way: Ordering::Equal, number: uses };
            let each = (all && uses <= MOST_COUNTED).then_some(Sought::Times(each, uses));
            let none = (lacks || all).then_some(Sought::NotYet(uses));
            each.into_iter().chain(none).chain(has.then_some(Sought::Within(uses)))
        };
        let numbers = self.numbers_of_uses(placed);
        let mut left = most_questions(&placed.figure);
        if numbers.is_empty() || left == 0 {
            return None;
        }
        let reach = self.reach(place, placed.is_chance);
        // That of which the uses are named comes first.
        let mut mechanics: Vec<usize> = self.mechanics_in(&reach).into_iter().collect();
        let near: Vec<usize> = place.tokens(Layer::Said).collect();
        mechanics.sort_by_key(|index| !near.iter().any(|token| self.mentions.is_use(*token, *index)));
        let mut seen = BTreeSet::new();
        let is_only = self.names.mechanics.len() == 1 && !matches!(placed.figure.shape, Shape::Word(_));
        for index in mechanics.into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.usual_rules(&reach, index) else { continue };
            let mut events = self.denied_events(&reach, index);
            events.extend(self.all_subjects(&reach, index));
            // Where nothing says for what, it is what the one mechanic that a text is about may have; what is listed last is
            // mostly what one waits for.
            let is_likely = !self.names.mechanics[index].model.states.is_empty() || placed.is_precise();
            if events.is_empty() && is_only && is_likely {
                events = self.every_event(index, true);
                events.reverse();
            }
            for given in self.selections(&reach, index).into_iter().take(MOST_GIVEN) {
                for event in events.iter().take(MOST_EVENTS) {
                    let (mechanic, field, stage, given) = (index, event.field, Stage::End, given.clone());
                    let asked = Asked { mechanic, rule_set, field, stage, given };
                    for sought in numbers.iter().flat_map(|uses| ways(*uses)) {
                        if !self.laws.has_room() {
                            return None;
                        }
                        let Some(value) = self.laws.chain(&asked, &sought, &event.test) else { continue };
                        if seen.insert(value.clone()) {
                            left = left.checked_sub(1)?;
                        }
                        if placed.is_uncut(&value) {
                            let measure = Measure::Chain(sought, field, event.test.clone());
                            return Some(Candidate::tried(mechanic, rule_set, measure, asked.given, value));
                        }
                    }
                }
            }
        }
        None
    }

    /// The outcomes that the clause of a figure names behind "without": `ten trips without losing a mole`.
    fn denied_events(&self, reach: &Reach<'_>, index: usize) -> Vec<Subject> {
        let denied =
            reach.labels.own().iter().map(|mention| self.mentions.get(*mention)).filter(|own| own.without);
        let outcomes = denied.flat_map(|own| own.named.iter()).filter(|named| named.mechanic == index);
        let events = outcomes.filter_map(|named| match &named.meaning {
            Meaning::Outcome(field, value) => Some(Subject::unnamed(*field, Test::In(vec![value.clone()]))),
            _ => None,
        });
        events.collect()
    }

    /// The question how many uses it takes on average until an event, where that gives a number that nothing else gives: `a
    /// member waits 6.67 days on average`, 33.3 in the row `Chests per legendary (average)`.
    pub(crate) fn mean_wait(&mut self, placed: &Placed) -> Option<Candidate> {
        let place = &placed.place;
        let mut left = most_questions(&placed.figure);
        let is_open = left > 0 && !placed.is_chance && self.laws.has_room();
        if !is_open || !self.has(place.layers.upto(Layer::Own), &cues::MEAN_OF_USES) {
            return None;
        }
        let reach = self.reach(place, false);
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.usual_rules(&reach, index) else { continue };
            let events = self.all_subjects(&reach, index);
            for given in self.selections(&reach, index).into_iter().take(MOST_GIVEN) {
                for event in events.iter().take(MOST_EVENTS) {
                    let (mechanic, field, stage, given) = (index, event.field, Stage::End, given.clone());
                    let asked = Asked { mechanic, rule_set, field, stage, given };
                    let Some(value) = self.laws.chain(&asked, &Sought::Mean, &event.test) else { continue };
                    if placed.is_uncut(&value) {
                        let measure = Measure::Chain(Sought::Mean, field, event.test.clone());
                        return Some(Candidate::tried(mechanic, rule_set, measure, asked.given, value));
                    }
                    left = left.checked_sub(1)?;
                }
            }
        }
        None
    }

    /// The question how often an event comes in the long run, where that gives a chance of a text that nothing else gives: `the
    /// bash has a chance of 25%` may be told of all attacks.
    pub(crate) fn long_run(&mut self, placed: &Placed, candidates: &[Candidate]) -> Option<Candidate> {
        // What is told of one use of several is told of no other.
        // One digit is near many a share: `a five-star with 3%`, where that is 3.34% in the long run.
        let is_rough = weight(&placed.figure) == 0;
        if placed.place.in_table || !placed.is_chance || is_rough || !self.numbers_of_uses(placed).is_empty()
        {
            return None;
        }
        let of_one = candidates.iter().filter_map(|candidate| match &candidate.measure {
            Measure::Chance(field, test, Stage::End) if candidate.full && candidate.given.is_empty() => {
                Some((candidate, *field, test))
            }
            _ => None,
        });
        for (candidate, field, test) in of_one.take(MOST_EVENTS) {
            let model = &self.names.mechanics[candidate.mechanic].model;
            if model.states.is_empty() {
                continue;
            }
            let asked = candidate.asked(field, Stage::End);
            let (mechanic, rule_set) = (asked.mechanic, asked.rule_set);
            let Some(value) = self.laws.chain(&asked, &Sought::Share, test) else { continue };
            if placed.is_uncut(&value) {
                let measure = Measure::Chain(Sought::Share, field, test.clone());
                return Some(Candidate::tried(mechanic, rule_set, measure, asked.given, value));
            }
        }
        None
    }

    /// The whole numbers of a figure's sentence that may count uses, the nearest; where it has none, those of the sentence
    /// before. Where its own clause says within how many, that alone: `within five rooms 64.56%, within ten 87.44%`.
    pub(in crate::verify::bind) fn numbers_of_uses(&self, placed: &Placed) -> Vec<u64> {
        let is_within = |token: &usize| {
            let before = self.page.word_before(*token, 1);
            matches!(before, Some("within" | "over" | "in" | "after" | "by"))
        };
        let within = self.numbers_among(placed, placed.place.tokens(Layer::Own).filter(is_within));
        if !within.is_empty() {
            return within;
        }
        let own = self.numbers_among(placed, placed.place.tokens(Layer::After));
        let said =
            || self.numbers_among(placed, placed.place.layers[Layer::Said].iter().flat_map(Clone::clone));
        if own.is_empty() { said() } else { own }
    }

    fn numbers_among(&self, placed: &Placed, tokens: impl Iterator<Item = usize>) -> Vec<u64> {
        let is_daily = (0..self.names.mechanics.len()).any(|index| self.names.is_use(index, "day"));
        let number = |token: usize| {
            if self.page.word_at(token) == Some("week") && is_daily {
                return Some(DAYS);
            }
            match self.page.word_at(token) {
                Some("both" | "twice") => return Some(2),
                Some("thrice") => return Some(3),
                _ => {}
            }
            let number = number_at(self.page, token).or_else(|| ordinal(self.page.word_at(token)?))?;
            let number = number.is_integer().then(|| number.to_i64())??;
            u64::try_from(number).ok().filter(|number| (2..=MOST_USES).contains(number))
        };
        let mut found: Vec<(usize, u64)> = tokens
            .filter(|token| *token != placed.token && !self.mentions.is_given(*token))
            .filter_map(|token| Some((token.abs_diff(placed.token), number(token)?)))
            .collect();
        found.sort_unstable();
        found.into_iter().take(MOST_NUMBERS).map(|(_, number)| number).collect()
    }
}
