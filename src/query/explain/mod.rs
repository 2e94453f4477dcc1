//! `explain`: how a number arises, as a person would write it down.

mod coarse;
mod document;
mod formula;
mod measure;
mod sum;

pub use document::explanations_json;
pub use formula::{Formula, tex_name, tex_number};

use serde_json::Value as Json;

use super::Mechanic;
use super::ask::{Amount, ask};
use super::columns::{citation, common_label};
use super::origin::Origin;
use super::report::{Text, citation_text};
use super::scenario::Scenario;
use super::table::TableError;
use super::tree::names;
use crate::check::CheckedQuery;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::lower::lower_query;
use crate::parse::ast::BinaryOp;
use crate::parse::{Measure, Query, QueryKind};
use crate::source::SourceMap;
use measure::Measured;

/// Why a number is what it is.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The question as it was typed.
    pub question: String,
    /// Rules and inputs.
    pub scenario: Text,
    /// The answer.
    pub amount: Amount,
    /// What it is, as a formula.
    pub formula: Formula,
    /// The parts that the formula names, in the order of reading.
    pub parts: Vec<ExplainedPart>,
    /// The draws that the numbers come from, in the order of reading.
    pub draws: Vec<ExplainedDraw>,
    /// What has to be said beside the formula.
    pub notes: Vec<String>,
    /// The same for programs.
    pub json: Json,
    /// What a citation names.
    pub subject: String,
}

impl Explanation {
    /// What a reader can compute again, as [`Report::citation`](super::Report::citation).
    #[must_use]
    pub fn citation(&self) -> String {
        citation_text(&self.subject)
    }

    /// The answer as a number.
    #[must_use]
    pub fn value(&self) -> Rational {
        match &self.amount {
            Amount::Probability(number) | Amount::Number(number) => number.clone(),
            Amount::Root(_) | Amount::Values(..) => Rational::ZERO,
        }
    }
}

/// A part of a formula with a name.
#[derive(Debug, Clone)]
pub struct ExplainedPart {
    /// The name.
    pub name: String,
    /// Its value.
    pub value: Rational,
    /// What it is.
    pub formula: Formula,
    /// What it stands for: a measure of the question, or what is left from a draw on.
    pub meaning: String,
}

/// A draw, with the numbers of the formula that come from it.
#[derive(Debug, Clone)]
pub struct ExplainedDraw {
    /// Where it is.
    pub origin: Origin,
    /// The line of the last draw, where several are taken together.
    pub until: Option<usize>,
    /// What kind of draw it is, where the text does not say so.
    pub kind: Option<String>,
    /// The numbers, each with the ways that it is the chance of.
    pub numbers: Vec<(Rational, String)>,
}

/// Explains a query under a scenario. Trees have at most `most` draws.
///
/// # Errors
/// Measures that are no sum over the draws (sd, quantile, mode); what stops an answer; a tree of more draws
/// than are wanted.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Settings, explain, scenario};
/// use trueodds::session::{DataSource, Session};
///
/// let mut session = Session::open(&DataSource::Embedded)?;
/// let mechanic = session.mechanic("isaac/special-rooms")?;
/// let text = "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)";
/// let query = session.query(&mechanic, text)?;
/// let settings = Settings { set: vec!["keys=2".to_owned()], ..Settings::default() };
/// let scenario = &scenario(&mechanic, &settings).expect("the default rule set")[0];
/// let found = explain(&mechanic, &query, text, scenario, session.sources(), &Limits::default(), 1_000)
///     .expect("an explanation");
/// assert_eq!(found.formula.infix("*"), "1/50 + 49/50 * 1/5");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn explain(
    mechanic: &Mechanic,
    query: &CheckedQuery,
    text: &str,
    scenario: &Scenario,
    sources: &SourceMap,
    limits: &Limits,
    most: usize,
) -> Result<Explanation, TableError> {
    refused(&query.query).map_err(|problem| TableError::Usage(vec![problem]))?;
    let one = std::slice::from_ref(scenario);
    let answers = ask(mechanic, query, one, None, limits)?;
    let stopped = |stop| TableError::Stopped(stop, Box::new(scenario.clone()));
    let lowered =
        lower_query(&mechanic.model, &mechanic.program, query).map_err(|error| stopped(Box::new(error)))?;
    let mut explainer = Explainer {
        measured: Measured { mechanic, lowered: &lowered, scenario, sources, limits, most },
        names: Names::default(),
        next: 0,
        parts: Vec::new(),
        draws: Vec::new(),
        notes: Vec::new(),
    };
    let formula = explainer.query(&query.query, true).map_err(stopped)?;
    let amount = answers.into_iter().next().map(|answer| answer.amount);
    let amount = amount.unwrap_or(Amount::Number(Rational::ZERO));
    if explainer.draws.is_empty() {
        explainer.notes.push("No draw has a say in this.".to_owned());
    }
    let mut explanation = Explanation {
        question: text.trim().to_owned(),
        scenario: common_label(mechanic, one, false, None),
        amount,
        formula,
        parts: explainer.parts,
        draws: explainer.draws,
        notes: explainer.notes,
        json: Json::Null,
        subject: citation(mechanic, one, None),
    };
    explanation.json = document::json(mechanic, scenario, &explanation);
    Ok(explanation)
}

/// What cannot be explained, and what can be in its place.
fn refused(query: &Query) -> Result<(), String> {
    match &query.kind {
        QueryKind::Number(_) => Ok(()),
        QueryKind::Negate(inner) => refused(inner),
        QueryKind::Binary(_, left, right) => refused(left).and_then(|()| refused(right)),
        QueryKind::Measure { measure, .. } => match measure {
            Measure::Probability | Measure::Mean | Measure::Variance => Ok(()),
            Measure::StandardDeviation => {
                Err("`explain` does not take roots; explain `Var(…)`, whose root `sd(…)` is".to_owned())
            }
            Measure::Quantile | Measure::Mode => Err(
                "`explain` is about `P`, `E` and `Var`; a quantile or mode is read off a table: see `trueodds table`"
                    .to_owned(),
            ),
        },
    }
}

/// Letters for parts. What was not needed after all is taken first.
#[derive(Default)]
struct Names {
    taken: usize,
    spare: Vec<String>,
}

impl Names {
    fn next(&mut self) -> String {
        if let Some(name) = self.spare.pop() {
            return name;
        }
        self.taken += 1;
        names().nth(self.taken - 1).unwrap_or_default()
    }
}

struct Explainer<'a> {
    measured: Measured<'a>,
    names: Names,
    /// Which measure comes next, in the order of the text.
    next: usize,
    parts: Vec<ExplainedPart>,
    draws: Vec<ExplainedDraw>,
    notes: Vec<String>,
}

impl Explainer<'_> {
    fn query(&mut self, query: &Query, alone: bool) -> Result<Formula, crate::evaluate::Stop> {
        match &query.kind {
            QueryKind::Number(number) => Ok(Formula::Number(number.clone())),
            QueryKind::Negate(inner) => {
                let inner = self.query(inner, false)?;
                Ok(Formula::Difference(Box::new(Formula::Number(Rational::ZERO)), Box::new(inner)))
            }
            QueryKind::Binary(op, left, right) => {
                let (left, right) = (self.query(left, false)?, self.query(right, false)?);
                Ok(match op {
                    BinaryOp::Add => Formula::Sum(vec![left, right]),
                    BinaryOp::Subtract => Formula::Difference(Box::new(left), Box::new(right)),
                    BinaryOp::Multiply => Formula::Product(vec![left, right]),
                    _ => Formula::Quotient(Box::new(left), Box::new(right)),
                })
            }
            QueryKind::Measure { measure, .. } => {
                let outputs = self.measured.lowered.measures.get(self.next).copied();
                self.next += 1;
                let Some(outputs) = outputs else {
                    let message = "a measure has no outputs";
                    return Err(Box::new(Diagnostic::error(Code::Internal, query.span, message)));
                };
                let meaning = self.measured.sources.text(query.span).trim().to_owned();
                if alone {
                    return self.measure(*measure, outputs);
                }
                self.apart(&meaning, 1, |own| own.measure(*measure, outputs))
            }
        }
    }

    /// The value of a formula whose names are among the parts.
    fn evaluated(&self, formula: &Formula) -> Rational {
        match formula {
            Formula::Number(number) => number.clone(),
            Formula::Name(name) => self
                .parts
                .iter()
                .find(|part| part.name == *name)
                .map_or(Rational::ZERO, |part| part.value.clone()),
            Formula::Sum(terms) => {
                terms.iter().fold(Rational::ZERO, |total, term| &total + &self.evaluated(term))
            }
            Formula::Product(factors) => {
                factors.iter().fold(Rational::ONE, |product, factor| &product * &self.evaluated(factor))
            }
            Formula::Difference(left, right) => &self.evaluated(left) - &self.evaluated(right),
            Formula::Quotient(left, right) => {
                self.evaluated(left).checked_div(&self.evaluated(right)).unwrap_or_default()
            }
        }
    }
}
