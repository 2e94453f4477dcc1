//! Which slots are still read after a step: backward over the bound program.
//!
//! The result is the program to run: steps whose result nobody reads are gone, every step says which
//! slots can be emptied after it, and slots that are never in use together share a place.

use crate::diagnostic::Code;
use crate::exact::Number;
use crate::lower::{Dice, Op, Slot};

use super::added::only_added;
use super::apart::{mark_apart, written_inside};
use super::color::{Conflicts, with_places};
use super::fold::Folded;
use super::needs::{Effect, around, is_nothing, is_rolled, is_run};
use super::slots::SlotSet;
use super::step::{Sequence, Step};
use super::term::Bound;

/// The program to run, how many places it needs, and the places of the outputs and of what it is entered with.
pub(super) struct Allocated<N> {
    pub(super) body: Sequence<N>,
    pub(super) places: usize,
    pub(super) outputs: Vec<Slot>,
    /// For each entry slot its place, where it is read.
    pub(super) entry: Vec<Option<Slot>>,
}

/// As [`allocate`] for a program that is entered with nothing, with each slot in a place of its own: what a
/// place holds can be told by its name.
pub(super) fn unshared<N: Number>(nodes: Vec<Folded<N>>, slots: u32, outputs: &[Slot]) -> Sequence<N> {
    let mut pass = Liveness { conflicts: Conflicts::new(slots) };
    let mut live = SlotSet::default();
    outputs.iter().for_each(|output| live.insert(*output));
    let before = live.clone();
    let mut body = pass.sequence(nodes, &mut live, &before);
    body.kill.clear();
    body
}

/// `entry` are the slots that have values when the program starts.
pub(super) fn allocate<N: Number>(
    nodes: Vec<Folded<N>>,
    slots: u32,
    outputs: &[Slot],
    entry: &[Slot],
) -> Allocated<N> {
    let mut pass = Liveness { conflicts: Conflicts::new(slots) };
    let mut live = SlotSet::default();
    for output in outputs {
        live.insert(*output);
    }
    pass.conflicts.together(&live);
    let before = live.clone();
    let mut body = pass.sequence(nodes, &mut live, &before);
    body.kill.clear();
    // What the program is entered with is there before anything is written.
    pass.conflicts.together(&live);
    let places = pass.conflicts.color();
    let body = with_places(body, &places);
    let place = |slot: &Slot| places.of(*slot);
    let entry = entry.iter().map(|slot| live.contains(*slot).then(|| place(slot))).collect();
    let outputs = outputs.iter().map(place).collect();
    Allocated { body, places: places.count, outputs, entry }
}

/// For how many steps after a draw something holds the number that was drawn, as it is or changed.
fn spread<N>(steps: &[Step<N>], ends: &[Vec<Slot>]) -> usize {
    let Some(Step { op: Op::Random(drawn, _), .. }) = steps.first() else { return 0 };
    let mut holding = SlotSet::default();
    holding.insert(*drawn);
    for (index, (step, ended)) in steps.iter().zip(ends).enumerate() {
        if let Op::Assign(slot, term) = &step.op {
            let mut reads = SlotSet::default();
            reads.add_reads(term);
            if reads.iter().any(|read| holding.contains(read)) {
                holding.insert(*slot);
            }
        }
        ended.iter().for_each(|slot| holding.remove(*slot));
        if holding.iter().next().is_none() {
            return index;
        }
    }
    steps.len() - 1
}

/// What steps do that is seen after them, of those that are left.
fn effect<N>(sequence: &Sequence<N>) -> Effect {
    let refusal = |step: &Step<N>| matches!(step.op, Op::Refuse(code, _) if code != Code::Required);
    match sequence.steps.as_slice() {
        [] => Effect::None,
        steps if steps.iter().all(refusal) => Effect::Refusal,
        _ => Effect::Seen,
    }
}

/// A step that is kept, with the slot it writes.
type Kept<N> = (Op<Bound<N>, Sequence<N>>, Option<Slot>);

struct Liveness {
    conflicts: Conflicts,
}

impl Liveness {
    /// Goes backward through the steps; `live` is what is read after them, and becomes what is read
    /// from their start on. `before` is what may hold a value when they start.
    fn sequence<N: Number>(
        &mut self,
        nodes: Vec<Folded<N>>,
        live: &mut SlotSet,
        before: &SlotSet,
    ) -> Sequence<N> {
        let mut steps: Vec<Step<N>> = Vec::with_capacity(nodes.len());
        // For each step, the slots that are read no more after it.
        let mut ends: Vec<Vec<Slot>> = Vec::with_capacity(nodes.len());
        // For each step, the slots that steps inside of it may write and whose values before it may be read after it.
        let mut kept: Vec<Vec<Slot>> = Vec::with_capacity(nodes.len());
        for node in nodes.into_iter().rev() {
            let after = live.clone();
            let Some((op, writes)) = self.step(node.op, live) else { continue };
            // What is read by the step and what it writes are kept apart, so that emptying the one
            // never empties the other.
            let mut held = live.clone();
            let overwrites = writes.is_some_and(|slot| live.contains(slot));
            if let Some(slot) = writes {
                held.insert(slot);
                self.conflicts.written(slot, &held);
            }
            // Branches empty what they do not need themselves; after them their places may already be in
            // use again.
            kept.push(written_inside(&op).into_iter().filter(|slot| live.contains(*slot)).collect());
            let branches = matches!(op, Op::Branch(..) | Op::Switch(..));
            let ended = held.without(&after);
            let kill = if branches { Vec::new() } else { ended.clone() };
            let merge = overwrites || !kill.is_empty();
            steps.push(Step { origin: node.origin, op, kill, merge, spread: 0, apart: 0 });
            ends.push(ended);
        }
        steps.reverse();
        ends.reverse();
        kept.reverse();
        for index in 0..steps.len() {
            steps[index].spread = spread(&steps[index..], &ends[index..]);
        }
        mark_apart(&mut steps, &kept);
        Sequence { kill: before.without(live), steps, leave: Vec::new(), adds: None }
    }

    /// One step; `None` where nobody reads its result.
    fn step<N: Number>(&mut self, op: Op<Bound<N>, Vec<Folded<N>>>, live: &mut SlotSet) -> Option<Kept<N>> {
        match op {
            // A field that nobody asked for is not carried only to be checked.
            Op::CheckRange(slot, _) if !live.contains(slot) => return None,
            // Nothing comes after it, so nothing is read after it.
            Op::Refuse(..) => *live = SlotSet::default(),
            Op::Until(body, guard) => return self.until(body, guard, live),
            Op::Repeat(count, body) => return self.repeat(count, body, live),
            Op::Dice(slot, dice, body) => return self.dice(slot, dice, body, live),
            _ => {}
        }
        let writes = op.writes();
        if let Some(slot) = writes {
            if !live.contains(slot) || is_nothing(&op) {
                return None;
            }
            live.remove(slot);
        }
        Some((self.bodies(op, live)?, writes))
    }

    /// A step of whose bodies one is run; `None` where it has some and none does anything. What all of them
    /// read decides what each may empty on entry.
    fn bodies<N: Number>(
        &mut self,
        op: Op<Bound<N>, Vec<Folded<N>>>,
        live: &mut SlotSet,
    ) -> Option<Op<Bound<N>, Sequence<N>>> {
        let mut start = SlotSet::default();
        op.terms().into_iter().for_each(|term| start.add_reads(term));
        let mut reads = Vec::new();
        let op = op.map(
            |slot| slot,
            |term| term,
            |body| {
                let mut own = live.clone();
                let sequence = self.sequence(body, &mut own, &SlotSet::default());
                start.union(&own);
                reads.push(own);
                sequence
            },
        );
        if reads.is_empty() {
            live.union(&start);
            return Some(op);
        }
        if op.bodies().into_iter().all(|body| effect(body) < Effect::Seen) {
            return None;
        }
        let mut reads = reads.into_iter();
        let emptied = |sequence| Sequence {
            kill: reads.next().map_or_else(Vec::new, |own| start.without(&own)),
            ..sequence
        };
        let op = op.map(|slot| slot, |term| term, emptied);
        *live = start;
        Some(op)
    }

    /// What a round reads before writing it must survive the round before.
    fn repeat<N: Number>(
        &mut self,
        count: Bound<N>,
        body: Vec<Folded<N>>,
        live: &mut SlotSet,
    ) -> Option<Kept<N>> {
        let around = around(&body, live);
        let mut start = around.clone();
        let mut sequence = self.sequence(body, &mut start, &SlotSet::default());
        if effect(&sequence) == Effect::None {
            return None;
        }
        sequence.adds = only_added(&sequence, &around);
        *live = around;
        live.add_reads(&count);
        // What survives a round need not have been written before the first.
        self.conflicts.together(live);
        sequence.kill = live.without(&start);
        Some((Op::Repeat(count, sequence), None))
    }

    /// A roll is made from a copy of the state in which there is only what it reads.
    fn dice<N: Number>(
        &mut self,
        slot: Slot,
        dice: Dice<Bound<N>>,
        body: Vec<Folded<N>>,
        live: &mut SlotSet,
    ) -> Option<Kept<N>> {
        if !is_rolled(slot, &body, live) {
            return None;
        }
        let mut own = SlotSet::one(dice.face);
        let mut sequence = self.sequence(body, &mut own, &SlotSet::default());
        live.remove(slot);
        live.union(&own);
        live.add_reads(&dice.count);
        dice.keep.iter().for_each(|(_, number)| live.add_reads(number));
        sequence.kill = live.without(&own);
        Some((Op::Dice(slot, dice, sequence), Some(slot)))
    }

    /// As for `repeat`; what the guard reads is there after every round.
    fn until<N: Number>(
        &mut self,
        body: Vec<Folded<N>>,
        guard: Bound<N>,
        live: &mut SlotSet,
    ) -> Option<Kept<N>> {
        // A loop that neither changes what is read nor says what is known leaves no trace.
        if !is_run(&body, live) {
            return None;
        }
        let mut read = live.clone();
        read.add_reads(&guard);
        let around = around(&body, &read);
        let mut start = around.clone();
        let mut sequence = self.sequence(body, &mut start, &SlotSet::default());
        self.conflicts.together(&around);
        sequence.kill = around.without(&start);
        let leave = around.without(live);
        *live = start;
        Some((Op::Until(Sequence { leave, ..sequence }, guard), None))
    }
}
