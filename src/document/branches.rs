//! Where draws are made, and what their branches and states are called.

use schemars::JsonSchema;
use serde::Serialize;

use crate::evaluate::{Arm, Change, ROUNDS};
use crate::query::{BranchLabel, Origin, RuleNote, SharedChange, UsedNote};
use crate::value::Basis;

/// More changes than this are not listed.
const MOST_CHANGES: usize = 3;
/// More values of a variable than this are not listed.
const MOST_VALUES: usize = 4;

/// Where a draw is made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OriginData<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The text of the draw, or its first line.
    pub text: &'a str,
    /// The lines of the calls of functions and procedures by which it is made, the innermost first; absent where there
    /// is none.
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    pub calls: &'a [usize],
    /// The rules that decide the masses of its branches.
    pub rules: Vec<OriginRuleData<'a>>,
    /// The mechanic in use whose draw it is; absent where it is one of the mechanic that was asked for, or nothing says
    /// where its numbers come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<UsedData<'a>>,
}

/// A mechanic that another one uses.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsedData<'a> {
    /// The mechanic.
    pub mechanic: &'a str,
    /// Where its numbers come from.
    pub source: &'a str,
}

/// A rule that decides the masses of a draw.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OriginRuleData<'a> {
    /// Its name.
    pub rule: &'a str,
    /// Its value, as a person would type it.
    pub value: &'a str,
    /// The rule set that gives the value; null where it is the declared one or was changed for this question.
    pub set_by: Option<&'a str>,
    /// Where the value comes from; null where nothing says so.
    pub source: Option<&'a str>,
    /// Why the value is assumed; left out where a text says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<&'a str>,
}

impl<'a> From<&'a Origin> for OriginData<'a> {
    fn from(origin: &'a Origin) -> OriginData<'a> {
        let rule = |rule: &'a RuleNote| OriginRuleData {
            rule: &rule.name,
            value: &rule.value,
            set_by: rule.rule_set.as_deref(),
            source: rule.basis.as_ref().and_then(Basis::source),
            assumed: rule.basis.as_ref().and_then(Basis::assumed),
        };
        let rules = origin.rules.iter().map(rule).collect();
        let used = |used: &'a UsedNote| UsedData { mechanic: &used.mechanic, source: &used.source };
        OriginData {
            file: &origin.file,
            line: origin.line,
            text: &origin.text,
            calls: &origin.calls,
            rules,
            used: origin.used.as_ref().map(used),
        }
    }
}

/// What some branches of a draw are called together: `award = coin`, `yes: is_dice = true`, `5 to 39`.
pub(super) fn branch_words(label: &BranchLabel) -> String {
    match label {
        BranchLabel::Arms(arms) => listed(&arms.iter().map(arm_words).collect::<Vec<_>>()),
        BranchLabel::Changes(changes) => change_words(changes),
        BranchLabel::ArmWithChanges(arm, changes) => {
            format!("{}: {}", arm_words(arm), change_words(changes))
        }
        BranchLabel::Otherwise => "otherwise".to_owned(),
    }
}

fn arm_words(arm: &Arm) -> String {
    match arm {
        Arm::Yes => "yes".to_owned(),
        Arm::No => "no".to_owned(),
        Arm::Drawn(value) => value.clone(),
        Arm::Rest => "else".to_owned(),
        Arm::Choice(index) => format!("choice {}", index + 1),
        Arm::Result => "otherwise".to_owned(),
    }
}

/// `award = coin`, `roll = 5 to 39, rarity = uncommon`
fn change_words(changes: &[SharedChange]) -> String {
    let words = |change: &SharedChange| format!("{} = {}", change.name, listed(&change.values));
    let mut words: Vec<String> = changes.iter().take(MOST_CHANGES).map(words).collect();
    if changes.len() > MOST_CHANGES {
        words.push("\u{2026}".to_owned());
    }
    words.join(", ")
}

/// What tells a state from others: ` (at heads = 2)`; nothing where it needs no telling.
pub(super) fn state_words(state: &[Change]) -> String {
    let words = |change: &Change| match (change.name.as_str(), change.value.as_str()) {
        (ROUNDS, "1") => "the last round".to_owned(),
        (ROUNDS, rounds) => format!("{rounds} rounds to come"),
        (name, value) => format!("{name} = {value}"),
    };
    let words: Vec<String> = state.iter().map(words).collect();
    if words.is_empty() { String::new() } else { format!(" (at {})", words.join(", ")) }
}

/// `5 to 39`, `coin or key`, `1 or 2 or 4 to 19`
pub(super) fn listed(values: &[String]) -> String {
    let numbers: Option<Vec<i64>> = values.iter().map(|value| value.parse().ok()).collect();
    let mut parts = numbers.map_or_else(|| values.to_vec(), runs);
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
    let text = |(low, high): (i64, i64)| match high.checked_sub(low) {
        Some(0) => vec![low.to_string()],
        Some(1) => vec![low.to_string(), high.to_string()],
        _ => vec![format!("{low} to {high}")],
    };
    runs.into_iter().flat_map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_told_by_their_ends() {
        let words =
            |values: &[&str]| listed(&values.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(words(&["6", "5", "4", "2", "1"]), "1 or 2 or 4 to 6");
        assert_eq!(words(&["coin", "key"]), "coin or key");
        assert_eq!(words(&["1", "3", "5", "7", "9", "11"]), "1 or 3 or 5 or 7 or …");
        assert_eq!(words(&[]), "");
    }

    #[test]
    fn rounds_are_told_as_people_count_them() {
        let change = |name: &str, value: &str| Change { name: name.to_owned(), value: value.to_owned() };
        assert_eq!(state_words(&[]), "");
        assert_eq!(
            state_words(&[change(ROUNDS, "1"), change("heads", "2")]),
            " (at the last round, heads = 2)"
        );
    }
}
