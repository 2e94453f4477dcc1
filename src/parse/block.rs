//! Blocks that give a value: statements, then the value. Whether an `if` or a `match` in one is a statement or the
//! value is told by what stands in its own blocks, so these are read as either and decided at their end.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::ast::{Arm, Block, Body, Expr, ExprKind, Statement, StatementKind};
use super::cursor::{Abandoned, Around, Parsed, Parser};
use super::token::TokenKind;

/// A part of a block.
enum Part {
    Statement(StatementKind),
    Value(Expr),
}

/// Statements, and a value if there is one.
struct Open {
    span: Span,
    statements: Vec<Statement>,
    value: Option<Expr>,
    braced: bool,
}

impl Open {
    fn block(self) -> Block {
        Block { span: self.span, statements: self.statements, braced: self.braced }
    }

    fn body(self) -> Option<Body> {
        let Open { span, statements, value, braced } = self;
        value.map(|value| Body { span, statements, value, braced })
    }
}

impl Parser<'_> {
    /// `{ let a = 1 … a + 1 }`
    pub(super) fn braced_body(&mut self) -> Parsed<Body> {
        let open = self.open_block("before the value")?;
        let end = Span { start: open.span.end.saturating_sub(1), ..open.span };
        open.body().ok_or_else(|| {
            let message = "a block that gives a value ends with that value";
            self.report(Diagnostic::error(Code::Syntax, end, message).help("write the value before the `}`"));
            Abandoned
        })
    }

    fn open_block(&mut self, purpose: &str) -> Parsed<Open> {
        let start = self.take(TokenKind::LeftBrace, purpose)?.span;
        let brackets = std::mem::take(&mut self.brackets);
        let (mut statements, mut value, mut failed) = (Vec::new(), None, false);
        while !self.at(TokenKind::RightBrace) {
            if self.at(TokenKind::End) {
                return Err(self.unexpected("`}` after the value"));
            }
            self.begin();
            let begin = self.token().span;
            match self.within(Around::Line, |parser| parser.whole_part()) {
                Ok(Part::Value(found)) => value = Some(found),
                Ok(Part::Statement(kind)) => {
                    statements.push(Statement { span: begin.to(self.last_span()), kind });
                }
                // What cannot be read does not take the rest of the block with it.
                Err(_) => {
                    failed = true;
                    self.skip_statement();
                }
            }
        }
        self.brackets = brackets;
        let end = self.advance().span;
        if failed {
            return Err(Abandoned);
        }
        Ok(Open { span: start.to(end), statements, value, braced: true })
    }

    /// A part of a block, and the end of its line. A value ends the block.
    fn whole_part(&mut self) -> Parsed<Part> {
        let part = self.nested(Self::part)?;
        match &part {
            Part::Statement(_) => self.end_of_statement()?,
            Part::Value(value) if !self.at(TokenKind::RightBrace) => {
                if !self.at_end_of_statement() {
                    return Err(self.unexpected("`}` after the value"));
                }
                let message = "the value of a block stands last, and more follows this one";
                let call = matches!(value.kind, ExprKind::Call(..));
                let help = "a procedure is not run in a block that gives a value: it changes what is outside";
                let finding = Diagnostic::error(Code::Syntax, value.span, message);
                self.report(finding.maybe_help(call.then(|| help.to_owned())));
                return Err(Abandoned);
            }
            Part::Value(_) => {}
        }
        Ok(part)
    }

    fn part(&mut self) -> Parsed<Part> {
        let part = if self.at_word("if") {
            self.open_if()?
        } else if self.at_word("match") {
            self.open_match()?
        } else if self.at_statement() {
            return Ok(Part::Statement(self.statement_kind()?));
        } else {
            let value = self.expression()?;
            return self.assigned_or(value);
        };
        Ok(match part {
            Part::Value(value) => Part::Value(self.infix(value, 1)?),
            statement => statement,
        })
    }

    /// Whether what begins here can only be a statement.
    fn at_statement(&self) -> bool {
        let opens = ["let", "repeat", "pool", "given", "require"];
        opens.iter().any(|word| self.at_word(word)) || self.at_for_each() || self.at_add() || self.at_put()
    }

    /// A value; or, where `=` follows, the statement that gives something a value.
    fn assigned_or(&mut self, found: Expr) -> Parsed<Part> {
        if !self.at(TokenKind::Equals) {
            return Ok(Part::Value(found));
        }
        let statement = match found.kind {
            ExprKind::Name(None, name) => {
                self.advance();
                StatementKind::Assign(self.placed(name, Vec::new()), self.expression()?)
            }
            ExprKind::Of(name, of) => {
                self.advance();
                StatementKind::Assign(self.placed(name, of), self.expression()?)
            }
            ExprKind::At(list, place) => match list.kind {
                ExprKind::Name(None, name) => {
                    self.advance();
                    StatementKind::SetAt(name, *place, self.expression()?)
                }
                _ => return Err(self.unexpected("`==`, to compare")),
            },
            _ => return Err(self.unexpected("the end of the value")),
        };
        Ok(Part::Statement(statement))
    }

    fn open_if(&mut self) -> Parsed<Part> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        while otherwise.is_none() {
            let start = self.advance().span;
            let guard = self.expression()?;
            branches.push((start, guard, self.open_block("after what `if` asks")?));
            if !self.eat_word("else") {
                break;
            }
            if !self.at_word("if") {
                otherwise = Some(self.open_block("after `else`")?);
            }
        }
        let blocks = branches.iter().map(|(.., block)| block).chain(&otherwise);
        if !self.give_values(blocks)? {
            let branches = branches.into_iter().map(|(_, guard, block)| (guard, block.block())).collect();
            return Ok(Part::Statement(StatementKind::If(branches, otherwise.map(Open::block))));
        }
        let Some(mut rest) = otherwise.and_then(Open::body) else {
            return Err(self.unexpected("`else`: an `if` that gives a value needs one for both cases"));
        };
        for (start, guard, block) in branches.into_iter().rev() {
            let Some(then) = block.body() else { return Err(Abandoned) };
            let span = start.to(rest.span);
            let chosen = ExprKind::If(Box::new(guard), Box::new(then), Box::new(rest));
            rest = Body::plain(self.make(span, chosen));
        }
        Ok(Part::Value(rest.value))
    }

    fn open_match(&mut self) -> Parsed<Part> {
        let start = self.advance().span;
        let subject = self.expression()?;
        let arms = self.arms(Self::open_arm)?;
        if self.give_values(arms.iter().map(|arm| &arm.body))? {
            let body =
                |arm: Arm<Open>| Some(Arm { span: arm.span, pattern: arm.pattern, body: arm.body.body()? });
            let arms = arms.into_iter().filter_map(body).collect();
            let span = start.to(self.last_span());
            return Ok(Part::Value(self.make(span, ExprKind::Match(Box::new(subject), arms))));
        }
        let block = |arm: Arm<Open>| Arm { span: arm.span, pattern: arm.pattern, body: arm.body.block() };
        Ok(Part::Statement(StatementKind::Match(subject, arms.into_iter().map(block).collect())))
    }

    fn open_arm(&mut self) -> Parsed<Open> {
        if self.at(TokenKind::LeftBrace) {
            return self.open_block("after the arrow");
        }
        let start = self.token().span;
        let (mut statements, mut value) = (Vec::new(), None);
        match self.nested(Self::part)? {
            Part::Value(found) => value = Some(found),
            Part::Statement(kind) => statements.push(Statement { span: start.to(self.last_span()), kind }),
        }
        Ok(Open { span: start.to(self.last_span()), statements, value, braced: false })
    }

    /// Whether all cases give a value; an error where only some do.
    fn give_values<'b>(&mut self, cases: impl Iterator<Item = &'b Open>) -> Parsed<bool> {
        let (with, without): (Vec<&Open>, Vec<&Open>) = cases.partition(|case| case.value.is_some());
        match (with.first(), without.first()) {
            (Some(with), Some(without)) => {
                let message = "this case gives no value, and others do";
                let finding = Diagnostic::error(Code::Syntax, without.span, message);
                self.report(finding.also(with.span, "this one gives a value"));
                Err(Abandoned)
            }
            (with, _) => Ok(with.is_some()),
        }
    }
}
