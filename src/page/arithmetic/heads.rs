//! What the heads of columns and rows say of the percentages under and beside them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::page::{Grid, Page, words_of};

/// Heads of columns that make rows happen together or under different conditions.
pub(super) const CONDITIONS: [&str; 10] = [
    "requires", "require", "required", "requirement", "requirements", "needs", "condition", "conditions",
    "given", "if",
];

/// Heads of columns of which each is a further try for the same.
pub(super) const ADDED: [&str; 10] =
    ["bonus", "extra", "additional", "added", "more", "again", "roll", "try", "first", "second"];

/// Heads of columns of percentages that are none of what happens.
pub(super) const NO_CHANCES: [&str; 18] = [
    "bonus", "bonuses", "boost", "buff", "discount", "damage", "price", "cost", "costs", "fee", "tax",
    "refund", "increase", "growth", "gain", "speed", "armor", "armour",
];

/// Whether a head of some columns has one of these words.
pub(super) fn has_head(page: &Page, grid: &Grid, mut columns: Range<usize>, words: &[&str]) -> bool {
    columns
        .any(|column| heads(page, grid, column).iter().flatten().any(|word| words.contains(&word.as_str())))
}

/// Whether a column is headed as the total of those before it: "At least one" and "All three upgraded" are no totals.
pub(super) fn is_total(page: &Page, grid: &Grid, column: usize) -> bool {
    const WORDS: [&str; 7] = ["total", "sum", "all", "in", "together", "altogether", "row"];
    let is_total =
        |words: &Vec<String>| !words.is_empty() && words.iter().all(|word| WORDS.contains(&word.as_str()));
    heads(page, grid, column).last().is_some_and(is_total)
}

/// The words of the heads of a column.
fn heads(page: &Page, grid: &Grid, column: usize) -> Vec<Vec<String>> {
    /// No head is longer.
    const LONGEST: usize = 200;
    let heads = (0..grid.rows).take_while(|row| grid.is_head(*row)).take(4);
    let cells = heads.filter_map(|row| grid.cells.get(grid.cell(row, column)?));
    let texts = cells.map(|cell| page.text.get(cell.content.clone()).unwrap_or_default());
    texts.filter(|text| text.len() < LONGEST).map(words_of).collect()
}

/// The labels of the rows of a table that are no total.
pub(super) fn labels(page: &Page, grid: &Grid) -> BTreeSet<String> {
    let rows = (0..grid.rows).filter(|row| !grid.is_head(*row) && !grid.is_total(*row));
    let cells = rows.filter_map(|row| grid.cells.get(grid.cell(row, 0)?));
    cells.map(|cell| page.text.get(cell.content.clone()).unwrap_or_default().trim().to_lowercase()).collect()
}
