//! Questions of claims, read and fitted to their mechanic.

use crate::check::{Asks, CheckedExpression, RuleId, check_expression, check_query};
use crate::claims::{ChainClaim, Inputs, Operand, Question};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::exact::Rational;
use crate::parse::ast::{Expr, ExprKind};
use crate::parse::{parse_expression, parse_query};
use crate::query::chain::{ChainNumber, HitNumber};
use crate::query::{Expression, Question as Asked};
use crate::scenario::{Mechanic, Settings, Sweep, scenarios};
use crate::source::{FileId, Span};

/// Questions that were read and fit their mechanic.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub(super) kind: Kind,
    pub(super) settings: Settings,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
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
pub(super) enum CheckedOperand {
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
            ChainClaim::HitMean(text) => ChainNumber::Hit(HitNumber::Mean, event(text)?),
            ChainClaim::HitMedian(text) => ChainNumber::Hit(HitNumber::Median, event(text)?),
            ChainClaim::HitMode(text) => ChainNumber::Hit(HitNumber::Mode, event(text)?),
            ChainClaim::HitMost(text) => ChainNumber::Hit(HitNumber::Level(Rational::ONE), event(text)?),
            ChainClaim::Within(uses, text) => ChainNumber::Hit(HitNumber::Within(*uses), event(text)?),
            ChainClaim::NotYet(uses, text) => ChainNumber::Hit(HitNumber::NotYet(*uses), event(text)?),
            ChainClaim::Stationary(text) => ChainNumber::Stationary(event(text)?),
            ChainClaim::After(uses, text) => ChainNumber::After(*uses, event(text)?),
            ChainClaim::Streak(text, until) => ChainNumber::Streak(Box::new((event(text)?, event(until)?))),
        })
    }
}

/// The names in an expression.
fn names(expression: &Expr, found: &mut Vec<String>) {
    if let ExprKind::Name(_, name) = &expression.kind {
        found.push(name.text.clone());
    }
    expression.kind.children().into_iter().for_each(|child| names(child, found));
}
