//! A table as its figures and what stands over and before them, whatever it means.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::exact::Rational;
use crate::names::{is_glue, stem};
use crate::page::{Figure, Grid, Page, Shape, TokenKind};

use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;
use crate::verify::bind::read::beside::{has_places, number_at};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::{Numbering, Place};
use crate::verify::bind::read::places::{Group, Reader, first};
use crate::verify::bind::read::units::Unit;

/// Tables with more figures than this are judged by their labels alone.
const MOST_CELLS: usize = 400;
/// Of so many at least pages tell how many have something.
const FEWEST_OF: i64 = 10;
/// So many numbers around a table are tried, the largest.
const MOST_TOTALS: usize = 3;
/// So many of the first columns may say under which number their row stands.
const GIVEN: usize = 3;

/// A figure of a table.
pub(super) struct Cell {
    /// Its place among the figures of the page.
    pub(super) at: usize,
    /// What it may state: itself; a plain number also as a percentage.
    pub(super) figures: Vec<Figure>,
    pub(super) is_chance: bool,
    pub(super) kind: Numbering,
    /// Its column and its row.
    pub(super) lines: [Group; 2],
    /// The heads over and before it, by their place in the sheet.
    pub(super) heads: Vec<usize>,
    /// Whether a question that uses all of its words gives it.
    pub(super) is_right: bool,
    /// Whether the head of its row says that it is a mean.
    pub(super) is_mean: bool,
}

/// A head of a column or row.
pub(super) struct Head {
    /// The line of heads that it stands in.
    pub(super) axis: usize,
    pub(super) tokens: Range<usize>,
    /// The number that it is, where it has no label of its own.
    pub(super) number: Option<Rational>,
    /// Whether that is the least of several: `2+`, `2 or more`.
    pub(super) is_least: bool,
    /// Whether it has words besides: `three alike`.
    has_words: bool,
}

impl Head {
    pub(super) fn new(page: &Page, axis: usize, tokens: Range<usize>, number: Option<Rational>) -> Head {
        let is_telling = |token: usize| page.word_at(token).is_some_and(|word| !is_glue(&stem(word)));
        let has_words = tokens.clone().any(|token| is_telling(token) && number_at(page, token).is_none());
        Head { axis, is_least: is_least(page, &tokens), tokens, number, has_words }
    }

    /// Whether it may be what somebody calls a value, and not only a number.
    pub(super) fn is_name(&self) -> bool {
        self.number.is_none() || self.has_words
    }
}

/// A table.
pub(super) struct Sheet {
    pub(super) cells: Vec<Cell>,
    pub(super) heads: Vec<Head>,
    pub(super) axes: usize,
    /// What stands over the heads of rows.
    pub(super) over: Vec<Range<usize>>,
    /// Of how many its plain numbers may be: `out of 1,000 rooms`.
    pub(super) totals: Vec<Rational>,
    /// What stands around it, as its first cell has it.
    pub(super) place: Place,
}

impl Sheet {
    /// What stands around the figures and their heads, the nearest first: the corner, the caption, the text over the table,
    /// the headings.
    pub(super) fn around(&self) -> impl Iterator<Item = &[Range<usize>]> {
        let around = self.place.layers.iter().filter(|(layer, _)| *layer >= Layer::Said);
        std::iter::once(self.over.as_slice()).chain(around.map(|(_, ranges)| ranges))
    }

    /// A table with its figures; `None` where it has too few or too many.
    pub(super) fn read(page: &Page, reader: &Reader<'_>, bound: &[Bound], index: usize) -> Option<Sheet> {
        const FEWEST: usize = 4;
        let grid = &page.outline.grids[index];
        let is_own = |(_, bound): &(usize, &Bound)| bound.placed.groups.contains(&Group::Grid(index));
        let all: Vec<(usize, &Bound)> = bound.iter().enumerate().filter(is_own).collect();
        if !(FEWEST..=MOST_CELLS).contains(&all.len()) {
            return None;
        }
        let mut axes: BTreeMap<(bool, usize), usize> = BTreeMap::new();
        let mut heads: Vec<Head> = Vec::new();
        let mut known: BTreeMap<usize, usize> = BTreeMap::new();
        let given = given_columns(reader, grid);
        let mut cells = Vec::with_capacity(all.len());
        let mut over_rows: BTreeSet<usize> = BTreeSet::new();
        for (at, bound) in &all {
            let placed = &bound.placed;
            let [Group::Column(_, column), Group::Row(_, row), ..] = placed.groups[..] else { continue };
            let rows = grid.row_heads(row, column);
            let block = grid.block(column);
            let is_before = |given: usize| given < column || given + 1 == grid.columns;
            let numbers = given.iter().filter(|given| block.contains(given) && is_before(**given));
            let numbers =
                numbers.filter_map(|given| grid.cell(row, *given)).filter(|cell| !rows.contains(cell));
            let before = rows.iter().copied().chain(numbers).map(|cell| (cell, true)).collect::<Vec<_>>();
            let over = grid.column_heads(row, column).into_iter().map(|cell| (cell, false));
            let mut own = Vec::new();
            let mut is_mean = false;
            for (cell, is_row) in before.into_iter().chain(over) {
                let head = *known.entry(cell).or_insert_with(|| {
                    let place = &grid.cells[cell];
                    let line = if is_row { place.column } else { place.row };
                    if is_row {
                        over_rows.extend(grid.column_heads(row, line));
                    }
                    let next = axes.len();
                    let axis = *axes.entry((is_row, line)).or_insert(next);
                    let tokens = first(reader.tokens(&place.content));
                    // `2.0` is a version, and counts nothing.
                    let is_version = |number: &Rational| {
                        number.is_integer() && tokens.clone().any(|token| has_places(page, token))
                    };
                    let number = reader.bare_number(&tokens).filter(|number| !is_version(number));
                    heads.push(Head::new(page, axis, tokens, number));
                    heads.len() - 1
                });
                is_mean |= is_row && reader.is_mean_alone(&heads[head].tokens);
                own.push(head);
            }
            cells.push(Cell {
                at: *at,
                figures: figures_of(&placed.figure),
                is_chance: placed.is_chance,
                kind: placed.place.kind,
                lines: [placed.groups[0], placed.groups[1]],
                heads: own,
                is_right: is_right(bound),
                is_mean,
            });
        }
        let mut place = all.first().map(|(_, bound)| bound.placed.place.clone())?;
        place.counted.clear();
        place.uses.clear();
        place.times = None;
        // What stands around a table stands around no one figure of it.
        place.figure = usize::MAX;
        let around = place.layers.between(Layer::Said, Layer::Title);
        let words = around.chain(heads.iter().map(|head| &head.tokens)).flat_map(Clone::clone);
        let numbers: BTreeSet<Rational> = words.filter_map(|token| number_at(page, token)).collect();
        let is_total = |total: &Rational| total.is_integer() && *total >= Rational::from(FEWEST_OF);
        let totals = numbers.into_iter().rev().filter(is_total).take(MOST_TOTALS).collect();
        let over = over_rows.into_iter().map(|cell| reader.cell_words(grid, cell)).collect();
        Some(Sheet { cells, heads, axes: axes.len(), over, totals, place })
    }
}

/// Whether a question that uses all words of a figure gives it.
pub(super) fn is_right(bound: &Bound) -> bool {
    let gives = |candidate: &Candidate| bound.placed.is(&candidate.value);
    !bound.is_doubtful() && bound.candidates.iter().any(|candidate| candidate.full && gives(candidate))
}

/// The columns that may say under which number their rows stand: plain numbers before others; where nothing does, the last.
fn given_columns(reader: &Reader<'_>, grid: &Grid) -> Vec<usize> {
    let is_given = |column: &usize| {
        let rows = (0..grid.rows).filter(|row| !grid.is_head(*row));
        let cells: Vec<usize> = rows.filter_map(|row| grid.cell(row, *column)).collect();
        let is_number = |cell: &&usize| {
            let tokens = reader.cell_words(grid, **cell);
            reader.bare_number(&tokens).is_some_and(|number| number.is_integer())
        };
        let numbers = cells.iter().filter(is_number).count();
        numbers >= 2 && numbers * 3 >= cells.len() * 2
    };
    let last = grid.columns.saturating_sub(1);
    let is_open = |column: &usize| !grid.is_label(*column);
    let found: Vec<usize> = (0..last.min(GIVEN)).filter(is_open).filter(is_given).collect();
    if found.is_empty() && (0..=last).all(|column| is_open(&column)) {
        return Some(last).filter(is_given).into_iter().collect();
    }
    found
}

/// A figure, and what a plain number is as a percentage.
pub(super) fn figures_of(figure: &Figure) -> Vec<Figure> {
    let mut percent = figure.clone();
    Unit::Percent.turn(&mut percent);
    let is_percentage = |figure: &Figure| figure.value().is_some_and(|value| value <= Rational::ONE);
    let turned = matches!(figure.shape, Shape::Number(_)) && is_percentage(&percent);
    std::iter::once(figure.clone()).chain(turned.then_some(percent)).collect()
}

/// `2+`, `2 or more`, `at least 2`, `≥ 2`
pub(super) fn is_least(page: &Page, tokens: &Range<usize>) -> bool {
    tokens.clone().any(|token| {
        matches!(page.tokens.list[token].kind, TokenKind::Symbol('+' | '\u{2265}'))
            || page.word_at(token).is_some_and(|word| matches!(word, "least" | "more"))
    })
}
