//! How many of something a line or a clause says there are, alone before its chance: `none: 49%, one: 42%, two: 9%` behind
//! "how many shells per kill?".

use std::ops::Range;

use super::beside::number_at;
use super::place::Counted;
use super::places::Reader;
use crate::check::Kind;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::TokenKind;

impl Reader<'_> {
    /// The number that a clause consists of but for its chance, of what the words before it named last, where that is counted.
    pub(super) fn counted_alone(
        &self,
        clause: &Range<usize>,
        figure: usize,
        before: &[Range<usize>],
    ) -> Vec<Counted> {
        let Some(number) = self.number_alone(clause, figure) else { return Vec::new() };
        let counts = |named: &&Named| match named.meaning {
            Meaning::Field(field) => self.names.mechanics[named.mechanic].model[field].kind == Kind::Integer,
            _ => false,
        };
        let counted = |mention: usize| self.mentions.get(mention).named.iter().filter(counts);
        let is_counted = |mention: &usize| counted(*mention).next().is_some();
        let last = before.iter().find_map(|range| self.mentions.within(range).rfind(is_counted));
        let Some(label) = last else { return Vec::new() };
        counted(label)
            .map(|named| Counted { mechanic: named.mechanic, label, number: number.clone() })
            .collect()
    }

    /// The number right before a figure, with nothing else in the clause but signs.
    fn number_alone(&self, clause: &Range<usize>, figure: usize) -> Option<Rational> {
        let says = |token: &usize| {
            !matches!(self.page.tokens.list[*token].kind, TokenKind::Symbol(_) | TokenKind::LineEnd)
        };
        let mut own = clause.clone().filter(|token| *token != figure).filter(says);
        let token = own.next().filter(|token| *token < figure && own.next().is_none())?;
        match self.page.word_at(token) {
            Some("none" | "zero") => Some(Rational::ZERO),
            _ => number_at(self.page, token).filter(|number| number.is_integer() && !number.is_negative()),
        }
    }
}
