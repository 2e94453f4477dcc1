//! `table`: the exact law of the outcomes, for one scenario or many side by side.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::columns::{Sweep, citation, column_label, columns, common_label};
use super::json;
use super::report::{Block, Cell, Header, Report, Row, Shown, Table as ReportTable, Text};
use super::scenario::{Scenario, value_label};
use super::{Mechanic, scenario::with_help};
use crate::check::Kind;
use crate::diagnostic::or_nearest;
use crate::evaluate::{Limits, Plan, Stop};
use crate::exact::{Rational, decimal};
use crate::prob::Pmf;
use crate::value::Value;

/// Whether probabilities are those of a value, or of all from or up to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cumulative {
    /// P(X ≥ x)
    AtLeast,
    /// P(X ≤ x)
    AtMost,
}

/// What a table is asked for.
#[derive(Debug, Clone)]
pub struct TableRequest {
    /// The rule sets and inputs, side by side.
    pub scenarios: Vec<Scenario>,
    /// An input that runs through values.
    pub sweep: Option<Sweep>,
    /// The outcome fields, by name; empty for the first one.
    pub fields: Vec<String>,
    /// Cumulative probabilities.
    pub cumulative: Option<Cumulative>,
    /// Outcomes as columns.
    pub transpose: bool,
    /// A row with the sum.
    pub total: bool,
    /// How probabilities are shown; several make several columns.
    pub shown: Vec<Shown>,
    /// The caption, where it is not made from the scenario.
    pub caption: Option<String>,
}

/// A computed table.
#[derive(Debug, Clone)]
pub struct Table {
    /// The fields, by their place in the model.
    pub fields: Vec<usize>,
    /// The scenarios with their laws.
    pub columns: Vec<(Scenario, Pmf<Vec<Value>>)>,
}

/// Why there is no table.
#[derive(Debug, Clone)]
pub enum TableError {
    /// The request does not fit the mechanic: one message each.
    Usage(Vec<String>),
    /// The evaluation stopped.
    Stopped(Stop, Box<Scenario>),
}

/// Computes the laws of a table: one evaluation for each scenario and value of the sweep.
///
/// # Errors
/// Where the request does not fit the mechanic, or an evaluation stops.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Settings, TableRequest, report::Shown, scenario, table, table_report};
/// use trueodds::render::{Format, Style, render};
/// use trueodds::session::{DataSource, Session};
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("isaac/room-clear-award")?;
/// let request = TableRequest {
///     scenarios: scenario(&mechanic, &Settings::default()).expect("the default rule set"),
///     sweep: None,
///     fields: vec!["count".to_owned()],
///     cumulative: None,
///     transpose: false,
///     total: false,
///     shown: vec![Shown::Both],
///     caption: None,
/// };
/// let computed = table(&mechanic, &request, &Limits::default()).expect("a table");
/// let text = render(&table_report(&mechanic, &request, &computed), Format::Markdown, &Style::default());
/// assert!(text.contains("| 0 | 11/50 (22%) |"));
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn table(mechanic: &Mechanic, request: &TableRequest, limits: &Limits) -> Result<Table, TableError> {
    let fields = fields_of(mechanic, request).map_err(TableError::Usage)?;
    let scenarios = columns_of(mechanic, request).map_err(TableError::Usage)?;
    let mut columns = Vec::with_capacity(scenarios.len());
    for scenario in scenarios {
        match law(mechanic, &scenario, &fields, limits) {
            Ok(law) => columns.push((scenario, law)),
            Err(stop) => return Err(TableError::Stopped(stop, Box::new(scenario))),
        }
    }
    Ok(Table { fields, columns })
}

/// The scenarios of a request, for each value of its sweep.
pub(super) fn columns_of(mechanic: &Mechanic, request: &TableRequest) -> Result<Vec<Scenario>, Vec<String>> {
    columns(mechanic, &request.scenarios, request.sweep.as_ref())
}

/// The joint law of some outcome fields, by their places in the model, under a scenario.
///
/// # Errors
/// The finding that stopped the evaluation.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Settings, law, scenario};
/// use trueodds::session::{DataSource, Session};
/// use trueodds::value::Value;
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("isaac/room-clear-award")?;
/// let scenarios = scenario(&mechanic, &Settings::default()).expect("the default rule set");
/// let law = law(&mechanic, &scenarios[0], &[0], &Limits::default()).expect("a law");
/// assert_eq!(law.mass_of(&vec![Value::Variant(0)]).to_string(), "11/50");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn law(
    mechanic: &Mechanic,
    scenario: &Scenario,
    fields: &[usize],
    limits: &Limits,
) -> Result<Pmf<Vec<Value>>, Stop> {
    let bindings = scenario.bindings(mechanic);
    Plan::<Rational>::new(&mechanic.program, &bindings, fields, &(), limits).law(limits)
}

/// Outcome fields by name, as their places in the model; the first where none is named.
///
/// # Errors
/// Those that do not exist or are named twice; that the mechanic has none.
pub(super) fn fields_by_name(mechanic: &Mechanic, names: &[String]) -> Result<Vec<usize>, Vec<String>> {
    let model = &mechanic.model;
    let mut problems = Vec::new();
    let mut fields = Vec::new();
    for name in names {
        match model.fields.iter().position(|field| field.name == *name) {
            Some(index) if fields.contains(&index) => {
                problems.push(format!("outcome `{name}` is named twice"))
            }
            Some(index) => fields.push(index),
            None => {
                let help = or_nearest(name, model.fields.iter().map(|field| field.name.as_str()));
                problems.push(with_help(format!("no outcome `{name}` of {}", model.path), help));
            }
        }
    }
    if names.is_empty() && !model.fields.is_empty() {
        fields.push(0);
    }
    if fields.is_empty() && problems.is_empty() {
        problems.push(format!("{} has no outcome", model.path));
    }
    if problems.is_empty() { Ok(fields) } else { Err(problems) }
}

/// The fields of a request, by their place in the model.
pub(super) fn fields_of(mechanic: &Mechanic, request: &TableRequest) -> Result<Vec<usize>, Vec<String>> {
    let model = &mechanic.model;
    let mut problems = Vec::new();
    let fields = fields_by_name(mechanic, &request.fields).unwrap_or_else(|found| {
        problems = found;
        Vec::new()
    });
    if request.cumulative.is_some() && request.total {
        problems.push("cumulative chances have no total; leave out `--total` or `--cumulative`".to_owned());
    }
    if request.cumulative.is_some() && problems.is_empty() {
        let ordered = matches!(fields.as_slice(), [only] if model.fields[*only].kind == Kind::Integer);
        if !ordered {
            let known: Vec<String> = model
                .fields
                .iter()
                .filter(|field| field.kind == Kind::Integer)
                .map(|field| format!("`--outcome {}`", field.name))
                .collect();
            let help = if known.is_empty() {
                "this mechanic has none".to_owned()
            } else {
                format!("add {}", known.join(" or "))
            };
            problems.push(format!("`--cumulative` needs one outcome that is a number; {help}"));
        }
    }
    if problems.is_empty() { Ok(fields) } else { Err(problems) }
}

impl Table {
    /// All outcomes that have mass in some column, in order.
    pub(super) fn outcomes(&self) -> Vec<Vec<Value>> {
        let all: BTreeSet<&Vec<Value>> = self.columns.iter().flat_map(|(_, law)| law.support()).collect();
        all.into_iter().cloned().collect()
    }

    /// The outcomes of a cumulative table: every whole number between the least and the greatest, so that
    /// "at least 2" is there even where nothing is exactly 2.
    pub(super) fn levels(&self) -> Vec<Vec<Value>> {
        const MOST: i64 = 1_000;
        let outcomes = self.outcomes();
        let end = |outcome: Option<&Vec<Value>>| outcome?.first()?.as_number()?.to_i64();
        match (end(outcomes.first()), end(outcomes.last())) {
            (Some(low), Some(high)) if high.checked_sub(low).is_some_and(|width| width <= MOST) => {
                (low..=high).map(|level| vec![Value::Number(Rational::from(level))]).collect()
            }
            _ => outcomes,
        }
    }
}

/// The chance of an outcome, or of all from or up to it.
pub(super) fn probability(
    law: &Pmf<Vec<Value>>,
    outcome: &Vec<Value>,
    cumulative: Option<Cumulative>,
) -> Rational {
    match cumulative {
        None => law.mass_of(outcome),
        Some(Cumulative::AtLeast) => law.mass(|other| other >= outcome),
        Some(Cumulative::AtMost) => law.mass(|other| other <= outcome),
    }
}

/// The report of a computed table.
#[must_use]
pub fn table_report(mechanic: &Mechanic, request: &TableRequest, table: &Table) -> Report {
    let outcomes = if request.cumulative.is_some() { table.levels() } else { table.outcomes() };
    let columns: Vec<Scenario> = table.columns.iter().map(|(scenario, _)| scenario.clone()).collect();
    let several_sets = request.scenarios.len() > 1;
    let common = common_label(mechanic, &columns, several_sets, request.sweep.as_ref());
    let caption = match &request.caption {
        Some(caption) => Text::plain(caption.clone()),
        None if common.0.is_empty() => Text::plain(mechanic.model.label.clone()),
        None => Text::plain(format!("{} (", mechanic.model.label)).join(common).and(")"),
    };
    let grid = Grid { mechanic, request, table, outcomes: &outcomes };
    let document = if request.transpose { grid.transposed(caption) } else { grid.upright(caption) };
    let subject = citation(mechanic, &columns, request.sweep.as_ref());
    Report { blocks: vec![Block::Table(document)], json: grid.json(), records: grid.records(), subject }
}

struct Grid<'a> {
    mechanic: &'a Mechanic,
    request: &'a TableRequest,
    table: &'a Table,
    outcomes: &'a [Vec<Value>],
}

impl Grid<'_> {
    fn outcome_label(&self, outcome: &[Value]) -> Text {
        let model = &self.mechanic.model;
        let mut text = Text::default();
        let prefix = match self.request.cumulative {
            None => "",
            Some(Cumulative::AtLeast) => "at least ",
            Some(Cumulative::AtMost) => "at most ",
        };
        for (index, (field, value)) in self.table.fields.iter().zip(outcome).enumerate() {
            if index > 0 {
                text = text.and(", ");
            }
            text = text.and(prefix).join(value_label(model, model.fields[*field].kind, value));
        }
        text.0.retain(|span| !span.plain.is_empty());
        text
    }

    fn field_label(&self) -> Text {
        let labels: Vec<&str> =
            self.table.fields.iter().map(|field| self.mechanic.model.fields[*field].label.as_str()).collect();
        Text::plain(labels.join(", "))
    }

    /// A label for each column and each way to show it.
    fn shown_label(&self, label: Text, shown: Shown) -> Text {
        let single = self.table.columns.len() == 1 && self.request.sweep.is_none();
        if self.request.shown.len() < 2 && !single {
            return label;
        }
        let word = match shown {
            Shown::Percent => "Chance",
            Shown::Fraction | Shown::ShortFraction => "Exact",
            Shown::Both => "Exact (chance)",
            Shown::OneIn => "About",
        };
        if self.table.columns.len() == 1 {
            Text::plain(word)
        } else {
            label.and(format!(" ({})", word.to_lowercase()))
        }
    }

    fn column_label(&self, column: &Scenario) -> Text {
        column_label(self.mechanic, column, self.request.scenarios.len() > 1, self.request.sweep.as_ref())
    }

    fn cells(&self, probability: Rational) -> impl Iterator<Item = Cell> + '_ {
        self.request.shown.iter().map(move |shown| Cell::Probability(probability.clone(), *shown))
    }

    fn upright(&self, caption: Text) -> ReportTable {
        let mut header = vec![Header { text: self.field_label(), numeric: false }];
        for (column, _) in &self.table.columns {
            for shown in &self.request.shown {
                header.push(Header {
                    text: self.shown_label(self.column_label(column), *shown),
                    numeric: true,
                });
            }
        }
        let mut rows: Vec<Row> = Vec::new();
        for outcome in self.outcomes {
            let cells = self
                .table
                .columns
                .iter()
                .flat_map(|(_, law)| self.cells(probability(law, outcome, self.request.cumulative)));
            rows.push(Row { label: self.outcome_label(outcome), cells: cells.collect(), total: false });
        }
        if self.request.total {
            let cells = self.table.columns.iter().flat_map(|(_, law)| self.cells(law.total()));
            rows.push(Row { label: Text::plain("Total"), cells: cells.collect(), total: true });
        }
        ReportTable { caption, header, rows }
    }

    fn transposed(&self, caption: Text) -> ReportTable {
        let corner = match &self.request.sweep {
            Some((input, _)) => self.mechanic.model.inputs[*input].declaration.label.clone(),
            None => "Rules".to_owned(),
        };
        let mut header = vec![Header { text: Text::plain(corner), numeric: false }];
        for outcome in self.outcomes {
            for shown in &self.request.shown {
                header.push(Header { text: self.shown_label_of_outcome(outcome, *shown), numeric: true });
            }
        }
        if self.request.total {
            header.extend(
                self.request.shown.iter().map(|_| Header { text: Text::plain("Total"), numeric: true }),
            );
        }
        let mut rows = Vec::new();
        for (column, law) in &self.table.columns {
            let mut cells: Vec<Cell> = self
                .outcomes
                .iter()
                .flat_map(|outcome| self.cells(probability(law, outcome, self.request.cumulative)))
                .collect();
            if self.request.total {
                cells.extend(self.cells(law.total()));
            }
            rows.push(Row { label: self.column_label(column), cells, total: false });
        }
        ReportTable { caption, header, rows }
    }

    fn shown_label_of_outcome(&self, outcome: &[Value], shown: Shown) -> Text {
        let label = self.outcome_label(outcome);
        if self.request.shown.len() < 2 {
            return label;
        }
        let word = match shown {
            Shown::Percent => "chance",
            Shown::Both => "exact and chance",
            Shown::Fraction | Shown::ShortFraction => "exact",
            Shown::OneIn => "about",
        };
        label.and(format!(" ({word})"))
    }

    /// The outcomes that data formats list: those with mass, or every level of a cumulative table.
    fn listed<'l>(&'l self, law: &'l Pmf<Vec<Value>>) -> Vec<&'l Vec<Value>> {
        if self.request.cumulative.is_some() {
            self.outcomes.iter().collect()
        } else {
            law.support().collect()
        }
    }

    fn json(&self) -> Json {
        let mut document = json::document("table", Some(&self.mechanic.model.path));
        if let Some(cumulative) = self.request.cumulative {
            let word = if cumulative == Cumulative::AtLeast { "at-least" } else { "at-most" };
            document.insert("cumulative".to_owned(), word.into());
        }
        let tables = self.table.columns.iter().map(|(scenario, law)| {
            let mut object = serde_json::Map::new();
            object.insert("rules".to_owned(), self.mechanic.rule_sets[scenario.rule_set].name.clone().into());
            json::insert_inputs(&mut object, self.mechanic, scenario);
            let rows = self.listed(law).into_iter().map(|outcome| {
                let mut row = serde_json::Map::new();
                row.insert("outcome".to_owned(), json::outcome(self.mechanic, &self.table.fields, outcome));
                json::insert_number(
                    &mut row,
                    "probability",
                    &probability(law, outcome, self.request.cumulative),
                );
                Json::Object(row)
            });
            object.insert("rows".to_owned(), rows.collect());
            Json::Object(object)
        });
        document.insert("tables".to_owned(), tables.collect());
        Json::Object(document)
    }

    /// One record for each column and outcome: what a spreadsheet can pivot.
    fn records(&self) -> Vec<Vec<String>> {
        let model = &self.mechanic.model;
        let sweep = self.request.sweep.as_ref().map(|(input, _)| *input);
        let mut header = vec!["rules".to_owned()];
        header.extend(sweep.map(|input| model.inputs[input].declaration.name.clone()));
        header.extend(self.table.fields.iter().map(|field| model.fields[*field].name.clone()));
        let measure = match self.request.cumulative {
            None => "probability",
            Some(Cumulative::AtLeast) => "probability_at_least",
            Some(Cumulative::AtMost) => "probability_at_most",
        };
        header.extend([measure.to_owned(), "decimal".to_owned()]);
        let mut records = vec![header];
        for (scenario, law) in &self.table.columns {
            for outcome in self.listed(law) {
                let mut record = vec![self.mechanic.rule_sets[scenario.rule_set].name.clone()];
                record.extend(sweep.map(|input| {
                    model.value_text(model.inputs[input].declaration.kind, &scenario.inputs[input])
                }));
                record.extend(
                    self.table
                        .fields
                        .iter()
                        .zip(outcome)
                        .map(|(field, value)| model.value_text(model.fields[*field].kind, value)),
                );
                let mass = probability(law, outcome, self.request.cumulative);
                record.extend([mass.to_string(), decimal::plain(&mass)]);
                records.push(record);
            }
        }
        records
    }
}
