//! A bound on what lies between the points that were looked at.

use super::Failure;
use super::mixture::{Kernel, differences, distance_at, half};
use super::search::{Open, Search, Spot};
use crate::diagnostic::Code;
use crate::evaluate::{Stop, Watch};
use crate::exact::symbol::Function;
use crate::exact::{Number, Rational};

/// Pieces that are looked at so closely.
const MOST: usize = 20_000;

/// How often a piece is halved when the greatest distance on it is sought.
const HALVINGS: usize = 10;

impl Search<'_> {
    /// A bound on all distances between the points: on each piece where something greater might lie, the
    /// differences are formed as functions, halved and bounded. What is greater at the middle of a part is
    /// kept as the greatest. `None` where no bound is found within the limits.
    pub(super) fn bound(&mut self) -> Result<Option<Rational>, Failure> {
        let found = self.found_mut();
        let mut open = std::mem::take(&mut found.open);
        let Some(mut best) = found.most.as_ref().map(|most| most.distance.clone()) else {
            return Ok(Some(Rational::ZERO));
        };
        if self.space.axis.is_none() {
            return Ok(Some(best));
        }
        open.retain(|open| open.bound.as_ref().is_none_or(|bound| *bound > best));
        open.sort_by_key(|open| (open.last, open.first, open.section));
        let mut ceiling = Rational::ZERO;
        let mut kernels: Option<(usize, Kernel, Kernel)> = None;
        let mut looked = 0;
        for Open { bound, first, last, section } in open {
            if bound.as_ref().is_some_and(|bound| *bound <= best) {
                continue;
            }
            looked += 1;
            if looked > MOST || self.from.limits.watch.is_over() {
                return Ok(None);
            }
            let Some(piece) = &self.firsts[&first][section].piece else { continue };
            let (a, b) = match kernels.take().filter(|(own, ..)| *own == last) {
                Some((_, a, b)) => (a, b),
                None => match self.kernels(last) {
                    Ok(kernels) => kernels,
                    Err(stop) if stop.code == Code::Limit => return Ok(None),
                    Err(stop) => return Err(stop.into()),
                },
            };
            let differences = differences(&piece.from, &piece.to, &a, &b);
            let mut part = Part { differences, best, at: None, watch: &self.from.limits.watch };
            let bound = part.bound(piece.low.as_ref(), piece.high.as_ref(), HALVINGS);
            kernels = Some((last, a, b));
            let Some(bound) = bound else { return Ok(None) };
            best = part.best;
            if let Some(at) = part.at {
                let rank = (self.space.unusual(first, last), last, first);
                self.found_mut().most = Some(Spot { distance: best.clone(), rank, at });
            }
            ceiling = ceiling.max(bound);
        }
        Ok(Some(ceiling.max(best)))
    }

    fn kernels(&self, last: usize) -> Result<(Kernel, Kernel), Stop> {
        Ok((self.kernel(self.from, last)?, self.kernel(self.to, last)?))
    }
}

/// The differences of two laws on a piece of the axis, and the greatest distance that is known.
struct Part<'a> {
    differences: Vec<Function>,
    best: Rational,
    /// Where it lies, when it was found here.
    at: Option<Rational>,
    watch: &'a Watch,
}

impl Part<'_> {
    /// A bound on the distance between two ends; `None` where there is none, or no time for it.
    fn bound(
        &mut self,
        low: Option<&Rational>,
        high: Option<&Rational>,
        halvings: usize,
    ) -> Option<Rational> {
        let mut sum = Rational::ZERO;
        for difference in &self.differences {
            if self.watch.is_over() {
                return None;
            }
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
        let there = distance_at(&self.differences, &middle)?;
        if there > self.best {
            self.best = there;
            self.at = Some(middle.clone());
        }
        let first = self.bound(Some(low), Some(&middle), halvings - 1)?;
        let second = self.bound(Some(&middle), Some(high), halvings - 1)?;
        Some(first.max(second))
    }
}
