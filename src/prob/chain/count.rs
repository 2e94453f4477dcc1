//! The law of the sum of all rewards over a number of steps: how many of N uses satisfy something.
//!
//! Each state carries a polynomial: the coefficient of a power is the mass of having counted that much,
//! as a whole number over a power of the kernel's denominator. Half of the steps are made forward from the start,
//! the other half backward from the end, and the halves are joined by one product for each state: numbers
//! grow with the steps, so two halves cost a quarter of the whole.

use num_integer::Integer as _;

use super::{Bounds, ChainError, Kernel};
use crate::exact::polynomial::Polynomial;
use crate::exact::{Integer, Rational, Ring};
use crate::prob::Pmf;

/// The law of a count: whole weights over one denominator, which is only divided out where a number is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountLaw {
    /// The counts that have weight, ascending.
    weights: Vec<(i64, Integer)>,
    total: Integer,
    /// A number that every prime factor of the total divides.
    base: Integer,
}

impl CountLaw {
    /// The law whose powers count in units.
    fn new(law: &Polynomial, total: Integer, base: Integer, unit: i64) -> CountLaw {
        let weights = law.terms().filter(|(_, weight)| !weight.is_zero());
        let weights = weights.map(|(power, weight)| (power * unit, weight)).collect();
        CountLaw { weights, total, base }
    }

    /// The counts and their weights, ascending.
    pub fn weights(&self) -> impl Iterator<Item = (i64, &Integer)> + Clone {
        self.weights.iter().map(|(count, weight)| (*count, weight))
    }

    /// How many counts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are none; a law has at least one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The sum of all weights.
    #[must_use]
    pub fn total(&self) -> &Integer {
        &self.total
    }

    /// The probability of a weight, or of a sum of weights.
    #[must_use]
    pub fn probability(&self, weight: &Integer) -> Rational {
        Rational::over_power(weight, &self.total, &self.base)
    }

    /// The probability of the counts of an event.
    pub fn mass(&self, event: impl Fn(i64) -> bool) -> Rational {
        let weights = self.weights().filter(|(count, _)| event(*count)).map(|(_, weight)| weight);
        self.probability(&weights.sum())
    }

    /// The law as a mass function.
    #[must_use]
    pub fn pmf(&self) -> Pmf<i64> {
        Pmf::new(self.weights().map(|(count, weight)| (count, self.probability(weight))))
    }

    /// The mean and the variance.
    #[must_use]
    pub fn moments(&self) -> (Rational, Rational) {
        let power = |exponent: u32| {
            let scaled: Vec<Integer> = self
                .weights()
                .map(|(count, weight)| Integer::from(count).pow(exponent).mul(weight))
                .collect();
            self.probability(&scaled.iter().sum())
        };
        let mean = power(1);
        let variance = power(2) - &mean * &mean;
        (mean, variance)
    }

    /// The least count up to which the probability reaches `level`.
    #[must_use]
    pub fn quantile(&self, level: &Rational) -> Option<i64> {
        let (top, bottom) = (level.numerator().mul(&self.total), level.denominator());
        let mut below = Integer::ZERO;
        self.weights().find_map(|(count, weight)| {
            below.add_assign(weight);
            (below.mul(&bottom) >= top).then_some(count)
        })
    }

    /// The counts of greatest probability.
    #[must_use]
    pub fn modes(&self) -> Vec<i64> {
        let greatest = self.weights().map(|(_, weight)| weight).max();
        self.weights().filter(|(_, weight)| Some(*weight) == greatest).map(|(count, _)| count).collect()
    }
}

/// The law of the sum of the rewards over `steps` steps from `start`.
///
/// Cost: for N steps, S states and W transitions about W·N³/8 products of a word with a number, for the halves,
/// which run side by side, and S products of numbers of N² words.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, count_law};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// let heads = count_law(&kernel, 0, 3, &Bounds::none())?;
/// assert_eq!(heads.mass(|count| count == 2), Rational::new(3, 8));
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooLong`], [`ChainError::TooMany`], [`ChainError::Interrupted`].
pub fn count_law(
    kernel: &Kernel,
    start: usize,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<CountLaw, ChainError> {
    let powers = u32::try_from(steps).map_err(|_| ChainError::TooMuch)?;
    kernel.must_have(start)?;
    let unit = room(&[kernel], steps, bounds)?;
    if unit == 0 {
        // Nothing is ever counted.
        return Ok(CountLaw::new(&Polynomial::monomial(0, Integer::ONE), Integer::ONE, Integer::ONE, 1));
    }
    let first = steps / 2;
    let (forward, backward) = std::thread::scope(|scope| {
        let backward = scope.spawn(|| backward(kernel, unit, steps - first, bounds));
        let forward = forward(kernel, unit, start, first, bounds);
        (forward, joined(backward))
    });
    let (forward, backward) = (forward?, backward?);
    let mut pairs: Vec<(&Polynomial, &Polynomial)> = forward.iter().zip(&backward).collect();
    pairs.retain(|(begin, _)| !begin.is_empty());
    let sum = |pairs: &[(&Polynomial, &Polynomial)]| -> Result<Polynomial, ChainError> {
        let mut sum = Polynomial::default();
        for (begin, end) in pairs {
            sum.add_shifted(&begin.times(end), 0, &Integer::ONE);
            bounds.check(&Integer::ZERO)?;
        }
        Ok(sum)
    };
    let (one, other) = pairs.split_at(pairs.len() / 2);
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| sum(one));
        let other = sum(other);
        (joined(one), other)
    });
    let mut law = one?;
    law.add_shifted(&other?, 0, &Integer::ONE);
    Ok(CountLaw::new(&law, kernel.denominator.pow(powers), kernel.denominator.clone(), unit))
}

/// What a thread gave; a panic in it goes on here.
pub(super) fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The law of the sum of the rewards along a path of kernels over the same states, and the law of the
/// state at its end.
///
/// # Errors
/// As [`count_law`].
pub fn count_law_along(
    path: &[&Kernel],
    start: usize,
    bounds: &Bounds<'_>,
) -> Result<(CountLaw, Vec<Rational>), ChainError> {
    path.iter().try_for_each(|kernel| kernel.must_be_whole())?;
    let unit = room(path, u64::try_from(path.len()).unwrap_or(u64::MAX), bounds)?.max(1);
    let size = path.first().map_or(1, |kernel| kernel.len());
    let mut masses = vec![Polynomial::default(); size.max(start + 1)];
    masses[start] = Polynomial::monomial(0, Integer::ONE);
    let mut total = Integer::ONE;
    for kernel in path {
        masses = step_forward(kernel, unit, &masses, bounds)?;
        total = total.mul(&kernel.denominator);
        bounds.check(&total)?;
    }
    let mut law = Polynomial::default();
    for polynomial in &masses {
        law.add_shifted(polynomial, 0, &Integer::ONE);
    }
    let base = path.iter().fold(Integer::ONE, |base, kernel| Integer::common(&base, &kernel.denominator).0);
    let state = |polynomial: &Polynomial| {
        let masses: Vec<Integer> = polynomial.terms().map(|(_, mass)| mass).collect();
        Rational::over_power(&masses.iter().sum(), &total, &base)
    };
    let states = masses.iter().map(state).collect();
    Ok((CountLaw::new(&law, total, base, unit), states))
}

/// The greatest number that divides every reward, 0 where nothing is counted: the unit in which powers count.
/// Refuses sums that may have more values than the bound, before room is made for them.
fn room(kernels: &[&Kernel], steps: u64, bounds: &Bounds<'_>) -> Result<i64, ChainError> {
    let rewards = || kernels.iter().flat_map(|kernel| &kernel.rows).flatten().map(|(_, reward, _)| *reward);
    let unit = rewards().fold(0_i64, |unit, reward| unit.gcd(&reward));
    let (low, high) = (rewards().min().unwrap_or(0).min(0), rewards().max().unwrap_or(0).max(0));
    let width = (i128::from(high) - i128::from(low)) / i128::from(unit.max(1));
    let most = i128::try_from(bounds.values).unwrap_or(i128::MAX);
    if width * i128::from(steps) > most {
        return Err(ChainError::TooMany);
    }
    let transitions = kernels.iter().map(|kernel| kernel.transitions()).max().unwrap_or(0);
    bounds.work(steps, transitions)?;
    Ok(unit)
}

/// The masses of each state with what was counted, after some steps.
fn forward(
    kernel: &Kernel,
    unit: i64,
    start: usize,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Polynomial>, ChainError> {
    let mut masses = vec![Polynomial::default(); kernel.len()];
    masses[start] = Polynomial::monomial(0, Integer::ONE);
    let mut total = Integer::ONE;
    for _ in 0..steps {
        masses = step_forward(kernel, unit, &masses, bounds)?;
        total = total.mul(&kernel.denominator);
        bounds.check(&total)?;
    }
    Ok(masses)
}

fn step_forward(
    kernel: &Kernel,
    unit: i64,
    masses: &[Polynomial],
    bounds: &Bounds<'_>,
) -> Result<Vec<Polynomial>, ChainError> {
    let mut next = vec![Polynomial::default(); masses.len()];
    let mut size = 0;
    for (polynomial, row) in masses.iter().zip(&kernel.rows).filter(|(polynomial, _)| !polynomial.is_empty())
    {
        size += polynomial.size();
        fits(size, bounds)?;
        for (to, reward, weight) in row {
            next[*to].add_shifted(polynomial, reward / unit, weight);
        }
    }
    Ok(next)
}

/// For each state, what will be counted in the steps still to come.
fn backward(
    kernel: &Kernel,
    unit: i64,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Polynomial>, ChainError> {
    let mut futures = vec![Polynomial::monomial(0, Integer::ONE); kernel.len()];
    let mut total = Integer::ONE;
    for _ in 0..steps {
        let mut next = Vec::with_capacity(futures.len());
        let mut size = 0;
        for row in &kernel.rows {
            let mut sum = Polynomial::default();
            for (to, reward, weight) in row {
                sum.add_shifted(&futures[*to], reward / unit, weight);
            }
            size += sum.size();
            fits(size, bounds)?;
            next.push(sum);
        }
        futures = next;
        total = total.mul(&kernel.denominator);
        bounds.check(&total)?;
    }
    Ok(futures)
}

/// Refuses polynomials that together hold more words than there is room for.
fn fits(words: usize, bounds: &Bounds<'_>) -> Result<(), ChainError> {
    /// Words for each value that a law may have.
    const WORDS: usize = 16;
    if words > bounds.values.saturating_mul(WORDS) { Err(ChainError::TooMany) } else { Ok(()) }
}
