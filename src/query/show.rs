//! `show`: the inputs of a mechanic, its rules with their values per rule set, its outcomes.

use serde_json::{Map, Value as Json};

use super::Mechanic;
use super::json;
use super::report::{Block, Cell, Header, Report, Row, Table, Text};
use super::scenario::{Settings, scenario};
use crate::check::Kind;
use crate::check::model::{Declaration, Model, State};
use crate::evaluate::{Limits, Plan};
use crate::value::Value;

/// The report of one mechanic.
#[must_use]
pub fn show(mechanic: &Mechanic) -> Report {
    let model = &mechanic.model;
    let mut blocks = vec![Block::Heading(Text::plain(format!("{}: {}", model.path, model.label)))];
    if let Some(source) = &model.source {
        blocks
            .push(Block::Paragraph(Text::plain(format!("Numbers without a source of their own: {source}"))));
    }
    blocks.push(Block::Table(rule_sets(mechanic)));
    blocks.push(Block::Table(inputs(mechanic)));
    if !model.rules.is_empty() {
        blocks.push(Block::Table(rules(mechanic)));
        blocks.push(Block::Table(sources(mechanic)));
    }
    blocks.push(Block::Table(outcomes(model)));
    if !model.states.is_empty() {
        blocks.push(Block::Table(states(mechanic)));
    }
    Report { blocks, json: document(mechanic), records: records(mechanic), subject: model.path.clone() }
}

fn headers(texts: &[&str]) -> Vec<Header> {
    texts.iter().map(|text| Header { text: Text::plain(*text), numeric: false }).collect()
}

fn row(label: &str, cells: impl IntoIterator<Item = String>) -> Row {
    let cells = cells.into_iter().map(|text| Cell::Text(Text::plain(text))).collect();
    Row { label: Text::plain(label), cells, total: false }
}

fn kind_text(model: &Model, declaration: &Declaration) -> String {
    let range = declaration.range.describe().map(|range| format!(" {range}")).unwrap_or_default();
    match declaration.kind {
        Kind::Flag => "flag".to_owned(),
        Kind::Integer => format!("whole number{range}"),
        Kind::Enum(_) => {
            let names: Vec<&str> =
                model.variants(declaration.kind).iter().map(|variant| variant.name.as_str()).collect();
            names.join(", ")
        }
        _ => format!("number{range}"),
    }
}

fn rule_sets(mechanic: &Mechanic) -> Table {
    let rows = mechanic.rule_sets.iter().map(|set| {
        let default = if set.default { "yes" } else { "" };
        row(&set.name, [set.title.clone(), set.kind.name().to_owned(), default.to_owned()])
    });
    Table {
        caption: Text::plain("Rule sets"),
        header: headers(&["Name", "Title", "Kind", "Default"]),
        rows: rows.collect(),
    }
}

fn inputs(mechanic: &Mechanic) -> Table {
    let model = &mechanic.model;
    let rows = model.inputs.iter().enumerate().map(|(index, input)| {
        let declaration = &input.declaration;
        let missing: Vec<&str> = mechanic
            .rule_sets
            .iter()
            .filter(|set| !set.available[index])
            .map(|set| set.name.as_str())
            .collect();
        let missing = if missing.is_empty() { String::new() } else { missing.join(", ") };
        let default = model.value_text(declaration.kind, &input.default);
        row(&declaration.name, [declaration.label.clone(), kind_text(model, declaration), default, missing])
    });
    Table {
        caption: Text::plain("Inputs"),
        header: headers(&["Name", "Label", "Kind", "Default", "Not in"]),
        rows: rows.collect(),
    }
}

fn rules(mechanic: &Mechanic) -> Table {
    let model = &mechanic.model;
    let mut header = headers(&["Rule"]);
    header.extend(
        mechanic.rule_sets.iter().map(|set| Header { text: Text::plain(set.title.clone()), numeric: false }),
    );
    let rows = model.rules.iter().enumerate().map(|(index, rule)| {
        let kind = rule.declaration.kind;
        row(
            &rule.declaration.name,
            mechanic.rule_sets.iter().map(|set| model.value_text(kind, &set.rules[index].value)),
        )
    });
    Table { caption: Text::plain("Rules under each rule set"), header, rows: rows.collect() }
}

/// Every value of every rule once, with its source and the rule sets that have it.
fn sources(mechanic: &Mechanic) -> Table {
    let model = &mechanic.model;
    let mut rows = Vec::new();
    for (index, rule) in model.rules.iter().enumerate() {
        let mut seen = Vec::new();
        for set in &mechanic.rule_sets {
            let assigned = &set.rules[index];
            let key = (&assigned.value, &assigned.source);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let value = model.value_text(rule.declaration.kind, &assigned.value);
            let source = assigned.source.clone().unwrap_or_default();
            let by = assigned.rule_set.as_ref().map(|set| format!(" (set by {set})")).unwrap_or_default();
            rows.push(row(&rule.declaration.name, [value, source + &by]));
        }
    }
    Table {
        caption: Text::plain("Where the values come from"),
        header: headers(&["Rule", "Value", "Source"]),
        rows,
    }
}

fn outcomes(model: &Model) -> Table {
    let rows =
        model.fields.iter().map(|field| row(&field.name, [field.label.clone(), kind_text(model, field)]));
    Table {
        caption: Text::plain("Outcomes"),
        header: headers(&["Name", "Label", "Kind"]),
        rows: rows.collect(),
    }
}

/// The states before the first use, under the default rule set and inputs; `None` where that fails.
fn start(mechanic: &Mechanic) -> Option<Vec<Value>> {
    let scenario = scenario(mechanic, &Settings::default()).ok()?.into_iter().next()?;
    let limits = Limits::default();
    let plan = Plan::start(&mechanic.program, &scenario.bindings(mechanic), &(), &limits);
    plan.law(&limits).ok()?.support().next().cloned()
}

/// The start of each state as text.
fn starts(mechanic: &Mechanic) -> Vec<String> {
    let model = &mechanic.model;
    let values = start(mechanic).unwrap_or_default();
    let text = |(index, state): (usize, &State)| {
        let value = values.get(index).map(|value| model.value_text(state.declaration.kind, value));
        value.unwrap_or_default()
    };
    model.states.iter().enumerate().map(text).collect()
}

fn states(mechanic: &Mechanic) -> Table {
    let model = &mechanic.model;
    let rows = model.states.iter().zip(starts(mechanic)).map(|(state, start)| {
        let owner = state.owner.clone().unwrap_or_default();
        let declaration = &state.declaration;
        row(&declaration.name, [declaration.label.clone(), kind_text(model, declaration), start, owner])
    });
    Table {
        caption: Text::plain("States, from one use to the next"),
        header: headers(&["Name", "Label", "Kind", "Start", "Of"]),
        rows: rows.collect(),
    }
}

fn declaration_json(model: &Model, declaration: &Declaration) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("name".to_owned(), declaration.name.clone().into());
    object.insert("label".to_owned(), declaration.label.clone().into());
    let kind = match declaration.kind {
        Kind::Flag => "flag",
        Kind::Integer => "integer",
        Kind::Enum(_) => "enumeration",
        _ => "number",
    };
    object.insert("type".to_owned(), kind.into());
    if let Kind::Enum(_) = declaration.kind {
        let names = model.variants(declaration.kind).iter().map(|variant| Json::from(variant.name.clone()));
        object.insert("values".to_owned(), names.collect());
    }
    for (key, end) in [("least", &declaration.range.low), ("greatest", &declaration.range.high)] {
        if let Some(end) = end {
            object.insert(key.to_owned(), end.to_string().into());
        }
    }
    object
}

fn document(mechanic: &Mechanic) -> Json {
    let model = &mechanic.model;
    let mut document = json::document("show", Some(&model.path));
    document.insert("label".to_owned(), model.label.clone().into());
    let sets = mechanic.rule_sets.iter().map(|set| {
        let mut object = Map::new();
        object.insert("name".to_owned(), set.name.clone().into());
        object.insert("title".to_owned(), set.title.clone().into());
        object.insert("kind".to_owned(), set.kind.name().into());
        object.insert("default".to_owned(), set.default.into());
        Json::Object(object)
    });
    document.insert("rules".to_owned(), sets.collect());
    let inputs = model.inputs.iter().enumerate().map(|(index, input)| {
        let mut object = declaration_json(model, &input.declaration);
        object.insert("default".to_owned(), model.value_text(input.declaration.kind, &input.default).into());
        let names = mechanic
            .rule_sets
            .iter()
            .filter(|set| set.available[index])
            .map(|set| Json::from(set.name.clone()));
        object.insert("available".to_owned(), names.collect());
        Json::Object(object)
    });
    document.insert("inputs".to_owned(), inputs.collect());
    let rules = model.rules.iter().enumerate().map(|(index, rule)| {
        let mut object = declaration_json(model, &rule.declaration);
        let values = mechanic.rule_sets.iter().map(|set| {
            let assigned = &set.rules[index];
            let mut value = Map::new();
            value.insert("rules".to_owned(), set.name.clone().into());
            value.insert("value".to_owned(), model.value_text(rule.declaration.kind, &assigned.value).into());
            value.insert("source".to_owned(), assigned.source.clone().map_or(Json::Null, Json::from));
            Json::Object(value)
        });
        object.insert("by_rules".to_owned(), values.collect());
        Json::Object(object)
    });
    document.insert("rule_values".to_owned(), rules.collect());
    document.insert(
        "outcomes".to_owned(),
        model.fields.iter().map(|field| Json::Object(declaration_json(model, field))).collect(),
    );
    let states = model.states.iter().zip(starts(mechanic)).map(|(state, start)| {
        let mut object = declaration_json(model, &state.declaration);
        object.insert("start".to_owned(), start.into());
        if let Some(owner) = &state.owner {
            object.insert("of".to_owned(), owner.clone().into());
        }
        Json::Object(object)
    });
    document.insert("states".to_owned(), states.collect());
    document.insert("uses".to_owned(), model.uses.iter().map(|used| Json::from(used.name.clone())).collect());
    Json::Object(document)
}

fn records(mechanic: &Mechanic) -> Vec<Vec<String>> {
    let model = &mechanic.model;
    let mut records = vec![["rule", "rules", "value", "source"].map(str::to_owned).to_vec()];
    for (index, rule) in model.rules.iter().enumerate() {
        for set in &mechanic.rule_sets {
            let assigned = &set.rules[index];
            let value = model.value_text(rule.declaration.kind, &assigned.value);
            records.push(vec![
                rule.declaration.name.clone(),
                set.name.clone(),
                value,
                assigned.source.clone().unwrap_or_default(),
            ]);
        }
    }
    records
}
