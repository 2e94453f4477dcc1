//! What a plot is about, under each of its scenarios: a row of exact numbers for each outcome or question.

use super::super::Mechanic;
use super::super::ask::{Amount, ask};
use super::super::marginals::{marginals, row_label};
use super::super::report::{Shown, Text};
use super::super::scenario::{Scenario, value_label};
use super::super::table::{TableError, TableRequest, probability, table};
use super::{About, PlotRequest};
use crate::check::{CheckedQuery, Kind};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::Cumulative;
use crate::value::Value;

/// The numbers of one outcome or question under each scenario.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) label: Text,
    pub(super) values: Vec<Rational>,
}

/// Rows, what their names are of, what their labels are of, and whether they are probabilities.
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) chances: bool,
}

/// The rows of a request under scenarios that are spread out already.
pub(super) fn rows(
    mechanic: &Mechanic,
    request: &PlotRequest,
    scenarios: Vec<Scenario>,
    limits: &Limits,
) -> Result<Rows, TableError> {
    match &request.about {
        About::Outcomes { fields, marginal } => {
            let request = TableRequest {
                scenarios,
                sweep: None,
                fields: fields.clone(),
                cumulative: request.cumulative,
                transpose: false,
                total: false,
                shown: vec![Shown::Percent],
                caption: None,
            };
            if *marginal { each(mechanic, &request, limits) } else { joint(mechanic, &request, limits) }
        }
        About::Queries(queries) => asked(mechanic, queries, &scenarios, limits),
        About::First(_) => {
            Ok(Rows { rows: Vec::new(), name: String::new(), label: String::new(), chances: true })
        }
    }
}

/// The joint law of the fields.
fn joint(mechanic: &Mechanic, request: &TableRequest, limits: &Limits) -> Result<Rows, TableError> {
    let model = &mechanic.model;
    let computed = table(mechanic, request, limits)?;
    let outcomes = if request.cumulative.is_some() { computed.levels() } else { computed.outcomes() };
    let kinds = || computed.fields.iter().map(|field| model.fields[*field].kind);
    let prefix = match request.cumulative {
        None => "",
        Some(Cumulative::AtLeast) => "at least ",
        Some(Cumulative::AtMost) => "at most ",
    };
    let row = |outcome: Vec<Value>| {
        let names = kinds().zip(&outcome).map(|(kind, value)| model.value_text(kind, value));
        let mut label = Text::default();
        for (index, (kind, value)) in kinds().zip(&outcome).enumerate() {
            let before = if index == 0 { prefix.to_owned() } else { format!(", {prefix}") };
            label = label.and(before).join(value_label(model, kind, value));
        }
        label.0.retain(|span| !span.plain.is_empty());
        let values = computed.columns.iter().map(|(_, law)| probability(law, &outcome, request.cumulative));
        Row { name: names.collect::<Vec<_>>().join(","), label, values: values.collect() }
    };
    let joined = |text: fn(&crate::check::model::Declaration) -> &String| {
        let texts: Vec<&str> =
            computed.fields.iter().map(|field| text(&model.fields[*field]).as_str()).collect();
        texts.join(", ")
    };
    let (name, label) = (joined(|field| &field.name), joined(|field| &field.label));
    Ok(Rows { name, label, rows: outcomes.into_iter().map(row).collect(), chances: true })
}

/// The law of each field on its own.
fn each(mechanic: &Mechanic, request: &TableRequest, limits: &Limits) -> Result<Rows, TableError> {
    let model = &mechanic.model;
    let computed = marginals(mechanic, request, limits)?;
    let row = |(place, value): (usize, Value)| {
        let field = computed.fields[place];
        let name =
            format!("{}={}", model.fields[field].name, model.value_text(model.fields[field].kind, &value));
        let label = row_label(mechanic, field, &value);
        let key = vec![value];
        let values = computed.columns.iter().map(|(_, laws)| laws[place].mass_of(&key));
        Row { name, label, values: values.collect() }
    };
    let rows = computed.values(mechanic).into_iter().map(row).collect();
    Ok(Rows { name: "outcome".to_owned(), label: "Outcome".to_owned(), rows, chances: true })
}

/// The answers to questions.
fn asked(
    mechanic: &Mechanic,
    queries: &[(String, CheckedQuery)],
    scenarios: &[Scenario],
    limits: &Limits,
) -> Result<Rows, TableError> {
    let mut rows = Vec::new();
    let mut chances = true;
    for (text, query) in queries {
        let answers = ask(mechanic, query, scenarios, None, limits)?;
        let number = |amount: &Amount| match amount {
            Amount::Probability(number) => Some((number.clone(), true)),
            Amount::Number(number) => Some((number.clone(), false)),
            Amount::Values(Kind::Integer | Kind::Number, values) => match values.as_slice() {
                [Value::Number(number)] => Some((number.clone(), false)),
                _ => None,
            },
            Amount::Root(_) | Amount::Values(..) => None,
        };
        let numbers: Option<Vec<(Rational, bool)>> =
            answers.iter().map(|answer| number(&answer.amount)).collect();
        let Some(numbers) = numbers else {
            let help = "a plot needs one rational number: a P, E, Var or quantile";
            return Err(TableError::Usage(vec![format!("`{text}` has no single number to draw; {help}")]));
        };
        // A sum of probabilities may be above 1 at one place; then none is shown as a percentage.
        chances &= numbers.iter().all(|(_, chance)| *chance);
        let values = numbers.into_iter().map(|(number, _)| number).collect();
        rows.push(Row { name: text.clone(), label: Text::plain(text.clone()), values });
    }
    Ok(Rows { rows, name: "query".to_owned(), label: "Question".to_owned(), chances })
}
