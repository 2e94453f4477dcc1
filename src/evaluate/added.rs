//! Loops whose rounds only add to one number and leave everything else as it was: what they add is the sum of equal
//! draws, and comes from the law of one round.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::check::model::Builtin;
use crate::exact::{Number, Rational, Ring};
use crate::lower::{Op, Slot};
use crate::parse::ast::BinaryOp;
use crate::prob::dice;
use crate::source::Span;
use crate::value::Above;

use super::cell::Cell;
use super::dice::DiceLaw;
use super::layer::Layer;
use super::limits::Stop;
use super::run::Run;
use super::slots::SlotSet;
use super::state::State;
use super::step::{Sequence, Step};
use super::term::{Bound, BoundKind};

/// Loops of fewer rounds are run: nothing is won.
const LEAST_ROUNDS: i64 = 4;

/// As are loops in which no more numbers are told apart than this.
const LEAST_END: i64 = 64;

/// What the rounds of a loop do that only add to one number.
#[derive(Debug, Clone)]
pub(super) struct Added {
    /// Where the number is.
    pub(super) slot: Slot,
    /// The number from which on all are taken as one.
    most: Option<Rational>,
}

impl Added {
    /// The same with the slot in its place.
    pub(super) fn with_slot(self, of: impl Fn(Slot) -> Slot) -> Added {
        Added { slot: of(self.slot), ..self }
    }
}

/// What the rounds of a loop add to, where that is all they do: `lasting` are the slots that are read after a round.
pub(super) fn only_added<N: Number>(body: &Sequence<N>, lasting: &SlotSet) -> Option<Added> {
    let steps = body.all_steps();
    let mut written = steps.iter().filter_map(|step| step.op.writes()).filter(|slot| lasting.contains(*slot));
    let slot = written.next()?;
    if written.any(|other| other != slot) {
        return None;
    }
    let mut ends: Vec<Option<Rational>> = Vec::new();
    let mut adds = |step: &&Step<N>| match &step.op {
        Op::Assign(own, term) if *own == slot => {
            let (sum, most) = taken_as_one(term);
            ends.push(most);
            is_addition(slot, sum)
        }
        Op::CheckRange(own, _) => *own != slot,
        op => op.writes() != Some(slot) && op.terms().into_iter().all(|term| !reads(term, slot)),
    };
    if !steps.iter().all(&mut adds) || ends.windows(2).any(|pair| matches!(pair, [a, b] if a != b)) {
        return None;
    }
    Some(Added { slot, most: ends.pop().flatten() })
}

/// A term without the number from which on its values are taken as one, and that number.
fn taken_as_one<N: Number>(term: &Bound<N>) -> (&Bound<N>, Option<Rational>) {
    if let BoundKind::Call(Builtin::OrMore, arguments) = &term.kind
        && let [sum, most] = arguments.as_slice()
        && let BoundKind::Constant(Cell::Number(most)) = &most.kind
        && let Some(most) = most.to_rational()
    {
        return (sum, Some(most));
    }
    (term, None)
}

fn reads<N>(term: &Bound<N>, slot: Slot) -> bool {
    let mut found = false;
    term.each_slot(&mut |read| found |= read == slot);
    found
}

/// Whether a term is the slot and something that does not depend on it.
fn is_addition<N>(slot: Slot, term: &Bound<N>) -> bool {
    match &term.kind {
        BoundKind::Slot(own) => *own == slot,
        BoundKind::Binary(BinaryOp::Add, left, right) => {
            (is_addition(slot, left) && !reads(right, slot))
                || (is_addition(slot, right) && !reads(left, slot))
        }
        BoundKind::Binary(BinaryOp::Subtract, left, right) => is_addition(slot, left) && !reads(right, slot),
        _ => false,
    }
}

/// What rounds add, by the state without the number that they add to, and how many there are.
type Laws<N> = FxHashMap<(State<N>, i64), Rc<DiceLaw<N>>>;

impl<N: Number> Run<'_, N> {
    /// The states after a loop whose rounds only add to one number; `None` where that is not so from every state, or
    /// nothing is won.
    pub(super) fn added(
        &mut self,
        Added { slot, most }: &Added,
        count: &Bound<N>,
        body: &Sequence<N>,
        layer: &Layer<N>,
    ) -> Result<Option<Layer<N>>, Stop> {
        let (slot, most) = (*slot, most.as_ref());
        // Few numbers are told apart: the rounds are run on these.
        if most.is_some_and(|most| *most < Rational::from(LEAST_END)) {
            return Ok(None);
        }
        let mut laws: Laws<N> = FxHashMap::default();
        let mut of_states = Vec::with_capacity(layer.states.len());
        for (state, _) in &layer.states {
            let times = self.context.rounds(count, &state.cells)?;
            let rolled = state.cells.iter().any(|cell| matches!(cell, Cell::Roll(_)));
            let number = matches!(state.cells.get(slot.0 as usize), Some(Cell::Number(_)));
            if times < LEAST_ROUNDS || rolled || !number || !state.regions.is_empty() {
                return Ok(None);
            }
            let mut rest = state.clone();
            rest.set(slot, zero());
            body.kill.iter().for_each(|slot| rest.set(*slot, Cell::Unset));
            let key = (rest, times);
            if !laws.contains_key(&key) {
                let Some(law) = self.sum_of_rounds(slot, body, &key.0, times, count.origin)? else {
                    return Ok(None);
                };
                laws.insert(key.clone(), Rc::new(law));
            }
            of_states.extend(laws.get(&key).cloned());
        }
        let add = |state: &mut State<N>, sum: &Cell<N>| {
            if let (Some(Cell::Number(number)), Cell::Number(sum)) = (state.cells.get(slot.0 as usize), sum) {
                let number = number.plus(sum);
                let beyond = most.filter(|most| number.to_rational().is_some_and(|number| number >= **most));
                let number = match beyond {
                    Some(most) => Cell::Above(Box::new(Above { bound: most.clone(), inclusive: true })),
                    None => Cell::Number(number),
                };
                state.set(slot, number);
            }
        };
        let mut next =
            self.drawn(layer, &of_states, count.origin, "this loop makes too many distinct states", add)?;
        next.forget(&body.kill);
        next.merge(&mut self.meter)?;
        Ok(Some(next))
    }

    /// The law of what so many rounds add, from the law of one; `None` where a round changes something else, or adds
    /// what has no common measure.
    fn sum_of_rounds(
        &mut self,
        slot: Slot,
        body: &Sequence<N>,
        rest: &State<N>,
        times: i64,
        origin: Span,
    ) -> Result<Option<DiceLaw<N>>, Stop> {
        let mut round = self.sequence(body, Layer::of(rest.clone()))?;
        round.settle(&mut self.meter)?;
        round.merge(&mut self.meter)?;
        round.reduce(&mut self.meter)?;
        let mut faces = Vec::with_capacity(round.states.len());
        for (mut state, weight) in round.states {
            let Some(Cell::Number(face)) = state.cells.get(slot.0 as usize).cloned() else { return Ok(None) };
            state.set(slot, zero());
            if state != *rest {
                return Ok(None);
            }
            faces.push((face, weight));
        }
        let digits = round.denominator.bits().saturating_mul(times.unsigned_abs());
        self.context.check_size_ahead(digits, origin)?;
        let Some(lattice) = self.context.lattice(faces, origin).ok().filter(|lattice| lattice.holds(times))
        else {
            return Ok(None);
        };
        let values = self.sums(&lattice, times, None, digits, origin)?;
        Ok(Some(DiceLaw { values, denominator: dice::power(&round.denominator, times) }))
    }
}

fn zero<N: Number>() -> Cell<N> {
    Cell::Number(N::from(Rational::ZERO))
}
