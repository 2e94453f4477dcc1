//! Chances from one end to another, `a 2%–5% chance, depending on difficulty`, and one end alone: `it never drops below 10%`.

use std::collections::BTreeSet;

use super::background::{Background, Taken};
use super::bound::fit;
use super::candidate::{Candidate, Measure};
use super::laws::Given;
use super::question::Asker;
use crate::check::{InputId, Kind, Model, StateId};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Fit, Page, Shape};
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::numbers::ends;
use crate::verify::bind::read::place::Numbering;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::units::stated;

/// An input has so many values at most that are tried, and a question so many inputs.
const MOST_VALUES: usize = 12;
const MOST_INPUTS: usize = 6;
/// So many numbers of a state are all tried.
const FEW: i64 = 24;

impl Asker<'_, '_> {
    /// For an end of a range of chances the least or the greatest that a question gives over the values of an input; sure
    /// where the other end is right too. Nothing else is asked of it.
    pub(crate) fn over_values(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        let whole = stated(self.page, placed.token);
        let Some(whole) = whole.filter(|own| matches!(own.shape, Shape::Interval { percent: true, .. }))
        else {
            return;
        };
        let own = std::mem::take(candidates);
        candidates.extend(own.iter().filter(|one| placed.is_uncut(&one.value)).cloned());
        let both = ends(self.page, &whole);
        let [(low, _), (high, _)] = both.as_slice() else { return };
        for candidate in own {
            let model = &self.names.mechanics[candidate.mechanic].model;
            let mut open = inputs(model);
            open.retain(|(input, _)| !candidate.given.inputs.contains_key(input));
            // What the sentence names it depends on.
            let named = self.inputs_named(placed, candidate.mechanic);
            if open.iter().any(|(input, _)| named.contains(input)) {
                open.retain(|(input, _)| named.contains(input));
            }
            let is_one = open.len() == 1;
            for (input, values) in open.into_iter().take(MOST_INPUTS) {
                let mut found = Vec::new();
                for value in values {
                    let mut told = candidate.clone();
                    told.given.inputs.insert(input, value);
                    if !self.laws.has_room() {
                        return;
                    }
                    let Some(value) = self.value_on(&told, None) else { continue };
                    let background = Background::of(Taken::Nothing);
                    found.push(Candidate { value, background, full: false, left: None, ..told });
                }
                found.sort_by(|one, other| one.value.cmp(&other.value));
                let (Some(least), Some(most)) = (found.first(), found.last()) else { continue };
                let [is_low, is_high] =
                    [(low, least), (high, most)].map(|(end, own)| fit(end, &own.value) != Fit::Off);
                let is_upper = placed.place.kind == Numbering::High;
                let (asked, is_sure) = if is_upper { (most, is_low) } else { (least, is_high) };
                let is_sure = is_sure && is_one && least.value != most.value;
                if is_sure || is_low && is_high {
                    let left = is_sure.then(Vec::new);
                    candidates.push(Candidate { full: is_sure, left, ..asked.clone() });
                }
            }
        }
    }
}

impl Asker<'_, '_> {
    /// The inputs that the words around a figure name, or a value of them.
    fn inputs_named(&self, placed: &Placed, mechanic: usize) -> BTreeSet<InputId> {
        let around = placed.place.layers.upto(Layer::After);
        let named = around.flat_map(|range| self.mentions.within(range));
        let named = named.flat_map(|mention| &self.mentions.get(mention).named);
        let own = named.filter(|named| named.mechanic == mechanic);
        own.filter_map(|named| match named.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => Some(input),
            _ => None,
        })
        .collect()
    }
}

/// What a question is taken over: an input, or a state.
#[derive(Clone, Copy)]
enum Over {
    Input(InputId),
    State(StateId),
}

impl Over {
    fn is_given(self, given: &Given) -> bool {
        match self {
            Over::Input(input) => given.inputs.contains_key(&input),
            Over::State(state) => given.states.contains_key(&state),
        }
    }

    fn give(self, given: &mut Given, value: Value) {
        match self {
            Over::Input(input) => given.inputs.insert(input, value),
            Over::State(state) => given.states.insert(state, value),
        };
    }
}

impl Asker<'_, '_> {
    /// For a chance that words call the least or the greatest what a question gives at most, or at least, over the values of
    /// an input or a state; sure where only one of them changes it. What is asked of the usual is not sure then. A bound,
    /// "never exceeds 15%", may be a loose one.
    pub(crate) fn extreme(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        let extreme = placed.is_chance.then(|| extreme_at(self.page, placed.token)).flatten();
        let Some(Extreme { is_most, is_bound }) = extreme else { return };
        let mut found: Vec<Candidate> = Vec::new();
        for own in candidates.iter_mut().filter(|own| matches!(own.measure, Measure::Chance(..))) {
            let mut ends: Vec<Candidate> = Vec::new();
            for (over, values) in self.taken_over(own) {
                for value in values {
                    let mut told = own.clone();
                    over.give(&mut told.given, value);
                    if !self.laws.has_room() {
                        return;
                    }
                    let Some(value) = self.value_on(&told, None).filter(|value| *value != own.value) else {
                        continue;
                    };
                    let background = Background::of(Taken::Nothing);
                    ends.push(Candidate { value, background, full: false, left: None, ..told });
                }
                ends.retain(|end| (end.value > own.value) == is_most);
            }
            // The farthest in the way that is told, and the farthest where it is open still.
            let is_open = |end: &&Candidate| !end.value.is_zero() && end.value != Rational::ONE;
            let far = |one: &&Candidate, other: &&Candidate| match is_most {
                true => one.value.cmp(&other.value),
                false => other.value.cmp(&one.value),
            };
            let farthest = [ends.iter().max_by(far), ends.iter().filter(is_open).max_by(far)];
            let mut ends: Vec<Candidate> = farthest.into_iter().flatten().cloned().collect();
            ends.dedup_by(|one, other| one.value == other.value);
            let is_sure = own.full && ends.len() == 1 && !is_bound;
            if !ends.is_empty() {
                (own.full, own.left) = (false, None);
            }
            found.extend(
                ends.into_iter().filter(|end| is_sure || placed.is_uncut(&end.value)).map(|end| Candidate {
                    full: is_sure,
                    left: is_sure.then(Vec::new),
                    ..end
                }),
            );
        }
        candidates.extend(found);
    }

    /// The inputs and states that are not given for a question, each with its values; of many numbers the least and the greatest.
    fn taken_over(&mut self, own: &Candidate) -> Vec<(Over, Vec<Value>)> {
        let model = &self.names.mechanics[own.mechanic].model;
        let mut found: Vec<(Over, Vec<Value>)> =
            inputs(model).into_iter().map(|(input, values)| (Over::Input(input), values)).collect();
        if !model.states.is_empty() {
            let facts = self.laws.facts(own.mechanic, own.rule_set);
            let of_state = |state: StateId| {
                let [_, least, most] = facts.as_ref()?.get(state.index())?.as_ref()?;
                Some((Over::State(state), between(least, most)))
            };
            let model = &self.names.mechanics[own.mechanic].model;
            found.extend(model.state_ids().filter_map(of_state));
        }
        found.retain(|(over, _)| !over.is_given(&own.given));
        found.truncate(MOST_INPUTS);
        found
    }
}

/// The whole numbers from one to another where these are few, else the two.
fn between(least: &Rational, most: &Rational) -> Vec<Value> {
    let few = least.to_i64().zip(most.to_i64()).filter(|(least, most)| most.saturating_sub(*least) < FEW);
    let all = few.map(|(least, most)| (least..=most).map(Rational::from).collect());
    let all: Vec<Rational> = all.unwrap_or_else(|| vec![least.clone(), most.clone()]);
    all.into_iter().map(Value::Number).collect()
}

/// What words call a chance that is an end of what it can be.
struct Extreme {
    is_most: bool,
    /// Whether it is only said to be no more than that, or no less.
    is_bound: bool,
}

/// Whether words around a chance call it the greatest that it can be, or the least.
fn extreme_at(page: &Page, figure: usize) -> Option<Extreme> {
    const AGO: usize = 6;
    const BEHIND: usize = 4;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let states = |token: usize| page.figure_at(token).is_some_and(|figure| figure.is_chance());
    let ends = |token: &usize| !matches!(sign_at(page, *token), '.' | ';' | '(' | ')') && !states(*token);
    let before = (figure.saturating_sub(AGO)..figure).rev().take_while(ends);
    let behind = (figure + 1..figure + 1 + BEHIND).take_while(ends);
    let never = |token: usize| {
        (token.saturating_sub(3)..token)
            .any(|token| matches!(word(token), "never" | "not" | "cannot" | "can't"))
    };
    let end = |is_most, is_bound| Some(Extreme { is_most, is_bound });
    before.chain(behind).find_map(|token| match word(token) {
        "maximum" | "max" | "cap" | "capped" | "caps" => end(true, false),
        "exceed" | "exceeds" | "above" | "over" if never(token) => end(true, true),
        "minimum" | "min" => end(false, false),
        "below" | "under" if never(token) => end(false, true),
        _ => None,
    })
}

/// The inputs of a mechanic with their values; of numbers the least and the greatest.
fn inputs(model: &Model) -> Vec<(InputId, Vec<Value>)> {
    let values = |input: InputId| {
        let declaration = &model[input].declaration;
        let ends = [&declaration.range.low, &declaration.range.high].into_iter().flatten();
        match declaration.kind {
            Kind::Integer => ends.cloned().map(Value::Number).collect(),
            kind => model.values(kind),
        }
    };
    let all = model.input_ids().map(|input| (input, values(input)));
    all.filter(|(_, values)| (2..=MOST_VALUES).contains(&values.len())).collect()
}
