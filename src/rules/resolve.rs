//! Rule sets against a model: every rule gets its value, every mistake its place.

use super::family::{self, Named};
use super::raw::{Availability, Override, RuleSetFile, RuleSetKind, Said, Section};
use crate::check::Model;
use crate::check::model::{FamilyOf, Input};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::source::Span;
use crate::value::{Basis, RuleValue};

/// The value of a rule, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned {
    /// The value.
    pub value: RuleValue,
    /// What it rests on.
    pub basis: Option<Basis>,
    /// The rule set that says so; `None` where it is the mechanic's own value.
    pub rule_set: Option<String>,
}

/// A rule set of a mechanic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct RuleSetId(usize);

impl RuleSetId {
    /// The rule set at an index of the mechanic's list.
    #[must_use]
    pub const fn new(index: usize) -> RuleSetId {
        RuleSetId(index)
    }

    /// The index in the mechanic's list.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A rule set for one mechanic: every rule has a value, every input is there or not.
#[derive(Debug, Clone)]
pub struct RuleSet {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What they type for it: `rep+`.
    pub short: Vec<String>,
    /// Edition or reading.
    pub kind: RuleSetKind,
    /// Whether it is taken when nothing is said.
    pub default: bool,
    /// The rules in the order of the model.
    pub rules: Vec<Assigned>,
    /// For each input of the model, whether this rule set has it.
    pub available: Vec<bool>,
    /// What that rests on, where a rule set says it and not the edition.
    pub availability: Vec<Option<Basis>>,
}

impl RuleSet {
    /// The mechanic as it is declared, where no rule set exists.
    #[must_use]
    pub fn declared(model: &Model) -> RuleSet {
        RuleSet {
            name: "declared".to_owned(),
            title: "As declared".to_owned(),
            short: Vec::new(),
            kind: RuleSetKind::Reading,
            default: true,
            rules: declared(model),
            available: vec![true; model.inputs.len()],
            availability: vec![None; model.inputs.len()],
        }
    }

    /// The values of the rules in the order of the model.
    #[must_use]
    pub fn values(&self) -> Vec<RuleValue> {
        self.rules.iter().map(|rule| rule.value.clone()).collect()
    }
}

fn declared(model: &Model) -> Vec<Assigned> {
    let assigned = |rule: &crate::check::model::Rule| Assigned {
        value: rule.default.clone(),
        basis: rule.basis.clone().or_else(|| model.basis.clone()),
        rule_set: None,
    };
    model.rules.iter().map(assigned).collect()
}

/// All rule sets that speak of a mechanic: editions in their order, then readings by name. Where none of
/// them is the default, the mechanic as declared comes first and is.
///
/// # Errors
/// Everything that is wrong with any of them.
pub fn resolve_all(files: &[RuleSetFile], model: &Model) -> Result<Vec<RuleSet>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        if !speaks(file, model) {
            continue;
        }
        match resolve(files, file, model) {
            Ok(rule_set) => found.push((rank(file, model), rule_set)),
            Err(mut diagnostics) => problems.append(&mut diagnostics),
        }
    }
    // A set that others extend reports its mistakes with each of them.
    problems.sort_by_key(|diagnostic| diagnostic.primary.span);
    problems.dedup();
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut defaults = files.iter().filter(|file| speaks(file, model)).filter_map(|file| file.default);
    if let (Some(first), Some(second)) = (defaults.next(), defaults.next()) {
        let message = format!("two rule sets are the default of `{}`", model.path);
        return Err(vec![
            Diagnostic::error(Code::DuplicateName, second, message)
                .also(first, "the first is here")
                .help("remove one"),
        ]);
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let mut sets: Vec<RuleSet> = found.into_iter().map(|(_, set)| set).collect();
    // Where no rule set is the default, the mechanic as declared is.
    if !sets.iter().any(|set| set.default) {
        sets.insert(0, RuleSet::declared(model));
    }
    Ok(sets)
}

fn rank(file: &RuleSetFile, model: &Model) -> (RuleSetKind, usize, String) {
    let edition = file
        .edition
        .as_ref()
        .and_then(|edition| model.editions.iter().position(|name| *name == edition.value));
    match file.kind {
        RuleSetKind::Edition => (file.kind, edition.unwrap_or(usize::MAX), file.name.clone()),
        RuleSetKind::Reading => (file.kind, 0, file.name.clone()),
    }
}

/// Whether a rule set speaks of a mechanic, or of one whose inputs or outcomes are its own.
fn speaks(file: &RuleSetFile, model: &Model) -> bool {
    let names = wrapped(model);
    let spoken = |section: &Section| names.contains(&section.mechanic.value);
    section(file, model).is_some() || file.sections.iter().any(spoken)
}

/// The mechanics whose inputs or outcomes are those of a mechanic, also by way of others, as its rule sets name them.
fn wrapped(model: &Model) -> Vec<String> {
    let mut names = Vec::new();
    for used in model.uses.iter().filter(|used| used.wraps()) {
        let game = |name: String| match &used.game {
            Some(game) if !name.contains('/') => format!("{game}/{name}"),
            _ => name,
        };
        names.push(used.written());
        names.extend(wrapped(&used.model).into_iter().map(game));
    }
    names
}

fn section<'a>(file: &'a RuleSetFile, model: &Model) -> Option<&'a Section> {
    file.sections.iter().find(|section| section.mechanic.value == model.name())
}

/// One rule set with all that it extends.
///
/// # Errors
/// Everything that is wrong with it: rules and inputs the mechanic does not have, values of the wrong
/// kind or out of range, an unknown edition, a missing or circular `extends`.
pub fn resolve(files: &[RuleSetFile], file: &RuleSetFile, model: &Model) -> Result<RuleSet, Vec<Diagnostic>> {
    let chain = chain(files, file).map_err(|diagnostic| vec![*diagnostic])?;
    let mut problems = Vec::new();
    let mut rules = declared(model);
    let mut available = vec![true; model.inputs.len()];
    let mut availability = vec![None; model.inputs.len()];
    // The nearest `edition` on the way up is the one that counts.
    if let Some(edition) = chain.iter().find_map(|file| file.edition.as_ref()) {
        match model.editions.iter().position(|name| *name == edition.value) {
            Some(index) => {
                for (slot, input) in available.iter_mut().zip(&model.inputs) {
                    *slot = input.editions.get(index).copied().unwrap_or(true);
                }
            }
            None => {
                let help = or_nearest(&edition.value, model.editions.iter().map(String::as_str));
                let message = format!("the mechanic `{}` knows no edition `{}`", model.path, edition.value);
                problems
                    .push(Diagnostic::error(Code::UnknownEdition, edition.span, message).maybe_help(help));
            }
        }
    }
    let mut give = |index: usize, change: &Availability| {
        available[index] = change.available;
        availability[index] = Some(change.basis.clone());
    };
    for file in chain.iter().rev() {
        if let Some(section) = section(file, model) {
            apply(section, file, model, &mut rules, &mut problems);
            for change in &section.inputs {
                let name = &change.input.value;
                match model.inputs.iter().position(|input| input.declaration.name == *name) {
                    Some(index) => give(index, change),
                    None => {
                        let known = model.inputs.iter().map(|input| input.declaration.name.as_str());
                        let help = or_nearest(name, known);
                        problems.push(unknown("input", name, change.input.span, model, help));
                    }
                }
            }
        }
        let wrapped = wrapped(model);
        for used in &file.sections {
            apply_used(used, file, model, &mut rules, &mut problems);
            for change in used.inputs.iter().filter(|_| wrapped.contains(&used.mechanic.value)) {
                let named = |input: &Input| input.declaration.name == change.input.value;
                if let Some(index) = model.inputs.iter().position(named) {
                    give(index, change);
                }
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(RuleSet {
        name: file.name.clone(),
        title: file.title.clone(),
        short: file.short.clone(),
        kind: file.kind,
        default: file.default.is_some(),
        rules,
        available,
        availability,
    })
}

/// The rule set and those it extends, nearest first.
fn chain<'a>(
    files: &'a [RuleSetFile],
    file: &'a RuleSetFile,
) -> Result<Vec<&'a RuleSetFile>, Box<Diagnostic>> {
    let mut chain = vec![file];
    let mut current = file;
    while let Some(extends) = &current.extends {
        let Some(next) = files.iter().find(|other| other.name == extends.value) else {
            let help = or_nearest(&extends.value, files.iter().map(|other| other.name.as_str()));
            let message = format!("no rule set `{}` to extend", extends.value);
            return Err(Box::new(
                Diagnostic::error(Code::UnknownRuleSet, extends.span, message).maybe_help(help),
            ));
        };
        if chain.iter().any(|other| other.name == next.name) {
            let way: Vec<&str> =
                chain.iter().map(|other| other.name.as_str()).chain([next.name.as_str()]).collect();
            let message = format!("these rule sets extend each other in a circle: {}", way.join(" -> "));
            return Err(Box::new(
                Diagnostic::error(Code::ExtendsCycle, extends.span, message)
                    .help("let one of them stand on its own"),
            ));
        }
        chain.push(next);
        current = next;
    }
    Ok(chain)
}

fn apply(
    section: &Section,
    file: &RuleSetFile,
    model: &Model,
    rules: &mut [Assigned],
    problems: &mut Vec<Diagnostic>,
) {
    for (named, change) in widest_first(section, |name| family::named(model, name, true)) {
        let Some(named) = named else {
            let name = &change.rule.value;
            let help = model.name_help(FamilyOf::Rules, name, true);
            problems.push(unknown("rule", name, change.rule.span, model, help));
            continue;
        };
        let declared = named.rules.first().map(|rule| model.rules[*rule].declaration.span);
        if let Err(problem) = assign(&named, change, file, model, rules) {
            problems.push(match declared {
                Some(span) => problem.also(span, "the rule is declared here"),
                None => problem,
            });
        }
    }
}

/// What a rule set says of a mechanic that this one uses. That the rules exist is checked with that mechanic, unless
/// it is one of another game.
fn apply_used(
    section: &Section,
    file: &RuleSetFile,
    model: &Model,
    rules: &mut [Assigned],
    problems: &mut Vec<Diagnostic>,
) {
    let used = |name: &str| family::named(model, &format!("{}.{name}", section.mechanic.value), false);
    for (named, change) in widest_first(section, used) {
        let Some(named) = named else {
            let owner = Some(&section.mechanic.value).filter(|owner| owner.contains('/'));
            if model.rules.iter().any(|rule| owner.is_some() && rule.owner.as_ref() == owner) {
                let (name, span) =
                    (format!("{}.{}", section.mechanic.value, change.rule.value), change.rule.span);
                problems.push(unknown(
                    "rule",
                    &name,
                    span,
                    model,
                    model.name_help(FamilyOf::Rules, &name, false),
                ));
            }
            continue;
        };
        problems.extend(assign(&named, change, file, model, rules).err());
    }
}

/// What a rule set says, with the rules it is about: of whole families first, so that what it says of one member counts.
fn widest_first(section: &Section, named: impl Fn(&str) -> Option<Named>) -> Vec<(Option<Named>, &Override)> {
    let mut changes: Vec<(Option<Named>, &Override)> =
        section.rules.iter().map(|change| (named(&change.rule.value), change)).collect();
    changes.sort_by_key(|(named, _)| std::cmp::Reverse(named.as_ref().map_or(0, |named| named.rules.len())));
    changes
}

/// Gives rules what a rule set says of them.
fn assign(
    named: &Named,
    change: &Override,
    file: &RuleSetFile,
    model: &Model,
    rules: &mut [Assigned],
) -> Result<(), Diagnostic> {
    for (index, said) in family::spread(named, change, model)? {
        let value = match &said.value {
            Said::Value(text) => RuleValue::Known(
                model
                    .parse_value(&model.rules[index].declaration, text)
                    .map_err(|error| Diagnostic::error(error.code, said.span, error.message))?,
            ),
            Said::Unknown(reason) => RuleValue::Unknown(reason.clone()),
            Said::Each(_) => continue,
        };
        let (basis, rule_set) = (Some(change.basis.clone()), Some(file.name.clone()));
        rules[index] = Assigned { value, basis, rule_set };
    }
    Ok(())
}

fn unknown(what: &str, name: &str, span: Span, model: &Model, help: Option<String>) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownRule,
        span,
        format!("the mechanic `{}` has no {what} `{name}`", model.path),
    )
    .maybe_help(help)
}

impl RuleSetFile {
    /// Findings about the mechanics it speaks of: those that do not exist. `known` are the mechanics of
    /// its game, without the game's name.
    #[must_use]
    pub fn unknown_mechanics(&self, known: &[&str]) -> Vec<Diagnostic> {
        let unknown =
            self.sections.iter().filter(|section| !known.contains(&section.mechanic.value.as_str()));
        unknown
            .map(|section| {
                let name = &section.mechanic.value;
                let help = or_nearest(name, known.iter().copied());
                Diagnostic::error(
                    Code::UnknownMechanic,
                    section.mechanic.span,
                    format!("no mechanic `{name}` in this game"),
                )
                .maybe_help(help)
            })
            .collect()
    }

    /// What is wrong with what it extends, whether or not it speaks of a mechanic.
    #[must_use]
    pub fn broken_chain(&self, files: &[RuleSetFile]) -> Option<Diagnostic> {
        chain(files, self).err().map(|diagnostic| *diagnostic)
    }

    /// A default rule set that is passed over for mechanics that what it extends speaks of.
    #[must_use]
    pub fn silent_default(&self, files: &[RuleSetFile]) -> Vec<Diagnostic> {
        let (Some(place), Ok(chain)) = (self.default, chain(files, self)) else { return Vec::new() };
        let speaks = |file: &RuleSetFile, mechanic: &str| {
            file.sections.iter().any(|own| own.mechanic.value == mechanic)
        };
        let inherited = chain
            .iter()
            .skip(1)
            .flat_map(|file| &file.sections)
            .map(|section| section.mechanic.value.as_str());
        let mut missing: Vec<&str> = inherited.filter(|mechanic| !speaks(self, mechanic)).collect();
        missing.sort_unstable();
        missing.dedup();
        let warning = |mechanic: &&str| {
            let message =
                format!("this default rule set says nothing of `{mechanic}`, though what it extends does");
            Diagnostic::warning(Code::BadRuleSet, place, message)
                .help(format!("add a line `[mechanic.{mechanic}]`, or it is not the default there"))
        };
        missing.iter().map(warning).collect()
    }

    /// The text it was read from.
    #[must_use]
    pub fn file(&self) -> crate::source::FileId {
        self.file
    }
}
