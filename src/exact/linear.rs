//! Sparse linear systems over the whole numbers, solved exactly.
//!
//! The matrix is factored once modulo a prime; the solution is lifted digit by digit to a power of the
//! prime, and read back as fractions (J. Dixon, *Exact solution of linear equations using p-adic expansions*,
//! 1982). What comes out is checked against the system, so that the number of digits need not be known.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{One, Pow, Signed, Zero};
use thiserror::Error;

use super::modular::{Factored, Field};
use super::natural::halves;
use super::reduce::residue;
use super::{Integer, Ring};

/// Primes below 2⁶², the first of them 2⁶¹ − 1. One that divides a pivot is passed over.
const PRIMES: [u64; 4] = [
    2_305_843_009_213_693_951,
    4_611_686_018_427_387_847,
    4_611_686_018_427_387_817,
    4_611_686_018_427_387_787,
];

/// Why a system was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The matrix has no inverse, is not square, or (never seen) has a pivot that all primes divide.
    #[error("the linear system has no single solution")]
    Singular,
    /// The work was interrupted.
    #[error("the work was interrupted, or its time is up: the limit `seconds`")]
    Interrupted,
}

/// A square matrix of whole numbers, ready to solve systems with it.
#[derive(Debug, Clone)]
pub struct System {
    rows: Vec<BTreeMap<usize, Integer>>,
    factored: Factored,
    field: Field,
}

/// The solution of a system: numerators over one denominator, which is positive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The numerators.
    pub numerators: Vec<Integer>,
    /// The denominator of all of them; not always the least one.
    pub denominator: Integer,
}

impl System {
    /// Factors a matrix, given by its rows. Its diagonal must have pivots, as that of I − Q has where Q
    /// is a kernel that loses mass.
    ///
    /// Cost: linear in the number of rows where the entries lie near the diagonal, cubic at worst.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use trueodds::exact::{Integer, linear::System};
    ///
    /// // 3x − y = 1, −x + 2y = 0
    /// let row = |a, b| BTreeMap::from([(0, Integer::from(a)), (1, Integer::from(b))]);
    /// let system = System::new(vec![row(3, -1), row(-1, 2)], &|| false)?;
    /// let solution = system.solve(&[1.into(), 0.into()], &|| false)?;
    /// assert_eq!(solution.numerators, [2.into(), 1.into()]);
    /// assert_eq!(solution.denominator, 5.into());
    /// # Ok::<(), trueodds::exact::linear::SolveError>(())
    /// ```
    pub fn new(
        rows: Vec<BTreeMap<usize, Integer>>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<System, SolveError> {
        let outside = |row: &BTreeMap<usize, Integer>| row.keys().any(|column| *column >= rows.len());
        if rows.iter().any(outside) {
            return Err(SolveError::Singular);
        }
        for prime in PRIMES {
            let field = Field { prime };
            let residues = |row: &BTreeMap<usize, Integer>| {
                row.iter().map(|(column, entry)| (*column, entry.residue(prime))).collect()
            };
            let modular: Vec<BTreeMap<usize, u64>> = rows.iter().map(residues).collect();
            if let Some(factored) = Factored::new(&modular, field, interrupted) {
                return Ok(System { rows, factored, field });
            }
            if interrupted() {
                return Err(SolveError::Interrupted);
            }
        }
        Err(SolveError::Singular)
    }

    /// The solution for a right side.
    ///
    /// Cost: the entries of the factors, times the digits of the solution.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`].
    pub fn solve(&self, side: &[Integer], interrupted: &dyn Fn() -> bool) -> Result<Solution, SolveError> {
        if side.len() != self.rows.len() {
            return Err(SolveError::Singular);
        }
        let prime = self.field.prime;
        let divisor = Integer::from(BigInt::from(prime));
        let mut rest: Vec<Integer> = side.to_vec();
        let mut digits: Vec<Vec<u64>> = Vec::new();
        let mut wanted = 4;
        loop {
            while digits.len() < wanted {
                if interrupted() {
                    return Err(SolveError::Interrupted);
                }
                let digit = self.factored.solve(rest.iter().map(|entry| entry.residue(prime)).collect());
                let taken = self.times(
                    &digit.iter().map(|digit| Integer::from(BigInt::from(*digit))).collect::<Vec<_>>(),
                );
                for (entry, taken) in rest.iter_mut().zip(taken) {
                    *entry = entry.minus(&taken).exact_div(&divisor);
                }
                digits.push(digit);
            }
            if let Some(solution) = fractions(&digits, prime, interrupted)
                && self.is_solved_by(&solution, side)
            {
                return Ok(solution);
            }
            wanted *= 2;
        }
    }

    fn times(&self, vector: &[Integer]) -> Vec<Integer> {
        let product = |row: &BTreeMap<usize, Integer>| {
            row.iter().fold(Integer::ZERO, |mut sum, (column, entry)| {
                sum.add_assign(&entry.mul(&vector[*column]));
                sum
            })
        };
        self.rows.iter().map(product).collect()
    }

    fn is_solved_by(&self, solution: &Solution, side: &[Integer]) -> bool {
        let products = self.times(&solution.numerators);
        products.iter().zip(side).all(|(product, entry)| *product == entry.mul(&solution.denominator))
    }
}

/// Numbers that are known modulo a power of the prime, as fractions over one denominator; `None` where
/// the power is plainly too small.
fn fractions(digits: &[Vec<u64>], prime: u64, interrupted: &dyn Fn() -> bool) -> Option<Solution> {
    let modulus: BigInt = Pow::pow(BigInt::from(prime), digits.len());
    let bound = (&modulus / 2_u8).sqrt();
    let mut denominator = BigInt::one();
    let mut numerators: Vec<BigInt> = Vec::new();
    for index in 0..digits.first().map_or(0, Vec::len) {
        if interrupted() {
            return None;
        }
        let residue = digits.iter().rev().fold(BigInt::zero(), |sum, digit| sum * prime + digit[index]);
        let mut numerator = balanced(residue * &denominator, &modulus);
        if numerator.abs() > bound {
            let (own, more) = reconstruct(&numerator, &modulus, &bound)?;
            numerators.iter_mut().for_each(|earlier| *earlier *= &more);
            denominator *= more;
            numerator = own;
            if denominator > bound {
                return None;
            }
        }
        numerators.push(numerator);
    }
    let numerators = numerators.into_iter().map(Integer::from).collect();
    Some(Solution { numerators, denominator: Integer::from(denominator) })
}

/// The residue of least magnitude.
fn balanced(number: BigInt, modulus: &BigInt) -> BigInt {
    let residue = number.mod_floor(modulus);
    if &residue * 2_u8 > *modulus { residue - modulus } else { residue }
}

/// The fraction of numerator and denominator up to the bound that is this residue (P. Wang, 1981).
fn reconstruct(residue: &BigInt, modulus: &BigInt, bound: &BigInt) -> Option<(BigInt, BigInt)> {
    let (mut r0, mut r1) = (modulus.clone(), residue.mod_floor(modulus));
    let (mut t0, mut t1) = (BigInt::zero(), BigInt::one());
    while r1 > *bound {
        let (quotient, rest) = r0.div_rem(&r1);
        let next = &t0 - &quotient * &t1;
        (r0, r1, t0, t1) = (r1, rest, t1, next);
    }
    if t1.is_zero() || t1.abs() > *bound {
        return None;
    }
    Some(if t1.is_negative() { (-r1, -t1) } else { (r1, t1) })
}

impl Integer {
    /// The residue modulo a prime, from 0 on.
    pub(super) fn residue(&self, prime: u64) -> u64 {
        if let Some(small) = self.to_small() {
            // A residue is below the prime, and so in the lower half.
            return halves(small.rem_euclid(i128::from(prime)).unsigned_abs()).0;
        }
        match residue(&self.to_big(), prime) {
            0 => 0,
            rest if self.is_negative() => prime - rest,
            rest => rest,
        }
    }
}
