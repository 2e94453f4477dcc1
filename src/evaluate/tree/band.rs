//! Where a continuous roll falls: what it is made of, and the interval of it that belongs to each branch.

use super::super::cell::{Affine, Cell};
use super::super::layer::{Layer, mass};
use super::super::region::{Edge, Region};
use super::super::roll::Roll;
use crate::exact::Rational;
use crate::source::Span;

/// A roll as a sum: a constant and multiples of uniforms from 0 to 1, each drawn on its own.
///
/// ```
/// use trueodds::evaluate::RollFormula;
/// use trueodds::exact::Rational;
///
/// let roll = RollFormula { name: None, constant: Rational::new(1, 10), uniforms: vec![Rational::new(9, 10)] };
/// assert_eq!(roll.range(), (Rational::new(1, 10), Rational::ONE));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollFormula {
    /// What the text calls it, where it has a name there.
    pub name: Option<String>,
    /// What it is without the uniforms.
    pub constant: Rational,
    /// What each uniform is multiplied with, in the order in which they are drawn.
    pub uniforms: Vec<Rational>,
}

/// An interval of a roll; without an end it goes as far as the roll does. The end itself has no chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// From here on.
    pub low: Option<BandEnd>,
    /// Up to here.
    pub high: Option<BandEnd>,
}

/// The end of an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandEnd {
    /// The threshold that the roll is compared with.
    pub at: Rational,
    /// The chance that the roll is below it.
    pub below: Rational,
}

impl RollFormula {
    /// The formula of a roll that is one sum; `None` for numbers, and for the least or greatest of several.
    pub(super) fn of(name: Option<String>, cell: &Cell<Rational>) -> Option<RollFormula> {
        let sum = sum(cell)?;
        let uniforms = sum.terms.iter().map(|(_, coefficient)| coefficient.clone()).collect();
        Some(RollFormula { name, constant: sum.constant.clone(), uniforms })
    }

    /// Its least and its greatest value.
    #[must_use]
    pub fn range(&self) -> (Rational, Rational) {
        let (mut low, mut high) = (self.constant.clone(), self.constant.clone());
        for coefficient in &self.uniforms {
            let end = if coefficient.is_negative() { &mut low } else { &mut high };
            *end += coefficient;
        }
        (low, high)
    }
}

impl Band {
    /// The chance that the roll falls there.
    #[must_use]
    pub fn chance(&self) -> Rational {
        let below_high = self.high.as_ref().map_or(Rational::ONE, |end| end.below.clone());
        let below_low = self.low.as_ref().map_or(Rational::ZERO, |end| end.below.clone());
        &below_high - &below_low
    }

    /// Intervals as few as cover the same: ascending, and apart from each other.
    pub(crate) fn union<'a>(bands: impl Iterator<Item = &'a Band>) -> Vec<Band> {
        let mut sorted: Vec<Band> = bands.cloned().collect();
        let at = |end: &Option<BandEnd>| end.as_ref().map(|end| end.at.clone());
        sorted.sort_by_cached_key(|band| at(&band.low));
        let mut out: Vec<Band> = Vec::new();
        for band in sorted {
            let touches = |last: &Band| match (&last.high, &band.low) {
                (Some(high), Some(low)) => low.at <= high.at,
                _ => true,
            };
            match out.last_mut().filter(|last| touches(last)) {
                Some(last) => {
                    let reaches = match (&last.high, &band.high) {
                        (Some(own), Some(other)) => own.at < other.at,
                        (own, _) => own.is_some(),
                    };
                    if reaches {
                        last.high = band.high;
                    }
                }
                None => out.push(band),
            }
        }
        out
    }

    /// The interval that a region is of a sum whose multiple it is about.
    fn of(region: &Region<Rational>, sum: &Affine<Rational>) -> Option<Band> {
        let (_, scale) = sum.terms.first()?;
        let falls = scale.is_negative();
        let end = |edge: &Edge<Rational>| BandEnd {
            at: &sum.constant + &(scale * &edge.threshold),
            below: if falls { &Rational::ONE - &edge.below } else { edge.below.clone() },
        };
        let (low, high) = (region.low.as_ref().map(end), region.high.as_ref().map(end));
        Some(if falls { Band { low: high, high: low } } else { Band { low, high } })
    }
}

fn sum(cell: &Cell<Rational>) -> Option<&Affine<Rational>> {
    let Cell::Roll(roll) = cell else { return None };
    let Roll::Sum(sum) = roll.as_ref() else { return None };
    Some(sum)
}

/// The states that a roll leads to, each with where the roll is then.
pub(super) struct Landed {
    pub(super) formula: RollFormula,
    /// What the slots hold, the interval, and the mass of both together.
    states: Vec<(Vec<Cell<Rational>>, Band, Rational)>,
}

impl Landed {
    /// From states whose last slot still has the roll.
    pub(super) fn new(formula: RollFormula, layer: &Layer<Rational>) -> Option<Landed> {
        let mut states = Vec::with_capacity(layer.states.len());
        for (state, numerator) in &layer.states {
            let (kept, cells) = state.cells.split_last()?;
            let sum = sum(kept)?;
            let mut weight = mass::<Rational>(numerator, &layer.denominator, Span::default()).ok()?;
            let mut band = Band { low: None, high: None };
            for region in &state.regions {
                if !region.density.is_empty() {
                    return None;
                }
                weight = &weight * &region.mass();
                if sum.terms.iter().any(|(id, _)| region.mentions(*id)) {
                    band = Band::of(region, sum)?;
                }
            }
            states.push((cells.to_vec(), band, weight));
        }
        Some(Landed { formula, states })
    }

    /// Whether it has the states of a layer, with the same masses.
    pub(super) fn explains(&self, layer: &Layer<Rational>) -> bool {
        let own = |cells: &[Cell<Rational>]| {
            let own = self.states.iter().filter(|(other, ..)| other == cells);
            own.map(|(_, _, mass)| mass).sum::<Rational>()
        };
        layer.states.iter().all(|(state, numerator)| {
            mass::<Rational>(numerator, &layer.denominator, Span::default())
                .is_ok_and(|mass| mass == own(&state.cells))
        })
    }

    /// Where the roll is in a state.
    pub(super) fn bands(&self, cells: &[Cell<Rational>]) -> Vec<Band> {
        Band::union(self.states.iter().filter(|(other, ..)| other == cells).map(|(_, band, _)| band))
    }
}
