//! What is called a base chance: that of a mechanic in which no number has moved it yet.

use super::candidate::{Candidate, Measure};
use super::laws::Given;
use super::question::Asker;
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

impl Asker<'_, '_> {
    /// For what words call a base chance the same questions with the numbers at 0 that begin elsewhere: of `Base chance |
    /// At the start of a run` the first, where a run starts with an offset of 5. Either may be meant, so both are sure.
    pub(crate) fn unmoved(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        const APPLIED: usize = 6;
        const BASE: [&str; 4] = ["base", "basic", "raw", "unmodified"];
        let said = || placed.place.layers.upto(Layer::Said);
        // `Before the offset is applied`
        let is_applied = |token: &usize| {
            matches!(self.page.word_at(*token), Some("applied" | "added" | "included" | "counted"))
        };
        let is_before = |token: usize| {
            self.page.word_at(token) == Some("before")
                && (token + 1..token + APPLIED).any(|token| is_applied(&token))
        };
        let is_told = self.has(said(), &BASE) || said().flat_map(Clone::clone).any(is_before);
        if !placed.is_chance || !is_told {
            return;
        }
        let is_chance = |own: &&Candidate| {
            own.full && matches!(own.measure, Measure::Chance(..) | Measure::Complement(..))
        };
        let mut found = Vec::new();
        for own in candidates.iter().filter(is_chance) {
            let given = self.at_zero(own.mechanic, own.rule_set, &own.given);
            let told = self.asked_with(own, Some(placed.token), |old| *old = given);
            let told = told.filter(|told| told.value != own.value);
            found.extend(told.map(|told| Candidate {
                full: true,
                left: own.left.clone(),
                background: own.background,
                ..told
            }));
        }
        candidates.extend(found);
    }

    /// What is given, with all numbers of a mechanic at 0 that are not and may begin elsewhere.
    pub(in crate::verify::bind) fn at_zero(
        &mut self,
        mechanic: usize,
        rule_set: RuleSetId,
        told: &Given,
    ) -> Given {
        let model = &self.names.mechanics[mechanic].model;
        let mut given = told.clone();
        for input in model.input_ids().filter(|input| !told.inputs.contains_key(input)) {
            let is_number = model[input].default.value().is_some_and(|value| value.as_number().is_some());
            let zero = model.check_number(&model[input].declaration, Rational::ZERO).ok();
            given.inputs.extend(zero.filter(|_| is_number).map(|zero| (input, zero)));
        }
        if !model.states.is_empty() {
            let facts = self.laws.facts(mechanic, rule_set);
            for state in model.state_ids().filter(|state| !told.states.contains_key(state)) {
                let known = facts.as_ref().and_then(|facts| facts.get(state.index())?.as_ref());
                let is_within =
                    known.is_some_and(|[_, least, most]| (least..=most).contains(&&Rational::ZERO));
                given.states.extend(is_within.then_some((state, Value::Number(Rational::ZERO))));
            }
        }
        given
    }
}
