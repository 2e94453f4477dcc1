//! Queries against a model: names are outcome fields, inputs and rules.

use super::model::{Binding, Model, Resolution};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::has_errors;
use crate::parse::ast::{Expr, ExprKind};
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

/// What an expression about one use is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Its law, whatever its kind.
    Law,
    /// When it first holds: a flag.
    Event,
    /// How often it holds, or its sum: a flag or a whole number.
    Count,
    /// What is known, as after the bar of a query: a flag.
    Evidence,
}

/// Binds the names of an expression about one use of a mechanic.
///
/// # Errors
/// Everything that is wrong with it; also, unless it is evidence, that it depends on nothing that a use changes.
pub fn check_expression(
    model: &Model,
    expr: Expr,
    expressions: u32,
    asks: Asks,
) -> Result<CheckedExpression, Vec<Diagnostic>> {
    let mut checker = Checker::for_query(model, expressions);
    let kind = match asks {
        Asks::Evidence => checker.evidence(&expr),
        _ => checker.expr(&expr, None),
    };
    let (fits, what) = match asks {
        Asks::Law | Asks::Evidence => (true, ""),
        Asks::Event => (kind == Kind::Flag, "what is waited for is a flag"),
        Asks::Count => {
            (matches!(kind, Kind::Flag | Kind::Integer), "what is counted is a flag or a whole number")
        }
    };
    let changes = |(_, binding): &(Kind, Option<Binding>)| {
        let members = binding.iter().flat_map(|binding| model.members_of(*binding));
        members.into_iter().any(|member| matches!(member, Binding::Field(_) | Binding::State(_)))
    };
    if !fits && kind != Kind::Unknown {
        let is = checker.model.describe(kind);
        let diagnostic = Diagnostic::error(Code::KindMismatch, expr.span, format!("{what}, this is {is}"));
        let help = checker.comparison_help(&expr, kind);
        checker.report(diagnostic.maybe_help(help));
    } else if asks != Asks::Evidence
        && kind != Kind::Unknown
        && !checker.resolution.expressions.iter().any(changes)
    {
        let message = "this is the same in every use: it depends on no outcome and no state";
        let diagnostic = Diagnostic::error(Code::KindMismatch, expr.span, message);
        let help = checker.comparison_help(&expr, kind);
        checker.report(diagnostic.maybe_help(help));
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
    let read = checker.resolution.expressions.iter().filter_map(|(_, binding)| *binding);
    let field = |member| if let Binding::Field(index) = member { Some(index) } else { None };
    let mut fields: Vec<usize> = read.flat_map(|read| model.members_of(read)).filter_map(field).collect();
    fields.sort_unstable();
    fields.dedup();
    Ok(CheckedQuery { query, resolution: checker.resolution, fields })
}

impl Checker {
    /// How to ask about what the expression names: a value of an outcome, or an outcome itself.
    fn comparison_help(&self, expr: &Expr, kind: Kind) -> Option<String> {
        let first = |list: &super::model::Enumeration| {
            list.variants.first().map_or_else(String::new, |variant| variant.name.clone())
        };
        if let Kind::Enum(id) = kind {
            let list = &self.model.enumerations[id.0];
            return Some(format!("compare it, as in `{} = {}`", list.name, first(list)));
        }
        let ExprKind::Name(_, name) = &expr.kind else { return None };
        let owner =
            self.model.fields.iter().find(|field| {
                self.model.variants(field.kind).iter().any(|variant| variant.name == name.text)
            });
        match owner {
            Some(field) => Some(format!("for the outcome write `{} = {}`", field.name, name.text)),
            None if kind != Kind::Flag => Some(format!("compare it, as in `{} >= 1`", name.text)),
            None => None,
        }
    }

    /// A checker of a text that is not the mechanic's own: all outcomes have values.
    fn for_query(model: &Model, expressions: u32) -> Checker {
        let mut checker = Checker::new(&crate::parse::ast::File { expressions, ..Default::default() });
        checker.model = model.clone();
        checker.labels = true;
        checker.input_read = vec![false; model.inputs.len()];
        checker.rule_read = vec![false; model.rules.len()];
        checker.state_read = vec![true; model.states.len()];
        checker.assigned = vec![true; model.fields.len()];
        checker
    }

    fn query(&mut self, query: &Query) {
        match &query.kind {
            QueryKind::Number(_) => {}
            QueryKind::Negate(inner) | QueryKind::Power(inner, _) => self.query(inner),
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
                    self.evidence(evidence);
                }
            }
        }
    }

    fn evidence(&mut self, evidence: &Expr) -> Kind {
        self.require(evidence, Kind::Flag, "what is known")
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
