//! What a person gives an input: a value, or a law over its values.

use super::Code;
use super::model::{Declaration, Model, ValueError};
use crate::exact::Rational;
use crate::parse::ast::{Body, Choice, ChoiceWeight, Expr, ExprKind};
use crate::parse::{parse_expression, print_expression};
use crate::source::FileId;
use crate::value::{InputValue, Value};

/// A law has at most this many alternatives.
const MAX_ALTERNATIVES: usize = 10_000;
/// Draws that stand in a mechanic and not in the place of a value.
const DRAWS: &[&str] = &["chance(", "random(", "die(", "uniform("];

impl Model {
    /// An input as a person types it: a value, or `one of { 1/2 => 0, 1/2 => 1 }` for a law over its values.
    ///
    /// # Errors
    /// What is wrong with it, and what could stand there instead.
    pub fn parse_input(&self, declaration: &Declaration, text: &str) -> Result<InputValue, ValueError> {
        let text = text.trim();
        if DRAWS.iter().any(|draw| text.starts_with(draw)) {
            let message = format!(
                "`{}` is given a draw: found `{text}`, expected a value, or a law that lists all values, such as `one of {{ 1/2 => 0, 1/2 => 1 }}`",
                declaration.name
            );
            return Err(ValueError { code: Code::DrawHere, message });
        }
        let mut words = text.split_whitespace();
        let is_law = words.next() == Some("one")
            && words
                .next()
                .and_then(|word| word.strip_prefix("of"))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('{'));
        if is_law {
            Given { model: self, declaration, text }.law()
        } else {
            self.parse_value(declaration, text).map(InputValue::Value)
        }
    }
}

/// A law that is given, and what it is a law of.
struct Given<'a> {
    model: &'a Model,
    declaration: &'a Declaration,
    text: &'a str,
}

impl Given<'_> {
    fn law(&self) -> Result<InputValue, ValueError> {
        let (expr, _) = parse_expression(FileId::default(), self.text).map_err(|findings| {
            let finding = findings.into_iter().next();
            self.problem(Code::Syntax, finding.map(|finding| finding.message).unwrap_or_default())
        })?;
        let ExprKind::OneOf(choices) = &expr.kind else {
            return Err(
                self.problem(Code::Syntax, "expected `one of { 1/2 => 0, 1/2 => 1 }` and nothing more")
            );
        };
        if choices.len() > MAX_ALTERNATIVES {
            let message = format!("a law has at most {MAX_ALTERNATIVES} alternatives");
            return Err(self.problem(Code::Limit, message));
        }
        let values = choices.iter().map(|choice| self.value(&choice.value)).collect::<Result<Vec<_>, _>>()?;
        let masses = self.masses(choices)?;
        let mut law: Vec<(Value, Rational)> = Vec::new();
        for (value, mass) in values.into_iter().zip(masses).filter(|(_, mass)| !mass.is_zero()) {
            match law.iter_mut().find(|(other, _)| *other == value) {
                Some((_, sum)) => *sum = &*sum + &mass,
                None => law.push((value, mass)),
            }
        }
        law.sort();
        match law.as_slice() {
            [(only, _)] => Ok(InputValue::Value(only.clone())),
            _ => Ok(InputValue::Law(law)),
        }
    }

    /// The probabilities of the alternatives, which sum to 1.
    fn masses(&self, choices: &[Choice]) -> Result<Vec<Rational>, ValueError> {
        let mut parts = Vec::new();
        let (mut weights, mut given, mut rest) = (false, false, None);
        for (place, choice) in choices.iter().enumerate() {
            parts.push(match &choice.weight {
                ChoiceWeight::Equal => {
                    weights = true;
                    Rational::ONE
                }
                ChoiceWeight::Weight(weight) => {
                    weights = true;
                    self.number(weight)?
                }
                ChoiceWeight::Given(probability) => {
                    given = true;
                    self.number(probability)?
                }
                ChoiceWeight::Else if rest.is_some() => {
                    return Err(self.problem(Code::WeightsSum, "`else` stands there twice"));
                }
                ChoiceWeight::Else => {
                    rest = Some(place);
                    Rational::ZERO
                }
            });
        }
        if let Some(negative) = parts.iter().find(|part| part.is_negative()) {
            let message =
                format!("found {negative}, expected a probability or a weight, which is not less than 0");
            return Err(self.problem(Code::ProbabilityRange, message));
        }
        if weights && (given || rest.is_some()) {
            let message = "weights stand beside weights only, as in `weight 5 => 0, weight 8 => 1`";
            return Err(self.problem(Code::WeightsSum, message));
        }
        let sum = parts.iter().fold(Rational::ZERO, |sum, part| &sum + part);
        if weights {
            let share = |part: &Rational| part.checked_div(&sum);
            let shares: Option<Vec<Rational>> = parts.iter().map(share).collect();
            return shares.ok_or_else(|| self.problem(Code::WeightsSum, "all weights are 0"));
        }
        let left = &Rational::ONE - &sum;
        match rest.and_then(|place| parts.get_mut(place)) {
            Some(part) if !left.is_negative() => *part = left,
            None if left.is_zero() => {}
            _ => {
                let message = format!(
                    "the probabilities sum to {sum}, and not to 1; shares of another sum are written `weight 5 => …`"
                );
                return Err(self.problem(Code::WeightsSum, message));
            }
        }
        Ok(parts)
    }

    fn value(&self, body: &Body) -> Result<Value, ValueError> {
        let text = if body.statements.is_empty() { self.written(&body.value) } else { self.text };
        self.model.parse_value(self.declaration, text)
    }

    fn number(&self, expr: &Expr) -> Result<Rational, ValueError> {
        let text = self.written(expr);
        text.parse().map_err(|_| {
            let found = print_expression(expr);
            self.problem(
                Code::Syntax,
                format!("found `{found}`, expected a number such as `1/2`, `0.3` or `35%`"),
            )
        })
    }

    fn written(&self, expr: &Expr) -> &str {
        self.text.get(expr.span.range()).unwrap_or_default()
    }

    fn problem(&self, code: Code, message: impl std::fmt::Display) -> ValueError {
        ValueError { code, message: format!("the law of `{}`: {message}", self.declaration.name) }
    }
}
