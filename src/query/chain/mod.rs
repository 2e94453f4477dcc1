//! `chain`: a mechanic used again and again, with what survives from one use to the next.
//!
//! A mechanic with states is a Markov chain; one without is a chain with a single state, whose uses are
//! independent. The questions are those of [`ChainQuestion`]; every answer is exact.

mod counts;
mod hit;
mod number;
mod path;
mod present;
mod states;
mod time;
mod walk;

pub use number::{ChainNumber, chain_number};
pub use path::parse_path;

use super::Mechanic;
use super::report::{Report, Shown};
use super::scenario::Scenario;
use super::table::TableError;
use crate::check::CheckedExpression;
use crate::evaluate::Limits;
use crate::exact::Rational;

/// An expression about one use, with its text as typed.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// What it means.
    pub checked: CheckedExpression,
}

/// Over how many uses something is counted.
#[derive(Debug, Clone)]
pub enum Over {
    /// So many uses, all alike.
    Uses(u64),
    /// Uses with inputs of their own, in order.
    Path(Vec<Scenario>),
}

/// What is asked of a chain. `fields` are outcomes by name; where there are none, those of the overview.
#[derive(Debug, Clone)]
pub enum ChainQuestion {
    /// The reachable states with their classes and periods.
    States,
    /// From each state, what comes out of one use; or the state after it.
    Step {
        /// The outcomes.
        fields: Vec<String>,
        /// The state after the use in place of the outcomes.
        next: bool,
    },
    /// The state after so many uses, and what the last of them gives.
    After {
        /// How many uses.
        uses: u64,
        /// The outcomes.
        fields: Vec<String>,
    },
    /// The long-run law of the state and of outcomes.
    Stationary {
        /// Expressions whose law is asked for beside that of the outcomes.
        about: Vec<Asked>,
        /// The outcomes.
        fields: Vec<String>,
    },
    /// How many uses until an event first happens.
    Hit {
        /// The event.
        event: Asked,
        /// How many uses the law is listed for; without, up to the 99th percentile.
        over: Option<u64>,
        /// Levels of quantiles.
        quantiles: Vec<Rational>,
        /// Numbers of uses after which it may not have happened yet.
        not_yet: Vec<u64>,
    },
    /// How many of some uses satisfy something, or the sum of a number over them.
    Count {
        /// What is counted.
        what: Asked,
        /// Over which uses.
        over: Over,
    },
    /// What to expect along a path of uses.
    Path {
        /// What is counted, with its law.
        about: Vec<Asked>,
        /// The outcomes.
        fields: Vec<String>,
        /// The uses.
        path: Vec<Scenario>,
    },
    /// Where a count that was seen stands among all runs.
    Percentile {
        /// What is counted.
        what: Asked,
        /// Over which uses.
        over: Over,
        /// What was seen.
        seen: i64,
    },
}

/// A question about a chain under one scenario.
#[derive(Debug, Clone)]
pub struct ChainRequest {
    /// The rule set, the inputs and where the states begin.
    pub scenario: Scenario,
    /// What is asked.
    pub question: ChainQuestion,
    /// How chances are shown.
    pub shown: Shown,
    /// The caption, where it is not made from the question.
    pub caption: Option<String>,
}

/// Answers a question about a chain.
///
/// # Errors
/// Where the request does not fit the mechanic, an evaluation stops, or the question has no answer: an
/// event that cannot happen, a chain with several closed classes.
///
/// ```
/// use trueodds::check::Asks;
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Asked, ChainQuestion, ChainRequest, Settings, chain, report::Shown, scenario};
/// use trueodds::session::{DataSource, Session};
///
/// let mut session = Session::open(&DataSource::Embedded)?;
/// let mechanic = session.mechanic("sts/card-roll")?;
/// let text = "rarity = rare".to_owned();
/// let checked = session.expression(&mechanic, &text, Asks::Event)?;
/// let event = Asked { text, checked };
/// let (over, quantiles, not_yet) = (Some(1), Vec::new(), Vec::new());
/// let request = ChainRequest {
///     scenario: scenario(&mechanic, &Settings::default()).expect("the default rule set").remove(0),
///     question: ChainQuestion::Hit { event, over, quantiles, not_yet },
///     shown: Shown::Percent,
///     caption: None,
/// };
/// let report = chain(&mechanic, &request, &Limits::default()).expect("an answer");
/// assert_eq!(report.json["median"], "19");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn chain(mechanic: &Mechanic, request: &ChainRequest, limits: &Limits) -> Result<Report, TableError> {
    // Along a path, only the inputs that all uses share are those of the answer.
    let scenario = match &request.question {
        ChainQuestion::Path { path, .. }
        | ChainQuestion::Count { over: Over::Path(path), .. }
        | ChainQuestion::Percentile { over: Over::Path(path), .. } => {
            path::shared(mechanic, &request.scenario, path)
        }
        _ => request.scenario.clone(),
    };
    let whole_chain = matches!(
        request.question,
        ChainQuestion::States | ChainQuestion::Step { .. } | ChainQuestion::Stationary { .. }
    );
    let answer = walk::Answering {
        mechanic,
        scenario: &scenario,
        base: &request.scenario,
        limits,
        shown: request.shown,
        begins: !whole_chain || scenario.states.iter().any(Option::is_some),
        caption: request.caption.as_deref(),
    };
    let stopped = |error: walk::Problem| match error {
        walk::Problem::Usage(problems) => TableError::Usage(problems),
        walk::Problem::Stopped(stop) => TableError::Stopped(stop, Box::new(request.scenario.clone())),
    };
    match &request.question {
        ChainQuestion::States => answer.states(),
        ChainQuestion::Step { fields, next } => answer.step(fields, *next),
        ChainQuestion::After { uses, fields } => answer.after(*uses, fields),
        ChainQuestion::Stationary { about, fields } => answer.stationary(about, fields),
        ChainQuestion::Hit { event, over, quantiles, not_yet } => {
            answer.hit(&hit::HitQuestion { event, over: *over, quantiles, not_yet })
        }
        ChainQuestion::Count { what, over } => answer.count(what, over),
        ChainQuestion::Path { about, fields, path } => answer.path(about, fields, path),
        ChainQuestion::Percentile { what, over, seen } => answer.percentile(what, over, *seen),
    }
    .map_err(stopped)
}
