//! Masses that are carried from step to step.

use std::collections::BTreeMap;

use super::{Bounds, Chain, ChainError, Kernel, Work};
use crate::exact::Rounded;

/// The masses of the states after some steps.
pub(super) struct Walk<'a, const K: usize> {
    kernel: &'a Kernel<Rounded<K>>,
    pub(super) masses: Vec<Rounded<K>>,
    /// The states that have mass.
    pub(super) active: Vec<usize>,
    /// The masses after the step that is being made; 0 between steps.
    next: Vec<Rounded<K>>,
}

impl<'a, const K: usize> Walk<'a, K> {
    pub(super) fn new(kernel: &'a Kernel<Rounded<K>>, start: usize) -> Walk<'a, K> {
        let mut masses = vec![Rounded::ZERO; kernel.len()];
        masses[start] = Rounded::one();
        let next = vec![Rounded::ZERO; kernel.len()];
        Walk { kernel, masses, active: vec![start], next }
    }

    /// How many transitions the next step makes.
    pub(super) fn work(&self) -> usize {
        self.active.iter().map(|state| self.kernel.rows[*state].len()).sum()
    }

    /// One step. `keeps` is told of each transition, with where it leads, its reward and its mass, and says whether
    /// the walk goes on from there.
    #[inline]
    pub(super) fn step(&mut self, mut keeps: impl FnMut(usize, i64, &Rounded<K>) -> bool) {
        let mut reached = Vec::with_capacity(self.active.len() + 1);
        for state in self.active.drain(..) {
            let mass = std::mem::replace(&mut self.masses[state], Rounded::ZERO);
            for (to, reward, weight) in &self.kernel.rows[state] {
                let share = mass.times(weight);
                if keeps(*to, *reward, &share) {
                    let next = &mut self.next[*to];
                    if next.is_zero() {
                        reached.push(*to);
                    }
                    *next = next.plus(&share);
                }
            }
        }
        std::mem::swap(&mut self.masses, &mut self.next);
        self.active = reached;
    }
}

/// The law of the state after `steps` steps from `start`.
///
/// ```
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Chain, Transition, rounded};
///
/// // Four times out of six on to the other state, where it stays.
/// let to = |to, share| Transition { to, outcome: (), mass: Rational::new(share, 6) };
/// let chain = Chain { states: vec!["here", "there"], transitions: vec![vec![to(0, 2), to(1, 4)], vec![to(1, 6)]] };
/// let kernel = chain.masses(|_| 0).rounded::<2>();
/// let law = rounded::after(&kernel, 0, 300, &Bounds::none())?;
/// assert_eq!(law[0].proven(10).to_string(), "7.305056581e-144");
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooMuch`], [`ChainError::Interrupted`].
pub fn after<const K: usize>(
    kernel: &Kernel<Rounded<K>>,
    start: usize,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<Vec<Rounded<K>>, ChainError> {
    kernel.must_have(start)?;
    let mut walk = Walk::new(kernel, start);
    let mut work = Work::new(bounds);
    for _ in 0..steps {
        work.add(walk.work())?;
        walk.step(|_, _, _| true);
    }
    Ok(walk.masses)
}

/// The law after one more step.
#[must_use]
pub fn step<const K: usize>(kernel: &Kernel<Rounded<K>>, law: &[Rounded<K>]) -> Vec<Rounded<K>> {
    let active = (0..law.len()).filter(|state| !law[*state].is_zero()).collect();
    let mut walk = Walk { kernel, masses: law.to_vec(), active, next: vec![Rounded::ZERO; law.len()] };
    walk.step(|_, _, _| true);
    walk.masses
}

/// The law of a part of what comes out of the step that is made from a state with this law, ascending.
#[must_use]
pub fn outcomes<const K: usize, S, O, V: Ord>(
    chain: &Chain<S, O>,
    law: &[Rounded<K>],
    part: impl Fn(&O) -> V,
) -> Vec<(V, Rounded<K>)> {
    let mut sums: BTreeMap<V, Rounded<K>> = BTreeMap::new();
    for (weight, transitions) in law.iter().zip(&chain.transitions).filter(|(weight, _)| !weight.is_zero()) {
        for transition in transitions {
            let sum = sums.entry(part(&transition.outcome)).or_insert(Rounded::ZERO);
            *sum = sum.plus(&weight.times(&Rounded::of(&transition.mass)));
        }
    }
    sums.into_iter().collect()
}
