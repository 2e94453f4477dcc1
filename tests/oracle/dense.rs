//! Finite Markov chains over exact fractions: an oracle written apart from the engine.
//!
//! Dense matrices, Gaussian elimination and plain enumeration of paths, as in a textbook: slow, short
//! and easy to check by eye. A transition matrix `p` has one row per state to come from.

use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// The moves out of a state: (next state, increment of the count, chance).
pub type Steps<'a> = &'a dyn Fn(usize) -> Vec<(usize, i64, BigRational)>;

/// Solves a x = b, or `None` where a is singular.
pub fn solve(a: Vec<Vec<BigRational>>, b: Vec<BigRational>) -> Option<Vec<BigRational>> {
    let (mut a, mut b) = (a, b);
    let n = b.len();
    assert!(a.len() == n && a.iter().all(|row| row.len() == n), "a must be square, as long as b");
    for column in 0..n {
        let pivot = (column..n).find(|row| !a[*row][column].is_zero())?;
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in column + 1..n {
            eliminate(&mut a, &mut b, column, row);
        }
    }
    Some(back_substitute(&a, &b))
}

/// Takes the multiple of row `pivot` from row `row` that clears it in column `pivot`.
fn eliminate(a: &mut [Vec<BigRational>], b: &mut [BigRational], pivot: usize, row: usize) {
    let factor = &a[row][pivot] / &a[pivot][pivot];
    if factor.is_zero() {
        return;
    }
    let (above, below) = a.split_at_mut(row);
    for (target, source) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
        *target -= &factor * source;
    }
    let take = &factor * &b[pivot];
    b[row] -= take;
}

/// Solves an upper triangular system from the last row up.
fn back_substitute(a: &[Vec<BigRational>], b: &[BigRational]) -> Vec<BigRational> {
    let mut x = vec![BigRational::zero(); b.len()];
    for row in (0..b.len()).rev() {
        let mut rest = b[row].clone();
        for column in row + 1..b.len() {
            rest -= &a[row][column] * &x[column];
        }
        x[row] = rest / &a[row][row];
    }
    x
}

/// The stationary law of an irreducible chain: x (p - 1) = 0, its last equation replaced by sum x = 1.
pub fn stationary(p: &[Vec<BigRational>]) -> Vec<BigRational> {
    let n = p.len();
    let mut a = vec![vec![BigRational::zero(); n]; n];
    for from in 0..n {
        for to in 0..n {
            a[to][from] = p[from][to].clone();
        }
        a[from][from] -= BigRational::one();
    }
    a[n - 1] = vec![BigRational::one(); n];
    let mut b = vec![BigRational::zero(); n];
    b[n - 1] = BigRational::one();
    solve(a, b).expect("an irreducible chain has one stationary law")
}

/// The mean and the variance, from each state, of the number of steps up to and including the hit; `q`
/// holds the transitions that have not hit yet, what its rows lack to 1 is the chance of the hit.
pub fn hitting_moments(q: &[Vec<BigRational>]) -> (Vec<BigRational>, Vec<BigRational>) {
    let n = q.len();
    let one = BigRational::one();
    let mean = solve(one_minus(q), vec![one.clone(); n]).expect("the hit comes from every state");
    // E T^2 = E (1 + T')^2 with T' = 0 once hit: 1 + 2 q mean + q square.
    let constant = apply(q, &mean).into_iter().map(|next| &one + &next + &next).collect();
    let square = solve(one_minus(q), constant).expect("the hit comes from every state");
    let variance = square.iter().zip(&mean).map(|(square, mean)| square - mean * mean).collect();
    (mean, variance)
}

/// The unit matrix less q.
fn one_minus(q: &[Vec<BigRational>]) -> Vec<Vec<BigRational>> {
    let mut a: Vec<Vec<BigRational>> = q.iter().map(|row| row.iter().map(|x| -x).collect()).collect();
    for (at, row) in a.iter_mut().enumerate() {
        row[at] += BigRational::one();
    }
    a
}

/// The matrix q times the column x.
fn apply(q: &[Vec<BigRational>], x: &[BigRational]) -> Vec<BigRational> {
    q.iter().map(|row| row.iter().zip(x).fold(BigRational::zero(), |sum, (a, b)| sum + a * b)).collect()
}

/// The law of the state after n steps from `start` (for q: the masses that have not hit yet).
pub fn power(p: &[Vec<BigRational>], start: usize, n: u32) -> Vec<BigRational> {
    let mut law = vec![BigRational::zero(); p.len()];
    law[start] = BigRational::one();
    for _ in 0..n {
        let mut next = vec![BigRational::zero(); p.len()];
        for (from, mass) in law.iter().enumerate() {
            for (to, chance) in p[from].iter().enumerate() {
                next[to] += mass * chance;
            }
        }
        law = next;
    }
    law
}

/// The law of the sum of the increments over n steps, by every path.
pub fn count_law_by_paths(steps: Steps, start: usize, n: u32) -> BTreeMap<i64, BigRational> {
    let mut law = BTreeMap::new();
    count_paths(steps, start, n, 0, &BigRational::one(), &mut law);
    law
}

fn count_paths(
    steps: Steps,
    state: usize,
    left: u32,
    count: i64,
    mass: &BigRational,
    law: &mut BTreeMap<i64, BigRational>,
) {
    if left == 0 {
        *law.entry(count).or_insert_with(BigRational::zero) += mass;
        return;
    }
    for (next, increment, chance) in steps(state) {
        if !chance.is_zero() {
            count_paths(steps, next, left - 1, count + increment, &(mass * chance), law);
        }
    }
}

/// P(T = 1), ..., P(T = n) by every path, T being the first step whose increment is not 0.
pub fn first_hit_by_paths(steps: Steps, start: usize, n: u32) -> Vec<BigRational> {
    let mut law = vec![BigRational::zero(); n as usize];
    hit_paths(steps, start, 0, &BigRational::one(), &mut law);
    law
}

fn hit_paths(steps: Steps, state: usize, done: usize, mass: &BigRational, law: &mut [BigRational]) {
    if done == law.len() {
        return;
    }
    for (next, increment, chance) in steps(state) {
        if increment != 0 {
            law[done] += mass * chance;
        } else if !chance.is_zero() {
            hit_paths(steps, next, done + 1, &(mass * chance), law);
        }
    }
}
