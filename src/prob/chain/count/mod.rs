//! The law of the sum of all rewards over a number of steps: how many of N uses satisfy something.

mod mean;
mod quotient;
mod scale;
mod single;
mod standing;
mod steps;

pub use mean::count_mean;
pub use standing::{Standing, count_standing};

use super::{Bounds, ChainError, Kernel};
use crate::cores;
use crate::exact::polynomial::Polynomial;
use crate::exact::{Integer, Rational, Ring};
use crate::prob::Pmf;

use scale::Scale;

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
    /// The law with these weights of powers.
    fn new(
        weights: impl Iterator<Item = (i64, Integer)>,
        scale: Scale,
        total: Integer,
        base: Integer,
    ) -> CountLaw {
        let weights = weights.filter(|(_, weight)| !weight.is_zero());
        let weights = weights.map(|(power, weight)| (scale.count(power), weight)).collect();
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
/// Cost: for N steps, S states and W transitions about W·N³ products of words, or N²·S² where that is less; with a
/// single state a few products of a word with a number for each count.
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
    let power = u32::try_from(steps).map_err(|_| ChainError::TooMuch)?;
    kernel.must_have(start)?;
    let scale = Scale::of(&[kernel], steps, bounds)?;
    must_not_grow_past(kernel, power, bounds)?;
    let (total, base) = (kernel.denominator.pow(power), kernel.denominator.clone());
    if kernel.len() == 1 {
        let weights = single::weights(kernel, scale, power, scale.most(), bounds)?;
        return Ok(CountLaw::new((0..).zip(weights), scale, total, base));
    }
    if let Some(weights) = quotient::weights(kernel, scale, (start, power), bounds)? {
        return Ok(CountLaw::new((0..).zip(weights), scale, total, base));
    }
    let (begin, end) = steps::halves(kernel, scale, (start, steps), scale.most(), bounds)?;
    let mut pairs: Vec<(&Polynomial, &Polynomial)> = begin.iter().zip(&end).collect();
    pairs.retain(|(begin, _)| !begin.is_empty());
    let products = cores::map(pairs, |(begin, end)| {
        bounds.check(&Integer::ZERO)?;
        Ok::<_, ChainError>(begin.times(end))
    })?;
    let mut law = Polynomial::default();
    for product in &products {
        law.add_shifted(product, 0, &Integer::ONE, scale.most());
    }
    Ok(CountLaw::new(law.terms(), scale, total, base))
}

/// Refuses numbers that grow longer than the bound. Halves of the steps are what is computed with.
fn must_not_grow_past(kernel: &Kernel, steps: u32, bounds: &Bounds<'_>) -> Result<(), ChainError> {
    let half = steps - steps / 2;
    let least = (kernel.denominator.bits() - 1).saturating_mul(half.into());
    if least > bounds.bits { Err(ChainError::TooLong) } else { bounds.check(&kernel.denominator.pow(half)) }
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
    let scale = Scale::of(path, u64::try_from(path.len()).unwrap_or(u64::MAX), bounds)?;
    let size = path.first().map_or(1, |kernel| kernel.len());
    let mut masses = vec![Polynomial::default(); size.max(start + 1)];
    masses[start] = Polynomial::monomial(0, Integer::ONE);
    let mut total = Integer::ONE;
    for kernel in path {
        masses = steps::step_forward(kernel, scale, &masses, scale.most(), bounds)?;
        total = total.mul(&kernel.denominator);
        bounds.check(&total)?;
    }
    let mut law = Polynomial::default();
    for polynomial in &masses {
        law.add_shifted(polynomial, 0, &Integer::ONE, scale.most());
    }
    let base = path.iter().fold(Integer::ONE, |base, kernel| Integer::common(&base, &kernel.denominator).0);
    let state = |polynomial: &Polynomial| {
        let masses: Vec<Integer> = polynomial.terms().map(|(_, mass)| mass).collect();
        Rational::over_power(&masses.iter().sum(), &total, &base)
    };
    let states = masses.iter().map(state).collect();
    Ok((CountLaw::new(law.terms(), scale, total, base), states))
}
