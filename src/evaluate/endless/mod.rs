//! Numbers that grow from round to round without end.
//!
//! A loop that counts its rounds has infinitely many states, but most questions do not tell them all apart: for
//! "at least 8" all from 8 on are one. [`bounded`] finds how far each number is told apart, and takes all beyond
//! as one value, [`Cell::Above`](super::cell::Cell::Above), so that the loop has finitely many states. What then
//! depends on more than is known is refused where it is read.

mod extent;
mod growth;
mod need;
mod product;
mod weigh;

use crate::check::model::{Builtin, Range};
use crate::exact::Number;
use crate::lower::{Op, Program, Slot};
use crate::source::Span;

use super::cell::Cell;
use super::fold::Folded;
use super::term::{Bound, BoundKind};
use extent::Extents;
pub(super) use growth::Growth;
use need::{Need, Needs};
pub(super) use product::Products;
pub(super) use weigh::{Update, Weights, weighted};

/// The steps with every number that grows without end known only as far as the outputs need it; `None` where all is
/// needed as it is. `entry` are the slots that have values when the program starts.
pub(super) fn bounded<N: Number>(
    nodes: &[Folded<N>],
    slots: u32,
    ranges: &[(String, Range)],
    outputs: &[Slot],
    entry: &[Slot],
) -> Option<Vec<Folded<N>>> {
    if !has_loop(nodes) {
        return None;
    }
    let extents = Extents::of(nodes, slots, entry);
    let growing: Vec<Slot> = (0..slots).map(Slot).filter(|slot| extents.slot(*slot).grows()).collect();
    if growing.is_empty() {
        return None;
    }
    let needs = Needs::of(nodes, &extents, ranges, slots, outputs);
    let most = |slot: Slot| match needs.slot(slot) {
        Need::UpTo(most) if extents.slot(slot).grows() => Some(N::from(most.clone())),
        _ => None,
    };
    let some = growing.into_iter().any(|slot| most(slot).is_some());
    some.then(|| nodes.iter().map(|node| with_most(node.clone(), &most)).collect())
}

/// Whether a slot may hold numbers without a bound, as far as can be seen without following the loops.
pub(super) fn may_be_endless<N: Number>(nodes: &[Folded<N>], slots: u32, slot: Slot) -> bool {
    has_loop(nodes) && Extents::of(nodes, slots, &[]).slot(slot).is_unbounded()
}

/// What the values are called that loops without a bound assign, by their places.
pub(super) fn assigned_in_loops<N>(nodes: &[Folded<N>], program: &Program) -> Vec<(Span, String)> {
    let mut names = Vec::new();
    let name = |slot: Slot| program.names.iter().rev().find(|named| named.slot == slot);
    let mut loops: Vec<&Folded<N>> = Vec::new();
    nodes.iter().for_each(|node| {
        node.each(&mut |node| loops.extend(matches!(node.op, Op::Until(..)).then_some(node)))
    });
    for node in loops {
        node.each(&mut |node| {
            if let Op::Assign(slot, _) = &node.op {
                names.extend(name(*slot).map(|named| (node.origin, named.name.clone())));
            }
        });
    }
    names
}

fn has_loop<N>(nodes: &[Folded<N>]) -> bool {
    let is_loop = |node: &Folded<N>| matches!(node.op, Op::Repeat(..) | Op::Until(..));
    nodes.iter().any(|node| is_loop(node) || node.op.bodies().into_iter().any(|body| has_loop(body)))
}

/// The step with all from a number on as one, where a slot has such a number.
fn with_most<N: Number>(node: Folded<N>, most: &dyn Fn(Slot) -> Option<N>) -> Folded<N> {
    let op = match node.op {
        Op::Assign(slot, term) => Op::Assign(
            slot,
            match most(slot) {
                Some(most) => recorded(Builtin::OrMore, term, most),
                None => term,
            },
        ),
        op => op.map(
            |slot| slot,
            |term| term,
            |body| body.into_iter().map(|node| with_most(node, most)).collect(),
        ),
    };
    Folded { op, ..node }
}

/// A term of which all from a number on are one.
fn recorded<N: Number>(builtin: Builtin, term: Bound<N>, most: N) -> Bound<N> {
    let origin = term.origin;
    let most = Bound { origin, kind: BoundKind::Constant(Cell::Number(most)), rules: Vec::new() };
    Bound { origin, kind: BoundKind::Call(builtin, vec![term, most]), rules: Vec::new() }
}
