//! Why a question has no answer, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::check::FindingData;
use super::data::Head;

/// Why a question has no answer: kind `refusal`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RefusalData {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// What does not fit, one sentence each.
    pub problems: Vec<String>,
    /// What is wrong with a text, by place.
    pub findings: Vec<FindingData>,
}

impl RefusalData {
    /// Problems and findings.
    #[must_use]
    pub fn new(problems: Vec<String>, findings: Vec<FindingData>) -> RefusalData {
        RefusalData { head: Head::new("refusal"), problems, findings }
    }

    /// One problem.
    #[must_use]
    pub fn of(problem: String) -> RefusalData {
        RefusalData::new(vec![problem], Vec::new())
    }
}
