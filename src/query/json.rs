//! The JSON contract: schema `trueodds/1`. Keys keep their order; changes only add.

use serde_json::{Map, Value as Json};

use super::Mechanic;
use super::scenario::Scenario;
use crate::exact::{Rational, decimal};
use crate::value::Value;

/// A document of a kind, with `schema` first.
pub(super) fn document(kind: &str, mechanic: Option<&str>) -> Map<String, Json> {
    let mut document = Map::new();
    document.insert("schema".to_owned(), "trueodds/1".into());
    document.insert("kind".to_owned(), kind.into());
    if let Some(mechanic) = mechanic {
        document.insert("mechanic".to_owned(), mechanic.into());
    }
    document
}

/// Adds a number exactly, and as a decimal beside it.
pub(super) fn insert_number(object: &mut Map<String, Json>, key: &str, number: &Rational) {
    object.insert(key.to_owned(), number.to_string().into());
    object.insert("decimal".to_owned(), decimal::plain(number).into());
}

/// Adds the inputs of a scenario, and the rules that were changed where there are any.
pub(super) fn insert_inputs(object: &mut Map<String, Json>, mechanic: &Mechanic, scenario: &Scenario) {
    object.insert("inputs".to_owned(), inputs(mechanic, scenario));
    if !scenario.changed.is_empty() {
        let model = &mechanic.model;
        let entries = scenario.changed.iter().map(|(rule, value)| {
            let declaration = &model.rules[*rule].declaration;
            (declaration.name.clone(), Json::from(model.value_text(declaration.kind, value)))
        });
        object.insert("changed_rules".to_owned(), Json::Object(entries.collect()));
    }
}

/// The inputs of a scenario as a person would type them after `--set`, without those its rule set lacks.
pub(super) fn inputs(mechanic: &Mechanic, scenario: &Scenario) -> Json {
    let available = &mechanic.rule_sets[scenario.rule_set].available;
    let model = &mechanic.model;
    let entries =
        model.inputs.iter().zip(&scenario.inputs).zip(available).filter(|(_, available)| **available);
    let text = entries.map(|((input, value), _)| {
        let declaration = &input.declaration;
        (declaration.name.clone(), Json::from(model.value_text(declaration.kind, value)))
    });
    Json::Object(text.collect())
}

/// An outcome: the fields it was asked for, as a person would type them.
pub(super) fn outcome(mechanic: &Mechanic, fields: &[usize], values: &[Value]) -> Json {
    let model = &mechanic.model;
    let entries = fields.iter().zip(values).map(|(field, value)| {
        let declaration = &model.fields[*field];
        (declaration.name.clone(), Json::from(model.value_text(declaration.kind, value)))
    });
    Json::Object(entries.collect())
}
