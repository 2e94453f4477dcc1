//! The axis under some inputs, cut where the masses of the states at the cut change their form.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::mixture::{Weights, apart, half};
use super::space::Space;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{CutState, Family, Limits, Refusable, Stop, refuses};
use crate::exact::symbol::{Function, Piece, PieceError, sample};
use crate::exact::{Number, Rational};
use crate::value::Value;

/// One rule set.
pub(super) struct Side<'a> {
    pub(super) family: &'a Family,
    pub(super) rules: Vec<Value>,
    /// The inputs where none is varied.
    pub(super) base: &'a [Value],
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

/// The places of the axis under some inputs of both sides; `None` where the mechanic refuses them all.
pub(super) fn first(
    (from, ours): (&Side<'_>, &[Value]),
    (to, theirs): (&Side<'_>, &[Value]),
    space: &Space,
    states: &mut States,
) -> Result<Option<Vec<Place>>, Stop> {
    let pieces = |side: &Side<'_>, inputs: &[Value]| {
        let found = side.family.first_between(inputs, &side.rules, space.range.clone(), side.limits);
        found.map_err(|error| match error {
            PieceError::Failed(stop) => stop,
            PieceError::Irrational(_) => {
                refused(
                    "the chances change their form at a number that is not rational, so nothing can be proven over all of \
                     the axis; give it a value with `--set`, or run it through some with `--over`",
                )
            }
            PieceError::TooMany(most) => refused(format!("the axis falls into more than {most} pieces")),
        })
    };
    let usual = space.axis.and_then(|axis| ours[axis].as_number().cloned());
    let (our_pieces, their_pieces) = (pieces(from, ours)?, pieces(to, theirs)?);
    let mut ends: BTreeSet<Rational> = BTreeSet::new();
    ends.extend(our_pieces.iter().chain(&their_pieces).filter_map(|piece| piece.high.clone()));
    // The ends of the axis belong to it, and the usual value is always looked at.
    let (low, high) = space.range.clone();
    let points: BTreeSet<Rational> = ends.iter().cloned().chain(low.clone()).chain(usual).collect();
    let mut places = Vec::new();
    if let Some(axis) = space.axis {
        for point in &points {
            let mut at = |side: &Side<'_>, inputs: &[Value]| -> Result<Option<Weights<Rational>>, Stop> {
                let mut inputs = inputs.to_vec();
                inputs[axis] = Value::Number(point.clone());
                match side.family.first_at(&inputs, &side.rules, side.limits) {
                    Ok(entries) => Ok(Some(states.weights(entries))),
                    Err(stop) if refuses(&stop) => Ok(None),
                    Err(stop) => Err(stop),
                }
            };
            if let (Some(a), Some(b)) = (at(from, ours)?, at(to, theirs)?) {
                let apart = apart(&a, &b);
                places.push(Place { at: point.clone(), piece: None, apart, from: a, to: b, greatest: None });
            }
        }
    }
    ends.retain(|end| Some(end) != high.as_ref());
    let cuts: Vec<Option<Rational>> =
        std::iter::once(low).chain(ends.into_iter().map(Some)).chain([high]).collect();
    for pair in cuts.windows(2) {
        let at = sample(pair[0].as_ref(), pair[1].as_ref());
        let covers = |piece: &&Piece<Refusable<Vec<(CutState, Function)>>>| {
            piece.low.as_ref().is_none_or(|low| *low < at)
                && piece.high.as_ref().is_none_or(|high| at < *high)
        };
        let (Some(a), Some(b)) = (our_pieces.iter().find(covers), their_pieces.iter().find(covers)) else {
            return Err(refused("a piece of the axis is missing"));
        };
        let (Ok(a), Ok(b)) = (&a.value, &b.value) else { continue };
        let (a, b) = (states.weights(a.clone()), states.weights(b.clone()));
        let value = |weights: &Weights<Function>| -> Weights<Rational> {
            weights.iter().map(|(state, mass)| (*state, mass.at(&at).unwrap_or_default())).collect()
        };
        let (from, to) = (value(&a), value(&b));
        let greatest = greatest(&a, &b, pair[0].as_ref(), pair[1].as_ref());
        let piece = Some((pair[0].clone(), pair[1].clone(), a, b));
        places.push(Place { apart: apart(&from, &to), at, piece, from, to, greatest });
    }
    Ok((!places.is_empty()).then_some(places))
}

/// The ends of a piece, and the weights on it of both sides.
pub(super) type Between = (Option<Rational>, Option<Rational>, Weights<Function>, Weights<Function>);

/// A place of the axis: a point, or a piece between two points with a point in it.
pub(super) struct Place {
    pub(super) at: Rational,
    pub(super) piece: Option<Between>,
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
