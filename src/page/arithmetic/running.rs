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
        let ways = near.iter().flat_map(|other| [sums(other, own, false), sums(other, own, true)]);
        let right = |sums: &Vec<Sum<'_>>| sums.iter().filter(|sum| sum.fits && sum.parts > 1).count();
        let are_sums = |sums: &Vec<Sum<'_>>| match sums.iter().filter(|sum| !sum.fits).count() {
            0 => right(sums) >= FEWEST,
            1 => right(sums) >= FEWEST && sums.len() >= LONG,
            _ => false,
        };
        let best = ways.filter(are_sums).max_by_key(right);
        found.extend(best.into_iter().flatten().filter(|sum| sum.parts > 1 || sum.fits).map(check));
    }
    found
}

/// The cells of a column with the sums of another, from the top down or from the bottom `up`. None where a row lacks either.
///
/// Each is held against the last before it that fits and the percentages since: what these are rounded by is all that it may
/// be off, however many rows stand before.
fn sums<'a>(parts: &Column, own: &'a Column, up: bool) -> Vec<Sum<'a>> {
    let half = Rational::new(1, 2);
    let mut rows: Vec<(&Stated, &'a Stated)> = super::tables::both(parts, own).collect();
    if rows.len() < parts.body.len() || rows.len() < own.body.len() {
        return Vec::new();
    }
    if up {
        rows.reverse();
    }
    let (mut sum, mut since, mut steps) = (Rational::ZERO, Rational::ZERO, Rational::ZERO);
    let mut found = Vec::new();
    for (number, (part, cell)) in rows.into_iter().enumerate() {
        let (Some(part), Some(stated)) = (&part.percent, &cell.percent) else { return Vec::new() };
        sum = &sum + &part.value;
        since = &since + &part.value;
        steps = &steps + &part.step();
        let fits = (&since - &stated.value).abs() <= &(&steps + &stated.step()) * &half;
        if fits {
            (since, steps) = (stated.value.clone(), stated.step());
        }
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
