//! Which slots are still read after a step: backward over the bound program.
//!
//! The result is the program to run: steps whose result nobody reads are gone, every step says which
//! slots can be emptied after it, and slots that are never in use together share a place.

use crate::diagnostic::Code;
use crate::exact::Number;
use crate::lower::Slot;
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::fold::{Folded, FoldedOp};
use super::slots::{SlotSet, recolor_sequence};
use super::term::{Bound, BoundKind};

/// Steps with the slots that can be emptied on entry.
#[derive(Debug, Clone)]
pub(super) struct Sequence<N> {
    pub(super) kill: Vec<Slot>,
    pub(super) steps: Vec<Step<N>>,
}

/// A step with the slots that can be emptied after it.
#[derive(Debug, Clone)]
pub(super) struct Step<N> {
    pub(super) origin: Span,
    pub(super) op: StepOp<N>,
    pub(super) kill: Vec<Slot>,
    /// Whether states may have become equal.
    pub(super) merge: bool,
    /// For a draw of a whole number, after how many more steps the number itself is gone again.
    pub(super) spread: usize,
}

/// A loop that ends when its guard is true after a round.
#[derive(Debug, Clone)]
pub(super) struct Loop<N> {
    pub(super) body: Sequence<N>,
    pub(super) guard: Bound<N>,
    /// The slots that only the guard and further rounds read.
    pub(super) leave: Vec<Slot>,
}

#[derive(Debug, Clone)]
pub(super) enum StepOp<N> {
    Assign(Slot, Bound<N>),
    Branch(Vec<(Bound<N>, Sequence<N>)>, Option<Sequence<N>>),
    Random(Slot, Bound<N>),
    Uniform(Slot),
    Band(Slot, Bound<N>, Vec<(BinaryOp, Bound<N>)>),
    Floor(Slot, Bound<N>),
    Switch(Vec<(Bound<N>, Sequence<N>)>, Sequence<N>),
    Repeat(Bound<N>, Sequence<N>),
    Until(Box<Loop<N>>),
    Given(Bound<N>),
    CheckRange(Slot, usize),
    Refuse(Code, String),
}

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
    let mut pass = Liveness { conflicts: vec![SlotSet::default(); slots as usize], used: SlotSet::default() };
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
    let mut pass = Liveness { conflicts: vec![SlotSet::default(); slots as usize], used: SlotSet::default() };
    let mut live = SlotSet::default();
    for output in outputs {
        live.insert(*output);
    }
    pass.touch(&live);
    let before = live.clone();
    let mut body = pass.sequence(nodes, &mut live, &before);
    body.kill.clear();
    // What the program is entered with is there before anything is written.
    pass.touch(&live);
    let places = pass.color();
    recolor_sequence(&mut body, &places.of);
    let place = |slot: &Slot| places.of[slot.0 as usize];
    let entry = entry.iter().map(|slot| live.contains(*slot).then(|| place(slot))).collect();
    let outputs = outputs.iter().map(place).collect();
    Allocated { body, places: places.count, outputs, entry }
}

/// What the steps read before they write it, given what is read after them.
fn exposed<N>(nodes: &[Folded<N>], after: SlotSet) -> SlotSet {
    let mut live = after;
    for node in nodes.iter().rev() {
        match &node.op {
            FoldedOp::Assign(slot, term) | FoldedOp::Random(slot, term) | FoldedOp::Floor(slot, term) => {
                live.remove(*slot);
                live.add_reads(term);
            }
            FoldedOp::Uniform(slot) => live.remove(*slot),
            FoldedOp::Band(slot, roll, thresholds) => {
                live.remove(*slot);
                live.add_reads(roll);
                thresholds.iter().for_each(|(_, bound)| live.add_reads(bound));
            }
            // As below: a value is not carried only to be checked.
            FoldedOp::CheckRange(..) => {}
            FoldedOp::Refuse(..) => live = SlotSet::default(),
            FoldedOp::Given(evidence) => live.add_reads(evidence),
            FoldedOp::Until(body, guard) => {
                live.add_reads(guard);
                live = exposed(body, live);
            }
            FoldedOp::Branch(arms, rest) => {
                let ways = arms.iter().map(|(_, way)| way).chain(rest);
                // One of the ways is gone: without a rest their weights sum to 1.
                let mut all = SlotSet::default();
                ways.for_each(|way| all.union(&exposed(way, live.clone())));
                arms.iter().for_each(|(weight, _)| all.add_reads(weight));
                live = all;
            }
            FoldedOp::Switch(arms, otherwise) => {
                let mut all = exposed(otherwise, live.clone());
                for (guard, way) in arms {
                    all.union(&exposed(way, live.clone()));
                    all.add_reads(guard);
                }
                live = all;
            }
            FoldedOp::Repeat(count, body) => {
                live.union(&exposed(body, live.clone()));
                live.add_reads(count);
            }
        }
    }
    live
}

/// Whether steps change a slot that is read after them, or say what is known.
fn has_effect<N>(nodes: &[Folded<N>], live: &SlotSet) -> bool {
    nodes.iter().any(|node| match &node.op {
        FoldedOp::Assign(slot, _)
        | FoldedOp::Random(slot, _)
        | FoldedOp::Uniform(slot)
        | FoldedOp::Band(slot, ..)
        | FoldedOp::Floor(slot, _) => live.contains(*slot),
        FoldedOp::Branch(arms, rest) => {
            arms.iter().map(|(_, way)| way).chain(rest).any(|way| has_effect(way, live))
        }
        FoldedOp::Switch(arms, otherwise) => {
            arms.iter().map(|(_, way)| way).chain([otherwise]).any(|way| has_effect(way, live))
        }
        FoldedOp::Repeat(_, body) | FoldedOp::Until(body, _) => has_effect(body, live),
        FoldedOp::Given(_) => true,
        FoldedOp::CheckRange(..) => false,
        FoldedOp::Refuse(code, _) => *code == Code::Required,
    })
}

/// For how many steps after a draw something holds the number that was drawn, as it is or changed.
fn spread<N>(steps: &[Step<N>], ends: &[Vec<Slot>]) -> usize {
    let Some(Step { op: StepOp::Random(drawn, _), .. }) = steps.first() else { return 0 };
    let mut holding = SlotSet::default();
    holding.insert(*drawn);
    for (index, (step, ended)) in steps.iter().zip(ends).enumerate() {
        if let StepOp::Assign(slot, term) = &step.op {
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

/// Whether a way does nothing that is seen after it. Of the refusals only a requirement counts: what else
/// is refused belongs to a draw that is not made.
fn is_idle<N>(sequence: &Sequence<N>) -> bool {
    sequence.steps.iter().all(|step| matches!(step.op, StepOp::Refuse(code, _) if code != Code::Required))
}

struct Liveness {
    /// For each slot, those that are in use at the same time.
    conflicts: Vec<SlotSet>,
    used: SlotSet,
}

struct Places {
    of: Vec<Slot>,
    count: usize,
}

impl Liveness {
    /// Of two slots that are in use together, one was written while the other was.
    fn conflict(&mut self, written: Slot, held: &SlotSet) {
        self.used.insert(written);
        for slot in held.iter() {
            if let Some(conflicts) = self.conflicts.get_mut(slot.0 as usize) {
                conflicts.insert(written);
            }
        }
        if let Some(conflicts) = self.conflicts.get_mut(written.0 as usize) {
            conflicts.union(held);
        }
    }

    /// All slots of a set are in use together, written or not.
    fn touch(&mut self, live: &SlotSet) {
        for slot in live.iter() {
            self.conflict(slot, live);
        }
    }

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
        for node in nodes.into_iter().rev() {
            let after = live.clone();
            let Some((op, writes)) = self.step(node.op, live) else { continue };
            // What is read by the step and what it writes are kept apart, so that emptying the one
            // never empties the other.
            let mut held = live.clone();
            let overwrites = writes.is_some_and(|slot| live.contains(slot));
            if let Some(slot) = writes {
                held.insert(slot);
                self.conflict(slot, &held);
            }
            // The ways of a branch empty what they do not need themselves; after them their places may
            // already be in use again.
            let branches = matches!(op, StepOp::Branch(..) | StepOp::Switch(..));
            let ended = held.without(&after);
            let kill = if branches { Vec::new() } else { ended.clone() };
            let merge = overwrites || !kill.is_empty();
            steps.push(Step { origin: node.origin, op, kill, merge, spread: 0 });
            ends.push(ended);
        }
        steps.reverse();
        ends.reverse();
        for index in 0..steps.len() {
            steps[index].spread = spread(&steps[index..], &ends[index..]);
        }
        Sequence { kill: before.without(live), steps }
    }

    /// One step, with the slot it writes; `None` where nobody reads its result.
    fn step<N: Number>(&mut self, op: FoldedOp<N>, live: &mut SlotSet) -> Option<(StepOp<N>, Option<Slot>)> {
        let mut writes = |slot: Slot| {
            let read = live.contains(slot);
            live.remove(slot);
            read
        };
        Some(match op {
            FoldedOp::Assign(slot, term) => {
                if !writes(slot) {
                    return None;
                }
                live.add_reads(&term);
                if matches!(term.kind, BoundKind::Slot(own) if own == slot) {
                    return None;
                }
                (StepOp::Assign(slot, term), Some(slot))
            }
            FoldedOp::Random(slot, bound) => {
                if !writes(slot) {
                    return None;
                }
                live.add_reads(&bound);
                (StepOp::Random(slot, bound), Some(slot))
            }
            FoldedOp::Uniform(slot) => {
                if !writes(slot) {
                    return None;
                }
                (StepOp::Uniform(slot), Some(slot))
            }
            FoldedOp::Band(slot, roll, thresholds) => {
                if !writes(slot) {
                    return None;
                }
                live.add_reads(&roll);
                thresholds.iter().for_each(|(_, bound)| live.add_reads(bound));
                (StepOp::Band(slot, roll, thresholds), Some(slot))
            }
            FoldedOp::Floor(slot, roll) => {
                if !writes(slot) {
                    return None;
                }
                live.add_reads(&roll);
                (StepOp::Floor(slot, roll), Some(slot))
            }
            FoldedOp::CheckRange(slot, field) => {
                // A field that nobody asked for is not carried only to be checked.
                if !live.contains(slot) {
                    return None;
                }
                (StepOp::CheckRange(slot, field), None)
            }
            FoldedOp::Given(evidence) => {
                live.add_reads(&evidence);
                (StepOp::Given(evidence), None)
            }
            // Nothing comes after it, so nothing is read after it.
            FoldedOp::Refuse(code, message) => {
                *live = SlotSet::default();
                (StepOp::Refuse(code, message), None)
            }
            FoldedOp::Until(body, guard) => return self.until(body, guard, live),
            FoldedOp::Branch(arms, rest) => return self.branch(arms, rest, live),
            FoldedOp::Switch(arms, otherwise) => return self.switch(arms, otherwise, live),
            FoldedOp::Repeat(count, body) => return self.repeat(count, body, live),
        })
    }

    /// The ways of a branch. What all of them read decides what each may empty on entry.
    fn ways<N: Number>(
        &mut self,
        ways: Vec<Vec<Folded<N>>>,
        live: &mut SlotSet,
        reads: SlotSet,
    ) -> Vec<Sequence<N>> {
        let after = live.clone();
        let mut sequences = Vec::with_capacity(ways.len());
        let mut starts = Vec::with_capacity(ways.len());
        let mut start = reads;
        for way in ways {
            let mut own = after.clone();
            sequences.push(self.sequence(way, &mut own, &SlotSet::default()));
            start.union(&own);
            starts.push(own);
        }
        for (sequence, own) in sequences.iter_mut().zip(&starts) {
            sequence.kill = start.without(own);
        }
        *live = start;
        sequences
    }

    fn branch<N: Number>(
        &mut self,
        arms: Vec<(Bound<N>, Vec<Folded<N>>)>,
        rest: Option<Vec<Folded<N>>>,
        live: &mut SlotSet,
    ) -> Option<(StepOp<N>, Option<Slot>)> {
        let mut reads = SlotSet::default();
        arms.iter().for_each(|(weight, _)| reads.add_reads(weight));
        let has_rest = rest.is_some();
        let (weights, mut ways): (Vec<_>, Vec<_>) = arms.into_iter().unzip();
        ways.extend(rest);
        let after = live.clone();
        let mut sequences = self.ways(ways, live, reads);
        if sequences.iter().all(is_idle) {
            *live = after;
            return None;
        }
        let rest = if has_rest { sequences.pop() } else { None };
        Some((StepOp::Branch(weights.into_iter().zip(sequences).collect(), rest), None))
    }

    fn switch<N: Number>(
        &mut self,
        arms: Vec<(Bound<N>, Vec<Folded<N>>)>,
        otherwise: Vec<Folded<N>>,
        live: &mut SlotSet,
    ) -> Option<(StepOp<N>, Option<Slot>)> {
        let mut reads = SlotSet::default();
        arms.iter().for_each(|(guard, _)| reads.add_reads(guard));
        let (guards, mut ways): (Vec<_>, Vec<_>) = arms.into_iter().unzip();
        ways.push(otherwise);
        let after = live.clone();
        let mut sequences = self.ways(ways, live, reads);
        if sequences.iter().all(is_idle) {
            *live = after;
            return None;
        }
        let otherwise = sequences.pop()?;
        Some((StepOp::Switch(guards.into_iter().zip(sequences).collect(), otherwise), None))
    }

    /// What a round reads before writing it must survive the round before.
    fn repeat<N: Number>(
        &mut self,
        count: Bound<N>,
        body: Vec<Folded<N>>,
        live: &mut SlotSet,
    ) -> Option<(StepOp<N>, Option<Slot>)> {
        let mut around = live.clone();
        around.union(&exposed(&body, SlotSet::default()));
        let mut start = around.clone();
        let mut sequence = self.sequence(body, &mut start, &SlotSet::default());
        if sequence.steps.is_empty() {
            return None;
        }
        *live = around;
        live.add_reads(&count);
        // What survives a round need not have been written before the first.
        self.touch(live);
        sequence.kill = live.without(&start);
        Some((StepOp::Repeat(count, sequence), None))
    }

    /// As for `repeat`; what the guard reads is there after every round.
    fn until<N: Number>(
        &mut self,
        body: Vec<Folded<N>>,
        guard: Bound<N>,
        live: &mut SlotSet,
    ) -> Option<(StepOp<N>, Option<Slot>)> {
        // A loop that neither changes what is read nor says what is known leaves no trace.
        if !has_effect(&body, live) {
            return None;
        }
        let mut around = live.clone();
        around.add_reads(&guard);
        around.union(&exposed(&body, around.clone()));
        let mut start = around.clone();
        let mut sequence = self.sequence(body, &mut start, &SlotSet::default());
        self.touch(&around);
        sequence.kill = around.without(&start);
        let leave = around.without(live);
        *live = start;
        Some((StepOp::Until(Box::new(Loop { body: sequence, guard, leave })), None))
    }

    /// Greedy colouring: a slot takes the first place that no slot in use at the same time has.
    fn color(&self) -> Places {
        let mut of = vec![Slot(0); self.conflicts.len()];
        let mut colored = SlotSet::default();
        let mut count = 0;
        for slot in self.used.iter() {
            let index = slot.0 as usize;
            let mut taken = SlotSet::default();
            let others =
                self.conflicts[index].iter().filter(|other| *other != slot && colored.contains(*other));
            others.for_each(|other| taken.insert(of[other.0 as usize]));
            let place = (0..).map(Slot).find(|place| !taken.contains(*place)).unwrap_or_default();
            of[index] = place;
            colored.insert(slot);
            count = count.max(place.0 as usize + 1);
        }
        Places { of, count }
    }
}
