//! Why a command ends without an answer.

use std::fmt;

use crate::diagnostic::{Diagnostic, Message, Setting, printable_line};
#[cfg(feature = "web")]
use crate::document::{FindingData, RefusalData};
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
    problems: Vec<Message>,
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl CliError {
    /// Findings about texts.
    pub(crate) fn findings(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> CliError {
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
    pub(crate) fn with_problems(mut self, problems: Vec<String>) -> CliError {
        self.problems.extend(problems.into_iter().map(Message::from));
        self
    }

    /// What is printed of it: the findings, then a line for each problem. A person reads whole words, and has
    /// the lines wrapped at a width; a program reads whole lines.
    pub(crate) fn text(&self, color: bool, width: Option<usize>) -> String {
        self.text_for(&option, color, width)
    }

    /// The same with settings as `name` writes them.
    pub(crate) fn text_for(
        &self,
        name: &dyn Fn(Setting) -> String,
        color: bool,
        width: Option<usize>,
    ) -> String {
        let diagnostics: Vec<Diagnostic> =
            self.diagnostics.iter().map(|found| found.clone().worded(name)).collect();
        let mut text = diagnostics::render(&diagnostics, &self.sources, color);
        for problem in &self.problems {
            let line = format!("error: {}", printable_line(&problem.worded(name)));
            text.push_str(&width.map_or_else(|| line.clone(), |width| wrap(&line, width)));
            text.push('\n');
        }
        text
    }
}

#[cfg(feature = "web")]
impl CliError {
    /// The same for programs, with settings as `name` writes them.
    pub(crate) fn data(&self, name: &dyn Fn(Setting) -> String) -> RefusalData {
        let finding = |found: &Diagnostic| FindingData::new(&found.clone().worded(name), &self.sources);
        let problems = self.problems.iter().map(|problem| problem.worded(name)).collect();
        RefusalData::new(problems, self.diagnostics.iter().map(finding).collect())
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.diagnostics.iter().map(|diagnostic| diagnostic.message.clone());
        let all: Vec<String> = found.chain(self.problems.iter().map(|own| own.worded(&option))).collect();
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
        CliError::from(problems.into_iter().map(Message::from).collect::<Vec<_>>())
    }
}

impl From<Message> for CliError {
    fn from(problem: Message) -> CliError {
        CliError::from(vec![problem])
    }
}

impl From<Vec<Message>> for CliError {
    fn from(problems: Vec<Message>) -> CliError {
        CliError { problems, ..CliError::default() }
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
