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
use super::roll::Roll;
use super::state::State;
use super::term::{Context, compares};

/// The states in which a comparison holds, and those in which it does not.
pub(super) type Outcomes<N> = (Vec<State<N>>, Vec<State<N>>);

/// The two sides of a threshold: the state below it and the state above it, where they have mass.
struct Sides<N> {
    below: Option<State<N>>,
    above: Option<State<N>>,
}

/// A state on the ways on which a comparison holds, and on those on which it fails.
type HoldsOrFails<N> = (Option<State<N>>, Option<State<N>>);

impl<N: Number> Context<'_, N> {
    /// Compares a roll with zero: the states in which the comparison holds, and in which it does not.
    pub(super) fn compare_roll(
        &self,
        state: &State<N>,
        roll: &Roll<N>,
        op: BinaryOp,
        origin: Span,
    ) -> Result<Outcomes<N>, Stop> {
        let Roll::Sum(sum) = roll else {
            return self.compare_each(state, roll, op, origin).map_err(|stop| {
                let before = state
                    .regions
                    .iter()
                    .any(|region| region.direction.iter().any(|(id, _)| roll.mentions(*id)));
                if stop.code == Code::RollShared && !before { dependent(origin) } else { stop }
            });
        };
        let (holds, fails) = self.compare_sum(state, sum, op, origin)?;
        Ok((holds.into_iter().collect(), fails.into_iter().collect()))
    }

    /// The least of several is below a number where one of them is, and above it where all are.
    fn compare_each(
        &self,
        state: &State<N>,
        roll: &Roll<N>,
        op: BinaryOp,
        origin: Span,
    ) -> Result<Outcomes<N>, Stop> {
        let (rolls, least) = match roll {
            Roll::Sum(_) => return self.compare_roll(state, roll, op, origin),
            Roll::Least(rolls) => (rolls, true),
            Roll::Greatest(rolls) => (rolls, false),
        };
        let small = matches!(op, BinaryOp::Less | BinaryOp::LessEquals);
        let one_is_enough = least == small;
        let (mut decided, mut open) = (Vec::new(), vec![state.clone()]);
        for roll in rolls {
            let mut next = Vec::new();
            for state in &open {
                let (holds, fails) = self.compare_each(state, roll, op, origin)?;
                let (ends, goes_on) = if one_is_enough { (holds, fails) } else { (fails, holds) };
                decided.extend(ends);
                next.extend(goes_on);
            }
            open = next;
        }
        Ok(if one_is_enough { (decided, open) } else { (open, decided) })
    }

    fn compare_sum(
        &self,
        state: &State<N>,
        roll: &Affine<N>,
        op: BinaryOp,
        origin: Span,
    ) -> Result<HoldsOrFails<N>, Stop> {
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
            Some(known) if !known.density.is_empty() => return Err(drawn_with(origin)),
            Some(_) => return Err(shared(origin)),
            None => Region::new(direction),
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
            Some(state.with_region(place, region))
        };
        Ok(match (with(lower), with(upper)) {
            // Where one side has no mass the comparison says nothing new.
            (None, _) => Sides { below: None, above: Some(state.clone()) },
            (_, None) => Sides { below: Some(state.clone()), above: None },
            (below, above) => Sides { below, above },
        })
    }

    /// The least and the greatest value of a sum.
    pub(super) fn ends(&self, sum: &Affine<N>, origin: Span) -> Result<(N, N), Stop> {
        let (mut low, mut high) = (sum.constant.clone(), sum.constant.clone());
        for (_, coefficient) in &sum.terms {
            if self.sign(coefficient, origin)?.is_lt() {
                low = low.plus(coefficient);
            } else {
                high = high.plus(coefficient);
            }
        }
        Ok((low, high))
    }

    /// The whole numbers between which a roll lies: the floor of its least and greatest value.
    pub(super) fn floor_range(&self, roll: &Roll<N>, origin: Span) -> Result<(i64, i64), Stop> {
        let unrounded =
            || refuse(Code::RollNotIntegrable, origin, "this roll cannot be rounded to whole numbers");
        let rolls = match roll {
            Roll::Sum(sum) => {
                let (low, high) = self.ends(sum, origin)?;
                let floor = |end: &N| end.to_rational().and_then(|end| end.floor().to_i64());
                return floor(&low).zip(floor(&high)).ok_or_else(unrounded);
            }
            Roll::Least(rolls) | Roll::Greatest(rolls) => rolls,
        };
        let ranges =
            rolls.iter().map(|roll| self.floor_range(roll, origin)).collect::<Result<Vec<_>, Stop>>()?;
        let least = matches!(roll, Roll::Least(_));
        let best = |one: i64, two: i64| if least { one.min(two) } else { one.max(two) };
        let all = ranges.into_iter().reduce(|(low, high), (a, b)| (best(low, a), best(high, b)));
        all.ok_or_else(|| internal(origin, "the least of no rolls"))
    }
}

/// The rolls of which one is the least are not independent of each other, or of what it is compared with.
fn dependent(origin: Span) -> Stop {
    let message = "the least or greatest of rolls is compared here, and they are not independent";
    let mut stop = refuse(Code::RollShared, origin, message);
    stop.notes.push(
        "`min` and `max` of rolls, and of what is calculated from them, can be compared with numbers, where no two of the rolls share a uniform"
            .to_owned(),
    );
    stop.help = Some("draw a uniform of its own for each, or compare the rolls one after another".into());
    stop
}

/// A roll of which a part has been a probability.
fn drawn_with(origin: Span) -> Stop {
    let message = "this roll shares a uniform with a roll that `chance` took as a probability before";
    let mut stop = refuse(Code::RollShared, origin, message);
    stop.notes
        .push("what was drawn made some of its values likelier, and no exact piece can be given".to_owned());
    stop.help =
        Some("compare the roll that was the probability, or draw a uniform of its own for this one".into());
    stop
}

pub(super) fn shared(origin: Span) -> Stop {
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
