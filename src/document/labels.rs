//! What scenarios, values and states are called.

use crate::check::model::{Declaration, Model};
use crate::check::{InputId, Kind, RuleId};
use crate::exact::Rational;
use crate::scenario::{Mechanic, Scenario, Swept};
use crate::value::{InputValue, RuleValue, Value};

use super::Text;
use super::mixture::mixture;

/// Where the states of a mechanic begin, in words: `from Offset 5`.
#[must_use]
pub fn start_label(mechanic: &Mechanic, start: &[Value]) -> Text {
    let model = &mechanic.model;
    let part = |(state, value): (&crate::check::model::State, &Value)| {
        let declaration = &state.declaration;
        Text::plain(format!("{} ", declaration.label)).join(declared_value(model, declaration, value))
    };
    Text::plain("from ").join(Text::list(model.states.iter().zip(start).map(part), ", "))
}

/// What differs from the defaults or was given by name, in words: `Luck 3, Hard, with Lucky Foot`. The inputs
/// `without` are left out.
pub(super) fn describe(mechanic: &Mechanic, scenario: &Scenario, without: &[InputId]) -> Text {
    let model = &mechanic.model;
    let available = &mechanic.rule_set_of(scenario).available;
    let mut parts: Vec<Text> = Vec::new();
    let mut flags: Vec<Text> = Vec::new();
    for input in model.input_ids() {
        // What no text says is named even where it is as usual.
        let assumed = model[input].basis.as_ref().is_some_and(|basis| basis.assumed().is_some());
        let said = assumed || scenario.named.contains(&input);
        let usual = !said && model[input].is_usual(scenario.input(input));
        if without.contains(&input) || usual || !available[input.index()] {
            continue;
        }
        let label = declared_label(&model[input].declaration);
        match scenario.input(input) {
            InputValue::Value(Value::Flag(true)) => flags.push(label),
            InputValue::Value(Value::Flag(false)) => parts.push(Text::plain("without ").join(label)),
            InputValue::Value(value) => parts.push(labelled(model, input, value)),
            InputValue::Default | InputValue::Law(_) => {}
        }
    }
    let flags = Text::list(flags, ", ");
    let flags = if flags.is_empty() { flags } else { Text::plain("with ").join(flags) };
    let rules = changed_rules(mechanic, scenario).into_iter().map(|rule| Text::plain(format!("rule {rule}")));
    let mixed = mixture(mechanic, scenario, without);
    Text::list([Text::list(parts, ", "), flags].into_iter().chain(rules).chain([mixed]), ", ")
}

/// The rules that were changed: `Lil' battery = 1/25`.
pub(super) fn changed_rules(mechanic: &Mechanic, scenario: &Scenario) -> Vec<String> {
    let text = |(rule, value): &(RuleId, RuleValue)| {
        let declaration = &mechanic.model[*rule].declaration;
        let value = match value.known() {
            Some(value) => declared_value(&mechanic.model, declaration, value).to_plain(),
            None => "?".to_owned(),
        };
        format!("{} = {value}", declaration.label)
    };
    scenario.changed.iter().map(text).collect()
}

/// The label of an input, rule, state or outcome, with its template.
pub(super) fn declared_label(declaration: &Declaration) -> Text {
    Text::label(&declaration.label, declaration.template.as_ref())
}

/// A value of what runs, with its name where it needs one: `Luck 3`, `Hard`, `Offset 5`.
pub(super) fn swept_label(mechanic: &Mechanic, swept: Swept, value: &Value) -> Text {
    match swept {
        Swept::Input(input) => labelled(&mechanic.model, input, value),
        Swept::State(state) => {
            let declaration = &mechanic.model[state].declaration;
            let value = declared_value(&mechanic.model, declaration, value);
            Text::plain(format!("{} ", declaration.label)).join(value)
        }
    }
}

/// A value with its name where it needs one: `Luck 3`, `Hard`, `Lucky Foot`.
pub(super) fn labelled(model: &Model, input: InputId, value: &Value) -> Text {
    let declaration = &model[input].declaration;
    let label = || declared_label(declaration);
    match value {
        Value::Flag(true) => label(),
        Value::Flag(false) => Text::plain("No ").join(label()),
        Value::Number(_) => label().and(" ").join(declared_value(model, declaration, value)),
        Value::Above(above) => label().and(format!(" {}", above.worded(&typeset(&above.bound)))),
        Value::Variant(_) => value_label(model, declaration.kind, value),
        Value::List(_) => label().and(" ").join(value_label(model, declaration.kind, value)),
    }
}

/// What people call a value of something that is declared, where the declaration says it.
pub(super) fn declared_value(model: &Model, declaration: &Declaration, value: &Value) -> Text {
    let named = value.as_number().and_then(|number| declaration.number_label(number));
    match named {
        Some(label) => Text::label(&label.label, label.template.as_ref()),
        None => value_label(model, declaration.kind, value),
    }
}

/// What people call a value of a kind.
pub(super) fn value_label(model: &Model, kind: Kind, value: &Value) -> Text {
    match value {
        Value::Flag(true) => Text::plain("Yes"),
        Value::Flag(false) => Text::plain("No"),
        Value::Number(number) => Text::plain(typeset(number)),
        Value::Above(above) => Text::plain(above.worded(&typeset(&above.bound))),
        Value::Variant(index) => match model.variants(kind).get(*index as usize) {
            Some(variant) => Text::label(&variant.label, variant.template.as_ref()),
            None => Text::plain(index.to_string()),
        },
        Value::List(list) if list.is_empty() => Text::plain("nothing"),
        Value::List(list) => {
            let mut text = Text::plain("");
            for (index, value) in list.iter().enumerate() {
                text = text.and(if index == 0 { "" } else { ", " }).join(value_label(model, kind, value));
            }
            text
        }
    }
}

/// A number as it stands in text: with a real minus sign.
pub(super) fn typeset(number: &Rational) -> String {
    number.to_string().replace('-', "\u{2212}")
}
