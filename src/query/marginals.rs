//! `table --marginals`: several outcomes, each on its own, in one table.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::columns::{citation, column_label, common_label};
use super::report::{Block, Cell, Header, Report, Row, Table as ReportTable, Text};
use super::scenario::{Scenario, value_label};
use super::table::{TableError, TableRequest, columns_of, fields_of, law};
use super::{Mechanic, json};
use crate::check::Kind;
use crate::evaluate::Limits;
use crate::exact::decimal;
use crate::prob::Pmf;
use crate::value::Value;

/// The laws of several outcomes, each on its own.
#[derive(Debug, Clone)]
pub struct Marginals {
    /// The fields, by their place in the model.
    pub fields: Vec<usize>,
    /// The scenarios, each with the laws in the order of the fields.
    pub columns: Vec<(Scenario, Vec<Pmf<Vec<Value>>>)>,
}

/// Computes the law of each field of a table on its own: one evaluation for each field and column.
///
/// # Errors
/// As [`super::table()`].
pub fn marginals(
    mechanic: &Mechanic,
    request: &TableRequest,
    limits: &Limits,
) -> Result<Marginals, TableError> {
    let fields = fields_of(mechanic, request).map_err(TableError::Usage)?;
    let mut columns = Vec::new();
    for scenario in columns_of(mechanic, request).map_err(TableError::Usage)? {
        let laws: Result<Vec<_>, _> =
            fields.iter().map(|field| law(mechanic, &scenario, &[*field], limits)).collect();
        match laws {
            Ok(laws) => columns.push((scenario, laws)),
            Err(stop) => return Err(TableError::Stopped(stop, Box::new(scenario))),
        }
    }
    Ok(Marginals { fields, columns })
}

/// The report of some outcomes, each on its own.
#[must_use]
pub fn marginals_report(mechanic: &Mechanic, request: &TableRequest, computed: &Marginals) -> Report {
    let model = &mechanic.model;
    let scenarios: Vec<Scenario> = computed.columns.iter().map(|(scenario, _)| scenario.clone()).collect();
    let several = request.scenarios.len() > 1;
    let sweep = request.sweep.as_ref();
    let common = common_label(mechanic, &scenarios, several, sweep);
    let caption = match &request.caption {
        Some(caption) => Text::plain(caption.clone()),
        None if common.0.is_empty() => Text::plain(model.label.clone()),
        None => Text::plain(format!("{} (", model.label)).join(common).and(")"),
    };
    let mut header = vec![Header { text: Text::plain("Outcome"), numeric: false }];
    for scenario in &scenarios {
        let single = scenarios.len() == 1 && sweep.is_none();
        let label =
            if single { Text::plain("Chance") } else { column_label(mechanic, scenario, several, sweep) };
        header.push(Header { text: label, numeric: true });
    }
    let shown = request.shown.first().copied().unwrap_or(super::report::Shown::Percent);
    let mut rows = Vec::new();
    for (place, value) in computed.values(mechanic) {
        let key = vec![value.clone()];
        let cells =
            computed.columns.iter().map(|(_, laws)| Cell::Probability(laws[place].mass_of(&key), shown));
        let label = row_label(mechanic, computed.fields[place], &value);
        rows.push(Row { label, cells: cells.collect(), total: false });
    }
    Report {
        blocks: vec![Block::Table(ReportTable { caption, header, rows })],
        json: document(mechanic, computed),
        records: records(mechanic, request, computed),
        subject: citation(mechanic, &scenarios, sweep),
    }
}

/// A flag by its name, any other outcome with its value.
pub(super) fn row_label(mechanic: &Mechanic, field: usize, value: &Value) -> Text {
    let declaration = &mechanic.model.fields[field];
    let label = Text::label(&declaration.label, declaration.template.as_ref());
    match value {
        Value::Flag(true) => label,
        _ => label.and(": ").join(value_label(&mechanic.model, declaration.kind, value)),
    }
}

impl Marginals {
    /// The rows: each field by its place, with each value that has mass somewhere. Of flags only where
    /// they hold; the rest is the complement.
    pub(super) fn values(&self, mechanic: &Mechanic) -> Vec<(usize, Value)> {
        let mut rows = Vec::new();
        for (place, field) in self.fields.iter().enumerate() {
            if mechanic.model.fields[*field].kind == Kind::Flag {
                rows.push((place, Value::Flag(true)));
                continue;
            }
            let values: BTreeSet<&Value> =
                self.columns.iter().flat_map(|(_, laws)| laws[place].support()).flatten().collect();
            rows.extend(values.into_iter().map(|value| (place, value.clone())));
        }
        rows
    }
}

fn document(mechanic: &Mechanic, computed: &Marginals) -> Json {
    let mut document = json::document("table", Some(&mechanic.model.path));
    document.insert("marginals".to_owned(), true.into());
    let tables = computed.columns.iter().map(|(scenario, laws)| {
        let mut object = Map::new();
        object.insert("rules".to_owned(), mechanic.rule_sets[scenario.rule_set].name.clone().into());
        json::insert_inputs(&mut object, mechanic, scenario);
        let mut rows = Vec::new();
        for (field, law) in computed.fields.iter().zip(laws) {
            for (outcome, mass) in law.iter() {
                let mut row = Map::new();
                row.insert("outcome".to_owned(), json::outcome(mechanic, &[*field], outcome));
                json::insert_number(&mut row, "probability", mass);
                rows.push(Json::Object(row));
            }
        }
        object.insert("rows".to_owned(), Json::Array(rows));
        Json::Object(object)
    });
    document.insert("tables".to_owned(), tables.collect());
    Json::Object(document)
}

/// One record for each column, outcome and value.
fn records(mechanic: &Mechanic, request: &TableRequest, computed: &Marginals) -> Vec<Vec<String>> {
    let model = &mechanic.model;
    let sweep = request.sweep.as_ref().map(|(input, _)| *input);
    let mut header = vec!["rules".to_owned()];
    header.extend(sweep.map(|input| model.inputs[input].declaration.name.clone()));
    header.extend(["outcome", "value", "probability", "decimal"].map(str::to_owned));
    let mut records = vec![header];
    for (scenario, laws) in &computed.columns {
        for (field, law) in computed.fields.iter().zip(laws) {
            for (outcome, mass) in law.iter() {
                let declaration = &model.fields[*field];
                let mut record = vec![mechanic.rule_sets[scenario.rule_set].name.clone()];
                record.extend(sweep.map(|input| {
                    model.value_text(model.inputs[input].declaration.kind, &scenario.inputs[input])
                }));
                let value = outcome.first().map(|value| model.value_text(declaration.kind, value));
                record.extend([declaration.name.clone(), value.unwrap_or_default()]);
                record.extend([mass.to_string(), decimal::plain(mass)]);
                records.push(record);
            }
        }
    }
    records
}
