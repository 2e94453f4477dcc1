//! `check`: all findings about some files, a trial evaluation included.
//!
//! A mechanic is read with what it uses and the rule sets beside it, and nothing else of its folder.

use std::path::{Path, PathBuf};

use super::data::{CLAIMS, DataFile, Group, read_text};
use super::trial::{Untried, trial};
use super::{Failure, STANDARD_INPUT, Session, Wiki};
use crate::diagnostic::{Diagnostic, has_errors};
use crate::evaluate::Limits;
use crate::parse::ast::ItemKind;
use crate::parse::parse;
use crate::rules::RuleSetFile;
use crate::source::FileId;

/// What became of a check.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// What is wrong, by place.
    pub findings: Vec<Diagnostic>,
    /// What would have taken longer than the limits allow.
    pub untried: Vec<Untried>,
}

impl Checked {
    /// Takes in another check.
    pub fn add(&mut self, other: Checked) {
        self.findings.extend(other.findings);
        for untried in other.untried {
            if !self.untried.contains(&untried) {
                self.untried.push(untried);
            }
        }
    }

    fn sorted(mut self) -> Checked {
        self.findings.sort_by_key(|finding| finding.primary.span);
        self.findings.dedup();
        self
    }
}

impl From<Vec<Diagnostic>> for Checked {
    fn from(findings: Vec<Diagnostic>) -> Checked {
        Checked { findings, untried: Vec::new() }
    }
}

impl Session {
    /// Checks everything in the folder that was given, or in all data where none was.
    #[must_use]
    pub fn check_all(&mut self, limits: &Limits) -> Checked {
        let mut checked = Checked::default();
        for file in self.files.iter().filter(|file| file.path.ends_with(".odds") && self.is_own(file)) {
            checked.add(self.check_mechanic(file, limits));
        }
        let diagnostics = &mut checked.findings;
        let of_games = self.names();
        for game in self.games() {
            let own = self.files.iter().filter(|file| file.game() == Some(&game));
            let mechanics: Vec<String> = own.filter_map(DataFile::mechanic_name).collect();
            let own_names = mechanics.iter().filter_map(|name| name.split_once('/')).map(|(_, name)| name);
            let names: Vec<&str> = own_names.chain(of_games.iter().map(String::as_str)).collect();
            let (rule_files, _) = self.rule_files(&Group::Game(game));
            diagnostics.extend(rule_files.iter().flat_map(|file| file.unknown_mechanics(&names)));
            diagnostics.extend(rule_files.iter().filter_map(|file| file.broken_chain(&rule_files)));
            diagnostics.extend(rule_files.iter().flat_map(|file| file.silent_default(&rule_files)));
        }
        diagnostics.extend(self.check_claims());
        diagnostics.extend(self.check_findings());
        for file in self.files.iter().filter(|file| file.is_wiki() && self.is_own(file)) {
            diagnostics.extend(Wiki::read(file.id, self.text(file.id)).err());
        }
        checked.sorted()
    }

    /// Checks one file: a mechanic with the rule sets beside it, or a rule set.
    ///
    /// # Errors
    /// A file that cannot be read, or is neither.
    pub fn check_file(&mut self, name: &str, limits: &Limits) -> Result<Checked, Failure> {
        if name == STANDARD_INPUT {
            return Ok(self.check_mechanic(self.find(name)?, limits).sorted());
        }
        let path = Path::new(name);
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("odds") => {
                self.add_file(name)?;
                let mut checked = self.check_mechanic(self.find(name)?, limits);
                let folder = path.parent().unwrap_or(Path::new(""));
                checked.findings.append(&mut self.check_rule_sets(folder, &Group::beside(name)));
                Ok(checked.sorted())
            }
            Some("toml") => self.check_toml(path, limits),
            _ => Err(Failure::usage(format!("{name}: expected a mechanic (.odds) or a rule set (.toml)"))),
        }
    }

    fn check_toml(&mut self, path: &Path, limits: &Limits) -> Result<Checked, Failure> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem == "wiki" {
            let text = read_text(path).map_err(Failure::usage)?;
            let id = self.sources.add(path.display().to_string(), text.as_str());
            return Ok(Wiki::read(id, &text).err().into_iter().collect::<Vec<_>>().into());
        }
        let folder = path.parent().and_then(Path::file_name);
        if folder.is_some_and(|folder| folder == "claims") || path.to_string_lossy().ends_with(CLAIMS) {
            return Ok(self.check_claims_file(path)?.into());
        }
        if folder.is_some_and(|folder| folder == "findings") {
            return Ok(self.check_findings_file(path)?.into());
        }
        // A rule set is checked with the mechanics of the folder that holds rulesets/.
        let game = path.parent().and_then(Path::parent).map(Path::to_path_buf).unwrap_or_default();
        let game = if game.as_os_str().is_empty() { Path::new(".").to_path_buf() } else { game };
        let mechanics = mechanics_in(&game).map_err(Failure::usage)?;
        let text = read_text(path).map_err(Failure::usage)?;
        let id = self.sources.add(path.display().to_string(), text.as_str());
        let file = match RuleSetFile::read(&stem, id, &text) {
            Ok(file) => file,
            Err(diagnostic) => return Ok(vec![diagnostic].into()),
        };
        let names: Vec<String> = mechanics.iter().filter_map(|path| declared_name(path)).collect();
        let names: Vec<String> = names.into_iter().chain(self.names()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut checked = Checked::from(file.unknown_mechanics(&names));
        for mechanic in mechanics {
            checked.add(self.check_file(&mechanic.display().to_string(), limits)?);
        }
        Ok(checked.sorted())
    }

    /// What is wrong with the rule sets of a group, whichever mechanic they speak of. `folder` holds the mechanics.
    fn check_rule_sets(&self, folder: &Path, group: &Group) -> Vec<Diagnostic> {
        let (rule_files, _) = self.rule_files(group);
        let broken = rule_files.iter().filter_map(|file| file.broken_chain(&rule_files));
        let silent = rule_files.iter().flat_map(|file| file.silent_default(&rule_files));
        let mut findings = self.unknown_mechanics(&rule_files, folder, group);
        findings.extend(broken.chain(silent));
        findings
    }

    /// The mechanics that rule sets speak of and that do not exist. A mechanic is mostly called as its file is; only
    /// where none is, all files of the folder are read for their names.
    fn unknown_mechanics(&self, rule_files: &[RuleSetFile], folder: &Path, group: &Group) -> Vec<Diagnostic> {
        // A mechanic of another game has its game in the name.
        let others = self.files.iter().filter(|file| file.group != *group && file.path.ends_with(".odds"));
        let of_games: Vec<String> = others.filter_map(|file| path_in(self.text(file.id))).collect();
        let unknown = |names: &[String]| -> Vec<Diagnostic> {
            let names: Vec<&str> = names.iter().chain(&of_games).map(String::as_str).collect();
            rule_files.iter().flat_map(|file| file.unknown_mechanics(&names)).collect()
        };
        if rule_files.is_empty() {
            return Vec::new();
        }
        let paths = mechanics_in(folder).unwrap_or_default();
        let stem = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let read = self.files.iter().filter(|file| file.group == *group && file.path.ends_with(".odds"));
        let names: Vec<String> = paths
            .iter()
            .filter_map(stem)
            .chain(read.filter_map(|file| name_in(self.text(file.id))))
            .collect();
        if unknown(&names).is_empty() {
            return Vec::new();
        }
        unknown(&paths.iter().filter_map(|path| declared_name(path)).collect::<Vec<_>>())
    }

    fn check_mechanic(&self, file: &DataFile, limits: &Limits) -> Checked {
        let (mechanic, findings) = self.load(file);
        let mut checked = Checked::from(findings);
        if let Some(mechanic) = mechanic
            && !has_errors(&checked.findings)
        {
            let (findings, untried) = trial(&mechanic, limits);
            checked.add(Checked { findings, untried: untried.into_iter().collect() });
        }
        checked
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
    name_in(&read_text(path).ok()?)
}

/// What a text calls its mechanic, without the game.
fn name_in(text: &str) -> Option<String> {
    path_in(text)?.split_once('/').map(|(_, name)| name.to_owned())
}

/// What a text calls its mechanic.
fn path_in(text: &str) -> Option<String> {
    let (tree, _) = parse(FileId::default(), text);
    tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Mechanic(mechanic) => Some(mechanic.path.text.clone()),
        _ => None,
    })
}
