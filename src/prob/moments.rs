//! Mean, variance, quantiles and modes of a mass function over numbers.

use super::Pmf;
use crate::exact::Rational;

/// The mean. Exact; zero for an empty law.
///
/// ```
/// use trueodds::{exact::Rational, prob::{Pmf, moments::mean}};
///
/// let die = Pmf::new((1..=6).map(|face| (Rational::from(face), Rational::new(1, 6))));
/// assert_eq!(mean(&die), Rational::new(7, 2));
/// ```
#[must_use]
pub fn mean(pmf: &Pmf<Rational>) -> Rational {
    pmf.iter().map(|(value, mass)| value * mass).sum()
}

/// The variance, as the mean squared distance from the mean.
///
/// ```
/// use trueodds::{exact::Rational, prob::{Pmf, moments::variance}};
/// let die = Pmf::new((1..=6).map(|face| (Rational::from(face), Rational::new(1, 6))));
/// assert_eq!(variance(&die), Rational::new(35, 12));
/// ```
#[must_use]
pub fn variance(pmf: &Pmf<Rational>) -> Rational {
    let mean = mean(pmf);
    pmf.iter()
        .map(|(value, mass)| {
            let distance = value - &mean;
            &(&distance * &distance) * mass
        })
        .sum()
}

/// The smallest outcome whose cumulative mass reaches `level`; `None` where none does.
///
/// Level 1/2 is the lower median.
///
/// ```
/// use trueodds::{exact::Rational, prob::{Pmf, moments::quantile}};
///
/// let die = Pmf::new((1..=6).map(|face| (Rational::from(face), Rational::new(1, 6))));
/// assert_eq!(quantile(&die, &Rational::new(1, 2)), Some(&Rational::from(3)));
/// ```
#[must_use]
pub fn quantile<'a, T>(pmf: &'a Pmf<T>, level: &Rational) -> Option<&'a T> {
    let mut below = Rational::ZERO;
    pmf.iter().find_map(|(outcome, mass)| {
        below = &below + mass;
        (below >= *level).then_some(outcome)
    })
}

/// The outcomes of greatest mass, in ascending order; several where they tie.
///
/// ```
/// use trueodds::{exact::Rational, prob::{Pmf, moments::modes}};
///
/// let die = Pmf::new((1..=6).map(|face| (Rational::from(face), Rational::new(1, 6))));
/// assert_eq!(modes(&die).len(), 6);
/// ```
#[must_use]
pub fn modes<T>(pmf: &Pmf<T>) -> Vec<&T> {
    let greatest = pmf.iter().map(|(_, mass)| mass).max();
    pmf.iter().filter(|(_, mass)| Some(*mass) == greatest).map(|(outcome, _)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_modes_of_a_loaded_die() {
        let law = Pmf::new(
            [(1, (1, 4)), (2, (1, 4)), (3, (1, 2))]
                .map(|(value, (n, d))| (Rational::from(value), Rational::new(n, d))),
        );
        assert_eq!(quantile(&law, &Rational::new(1, 2)), Some(&Rational::from(2)));
        assert_eq!(quantile(&law, &Rational::ONE), Some(&Rational::from(3)));
        assert_eq!(quantile(&law, &Rational::from(2)), None);
        assert_eq!(modes(&law), [&Rational::from(3)]);
        assert_eq!(mean(&law), Rational::new(9, 4));
    }
}
