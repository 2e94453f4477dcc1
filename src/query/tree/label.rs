//! What ways and outcomes are called.

use super::super::Mechanic;
use super::super::report::Text;
use super::super::scenario::value_label;
use crate::check::Kind;
use crate::evaluate::{Arm, Change, Draw, TreeNode};
use crate::value::Value;

/// More changes than this are not listed.
const MOST_CHANGES: usize = 3;
/// A label that sums up several ways is not longer than this.
const LONGEST: usize = 60;

/// `A`, `B`, …, `Z`, `A2`, …
pub(in super::super) fn names() -> impl Iterator<Item = String> {
    (1_usize..).flat_map(|round| {
        ('A'..='Z').map(move |letter| if round == 1 { letter.to_string() } else { format!("{letter}{round}") })
    })
}

/// What each way of a draw is called: what it changes and others do not, else which way it is.
pub(in super::super) fn ways(node: &TreeNode) -> Vec<String> {
    let own: Vec<Vec<&Change>> = node
        .ways
        .iter()
        .map(|way| {
            let everywhere = |change: &&Change| !node.ways.iter().all(|way| way.changes.contains(change));
            way.changes.iter().filter(everywhere).collect()
        })
        .collect();
    let silent = own.iter().any(Vec::is_empty);
    node.ways
        .iter()
        .zip(&own)
        .map(|(way, changes)| {
            let what = listed(changes);
            let arm = match &way.arm {
                Arm::Yes => "yes".to_owned(),
                Arm::No => "no".to_owned(),
                Arm::Drawn(number) => number.to_string(),
                Arm::Choice(index) => format!("choice {}", index + 1),
                Arm::Result => "otherwise".to_owned(),
            };
            match (what.is_empty(), silent && node.draw == Draw::Chance) {
                (true, _) => arm,
                (false, true) => format!("{arm}: {what}"),
                (false, false) => what,
            }
        })
        .collect()
}

fn listed(changes: &[&Change]) -> String {
    let mut text: Vec<String> =
        changes.iter().take(MOST_CHANGES).map(|change| format!("{} = {}", change.name, change.value)).collect();
    if changes.len() > MOST_CHANGES {
        text.push("\u{2026}".to_owned());
    }
    text.join(", ")
}

/// Two ways that lead to the same.
pub(in super::super) fn or(one: &str, other: &str) -> String {
    if one == other || one.ends_with('\u{2026}') {
        return one.to_owned();
    }
    // `roll = 1 or 2` in place of `roll = 1 or roll = 2`
    let name = one.split(" = ").next().filter(|name| one.len() > name.len());
    let rest = name.and_then(|name| other.strip_prefix(name)?.strip_prefix(" = "));
    let rest = rest.filter(|rest| !rest.contains('=') && one.matches('=').count() == 1);
    let joined = format!("{one} or {}", rest.unwrap_or(other));
    if joined.chars().count() > LONGEST { format!("{one} or \u{2026}") } else { joined }
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
