//! A mechanic with what it uses: parsed, checked, lowered, and its rule sets resolved.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Session;
use super::data::{DataFile, Group, used_names};
use crate::check::{Library, Model, check_using};
use crate::diagnostic::{Code, Diagnostic, has_errors, or_nearest};
use crate::lower::lower;
use crate::parse::ast::Name;
use crate::parse::{parse, read_sheets};
use crate::rules::{RuleSetFile, resolve_all};
use crate::scenario::Mechanic;

impl Session {
    /// A mechanic, as far as it has a meaning, and all findings about it and its rule sets.
    pub(super) fn load(&self, file: &DataFile) -> (Option<Mechanic>, Vec<Diagnostic>) {
        let (model, mut diagnostics) = self.model(file, &mut Vec::new(), &mut BTreeMap::new());
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
        let (rule_files, mut problems) = self.rule_files(&file.group);
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

    /// The checked model of a mechanic with all that it uses, and what is wrong with any of them. `around`
    /// are the mechanics that use this one, `known` those that were checked before, `None` where they have
    /// errors, which were said then.
    fn model(
        &self,
        file: &DataFile,
        around: &mut Vec<String>,
        known: &mut BTreeMap<String, Option<Arc<Model>>>,
    ) -> (Model, Vec<Diagnostic>) {
        let (mut tree, mut diagnostics) = parse(file.id, self.text(file.id));
        let sheet = |name: &str| self.files.iter().find(|other| other.is_sheet(&file.group, name));
        diagnostics
            .extend(read_sheets(&mut tree, &|name| sheet(name).map(|sheet| (sheet.id, self.text(sheet.id)))));
        let broken = has_errors(&diagnostics);
        let mut library = Library::new();
        let names: Vec<Name> = tree.items.iter().flat_map(used_names).cloned().collect();
        around.push(file.stem().to_owned());
        let mut broken_use = false;
        for name in &names {
            if around.contains(&name.text) {
                let circle: Vec<&str> =
                    around.iter().map(String::as_str).chain([name.text.as_str()]).collect();
                let message = format!("these mechanics use each other in a circle: {}", circle.join(" -> "));
                diagnostics.push(
                    Diagnostic::error(Code::Recursion, name.span, message).help("let one of them do without"),
                );
                continue;
            }
            let Some(used) = self.files.iter().find(|other| other.is_mechanic(&file.group, &name.text))
            else {
                continue;
            };
            if !known.contains_key(&name.text) {
                let (model, problems) = self.model(used, around, known);
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
                        && self.files.iter().any(|other| other.is_mechanic(&file.group, &name.text))
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
        diagnostics
            .extend(kept.into_iter().map(|finding| self.with_near_mechanic(finding, &file.group, &names)));
        (model, diagnostics)
    }

    /// For a mechanic that does not exist, the nearest one of the game that does.
    fn with_near_mechanic(&self, finding: Diagnostic, group: &Group, names: &[Name]) -> Diagnostic {
        let Some(name) = names.iter().find(|name| name.span == finding.primary.span) else { return finding };
        if finding.code != Code::UnknownMechanic {
            return finding;
        }
        let itself = |file: &DataFile| file.id == finding.primary.span.file;
        let mechanics = self.files.iter().filter(|file| file.group == *group && file.path.ends_with(".odds"));
        let others: Vec<&DataFile> = mechanics.filter(|file| !itself(file)).collect();
        let others = others.into_iter();
        finding.maybe_help(or_nearest(&name.text, others.map(DataFile::stem)))
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
