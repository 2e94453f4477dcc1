//! Queries against a model: names are outcome fields, inputs and rules.

use super::model::{Binding, Model, Resolution};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::has_errors;
use crate::parse::ast::Expr;
use crate::parse::{Measure, Query, QueryKind};

/// A query whose names are bound.
#[derive(Debug, Clone)]
pub struct CheckedQuery {
    /// The tree.
    pub query: Query,
    /// What its names stand for.
    pub resolution: Resolution,
    /// Which outcome fields it reads, in ascending order: only these need to be carried.
    pub fields: Vec<usize>,
}

/// An expression about one use of a mechanic, whose names are bound. A state in it is the state after the use.
#[derive(Debug, Clone)]
pub struct CheckedExpression {
    /// The tree.
    pub expr: Expr,
    /// What its names stand for.
    pub resolution: Resolution,
    /// Its kind: a flag, a number, a value of an enumeration.
    pub kind: Kind,
}

/// Binds the names of an expression about one use of a mechanic. `purpose` says what it is for, in errors;
/// where `countable` is true it must be a flag or a whole number.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_expression(
    model: &Model,
    expr: Expr,
    expressions: u32,
    purpose: &str,
    countable: bool,
) -> Result<CheckedExpression, Vec<Diagnostic>> {
    let mut checker = Checker::for_query(model, expressions);
    let kind = checker.expr(&expr, None);
    if countable && !matches!(kind, Kind::Flag | Kind::Integer | Kind::Unknown) {
        let what = checker.model.describe(kind);
        let message = format!("{purpose} is a flag or a whole number, this is {what}");
        let help = match kind {
            Kind::Enum(id) => {
                let list = &checker.model.enumerations[id.0];
                let first = list.variants.first().map_or("", |variant| variant.name.as_str());
                Some(format!("compare it, as in `{} = {first}`", list.name))
            }
            _ => None,
        };
        checker.report(Diagnostic::error(Code::KindMismatch, expr.span, message).maybe_help(help));
    }
    checker.no_draws(&expr);
    if has_errors(&checker.diagnostics) {
        return Err(checker.diagnostics);
    }
    Ok(CheckedExpression { expr, resolution: checker.resolution, kind })
}

/// Binds the names of a query.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_query(model: &Model, query: Query, expressions: u32) -> Result<CheckedQuery, Vec<Diagnostic>> {
    let mut checker = Checker::for_query(model, expressions);
    checker.query(&query);
    if has_errors(&checker.diagnostics) {
        return Err(checker.diagnostics);
    }
    let mut fields: Vec<usize> = checker
        .resolution
        .expressions
        .iter()
        .filter_map(
            |(_, binding)| if let Some(Binding::Field(index)) = binding { Some(*index) } else { None },
        )
        .collect();
    fields.sort_unstable();
    fields.dedup();
    Ok(CheckedQuery { query, resolution: checker.resolution, fields })
}

impl Checker {
    /// A checker of a text that is not the mechanic's own: all outcomes have values.
    fn for_query(model: &Model, expressions: u32) -> Checker {
        let mut checker = Checker::new(&crate::parse::ast::File { expressions, ..Default::default() });
        checker.model = model.clone();
        checker.input_read = vec![false; model.inputs.len()];
        checker.rule_read = vec![false; model.rules.len()];
        checker.state_read = vec![true; model.states.len()];
        checker.assigned = vec![true; model.fields.len()];
        checker
    }

    fn query(&mut self, query: &Query) {
        match &query.kind {
            QueryKind::Number(_) => {}
            QueryKind::Negate(inner) => self.query(inner),
            QueryKind::Binary(_, left, right) => {
                self.query(left);
                self.query(right);
            }
            QueryKind::Measure { measure, subject, level, evidence } => {
                self.subject(*measure, subject);
                for part in [Some(subject), level.as_ref(), evidence.as_ref()].into_iter().flatten() {
                    self.no_draws(part);
                }
                if let Some(level) = level {
                    self.require(level, Kind::Number, "the level of a quantile");
                }
                if let Some(evidence) = evidence {
                    self.require(evidence, Kind::Flag, "what is known");
                }
            }
        }
    }

    fn subject(&mut self, measure: Measure, subject: &Expr) {
        match measure {
            Measure::Probability => {
                self.require(subject, Kind::Flag, "the event of P(…)");
            }
            Measure::Mode => {
                self.expr(subject, None);
            }
            Measure::Quantile | Measure::Mean | Measure::Variance | Measure::StandardDeviation => {
                let kind = self.expr(subject, None);
                if !kind.is_numeric() {
                    let what = self.model.describe(kind);
                    let diagnostic = Diagnostic::error(
                        Code::KindMismatch,
                        subject.span,
                        format!("this measure is of a number, this is {what}"),
                    );
                    let help = if kind == Kind::Flag {
                        "for the probability of an event write P(…)"
                    } else {
                        "for the most probable value write mode(…)"
                    };
                    self.report(diagnostic.help(help));
                }
            }
        }
    }

    /// A query asks about what has happened; it draws nothing itself.
    fn no_draws(&mut self, expr: &Expr) {
        if self.draws(expr) {
            self.drawing(expr);
        }
    }

    fn drawing(&mut self, expr: &Expr) {
        self.report(
            Diagnostic::error(
                Code::KindMismatch,
                expr.span,
                "a query draws nothing, it asks about the outcomes",
            )
            .help("draws belong into the mechanic"),
        );
    }
}
