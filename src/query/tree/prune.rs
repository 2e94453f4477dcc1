//! What of a tree is shown: to a depth, from a mass on, only what may still be.
//!
//! Every way is either kept or its mass is in one of two sums, so that nothing is lost.

use std::collections::VecDeque;

use crate::evaluate::{Target, Tree};
use crate::exact::Rational;
use crate::value::Value;

/// What is left of a tree.
pub(super) struct Pruned {
    pub(super) root: Next,
    pub(super) nodes: Vec<Kept>,
    pub(super) cut: Rational,
    pub(super) left_out: Rational,
    pub(super) ruled_out: Rational,
    places: Vec<Option<usize>>,
}

impl Pruned {
    /// Where a node of the tree is among those that are kept.
    pub(super) fn place(&self, node: usize) -> Option<usize> {
        self.places.get(node).copied().flatten()
    }
}

/// A node that is kept.
pub(super) struct Kept {
    /// Which node of the tree.
    pub(super) node: usize,
    /// The mass of the kept ways to it.
    pub(super) reach: Rational,
    /// How many kept ways lead to it.
    pub(super) entries: usize,
    pub(super) ways: Vec<KeptWay>,
}

/// A way that is kept, or the sum of those that are not.
pub(super) struct KeptWay {
    pub(super) mass: Rational,
    /// Which way of the node; `None` for a sum.
    pub(super) of: Option<usize>,
    pub(super) next: Next,
}

/// Where it leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    On(Target),
    Cut,
}

/// Whether a wanted leaf can be reached from each node.
fn wanted_from(tree: &Tree, leaf: &[bool]) -> Vec<bool> {
    let mut from = vec![false; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        from[index] = node.ways.iter().any(|way| match way.next {
            Target::Node(next) => from[next],
            Target::Leaf(index) => leaf[index],
            Target::RuledOut => false,
        });
    }
    from
}

/// How many draws come before each node on the shortest way to it.
fn depths(tree: &Tree) -> Vec<usize> {
    let mut depths = vec![usize::MAX; tree.nodes.len()];
    let mut waiting = VecDeque::new();
    if let Target::Node(root) = tree.root {
        depths[root] = 0;
        waiting.push_back(root);
    }
    while let Some(node) = waiting.pop_front() {
        for way in &tree.nodes[node].ways {
            if let Target::Node(next) = way.next
                && depths[next] == usize::MAX
            {
                depths[next] = depths[node] + 1;
                waiting.push_back(next);
            }
        }
    }
    depths
}

pub(super) fn prune(
    tree: &Tree,
    depth: Option<usize>,
    min_mass: Option<&Rational>,
    wanted: impl Fn(&Vec<Value>) -> bool,
) -> Pruned {
    let leaves: Vec<bool> = tree.leaves.iter().map(wanted).collect();
    let from = wanted_from(tree, &leaves);
    let all = leaves.iter().all(|wanted| *wanted);
    let depths = depths(tree);
    let too_deep = |node: usize| depth.is_some_and(|depth| depths[node] >= depth);
    let hopeless = |next: Target| {
        !all && match next {
            Target::Node(next) => !from[next],
            Target::Leaf(leaf) => !leaves[leaf],
            Target::RuledOut => true,
        }
    };
    let count = tree.nodes.len();
    let mut reach = vec![Rational::ZERO; count];
    let mut entries = vec![0; count];
    let mut pruned = Pruned {
        root: Next::On(tree.root),
        nodes: Vec::new(),
        cut: Rational::ZERO,
        left_out: Rational::ZERO,
        ruled_out: Rational::ZERO,
        places: vec![None; count],
    };
    match tree.root {
        target if hopeless(target) => {
            pruned.root = Next::Cut;
            pruned.left_out = Rational::ONE;
        }
        Target::Node(root) if too_deep(root) => {
            pruned.root = Next::Cut;
            pruned.cut = Rational::ONE;
        }
        Target::Node(root) => {
            reach[root] = Rational::ONE;
            entries[root] = 1;
        }
        Target::RuledOut => pruned.ruled_out = Rational::ONE,
        Target::Leaf(_) => {}
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        if entries[index] == 0 {
            continue;
        }
        let here = reach[index].clone();
        let mut ways = Vec::new();
        let mut cut = Rational::ZERO;
        let mut lightest = Vec::new();
        for (of, way) in node.ways.iter().enumerate() {
            let through = &here * &way.mass;
            if hopeless(way.next) {
                pruned.left_out = &pruned.left_out + &through;
                continue;
            }
            let light = min_mass.is_some_and(|least| through < *least);
            if light {
                cut = &cut + &way.mass;
                lightest.push(of);
                continue;
            }
            let next = match way.next {
                Target::Node(next) if too_deep(next) => {
                    pruned.cut = &pruned.cut + &through;
                    Next::Cut
                }
                Target::Node(next) => {
                    reach[next] = &reach[next] + &through;
                    entries[next] += 1;
                    Next::On(way.next)
                }
                Target::RuledOut => {
                    pruned.ruled_out = &pruned.ruled_out + &through;
                    Next::On(way.next)
                }
                Target::Leaf(_) => Next::On(way.next),
            };
            ways.push(KeptWay { mass: way.mass.clone(), of: Some(of), next });
        }
        if !cut.is_zero() {
            pruned.cut = &pruned.cut + &(&here * &cut);
            let of = if let [only] = lightest.as_slice() { Some(*only) } else { None };
            ways.push(KeptWay { mass: cut, of, next: Next::Cut });
        }
        pruned.places[index] = Some(pruned.nodes.len());
        pruned.nodes.push(Kept { node: index, reach: here, entries: entries[index], ways });
    }
    pruned
}
