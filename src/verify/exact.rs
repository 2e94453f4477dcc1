//! What the mechanics say of a claim, under one rule set at a time.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::check::RuleId;
use crate::diagnostic::{Code, Message};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::query::chain::chain_number;
use crate::query::{Amount, QueryError, Question, Ready, support};
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Scenario, Settings, Sweep, scenarios};
use crate::value::{InputValue, RuleValue, Value};

use super::prepared::{CheckedOperand, Kind, Prepared};

/// How a query moves along a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It never falls, and is greater at the end.
    Rises,
    /// It never rises, and is less at the end.
    Falls,
    /// It is the same along the whole sweep.
    Stays,
    /// None of these.
    Mixed,
}

/// What decides a claim under one rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exact {
    /// One number for each query.
    Numbers(Vec<Rational>),
    /// One trend for each query, with its values.
    Trends(Vec<(Trend, Vec<Rational>)>),
    /// The rule set lacks what the claim is about, for this reason.
    Unavailable(String),
    /// There is no answer, for this reason.
    Stopped(String),
    /// A limit was reached before it was known, or trueodds has a defect: no verdict on other claims makes up
    /// for that, so the run as a whole fails.
    Limited(String),
}

/// Why a value is missing.
#[derive(Debug, Clone)]
enum Missing {
    Unavailable(String),
    Stopped(String),
    Limited(String),
}

impl From<QueryError> for Missing {
    fn from(error: QueryError) -> Missing {
        match error {
            QueryError::Usage(problems) => unavailable(&problems),
            QueryError::Stopped(stop, _) if stop.code == Code::Required => {
                Missing::Unavailable(stop.message.clone())
            }
            QueryError::Stopped(stop, _) if matches!(stop.code, Code::Limit | Code::Internal) => {
                Missing::Limited(stop.message.clone())
            }
            QueryError::Stopped(stop, _) => Missing::Stopped(stop.message.clone()),
        }
    }
}

fn unavailable(problems: &[Message]) -> Missing {
    let problems: Vec<String> = problems.iter().map(Message::to_string).collect();
    Missing::Unavailable(problems.join("; "))
}

/// What a number depends on: the mechanic by its path, the question as text, inputs, rules and states.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key(String, String, Vec<InputValue>, Vec<RuleValue>, Vec<Option<Value>>);

/// Decides claims, one under one rule set at a time. A number that several of them need is computed once.
#[derive(Debug)]
pub struct Decider<'a> {
    limits: &'a Limits,
    known: Mutex<FxHashMap<Key, Result<Rational, Missing>>>,
}

impl<'a> Decider<'a> {
    /// Decides within these limits.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Decider<'a> {
        Decider { limits, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Key, Result<Rational, Missing>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A claim about a mechanic, to be decided.
    #[must_use]
    pub fn open<'d>(&'d self, prepared: &'d Prepared, mechanic: &'d Mechanic) -> Open<'d> {
        Open { decider: self, prepared, mechanic, ready: Vec::new() }
    }
}

/// A claim that is decided under one rule set after another. Its questions are made ready once.
#[derive(Debug)]
pub struct Open<'d> {
    decider: &'d Decider<'d>,
    prepared: &'d Prepared,
    mechanic: &'d Mechanic,
    ready: Vec<(&'d Question, Ready<'d>)>,
}

impl<'d> Open<'d> {
    /// What decides it under a rule set.
    pub fn under(&mut self, rule_set: RuleSetId) -> Exact {
        match self.values(rule_set) {
            Ok(exact) => exact,
            Err(Missing::Unavailable(reason)) => Exact::Unavailable(reason),
            Err(Missing::Stopped(reason)) => Exact::Stopped(reason),
            Err(Missing::Limited(reason)) => Exact::Limited(reason),
        }
    }

    fn values(&mut self, set: RuleSetId) -> Result<Exact, Missing> {
        let (mechanic, limits, prepared) = (self.mechanic, self.decider.limits, self.prepared);
        let numbers = match &prepared.kind {
            Kind::Queries(queries) => {
                let scenario = self.scenario(&prepared.settings, set)?;
                queries.iter().map(|query| self.number(query, &scenario)).collect::<Result<Vec<_>, _>>()?
            }
            Kind::Further(query, further) => {
                let scenarios = [self.scenario(&prepared.settings, set)?, self.scenario(further, set)?];
                let [before, after] = scenarios.map(|scenario| self.number(query, &scenario));
                let (before, after) = (before?, after?);
                let added = &after - &before;
                let left = &Rational::ONE - &before;
                let drawn = added.checked_div(&left);
                let none =
                    || Missing::Unavailable("nothing is left that a further chance could turn".to_owned());
                vec![drawn.ok_or_else(none)?, added]
            }
            Kind::Values(expressions, operands) => {
                let mut named = BTreeMap::new();
                for (name, operand) in operands {
                    named.insert(name.as_str(), self.operand(operand, set)?);
                }
                let values = expressions.iter().map(|expression| calculate(expression, &named));
                values.collect::<Result<Vec<_>, _>>().map_err(Missing::Stopped)?
            }
            Kind::Rule(index) => vec![self.rule(*index, set)?],
            Kind::Ends { expression, low, high } => {
                let scenario = self.scenario(&prepared.settings, set)?;
                let values = support(mechanic, expression, &scenario, limits)?;
                let ends = [values.first().filter(|_| *low), values.last().filter(|_| *high)];
                let numbers = ends.into_iter().flatten().map(|value| value.as_number().cloned());
                numbers
                    .collect::<Option<Vec<Rational>>>()
                    .ok_or_else(|| Missing::Stopped("its values are no numbers".to_owned()))?
            }
            Kind::Direction(queries, sweep) => {
                let scenario = self.scenario(&prepared.settings, set)?;
                let mut trends = Vec::new();
                for query in queries {
                    let numbers = self.along(query, sweep, &scenario)?;
                    trends.push((trend(&numbers), numbers));
                }
                return Ok(Exact::Trends(trends));
            }
            Kind::Chain(sought) => {
                vec![chain_number(mechanic, &self.scenario(&prepared.settings, set)?, sought, limits)?]
            }
            Kind::Undecided => Vec::new(),
        };
        Ok(Exact::Numbers(numbers))
    }

    fn operand(&mut self, operand: &'d CheckedOperand, set: RuleSetId) -> Result<Rational, Missing> {
        match operand {
            CheckedOperand::Rule(index) => self.rule(*index, set),
            CheckedOperand::Sum(asked, settings) => {
                let scenario = self.scenario(settings, set)?;
                Ok(self.along(&asked.0, &asked.1, &scenario)?.iter().sum())
            }
            CheckedOperand::Query(query, settings) => self.number(query, &self.scenario(settings, set)?),
        }
    }

    fn scenario(&self, settings: &Settings, set: RuleSetId) -> Result<Scenario, Missing> {
        let name = self.mechanic.rule_set(set).name.clone();
        let settings = Settings { rules: vec![name], ..settings.clone() };
        let scenarios = scenarios(self.mechanic, &settings).map_err(|problems| unavailable(&problems))?;
        scenarios.into_iter().next().ok_or_else(|| Missing::Stopped("no scenario".to_owned()))
    }

    /// The answer to a question that has one number as its answer.
    fn number(&mut self, question: &'d Question, scenario: &Scenario) -> Result<Rational, Missing> {
        let mechanic = self.mechanic;
        let rules = scenario.rule_values(mechanic);
        let (inputs, states) = (scenario.inputs.clone(), scenario.states.clone());
        let key = Key(mechanic.model.path.clone(), question.text.clone(), inputs, rules, states);
        if let Some(found) = self.decider.known().get(&key) {
            return found.clone();
        }
        // Nobody waits meanwhile: rarely a number is computed twice.
        let found = self.computed(question, scenario);
        self.decider.known().insert(key, found.clone());
        found
    }

    fn computed(&mut self, question: &'d Question, scenario: &Scenario) -> Result<Rational, Missing> {
        let stopped = QueryError::stopped(scenario);
        let index = match self.ready.iter().position(|(other, _)| std::ptr::eq(*other, question)) {
            Some(index) => index,
            None => {
                self.ready.push((question, Ready::new(self.mechanic, question).map_err(stopped)?));
                self.ready.len() - 1
            }
        };
        match self.ready[index].1.answer(scenario, self.decider.limits)? {
            Ok(amount) => number(amount),
            Err(missing) => Err(missing.refusal(scenario).into()),
        }
    }

    /// The values of a query along a sweep.
    fn along(
        &mut self,
        question: &'d Question,
        sweep: &Sweep,
        scenario: &Scenario,
    ) -> Result<Vec<Rational>, Missing> {
        let spread = sweep.scenarios(self.mechanic, std::slice::from_ref(scenario));
        let spread = spread.map_err(|problems| unavailable(&problems))?;
        spread.iter().map(|scenario| self.number(question, scenario)).collect()
    }

    fn rule(&self, rule: RuleId, set: RuleSetId) -> Result<Rational, Missing> {
        let value = self.mechanic.rule_set(set).rules.get(rule.index());
        match value.map(|rule| &rule.value) {
            Some(RuleValue::Known(Value::Number(number))) => Ok(number.clone()),
            Some(RuleValue::Known(Value::Flag(flag))) => Ok(Rational::from(i64::from(*flag))),
            Some(RuleValue::Unknown(reason)) => {
                Err(Missing::Stopped(format!("the rule is not known: {reason}")))
            }
            _ => Err(Missing::Stopped("the rule is no number".to_owned())),
        }
    }
}

fn number(amount: Amount) -> Result<Rational, Missing> {
    match amount {
        Amount::Probability(number) | Amount::Number(number) => Ok(number),
        Amount::Values(_, values) => match values.as_slice() {
            [Value::Number(number)] => Ok(number.clone()),
            _ => Err(Missing::Stopped("several values are the most probable, or it is no number".to_owned())),
        },
        Amount::Missing(missing) => Err(Missing::Stopped(missing.stop().message.clone())),
        Amount::Root(_) => Err(Missing::Stopped("a standard deviation is a root; ask for Var(…)".to_owned())),
    }
}

fn trend(numbers: &[Rational]) -> Trend {
    let pairs = || numbers.iter().zip(numbers.iter().skip(1));
    let (never_falls, never_rises) = (pairs().all(|(a, b)| a <= b), pairs().all(|(a, b)| a >= b));
    match (never_falls, never_rises) {
        (true, true) => Trend::Stays,
        (true, false) => Trend::Rises,
        (false, true) => Trend::Falls,
        (false, false) => Trend::Mixed,
    }
}

/// Arithmetic over named values.
fn calculate(expression: &Expr, named: &BTreeMap<&str, Rational>) -> Result<Rational, String> {
    match &expression.kind {
        ExprKind::Number(_, value) => Ok(value.clone()),
        ExprKind::Name(None, name) => named
            .get(name.text.as_str())
            .cloned()
            .ok_or_else(|| format!("`value` names `{}`, which `ask` does not have", name.text)),
        ExprKind::Paren(inner) => calculate(inner, named),
        ExprKind::Unary(UnaryOp::Negate, inner) => Ok(-&calculate(inner, named)?),
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (calculate(left, named)?, calculate(right, named)?);
            match op {
                BinaryOp::Add => Ok(&a + &b),
                BinaryOp::Subtract => Ok(&a - &b),
                BinaryOp::Multiply => Ok(&a * &b),
                BinaryOp::Divide => {
                    a.checked_div(&b).ok_or_else(|| "a division by zero in `value`".to_owned())
                }
                _ => Err("`value` calculates with +, -, * and /".to_owned()),
            }
        }
        _ => Err("`value` calculates with +, -, * and / over the names of `ask`".to_owned()),
    }
}
