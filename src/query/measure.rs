//! Single numbers about the law of the outcomes: `P`, `E`, `Var`, `sd`, `quantile`, `mode`, and what is
//! calculated with them.
//!
//! One evaluator serves fractions and functions of a symbol: an answer and a formula cannot differ.

use super::answered::{Answered, answered};
use super::error::internal;
use super::{Mechanic, NoAnswer, NotKnown, QueryError, start};
use crate::check::model::{Binding, Declaration};
use crate::check::{CheckedExpression, CheckedQuery, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Bindings, Cell, Limits, Plan, Stop, Sums, not_recorded, power};
use crate::exact::decimal::rational_square_root;
use crate::exact::{Number, Rational};
use crate::lower::{LoweredQuery, MeasureOutputs, lower_expressions, lower_query};
use crate::parse::ast::BinaryOp;
use crate::parse::{Measure, Query, QueryKind};
use crate::scenario::{Scenario, Sweep};
use crate::source::Span;
use crate::value::Value;

/// With more states than these, the values of what may grow without end are not listed unless it cannot be helped.
const FEW_STATES: usize = 20_000;

/// The value of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// A probability or a quotient of such: shown as a fraction and a percentage.
    Probability(Rational),
    /// Any other number.
    Number(Rational),
    /// The square root of a number that has no rational one.
    Root(Rational),
    /// The most probable values, several where they tie.
    Values(Kind, Vec<Value>),
    /// None, as one of several.
    Missing(NoAnswer),
}

impl Amount {
    /// The number, where it is a rational one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Rational> {
        match self {
            Amount::Probability(number) | Amount::Number(number) => Some(number),
            Amount::Values(Kind::Integer | Kind::Number, values) => match values.as_slice() {
                [only] => only.as_number(),
                _ => None,
            },
            Amount::Root(_) | Amount::Values(..) | Amount::Missing(_) => None,
        }
    }
}

/// A query with its text as typed.
#[derive(Debug, Clone)]
pub struct Question {
    /// The text.
    pub text: String,
    /// What it means.
    pub query: CheckedQuery,
}

impl Question {
    /// The text of a part of it.
    pub(super) fn text_of(&self, part: Span) -> Option<String> {
        Some(self.text.get(part.start as usize..part.end as usize)?.trim().to_owned())
    }

    /// What was declared of that whose value the answer is, where it is a value of one thing.
    fn about(&self, mechanic: &Mechanic) -> Option<Declaration> {
        let (model, query) = (&mechanic.model, &self.query);
        let QueryKind::Measure { measure: Measure::Mode | Measure::Quantile, subject, .. } =
            &query.query.kind
        else {
            return None;
        };
        match query.resolution.binding(subject.id)? {
            Binding::Field(index) => model.fields.get(index).cloned(),
            Binding::State(index) => model.states.get(index).map(|state| state.declaration.clone()),
            Binding::Input(index) => model.inputs.get(index).map(|input| input.declaration.clone()),
            _ => None,
        }
    }
}

/// An expression about one use of a mechanic, with its text as typed.
#[derive(Debug, Clone)]
pub struct Expression {
    /// The text.
    pub text: String,
    /// What it means.
    pub checked: CheckedExpression,
}

/// The answers to one question under scenarios that stand side by side.
#[derive(Debug, Clone)]
pub struct Answers {
    /// The question as typed.
    pub text: String,
    /// The value under each scenario.
    pub values: Vec<(Scenario, Amount)>,
    /// Where the states begin in the first scenario; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
    /// What was declared of that whose value the answer is: of an outcome, a state or an input in a mode or quantile.
    pub about: Option<Box<Declaration>>,
}

impl Answers {
    /// The rules that some answer needs and that are not known.
    pub fn unknown(&self) -> impl Iterator<Item = &NotKnown> {
        self.values.iter().filter_map(|(_, amount)| match amount {
            Amount::Missing(missing) => missing.not_known(),
            _ => None,
        })
    }
}

/// Answers a question under each scenario, and each value of a sweep.
///
/// Cost: one evaluation for each measure of the question and each scenario.
///
/// # Errors
/// Where the sweep does not fit, an evaluation stops, or the evidence is impossible. That an answer needs a rule that
/// is not known, or is under one of all rule sets that refuses the inputs, is no error where another is not.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Amount, measure};
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let question = session.question(&award, "P(award = chest | award != nothing)")?;
/// let scenarios = scenarios(&award, &Settings::default()).expect("the default rule set");
/// let answers = measure(&award, &question, &scenarios, None, &Limits::default())?;
/// assert_eq!(answers.values[0].1.as_number().expect("a number").to_string(), "931/15600");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    mechanic: &Mechanic,
    question: &Question,
    scenarios: &[Scenario],
    sweep: Option<&Sweep>,
    limits: &Limits,
) -> Result<Answers, QueryError> {
    let spread = sweep.map(|sweep| sweep.scenarios(mechanic, scenarios)).transpose()?;
    let answers = answers(mechanic, question, spread.as_deref().unwrap_or(scenarios), limits)?;
    refuse_missing([&answers])?;
    Ok(answers)
}

/// As [`measure`] for several questions: it is no error where some of them have no answer for such a reason.
///
/// # Errors
/// As [`measure`], where none has an answer.
pub fn measures(
    mechanic: &Mechanic,
    questions: &[Question],
    scenarios: &[Scenario],
    limits: &Limits,
) -> Result<Vec<Answers>, QueryError> {
    let answer = |question: &Question| answers(mechanic, question, scenarios, limits);
    let answers = questions.iter().map(answer).collect::<Result<Vec<_>, _>>()?;
    refuse_missing(&answers)?;
    Ok(answers)
}

/// Refuses where there is no answer at all.
fn refuse_missing<'a>(answers: impl IntoIterator<Item = &'a Answers>) -> Result<(), QueryError> {
    let mut first = None;
    for (scenario, amount) in answers.into_iter().flat_map(|answers| &answers.values) {
        let Amount::Missing(missing) = amount else { return Ok(()) };
        first = first.or(Some((scenario, missing)));
    }
    first.map_or(Ok(()), |(scenario, missing)| Err(missing.refusal(scenario)))
}

fn answers(
    mechanic: &Mechanic,
    question: &Question,
    scenarios: &[Scenario],
    limits: &Limits,
) -> Result<Answers, QueryError> {
    let first = scenarios.first().cloned().unwrap_or_default();
    let ready = Ready::new(mechanic, question).map_err(QueryError::stopped(&first))?;
    let start = start(mechanic, &first, limits);
    let mut values = Vec::with_capacity(scenarios.len());
    for scenario in scenarios {
        let amount = ready.answer(scenario, limits)?;
        values.push((scenario.clone(), amount.unwrap_or_else(Amount::Missing)));
    }
    Ok(Answers { text: question.text.clone(), values, start, about: question.about(mechanic).map(Box::new) })
}

/// A question that was made ready once, to be answered under one scenario after another.
#[derive(Debug)]
pub struct Ready<'a> {
    mechanic: &'a Mechanic,
    question: &'a Question,
    lowered: LoweredQuery,
}

impl<'a> Ready<'a> {
    /// Makes a question ready; that costs a copy of the program of the mechanic.
    ///
    /// # Errors
    /// [`Code::Limit`], where the program grows too large.
    pub fn new(mechanic: &'a Mechanic, question: &'a Question) -> Result<Ready<'a>, Stop> {
        let lowered = lower_query(&mechanic.model, &mechanic.program, &question.query).map_err(Box::new)?;
        Ok(Ready { mechanic, question, lowered })
    }

    /// The answer under a scenario, or why there is none.
    ///
    /// # Errors
    /// As [`measure`].
    pub fn answer(&self, scenario: &Scenario, limits: &Limits) -> Result<Answered<Amount>, QueryError> {
        let amount = amount(self.mechanic, &self.question.query, &self.lowered, scenario, limits);
        answered(self.mechanic, scenario, None, amount)
    }
}

/// The values that an expression about the outcomes can have under a scenario, ascending.
///
/// # Errors
/// Where the evaluation stops.
pub fn support(
    mechanic: &Mechanic,
    expression: &CheckedExpression,
    scenario: &Scenario,
    limits: &Limits,
) -> Result<Vec<Value>, QueryError> {
    let stopped = QueryError::stopped(scenario);
    let program = lower_expressions(&mechanic.model, &mechanic.program, &[expression])
        .map_err(Box::new)
        .map_err(&stopped)?;
    let plan = Plan::<Rational>::new(&program, &scenario.bindings(mechanic), &[0], &(), limits);
    let law = plan.law(limits).map_err(stopped)?;
    Ok(law.support().filter_map(|values| values.first().cloned()).collect())
}

fn amount(
    mechanic: &Mechanic,
    query: &CheckedQuery,
    lowered: &LoweredQuery,
    scenario: &Scenario,
    limits: &Limits,
) -> Result<Amount, Stop> {
    let bindings = scenario.bindings(mechanic);
    let mut evaluator = Evaluator { lowered, bindings, axis: &(), limits, next: 0, other: quantile };
    let tree = &query.query;
    let QueryKind::Measure { measure, subject, .. } = &tree.kind else {
        let value = evaluator.value(tree)?;
        return Ok(if is_chance(tree, &value) { Amount::Probability(value) } else { Amount::Number(value) });
    };
    match measure {
        Measure::Probability => Ok(Amount::Probability(evaluator.value(tree)?)),
        Measure::Mode => {
            let kind = query.resolution.kind(subject.id);
            let outputs = evaluator.next_outputs(tree)?;
            Ok(Amount::Values(kind, evaluator.modes(outputs, kind, tree)?))
        }
        Measure::StandardDeviation => {
            let outputs = evaluator.next_outputs(tree)?;
            let variance = evaluator.moments(outputs, Measure::Variance, tree)?.variance(&evaluator, tree)?;
            Ok(rational_square_root(&variance).map_or(Amount::Root(variance), Amount::Number))
        }
        Measure::Mean | Measure::Variance | Measure::Quantile => Ok(Amount::Number(evaluator.value(tree)?)),
    }
}

/// Whether what is calculated is shown as a chance: where a probability takes part and it may be one.
fn is_chance(query: &Query, value: &Rational) -> bool {
    let is_calculated = matches!(query.kind, QueryKind::Binary(..) | QueryKind::Power(..));
    let in_range = !value.is_negative() && *value <= Rational::ONE;
    is_calculated && in_range && takes_a_chance(query)
}

/// Whether a query is a probability, or calculates with one: `1 - (1 - P(…))^10`.
fn takes_a_chance(query: &Query) -> bool {
    match &query.kind {
        QueryKind::Measure { measure, .. } => *measure == Measure::Probability,
        QueryKind::Binary(_, left, right) => takes_a_chance(left) || takes_a_chance(right),
        QueryKind::Power(base, _) | QueryKind::Negate(base) => takes_a_chance(base),
        QueryKind::Number(_) => false,
    }
}

/// What a measure is that is no quotient of polynomials, in numbers that know more than to be calculated with.
type Other<N> = fn(&Evaluator<'_, N>, Measure, MeasureOutputs, &Query) -> Result<N, Stop>;

/// The value of a query in numbers of any domain.
pub(super) struct Evaluator<'a, N: Number> {
    pub(super) lowered: &'a LoweredQuery,
    pub(super) bindings: Bindings<N>,
    pub(super) axis: &'a N::Axis,
    pub(super) limits: &'a Limits,
    /// Which measure comes next, in the order of the text.
    pub(super) next: usize,
    /// Measures other than `P`, `E` and `Var`.
    pub(super) other: Other<N>,
}

/// The sums that mean and variance are made of.
struct Moments<N> {
    total: N,
    first: N,
    second: N,
}

impl<N: Number> Evaluator<'_, N> {
    /// The value of a query or of a part of it; the measures in the order of the text.
    pub(super) fn value(&mut self, query: &Query) -> Result<N, Stop> {
        match &query.kind {
            QueryKind::Number(number) => Ok(N::from(number.clone())),
            QueryKind::Negate(inner) => Ok(N::from(Rational::ZERO).minus(&self.value(inner)?)),
            QueryKind::Binary(op, left, right) => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                match op {
                    BinaryOp::Add => Ok(a.plus(&b)),
                    BinaryOp::Subtract => Ok(a.minus(&b)),
                    BinaryOp::Multiply => Ok(a.times(&b)),
                    _ => self.over(&a, &b).ok_or_else(|| {
                        stop(Code::DivisionByZero, right, "this is 0, and nothing can be divided by it")
                    }),
                }
            }
            QueryKind::Power(base, exponent) => {
                let base = self.value(base)?;
                power(&base, u64::from(*exponent), self.limits, query.span)
            }
            QueryKind::Measure { measure, .. } => {
                let outputs = self.next_outputs(query)?;
                match measure {
                    Measure::Probability | Measure::Mean => {
                        self.moments(outputs, *measure, query)?.mean(self, query)
                    }
                    Measure::Variance => self.moments(outputs, *measure, query)?.variance(self, query),
                    _ => (self.other)(self, *measure, outputs, query),
                }
            }
        }
    }

    fn next_outputs(&mut self, query: &Query) -> Result<MeasureOutputs, Stop> {
        let outputs = self.lowered.measures.get(self.next).copied();
        self.next += 1;
        outputs.ok_or_else(|| internal(query.span, "a measure has no outputs"))
    }

    /// The quotient; `None` where the divisor is zero, if only at a point of the piece, which is then cut
    /// there: a quotient that is 0 elsewhere has no value at it.
    fn over(&self, a: &N, b: &N) -> Option<N> {
        b.sign(self.axis).ok()?;
        a.over(b)
    }

    /// The sums of a subject's values and squares over the law, given the evidence.
    fn moments(&self, outputs: MeasureOutputs, measure: Measure, query: &Query) -> Result<Moments<N>, Stop> {
        if measure == Measure::Probability {
            return self.listed(outputs, query, self.limits);
        }
        // What may grow without end is first tried with few states, then without its values.
        let few = Limits { states: FEW_STATES.min(self.limits.states), ..self.limits.clone() };
        let problem = match self.listed(outputs, query, &few) {
            Err(stop) if matches!(stop.code, Code::Endless | Code::Limit) => stop,
            found => return found,
        };
        match self.unlisted(outputs, measure, query) {
            Ok(Some(found)) => Ok(found),
            Err(stop) if problem.code == Code::Endless => Err(stop),
            Ok(None) if problem.code == Code::Endless => Err(problem),
            found => self.listed(outputs, query, self.limits).map_err(|own| match found {
                Err(stop) if stop.code == Code::Endless => stop,
                _ => own,
            }),
        }
    }

    /// As [`Evaluator::moments`], from all values that the subject has.
    fn listed(&self, outputs: MeasureOutputs, query: &Query, limits: &Limits) -> Result<Moments<N>, Stop> {
        let wanted: Vec<usize> = [Some(outputs.subject), outputs.evidence].into_iter().flatten().collect();
        let plan = Plan::new(&self.lowered.program, &self.bindings, &wanted, self.axis, limits);
        let zero = || N::from(Rational::ZERO);
        let mut sums = Moments { total: zero(), first: zero(), second: zero() };
        for (cells, mass) in plan.run(self.axis, limits)? {
            // Sums of long polynomials take longer than the evaluation itself.
            self.limits.ask(query.span)?;
            if outputs.evidence.is_some() && cells.get(1) != Some(&Cell::Flag(true)) {
                continue;
            }
            sums.total = sums.total.plus(&mass);
            let value = match cells.first() {
                Some(Cell::Flag(flag)) => N::from(if *flag { Rational::ONE } else { Rational::ZERO }),
                Some(Cell::Number(number)) => number.clone(),
                Some(Cell::Above(above)) => return Err(not_recorded(above, query.span)),
                _ => return Err(stop(Code::KindMismatch, query, "this is no number")),
            };
            let weighted = value.times(&mass);
            sums.second = sums.second.plus(&value.times(&weighted));
            sums.first = sums.first.plus(&weighted);
        }
        Ok(sums)
    }

    /// As [`Evaluator::moments`], without the values of a subject that may grow without end; `None` where it has a
    /// bound that can be seen.
    fn unlisted(
        &self,
        outputs: MeasureOutputs,
        measure: Measure,
        query: &Query,
    ) -> Result<Option<Moments<N>>, Stop> {
        let wanted = (outputs.subject, outputs.evidence);
        let square = measure == Measure::Variance;
        let program = &self.lowered.program;
        let sums = Plan::sums(program, &self.bindings, wanted, square, self.axis, self.limits);
        let sums = sums.map_err(|mut stop| {
            if stop.primary.span == Span::default() {
                stop.primary.span = query.span;
            }
            stop
        })?;
        Ok(sums.map(|Sums { total, first, second }| Moments { total, first, second }))
    }
}

impl<N: Number> Moments<N> {
    fn share(&self, sum: &N, evaluator: &Evaluator<'_, N>, query: &Query) -> Result<N, Stop> {
        let share = evaluator.over(sum, &self.total);
        share.ok_or_else(|| impossible_given(query))
    }

    fn mean(&self, evaluator: &Evaluator<'_, N>, query: &Query) -> Result<N, Stop> {
        self.share(&self.first, evaluator, query)
    }

    fn variance(&self, evaluator: &Evaluator<'_, N>, query: &Query) -> Result<N, Stop> {
        let mean = self.mean(evaluator, query)?;
        Ok(self.share(&self.second, evaluator, query)?.minus(&mean.times(&mean)))
    }
}

/// Measures that are no sums: only a quantile is a number to calculate with.
fn quantile(
    evaluator: &Evaluator<'_, Rational>,
    measure: Measure,
    outputs: MeasureOutputs,
    query: &Query,
) -> Result<Rational, Stop> {
    match measure {
        Measure::Mode => Err(stop(Code::KindMismatch, query, "a mode is no number to calculate with")),
        Measure::StandardDeviation => {
            let variance =
                evaluator.moments(outputs, Measure::Variance, query)?.variance(evaluator, query)?;
            rational_square_root(&variance).ok_or_else(|| {
                let message =
                    "a standard deviation is a root, and cannot be calculated with exactly; use Var(…)";
                stop(Code::KindMismatch, query, message)
            })
        }
        _ => evaluator.quantile(outputs, query),
    }
}

/// What is said where that cannot happen what a measure is given.
pub(super) fn impossible_given(query: &Query) -> Stop {
    let span = match &query.kind {
        QueryKind::Measure { evidence: Some(evidence), .. } => evidence.span,
        _ => query.span,
    };
    let problem = "what is given after `|` has probability 0 here";
    let help = "give something that can happen, or other rules or inputs";
    Box::new(Diagnostic::error(Code::ImpossibleEvidence, span, problem).help(help))
}

/// What is wrong with a query.
pub(super) fn stop(code: Code, query: &Query, message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(code, query.span, message))
}
