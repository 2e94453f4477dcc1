//! What ways and outcomes are called.

use super::super::Mechanic;
use super::super::report::Text;
use super::super::scenario::value_label;
use crate::check::Kind;
use crate::evaluate::{Arm, Branch, Change, Draw, TreeNode};
use crate::value::Value;

/// More changes than this are not listed.
const MOST_CHANGES: usize = 3;
/// More values of a variable than this are not listed.
const MOST_VALUES: usize = 4;

/// `A`, `B`, …, `Z`, `A2`, …
pub(in super::super) fn names() -> impl Iterator<Item = String> {
    // P and E are the measures of queries.
    let letters = || ('A'..='Z').filter(|letter| !matches!(letter, 'E' | 'P'));
    (1_usize..).flat_map(move |round| {
        letters().map(move |letter| if round == 1 { letter.to_string() } else { format!("{letter}{round}") })
    })
}

/// What some ways of a draw, which lead to the same, are called together: what they change and the others do
/// not, else which ways they are.
pub(in super::super) fn grouped(node: &TreeNode, chosen: &[usize]) -> String {
    let ways: Vec<&Branch> = chosen.iter().filter_map(|way| node.branches.get(*way)).collect();
    let arms: Vec<String> = ways.iter().map(|way| arm(&way.arm)).collect();
    let changes = changes(node, &ways);
    // Of the two ways of a chance, one may change nothing; what happens there is said then.
    let silent = node.draw == Draw::Chance
        && node.branches.iter().any(|way| telling(node, way).next().is_none())
        && ways.len() == 1;
    // Of several choices, one that changes nothing is the rest of them.
    let lone = node.branches.iter().filter(|way| telling(node, way).next().is_none()).count() == 1;
    let unnamed = matches!(ways.as_slice(), [Branch { arm: Arm::Choice(_), .. }]);
    if changes.is_empty() && lone && unnamed {
        return "otherwise".to_owned();
    }
    match (changes.is_empty(), silent) {
        (true, _) => listed(&arms),
        (false, true) => format!("{}: {changes}", arms.join(" or ")),
        (false, false) => changes,
    }
}

fn arm(arm: &Arm) -> String {
    match arm {
        Arm::Yes => "yes".to_owned(),
        Arm::No => "no".to_owned(),
        Arm::Drawn(number) => number.to_string(),
        Arm::Rest => "else".to_owned(),
        Arm::Choice(index) => format!("choice {}", index + 1),
        Arm::Result => "otherwise".to_owned(),
    }
}

/// What a way changes and not all others do alike.
fn telling<'a>(node: &'a TreeNode, way: &'a Branch) -> impl Iterator<Item = &'a Change> {
    way.changes.iter().filter(|change| !node.branches.iter().all(|way| way.changes.contains(change)))
}

/// Whether some way gives the name another value: what only is set here, and never otherwise, tells less.
fn differs(node: &TreeNode, change: &Change) -> bool {
    let all = node.branches.iter().flat_map(|way| &way.changes);
    all.into_iter().any(|other| other.name == change.name && other.value != change.value)
}

/// `award = coin`, `roll = 5 to 39, rarity = uncommon`
fn changes(node: &TreeNode, ways: &[&Branch]) -> String {
    let Some(first) = ways.first() else { return String::new() };
    let own: Vec<&Change> = telling(node, first).collect();
    let strong: Vec<&Change> = own.iter().copied().filter(|change| differs(node, change)).collect();
    let mut texts = Vec::new();
    for change in if strong.is_empty() { own } else { strong } {
        let value = |way: &&Branch| {
            let found = way.changes.iter().find(|other| other.name == change.name);
            found.map(|found| found.value.clone())
        };
        let values: Option<Vec<String>> = ways.iter().map(value).collect();
        // Where one of the ways leaves it alone, it is not what they have in common.
        if let Some(values) = values {
            texts.push(format!("{} = {}", change.name, listed(&values)));
        }
    }
    if texts.len() > MOST_CHANGES {
        texts.truncate(MOST_CHANGES);
        texts.push("\u{2026}".to_owned());
    }
    texts.join(", ")
}

/// `5 to 39`, `coin or key`, `1 or 2 or 4 to 19`
fn listed(values: &[String]) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for value in values {
        if !distinct.contains(value) {
            distinct.push(value.clone());
        }
    }
    let numbers: Option<Vec<i64>> = distinct.iter().map(|value| value.parse().ok()).collect();
    let mut parts = match numbers {
        Some(numbers) => runs(numbers),
        None => distinct,
    };
    if parts.len() > MOST_VALUES + 1 {
        parts.truncate(MOST_VALUES);
        parts.push("\u{2026}".to_owned());
    }
    parts.join(" or ")
}

/// Whole numbers in order; three or more in a row by their ends.
fn runs(mut numbers: Vec<i64>) -> Vec<String> {
    numbers.sort_unstable();
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, high)) if high.checked_add(1) == Some(number) => *high = number,
            _ => runs.push((number, number)),
        }
    }
    let text = |(low, high): (i64, i64)| match high.saturating_sub(low) {
        0 => vec![low.to_string()],
        1 => vec![low.to_string(), high.to_string()],
        _ => vec![format!("{low} to {high}")],
    };
    runs.into_iter().flat_map(text).collect()
}

/// An outcome as people call it.
pub(super) fn outcome(mechanic: &Mechanic, fields: &[usize], values: &[Value]) -> Text {
    let model = &mechanic.model;
    let mut text = Text::default();
    for (index, (field, value)) in fields.iter().zip(values).enumerate() {
        let declared = &model.fields[*field];
        if index > 0 {
            text = text.and(", ");
        }
        if fields.len() > 1 || !matches!(declared.kind, Kind::Enum(_)) {
            text = text.and(format!("{}: ", declared.label));
        }
        text = text.join(value_label(model, declared.kind, value));
    }
    text
}
