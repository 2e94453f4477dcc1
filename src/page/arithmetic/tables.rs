//! Tables: a column of percentages that is a law sums to 100%, a total is the sum, a sort key is its cell.

use std::ops::Range;

use super::{Check, near, shown};
use crate::exact::Rational;
use crate::page::{Cell, Figure, Fit, Grid, Page, Shape, Written};

/// A cell with its figure.
struct PercentCell {
    figure: usize,
    percent: Written,
    approximate: bool,
}

/// A row, with what its cells say.
struct ReadRow {
    kind: RowKind,
    cells: Vec<Option<PercentCell>>,
    /// Of each cell the only fraction, where it has no percentage.
    fractions: Vec<Option<Fraction>>,
}

/// A fraction that stands alone in its cell.
struct Fraction {
    figure: usize,
    value: Rational,
}

/// The columns of all tables.
pub(super) fn columns(page: &Page) -> Vec<Check> {
    page.outline.grids.iter().flat_map(|grid| table(page, grid)).collect()
}

/// What a row says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    Body,
    Total,
}

impl ReadRow {
    fn read(page: &Page, grid: &Grid, row: usize) -> ReadRow {
        let cells = || (0..grid.columns).map(|column| grid.own(row, column));
        ReadRow {
            kind: if grid.is_total(row) { RowKind::Total } else { RowKind::Body },
            cells: cells().map(|cell| only_percent(page, cell?)).collect(),
            fractions: cells().map(|cell| only_fraction(page, cell?)).collect(),
        }
    }
}

fn only_percent(page: &Page, cell: &Cell) -> Option<PercentCell> {
    let mut percents =
        page.figures_within(cell.content.clone()).filter_map(|(figure, found)| match &found.shape {
            Shape::Percent(percent) | Shape::Both { percent, .. } => {
                Some(PercentCell { figure, percent: percent.clone(), approximate: found.approximate })
            }
            _ => None,
        });
    let found = percents.next()?;
    percents.next().is_none().then_some(found)
}

/// A whole 1, as the total of fractions, is one of them.
fn only_fraction(page: &Page, cell: &Cell) -> Option<Fraction> {
    let mut inside = page.figures_within(cell.content.clone());
    match (inside.next()?, inside.next()) {
        ((figure, Figure { shape: Shape::Fraction(value), .. }), None) => {
            Some(Fraction { figure, value: value.clone() })
        }
        ((figure, Figure { shape: Shape::Number(one), .. }), None) if one.value == Rational::ONE => {
            Some(Fraction { figure, value: Rational::ONE })
        }
        _ => None,
    }
}

fn table(page: &Page, grid: &Grid) -> Vec<Check> {
    let locate = |check: Check| {
        let range = page.tokens.figures.get(check.figure).map_or(0..0, |figure| figure.range.clone());
        Check { range, ..check }
    };
    let body = (0..grid.rows).filter(|row| !grid.is_head(*row));
    let rows: Vec<ReadRow> = body.map(|row| ReadRow::read(page, grid, row)).collect();
    let width = grid.columns;
    let columns: Vec<Column<'_>> = (0..width).map(|column| Column::read(&rows, column)).collect();
    let sums =
        |column: &Column<'_>| column.total.is_none() && column.parts.len() > 1 && column.fit() != Fit::Off;
    let law = columns.iter().any(sums);
    let mut checks: Vec<Check> = columns
        .iter()
        .enumerate()
        // Chances of separate things sum to nothing in particular.
        .filter(|(number, column)| column.total.is_some() || law || heads_chances(page, grid, *number))
        .filter_map(|(_, column)| column.check())
        .map(locate)
        .collect();
    checks.extend((0..width).filter_map(|column| fractions(&rows, column)).map(locate));
    checks.extend((1..width).flat_map(|column| beside(&rows, column)).map(locate));
    let keyed = grid.cells.iter().filter(|cell| cell.content.start > cell.range.start);
    checks
        .extend(keyed.filter_map(|cell| sort_key(page, &cell.range, &only_percent(page, cell)?).map(locate)));
    checks
}

/// Whether the head of a column speaks of chances.
fn heads_chances(page: &Page, grid: &Grid, column: usize) -> bool {
    const WORDS: [&str; 5] = ["chance", "probability", "odds", "likelihood", "distribution"];
    let heads = (0..grid.rows).filter(|row| grid.is_head(*row)).filter_map(|row| grid.cell(row, column));
    heads.filter_map(|cell| grid.cells.get(cell)).any(|cell| {
        let text = page.text.get(cell.content.clone()).unwrap_or_default().to_lowercase();
        WORDS.iter().any(|word| text.contains(word))
    })
}

/// Fractions under which a total of 1 stands sum to that. Scores that are far from it have another total.
fn fractions(rows: &[ReadRow], column: usize) -> Option<Check> {
    let of = |kind: RowKind| {
        let rows = rows.iter().filter(move |row| row.kind == kind);
        rows.filter_map(move |row| row.fractions.get(column)?.as_ref())
    };
    let parts: Vec<&Fraction> = of(RowKind::Body).collect();
    let total = of(RowKind::Total).next().filter(|total| total.value == Rational::ONE)?;
    let sum: Rational = parts.iter().map(|part| &part.value).sum();
    if parts.len() < 2 || (&sum - &Rational::ONE).abs() > Rational::new(1, 20) {
        return None;
    }
    let described: Vec<String> = parts.iter().map(|part| part.value.to_string()).collect();
    Some(Check {
        figure: total.figure,
        code: "wrong-sum",
        fit: if sum == Rational::ONE { Fit::Exact } else { Fit::Off },
        range: 0..0,
        message: format!("the {} fractions of this column sum to {sum} ({})", parts.len(), shown(&sum)),
        derivation: format!("{} = {sum}", described.join(" + ")),
        exact: Some(sum),
        repair: None,
        explains: parts.iter().map(|part| part.figure).collect(),
    })
}

/// The percentages of a column, and its total.
struct Column<'a> {
    parts: Vec<&'a PercentCell>,
    total: Option<&'a PercentCell>,
    /// The most places after the point that a part has.
    places: usize,
}

impl<'a> Column<'a> {
    fn read(rows: &'a [ReadRow], column: usize) -> Column<'a> {
        let cell = |row: &'a ReadRow| row.cells.get(column)?.as_ref();
        let of = |kind: RowKind| rows.iter().filter(move |row| row.kind == kind).filter_map(cell);
        let parts: Vec<&PercentCell> = of(RowKind::Body).collect();
        let places = parts.iter().map(|cell| cell.percent.places).max().unwrap_or(0);
        Column { parts, total: of(RowKind::Total).next(), places }
    }

    fn sum(&self) -> Rational {
        self.parts.iter().map(|cell| &cell.percent.value).sum()
    }

    fn target(&self) -> Rational {
        self.total.map_or_else(|| Rational::from(100), |total| total.percent.value.clone())
    }

    /// Whether the parts sum to the total as far as their digits go. Beside 2.66% a plain 22% is 22.00%,
    /// unless it says that it is not exact.
    fn fit(&self) -> Fit {
        let step = |cell: &&PercentCell| {
            let places = if cell.approximate { cell.percent.places } else { self.places };
            Written { value: Rational::ZERO, places }.step()
        };
        let steps: Vec<Rational> = self.parts.iter().map(step).collect();
        near(&self.sum(), &self.target(), &steps)
    }

    /// A column that is near 100% is a law.
    fn check(&self) -> Option<Check> {
        let sum = self.sum();
        let off = (&sum - &self.target()).abs();
        if self.parts.len() < 2 || self.total.is_none() && off > Rational::from(5) {
            return None;
        }
        let figure = self.total.or(self.parts.last().copied())?.figure;
        let hundredth = Rational::new(1, 100);
        let described: Vec<String> = self.parts.iter().map(|cell| cell.percent.to_string()).collect();
        let count = self.parts.len();
        Some(Check {
            figure,
            code: "wrong-sum",
            fit: self.fit(),
            range: 0..0,
            exact: Some(if self.total.is_some() { &sum * &hundredth } else { Rational::ONE }),
            message: format!("the {count} percentages of this column sum to {}", shown(&(&sum * &hundredth))),
            derivation: format!("{} = {}%", described.join(" + "), crate::exact::decimal::plain(&sum)),
            repair: None,
            explains: self.parts.iter().map(|cell| cell.figure).collect(),
        })
    }
}

/// Two columns that say the same, as fractions and as percentages: where most rows agree, the others are
/// wrong. A column between two others belongs to the one that it agrees with more.
fn beside(rows: &[ReadRow], column: usize) -> Vec<Check> {
    let own = pairs(rows, column);
    let agree = agreeing(&own);
    let before =
        column.checked_sub(1).filter(|before| *before > 0).map(|before| agreeing(&pairs(rows, before)));
    let after = agreeing(&pairs(rows, column + 1));
    if agree * 2 < own.len() || before.is_some_and(|before| before > agree) || after > agree {
        return Vec::new();
    }
    own.into_iter()
        .map(|(cell, fraction)| Check {
            figure: cell.figure,
            code: "wrong-rounding",
            fit: beside_fit(cell, fraction),
            range: 0..0,
            exact: Some(fraction.clone()),
            message: format!("{fraction} stands beside it, which is {}", shown(fraction)),
            derivation: format!("{fraction} = {}", shown(fraction)),
            repair: None,
            explains: Vec::new(),
        })
        .collect()
}

/// The percentages of a column and the one before it that have a fraction beside them in the other.
fn pairs(rows: &[ReadRow], column: usize) -> Vec<(&PercentCell, &Rational)> {
    rows.iter()
        .filter_map(|row| {
            let both = [column - 1, column].map(|column| row.cells.get(column)?.as_ref());
            let fraction = [column - 1, column].map(|column| row.fractions.get(column)?.as_ref());
            match (both, fraction) {
                ([Some(cell), None], [None, Some(fraction)])
                | ([None, Some(cell)], [Some(fraction), None]) => Some((cell, &fraction.value)),
                _ => None,
            }
        })
        .collect()
}

fn beside_fit(cell: &PercentCell, fraction: &Rational) -> Fit {
    cell.percent.fit(&(fraction * &Rational::from(100)))
}

fn agreeing(pairs: &[(&PercentCell, &Rational)]) -> usize {
    pairs.iter().filter(|(cell, fraction)| beside_fit(cell, fraction) != Fit::Off).count()
}

/// `data-sort-value="22" | 22%`: the key by which a cell is sorted is what it shows.
fn sort_key(page: &Page, range: &Range<usize>, cell: &PercentCell) -> Option<Check> {
    let text = page.text.get(range.clone())?;
    let (_, after) = text.split_once("data-sort-value=\"")?;
    let (key, _) = after.split_once('"')?;
    let key: Rational = key.parse().ok()?;
    let hundred = Rational::from(100);
    let fit = cell.percent.fit(&key).min(cell.percent.fit(&(&key * &hundred)));
    (fit == Fit::Off).then(|| Check {
        figure: cell.figure,
        code: "wrong-sort-key",
        fit,
        range: 0..0,
        exact: None,
        message: format!("the cell is sorted as {}", crate::exact::decimal::plain(&key)),
        derivation: "the sort key of a cell is the number that it shows".to_owned(),
        repair: None,
        explains: Vec::new(),
    })
}
