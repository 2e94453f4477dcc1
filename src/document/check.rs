//! Errors and warnings about source text, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::data::Head;
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;

/// What is wrong with mechanics, rule sets and claims: kind `check`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckData {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// Errors and warnings, by place.
    pub findings: Vec<FindingData>,
    /// What was not evaluated, because it takes longer than a check may.
    pub untried: Vec<UntriedData>,
}

/// Outcomes that were not evaluated.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct UntriedData {
    /// The mechanic.
    pub mechanic: String,
    /// The names of the outcomes.
    pub outcomes: Vec<String>,
}

/// An error or a warning.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingData {
    /// The stable name of this kind of finding.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The file; null where it is about no file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What was found.
    pub message: String,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// What to do about it, where there is something to say.
    pub help: Option<String>,
}

impl CheckData {
    /// The data of some findings and of what was not evaluated.
    #[must_use]
    pub fn new(diagnostics: &[Diagnostic], untried: Vec<UntriedData>, sources: &SourceMap) -> CheckData {
        let findings = diagnostics.iter().map(|found| FindingData::new(found, sources)).collect();
        CheckData { head: Head::new("check"), findings, untried }
    }
}

impl FindingData {
    /// The data of one finding.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> FindingData {
        let place = sources.locate(diagnostic.primary.span);
        FindingData {
            code: diagnostic.code.name(),
            severity: if diagnostic.is_error() { "error" } else { "warning" },
            file: sources.file(diagnostic.primary.span.file).map(|file| file.name.clone()),
            line: place.line,
            column: place.column,
            message: diagnostic.message.clone(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.as_ref().map(ToString::to_string),
        }
    }
}
