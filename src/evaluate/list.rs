//! What is done with lists in one state.

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::lower::ListOp;
use crate::parse::ast::{BinaryOp, End};
use crate::source::Span;

use super::cell::Cell;
use super::limits::{Stop, internal, refuse};
use super::term::{Bound, Context};

/// How many values a list may hold.
const LONGEST: i64 = 10_000;

impl<N: Number> Context<'_, N> {
    pub(super) fn list(
        &self,
        op: ListOp,
        terms: &[Bound<N>],
        cells: &[Cell<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let values = terms.iter().map(|term| self.eval(term, cells)).collect::<Result<Vec<_>, Stop>>()?;
        match (op, values.as_slice()) {
            (ListOp::Make, _) => Ok(Cell::List(values.into())),
            (ListOp::Range, _) => self.whole_range(terms, cells, origin),
            (ListOp::Length, [Cell::List(list)]) => {
                let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
                Ok(Cell::Number(N::from(Rational::from(length))))
            }
            (ListOp::At, [Cell::List(list), _]) => {
                let place = self.place(terms, cells, list.len(), origin)?;
                list.get(place).cloned().ok_or_else(|| internal(origin, "a place is not in its list"))
            }
            (ListOp::Set, [Cell::List(list), _, value]) => {
                let place = self.place(terms, cells, list.len(), origin)?;
                let mut list = list.to_vec();
                if let Some(cell) = list.get_mut(place) {
                    cell.clone_from(value);
                }
                Ok(Cell::List(list.into()))
            }
            (ListOp::Rest(end), [Cell::List(list)]) => {
                let rest = match end {
                    End::First => list.get(1..),
                    End::Last => list.len().checked_sub(1).and_then(|last| list.get(..last)),
                };
                rest.map(|rest| Cell::List(rest.to_vec().into()))
                    .ok_or_else(|| refuse(Code::EmptyList, origin, "nothing is left in the list"))
            }
            (ListOp::Add(end), [Cell::List(list), value]) => {
                self.short_enough(list.len().saturating_add(1), origin)?;
                let mut list = list.to_vec();
                let place = if end == End::First { 0 } else { list.len() };
                list.insert(place, value.clone());
                Ok(Cell::List(list.into()))
            }
            (ListOp::Holds, [Cell::List(list), value]) => {
                for held in list.iter() {
                    if self.same(held, value, origin)? {
                        return Ok(Cell::Flag(true));
                    }
                }
                Ok(Cell::Flag(false))
            }
            (ListOp::Sum, [Cell::List(list)]) => {
                let mut sum = Cell::Number(N::from(Rational::ZERO));
                for value in list.iter() {
                    sum = self.binary(BinaryOp::Add, &sum, value, origin)?;
                }
                Ok(sum)
            }
            _ => Err(internal(origin, "a list was expected")),
        }
    }

    /// Whether two lists hold the same in the same order.
    pub(super) fn same_lists(&self, left: &[Cell<N>], right: &[Cell<N>], origin: Span) -> Result<bool, Stop> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (left, right) in left.iter().zip(right) {
            if !self.same(left, right, origin)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn same(&self, left: &Cell<N>, right: &Cell<N>, origin: Span) -> Result<bool, Stop> {
        Ok(self.binary(BinaryOp::Equals, left, right, origin)? == Cell::Flag(true))
    }

    fn whole_range(&self, ends: &[Bound<N>], cells: &[Cell<N>], origin: Span) -> Result<Cell<N>, Stop> {
        let [first, last] = ends else { return Err(internal(origin, "a range has two ends")) };
        let first = self.count(first, cells, "the first of a range")?;
        let last = self.count(last, cells, "the last of a range")?;
        let count = last.saturating_sub(first).saturating_add(1).max(0);
        self.short_enough(usize::try_from(count).unwrap_or(usize::MAX), origin)?;
        let numbers = (first..=last).map(|value| Cell::Number(N::from(Rational::from(value))));
        Ok(Cell::List(numbers.collect::<Vec<_>>().into()))
    }

    /// The place in a list of that length, counted from 0; the second term counts it from 1.
    fn place(
        &self,
        terms: &[Bound<N>],
        cells: &[Cell<N>],
        length: usize,
        origin: Span,
    ) -> Result<usize, Stop> {
        let Some(place) = terms.get(1) else { return Err(internal(origin, "a place was expected")) };
        let place = self.count(place, cells, "a place in a list")?;
        let found = place.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        found.filter(|place| *place < length).ok_or_else(|| {
            let message = format!("the list has the places 1 to {length}; here it is asked for {place}");
            let message = if length == 0 { "nothing is in the list".to_owned() } else { message };
            refuse(Code::EmptyList, origin, message)
        })
    }

    fn short_enough(&self, length: usize, origin: Span) -> Result<(), Stop> {
        if i64::try_from(length).is_ok_and(|length| length <= LONGEST) {
            return Ok(());
        }
        let message = format!("a list of more than {LONGEST} values");
        Err(refuse(Code::Limit, origin, message))
    }
}
