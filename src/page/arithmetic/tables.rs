//! Tables: a column of percentages that is a law sums to 100%, and a total is the sum.

use super::{Check, near, shown};
use crate::exact::Rational;
use crate::page::{Figure, Page, Shape, Written};

/// A cell with its figure.
struct Cell {
    figure: usize,
    percent: Written,
    approximate: bool,
}

/// A row: whether it is a total, and its cells by column.
struct Row {
    total: bool,
    cells: Vec<Option<Cell>>,
}

/// The columns of all tables.
pub(super) fn columns(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut wiki: Option<Row> = None;
    for line in 0..page.line_count() {
        let text = page.line_text(line).trim();
        let is_wiki = text.starts_with("{|")
            || text.starts_with("|-")
            || text.starts_with("|}")
            || text.starts_with("|+");
        if is_wiki || text.is_empty() && wiki.is_some() {
            rows.extend(wiki.take());
            if text.starts_with("|-") || text.starts_with("{|") {
                wiki = Some(Row { total: false, cells: Vec::new() });
            }
            if text.starts_with("{|") || text.starts_with("|}") {
                checks.extend(table(page, &rows));
                rows.clear();
            }
        } else if let Some(row) = &mut wiki {
            let cells = cells_of(page, line, &["||", "!!"]);
            row.total |= is_total(text);
            row.cells.extend(cells);
        } else if text.starts_with('|') && text.len() > 1 {
            let mut cells = cells_of(page, line, &["|"]);
            cells.remove(0);
            rows.push(Row { total: is_total(text), cells });
        } else if !rows.is_empty() {
            checks.extend(table(page, &rows));
            rows.clear();
        }
    }
    rows.extend(wiki);
    checks.extend(table(page, &rows));
    checks
}

fn is_total(text: &str) -> bool {
    text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == "total" || word == "sum")
}

/// The cells of a line: for each the only percentage in it, if there is one.
fn cells_of(page: &Page, line: usize, separators: &[&str]) -> Vec<Option<Cell>> {
    let range = page.line_range(line);
    let text = page.text.get(range.clone()).unwrap_or_default();
    let mut cells = Vec::new();
    let mut start = 0;
    while start <= text.len() {
        let rest = &text[start..];
        let next = separators
            .iter()
            .filter_map(|separator| rest.find(separator).map(|at| (at, separator.len())))
            .min();
        let end = next.map_or(text.len(), |(at, _)| start + at);
        cells.push(only_percent(page, range.start + start..range.start + end));
        start = next.map_or(text.len() + 1, |(at, length)| start + at + length);
    }
    cells
}

fn only_percent(page: &Page, range: std::ops::Range<usize>) -> Option<Cell> {
    let figures = &page.tokens.figures;
    let first = figures.partition_point(|figure| figure.range.start < range.start);
    let inside = |figure: &&Figure| figure.range.end <= range.end;
    let mut percents = figures[first..].iter().take_while(inside).enumerate().filter_map(|(at, figure)| {
        match &figure.shape {
            Shape::Percent(percent) | Shape::Both { percent, .. } => {
                Some(Cell { figure: first + at, percent: percent.clone(), approximate: figure.approximate })
            }
            _ => None,
        }
    });
    let found = percents.next()?;
    percents.next().is_none().then_some(found)
}

fn table(page: &Page, rows: &[Row]) -> Vec<Check> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let place = |check: Check| {
        let range = page.tokens.figures.get(check.figure).map_or(0..0, |figure| figure.range.clone());
        Check { range, ..check }
    };
    (0..width).filter_map(|column| self::column(rows, column).map(place)).collect()
}

/// A column that is near 100% is a law: its parts sum to that, as far as their digits go.
fn column(rows: &[Row], column: usize) -> Option<Check> {
    let cell = |row: &Row| -> Option<(usize, Written, bool)> {
        let cell = row.cells.get(column)?.as_ref()?;
        Some((cell.figure, cell.percent.clone(), cell.approximate))
    };
    let parts: Vec<_> = rows.iter().filter(|row| !row.total).filter_map(cell).collect();
    let total = rows.iter().filter(|row| row.total).find_map(cell);
    if parts.len() < 2 {
        return None;
    }
    let sum: Rational = parts.iter().map(|(_, percent, _)| &percent.value).sum();
    let hundred = Rational::from(100);
    let target = match &total {
        Some((_, stated, _)) => stated.value.clone(),
        None => hundred.clone(),
    };
    let off = (&sum - &target).abs();
    // Chances of separate things sum to nothing in particular.
    if total.is_none() && off > Rational::from(5) {
        return None;
    }
    let steps: Vec<Rational> = parts.iter().map(|(_, percent, _)| percent.step()).collect();
    let fit = near(&sum, &target, &steps);
    let (figure, ..) = total.as_ref().or(parts.last())?.clone();
    let hundredth = Rational::new(1, 100);
    let described: Vec<String> = parts.iter().map(|(_, percent, _)| percent.value.to_string()).collect();
    Some(Check {
        figure,
        code: "wrong-sum",
        fit,
        range: 0..0,
        exact: Some(if total.is_some() { &sum * &hundredth } else { Rational::ONE }),
        message: format!("the column sums to {}", shown(&(&sum * &hundredth))),
        derivation: format!("{} = {sum} in percent", described.join(" + ")),
        fix: None,
        explains: parts.iter().map(|(figure, ..)| *figure).collect(),
    })
}
