//! Where a number that was drawn is compared: those terms decide how many numbers go on alike.

use std::collections::BTreeSet;

use crate::exact::Rational;
use crate::lower::Slot;
use crate::source::Span;

use super::super::slots::SlotSet;
use super::super::term::Bound;

/// What a number that was drawn goes into: the variables that hold it, and where it is asked about.
#[derive(Default)]
pub(super) struct Drawn {
    holding: SlotSet,
    asked: BTreeSet<Span>,
}

impl Drawn {
    /// Follows a number from the slot that it was drawn into.
    pub(super) fn begin(&mut self, slot: Slot) {
        self.holding = SlotSet::default();
        self.holding.insert(slot);
    }

    /// Where it was asked about since then; it is followed no more.
    pub(super) fn finish(&mut self) -> BTreeSet<Span> {
        self.holding = SlotSet::default();
        std::mem::take(&mut self.asked)
    }

    fn reads(&self, term: &Bound<Rational>) -> bool {
        let mut reads = SlotSet::default();
        reads.add_reads(term);
        reads.iter().any(|slot| self.holding.contains(slot))
    }

    /// Notes an assignment.
    pub(super) fn assign(&mut self, slot: Slot, term: &Bound<Rational>) {
        if self.reads(term) {
            self.holding.insert(slot);
        } else {
            self.holding.remove(slot);
        }
    }

    /// Notes a question about it.
    pub(super) fn ask(&mut self, guard: &Bound<Rational>) {
        if self.reads(guard) {
            self.asked.insert(guard.origin);
        }
    }
}
