//! Scenarios: a rule set and a value for every input.

use super::Mechanic;
use super::report::Text;
use crate::check::Kind;
use crate::check::model::{Declaration, Input, Model};
use crate::diagnostic::or_nearest;
use crate::evaluate::Bindings;
use crate::exact::Rational;
use crate::rules::RuleSet;
use crate::value::Value;

/// A rule set, by its place in the mechanic, and a value for every input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scenario {
    /// Which rule set.
    pub rule_set: usize,
    /// The inputs in the order of the model.
    pub inputs: Vec<Value>,
    /// The states before the first use, where they are not as declared, in the order of the model.
    pub states: Vec<Option<Value>>,
    /// The inputs that were given by name, by their place in the model: they are named in captions even
    /// where they have their default value.
    pub named: Vec<usize>,
    /// Rules with another value than the rule set gives them, by their place in the model.
    pub changed: Vec<(usize, Value)>,
}

impl Scenario {
    /// The values of all rules, those that were changed included, in the order of the model.
    #[must_use]
    pub fn rule_values(&self, mechanic: &Mechanic) -> Vec<Value> {
        let mut rules = mechanic.rule_sets.get(self.rule_set).map(RuleSet::values).unwrap_or_default();
        for (index, value) in &self.changed {
            if let Some(rule) = rules.get_mut(*index) {
                *rule = value.clone();
            }
        }
        rules
    }

    /// What the program of the mechanic is run with.
    #[must_use]
    pub fn bindings(&self, mechanic: &Mechanic) -> Bindings<Rational> {
        let rules = self.rule_values(mechanic);
        Bindings::new(&self.inputs, &rules).starting_at(&self.states)
    }
}

/// What a person typed after `--set`, `--with` and `--rules`.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Names of rule sets; empty for the default one.
    pub rules: Vec<String>,
    /// `name=value`
    pub set: Vec<String>,
    /// Flags that are on.
    pub with: Vec<String>,
    /// `name=value` for states that do not begin as declared.
    pub state: Vec<String>,
    /// `name=value` for rules that are not as the rule sets have them.
    pub rule: Vec<String>,
}

impl Settings {
    /// Whether an input is given a value, so that a sweep over it would override that.
    #[must_use]
    pub fn gives(&self, model: &Model, input: &str) -> bool {
        let place = |name: &str| find_input(model, name).ok().flatten();
        let same = |name: &str| {
            let name = name.trim();
            name == input || place(name).is_some_and(|own| place(input) == Some(own))
        };
        let mut set = self.set.iter().filter_map(|text| text.split_once('='));
        set.any(|(name, _)| same(name)) || self.with.iter().any(|name| same(name))
    }
}

/// The scenarios that settings describe: one for each rule set that they name.
///
/// # Errors
/// Everything that is wrong with them, one message each.
pub fn scenario(mechanic: &Mechanic, settings: &Settings) -> Result<Vec<Scenario>, Vec<String>> {
    let mut problems = Vec::new();
    let rule_sets = rule_sets(mechanic, &settings.rules, &mut problems);
    let given = given(&mechanic.model, settings, &mut problems);
    let states = states(&mechanic.model, &settings.state, &mut problems);
    let changed = changed(&mechanic.model, &settings.rule, &mut problems);
    let mut scenarios = Vec::new();
    for rule_set in rule_sets {
        let mut inputs: Vec<Value> =
            mechanic.model.inputs.iter().map(|input| input.default.clone()).collect();
        for (index, value) in &given {
            if let Err(problem) = available(mechanic, rule_set, *index) {
                problems.push(problem);
            }
            inputs[*index] = value.clone();
        }
        let named = given.iter().map(|(index, _)| *index).collect();
        scenarios.push(Scenario {
            rule_set,
            inputs,
            states: states.clone(),
            named,
            changed: changed.clone(),
        });
    }
    if problems.is_empty() { Ok(scenarios) } else { Err(problems) }
}

fn rule_sets(mechanic: &Mechanic, names: &[String], problems: &mut Vec<String>) -> Vec<usize> {
    if names.is_empty() {
        let default = mechanic.rule_sets.iter().position(|set| set.default);
        return vec![default.unwrap_or(0)];
    }
    let mut found = Vec::new();
    for name in names {
        match mechanic.rule_sets.iter().position(|set| set.name == *name) {
            Some(index) if found.contains(&index) => {
                problems.push(format!("rule set `{name}` is named twice"))
            }
            Some(index) => found.push(index),
            None => {
                let help = or_nearest(name, mechanic.rule_sets.iter().map(|set| set.name.as_str()));
                problems.push(with_help(format!("no rule set `{name}` of {}", mechanic.model.path), help));
            }
        }
    }
    found
}

/// An input the rule set's edition does not have cannot be given a value.
pub(super) fn available(mechanic: &Mechanic, rule_set: usize, input: usize) -> Result<(), String> {
    let set = &mechanic.rule_sets[rule_set];
    if set.available[input] {
        return Ok(());
    }
    let having: Vec<&str> = mechanic
        .rule_sets
        .iter()
        .filter(|other| other.available[input])
        .map(|other| other.name.as_str())
        .collect();
    let help = if having.is_empty() { String::new() } else { format!("; it is in {}", having.join(", ")) };
    let declaration = &mechanic.model.inputs[input].declaration;
    Err(format!(
        "`{}` ({}) is not in {}, the rule set `{}`{help}",
        declaration.name, declaration.label, set.title, set.name
    ))
}

/// The inputs that were given a value, with it.
fn given(model: &Model, settings: &Settings, problems: &mut Vec<String>) -> Vec<(usize, Value)> {
    let mut given: Vec<(usize, Value)> = Vec::new();
    let mut add = |index: usize, value: Value, problems: &mut Vec<String>| {
        if given.iter().any(|(other, _)| *other == index) {
            problems.push(format!("`{}` is given twice", model.inputs[index].declaration.name));
        } else {
            given.push((index, value));
        }
    };
    for assignment in &settings.set {
        let Some((name, text)) = assignment.split_once('=') else {
            problems.push(format!("`--set {assignment}`: expected `name=value`, as in `--set luck=3`"));
            continue;
        };
        let (name, text) = (name.trim(), text.trim());
        let Some(index) = input_index(model, name, problems) else { continue };
        match model.parse_value(&model.inputs[index].declaration, text) {
            Ok(value) => add(index, value, problems),
            Err(error) => problems.push(error.message),
        }
    }
    for name in &settings.with {
        if let Some((flag, _)) = name.split_once('=') {
            problems.push(format!(
                "`--with {name}`: `--with` switches flags on; give `{flag}` a value with `--set {name}`"
            ));
            continue;
        }
        let Some(index) = input_index(model, name.trim(), problems) else { continue };
        if model.inputs[index].declaration.kind == Kind::Flag {
            add(index, Value::Flag(true), problems);
        } else {
            problems.push(format!("`{name}` is not a flag; give it a value with `--set {name}=…`"));
        }
    }
    given
}

/// The states that were given a value before the first use.
fn states(model: &Model, settings: &[String], problems: &mut Vec<String>) -> Vec<Option<Value>> {
    let mut states = vec![None; model.states.len()];
    for assignment in settings {
        let Some((name, text)) = assignment.split_once('=') else {
            problems.push(format!("`--state {assignment}`: expected `name=value`, as in `--state offset=3`"));
            continue;
        };
        let (name, text) = (name.trim(), text.trim());
        let Some(index) = model.states.iter().position(|state| state.declaration.name == name) else {
            let help = if model.states.is_empty() {
                Some("it has none".to_owned())
            } else {
                or_nearest(name, model.states.iter().map(|state| state.declaration.name.as_str()))
            };
            problems.push(with_help(format!("no state `{name}` of {}", model.path), help));
            continue;
        };
        if states[index].is_some() {
            problems.push(format!("`{name}` is given twice"));
        }
        match model.parse_value(&model.states[index].declaration, text) {
            Ok(value) => states[index] = Some(value),
            Err(error) => problems.push(error.message),
        }
    }
    states
}

/// The rules that were given another value.
fn changed(model: &Model, settings: &[String], problems: &mut Vec<String>) -> Vec<(usize, Value)> {
    let mut changed: Vec<(usize, Value)> = Vec::new();
    for assignment in settings {
        let Some((name, text)) = assignment.split_once('=') else {
            problems
                .push(format!("`--rule {assignment}`: expected `name=value`, as in `--rule battery=1/25`"));
            continue;
        };
        let (name, text) = (name.trim(), text.trim());
        let Some(index) = model.rules.iter().position(|rule| rule.declaration.name == name) else {
            let help = or_nearest(name, model.rules.iter().map(|rule| rule.declaration.name.as_str()));
            problems.push(with_help(format!("no rule `{name}` of {}", model.path), help));
            continue;
        };
        if changed.iter().any(|(other, _)| *other == index) {
            problems.push(format!("the rule `{name}` is given twice"));
        }
        match model.parse_value(&model.rules[index].declaration, text) {
            Ok(value) => changed.push((index, value)),
            Err(error) => problems.push(error.message),
        }
    }
    changed
}

fn input_index(model: &Model, name: &str, problems: &mut Vec<String>) -> Option<usize> {
    let found = match find_input(model, name) {
        Ok(found) => found,
        Err(problem) => {
            problems.push(problem);
            return None;
        }
    };
    if found.is_none() {
        let help = or_nearest(name, model.inputs.iter().map(|input| input.declaration.name.as_str()));
        if model.states.iter().any(|state| state.declaration.name == name) {
            problems
                .push(format!("`{name}` is a state and no input; begin elsewhere with `--state {name}=…`"));
            return None;
        }
        let problem = format!("no input `{name}` of {}", model.path);
        problems.push(with_help(problem, help));
    }
    found
}

/// The input of a name, or else the one that people call so: its label, in any case and with any spacing.
/// `None` where there is none.
///
/// # Errors
/// Where several inputs have that label.
pub(super) fn find_input(model: &Model, name: &str) -> Result<Option<usize>, String> {
    let exact = model.inputs.iter().position(|input| input.declaration.name == name);
    if exact.is_some() || model.states.iter().any(|state| state.declaration.name == name) {
        return Ok(exact);
    }
    let fold = |text: &str| -> String {
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '_');
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = fold(name);
    let labelled = |input: &&Input| !wanted.is_empty() && fold(&input.declaration.label) == wanted;
    let names: Vec<&str> =
        model.inputs.iter().filter(labelled).map(|input| input.declaration.name.as_str()).collect();
    match names.as_slice() {
        [] => Ok(None),
        [_] => Ok(model.inputs.iter().position(|input| labelled(&input))),
        several => {
            let several: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            Err(format!("`{name}` is the label of several inputs: {}; give a name", several.join(", ")))
        }
    }
}

/// A message with its help, for errors that have no place in a file.
pub(super) fn with_help(message: String, help: Option<String>) -> String {
    match help {
        Some(help) => format!("{message}; {help}"),
        None => message,
    }
}

/// Reads `luck=0..10`, `luck=0..1:1/4`, `luck=0,1,2.5`, `difficulty` (all its values): the input and the
/// values it runs through. At most `most` values.
///
/// # Errors
/// What is wrong with it.
///
/// ```
/// use trueodds::query::parse_sweep;
/// use trueodds::session::{DataSource, Session};
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("isaac/room-clear-award")?;
/// let (input, values) = parse_sweep(&mechanic.model, "luck=0..1:1/4", 100).expect("a sweep");
/// assert_eq!(mechanic.model.inputs[input].declaration.name, "luck");
/// assert_eq!(values.len(), 5);
/// assert!(parse_sweep(&mechanic.model, "luck=0..1:0", 100).is_err());
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn parse_sweep(model: &Model, text: &str, most: usize) -> Result<(usize, Vec<Value>), String> {
    let (name, values) = match text.split_once('=') {
        Some((name, values)) => (name.trim(), Some(values.trim())),
        None => (text.trim(), None),
    };
    let mut problems = Vec::new();
    let Some(index) = input_index(model, name, &mut problems) else { return Err(problems.join("; ")) };
    let values = values_of(model, &model.inputs[index].declaration, values, most)?;
    Ok((index, values))
}

/// As [`parse_sweep`], for a state in place of an input; `None` where no state has that name.
///
/// # Errors
/// What is wrong with its values.
pub(super) fn parse_state_sweep(
    model: &Model,
    text: &str,
    most: usize,
) -> Option<Result<(usize, Vec<Value>), String>> {
    let (name, values) = match text.split_once('=') {
        Some((name, values)) => (name.trim(), Some(values.trim())),
        None => (text.trim(), None),
    };
    let index = model.states.iter().position(|state| state.declaration.name == name)?;
    let values = values_of(model, &model.states[index].declaration, values, most);
    Some(values.map(|values| (index, values)))
}

/// The values that a sweep runs through: listed, from one to another, or all there are.
fn values_of(
    model: &Model,
    declaration: &Declaration,
    values: Option<&str>,
    most: usize,
) -> Result<Vec<Value>, String> {
    let name = &declaration.name;
    let Some(values) = values else { return all_values(model, declaration) };
    let values = match values.split_once("..") {
        Some((low, rest)) => range(model, declaration, low, rest, most)?,
        None => values
            .split(',')
            .map(|value| model.parse_value(declaration, value.trim()).map_err(|error| error.message))
            .collect::<Result<Vec<_>, _>>()?,
    };
    if values.len() > most {
        return Err(too_many(values.len().to_string(), most));
    }
    let mut seen = std::collections::BTreeSet::new();
    if let Some(twice) = values.iter().find(|value| !seen.insert(*value)) {
        let value = model.value_text(declaration.kind, twice);
        return Err(format!("`--sweep {name}` has {value} twice"));
    }
    Ok(values)
}

fn too_many(count: String, most: usize) -> String {
    format!(
        "the sweep has {count} columns; the limit `columns` is {most}. Take a larger step, or raise it with `--limit columns=…`"
    )
}

fn all_values(model: &Model, declaration: &Declaration) -> Result<Vec<Value>, String> {
    let name = &declaration.name;
    match declaration.kind {
        Kind::Flag => Ok(vec![Value::Flag(false), Value::Flag(true)]),
        Kind::Enum(_) => {
            let count = u32::try_from(model.variants(declaration.kind).len()).unwrap_or(u32::MAX);
            Ok((0..count).map(Value::Variant).collect())
        }
        _ => Err(format!("`--sweep {name}`: say through which values, as in `--sweep {name}=0..10`")),
    }
}

fn range(
    model: &Model,
    declaration: &Declaration,
    low: &str,
    rest: &str,
    most: usize,
) -> Result<Vec<Value>, String> {
    let name = &declaration.name;
    if !matches!(declaration.kind, Kind::Integer | Kind::Number) {
        return Err(format!(
            "`{name}` is no number; list its values with commas, or write `--sweep {name}` for all of them"
        ));
    }
    if rest.starts_with('.') {
        return Err(format!("`--sweep {name}`: a range has two dots, as in `{name}=0..10`"));
    }
    let number =
        |text: &str| text.trim().parse::<Rational>().map_err(|error| format!("`--sweep {name}`: {error}"));
    let (high, step) = match rest.split_once(':') {
        Some((high, step)) => (number(high)?, number(step)?),
        None => (number(rest)?, Rational::ONE),
    };
    let low = number(low)?;
    if step.is_zero() {
        return Err(format!(
            "`--sweep {name}`: a step of 0 never arrives; write a step such as `{low}..{high}:1`"
        ));
    }
    let steps = (&high - &low).checked_div(&step).unwrap_or_default().floor();
    if steps.is_negative() {
        return Err(format!(
            "`--sweep {name}`: from {low} in steps of {step} there is no way to {high}; swap the ends or the sign"
        ));
    }
    let count = &steps + &Rational::ONE;
    let fits = count.to_i64().and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= most);
    let Some(count) = fits else { return Err(too_many(count.to_string(), most)) };
    let values = std::iter::successors(Some(low), |last| Some(last + &step)).take(count);
    values.map(|value| model.check_number(declaration, value).map_err(|error| error.message)).collect()
}

/// What differs from the defaults or was given by name, in words: `Luck 3, Hard, with Lucky Foot`.
pub(super) fn describe(model: &Model, set: &RuleSet, scenario: &Scenario, without: Option<usize>) -> Text {
    let mut parts: Vec<Text> = Vec::new();
    let mut flags: Vec<Text> = Vec::new();
    for (index, (input, value)) in model.inputs.iter().zip(&scenario.inputs).enumerate() {
        let usual = *value == input.default && !scenario.named.contains(&index);
        if Some(index) == without || usual || !set.available[index] {
            continue;
        }
        let declaration = &input.declaration;
        let label = Text::label(&declaration.label, declaration.template.as_ref());
        match value {
            Value::Flag(true) => flags.push(label),
            Value::Flag(false) => parts.push(Text::plain("without ").join(label)),
            _ => parts.push(labelled(model, index, value)),
        }
    }
    let mut text = listed(parts);
    if !flags.is_empty() {
        if !text.0.is_empty() {
            text = text.and(", ");
        }
        text = text.and("with ").join(listed(flags));
    }
    for (rule, value) in &scenario.changed {
        let declaration = &model.rules[*rule].declaration;
        let comma = if text.0.is_empty() { "" } else { ", " };
        text = text.and(format!(
            "{comma}rule {} = {}",
            declaration.name,
            model.value_text(declaration.kind, value)
        ));
    }
    text
}

/// A value with its name where it needs one: `Luck 3`, `Hard`, `Lucky Foot`.
pub(super) fn labelled(model: &Model, input: usize, value: &Value) -> Text {
    let declaration = &model.inputs[input].declaration;
    let label = || Text::label(&declaration.label, declaration.template.as_ref());
    match value {
        Value::Flag(true) => label(),
        Value::Flag(false) => Text::plain("No ").join(label()),
        Value::Number(number) => label().and(format!(" {}", typeset(number))),
        Value::Variant(_) => value_label(model, declaration.kind, value),
    }
}

/// What people call a value.
pub(super) fn value_label(model: &Model, kind: Kind, value: &Value) -> Text {
    match value {
        Value::Flag(true) => Text::plain("Yes"),
        Value::Flag(false) => Text::plain("No"),
        Value::Number(number) => Text::plain(typeset(number)),
        Value::Variant(index) => match model.variants(kind).get(*index as usize) {
            Some(variant) => Text::label(&variant.label, variant.template.as_ref()),
            None => Text::plain(index.to_string()),
        },
    }
}

/// A number as it stands in text: with a real minus sign.
fn typeset(number: &Rational) -> String {
    number.to_string().replace('-', "\u{2212}")
}

fn listed(parts: Vec<Text>) -> Text {
    let mut text = Text::default();
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            text = text.and(", ");
        }
        text = text.join(part);
    }
    text
}
