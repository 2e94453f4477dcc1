//! What a plot is about, under each of its scenarios: a row of exact numbers for each outcome or question.

use super::{About, PlotRequest, Quantity};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::prob::Pmf;
use crate::query::{Amount, Answered, LawRequest, QueryError, Question, laws, marginals, measure};
use crate::scenario::{Mechanic, Scenario};
use crate::value::Value;

/// Numbers under each scenario.
pub(super) struct Rows {
    /// What they are of.
    pub(super) quantities: Vec<Quantity>,
    /// For each quantity the number under each scenario.
    pub(super) values: Vec<Vec<Rational>>,
    /// Whether they are probabilities.
    pub(super) chances: bool,
}

/// The rows of a request under scenarios that are spread out already.
pub(super) fn rows(
    mechanic: &Mechanic,
    request: &PlotRequest,
    scenarios: Vec<Scenario>,
    limits: &Limits,
) -> Result<Rows, QueryError> {
    match &request.about {
        About::Outcomes { outcomes, marginal, given } => {
            let (outcomes, given, cumulative) = (outcomes.clone(), given.clone(), request.cumulative);
            let request = LawRequest { scenarios, outcomes, cumulative, given };
            if *marginal { each(mechanic, &request, limits) } else { joint(mechanic, &request, limits) }
        }
        About::Questions(questions) => answers(mechanic, questions, &scenarios, limits),
        About::First(_) => Ok(Rows { quantities: Vec::new(), values: Vec::new(), chances: true }),
    }
}

/// The joint law of the fields.
fn joint(mechanic: &Mechanic, request: &LawRequest, limits: &Limits) -> Result<Rows, QueryError> {
    let laws = laws(mechanic, request, limits)?;
    let columns = laws.columns.iter().map(|(scenario, law)| drawable(scenario, law));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let row = |outcome: Vec<Value>| {
        let values = columns.iter().map(|law| laws.probability(law, &outcome)).collect();
        (Quantity::Outcome(laws.fields.iter().copied().zip(outcome).collect()), values)
    };
    let (quantities, values) = laws.outcomes().into_iter().map(row).unzip();
    Ok(Rows { quantities, values, chances: true })
}

/// The law of each field on its own.
fn each(mechanic: &Mechanic, request: &LawRequest, limits: &Limits) -> Result<Rows, QueryError> {
    let marginals = marginals(mechanic, request, limits)?;
    let of_column = |(scenario, laws): &'_ (Scenario, Vec<Answered<Pmf<Value>>>)| {
        laws.iter().map(|law| drawable(scenario, law).cloned()).collect::<Result<Vec<_>, _>>()
    };
    let columns = marginals.columns.iter().map(of_column).collect::<Result<Vec<_>, _>>()?;
    let row = |(index, value): (usize, Option<Value>)| {
        let value = value?;
        let values = columns.iter().map(|laws| laws[index].mass_of(&value)).collect();
        Some((Quantity::Marginal(marginals.fields[index], value), values))
    };
    let (quantities, values) = marginals.values(mechanic).into_iter().filter_map(row).unzip();
    Ok(Rows { quantities, values, chances: true })
}

/// What has no answer cannot be drawn.
fn drawable<'l, T>(scenario: &Scenario, law: &'l Answered<T>) -> Result<&'l T, QueryError> {
    law.as_ref().map_err(|missing| missing.refusal(scenario))
}

/// The answers to questions.
fn answers(
    mechanic: &Mechanic,
    questions: &[Question],
    scenarios: &[Scenario],
    limits: &Limits,
) -> Result<Rows, QueryError> {
    let mut rows = Rows { quantities: Vec::new(), values: Vec::new(), chances: true };
    for question in questions {
        let answers = measure(mechanic, question, scenarios, None, limits)?;
        for (scenario, amount) in &answers.values {
            if let Amount::Missing(missing) = amount {
                return Err(missing.refusal(scenario));
            }
        }
        let text = &answers.text;
        let numbers = answers.values.iter().map(|(_, amount)| amount.as_number().cloned());
        let Some(values) = numbers.collect() else {
            let advice = "a plot needs one rational number: a P, E, Var or quantile";
            return Err(QueryError::usage(format!("`{text}` has no single number to draw; {advice}")));
        };
        // A sum of probabilities may be above 1 at one position; then none is shown as a percentage.
        let chance = |(_, amount): &(Scenario, Amount)| matches!(amount, Amount::Probability(_));
        rows.chances &= answers.values.iter().all(chance);
        rows.values.push(values);
        rows.quantities.push(Quantity::Question(text.clone()));
    }
    Ok(rows)
}
