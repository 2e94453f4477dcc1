//! Draws that decide nothing are left out; branches that say and do the same are one.

use super::{Band, Branch, Change, Target, Tree, TreeNode};
use crate::exact::Rational;

/// A node that is left out: what comes in its place, and what all its branches change.
type Skipped = Option<(Target, Vec<Change>)>;

/// Leaves out nodes whose branches all lead to the same place.
pub(super) fn reduce(tree: Tree) -> Tree {
    let count = tree.nodes.len();
    let mut skipped: Vec<Skipped> = vec![None; count];
    let (mut tree, mut nodes) = (tree, Vec::new());
    std::mem::swap(&mut nodes, &mut tree.nodes);
    for index in (0..count).rev() {
        let branches = std::mem::take(&mut nodes[index].branches);
        let branches = merged(branches.into_iter().map(|branch| forward(branch, &skipped)));
        let next = branches.first().map(|branch| branch.next);
        match next {
            Some(next) if branches.iter().all(|branch| branch.next == next) => {
                skipped[index] = Some((next, common(&branches)));
            }
            _ => nodes[index].branches = branches,
        }
    }
    let root = match tree.root {
        Target::Node(node) => skipped[node].as_ref().map_or(tree.root, |(next, _)| *next),
        other => other,
    };
    compact(Tree { nodes, root, ..tree }, &skipped)
}

/// A branch past the node that it leads to, where that is left out. The nodes behind it are done already.
fn forward(mut branch: Branch, skipped: &[Skipped]) -> Branch {
    if let Target::Node(node) = branch.next
        && let Some((next, changes)) = &skipped[node]
    {
        branch.next = *next;
        for change in changes {
            branch.changes.retain(|own| own.name != change.name);
            branch.changes.push(change.clone());
        }
    }
    branch
}

/// Branches that change the same and lead to the same, as one.
fn merged(branches: impl Iterator<Item = Branch>) -> Vec<Branch> {
    let mut out: Vec<Branch> = Vec::new();
    for branch in branches {
        let same = |own: &&mut Branch| {
            own.next == branch.next
                && own.changes == branch.changes
                && (!own.changes.is_empty() || own.arm == branch.arm)
        };
        match out.iter_mut().find(same) {
            Some(own) => {
                own.mass += branch.mass;
                own.bands = Band::union(own.bands.iter().chain(&branch.bands));
            }
            None => out.push(branch),
        }
    }
    out
}

/// What all branches change in the same manner.
fn common(branches: &[Branch]) -> Vec<Change> {
    let Some((first, others)) = branches.split_first() else { return Vec::new() };
    let everywhere = |change: &&Change| others.iter().all(|branch| branch.changes.contains(change));
    first.changes.iter().filter(everywhere).cloned().collect()
}

/// Without the nodes that are left out and those that nothing leads to.
fn compact(tree: Tree, skipped: &[Skipped]) -> Tree {
    let mut reached = vec![false; tree.nodes.len()];
    if let Target::Node(root) = tree.root {
        reached[root] = true;
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        if reached[index] && skipped[index].is_none() {
            for branch in &node.branches {
                if let Target::Node(next) = branch.next {
                    reached[next] = true;
                }
            }
        }
    }
    let mut new = vec![0; tree.nodes.len()];
    let mut nodes: Vec<TreeNode> = Vec::new();
    for (index, node) in tree.nodes.into_iter().enumerate() {
        if reached[index] {
            new[index] = nodes.len();
            nodes.push(node);
        }
    }
    let moved = |target: Target| match target {
        Target::Node(old) => Target::Node(new[old]),
        other => other,
    };
    for node in &mut nodes {
        node.branches.iter_mut().for_each(|branch| branch.next = moved(branch.next));
    }
    Tree { root: moved(tree.root), nodes, leaves: tree.leaves, provenance: tree.provenance }
}

impl Tree {
    /// The mass with which each node is reached, each leaf, and what is ruled out.
    #[must_use]
    pub fn reached(&self) -> (Vec<Rational>, Vec<Rational>, Rational) {
        let mut nodes = vec![Rational::ZERO; self.nodes.len()];
        let mut leaves = vec![Rational::ZERO; self.leaves.len()];
        let mut ruled_out = Rational::ZERO;
        let mut give = |target: Target, mass: &Rational, nodes: &mut Vec<Rational>| match target {
            Target::Node(node) => nodes[node] += mass,
            Target::Leaf(leaf) => leaves[leaf] += mass,
            Target::RuledOut => ruled_out += mass,
        };
        give(self.root, &Rational::ONE, &mut nodes);
        for (index, node) in self.nodes.iter().enumerate() {
            let reach = nodes[index].clone();
            for branch in &node.branches {
                give(branch.next, &(&reach * &branch.mass), &mut nodes);
            }
        }
        (nodes, leaves, ruled_out)
    }
}
