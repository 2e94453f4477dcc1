//! How much is counted over many steps on average, without the law of it.

use super::super::{Bounds, ChainError, Kernel};
use crate::exact::{Integer, Rational, Ring};

/// The mean of the sum of the rewards over `steps` steps from `start`: that of [`super::count_law`] for less work.
///
/// Cost: for N steps and W transitions about W·N² products of words.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, count_mean};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// assert_eq!(count_mean(&kernel, 0, 3, &Bounds::none())?, Rational::new(3, 2));
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooMuch`], [`ChainError::TooLong`], [`ChainError::Interrupted`].
pub fn count_mean(
    kernel: &Kernel,
    start: usize,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<Rational, ChainError> {
    kernel.must_have(start)?;
    bounds.work(steps, kernel.transitions())?;
    // What is still counted on average from each state, times the total.
    let mut means = vec![Integer::ZERO; kernel.len()];
    let mut total = Integer::ONE;
    for _ in 0..steps {
        bounds.check(&total)?;
        let mean = |(to, reward, weight): &(usize, i64, Integer)| {
            let mut sum = Integer::from(*reward).mul(&total);
            sum.add_assign(&means[*to]);
            sum.mul(weight)
        };
        let next = kernel.rows.iter().map(|row| row.iter().map(mean).collect::<Vec<_>>().iter().sum());
        means = next.collect();
        total = total.mul(&kernel.denominator);
    }
    bounds.check(&total)?;
    Ok(Rational::over_power(&means[start], &total, &kernel.denominator))
}
