//! What draws, guards and checks mean in one state. The run of whole layers and the walk from state to state
//! both ask here, so that they refuse the same in the same words.

use std::cmp::Ordering;
use std::num::NonZeroI64;

use crate::check::model::Range;
use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::lower::Slot;
use crate::source::Span;
use crate::value::Above;

use super::above::not_recorded;
use super::cell::Cell;
use super::limits::{Stop, refuse};
use super::meter::Meter;
use super::term::{Bound, Context};

/// A numerator and a denominator.
pub(super) type Ratio<N> = (<N as Number>::Ring, <N as Number>::Ring);

impl<N: Number> Context<'_, N> {
    /// The probability of each branch in a state, in lowest terms; checked to lie in [0, 1] and to sum to 1.
    pub(super) fn weights<B>(
        &self,
        arms: &[(Bound<N>, B)],
        rest: bool,
        cells: &[Cell<N>],
        origin: Span,
    ) -> Result<Vec<Ratio<N>>, Stop> {
        let (zero, one) = (N::from(Rational::ZERO), N::from(Rational::ONE));
        let mut left = one;
        let mut ratios = Vec::with_capacity(arms.len() + 1);
        for (weight, _) in arms {
            let value = self.number(weight, cells)?;
            let too_small = self.sign(&value, weight.origin)?.is_lt();
            left = left.minus(&value);
            let too_large = self.sign(&left, weight.origin)?.is_lt();
            if too_small || (too_large && arms.len() == 1) {
                let shown = shown(&value);
                return Err(refuse(
                    Code::ProbabilityRange,
                    weight.origin,
                    format!("a probability lies between 0 and 1; here it is {shown}"),
                ));
            }
            ratios.push(value.ratio());
        }
        if rest && !self.sign(&left, origin)?.is_lt() {
            ratios.push(left.ratio());
        } else if left != zero {
            let total = shown(&N::from(Rational::ONE).minus(&left));
            return Err(refuse(
                Code::WeightsSum,
                origin,
                format!("the probabilities sum to {total}, not to 1"),
            ));
        }
        Ok(ratios)
    }

    /// The index of the first guard that is true; that of the last branch where none is.
    pub(super) fn chosen<B>(&self, arms: &[(Bound<N>, B)], cells: &[Cell<N>]) -> Result<usize, Stop> {
        for (index, (guard, _)) in arms.iter().enumerate() {
            if self.flag(guard, cells)? {
                return Ok(index);
            }
        }
        Ok(arms.len())
    }

    /// Below which number `random` draws. `made` states are there already, and each number makes another.
    pub(super) fn sides(
        &self,
        bound: &Bound<N>,
        cells: &[Cell<N>],
        made: usize,
        meter: &Meter<'_>,
    ) -> Result<NonZeroI64, Stop> {
        let n = self.count(bound, cells, "the bound of `random`")?;
        let Some(sides) = NonZeroI64::new(n).filter(|sides| sides.is_positive()) else {
            return Err(refuse(
                Code::OutOfRange,
                bound.origin,
                format!("`random(n)` gives a whole number below n, so n is at least 1; here it is {n}"),
            ));
        };
        let states = made.saturating_add(usize::try_from(n).unwrap_or(usize::MAX));
        meter.room(states, bound.origin, "`random` makes too many distinct states")?;
        Ok(sides)
    }

    /// How many rounds `repeat` makes.
    pub(super) fn rounds(&self, count: &Bound<N>, cells: &[Cell<N>]) -> Result<i64, Stop> {
        let times = self.count(count, cells, "how often to repeat")?;
        if times < 0 {
            let message = format!("nothing can be repeated {times} times");
            return Err(refuse(Code::OutOfRange, count.origin, message));
        }
        Ok(times)
    }

    /// Refuses a number outside a range; what it is called stands before the range.
    pub(super) fn check_range(
        &self,
        slot: Slot,
        range: &(String, Range),
        cells: &[Cell<N>],
        origin: Span,
    ) -> Result<(), Stop> {
        cells.get(slot.0 as usize).map_or(Ok(()), |cell| self.check_within(cell, range, origin))
    }

    /// Refuses a number outside a range.
    pub(super) fn check_within(
        &self,
        cell: &Cell<N>,
        (name, range): &(String, Range),
        origin: Span,
    ) -> Result<(), Stop> {
        let number = match cell {
            Cell::Number(number) => number,
            Cell::Above(above) => return above_in_range(above, name, range, origin),
            _ => return Ok(()),
        };
        let beyond = |end: &Option<Rational>, forbidden: Ordering| match end {
            None => Ok(false),
            Some(end) => {
                let distance = number.minus(&N::from(end.clone()));
                self.sign(&distance, origin).map(|sign| sign == forbidden)
            }
        };
        if beyond(&range.low, Ordering::Less)? || beyond(&range.high, Ordering::Greater)? {
            let (range, found) = (range.describe().unwrap_or_default(), shown(number));
            return Err(refuse(Code::OutOfRange, origin, format!("{name} goes {range}; here it is {found}")));
        }
        Ok(())
    }
}

/// As [`Context::check_range`] for some number that is not less than another one.
fn above_in_range(above: &Above, name: &str, range: &Range, origin: Span) -> Result<(), Stop> {
    let outside = |high: &Rational| *high < above.bound || (!above.inclusive && *high == above.bound);
    if range.high.as_ref().is_some_and(outside) {
        let range = range.describe().unwrap_or_default();
        return Err(refuse(Code::OutOfRange, origin, format!("{name} goes {range}; here it is {above}")));
    }
    if range.high.is_some() || range.low.as_ref().is_some_and(|low| *low > above.bound) {
        return Err(not_recorded(above, origin));
    }
    Ok(())
}

pub(super) fn shown<N: Number>(number: &N) -> String {
    number.to_rational().map_or_else(|| "an expression of the symbol".to_owned(), |number| number.to_string())
}
