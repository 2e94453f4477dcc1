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
pub fn not_recorded(above: &Above, origin: Span) -> Stop {
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
        let right = match right {
            Cell::Number(right) => right,
            Cell::Above(right) if op == BinaryOp::Add => {
                return Ok(cell(&left.bound + &right.bound, left.inclusive && right.inclusive));
            }
            Cell::Above(right)
                if op == BinaryOp::Multiply && !left.bound.is_negative() && !right.bound.is_negative() =>
            {
                return Ok(cell(&left.bound * &right.bound, left.inclusive || right.inclusive));
            }
            _ => return Err(not_recorded(left, origin)),
        };
        if op.is_comparison() {
            return self.compare_above(op, left, right, origin).map(Cell::Flag);
        }
        let right = right.to_rational().ok_or_else(|| not_recorded(left, origin))?;
        let bound = match op {
            BinaryOp::Add => &left.bound + &right,
            BinaryOp::Subtract => &left.bound - &right,
            BinaryOp::Multiply if right.is_zero() => return Ok(Cell::Number(N::from(right))),
            BinaryOp::Multiply if !right.is_negative() => &left.bound * &right,
            BinaryOp::Divide if !right.is_negative() => {
                let by_zero = || refuse(Code::DivisionByZero, origin, "this divides by zero");
                left.bound.checked_div(&right).ok_or_else(by_zero)?
            }
            _ => return Err(not_recorded(left, origin)),
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
            _ => return Err(not_recorded(right, origin)),
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
            _ => Err(not_recorded(above, origin)),
        }
    }

    /// A function with such a number among its arguments.
    pub(super) fn call_above(
        &self,
        builtin: Builtin,
        arguments: &[Cell<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let unknown = arguments.iter().filter_map(|argument| match argument {
            Cell::Above(above) => Some(above.as_ref()),
            _ => None,
        });
        let Some(least) = unknown.clone().min_by_key(|above| &above.bound) else {
            return Err(internal(origin, "no number is unknown"));
        };
        match (builtin, arguments) {
            // What is known is the least where all that is unknown is not less; else the least is not less than the
            // least bound.
            (Builtin::Min, _) => match self.extreme_known(Builtin::Min, arguments, origin)? {
                Some(known) if self.is_at_most(&known, &least.bound, origin)? => Ok(Cell::Number(known)),
                _ => Ok(cell(least.bound.clone(), true)),
            },
            (Builtin::Max, _) => {
                let most = unknown.max_by_key(|above| (&above.bound, !above.inclusive)).unwrap_or(least);
                match self.extreme_known(Builtin::Max, arguments, origin)? {
                    Some(known) if !self.is_at_most(&known, &most.bound, origin)? => {
                        match known.to_rational() {
                            Some(known) => Ok(cell(known, true)),
                            None => Err(not_recorded(most, origin)),
                        }
                    }
                    _ => Ok(cell(most.bound.clone(), most.inclusive)),
                }
            }
            (Builtin::Clamp, [number, low, high]) => {
                let raised = self.binary_call(Builtin::Max, number, low, origin)?;
                self.binary_call(Builtin::Min, &raised, high, origin)
            }
            (Builtin::Floor, [Cell::Above(above)]) => Ok(cell(above.bound.floor(), true)),
            (Builtin::Ceil, [Cell::Above(above)]) => Ok(cell(above.bound.ceil(), true)),
            (Builtin::Round, [Cell::Above(above)]) => {
                Ok(cell((&above.bound + &Rational::new(1, 2)).floor(), true))
            }
            _ => Err(not_recorded(least, origin)),
        }
    }

    /// The least or the greatest of the numbers that are known.
    fn extreme_known(
        &self,
        builtin: Builtin,
        arguments: &[Cell<N>],
        origin: Span,
    ) -> Result<Option<N>, Stop> {
        let numbers = arguments.iter().filter_map(|argument| match argument {
            Cell::Number(number) => Some(number.clone()),
            _ => None,
        });
        let numbers: Vec<N> = numbers.collect();
        if numbers.is_empty() { Ok(None) } else { self.call(builtin, &numbers, origin).map(Some) }
    }

    fn is_at_most(&self, number: &N, bound: &Rational, origin: Span) -> Result<bool, Stop> {
        Ok(self.sign(&number.minus(&N::from(bound.clone())), origin)? != Ordering::Greater)
    }

    fn binary_call(
        &self,
        builtin: Builtin,
        left: &Cell<N>,
        right: &Cell<N>,
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        match (left, right) {
            (Cell::Number(left), Cell::Number(right)) => {
                self.call(builtin, &[left.clone(), right.clone()], origin).map(Cell::Number)
            }
            (left, right) => self.call_above(builtin, &[left.clone(), right.clone()], origin),
        }
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
        let bound = bound.to_rational().ok_or_else(|| internal(origin, "a bound holds the symbol"))?;
        let taken = match value {
            // Of less than this it is not known whether it is beyond.
            Cell::Above(above) => {
                above.bound > bound || above.bound == bound && (inclusive || !above.inclusive)
            }
            value => {
                let op = if inclusive { BinaryOp::GreaterEquals } else { BinaryOp::Greater };
                self.binary(op, value, &Cell::Number(N::from(bound.clone())), origin)? == Cell::Flag(true)
            }
        };
        Ok(if taken { cell(bound, inclusive) } else { value.clone() })
    }
}

fn cell<N: Number>(bound: Rational, inclusive: bool) -> Cell<N> {
    Cell::Above(Box::new(Above { bound, inclusive }))
}
