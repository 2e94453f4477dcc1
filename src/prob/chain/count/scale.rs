//! Counts as powers of a polynomial: in units, from the least count up or from the greatest down.

use num_integer::Integer as _;

use super::super::{Bounds, ChainError, Kernel};

/// What one step counts is `zero + unit · power`, with a power from 0 to `width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    zero: i64,
    /// Negative where powers go down from the greatest count.
    unit: i128,
    width: i64,
    steps: i64,
}

impl Scale {
    /// The scale that begins with the least count. Refuses sums that may have more values than the bound, before
    /// room is made for them.
    pub(super) fn of(kernels: &[&Kernel], steps: u64, bounds: &Bounds<'_>) -> Result<Scale, ChainError> {
        let rewards =
            || kernels.iter().flat_map(|kernel| &kernel.rows).flatten().map(|(_, reward, _)| *reward);
        let (low, high) = (rewards().min().unwrap_or(0), rewards().max().unwrap_or(0));
        let unit = rewards().fold(0, |unit: u64, reward| unit.gcd(&reward.abs_diff(low))).max(1);
        let width = high.abs_diff(low) / unit;
        let most = i128::from(width) * i128::from(steps);
        if most > i128::try_from(bounds.values).unwrap_or(i128::MAX) {
            return Err(ChainError::TooMany);
        }
        let transitions = kernels.iter().map(|kernel| kernel.transitions()).max().unwrap_or(0);
        bounds.work(steps, transitions)?;
        // Every count and every power is a machine word.
        let word = |number: i128| i64::try_from(number).map_err(|_| ChainError::TooMany);
        for extreme in [i128::from(low) * i128::from(steps), i128::from(high) * i128::from(steps), most] {
            word(extreme)?;
        }
        Ok(Scale { zero: low, unit: unit.into(), width: word(width.into())?, steps: word(steps.into())? })
    }

    /// The scale that begins with the greatest count.
    pub(super) fn mirrored(self) -> Scale {
        Scale { zero: self.step(self.width), unit: -self.unit, ..self }
    }

    /// What one step counts that has this power.
    fn step(self, power: i64) -> i64 {
        word(i128::from(self.zero) + self.unit * i128::from(power))
    }

    /// The power of what one step counts.
    pub(super) fn power(self, reward: i64) -> i64 {
        word((i128::from(reward) - i128::from(self.zero)) / self.unit)
    }

    /// The count that a power over all steps stands for.
    pub(super) fn count(self, power: i64) -> i64 {
        word(i128::from(self.zero) * i128::from(self.steps) + self.unit * i128::from(power))
    }

    /// The greatest power of one step.
    pub(super) fn width(self) -> i64 {
        self.width
    }

    /// The greatest power over all steps.
    pub(super) fn most(self) -> i64 {
        self.width * self.steps
    }

    /// The last power before which no count lies beyond this one, and whether it stands for this one; below 0 where
    /// the scale begins beyond it.
    pub(super) fn place(self, count: i64) -> (i128, bool) {
        let way = (i128::from(count) - i128::from(self.count(0))) * self.unit.signum();
        let (power, rest) = way.div_mod_floor(&self.unit.abs());
        (power, rest == 0)
    }
}

/// Of what lies between two machine words, the machine word that it is.
fn word(number: i128) -> i64 {
    i64::try_from(number).unwrap_or_default()
}
