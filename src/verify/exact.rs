//! What the mechanics say of a claim, under one rule set at a time.

use std::collections::BTreeMap;

use crate::check::{Asks, CheckedExpression, RuleId, check_expression, check_query};
use crate::claims::{ChainClaim, Inputs, Operand, Question};
use crate::diagnostic::{Code, Diagnostic, Message, or_nearest};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::parse::{parse_expression, parse_query};
use crate::query::chain::{ChainNumber, chain_number};
use crate::query::{Amount, Expression, QueryError, Question as Asked, measure, support};
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Scenario, Settings, Sweep, scenarios};
use crate::source::{FileId, Span};
use crate::value::{RuleValue, Value};

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

/// Questions that were read and fit their mechanic.
#[derive(Debug, Clone)]
pub struct Prepared {
    kind: Kind,
    settings: Settings,
}

#[derive(Debug, Clone)]
enum Kind {
    Queries(Vec<Asked>),
    /// The event under the inputs, and under those that turn the further chance on.
    Further(Box<Asked>, Settings),
    /// Expressions over the same values.
    Values(Vec<Expr>, Vec<(String, CheckedOperand)>),
    Rule(RuleId),
    Ends {
        expression: CheckedExpression,
        low: bool,
        high: bool,
    },
    Direction(Vec<Asked>, Sweep),
    Chain(Box<ChainNumber>),
    Undecided,
}

#[derive(Debug, Clone)]
enum CheckedOperand {
    Query(Box<Asked>, Settings),
    Sum(Box<(Asked, Sweep)>, Settings),
    Rule(RuleId),
}

/// A sweep of a claim has at most so many values.
const LONGEST_SWEEP: usize = 1000;

/// Reads a question under some inputs. `what` asks it, such as "claim `a`", and stands at `span`; what is wrong
/// with it has that code.
///
/// # Errors
/// Everything that is wrong with it, with that position.
pub fn prepare(
    code: Code,
    what: &str,
    span: Span,
    question: &Question,
    inputs: &Inputs,
    mechanic: &Mechanic,
) -> Result<Prepared, Vec<Diagnostic>> {
    let mut reader = Reader { code, what, span, mechanic, problems: Vec::new() };
    let kind = reader.kind(question, inputs);
    let settings = settings(inputs);
    reader.settings(&settings);
    match kind {
        Some(kind) if reader.problems.is_empty() => Ok(Prepared { kind, settings }),
        _ => Err(reader.problems),
    }
}

pub(crate) fn settings(inputs: &Inputs) -> Settings {
    Settings {
        rules: Vec::new(),
        set: inputs.set.clone(),
        with: inputs.with.clone(),
        state: inputs.state.clone(),
        rule: inputs.change.clone(),
    }
}

struct Reader<'a> {
    code: Code,
    what: &'a str,
    span: Span,
    mechanic: &'a Mechanic,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn problem(&mut self, message: impl Into<String>) {
        let message = format!("{}: {}", self.what, message.into());
        self.problems.push(Diagnostic::error(self.code, self.span, message));
    }

    /// What is wrong with inputs in every rule set; one that lacks an input is no mistake.
    fn settings(&mut self, settings: &Settings) {
        let mut first = None;
        for set in &self.mechanic.rule_sets {
            let settings = Settings { rules: vec![set.name.clone()], ..settings.clone() };
            match scenarios(self.mechanic, &settings) {
                Ok(_) => return,
                Err(problems) => first = first.or(Some(problems)),
            }
        }
        first.into_iter().flatten().for_each(|problem| self.problem(problem.to_string()));
    }

    fn kind(&mut self, question: &Question, inputs: &Inputs) -> Option<Kind> {
        Some(match question {
            Question::Query(query) => Kind::Queries(vec![self.query(query)?]),
            Question::Certain(event) | Question::Never(event) => {
                Kind::Queries(vec![self.query(&format!("P({event})"))?])
            }
            Question::Interval(low, high, asks) if asks.is_empty() => {
                let (low, high) = (self.query(low), self.query(high));
                Kind::Queries(vec![low?, high?])
            }
            Question::Interval(low, high, asks) => self.values("interval", &[low, high], asks)?,
            Question::Value(expression, asks) => self.values("value", &[expression], asks)?,
            Question::Further(event, by) => {
                let settings = settings(&inputs.changed_by(by));
                self.settings(&settings);
                Kind::Further(Box::new(self.query(&format!("P({event})"))?), settings)
            }
            Question::Law(queries) | Question::Equal(queries) => Kind::Queries(self.queries(queries)?),
            Question::Rule(rule) => Kind::Rule(self.rule(rule)?),
            Question::Range(text) => {
                Kind::Ends { expression: self.expression(text, Asks::Law)?, low: true, high: true }
            }
            Question::Least(text) => {
                Kind::Ends { expression: self.expression(text, Asks::Law)?, low: true, high: false }
            }
            Question::Most(text) => {
                Kind::Ends { expression: self.expression(text, Asks::Law)?, low: false, high: true }
            }
            Question::Direction(queries, sweep) => {
                let queries = self.queries(queries);
                let sweep = self.sweep(sweep);
                Kind::Direction(queries?, sweep?)
            }
            Question::Chain(ask) => Kind::Chain(Box::new(self.chain(ask)?)),
            Question::Undecided(_) => Kind::Undecided,
        })
    }

    /// Expressions over the same values. They stand at a key.
    fn values(&mut self, key: &str, texts: &[&String], asks: &[(String, Operand)]) -> Option<Kind> {
        let mut expressions = Vec::new();
        for text in texts {
            match parse_expression(FileId::default(), text) {
                Ok((expression, _)) => expressions.push(expression),
                Err(problems) => {
                    problems.iter().for_each(|problem| self.problem(format!("`{key}`: {}", problem.message)));
                }
            }
        }
        let mut unknown = Vec::new();
        expressions.iter().for_each(|expression| names(expression, &mut unknown));
        unknown.retain(|name| !asks.iter().any(|(known, _)| known == name));
        for name in unknown {
            let help = or_nearest(&name, asks.iter().map(|(known, _)| known.as_str()));
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            self.problem(format!("`{key}` names `{name}`, which `ask` does not have{help}"));
        }
        let operands: Vec<_> =
            asks.iter().map(|(name, ask)| Some((name.clone(), self.operand(ask)?))).collect();
        let operands = operands.into_iter().collect::<Option<_>>()?;
        (expressions.len() == texts.len()).then_some(Kind::Values(expressions, operands))
    }

    fn queries(&mut self, texts: &[String]) -> Option<Vec<Asked>> {
        let queries: Vec<_> = texts.iter().map(|text| self.query(text)).collect();
        queries.into_iter().collect()
    }

    fn query(&mut self, text: &str) -> Option<Asked> {
        let read = parse_query(FileId::default(), text)
            .and_then(|(query, expressions)| check_query(&self.mechanic.model, query, expressions))
            .map(|query| Asked { text: text.to_owned(), query });
        self.read(text, read)
    }

    fn expression(&mut self, text: &str, asks: Asks) -> Option<CheckedExpression> {
        let read = parse_expression(FileId::default(), text)
            .and_then(|(expr, count)| check_expression(&self.mechanic.model, expr, count, asks));
        self.read(text, read)
    }

    fn read<T>(&mut self, text: &str, read: Result<T, Vec<Diagnostic>>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(problems) => {
                for problem in problems {
                    let help = problem.help.map(|help| format!("; {help}")).unwrap_or_default();
                    self.problem(format!("`{text}`: {}{help}", problem.message));
                }
                None
            }
        }
    }

    fn sweep(&mut self, text: &str) -> Option<Sweep> {
        let read = Sweep::parse(self.mechanic, text, LONGEST_SWEEP);
        read.map_err(|message| self.problem(message.to_string())).ok()
    }

    fn rule(&mut self, name: &str) -> Option<RuleId> {
        let found = self.mechanic.rule(name);
        found.map_err(|problem| self.problem(problem.to_string())).ok()
    }

    fn operand(&mut self, ask: &Operand) -> Option<CheckedOperand> {
        Some(match ask {
            Operand::Rule(rule) => CheckedOperand::Rule(self.rule(rule)?),
            Operand::Query(query, inputs) => {
                let settings = settings(inputs);
                self.settings(&settings);
                CheckedOperand::Query(Box::new(self.query(query)?), settings)
            }
            Operand::Sum(query, sweep, inputs) => {
                let settings = settings(inputs);
                self.settings(&settings);
                let query = self.query(query);
                CheckedOperand::Sum(Box::new((query?, self.sweep(sweep)?)), settings)
            }
        })
    }

    fn chain(&mut self, ask: &ChainClaim) -> Option<ChainNumber> {
        let mut event = |text: &str| {
            let checked = self.expression(text, Asks::Event)?;
            Some(Expression { text: text.to_owned(), checked })
        };
        Some(match ask {
            ChainClaim::HitMean(text) => ChainNumber::HitMean(event(text)?),
            ChainClaim::HitMedian(text) => ChainNumber::HitMedian(event(text)?),
            ChainClaim::HitMode(text) => ChainNumber::HitMode(event(text)?),
            ChainClaim::Stationary(text) => ChainNumber::Stationary(event(text)?),
            ChainClaim::After(uses, text) => ChainNumber::After(*uses, event(text)?),
            ChainClaim::Streak(text, until) => ChainNumber::Streak(Box::new((event(text)?, event(until)?))),
        })
    }
}

/// Why a value is missing.
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

/// What decides a claim under a rule set.
#[must_use]
pub fn exact(prepared: &Prepared, mechanic: &Mechanic, rule_set: RuleSetId, limits: &Limits) -> Exact {
    match values(prepared, mechanic, rule_set, limits) {
        Ok(exact) => exact,
        Err(Missing::Unavailable(reason)) => Exact::Unavailable(reason),
        Err(Missing::Stopped(reason)) => Exact::Stopped(reason),
        Err(Missing::Limited(reason)) => Exact::Limited(reason),
    }
}

fn values(
    prepared: &Prepared,
    mechanic: &Mechanic,
    rule_set: RuleSetId,
    limits: &Limits,
) -> Result<Exact, Missing> {
    let under = Under { mechanic, rule_set, limits };
    let numbers = match &prepared.kind {
        Kind::Queries(queries) => {
            let scenario = under.scenario(&prepared.settings)?;
            queries.iter().map(|query| under.number(query, &scenario)).collect::<Result<Vec<_>, _>>()?
        }
        Kind::Further(query, further) => {
            let before = under.number(query, &under.scenario(&prepared.settings)?)?;
            let after = under.number(query, &under.scenario(further)?)?;
            let added = &after - &before;
            let left = &Rational::ONE - &before;
            let drawn = added.checked_div(&left);
            let none = || Missing::Unavailable("nothing is left that a further chance could turn".to_owned());
            vec![drawn.ok_or_else(none)?, added]
        }
        Kind::Values(expressions, operands) => {
            let mut named = BTreeMap::new();
            for (name, operand) in operands {
                let value = match operand {
                    CheckedOperand::Rule(index) => under.rule(*index)?,
                    CheckedOperand::Sum(asked, settings) => {
                        under.along(&asked.0, &asked.1, &under.scenario(settings)?)?.iter().sum()
                    }
                    CheckedOperand::Query(query, settings) => {
                        under.number(query, &under.scenario(settings)?)?
                    }
                };
                named.insert(name.as_str(), value);
            }
            let values = expressions.iter().map(|expression| calculate(expression, &named));
            values.collect::<Result<Vec<_>, _>>().map_err(Missing::Stopped)?
        }
        Kind::Rule(index) => vec![under.rule(*index)?],
        Kind::Ends { expression, low, high } => {
            let values = support(mechanic, expression, &under.scenario(&prepared.settings)?, limits)?;
            let ends = [values.first().filter(|_| *low), values.last().filter(|_| *high)];
            let numbers = ends.into_iter().flatten().map(|value| value.as_number().cloned());
            numbers
                .collect::<Option<Vec<Rational>>>()
                .ok_or_else(|| Missing::Stopped("its values are no numbers".to_owned()))?
        }
        Kind::Direction(queries, sweep) => {
            let scenario = under.scenario(&prepared.settings)?;
            let mut trends = Vec::new();
            for query in queries {
                let numbers = under.along(query, sweep, &scenario)?;
                trends.push((trend(&numbers), numbers));
            }
            return Ok(Exact::Trends(trends));
        }
        Kind::Chain(sought) => {
            vec![chain_number(mechanic, &under.scenario(&prepared.settings)?, sought, limits)?]
        }
        Kind::Undecided => Vec::new(),
    };
    Ok(Exact::Numbers(numbers))
}

struct Under<'a> {
    mechanic: &'a Mechanic,
    rule_set: RuleSetId,
    limits: &'a Limits,
}

impl Under<'_> {
    fn scenario(&self, settings: &Settings) -> Result<Scenario, Missing> {
        let name = self.mechanic.rule_set(self.rule_set).name.clone();
        let settings = Settings { rules: vec![name], ..settings.clone() };
        let scenarios = scenarios(self.mechanic, &settings).map_err(|problems| unavailable(&problems))?;
        scenarios.into_iter().next().ok_or_else(|| Missing::Stopped("no scenario".to_owned()))
    }

    fn number(&self, question: &Asked, scenario: &Scenario) -> Result<Rational, Missing> {
        let one = std::slice::from_ref(scenario);
        let answers = measure(self.mechanic, question, one, None, self.limits)?;
        let amount = answers.values.into_iter().next().map(|(_, amount)| amount);
        amount.map_or(Err(Missing::Stopped("no answer".to_owned())), number)
    }

    /// The values of a query along a sweep.
    fn along(&self, question: &Asked, sweep: &Sweep, scenario: &Scenario) -> Result<Vec<Rational>, Missing> {
        let one = std::slice::from_ref(scenario);
        let answers = measure(self.mechanic, question, one, Some(sweep), self.limits)?;
        answers.values.into_iter().map(|(_, amount)| number(amount)).collect()
    }

    fn rule(&self, rule: RuleId) -> Result<Rational, Missing> {
        let value = self.mechanic.rule_set(self.rule_set).rules.get(rule.index());
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

/// The names in an expression.
fn names(expression: &Expr, found: &mut Vec<String>) {
    if let ExprKind::Name(_, name) = &expression.kind {
        found.push(name.text.clone());
    }
    expression.kind.children().into_iter().for_each(|child| names(child, found));
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
