//! Numbers of which only is known that they are not less than another one.
//!
//! What holds for all of them is answered; what depends on which of them it is, is refused.

use std::cmp::Ordering;

use crate::check::model::Builtin;
use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::parse::ast::BinaryOp;
use crate::source::Span;
use crate::value::Above;

use super::cell::Cell;
use super::limits::{Stop, internal, refuse};
use super::term::{Context, compares};

/// That a number is needed of which only its bound is known.
#[must_use]
pub fn not_known(above: &Above, origin: Span) -> Stop {
    let mut stop =
        refuse(Code::NotRecorded, origin, format!("this is `{above}`, and how much exactly is not known"));
    let ask = if above.inclusive { "at least" } else { "more than" };
    stop.help = Some(format!("ask no more of it than whether it is {ask} {}", above.bound).into());
    stop
}

impl<N: Number> Context<'_, N> {
    /// An operator with such a number on its left.
    pub(super) fn above(
        &self,
        op: BinaryOp,
        left: &Above,
        right: &Cell<N>,
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let Cell::Number(right) = right else { return Err(not_known(left, origin)) };
        if op.is_comparison() {
            return self.compare_above(op, left, right, origin).map(Cell::Flag);
        }
        let right = right.to_rational().ok_or_else(|| not_known(left, origin))?;
        let bound = match op {
            BinaryOp::Add => &left.bound + &right,
            BinaryOp::Subtract => &left.bound - &right,
            BinaryOp::Multiply if right.is_zero() => return Ok(Cell::Number(N::from(right))),
            BinaryOp::Multiply if !right.is_negative() => &left.bound * &right,
            BinaryOp::Divide if !right.is_negative() => {
                let by_zero = || refuse(Code::DivisionByZero, origin, "this divides by zero");
                left.bound.checked_div(&right).ok_or_else(by_zero)?
            }
            _ => return Err(not_known(left, origin)),
        };
        Ok(cell(bound, left.inclusive))
    }

    /// An operator with such a number on its right.
    pub(super) fn below(
        &self,
        op: BinaryOp,
        left: &Cell<N>,
        right: &Above,
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let op = match op {
            BinaryOp::Less => BinaryOp::Greater,
            BinaryOp::LessEquals => BinaryOp::GreaterEquals,
            BinaryOp::Greater => BinaryOp::Less,
            BinaryOp::GreaterEquals => BinaryOp::LessEquals,
            BinaryOp::Equals | BinaryOp::NotEquals | BinaryOp::Add | BinaryOp::Multiply => op,
            _ => return Err(not_known(right, origin)),
        };
        self.above(op, right, left, origin)
    }

    /// Whether all of them compare so with a number, or none does.
    fn compare_above(&self, op: BinaryOp, above: &Above, number: &N, origin: Span) -> Result<bool, Stop> {
        let distance = N::from(above.bound.clone()).minus(number);
        match (self.sign(&distance, origin)?, op) {
            (Ordering::Greater, _) => Ok(compares(op, Ordering::Greater)),
            (Ordering::Equal, _) if !above.inclusive => Ok(compares(op, Ordering::Greater)),
            (Ordering::Equal, BinaryOp::GreaterEquals) => Ok(true),
            (Ordering::Equal, BinaryOp::Less) => Ok(false),
            _ => Err(not_known(above, origin)),
        }
    }

    /// A function with such a number among its arguments.
    pub(super) fn call_above(
        &self,
        builtin: Builtin,
        arguments: &[Cell<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        match (builtin, arguments) {
            (Builtin::Min, [first, rest @ ..]) => self.extreme(BinaryOp::LessEquals, first, rest, origin),
            (Builtin::Max, [first, rest @ ..]) => self.extreme(BinaryOp::GreaterEquals, first, rest, origin),
            (Builtin::Clamp, [x, low, high]) => {
                let raised = self.extreme(BinaryOp::GreaterEquals, x, std::slice::from_ref(low), origin)?;
                self.extreme(BinaryOp::LessEquals, &raised, std::slice::from_ref(high), origin)
            }
            (_, arguments) => {
                let above = arguments.iter().find_map(|argument| match argument {
                    Cell::Above(above) => Some(above),
                    _ => None,
                });
                Err(above.map_or_else(
                    || internal(origin, "no number is unknown"),
                    |above| not_known(above, origin),
                ))
            }
        }
    }

    /// The one of some numbers that compares so with all others.
    fn extreme(
        &self,
        op: BinaryOp,
        first: &Cell<N>,
        rest: &[Cell<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let mut best = first.clone();
        for next in rest {
            match self.binary(op, &best, next, origin)? {
                Cell::Flag(true) => {}
                _ => best = next.clone(),
            }
        }
        Ok(best)
    }

    /// A number, but all from a bound on as one; or all that are more than it.
    pub(super) fn as_one_from(
        &self,
        builtin: Builtin,
        arguments: &[Cell<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let [value, Cell::Number(bound)] = arguments else {
            return Err(internal(origin, "what is recorded is no number"));
        };
        let inclusive = builtin == Builtin::OrMore;
        let op = if inclusive { BinaryOp::GreaterEquals } else { BinaryOp::Greater };
        match self.binary(op, value, &Cell::Number(bound.clone()), origin)? {
            Cell::Flag(false) => Ok(value.clone()),
            _ => {
                let bound = bound.to_rational();
                let bound = bound.ok_or_else(|| internal(origin, "a bound holds the symbol"))?;
                Ok(cell(bound, inclusive))
            }
        }
    }
}

fn cell<N: Number>(bound: Rational, inclusive: bool) -> Cell<N> {
    Cell::Above(Box::new(Above { bound, inclusive }))
}
