//! Lists: their values, what is read and taken from them, what is added.

use super::ast::{End, Expr, ExprKind, StatementKind};
use super::cursor::{Around, Parsed, Parser};
use super::expr::AT;
use super::token::TokenKind;

impl Parser<'_> {
    /// `1..n`, where the first number is read.
    pub(super) fn range_of(&mut self, first: Expr) -> Parsed<Expr> {
        if !self.eat(TokenKind::DotDot) {
            return Ok(first);
        }
        let last = self.operand(5)?;
        let span = first.span.to(last.span);
        Ok(self.make(span, ExprKind::Range(Box::new(first), Box::new(last))))
    }

    /// `{ 1, 2, 3 }`
    pub(super) fn list(&mut self) -> Parsed<Expr> {
        let start = self.advance().span;
        self.brackets += 1;
        let mut items = Vec::new();
        while !self.at(TokenKind::RightBrace) {
            items.push(self.within(Around::List, Self::expression)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.brackets -= 1;
        let end = self.take(TokenKind::RightBrace, "after the last of the list")?.span;
        Ok(self.make(start.to(end), ExprKind::List(items)))
    }

    /// `x in ends`
    pub(super) fn in_list(&mut self, left: Expr) -> Parsed<Expr> {
        let first = self.operand(5)?;
        let list = self.range_of(first)?;
        let span = left.span.to(list.span);
        Ok(self.make(span, ExprKind::InList(Box::new(left), Box::new(list))))
    }

    /// Whether `at` here asks for a place in a list, and does not begin `at most` or `at least`.
    pub(super) fn at_index(&self) -> bool {
        let next = self.peek(1);
        let word = next.kind == TokenKind::Word && matches!(self.text_of(next), "most" | "least");
        // A place may be called so, too: then something that is no value comes after it.
        let threshold = word && self.begins_value(2);
        !threshold && !self.token().new_line
    }

    /// Whether `ends at 2 = …` stands here.
    pub(super) fn at_set(&self) -> bool {
        self.at(TokenKind::Word) && self.word_ahead(1, "at") && !self.peek(1).new_line && !self.at_reserved()
    }

    /// `ends at 2 = x`
    pub(super) fn set_at(&mut self) -> Parsed<StatementKind> {
        let name = self.name("of a list")?;
        self.advance();
        let place = self.operand(AT)?;
        self.take(TokenKind::Equals, "and what stands there from now on")?;
        Ok(StatementKind::SetAt(name, place, self.expression()?))
    }

    /// Whether the token so far ahead can begin a value.
    pub(super) fn begins_value(&self, ahead: usize) -> bool {
        use TokenKind::{LeftParen, Minus, Number, Word};
        let token = self.peek(ahead);
        matches!(token.kind, Word | Number | LeftParen | Minus) && (!token.new_line || self.brackets > 0)
    }

    /// `ends at 2`
    pub(super) fn list_place(&mut self, list: Expr) -> Parsed<Expr> {
        self.advance();
        let place = self.operand(AT)?;
        let span = list.span.to(place.span);
        Ok(self.make(span, ExprKind::At(Box::new(list), Box::new(place))))
    }

    /// Whether `take first of` or `take last of` stands here.
    pub(super) fn at_take(&self) -> bool {
        self.at_word("take") && self.end_ahead(1).is_some() && self.word_ahead(2, "of")
    }

    /// `take first of ends`
    pub(super) fn take_from(&mut self) -> Parsed<Expr> {
        let start = self.advance().span;
        let end = self.end_ahead(0).unwrap_or(End::First);
        self.advance();
        self.advance();
        let name = self.name("of a list")?;
        Ok(self.make(start.to(name.span), ExprKind::Take(end, name)))
    }

    fn end_ahead(&self, ahead: usize) -> Option<End> {
        [End::First, End::Last].into_iter().find(|end| self.word_ahead(ahead, end.text()))
    }

    pub(super) fn word_ahead(&self, ahead: usize, word: &str) -> bool {
        let token = self.peek(ahead);
        token.kind == TokenKind::Word && self.text_of(token) == word
    }

    /// Whether the statement is `add … to …`, and not about something called `add`.
    pub(super) fn at_add(&self) -> bool {
        self.at_word("add") && self.begins_value(1) && self.line_has_to()
    }

    /// Whether `to` stands further on in the statement, outside all brackets.
    fn line_has_to(&self) -> bool {
        let mut depth = 0_usize;
        for ahead in 1.. {
            let token = self.peek(ahead);
            match token.kind {
                TokenKind::LeftParen | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBrace if depth > 0 => depth -= 1,
                TokenKind::RightParen | TokenKind::RightBrace | TokenKind::End => return false,
                _ if depth > 0 => {}
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Arrow | TokenKind::Equals => {
                    return false;
                }
                _ if token.new_line => return false,
                _ if self.word_ahead(ahead, "to") => return true,
                _ => {}
            }
        }
        false
    }

    /// `add e to ends`, `add e to front of ends`
    pub(super) fn add(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let value = self.expression()?;
        if !self.eat_word("to") {
            return Err(self.unexpected("`to`, as in `add x to list`"));
        }
        let end = if self.word_ahead(0, "front") && self.word_ahead(1, "of") {
            self.advance();
            self.advance();
            End::First
        } else {
            End::Last
        };
        let name = self.name("of a list")?;
        Ok(StatementKind::Add(value, end, name))
    }
}
