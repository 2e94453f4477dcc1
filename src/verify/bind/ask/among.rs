//! Chances under a condition that its words only hint at: `if the throw fails, one in ten flees`, `only on
//! rainy days; 1 in 8 of those`. They are tried where nothing else gives a figure.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Measure, Test};
use super::laws::{Asked, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use super::wider::most_questions;
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::{Meaning, is_glue, stem};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::beside::{has_places, is_miss};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::plain::is_plain;
use crate::verify::bind::read::told::happens_often;

/// So many ways to take what is given are tried.
const MOST_GIVEN: usize = 6;
/// So few questions are asked beside those that take nothing as known.
const SPARINGLY: usize = 3;
/// So many outcomes that may be known, and so many values of an outcome besides one.
const MOST_KNOWN: usize = 4;
const MOST_FLAGS: usize = 2;
const MOST_MECHANICS: usize = 2;

impl Asker<'_, '_> {
    /// A question about what is there that gives a chance or a mean of a text; `None` where its words tell of no part, and
    /// where no such question gives it. Three digits need no such word.
    pub(crate) fn among(&mut self, placed: &Placed) -> Option<Candidate> {
        let place = &placed.place;
        let left = most_questions(&placed.figure) / SPARINGLY;
        let tells_mean = || self.has(place.layers.upto(Layer::Own), &cues::MEAN);
        let is_mean = !placed.is_chance && (has_places(self.page, placed.token) || tells_mean());
        let is_told = placed.is_precise() || is_mean || self.tells_of_a_part(place);
        if left == 0 || place.in_table || !placed.is_chance && !is_mean || !is_told {
            return None;
        }
        let reach = self.reach(place, placed.is_chance);
        let mut tried = Tried { left, seen: BTreeSet::new() };
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.usual_rules(&reach, index) else { continue };
            if let Some(found) = self.among_in(placed, &reach, (index, rule_set), &mut tried) {
                return Some(found);
            }
            if tried.left == 0 {
                return None;
            }
        }
        None
    }

    fn among_in(
        &mut self,
        placed: &Placed,
        reach: &Reach<'_>,
        (mechanic, rule_set): (usize, RuleSetId),
        tried: &mut Tried,
    ) -> Option<Candidate> {
        let mut subjects = self.all_subjects(reach, mechanic);
        if subjects.is_empty() {
            subjects = self.every_event(mechanic, placed.is_chance);
        }
        let mut selections = self.selections(reach, mechanic);
        selections.truncate(MOST_GIVEN);
        let named = self.outcomes_around(reach, mechanic);
        // What is named around is likelier known than what is not; of what nobody names a flag.
        for is_named in [true, false] {
            let each =
                selections.iter().flat_map(|given| subjects.iter().map(move |subject| (given, subject)));
            for (given, subject) in each {
                let (field, stage) = (subject.field, Stage::End);
                let plain = Asked { mechanic, rule_set, field, stage, given: given.clone() };
                let known: Vec<(FieldId, Test)> = if is_named {
                    let others = named.iter().filter(|(other, _)| *other != field);
                    others.take(MOST_KNOWN).cloned().collect()
                } else {
                    self.other_values(&plain, subject)
                        .into_iter()
                        .chain(self.flags(mechanic, field))
                        .collect()
                };
                for (known, test) in known {
                    let mut asked = plain.clone();
                    asked.given.outcomes.insert(known, test);
                    if !self.laws.has_room() {
                        return None;
                    }
                    let Some(law) = self.laws.law(&asked) else { continue };
                    let (value, measure) = if placed.is_chance {
                        let measure = Measure::Chance(field, subject.test.clone(), stage);
                        (subject.test.mass(&law), measure)
                    } else {
                        let Some(mean) = law.mean() else { continue };
                        (mean, Measure::Mean(field))
                    };
                    // What is certain tells of no part.
                    if value.is_zero() || placed.is_chance && value == Rational::ONE {
                        continue;
                    }
                    tried.take(&value)?;
                    if placed.is_uncut(&value) {
                        return Some(Candidate::tried(mechanic, rule_set, measure, asked.given, value));
                    }
                }
            }
        }
        None
    }

    /// Whether the sentence of a figure tells of a part of what is there.
    fn tells_of_a_part(&self, place: &Place) -> bool {
        const WORDS: [&str; 10] =
            ["if", "when", "whenever", "once", "among", "those", "these", "otherwise", "else", "rest"];
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        // `One in five failures destroys it`
        let next = word(place.figure + 1);
        let is_noun = || !is_plain(next) && !is_glue(&stem(next)) && !self.happens(place.figure + 1);
        let is_relative = |token: usize| {
            matches!(word(token), "that" | "which" | "who")
                && (word(token + 1).ends_with("n't") || word(token + 2) == "not")
        };
        let is_counted = next.len() > 2 && next.ends_with('s') && is_noun();
        // `A failed attempt ends in jail 25% of the time`
        let is_outcome =
            |token: usize| is_miss(&stem(word(token))) || self.mentions.has_outcome(&(token..token + 1));
        let of_some_uses =
            |token: usize| token > 0 && self.mentions.is_some_use(token) && is_outcome(token - 1);
        // `Looking only at the chests that hold something`, `ignoring the misses`
        let leaves_out = |token: usize| match word(token) {
            "ignoring" | "excluding" | "disregarding" => true,
            "only" => token > 0 && word(token - 1).ends_with("ing") || word(token + 1).ends_with("ing"),
            _ => false,
        };
        place.tokens(Layer::Before).any(is_relative)
            || place.tokens(Layer::Before).any(leaves_out)
            || place.tokens(Layer::Before).any(of_some_uses)
            || is_counted
            || self.is_part_of(place.figure)
            || self.has(place.layers.upto(Layer::After), &WORDS)
    }

    /// Whether a figure says how much of something it is that happens in no use: `45% of the bites are pike`.
    pub(super) fn is_part_of(&self, figure: usize) -> bool {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let idle = |token: &usize| matches!(word(*token), "the" | "all" | "every" | "your");
        let of = (figure + 2..figure + 4).find(|next| !idle(next));
        word(figure + 1) == "of" && of.is_some_and(|of| !self.happens(of))
    }

    /// Whether a word is one for what happens many times.
    fn happens(&self, token: usize) -> bool {
        let word = self.page.word_at(token).unwrap_or_default();
        self.mentions.is_some_use(token) || happens_often(word) || matches!(word, "" | "time")
    }

    /// The outcomes that are named around a figure, each once and as something that may be known.
    fn outcomes_around(&self, reach: &Reach<'_>, mechanic: usize) -> Vec<(FieldId, Test)> {
        let model = &self.names.mechanics[mechanic].model;
        let labels = reach.labels.iter().filter(|(layer, _)| *layer < Layer::Title);
        let named =
            labels.flat_map(|(_, labels)| labels).flat_map(|label| self.mentions.get(*label).named.iter());
        let mut found: Vec<(FieldId, Test)> = Vec::new();
        for named in named.filter(|named| named.mechanic == mechanic) {
            let (field, values) = match &named.meaning {
                Meaning::Outcome(field, value) => (*field, vec![value.clone()]),
                // `Unjammed shots`, `having arrived safely`
                Meaning::Field(field) if model[*field].kind == Kind::Flag => {
                    (*field, vec![Value::Flag(true), Value::Flag(false)])
                }
                _ => continue,
            };
            for value in values {
                let test = (field, Test::In(vec![value]));
                if !found.contains(&test) {
                    found.push(test);
                }
            }
        }
        found
    }

    /// What a mechanic has or has not besides an outcome: `having arrived safely`.
    fn flags(&self, mechanic: usize, own: FieldId) -> Vec<(FieldId, Test)> {
        let model = &self.names.mechanics[mechanic].model;
        let flags = model.field_ids().filter(|field| *field != own && model[*field].kind == Kind::Flag);
        let both = |field| [true, false].map(|flag| (field, Test::In(vec![Value::Flag(flag)])));
        flags.take(MOST_FLAGS).flat_map(both).collect()
    }

    /// That an outcome has not one of its other values than those that are asked for, each.
    fn other_values(&mut self, asked: &Asked, subject: &Subject) -> Vec<(FieldId, Test)> {
        let law = self.laws.law(asked).filter(|law| law.len() <= MOST_KNOWN + 1).unwrap_or_default();
        let others = law.keys().filter(|value| !subject.test.holds(value));
        others.map(|value| (subject.field, Test::Not(value.clone()))).collect()
    }
}

/// The answers that were tried for a figure, and how many more may be.
struct Tried {
    left: usize,
    seen: BTreeSet<Rational>,
}

impl Tried {
    /// Counts an answer, where it is another; `None` where no more may be tried.
    fn take(&mut self, value: &Rational) -> Option<()> {
        if self.left == 0 {
            return None;
        }
        self.left -= usize::from(self.seen.insert(value.clone()));
        Some(())
    }
}
