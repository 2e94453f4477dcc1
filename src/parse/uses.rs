//! What a file takes from others, and what others take from it: `uses card-roll, common/dice`, `library common/dice`.

use super::ast::{Name, Use};
use super::cursor::{Parsed, Parser};
use super::token::{Token, TokenKind};

impl Parser<'_> {
    /// Whether the head of a library stands here, and not what has the name `library`.
    pub(super) fn at_library(&self) -> bool {
        self.peek(1).kind == TokenKind::Word
            && !self.peek(1).new_line
            && self.peek(2).kind == TokenKind::Slash
    }

    /// `dice.explode`, where it is called: the name of a function with that of its library.
    pub(super) fn of_library(&mut self, name: Name) -> Name {
        let (dot, function, open) = (self.peek(0), self.peek(1), self.peek(2));
        let together = |one: Token, two: Token| one.span.end == two.span.start;
        let called = dot.kind == TokenKind::Dot
            && function.kind == TokenKind::Word
            && open.kind == TokenKind::LeftParen
            && together(dot, function)
            && together(function, open);
        if !called {
            return name;
        }
        self.advance();
        let function = self.advance();
        let text = format!("{}.{}", name.text, self.text_of(function));
        Name { text, span: name.span.to(function.span) }
    }

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
        let mut name = first;
        if self.eat(TokenKind::Slash) {
            let rest = self.name("of a mechanic of that game")?;
            let text = format!("{}/{}", name.text, rest.text);
            name = Name { text, span: name.span.to(rest.span) };
        } else {
            self.not_reserved(&name, "of a mechanic");
        }
        let mut used = Use { name, inputs: false, outcomes: false };
        if !self.token().new_line && self.eat_word("with") {
            self.taken_over(&mut used)?;
        }
        Ok(used)
    }

    /// `its inputs and outcomes`, in any order.
    fn taken_over(&mut self, used: &mut Use) -> Parsed<()> {
        let form = "`its inputs`, `its outcomes` or `its inputs and outcomes`";
        if !self.eat_word("its") {
            return Err(self.unexpected(form));
        }
        loop {
            if !used.inputs && self.eat_word("inputs") {
                used.inputs = true;
            } else if !used.outcomes && self.eat_word("outcomes") {
                used.outcomes = true;
            } else {
                return Err(self.unexpected(form));
            }
            if !self.eat_word("and") {
                return Ok(());
            }
        }
    }
}
