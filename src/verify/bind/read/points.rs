//! Columns of numbers that are written as percentages or with the other sign: an offset that the page counts from −5% up
//! to +40%, and the mechanic from 5 down to −40.

use std::collections::BTreeSet;
use std::ops::Range;

use super::beside::{sign_at, takes_number};
use super::mention::game;
use super::places::{REACH, Reader, first};
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::{Grid, Shape};

impl Reader<'_> {
    /// The number that a head is which is a percentage, perhaps with a sign: 10 for `+10%`.
    pub(super) fn points(&self, tokens: &Range<usize>) -> Option<Rational> {
        let sign = sign_at(self.page, tokens.start);
        let figure = match tokens.len() {
            1 => tokens.start,
            2 if matches!(sign, '+' | '-') => tokens.start + 1,
            _ => return None,
        };
        let Shape::Percent(written) = self.page.figure_at(figure)?.shape else { return None };
        let number = if sign == '-' { -&written.value } else { written.value };
        number.is_integer().then_some(number)
    }

    /// Whether the cells of a column are percentages of which some have a sign, under the name of an input or a state.
    pub(super) fn is_of_points(&self, grid: &Grid, column: usize) -> bool {
        let mut has_sign = false;
        let mut cells = 0;
        for tokens in self.cells_of(grid, column) {
            let Some(number) = self.points(&tokens) else { return false };
            has_sign |= number.is_negative() || sign_at(self.page, tokens.start) == '+';
            cells += 1;
        }
        cells > 1 && has_sign && !self.takers(grid, column).is_empty()
    }

    /// The mechanics that take the numbers of a column, under its name, only with the sign turned round.
    pub(super) fn turned(&self, grid: &Grid, column: usize) -> BTreeSet<usize> {
        let number = |tokens: Range<usize>| self.bare_number(&tokens).or_else(|| self.points(&tokens));
        let Some(numbers) = self.cells_of(grid, column).map(number).collect::<Option<Vec<_>>>() else {
            return BTreeSet::new();
        };
        let all = |named: &Named, numbers: &[Rational]| {
            numbers.iter().all(|number| takes_number(self.names, named, Some(number)))
        };
        let other: Vec<Rational> = numbers.iter().map(|number| -number).collect();
        let takers = self.takers(grid, column);
        let game_of = |named: &Named| game(self.names, named.mechanic);
        let is_turned = |named: &Named| numbers.len() > 1 && !all(named, &numbers) && all(named, &other);
        // What turns round for one of a game does so for all of it.
        let games: BTreeSet<&str> = takers.iter().filter(|own| is_turned(own)).map(game_of).collect();
        let of_game = takers.iter().filter(|own| games.contains(game_of(own)) && all(own, &other));
        of_game.map(|named| named.mechanic).collect()
    }

    /// The inputs and states that the head of a column names, where it names nothing else.
    fn takers(&self, grid: &Grid, column: usize) -> Vec<Named> {
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return Vec::new() };
        let heads = grid.column_heads(row, column);
        let Some(head) = heads.last().map(|head| first(self.tokens(&grid.cells[*head].content))) else {
            return Vec::new();
        };
        let named = self.mentions.within(&head).flat_map(|mention| &self.mentions.get(mention).named);
        let named: Vec<Named> = named.cloned().collect();
        let takes = |named: &Named| matches!(named.meaning, Meaning::Input(_) | Meaning::State(_));
        if named.iter().all(takes) { named } else { Vec::new() }
    }

    /// What the cells of a column hold, below its heads.
    fn cells_of<'s>(&'s self, grid: &'s Grid, column: usize) -> impl Iterator<Item = Range<usize>> + 's {
        let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
        let cells = rows.filter_map(move |row| grid.cell(row, column));
        cells.map(|cell| first(self.tokens(&grid.cells[cell].content)))
    }
}
