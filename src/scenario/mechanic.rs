//! A mechanic with its rule sets, and the parts of it by name.

use crate::check::model::FamilyOf;
use crate::check::{FieldId, InputId, Model, RuleId, StateId};
use crate::diagnostic::{Diagnostic, Message, Setting, or_nearest};
use crate::lower::Program;
use crate::rules::{RuleSet, RuleSetId};

use super::Scenario;
use super::family::fields_of_family;

/// A mechanic with all its rule sets: what questions are about.
#[derive(Debug, Clone)]
pub struct Mechanic {
    /// The checked model.
    pub model: Model,
    /// Its program.
    pub program: Program,
    /// Its rule sets; never empty.
    pub rule_sets: Vec<RuleSet>,
    /// What may be wrong with its text, though it can be evaluated.
    pub warnings: Vec<Diagnostic>,
}

impl Mechanic {
    /// A rule set.
    #[must_use]
    pub fn rule_set(&self, id: RuleSetId) -> &RuleSet {
        &self.rule_sets[id.index()]
    }

    /// The rule set of a scenario.
    #[must_use]
    pub fn rule_set_of(&self, scenario: &Scenario) -> &RuleSet {
        self.rule_set(scenario.rule_set)
    }

    /// The rule sets in their order.
    pub fn rule_set_ids(&self) -> impl Iterator<Item = RuleSetId> + use<> {
        (0..self.rule_sets.len()).map(RuleSetId::new)
    }

    /// The rule set that is taken where none is named.
    #[must_use]
    pub fn default_rule_set(&self) -> RuleSetId {
        RuleSetId::new(self.rule_sets.iter().position(|set| set.default).unwrap_or(0))
    }

    /// A rule set by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn find_rule_set(&self, name: &str) -> Result<RuleSetId, Message> {
        let names = || self.rule_sets.iter().map(|set| set.name.as_str());
        self.find("rule set", name, names()).map(RuleSetId::new)
    }

    /// An input by its name; where it is no name, by its label in any case and spacing.
    ///
    /// # Errors
    /// That there is none, and which name may be meant; that several have the label.
    pub fn input(&self, name: &str) -> Result<InputId, Message> {
        let names = self.model.inputs.iter().map(|input| input.declaration.name.as_str());
        let problem = match self.find_part("input", FamilyOf::Inputs, name, names) {
            Ok(index) => return Ok(InputId::new(index)),
            Err(problem) => problem,
        };
        if self.state(name).is_ok() {
            let problem = Message::from(format!("`{name}` is a state and no input; begin elsewhere with "));
            return Err(problem.typed(Setting::State, format!("{name}=…")));
        }
        let wanted = folded(name);
        let label = |input: &InputId| folded(&self.model[*input].declaration.label);
        let labelled = self.model.input_ids().filter(|input| !wanted.is_empty() && label(input) == wanted);
        match labelled.collect::<Vec<_>>().as_slice() {
            [] => Err(problem),
            [only] => Ok(*only),
            several => {
                let name_of = |input: &InputId| format!("`{}`", self.model[*input].declaration.name);
                let names = several.iter().map(name_of).collect::<Vec<_>>().join(", ");
                Err(format!("`{name}` is the label of several inputs: {names}; give a name").into())
            }
        }
    }

    /// A rule by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn rule(&self, name: &str) -> Result<RuleId, Message> {
        let names = self.model.rules.iter().map(|rule| rule.declaration.name.as_str());
        self.find_part("rule", FamilyOf::Rules, name, names).map(RuleId::new)
    }

    /// A state by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn state(&self, name: &str) -> Result<StateId, Message> {
        if self.model.states.is_empty() {
            let problem = format!("no state `{name}` of {}; it has none", self.model.path);
            return Err(problem.into());
        }
        let names = self.model.states.iter().map(|state| state.declaration.name.as_str());
        self.find_part("state", FamilyOf::States, name, names).map(StateId::new)
    }

    /// An outcome field by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn field(&self, name: &str) -> Result<FieldId, Message> {
        let names = self.model.fields.iter().map(|field| field.name.as_str());
        self.find_part("outcome", FamilyOf::Outcomes, name, names).map(FieldId::new)
    }

    /// The index of a name in the list of inputs, rules, outcomes or states.
    fn find_part<'a>(
        &self,
        what: &str,
        of: FamilyOf,
        name: &str,
        mut known: impl Iterator<Item = &'a str>,
    ) -> Result<usize, Message> {
        known.position(|other| other == name).ok_or_else(|| {
            let problem = format!("no {what} `{name}` of {}", self.model.path);
            Message::from(problem).advice(self.model.name_help(of, name, false))
        })
    }

    /// The index of a name in a list of them.
    fn find<'a>(
        &self,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<usize, Message> {
        known.clone().position(|other| other == name).ok_or_else(|| {
            let problem = format!("no {what} `{name}` of {}", self.model.path);
            Message::from(problem).advice(or_nearest(name, known))
        })
    }

    /// Outcome fields by name; the first where none is named.
    ///
    /// # Errors
    /// Those that do not exist or are named twice; that the mechanic has none.
    pub fn fields(&self, names: &[String]) -> Result<Vec<FieldId>, Vec<Message>> {
        let mut problems = Vec::new();
        let mut fields = Vec::new();
        for name in names {
            let several = self.field(name).err().and_then(|_| fields_of_family(self, name));
            if let Some(several) = several {
                fields.extend(several);
                continue;
            }
            match self.field(name) {
                Ok(field) if fields.contains(&field) => {
                    problems.push(format!("outcome `{name}` is named twice").into());
                }
                Ok(field) => fields.push(field),
                Err(problem) => problems.push(problem),
            }
        }
        if names.is_empty() {
            fields.extend(self.model.field_ids().next());
        }
        if fields.is_empty() && problems.is_empty() {
            problems.push(format!("{} has no outcome", self.model.path).into());
        }
        if problems.is_empty() { Ok(fields) } else { Err(problems) }
    }

    /// Outcome fields by name; those of the overview, or the first, where none is named.
    ///
    /// # Errors
    /// As [`Mechanic::fields`].
    pub fn fields_or_overview(&self, names: &[String]) -> Result<Vec<FieldId>, Vec<Message>> {
        if names.is_empty() && !self.model.overview.is_empty() {
            return Ok(self.model.overview.clone());
        }
        self.fields(names)
    }

    /// Outcome fields by name; all where none is named.
    ///
    /// # Errors
    /// As [`Mechanic::fields`].
    pub fn fields_or_all(&self, names: &[String]) -> Result<Vec<FieldId>, Vec<Message>> {
        if names.is_empty() && !self.model.fields.is_empty() {
            return Ok(self.model.field_ids().collect());
        }
        self.fields(names)
    }

    /// The name of the mechanic and of its parts may be short: a rule set by the name it has in files.
    #[must_use]
    pub fn has_only_declared_rules(&self) -> bool {
        self.rule_sets.len() == 1 && self.rule_sets[0].name == "declared"
    }
}

/// A label without what people type in one way or another: case, spaces and underscores.
fn folded(text: &str) -> String {
    let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '_');
    letters.flat_map(char::to_lowercase).collect()
}
