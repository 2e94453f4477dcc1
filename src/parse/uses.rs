//! What a file takes from others: `uses card-roll, common/dice`.

use super::ast::{Name, Use};
use super::cursor::{Parsed, Parser};
use super::token::TokenKind;

impl Parser<'_> {
    /// The mechanics after `uses`.
    pub(super) fn uses(&mut self) -> Parsed<Vec<Use>> {
        self.advance();
        let mut uses = vec![self.used()?];
        while self.eat(TokenKind::Comma) {
            uses.push(self.used()?);
        }
        Ok(uses)
    }

    fn used(&mut self) -> Parsed<Use> {
        let first = self.any_word("of a mechanic, as in `card-roll` or `common/dice`")?;
        if !self.eat(TokenKind::Slash) {
            self.not_reserved(&first, "of a mechanic");
            return Ok(Use { name: first });
        }
        let rest = self.name("of a mechanic of that game")?;
        let text = format!("{}/{}", first.text, rest.text);
        Ok(Use { name: Name { text, span: first.span.to(rest.span) } })
    }
}
