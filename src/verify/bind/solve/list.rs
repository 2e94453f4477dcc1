//! Lists as tables: what stands before the figures of an item heads its row, what stands beside each its column.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::page::{BlockKind, Page, Shape, TokenKind};

use super::sheet::{Cell, Head, Sheet, figures_of, is_right};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::read::beside::{has_places, number_at};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::{Group, Reader, first};

/// Lists with more figures than this are judged by their labels alone.
const MOST_FIGURES: usize = 120;
/// So many figures make a list that tells something.
const FEWEST: usize = 4;
/// Lines of heads: the labels of the items, what stands before each figure, and behind it, and the numbers that are told
/// for all items.
const LABELS: usize = 0;
const BEFORE: usize = 1;
const BEHIND: usize = 2;
const OVER: usize = 3;

/// The lists of a page that have figures, by their numbers.
pub(super) fn lists(bound: &[Bound]) -> Vec<usize> {
    let mut found: Vec<usize> = bound.iter().filter_map(list_of).collect();
    found.dedup();
    found
}

fn list_of(bound: &Bound) -> Option<usize> {
    match bound.placed.groups.first() {
        Some(Group::List(list)) => Some(*list),
        _ => None,
    }
}

impl Sheet {
    /// A list with its figures; `None` where it has too few or too many.
    pub(super) fn of_list(page: &Page, reader: &Reader<'_>, bound: &[Bound], list: usize) -> Option<Sheet> {
        let own: Vec<(usize, &Bound)> =
            bound.iter().enumerate().filter(|(_, bound)| list_of(bound) == Some(list)).collect();
        if !(FEWEST..=MOST_FIGURES).contains(&own.len()) {
            return None;
        }
        // Beside percentages a plain number is none.
        let is_percent = |bound: &Bound| matches!(bound.placed.figure.shape, Shape::Percent(_));
        let has_percents = own.iter().any(|(_, bound)| is_percent(bound));
        let stated: BTreeSet<usize> = own.iter().map(|(_, bound)| bound.placed.token).collect();
        let mut heads: Vec<Head> = Vec::new();
        let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut cells = Vec::new();
        let mut rows = 0;
        let over = own.first().map(|(_, bound)| bound.placed.place.layers[Layer::Said].as_slice());
        let items = page.outline.blocks.iter().enumerate();
        let items = items.filter(|(_, block)| block.kind == BlockKind::Item && block.group == list);
        for (block, _) in items {
            let item = reader.block_tokens(block);
            let is_colon = |token: &usize| page.tokens.list[*token].kind == TokenKind::Symbol(':');
            // What numbers an item states nothing: `+0 → +1: 95%`
            let is_number = |token: usize| number_at(page, token).is_some() || page.word_at(token).is_none();
            let colon = item.clone().find(is_colon).filter(|colon| (item.start..*colon).all(is_number));
            let label =
                leaders(page, &item).map_or(item.start, |dots| dots.end).max(colon.unwrap_or_default());
            let label = item.start..label;
            let figures: Vec<usize> = stated.range(label.end..item.end).copied().collect();
            let numbers = numbers_over(page, over.unwrap_or_default(), &item, &figures);
            for (at, bound) in own.iter().filter(|(_, bound)| item.contains(&bound.placed.token)) {
                let placed = &bound.placed;
                if numbers.values().any(|number| *number == placed.token) {
                    continue;
                }
                let Some(column) = figures.iter().position(|token| *token == placed.token) else { continue };
                let mut heads_of_cell = Vec::new();
                let number = numbers.get(&placed.token).map(|number| (OVER, *number..*number + 1));
                let mut around = around(page, &item, &figures, column);
                // What stands behind the last figure is told of all.
                around.retain(|(axis, _)| {
                    *axis != BEHIND || number.as_ref().is_none_or(|(_, number)| !item.contains(&number.start))
                });
                for (axis, tokens) in around.into_iter().chain(number) {
                    let next = heads.len();
                    let head = *known.entry((axis, tokens.start)).or_insert(next);
                    if head == next {
                        let tokens = first(tokens);
                        let number = reader.bare_number(&tokens);
                        heads.push(Head::new(page, axis, tokens, number));
                    }
                    heads_of_cell.push(head);
                }
                cells.push(Cell {
                    at: *at,
                    figures: if has_percents {
                        vec![placed.figure.clone()]
                    } else {
                        figures_of(&placed.figure)
                    },
                    is_chance: placed.is_chance,
                    kind: placed.place.kind,
                    lines: [Group::Column(list, column), Group::Row(list, rows)],
                    heads: heads_of_cell,
                    is_right: is_right(bound),
                    is_mean: false,
                });
            }
            rows += usize::from(!figures.is_empty());
        }
        let mut place = own.first().map(|(_, bound)| bound.placed.place.clone())?;
        // What stands around a list stands around no one figure of it.
        place.figure = usize::MAX;
        let (over, totals) = (Vec::new(), Vec::new());
        Some(Sheet { cells, heads, axes: OVER + 1, over, totals, place })
    }
}

/// The numbers that head the figures of an item, with the figure of each: as many as the item has figures stand behind
/// these, or in the line over the list: `Nothing: 22% / 5% / 2% at luck 0 / 5 / 10`, `Luck 0, 5 and 10:` over `Nothing: 22%,
/// 5%, 2%`.
fn numbers_over(
    page: &Page,
    over: &[Range<usize>],
    item: &Range<usize>,
    figures: &[usize],
) -> BTreeMap<usize, usize> {
    const NEAREST: usize = 2;
    let is_whole = |token: &usize| number_at(page, *token).is_some() && !has_places(page, *token);
    let stated: Vec<usize> = figures.iter().copied().filter(|token| !is_whole(token)).collect();
    let Some(last) = stated.last().filter(|_| stated.len() > 1) else { return BTreeMap::new() };
    let numbers = |range: &Range<usize>| -> Vec<usize> { range.clone().filter(is_whole).collect() };
    let behind = last + 1..item.end;
    let near = std::iter::once(&behind).chain(over.iter().take(NEAREST));
    let numbers = near.map(numbers).find(|numbers| numbers.len() == stated.len());
    stated.into_iter().zip(numbers.unwrap_or_default()).collect()
}

/// The row of dots that leads from a label to its value: `Straight (like 2-3-4) .... 11.1%`.
fn leaders(page: &Page, item: &Range<usize>) -> Option<Range<usize>> {
    const SHORTEST: usize = 3;
    let is_dot = |token: &usize| page.tokens.list[*token].kind == TokenKind::Symbol('.');
    let first =
        item.clone().find(|token| (*token..*token + SHORTEST).all(|dot| dot < item.end && is_dot(&dot)))?;
    let length = (first..item.end).take_while(is_dot).count();
    Some(first..first + length)
}

/// What stands around a figure of an item: its label, which a colon or a row of dots ends, what stands between it and the
/// figure before, and what stands behind it up to a sign.
fn around(page: &Page, item: &Range<usize>, figures: &[usize], column: usize) -> Vec<(usize, Range<usize>)> {
    let sign = |token: usize| match page.tokens.list[token].kind {
        TokenKind::Symbol(sign) => Some(sign),
        _ => None,
    };
    let own = figures[column];
    let colon = leaders(page, item).map(|dots| dots.start);
    let colon = colon.or_else(|| (item.start..figures[0]).find(|token| sign(*token) == Some(':')));
    let before = match column.checked_sub(1) {
        Some(last) => figures[last] + 1..own,
        None => colon.map_or(item.start, |colon| colon + 1)..own,
    };
    let end = figures.get(column + 1).copied().unwrap_or(item.end);
    let ends =
        |token: &usize| sign(*token).is_some_and(|sign| matches!(sign, ',' | ';' | '.' | '(' | ')' | '/'));
    let behind = own + 1..(own + 1..end).find(ends).unwrap_or(end);
    // What stands before a figure behind a sign belongs to it, and to the figure before it what stands before the sign.
    let before =
        if column > 0 { before.clone().find(ends).unwrap_or(before.start)..before.end } else { before };
    let is_label = colon.is_none() && column == 0;
    let found = [
        colon.map(|colon| (LABELS, item.start..colon)),
        Some((if is_label { LABELS } else { BEFORE }, before)),
        Some((BEHIND, behind)),
    ];
    let tells = |(axis, range): &(usize, Range<usize>)| {
        let is_number = |token: usize| *axis == LABELS && number_at(page, token).is_some();
        range.clone().any(|token| page.word_at(token).is_some() || is_number(token))
    };
    found.into_iter().flatten().filter(tells).collect()
}
