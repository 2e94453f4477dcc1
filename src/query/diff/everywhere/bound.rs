//! A bound on what lies between the points that were looked at.

use super::mixture::{Kernel, differences, half};
use super::places::Side;
use super::search::{Search, Spot};
use crate::exact::symbol::Function;
use crate::exact::{Number, Rational};

impl Search<'_> {
    /// A bound on all distances between the points: on each piece where something greater might lie, the
    /// differences are formed as functions, halved and bounded. What is greater at the middle of a part is
    /// kept as the greatest.
    pub(super) fn ceiling(&self) -> Option<Rational> {
        /// Pieces that are looked at so closely.
        const MOST: usize = 20_000;
        let Ok(mut found) = self.found.lock() else { return None };
        let Some(mut best) = found.most.as_ref().map(|most| most.distance.clone()) else {
            return Some(Rational::ZERO);
        };
        if self.space.axis.is_none() {
            return Some(best);
        }
        let mut open = std::mem::take(&mut found.open);
        open.retain(|(most, ..)| most.as_ref().is_none_or(|most| *most > best));
        open.sort_by_key(|(_, first, last, number)| (*last, *first, *number));
        let mut ceiling = Rational::ZERO;
        let mut kernels: Option<(usize, Kernel, Kernel)> = None;
        let mut looked = 0;
        for (most, first, last, number) in open {
            if most.as_ref().is_some_and(|most| *most <= best) {
                continue;
            }
            looked += 1;
            if looked > MOST {
                return None;
            }
            let place = self.firsts.get(first)?.as_ref()?.get(number)?;
            let (low, high, from, to) = place.piece.as_ref()?;
            if kernels.as_ref().is_none_or(|(own, ..)| *own != last) {
                let kernel = |side: &Side<'_>| {
                    self.kernel(side, &self.space.inputs(side.base, &self.space.last, last)).ok()
                };
                kernels = Some((last, kernel(&self.from)?, kernel(&self.to)?));
            }
            let (_, a, b) = kernels.as_ref()?;
            let mut part = Part { differences: differences(from, to, a, b), best, at: None };
            let bound = part.bound(low.as_ref(), high.as_ref(), HALVINGS)?;
            best = part.best;
            if let Some(at) = part.at {
                let rank = (self.space.unusual(first, last), last, first);
                found.most = Some(Spot { distance: best.clone(), rank, at });
            }
            ceiling = ceiling.max(bound);
        }
        Some(ceiling.max(best))
    }
}

/// How often a piece is halved when the greatest distance on it is sought.
const HALVINGS: usize = 10;

/// The differences of two laws on a piece of the axis, and the greatest distance that is known.
struct Part {
    differences: Vec<Function>,
    best: Rational,
    /// Where it lies, when it was found here.
    at: Option<Rational>,
}

impl Part {
    /// A bound on the distance between two ends; `None` where there is none.
    fn bound(
        &mut self,
        low: Option<&Rational>,
        high: Option<&Rational>,
        halvings: usize,
    ) -> Option<Rational> {
        let mut sum = Rational::ZERO;
        for difference in &self.differences {
            let most = match (difference.to_rational(), low, high) {
                (Some(constant), ..) => constant.abs(),
                (None, Some(low), Some(high)) => {
                    let (least, most) = difference.range(low, high)?;
                    least.abs().max(most.abs())
                }
                _ => return None,
            };
            sum = &sum + &most;
        }
        let sum = half(sum);
        // A ten-thousandth more than what is known is near enough.
        let enough = &self.best + &(&self.best * &Rational::new(1, 10_000));
        if sum <= enough || halvings == 0 {
            return Some(sum);
        }
        let (low, high) = (low?, high?);
        let middle = &(low + high) * &Rational::new(1, 2);
        let there =
            half(self.differences.iter().filter_map(|d| d.at(&middle)).map(|value| value.abs()).sum());
        if there > self.best {
            self.best = there;
            self.at = Some(middle.clone());
        }
        let first = self.bound(Some(low), Some(&middle), halvings - 1)?;
        let second = self.bound(Some(&middle), Some(high), halvings - 1)?;
        Some(first.max(second))
    }
}
