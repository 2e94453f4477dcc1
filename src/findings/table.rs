//! The tables of findings files as requests.

use super::{Contents, TableSpec};
use crate::check::{Asks, check_expression, check_query};
use crate::diagnostic::{Code, Diagnostic, Message};
use crate::parse::{parse_expression, parse_query};
use crate::query::{Expression, LawRequest, Question};
use crate::scenario::{Axes, Mechanic, Scenario, Settings, Sweep, scenarios};
use crate::source::FileId;
use crate::verify::settings;

/// A longer sweep is no table that anybody reads.
const LONGEST: usize = 100;

/// A table as what is to be computed.
#[derive(Debug, Clone)]
pub enum TableRequest {
    /// Outcomes jointly, under scenarios that differ along some axes.
    Laws(LawRequest, Axes),
    /// Outcomes each on its own.
    Marginals(LawRequest, Axes),
    /// Questions, each with its label, under scenarios that differ along some axes.
    Questions(Vec<(String, Question)>, Vec<Scenario>, Axes),
}

/// What a table asks of its mechanic.
///
/// # Errors
/// Everything that does not fit the mechanic.
pub fn table_request(spec: &TableSpec, mechanic: &Mechanic) -> Result<TableRequest, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut wrong = |problem: &dyn std::fmt::Display| {
        let message = format!("table `{}`: {problem}", spec.title);
        problems.push(Diagnostic::error(Code::BadFindings, spec.span, message));
    };
    let asked = scenarios(mechanic, &Settings { rules: spec.rules.clone(), ..settings(&spec.inputs) });
    let asked = asked.map_err(|found| found.iter().for_each(|problem| wrong(problem))).unwrap_or_default();
    let sweep = spec.sweep.as_ref().map(|text| Sweep::parse(mechanic, text, LONGEST)).transpose();
    let axes = Axes::from(sweep.map_err(|problem| wrong(&problem)).ok().flatten());
    let asked = axes.spread(mechanic, &asked);
    let asked = asked.map_err(|found| found.iter().for_each(|problem| wrong(problem))).unwrap_or_default();
    let mut read = |text: &str, found: Vec<Diagnostic>| {
        for problem in found {
            let help = problem.help.map(|help| format!("; {help}")).unwrap_or_default();
            wrong(&format!("`{text}`: {}{help}", problem.message));
        }
    };
    let request = match &spec.contents {
        Contents::Questions(columns) => {
            let mut questions = Vec::new();
            for (label, text) in columns {
                let checked = parse_query(FileId::default(), text)
                    .and_then(|(query, count)| check_query(&mechanic.model, query, count));
                match checked {
                    Ok(query) => questions.push((label.clone(), Question { text: text.clone(), query })),
                    Err(found) => read(text, found),
                }
            }
            TableRequest::Questions(questions, asked, axes)
        }
        Contents::Outcomes { names, marginals, given } => {
            let given = given.as_ref().and_then(|text| {
                let checked = parse_expression(FileId::default(), text)
                    .and_then(|(expr, count)| check_expression(&mechanic.model, expr, count, Asks::Evidence));
                match checked {
                    Ok(checked) => Some(Expression { text: text.clone(), checked }),
                    Err(found) => {
                        read(text, found);
                        None
                    }
                }
            });
            let fields = mechanic.fields_or_overview(names);
            let fields = fields
                .map_err(|found: Vec<Message>| found.iter().for_each(|problem| wrong(problem)))
                .unwrap_or_default();
            let request = LawRequest { scenarios: asked, outcomes: fields.into(), cumulative: None, given };
            if *marginals {
                TableRequest::Marginals(request, axes)
            } else {
                TableRequest::Laws(request, axes)
            }
        }
    };
    if problems.is_empty() { Ok(request) } else { Err(problems) }
}
