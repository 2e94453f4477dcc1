//! Rule sets that are left out because they cannot answer, and single cells without an answer.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Text};
use super::columns::Columns;
use crate::query::{Lack, LeftOut, NoAnswer};
use crate::rules::RuleSetId;
use crate::scenario::Mechanic;

/// More values of what runs are told by their ends.
const MOST_VALUES: usize = 4;

/// A rule set that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOutData {
    /// The rule set by name.
    pub rules: String,
    /// Why it cannot answer.
    pub reason: String,
}

/// The rule sets that are left out, for programs.
pub(super) fn left_out_data(mechanic: &Mechanic, left_out: &[LeftOut]) -> Vec<LeftOutData> {
    let data = |one: &LeftOut| LeftOutData {
        rules: mechanic.rule_set(one.rule_set).name.clone(),
        reason: reason(mechanic, one),
    };
    left_out.iter().map(data).collect()
}

/// The rule sets that are left out, in a sentence for each reason: `Not in Rebirth, Afterbirth: there is no Luna.`
#[must_use]
pub fn left_out_words(mechanic: &Mechanic, left_out: &[LeftOut]) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<RuleSetId>)> = Vec::new();
    for one in left_out {
        add(&mut reasons, reason(mechanic, one), one.rule_set);
    }
    reasons.iter().map(|(why, sets)| format!("Not in {}: {why}.", titles(mechanic, sets))).collect()
}

/// The same as notes below a table.
pub(super) fn left_out_notes<'b>(mechanic: &Mechanic, left_out: &[LeftOut]) -> Vec<Block<'b>> {
    left_out_words(mechanic, left_out).into_iter().map(Block::paragraph).collect()
}

/// What is said below a table of its cells without an answer, but for what is not known: `– not in Rebirth at Stage
/// 12: …`
pub(super) fn gap_notes<'a, 'b>(
    columns: &Columns<'_>,
    missing: impl IntoIterator<Item = (usize, &'a NoAnswer)>,
) -> Vec<Block<'b>> {
    let mut reasons: Vec<(String, Vec<usize>)> = Vec::new();
    for (scenario, missing) in missing {
        if let Some(why) = gap_reason(missing) {
            add(&mut reasons, why, scenario);
        }
    }
    let note = |(why, scenarios): &(String, Vec<usize>)| {
        Block::paragraph(format!("\u{2013} not {}: {why}.", places(columns, scenarios)))
    };
    reasons.iter().map(note).collect()
}

/// Why a cell has no answer, where that is not a rule that is not known.
pub(super) fn gap_reason(missing: &NoAnswer) -> Option<String> {
    match missing {
        NoAnswer::NotKnown(_) => None,
        NoAnswer::Refused(stop) => Some(sentence(&stop.message)),
        NoAnswer::Impossible(_) => Some("what is given cannot happen".to_owned()),
    }
}

/// What stands in a cell without an answer.
pub(super) fn gap_sign(missing: &NoAnswer) -> &'static str {
    match missing {
        NoAnswer::NotKnown(_) => "?",
        NoAnswer::Refused(_) | NoAnswer::Impossible(_) => "\u{2013}",
    }
}

/// What stands under a reason, each once.
fn add<T: PartialEq>(reasons: &mut Vec<(String, Vec<T>)>, why: String, one: T) {
    match reasons.iter_mut().find(|(other, _)| *other == why) {
        Some((_, all)) if all.contains(&one) => {}
        Some((_, all)) => all.push(one),
        None => reasons.push((why, vec![one])),
    }
}

fn reason(mechanic: &Mechanic, left_out: &LeftOut) -> String {
    let label = |lack: &Lack| match lack {
        Lack::Input(input) => format!("there is no {}", mechanic.model[*input].declaration.label),
        Lack::Required(why) => sentence(why),
    };
    left_out.why.iter().map(label).collect::<Vec<_>>().join("; ")
}

fn sentence(words: &str) -> String {
    words.trim().trim_end_matches('.').to_owned()
}

fn titles(mechanic: &Mechanic, sets: &[RuleSetId]) -> String {
    sets.iter().map(|set| mechanic.rule_set(*set).title.as_str()).collect::<Vec<_>>().join(", ")
}

/// `in Rebirth, Afterbirth at Stage 11, Stage 12; in Afterbirth+ at Stage 12`; of one rule set only `at Stage 12`
fn places(columns: &Columns<'_>, scenarios: &[usize]) -> String {
    let mut of_sets: Vec<(RuleSetId, Vec<String>)> = Vec::new();
    for index in scenarios {
        let set = columns.scenarios[*index].rule_set;
        let place = Text::list(columns.labels_of(*index), ", ").to_plain();
        let place = Some(place).filter(|place| !place.is_empty());
        match of_sets.iter_mut().find(|(own, _)| *own == set) {
            Some((_, places)) => places.extend(place),
            None => of_sets.push((set, place.into_iter().collect())),
        }
    }
    let mut alike: Vec<(Vec<String>, Vec<RuleSetId>)> = Vec::new();
    for (set, places) in of_sets {
        match alike.iter_mut().find(|(other, _)| *other == places) {
            Some((_, sets)) => sets.push(set),
            None => alike.push((places, vec![set])),
        }
    }
    let part = |(places, sets): &(Vec<String>, Vec<RuleSetId>)| {
        let sets = columns.several_sets().then(|| format!("in {}", titles(columns.mechanic, sets)));
        let at = (!places.is_empty()).then(|| format!("at {}", at(places, columns.axes.0.len())));
        sets.into_iter().chain(at).collect::<Vec<_>>().join(" ")
    };
    alike.iter().map(part).collect::<Vec<_>>().join("; ")
}

fn at(places: &[String], axes: usize) -> String {
    match places {
        [first, .., last] if axes == 1 && places.len() > MOST_VALUES => {
            format!("{first} to {last}, {} values", places.len())
        }
        _ => places.join(if axes == 1 { ", " } else { "; " }),
    }
}

/// That some heads are those of several rule sets, and why.
pub(super) fn together_note<'b>(columns: &Columns<'_>) -> Option<Block<'b>> {
    let text = "Rule sets that agree in every cell stand together.";
    columns.are_together().then(|| Block::Aside(Text::plain(text)))
}
