//! The law of a sum of independent uniforms, each with its own scale.

use std::cmp::Ordering;

use thiserror::Error;

use crate::exact::{Number, Rational, Undecided};

/// How many distinct corners of the cube the closed form may have; 2 to the number of uniforms at
/// worst, their number plus one where all scales are equal.
pub const MAX_TERMS: usize = 1 << 12;

/// How many uniforms a roll may sum.
pub const MAX_UNIFORMS: usize = 100;

/// Why a distribution function could not be given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SumError {
    /// More than [`MAX_UNIFORMS`], or a closed form of more than [`MAX_TERMS`] terms.
    #[error(
        "a roll sums {0} uniforms; at most {MAX_UNIFORMS} of the same scale or 12 of different scales are integrated"
    )]
    TooManyTerms(usize),
    /// The sign of a coefficient or of a corner changes within the cell of the symbol.
    #[error("the sign of a coefficient is not settled")]
    Undecided(Undecided),
    /// A coefficient is zero: its uniform is no part of the sum.
    #[error("a coefficient is zero")]
    ZeroCoefficient,
}

impl From<Undecided> for SumError {
    fn from(undecided: Undecided) -> Self {
        SumError::Undecided(undecided)
    }
}

/// P(a₁·U₁ + … + aₙ·Uₙ ≤ t) for independent uniforms on [0, 1] and coefficients that are not zero.
///
/// The volume of the cube below a hyperplane, by inclusion and exclusion over its corners:
/// `1/(n!·∏aᵢ) · Σ_S (-1)^|S| · max(0, t - Σ_{i∈S} aᵢ)ⁿ` for positive coefficients (P. S. Laplace,
/// *Théorie analytique*, 1812; D. L. Barrow and P. W. Smith, *American Mathematical Monthly* 86, 1979).
/// A negative coefficient is turned positive by 1 - U in place of U. Corners that coincide are merged,
/// so equal scales cost a linear number of terms.
///
/// Without coefficients it is the law of the constant 0.
///
/// # Errors
/// [`SumError`] where there are too many corners, or where a sign is not settled on the axis.
///
/// ```
/// use trueodds::{exact::Rational, prob::uniform_sum_cdf};
///
/// // The chest band at luck 10: a sum of two plain uniforms above 0.95.
/// let below = uniform_sum_cdf(&[Rational::ONE, Rational::ONE], &Rational::new(19, 20), &())?;
/// assert_eq!(&Rational::ONE - &below, Rational::new(439, 800));
/// # Ok::<(), trueodds::prob::SumError>(())
/// ```
pub fn uniform_sum_cdf<N: Number>(coefficients: &[N], threshold: &N, axis: &N::Axis) -> Result<N, SumError> {
    if coefficients.len() > MAX_UNIFORMS {
        return Err(SumError::TooManyTerms(coefficients.len()));
    }
    let zero = N::from(Rational::ZERO);
    let one = N::from(Rational::ONE);
    if coefficients.is_empty() {
        return Ok(if threshold.sign(axis)? == Ordering::Less { zero } else { one });
    }
    let mut scales = Vec::with_capacity(coefficients.len());
    let mut shifted = threshold.clone();
    for coefficient in coefficients {
        if coefficient.sign(axis)? == Ordering::Less {
            shifted = shifted.minus(coefficient);
            scales.push(zero.minus(coefficient));
        } else {
            scales.push(coefficient.clone());
        }
    }
    let whole = scales.iter().fold(zero.clone(), |sum, scale| sum.plus(scale));
    if shifted.sign(axis)? != Ordering::Greater {
        return Ok(zero);
    }
    if shifted.minus(&whole).sign(axis)? != Ordering::Less {
        return Ok(one);
    }
    let mut volume = zero.clone();
    for (corner, multiplicity) in corners(&scales)? {
        let height = shifted.minus(&corner);
        if height.sign(axis)? == Ordering::Greater {
            volume = volume.plus(&power(&height, scales.len()).times(&multiplicity));
        }
    }
    let mut cube = one;
    for (index, scale) in scales.iter().enumerate() {
        let factor = Rational::from(i64::try_from(index + 1).unwrap_or(i64::MAX));
        cube = cube.times(scale).times(&N::from(factor));
    }
    volume.over(&cube).ok_or(SumError::ZeroCoefficient)
}

/// The corners of the cube as heights along the sum, each with its signed multiplicity.
fn corners<N: Number>(scales: &[N]) -> Result<Vec<(N, N)>, SumError> {
    let zero = N::from(Rational::ZERO);
    let mut corners = vec![(zero.clone(), N::from(Rational::ONE))];
    let mut index: indexmap::IndexMap<N, N, rustc_hash::FxBuildHasher>;
    for scale in scales {
        index = indexmap::IndexMap::default();
        for (height, multiplicity) in corners {
            let far = height.plus(scale);
            let near = index.entry(height).or_insert_with(|| zero.clone());
            *near = near.plus(&multiplicity);
            let opposite = index.entry(far).or_insert_with(|| zero.clone());
            *opposite = opposite.minus(&multiplicity);
        }
        if index.len() > MAX_TERMS {
            return Err(SumError::TooManyTerms(scales.len()));
        }
        corners = index.into_iter().collect();
    }
    Ok(corners)
}

fn power<N: Number>(base: &N, exponent: usize) -> N {
    let (mut square, mut product, mut rest) = (base.clone(), N::from(Rational::ONE), exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            product = product.times(&square);
        }
        rest /= 2;
        square = square.times(&square);
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cdf(coefficients: &[(i64, i64)], n: i64, d: i64) -> Rational {
        let coefficients: Vec<_> = coefficients.iter().map(|(n, d)| Rational::new(*n, *d)).collect();
        uniform_sum_cdf(&coefficients, &Rational::new(n, d), &()).unwrap()
    }

    #[test]
    fn one_uniform_is_linear() {
        assert_eq!(cdf(&[(1, 1)], 11, 50), Rational::new(11, 50));
        assert_eq!(cdf(&[(-1, 1)], -1, 4), Rational::new(3, 4));
        assert_eq!(cdf(&[(2, 1)], 5, 1), Rational::ONE);
    }

    #[test]
    fn three_uniforms_follow_irwin_and_hall() {
        // F(t) = t³/6 on [0, 1], and by symmetry F(3/2) = 1/2.
        assert_eq!(cdf(&[(1, 1); 3], 1, 2), Rational::new(1, 48));
        assert_eq!(cdf(&[(1, 1); 3], 3, 2), Rational::new(1, 2));
    }

    #[test]
    fn a_mirrored_uniform_shifts_the_law() {
        // U - V ≤ 0 with probability one half, and U - V ≤ 1/2 with 7/8.
        assert_eq!(cdf(&[(1, 1), (-1, 1)], 0, 1), Rational::new(1, 2));
        assert_eq!(cdf(&[(1, 1), (-1, 1)], 1, 2), Rational::new(7, 8));
    }

    #[test]
    fn equal_scales_stay_cheap_and_different_ones_are_bounded() {
        assert_eq!(cdf(&[(1, 1); 100], 50, 1), Rational::new(1, 2));
        let different: Vec<_> = (0..20).map(|k| Rational::from(1 << k)).collect();
        let many = uniform_sum_cdf(&different, &Rational::from(7), &());
        assert_eq!(many, Err(SumError::TooManyTerms(20)));
    }
}
