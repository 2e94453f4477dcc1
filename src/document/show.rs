//! One mechanic: its inputs, its rules with their values under each rule set, its outcomes and states.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Header, Row, Table, Text};
use super::data::Head;
use super::families::{FamilyData, family_data, family_table};
use super::{Data, Document, Records};
use crate::check::Kind;
use crate::check::model::{Declaration, InputDefault, Model, NumberLabel, State, Used};
use crate::check::{InputId, RuleId};
use crate::rules::{Assigned, RuleSet};
use crate::scenario::{Mechanic, Scenario};
use crate::value::{Basis, RuleValue, Value};

/// One mechanic: kind `show`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShowData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// What people call it.
    pub label: &'a str,
    /// Its rule sets.
    pub rules: Vec<RuleSetData<'a>>,
    /// Its inputs.
    pub inputs: Vec<InputData<'a>>,
    /// Its rules with their values.
    pub rule_values: Vec<RuleData<'a>>,
    /// Its outcomes.
    pub outcomes: Vec<DeclarationData<'a>>,
    /// Its states.
    pub states: Vec<StateData<'a>>,
    /// What is declared once for every value of an enumeration or a range; left out where nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub families: Vec<FamilyData<'a>>,
    /// The mechanics that it uses.
    pub uses: Vec<String>,
}

/// A rule set.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleSetData<'a> {
    /// Its name.
    pub name: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// `edition` or `reading`.
    pub kind: &'a str,
    /// Whether it is taken where none is named.
    pub default: bool,
}

/// What can be said of inputs, rules, outcomes and states.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeclarationData<'a> {
    /// Its name.
    pub name: &'a str,
    /// What people call it.
    pub label: &'a str,
    /// `flag`, `integer`, `number` or `enumeration`.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// The values of an enumeration; left out for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<&'a str>>,
    /// The least number; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The greatest number; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greatest: Option<String>,
    /// Whether the greatest number stands for all from it on; left out where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or_more: Option<bool>,
    /// What people call some of the numbers; left out where nothing is said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<NumberLabelData<'a>>,
}

/// What people call a number.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NumberLabelData<'a> {
    /// The number.
    pub value: String,
    /// What people call it.
    pub label: &'a str,
}

/// An input.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InputData<'a> {
    /// Name, type and range.
    #[serde(flatten)]
    pub declaration: DeclarationData<'a>,
    /// Its default value; an expression where that follows from rules and other inputs.
    pub default: String,
    /// What that expression comes to under each rule set with the other inputs at their defaults; left out where the
    /// default is a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_by_rules: Option<Vec<DefaultData<'a>>>,
    /// The rule sets that have it.
    pub available: Vec<&'a str>,
    /// Where it is said that there is such an input; left out where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'a str>,
    /// Why it is assumed; left out where nothing is said, and where a text says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<&'a str>,
}

/// What the default of an input comes to under a rule set.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DefaultData<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The value; `?` where it comes to none.
    pub value: String,
}

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleData<'a> {
    /// Name, type and range.
    #[serde(flatten)]
    pub declaration: DeclarationData<'a>,
    /// Its value under each rule set.
    pub by_rules: Vec<RuleValueData<'a>>,
}

/// The value of a rule under a rule set.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleValueData<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The value; `?` where it is not known.
    pub value: String,
    /// Why it is not known; left out where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<&'a str>,
    /// Where it comes from; `null` where nothing is said.
    pub source: Option<&'a str>,
    /// Why it is assumed; left out where a text says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<&'a str>,
}

/// A state.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StateData<'a> {
    /// Name, type and range.
    #[serde(flatten)]
    pub declaration: DeclarationData<'a>,
    /// Its value before the first use under the default rule set and inputs; empty where it has none.
    pub start: String,
    /// The mechanic that it belongs to; left out where it is this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'a str>,
}

/// One mechanic.
#[derive(Debug, Clone, Copy)]
pub struct ShowDocument<'a> {
    mechanic: &'a Mechanic,
    start: Option<&'a [Value]>,
}

impl<'a> ShowDocument<'a> {
    /// The document of a mechanic. `start` is where its states begin under the default rule set and inputs.
    ///
    /// ```
    /// use trueodds::document::ShowDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::start;
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let roll = session.mechanic("sts/card-roll")?;
    /// let usual = Scenario::of_defaults(&roll, roll.default_rule_set());
    /// let start = start(&roll, &usual, &Limits::default());
    /// let text = render(&ShowDocument::new(&roll, start.as_deref()), Format::Markdown, &Style::default());
    /// assert!(text.contains("| offset |"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, start: Option<&'a [Value]>) -> ShowDocument<'a> {
        ShowDocument { mechanic, start }
    }

    fn rule_sets(&self) -> Table<'a> {
        let row = |set: &RuleSet| {
            let default = if set.default { "yes" } else { "" };
            Row::words(set.name.as_str(), [set.title.as_str(), set.kind.name(), default])
        };
        let rows = self.mechanic.rule_sets.iter().map(row).collect();
        table("Rule sets", &["Name", "Title", "Kind", "Default"], rows)
    }

    /// The names of the rule sets that have an input, or lack it.
    fn sets(&self, input: InputId, available: bool) -> Vec<&'a str> {
        let sets = self.mechanic.rule_sets.iter().filter(|set| set.available[input.index()] == available);
        sets.map(|set| set.name.as_str()).collect()
    }

    fn inputs(&self) -> Table<'a> {
        let model = &self.mechanic.model;
        let row = |id: InputId| {
            let declaration = &model[id].declaration;
            let default = self.default(id);
            let missing = self.sets(id, false).join(", ");
            let kind = kind_text(model, declaration);
            Row::words(declaration.name.as_str(), [declaration.label.clone(), kind, default, missing])
        };
        let rows = model.input_ids().map(row).collect();
        table("Inputs", &["Name", "Label", "Kind", "Default", "Not in"], rows)
    }

    /// The default of an input: its value, or what it follows from.
    fn default(&self, id: InputId) -> String {
        let model = &self.mechanic.model;
        match &model[id].default {
            InputDefault::Value(value) => model.value_text(model[id].declaration.kind, value),
            InputDefault::Follows { text, .. } => text.clone(),
        }
    }

    /// What a default that follows from rules and other inputs comes to under each rule set.
    fn default_under(&self, id: InputId) -> impl Iterator<Item = (&'a RuleSet, String)> {
        let sets = self.mechanic.rule_set_ids();
        sets.map(move |set| {
            let text = Scenario::of_defaults(self.mechanic, set).input_text(self.mechanic, id);
            (self.mechanic.rule_set(set), text)
        })
    }

    /// The inputs whose defaults follow from rules and other inputs.
    fn following(&self) -> impl Iterator<Item = InputId> {
        let model = &self.mechanic.model;
        model.input_ids().filter(|id| model[*id].default.value().is_none())
    }

    fn defaults(&self) -> Table<'a> {
        let titles = self.mechanic.rule_sets.iter().map(|set| set.title.as_str());
        let header: Vec<&str> = std::iter::once("Input").chain(titles).collect();
        let row = |id: InputId| {
            let values = self.default_under(id).map(|(_, value)| value);
            Row::words(self.mechanic.model[id].declaration.name.as_str(), values)
        };
        table("Defaults under each rule set", &header, self.following().map(row).collect())
    }

    /// The value of a rule under each rule set.
    fn assigned(&self, rule: RuleId) -> impl Iterator<Item = (&'a RuleSet, &'a Assigned, String)> {
        let kind = self.mechanic.model[rule].declaration.kind;
        self.mechanic.rule_sets.iter().map(move |set| {
            let assigned = &set.rules[rule.index()];
            (set, assigned, self.mechanic.model.rule_text(kind, &assigned.value))
        })
    }

    fn rules(&self) -> Table<'a> {
        let model = &self.mechanic.model;
        let titles = self.mechanic.rule_sets.iter().map(|set| set.title.as_str());
        let header: Vec<&str> = std::iter::once("Rule").chain(titles).collect();
        let row = |rule: RuleId| {
            Row::words(model[rule].declaration.name.as_str(), self.assigned(rule).map(|(.., value)| value))
        };
        table("Rules under each rule set", &header, model.rule_ids().map(row).collect())
    }

    /// The inputs of which it is said, and every value of every rule once, with its source and the rule set that
    /// gives it.
    fn sources(&self) -> Table<'a> {
        let mut rows = Vec::new();
        for input in &self.mechanic.model.inputs {
            let basis = input
                .basis
                .iter()
                .map(|basis| Row::words(input.declaration.name.as_str(), [String::new(), basis.to_string()]));
            rows.extend(basis);
        }
        for input in self.mechanic.model.input_ids() {
            let mut seen = Vec::new();
            for set in &self.mechanic.rule_sets {
                let key = (set.available[input.index()], &set.availability[input.index()]);
                let (available, Some(basis)) = key else { continue };
                if seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                let there = if available { "is there" } else { "is not there" };
                let words = format!("{basis} ({})", set.name);
                rows.push(Row::words(
                    self.mechanic.model[input].declaration.name.as_str(),
                    [there.to_owned(), words],
                ));
            }
        }
        for rule in self.mechanic.model.rule_ids() {
            let mut seen = Vec::new();
            for (_, assigned, value) in self.assigned(rule) {
                let key = (&assigned.value, &assigned.basis);
                if seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                let by = assigned.rule_set.as_ref().map(|set| format!(" (set by {set})"));
                let source = said(assigned).into_iter().chain(by).collect::<String>();
                rows.push(Row::words(self.mechanic.model[rule].declaration.name.as_str(), [value, source]));
            }
        }
        table("Where the values come from", &["Name", "Value", "Source"], rows)
    }

    fn outcomes(&self) -> Table<'a> {
        let model = &self.mechanic.model;
        let row = |field: &Declaration| {
            Row::words(field.name.as_str(), [field.label.clone(), kind_text(model, field)])
        };
        table("Outcomes", &["Name", "Label", "Kind"], model.fields.iter().map(row).collect())
    }

    /// The states, each with its start as text.
    fn starts(&self) -> impl Iterator<Item = (&'a State, String)> {
        let model = &self.mechanic.model;
        model.states.iter().enumerate().map(|(index, state)| {
            let value = self.start.and_then(|start| start.get(index));
            let text = value.map(|value| model.value_text(state.declaration.kind, value));
            (state, text.unwrap_or_default())
        })
    }

    fn states(&self) -> Table<'a> {
        let row = |(state, start): (&State, String)| {
            let State { declaration, owner } = state;
            let kind = kind_text(&self.mechanic.model, declaration);
            let owner = owner.clone().unwrap_or_default();
            Row::words(declaration.name.as_str(), [declaration.label.clone(), kind, start, owner])
        };
        let header = ["Name", "Label", "Kind", "Start", "Of"];
        let title = format!("States, from one {} to the next", self.mechanic.model.use_name.one);
        table(&title, &header, self.starts().map(row).collect())
    }

    fn declaration(&self, declaration: &'a Declaration) -> DeclarationData<'a> {
        let variants = || self.mechanic.model.variants(declaration.kind).iter();
        let (kind, values) = match declaration.kind {
            Kind::Flag => ("flag", None),
            Kind::Integer => ("integer", None),
            Kind::Enum(_) => ("enumeration", Some(variants().map(|variant| variant.name.as_str()).collect())),
            _ => ("number", None),
        };
        let [least, greatest] = [&declaration.range.low, &declaration.range.high]
            .map(|end| end.as_ref().map(ToString::to_string));
        let or_more = declaration.or_more.then_some(true);
        let called =
            |label: &'a NumberLabel| NumberLabelData { value: label.value.to_string(), label: &label.label };
        DeclarationData {
            labels: declaration.labels.iter().map(called).collect(),
            name: &declaration.name,
            label: &declaration.label,
            kind,
            values,
            least,
            greatest,
            or_more,
        }
    }

    fn input_data(&self, id: InputId) -> InputData<'a> {
        let model = &self.mechanic.model;
        let follows = model[id].default.value().is_none();
        let value = |(set, value): (&'a RuleSet, String)| DefaultData { rules: &set.name, value };
        InputData {
            declaration: self.declaration(&model[id].declaration),
            default: self.default(id),
            default_by_rules: follows.then(|| self.default_under(id).map(value).collect()),
            available: self.sets(id, true),
            source: model[id].basis.as_ref().and_then(Basis::source),
            assumed: model[id].basis.as_ref().and_then(Basis::assumed),
        }
    }

    fn rule_data(&self, id: RuleId) -> RuleData<'a> {
        let value = |(set, assigned, value): (&'a RuleSet, &'a Assigned, String)| RuleValueData {
            rules: &set.name,
            value,
            unknown: unknown(assigned),
            source: assigned.basis.as_ref().and_then(Basis::source),
            assumed: assigned.basis.as_ref().and_then(Basis::assumed),
        };
        RuleData {
            declaration: self.declaration(&self.mechanic.model[id].declaration),
            by_rules: self.assigned(id).map(value).collect(),
        }
    }
}

fn table<'a>(caption: &str, header: &[&str], rows: Vec<Row>) -> Table<'a> {
    let header = header.iter().map(|text| Header::words(*text)).collect();
    Table { caption: Text::plain(caption), header, rows: rows.into() }
}

/// Where a value comes from; of one that is not known why, and where that is seen.
fn said(assigned: &Assigned) -> Option<String> {
    let source = assigned.basis.as_ref().map(Basis::to_string);
    match unknown(assigned) {
        None => source,
        Some(reason) => {
            let seen = source.map_or_else(String::new, |source| format!(" ({source})"));
            Some(format!("not known: {reason}{seen}"))
        }
    }
}

/// Why a value is not known.
fn unknown(assigned: &Assigned) -> Option<&str> {
    match &assigned.value {
        RuleValue::Known(_) => None,
        RuleValue::Unknown(reason) => Some(reason),
    }
}

/// The names of numbers: ` (10 Jail, 30 Go to jail)`.
fn labels_text(declaration: &Declaration) -> String {
    const SHOWN: usize = 8;
    let named = |label: &NumberLabel| format!("{} {}", label.value, label.label);
    let more = (declaration.labels.len() > SHOWN).then(|| "…".to_owned());
    let all: Vec<String> = declaration.labels.iter().take(SHOWN).map(named).chain(more).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

fn kind_text(model: &Model, declaration: &Declaration) -> String {
    let or_more = if declaration.or_more { " or more" } else { "" };
    let range = declaration.range.describe().map(|range| format!(" {range}{or_more}")).unwrap_or_default();
    match declaration.kind {
        Kind::Flag => "flag".to_owned(),
        Kind::Integer => format!("whole number{range}{}", labels_text(declaration)),
        Kind::Enum(_) => {
            let names: Vec<&str> =
                model.variants(declaration.kind).iter().map(|variant| variant.name.as_str()).collect();
            names.join(", ")
        }
        _ => format!("number{range}"),
    }
}

impl<'a> Document for ShowDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let model = &self.mechanic.model;
        let mut blocks = vec![Block::Heading(Text::plain(format!("{}: {}", model.path, model.label)))];
        let source = model.basis.iter();
        blocks.extend(
            source.map(|source| Block::paragraph(format!("Numbers without a source of their own: {source}"))),
        );
        let mut tables = vec![self.rule_sets(), self.inputs()];
        if self.following().next().is_some() {
            tables.push(self.defaults());
        }
        if !model.rules.is_empty() {
            tables.push(self.rules());
        }
        if !model.rules.is_empty() || model.inputs.iter().any(|input| input.basis.is_some()) {
            tables.push(self.sources());
        }
        tables.push(self.outcomes());
        if !model.states.is_empty() {
            tables.push(self.states());
        }
        tables.extend(family_table(model));
        blocks.extend(tables.into_iter().map(Block::Table));
        blocks
    }

    fn data(&self) -> Data<'_> {
        let model = &self.mechanic.model;
        let rule_set = |set: &'a RuleSet| RuleSetData {
            name: &set.name,
            title: &set.title,
            kind: set.kind.name(),
            default: set.default,
        };
        let state = |(state, start): (&'a State, String)| StateData {
            declaration: self.declaration(&state.declaration),
            start,
            of: state.owner.as_deref(),
        };
        Box::new(ShowData {
            head: Head::new("show"),
            mechanic: &model.path,
            label: &model.label,
            rules: self.mechanic.rule_sets.iter().map(rule_set).collect(),
            inputs: model.input_ids().map(|id| self.input_data(id)).collect(),
            rule_values: model.rule_ids().map(|id| self.rule_data(id)).collect(),
            outcomes: model.fields.iter().map(|field| self.declaration(field)).collect(),
            states: self.starts().map(state).collect(),
            families: family_data(model),
            uses: model.uses.iter().map(Used::written).collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["rule", "rules", "value", "source"].map(str::to_owned).to_vec();
        let of_rule = |rule: RuleId| {
            let name = &self.mechanic.model[rule].declaration.name;
            self.assigned(rule).map(move |(set, assigned, value)| {
                let source = said(assigned).unwrap_or_default();
                vec![name.clone(), set.name.clone(), value, source]
            })
        };
        Box::new(std::iter::once(header).chain(self.mechanic.model.rule_ids().flat_map(of_rule)))
    }

    fn subject(&self) -> String {
        self.mechanic.model.path.clone()
    }
}
