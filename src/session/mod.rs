//! The only place that strings the stages together: data in, mechanics and answers out.
//!
//! ```
//! use trueodds::session::{DataSource, Session};
//!
//! let mut session = Session::open(&DataSource::Embedded)?;
//! let mechanic = session.mechanic("isaac/room-clear-award")?;
//! assert_eq!(mechanic.rule_sets.len(), 8);
//! # Ok::<(), trueodds::session::Failure>(())
//! ```

// mod claims;
mod data;
mod inspect;

// pub use claims::Claims;
pub(crate) use data::LARGEST_PAGE;
pub use data::{DataSource, Wiki, decoded, read_page, read_text};

use thiserror::Error;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::{
    Asks, CheckedExpression, CheckedQuery, Library, Model, check_expression, check_query, check_using,
};
use crate::diagnostic::{Code, Diagnostic, has_errors, or_nearest};
use crate::lower::lower;
use crate::parse::ast::{Item, ItemKind, Name};
use crate::parse::{parse, parse_expression, parse_query};
use crate::rules::{RuleSetFile, resolve_all};
use crate::scenario::Mechanic;
use crate::source::{FileId, SourceMap};

use data::DataFile;

/// Why there is no answer.
#[derive(Debug, Clone, Error)]
pub enum Failure {
    /// What was asked for does not exist or does not fit; one message each.
    #[error("{}", .0.join("\n"))]
    Usage(Vec<String>),
    /// Something is wrong with a text.
    #[error("{} findings", .0.len())]
    Findings(Vec<Diagnostic>),
}

impl Failure {
    fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(vec![message.into()])
    }
}

/// Opened data: the texts of all mechanics and rule sets. Nothing is parsed before it is asked for.
#[derive(Debug, Default)]
pub struct Session {
    sources: SourceMap,
    files: Vec<DataFile>,
}

impl Session {
    /// Opens the data that the binary carries, or a folder.
    ///
    /// # Errors
    /// A folder or file that cannot be read.
    pub fn open(source: &DataSource) -> Result<Session, Failure> {
        let mut sources = SourceMap::default();
        let files = data::read(source, &mut sources)?;
        Ok(Session { sources, files })
    }

    /// All texts, for showing findings.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The names of all mechanics, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.files.iter().filter_map(DataFile::mechanic_name).collect();
        names.sort();
        names
    }

    /// Reads, checks and lowers a mechanic with all its rule sets. A name that ends with `.odds` is the
    /// path of a file; the rule sets are those in `rulesets/` beside it.
    ///
    /// # Errors
    /// A name that does not exist, or everything that is wrong with the mechanic and its rule sets.
    pub fn mechanic(&mut self, name: &str) -> Result<Mechanic, Failure> {
        if std::path::Path::new(name).extension().is_some_and(|ending| ending == "odds") {
            self.files = data::read_beside(name, &mut self.sources)?;
        }
        let file = self.find(name)?;
        let game = file.game.clone();
        let (mechanic, diagnostics) = self.load(&file, &game);
        match mechanic {
            Some(mechanic) if !has_errors(&diagnostics) => Ok(mechanic),
            _ => Err(Failure::Findings(diagnostics.into_iter().filter(Diagnostic::is_error).collect())),
        }
    }

    fn find(&self, name: &str) -> Result<DataFile, Failure> {
        let by_name = |file: &&DataFile| file.mechanic_name().as_deref() == Some(name) || file.path == name;
        if let Some(file) = self.files.iter().find(by_name) {
            return Ok(file.clone());
        }
        let names = self.names();
        let help = or_nearest(name, names.iter().map(String::as_str));
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        Err(Failure::usage(format!("no mechanic `{name}`{help}")))
    }

    fn text(&self, id: FileId) -> String {
        self.sources.file(id).map(|file| file.text.clone()).unwrap_or_default()
    }

    /// A mechanic, as far as it has a meaning, and all findings about it and its rule sets.
    fn load(&self, file: &DataFile, game: &str) -> (Option<Mechanic>, Vec<Diagnostic>) {
        let (model, mut diagnostics) = self.model(file, game, &mut Vec::new(), &mut BTreeMap::new());
        if let Some(expected) = file.mechanic_name()
            && expected != model.path
            && !model.path.is_empty()
        {
            let span = model.tree.items.first().map(|item| item.span).unwrap_or_default();
            diagnostics.push(
                Diagnostic::error(
                    Code::UnknownMechanic,
                    span,
                    format!("the file is `{}`, but its mechanic is `{}`", file.path, model.path),
                )
                .help(format!("write `mechanic {expected}`, or rename the file")),
            );
        }
        let (rule_files, mut problems) = self.rule_files(game);
        diagnostics.append(&mut problems);
        if has_errors(&diagnostics) {
            return (None, diagnostics);
        }
        let rule_sets = match resolve_all(&rule_files, &model) {
            Ok(rule_sets) => rule_sets,
            Err(mut problems) => {
                diagnostics.append(&mut problems);
                return (None, diagnostics);
            }
        };
        match lower(&model) {
            Ok(program) => (Some(Mechanic { model, program, rule_sets }), diagnostics),
            Err(problem) => {
                diagnostics.push(problem);
                (None, diagnostics)
            }
        }
    }

    /// The checked model of a mechanic with all that it uses, and what is wrong with any of them. `around`
    /// are the mechanics that use this one, `known` those that were checked before, `None` where they have
    /// errors, which were said then.
    fn model(
        &self,
        file: &DataFile,
        game: &str,
        around: &mut Vec<String>,
        known: &mut BTreeMap<String, Option<Arc<Model>>>,
    ) -> (Model, Vec<Diagnostic>) {
        let (tree, mut diagnostics) = parse(file.id, &self.text(file.id));
        let broken = has_errors(&diagnostics);
        let mut library = Library::new();
        let names: Vec<Name> = tree.items.iter().flat_map(used_names).cloned().collect();
        around.push(file.stem().to_owned());
        let mut broken_use = false;
        for name in &names {
            if around.contains(&name.text) {
                let way: Vec<&str> = around.iter().map(String::as_str).chain([name.text.as_str()]).collect();
                let message = format!("these mechanics use each other in a circle: {}", way.join(" -> "));
                diagnostics.push(
                    Diagnostic::error(Code::Recursion, name.span, message).help("let one of them do without"),
                );
                continue;
            }
            let Some(used) = self.files.iter().find(|other| other.is_mechanic(game, &name.text)) else {
                continue;
            };
            if !known.contains_key(&name.text) {
                let (model, problems) = self.model(used, game, around, known);
                let usable = !has_errors(&problems);
                diagnostics.extend(problems.into_iter().filter(Diagnostic::is_error));
                known.insert(name.text.clone(), usable.then(|| Arc::new(model)));
            }
            match known.get(&name.text) {
                Some(Some(model)) => drop(library.insert(name.text.clone(), model.clone())),
                _ => broken_use = true,
            }
        }
        around.pop();
        // The file is there but has errors of its own, which are said already.
        let unusable = |finding: &Diagnostic| {
            finding.code == Code::UnknownMechanic
                && names.iter().any(|name| {
                    name.span == finding.primary.span
                        && self.files.iter().any(|other| other.is_mechanic(game, &name.text))
                })
        };
        let (model, findings) = check_using(tree, &library);
        // What the checker says of a text that was not understood would mislead.
        let follows =
            |finding: &Diagnostic| unusable(finding) || (broken && follows_from_syntax(finding.code));
        let depends = names.iter().any(|name| !library.contains_key(&name.text));
        let wrong = broken_use || has_errors(&diagnostics);
        let misled = |finding: &Diagnostic| depends && wrong && follows_from_syntax(finding.code);
        let kept: Vec<Diagnostic> =
            findings.into_iter().filter(|finding| !follows(finding) && !misled(finding)).collect();
        diagnostics.extend(kept.into_iter().map(|finding| self.with_near_mechanic(finding, game, &names)));
        (model, diagnostics)
    }

    /// For a mechanic that does not exist, the nearest one of the game that does.
    fn with_near_mechanic(&self, finding: Diagnostic, game: &str, names: &[Name]) -> Diagnostic {
        let Some(name) = names.iter().find(|name| name.span == finding.primary.span) else { return finding };
        if finding.code != Code::UnknownMechanic {
            return finding;
        }
        let itself = |file: &DataFile| file.id == finding.primary.span.file;
        let mechanics = self.files.iter().filter(|file| file.game == game && file.path.ends_with(".odds"));
        let others: Vec<&DataFile> = mechanics.filter(|file| !itself(file)).collect();
        let others = others.into_iter();
        finding.maybe_help(or_nearest(&name.text, others.map(DataFile::stem)))
    }

    fn rule_files(&self, game: &str) -> (Vec<RuleSetFile>, Vec<Diagnostic>) {
        let mut files = Vec::new();
        let mut diagnostics = Vec::new();
        for file in self.files.iter().filter(|file| file.game == game) {
            let Some(name) = file.rule_set_name() else { continue };
            match RuleSetFile::read(&name, file.id, &self.text(file.id)) {
                Ok(read) => files.push(read),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (files, diagnostics)
    }

    /// Reads a query and binds its names.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn query(&mut self, mechanic: &Mechanic, text: &str) -> Result<CheckedQuery, Failure> {
        not_too_long(text)?;
        let file = self.sources.add("query", text);
        let (query, expressions) = parse_query(file, text).map_err(Failure::Findings)?;
        check_query(&mechanic.model, query, expressions).map_err(Failure::Findings)
    }

    /// Reads an expression about one use of a mechanic and binds its names.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn expression(
        &mut self,
        mechanic: &Mechanic,
        text: &str,
        asks: Asks,
    ) -> Result<CheckedExpression, Failure> {
        not_too_long(text)?;
        let file = self.sources.add("expression", text);
        let (expr, expressions) = parse_expression(file, text).map_err(Failure::Findings)?;
        check_expression(&mechanic.model, expr, expressions, asks).map_err(Failure::Findings)
    }

    /// What the wikis of a mechanic's game understand.
    ///
    /// # Errors
    /// What is wrong with `wiki.toml`.
    pub fn wiki(&self, mechanic: &str) -> Result<Wiki, Failure> {
        let game = mechanic.split('/').next().unwrap_or_default();
        let Some(file) =
            self.files.iter().find(|file| file.is_wiki() && (file.game == game || file.game.is_empty()))
        else {
            return Ok(Wiki::default());
        };
        Wiki::read(file.id, &self.text(file.id)).map_err(|diagnostic| Failure::Findings(vec![diagnostic]))
    }
}

fn not_too_long(text: &str) -> Result<(), Failure> {
    const LONGEST: usize = 10_000;
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(Failure::usage(format!("a query of {} characters; at most {LONGEST} are read", text.len())))
}

/// The mechanics that an item names to use.
fn used_names(item: &Item) -> &[Name] {
    match &item.kind {
        ItemKind::Uses(names) => names,
        _ => &[],
    }
}

/// Findings that a text with syntax errors has only because of them.
fn follows_from_syntax(code: Code) -> bool {
    !matches!(code, Code::KindMismatch | Code::ProbabilityRange | Code::WeightsSum | Code::Overlap)
}
