//! What is read from the start of steps on, where only those steps count whose results are read in turn.
//!
//! Around a loop this is a fixpoint: what is read after it, what its guard reads, and what the steps of a round read
//! that matter, given all that. It only grows, and a loop inside another one goes on from where it stood when the
//! outer one came by before, so that loops in loops cost a multiple of their depth and not a power of it.

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::lower::{Op, Slot};

use super::fold::Folded;
use super::slots::SlotSet;
use super::term::{Bound, BoundKind};

/// What steps do that is seen after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Nothing: no step of them is made.
    None,
    /// They refuse what belongs to a draw that is not made if nothing else is.
    Refusal,
    /// They give a value that is read, say what is known or require something.
    Seen,
}

/// What must survive a round of a loop, given what is read after it and by its guard.
pub(super) fn around<N>(body: &[Folded<N>], read: &SlotSet) -> SlotSet {
    Needs::default().around(body, read).around
}

/// Whether a loop that ends when something holds is run: it changes a slot that is read after it, or says
/// what is known.
pub(super) fn is_run<N>(body: &[Folded<N>], live: &SlotSet) -> bool {
    body.iter().any(|node| match &node.op {
        Op::Given(_) => true,
        Op::Refuse(code, _) => *code == Code::Required,
        op => {
            op.writes().is_some_and(|slot| live.contains(slot))
                || op.bodies().into_iter().any(|body| is_run(body, live))
        }
    })
}

/// Whether dice are rolled: their sum is read, or a roll requires something.
pub(super) fn is_rolled<N>(sum: Slot, body: &[Folded<N>], live: &SlotSet) -> bool {
    live.contains(sum) || is_run(body, &SlotSet::default())
}

/// Whether a step leaves everything as it is.
pub(super) fn is_nothing<N, B>(op: &Op<Bound<N>, B>) -> bool {
    matches!(op, Op::Assign(slot, term) if matches!(term.kind, BoundKind::Slot(own) if own == *slot))
}

/// The loops that were gone through, by the place of their bodies.
#[derive(Default)]
struct Needs {
    loops: FxHashMap<usize, Loop>,
}

/// A loop as it was left.
#[derive(Clone)]
struct Loop {
    /// What is read after it and by its guard.
    read: SlotSet,
    /// What must survive a round.
    around: SlotSet,
    /// What is read from the start of a round on.
    start: SlotSet,
    effect: Effect,
}

impl Needs {
    /// Goes backward through steps; `live` is what is read after them, and becomes what is read from their
    /// start on.
    fn steps<N>(&mut self, nodes: &[Folded<N>], live: &mut SlotSet) -> Effect {
        nodes.iter().rev().fold(Effect::None, |effect, node| effect.max(self.step(&node.op, live)))
    }

    fn step<N>(&mut self, op: &Op<Bound<N>, Vec<Folded<N>>>, live: &mut SlotSet) -> Effect {
        match op {
            Op::CheckRange(slot, _) => {
                return if live.contains(*slot) { Effect::Seen } else { Effect::None };
            }
            Op::Refuse(code, _) => {
                *live = SlotSet::default();
                return if *code == Code::Required { Effect::Seen } else { Effect::Refusal };
            }
            Op::Until(body, guard) => {
                if !is_run(body, live) {
                    return Effect::None;
                }
                let mut read = live.clone();
                read.add_reads(guard);
                *live = self.around(body, &read).start;
                return Effect::Seen;
            }
            Op::Dice(slot, dice, body) => {
                if !is_rolled(*slot, body, live) {
                    return Effect::None;
                }
                let mut own = SlotSet::one(dice.face);
                self.steps(body, &mut own);
                live.remove(*slot);
                live.union(&own);
                op.terms().into_iter().for_each(|term| live.add_reads(term));
                return Effect::Seen;
            }
            Op::Repeat(count, body) => {
                let found = self.around(body, live);
                if found.effect == Effect::None {
                    return Effect::None;
                }
                *live = found.around;
                live.add_reads(count);
                return Effect::Seen;
            }
            _ => {}
        }
        if let Some(slot) = op.writes() {
            if !live.contains(slot) || is_nothing(op) {
                return Effect::None;
            }
            live.remove(slot);
        }
        let bodies = op.bodies();
        if !bodies.is_empty() {
            // One of them is run: without a rest the weights of a branch sum to 1.
            let (mut start, mut effect) = (SlotSet::default(), Effect::None);
            for body in bodies {
                let mut own = live.clone();
                effect = effect.max(self.steps(body, &mut own));
                start.union(&own);
            }
            if effect < Effect::Seen {
                return Effect::None;
            }
            *live = start;
        }
        op.terms().into_iter().for_each(|term| live.add_reads(term));
        Effect::Seen
    }

    fn around<N>(&mut self, body: &[Folded<N>], read: &SlotSet) -> Loop {
        let place = body.as_ptr() as usize;
        let known = self.loops.get(&place);
        if let Some(known) = known.filter(|known| known.read == *read) {
            return known.clone();
        }
        let mut around = known.map(|known| known.around.clone()).unwrap_or_default();
        around.union(read);
        loop {
            let mut start = around.clone();
            let effect = self.steps(body, &mut start);
            let before = around.clone();
            around.union(&start);
            if around == before {
                let found = Loop { read: read.clone(), around, start, effect };
                self.loops.insert(place, found.clone());
                return found;
            }
        }
    }
}
