//! The axis under some inputs, cut where the masses of the states at the cut change their form.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::Failure;
use super::grid::Grid;
use super::mixture::{Weights, apart, half};
use super::space::Space;
use crate::diagnostic::{Message, Setting};
use crate::evaluate::{CutLaw, CutState, Family, Limits, Refusable, refuses};
use crate::exact::symbol::{Function, Piece, PieceError, sample};
use crate::exact::{Number, Rational};
use crate::query::error::internal;
use crate::value::{InputValue, RuleValue, Value};

/// One rule set.
pub(super) struct Side<'a> {
    pub(super) family: &'a Family,
    pub(super) rules: Vec<RuleValue>,
    /// The inputs where none is varied.
    pub(super) base: &'a [InputValue],
    pub(super) limits: &'a Limits,
}

impl Side<'_> {
    /// The inputs with a combination of a grid put in.
    pub(super) fn inputs(&self, grid: &Grid, number: usize) -> Vec<InputValue> {
        let mut inputs = self.base.to_vec();
        grid.put(number, &mut inputs);
        inputs
    }

    /// The masses of the states at the cut, piece by piece of the axis.
    fn pieces(&self, space: &Space, inputs: &[InputValue]) -> Result<Vec<Piece<Refusable<CutLaw>>>, Failure> {
        let ends = (space.range.low.clone(), space.range.high.clone());
        let found = self.family.first_between(inputs, &self.rules, ends, self.limits);
        found.map_err(|error| match error {
            PieceError::Failed(stop) => Failure::Stopped(stop),
            PieceError::Irrational(_) => {
                let problem = "the chances change their form at a number that is not rational, so nothing can be proven over \
                               all of the axis; give it a value with ";
                let problem = Message::from(problem).typed(Setting::Set, "").words(", or run it through some with ");
                Failure::Usage(problem.typed(Setting::Sweep, ""))
            }
            PieceError::TooMany(most) => {
                Failure::usage(format!("the axis falls into more than {most} pieces"))
            }
        })
    }
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

/// A section of the axis: a point, or a piece between two points with a point in it.
pub(super) struct Section {
    pub(super) at: Rational,
    /// `None` for a point.
    pub(super) piece: Option<Between>,
    pub(super) from: Weights<Rational>,
    pub(super) to: Weights<Rational>,
    /// Half the sum of the differences of the weights.
    pub(super) apart: Rational,
    /// The greatest value of each weight of the one side on the piece, and of half the sum of the differences
    /// to the other, where they can be bounded.
    pub(super) greatest: Option<(Weights<Rational>, Rational)>,
}

/// The ends of a piece, and the weights on it of both sides.
pub(super) struct Between {
    pub(super) low: Option<Rational>,
    pub(super) high: Option<Rational>,
    pub(super) from: Weights<Function>,
    pub(super) to: Weights<Function>,
}

/// The sections of the axis under a combination of the inputs before the cut; none where the mechanic refuses
/// them all.
pub(super) fn sections(
    from: &Side<'_>,
    to: &Side<'_>,
    space: &Space,
    first: usize,
    states: &mut States,
) -> Result<Vec<Section>, Failure> {
    let (ours, theirs) = (from.inputs(&space.first, first), to.inputs(&space.first, first));
    let pieces = [from.pieces(space, &ours)?, to.pieces(space, &theirs)?];
    let mut ends: BTreeSet<Rational> = BTreeSet::new();
    ends.extend(pieces.iter().flatten().filter_map(|piece| piece.high.clone()));
    let (low, high) = (space.range.low.clone(), space.range.high.clone());
    let mut sections = Vec::new();
    if let Some(axis) = space.axis {
        // The ends of the axis belong to it, and the usual value is always looked at.
        let usual = space.usual.clone();
        let points: BTreeSet<Rational> = ends.iter().cloned().chain(low.clone()).chain(usual).collect();
        for point in points {
            let mut at = |side: &Side<'_>, inputs: &[InputValue]| -> Result<_, Failure> {
                let mut inputs = inputs.to_vec();
                inputs[axis.index()] = Value::Number(point.clone()).into();
                match side.family.first_at(&inputs, &side.rules, side.limits) {
                    Ok(entries) => Ok(Some(states.weights(entries))),
                    Err(stop) if refuses(&stop) => Ok(None),
                    Err(stop) => Err(stop.into()),
                }
            };
            if let (Some(from), Some(to)) = (at(from, &ours)?, at(to, &theirs)?) {
                let apart = apart(&from, &to);
                sections.push(Section { at: point, piece: None, apart, from, to, greatest: None });
            }
        }
    }
    ends.retain(|end| Some(end) != high.as_ref());
    let cuts = std::iter::once(low).chain(ends.into_iter().map(Some)).chain([high]);
    let cuts: Vec<Option<Rational>> = cuts.collect();
    for pair in cuts.windows(2) {
        from.limits.ask(space.place)?;
        sections.extend(between(&pieces, (&pair[0], &pair[1]), space, states)?);
    }
    Ok(sections)
}

/// The section between two ends; `None` where the mechanic refuses it.
fn between(
    pieces: &[Vec<Piece<Refusable<CutLaw>>>; 2],
    (low, high): (&Option<Rational>, &Option<Rational>),
    space: &Space,
    states: &mut States,
) -> Result<Option<Section>, Failure> {
    let at = sample(low.as_ref(), high.as_ref());
    let covers = |piece: &&Piece<_>| {
        piece.low.as_ref().is_none_or(|low| *low < at) && piece.high.as_ref().is_none_or(|high| at < *high)
    };
    let [Some(from), Some(to)] = [&pieces[0], &pieces[1]].map(|side| side.iter().find(covers)) else {
        return Err(internal(space.place, "a piece of the axis is missing").into());
    };
    let (Ok(from), Ok(to)) = (&from.value, &to.value) else { return Ok(None) };
    let (from, to) = (states.weights(from.clone()), states.weights(to.clone()));
    let value = |weights: &Weights<Function>| -> Option<Weights<Rational>> {
        weights.iter().map(|(state, mass)| Some((*state, mass.at(&at)?))).collect()
    };
    let (Some(ours), Some(theirs)) = (value(&from), value(&to)) else {
        return Err(internal(space.place, "a mass has no value within its piece").into());
    };
    let greatest = greatest(&from, &to, low.as_ref(), high.as_ref());
    let piece = Some(Between { low: low.clone(), high: high.clone(), from, to });
    Ok(Some(Section { apart: apart(&ours, &theirs), at, piece, from: ours, to: theirs, greatest }))
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
