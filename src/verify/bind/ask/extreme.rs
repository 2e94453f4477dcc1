//! One end of what a chance can be, told alone: `it never drops below 10%`, `a maximum of 43%`.

use super::candidate::{Candidate, Measure};
use super::laws::Given;
use super::question::Asker;
use super::span::{MOST_INPUTS, inputs};
use crate::check::{InputId, StateId};
use crate::exact::Rational;
use crate::page::Page;
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::places::Placed;

/// So many numbers of a state are all tried.
const FEW: i64 = 24;

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
                    let told = self.asked_with(own, None, |given| over.give(given, value));
                    ends.extend(told.filter(|told| told.value != own.value));
                }
                if !self.laws.has_room() {
                    return;
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
    let states = |token: usize| page.has_chance_at(token);
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
        "limit" => end(true, true),
        "minimum" | "min" => end(false, false),
        "below" | "under" if never(token) => end(false, true),
        _ => None,
    })
}
