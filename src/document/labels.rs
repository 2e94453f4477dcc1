//! What scenarios, values and states are called.

use crate::check::model::{Declaration, Model};
use crate::check::{InputId, Kind, RuleId};
use crate::exact::Rational;
use crate::scenario::{Mechanic, Scenario, Sweep, Swept};
use crate::value::{InputValue, RuleValue, Value};

use super::Text;
use super::mixture::mixture;

/// Scenarios that stand side by side, and what tells them from each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns<'a> {
    /// The mechanic.
    pub(super) mechanic: &'a Mechanic,
    /// The scenarios, those of a sweep after each other.
    pub(super) scenarios: &'a [Scenario],
    /// What runs, where something does.
    pub(super) sweep: Option<&'a Sweep>,
    /// Whether there are several rule sets.
    pub(super) several_sets: bool,
    /// Where the states begin in the first of them; `None` for a mechanic without states.
    pub(super) start: Option<&'a [Value]>,
    /// What is known, as typed.
    pub(super) given: Option<&'a str>,
}

impl<'a> Columns<'a> {
    /// Several scenarios, and what ran.
    pub(super) fn new(
        mechanic: &'a Mechanic,
        scenarios: &'a [Scenario],
        sweep: Option<&'a Sweep>,
        start: Option<&'a [Value]>,
    ) -> Columns<'a> {
        let several_sets = scenarios.windows(2).any(|pair| pair[0].rule_set != pair[1].rule_set);
        Columns { mechanic, scenarios, sweep, several_sets, start, given: None }
    }

    /// One scenario.
    pub(super) fn one(
        mechanic: &'a Mechanic,
        scenario: &'a Scenario,
        start: Option<&'a [Value]>,
    ) -> Columns<'a> {
        let scenarios = std::slice::from_ref(scenario);
        Columns { mechanic, scenarios, sweep: None, several_sets: false, start, given: None }
    }

    /// The same given what is known.
    pub(super) fn given(self, given: Option<&'a str>) -> Columns<'a> {
        Columns { given, ..self }
    }

    /// What a column is called: by what tells it from the others.
    pub(super) fn label(&self, column: &Scenario) -> Text {
        let title = Text::plain(self.mechanic.rule_set_of(column).title.clone());
        match self.sweep.and_then(|sweep| Some((sweep.swept, sweep.swept.value(column)?))) {
            None => title,
            Some((swept, value)) => {
                let value = swept_label(self.mechanic, swept, value);
                if self.several_sets { title.and(", ").join(value) } else { value }
            }
        }
    }

    /// What all columns have in common: `Repentance+; Luck 3, with Lucky Foot; from Offset 5`.
    pub(super) fn common(&self) -> Text {
        Text::list([self.common_inputs(), self.start_label(), self.given_label()], "; ")
    }

    /// `given curse_rank = 5`; nothing where nothing is.
    fn given_label(&self) -> Text {
        self.given.map_or_else(Text::default, |given| Text::plain(format!("given {given}")))
    }

    /// The same without where the states begin, and what is given.
    pub(super) fn common_inputs(&self) -> Text {
        let Some(first) = self.scenarios.first() else { return Text::default() };
        // A mechanic without rule sets has nothing to tell apart.
        if self.several_sets || self.mechanic.has_only_declared_rules() {
            return self.inputs();
        }
        Text::list([Text::plain(self.mechanic.rule_set_of(first).title.clone()), self.inputs()], "; ")
    }

    /// `from Offset 5`; nothing for a mechanic without states, or where they run.
    fn start_label(&self) -> Text {
        if matches!(self.sweep, Some(Sweep { swept: Swept::State(_), .. })) {
            return Text::default();
        }
        self.start.map_or_else(Text::default, |start| start_label(self.mechanic, start))
    }

    fn inputs(&self) -> Text {
        let runs = self.sweep.and_then(Sweep::input);
        self.scenarios.first().map_or_else(Text::default, |first| describe(self.mechanic, first, runs))
    }

    /// A caption: what it is about, with what all columns have in common.
    pub(super) fn caption(&self, title: impl Into<Text>) -> Text {
        title.into().in_brackets(self.common())
    }

    /// What a citation names: mechanic, rule sets by name, inputs.
    pub(super) fn subject(&self) -> String {
        let model = &self.mechanic.model;
        let mut sets: Vec<&str> =
            self.scenarios.iter().map(|column| self.mechanic.rule_set_of(column).name.as_str()).collect();
        sets.dedup();
        let mut parts = vec![model.path.clone(), format!("rules {}", sets.join(", "))];
        parts.extend(self.sweep.map(|sweep| format!("by {}", sweep.declaration(self.mechanic).label)));
        let inputs = self.inputs().to_plain();
        parts.push(if inputs.is_empty() { "other inputs at their defaults".to_owned() } else { inputs });
        let start = self.start_label().to_plain();
        parts.extend((!start.is_empty()).then_some(start));
        parts.extend(self.given.map(|given| format!("given {given}")));
        parts.join("; ")
    }
}

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

/// What differs from the defaults or was given by name, in words: `Luck 3, Hard, with Lucky Foot`. The input
/// `without` is left out.
pub(super) fn describe(mechanic: &Mechanic, scenario: &Scenario, without: Option<InputId>) -> Text {
    let model = &mechanic.model;
    let available = &mechanic.rule_set_of(scenario).available;
    let mut parts: Vec<Text> = Vec::new();
    let mut flags: Vec<Text> = Vec::new();
    for input in model.input_ids() {
        // What no text says is named even where it is as usual.
        let assumed = model[input].basis.as_ref().is_some_and(|basis| basis.assumed().is_some());
        let said = assumed || scenario.named.contains(&input);
        let usual = !said && model[input].is_usual(scenario.input(input));
        if Some(input) == without || usual || !available[input.index()] {
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

/// The rules that were changed: `battery = 1/25`.
pub(super) fn changed_rules(mechanic: &Mechanic, scenario: &Scenario) -> Vec<String> {
    let text = |(rule, value): &(RuleId, RuleValue)| {
        let declaration = &mechanic.model[*rule].declaration;
        format!("{} = {}", declaration.name, mechanic.model.rule_text(declaration.kind, value))
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
