//! Comparing a roll: the state is split at the threshold.

use std::cmp::Ordering;

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::parse::ast::BinaryOp;
use crate::prob::{SumError, uniform_sum_cdf};
use crate::source::Span;

use super::cell::Affine;
use super::limits::{Stop, internal, refuse};
use super::region::{Edge, Region};
use super::state::State;
use super::term::{Context, compares};

/// The state in which a comparison holds, and the state in which it does not, where they have mass.
pub(super) type Outcomes<N> = (Option<State<N>>, Option<State<N>>);

/// The two sides of a threshold: the state below it and the state above it, where they have mass.
struct Sides<N> {
    below: Option<State<N>>,
    above: Option<State<N>>,
}

impl<N: Number> Context<'_, N> {
    /// Compares a roll with zero: the states in which the comparison holds, and in which it does not.
    pub(super) fn compare_roll(
        &self,
        state: &State<N>,
        roll: &Affine<N>,
        op: BinaryOp,
        origin: Span,
    ) -> Result<Outcomes<N>, Stop> {
        let Some((_, scale)) = roll.terms.first().cloned() else {
            let holds = compares(op, self.sign(&roll.constant, origin)?);
            return Ok(if holds { (Some(state.clone()), None) } else { (None, Some(state.clone())) });
        };
        let rising = self.sign(&scale, origin)? == Ordering::Greater;
        let one = N::from(Rational::ONE);
        let inverse = one.over(&scale).ok_or_else(|| internal(origin, "a coefficient is zero"))?;
        let unit = roll.scaled(&inverse);
        let threshold = N::from(Rational::ZERO).minus(&unit.constant);
        let sides = self.split(state, unit.terms, threshold, origin)?;
        // A threshold itself has no mass, so `<` and `<=` are the same. A falling roll is small where
        // its direction is large.
        let wants_small = matches!(op, BinaryOp::Less | BinaryOp::LessEquals);
        Ok(if wants_small == rising { (sides.below, sides.above) } else { (sides.above, sides.below) })
    }

    fn split(
        &self,
        state: &State<N>,
        direction: Vec<(u32, N)>,
        threshold: N,
        origin: Span,
    ) -> Result<Sides<N>, Stop> {
        let coefficients: Vec<N> = direction.iter().map(|(_, coefficient)| coefficient.clone()).collect();
        let below = uniform_sum_cdf(&coefficients, &threshold, self.axis)
            .map_err(|error| not_integrable(&error, origin))?;
        self.check_number(&below, origin)?;
        // Beyond the least or greatest value nothing needs to be known of other rolls.
        if below == N::from(Rational::ZERO) {
            return Ok(Sides { below: None, above: Some(state.clone()) });
        }
        if below == N::from(Rational::ONE) {
            return Ok(Sides { below: Some(state.clone()), above: None });
        }
        let place =
            state.regions.iter().position(|region| direction.iter().any(|(id, _)| region.mentions(*id)));
        let region = match place.and_then(|place| state.regions.get(place)) {
            Some(known) if known.direction == direction => known.clone(),
            Some(_) => return Err(shared(origin)),
            None => Region { direction, low: None, high: None },
        };
        let beyond = |edge: &Edge<N>| self.sign(&threshold.minus(&edge.threshold), origin);
        if let Some(low) = &region.low
            && beyond(low)? != Ordering::Greater
        {
            return Ok(Sides { below: None, above: Some(state.clone()) });
        }
        if let Some(high) = &region.high
            && beyond(high)? != Ordering::Less
        {
            return Ok(Sides { below: Some(state.clone()), above: None });
        }
        let edge = Edge { threshold, below };
        let lower = Region { high: Some(edge.clone()), ..region.clone() };
        let upper = Region { low: Some(edge), ..region };
        let zero = N::from(Rational::ZERO);
        let with = |region: Region<N>| {
            if region.mass() == zero {
                return None;
            }
            let mut next = state.clone();
            match place {
                Some(place) => next.regions[place] = region,
                None => {
                    next.regions.push(region);
                    next.regions.sort_by_key(|region| region.direction.first().map(|(id, _)| *id));
                }
            }
            Some(next)
        };
        Ok(match (with(lower), with(upper)) {
            // Where one side has no mass the comparison says nothing new.
            (None, _) => Sides { below: None, above: Some(state.clone()) },
            (_, None) => Sides { below: Some(state.clone()), above: None },
            (below, above) => Sides { below, above },
        })
    }

    /// The whole numbers between which a roll lies: the floor of its least and greatest value.
    pub(super) fn floor_range(&self, roll: &Affine<N>, origin: Span) -> Result<(i64, i64), Stop> {
        let (mut low, mut high) = (roll.constant.clone(), roll.constant.clone());
        for (_, coefficient) in &roll.terms {
            if self.sign(coefficient, origin)? == Ordering::Less {
                low = low.plus(coefficient);
            } else {
                high = high.plus(coefficient);
            }
        }
        let floor = |end: &N| end.to_rational().and_then(|end| end.floor().to_i64());
        match (floor(&low), floor(&high)) {
            (Some(low), Some(high)) => Ok((low, high)),
            _ => Err(refuse(Code::RollNotIntegrable, origin, "this roll cannot be rounded to whole numbers")),
        }
    }
}

fn shared(origin: Span) -> Stop {
    let mut stop = refuse(
        Code::RollShared,
        origin,
        "this roll shares a uniform with another roll that was compared before",
    );
    stop.notes.push(
        "after the first comparison the two are no longer independent, and no exact piece can be given"
            .to_owned(),
    );
    stop.help = Some("compare the same combination again, or draw a uniform of its own for this one".into());
    stop
}

fn not_integrable(error: &SumError, origin: Span) -> Stop {
    match error {
        SumError::TooManyTerms(_) => refuse(Code::RollNotIntegrable, origin, error.to_string()),
        SumError::Undecided(_) => internal(origin, "a sign is not settled on this cell of the symbol"),
        SumError::ZeroCoefficient => internal(origin, "a coefficient is zero"),
    }
}
