//! Distances between laws.

use super::Pmf;
use crate::exact::Rational;

/// The total variation distance: half the sum of all differences of masses, which is the greatest
/// difference in the probability of any event.
///
/// ```
/// use trueodds::{exact::Rational, prob::{Pmf, total_variation}};
///
/// let fair = Pmf::new([(0, Rational::new(1, 2)), (1, Rational::new(1, 2))]);
/// let bent = Pmf::new([(0, Rational::new(1, 3)), (1, Rational::new(2, 3))]);
/// assert_eq!(total_variation(&fair, &bent), Rational::new(1, 6));
/// ```
#[must_use]
pub fn total_variation<T: Ord>(a: &Pmf<T>, b: &Pmf<T>) -> Rational {
    // What a has more than b anywhere is what b has more than a elsewhere.
    let more = |(outcome, mass): (&T, &Rational)| {
        let more = mass - &b.mass_of(outcome);
        if more.is_negative() { Rational::ZERO } else { more }
    };
    a.iter().map(more).sum()
}
