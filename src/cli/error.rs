//! Why a command ends without an answer.

use std::fmt;

use crate::diagnostic::{Diagnostic, printable_line};
use crate::evaluate::Stop;
use crate::query::{Mechanic, TableError};
use crate::render::{diagnostics, wrap};
use crate::session::{Failure, Session};
use crate::source::SourceMap;

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
        CliError { problems: Vec::new(), diagnostics, sources }
    }

    /// A failure with the texts it is about.
    pub(crate) fn failure(failure: Failure, session: &Session) -> CliError {
        match failure {
            Failure::Usage(problems) => problems.into(),
            Failure::Findings(diagnostics) => CliError::findings(diagnostics, session.sources().clone()),
        }
    }

    /// An evaluation that stopped, with the scenario in which it did.
    pub(crate) fn stopped(error: TableError, mechanic: &Mechanic, session: &Session) -> CliError {
        match error {
            TableError::Usage(problems) => problems.into(),
            TableError::Stopped(stop, scenario) => {
                let stop: Stop = stop;
                let model = &mechanic.model;
                let set = mechanic.rule_sets.get(scenario.rule_set).map_or("", |set| set.name.as_str());
                let given: Vec<String> = model
                    .inputs
                    .iter()
                    .zip(&scenario.inputs)
                    .filter(|(input, value)| input.default != **value)
                    .map(|(input, value)| {
                        let declaration = &input.declaration;
                        format!("{}={}", declaration.name, model.value_text(declaration.kind, value))
                    })
                    .collect();
                let with = if given.is_empty() { "the defaults".to_owned() } else { given.join(", ") };
                let diagnostic = stop.note(format!("under the rule set `{set}` with {with}"));
                CliError::findings(vec![diagnostic], session.sources().clone())
            }
        }
    }

    /// This, and one more thing that does not fit.
    pub(crate) fn and(mut self, problem: String) -> CliError {
        self.problems.push(problem);
        self
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
