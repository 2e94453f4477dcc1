//! Sets of slots, and slots put in the places that were found for them.

use super::liveness::{Sequence, StepOp};
use super::term::{Bound, BoundKind};
use crate::lower::Slot;

/// A set of slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SlotSet(Vec<u64>);

impl SlotSet {
    pub(super) fn insert(&mut self, slot: Slot) {
        let word = slot.0 as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (slot.0 % 64);
    }
    pub(super) fn remove(&mut self, slot: Slot) {
        if let Some(word) = self.0.get_mut(slot.0 as usize / 64) {
            *word &= !(1 << (slot.0 % 64));
        }
    }
    pub(super) fn contains(&self, slot: Slot) -> bool {
        self.0.get(slot.0 as usize / 64).is_some_and(|word| word & (1 << (slot.0 % 64)) != 0)
    }
    pub(super) fn union(&mut self, other: &SlotSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
    pub(super) fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        let bits = |word: u64| (0..64_u32).filter(move |bit| word & (1 << bit) != 0);
        self.0
            .iter()
            .zip(0_u32..)
            .flat_map(move |(word, index)| bits(*word).map(move |bit| Slot(index * 64 + bit)))
    }
    pub(super) fn without(&self, other: &SlotSet) -> Vec<Slot> {
        self.iter().filter(|slot| !other.contains(*slot)).collect()
    }
    pub(super) fn add_reads<N>(&mut self, term: &Bound<N>) {
        match &term.kind {
            BoundKind::Constant(_) => {}
            BoundKind::Slot(slot) => self.insert(*slot),
            BoundKind::Unary(_, inner) => self.add_reads(inner),
            BoundKind::Binary(_, left, right) => {
                self.add_reads(left);
                self.add_reads(right);
            }
            BoundKind::Call(_, arguments) => arguments.iter().for_each(|argument| self.add_reads(argument)),
        }
    }
}

pub(super) fn recolor_sequence<N>(sequence: &mut Sequence<N>, of: &[Slot]) {
    recolor_slots(&mut sequence.kill, of);
    for step in &mut sequence.steps {
        recolor_slots(&mut step.kill, of);
        match &mut step.op {
            StepOp::Assign(slot, term) | StepOp::Random(slot, term) | StepOp::Floor(slot, term) => {
                recolor(slot, of);
                recolor_term(term, of);
            }
            StepOp::Uniform(slot) | StepOp::CheckRange(slot, _) => recolor(slot, of),
            StepOp::Band(slot, roll, thresholds) => {
                recolor(slot, of);
                recolor_term(roll, of);
                thresholds.iter_mut().for_each(|(_, bound)| recolor_term(bound, of));
            }
            StepOp::Branch(arms, rest) => {
                for (weight, body) in arms {
                    recolor_term(weight, of);
                    recolor_sequence(body, of);
                }
                if let Some(rest) = rest {
                    recolor_sequence(rest, of);
                }
            }
            StepOp::Switch(arms, otherwise) => {
                for (guard, body) in arms {
                    recolor_term(guard, of);
                    recolor_sequence(body, of);
                }
                recolor_sequence(otherwise, of);
            }
            StepOp::Repeat(count, body) => {
                recolor_term(count, of);
                recolor_sequence(body, of);
            }
            StepOp::Until(inside) => {
                recolor_term(&mut inside.guard, of);
                recolor_slots(&mut inside.leave, of);
                recolor_sequence(&mut inside.body, of);
            }
            StepOp::Given(evidence) => recolor_term(evidence, of),
            StepOp::Refuse(..) => {}
        }
    }
}

fn recolor(slot: &mut Slot, of: &[Slot]) {
    *slot = of.get(slot.0 as usize).copied().unwrap_or_default();
}

fn recolor_slots(slots: &mut [Slot], of: &[Slot]) {
    slots.iter_mut().for_each(|slot| recolor(slot, of));
}

fn recolor_term<N>(term: &mut Bound<N>, of: &[Slot]) {
    match &mut term.kind {
        BoundKind::Constant(_) => {}
        BoundKind::Slot(slot) => recolor(slot, of),
        BoundKind::Unary(_, inner) => recolor_term(inner, of),
        BoundKind::Binary(_, left, right) => {
            recolor_term(left, of);
            recolor_term(right, of);
        }
        BoundKind::Call(_, arguments) => arguments.iter_mut().for_each(|argument| recolor_term(argument, of)),
    }
}
