//! States with their masses over one common denominator.

use std::num::NonZeroI64;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::exact::{Number, Rational, Ring};
use crate::lower::Slot;
use crate::source::Span;

use super::cell::Cell;
use super::limits::{Stop, internal};
use super::meter::Meter;
use super::state::State;

/// How many numbers are looked at for a common factor at once.
const AT_ONCE: usize = 16;

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
    pub(super) fn from_masses(masses: Vec<(State<N>, N)>, meter: &mut Meter<'_>) -> Result<Layer<N>, Stop> {
        let ratios: Vec<_> = masses.iter().map(|(_, mass)| mass.ratio()).collect();
        let bottoms = ratios.iter().map(|(_, denominator)| denominator);
        let denominator = common_denominator::<N>(bottoms, meter)?;
        let mut states = Vec::with_capacity(masses.len());
        for ((state, _), (top, bottom)) in masses.into_iter().zip(&ratios) {
            meter.work(1, denominator.bits())?;
            states.push((state, top.mul(&denominator.exact_div(bottom))));
        }
        Ok(Layer { states, denominator })
    }

    /// The states with masses of their own.
    pub(super) fn into_masses(self, origin: Span, meter: &mut Meter<'_>) -> Result<Vec<(State<N>, N)>, Stop> {
        let denominator = self.denominator;
        let mut masses = Vec::with_capacity(self.states.len());
        for (state, numerator) in self.states {
            meter.work(1, denominator.bits())?;
            masses.push((state, mass::<N>(&numerator, &denominator, origin)?));
        }
        Ok(masses)
    }

    /// Adds up the masses of equal states. Order of first appearance is kept.
    pub(super) fn merge(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.states.len() < 2 {
            return Ok(());
        }
        let mut merged: IndexMap<State<N>, N::Ring, FxBuildHasher> =
            IndexMap::with_capacity_and_hasher(self.states.len(), FxBuildHasher);
        for (state, mass) in self.states.drain(..) {
            meter.work(1, 0)?;
            match merged.entry(state) {
                indexmap::map::Entry::Occupied(mut entry) => entry.get_mut().add_assign(&mass),
                indexmap::map::Entry::Vacant(entry) => {
                    entry.insert(mass);
                }
            }
        }
        self.states.extend(merged);
        Ok(())
    }

    /// Brings all layers over one denominator and merges them.
    pub(super) fn combine(
        layers: Vec<Layer<N>>,
        empty: Layer<N>,
        meter: &mut Meter<'_>,
    ) -> Result<Layer<N>, Stop> {
        let mut layers = layers.into_iter().filter(|layer| !layer.states.is_empty());
        let Some(mut result) = layers.next() else { return Ok(empty) };
        for mut layer in layers {
            let (common, ours, theirs) = N::Ring::common(&result.denominator, &layer.denominator);
            result.scale(&ours, meter)?;
            layer.scale(&theirs, meter)?;
            result.denominator = common;
            result.states.append(&mut layer.states);
        }
        result.merge(meter)?;
        Ok(result)
    }

    /// Multiplies all numerators, and leaves the denominator to the caller.
    fn scale(&mut self, factor: &N::Ring, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if factor.is_one() {
            return Ok(());
        }
        let bits = self.denominator.bits();
        for (_, mass) in &mut self.states {
            meter.work(1, bits)?;
            *mass = mass.mul(factor);
        }
        Ok(())
    }

    /// Divides the mass of each state by a size of its own.
    pub(super) fn share(&mut self, sizes: &[NonZeroI64], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Some(first) = sizes.first() else { return Ok(()) };
        let part = |size: NonZeroI64| N::from(Rational::one_over(size));
        // Mostly all are the same, and then only the denominator changes.
        if sizes.iter().all(|size| size == first) {
            self.denominator = self.denominator.mul(&part(*first).ratio().1);
            return Ok(());
        }
        let factors: Vec<N> = sizes.iter().map(|size| part(*size)).collect();
        self.weigh(&factors, meter)
    }

    /// Multiplies the mass of each state with a factor of its own.
    pub(super) fn weigh(&mut self, factors: &[N], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let ratios: Vec<_> = factors.iter().map(N::ratio).collect();
        let common = common_denominator::<N>(ratios.iter().map(|(_, denominator)| denominator), meter)?;
        let bits = self.denominator.bits().max(common.bits());
        for ((_, mass), (numerator, denominator)) in self.states.iter_mut().zip(&ratios) {
            meter.work(1, bits)?;
            *mass = mass.mul(numerator).mul(&common.exact_div(denominator));
        }
        self.denominator = self.denominator.mul(&common);
        Ok(())
    }

    /// Empties slots that nothing reads any more.
    pub(super) fn forget(&mut self, slots: &[Slot]) {
        for (state, _) in &mut self.states {
            for slot in slots {
                state.set(*slot, Cell::Unset);
            }
        }
    }

    /// Takes the mass of the regions that nothing refers to any more into the masses of the states.
    pub(super) fn settle(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut settled: Vec<Option<N>> = Vec::with_capacity(self.states.len());
        for (state, _) in &mut self.states {
            meter.work(1 + state.regions.len(), 0)?;
            settled.push(state.settle());
            state.renumber();
        }
        if settled.iter().any(Option::is_some) {
            let one = N::from(Rational::ONE);
            let factors: Vec<N> =
                settled.into_iter().map(|mass| mass.unwrap_or_else(|| one.clone())).collect();
            self.weigh(&factors, meter)?;
        }
        Ok(())
    }

    /// Divides out what all masses and the denominator share.
    pub(super) fn reduce(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let bits = self.denominator.bits();
        let mut factor = self.denominator.clone();
        for masses in self.states.chunks(AT_ONCE) {
            meter.work(masses.len(), bits)?;
            let masses = masses.iter().map(|(_, mass)| mass);
            factor = N::Ring::common_factor(std::iter::once(&factor).chain(masses));
            if factor.is_one() || factor.is_zero() {
                return Ok(());
            }
        }
        self.denominator = self.denominator.exact_div(&factor);
        for (_, mass) in &mut self.states {
            meter.work(1, bits)?;
            *mass = mass.exact_div(&factor);
        }
        Ok(())
    }
}

/// A common multiple of denominators.
pub(super) fn common_denominator<'a, N: Number>(
    denominators: impl Iterator<Item = &'a N::Ring>,
    meter: &mut Meter<'_>,
) -> Result<N::Ring, Stop>
where
    N::Ring: 'a,
{
    let mut common = N::Ring::one();
    for next in denominators {
        meter.work(1, common.bits())?;
        common = N::Ring::common(&common, next).0;
    }
    Ok(common)
}

/// A mass in lowest terms.
pub(super) fn mass<N: Number>(numerator: &N::Ring, denominator: &N::Ring, origin: Span) -> Result<N, Stop> {
    N::from_ratio(numerator, denominator).ok_or_else(|| internal(origin, "a mass has the denominator zero"))
}
