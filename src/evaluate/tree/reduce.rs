//! Draws that decide nothing are left out; ways that say and do the same are one.

use super::{Change, Target, Tree, TreeNode, Way};
use crate::exact::Rational;

/// A node that is left out: what comes in its place, and what all its ways change.
type Skipped = Option<(Target, Vec<Change>)>;

/// Leaves out nodes whose ways all lead to the same place.
pub(super) fn reduce(tree: Tree) -> Tree {
    let count = tree.nodes.len();
    let mut skipped: Vec<Skipped> = vec![None; count];
    let (mut tree, mut nodes) = (tree, Vec::new());
    std::mem::swap(&mut nodes, &mut tree.nodes);
    for index in (0..count).rev() {
        let ways = std::mem::take(&mut nodes[index].ways);
        let ways = merged(ways.into_iter().map(|way| forward(way, &skipped)));
        let next = ways.first().map(|way| way.next);
        match next {
            Some(next) if ways.iter().all(|way| way.next == next) => {
                skipped[index] = Some((next, common(&ways)));
            }
            _ => nodes[index].ways = ways,
        }
    }
    let root = match tree.root {
        Target::Node(node) => skipped[node].as_ref().map_or(tree.root, |(next, _)| *next),
        other => other,
    };
    compact(Tree { nodes, root, ..tree }, &skipped)
}

/// A way past the node that it leads to, where that is left out. The nodes behind it are done already.
fn forward(mut way: Way, skipped: &[Skipped]) -> Way {
    if let Target::Node(node) = way.next
        && let Some((next, changes)) = &skipped[node]
    {
        way.next = *next;
        for change in changes {
            way.changes.retain(|own| own.name != change.name);
            way.changes.push(change.clone());
        }
    }
    way
}

/// Ways that change the same and lead to the same, as one.
fn merged(ways: impl Iterator<Item = Way>) -> Vec<Way> {
    let mut out: Vec<Way> = Vec::new();
    for way in ways {
        let same = |own: &&mut Way| {
            own.next == way.next
                && own.changes == way.changes
                && (!own.changes.is_empty() || own.arm == way.arm)
        };
        match out.iter_mut().find(same) {
            Some(own) => own.mass = &own.mass + &way.mass,
            None => out.push(way),
        }
    }
    out
}

/// What all ways change in the same manner.
fn common(ways: &[Way]) -> Vec<Change> {
    let Some((first, others)) = ways.split_first() else { return Vec::new() };
    let everywhere = |change: &&Change| others.iter().all(|way| way.changes.contains(change));
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
            for way in &node.ways {
                if let Target::Node(next) = way.next {
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
        node.ways.iter_mut().for_each(|way| way.next = moved(way.next));
    }
    Tree { root: moved(tree.root), nodes, leaves: tree.leaves, alive: tree.alive }
}

impl Tree {
    /// The mass with which each node is reached, each leaf, and what is ruled out.
    #[must_use]
    pub fn reached(&self) -> (Vec<Rational>, Vec<Rational>, Rational) {
        let mut nodes = vec![Rational::ZERO; self.nodes.len()];
        let mut leaves = vec![Rational::ZERO; self.leaves.len()];
        let mut ruled_out = Rational::ZERO;
        let mut give = |target: Target, mass: &Rational, nodes: &mut Vec<Rational>| match target {
            Target::Node(node) => nodes[node] = &nodes[node] + mass,
            Target::Leaf(leaf) => leaves[leaf] = &leaves[leaf] + mass,
            Target::RuledOut => ruled_out = &ruled_out + mass,
        };
        give(self.root, &Rational::ONE, &mut nodes);
        for (index, node) in self.nodes.iter().enumerate() {
            let reach = nodes[index].clone();
            for way in &node.ways {
                give(way.next, &(&reach * &way.mass), &mut nodes);
            }
        }
        (nodes, leaves, ruled_out)
    }
}
