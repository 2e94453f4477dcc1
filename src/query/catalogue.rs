//! `list`: which mechanics there are.

use serde_json::{Map, Value as Json};

use super::Mechanic;
use super::json;
use super::report::{Block, Cell, Header, Report, Row, Table, Text};

/// The report of all mechanics.
#[must_use]
pub fn catalogue(mechanics: &[Mechanic]) -> Report {
    let mut rows = Vec::new();
    let mut objects = Vec::new();
    let mut records = vec![["mechanic", "label", "rules"].map(str::to_owned).to_vec()];
    for Mechanic { model, rule_sets, .. } in mechanics {
        let names: Vec<&str> = rule_sets.iter().map(|set| set.name.as_str()).collect();
        let cells = [model.label.clone(), model.inputs.len().to_string(), rule_sets.len().to_string()];
        rows.push(Row {
            label: Text::plain(model.path.clone()),
            cells: cells.map(|text| Cell::Text(Text::plain(text))).to_vec(),
            total: false,
        });
        let mut object = Map::new();
        object.insert("mechanic".to_owned(), model.path.clone().into());
        object.insert("label".to_owned(), model.label.clone().into());
        object.insert("rules".to_owned(), names.iter().map(|name| Json::from(*name)).collect());
        objects.push(Json::Object(object));
        records.push(vec![model.path.clone(), model.label.clone(), names.join(" ")]);
    }
    let header = ["Mechanic", "What it is", "Inputs", "Rule sets"];
    let header = header
        .iter()
        .map(|text| Header { text: Text::plain(*text), numeric: matches!(*text, "Inputs" | "Rule sets") });
    let table = Table { caption: Text::plain("Mechanics"), header: header.collect(), rows };
    let mut document = json::document("list", None);
    document.insert("mechanics".to_owned(), Json::Array(objects));
    let blocks = if mechanics.is_empty() {
        vec![Block::Paragraph(Text::plain(
            "There are no mechanics here; a data folder holds GAME/NAME.odds.",
        ))]
    } else {
        vec![Block::Table(table)]
    };
    Report { blocks, json: Json::Object(document), records, subject: "mechanics".to_owned() }
}
