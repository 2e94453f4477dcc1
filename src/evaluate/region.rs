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
        let above_low = self.low.as_ref().map_or_else(|| N::from(Rational::ZERO), |edge| edge.below.clone());
        let below_high = self.high.as_ref().map_or_else(|| N::from(Rational::ONE), |edge| edge.below.clone());
        below_high.minus(&above_low)
    }

    pub(super) fn mentions(&self, id: u32) -> bool {
        self.direction.iter().any(|(own, _)| *own == id)
    }
}
