//! Queries: `P(award = chest | award != nothing)`, `1 - P(count = 0)`, `quantile(count, 1/2)`.

use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::exact::Rational;
use crate::source::{FileId, Span};

use super::ast::{BinaryOp, Expr, ExprKind};
use super::cursor::{Abandoned, Around, MAX_NESTING, Parsed, Parser};
use super::token::TokenKind;

/// What is multiplied with itself in a query is so at most so many times; how long its value may become the limit
/// `digits` says.
const MAX_POWER: u32 = 1_000;

/// A question about the law of the outcomes.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its place in the text of the query.
    pub span: Span,
    /// What it is.
    pub kind: QueryKind,
}

/// What a query is.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "a query has a handful of measures")]
pub enum QueryKind {
    /// A number.
    Number(Rational),
    /// `-query`
    Negate(Box<Query>),
    /// A sum, difference, product or quotient of queries.
    Binary(BinaryOp, Box<Query>, Box<Query>),
    /// A query times itself: `(1 - P(…))^10`.
    Power(Box<Query>, u32),
    /// `P(…)`, `E(…)` and so on.
    Measure {
        /// Which measure.
        measure: Measure,
        /// The event or the quantity.
        subject: Expr,
        /// The level of a quantile.
        level: Option<Expr>,
        /// What is known.
        evidence: Option<Expr>,
    },
}

/// What is measured of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The probability of an event.
    Probability,
    /// The mean.
    Mean,
    /// The variance.
    Variance,
    /// The standard deviation.
    StandardDeviation,
    /// The smallest value whose cumulative mass reaches a level.
    Quantile,
    /// The values of greatest mass.
    Mode,
}

impl Measure {
    /// Every measure with its name in queries.
    pub const ALL: &'static [(&'static str, Measure)] = &[
        ("P", Measure::Probability),
        ("E", Measure::Mean),
        ("Var", Measure::Variance),
        ("sd", Measure::StandardDeviation),
        ("quantile", Measure::Quantile),
        ("mode", Measure::Mode),
    ];
}

/// Reads a query: the tree, or everything that is wrong with it.
///
/// The second value is how many expressions it has.
///
/// # Errors
/// The findings, where the text is not a query.
///
/// ```
/// use trueodds::{parse::parse_query, source::FileId};
///
/// assert!(parse_query(FileId::default(), "P(award = chest | award != nothing)").is_ok());
/// let findings = parse_query(FileId::default(), "P(award = )").unwrap_err();
/// assert_eq!(findings[0].message, "found `)`, expected a value");
/// ```
pub fn parse_query(file: FileId, text: &str) -> Result<(Query, u32), Vec<Diagnostic>> {
    let (mut parser, _) = Parser::new(file, text);
    parser.query = true;
    parser.brackets = 1;
    let query = parser.query_sum();
    if query.is_ok() && !parser.at(TokenKind::End) {
        parser.unexpected("an operator or the end of the query");
    }
    let (diagnostics, expressions) = parser.finish();
    match query {
        Ok(query) if diagnostics.is_empty() => Ok((query, expressions)),
        _ => Err(diagnostics),
    }
}

/// Reads an expression as queries have them, such as `rarity = rare`: the tree, and how many expressions it has.
///
/// # Errors
/// The findings, where the text is no expression.
///
/// ```
/// use trueodds::{parse::parse_expression, source::FileId};
///
/// assert!(parse_expression(FileId::default(), "rarity = rare or offset < -30").is_ok());
/// assert!(parse_expression(FileId::default(), "rarity =").is_err());
/// ```
pub fn parse_expression(file: FileId, text: &str) -> Result<(Expr, u32), Vec<Diagnostic>> {
    let (mut parser, _) = Parser::new(file, text);
    parser.query = true;
    parser.brackets = 1;
    let expr = parser.expression();
    if expr.is_ok() && !parser.at(TokenKind::End) {
        parser.unexpected("an operator or the end of the expression");
    }
    let (diagnostics, expressions) = parser.finish();
    match expr {
        Ok(expr) if diagnostics.is_empty() => Ok((expr, expressions)),
        _ => Err(diagnostics),
    }
}

impl Parser<'_> {
    fn query_sum(&mut self) -> Parsed<Query> {
        self.query_chain(
            &[(TokenKind::Plus, BinaryOp::Add), (TokenKind::Minus, BinaryOp::Subtract)],
            Self::query_product,
        )
    }

    fn query_product(&mut self) -> Parsed<Query> {
        self.query_chain(
            &[(TokenKind::Star, BinaryOp::Multiply), (TokenKind::Slash, BinaryOp::Divide)],
            Self::query_power,
        )
    }

    fn query_chain(
        &mut self,
        operators: &[(TokenKind, BinaryOp)],
        operand: impl Fn(&mut Self) -> Parsed<Query>,
    ) -> Parsed<Query> {
        let mut left = operand(self)?;
        let mut links = 0;
        while let Some((_, op)) = operators.iter().find(|(kind, _)| self.at(*kind)) {
            links += 1;
            if links > MAX_NESTING {
                self.report(
                    Diagnostic::error(
                        Code::NestingLimit,
                        self.token().span,
                        format!("more than {MAX_NESTING} terms in a row"),
                    )
                    .help("ask for the parts separately"),
                );
                return Err(Abandoned);
            }
            self.advance();
            let right = operand(self)?;
            let span = left.span.to(right.span);
            left = Query { span, kind: QueryKind::Binary(*op, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    /// `(1 - P(…))^10`
    fn query_power(&mut self) -> Parsed<Query> {
        let base = self.query_operand()?;
        if !self.eat(TokenKind::Caret) {
            return Ok(base);
        }
        let token = self.token();
        let exponent = self.text_of(token).parse::<u32>().ok().filter(|exponent| *exponent <= MAX_POWER);
        let Some(exponent) = exponent.filter(|_| token.kind == TokenKind::Number) else {
            let expected = format!("a whole number up to {MAX_POWER}, as in `(1 - P(award = chest))^10`");
            return Err(self.unexpected(&expected));
        };
        self.advance();
        if self.at(TokenKind::Caret) {
            let expected =
                "the end of the power; another stands around parentheses, as in `(P(award = chest)^2)^3`";
            return Err(self.unexpected(expected));
        }
        Ok(Query { span: base.span.to(token.span), kind: QueryKind::Power(Box::new(base), exponent) })
    }

    fn query_operand(&mut self) -> Parsed<Query> {
        let start = self.token().span;
        if self.at(TokenKind::Number) {
            let expr = self.operand(u8::MAX)?;
            let ExprKind::Number(_, value) = expr.kind else { return Err(Abandoned) };
            return Ok(Query { span: start, kind: QueryKind::Number(value) });
        }
        if self.eat(TokenKind::Minus) {
            let inner = self.nested(Self::query_power)?;
            return Ok(Query { span: start.to(inner.span), kind: QueryKind::Negate(Box::new(inner)) });
        }
        if self.eat(TokenKind::LeftParen) {
            let inner = self.nested(Self::query_sum)?;
            self.take(TokenKind::RightParen, "to close the parenthesis")?;
            return Ok(Query { span: start.to(self.last_span()), ..inner });
        }
        self.measure()
    }

    fn measure(&mut self) -> Parsed<Query> {
        let token = self.token();
        if token.kind != TokenKind::Word || self.peek(1).kind != TokenKind::LeftParen {
            let help = "a probability is asked for as 'P(award = chest)'".to_owned();
            return Err(
                self.unexpected_or("P(…), E(…), Var(…), sd(…), quantile(…, level) or mode(…)", Some(help))
            );
        }
        let word = self.text_of(token);
        let Some((_, measure)) = Measure::ALL.iter().find(|(name, _)| *name == word) else {
            let help = or_nearest(word, Measure::ALL.iter().map(|(name, _)| *name));
            self.report(
                Diagnostic::error(Code::UnknownName, token.span, format!("nothing is measured by `{word}`"))
                    .maybe_help(help),
            );
            return Err(Abandoned);
        };
        self.advance();
        self.advance();
        // The comma of a quantile is its own.
        let around = if *measure == Measure::Quantile { Around::List } else { Around::Line };
        let subject = self.within(around, Self::expression)?;
        let mut level = None;
        if *measure == Measure::Quantile {
            self.take(TokenKind::Comma, "and the level, as in `quantile(count, 1/2)`")?;
            level = Some(self.expression()?);
        }
        let evidence = if self.eat(TokenKind::Bar) { Some(self.expression()?) } else { None };
        let end = self.take(TokenKind::RightParen, "to close the query")?.span;
        let kind = QueryKind::Measure { measure: *measure, subject, level, evidence };
        Ok(Query { span: token.span.to(end), kind })
    }
}
