//! What an answer rests on that no text says.

use super::{Mechanic, QueryError, Question, measure};
use crate::diagnostic::Code;
use crate::evaluate::Limits;
use crate::scenario::Scenario;
use crate::value::{Basis, RuleValue};

/// Something that no text says and that an answer needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// The name of the rule or input.
    pub name: String,
    /// Its value, as a person would type it.
    pub value: String,
    /// Why it is assumed.
    pub why: String,
}

/// The inputs that are as assumed where nobody says otherwise, those that were given although a rule set only assumes
/// that they are there, and the rules that are assumed and without which the question has no answer.
///
/// Cost: the question once more for each rule that is assumed.
pub(super) fn assumptions(
    mechanic: &Mechanic,
    question: &Question,
    scenario: &Scenario,
    limits: &Limits,
) -> Vec<Assumption> {
    let model = &mechanic.model;
    let set = mechanic.rule_set_of(scenario);
    let inputs = model.input_ids().filter_map(|input| {
        let named = scenario.named.contains(&input);
        let usual = model[input].basis.as_ref().filter(|_| !named);
        let there =
            set.availability[input.index()].as_ref().filter(|_| named && set.available[input.index()]);
        let why = usual.or(there)?.assumed()?.to_owned();
        let name = model[input].declaration.name.clone();
        Some(Assumption { name, value: scenario.input_text(mechanic, input), why })
    });
    let rules = model.rule_ids().zip(&set.rules).filter_map(|(rule, assigned)| {
        let why = assigned.basis.as_ref().and_then(Basis::assumed)?;
        if scenario.changed.iter().any(|(changed, _)| *changed == rule) {
            return None;
        }
        // What is not needed has an answer without it.
        let mut without = scenario.clone();
        without.changed.push((rule, RuleValue::Unknown(why.to_owned())));
        let answer = measure(mechanic, question, &[without], None, limits);
        let needed = matches!(answer, Err(QueryError::Stopped(stop, _)) if stop.code == Code::NotKnown);
        let declaration = &model[rule].declaration;
        needed.then(|| Assumption {
            name: declaration.name.clone(),
            value: model.rule_text(declaration.kind, &assigned.value),
            why: why.to_owned(),
        })
    });
    inputs.chain(rules).collect()
}
