//! Questions as texts, read and bound to a mechanic.

use super::{Failure, Session};
use crate::check::{Asks, check_expression, check_query};
use crate::diagnostic::{Message, Setting};
use crate::parse::ast::ExprKind;
use crate::parse::{Measure, parse_expression, parse_query};
use crate::query::{Expression, Question};
use crate::scenario::Mechanic;
use crate::source::SourceMap;

/// Reads questions about the mechanics of a session. Their texts are kept beside those of the session, so that a
/// finding about one can be shown with its place.
#[derive(Debug, Clone)]
pub struct Reader {
    sources: SourceMap,
}

impl Session {
    /// A reader of questions.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader { sources: self.sources.clone() }
    }

    /// Reads a question such as `P(award = chest)` and binds its names.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(session.question(&award, "P(award = chest | award != nothing)").is_ok());
    /// let problem = session.question(&award, "P(award = cheat)").expect_err("no such award").to_string();
    /// assert!(problem.starts_with("query:1:11: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn question(&self, mechanic: &Mechanic, text: &str) -> Result<Question, Failure> {
        self.reader().question(mechanic, text)
    }

    /// Reads an expression about one use of a mechanic and binds its names.
    ///
    /// ```
    /// use trueodds::check::Asks;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(session.expression(&award, "award = chest", Asks::Event).is_ok());
    /// assert!(session.expression(&award, "count + 1", Asks::Event).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn expression(&self, mechanic: &Mechanic, text: &str, asks: Asks) -> Result<Expression, Failure> {
        self.reader().expression(mechanic, text, asks)
    }
}

impl Reader {
    /// The texts of the session, and those that were read.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// As [`Session::question`].
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn question(&mut self, mechanic: &Mechanic, text: &str) -> Result<Question, Failure> {
        not_too_long(text)?;
        self.measured(mechanic, text).or_else(|problem| self.event(mechanic, text).unwrap_or(Err(problem)))
    }

    /// A question that says what is measured.
    fn measured(&mut self, mechanic: &Mechanic, text: &str) -> Result<Question, Failure> {
        let file = self.sources.add("query", text);
        let checked = parse_query(file, text)
            .and_then(|(query, expressions)| check_query(&mechanic.model, query, expressions));
        let query = checked.map_err(|diagnostics| Failure::findings(diagnostics, &self.sources))?;
        Ok(Question { text: text.to_owned(), query })
    }

    /// The probability of an event that stands alone, as `award = chest` or `award = chest | count > 0`; `None` where
    /// the text is none.
    fn event(&mut self, mechanic: &Mechanic, text: &str) -> Option<Result<Question, Failure>> {
        let text = text.trim();
        if Measure::ALL.iter().any(|(name, _)| text.contains(&format!("{name}("))) {
            return None;
        }
        let file = self.sources.add("query", text);
        let parts: Vec<&str> = text.splitn(2, '|').collect();
        let parsed: Option<Vec<_>> = parts.iter().map(|part| parse_expression(file, part).ok()).collect();
        let (event, _) = parsed?.into_iter().next()?;
        let name = text.split_once('=').map_or("", |(name, _)| name.trim());
        if mechanic.input(name).is_ok() && mechanic.field(name).is_err() {
            let problem = format!("`{text}` is about an input; give it with ");
            let given: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
            return Some(Err(Failure::usage(Message::from(problem).typed(Setting::Set, given))));
        }
        let question = self.measured(mechanic, &format!("P({text})"));
        if question.is_err()
            && let Ok(field) = mechanic.field(text)
        {
            let name = &mechanic.model[field].name;
            let problem = format!(
                "`{text}` is an outcome and no question; ask P({name} = …) or E({name}), or for all its chances "
            );
            return Some(Err(Failure::usage(Message::from(problem).command(
                "table",
                Setting::Outcome,
                name,
            ))));
        }
        // What a lone name or number is meant to be, only the refusal of the text as it stands can ask.
        let says_much = matches!(
            event.kind,
            ExprKind::Binary(..) | ExprKind::In(..) | ExprKind::InList(..) | ExprKind::Unary(..)
        );
        Some(question).filter(|question| question.is_ok() || says_much)
    }

    /// As [`Session::expression`].
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn expression(&mut self, mechanic: &Mechanic, text: &str, asks: Asks) -> Result<Expression, Failure> {
        not_too_long(text)?;
        let file = self.sources.add("expression", text);
        let checked = parse_expression(file, text)
            .and_then(|(expr, expressions)| check_expression(&mechanic.model, expr, expressions, asks));
        let checked = checked.map_err(|diagnostics| Failure::findings(diagnostics, &self.sources))?;
        Ok(Expression { text: text.trim().to_owned(), checked })
    }
}

fn not_too_long(text: &str) -> Result<(), Failure> {
    const LONGEST: usize = 10_000;
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(Failure::usage(format!("a query of {} characters; at most {LONGEST} are read", text.len())))
}
