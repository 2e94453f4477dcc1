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

pub(super) fn prune(
    tree: &Tree,
    depth: Option<usize>,
    min_mass: Option<&Rational>,
    wanted: impl Fn(&Vec<Value>) -> bool,
) -> Pruned {
    let leaves: Vec<bool> = tree.leaves.iter().map(wanted).collect();
    let mut pruner = Pruner {
        tree,
        all: leaves.iter().all(|wanted| *wanted),
        from: wanted_from(tree, &leaves),
        leaves,
        depth,
        depths: depths(tree),
        min_mass,
        reach: vec![Rational::ZERO; tree.nodes.len()],
        entries: vec![0; tree.nodes.len()],
        pruned: Pruned {
            root: Next::On(tree.root),
            nodes: Vec::new(),
            cut: Rational::ZERO,
            left_out: Rational::ZERO,
            ruled_out: Rational::ZERO,
            places: vec![None; tree.nodes.len()],
        },
    };
    pruner.begin();
    // Ways lead to later nodes, so that what reaches a node is known when its turn comes.
    for node in 0..tree.nodes.len() {
        if pruner.entries[node] > 0 {
            pruner.node(node);
        }
    }
    pruner.pruned
}

/// Whether a wanted leaf can be reached from each node.
fn wanted_from(tree: &Tree, leaf: &[bool]) -> Vec<bool> {
    let mut from = vec![false; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        from[index] = node.branches.iter().any(|way| match way.next {
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
        for way in &tree.nodes[node].branches {
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

struct Pruner<'a> {
    tree: &'a Tree,
    /// Whether every leaf is wanted.
    all: bool,
    leaves: Vec<bool>,
    from: Vec<bool>,
    depth: Option<usize>,
    depths: Vec<usize>,
    min_mass: Option<&'a Rational>,
    reach: Vec<Rational>,
    entries: Vec<usize>,
    pruned: Pruned,
}

impl Pruner<'_> {
    fn too_deep(&self, node: usize) -> bool {
        self.depth.is_some_and(|depth| self.depths[node] >= depth)
    }

    fn hopeless(&self, next: Target) -> bool {
        !self.all
            && match next {
                Target::Node(next) => !self.from[next],
                Target::Leaf(leaf) => !self.leaves[leaf],
                Target::RuledOut => true,
            }
    }

    fn begin(&mut self) {
        match self.tree.root {
            root if self.hopeless(root) => {
                self.pruned.root = Next::Cut;
                self.pruned.left_out = Rational::ONE;
            }
            Target::Node(root) if self.too_deep(root) => {
                self.pruned.root = Next::Cut;
                self.pruned.cut = Rational::ONE;
            }
            root => self.give(root, &Rational::ONE),
        }
    }

    /// Brings mass to where a kept way leads.
    fn give(&mut self, next: Target, mass: &Rational) {
        match next {
            Target::Node(next) => {
                self.reach[next] = &self.reach[next] + mass;
                self.entries[next] += 1;
            }
            Target::RuledOut => self.pruned.ruled_out = &self.pruned.ruled_out + mass,
            Target::Leaf(_) => {}
        }
    }

    fn node(&mut self, index: usize) {
        let reach = self.reach[index].clone();
        let mut ways = Vec::new();
        let mut light = Vec::new();
        for (of, way) in self.tree.nodes[index].branches.iter().enumerate() {
            let through = &reach * &way.mass;
            if self.hopeless(way.next) {
                self.pruned.left_out = &self.pruned.left_out + &through;
            } else if self.min_mass.is_some_and(|least| through < *least) {
                light.push((of, way.mass.clone()));
            } else {
                let deep = matches!(way.next, Target::Node(next) if self.too_deep(next));
                if deep {
                    self.pruned.cut = &self.pruned.cut + &through;
                } else {
                    self.give(way.next, &through);
                }
                let next = if deep { Next::Cut } else { Next::On(way.next) };
                ways.push(KeptWay { mass: way.mass.clone(), of: Some(of), next });
            }
        }
        if !light.is_empty() {
            let mass = light.iter().fold(Rational::ZERO, |total, (_, mass)| &total + mass);
            self.pruned.cut = &self.pruned.cut + &(&reach * &mass);
            let of = if let [(only, _)] = light.as_slice() { Some(*only) } else { None };
            ways.push(KeptWay { mass, of, next: Next::Cut });
        }
        self.pruned.places[index] = Some(self.pruned.nodes.len());
        let entries = self.entries[index];
        self.pruned.nodes.push(Kept { node: index, reach, entries, ways });
    }
}
