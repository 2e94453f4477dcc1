//! Documents and messages as the command line shows them.

use trueodds::diagnostic::{Message, Setting};
use trueodds::document::Document;
use trueodds::query::QueryError;
use trueodds::render::{Format, Style, render};

/// What programs read of a document.
pub(crate) fn json(document: &dyn Document) -> serde_json::Value {
    crate::support::contract::read(&render(document, Format::Json, &Style::default()))
}

/// A setting as the command line has it.
pub(crate) fn option(setting: Setting) -> String {
    format!("--{}", setting.name())
}

/// A message as the command line words it.
pub(crate) fn said(message: &Message) -> String {
    message.worded(&option)
}

/// What is said of a question that does not fit.
pub(crate) fn problems<T: std::fmt::Debug>(answer: Result<T, QueryError>) -> Vec<String> {
    match answer {
        Err(QueryError::Usage(problems)) => problems.iter().map(said).collect(),
        other => panic!("{other:?}"),
    }
}
