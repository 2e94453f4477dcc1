//! Dice: `sum of highest 3 of 4 die(6)`, `highest 3 of 4 die(6)`, `4 die(6)`.

use super::ast::{Dice, Expr, ExprKind, Keep};
use super::cursor::{Around, Parsed, Parser};
use super::token::{RESERVED, TokenKind};
use crate::source::Span;

impl Parser<'_> {
    fn is_word(&self, ahead: usize, word: &str) -> bool {
        let token = self.peek(ahead);
        token.kind == TokenKind::Word && self.text_of(token) == word
    }

    /// Whether the token so far ahead is on the same line as the one before it, or lines do not matter.
    fn goes_on(&self, ahead: usize) -> bool {
        self.brackets > 0 || !self.peek(ahead).new_line
    }

    /// Whether dice are added here, and not what has the name `sum`.
    pub(super) fn at_sum_of_dice(&self) -> bool {
        if !self.is_word(1, "of") || !self.goes_on(1) || !self.goes_on(2) {
            return false;
        }
        self.keeps(2) || self.after_count(2).is_some_and(|after| self.begins_thing(after))
    }

    /// Whether some of several dice are kept here, and not what has the name `highest` or `lowest`.
    pub(super) fn at_kept_dice(&self) -> bool {
        self.keeps(0) && self.after_count(1).is_some_and(|after| self.is_word(after, "of"))
    }

    fn keeps(&self, ahead: usize) -> bool {
        (self.is_word(ahead, "highest") || self.is_word(ahead, "lowest"))
            && !self.calls(ahead)
            && self.after_count(ahead + 1).is_some()
    }

    /// What comes after a count that begins so far ahead.
    fn after_count(&self, ahead: usize) -> Option<usize> {
        let token = self.peek(ahead);
        if !self.goes_on(ahead) {
            return None;
        }
        let mut after = match token.kind {
            TokenKind::Number => return Some(ahead + 1),
            TokenKind::LeftParen => return self.after_parenthesis(ahead),
            TokenKind::Word if self.is_name(ahead) => ahead + 1,
            _ => return None,
        };
        if self.calls(ahead) {
            after = self.after_parenthesis(after)?;
        }
        while self.peek(after).kind == TokenKind::Dot {
            after += 2;
        }
        Some(after)
    }

    /// Whether a parenthesis follows without a space.
    fn calls(&self, ahead: usize) -> bool {
        let (name, next) = (self.peek(ahead), self.peek(ahead + 1));
        next.kind == TokenKind::LeftParen && next.span.start == name.span.end
    }

    fn after_parenthesis(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for ahead in open.. {
            match self.peek(ahead).kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth == 1 => return Some(ahead + 1),
                TokenKind::RightParen => depth -= 1,
                TokenKind::End => return None,
                _ => {}
            }
        }
        None
    }

    fn is_name(&self, ahead: usize) -> bool {
        let token = self.peek(ahead);
        let text = self.text_of(token);
        token.kind == TokenKind::Word
            && !RESERVED.contains(&text)
            && !matches!(text, "of" | "into" | "with" | "by")
    }

    /// Whether what is rolled can begin so far ahead.
    fn begins_thing(&self, ahead: usize) -> bool {
        let value = ["one", "draw", "if", "match"].iter().any(|word| self.is_word(ahead, word));
        self.goes_on(ahead) && (self.peek(ahead).kind == TokenKind::LeftParen || value || self.is_name(ahead))
    }

    /// `sum of 4 die(6)`
    pub(super) fn sum_of_dice(&mut self) -> Parsed<Expr> {
        let start = self.advance().span;
        self.advance();
        self.kept_dice(start, true)
    }

    /// `highest 3 of 4 die(6)`
    pub(super) fn list_of_dice(&mut self) -> Parsed<Expr> {
        self.kept_dice(self.token().span, false)
    }

    fn kept_dice(&mut self, start: Span, added: bool) -> Parsed<Expr> {
        let keep = [Keep::Highest, Keep::Lowest].into_iter().find(|keep| self.at_word(keep.text()));
        let keep = match keep.filter(|_| self.keeps(0)) {
            None => None,
            Some(keep) => {
                self.advance();
                let number = self.count()?;
                if !self.eat_word("of") {
                    let form = format!("`of` and all dice, as in `sum of {} 3 of 4 die(6)`", keep.text());
                    return Err(self.unexpected(&form));
                }
                Some((keep, number))
            }
        };
        let count = self.count()?;
        let thing = self.index()?;
        let span = start.to(thing.span);
        Ok(self.make(span, ExprKind::Dice(Box::new(Dice { added, keep, count, thing }))))
    }

    /// `4 die(6)`, where the number is read: a call right after a number, a name or parentheses; and
    /// `6 (sum of highest 3 of 4 die(6))`, right after a number.
    pub(super) fn rolls(&mut self, count: Expr) -> Parsed<Expr> {
        let number = matches!(
            count.kind,
            ExprKind::Number(..) | ExprKind::Name(..) | ExprKind::Member(..) | ExprKind::Paren(_)
        );
        let called = number && self.is_name(0) && self.calls(0);
        let in_parentheses = matches!(count.kind, ExprKind::Number(..)) && self.at(TokenKind::LeftParen);
        if !(called || in_parentheses) || !self.goes_on(0) || self.around == Around::Row {
            return Ok(count);
        }
        let thing = self.index()?;
        let span = count.span.to(thing.span);
        let dice = Dice { added: false, keep: None, count, thing };
        Ok(self.make(span, ExprKind::Dice(Box::new(dice))))
    }

    /// A number of dice: a number, a name, a call, or anything in parentheses.
    fn count(&mut self) -> Parsed<Expr> {
        if self.after_count(0).is_none() {
            return Err(self.unexpected("a number of dice, as in `sum of 4 die(6)`"));
        }
        if !self.is_name(0) || self.calls(0) {
            let inner = self.primary()?;
            return self.members(inner);
        }
        let name = self.name("of a number of dice")?;
        let name = self.make(name.span, ExprKind::Name(None, name));
        self.members(name)
    }
}
