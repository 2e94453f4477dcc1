//! Powers of numbers, bounded before they are made.

use super::limits::{Limits, Stop, too_long};
use crate::exact::{Number, Rational};
use crate::source::Span;

/// A number times itself, so many times. Cost: some twenty products at most, whose digits `digits` bounds.
///
/// # Errors
/// The limit `digits`, and that of the time, which is asked for before each product.
pub(crate) fn power<N: Number>(base: &N, times: u64, limits: &Limits, place: Span) -> Result<N, Stop> {
    let bits = (base.bits().max(2) - 1).saturating_mul(times);
    if bits > limits.bits() {
        return Err(too_long(bits, limits, place));
    }
    let mut rest = times;
    let (mut square, mut product) = (base.clone(), N::from(Rational::ONE));
    while rest > 0 {
        limits.ask(place)?;
        if rest % 2 == 1 {
            product = product.times(&square);
        }
        rest /= 2;
        if rest > 0 {
            square = square.times(&square);
        }
    }
    Ok(product)
}
