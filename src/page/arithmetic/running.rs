//! Columns that sum another one row by row: `Rare | 34% | 63.75%`, from the top down or from the bottom up.

use super::tables::{Column, Stated};
use super::{Check, shown};
use crate::exact::Rational;
use crate::page::{Fit, Written};

/// So many sums of two or more parts are right by no chance. One may be wrong in a column of so many rows.
const FEWEST: usize = 2;
const LONG: usize = 4;
/// What it sums stands at most so many columns before.
const NEAR: usize = 2;

/// A cell of such a column, with the percentages of the other column up to its row.
struct Sum<'a> {
    cell: &'a Stated,
    stated: &'a Written,
    parts: usize,
    sum: Rational,
    fits: bool,
}

/// The sums of a column, where another is what they are sums of.
pub(super) fn running(columns: &[Column]) -> Vec<Check> {
    let mut found = Vec::new();
    for (number, own) in columns.iter().enumerate() {
        let near = &columns[number.saturating_sub(NEAR)..number];
        let ways = |is_tight: bool| {
            near.iter().flat_map(move |other| [false, true].map(|up| sums(other, own, up, is_tight)))
        };
        let right = |sums: &Vec<Sum<'_>>| sums.iter().filter(|sum| sum.fits && sum.parts > 1).count();
        let are_sums = |sums: &Vec<Sum<'_>>| match sums.iter().filter(|sum| !sum.fits).count() {
            0 => right(sums) >= FEWEST,
            1 => right(sums) >= FEWEST && sums.len() >= LONG,
            _ => false,
        };
        // Where the digits of the sums themselves hold, a percentage without any is no excuse for one that does not.
        let best = |is_tight: bool| ways(is_tight).filter(are_sums).max_by_key(right);
        let best = best(true).or_else(|| best(false));
        found.extend(best.into_iter().flatten().filter(|sum| sum.parts > 1 || sum.fits).map(check));
    }
    found
}

/// The cells of a column with the sums of another, from the top down or from the bottom `up`; where `is_tight` as exact as the
/// digits of these. None where a row lacks either.
fn sums<'a>(parts: &Column, own: &'a Column, up: bool, is_tight: bool) -> Vec<Sum<'a>> {
    const ROUNDED: usize = 3;
    let half = Rational::new(1, 2);
    let mut rows: Vec<(&Stated, &'a Stated)> = super::tables::both(parts, own).collect();
    if rows.len() < parts.body.len() || rows.len() < own.body.len() {
        return Vec::new();
    }
    if up {
        rows.reverse();
    }
    let (mut sum, mut step) = (Rational::ZERO, Rational::ZERO);
    let mut found = Vec::new();
    for (number, (part, cell)) in rows.into_iter().enumerate() {
        let (Some(part), Some(stated)) = (&part.percent, &cell.percent) else { return Vec::new() };
        sum = &sum + &part.value;
        step = step.max(part.step());
        let far = (&sum - &stated.value).abs();
        // What many are rounded by hardly adds up.
        let times = Rational::from(i64::try_from(number.min(ROUNDED)).unwrap_or_default());
        let loose = &stated.step().max(step.clone()) + &(&step * &times);
        let fits = far <= &(if is_tight { stated.step() } else { loose }) * &half;
        found.push(Sum { cell, stated, parts: number + 1, sum: sum.clone(), fits });
    }
    found
}

fn check(sum: Sum<'_>) -> Check {
    let chance = &sum.sum * &Rational::new(1, 100);
    Check {
        figure: sum.cell.figure,
        code: "wrong-running-sum",
        fit: match (sum.fits, sum.stated.value == sum.sum) {
            (false, _) => Fit::Off,
            (true, true) => Fit::Exact,
            (true, false) => Fit::Rounded,
        },
        range: 0..0,
        message: format!("the {} percentages up to this row sum to {}", sum.parts, shown(&chance)),
        derivation: format!("{} = {}", chance, shown(&chance)),
        exact: Some(chance),
        repair: None,
        explains: Vec::new(),
    }
}
