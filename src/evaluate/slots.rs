//! Sets of slots.

use super::term::Bound;
use crate::lower::Slot;

/// A set of slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SlotSet(Vec<u64>);

impl SlotSet {
    pub(super) fn one(slot: Slot) -> SlotSet {
        let mut set = SlotSet::default();
        set.insert(slot);
        set
    }
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
        // The lowest bit of a word goes with each slot, so that what is not there costs nothing.
        let words = |word: u64| std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        let bits = move |word: u64| words(word).take_while(|word| *word != 0).map(u64::trailing_zeros);
        self.0
            .iter()
            .zip(0_u32..)
            .flat_map(move |(word, index)| bits(*word).map(move |bit| Slot(index * 64 + bit)))
    }
    pub(super) fn without(&self, other: &SlotSet) -> Vec<Slot> {
        self.iter().filter(|slot| !other.contains(*slot)).collect()
    }
    pub(super) fn add_reads<N>(&mut self, term: &Bound<N>) {
        term.each_slot(&mut |slot| self.insert(slot));
    }
}
