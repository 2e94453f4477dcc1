//! The axis under some inputs, cut where the masses of the states at the cut change their form.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::mixture::{Weights, apart, half};
use super::space::Space;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{CutState, Family, Limits, Stop};
use crate::exact::symbol::{Function, Piece, PieceError, sample};
use crate::exact::{Number, Rational};
use crate::value::Value;

/// One rule set.
pub(super) struct Side<'a> {
    pub(super) family: &'a Family,
    pub(super) rules: Vec<Value>,
    pub(super) limits: &'a Limits,
}

/// The states at the cut, each once.
#[derive(Default)]
pub(super) struct States {
    pub(super) list: Vec<CutState>,
    numbers: FxHashMap<CutState, usize>,
}

impl States {
    fn weights<N>(&mut self, entries: Vec<(CutState, N)>) -> Weights<N> {
        let numbered = entries.into_iter().map(|(state, mass)| {
            let number = *self.numbers.entry(state.clone()).or_insert_with(|| {
                self.list.push(state);
                self.list.len() - 1
            });
            (number, mass)
        });
        let mut weights: Weights<N> = numbered.collect();
        weights.sort_by_key(|(state, _)| *state);
        weights
    }
}

/// The places of the axis under some inputs; `None` where the mechanic refuses the inputs.
pub(super) fn first(
    from: &Side<'_>,
    to: &Side<'_>,
    inputs: &[Value],
    space: &Space,
    states: &mut States,
) -> Result<Option<Vec<Place>>, Stop> {
    let pieces = |side: &Side<'_>| match side.family.first(inputs, &side.rules, side.limits) {
        Ok(pieces) => Ok(Some(pieces)),
        Err(PieceError::Failed(stop)) if stop.code == Code::Required => Ok(None),
        Err(PieceError::Failed(stop)) => Err(stop),
        Err(PieceError::Irrational(_)) => {
            Err(refused("the chances change their form at a number that is not rational"))
        }
        Err(PieceError::TooMany(most)) => {
            Err(refused(format!("the axis falls into more than {most} pieces")))
        }
    };
    let (Some(ours), Some(theirs)) = (pieces(from)?, pieces(to)?) else { return Ok(None) };
    let mut ends: BTreeSet<Rational> = BTreeSet::new();
    ends.extend(ours.iter().chain(&theirs).filter_map(|piece| piece.high.clone()));
    // The usual value is always looked at.
    let usual = space.axis.and_then(|axis| inputs[axis].as_number().cloned());
    let points: BTreeSet<Rational> = ends.iter().cloned().chain(usual).collect();
    let mut places = Vec::new();
    if let Some(axis) = space.axis {
        for point in &points {
            let mut inputs = inputs.to_vec();
            inputs[axis] = Value::Number(point.clone());
            let a = states.weights(from.family.first_at(&inputs, &from.rules, from.limits)?);
            let b = states.weights(to.family.first_at(&inputs, &to.rules, to.limits)?);
            let apart = apart(&a, &b);
            places.push(Place { at: point.clone(), piece: None, apart, from: a, to: b, greatest: None });
        }
    }
    let cuts: Vec<Option<Rational>> =
        std::iter::once(None).chain(ends.into_iter().map(Some)).chain([None]).collect();
    for pair in cuts.windows(2) {
        let at = sample(pair[0].as_ref(), pair[1].as_ref());
        let covers = |piece: &&Piece<Vec<(CutState, Function)>>| {
            piece.low.as_ref().is_none_or(|low| *low < at)
                && piece.high.as_ref().is_none_or(|high| at < *high)
        };
        let (Some(a), Some(b)) = (ours.iter().find(covers), theirs.iter().find(covers)) else {
            return Err(refused("a piece of the axis is missing"));
        };
        let (a, b) = (states.weights(a.value.clone()), states.weights(b.value.clone()));
        let value = |weights: &Weights<Function>| -> Weights<Rational> {
            weights.iter().map(|(state, mass)| (*state, mass.at(&at).unwrap_or_default())).collect()
        };
        let (from, to) = (value(&a), value(&b));
        let greatest = greatest(&a, &b, pair[0].as_ref(), pair[1].as_ref());
        let piece = Some((pair[0].clone(), pair[1].clone(), a, b));
        places.push(Place { apart: apart(&from, &to), at, piece, from, to, greatest });
    }
    Ok(Some(places))
}

/// A place of the axis: a point, or a piece between two points with a point in it.
pub(super) struct Place {
    pub(super) at: Rational,
    pub(super) piece: Option<(Option<Rational>, Option<Rational>, Weights<Function>, Weights<Function>)>,
    pub(super) from: Weights<Rational>,
    pub(super) to: Weights<Rational>,
    /// Half the sum of the differences of the weights.
    pub(super) apart: Rational,
    /// The greatest value of each weight of the one side on the piece, and of half the sum of the differences
    /// to the other, where they can be bounded.
    pub(super) greatest: Option<(Weights<Rational>, Rational)>,
}

pub(super) fn refused(message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(Code::Limit, crate::source::Span::default(), message))
}

/// The greatest value of each weight of one side over a piece, and of half the sum of the differences to
/// the other side, where the ends allow it.
fn greatest(
    from: &Weights<Function>,
    to: &Weights<Function>,
    low: Option<&Rational>,
    high: Option<&Rational>,
) -> Option<(Weights<Rational>, Rational)> {
    let range = |function: &Function| match (function.to_rational(), low, high) {
        (Some(constant), ..) => Some((constant.clone(), constant)),
        (None, Some(low), Some(high)) => function.range(low, high),
        _ => None,
    };
    let most: Option<Weights<Rational>> =
        from.iter().map(|(state, mass)| Some((*state, range(mass)?.1))).collect();
    let mut difference: BTreeMap<usize, Function> = from.iter().cloned().collect();
    for (state, mass) in to {
        let own = difference.entry(*state).or_insert_with(|| Function::from(Rational::ZERO));
        *own = own.minus(mass);
    }
    let apart: Option<Rational> = difference
        .values()
        .map(|function| range(function).map(|(least, most)| least.abs().max(most.abs())))
        .sum();
    Some((most?, half(apart?)))
}
