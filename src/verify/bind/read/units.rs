//! What plain numbers are: in a table percentages or chances where its heads say so, in a text what stands behind them.

use std::ops::Range;

use super::beside::number_at;
use super::likelier::CHANCES;
use super::place::states_chance;
use super::places::{REACH, Reader};
use crate::exact::Rational;
use crate::page::{Figure, Grid, Page, Shape, TokenKind, Word, Written};

/// Words for percentages, and for chances.
const PERCENT: [&str; 4] = ["percent", "percentage", "percentages", "pct"];
const CHANCE: [&str; 5] = ["chance", "chances", "probability", "probabilities", "prob"];
/// What so many points make a chance.
const LIKELIER: [&str; 6] = ["likelier", "better", "worse", "higher", "lower", "rarer"];
/// Words for numbers that are no percentages, whatever the caption says.
const COUNTS: [&str; 13] = [
    "average", "avg", "mean", "expected", "number", "count", "least", "most", "min", "max", "minimum",
    "maximum", "median",
];

/// What the plain numbers of a cell are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Number,
    Percent,
    /// A number from 0 to 1.
    Chance,
    /// Of how many one has it.
    OneIn,
}

impl Unit {
    /// Makes a plain number what it is in this unit.
    pub(crate) fn turn(self, figure: &mut Figure) {
        match (self, &figure.shape) {
            (Unit::Percent, Shape::Number(number)) => figure.shape = Shape::Percent(number.clone()),
            // `Two percentage points`
            (Unit::Percent, Shape::Word(Word::Count(count))) => {
                figure.shape = Shape::Percent(Written { value: Rational::from(*count), places: 0 });
            }
            (Unit::OneIn, Shape::Number(number)) if number.value >= Rational::ONE => {
                figure.shape = Shape::OneIn(number.clone());
            }
            _ => {}
        }
    }

    /// Whether a figure states a chance in this unit.
    pub(crate) fn is_of(self, figure: &Figure) -> bool {
        let is_number = matches!(figure.shape, Shape::Number(_));
        states_chance(figure) || self == Unit::Chance && is_number
    }
}

/// Whether a number counts hundredths by which something changes: `4 percentage points`, `4 pp`, `5 points off the chance`.
pub(crate) fn counts_percentage_points(page: &Page, token: usize) -> bool {
    const NEAR: usize = 6;
    match page.word_at(token + 1) {
        Some("point" | "points") => {
            let mut behind = token + 2..token + 2 + NEAR;
            let is_off = matches!(page.word_at(token + 2), Some("off" | "to" | "from"));
            let is_likelier = page.word_at(token + 2).is_some_and(|word| LIKELIER.contains(&word));
            is_likelier
                || is_off
                    && behind.any(|token| page.word_at(token).is_some_and(|word| CHANCES.contains(&word)))
        }
        Some("percentage" | "percent") => matches!(page.word_at(token + 2), Some("point" | "points")),
        Some("pp" | "ppt" | "pps") => true,
        _ => false,
    }
}

/// The figure at a token as it is meant: `4 percentage points` are 4%.
pub(crate) fn stated(page: &Page, token: usize) -> Option<Figure> {
    let mut figure = page.figure_at(token)?;
    if counts_percentage_points(page, token) {
        Unit::Percent.turn(&mut figure);
    }
    Some(figure)
}

impl Reader<'_> {
    /// What the plain numbers of a cell are, as the heads of its column say, or those of its row, or the caption.
    pub(super) fn unit(&self, grid: &Grid, row: usize, column: usize, caption: &Range<usize>) -> Unit {
        let content = |cell: &usize| self.cell_words(grid, *cell);
        let own: Vec<Range<usize>> = grid.column_heads(row, column).iter().map(content).collect();
        let rows: Vec<Range<usize>> = grid.row_heads(row, column).iter().map(content).collect();
        let has =
            |ranges: &[Range<usize>], words: &[&str]| ranges.iter().any(|range| self.has_word(range, words));
        let in_percent = |ranges: &[Range<usize>]| {
            has(ranges, &PERCENT) || ranges.iter().any(|range| self.has_sign(range))
        };
        if own.iter().chain(&rows).any(|range| self.says_one_in(range)) {
            return Unit::OneIn;
        }
        let counts = has(&own, &COUNTS) || has(&rows, &COUNTS);
        if in_percent(&own) || in_percent(&rows) {
            return Unit::Percent;
        }
        if counts || !has(&own, &CHANCE) && !in_percent(std::slice::from_ref(caption)) {
            return Unit::Number;
        }
        if in_percent(std::slice::from_ref(caption)) {
            return Unit::Percent;
        }
        // Under "Chance" 0.14 is one, and 14 a percentage.
        let cells = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
        let all: Vec<Rational> = cells
            .filter_map(|row| grid.cell(row, column))
            .filter_map(|cell| self.only_number(&content(&cell)))
            .collect();
        if all.iter().any(|number| *number > Rational::ONE) { Unit::Percent } else { Unit::Chance }
    }

    fn has_word(&self, range: &Range<usize>, words: &[&str]) -> bool {
        range.clone().any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
    }

    /// `% with a coin`, `in %`: a sign that belongs to no figure.
    fn has_sign(&self, range: &Range<usize>) -> bool {
        range.clone().any(|token| self.page.tokens.list[token].kind == TokenKind::Symbol('%'))
    }

    /// `1 in`, `One in how many`, `1 in N`
    fn says_one_in(&self, range: &Range<usize>) -> bool {
        let word = |token: usize| self.page.word_at(token).filter(|_| range.contains(&token));
        range.clone().any(|token| {
            number_at(self.page, token) == Some(Rational::ONE)
                && matches!(word(token + 1), Some("in" | "per"))
                && word(token + 2).is_none_or(|next| matches!(next, "n" | "x" | "how"))
                && self.page.figure_at(token + 2).is_none_or(|_| !range.contains(&(token + 2)))
        })
    }

    fn only_number(&self, range: &Range<usize>) -> Option<Rational> {
        let mut numbers = range.clone().filter_map(|token| number_at(self.page, token));
        numbers.next().filter(|_| numbers.next().is_none())
    }
}
