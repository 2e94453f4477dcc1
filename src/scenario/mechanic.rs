//! A mechanic with its rule sets, and the parts of it by name.

use crate::check::model::{Declaration, FamilyOf, labelled, only_labelled, with_alias};
use crate::check::{FieldId, InputId, Kind, Model, RuleId, StateId};
use crate::diagnostic::{Diagnostic, Message, Setting, or_nearest};
use crate::lower::Program;
use crate::rules::{RuleSet, RuleSetId};
use crate::value::Value;

use super::Scenario;
use super::family::fields_of_family;

/// Outcomes as people choose them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The fields; never empty.
    pub fields: Vec<FieldId>,
    /// Values of some of them that alone are asked for, in the order in which they were named.
    pub only: Vec<(FieldId, Value)>,
}

impl From<Vec<FieldId>> for Outcomes {
    fn from(fields: Vec<FieldId>) -> Outcomes {
        Outcomes { fields, only: Vec::new() }
    }
}

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

    /// A rule set by its name, its title or what people type for it, in any case and spacing.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn find_rule_set(&self, name: &str) -> Result<RuleSetId, Message> {
        let names = || self.rule_sets.iter().map(|set| set.name.as_str());
        let titles = self.rule_sets.iter().map(|set| set.title.as_str());
        let by_name = names().position(|other| other == name);
        let is_short = |set: &RuleSet| labelled(set.short.iter().map(String::as_str), name).next().is_some();
        let by_label = || only_labelled(titles, name).or_else(|| only_labelled(names(), name));
        let found = by_name.or_else(by_label).or_else(|| self.rule_sets.iter().position(is_short));
        found.map(RuleSetId::new).ok_or_else(|| {
            let problem = format!("no rule set `{name}` of {}", self.model.path);
            Message::from(problem).advice(or_nearest(name, names()))
        })
    }

    /// An input by its name; where it is no name, by its label in any case and spacing.
    ///
    /// # Errors
    /// That there is none, and which name may be meant; that several have the label.
    pub fn input(&self, name: &str) -> Result<InputId, Message> {
        let inputs = self.model.inputs.iter().map(|input| &input.declaration);
        let problem = match self.find_part("input", FamilyOf::Inputs, name, inputs) {
            Ok(index) => return Ok(InputId::new(index)),
            Err(problem) => problem,
        };
        if self.state(name).is_ok() {
            let problem = Message::from(format!("`{name}` is a state and no input; begin elsewhere with "));
            return Err(problem.typed(Setting::State, format!("{name}=…")));
        }
        Err(problem)
    }

    /// A rule by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn rule(&self, name: &str) -> Result<RuleId, Message> {
        let rules = self.model.rules.iter().map(|rule| &rule.declaration);
        self.find_part("rule", FamilyOf::Rules, name, rules).map(RuleId::new)
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
        let states = self.model.states.iter().map(|state| &state.declaration);
        self.find_part("state", FamilyOf::States, name, states).map(StateId::new)
    }

    /// An outcome field by name.
    ///
    /// # Errors
    /// That there is none, and which name may be meant.
    pub fn field(&self, name: &str) -> Result<FieldId, Message> {
        self.find_part("outcome", FamilyOf::Outcomes, name, self.model.fields.iter()).map(FieldId::new)
    }

    /// The index of a name, a label or another word for it in the list of inputs, rules, outcomes or states.
    fn find_part<'a>(
        &self,
        what: &str,
        of: FamilyOf,
        name: &str,
        known: impl Iterator<Item = &'a Declaration> + Clone,
    ) -> Result<usize, Message> {
        if let Some(index) = known.clone().position(|other| other.name == name) {
            return Ok(index);
        }
        let labels = known.clone().map(|other| other.label.as_str());
        let mut found: Vec<usize> = labelled(labels, name).collect();
        if found.is_empty() {
            found = with_alias(known.clone().map(|other| &other.aliases), name).collect();
        }
        match found.as_slice() {
            [] => {
                let problem = format!("no {what} `{name}` of {}", self.model.path);
                Err(Message::from(problem).advice(self.model.name_help(of, name, false)))
            }
            [only] => Ok(*only),
            several => {
                let name_of = |index: &usize| known.clone().nth(*index).map(|own| format!("`{}`", own.name));
                let names = several.iter().filter_map(name_of).collect::<Vec<_>>().join(", ");
                Err(format!("`{name}` is the label of several {what}s: {names}; give a name").into())
            }
        }
    }

    /// Outcome fields by name; the first where none is named, and every one for `all`.
    ///
    /// # Errors
    /// Those that do not exist or are named twice; that the mechanic has none.
    pub fn fields(&self, names: &[String]) -> Result<Vec<FieldId>, Vec<Message>> {
        let mut problems = Vec::new();
        let mut fields = Vec::new();
        for name in names {
            let is_all = || (name == "all").then(|| self.model.field_ids().collect());
            let several = self.field(name).err().and_then(|_| fields_of_family(self, name).or_else(is_all));
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

    /// Outcomes as people choose them: fields by name, or single values as in `award=chest`; the first field where none
    /// is named.
    ///
    /// # Errors
    /// As [`Mechanic::fields`]; values that a field does not have.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let chests = award.outcomes(&["award=chest".to_owned(), "award=Locked chest".to_owned()]).expect("two values");
    /// assert_eq!((chests.fields.len(), chests.only.len()), (1, 2));
    /// assert!(award.outcomes(&["chest".to_owned()]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcomes(&self, names: &[String]) -> Result<Outcomes, Vec<Message>> {
        let (mut whole, mut only, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            let Some((field, text)) = name.split_once('=') else {
                whole.push(name.clone());
                continue;
            };
            let fields = match self.field(field.trim()) {
                Ok(field) => vec![field],
                Err(problem) => fields_of_family(self, field.trim()).unwrap_or_else(|| {
                    problems.push(problem);
                    Vec::new()
                }),
            };
            for field in fields {
                let declaration = &self.model[field];
                match self.model.parse_value(declaration, text.trim()) {
                    Ok(value) if only.contains(&(field, value.clone())) => {
                        problems.push(format!("outcome `{name}` is named twice").into());
                    }
                    Ok(value) => only.push((field, value)),
                    Err(error) => problems.push(error.message.into()),
                }
                if !whole.contains(&declaration.name) {
                    whole.push(declaration.name.clone());
                }
            }
        }
        whole.retain(|name| {
            let has = |field: &&Declaration| {
                field.kind != Kind::Flag && self.model.parse_value(field, name).is_ok()
            };
            let field = self.model.fields.iter().find(has);
            let field = field.filter(|_| self.field(name).is_err() && fields_of_family(self, name).is_none());
            problems.extend(field.map(|field| {
                Message::from(format!("`{name}` is a value of `{0}`; write `{0}={name}`", field.name))
            }));
            field.is_none()
        });
        if !problems.is_empty() {
            return Err(problems);
        }
        let fields = self.fields(&whole)?;
        Ok(Outcomes { fields, only })
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
