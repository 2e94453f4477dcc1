//! Mixtures: weights of the states at the cut, and the law of the outcomes behind each of them.

use std::collections::BTreeMap;

use crate::evaluate::{Refusable, Stop};
use crate::exact::symbol::{Function, sample};
use crate::exact::{Number, Rational};
use crate::query::error::internal;
use crate::source::Span;

/// Masses of the states at the cut, by their number.
pub(super) type Weights<N> = Vec<(usize, N)>;
/// For each state at the cut the law of the outcomes, by their numbers.
pub(super) type Kernel = Vec<Row>;
/// The law of the outcomes from one state, or why it has none.
pub(super) type Row = Refusable<Vec<(usize, Rational)>>;

pub(super) fn apart(a: &Weights<Rational>, b: &Weights<Rational>) -> Rational {
    let mut difference: BTreeMap<usize, Rational> = a.iter().cloned().collect();
    for (state, mass) in b {
        let own = difference.entry(*state).or_default();
        *own = &*own - mass;
    }
    half(difference.values().map(Rational::abs).sum())
}

pub(super) fn half(value: Rational) -> Rational {
    &value * &Rational::new(1, 2)
}

/// The masses of a row; those of a state that cannot be reached are none.
fn masses(row: &Row) -> &[(usize, Rational)] {
    row.as_ref().map_or(&[], Vec::as_slice)
}

pub(super) fn row_distance(a: &Row, b: &Row) -> Rational {
    match (a, b) {
        (Ok(a), Ok(b)) if a == b => Rational::ZERO,
        (Ok(a), Ok(b)) => apart(a, b),
        // A bound, where one of them is not reached.
        _ => Rational::ONE,
    }
}

/// The total variation distance of the two mixtures.
pub(super) fn distance(from: &Weights<Rational>, to: &Weights<Rational>, a: &Kernel, b: &Kernel) -> Rational {
    let mut difference: BTreeMap<usize, Rational> = BTreeMap::new();
    let mut add = |weights: &Weights<Rational>, kernel: &Kernel, minus: bool| {
        for (state, weight) in weights {
            for (outcome, mass) in masses(&kernel[*state]) {
                let product = weight * mass;
                let own = difference.entry(*outcome).or_default();
                *own = if minus { &*own - &product } else { &*own + &product };
            }
        }
    };
    add(from, a, false);
    add(to, b, true);
    half(difference.values().map(Rational::abs).sum())
}

/// The differences of the two mixtures as functions, one for each outcome; those that are zero left out.
pub(super) fn differences(
    from: &Weights<Function>,
    to: &Weights<Function>,
    a: &Kernel,
    b: &Kernel,
) -> Vec<Function> {
    // Coefficients of equal weights are joined first, so that few functions are multiplied.
    let mut coefficients: BTreeMap<(usize, usize), (Rational, &Function)> = BTreeMap::new();
    let mut apart: BTreeMap<usize, Vec<(Rational, &Function)>> = BTreeMap::new();
    let shared: BTreeMap<usize, &Function> = to.iter().map(|(state, mass)| (*state, mass)).collect();
    for (state, mass) in from {
        let same = shared.get(state).is_some_and(|other| *other == mass);
        for (outcome, chance) in masses(&a[*state]) {
            if same {
                coefficients.entry((*outcome, *state)).or_insert((Rational::ZERO, mass)).0 = chance.clone();
            } else {
                apart.entry(*outcome).or_default().push((chance.clone(), mass));
            }
        }
    }
    let own: BTreeMap<usize, &Function> = from.iter().map(|(state, mass)| (*state, mass)).collect();
    for (state, mass) in to {
        let same = own.get(state).is_some_and(|other| *other == mass);
        for (outcome, chance) in masses(&b[*state]) {
            if same {
                let entry = coefficients.entry((*outcome, *state)).or_insert((Rational::ZERO, mass));
                entry.0 = &entry.0 - chance;
            } else {
                apart.entry(*outcome).or_default().push((-chance, mass));
            }
        }
    }
    for ((outcome, _), (coefficient, mass)) in coefficients {
        if !coefficient.is_zero() {
            apart.entry(outcome).or_default().push((coefficient, mass));
        }
    }
    let sum = |parts: Vec<(Rational, &Function)>| {
        let zero = Function::from(Rational::ZERO);
        parts.into_iter().fold(zero, |sum, (factor, mass)| sum.plus(&mass.times(&Function::from(factor))))
    };
    apart.into_values().map(sum).filter(|difference| !difference.is_zero()).collect()
}

/// Half the sum of the differences at a point; `None` where one of them has no value.
pub(super) fn distance_at(differences: &[Function], point: &Rational) -> Option<Rational> {
    let sum: Option<Rational> = differences.iter().map(|d| Some(d.at(point)?.abs())).sum();
    sum.map(half)
}

/// A point of the piece where some difference is not zero, with the distance there.
///
/// # Errors
/// A difference that has no value within the piece.
pub(super) fn witness(
    differences: &[Function],
    low: Option<&Rational>,
    high: Option<&Rational>,
    place: Span,
) -> Result<Option<(Rational, Rational)>, Stop> {
    // A function that is not zero has no more zeros than its degree: some of these points is none.
    let Some(degree) = differences.iter().map(|d| d.numerator().degree()).max() else { return Ok(None) };
    let mut point = sample(low, high);
    for _ in 0..=degree + 1 {
        let distance = distance_at(differences, &point)
            .ok_or_else(|| internal(place, "a difference has no value within its piece"))?;
        if !distance.is_zero() {
            return Ok(Some((point, distance)));
        }
        point = sample(Some(&point), high);
    }
    Err(internal(place, "a difference that is not zero has no point"))
}
