//! What happens to outcomes when their mechanic ends: they are held to their ranges, and those with a greatest
//! number that stands for all above it are recorded so.
//!
//! Only the value that comes out is held to the range. Where no later step can give the outcome another one,
//! that is checked where it is assigned; else at the end, and the last of those assignments is named.

use std::collections::BTreeMap;

use super::{Lowerer, Node, Op, Slot, Term, TermKind, constant, slot_term};
use crate::check::model::{Builtin, Declaration, Range};
use crate::source::Span;
use crate::value::Value;

impl Lowerer<'_> {
    /// The statements of the mechanic of the frame, and its end.
    pub(super) fn mechanic(&mut self) {
        let begin = self.nodes.len();
        let recorded = self.frame.fields.clone();
        let model = self.frame.model;
        let fields = model.fields.iter().zip(&recorded);
        self.frame.fields = fields.map(|(field, recorded)| self.running(field, *recorded)).collect();
        self.statements();
        let running = std::mem::replace(&mut self.frame.fields, recorded);
        self.hold_to_ranges(begin, &running);
        self.record_fields(&running);
    }

    /// Where an outcome is while its mechanic runs: not where it is recorded, if that is not the same.
    fn running(&mut self, field: &Declaration, recorded: Slot) -> Slot {
        if !field.or_more {
            return recorded;
        }
        let slot = self.fresh();
        self.named_as(slot, field.name.clone(), self.frame.model, field.kind);
        slot
    }

    fn record_fields(&mut self, running: &[Slot]) {
        let model = self.frame.model;
        let fields = model.fields.iter().zip(running).zip(self.frame.fields.clone());
        for ((field, slot), recorded) in fields.filter(|((_, slot), recorded)| *slot != recorded) {
            let Some(most) = &field.range.high else { continue };
            let origin = field.span;
            let arguments = vec![slot_term(origin, *slot), constant(origin, Value::Number(most.clone()))];
            let value = Term { origin, kind: TermKind::Call(Builtin::OrMore, arguments) };
            self.push(origin, Op::Assign(recorded, value));
        }
    }

    /// Of the checks of outcomes since a step keeps those of values that no later step can replace, and makes up
    /// for the others at the end.
    fn hold_to_ranges(&mut self, begin: usize, fields: &[Slot]) {
        let mut end = Ending {
            places: fields.iter().copied().zip(0..).collect(),
            later: vec![Later::NEVER; fields.len()],
            late: Vec::new(),
        };
        let nodes = self.nodes.split_off(begin.min(self.nodes.len()));
        let nodes = end.sequence(nodes);
        self.nodes.extend(nodes);
        for slot in fields {
            let late = end.late.iter().filter(|(_, late, _)| late == slot);
            if let Some((origin, _, range)) = late.max_by_key(|(origin, ..)| *origin) {
                self.push(*origin, Op::CheckRange(*slot, *range));
            }
        }
    }
}

/// What is recorded of an outcome may be greater than the greatest number of its range.
pub(super) fn checked_range(field: &Declaration) -> Range {
    let high = field.range.high.clone().filter(|_| !field.or_more);
    Range { high, ..field.range.clone() }
}

/// What may happen to an outcome from a place to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Later {
    /// It is given another value on some way.
    replaced: bool,
    /// It keeps its value on some way.
    kept: bool,
}

impl Later {
    const NEVER: Later = Later { replaced: false, kept: true };
    /// No way leads to the end.
    const NOWHERE: Later = Later { replaced: false, kept: false };

    fn or(self, other: Later) -> Later {
        Later { replaced: self.replaced || other.replaced, kept: self.kept || other.kept }
    }
}

/// Goes backward through the steps of a mechanic.
struct Ending {
    /// For each outcome its place among them.
    places: BTreeMap<Slot, usize>,
    /// For each outcome, by its place, what may happen to it.
    later: Vec<Later>,
    /// The checks that are to be made at the end.
    late: Vec<(Span, Slot, usize)>,
}

impl Ending {
    /// The steps without the checks of values that may be replaced.
    fn sequence(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let mut kept: Vec<Node> = nodes.into_iter().rev().filter_map(|node| self.node(node)).collect();
        kept.reverse();
        kept
    }

    fn node(&mut self, node: Node) -> Option<Node> {
        let origin = node.origin;
        match &node.op {
            Op::CheckRange(slot, range) => match self.later_of(*slot) {
                Some(Later { replaced: true, kept }) => {
                    if *kept {
                        self.late.push((origin, *slot, *range));
                    }
                    return None;
                }
                _ => return Some(node),
            },
            Op::Refuse(..) => self.later.fill(Later::NOWHERE),
            _ => {}
        }
        if let Some(later) = node.op.writes().and_then(|slot| self.later_of(slot)) {
            *later = Later { replaced: true, kept: false };
        }
        let op = match node.op {
            Op::Repeat(count, body) => {
                let after = self.later.clone();
                let body = self.rounds(body);
                self.or(&after);
                Op::Repeat(count, body)
            }
            Op::Until(body, guard) => Op::Until(self.rounds(body), guard),
            op if op.bodies().is_empty() => op,
            op => {
                let after = self.later.clone();
                let mut before: Option<Vec<Later>> = None;
                op.map(
                    |slot| slot,
                    |term| term,
                    |body| {
                        self.later.clone_from(&after);
                        let body = self.sequence(body);
                        if let Some(other) = before.take() {
                            self.or(&other);
                        }
                        before = Some(self.later.clone());
                        body
                    },
                )
            }
        };
        Some(Node { origin, op })
    }

    /// The body of a loop, after which another round may come.
    fn rounds(&mut self, body: Vec<Node>) -> Vec<Node> {
        for node in &body {
            node.each(&mut |node| {
                if let Some(later) = node.op.writes().and_then(|slot| self.later_of(slot)) {
                    later.replaced = true;
                }
            });
        }
        self.sequence(body)
    }

    /// Either what is ahead now or what was ahead otherwise.
    fn or(&mut self, other: &[Later]) {
        for (later, other) in self.later.iter_mut().zip(other) {
            *later = later.or(*other);
        }
    }

    fn later_of(&mut self, slot: Slot) -> Option<&mut Later> {
        self.later.get_mut(*self.places.get(&slot)?)
    }
}
