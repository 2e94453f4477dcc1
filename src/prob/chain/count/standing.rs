//! Where a count that was seen stands among all that may be.

use super::super::{Bounds, ChainError, Kernel};
use super::scale::Scale;
use super::{CountLaw, must_not_grow_past, single, steps};
use crate::exact::polynomial::Polynomial;
use crate::exact::{Integer, Rational, Ring};

/// Where a count stands in the law of the counts, and the mean of the law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The probability of fewer.
    pub fewer: Rational,
    /// The probability of exactly as many.
    pub exactly: Rational,
    /// The probability of more.
    pub more: Rational,
    /// The probability of as many or fewer.
    pub at_most: Rational,
    /// The probability of as many or more.
    pub at_least: Rational,
    /// The mean of the counts.
    pub mean: Rational,
}

impl CountLaw {
    /// Where a count stands in this law.
    #[must_use]
    pub fn standing(&self, seen: i64) -> Standing {
        Standing {
            fewer: self.mass(|count| count < seen),
            exactly: self.mass(|count| count == seen),
            more: self.mass(|count| count > seen),
            at_most: self.mass(|count| count <= seen),
            at_least: self.mass(|count| count >= seen),
            mean: self.moments().0,
        }
    }
}

/// Where a count stands in the law of [`count_law`](super::count_law), of which only the counts up to it are found,
/// or those from it on where they are fewer.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, count_standing};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// let none = count_standing(&kernel, 0, 30, 0, &Bounds::none())?;
/// assert_eq!(none.exactly, Rational::new(1, 1 << 30));
/// assert_eq!(none.mean, Rational::from(15));
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// As [`count_law`](super::count_law).
pub fn count_standing(
    kernel: &Kernel,
    start: usize,
    uses: u64,
    seen: i64,
    bounds: &Bounds<'_>,
) -> Result<Standing, ChainError> {
    let power = u32::try_from(uses).map_err(|_| ChainError::TooMuch)?;
    kernel.must_have(start)?;
    let up = Scale::of(&[kernel], uses, bounds)?;
    must_not_grow_past(kernel, power, bounds)?;
    let down = up.mirrored();
    let is_short = up.place(seen).0 <= down.place(seen).0;
    let scale = if is_short { up } else { down };
    let (place, is_on) = scale.place(seen);
    // Beyond the powers on either side there is nothing.
    let last = i64::try_from(place.clamp(-1, scale.most().into())).unwrap_or(-1);
    let (reached, at) = weights(kernel, scale, (start, power), last, bounds)?;
    let at = if is_on && i128::from(last) == place { at } else { Integer::ZERO };
    let total = kernel.denominator.pow(power);
    let (near, far) = (reached.minus(&at), total.minus(&reached));
    let (near_or_at, far_or_at) = (reached, total.minus(&near));
    let share = |weight: &Integer| Rational::over_power(weight, &total, &kernel.denominator);
    let [near, far, near_or_at, far_or_at] = [&near, &far, &near_or_at, &far_or_at].map(share);
    let (exactly, mean) = (share(&at), mean(kernel, start, power, bounds)?);
    Ok(if is_short {
        Standing { fewer: near, exactly, more: far, at_most: near_or_at, at_least: far_or_at, mean }
    } else {
        Standing { fewer: far, exactly, more: near, at_most: far_or_at, at_least: near_or_at, mean }
    })
}

/// The weight of all powers up to the last, and that of the last.
fn weights(
    kernel: &Kernel,
    scale: Scale,
    (start, uses): (usize, u32),
    last: i64,
    bounds: &Bounds<'_>,
) -> Result<(Integer, Integer), ChainError> {
    if last < 0 {
        return Ok((Integer::ZERO, Integer::ZERO));
    }
    if kernel.len() == 1 {
        let weights = single::weights(kernel, scale, uses, last, bounds)?;
        let at = usize::try_from(last).ok().and_then(|last| weights.get(last)).cloned();
        return Ok((weights.iter().sum(), at.unwrap_or_default()));
    }
    let (begin, end) = steps::halves(kernel, scale, (start, uses.into()), last, bounds)?;
    let (mut reached, mut at) = (Integer::ZERO, Integer::ZERO);
    for (begin, end) in begin.iter().zip(&end) {
        let (upto, own) = ends(begin, end, last);
        reached.add_assign(&upto);
        at.add_assign(&own);
        bounds.check(&Integer::ZERO)?;
    }
    Ok((reached, at))
}

/// Of a product, the sum of the coefficients of all powers up to the last, and the coefficient of the last.
fn ends(begin: &Polynomial, end: &Polynomial, last: i64) -> (Integer, Integer) {
    let end: Vec<(i64, Integer)> = end.terms().collect();
    let mut sums = Vec::with_capacity(end.len());
    let mut sum = Integer::ZERO;
    for (_, weight) in &end {
        sum.add_assign(weight);
        sums.push(sum.clone());
    }
    let Some(low) = end.first().map(|(power, _)| *power) else { return Default::default() };
    let (mut reached, mut at) = (Integer::ZERO, Integer::ZERO);
    for (power, weight) in begin.terms() {
        let Ok(place) = usize::try_from(last - power - low) else { break };
        if let Some(sum) = sums.get(place).or(sums.last()) {
            reached.add_assign(&weight.mul(sum));
        }
        if let Some((_, other)) = end.get(place) {
            at.add_assign(&weight.mul(other));
        }
    }
    (reached, at)
}

/// The mean of the counts: what each use counts on average, added up.
fn mean(kernel: &Kernel, start: usize, uses: u32, bounds: &Bounds<'_>) -> Result<Rational, ChainError> {
    let of_state = |row: &Vec<(usize, i64, Integer)>| {
        let products: Vec<Integer> =
            row.iter().map(|(_, reward, weight)| weight.mul(&Integer::from(*reward))).collect();
        products.iter().sum::<Integer>()
    };
    let gains: Vec<Integer> = kernel.rows.iter().map(of_state).collect();
    let total = |uses: u32| kernel.denominator.pow(uses);
    if let [gain] = &gains[..] {
        let sum = gain.mul(&Integer::from(i64::from(uses)));
        return Ok(Rational::over_power(&sum, &total(1), &kernel.denominator));
    }
    let mut masses = vec![Integer::ZERO; kernel.len()];
    masses[start] = Integer::ONE;
    let mut sum = Integer::ZERO;
    for _ in 0..uses {
        sum = sum.mul(&kernel.denominator);
        for (mass, gain) in masses.iter().zip(&gains) {
            sum.add_assign(&mass.mul(gain));
        }
        masses = kernel.forward(&masses);
        bounds.check(&Integer::ZERO)?;
    }
    Ok(Rational::over_power(&sum, &total(uses), &kernel.denominator))
}
