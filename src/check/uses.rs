//! Mechanics that use others: what they take over of them.

use std::sync::Arc;

use super::model::{Declaration, Element, EnumId, Enumeration, Model, Rule, State};
use super::{Binding, Checker, Code, Diagnostic, Kind, Library};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{self, ItemKind, Use};
use crate::source::FileId;

/// Another mechanic, and where its parts are among those of the mechanic that uses it.
#[derive(Debug, Clone)]
pub struct Used {
    /// What it is called by: its name without the game.
    pub name: String,
    /// Its game, where that is said.
    pub game: Option<String>,
    /// What was found out about it.
    pub model: Arc<Model>,
    /// For each of its rules, which rule of the using mechanic that is.
    pub rules: Vec<usize>,
    /// For each of its states, which state of the using mechanic that is.
    pub states: Vec<usize>,
    /// For each of its enumerations, which enumeration of the using mechanic that is.
    pub enumerations: Vec<EnumId>,
    /// For each of its inputs, the input of the using mechanic that it has the value of where a use gives none; empty
    /// where it is not used with its inputs.
    pub inputs: Vec<Option<usize>>,
    /// For each of its outcomes, the outcome of the using mechanic that its use gives a value; empty where it is not used
    /// with its outcomes.
    pub fields: Vec<Option<usize>>,
}

impl Used {
    /// Its name as written: `card-roll`, of another game `sts/card-roll`.
    #[must_use]
    pub fn written(&self) -> String {
        self.game.as_ref().map_or_else(|| self.name.clone(), |game| format!("{game}/{}", self.name))
    }

    /// A kind of the used mechanic as the using mechanic calls it.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> Kind {
        match kind {
            Kind::Enum(id) => self.enumerations.get(id.0).map_or(Kind::Unknown, |own| Kind::Enum(*own)),
            Kind::List(element) => Element::of(self.kind(element.kind())).map_or(Kind::Unknown, Kind::List),
            kind => kind,
        }
    }

    /// What the using mechanic, of that game, calls the owner of something: this one, or one that this one uses.
    pub(super) fn owner(&self, owner: Option<&str>, own_game: &str) -> String {
        let full = match (owner, &self.game) {
            (None, _) => self.written(),
            (Some(owner), Some(game)) if !owner.contains('/') => format!("{game}/{owner}"),
            (Some(owner), _) => owner.to_owned(),
        };
        match full.split_once('/') {
            Some((game, name)) if game == own_game => name.to_owned(),
            _ => full,
        }
    }

    /// What the using mechanic calls a rule, or a family of rules.
    pub(super) fn rule_name(&self, owner: Option<&str>, name: &str, own_game: &str) -> String {
        let bare = owner.and_then(|owner| name.strip_prefix(owner)?.strip_prefix('.')).unwrap_or(name);
        format!("{}.{bare}", self.owner(owner, own_game))
    }
}

impl Model {
    /// The game of the mechanic: `isaac`.
    #[must_use]
    pub fn game(&self) -> &str {
        self.path.split_once('/').map_or("", |(game, _)| game)
    }

    /// The mechanic that stands in a file, among those that this one uses and that these use.
    #[must_use]
    pub fn used_in(&self, file: FileId) -> Option<&Model> {
        let own = |used: &Used| used.model.tree.span.file == file;
        let found = self.uses.iter().find(|used| own(used)).map(|used| &*used.model);
        found.or_else(|| self.uses.iter().find_map(|used| used.model.used_in(file)))
    }
}

impl Checker {
    /// Binds the mechanics that are used, and takes over their enumerations.
    pub(super) fn uses(&mut self, tree: &ast::File, library: &Library) {
        let uses = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Uses(uses) => Some(uses),
            _ => None,
        });
        for one in uses.flatten() {
            let name = &one.name;
            let Some(model) = library.get(&name.text) else {
                self.unknown_mechanic(one, library);
                continue;
            };
            if self.named_before(one, model) {
                continue;
            }
            if let Some(evidence) = model.evidence {
                let message = format!("`{}` says what is known, so it cannot be used by another", name.text);
                self.report(
                    Diagnostic::error(Code::GivenInUse, name.span, message)
                        .also(evidence, "it is said here")
                        .help("leave out its `given`, and say here what is known"),
                );
            }
            if self.model.library && !model.library {
                let message = format!("a library uses libraries only, and `{}` is a mechanic", name.text);
                let help = "give its functions what they need of it as parameters";
                self.report(Diagnostic::error(Code::NotInLibrary, name.span, message).help(help));
            }
            let enumerations =
                model.enumerations.iter().map(|list| self.taken_over(list, model.library)).collect();
            self.used_spans.push(name.span);
            // The game of this mechanic need not be written.
            let game = one.game().filter(|game| *game != self.model.game()).map(str::to_owned);
            let (name, model) = (one.called().to_owned(), model.clone());
            let used = Used {
                name,
                game,
                model,
                rules: Vec::new(),
                states: Vec::new(),
                enumerations,
                inputs: Vec::new(),
                fields: Vec::new(),
            };
            if used.model.library {
                self.enumeration_of_library(&used, one.name.span);
                self.import_functions(self.model.uses.len(), &used);
            }
            self.model.uses.push(used);
        }
    }

    fn unknown_mechanic(&mut self, one: &Use, library: &Library) {
        let name = &one.name;
        let help = or_nearest(&name.text, library.keys().map(String::as_str));
        let place = if one.game().is_some() { "" } else { " in this game" };
        let message = format!("no mechanic `{}`{place}", name.text);
        let diagnostic = Diagnostic::error(Code::UnknownMechanic, name.span, message);
        self.report(diagnostic.maybe_help(help));
    }

    /// Whether something of that name is used already; an error where it is.
    fn named_before(&mut self, one: &Use, model: &Model) -> bool {
        let before = self.model.uses.iter().position(|used| used.name == one.called());
        let Some(before) = before else { return false };
        let same = self.model.uses[before].model.path == model.path;
        let (message, help) = if same {
            (format!("`{}` is named twice", one.name.text), "remove one")
        } else {
            let message = format!("two mechanics would be called `{}` here", one.called());
            (message, "use one of them in a mechanic of its own, and use that one here")
        };
        let first = self.used_spans.get(before).copied().unwrap_or_default();
        let mut diagnostic = Diagnostic::error(Code::DuplicateName, one.name.span, message).help(help);
        if !same {
            diagnostic = diagnostic.also(first, "the other one is named here");
        }
        self.report(diagnostic);
        true
    }

    /// Which of our enumerations an enumeration of another mechanic is: one with the same values in the same order,
    /// best of the same name, or a new one. One of a library keeps its name.
    fn taken_over(&mut self, list: &Enumeration, of_library: bool) -> EnumId {
        let names = |list: &Enumeration| -> Vec<String> {
            list.variants.iter().map(|variant| variant.name.clone()).collect()
        };
        let own = &self.model.enumerations;
        let same = |named: bool| {
            own.iter().position(|own| (!named || own.name == list.name) && names(own) == names(list))
        };
        if let Some(index) = same(true).or_else(|| if of_library { None } else { same(false) }) {
            return EnumId(index);
        }
        self.model.enumerations.push(list.clone());
        EnumId(self.model.enumerations.len() - 1)
    }

    /// Takes over the rules and states of the mechanics that are used, after the mechanic's own.
    pub(super) fn import_parts(&mut self) {
        let mut uses = std::mem::take(&mut self.model.uses);
        for used in &mut uses {
            used.rules = used.model.rules.iter().map(|rule| self.import_rule(used, rule)).collect();
            used.states = used.model.states.iter().map(|state| self.import_state(used, state)).collect();
        }
        for used in &uses {
            self.import_families(used);
        }
        self.model.uses = uses;
    }

    fn import_rule(&mut self, used: &Used, rule: &Rule) -> usize {
        let owner = rule.owner.as_deref();
        let name = used.rule_name(owner, &rule.declaration.name, self.model.game());
        if let Some(index) = self.model.rules.iter().position(|own| own.declaration.name == name) {
            return index;
        }
        let kind = used.kind(rule.declaration.kind);
        let declaration = Declaration { name, kind, ..rule.declaration.clone() };
        let owner = Some(used.owner(owner, self.model.game()));
        let basis = rule.basis.clone().or_else(|| used.model.basis.clone());
        self.model.rules.push(Rule { declaration, owner, basis, ..rule.clone() });
        self.model.rules.len() - 1
    }

    fn import_state(&mut self, used: &Used, state: &State) -> usize {
        let owner = Some(used.owner(state.owner.as_deref(), self.model.game()));
        let same = |own: &State| own.owner == owner && own.declaration.name == state.declaration.name;
        if let Some(index) = self.model.states.iter().position(same) {
            return index;
        }
        let kind = used.kind(state.declaration.kind);
        let declaration = Declaration { kind, ..state.declaration.clone() };
        let inputs = self.model.inputs.iter().map(|input| &input.declaration);
        let states = self.model.states.iter().map(|state| &state.declaration);
        let rules = self.model.rules.iter().filter(|rule| rule.owner.is_none()).map(|rule| &rule.declaration);
        let rules = rules.filter(|rule| rule.kind == declaration.kind);
        let all = inputs.chain(&self.model.fields).chain(states).chain(rules);
        let clash = all.into_iter().find(|own| own.name == declaration.name);
        if let Some(own) = clash {
            let message = format!("`{}` is also a state of `{}`", own.name, used.name);
            let diagnostic = Diagnostic::error(Code::DuplicateName, own.span, message)
                .also(declaration.span, "it is declared here")
                .help("choose another name");
            self.report(diagnostic);
        }
        self.model.states.push(State { declaration, owner });
        self.model.states.len() - 1
    }

    /// Mechanics that are named with `uses` and not used.
    pub(super) fn idle_uses(&self, findings: &mut Vec<Diagnostic>) {
        let used = |index: usize| {
            let binding = |(_, binding): &(Kind, Option<Binding>)| *binding == Some(Binding::Mechanic(index));
            self.resolution.expressions.iter().any(binding)
                || self.locals.iter().any(|local| local.kind == Kind::Record(index))
                || self.uses_library(index)
        };
        for (index, one) in self.model.uses.iter().enumerate().filter(|(index, _)| !used(*index)) {
            let span = self.used_spans.get(index).copied().unwrap_or_default();
            let (message, help) = if one.model.library {
                (format!("nothing calls a function of `{}`", one.name), "call one or remove it".to_owned())
            } else {
                let help = format!("use it, as in `let result = {}()`, or remove it", one.name);
                (format!("nothing uses the mechanic `{}`", one.name), help)
            };
            findings.push(Diagnostic::warning(Code::NeverRead, span, message).help(help));
        }
    }
}
