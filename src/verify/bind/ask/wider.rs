//! Questions that take from the words around a figure whatever fits together: for figures that nothing nearer gives.
//!
//! What a text speaks of goes on over its sentences, and one sentence takes this and that of what was said before. The
//! more digits a figure has, the more such questions are asked: if one of them gives it, that is hardly by chance.
//! Nothing is called wrong for such a question.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Measure, Test};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::{Subject, union};
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Figure, Shape};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::value::Value;
use crate::verify::bind::read::beside::{Gives, number_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::ordinals::ordinal;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::places::Placed;

/// So many things that were said around a figure are tried, the nearest.
const MOST_GIVEN: usize = 6;
/// So many events.
const MOST_EVENTS: usize = 6;
/// So many things that a number may be of.
const MOST_THINGS: usize = 2;
/// So many editions besides the usual one.
const MOST_EDITIONS: usize = 2;
/// So many mechanics.
const MOST_MECHANICS: usize = 3;

/// Of so many figures chance makes one the answer of one of the questions, at most.
pub(in crate::verify::bind) const CHANCE: i64 = 8;
/// A fraction stands for numbers this near to it: others would have been written otherwise.
const OF_FRACTION: i64 = 500;

/// How many questions with different answers may be tried for a figure, so that chance hardly brings it there.
pub(in crate::verify::bind) fn most_questions(figure: &Figure) -> usize {
    let Some((low, high)) = figure.accepted() else { return 0 };
    let width = (&high - &low).max(Rational::new(1, OF_FRACTION));
    // Most chances that pages tell of are below a half. Other numbers may be as large as they are.
    let spread = match figure.shape {
        Shape::Number(_) => figure.value().unwrap_or_default().min(Rational::from(10)),
        _ => Rational::new(1, 2),
    };
    let most = (&spread * &Rational::new(1, CHANCE)).checked_div(&width).unwrap_or_default();
    most.floor().to_i64().and_then(|most| usize::try_from(most).ok()).unwrap_or(0)
}

impl Asker<'_, '_> {
    /// A question that gives a figure in a text under some of what is said around it; `None` where there is none.
    pub(crate) fn wider(&mut self, placed: &Placed, has_full: bool) -> Option<Candidate> {
        let place = &placed.place;
        let mut left = most_questions(&placed.figure);
        let is_mean = !placed.is_chance && placed.is_precise();
        if left == 0 || place.in_table || !placed.is_chance && !is_mean {
            return None;
        }
        let reach = self.reach(place, placed.is_chance);
        let near: Vec<usize> = self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS).collect();
        let named = near.iter().find_map(|index| {
            let subjects = self.all_subjects(&reach, *index);
            let usual = self.rule_sets(&reach.labels, reach.place.figure, *index).first().copied()?;
            let found = self.wider_in(placed, &reach, (*index, usual, &subjects), &mut left);
            found.or_else(|| {
                let others = self.other_editions(place, *index, usual);
                others
                    .into_iter()
                    .find_map(|set| self.wider_in(placed, &reach, (*index, set, &subjects), &mut left))
            })
        });
        // A text about one mechanic may call what comes of it as it likes: `A brig is yours 26% of the time.`
        let only = if let ([index], false) = (near.as_slice(), has_full) { Some(*index) } else { None };
        named.or_else(|| {
            let index = only?;
            let mut subjects = self.every_event(index, placed.is_chance);
            subjects.extend(self.counted_events(index, placed));
            let usual = self.usual_rules(&reach, index)?;
            self.wider_in(placed, &reach, (index, usual, &subjects), &mut left)
        })
    }

    /// The other editions of a mechanic, where a sentence tells how something was or changed: `went from 20% to 25%`.
    fn other_editions(&self, place: &Place, index: usize, usual: RuleSetId) -> Vec<RuleSetId> {
        const WERE: [&str; 8] =
            ["previously", "formerly", "originally", "nerfed", "buffed", "raised", "lowered", "old"];
        const PATCH: [&str; 4] = ["patch", "update", "version", "edition"];
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_once = |token: usize| match word(token) {
            "used" => word(token + 1) == "to",
            "before" => (token + 1..token + 4).any(|next| PATCH.contains(&word(next))),
            word => WERE.contains(&word),
        };
        // `From 20% to 25%`
        let figure = place.figure;
        let changes = word(figure.saturating_sub(1)) == "from" && word(figure + 1) == "to";
        if !changes && !place.tokens(Layer::After).any(is_once) {
            return Vec::new();
        }
        let mechanic = self.names.mechanics[index];
        let is_edition = |set: &RuleSetId| mechanic.rule_set(*set).kind == RuleSetKind::Edition;
        let others = mechanic.rule_set_ids().filter(|set| *set != usual && is_edition(set));
        others.take(MOST_EDITIONS).collect()
    }

    /// The outcomes of a mechanic that are numbers with the numbers of a figure's sentence: `five or more in 5/9`.
    fn counted_events(&self, index: usize, placed: &Placed) -> Vec<Subject> {
        let model = &self.names.mechanics[index].model;
        let fields = model.field_ids().filter(|field| model[*field].kind == Kind::Integer);
        let fields: Vec<FieldId> = fields.take(MOST_THINGS).collect();
        let number = |token: usize| {
            let is_free = token != placed.token && !self.mentions.is_given(token);
            let number = || match self.page.word_at(token) {
                Some("both") => Some(Rational::from(2)),
                Some("neither" | "none" | "nothing") => Some(Rational::ZERO),
                _ => number_at(self.page, token),
            };
            let number = number().filter(|number| is_free && number.is_integer())?;
            Some((token.abs_diff(placed.token), number))
        };
        let mut numbers: Vec<(usize, Rational)> =
            placed.place.tokens(Layer::After).filter_map(number).filter(|_| placed.is_chance).collect();
        numbers.sort();
        numbers.truncate(MOST_THINGS);
        let tests = |number: &Rational| {
            [
                Test::In(vec![Value::Number(number.clone())]),
                Test::AtLeast(number.clone()),
                Test::AtMost(number.clone()),
            ]
        };
        let of_number = |(_, number): &(usize, Rational)| {
            let each =
                fields.iter().flat_map(|field| tests(number).map(|test| Subject::unnamed(*field, test)));
            each.collect::<Vec<_>>()
        };
        numbers.iter().flat_map(of_number).collect()
    }

    /// All events of a mechanic; of a plain number all that are numbers.
    pub(in crate::verify::bind) fn every_event(&self, index: usize, is_chance: bool) -> Vec<Subject> {
        let model = &self.names.mechanics[index].model;
        let one = |field, value| Subject::unnamed(field, Test::In(vec![value]));
        let of_field = |field: FieldId| -> Vec<Subject> {
            match model[field].kind {
                Kind::Integer | Kind::Number if !is_chance => vec![one(field, Value::Number(Rational::ONE))],
                Kind::Flag if is_chance => vec![one(field, Value::Flag(true))],
                kind if is_chance => {
                    let variants = u32::try_from(model.variants(kind).len()).unwrap_or(0);
                    let each = (0..variants).map(|value| one(field, Value::Variant(value)));
                    let together = self.laws.branches(index, field).map(|values| Subject {
                        test: Test::In(values.to_vec()),
                        ..one(field, Value::Variant(0))
                    });
                    each.chain(together).collect()
                }
                _ => Vec::new(),
            }
        };
        model.field_ids().flat_map(of_field).collect()
    }

    fn wider_in(
        &mut self,
        placed: &Placed,
        reach: &Reach<'_>,
        (index, rule_set, subjects): (usize, RuleSetId, &[Subject]),
        left: &mut usize,
    ) -> Option<Candidate> {
        let mut seen = BTreeSet::new();
        let is_denied = self.has(reach.place.layers.upto(Layer::After), &cues::DENIALS);
        for given in self.selections(reach, index) {
            for subject in subjects {
                let answers = if placed.is_chance {
                    self.answers((index, rule_set), subject, &given, is_denied)
                } else {
                    self.mean((index, rule_set), subject, &given)
                };
                for (measure, value) in answers {
                    if *left == 0 {
                        return None;
                    }
                    *left -= usize::from(seen.insert(value.clone()));
                    if placed.is_uncut(&value) {
                        return Some(Candidate::tried(index, rule_set, measure, given, value));
                    }
                }
            }
        }
        None
    }

    /// The events that are named around a figure, the nearest first, each once.
    pub(super) fn all_subjects(&self, reach: &Reach<'_>, index: usize) -> Vec<Subject> {
        let mut found: Vec<Subject> = Vec::new();
        for (layer, mentions) in reach.labels.iter().filter(|(layer, _)| *layer != Layer::Title) {
            for mention in self.nearest_first(mentions, reach.place.figure) {
                for subject in self.events(reach.place, mention, index, &reach.place.layers[layer]) {
                    let is_new =
                        !found.iter().any(|own| own.field == subject.field && own.test == subject.test);
                    if is_new && found.len() < MOST_EVENTS {
                        found.push(subject);
                    }
                }
            }
        }
        let unions: Vec<Subject> = found
            .iter()
            .enumerate()
            .filter_map(|(number, first)| {
                let rest = found[number + 1..].iter().filter(|other| other.field == first.field);
                let same: Vec<Subject> = std::iter::once(first).chain(rest).cloned().collect();
                union(&same, |_| 0)
            })
            .collect();
        found.extend(unions);
        found
    }

    /// What may be given: the figure's own words, and of all others none, one or two; and its own words without one.
    pub(super) fn selections(&self, reach: &Reach<'_>, index: usize) -> Vec<Given> {
        let one = |layer: Layer, mention: usize| self.given_by(reach.place, layer, mention, index);
        let mut own = Given::default();
        let all = reach.labels.own().iter().filter_map(|mention| one(Layer::Own, *mention));
        all.for_each(|gives| {
            own.take(gives);
        });
        let with = |given: &Given, gives: &Gives| {
            let mut given = given.clone();
            given.take(gives.clone()).then_some(given)
        };
        let mut others: Vec<Gives> = Vec::new();
        for (layer, mentions) in reach.labels.iter().filter(|(layer, _)| *layer != Layer::Own) {
            let near = self.nearest_first(mentions, reach.place.figure);
            for gives in near.into_iter().filter_map(|mention| one(layer, mention)) {
                let is_known = |other: &Gives| other.meaning == gives.meaning && other.value == gives.value;
                // What the figure's own words say already, or say otherwise, adds nothing.
                let adds = || with(&own, &gives).is_some_and(|given| given != own);
                if others.len() < MOST_GIVEN && !others.iter().any(is_known) && adds() {
                    others.push(gives);
                }
            }
        }
        let mut found = vec![own.clone()];
        let loose = self.loose_numbers(reach, index);
        found.extend(loose.iter().filter_map(|gives| with(&own, gives)));
        found.extend(own.without_one());
        for (number, first) in others.iter().enumerate() {
            let Some(one) = with(&own, first) else { continue };
            found.push(one.clone());
            found.extend(others[number + 1..].iter().filter_map(|second| with(&one, second)));
            found.extend(loose.iter().filter_map(|second| with(&one, second)));
        }
        let mut seen = BTreeSet::new();
        found.retain(|given| seen.insert(given.clone()));
        found
    }

    /// The mean of what an event counts.
    fn mean(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        subject: &Subject,
        given: &Given,
    ) -> Vec<(Measure, Rational)> {
        let field = subject.field;
        let asked = Asked { mechanic, rule_set, field, stage: Stage::End, given: given.clone() };
        let mean = self.laws.law(&asked).and_then(|law| law.mean());
        mean.map(|mean| (Measure::Mean(field), mean)).into_iter().collect()
    }

    /// The whole numbers around a figure that nothing says what they count, as numbers of what takes one: `at ten`, `two
    /// points`. Those of its own clause come first.
    pub(in crate::verify::bind) fn loose_numbers(&self, reach: &Reach<'_>, index: usize) -> Vec<Gives> {
        let model = &self.names.mechanics[index].model;
        let mut things: Vec<Meaning> = Vec::new();
        let near = reach.labels.iter();
        for mention in near.flat_map(|(_, mentions)| self.nearest_first(mentions, reach.place.figure)) {
            let own = self.mentions.get(mention).named_in(index);
            for meaning in own.map(|named| &named.meaning) {
                let thing = match meaning {
                    Meaning::Input(_) | Meaning::State(_) => meaning.clone(),
                    _ => continue,
                };
                if things.len() < MOST_THINGS && !things.contains(&thing) {
                    things.push(thing);
                }
            }
        }
        let mut found = Vec::new();
        for token in reach.place.tokens(Layer::Said) {
            // `From the twentieth on`
            let is_from = self.page.word_before(token, 2) == Some("from")
                && self
                    .page
                    .word_at(token + 1)
                    .is_some_and(|word| matches!(word, "on" | "onward" | "onwards"));
            let place = || ordinal(self.page.word_at(token)?).filter(|_| is_from);
            let number = number_at(self.page, token).or_else(place).filter(Rational::is_integer);
            let is_loose = token != reach.place.figure && !self.mentions.is_given(token);
            let Some(number) = number.filter(|_| is_loose && found.len() < MOST_GIVEN) else { continue };
            for meaning in &things {
                let declaration = match meaning {
                    Meaning::Input(input) => &model[*input].declaration,
                    Meaning::State(state) => &model[*state].declaration,
                    _ => continue,
                };
                if let Ok(value) = model.check_number(declaration, number.clone()) {
                    found.push(Gives { meaning: meaning.clone(), value, number: Some(token) });
                }
            }
        }
        found
    }

    /// What the questions about an event give: its chance at the end and before replacements, the share of what is
    /// there, and where words deny something also the rest to 1.
    fn answers(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        subject: &Subject,
        given: &Given,
        is_denied: bool,
    ) -> Vec<(Measure, Rational)> {
        let (field, test) = (subject.field, &subject.test);
        let mut found = Vec::new();
        for stage in [Stage::End, Stage::First] {
            let asked = Asked { mechanic, rule_set, field, stage, given: given.clone() };
            let Some(law) = self.laws.law(&asked) else { continue };
            let mass = test.mass(&law);
            let counts = matches!(test, Test::AtLeast(_) | Test::AtMost(_));
            let rest = (is_denied || counts).then(|| &Rational::ONE - &mass);
            let nothing = nothing(self.names.mechanics[mechanic], field);
            let share = nothing.and_then(|nothing| law.share(test, &nothing));
            let share = share.filter(|share| *share < Rational::ONE);
            found.push((Measure::Chance(field, test.clone(), stage), mass));
            found.extend(share.map(|share| (Measure::Share(field, test.clone()), share)));
            found.extend(rest.map(|rest| (Measure::Complement(field, test.clone(), stage), rest)));
        }
        found
    }
}
