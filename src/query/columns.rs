//! The columns of a table: scenarios, and how they are called where they stand side by side.

use super::Mechanic;
use super::report::Text;
use super::scenario::{Scenario, available, describe, labelled, value_label};
use crate::evaluate::{Limits, Plan};
use crate::value::Value;

/// A sweep: an input and the values it runs through.
pub(super) type Sweep = (usize, Vec<Value>);

/// Each scenario, for each value of the sweep.
///
/// # Errors
/// The rule sets that do not have the swept input.
pub(super) fn columns(
    mechanic: &Mechanic,
    scenarios: &[Scenario],
    sweep: Option<&Sweep>,
) -> Result<Vec<Scenario>, Vec<String>> {
    let Some((input, values)) = sweep else { return Ok(scenarios.to_vec()) };
    let mut problems = Vec::new();
    let mut columns = Vec::new();
    for scenario in scenarios {
        if let Err(problem) = available(mechanic, scenario.rule_set, *input) {
            problems.push(problem);
        }
        for value in values {
            let mut column = scenario.clone();
            column.inputs[*input] = value.clone();
            columns.push(column);
        }
    }
    if problems.is_empty() { Ok(columns) } else { Err(problems) }
}

/// What a column is called: by what tells it from the others.
pub(super) fn column_label(
    mechanic: &Mechanic,
    column: &Scenario,
    several_sets: bool,
    sweep: Option<&Sweep>,
) -> Text {
    let title = Text::plain(mechanic.rule_sets[column.rule_set].title.clone());
    match sweep {
        None => title,
        Some((input, _)) => {
            let value = labelled(&mechanic.model, *input, &column.inputs[*input]);
            if several_sets { title.and(", ").join(value) } else { value }
        }
    }
}

/// Where the states begin: `from Offset 5`; `None` for a mechanic without states.
pub(super) fn start_label(mechanic: &Mechanic, scenario: &Scenario) -> Option<Text> {
    let model = &mechanic.model;
    if model.states.is_empty() {
        return None;
    }
    let limits = Limits::default();
    let plan = Plan::start(&mechanic.program, &scenario.bindings(mechanic), &(), &limits);
    let law = plan.law(&limits).ok()?;
    let mut text = Text::plain("from ");
    for (index, (state, value)) in model.states.iter().zip(law.support().next()?).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let declaration = &state.declaration;
        text = text.and(format!("{comma}{} ", declaration.label)).join(value_label(
            model,
            declaration.kind,
            value,
        ));
    }
    Some(text)
}

/// Where the states of a mechanic begin, in words: `from Offset 5`; `None` for a mechanic without states.
#[must_use]
pub fn start_text(mechanic: &Mechanic, scenario: &Scenario) -> Option<String> {
    start_label(mechanic, scenario).map(|text| text.to_plain())
}

/// Some parts of a caption, with `; ` between them.
pub(super) fn joined(parts: impl IntoIterator<Item = Text>) -> Text {
    let mut text = Text::default();
    for part in parts.into_iter().filter(|part| !part.0.is_empty()) {
        text = if text.0.is_empty() { part } else { text.and("; ").join(part) };
    }
    text
}

/// As [`common_inputs_label`], and where the states begin.
pub(super) fn common_label(
    mechanic: &Mechanic,
    columns: &[Scenario],
    several_sets: bool,
    sweep: Option<&Sweep>,
) -> Text {
    let inputs = common_inputs_label(mechanic, columns, several_sets, sweep);
    joined([inputs].into_iter().chain(columns.first().and_then(|first| start_label(mechanic, first))))
}

/// What all columns have in common: `Repentance+; Luck 3, with Lucky Foot`.
pub(super) fn common_inputs_label(
    mechanic: &Mechanic,
    columns: &[Scenario],
    several_sets: bool,
    sweep: Option<&Sweep>,
) -> Text {
    let Some(first) = columns.first() else { return Text::default() };
    let inputs = common_inputs(mechanic, columns, sweep);
    // A mechanic without rule sets has nothing to tell apart.
    let nameless = mechanic.rule_sets.len() == 1 && mechanic.rule_sets[0].name == "declared";
    if several_sets || nameless {
        return inputs;
    }
    joined([Text::plain(mechanic.rule_sets[first.rule_set].title.clone()), inputs])
}

fn common_inputs(mechanic: &Mechanic, columns: &[Scenario], sweep: Option<&Sweep>) -> Text {
    let Some(first) = columns.first() else { return Text::default() };
    describe(&mechanic.model, &mechanic.rule_sets[first.rule_set], first, sweep.map(|(input, _)| *input))
}

/// What a citation names: mechanic, rule sets by name, inputs.
pub(super) fn citation(mechanic: &Mechanic, columns: &[Scenario], sweep: Option<&Sweep>) -> String {
    let mut sets: Vec<&str> =
        columns.iter().map(|column| mechanic.rule_sets[column.rule_set].name.as_str()).collect();
    sets.dedup();
    let mut parts = vec![mechanic.model.path.clone(), format!("rules {}", sets.join(", "))];
    parts.extend(sweep.map(|(input, _)| format!("by {}", mechanic.model.inputs[*input].declaration.label)));
    let inputs = common_inputs(mechanic, columns, sweep).to_plain();
    parts.push(if inputs.is_empty() { "other inputs at their defaults".to_owned() } else { inputs });
    parts.extend(columns.first().and_then(|first| start_label(mechanic, first)).map(|text| text.to_plain()));
    parts.join("; ")
}
