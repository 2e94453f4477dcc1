//! How a number arises, as a person would write it down.

mod coarse;
mod endless;
mod formula;
mod layout;
mod measure;
mod story;
mod sum;
mod without;

pub use formula::Formula;
pub(crate) use formula::part_name;
pub use story::{Saved, Story, Way};
pub use without::Without;

use super::assumed::{Assumption, assumptions};
use super::error::internal;
use super::origin::Origin;
use super::tree::BranchLabel;
use super::{Amount, Answers, Mechanic, QueryError, Question};
use crate::check::InputId;
use crate::evaluate::{Arm, Band, Change, Draw, Limits, RollFormula, Stop};
use crate::exact::Rational;
use crate::lower::lower_query;
use crate::parse::ast::BinaryOp;
use crate::parse::{Measure, Query, QueryKind};
use crate::scenario::Scenario;
use crate::source::{SourceMap, Span};
use crate::value::Value;
use measure::Measured;

/// Why a number is what it is.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The question as it was typed.
    pub question: String,
    /// The rule set and inputs.
    pub scenario: Scenario,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
    /// The answer.
    pub value: Rational,
    /// Whether the answer is a probability.
    pub is_probability: bool,
    /// The answer as a formula.
    pub formula: Formula,
    /// The parts that the formula names, in the order of reading.
    pub parts: Vec<ExplainedPart>,
    /// The draws that the numbers come from, in the order of reading.
    pub draws: Vec<ExplainedDraw>,
    /// What has to be said beside the formula.
    pub notes: Vec<Note>,
    /// What the answer rests on that no text says.
    pub assumptions: Vec<Assumption>,
    /// What has to happen for what is asked; `None` where no sentence tells it.
    pub story: Option<Story>,
    /// What is given, as it was typed.
    pub evidence: Option<String>,
    /// What the answer would be without each input that is not as usual.
    pub without: Vec<Without>,
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
    /// What it stands for.
    pub meaning: Meaning,
}

/// What a part of a formula stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A measure of the question, by its text.
    Measure(String),
    /// The mean of the squares, of which a variance is made.
    MeanOfSquares,
    /// The mean, of which a variance is made.
    Mean,
    /// What is asked for on the branches where the evidence holds: a numerator.
    SubjectAndEvidence,
    /// The probability of the evidence: a denominator.
    Evidence,
    /// What is left from a draw on.
    From {
        /// The draw.
        origin: Origin,
        /// What tells the state there from others in which the draw is made.
        state: Vec<Change>,
    },
}

/// A draw, with the numbers of the formula that come from it.
#[derive(Debug, Clone)]
pub struct ExplainedDraw {
    /// Where it is.
    pub origin: Origin,
    /// The line of the last draw, where several are taken together.
    pub until: Option<usize>,
    /// What kind of draw it is; of several the first.
    pub draw: Draw,
    /// How it is made up, where it is one continuous roll.
    pub roll: Option<ExplainedRoll>,
    /// Of a whole number, below which it is.
    pub whole: Option<usize>,
    /// The numbers.
    pub numbers: Vec<BranchNumber>,
}

/// A number of a formula: the mass of some branches of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchNumber {
    /// The number.
    pub number: Rational,
    /// What tells the branches from the others.
    pub label: BranchLabel,
    /// Which branches they are.
    pub arms: Vec<Arm>,
    /// What tells the state from others in which the draw is made.
    pub state: Vec<Change>,
    /// Of a continuous roll, where it has to fall.
    pub bands: Vec<Band>,
}

/// A continuous roll.
#[derive(Debug, Clone)]
pub struct ExplainedRoll {
    /// What it is made of.
    pub formula: RollFormula,
    /// What it would be made of without an input that is not as usual; those that make no difference are left out.
    pub without: Vec<(InputId, RollFormula)>,
}

/// What has to be said beside a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// The evidence leaves out branches, but the chances of the others do not depend on it.
    UnaffectedByEvidence,
    /// A mean of what grows without end is solved for: it is no sum over draws.
    Solved,
    /// The answer depends on no draw.
    NoDraw,
}

/// Explains a question under a scenario.
///
/// # Errors
/// Measures that are no sum over the draws (sd, quantile, mode); what stops an answer; more draws than the limit
/// `nodes`.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::explain;
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let rooms = session.mechanic("isaac/special-rooms")?;
/// let question = session.question(&rooms, "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)")?;
/// let settings = Settings { set: vec!["keys=2".to_owned()], ..Settings::default() };
/// let scenario = &scenarios(&rooms, &settings).expect("the default rule set")[0];
/// let found = explain(&rooms, &question, scenario, session.sources(), &Limits::default())?;
/// assert_eq!(found.formula.infix("*"), "1/50 + 49/50 * 1/5");
/// assert_eq!(found.value.to_string(), "27/125");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    mechanic: &Mechanic,
    question: &Question,
    scenario: &Scenario,
    sources: &SourceMap,
    limits: &Limits,
) -> Result<Explanation, QueryError> {
    let query = &question.query.query;
    sums_only(query).map_err(QueryError::usage)?;
    let answers = super::measure(mechanic, question, std::slice::from_ref(scenario), None, limits)?;
    let stopped = QueryError::stopped(scenario);
    let lowered = lower_query(&mechanic.model, &mechanic.program, &question.query)
        .map_err(Box::new)
        .map_err(&stopped)?;
    let measured = Measured { mechanic, lowered: &lowered, scenario, sources, limits };
    let mut explainer = Explainer::new(&measured, question);
    let formula = explainer.query(query, true).map_err(&stopped)?;
    explainer.without();
    explainer.explanation(formula, answers).map_err(stopped)
}

/// Refuses what cannot be explained, and says what can be in its place.
fn sums_only(query: &Query) -> Result<(), &'static str> {
    match &query.kind {
        QueryKind::Number(_) => Ok(()),
        QueryKind::Negate(inner) => sums_only(inner),
        QueryKind::Binary(_, left, right) => sums_only(left).and_then(|()| sums_only(right)),
        QueryKind::Power(..) => Err("`explain` does not take powers; explain what is raised to one"),
        QueryKind::Measure { measure, .. } => match measure {
            Measure::Probability | Measure::Mean | Measure::Variance => Ok(()),
            Measure::StandardDeviation => {
                Err("`explain` does not take roots; explain `Var(…)`, whose root `sd(…)` is")
            }
            Measure::Quantile | Measure::Mode => Err(
                "`explain` is about `P`, `E` and `Var`; a quantile or mode is read off a table: see `trueodds table`",
            ),
        },
    }
}

/// Names for parts. What was not needed after all is taken first.
#[derive(Default)]
struct Names {
    taken: usize,
    spare: Vec<String>,
}

impl Names {
    fn next(&mut self) -> String {
        self.spare.pop().unwrap_or_else(|| {
            self.taken += 1;
            part_name(self.taken - 1)
        })
    }
}

/// Collects the parts and draws of a formula while it is made.
struct Explainer<'a> {
    measured: &'a Measured<'a>,
    question: &'a Question,
    names: Names,
    /// Which measure comes next, in the order of the text.
    next: usize,
    parts: Vec<ExplainedPart>,
    draws: Vec<ExplainedDraw>,
    notes: Vec<Note>,
    /// Whether the next sums that are written are what the question is about.
    tells: bool,
    story: Option<Story>,
    without: Vec<Without>,
}

impl<'a> Explainer<'a> {
    fn new(measured: &'a Measured<'a>, question: &'a Question) -> Explainer<'a> {
        Explainer {
            measured,
            question,
            names: Names::default(),
            next: 0,
            parts: Vec::new(),
            draws: Vec::new(),
            notes: Vec::new(),
            tells: false,
            story: None,
            without: Vec::new(),
        }
    }

    /// The formula of a query; `alone` where it is all that is asked for.
    fn query(&mut self, query: &Query, alone: bool) -> Result<Formula, Stop> {
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
            QueryKind::Power(..) => Err(internal(query.span, "a power is explained")),
            QueryKind::Measure { measure, .. } => {
                let outputs = self.measured.lowered.measures.get(self.next).copied();
                let outputs = outputs.ok_or_else(|| internal(query.span, "a measure has no outputs"))?;
                self.next += 1;
                if alone {
                    self.tells = *measure == Measure::Probability;
                    return self.measure(*measure, outputs);
                }
                let meaning = Meaning::Measure(self.text(query.span)?);
                self.part(meaning, 1, |own| own.measure(*measure, outputs))
            }
        }
    }

    /// The text of a part of the question.
    fn text(&self, part: Span) -> Result<String, Stop> {
        let text = self.question.text_of(part);
        text.ok_or_else(|| internal(part, "a measure is outside the question"))
    }

    /// Where the question is: the place of an internal error.
    fn place(&self) -> Span {
        self.question.query.query.span
    }

    /// The value of a formula whose names are among the parts.
    fn value(&self, formula: &Formula) -> Result<Rational, Stop> {
        let part = |name: &str| {
            let part = self.parts.iter().find(|part| part.name == name);
            part.map(|part| part.value.clone())
        };
        formula.value(&part).ok_or_else(|| internal(self.place(), "a formula of an explanation has no value"))
    }

    /// What is printed has to evaluate to what it is said to be.
    fn has_value(&self, formula: &Formula, value: &Rational) -> Result<(), Stop> {
        if self.value(formula)? == *value {
            return Ok(());
        }
        Err(internal(self.place(), "a formula of an explanation is not its value"))
    }

    /// The explanation, whose formula has to be the answer.
    fn explanation(mut self, formula: Formula, answers: Answers) -> Result<Explanation, Stop> {
        let (value, is_probability) = match answers.values.into_iter().next() {
            Some((_, Amount::Probability(value))) => (value, true),
            Some((_, Amount::Number(value))) => (value, false),
            _ => return Err(internal(self.place(), "the answer that is explained is no number")),
        };
        for (formula, value) in self.parts.iter().map(|part| (&part.formula, &part.value)) {
            self.has_value(formula, value)?;
        }
        self.has_value(&formula, &value)?;
        if self.draws.is_empty() && !self.notes.contains(&Note::Solved) {
            self.notes.push(Note::NoDraw);
        }
        Ok(Explanation {
            question: self.question.text.trim().to_owned(),
            scenario: self.measured.scenario.clone(),
            start: answers.start,
            value,
            is_probability,
            formula,
            parts: self.parts,
            draws: self.draws,
            notes: self.notes,
            story: self.story,
            evidence: match &self.question.query.query.kind {
                QueryKind::Measure { evidence: Some(given), .. } => self.question.text_of(given.span),
                _ => None,
            },
            without: self.without,
            assumptions: {
                let Measured { mechanic, scenario, limits, .. } = *self.measured;
                assumptions(mechanic, self.question, scenario, limits)
            },
        })
    }
}
