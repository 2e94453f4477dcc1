//! What cannot come as things usually are: `a parent with its hidden ability passes it on 60% of the time` says itself that
//! there is one.

use std::collections::BTreeSet;

use super::candidate::{Candidate, Measure};
use super::laws::Stage;
use super::question::Asker;
use crate::check::Kind;
use crate::exact::Rational;
use crate::verify::bind::read::places::Placed;

/// So many questions of a figure are asked again, each with one of so many values of so many inputs.
const MOST_QUESTIONS: usize = 2;
const MOST_INPUTS: usize = 8;
const MOST_VALUES: usize = 6;

impl Asker<'_, '_> {
    /// Where the words of a chance ask for what cannot be, the same under each value of one input with which it can: sure where
    /// one input alone makes it so, and all of these values give one chance.
    pub(crate) fn possible(&mut self, placed: &Placed, candidates: &[Candidate]) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let is_none = placed.figure.value().is_none_or(|value| value.is_zero());
        let full = || {
            let is_chance = |own: &&Candidate| matches!(own.measure, Measure::Chance(_, _, Stage::End));
            candidates.iter().filter(|own| own.full).filter(is_chance)
        };
        if !placed.is_chance || is_none || full().any(|own| !own.value.is_zero()) {
            return found;
        }
        for own in full().take(MOST_QUESTIONS) {
            let model = &self.names.mechanics[own.mechanic].model;
            let is_open = |kind: Kind| matches!(kind, Kind::Flag | Kind::Enum(_));
            let inputs = model.input_ids().filter(|input| {
                is_open(model[*input].declaration.kind) && !own.given.inputs.contains_key(input)
            });
            let mut ways: Vec<Vec<Candidate>> = Vec::new();
            for input in inputs.take(MOST_INPUTS) {
                let values = model.values(model[input].declaration.kind).into_iter().take(MOST_VALUES);
                let asked = values.filter_map(|value| {
                    self.asked_with(own, None, |given| drop(given.inputs.insert(input, value)))
                });
                let asked: Vec<Candidate> = asked.filter(|asked| !asked.value.is_zero()).collect();
                ways.extend(Some(asked).filter(|asked| !asked.is_empty()));
            }
            let chances: BTreeSet<&Rational> = ways.iter().flatten().map(|asked| &asked.value).collect();
            let is_sure = ways.len() == 1 && chances.len() == 1;
            let firsts = ways.into_iter().filter_map(|asked| {
                let fits = asked.iter().position(|asked| placed.is_uncut(&asked.value));
                asked.into_iter().nth(fits.unwrap_or(0))
            });
            for asked in firsts {
                if is_sure {
                    found.push(Candidate { full: true, left: Some(Vec::new()), ..asked });
                } else if placed.is_uncut(&asked.value) {
                    found.push(asked);
                }
            }
        }
        found
    }
}
