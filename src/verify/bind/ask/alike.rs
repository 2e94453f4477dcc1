//! Questions like those of the figures beside: `14% with the Foot, and in memory of the old smith 12.5% with the Toe`
//! asks the same of two things.
//!
//! A figure that no question of its own words gives may be told of the same as a figure beside it that is right. What its
//! own clause names takes the place of what that one is told of; all else stays. So words that nobody knows, or that
//! stand too far away, need not be understood any better than they were beside it.

use std::collections::BTreeSet;

use super::bound::Bound;
use super::candidate::{Candidate, Measure, Test};
use super::figures::MOST_WIDER;
use super::question::Asker;
use super::renumber::renumbered;
use crate::check::model::Declaration;
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::BlockKind;
use crate::value::Value;
use crate::verify::bind::read::beside::{gives, number_at};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::ordinal;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::told::is_told_of_runs;
use crate::verify::bind::read::words::{is_set_against, unknown_words};

/// So many sentences or items lie from a figure to one that it may be told like, and where they are of one paragraph or
/// list one more.
const NEAR: usize = 1;
/// So many figures on each side are looked at, and so many of those that are right, the nearest.
const FIGURES: usize = 8;
const MOST: usize = 6;
/// So many questions of each.
const QUESTIONS: usize = 2;

/// A question like one that a figure beside answers.
#[derive(Debug, Clone)]
pub(crate) struct Alike {
    pub(crate) candidate: Candidate,
    /// The token of the figure beside.
    pub(crate) beside: usize,
    /// Whether nothing in the figure's own clause is unknown that is not in that of the other.
    pub(crate) is_clear: bool,
    /// Whether it says nothing against the figure.
    pub(crate) only_excuses: bool,
    /// Whether all figures of its paragraph say so, not just the one beside.
    pub(crate) of_paragraph: bool,
}

/// What a clause puts into the question of another.
#[derive(Default)]
struct Put {
    outcome: bool,
    other: bool,
}

impl Asker<'_, '_> {
    /// Finds for each figure of a text that no question of its own words gives the questions like those of the figures
    /// beside it; in a table for what another of its cell is set against: `13.33% instead of 22%`. Cost: a few questions for
    /// each; none on a page with very many.
    pub(crate) fn alike(&mut self, bound: &mut [Bound]) {
        if bound.len() > MOST_WIDER {
            return;
        }
        let fits = |bound: &Bound, candidate: &Candidate| bound.placed.is(&candidate.value);
        let is_open = |bound: &Bound| {
            (!bound.placed.place.in_table || is_set_against(self.page, bound.placed.token))
                && bound.placed.is_chance
                && !bound.candidates.iter().any(|candidate| candidate.full && fits(bound, candidate))
        };
        let open: Vec<usize> = (0..bound.len()).filter(|at| is_open(&bound[*at])).collect();
        for at in open {
            let own = &bound[at].placed;
            let around = at.saturating_sub(FIGURES)..bound.len().min(at + FIGURES + 1);
            // The questions of each figure beside that give it, in full where one does.
            let mut beside: Vec<(&Bound, Vec<&Candidate>, bool)> = bound[around]
                .iter()
                .filter(|other| self.are_beside(own, &other.placed))
                .map(|other| {
                    let right = || other.candidates.iter().filter(|candidate| fits(other, candidate));
                    let is_full = right().any(|candidate| candidate.full);
                    let right = right().filter(|candidate| candidate.full || !is_full).take(QUESTIONS);
                    (other, right.collect(), is_full)
                })
                .filter(|(_, right, _): &(_, Vec<&Candidate>, _)| !right.is_empty())
                .collect();
            beside.sort_by_key(|(other, _, is_full)| {
                let there = &other.placed;
                (!is_full, there.block.abs_diff(own.block), there.token.abs_diff(own.token))
            });
            let mut found = Vec::new();
            for (other, right, _) in beside.into_iter().take(MOST) {
                right.into_iter().for_each(|right| self.like(own, &other.placed, right, &mut found));
            }
            bound[at].alike.extend(found);
        }
    }

    /// Whether two figures stand so near each other that the one may be told like the other: in texts, or in one cell.
    fn are_beside(&self, own: &Placed, other: &Placed) -> bool {
        if !other.is_chance || other.token == own.token || own.place.in_table != other.place.in_table {
            return false;
        }
        if own.place.in_table {
            return own.groups == other.groups;
        }
        let blocks = &self.page.outline.blocks;
        let paragraph = |placed: &Placed| {
            let block = &blocks[placed.block];
            (block.group, block.section, block.kind == BlockKind::Item)
        };
        let apart = own.block.abs_diff(other.block);
        apart <= NEAR || apart == NEAR + 1 && paragraph(own) == paragraph(other)
    }

    /// Adds the questions that a figure asks which is told like one beside it.
    fn like(&mut self, own: &Placed, beside: &Placed, right: &Candidate, found: &mut Vec<Alike>) {
        if is_told_of_runs(self.page, own.token) && !right.measure.is_of_uses() {
            return;
        }
        let mut told = right.clone();
        let Some(put) = self.put_words(own, beside, &mut told) else { return };
        let is_other_number = self.put_number(own, beside, &mut told);
        // What was only tried of many uses says nothing but of another number of them.
        if !right.full && right.measure.is_of_uses() && !is_other_number {
            return;
        }
        let is_changed = put.outcome || put.other || is_other_number;
        let told = if is_changed {
            vec![told]
        } else if is_set_against(self.page, own.token) {
            under_less(&told)
        } else {
            Vec::new()
        };
        // Of another outcome in another sentence no condition need be the same.
        let is_apart = put.outcome && !put.other && !is_other_number && own.block != beside.block;
        let is_clear = unknown_words(self.page, self.mentions, own.place.layers.own())
            .is_subset(&unknown_words(self.page, self.mentions, beside.place.layers.own()));
        for told in told {
            let Some(value) = self.value_on(&told, Some(own.token)) else { continue };
            let candidate = Candidate::tried(told.mechanic, told.rule_set, told.measure, told.given, value);
            found.push(Alike {
                candidate,
                beside: beside.token,
                is_clear,
                only_excuses: is_apart,
                of_paragraph: false,
            });
        }
    }

    /// Puts what the clause of a figure names, and that of the one beside it does not, into the question of that one:
    /// what is given, another edition, another outcome. `None` where it names what has no place there.
    fn put_words(&self, own: &Placed, beside: &Placed, told: &mut Candidate) -> Option<Put> {
        let index = told.mechanic;
        let theirs: BTreeSet<usize> =
            self.mentioned(beside.place.layers.own(), beside.token).into_iter().collect();
        let mut put = Put::default();
        let mentions = self.mentioned(own.place.layers.own(), own.token);
        for mention in self.nearest_first(&mentions, own.token) {
            let found = self.mentions.get(mention);
            let mut named = found.named_in(index).peekable();
            let within = own.place.within(Layer::Own, found);
            let Some(within) = within.filter(|_| !theirs.contains(&mention) && named.peek().is_some()) else {
                continue;
            };
            if let Some(set) = named.clone().find_map(|named| match named.meaning {
                Meaning::Edition(set) => Some(set),
                _ => None,
            }) {
                put.other |= told.rule_set != set;
                told.rule_set = set;
                continue;
            }
            let given = gives(self.page, self.names, found, index, within);
            if let Some(given) = given.filter(|given| given.number != Some(own.token)) {
                let before = told.given.clone();
                told.given.replace(given);
                put.other |= told.given != before;
                continue;
            }
            let events = self.events(&own.place, mention, index, std::slice::from_ref(within));
            if let Some(event) = events.first() {
                // Of several the nearest is what the figure is about.
                if !put.outcome {
                    let (field, test) = (event.field, event.test.clone());
                    let measure = match told.measure.clone() {
                        Measure::Chance(_, _, stage) | Measure::Complement(_, _, stage) if found.denied => {
                            Measure::Complement(field, test, stage)
                        }
                        Measure::Chance(_, _, stage) | Measure::Complement(_, _, stage) => {
                            Measure::Chance(field, test, stage)
                        }
                        Measure::Share(..) => Measure::Share(field, test),
                        Measure::Chain(sought, ..) => Measure::Chain(sought, field, test),
                        _ => return None,
                    };
                    put.outcome = told.measure != measure;
                    told.measure = measure;
                }
                continue;
            }
            let is_idle = named.all(|named| {
                matches!(
                    named.meaning,
                    Meaning::Mechanic | Meaning::Field(_) | Meaning::Input(_) | Meaning::State(_)
                )
            });
            if !is_idle {
                return None;
            }
        }
        Some(put)
    }

    /// Puts the one number that stands in the clause of a figure in the place of the one in that beside it; whether that
    /// makes another question.
    fn put_number(&self, own: &Placed, beside: &Placed, told: &mut Candidate) -> bool {
        let numbers = |placed: &Placed, are_given: bool| -> Vec<Rational> {
            let tokens = placed.place.tokens(Layer::Own);
            tokens
                .filter(|token| *token != placed.token && self.mentions.is_given(*token) == are_given)
                .filter_map(|token| {
                    number_at(self.page, token).or_else(|| ordinal(self.page.word_at(token)?))
                })
                .filter(Rational::is_integer)
                .collect()
        };
        let own = numbers(own, false);
        // `Two contracts 22%, three 15%`
        let [mut theirs, given] = [false, true].map(|are_given| numbers(beside, are_given));
        if theirs.is_empty() {
            theirs = given;
        }
        // `No gems in 56.25% of cases, one in 37.5%`
        if theirs.is_empty() && asks_for_none(told) {
            theirs.push(Rational::ZERO);
        }
        let ([own], [theirs]) = (own.as_slice(), theirs.as_slice()) else { return false };
        let next = (own != theirs).then(|| renumbered(told, theirs, own)).flatten();
        let next = next.filter(|next| self.can_be(next));
        let is_other = next.is_some();
        *told = next.unwrap_or_else(|| told.clone());
        is_other
    }

    /// Whether all numbers that a question gives are ones that its mechanic knows: no level 10 of five.
    fn can_be(&self, question: &Candidate) -> bool {
        let model = &self.names.mechanics[question.mechanic].model;
        let takes = |declaration: &Declaration, value: &Value| match value {
            Value::Number(number) => model.check_number(declaration, number.clone()).is_ok(),
            _ => true,
        };
        let given = &question.given;
        given.inputs.iter().all(|(input, value)| takes(&model[*input].declaration, value))
            && given.states.iter().all(|(state, value)| takes(&model[*state].declaration, value))
    }
}

/// Whether a question is about none of a number.
fn asks_for_none(told: &Candidate) -> bool {
    match &told.measure {
        Measure::Chance(_, Test::In(values), _) => values.as_slice() == [Value::Number(Rational::ZERO)],
        _ => false,
    }
}

/// A question under less than it is asked under: without all things that one has, and without one of what is given.
/// `16% instead of 11%`: the second is told so; `with the Toe instead of the Foot 16%, rather than 18%` with the other thing.
fn under_less(told: &Candidate) -> Vec<Candidate> {
    let mut none = told.given.clone();
    none.inputs.retain(|_, value| *value != Value::Flag(true));
    let mut other = told.given.clone();
    for value in other.inputs.values_mut() {
        if let Value::Flag(is_on) = value {
            *is_on = !*is_on;
        }
    }
    let has_other = other.inputs.values().any(|value| *value == Value::Flag(true));
    let less = has_other.then_some(other).into_iter().chain([none]).chain(told.given.without_one());
    let less = less.filter(|given| *given != told.given);
    less.map(|given| Candidate { given, ..told.clone() }).collect()
}
