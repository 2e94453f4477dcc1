//! A tree in fewer steps: draws that follow one another as one, along the program.

use std::collections::BTreeMap;

use crate::evaluate::{Arm, Branch, Change, Draw, Target, Tree, TreeNode};
use crate::exact::Rational;
use crate::source::Span;

/// A tree whose nodes may stand for several draws.
pub(super) struct Coarse {
    pub(super) tree: Tree,
    /// For each node the last of its draws, where there are several.
    pub(super) last: Vec<Option<Span>>,
}

/// What has happened on the branches within one step to a node.
struct Reached {
    mass: Rational,
    changes: Vec<Change>,
}

/// The tree as it is.
pub(super) fn fine(tree: Tree) -> Coarse {
    let last = vec![None; tree.nodes.len()];
    Coarse { tree, last }
}

/// At how many positions of the program draws are made.
pub(super) fn positions(tree: &Tree) -> usize {
    tree.nodes.last().map_or(0, |node| node.place + 1)
}

/// The tree in at most so many steps after one another.
pub(super) fn coarse(tree: &Tree, steps: usize) -> Coarse {
    let positions = positions(tree).max(1);
    let group = |node: usize| tree.nodes[node].place * steps / positions;
    let mut entry = vec![false; tree.nodes.len()];
    if let Target::Node(root) = tree.root {
        entry[root] = true;
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        for branch in &node.branches {
            if let Target::Node(next) = branch.next
                && group(next) != group(index)
            {
                entry[next] = true;
            }
        }
    }
    let mut new = vec![0; tree.nodes.len()];
    let mut kept = 0;
    for (index, is_entry) in entry.iter().enumerate() {
        new[index] = kept;
        kept += usize::from(*is_entry);
    }
    let moved = |target: Target| match target {
        Target::Node(node) => Target::Node(new[node]),
        other => other,
    };
    let (mut nodes, mut last) = (Vec::new(), Vec::new());
    for (index, _) in entry.iter().enumerate().filter(|(_, entry)| **entry) {
        let (mut node, end) = joined(tree, index, |other| group(other) == group(index));
        node.place = group(index);
        node.branches.iter_mut().for_each(|branch| branch.next = moved(branch.next));
        nodes.push(node);
        last.push(end);
    }
    Coarse {
        tree: Tree {
            nodes,
            root: moved(tree.root),
            leaves: tree.leaves.clone(),
            provenance: tree.provenance.clone(),
        },
        last,
    }
}

/// All draws from one on that are inside, as one draw; and the last of them.
fn joined(tree: &Tree, start: usize, inside: impl Fn(usize) -> bool) -> (TreeNode, Option<Span>) {
    let mut waiting = BTreeMap::from([(start, Reached { mass: Rational::ONE, changes: Vec::new() })]);
    let mut ends: Vec<(Target, Reached)> = Vec::new();
    let mut steps = Vec::new();
    let mut last = None;
    while let Some((index, here)) = waiting.pop_first() {
        let node = &tree.nodes[index];
        steps.extend(node.steps.iter().filter(|step| !steps.contains(*step)).copied().collect::<Vec<_>>());
        if index != start {
            last = last.max(Some(node.origin));
        }
        for branch in &node.branches {
            let next =
                Reached { mass: &here.mass * &branch.mass, changes: after(&here.changes, &branch.changes) };
            match branch.next {
                Target::Node(inner) if inside(inner) => match waiting.get_mut(&inner) {
                    Some(known) => add(known, next),
                    None => {
                        waiting.insert(inner, next);
                    }
                },
                target => match ends.iter_mut().find(|(own, _)| *own == target) {
                    Some((_, known)) => add(known, next),
                    None => ends.push((target, next)),
                },
            }
        }
    }
    let first = &tree.nodes[start];
    let branches = ends.into_iter().map(|(next, reached)| Branch {
        mass: reached.mass,
        arm: Arm::Result,
        bands: Vec::new(),
        refills: Vec::new(),
        changes: reached.changes,
        next,
    });
    let several = last.is_some();
    let draw = if several { Draw::Choice } else { first.draw };
    let branches = if several { branches.collect() } else { first.branches.clone() };
    let roll = first.roll.clone().filter(|_| !several);
    let node = TreeNode { branches, steps, draw, roll, ..first.clone() };
    (node, last)
}

/// Changes, and then others.
fn after(before: &[Change], next: &[Change]) -> Vec<Change> {
    let kept = before.iter().filter(|change| !next.iter().any(|own| own.name == change.name));
    kept.chain(next).cloned().collect()
}

/// Another branch to the same node or end: what both changed alike stays.
fn add(known: &mut Reached, other: Reached) {
    known.mass = &known.mass + &other.mass;
    known.changes.retain(|change| other.changes.contains(change));
}
