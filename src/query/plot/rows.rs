//! What a plot is about, under each of its scenarios: a row of exact numbers for each outcome or question.

use super::{About, PlotRequest, Quantity};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::{Amount, LawRequest, QueryError, Question, laws, marginals, measure};
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
        About::Outcomes { fields, marginal } => {
            let fields = fields.clone();
            let request = LawRequest { scenarios, sweep: None, fields, cumulative: request.cumulative };
            if *marginal { each(mechanic, &request, limits) } else { joint(mechanic, &request, limits) }
        }
        About::Questions(questions) => answers(mechanic, questions, &scenarios, limits),
        About::First(_) => Ok(Rows { quantities: Vec::new(), values: Vec::new(), chances: true }),
    }
}

/// The joint law of the fields.
fn joint(mechanic: &Mechanic, request: &LawRequest, limits: &Limits) -> Result<Rows, QueryError> {
    let laws = laws(mechanic, request, limits)?;
    let row = |outcome: Vec<Value>| {
        let values = laws.columns.iter().map(|(_, law)| laws.probability(law, &outcome)).collect();
        (Quantity::Outcome(laws.fields.iter().copied().zip(outcome).collect()), values)
    };
    let (quantities, values) = laws.outcomes().into_iter().map(row).unzip();
    Ok(Rows { quantities, values, chances: true })
}

/// The law of each field on its own.
fn each(mechanic: &Mechanic, request: &LawRequest, limits: &Limits) -> Result<Rows, QueryError> {
    let marginals = marginals(mechanic, request, limits)?;
    let row = |(index, value): (usize, Value)| {
        let values = marginals.columns.iter().map(|(_, laws)| laws[index].mass_of(&value)).collect();
        (Quantity::Marginal(marginals.fields[index], value), values)
    };
    let (quantities, values) = marginals.values(mechanic).into_iter().map(row).unzip();
    Ok(Rows { quantities, values, chances: true })
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
