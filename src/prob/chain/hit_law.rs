//! The law of a hitting time, as far as it was asked for.

use crate::exact::{Integer, Rational, Ring};

/// The law of a hitting time over its first steps: whole weights over powers of the kernel's denominator, which are
/// only divided out where a number is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitLaw {
    /// For each step the weight of hitting first at it, over the power of the base by the number of the step.
    hits: Vec<Integer>,
    base: Integer,
}

/// One step of a hitting time.
#[derive(Debug, Clone)]
pub struct HitStep<'a> {
    /// The step, from 1 on.
    pub step: u64,
    hit: &'a Integer,
    by_then: Integer,
    total: Integer,
    base: &'a Integer,
}

impl HitLaw {
    pub(super) fn new(hits: Vec<Integer>, base: Integer) -> HitLaw {
        HitLaw { hits, base }
    }

    /// How many steps the law was made for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether it was made for no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// The steps from the first on.
    ///
    /// Cost: for step n, four products of a word with a number of n words.
    pub fn steps(&self) -> impl Iterator<Item = HitStep<'_>> {
        let base = &self.base;
        let (mut by_then, mut total) = (Integer::ZERO, Integer::ONE);
        (1_u64..).zip(&self.hits).map(move |(step, hit)| {
            by_then = by_then.mul(base);
            by_then.add_assign(hit);
            total = total.mul(base);
            HitStep { step, hit, by_then: by_then.clone(), total: total.clone(), base }
        })
    }

    /// How many of the first steps together have this probability; all, where they have less.
    #[must_use]
    pub fn up_to(&self, level: &Rational) -> usize {
        let (top, bottom) = (level.numerator(), level.denominator());
        let reached = self.steps().position(|step| step.by_then.mul(&bottom) >= step.total.mul(&top));
        reached.map_or(self.len(), |index| index + 1)
    }
}

impl HitStep<'_> {
    /// Whether any run first hits at this step.
    #[must_use]
    pub fn occurs(&self) -> bool {
        !self.hit.is_zero()
    }

    /// The probability that it is first hit at this step.
    #[must_use]
    pub fn at(&self) -> Rational {
        self.fraction(self.hit)
    }

    /// The probability that it has been hit by then.
    #[must_use]
    pub fn by_then(&self) -> Rational {
        self.fraction(&self.by_then)
    }

    /// The probability that it has not.
    #[must_use]
    pub fn not_yet(&self) -> Rational {
        self.fraction(&self.total.minus(&self.by_then))
    }

    fn fraction(&self, weight: &Integer) -> Rational {
        Rational::over_power(weight, &self.total, self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fair coin until the first head.
    fn coin(steps: usize) -> HitLaw {
        HitLaw::new(vec![Integer::ONE; steps], Integer::from(2))
    }

    #[test]
    fn steps_have_what_was_hit_and_what_is_left() {
        let law = coin(6);
        let last = law.steps().last().unwrap();
        assert_eq!((last.step, last.at()), (6, Rational::new(1, 64)));
        assert_eq!((last.by_then(), last.not_yet()), (Rational::new(63, 64), Rational::new(1, 64)));
    }

    #[test]
    fn a_level_is_reached_at_a_step_or_not_at_all() {
        let most = Rational::new(99, 100);
        assert_eq!(coin(20).up_to(&most), 7);
        assert_eq!(coin(3).up_to(&most), 3);
        assert_eq!(coin(0).up_to(&most), 0);
        assert_eq!(coin(3).up_to(&Rational::new(3, 4)), 2);
    }
}
