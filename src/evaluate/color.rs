//! Places for slots: slots that are never in use together share one.

use crate::lower::Slot;

use super::slots::SlotSet;
use super::step::{Sequence, Step};

/// Which slots are in use at the same time.
pub(super) struct Conflicts {
    with: Vec<SlotSet>,
    used: SlotSet,
}

/// The place of each slot, and how many there are.
pub(super) struct Places {
    of: Vec<Slot>,
    pub(super) count: usize,
}

impl Places {
    /// The place of a slot. One that is never in use has none of its own, and needs none.
    pub(super) fn of(&self, slot: Slot) -> Slot {
        self.of.get(slot.0 as usize).copied().unwrap_or_default()
    }
}

impl Conflicts {
    /// None yet, among so many slots.
    pub(super) fn new(slots: u32) -> Conflicts {
        Conflicts { with: vec![SlotSet::default(); slots as usize], used: SlotSet::default() }
    }

    /// Of two slots that are in use together, one was written while the other was.
    pub(super) fn written(&mut self, written: Slot, held: &SlotSet) {
        self.used.insert(written);
        for slot in held.iter() {
            if let Some(conflicts) = self.with.get_mut(slot.0 as usize) {
                conflicts.insert(written);
            }
        }
        if let Some(conflicts) = self.with.get_mut(written.0 as usize) {
            conflicts.union(held);
        }
    }

    /// All slots of a set are in use together, written or not.
    pub(super) fn together(&mut self, live: &SlotSet) {
        for slot in live.iter() {
            self.written(slot, live);
        }
    }

    /// Greedy colouring: a slot takes the first place that no slot in use at the same time has.
    pub(super) fn color(&self) -> Places {
        let mut of = vec![Slot(0); self.with.len()];
        let mut colored = SlotSet::default();
        let mut count = 0;
        for slot in self.used.iter() {
            let index = slot.0 as usize;
            let others = self.with[index].iter().filter(|other| *other != slot && colored.contains(*other));
            let mut taken = SlotSet::default();
            others.for_each(|other| taken.insert(of[other.0 as usize]));
            let mut place = Slot(0);
            while taken.contains(place) {
                place.0 += 1;
            }
            of[index] = place;
            colored.insert(slot);
            count = count.max(place.0 as usize + 1);
        }
        Places { of, count }
    }
}

/// The program with each slot in its place.
pub(super) fn with_places<N>(sequence: Sequence<N>, places: &Places) -> Sequence<N> {
    let of = |slot: Slot| places.of(slot);
    let all = |slots: Vec<Slot>| slots.into_iter().map(of).collect();
    let step = |step: Step<N>| Step {
        op: step.op.map(of, |term| term.with_slots(&of), |body| with_places(body, places)),
        kill: all(step.kill),
        ..step
    };
    Sequence {
        kill: all(sequence.kill),
        leave: all(sequence.leave),
        adds: sequence.adds.map(|added| added.with_slot(of)),
        steps: sequence.steps.into_iter().map(step).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(slots: &[u32]) -> SlotSet {
        let mut set = SlotSet::default();
        slots.iter().for_each(|slot| set.insert(Slot(*slot)));
        set
    }

    #[test]
    fn slots_share_a_place_exactly_where_they_are_never_in_use_together() {
        let mut conflicts = Conflicts::new(5);
        conflicts.together(&set(&[0, 1]));
        conflicts.together(&set(&[1, 2]));
        conflicts.written(Slot(3), &set(&[0, 3]));
        let places = conflicts.color();
        assert_eq!([0, 1, 2, 3].map(|slot| places.of(Slot(slot)).0), [0, 1, 0, 1]);
        assert_eq!(places.count, 2);
    }

    #[test]
    fn all_slots_in_use_at_once_have_places_of_their_own() {
        let mut conflicts = Conflicts::new(70);
        conflicts.together(&set(&(0..70).collect::<Vec<_>>()));
        let places = conflicts.color();
        assert_eq!(places.count, 70);
        let mut all: Vec<u32> = (0..70).map(|slot| places.of(Slot(slot)).0).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 70);
    }
}
