//! Rule sets, inputs, states and changed rules as a person types them.

use super::{Lacking, Mechanic, Scenario, available};
use crate::check::model::Declaration;
use crate::check::{InputId, Kind, RuleId, StateId};
use crate::diagnostic::{Message, Setting};
use crate::rules::RuleSetId;
use crate::value::{InputValue, RuleValue, Value};

/// Which rule sets and inputs are meant, as a person types them.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Names of rule sets; empty for the default one.
    pub rules: Vec<String>,
    /// `name=value` for inputs; a value may be a law, as in `luck=one of { 1/2 => 0, 1/2 => 3 }`.
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
    pub fn gives(&self, mechanic: &Mechanic, input: InputId) -> bool {
        let own = self.of_members(mechanic);
        let names = own.set.iter().filter_map(|text| text.split_once('=')).map(|(name, _)| name);
        let names = names.chain(own.with.iter().map(String::as_str));
        names.into_iter().any(|name| mechanic.input(name.trim()) == Ok(input))
    }

    /// Whether a state is given a value before the first use.
    #[must_use]
    pub fn gives_state(&self, mechanic: &Mechanic, state: StateId) -> bool {
        let own = self.of_members(mechanic);
        let mut names = own.state.iter().filter_map(|text| text.split_once('='));
        names.any(|(name, _)| mechanic.state(name.trim()) == Ok(state))
    }

    /// Adds an input as people name it where a value follows from the name: `luck=3`, a flag that is on, or a value of
    /// an enumeration that only one input has.
    pub(super) fn add(&mut self, mechanic: &Mechanic, text: &str) {
        match (text.split_once('='), named_by_value(mechanic, text)) {
            (None, None) => self.with.push(text.to_owned()),
            (None, Some(name)) => self.set.push(format!("{name}={text}")),
            (Some(_), _) => self.set.push(text.to_owned()),
        }
    }
}

/// The scenarios that settings describe: one for each rule set that they name.
///
/// # Errors
/// Everything that is wrong with them, one message each.
///
/// ```
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let rules = vec!["rebirth".to_owned(), "repentance".to_owned()];
/// let settings = Settings { rules, set: vec!["luck=7/3".to_owned()], ..Settings::default() };
/// let found = scenarios(&award, &settings).expect("two scenarios");
/// assert_eq!(award.rule_set_of(&found[1]).title, "Repentance");
/// assert!(scenarios(&award, &Settings { with: vec!["luck".to_owned()], ..settings }).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scenarios(mechanic: &Mechanic, settings: &Settings) -> Result<Vec<Scenario>, Vec<Message>> {
    let mut reader = Reader::new(mechanic);
    let rule_sets = reader.rule_sets(&settings.rules);
    let given = reader.given(settings);
    let mut problems = reader.problems;
    let mut scenarios = Vec::new();
    for rule_set in rule_sets {
        let inputs = given.inputs.iter();
        problems.extend(inputs.filter_map(|(input, _)| available(mechanic, rule_set, *input).err()));
        scenarios.push(given.scenario(mechanic, rule_set));
    }
    if problems.is_empty() { Ok(scenarios) } else { Err(problems) }
}

/// The scenarios that settings describe, one for each rule set that has the inputs that are given; and what the
/// others lack. Which rule sets the settings name does not matter.
///
/// # Errors
/// Everything that is wrong with the other settings, one message each.
///
/// ```
/// use trueodds::scenario::{Settings, all_scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let settings = Settings { with: vec!["broken_modem".to_owned()], ..Settings::default() };
/// let (found, lacking) = all_scenarios(&award, &settings).expect("settings that fit");
/// assert!(found.iter().all(|scenario| award.rule_set_of(scenario).name != "rebirth"));
/// assert_eq!(lacking[0].rule_set, award.find_rule_set("rebirth")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_scenarios(
    mechanic: &Mechanic,
    settings: &Settings,
) -> Result<(Vec<Scenario>, Vec<Lacking>), Vec<Message>> {
    let mut reader = Reader::new(mechanic);
    let given = reader.given(settings);
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let (mut scenarios, mut lacking) = (Vec::new(), Vec::new());
    for rule_set in mechanic.rule_set_ids() {
        let inputs = given.inputs.iter().map(|(input, _)| *input);
        let lacks = inputs.filter(|input| available(mechanic, rule_set, *input).is_err());
        let before = lacking.len();
        lacking.extend(lacks.map(|input| Lacking { input, rule_set }));
        if lacking.len() == before {
            scenarios.push(Scenario { one_of_all: true, ..given.scenario(mechanic, rule_set) });
        }
    }
    Ok((scenarios, lacking))
}

/// The only input that has a value of that name.
fn named_by_value<'m>(mechanic: &'m Mechanic, value: &str) -> Option<&'m str> {
    let model = &mechanic.model;
    let has = |declaration: &Declaration| {
        matches!(declaration.kind, Kind::Enum(_)) && model.parse_value(declaration, value).is_ok()
    };
    let mut having = model.inputs.iter().filter(|input| has(&input.declaration));
    match (having.next(), having.next()) {
        (Some(only), None) => Some(&only.declaration.name),
        _ => None,
    }
}

/// What settings give, whatever the rule set.
struct Given {
    inputs: Vec<(InputId, InputValue)>,
    states: Vec<Option<Value>>,
    changed: Vec<(RuleId, RuleValue)>,
}

impl Given {
    fn scenario(&self, mechanic: &Mechanic, rule_set: RuleSetId) -> Scenario {
        let mut scenario = Scenario::of_defaults(mechanic, rule_set);
        for (input, value) in &self.inputs {
            scenario.set_input(*input, value.clone());
        }
        scenario.named = self.inputs.iter().map(|(input, _)| *input).collect();
        scenario.states.clone_from(&self.states);
        scenario.changed.clone_from(&self.changed);
        scenario
    }
}

/// Reads settings, and collects what is wrong with them.
pub(super) struct Reader<'a> {
    mechanic: &'a Mechanic,
    /// What is wrong.
    pub(super) problems: Vec<Message>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(mechanic: &'a Mechanic) -> Reader<'a> {
        Reader { mechanic, problems: Vec::new() }
    }

    fn problem(&mut self, problem: impl Into<Message>) {
        self.problems.push(problem.into());
    }

    /// What was found, where it was; else nothing, and the problem is kept.
    fn keep<T>(&mut self, found: Result<T, Message>) -> Option<T> {
        found.map_err(|problem| self.problem(problem)).ok()
    }

    fn given(&mut self, settings: &Settings) -> Given {
        let settings = &settings.of_members(self.mechanic);
        Given {
            inputs: self.inputs(settings),
            states: self.states(&settings.state),
            changed: self.rules(&settings.rule),
        }
    }

    fn rule_sets(&mut self, names: &[String]) -> Vec<RuleSetId> {
        if names.is_empty() {
            return vec![self.mechanic.default_rule_set()];
        }
        let mut found = Vec::new();
        for name in names {
            match self.mechanic.find_rule_set(name) {
                Ok(set) if found.contains(&set) => self.problem(format!("rule set `{name}` is named twice")),
                Ok(set) => found.push(set),
                Err(problem) => self.problem(problem),
            }
        }
        found
    }

    /// `name=value`, cut at its sign; `example` is one as it should be.
    fn assignment<'t>(
        &mut self,
        setting: Setting,
        text: &'t str,
        example: &str,
    ) -> Option<(&'t str, &'t str)> {
        let found = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        if found.is_none() {
            let problem = Message::default().typed(setting, text).words(": expected `name=value`, as in ");
            self.problem(problem.typed(setting, example));
        }
        found
    }

    fn value(&mut self, declaration: &Declaration, text: &str) -> Option<Value> {
        let value = self.mechanic.model.parse_value(declaration, text);
        self.keep(value.map_err(|error| Message::from(error.message)))
    }

    /// The inputs that were given a value, with it.
    pub(super) fn inputs(&mut self, settings: &Settings) -> Vec<(InputId, InputValue)> {
        let mechanic = self.mechanic;
        let mut given: Vec<(InputId, InputValue)> = Vec::new();
        for text in &settings.set {
            if !text.contains('=')
                && let Ok(input) = mechanic.input(text)
                && mechanic.model[input].declaration.kind == Kind::Flag
            {
                let problem = Message::from(format!("`{text}` is a flag; switch it on with "));
                self.problem(problem.typed(Setting::With, text));
                continue;
            }
            let Some((name, text)) = self.assignment(Setting::Set, text, "luck=3") else { continue };
            let Some(input) = self.keep(mechanic.input(name)) else { continue };
            let value = mechanic.model.parse_input(&mechanic.model[input].declaration, text);
            if let Some(value) = self.keep(value.map_err(|error| Message::from(error.message))) {
                self.give(&mut given, input, value);
            }
        }
        for name in &settings.with {
            if let Some((flag, _)) = name.split_once('=') {
                let problem = Message::default().typed(Setting::With, name).words(": ");
                let problem = problem.typed(Setting::With, "").words(" switches flags on; give ");
                let problem = problem.words(format!("`{flag}` a value with ")).typed(Setting::Set, name);
                self.problem(problem);
                continue;
            }
            let Some(input) = self.keep(mechanic.input(name.trim())) else { continue };
            if mechanic.model[input].declaration.kind == Kind::Flag {
                self.give(&mut given, input, Value::Flag(true).into());
            } else {
                let problem = Message::from(format!("`{name}` is not a flag; give it a value with "));
                self.problem(problem.typed(Setting::Set, format!("{name}=…")));
            }
        }
        given
    }

    fn give(&mut self, given: &mut Vec<(InputId, InputValue)>, input: InputId, value: InputValue) {
        if given.iter().any(|(other, _)| *other == input) {
            let name = &self.mechanic.model[input].declaration.name;
            self.problem(format!("`{name}` is given twice"));
        } else {
            given.push((input, value));
        }
    }

    /// Commas stand between settings, and between what a list holds: what has no name belongs to the list before it.
    fn whole_lists(&self, settings: &[String]) -> Vec<String> {
        let is_list = |setting: &String| {
            let state = setting.split_once('=').and_then(|(name, _)| self.mechanic.state(name.trim()).ok());
            state.is_some_and(|state| matches!(self.mechanic.model[state].declaration.kind, Kind::List(_)))
        };
        let mut whole: Vec<String> = Vec::new();
        for setting in settings {
            match whole.last_mut() {
                Some(list) if !setting.contains('=') && is_list(list) => {
                    list.push(',');
                    list.push_str(setting);
                }
                _ => whole.push(setting.clone()),
            }
        }
        whole
    }

    /// The states that were given a value before the first use.
    fn states(&mut self, settings: &[String]) -> Vec<Option<Value>> {
        let mechanic = self.mechanic;
        let mut states = vec![None; mechanic.model.states.len()];
        for text in &self.whole_lists(settings) {
            let Some((name, text)) = self.assignment(Setting::State, text, "offset=3") else { continue };
            let Some(state) = self.keep(mechanic.state(name)) else { continue };
            if states[state.index()].is_some() {
                self.problem(format!("`{name}` is given twice"));
            }
            if let Some(value) = self.value(&mechanic.model[state].declaration, text) {
                states[state.index()] = Some(value);
            }
        }
        states
    }

    /// The rules that were given another value.
    fn rules(&mut self, settings: &[String]) -> Vec<(RuleId, RuleValue)> {
        let mechanic = self.mechanic;
        let mut changed: Vec<(RuleId, RuleValue)> = Vec::new();
        for text in settings {
            let Some((name, text)) = self.assignment(Setting::Rule, text, "battery=1/25") else { continue };
            let Some(rule) = self.keep(mechanic.rule(name)) else { continue };
            if changed.iter().any(|(other, _)| *other == rule) {
                self.problem(format!("the rule `{name}` is given twice"));
            }
            if let Some(value) = self.value(&mechanic.model[rule].declaration, text) {
                changed.push((rule, RuleValue::Known(value)));
            }
        }
        changed
    }
}
