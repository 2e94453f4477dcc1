//! Which variables can be seen where.

use super::model::{FamilyOf, Range, only_alias, only_labelled};
use super::{Binding, Builtin, Checker, Code, Diagnostic, EnumId, Kind, LocalId, LocalInfo};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{Name, Namespace};
use crate::parse::foreign;

/// The variables of the blocks around a place, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    blocks: Vec<Vec<(String, LocalId)>>,
}

impl Scopes {
    fn find(&self, name: &str) -> Option<LocalId> {
        self.blocks.iter().rev().flatten().find(|(local, _)| local == name).map(|(_, id)| *id)
    }

    /// In how many blocks, from the outside, a variable stands: 0 is the outermost.
    pub(super) fn depth(&self, id: LocalId) -> usize {
        self.blocks.iter().position(|block| block.iter().any(|(_, own)| *own == id)).unwrap_or(0)
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Begins with no variables at all, as the body of a function does; returns what was visible.
    pub(super) fn isolate(&mut self) -> Scopes {
        std::mem::take(self)
    }
}

impl Checker {
    /// Runs `inside` with a block of its own.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.blocks.push(Vec::new());
        let result = inside(self);
        self.scopes.blocks.pop();
        result
    }

    /// Makes a variable visible from here to the end of the block.
    pub(super) fn bind(&mut self, name: &Name, kind: Kind, range: Range) -> LocalId {
        self.check_new_name(name, kind);
        let id = self.variable(name, kind, range);
        if self.scopes.blocks.is_empty() {
            self.scopes.blocks.push(Vec::new());
        }
        if let Some(block) = self.scopes.blocks.last_mut() {
            block.push((name.text.clone(), id));
        }
        self.resolution.targets.insert(name.span, Binding::Local(id));
        id
    }

    /// A variable that no name makes visible.
    pub(super) fn variable(&mut self, name: &Name, kind: Kind, range: Range) -> LocalId {
        let id = LocalId(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        let (text, span) = (name.text.clone(), name.span);
        let reach = range.clone();
        self.locals.push(LocalInfo { name: text, span, kind, reach, read: false, fixed: None });
        self.resolution.locals.push((name.text.clone(), range));
        id
    }

    fn check_new_name(&mut self, name: &Name, kind: Kind) {
        let text = name.text.as_str();
        let taken = if let Some(id) = self.scopes.find(text) {
            Some((self.locals[id.0 as usize].span, "it is bound here".to_owned()))
        } else if let Some(input) = self.model.inputs.iter().find(|input| input.declaration.name == text) {
            Some((input.declaration.span, "it is an input".to_owned()))
        } else if let Some(rule) = self.model.rules.iter().find(|rule| rule.declaration.name == text) {
            Some((rule.declaration.span, "it is a rule".to_owned()))
        } else if let Some(state) = self.model.states.iter().find(|state| state.declaration.name == text) {
            Some((state.declaration.span, "it is a state".to_owned()))
        } else if let Some(field) = self.model.fields.iter().find(|field| field.name == text) {
            Some((field.span, "it is an outcome".to_owned()))
        } else {
            let family = self.find_family(text).map(|index| &self.model.families[index]);
            family.map(|family| (family.span, "it is a family".to_owned()))
        };
        if let Some((span, what)) = taken {
            let diagnostic = Diagnostic::error(
                Code::DuplicateName,
                name.span,
                format!("`{text}` already has a meaning here"),
            )
            .also(span, what)
            .help(format!("to give it another value write `{text} = …`; else choose another name"));
            return self.report(diagnostic);
        }
        // A variable may be called like a value of an enumeration it does not hold: what is expected decides.
        if let Kind::Enum(list) = kind
            && self.variant_index(list, text).is_some()
        {
            let owner = self.model.enumerations[list.0].name.clone();
            self.report(
                Diagnostic::error(
                    Code::DuplicateName,
                    name.span,
                    format!("`{text}` is already a value of `{owner}`"),
                )
                .help("choose another name"),
            );
        }
    }

    /// The enumerations that have a value of this name.
    pub(super) fn enumerations_with(&self, variant: &str) -> Vec<EnumId> {
        let has = |list: &super::model::Enumeration| list.variants.iter().any(|other| other.name == variant);
        self.model
            .enumerations
            .iter()
            .enumerate()
            .filter(|(_, list)| has(list))
            .map(|(index, _)| EnumId(index))
            .collect()
    }

    /// The place of a value in its enumeration.
    pub(super) fn variant_index(&self, list: EnumId, name: &str) -> Option<u32> {
        let variants = &self.model.enumerations.get(list.0)?.variants;
        let names = || variants.iter().map(|variant| variant.name.as_str());
        let labels = variants.iter().map(|variant| variant.label.as_str());
        let aliases = variants.iter().map(|variant| &variant.aliases);
        let by_label = || {
            let by_name = || only_labelled(names(), name);
            only_labelled(labels, name).or_else(by_name).or_else(|| only_alias(aliases, name))
        };
        let index = names().position(|own| own == name).or_else(|| by_label().filter(|_| self.labels));
        u32::try_from(index?).ok()
    }

    /// What a name that is not a value of an enumeration stands for.
    pub(super) fn find(&self, namespace: Option<Namespace>, name: &str) -> Option<(Binding, Kind)> {
        let input = || {
            let index = self.model.inputs.iter().position(|input| input.declaration.name == name)?;
            Some((Binding::Input(index), self.model.inputs[index].declaration.kind))
        };
        let rule = || {
            let index = self.model.rules.iter().position(|rule| rule.declaration.name == name)?;
            Some((Binding::Rule(index), self.model.rules[index].declaration.kind))
        };
        let field = || {
            let index = self.model.fields.iter().position(|field| field.name == name)?;
            Some((Binding::Field(index), self.model.fields[index].kind))
        };
        let state = || {
            let index = self.model.states.iter().position(|state| state.declaration.name == name)?;
            Some((Binding::State(index), self.model.states[index].declaration.kind))
        };
        let local = || {
            let id = self.scopes.find(name)?;
            Some((Binding::Local(id), self.locals[id.0 as usize].kind))
        };
        let family = || {
            let own =
                |family: &super::model::Family| family.owner.is_none() && family.of != FamilyOf::Variables;
            let index = self.model.families.iter().position(|family| own(family) && family.name == name)?;
            Some((Binding::Family(index), Kind::Family(index)))
        };
        let found = match namespace {
            Some(Namespace::Input) => input(),
            Some(Namespace::Rule) => rule(),
            None => local().or_else(input).or_else(field).or_else(state).or_else(rule).or_else(family),
        };
        found.or_else(|| self.called(namespace, name).filter(|_| self.labels))
    }

    /// What people call so, in any case and spacing: an outcome before a state, an input and a rule.
    fn called(&self, namespace: Option<Namespace>, text: &str) -> Option<(Binding, Kind)> {
        fn one<'d>(
            declared: impl Iterator<Item = &'d super::model::Declaration> + Clone,
            text: &str,
            binding: fn(usize) -> Binding,
        ) -> Option<(Binding, Kind)> {
            let index = only_labelled(declared.clone().map(|own| own.label.as_str()), text)
                .or_else(|| only_labelled(declared.clone().map(|own| own.name.as_str()), text))
                .or_else(|| only_alias(declared.clone().map(|own| &own.aliases), text))?;
            Some((binding(index), declared.clone().nth(index)?.kind))
        }
        let model = &self.model;
        let input = || one(model.inputs.iter().map(|input| &input.declaration), text, Binding::Input);
        let rule = || one(model.rules.iter().map(|rule| &rule.declaration), text, Binding::Rule);
        let field = || one(model.fields.iter(), text, Binding::Field);
        let state = || one(model.states.iter().map(|state| &state.declaration), text, Binding::State);
        match namespace {
            Some(Namespace::Input) => input(),
            Some(Namespace::Rule) => rule(),
            None => field().or_else(state).or_else(input).or_else(rule),
        }
    }

    /// Reports a name that nothing declares, with the nearest one that something does.
    pub(super) fn unknown_name(&mut self, namespace: Option<Namespace>, name: &Name, expected: Option<Kind>) {
        let text = name.text.as_str();
        let inputs = self.model.inputs.iter().map(|input| input.declaration.name.as_str());
        let rules = self.model.rules.iter().map(|rule| rule.declaration.name.as_str());
        let (what, help) = match namespace {
            Some(Namespace::Input) => ("input", or_nearest(text, inputs)),
            Some(Namespace::Rule) => ("rule", or_nearest(text, rules)),
            None => {
                let locals = self.scopes.blocks.iter().flatten().map(|(name, _)| name.as_str());
                let fields = self.model.fields.iter().map(|field| field.name.as_str());
                let variants = self
                    .model
                    .enumerations
                    .iter()
                    .flat_map(|list| list.variants.iter().map(|variant| variant.name.as_str()));
                let states = self.model.states.iter().map(|state| state.declaration.name.as_str());
                let families = self.model.families.iter().map(|family| family.name.as_str());
                let all = locals.chain(inputs).chain(rules).chain(fields).chain(states).chain(variants);
                let all = all.chain(families);
                let near =
                    crate::diagnostic::nearest(text, all).map(|near| format!("did you mean `{near}`?"));
                let values = match expected {
                    Some(kind @ Kind::Enum(_)) => {
                        let values = self.model.variants(kind).iter().map(|variant| variant.name.as_str());
                        or_nearest(text, values)
                    }
                    _ => None,
                };
                let written = foreign::for_name(text).filter(|_| values.is_none());
                let number = self.number_called(text).map(|number| format!("write its number, `{number}`"));
                ("name", number.or(written).or(near).or(values))
            }
        };
        let mut diagnostic =
            Diagnostic::error(Code::UnknownName, name.span, format!("no {what} `{text}`")).maybe_help(help);
        if let Some((before, after)) = text.split_once('-') {
            diagnostic = diagnostic
                .note(format!("for a difference put spaces around the minus: `{before} - {after}`"));
        }
        self.report(diagnostic);
    }

    /// The number that people call so, where it is declared.
    fn number_called(&self, text: &str) -> Option<&Rational> {
        let model = &self.model;
        let declared = model.inputs.iter().map(|input| &input.declaration);
        let declared = declared.chain(model.states.iter().map(|state| &state.declaration));
        let labels = declared.chain(&model.fields).flat_map(|declaration| &declaration.labels);
        let is_called = |label: &str| label.replace(' ', "_").eq_ignore_ascii_case(text);
        labels.into_iter().find(|own| is_called(&own.label)).map(|own| &own.value)
    }

    /// The function of the file or the language of that name.
    pub(super) fn find_function(&self, name: &str) -> Option<Binding> {
        let builtin =
            Builtin::ALL.iter().find(|(builtin, ..)| *builtin == name).map(|(_, builtin, ..)| *builtin);
        if let Some(builtin) = builtin.filter(|builtin| !builtin.yields()) {
            return Some(Binding::Builtin(builtin));
        }
        let library = || self.library_functions(name).first().copied().map(Binding::Function);
        let own = self.own_function(name).map(Binding::Function);
        own.or_else(|| self.used_mechanic(name).map(Binding::Mechanic))
            .or_else(library)
            .or(builtin.map(Binding::Builtin))
    }

    pub(super) fn unknown_function(&mut self, name: &Name) {
        if crate::parse::Measure::ALL.iter().any(|(measure, _)| *measure == name.text) {
            let message =
                format!("`{}` belongs to a query; here stands an expression about one use", name.text);
            let diagnostic = Diagnostic::error(Code::UnknownName, name.span, message);
            return self.report(diagnostic.help("write what stands between its parentheses alone"));
        }
        let builtins = Builtin::ALL.iter().map(|(name, ..)| *name);
        let used = self.model.uses.iter().map(|used| used.name.as_str());
        let own = self.functions.iter().map(|function| function.name.as_str());
        let qualified = self.qualified_functions(&name.text);
        let own = own.chain(qualified.iter().map(String::as_str));
        let help = match foreign::for_call(&name.text) {
            _ if self.called_library(&name.text).is_some() => self.called_library(&name.text),
            Some(help) => Some(help.to_owned()),
            None => foreign::for_name(&name.text)
                .or_else(|| or_nearest(&name.text, own.chain(builtins).chain(used))),
        };
        self.report(
            Diagnostic::error(Code::UnknownName, name.span, format!("no function `{}`", name.text))
                .maybe_help(help),
        );
    }
}
