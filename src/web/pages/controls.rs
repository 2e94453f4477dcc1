//! The controls of a mechanic's page: one for every rule set, input and state, and for the fields of a view.

use super::views::{self, Choice, FieldKind};
use crate::check::Kind;
use crate::check::model::{Declaration, Input, InputDefault};
use crate::rules::RuleSet;
use crate::scenario::{Mechanic, all_values};
use crate::web::Question;

/// A rule set to switch on.
pub(super) struct SetChip {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) is_on: bool,
    pub(super) is_default: bool,
}

/// A flag to switch on.
pub(super) struct FlagChip {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) is_on: bool,
    /// In which of the chosen rule sets there is none.
    pub(super) lacking: String,
}

/// Something to fill in.
pub(super) struct FieldControl {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    /// What it is counted in, or which values it has.
    pub(super) unit: String,
    pub(super) value: String,
    /// What it is when nothing is said.
    pub(super) usual: String,
    pub(super) placeholder: String,
    /// Where the slider stands.
    pub(super) slide: String,
    pub(super) control: Control,
}

/// How something is filled in.
pub(super) enum Control {
    Choice(Vec<Choice>),
    Number { least: String, most: String, step: &'static str },
    Text(Vec<Choice>),
    Flag,
}

/// What a form says in the names of the options: `set:luck=3` is `set=luck=3`, and what is as usual is not said.
pub(super) fn from_form(said: Question, mechanic: &Mechanic) -> Question {
    let mut clean = Question { command: said.command, ..Question::default() };
    let (mut sweeps, mut run, mut through) = (Vec::new(), None, String::new());
    for (name, value) in said.given {
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        match (name.split_once(':'), name.as_str()) {
            (Some((kind @ ("set" | "state"), own)), _) => {
                if usual(mechanic, own).as_deref() != Some(value) {
                    clean = clean.with(kind, format!("{own}={value}"));
                }
            }
            (_, "sweep") => sweeps.push(swept(mechanic, value)),
            (_, "run") => run = Some(value.to_owned()),
            (_, "through") => value.clone_into(&mut through),
            // What is written out stands in place of what is chosen from the list above it.
            (_, "events" | "queries") => clean = clean.without(&name).with(&name, value),
            _ => clean = clean.with(&name, value),
        }
    }
    sweeps.extend(run.map(|run| views::sweep(mechanic, &run, &through)));
    // What runs has no value of its own.
    let name = |given: &str| given.split('=').next().unwrap_or_default().to_owned();
    let runs: Vec<String> = sweeps.iter().map(|sweep| name(sweep)).collect();
    clean.given.retain(|(kind, given)| {
        !["set", "state", "with"].contains(&kind.as_str()) || !runs.contains(&name(given))
    });
    clean = sweeps.into_iter().fold(clean, |clean, sweep| clean.with("sweep", sweep));
    let only: Vec<&str> = clean.all("rules").collect();
    let default = &mechanic.rule_set(mechanic.default_rule_set()).name;
    if only == [default.as_str()] { clean.without("rules") } else { clean }
}

/// What runs as it was written, with the values that are meant.
fn swept(mechanic: &Mechanic, given: &str) -> String {
    let (run, through) = given.split_once('=').unwrap_or((given, ""));
    views::sweep(mechanic, run.trim(), through)
}

/// The value that an input has when nothing is said.
fn usual(mechanic: &Mechanic, name: &str) -> Option<String> {
    let model = &mechanic.model;
    let input = model.inputs.iter().find(|input| input.declaration.name == name)?;
    let value = input.default.value()?;
    Some(model.value_text(input.declaration.kind, value))
}

/// The rule sets that were named.
fn chosen(said: &Question) -> Vec<&str> {
    said.all("rules").flat_map(|names| names.split(',')).collect()
}

/// A chip for every rule set.
pub(super) fn rule_sets(mechanic: &Mechanic, said: &Question) -> Vec<SetChip> {
    let chosen = chosen(said);
    let default = &mechanic.rule_set(mechanic.default_rule_set()).name;
    let chip = |set: &RuleSet| {
        let is_default = set.name == *default;
        let is_named = chosen.iter().any(|name| *name == set.name || *name == "all");
        let is_on = is_named || (chosen.is_empty() && is_default);
        SetChip { name: set.name.clone(), label: set.title.clone(), is_on, is_default }
    };
    mechanic.rule_sets.iter().map(chip).collect()
}

/// A chip for every flag that is off when nothing is said.
pub(super) fn flags(mechanic: &Mechanic, said: &Question) -> Vec<FlagChip> {
    let on: Vec<&str> = said.all("with").flat_map(|names| names.split(',')).collect();
    let sets = rule_sets(mechanic, said);
    let chip = |(index, input): (usize, &Input)| {
        let own = &input.declaration;
        let lacks = |set: &&RuleSet| {
            sets.iter().any(|chip| chip.is_on && chip.name == set.name) && !set.available[index]
        };
        let lacking: Vec<&str> =
            mechanic.rule_sets.iter().filter(lacks).map(|set| set.title.as_str()).collect();
        let lacking =
            if lacking.is_empty() { String::new() } else { format!("not in {}", lacking.join(", ")) };
        let is_on = on.contains(&own.name.as_str());
        FlagChip { name: own.name.clone(), label: own.label.clone(), is_on, lacking }
    };
    mechanic.model.inputs.iter().enumerate().filter(|(_, input)| is_chip(mechanic, input)).map(chip).collect()
}

fn is_chip(mechanic: &Mechanic, input: &Input) -> bool {
    input.declaration.kind == Kind::Flag
        && usual(mechanic, &input.declaration.name).is_some_and(|usual| usual == "false")
}

/// A control for every other input, and for every state.
pub(super) fn inputs(mechanic: &Mechanic, said: &Question) -> Vec<FieldControl> {
    let model = &mechanic.model;
    let inputs = model.inputs.iter().filter(|input| !is_chip(mechanic, input)).map(|input| {
        let follows = match &input.default {
            InputDefault::Follows { .. } => "follows from the rest",
            InputDefault::Value(_) => "",
        };
        let usual = usual(mechanic, &input.declaration.name).unwrap_or_default();
        control(mechanic, "set", &input.declaration, usual, follows, said)
    });
    let states = model
        .states
        .iter()
        .map(|state| control(mechanic, "state", &state.declaration, String::new(), "where it begins", said));
    inputs.chain(states).collect()
}

fn control(
    mechanic: &Mechanic,
    kind: &str,
    own: &Declaration,
    usual: String,
    placeholder: &'static str,
    said: &Question,
) -> FieldControl {
    let model = &mechanic.model;
    let given = said.all(kind).filter_map(|given| given.split_once('='));
    let given = given.filter(|(name, _)| name.trim() == own.name).last();
    let value = given.map_or_else(|| usual.clone(), |(_, value)| value.trim().to_owned());
    let (least, most) = views::ends(own);
    let (control, unit) = match own.kind {
        Kind::Integer | Kind::Number => {
            let step = if own.kind == Kind::Integer { "1" } else { "0.5" };
            (Control::Number { least: least.clone(), most, step }, own.range.describe().unwrap_or_default())
        }
        kind => {
            let label = |text: &str| {
                let variant = model.variants(kind).iter().find(|variant| variant.name == text);
                variant.map_or_else(|| text.to_owned(), |variant| variant.label.clone())
            };
            let values = all_values(model, kind).unwrap_or_default();
            let values = values.iter().map(|value| model.value_text(kind, value));
            let choice = |value: String| Choice::new(value.clone(), label(&value));
            let follows = usual.is_empty().then(|| Choice::new("", placeholder));
            (Control::Choice(follows.into_iter().chain(values.map(choice)).collect()), String::new())
        }
    };
    let slide = if value.parse::<i64>().is_ok() { value.clone() } else { least };
    let (id, name) = (format!("{kind}-{}", own.name), format!("{kind}:{}", own.name));
    let (label, placeholder) = (own.label.clone(), placeholder.to_owned());
    FieldControl { id, name, label, unit, value, usual, placeholder, slide, control }
}

/// A control for each of some fields, which may stand below others of the same names.
pub(super) fn fields(
    mechanic: &Mechanic,
    fields: &[views::Field],
    fields_above: &[views::Field],
    said: &Question,
) -> Vec<FieldControl> {
    let sweep = said.first("sweep").unwrap_or_default();
    let (run, through) = sweep.split_once('=').unwrap_or((sweep, ""));
    // What is chosen from a list need not be written out as well.
    let listed: Vec<&str> = fields_above.iter().map(|field| field.name).collect();
    let field = |field: &views::Field| {
        let value = match field.kind {
            FieldKind::Run => run,
            FieldKind::Through => through,
            FieldKind::Text(_) if listed.contains(&field.name) => "",
            _ => said.first(field.name).unwrap_or_default(),
        };
        let (control, placeholder) = match field.kind {
            FieldKind::Outcome => (Control::Choice(outcomes(mechanic, said)), ""),
            FieldKind::Given => (Control::Text(views::events(mechanic)), ""),
            FieldKind::Event => (choice(views::events(mechanic), value), ""),
            FieldKind::Question => (choice(views::questions(mechanic), value), ""),
            FieldKind::Comparison => (Control::Text(views::comparisons(mechanic)), ""),
            FieldKind::Run => (choice(views::runs(mechanic), value), ""),
            FieldKind::Through => (Control::Text(Vec::new()), "0..10"),
            FieldKind::Symbol => {
                let none = std::iter::once(Choice::new("", "choose a number"));
                (Control::Choice(none.chain(views::symbols(mechanic)).collect()), "")
            }
            FieldKind::Text(example) => (Control::Text(Vec::new()), example),
            FieldKind::Choice(choices) => {
                let choices = choices.iter().map(|(value, label)| Choice::new(*value, *label));
                (Control::Choice(choices.collect()), "")
            }
            FieldKind::Flag => (Control::Flag, ""),
        };
        let example = match &control {
            Control::Text(suggestions) => suggestions.first().map(|first| format!("such as {}", first.value)),
            _ => None,
        };
        FieldControl {
            id: if listed.contains(&field.name) {
                format!("own-{}", field.name)
            } else {
                format!("field-{}", field.name)
            },
            name: field.name.to_owned(),
            label: field.label.replace("{many}", &mechanic.model.use_name.many),
            unit: String::new(),
            value: value.to_owned(),
            usual: String::new(),
            placeholder: example.unwrap_or_else(|| placeholder.to_owned()),
            slide: String::new(),
            control,
        }
    };
    fields.iter().map(field).collect()
}

/// A list to choose from, which has what was chosen in other words too.
fn choice(choices: Vec<Choice>, value: &str) -> Control {
    let other = !value.is_empty() && !choices.iter().any(|choice| choice.value == value);
    let other = other.then(|| Choice::new(value, value));
    Control::Choice(std::iter::once(Choice::new("", "choose")).chain(choices).chain(other).collect())
}

/// The outcomes to choose from, and what was chosen in other words.
fn outcomes(mechanic: &Mechanic, said: &Question) -> Vec<Choice> {
    let fields = mechanic.model.fields.iter();
    let fields = fields.map(|field| Choice::new(field.name.clone(), field.label.clone()));
    let mut choices = vec![Choice::new("", "as usual")];
    choices.extend(fields);
    choices.push(Choice::new("all", "all together"));
    if let Some(own) = said.first("outcome")
        && !choices.iter().any(|choice| choice.value == own)
    {
        choices.push(Choice::new(own, own));
    }
    choices
}
