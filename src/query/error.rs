//! Why a question has no answer.

use crate::diagnostic::{Code, Diagnostic, Message};
use crate::evaluate::Stop;
use crate::scenario::Scenario;
use crate::source::Span;

/// Why a question has no answer.
#[derive(Debug, Clone)]
pub enum QueryError {
    /// It does not fit the mechanic: one message each.
    Usage(Vec<Message>),
    /// The evaluation stopped, under this scenario.
    Stopped(Stop, Box<Scenario>),
}

impl QueryError {
    /// One thing that does not fit.
    pub(crate) fn usage(problem: impl Into<Message>) -> QueryError {
        QueryError::Usage(vec![problem.into()])
    }

    /// What an evaluation under a scenario that stopped says.
    pub(crate) fn stopped(scenario: &Scenario) -> impl Fn(Stop) -> QueryError + '_ {
        |stop| QueryError::Stopped(stop, Box::new(scenario.clone()))
    }
}

impl From<Vec<Message>> for QueryError {
    fn from(problems: Vec<Message>) -> QueryError {
        QueryError::Usage(problems)
    }
}

impl std::fmt::Display for QueryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            QueryError::Usage(problems) => {
                let problems: Vec<String> = problems.iter().map(Message::to_string).collect();
                f.write_str(&problems.join("\n"))
            }
            QueryError::Stopped(stop, _) => stop.fmt(f),
        }
    }
}

impl std::error::Error for QueryError {}

/// Something that cannot be, if trueodds is right: never a number, always an error that says so.
pub(crate) fn internal(place: Span, what: &str) -> Stop {
    let message = format!("{what}; this is a defect of trueodds");
    let stop = Diagnostic::error(Code::Internal, place, message);
    Box::new(stop.help("please report it with the mechanic and the command"))
}

/// Whether it is the mechanic that has no answer, and not the evaluation that did not get to one.
pub(crate) fn is_of_the_mechanic(stop: &Stop) -> bool {
    !matches!(stop.code, Code::Limit | Code::Cancelled | Code::Internal)
}
