//! The uses of a path in words.

use std::collections::BTreeSet;

use super::super::labels::labelled;
use super::Frame;
use crate::scenario::Scenario;
use crate::value::Value;

/// A path in words, with what tells its uses from each other: `4 uses: Normal ×3, Elite`.
pub(super) fn described(path: &[Scenario], frame: Frame<'_>) -> String {
    let model = &frame.mechanic.model;
    let uses = frame.use_name().counted(u64::try_from(path.len()).unwrap_or(u64::MAX));
    let inputs = model.input_ids().filter(|input| {
        let values = path.iter().map(|scenario| scenario.input(*input));
        values.collect::<BTreeSet<_>>().len() > 1
    });
    let inputs: Vec<_> = inputs.collect();
    if inputs.is_empty() {
        return uses;
    }
    let mut runs: Vec<(Vec<Option<Value>>, usize)> = Vec::new();
    for scenario in path {
        let values = inputs.iter().map(|input| scenario.value(frame.mechanic, *input));
        let values: Vec<Option<Value>> = values.collect();
        match runs.last_mut() {
            Some((last, count)) if *last == values => *count += 1,
            _ => runs.push((values, 1)),
        }
    }
    let run = |(values, count): &(Vec<Option<Value>>, usize)| {
        let parts = inputs.iter().zip(values).map(|(input, value)| match value {
            Some(value) => labelled(model, *input, value).to_plain(),
            None => format!("{} ?", model[*input].declaration.label),
        });
        let words = parts.collect::<Vec<_>>().join(" and ");
        if *count == 1 { words } else { format!("{words} \u{d7}{count}") }
    };
    format!("{uses}: {}", runs.iter().map(run).collect::<Vec<_>>().join(", "))
}
