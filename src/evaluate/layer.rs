//! States with their masses over one common denominator.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::exact::{Number, Rational, Ring};

use super::cell::Cell;
use super::region::Region;

/// What is known on one way through the program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State<N> {
    pub(super) cells: Vec<Cell<N>>,
    /// Where the rolls lie that were compared and are still referred to.
    pub(super) regions: Vec<Region<N>>,
}

/// All states at one place of the program.
///
/// The mass of a state is its numerator over the denominator of the layer, times the mass of its regions.
#[derive(Debug, Clone)]
pub(super) struct Layer<N: Number> {
    pub(super) denominator: N::Ring,
    pub(super) states: Vec<(State<N>, N::Ring)>,
}

impl<N: Number> Layer<N> {
    /// One state with all the mass.
    pub(super) fn start(cells: Vec<Cell<N>>) -> Layer<N> {
        Layer::of(State { cells, regions: Vec::new() })
    }

    /// A given state with all the mass.
    pub(super) fn of(state: State<N>) -> Layer<N> {
        Layer { denominator: N::Ring::one(), states: vec![(state, N::Ring::one())] }
    }

    /// No states yet, over the same denominator.
    pub(super) fn empty(&self) -> Layer<N> {
        Layer { denominator: self.denominator.clone(), states: Vec::new() }
    }

    /// States with masses of their own, brought over one denominator.
    pub(super) fn from_masses(masses: Vec<(State<N>, N)>) -> Layer<N> {
        let ratios: Vec<_> = masses.iter().map(|(_, mass)| mass.ratio()).collect();
        let denominator = common_denominator::<N>(ratios.iter().map(|(_, denominator)| denominator));
        let numerator = |(top, bottom): &(N::Ring, N::Ring)| top.mul(&denominator.exact_div(bottom));
        let states = masses.into_iter().zip(&ratios).map(|((state, _), ratio)| (state, numerator(ratio)));
        Layer { states: states.collect(), denominator: denominator.clone() }
    }

    /// Adds up the masses of equal states. Order of first appearance is kept.
    pub(super) fn merge(&mut self) {
        if self.states.len() < 2 {
            return;
        }
        let mut merged: IndexMap<State<N>, N::Ring, FxBuildHasher> =
            IndexMap::with_capacity_and_hasher(self.states.len(), FxBuildHasher);
        for (state, mass) in self.states.drain(..) {
            match merged.entry(state) {
                indexmap::map::Entry::Occupied(mut entry) => entry.get_mut().add_assign(&mass),
                indexmap::map::Entry::Vacant(entry) => {
                    entry.insert(mass);
                }
            }
        }
        self.states.extend(merged);
    }

    /// Brings all layers over one denominator and merges them.
    pub(super) fn combine(layers: Vec<Layer<N>>, empty: Layer<N>) -> Layer<N> {
        let mut layers = layers.into_iter().filter(|layer| !layer.states.is_empty());
        let Some(mut result) = layers.next() else { return empty };
        for mut layer in layers {
            let (common, ours, theirs) = N::Ring::common(&result.denominator, &layer.denominator);
            result.scale(&ours);
            layer.scale(&theirs);
            result.denominator = common;
            result.states.append(&mut layer.states);
        }
        result.merge();
        result
    }

    /// Multiplies all numerators, and leaves the denominator to the caller.
    fn scale(&mut self, factor: &N::Ring) {
        if factor.is_one() {
            return;
        }
        for (_, mass) in &mut self.states {
            *mass = mass.mul(factor);
        }
    }

    /// Divides the mass of each state by a size of its own.
    pub(super) fn share(&mut self, sizes: &[i64]) {
        let Some(first) = sizes.first() else { return };
        let part = |size: i64| N::from(Rational::new(1, size));
        // Mostly all are the same, and then only the denominator changes.
        if sizes.iter().all(|size| size == first) {
            self.denominator = self.denominator.mul(&part(*first).ratio().1);
            return;
        }
        let factors: Vec<N> = sizes.iter().map(|size| part(*size)).collect();
        self.weigh(&factors);
    }

    /// Multiplies the mass of each state with a factor of its own.
    pub(super) fn weigh(&mut self, factors: &[N]) {
        let ratios: Vec<_> = factors.iter().map(N::ratio).collect();
        let common = common_denominator::<N>(ratios.iter().map(|(_, denominator)| denominator));
        for ((_, mass), (numerator, denominator)) in self.states.iter_mut().zip(&ratios) {
            *mass = mass.mul(numerator).mul(&common.exact_div(denominator));
        }
        self.denominator = self.denominator.mul(&common);
    }

    /// Divides out what all masses and the denominator share.
    pub(super) fn reduce(&mut self) {
        let masses = self.states.iter().map(|(_, mass)| mass);
        let factor = N::Ring::common_factor(std::iter::once(&self.denominator).chain(masses));
        if factor.is_one() || factor.is_zero() {
            return;
        }
        self.denominator = self.denominator.exact_div(&factor);
        for (_, mass) in &mut self.states {
            *mass = mass.exact_div(&factor);
        }
    }
}

/// A common multiple of denominators.
pub(super) fn common_denominator<'a, N: Number>(denominators: impl Iterator<Item = &'a N::Ring>) -> N::Ring
where
    N::Ring: 'a,
{
    denominators.fold(N::Ring::one(), |common, next| N::Ring::common(&common, next).0)
}
