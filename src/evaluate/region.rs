//! Where a compared roll lies: the interval of an affine combination of uniforms.

use crate::exact::{Number, Rational};

/// A combination of uniforms that was compared, and the interval in which it lies.
///
/// The combination is scaled so that its first coefficient is 1; every multiple of it is the same roll
/// with other thresholds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Region<N> {
    pub(super) direction: Vec<(u32, N)>,
    pub(super) low: Option<Edge<N>>,
    pub(super) high: Option<Edge<N>>,
    /// How likely what was drawn with it was, as a polynomial in the one uniform of the direction, from the constant
    /// upward; empty where nothing was.
    pub(super) density: Vec<N>,
}

/// An end of the interval, with the probability of being below it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Edge<N> {
    pub(super) threshold: N,
    pub(super) below: N,
}

impl<N: Number> Region<N> {
    /// The probability of the interval.
    pub(super) fn mass(&self) -> N {
        if !self.density.is_empty() {
            let (low, high) = self.ends();
            return self.integral(&high).minus(&self.integral(&low));
        }
        let above_low = self.low.as_ref().map_or_else(|| N::from(Rational::ZERO), |edge| edge.below.clone());
        let below_high = self.high.as_ref().map_or_else(|| N::from(Rational::ONE), |edge| edge.below.clone());
        below_high.minus(&above_low)
    }

    /// Nothing is known yet of a combination.
    pub(super) fn new(direction: Vec<(u32, N)>) -> Region<N> {
        Region { direction, low: None, high: None, density: Vec::new() }
    }

    /// The ends of the interval of a single uniform.
    pub(super) fn ends(&self) -> (N, N) {
        let end = |edge: &Option<Edge<N>>, otherwise: Rational| {
            edge.as_ref().map_or_else(|| N::from(otherwise), |edge| edge.threshold.clone())
        };
        (end(&self.low, Rational::ZERO), end(&self.high, Rational::ONE))
    }

    /// The integral of the density from 0 on.
    fn integral(&self, to: &N) -> N {
        let zero = N::from(Rational::ZERO);
        // By Horner's rule, from the highest power: each coefficient over its power and one more.
        let sum = (1..).zip(&self.density).collect::<Vec<(i64, &N)>>().into_iter().rev();
        let sum = sum.fold(zero, |sum, (power, coefficient)| {
            let share = coefficient.times(&N::from(Rational::new(1, power)));
            sum.times(to).plus(&share)
        });
        sum.times(to)
    }

    /// With another factor in its density: a constant and so many times the uniform.
    pub(super) fn weighted(&self, constant: &N, slope: &N) -> Region<N> {
        let one = [N::from(Rational::ONE)];
        let before = if self.density.is_empty() { &one[..] } else { &self.density };
        let zero = N::from(Rational::ZERO);
        let mut density = vec![zero; before.len() + 1];
        for (power, coefficient) in before.iter().enumerate() {
            density[power] = density[power].plus(&coefficient.times(constant));
            density[power + 1] = density[power + 1].plus(&coefficient.times(slope));
        }
        Region { density, ..self.clone() }
    }

    pub(super) fn mentions(&self, id: u32) -> bool {
        self.direction.iter().any(|(own, _)| *own == id)
    }
}
