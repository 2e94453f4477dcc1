//! An explanation for programs: schema `trueodds/1`, kind `explain`.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::super::{Mechanic, Scenario};
use super::Explanation;
use crate::exact::decimal;

pub(super) fn json(mechanic: &Mechanic, scenario: &Scenario, explanation: &Explanation) -> Json {
    let mut object = Map::new();
    object.insert("rules".to_owned(), mechanic.rule_sets[scenario.rule_set].name.clone().into());
    json::insert_inputs(&mut object, mechanic, scenario);
    object.insert("query".to_owned(), explanation.question.clone().into());
    let value = explanation.value();
    object.insert("value".to_owned(), value.to_string().into());
    object.insert("decimal".to_owned(), decimal::plain(&value).into());
    object.insert("expression".to_owned(), explanation.formula.infix("*").into());
    let parts = explanation.parts.iter().map(|part| {
        let mut object = Map::new();
        object.insert("name".to_owned(), part.name.clone().into());
        object.insert("value".to_owned(), part.value.to_string().into());
        object.insert("expression".to_owned(), part.formula.infix("*").into());
        object.insert("meaning".to_owned(), part.meaning.clone().into());
        Json::Object(object)
    });
    object.insert("parts".to_owned(), parts.collect());
    let draws = explanation.draws.iter().map(|draw| {
        let mut object = Map::new();
        object.insert("origin".to_owned(), draw.origin.json());
        object.insert("until_line".to_owned(), draw.until.map_or(Json::Null, Json::from));
        object.insert("kind".to_owned(), draw.kind.clone().map_or(Json::Null, Json::from));
        let numbers = draw.numbers.iter().map(|(number, label)| {
            let mut object = Map::new();
            object.insert("number".to_owned(), number.to_string().into());
            object.insert("what".to_owned(), label.clone().into());
            Json::Object(object)
        });
        object.insert("numbers".to_owned(), numbers.collect());
        Json::Object(object)
    });
    object.insert("draws".to_owned(), draws.collect());
    object
        .insert("notes".to_owned(), explanation.notes.iter().map(|note| Json::from(note.clone())).collect());
    Json::Object(object)
}

/// The document of several explanations about a mechanic.
#[must_use]
pub fn explanations_json(mechanic: &str, explanations: &[Explanation]) -> Json {
    let mut document = json::document("explain", Some(mechanic));
    document.insert("explanations".to_owned(), explanations.iter().map(|one| one.json.clone()).collect());
    Json::Object(document)
}
