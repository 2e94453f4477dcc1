//! `query`: single numbers about the law of the outcomes.

use serde_json::{Map, Value as Json};

use super::Mechanic;
use super::columns::{Sweep, citation, column_label, columns, common_label};
use super::json;
use super::report::{Block, Cell, Header, Report, Row, Shown, Table as ReportTable, Text};
use super::scenario::{Scenario, value_label};
use super::table::TableError;
use crate::check::{CheckedExpression, CheckedQuery, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Bindings, Limits, Plan, Stop};
use crate::exact::decimal::{Rounding, plain, rational_square_root, square_root};
use crate::exact::{Rational, decimal};
use crate::lower::{LoweredQuery, MeasureOutputs, lower_expressions, lower_query};
use crate::parse::ast::BinaryOp;
use crate::parse::{Measure, Query, QueryKind};
use crate::prob::{Pmf, moments};
use crate::value::Value;

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
}

/// The answer under one scenario.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The scenario.
    pub scenario: Scenario,
    /// The value.
    pub amount: Amount,
}

/// Answers a query under each scenario, and each value of a sweep.
///
/// # Errors
/// Where the sweep does not fit, an evaluation stops, or the evidence is impossible.
pub fn ask(
    mechanic: &Mechanic,
    query: &CheckedQuery,
    scenarios: &[Scenario],
    sweep: Option<&Sweep>,
    limits: &Limits,
) -> Result<Vec<Answer>, TableError> {
    let nobody = || Box::new(scenarios.first().cloned().unwrap_or_default());
    let lowered = lower_query(&mechanic.model, &mechanic.program, query)
        .map_err(|error| TableError::Stopped(Box::new(error), nobody()))?;
    let mut answers = Vec::new();
    for scenario in columns(mechanic, scenarios, sweep).map_err(TableError::Usage)? {
        match answer(mechanic, query, &lowered, &scenario, limits) {
            Ok(amount) => answers.push(Answer { scenario, amount }),
            Err(stop) => return Err(TableError::Stopped(stop, Box::new(scenario))),
        }
    }
    Ok(answers)
}

fn answer(
    mechanic: &Mechanic,
    query: &CheckedQuery,
    lowered: &LoweredQuery,
    scenario: &Scenario,
    limits: &Limits,
) -> Result<Amount, Stop> {
    let bindings = scenario.bindings(mechanic);
    let mut evaluator = Evaluator { query, lowered, bindings: &bindings, limits, next: 0 };
    evaluator.amount(&query.query)
}

struct Evaluator<'a> {
    query: &'a CheckedQuery,
    lowered: &'a LoweredQuery,
    bindings: &'a Bindings<Rational>,
    limits: &'a Limits,
    /// Which measure comes next, in the order of the text.
    next: usize,
}

impl Evaluator<'_> {
    fn amount(&mut self, query: &Query) -> Result<Amount, Stop> {
        match &query.kind {
            QueryKind::Number(number) => Ok(Amount::Number(number.clone())),
            QueryKind::Negate(inner) => Ok(Amount::Number(-&self.number(inner)?)),
            QueryKind::Binary(op, left, right) => self.arithmetic(*op, left, right),
            QueryKind::Measure { measure, subject, .. } => {
                let outputs = self.lowered.measures.get(self.next).copied();
                self.next += 1;
                let Some(outputs) = outputs else {
                    return Err(stop(Code::Internal, query, "a measure has no outputs"));
                };
                self.measure(*measure, self.query.resolution.kind(subject.id), outputs, query)
            }
        }
    }

    fn number(&mut self, query: &Query) -> Result<Rational, Stop> {
        match self.amount(query)? {
            Amount::Probability(number) | Amount::Number(number) => Ok(number),
            Amount::Root(_) => Err(stop(
                Code::KindMismatch,
                query,
                "a standard deviation is a root, and cannot be calculated with exactly; use Var(…)",
            )),
            Amount::Values(..) => {
                Err(stop(Code::KindMismatch, query, "a mode is no number to calculate with"))
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, left: &Query, right: &Query) -> Result<Amount, Stop> {
        let is_probability =
            |query: &Query| matches!(&query.kind, QueryKind::Measure { measure: Measure::Probability, .. });
        let (a, b) = (self.number(left)?, self.number(right)?);
        let value = match op {
            BinaryOp::Add => &a + &b,
            BinaryOp::Subtract => &a - &b,
            BinaryOp::Multiply => &a * &b,
            _ => a.checked_div(&b).ok_or_else(|| {
                stop(Code::DivisionByZero, right, "this is 0, and nothing can be divided by it")
            })?,
        };
        let in_range = !value.is_negative() && value <= Rational::ONE;
        let probabilities = (is_probability(left) || is_probability(right)) && in_range;
        Ok(if probabilities { Amount::Probability(value) } else { Amount::Number(value) })
    }

    fn measure(
        &self,
        measure: Measure,
        kind: Kind,
        outputs: MeasureOutputs,
        query: &Query,
    ) -> Result<Amount, Stop> {
        let (law, level) = self.law(outputs, query)?;
        if measure == Measure::Probability {
            return Ok(Amount::Probability(law.mass_of(&Value::Flag(true))));
        }
        if measure == Measure::Mode {
            return Ok(Amount::Values(kind, moments::modes(&law).into_iter().cloned().collect()));
        }
        let numbers = law.map(|value| value.as_number().cloned().unwrap_or_default());
        Ok(match measure {
            Measure::Mean => Amount::Number(moments::mean(&numbers)),
            Measure::Variance => Amount::Number(moments::variance(&numbers)),
            Measure::StandardDeviation => {
                let variance = moments::variance(&numbers);
                rational_square_root(&variance).map_or(Amount::Root(variance), Amount::Number)
            }
            _ => {
                let level = level.unwrap_or_default();
                if level.is_negative() || level > Rational::ONE {
                    return Err(stop(
                        Code::OutOfRange,
                        query,
                        format!("the level of a quantile lies between 0 and 1; this is {level}"),
                    ));
                }
                let found = moments::quantile(&numbers, &level).cloned();
                Amount::Number(found.ok_or_else(|| stop(Code::Internal, query, "the law is empty"))?)
            }
        })
    }

    /// The law of the subject given the evidence, and the level of a quantile.
    fn law(&self, outputs: MeasureOutputs, query: &Query) -> Result<(Pmf<Value>, Option<Rational>), Stop> {
        let wanted: Vec<usize> =
            [Some(outputs.subject), outputs.evidence, outputs.level].into_iter().flatten().collect();
        let plan = Plan::new(&self.lowered.program, self.bindings, &wanted, &(), self.limits);
        let joint = plan.law(self.limits)?;
        let level = match outputs.level {
            None => None,
            Some(_) => {
                let mut levels =
                    joint.support().map(|values| values.last().and_then(Value::as_number).cloned());
                let first = levels.next().flatten();
                if levels.any(|other| other != first) {
                    let message = "the level of a quantile is one number; this one depends on the outcome";
                    return Err(stop(Code::OutOfRange, query, message));
                }
                first
            }
        };
        let given = if outputs.evidence.is_some() {
            let known = joint.condition(|values| values.get(1) == Some(&Value::Flag(true)));
            known.ok_or_else(|| {
                stop(Code::DivisionByZero, query, "what is given after `|` has probability 0 here")
            })?
        } else {
            joint
        };
        Ok((given.map(|values| values.first().cloned().unwrap_or(Value::Flag(false))), level))
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
) -> Result<Vec<Value>, TableError> {
    let stopped = |stop: Stop| TableError::Stopped(stop, Box::new(scenario.clone()));
    let program = lower_expressions(&mechanic.model, &mechanic.program, &[expression])
        .map_err(|error| stopped(Box::new(error)))?;
    let plan = Plan::new(&program, &scenario.bindings(mechanic), &[0], &(), limits);
    let law = plan.law(limits).map_err(stopped)?;
    Ok(law.support().filter_map(|values| values.first().cloned()).collect())
}

fn stop(code: Code, query: &Query, message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(code, query.span, message))
}

/// The report of some answers to one query.
#[must_use]
pub fn ask_report(
    mechanic: &Mechanic,
    text: &str,
    answers: &[Answer],
    several_sets: bool,
    sweep: Option<&Sweep>,
    shown: Shown,
) -> Report {
    let scenarios: Vec<Scenario> = answers.iter().map(|answer| answer.scenario.clone()).collect();
    let common = common_label(mechanic, &scenarios, several_sets, sweep);
    let cell = |answer: &Answer| amount_cell(mechanic, &answer.amount, shown);
    let block = match answers {
        [only] if sweep.is_none() => Block::Answer { question: Text::plain(text), answer: cell(only) },
        _ => {
            let label = |answer: &Answer| column_label(mechanic, &answer.scenario, several_sets, sweep);
            let swept = sweep.map(|(input, _)| mechanic.model.inputs[*input].declaration.label.as_str());
            let corner = match (swept, several_sets) {
                (Some(label), true) => format!("Rules, {label}"),
                (Some(label), false) => label.to_owned(),
                (None, _) => "Rules".to_owned(),
            };
            let caption = if common.0.is_empty() {
                Text::plain(text)
            } else {
                Text::plain(format!("{text} (")).join(common).and(")")
            };
            Block::Table(ReportTable {
                caption,
                header: vec![
                    Header { text: Text::plain(corner), numeric: false },
                    Header { text: Text::plain("Value"), numeric: true },
                ],
                rows: answers
                    .iter()
                    .map(|answer| Row { label: label(answer), cells: vec![cell(answer)], total: false })
                    .collect(),
            })
        }
    };
    let mut document = json::document("query", Some(&mechanic.model.path));
    document.insert(
        "answers".to_owned(),
        answers.iter().map(|answer| answer_json(mechanic, text, answer)).collect(),
    );
    let subject = citation(mechanic, &scenarios, sweep);
    Report {
        blocks: vec![block],
        json: Json::Object(document),
        records: records(mechanic, text, answers, sweep),
        subject,
    }
}

fn amount_cell(mechanic: &Mechanic, amount: &Amount, shown: Shown) -> Cell {
    match amount {
        Amount::Probability(number) => Cell::Probability(number.clone(), shown),
        Amount::Number(number) => Cell::Number(number.clone()),
        Amount::Root(number) => Cell::Root(number.clone()),
        Amount::Values(kind, values) => {
            let mut text = Text::default();
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    text = text.and(", ");
                }
                text = text.join(value_label(&mechanic.model, *kind, value));
            }
            Cell::Text(text)
        }
    }
}

/// Exactly as text, and as a decimal.
fn exact_and_decimal(mechanic: &Mechanic, amount: &Amount) -> (String, String) {
    const PLACES: usize = 15;
    match amount {
        Amount::Probability(number) | Amount::Number(number) => (number.to_string(), plain(number)),
        Amount::Root(number) => {
            // A root has half the zeros after the point that its square has.
            let places = PLACES + decimal::places_for_digits(number, 1) / 2;
            (format!("sqrt({number})"), square_root(number, places, Rounding::HalfUp).trimmed())
        }
        Amount::Values(kind, values) => {
            let texts: Vec<String> =
                values.iter().map(|value| mechanic.model.value_text(*kind, value)).collect();
            let decimal = match values.as_slice() {
                [Value::Number(number)] => decimal::plain(number),
                _ => String::new(),
            };
            (texts.join(","), decimal)
        }
    }
}

fn answer_json(mechanic: &Mechanic, text: &str, answer: &Answer) -> Json {
    let (value, decimal) = exact_and_decimal(mechanic, &answer.amount);
    let mut object = Map::new();
    object.insert("rules".to_owned(), mechanic.rule_sets[answer.scenario.rule_set].name.clone().into());
    json::insert_inputs(&mut object, mechanic, &answer.scenario);
    object.insert("query".to_owned(), text.into());
    object.insert("value".to_owned(), value.into());
    object.insert("decimal".to_owned(), decimal.into());
    Json::Object(object)
}

fn records(mechanic: &Mechanic, text: &str, answers: &[Answer], sweep: Option<&Sweep>) -> Vec<Vec<String>> {
    let model = &mechanic.model;
    let mut header = vec!["rules".to_owned()];
    header.extend(sweep.map(|(input, _)| model.inputs[*input].declaration.name.clone()));
    header.extend(["query", "value", "decimal"].map(str::to_owned));
    let mut records = vec![header];
    for answer in answers {
        let (value, decimal) = exact_and_decimal(mechanic, &answer.amount);
        let mut record = vec![mechanic.rule_sets[answer.scenario.rule_set].name.clone()];
        record.extend(sweep.map(|(input, _)| {
            model.value_text(model.inputs[*input].declaration.kind, &answer.scenario.inputs[*input])
        }));
        record.extend([text.to_owned(), value, decimal]);
        records.push(record);
    }
    records
}
