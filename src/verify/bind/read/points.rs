//! Lines of numbers that are written as percentages or with the other sign: an offset that the page counts from −5% up to
//! +40%, and the mechanic from 5 down to −40.

use std::collections::BTreeSet;
use std::ops::Range;

use super::beside::{sign_at, takes_number};
use super::mention::game;
use super::places::{REACH, Reader};
use super::told_in_points::percentage;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::{BlockKind, Grid};

/// Cells of a table that may be numbers of one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Line {
    /// Those of a column, below its heads.
    Column(usize),
    /// The heads of columns that stand in this row.
    Heads(usize),
}

/// What is known of the lines of a table.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Those whose numbers are percentages.
    pub(super) of_points: BTreeSet<Line>,
    /// Those whose numbers a mechanic takes with the other sign, with that mechanic.
    pub(super) turned: BTreeSet<(Line, usize)>,
}

impl Reader<'_> {
    /// The mechanics that take the percentages of some table only with the sign turned round.
    pub(super) fn turned_in_tables(&mut self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for block in 0..self.page.outline.blocks.len() {
            let BlockKind::Grid(index) = self.page.outline.blocks[block].kind else { continue };
            let lines = self.lines_of(block, index);
            let of_points = lines.turned.iter().filter(|(line, _)| lines.of_points.contains(line));
            found.extend(of_points.map(|(_, mechanic)| *mechanic));
        }
        found
    }

    /// What is known of the columns that say under which number a row stands, and of the heads. `around` is what stands
    /// around the table.
    pub(super) fn lines(&mut self, grid: &Grid, given: &[usize], around: &[Vec<Range<usize>>; 3]) -> Lines {
        let first_column = (0..1).filter(|column| !given.contains(column));
        let columns = given.iter().copied().chain(first_column).map(Line::Column);
        let heads = (0..grid.rows.min(REACH)).take_while(|row| grid.is_head(*row)).map(Line::Heads);
        let mut found = Lines::default();
        for line in columns.chain(heads) {
            let cells = self.cells_of(grid, line);
            let takers = self.takers(grid, line, around);
            if self.is_of_points(&cells) && !takers.is_empty() {
                found.of_points.insert(line);
                let figures = cells.iter().flat_map(Range::clone);
                self.given.extend(figures.filter(|token| self.page.figure_at(*token).is_some()));
            }
            let turned = self.turned(&cells, &takers);
            found.turned.extend(turned.into_iter().map(|mechanic| (line, mechanic)));
        }
        found
    }

    /// The number that a cell is which is a percentage, perhaps with a sign: 10 for `+10%`, and for `Offset +10%`.
    pub(super) fn points(&self, tokens: &Range<usize>) -> Option<Rational> {
        let tokens = match self.label_of_points(tokens) {
            Some(label) => self.mentions.get(label).tokens.end..tokens.end,
            None => tokens.clone(),
        };
        percentage(self.page, &tokens)
    }

    /// The label that a cell begins with, where it stands for what has a number.
    pub(super) fn label_of_points(&self, tokens: &Range<usize>) -> Option<usize> {
        let label = self.mentions.within(tokens).next()?;
        let mention = self.mentions.get(label);
        (mention.tokens.start == tokens.start && mention.named.iter().all(has_number)).then_some(label)
    }

    /// Whether a column is one of percentages of which some have a sign, under the name of an input or a state.
    pub(super) fn is_column_of_points(&self, grid: &Grid, column: usize) -> bool {
        let line = Line::Column(column);
        self.is_of_points(&self.cells_of(grid, line)) && !self.takers_of_column(grid, column).is_empty()
    }

    fn is_of_points(&self, cells: &[Range<usize>]) -> bool {
        let number = |tokens: &Range<usize>| Some((self.points(tokens)?, self.has_plus(tokens)));
        let numbers: Option<Vec<(Rational, bool)>> = cells.iter().map(number).collect();
        numbers.is_some_and(|numbers| {
            numbers.len() > 1 && numbers.iter().any(|(number, plus)| number.is_negative() || *plus)
        })
    }

    fn has_plus(&self, tokens: &Range<usize>) -> bool {
        tokens.clone().any(|token| sign_at(self.page, token) == '+')
    }

    /// The mechanics that take the numbers of a line only with the sign turned round.
    fn turned(&self, cells: &[Range<usize>], takers: &[Named]) -> BTreeSet<usize> {
        let number = |tokens: &Range<usize>| self.bare_number(tokens).or_else(|| self.points(tokens));
        let Some(numbers) = cells.iter().map(number).collect::<Option<Vec<_>>>() else {
            return BTreeSet::new();
        };
        let all = |named: &Named, numbers: &[Rational]| {
            numbers.iter().all(|number| takes_number(self.names, named, Some(number)))
        };
        let other: Vec<Rational> = numbers.iter().map(|number| -number).collect();
        let game_of = |named: &Named| game(self.names, named.mechanic);
        let is_turned = |named: &Named| numbers.len() > 1 && !all(named, &numbers) && all(named, &other);
        // What turns round for one of a game does so for all of it.
        let games: BTreeSet<&str> = takers.iter().filter(|own| is_turned(own)).map(game_of).collect();
        let of_game = takers.iter().filter(|own| games.contains(game_of(own)) && all(own, &other));
        of_game.map(|named| named.mechanic).collect()
    }

    /// The inputs and states that the numbers of a line may be of.
    fn takers(&self, grid: &Grid, line: Line, around: &[Vec<Range<usize>>; 3]) -> Vec<Named> {
        let row = match line {
            Line::Column(column) => return self.takers_of_column(grid, column),
            Line::Heads(row) => row,
        };
        let Some(body) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return Vec::new() };
        let content = |cell: usize| self.cell_words(grid, cell);
        let mut heads = (1..grid.columns).filter_map(|column| Some((column, grid.cell(row, column)?)));
        let Some((column, head)) = heads.find(|(_, cell)| self.is_numbered_cell(&content(*cell))) else {
            return Vec::new();
        };
        if let Some(label) = self.label_of_points(&content(head)) {
            return self.mentions.get(label).named.to_vec();
        }
        // `Price | -5% | +10%` is told of prices.
        let corner = grid.cell(row, 0).map(content).unwrap_or_default();
        let has_words = corner.clone().any(|token| self.page.word_at(token).is_some());
        if has_words && self.mentions.within(&corner).is_empty() {
            return Vec::new();
        }
        let labels = self.counted(grid, head, false, (body, column), around);
        let named = |(mechanic, label): (usize, usize)| {
            let own = self.mentions.get(label).named.iter();
            own.filter(move |named| named.mechanic == mechanic && has_number(named)).cloned()
        };
        labels.into_iter().flat_map(named).collect()
    }

    /// Those that the head of a column names, where it names nothing else.
    fn takers_of_column(&self, grid: &Grid, column: usize) -> Vec<Named> {
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return Vec::new() };
        let heads = grid.column_heads(row, column);
        let Some(head) = heads.last().map(|head| self.cell_words(grid, *head)) else {
            return Vec::new();
        };
        let named = self.mentions.within(&head).flat_map(|mention| self.mentions.get(mention).named.iter());
        let named: Vec<Named> = named.cloned().collect();
        if named.iter().all(has_number) { named } else { Vec::new() }
    }

    /// What the cells of a line hold; of heads those that are numbers.
    fn cells_of(&self, grid: &Grid, line: Line) -> Vec<Range<usize>> {
        let content = |cell: usize| self.cell_words(grid, cell);
        match line {
            Line::Column(column) => {
                let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
                rows.filter_map(|row| grid.cell(row, column)).map(content).collect()
            }
            Line::Heads(row) => {
                let cells: BTreeSet<usize> =
                    (1..grid.columns.min(REACH)).filter_map(|column| grid.cell(row, column)).collect();
                let own = cells.into_iter().filter(|cell| grid.cells[*cell].row == row).map(content);
                own.filter(|tokens| self.is_numbered_cell(tokens)).collect()
            }
        }
    }

    fn is_numbered_cell(&self, tokens: &Range<usize>) -> bool {
        self.points(tokens).or_else(|| self.bare_number(tokens)).is_some()
    }
}

/// Whether a label stands for an input or a state.
fn has_number(named: &Named) -> bool {
    matches!(named.meaning, Meaning::Input(_) | Meaning::State(_))
}
