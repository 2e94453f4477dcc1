//! A mechanic with what it uses: parsed, checked, lowered, and its rule sets resolved.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::beside::{stems_in, uses};
use super::data::{DataFile, Group};
use super::{STANDARD_INPUT, Session};
use crate::check::{Library, Model, check_using};
use crate::diagnostic::{Code, Diagnostic, has_errors, or_nearest};
use crate::lower::lower;
use crate::parse::ast::Use;
use crate::parse::parse;
use crate::rules::{RuleSetFile, resolve_all};
use crate::scenario::Mechanic;
use crate::source::FileId;

/// What is known while a mechanic and those it uses are read.
#[derive(Default)]
struct Linking {
    /// The mechanic and those between it and the one that is read, as they were named.
    around: Vec<(FileId, String)>,
    /// Those that were checked before; `None` where they have errors, which were said then.
    known: BTreeMap<FileId, Option<Arc<Model>>>,
}

impl Linking {
    /// The circle in which a mechanic would use itself, by name.
    fn circle(&self, used: FileId, name: &str) -> Option<String> {
        self.around.iter().any(|(file, _)| *file == used).then(|| {
            let way: Vec<&str> = self.around.iter().map(|(_, name)| name.as_str()).chain([name]).collect();
            way.join(" -> ")
        })
    }
}

impl Session {
    /// A mechanic, as far as it has a meaning, and all findings about it and its rule sets.
    pub(super) fn load(&self, file: &DataFile) -> (Option<Mechanic>, Vec<Diagnostic>) {
        let (model, mut diagnostics) = self.model(file, &mut Linking::default());
        // In a folder without games a file says by itself of which game it is.
        let own_game = file.game() == Some("") && model.path.ends_with(&format!("/{}", file.stem()));
        if let Some(expected) = file.mechanic_name().filter(|_| !own_game)
            && expected != model.path
            && !model.path.is_empty()
        {
            let word = if model.library { "library" } else { "mechanic" };
            let span = model.tree.items.first().map(|item| item.span).unwrap_or_default();
            diagnostics.push(
                Diagnostic::error(
                    Code::UnknownMechanic,
                    span,
                    format!("the file is `{}`, but its {word} is `{}`", file.path, model.path),
                )
                .help(format!("write `{word} {expected}`, or rename the file")),
            );
        }
        let (mut rule_files, mut problems) = self.rule_files(&file.group);
        diagnostics.append(&mut problems);
        if has_errors(&diagnostics) {
            return (None, diagnostics);
        }
        self.add_rule_files(file, &model, &mut rule_files, &mut diagnostics);
        let rule_sets = match resolve_all(&rule_files, &model) {
            Ok(rule_sets) => rule_sets,
            Err(mut problems) => {
                diagnostics.append(&mut problems);
                return (None, diagnostics);
            }
        };
        match lower(&model) {
            Ok(program) => {
                let warnings = diagnostics.clone();
                (Some(Mechanic { model, program, rule_sets, warnings }), diagnostics)
            }
            Err(problem) => {
                diagnostics.push(problem);
                (None, diagnostics)
            }
        }
    }

    /// The checked model of a mechanic with all that it uses, and what is wrong with any of them.
    fn model(&self, file: &DataFile, linking: &mut Linking) -> (Model, Vec<Diagnostic>) {
        let (mut tree, mut diagnostics) = parse(file.id, self.text(file.id));
        diagnostics.extend(self.read_sheets(file, &mut tree));
        let broken = has_errors(&diagnostics);
        let mut library = Library::new();
        if linking.around.is_empty() {
            linking.around.push((file.id, file.stem().to_owned()));
        }
        let mut broken_use = false;
        let mut named = Vec::new();
        for one in uses(&tree) {
            let used = self.used_file(file, &tree, one);
            named.push((one.clone(), used.is_some()));
            let Some(used) = used else { continue };
            if let Some(circle) = linking.circle(used.id, &one.name.text) {
                let message = format!("these mechanics use each other in a circle: {circle}");
                diagnostics.push(
                    Diagnostic::error(Code::Recursion, one.name.span, message)
                        .help("let one of them do without"),
                );
                continue;
            }
            if !linking.known.contains_key(&used.id) {
                linking.around.push((used.id, one.name.text.clone()));
                let (model, problems) = self.model(used, linking);
                linking.around.pop();
                let usable = !has_errors(&problems);
                diagnostics.extend(problems.into_iter().filter(Diagnostic::is_error));
                linking.known.insert(used.id, usable.then(|| Arc::new(model)));
            }
            let model = linking.known.get(&used.id).and_then(Option::clone);
            match model.map(|model| if one.wraps() { Ok(model) } else { self.as_used(file, used, model) }) {
                Some(Ok(model)) => drop(library.insert(one.name.text.clone(), model)),
                Some(Err(problems)) => {
                    diagnostics.extend(problems);
                    broken_use = true;
                }
                None => broken_use = true,
            }
        }
        // The file is there but has errors of its own, which are said already.
        let unusable = |finding: &Diagnostic| {
            finding.code == Code::UnknownMechanic
                && named.iter().any(|(one, there)| one.name.span == finding.primary.span && *there)
        };
        let (model, findings) = check_using(tree, &library);
        // What the checker says of a text that was not understood would mislead.
        let follows =
            |finding: &Diagnostic| unusable(finding) || (broken && follows_from_syntax(finding.code));
        let depends = named.iter().any(|(one, _)| !library.contains_key(&one.name.text));
        let wrong = broken_use || has_errors(&diagnostics);
        let misled = |finding: &Diagnostic| depends && wrong && follows_from_syntax(finding.code);
        let kept: Vec<Diagnostic> =
            findings.into_iter().filter(|finding| !follows(finding) && !misled(finding)).collect();
        let help = |finding: Diagnostic| {
            let one = named.iter().find(|(one, _)| one.name.span == finding.primary.span);
            match one.filter(|_| finding.code == Code::UnknownMechanic) {
                Some((one, _)) => finding.maybe_help(self.near_mechanic(file, one)),
                None => finding,
            }
        };
        diagnostics.extend(kept.into_iter().map(help));
        (model, diagnostics)
    }

    /// A mechanic as one of another game uses it: its rules are as when it is asked for itself, under its default
    /// rule set. Those of the same game follow the rule set that is chosen.
    fn as_used(
        &self,
        from: &DataFile,
        used: &DataFile,
        model: Arc<Model>,
    ) -> Result<Arc<Model>, Vec<Diagnostic>> {
        if from.group == used.group || model.rules.is_empty() {
            return Ok(model);
        }
        let (files, problems) = self.rule_files(&used.group);
        if !problems.is_empty() {
            return Err(problems);
        }
        let sets = resolve_all(&files, &model)?;
        let Some(usual) = sets.into_iter().find(|set| set.default) else { return Ok(model) };
        let mut adopted = Model::clone(&model);
        for (rule, assigned) in adopted.rules.iter_mut().zip(usual.rules) {
            rule.default = assigned.value;
            rule.basis = assigned.basis;
        }
        Ok(Arc::new(adopted))
    }

    /// Adds the rule sets of other games that speak of mechanics whose inputs or outcomes are this one's. Where both have
    /// one of the same name, that of its own game counts.
    fn add_rule_files(
        &self,
        file: &DataFile,
        model: &Model,
        files: &mut Vec<RuleSetFile>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for one in uses(&model.tree).filter(|one| one.wraps()) {
            let used = self.used_file(file, &model.tree, one).filter(|used| used.group != file.group);
            let Some(used) = used else { continue };
            let (others, problems) = self.rule_files(&used.group);
            diagnostics.extend(problems);
            let game = model.uses.iter().find(|other| other.name == one.called());
            let game = game.and_then(|used| used.game.as_deref());
            for other in others {
                if files.iter().all(|own| own.name != other.name) {
                    files.push(match game {
                        Some(game) => other.seen_from_outside(game),
                        None => other,
                    });
                }
            }
        }
    }

    /// For a mechanic that does not exist, what may be meant: the nearest one of its game, or one of that name of
    /// another game.
    fn near_mechanic(&self, file: &DataFile, one: &Use) -> Option<String> {
        let of_data: Vec<String> = self.names().into_iter().chain(self.libraries()).collect();
        if one.game().is_some() {
            return or_nearest(&one.name.text, of_data.iter().map(String::as_str));
        }
        let mut stems: Vec<String> = self
            .files
            .iter()
            .filter(|other| other.group == file.group && other.path.ends_with(".odds") && other.id != file.id)
            .map(|other| other.stem().to_owned())
            .collect();
        // What is given as a text reads nothing beside it.
        if let Group::Folder(folder) = &file.group
            && file.path != STANDARD_INPUT
        {
            stems.extend(stems_in(folder).into_iter().filter(|stem| stem != file.stem()));
            stems.sort();
            stems.dedup();
        }
        let called = |name: &&String| name.split_once('/').is_some_and(|(_, name)| name == one.called());
        match of_data.iter().find(called) {
            Some(name)
                if crate::diagnostic::nearest(one.called(), stems.iter().map(String::as_str)).is_none() =>
            {
                Some(format!("that of another game is named with the game: `uses {name}`"))
            }
            _ => or_nearest(&one.name.text, stems.iter().map(String::as_str)),
        }
    }

    pub(super) fn rule_files(&self, group: &Group) -> (Vec<RuleSetFile>, Vec<Diagnostic>) {
        let mut files = Vec::new();
        let mut diagnostics = Vec::new();
        for file in self.files.iter().filter(|file| file.group == *group) {
            let Some(name) = file.rule_set_name() else { continue };
            match RuleSetFile::read(&name, file.id, self.text(file.id)) {
                Ok(read) => files.push(read),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (files, diagnostics)
    }
}

/// Findings that a text with syntax errors has only because of them.
fn follows_from_syntax(code: Code) -> bool {
    !matches!(code, Code::KindMismatch | Code::ProbabilityRange | Code::WeightsSum | Code::Overlap)
}
