//! Step by step: each state carries a polynomial, whose coefficient of a power is the mass of having counted that
//! much, as a whole number over a power of the kernel's denominator.

use super::super::{Bounds, ChainError, Kernel};
use super::scale::Scale;
use crate::cores;
use crate::exact::polynomial::Polynomial;
use crate::exact::{Integer, Ring};

/// The masses of each state with what was counted after half of the steps, and for each state what will be
/// counted in the others: numbers grow with the steps, so two halves cost a quarter of the whole. Of both only the
/// powers up to `last`.
///
/// Cost: for N steps and W transitions about W·N³/8 products of a word with a number, for the halves,
/// which run side by side.
pub(super) fn halves(
    kernel: &Kernel,
    scale: Scale,
    (start, steps): (usize, u64),
    last: i64,
    bounds: &Bounds<'_>,
) -> Result<(Vec<Polynomial>, Vec<Polynomial>), ChainError> {
    let first = steps / 2;
    let (begin, end) = cores::both(
        || forward(kernel, scale, (start, first), last, bounds),
        || backward(kernel, scale, steps - first, last, bounds),
    );
    Ok((begin?, end?))
}

/// The masses of each state with what was counted, after some steps.
fn forward(
    kernel: &Kernel,
    scale: Scale,
    (start, steps): (usize, u64),
    last: i64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Polynomial>, ChainError> {
    let mut masses = vec![Polynomial::default(); kernel.len()];
    masses[start] = Polynomial::monomial(0, Integer::ONE);
    let mut total = Integer::ONE;
    for _ in 0..steps {
        masses = step_forward(kernel, scale, &masses, last, bounds)?;
        total = total.mul(&kernel.denominator);
        bounds.check(&total)?;
    }
    Ok(masses)
}

/// One step more.
pub(super) fn step_forward(
    kernel: &Kernel,
    scale: Scale,
    masses: &[Polynomial],
    last: i64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Polynomial>, ChainError> {
    let mut next = vec![Polynomial::default(); masses.len()];
    let mut size = 0;
    for (polynomial, row) in masses.iter().zip(&kernel.rows).filter(|(polynomial, _)| !polynomial.is_empty())
    {
        size += polynomial.size();
        fits(size, bounds)?;
        for (to, reward, weight) in row {
            next[*to].add_shifted(polynomial, scale.power(*reward), weight, last);
        }
    }
    Ok(next)
}

/// For each state, what will be counted in the steps still to come.
fn backward(
    kernel: &Kernel,
    scale: Scale,
    steps: u64,
    last: i64,
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
                sum.add_shifted(&futures[*to], scale.power(*reward), weight, last);
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
pub(super) fn fits(words: usize, bounds: &Bounds<'_>) -> Result<(), ChainError> {
    /// Words for each value that a law may have.
    const WORDS: usize = 16;
    if words > bounds.values.saturating_mul(WORDS) { Err(ChainError::TooMany) } else { Ok(()) }
}
