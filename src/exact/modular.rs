//! Sparse linear systems modulo a prime: one factorisation, many right sides.

use std::collections::{BTreeMap, BTreeSet};

use super::natural::halves;

/// The whole numbers modulo a prime below 2⁶².
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) prime: u64,
}

impl Field {
    fn mul(self, a: u64, b: u64) -> u64 {
        // A residue is below the prime, and so in the lower half.
        halves(u128::from(a) * u128::from(b) % u128::from(self.prime)).0
    }

    fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + (self.prime - b) }
    }

    /// The inverse by Fermat's theorem; zero for zero.
    fn inverse(self, a: u64) -> u64 {
        let (mut power, mut rest, mut result) = (a, self.prime - 2, 1);
        while rest > 0 {
            if rest % 2 == 1 {
                result = self.mul(result, power);
            }
            power = self.mul(power, power);
            rest /= 2;
        }
        result
    }
}

/// A square matrix as a product of a lower and an upper triangle, in the order of elimination.
#[derive(Debug, Clone)]
pub(super) struct Factored {
    field: Field,
    steps: Vec<Pivot>,
}

#[derive(Debug, Clone)]
struct Pivot {
    index: usize,
    inverse: u64,
    /// Rows that were still there, and how often this row was taken from them.
    below: Vec<(usize, u64)>,
    /// The rest of this row.
    right: Vec<(usize, u64)>,
}

impl Factored {
    /// Eliminates along the diagonal, always what makes the least new entries (H. Markowitz, 1957).
    /// `None` where a pivot is zero, or the work was interrupted.
    ///
    /// Cost: the entries that elimination makes; linear for banded matrices, cubic at worst.
    pub(super) fn new(
        rows: &[BTreeMap<usize, u64>],
        field: Field,
        interrupted: &dyn Fn() -> bool,
    ) -> Option<Factored> {
        let mut rows = rows.to_vec();
        let mut columns: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); rows.len()];
        for (index, row) in rows.iter().enumerate() {
            for column in row.keys() {
                columns[*column].insert(index);
            }
        }
        let cost = |rows: &[BTreeMap<usize, u64>], columns: &[BTreeSet<usize>], index: usize| {
            rows[index].len().saturating_sub(1) * columns[index].len().saturating_sub(1)
        };
        let mut costs: Vec<usize> = (0..rows.len()).map(|index| cost(&rows, &columns, index)).collect();
        let mut queue: BTreeSet<(usize, usize)> =
            costs.iter().enumerate().map(|(index, cost)| (*cost, index)).collect();
        let mut steps = Vec::with_capacity(rows.len());
        while let Some((_, index)) = queue.pop_first() {
            if interrupted() {
                return None;
            }
            let mut row = std::mem::take(&mut rows[index]);
            let pivot = row.remove(&index).filter(|pivot| *pivot != 0)?;
            let inverse = field.inverse(pivot);
            let mut touched: BTreeSet<usize> = row.keys().copied().collect();
            let mut column = std::mem::take(&mut columns[index]);
            column.remove(&index);
            for other in row.keys() {
                columns[*other].remove(&index);
            }
            let right: Vec<(usize, u64)> = row.into_iter().collect();
            let mut below = Vec::with_capacity(column.len());
            for other in column {
                let Some(entry) = rows[other].remove(&index) else { continue };
                let factor = field.mul(entry, inverse);
                for (column, value) in &right {
                    let entry = rows[other].entry(*column).or_insert(0);
                    *entry = field.sub(*entry, field.mul(factor, *value));
                    columns[*column].insert(other);
                }
                below.push((other, factor));
                touched.insert(other);
            }
            for other in touched {
                queue.remove(&(costs[other], other));
                costs[other] = cost(&rows, &columns, other);
                queue.insert((costs[other], other));
            }
            steps.push(Pivot { index, inverse, below, right });
        }
        Some(Factored { field, steps })
    }

    /// The solution for a right side; both modulo the prime.
    pub(super) fn solve(&self, mut side: Vec<u64>) -> Vec<u64> {
        for step in &self.steps {
            let value = side[step.index];
            for (row, factor) in &step.below {
                side[*row] = self.field.sub(side[*row], self.field.mul(*factor, value));
            }
        }
        for step in self.steps.iter().rev() {
            let mut value = side[step.index];
            for (column, entry) in &step.right {
                value = self.field.sub(value, self.field.mul(*entry, side[*column]));
            }
            side[step.index] = self.field.mul(value, step.inverse);
        }
        side
    }
}
