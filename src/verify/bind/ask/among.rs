//! Chances under a condition that its words only hint at: `if the throw fails, one in ten flees`, `only on
//! rainy days; 1 in 8 of those`. They are tried where nothing else gives a figure.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Measure, Test};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use super::wider::most_questions;
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::{Meaning, is_glue, stem};
use crate::rules::RuleSetId;
use crate::value::Value;
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
const MOST_MECHANICS: usize = 2;

impl Asker<'_, '_> {
    /// A question about what is there that gives a figure of a text; `None` where its words tell of no part, and where no
    /// such question gives it.
    pub(crate) fn among(&mut self, placed: &Placed) -> Option<Candidate> {
        let place = &placed.place;
        let mut left = most_questions(&placed.figure) / SPARINGLY;
        if left == 0 || place.in_table || !placed.is_chance || !self.tells_of_a_part(place) {
            return None;
        }
        let reach = self.reach(place, true);
        let mut seen = BTreeSet::new();
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.rule_sets(&reach.labels, index).first().copied() else { continue };
            let mut subjects = self.all_subjects(&reach, index);
            if subjects.is_empty() {
                subjects = self.every_event(index, true);
            }
            let mut selections = self.selections(&reach, index);
            selections.truncate(MOST_GIVEN);
            // What is named around is likelier known than what is not.
            for may_be_known in [Asker::named_around, Asker::none_of_the_others] {
                for (given, subject) in
                    selections.iter().flat_map(|given| subjects.iter().map(move |subject| (given, subject)))
                {
                    for known in may_be_known(self, &reach, subject, (index, rule_set, given)) {
                        let asked = Asked {
                            mechanic: index,
                            rule_set,
                            field: subject.field,
                            stage: Stage::End,
                            given: known,
                        };
                        if !self.laws.has_room() {
                            return None;
                        }
                        let Some(law) = self.laws.law(&asked) else { continue };
                        let value = subject.test.mass(&law);
                        // What is certain tells of no part.
                        if value.is_zero() || value == Rational::ONE {
                            continue;
                        }
                        if left == 0 {
                            return None;
                        }
                        left -= usize::from(seen.insert(value.clone()));
                        if placed.is(&value) {
                            let measure = Measure::Chance(subject.field, subject.test.clone(), Stage::End);
                            return Some(Candidate::tried(index, rule_set, measure, asked.given, value));
                        }
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
        let happens = |token: usize| {
            self.mentions.is_some_use(token)
                || happens_often(word(token))
                || matches!(word(token), "" | "time")
        };
        let idle = |token: &usize| matches!(word(*token), "the" | "all" | "every" | "your");
        let is_part = |token: usize| {
            let of = (token + 1..token + 3).find(|next| !idle(next));
            word(token) == "of" && of.is_some_and(|of| !happens(of))
        };
        // `One in five failures destroys it`
        let next = word(place.figure + 1);
        let is_noun = || !is_plain(next) && !is_glue(&stem(next)) && !happens(place.figure + 1);
        let is_counted = next.len() > 2 && next.ends_with('s') && is_noun();
        is_counted || is_part(place.figure + 1) || self.has(place.layers.upto(Layer::After), &WORDS)
    }

    /// What is given, with another outcome that is named around.
    fn named_around(
        &mut self,
        reach: &Reach<'_>,
        subject: &Subject,
        (mechanic, _, given): (usize, RuleSetId, &Given),
    ) -> Vec<Given> {
        let model = &self.names.mechanics[mechanic].model;
        let mut found: Vec<(FieldId, Test)> = Vec::new();
        let labels = reach.labels.iter().filter(|(layer, _)| *layer < Layer::Title);
        let labels = labels.flat_map(|(_, labels)| labels);
        for named in labels.flat_map(|label| &self.mentions.get(*label).named) {
            let (field, value) = match &named.meaning {
                _ if named.mechanic != mechanic => continue,
                Meaning::Outcome(field, value) => (*field, value.clone()),
                Meaning::Field(field) if model[*field].kind == Kind::Flag => (*field, Value::Flag(true)),
                _ => continue,
            };
            let test = (field, Test::In(vec![value]));
            let is_new = field != subject.field && !found.contains(&test);
            if is_new && found.len() < MOST_KNOWN {
                found.push(test);
            }
        }
        found.into_iter().map(|(field, test)| knowing(given, field, test)).collect()
    }

    /// What is given, with one value that the outcome itself has not.
    fn none_of_the_others(
        &mut self,
        _: &Reach<'_>,
        subject: &Subject,
        (mechanic, rule_set, given): (usize, RuleSetId, &Given),
    ) -> Vec<Given> {
        let field = subject.field;
        let asked = Asked { mechanic, rule_set, field, stage: Stage::End, given: given.clone() };
        let law = self.laws.law(&asked).filter(|law| law.len() <= MOST_KNOWN + 1).unwrap_or_default();
        let others = law.keys().filter(|value| !subject.test.holds(value));
        others.map(|value| knowing(given, field, Test::Not(value.clone()))).collect()
    }
}

/// The same where something is known of an outcome.
fn knowing(given: &Given, field: FieldId, test: Test) -> Given {
    let mut given = given.clone();
    given.outcomes.insert(field, test);
    given
}
