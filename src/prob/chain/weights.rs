//! Laws of the state in whole numbers, which are divided out only where one is shown.

use std::collections::BTreeMap;

use super::{Chain, Kernel};
use crate::exact::{Integer, Rational, Ring};
use crate::prob::Pmf;

/// The law of the state: a whole weight for each state over one total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateWeights {
    of_states: Vec<Integer>,
    total: Integer,
    /// A number that every prime factor of the total divides.
    base: Integer,
}

impl StateWeights {
    /// The law that is sure of a state.
    pub(super) fn sure(states: usize, state: usize) -> StateWeights {
        let mut of_states = vec![Integer::ZERO; states];
        of_states[state] = Integer::ONE;
        StateWeights { of_states, total: Integer::ONE, base: Integer::ONE }
    }

    /// Weights over their sum.
    pub(super) fn over(of_states: Vec<Integer>, total: Integer) -> StateWeights {
        StateWeights { of_states, base: total.clone(), total }
    }

    /// The sum of all weights.
    pub(super) fn total(&self) -> &Integer {
        &self.total
    }

    /// The probabilities of the states.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use trueodds::exact::Rational;
    /// use trueodds::prob::chain::{Bounds, Kernel, after};
    ///
    /// let half = || Rational::new(1, 2);
    /// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((1, 0), half())]), BTreeMap::from([((0, 0), Rational::ONE)])]);
    /// assert_eq!(after(&kernel, 0, 2, &Bounds::none())?.masses(), [Rational::new(3, 4), Rational::new(1, 4)]);
    /// # Ok::<(), trueodds::prob::chain::ChainError>(())
    /// ```
    #[must_use]
    pub fn masses(&self) -> Vec<Rational> {
        self.of_states.iter().map(|weight| Rational::over_power(weight, &self.total, &self.base)).collect()
    }

    /// The law after one more step. A law that no longer moves stays as it is.
    #[must_use]
    pub fn step(self, kernel: &Kernel) -> StateWeights {
        let next = self.next(kernel);
        if next.is_moved_from(&self, kernel) { next } else { self }
    }

    /// The law after one more step.
    pub(super) fn next(&self, kernel: &Kernel) -> StateWeights {
        StateWeights {
            of_states: kernel.forward(&self.of_states),
            total: self.total.mul(&kernel.denominator),
            base: Integer::common(&self.base, &kernel.denominator).0,
        }
    }

    /// Whether this is another law than that of the step before.
    pub(super) fn is_moved_from(&self, before: &StateWeights, kernel: &Kernel) -> bool {
        let mut pairs = self.of_states.iter().zip(&before.of_states);
        pairs.any(|(next, weight)| *next != weight.mul(&kernel.denominator))
    }
}

impl<S, O> Chain<S, O> {
    /// The law of a part of what comes out of the step that is made from a state with this law.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::prob::chain::{Bounds, Chain, Transition, long_run};
    ///
    /// let step = |outcome, share| Transition { to: 0, outcome, mass: Rational::new(share, 6) };
    /// let chain = Chain { states: vec![()], transitions: vec![vec![step("low", 4), step("high", 2)]] };
    /// let law = long_run(&chain.kernel(|_| 0), 0, &Bounds::none())?.weights;
    /// assert_eq!(chain.outcomes(&law, |outcome| *outcome).mass_of(&"high"), Rational::new(1, 3));
    /// # Ok::<(), trueodds::prob::chain::ChainError>(())
    /// ```
    pub fn outcomes<V: Ord>(&self, law: &StateWeights, part: impl Fn(&O) -> V) -> Pmf<V> {
        let masses = self.transitions.iter().flatten().map(|transition| &transition.mass);
        let denominator = common_denominator(masses);
        let mut sums: BTreeMap<V, Integer> = BTreeMap::new();
        let used = law.of_states.iter().zip(&self.transitions).filter(|(weight, _)| !weight.is_zero());
        for (weight, transitions) in used {
            for transition in transitions {
                let share = whole(&transition.mass, &denominator);
                let sum = sums.entry(part(&transition.outcome)).or_insert(Integer::ZERO);
                sum.add_assign(&weight.mul(&share));
            }
        }
        let total = law.total.mul(&denominator);
        let base = Integer::common(&law.base, &denominator).0;
        Pmf::new(sums.into_iter().map(|(value, sum)| (value, Rational::over_power(&sum, &total, &base))))
    }
}

/// A number that the denominators of all masses divide.
pub fn common_denominator<'a>(masses: impl Iterator<Item = &'a Rational>) -> Integer {
    masses.fold(Integer::ONE, |common, mass| Integer::common(&common, &mass.denominator()).0)
}

/// A mass as a whole number over a denominator that its own divides.
#[must_use]
pub fn whole(mass: &Rational, denominator: &Integer) -> Integer {
    mass.numerator().mul(&denominator.exact_div(&mass.denominator()))
}
