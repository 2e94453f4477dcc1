//! What a word is to a mechanic, and how that is typed.

use crate::check::Kind;
use crate::check::model::Declaration;
use crate::scenario::Mechanic;

/// What a word is to a mechanic.
pub(super) enum Part {
    Flag(String),
    Input(String),
    State(String),
    Rule(String),
    RuleSet(String),
    Outcome(String),
    /// A value that only one input has.
    ValueOf(String, String),
    /// A value that only one outcome has.
    OutcomeValue(String, String),
}

/// What a word is to a mechanic; hyphens are as good as underscores.
pub(super) fn part(mechanic: &Mechanic, word: &str) -> Option<Part> {
    let joined = word.replace('-', "_");
    let model = &mechanic.model;
    if let Ok(input) = mechanic.input(&joined) {
        let own = &model[input].declaration;
        let name = own.name.clone();
        return Some(if own.kind == Kind::Flag { Part::Flag(name) } else { Part::Input(name) });
    }
    if let Ok(state) = mechanic.state(&joined) {
        return Some(Part::State(model[state].declaration.name.clone()));
    }
    if let Ok(rule) = mechanic.rule(&joined) {
        return Some(Part::Rule(model[rule].declaration.name.clone()));
    }
    if let Ok(set) = mechanic.find_rule_set(word) {
        return Some(Part::RuleSet(mechanic.rule_set(set).name.clone()));
    }
    if let Ok(field) = mechanic.field(&joined) {
        return Some(Part::Outcome(model[field].name.clone()));
    }
    let has =
        |own: &&Declaration| matches!(own.kind, Kind::Enum(_)) && model.parse_value(own, &joined).is_ok();
    let inputs = model.inputs.iter().map(|input| &input.declaration);
    if let Some(only) = only(inputs.filter(has)) {
        return Some(Part::ValueOf(only.name.clone(), joined));
    }
    let field = only(model.fields.iter().filter(has))?;
    Some(Part::OutcomeValue(field.name.clone(), joined))
}

/// The only one there is.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    found.next().filter(|_| found.next().is_none())
}

impl Part {
    /// The option that gives it.
    pub(super) fn option(&self) -> &'static str {
        match self {
            Part::Flag(_) => "--with",
            Part::Input(_) | Part::ValueOf(..) => "--set",
            Part::State(_) => "--state",
            Part::Rule(_) => "--rule",
            Part::RuleSet(_) => "--rules",
            Part::Outcome(_) | Part::OutcomeValue(..) => "--outcome",
        }
    }

    /// `luck is an input of isaac/room-clear-award`
    pub(super) fn is_what(&self, mechanic: &Mechanic) -> String {
        let (name, what) = match self {
            Part::Flag(name) => (name, "a flag"),
            Part::Input(name) => (name, "an input"),
            Part::State(name) => (name, "a state"),
            Part::Rule(name) => (name, "a rule"),
            Part::RuleSet(name) => (name, "a rule set"),
            Part::Outcome(name) => (name, "an outcome"),
            Part::ValueOf(name, value) | Part::OutcomeValue(name, value) => {
                return format!("`{value}` is a value of `{name}`");
            }
        };
        format!("`{name}` is {what} of {}", mechanic.model.path)
    }

    /// As it is typed, with a value where it takes one.
    pub(super) fn typed(&self, value: Option<&str>) -> String {
        let option = self.option();
        match (self, value) {
            (Part::Input(name) | Part::State(name), Some(range)) if range.contains("..") => {
                format!("--sweep {name}={range}")
            }
            (Part::Flag(name) | Part::RuleSet(name) | Part::Outcome(name), _) => format!("{option} {name}"),
            (Part::Input(name) | Part::State(name) | Part::Rule(name), value) => {
                format!("{option} {name}={}", value.unwrap_or("…"))
            }
            (Part::ValueOf(name, value) | Part::OutcomeValue(name, value), _) => {
                format!("{option} {name}={value}")
            }
        }
    }
}
