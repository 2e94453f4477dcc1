//! Steps that read nothing that was there before them, such as those of a mechanic that is used with nothing given to
//! it: what they make is found once, and goes with each of the states.

use crate::exact::{Number, Ring};
use crate::lower::{Op, Slot};

use super::cell::Cell;
use super::layer::Layer;
use super::limits::Stop;
use super::run::Run;
use super::slots::SlotSet;
use super::state::State;
use super::step::{Sequence, Step};
use super::term::Bound;

/// Says of each step how many from it on read nothing that was there before it. Where steps stand in such a row, only
/// the first of them says so. For each step there are the slots that it may leave as they were, or write.
pub(super) fn mark_apart<N>(steps: &mut [Step<N>], kept: &[Vec<Slot>]) {
    let mut next = 0;
    while next < steps.len() {
        let length = length_apart(&steps[next..], &kept[next..]);
        if let Some(first) = steps.get_mut(next) {
            first.apart = length;
        }
        next += length.max(1);
    }
}

/// How many steps from the first on read nothing from before, where they draw something and it is worth it. A number
/// that was drawn is gone again within them.
fn length_apart<N>(steps: &[Step<N>], kept: &[Vec<Slot>]) -> usize {
    let mut defined = SlotSet::default();
    let alone = steps.iter().zip(kept).take_while(|(step, kept)| {
        let alone = is_alone(&step.op, &defined) && kept.iter().all(|slot| defined.contains(*slot));
        step.op.writes().into_iter().for_each(|slot| defined.insert(slot));
        alone
    });
    let mut length = alone.count();
    // To leave a step out may leave the number of one before it.
    while let Some(open) = (0..length).find(|index| steps[*index].spread >= length - index) {
        length = open;
    }
    let inside = steps[..length].iter().any(|step| !step.op.bodies().is_empty());
    let draws = |step: &Step<N>| matches!(step.op, Op::Random(..) | Op::Band(..));
    let is_worth_it = inside || (length > 1 && steps[..length].iter().any(draws));
    if is_worth_it { length } else { 0 }
}

/// The slots that the steps inside of a step write in its state; dice are rolled in a copy of it.
pub(super) fn written_inside<N>(op: &Op<Bound<N>, Sequence<N>>) -> Vec<Slot> {
    let mut written = Vec::new();
    if !matches!(op, Op::Dice(..)) {
        for step in op.bodies().into_iter().flat_map(|body| &body.steps) {
            written.extend(step.op.writes());
            written.append(&mut written_inside(&step.op));
        }
    }
    written
}

/// Whether a step reads only what is defined.
fn is_alone<N>(op: &Op<Bound<N>, Sequence<N>>, defined: &SlotSet) -> bool {
    let reads = |term: &Bound<N>, defined: &SlotSet| {
        let mut known = true;
        term.each_slot(&mut |slot| known &= defined.contains(slot));
        known
    };
    let body_defines = |body: &Sequence<N>, defined: &mut SlotSet| {
        body.steps.iter().all(|step| {
            let alone = is_alone(&step.op, defined);
            step.op.writes().into_iter().for_each(|slot| defined.insert(slot));
            alone
        })
    };
    let mut own = defined.clone();
    match op {
        Op::CheckRange(slot, _) => defined.contains(*slot),
        Op::Until(body, guard) => body_defines(body, &mut own) && reads(guard, &own),
        op => {
            let terms = op.terms().into_iter().all(|term| reads(term, defined));
            let bodies = op.bodies();
            let face = |own: &SlotSet| match op {
                Op::Dice(_, dice, _) => own.contains(dice.face),
                _ => true,
            };
            terms
                && bodies.into_iter().all(|body| {
                    let mut own = defined.clone();
                    body_defines(body, &mut own) && face(&own)
                })
        }
    }
}

impl<N: Number> Run<'_, N> {
    /// The states after steps that read nothing from before; `None` where a roll outlives them, or masses are weighted.
    pub(super) fn apart(&mut self, steps: &[Step<N>], layer: &Layer<N>) -> Result<Option<Layer<N>>, Stop> {
        let Some((state, _)) = layer.states.first() else { return Ok(None) };
        if self.weights.is_some() {
            return Ok(None);
        }
        let nothing = State { cells: vec![Cell::Unset; state.cells.len()], regions: Vec::new() };
        let mut made = self.steps(steps, Layer::of(nothing))?;
        made.settle(&mut self.meter)?;
        made.merge(&mut self.meter)?;
        let is_plain = |(state, _): &(State<N>, N::Ring)| {
            state.regions.is_empty() && !state.cells.iter().any(|cell| matches!(cell, Cell::Roll(_)))
        };
        if !made.states.iter().all(is_plain) {
            return Ok(None);
        }
        let mut written: Vec<Slot> = Vec::new();
        for step in steps {
            written.extend(step.op.writes());
            written.extend(written_inside(&step.op));
        }
        written.sort_unstable();
        written.dedup();
        let origin = steps.first().map(|step| step.origin).unwrap_or_default();
        let count = layer.states.len().saturating_mul(made.states.len());
        self.meter.count(count, origin)?;
        self.meter.room(count, origin, "too many distinct states")?;
        let denominator = layer.denominator.mul(&made.denominator);
        self.context.check_size(denominator.bits(), origin)?;
        let mut states = Vec::with_capacity(count);
        for (state, mass) in &layer.states {
            self.meter.work(made.states.len(), denominator.bits())?;
            for (own, weight) in &made.states {
                let mut next = state.clone();
                for slot in &written {
                    if let Some(cell) = own.cells.get(slot.0 as usize) {
                        next.set(*slot, cell.clone());
                    }
                }
                states.push((next, mass.mul(weight)));
            }
        }
        Ok(Some(Layer { denominator, states }))
    }
}
