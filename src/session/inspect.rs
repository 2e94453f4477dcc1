//! `check`: all findings about some files, a trial evaluation included.

use std::path::{Path, PathBuf};

use super::data::{DataFile, Group, read_text};
use super::{Failure, Session, Wiki};
use crate::check::Kind;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::evaluate::{Bindings, Limits, Plan};
use crate::exact::Rational;
use crate::parse::ast::ItemKind;
use crate::parse::parse;
use crate::rules::RuleSetFile;
use crate::scenario::Mechanic;
use crate::source::FileId;
use crate::value::Value;

impl Session {
    /// Checks everything in the data.
    #[must_use]
    pub fn check_all(&mut self, limits: &Limits) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for file in self.files.iter().filter(|file| file.path.ends_with(".odds")) {
            diagnostics.append(&mut self.check_mechanic(file, limits));
        }
        for game in self.games() {
            let own = self.files.iter().filter(|file| file.game() == Some(&game));
            let mechanics: Vec<String> = own.filter_map(DataFile::mechanic_name).collect();
            let names: Vec<&str> =
                mechanics.iter().filter_map(|name| name.split_once('/')).map(|(_, name)| name).collect();
            let (rule_files, _) = self.rule_files(&Group::Game(game));
            diagnostics.extend(rule_files.iter().flat_map(|file| file.unknown_mechanics(&names)));
            diagnostics.extend(rule_files.iter().filter_map(|file| file.broken_chain(&rule_files)));
            diagnostics.extend(rule_files.iter().flat_map(|file| file.silent_default(&rule_files)));
        }
        diagnostics.extend(self.check_claims());
        for file in self.files.iter().filter(|file| file.is_wiki()) {
            diagnostics.extend(Wiki::read(file.id, self.text(file.id)).err());
        }
        sorted(diagnostics)
    }

    /// Checks one file: a mechanic with the rule sets beside it, or a rule set.
    ///
    /// # Errors
    /// A file that cannot be read, or is neither.
    pub fn check_file(&mut self, name: &str, limits: &Limits) -> Result<Vec<Diagnostic>, Failure> {
        let path = Path::new(name);
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("odds") => {
                self.add_file(name)?;
                let mut diagnostics = self.check_mechanic(self.find(name)?, limits);
                let folder = path.parent().unwrap_or(Path::new(""));
                diagnostics.append(&mut self.check_rule_sets(folder, &Group::beside(name)));
                Ok(sorted(diagnostics))
            }
            Some("toml") => self.check_toml(path, limits),
            _ => Err(Failure::usage(format!("{name}: expected a mechanic (.odds) or a rule set (.toml)"))),
        }
    }

    fn check_toml(&mut self, path: &Path, limits: &Limits) -> Result<Vec<Diagnostic>, Failure> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem == "wiki" {
            let text = read_text(path).map_err(Failure::usage)?;
            let id = self.sources.add(path.display().to_string(), text.as_str());
            return Ok(Wiki::read(id, &text).err().into_iter().collect());
        }
        if path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "claims") {
            return self.check_claims_file(path);
        }
        // A rule set is checked with the mechanics of the folder that holds rulesets/.
        let game = path.parent().and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default();
        let game = if game.as_os_str().is_empty() { Path::new(".").to_path_buf() } else { game };
        let mechanics = mechanics_in(&game).map_err(Failure::usage)?;
        let text = read_text(path).map_err(Failure::usage)?;
        let id = self.sources.add(path.display().to_string(), text.as_str());
        let file = match RuleSetFile::read(&stem, id, &text) {
            Ok(file) => file,
            Err(diagnostic) => return Ok(vec![diagnostic]),
        };
        let names: Vec<String> = mechanics.iter().filter_map(|path| declared_name(path)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut diagnostics = file.unknown_mechanics(&names);
        for mechanic in mechanics {
            diagnostics.append(&mut self.check_file(&mechanic.display().to_string(), limits)?);
        }
        Ok(sorted(diagnostics))
    }

    /// What is wrong with the rule sets of a group, whichever mechanic they speak of. `folder` holds the mechanics.
    fn check_rule_sets(&self, folder: &Path, group: &Group) -> Vec<Diagnostic> {
        let names: Vec<String> =
            mechanics_in(folder).unwrap_or_default().iter().filter_map(|path| declared_name(path)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (rule_files, _) = self.rule_files(group);
        let unknown = rule_files.iter().flat_map(|file| file.unknown_mechanics(&names));
        let broken = rule_files.iter().filter_map(|file| file.broken_chain(&rule_files));
        unknown
            .chain(broken)
            .chain(rule_files.iter().flat_map(|file| file.silent_default(&rule_files)))
            .collect()
    }

    fn check_mechanic(&self, file: &DataFile, limits: &Limits) -> Vec<Diagnostic> {
        let (mechanic, mut diagnostics) = self.load(file);
        if let Some(mechanic) = mechanic
            && !has_errors(&diagnostics)
        {
            diagnostics.append(&mut trial(&mechanic, limits));
        }
        diagnostics
    }
}

/// The mechanics of a folder, by path.
fn mechanics_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "odds"))
        .collect();
    paths.sort();
    Ok(paths)
}

/// What a file calls its mechanic, without the game: the name that rule sets use.
fn declared_name(path: &Path) -> Option<String> {
    let text = read_text(path).ok()?;
    let (tree, _) = parse(FileId::default(), &text);
    tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Mechanic(mechanic) => mechanic.path.text.split_once('/').map(|(_, name)| name.to_owned()),
        _ => None,
    })
}

fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
    diagnostics.dedup();
    diagnostics
}

/// Evaluates a mechanic under every rule set, once with the defaults and once with every flag on: what
/// can only be found by evaluating is found before somebody asks.
fn trial(mechanic: &Mechanic, limits: &Limits) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for set in &mechanic.rule_sets {
        let has_flags = mechanic.model.inputs.iter().any(|input| input.declaration.kind == Kind::Flag);
        for all_on in [false, true].into_iter().take(1 + usize::from(has_flags)) {
            let inputs: Vec<Value> = mechanic
                .model
                .inputs
                .iter()
                .zip(&set.available)
                .map(|(input, available)| match input.declaration.kind {
                    Kind::Flag if all_on && *available => Value::Flag(true),
                    _ => input.default.clone(),
                })
                .collect();
            let bindings = Bindings::new(&inputs, &set.values());
            // Field by field, so that a mechanic with many fields stays cheap.
            for field in 0..mechanic.model.fields.len() {
                let plan = Plan::<Rational>::new(&mechanic.program, &bindings, &[field], &(), limits);
                if let Err(stop) = plan.law(limits)
                    // Flags that do not go together are refused, as they should be; what the text says is not
                    // known is nothing to mend.
                    && !(all_on && stop.code == Code::Required)
                    && stop.code != Code::NotKnown
                    && !found.iter().any(|known| known.primary.span == stop.primary.span)
                {
                    let state = if all_on { "with every flag on" } else { "with the defaults" };
                    let note = format!("found by evaluating it {state}, under the rule set `{}`", set.name);
                    let expected_limit = stop.code == Code::Limit;
                    let severity =
                        if expected_limit { crate::diagnostic::Severity::Warning } else { stop.severity };
                    found.push(Diagnostic { severity, ..stop.note(note) });
                }
            }
        }
    }
    found
}
