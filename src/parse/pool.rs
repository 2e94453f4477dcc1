//! Pools, and what is put into them.

use crate::diagnostic::{Code, Diagnostic};

use super::ast::{Expr, ExprKind, Name, Pool, PoolEntry, StatementKind};
use super::cursor::{Abandoned, Around, Parsed, Parser};
use super::token::TokenKind;

impl Parser<'_> {
    /// `bag { 3 => red, 5 => blue }`
    pub(super) fn pool(&mut self) -> Parsed<Pool> {
        let name = self.name("of the pool")?;
        let start = self.take(TokenKind::LeftBrace, "before what is in the pool")?.span;
        let (entries, end) =
            self.entries("what is in the pool", Around::List, Self::pool_entry, Self::skip_entry)?;
        Ok(Pool { name, entries, span: start.to(end) })
    }

    fn pool_entry(&mut self) -> Parsed<PoolEntry> {
        let start = self.token().span;
        let mut each = Vec::new();
        while self.at_for_each() {
            each.push(self.pool_each()?);
        }
        let count = self.within(Around::Count, Self::expression)?;
        let mut weight = None;
        if self.eat_word("of") {
            if !self.eat_word("weight") {
                return Err(self.unexpected("`weight`, as in `2 of weight 1/2 => gold`"));
            }
            weight = Some(self.expression()?);
        }
        self.take(TokenKind::Arrow, "after how many there are, as in `3 => red`")?;
        let value = self.expression()?;
        let span = start.to(self.last_span());
        if !self.eat(TokenKind::Comma) && !self.at_end_of_statement() {
            return Err(self.unexpected("a new line or `,` after what is in the pool"));
        }
        Ok(PoolEntry { span, each, count, weight, value })
    }

    /// `for each r in rarity:`
    fn pool_each(&mut self) -> Parsed<(Name, Expr)> {
        self.advance();
        self.advance();
        let name = self.name("of the variable")?;
        if !self.eat_word("in") {
            return Err(self.unexpected("`in`, as in `for each r in rarity: 2 => r`"));
        }
        let all = self.expression()?;
        self.take(TokenKind::Colon, "and how many there are, as in `for each r in rarity: 2 => r`")?;
        Ok((name, all))
    }

    /// Whether the statement is `put … into …`, and not about something called `put`.
    pub(super) fn at_put(&self) -> bool {
        let next = self.peek(1);
        let other = match next.kind {
            TokenKind::LeftParen | TokenKind::Minus => !self.follows_on_line("into"),
            _ => !self.begins_value(1),
        };
        self.at_word("put")
            && !next.new_line
            && !other
            && !self.word_ahead(1, "of")
            && !self.word_ahead(1, "at")
    }

    /// Whether a word stands further on in the line.
    fn follows_on_line(&self, word: &str) -> bool {
        let line = (1..).take_while(|ahead| !self.peek(*ahead).new_line);
        line.into_iter().any(|ahead| self.word_ahead(ahead, word))
    }

    /// `put card into deck`
    pub(super) fn put(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let value = self.expression()?;
        if !self.eat_word("into") {
            if let ExprKind::InList(..) = value.kind {
                let message = "something is put `into` a pool; `in` asks whether it is in a list";
                self.report(
                    Diagnostic::error(Code::Syntax, value.span, message).help("as in `put card into deck`"),
                );
                return Err(Abandoned);
            }
            return Err(self.unexpected("`into`, as in `put card into deck`"));
        }
        Ok(StatementKind::Put(value, self.name("of a pool")?))
    }
}
