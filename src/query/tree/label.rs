//! What tells the branches of a draw from each other.

use crate::evaluate::{Arm, Branch, Change, Draw, TreeNode};

/// What some branches of a draw, which lead to the same, have in common and the others do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BranchLabel {
    /// Nothing but which ones they are; none where several were left out together.
    Arms(Vec<Arm>),
    /// What they change.
    Changes(Vec<SharedChange>),
    /// What a branch changes whose counterpart changes nothing: which of the two it is says more then.
    ArmWithChanges(Arm, Vec<SharedChange>),
    /// The only branch that changes nothing.
    Otherwise,
}

/// What some branches all give a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedChange {
    /// The variable, state or outcome.
    pub name: String,
    /// The values, each once, as a person would type them.
    pub values: Vec<String>,
}

/// The label of the branches of these indices.
pub(in super::super) fn label(node: &TreeNode, chosen: &[usize]) -> BranchLabel {
    let branches: Vec<&Branch> = chosen.iter().map(|branch| &node.branches[*branch]).collect();
    let changes = shared_changes(node, &branches);
    let silent = node.branches.iter().filter(|branch| telling(node, branch).next().is_none()).count();
    match branches.as_slice() {
        [Branch { arm: Arm::Choice(_), .. }] if changes.is_empty() && silent == 1 => BranchLabel::Otherwise,
        _ if changes.is_empty() => BranchLabel::Arms(arms(node, chosen)),
        [only] if node.draw == Draw::Chance && silent > 0 => {
            BranchLabel::ArmWithChanges(only.arm.clone(), changes)
        }
        _ => BranchLabel::Changes(changes),
    }
}

/// Which branches have these indices, each once.
pub(in super::super) fn arms(node: &TreeNode, chosen: &[usize]) -> Vec<Arm> {
    distinct(chosen.iter().map(|branch| node.branches[*branch].arm.clone()))
}

/// The items without repetition, in the order in which they first come.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut distinct, item| {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
        distinct
    })
}

/// What a branch changes and not all others do alike.
fn telling<'a>(node: &'a TreeNode, branch: &'a Branch) -> impl Iterator<Item = &'a Change> {
    branch.changes.iter().filter(|change| !node.branches.iter().all(|branch| branch.changes.contains(change)))
}

/// Whether some branch gives the name another value: what is only set here and never otherwise tells less.
fn differs(node: &TreeNode, change: &Change) -> bool {
    let mut all = node.branches.iter().flat_map(|branch| &branch.changes);
    all.any(|other| other.name == change.name && other.value != change.value)
}

/// What all of some branches change.
fn shared_changes(node: &TreeNode, branches: &[&Branch]) -> Vec<SharedChange> {
    let Some(first) = branches.first() else { return Vec::new() };
    let own: Vec<&Change> = telling(node, first).collect();
    let strong: Vec<&Change> = own.iter().copied().filter(|change| differs(node, change)).collect();
    let candidates = if strong.is_empty() { own } else { strong };
    // Where one of the branches leaves a name alone, it is not what they have in common.
    let shared = candidates.into_iter().filter_map(|change| {
        let value = |branch: &&Branch| {
            let found = branch.changes.iter().find(|other| other.name == change.name);
            found.map(|found| found.value.clone())
        };
        let values = branches.iter().map(value).collect::<Option<Vec<String>>>()?;
        Some(SharedChange { name: change.name.clone(), values: distinct(values.into_iter()) })
    });
    shared.collect()
}
