//! Heads of tables that say how many uses their cells are about: `10` under `Pulls`, `After 50 crates`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::beside::{has_places, number_at, takes_number};
use super::ordinals::MOST_USES;
use super::place::Uses;
use super::places::{REACH, Reader, column_of};
use crate::names::{Meaning, Named, stem};
use crate::page::Grid;

/// What people call the uses of any mechanic over a column that counts them, as [`stem`] has it.
const TRIES: [&str; 12] =
    ["tri", "attempt", "kill", "run", "roll", "pull", "draw", "trial", "encount", "throw", "spin", "open"];

impl Reader<'_> {
    /// How many uses a head says, for each mechanic whose uses it names itself, or the head of its column, or the corner.
    pub(super) fn uses_of_head(&self, grid: &Grid, head: usize, tokens: &Range<usize>) -> Vec<Uses> {
        let Some((token, number)) = self.number_of_uses(tokens) else { return Vec::new() };
        let is_bare = self.bare_number(tokens).is_some();
        let beside = token.saturating_sub(1).max(tokens.start)..(token + 2).min(tokens.end);
        let own = &grid.cells[head];
        let above = grid.column_heads(own.row, column_of(grid, own.row, head));
        let corner = grid.cell(0, 0).into_iter();
        let content = |cell: usize| self.cell_words(grid, cell);
        let near = above.into_iter().chain(corner).filter(|cell| *cell != head).map(content);
        let near = near.filter(|_| is_bare);
        let near: Vec<Range<usize>> = std::iter::once(beside).chain(near).collect();
        let is_of = |mechanic: &usize| near.iter().any(|range| self.names_uses(range, *mechanic));
        let mechanics = (0..self.names.mechanics.len()).filter(is_of);
        mechanics.map(|mechanic| Uses { mechanic, token, number }).collect()
    }

    /// The columns whose heads name the uses of mechanics and whose cells are numbers of them, with these mechanics.
    pub(super) fn uses_columns(&self, grid: &Grid) -> BTreeMap<usize, Vec<usize>> {
        let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
        let rows: Vec<usize> = rows.collect();
        let content = |cell: usize| self.cell_words(grid, cell);
        let of_column = |column: usize| {
            let heads = grid.column_heads(*rows.first()?, column);
            let heads: Vec<Range<usize>> = heads.into_iter().map(content).collect();
            let is_of = |mechanic: &usize| heads.iter().any(|head| self.names_uses(head, *mechanic));
            let mechanics: Vec<usize> = (0..self.names.mechanics.len()).filter(is_of).collect();
            let mut cells = rows.iter().filter_map(|row| grid.cell(*row, column));
            let is_number = |cell: usize| self.number_of_uses(&content(cell)).is_some();
            (!mechanics.is_empty() && cells.all(is_number)).then_some((column, mechanics))
        };
        (0..grid.columns).filter_map(of_column).collect()
    }

    /// How many uses the cell of such a column says.
    pub(super) fn uses_of_cell(&self, grid: &Grid, cell: usize, mechanics: &[usize]) -> Vec<Uses> {
        let found = self.number_of_uses(&self.cell_words(grid, cell));
        let of = |(token, number)| {
            mechanics.iter().map(move |mechanic| Uses { mechanic: *mechanic, token, number })
        };
        found.into_iter().flat_map(of).collect()
    }

    /// The only cell of a row that states a chance: the share of runs that a number of uses in it is told for.
    pub(super) fn share_beside(&self, grid: &Grid, row: usize, column: usize) -> Option<Range<usize>> {
        let cells = (0..grid.columns).filter(|other| *other != column);
        let tokens = cells.filter_map(|other| Some(self.cell_words(grid, grid.cell(row, other)?)));
        let is_chance = |token: usize| self.page.has_chance_at(token);
        let mut shares = tokens.filter(|tokens| tokens.clone().any(is_chance));
        shares.next().filter(|_| shares.next().is_none())
    }

    /// The only number of a head.
    fn number_of_uses(&self, tokens: &Range<usize>) -> Option<(usize, u64)> {
        let mut found = tokens.clone().filter_map(|token| Some((token, number_at(self.page, token)?)));
        let (token, number) = found.next().filter(|_| found.next().is_none())?;
        // `2.0` is a version or a mean.
        if has_places(self.page, token) {
            return None;
        }
        let number = number.to_i64().and_then(|number| u64::try_from(number).ok())?;
        (1..=MOST_USES).contains(&number).then_some((token, number))
    }

    /// Whether a head names the uses of a mechanic, and nothing of it that a number may be one of.
    fn names_uses(&self, tokens: &Range<usize>, mechanic: usize) -> bool {
        // A choice that is called like a use takes no number: `Boat in 10 tickets` beside `Ticket: Green`.
        let counts = |named: &Named| {
            named.mechanic == mechanic
                && (takes_number(self.names, named, None)
                    || matches!(named.meaning, Meaning::Field(_) | Meaning::Is(..)))
        };
        let is_use = |token: usize| {
            let tries = |word| TRIES.contains(&stem(word).as_ref());
            self.mentions.is_use(token, mechanic) || self.page.word_at(token).is_some_and(tries)
        };
        let mut mentions = self.mentions.within(tokens);
        tokens.clone().any(is_use)
            && !mentions.any(|mention| self.mentions.get(mention).named.iter().any(counts))
    }

    /// How often something comes in so many uses, where the column of a head says that: under `Count`, or under the label of what comes,
    /// which is the other.
    pub(super) fn times_of_head(
        &self,
        grid: &Grid,
        head: usize,
        row: usize,
        around: &[Vec<Range<usize>>; 3],
    ) -> Option<(i64, Option<Range<usize>>)> {
        let number = self.bare_number(&self.cell_words(grid, head))?;
        let own = column_of(grid, row, head);
        let content = |cell: usize| self.cell_words(grid, cell);
        let above: Vec<Range<usize>> = grid.column_heads(row, own).into_iter().map(content).collect();
        let mut named = above.iter().flat_map(|tokens| self.mentions.within(tokens));
        let label = named.find(|mention| self.mentions.get(*mention).is_value());
        let label = label.map(|mention| self.mentions.get(mention).tokens.clone());
        // A count beside the name of what it counts is one of that.
        let counts = || own == 0 && above.iter().any(|tokens| self.says_value(tokens));
        if label.is_none() && !counts() {
            return None;
        }
        // How often that is in so many uses is said over the table: `in 50 cards`.
        let counts_uses =
            |token: usize| self.mentions.is_some_use(token + 1) && number_at(self.page, token).is_some();
        if !around[..2].iter().flatten().flat_map(Clone::clone).any(counts_uses) {
            return None;
        }
        let times = number.to_i64().filter(|_| number.is_integer())?;
        Some((times, label))
    }
}
