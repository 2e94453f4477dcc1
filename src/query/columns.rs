//! The columns of a table: scenarios, and how they are called where they stand side by side.

use super::Mechanic;
use super::report::Text;
use super::scenario::{Scenario, available, describe, labelled};
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

/// What all columns have in common: `Repentance+; Luck 3, with Lucky Foot`.
pub(super) fn common_label(
    mechanic: &Mechanic,
    columns: &[Scenario],
    several_sets: bool,
    sweep: Option<&Sweep>,
) -> Text {
    let Some(first) = columns.first() else { return Text::default() };
    let inputs = common_inputs(mechanic, columns, sweep);
    if several_sets {
        return inputs;
    }
    // A mechanic without rule sets has nothing to tell apart.
    if mechanic.rule_sets.len() == 1 && mechanic.rule_sets[0].name == "declared" {
        return inputs;
    }
    let title = Text::plain(mechanic.rule_sets[first.rule_set].title.clone());
    if inputs.0.is_empty() { title } else { title.and("; ").join(inputs) }
}

fn common_inputs(mechanic: &Mechanic, columns: &[Scenario], sweep: Option<&Sweep>) -> Text {
    let Some(first) = columns.first() else { return Text::default() };
    describe(
        &mechanic.model,
        &mechanic.rule_sets[first.rule_set],
        &first.inputs,
        sweep.map(|(input, _)| *input),
    )
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
    parts.join("; ")
}
