//! Tables: a column of percentages that is a law sums to 100%, so does a row of alternatives; a total is the sum, a
//! percentage is the fraction or the share of a count beside it, a sort key is its cell.

use std::collections::BTreeSet;
use std::ops::{Range, RangeBounds as _};

use super::heads::{ADDED, CONDITIONS, NO_CHANCES, has_head, is_total, labels};
use super::running::running;
use super::{Check, near, shown};
use crate::exact::Rational;
use crate::page::{Fit, Grid, Hedge, Page, Shape, Written};

/// What a cell states, where it states one number.
pub(super) struct Stated {
    row: usize,
    pub(super) figure: usize,
    pub(super) percent: Option<Written>,
    /// The value of a fraction or of a whole number that has no percentage.
    exact: Option<Rational>,
    is_count: bool,
}

/// The cells of a column, by row.
#[derive(Default)]
pub(super) struct Column {
    pub(super) body: Vec<Stated>,
    total: Option<Stated>,
}

/// The columns and rows of all tables.
pub(super) fn tables(page: &Page) -> Vec<Check> {
    let grids = &page.outline.grids;
    let read: Vec<Vec<Column>> = grids.iter().map(|grid| columns(page, grid)).collect();
    let labels: Vec<BTreeSet<String>> = grids.iter().map(|grid| labels(page, grid)).collect();
    // One of many may be near 100% by chance.
    let sums = |columns: &[Column]| {
        let open = columns.iter().filter(|column| column.total.is_none() && percents(&column.body).len() > 1);
        let (all, whole) =
            open.fold((0, 0), |(all, whole), own| (all + 1, whole + usize::from(own.is_whole())));
        whole > 0 && 2 * whole >= all
    };
    let laws: BTreeSet<&BTreeSet<String>> =
        labels.iter().zip(&read).filter(|(_, columns)| sums(columns)).map(|(labels, _)| labels).collect();
    let mut checks = Vec::new();
    for ((grid, columns), labels) in grids.iter().zip(&read).zip(&labels) {
        let is_law = !labels.is_empty() && laws.contains(labels);
        // Where each row is a law, what stands below each other is told under different conditions.
        let exclusive =
            !has_head(page, grid, 0..grid.columns, &CONDITIONS) && !are_laws(&full_rows(grid, columns));
        let is_chance = |number: usize| !has_head(page, grid, number..number + 1, &NO_CHANCES);
        let is_summed = |(number, column): &(usize, &Column)| {
            let is_open = || column.is_less() && counts_up(page, grid, column);
            column.total.is_some() || is_law && exclusive && is_chance(*number) && !is_open()
        };
        let summed = columns.iter().enumerate().filter(is_summed);
        let mut found: Vec<Check> = summed.filter_map(|(_, column)| column.sum_check()).collect();
        found.extend(columns.iter().filter_map(Column::fractions));
        found.extend(rows(page, grid, columns));
        found.extend(running(columns));
        for number in 1..columns.len() {
            found.extend(beside(columns, number));
            found.extend(shares(&columns[number - 1], &columns[number]));
            found.extend(shares(&columns[number], &columns[number - 1]));
        }
        let keyed = grid.cells.iter().filter(|cell| cell.content.start > cell.range.start);
        found.extend(
            keyed.filter_map(|cell| sort_key(page, &cell.range, &stated(page, grid, cell.row, cell.column)?)),
        );
        let located = |check: Check| {
            let range = page.tokens.figures.get(check.figure).map_or(0..0, |figure| figure.range.clone());
            Check { range, ..check }
        };
        checks.extend(found.into_iter().map(located));
    }
    checks
}

/// Whether the rows of a column count up without an end, so that there may be more: `None`, `one`, `two`, and no `three or
/// more`.
fn counts_up(page: &Page, grid: &Grid, column: &Column) -> bool {
    const COUNTS: [&str; 13] =
        ["no", "none", "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let label =
        |row: usize| grid.cells.get(grid.cell(row, 0)?).and_then(|cell| page.text.get(cell.content.clone()));
    let counts = |label: &str| {
        let first = label.split_whitespace().next().unwrap_or_default().to_lowercase();
        let is_open = label.contains("more") || label.contains(['+', '≥', '>']);
        !is_open && (COUNTS.contains(&first.as_str()) || first.parse::<u32>().is_ok())
    };
    let rows = column.body.iter().filter(|cell| cell.percent.is_some()).map(|cell| cell.row);
    rows.map(label).all(|label| label.is_some_and(counts))
}

fn columns(page: &Page, grid: &Grid) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    columns.resize_with(grid.columns, Column::default);
    for row in (0..grid.rows).filter(|row| !grid.is_head(*row)) {
        for (number, column) in columns.iter_mut().enumerate().take(grid.width(row)) {
            let Some(stated) = stated(page, grid, row, number) else { continue };
            if !grid.is_total(row) {
                column.body.push(stated);
            } else if column.total.is_none() {
                column.total = Some(stated);
            }
        }
    }
    columns
}

/// The only percentage of a cell, or else its only figure.
fn stated(page: &Page, grid: &Grid, row: usize, column: usize) -> Option<Stated> {
    let cell = grid.own(row, column)?;
    let all = || page.figures_within(cell.content.clone());
    let mut percents = all().filter_map(|(index, figure)| Some((index, figure.shape.percent()?.clone())));
    if let Some((figure, written)) = percents.next() {
        let percent = percents.next().is_none().then_some(written)?;
        return Some(Stated { row, figure, percent: Some(percent), exact: None, is_count: false });
    }
    let mut figures = all();
    let (figure, only) = figures.next().filter(|_| figures.next().is_none())?;
    let (value, is_count) = match &only.shape {
        Shape::Fraction(value) => (value.clone(), false),
        Shape::Number(number) if number.places == 0 && !number.value.is_negative() => {
            (number.value.clone(), true)
        }
        _ => return None,
    };
    Some(Stated { row, figure, percent: None, exact: Some(value), is_count })
}

fn percents<'a>(cells: impl IntoIterator<Item = &'a Stated>) -> Vec<&'a Written> {
    cells.into_iter().filter_map(|cell| cell.percent.as_ref()).collect()
}

/// Whether percentages are parts of a whole, each as far as its own digits go.
fn fits(parts: &[&Written], whole: &Rational) -> Fit {
    let steps: Vec<Rational> = parts.iter().map(|part| part.step()).collect();
    near(&parts.iter().map(|part| &part.value).sum(), whole, &steps)
}

fn sum(parts: &[&Written]) -> Rational {
    parts.iter().map(|part| &part.value).sum()
}

/// Whether parts sum to a total that has been rounded itself.
fn rounded_total(parts: &[&Written], total: &Written) -> Fit {
    let half = &total.step() * &Rational::new(1, 2);
    let ends = [&total.value - &half, &total.value + &half];
    let meets =
        ends.iter().any(|end| fits(parts, end) != Fit::Off) || (&ends[0]..&ends[1]).contains(&&sum(parts));
    if meets { Fit::Rounded } else { Fit::Off }
}

/// Whether a total is the chance that one of several things happens which happen each by itself: 62.5% of 50% and 25%.
fn is_either(parts: &[&Written], total: &Written) -> bool {
    let hundred = Rational::from(100);
    let ends = |written: &Written| {
        let half = &written.step() * &Rational::new(1, 2);
        [&written.value - &half, &written.value + &half].map(|end| &end * &Rational::new(1, 100))
    };
    let parts: Vec<[Rational; 2]> = parts.iter().map(|part| ends(part)).collect();
    let either = |end: usize| {
        let none = parts.iter().fold(Rational::ONE, |none, part| &none * &(&Rational::ONE - &part[end]));
        &(&Rational::ONE - &none) * &hundred
    };
    let half = &total.step() * &Rational::new(1, 2);
    either(0) <= &total.value + &half && &total.value - &half <= either(1)
}

/// Whether a plus stands before a part: `+25%`.
fn is_signed(page: &Page, part: &Stated) -> bool {
    let start = page.tokens.figures.get(part.figure).map(|figure| figure.range.start);
    start.and_then(|start| page.text.get(..start)).is_some_and(|before| before.ends_with('+'))
}

/// What is said of parts that are summed.
fn summed(figure: usize, parts: &[&Written], whole: &Rational, of: &str, explains: Vec<usize>) -> Check {
    let sum = sum(parts);
    let hundredth = Rational::new(1, 100);
    let described: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
    Check {
        figure,
        code: "wrong-sum",
        fit: fits(parts, whole),
        range: 0..0,
        exact: Some(&sum * &hundredth),
        message: format!(
            "the {} percentages of this {of} sum to {}",
            parts.len(),
            shown(&(&sum * &hundredth))
        ),
        derivation: format!("{} = {}%", described.join(" + "), crate::exact::decimal::plain(&sum)),
        repair: None,
        explains,
    }
}

/// How far from 100% a sum may be that was meant to be that.
fn may_be_whole(parts: &[&Written]) -> bool {
    parts.len() > 1 && (&sum(parts) - &Rational::from(100)).abs() <= Rational::from(5)
}

/// Whether a total may be the sum of the parts above it, and is no share of its own: marks of an exam, with the share
/// of all marks in their last row.
fn may_be_total(parts: &[&Written], total: &Written) -> bool {
    let far = &total.value * &Rational::new(1, 2);
    (&sum(parts) - &total.value).abs() <= far.max(Rational::from(10))
}

impl Column {
    fn is_law(&self) -> bool {
        let parts = percents(&self.body);
        parts.len() > 1 && fits(&parts, &Rational::from(100)) != Fit::Off
    }

    /// Whether they sum to less than 100%.
    fn is_less(&self) -> bool {
        sum(&percents(&self.body)) < Rational::from(100)
    }

    /// Whether they sum to 100% so nearly that nothing is missing: 99% may be a list without its last row.
    fn is_whole(&self) -> bool {
        let parts = percents(&self.body);
        self.is_law() && (&sum(&parts) - &Rational::from(100)).abs() <= Rational::new(1, 4)
    }

    /// The percentages of a column sum to its total, or to 100%.
    fn sum_check(&self) -> Option<Check> {
        let parts = percents(&self.body);
        let total = self.total.as_ref().filter(|total| total.percent.is_some());
        if parts.len() < 2 || total.is_none() && !may_be_whole(&parts) {
            return None;
        }
        let whole = total.and_then(|total| total.percent.as_ref());
        if whole.is_some_and(|whole| !may_be_total(&parts, whole)) {
            return None;
        }
        let target = whole.map_or_else(|| Rational::from(100), |whole| whole.value.clone());
        let last = self.body.iter().rev().find(|cell| cell.percent.is_some());
        let explains =
            self.body.iter().filter(|cell| cell.percent.is_some()).map(|cell| cell.figure).collect();
        let mut check = summed(total.or(last)?.figure, &parts, &target, "column", explains);
        if let Some(whole) = whole.filter(|_| check.fit == Fit::Off) {
            check.fit = rounded_total(&parts, whole);
        }
        check.exact = check.exact.filter(|_| whole.is_some()).or(Some(Rational::ONE));
        Some(check)
    }

    /// Fractions under which a total of 1 stands sum to that. Scores that are far from it have another total.
    fn fractions(&self) -> Option<Check> {
        let parts: Vec<&Stated> =
            self.body.iter().filter(|cell| cell.exact.is_some() && !cell.is_count).collect();
        let total = self.total.as_ref().filter(|total| total.exact == Some(Rational::ONE))?;
        let sum: Rational = parts.iter().filter_map(|part| part.exact.as_ref()).sum();
        if parts.len() < 2 || (&sum - &Rational::ONE).abs() > Rational::new(1, 20) {
            return None;
        }
        let described: Vec<String> =
            parts.iter().filter_map(|part| part.exact.as_ref()).map(Rational::to_string).collect();
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
}

/// Rows of alternatives: where a last column is headed as their total they sum to it, and where two rows and most of
/// all sum to 100%, the others that nearly do.
fn rows(page: &Page, grid: &Grid, columns: &[Column]) -> Vec<Check> {
    let Some(last) = columns.len().checked_sub(1) else { return Vec::new() };
    let has_total = last > 1 && is_total(page, grid, last);
    let rows = percents_by_row(grid, &columns[..if has_total { last } else { last + 1 }]);
    let is_added = has_head(page, grid, 0..last, &ADDED);
    let mut found = Vec::new();
    if has_total {
        for total in &columns[last].body {
            let parts = percents(rows[total.row].iter().copied());
            let Some(whole) = total.percent.as_ref().filter(|_| parts.len() > 1) else { continue };
            let explains = rows[total.row].iter().map(|cell| cell.figure).collect();
            let mut check = summed(total.figure, &parts, &whole.value, "row", explains);
            if check.fit == Fit::Off {
                check.fit = rounded_total(&parts, whole);
            }
            let is_added = is_added || rows[total.row].iter().any(|part| is_signed(page, part));
            if check.fit == Fit::Off && is_added && is_either(&parts, whole) {
                continue;
            }
            found.push(check);
        }
        return found;
    }
    let full = full_rows(grid, columns);
    if !are_laws(&full) {
        return found;
    }
    let hundred = Rational::from(100);
    for row in full {
        let parts = percents(row.iter().copied());
        if let Some(last) = row.last().filter(|_| may_be_whole(&parts)) {
            let explains = row.iter().map(|cell| cell.figure).collect();
            found.push(Check { exact: None, ..summed(last.figure, &parts, &hundred, "row", explains) });
        }
    }
    found
}

/// The percentages of some columns, by row.
fn percents_by_row<'a>(grid: &Grid, columns: &'a [Column]) -> Vec<Vec<&'a Stated>> {
    let mut rows: Vec<Vec<&Stated>> = Vec::new();
    rows.resize_with(grid.rows, Vec::new);
    for cell in columns.iter().flat_map(|column| &column.body).filter(|cell| cell.percent.is_some()) {
        rows[cell.row].push(cell);
    }
    rows
}

/// The rows of a table that have several percentages.
fn full_rows<'a>(grid: &Grid, columns: &'a [Column]) -> Vec<Vec<&'a Stated>> {
    percents_by_row(grid, columns).into_iter().filter(|row| row.len() > 1).collect()
}

/// Whether two rows and most of all sum to 100%.
fn are_laws(rows: &[Vec<&Stated>]) -> bool {
    let hundred = Rational::from(100);
    let whole = rows.iter().filter(|row| fits(&percents(row.iter().copied()), &hundred) != Fit::Off).count();
    whole > 1 && whole * 3 >= rows.len() * 2
}

/// Two columns that say the same, as fractions and as percentages: where most rows agree, the others are
/// wrong. A column between two others belongs to the one that it agrees with more.
fn beside(columns: &[Column], number: usize) -> Vec<Check> {
    let own = pairs(columns, number);
    let agree = agreeing(&own);
    let before =
        number.checked_sub(1).filter(|before| *before > 0).map(|before| agreeing(&pairs(columns, before)));
    let after = agreeing(&pairs(columns, number + 1));
    if agree * 2 < own.len() || before.is_some_and(|before| before > agree) || after > agree {
        return Vec::new();
    }
    own.into_iter()
        .map(|(figure, percent, fraction)| Check {
            figure,
            code: "wrong-rounding",
            fit: percent.fit(&(fraction * &Rational::from(100))),
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
fn pairs(columns: &[Column], number: usize) -> Vec<(usize, &Written, &Rational)> {
    let (Some(left), Some(right)) = (columns.get(number - 1), columns.get(number)) else { return Vec::new() };
    // Among fractions 1 is one, and elsewhere a count: `Shops: 1`.
    let one = |column: &Column| {
        let is_fraction = |cell: &Stated| cell.percent.is_none() && !cell.is_count;
        column.body.iter().any(is_fraction).then_some(Rational::ONE)
    };
    let (one_left, one_right) = (one(left), one(right));
    let is_fraction =
        |cell: &Stated, one: &Option<Rational>| !cell.is_count || one.is_some() && cell.exact == *one;
    both(left, right)
        .filter_map(|(a, b)| match (&a.percent, &b.percent) {
            (Some(percent), None) if is_fraction(b, &one_right) => {
                Some((a.figure, percent, b.exact.as_ref()?))
            }
            (None, Some(percent)) if is_fraction(a, &one_left) => {
                Some((b.figure, percent, a.exact.as_ref()?))
            }
            _ => None,
        })
        .collect()
}

/// The cells of two columns that stand in one row.
pub(super) fn both<'l, 'r>(
    left: &'l Column,
    right: &'r Column,
) -> impl Iterator<Item = (&'l Stated, &'r Stated)> {
    let mut others = right.body.iter().peekable();
    left.body.iter().filter_map(move |cell| {
        while others.next_if(|other| other.row < cell.row).is_some() {}
        others.next_if(|other| other.row == cell.row).map(|other| (cell, other))
    })
}

fn agreeing(pairs: &[(usize, &Written, &Rational)]) -> usize {
    let fits =
        |percent: &Written, fraction: &Rational| percent.fit(&(fraction * &Rational::from(100))) != Fit::Off;
    pairs.iter().filter(|(_, percent, fraction)| fits(percent, fraction)).count()
}

/// Counts, and beside them what share of all each is: where three rows and most of all agree, the others are wrong.
fn shares(counts: &Column, percents: &Column) -> Vec<Check> {
    let pairs: Vec<(&Stated, &Stated)> =
        both(counts, percents).filter(|(count, share)| count.is_count && share.percent.is_some()).collect();
    let all: Rational =
        counts.body.iter().filter(|cell| cell.is_count).filter_map(|cell| cell.exact.as_ref()).sum();
    let checks: Vec<Check> = pairs
        .iter()
        .filter_map(|(count, share)| {
            let exact = count.exact.as_ref()?.checked_div(&all)?;
            Some(Check {
                figure: share.figure,
                code: "wrong-share",
                fit: share.percent.as_ref()?.fit(&(&exact * &Rational::from(100))),
                range: 0..0,
                message: format!("{} of {all} is {}", count.exact.as_ref()?, shown(&exact)),
                derivation: format!("{exact} = {}", shown(&exact)),
                exact: Some(exact),
                repair: None,
                explains: Vec::new(),
            })
        })
        .collect();
    let right = checks.iter().filter(|check| check.fit != Fit::Off).count();
    if right >= 3 && right * 3 >= checks.len() * 2 { checks } else { Vec::new() }
}

/// `data-sort-value="22" | 22%`: the key by which a cell is sorted is what it shows.
fn sort_key(page: &Page, range: &Range<usize>, cell: &Stated) -> Option<Check> {
    let text = page.text.get(range.clone())?;
    let (_, after) = text.split_once("data-sort-value=\"")?;
    let (key, _) = after.split_once('"').filter(|(key, _)| key.len() < 40)?;
    let key: Rational = key.parse().ok()?;
    let percent = cell.percent.as_ref()?;
    let chance = &key * &Rational::new(1, 100);
    // `<0.01%` shows every smaller number.
    let figure = page.tokens.figures.get(cell.figure)?;
    let is_end = matches!(figure.hedge, Hedge::Least | Hedge::Most);
    let bounds = figure.interval().filter(|_| is_end);
    let is_within = bounds.is_some_and(|bounds| bounds.contains(&chance));
    let fit = percent.fit(&key).min(percent.fit(&(&key * &Rational::from(100))));
    (fit == Fit::Off && !is_within).then(|| Check {
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
