//! What of a tree is shown: to a depth, from a mass on, only what may still be.
//!
//! Every branch is either kept or its mass is in one of two sums, so that nothing is lost.

use std::collections::VecDeque;

use crate::evaluate::{Target, Tree};
use crate::exact::Rational;
use crate::value::Value;

/// What is shown of a tree.
pub(super) struct Pruned {
    pub(super) root: Next,
    pub(super) nodes: Vec<KeptNode>,
    pub(super) cut: Rational,
    pub(super) left_out: Rational,
    pub(super) ruled_out: Rational,
    /// For each node of the tree its index among those that are kept.
    indices: Vec<Option<usize>>,
}

impl Pruned {
    /// The index of a node of the tree among those that are kept.
    pub(super) fn index(&self, node: usize) -> Option<usize> {
        self.indices[node]
    }
}

/// A node that is kept.
pub(super) struct KeptNode {
    /// Which node of the tree.
    pub(super) node: usize,
    /// The mass of the kept branches to it.
    pub(super) reach: Rational,
    /// How many kept branches lead to it.
    pub(super) entries: usize,
    pub(super) branches: Vec<KeptBranch>,
}

/// A branch that is kept, or the sum of those that are not.
pub(super) struct KeptBranch {
    pub(super) mass: Rational,
    /// Which branch of the node; `None` for a sum.
    pub(super) of: Option<usize>,
    pub(super) next: Next,
}

/// Where a branch leads.
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
            indices: vec![None; tree.nodes.len()],
        },
    };
    pruner.begin();
    // Branches lead to later nodes, so that what reaches a node is known when its turn comes.
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
        from[index] = node.branches.iter().any(|branch| match branch.next {
            Target::Node(next) => from[next],
            Target::Leaf(index) => leaf[index],
            Target::RuledOut => false,
        });
    }
    from
}

/// How many draws come at least before each node.
fn depths(tree: &Tree) -> Vec<usize> {
    let mut depths = vec![usize::MAX; tree.nodes.len()];
    let mut waiting = VecDeque::new();
    if let Target::Node(root) = tree.root {
        depths[root] = 0;
        waiting.push_back(root);
    }
    while let Some(node) = waiting.pop_front() {
        for branch in &tree.nodes[node].branches {
            if let Target::Node(next) = branch.next
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
    /// Whether each leaf is wanted.
    leaves: Vec<bool>,
    /// Whether a wanted leaf can be reached from each node.
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

    /// Whether no wanted leaf can be reached that way.
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

    /// Brings mass to where a kept branch leads.
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
        let mut branches = Vec::new();
        let mut light = Vec::new();
        for (of, branch) in self.tree.nodes[index].branches.iter().enumerate() {
            let through = &reach * &branch.mass;
            if self.hopeless(branch.next) {
                self.pruned.left_out = &self.pruned.left_out + &through;
            } else if self.min_mass.is_some_and(|least| through < *least) {
                light.push((of, branch.mass.clone()));
            } else {
                let deep = matches!(branch.next, Target::Node(next) if self.too_deep(next));
                if deep {
                    self.pruned.cut = &self.pruned.cut + &through;
                } else {
                    self.give(branch.next, &through);
                }
                let next = if deep { Next::Cut } else { Next::On(branch.next) };
                branches.push(KeptBranch { mass: branch.mass.clone(), of: Some(of), next });
            }
        }
        if !light.is_empty() {
            let mass = light.iter().fold(Rational::ZERO, |total, (_, mass)| &total + mass);
            self.pruned.cut = &self.pruned.cut + &(&reach * &mass);
            let of = if let [(only, _)] = light.as_slice() { Some(*only) } else { None };
            branches.push(KeptBranch { mass, of, next: Next::Cut });
        }
        self.pruned.indices[index] = Some(self.pruned.nodes.len());
        let entries = self.entries[index];
        self.pruned.nodes.push(KeptNode { node: index, reach, entries, branches });
    }
}
