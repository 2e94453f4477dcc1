//! Why a command ends without an answer.

use std::fmt;

use crate::diagnostic::{Diagnostic, Message, Setting, printable_line};
use crate::query::QueryError;
use crate::render::{diagnostics, wrap};
use crate::scenario::Mechanic;
use crate::session::Failure;
use crate::source::SourceMap;

/// A setting as it is typed here.
pub(crate) fn option(setting: Setting) -> String {
    format!("--{}", setting.name())
}

/// Why a command ends without an answer: what does not fit, and findings with the texts they are about.
#[derive(Debug, Default)]
pub(crate) struct CliError {
    problems: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl CliError {
    /// Findings about texts.
    pub(crate) fn findings(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> CliError {
        let diagnostics = diagnostics.into_iter().map(|diagnostic| diagnostic.worded(&option)).collect();
        CliError { problems: Vec::new(), diagnostics, sources }
    }

    /// An evaluation that stopped, with the scenario in which it did.
    pub(crate) fn stopped(error: QueryError, mechanic: &Mechanic, sources: &SourceMap) -> CliError {
        match error {
            QueryError::Usage(problems) => problems.into(),
            QueryError::Stopped(stop, scenario) => {
                let model = &mechanic.model;
                let set = &mechanic.rule_set_of(&scenario).name;
                let given = model.input_ids().filter(|id| !model[*id].is_usual(scenario.input(*id)));
                let given = given.map(|id| {
                    format!("{}={}", model[id].declaration.name, scenario.input_text(mechanic, id))
                });
                let given = given.collect::<Vec<_>>().join(", ");
                let with = if given.is_empty() { "the defaults" } else { given.as_str() };
                let stop = mechanic.program.with_calls(*stop);
                let diagnostic = stop.note(format!("under the rule set `{set}` with {with}"));
                CliError::findings(vec![diagnostic], sources.clone())
            }
        }
    }

    /// These things that do not fit, and those findings.
    pub(crate) fn with_problems(mut self, mut problems: Vec<String>) -> CliError {
        self.problems.append(&mut problems);
        self
    }

    /// What is printed of it: the findings, then a line for each problem. A person reads whole words, and has
    /// the lines wrapped at a width; a program reads whole lines.
    pub(crate) fn text(&self, color: bool, width: Option<usize>) -> String {
        let mut text = diagnostics::render(&self.diagnostics, &self.sources, color);
        for problem in &self.problems {
            let line = format!("error: {}", printable_line(problem));
            text.push_str(&width.map_or_else(|| line.clone(), |width| wrap(&line, width)));
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str());
        let all: Vec<&str> = found.chain(self.problems.iter().map(String::as_str)).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for CliError {}

impl From<String> for CliError {
    fn from(problem: String) -> CliError {
        CliError::from(vec![problem])
    }
}

impl From<&str> for CliError {
    fn from(problem: &str) -> CliError {
        CliError::from(problem.to_owned())
    }
}

impl From<Vec<String>> for CliError {
    fn from(problems: Vec<String>) -> CliError {
        CliError { problems, ..CliError::default() }
    }
}

impl From<Message> for CliError {
    fn from(problem: Message) -> CliError {
        CliError::from(vec![problem])
    }
}

impl From<Vec<Message>> for CliError {
    fn from(problems: Vec<Message>) -> CliError {
        problems.iter().map(|problem| problem.worded(&option)).collect::<Vec<_>>().into()
    }
}

impl From<Failure> for CliError {
    fn from(failure: Failure) -> CliError {
        match failure {
            Failure::Usage(problems) => problems.into(),
            Failure::Findings { diagnostics, sources } => CliError::findings(diagnostics, sources),
        }
    }
}
