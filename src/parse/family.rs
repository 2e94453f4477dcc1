//! Enumerations by name, and members of families: `rank of boss`, `size of silent, rare`.

use super::ast::{Enumeration, Expr, ExprKind, Name, Place};
use super::cursor::{Around, Parsed, Parser};
use super::token::TokenKind;

impl Parser<'_> {
    /// Whether an enumeration begins here, and not a statement about something of that name.
    pub(super) fn at_enumeration(&self) -> bool {
        let (name, after) = (self.peek(1), self.peek(2));
        let named = name.kind == TokenKind::Word && !name.new_line;
        self.at_word("enumeration")
            && named
            && (self.text_of(name) != "of" || after.kind == TokenKind::LeftBrace)
    }

    /// `enumeration room { boss "Boss Room", shop }`
    pub(super) fn enumeration(&mut self) -> Parsed<Enumeration> {
        self.advance();
        let name = self.name("of the enumeration")?;
        let start = self.token().span;
        let variants = self.variants()?;
        Ok(Enumeration { name, variants, span: start.to(self.last_span()) })
    }

    /// Whether the name before this place is that of a family: `of` follows, and says no weight of a pool.
    fn at_of(&self) -> bool {
        let weight = self.text_of(self.peek(1)) == "weight" && self.peek(2).kind != TokenKind::Arrow;
        self.at_word("of")
            && (!self.token().new_line || self.brackets > 0)
            && !(self.around == Around::Count && weight)
    }

    /// A name, or a member of the family of that name.
    pub(super) fn name_or_member(&mut self, name: Name) -> Parsed<Expr> {
        let (start, of) = (name.span, self.of()?);
        if of.is_empty() {
            return Ok(self.make(start, ExprKind::Name(None, name)));
        }
        Ok(self.make(start.to(self.last_span()), ExprKind::Of(name, of)))
    }

    /// What is given a value: `total`, `rank of boss`.
    pub(super) fn place(&mut self) -> Parsed<Place> {
        let name = self.name("of a variable or outcome")?;
        let of = self.of()?;
        Ok(Place { name, of })
    }

    /// Whether a statement that gives something a value begins here.
    pub(super) fn at_place(&self) -> bool {
        let next = self.peek(1);
        let of = next.kind == TokenKind::Word && self.text_of(next) == "of" && !next.new_line;
        self.at(TokenKind::Word) && (next.kind == TokenKind::Equals || (of && !self.at_reserved()))
    }

    /// What stands after `of`, if it stands here. Where a comma ends an argument or an arm, there is one.
    fn of(&mut self) -> Parsed<Vec<Expr>> {
        let mut of = Vec::new();
        if !self.at_of() {
            return Ok(of);
        }
        self.advance();
        let around = self.around;
        let inside = if around == Around::Line { Around::List } else { around };
        loop {
            of.push(self.within(inside, Self::index)?);
            if around != Around::Line || !self.eat(TokenKind::Comma) {
                return Ok(of);
            }
        }
    }

    /// An expression without operators, or one in parentheses.
    pub(super) fn index(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let inner = parser.primary()?;
            parser.members(inner)
        })
    }
}
