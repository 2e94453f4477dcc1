//! Questions about chains in rounded numbers that know how far from the exact ones they can be: for chains of
//! many states and for many steps, where exact numbers grow too long.
//!
//! Only sums, products and quotients of numbers from 0 on are made, so that nothing cancels.

mod count;
mod hit;
mod reduce;
mod walk;

pub use count::{CountBounds, count_law};
pub use hit::{Hit, HitAsked, HitFound, HitRow, Waiting, first_hit};
pub use reduce::stationary;
pub use walk::{after, outcomes, step};

use super::{Bounds, Chain, ChainError, Class, Kernel};
use crate::exact::{Rational, Rounded};

impl Kernel<Rational> {
    /// The kernel with rounded numbers.
    #[must_use]
    pub fn rounded<const K: usize>(&self) -> Kernel<Rounded<K>> {
        let row = |row: &Vec<(usize, i64, Rational)>| {
            row.iter().map(|(to, reward, mass)| (*to, *reward, Rounded::of(mass))).collect()
        };
        Kernel { denominator: self.denominator.clone(), rows: self.rows.iter().map(row).collect() }
    }
}

/// Transitions made so far, of as many as may be made.
struct Work<'a> {
    bounds: &'a Bounds<'a>,
    made: u64,
    asked: u64,
}

impl<'a> Work<'a> {
    fn new(bounds: &'a Bounds<'a>) -> Work<'a> {
        Work { bounds, made: 0, asked: 0 }
    }

    /// Takes in transitions that are to be made.
    fn add(&mut self, transitions: usize) -> Result<(), ChainError> {
        /// So many transitions are made between two looks at the clock.
        const PATIENCE: u64 = 100_000;
        self.made = self.made.saturating_add(u64::try_from(transitions).unwrap_or(u64::MAX));
        if self.made > self.bounds.steps {
            return Err(ChainError::TooMuch);
        }
        if self.made - self.asked >= PATIENCE {
            self.asked = self.made;
            if (self.bounds.interrupted)() {
                return Err(ChainError::Interrupted);
            }
        }
        Ok(())
    }
}
