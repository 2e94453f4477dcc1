//! A tree for programs: schema `trueodds/1`, kind `tree`.

use serde_json::{Map, Value as Json};

use super::super::json;
use super::{Maker, TreeView, ViewTarget};
use crate::exact::{Rational, decimal};
use crate::value::Value;

impl Maker<'_> {
    pub(super) fn json(&self, view: &TreeView, outcomes: &[(Vec<Value>, Rational)]) -> Json {
        let mut object = Map::new();
        object
            .insert("rules".to_owned(), self.mechanic.rule_sets[self.scenario.rule_set].name.clone().into());
        json::insert_inputs(&mut object, self.mechanic, self.scenario);
        let names =
            self.fields.iter().map(|field| Json::from(self.mechanic.model.fields[*field].name.clone()));
        object.insert("fields".to_owned(), names.collect());
        object.insert("root".to_owned(), target(&view.root));
        let nodes = view.nodes.iter().enumerate().map(|(index, node)| {
            let mut object = Map::new();
            object.insert("node".to_owned(), index.into());
            object.insert("name".to_owned(), node.name.clone().map_or(Json::Null, Json::from));
            object.insert("origin".to_owned(), node.origin.json());
            mass(&mut object, "reach", &node.reach);
            let ways = node.ways.iter().map(|way| {
                let mut object = Map::new();
                mass(&mut object, "mass", &way.mass);
                object.insert("through".to_owned(), way.through.to_string().into());
                object.insert("label".to_owned(), way.label.clone().into());
                object.insert("next".to_owned(), target(&way.next));
                Json::Object(object)
            });
            object.insert("ways".to_owned(), ways.collect());
            Json::Object(object)
        });
        object.insert("nodes".to_owned(), nodes.collect());
        let leaves = outcomes.iter().map(|(values, probability)| {
            let mut object = Map::new();
            object.insert("outcome".to_owned(), json::outcome(self.mechanic, self.fields, values));
            mass(&mut object, "probability", probability);
            Json::Object(object)
        });
        object.insert("outcomes".to_owned(), leaves.collect());
        for (key, value) in [("cut", &view.cut), ("left_out", &view.left_out), ("ruled_out", &view.ruled_out)]
        {
            object.insert(key.to_owned(), value.to_string().into());
        }
        Json::Object(object)
    }
}

fn mass(object: &mut Map<String, Json>, key: &str, value: &Rational) {
    object.insert(key.to_owned(), value.to_string().into());
    object.insert("decimal".to_owned(), decimal::plain(value).into());
}

fn target(target: &ViewTarget) -> Json {
    let mut object = Map::new();
    match target {
        ViewTarget::Node(node) => object.insert("node".to_owned(), (*node).into()),
        ViewTarget::Leaf(text) => object.insert("leaf".to_owned(), text.to_plain().into()),
        ViewTarget::RuledOut => object.insert("ruled_out".to_owned(), true.into()),
        ViewTarget::Cut => object.insert("cut".to_owned(), true.into()),
    };
    Json::Object(object)
}

/// The document of several trees of a mechanic.
#[must_use]
pub fn trees_json(mechanic: &str, views: &[TreeView]) -> Json {
    let mut document = json::document("tree", Some(mechanic));
    document.insert("trees".to_owned(), views.iter().map(|view| view.json.clone()).collect());
    Json::Object(document)
}
