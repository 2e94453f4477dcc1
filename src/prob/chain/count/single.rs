//! Counts of a chain with one state: its uses do not depend on each other, and their law is a power of that of one.

use std::collections::BTreeMap;

use super::super::{Bounds, ChainError, Kernel};
use super::scale::Scale;
use super::steps::fits;
use crate::exact::{Integer, Ring};

/// The weights of the powers up to `last`, over the power of the kernel's denominator.
///
/// With P the weights of one use and Q = Pᴺ, P · Q′ = N · P′ · Q, so that each coefficient of Q follows from those
/// before it (J. C. P. Miller).
///
/// Cost: for each power a product of a number with a word for each value of one use, and a quotient.
pub(super) fn weights(
    kernel: &Kernel,
    scale: Scale,
    steps: u32,
    last: i64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Integer>, ChainError> {
    let mut one: BTreeMap<i64, Integer> = BTreeMap::new();
    for (_, reward, weight) in kernel.rows.iter().flatten().filter(|(_, _, weight)| !weight.is_zero()) {
        one.entry(scale.power(*reward)).or_insert(Integer::ZERO).add_assign(weight);
    }
    // What is used no more leads nowhere, and counts nothing.
    let Some((least, first)) = one.pop_first() else { return Ok(vec![Integer::ONE]) };
    let begin = least * i64::from(steps);
    let mut found = vec![Integer::ZERO; usize::try_from(begin.min(last + 1)).unwrap_or_default()];
    let mut powers = Vec::new();
    let mut size = 0;
    for power in 0..=last - begin {
        bounds.check(&Integer::ZERO)?;
        let weight = if power == 0 {
            first.pow(steps)
        } else {
            let mut sum = Integer::ZERO;
            for (other, weight) in one.iter().map(|(other, weight)| (other - least, weight)) {
                let Some(before) = usize::try_from(power - other).ok().and_then(|place| powers.get(place))
                else {
                    break;
                };
                let factor = i128::from(other) * (i128::from(steps) + 1) - i128::from(power);
                sum.add_assign(&weight.mul(&factor.into()).mul(before));
            }
            sum.exact_div(&first.mul(&power.into()))
        };
        size += usize::try_from(weight.bits() / 64).unwrap_or(usize::MAX) + 3;
        fits(size, bounds)?;
        powers.push(weight);
    }
    found.append(&mut powers);
    Ok(found)
}
