//! A mechanic used again and again, with what survives from one use to the next.
//!
//! A mechanic with states is a Markov chain; one without is a chain with a single state, whose uses are
//! independent. The questions are those of [`ChainQuestion`]; every answer is exact.

mod after;
mod context;
mod count;
mod decimal_count;
mod decimals;
mod first_hit;
mod goals;
mod number;
mod outcome;
mod path;
mod states;
mod waited;

pub use after::{After, LongRun};
pub use context::{ChainContext, Subject};
pub use count::{CountRange, CountRow, Counts, Over, Percentile};
pub use decimal_count::{DecimalCounts, DecimalPercentile};
pub use decimals::{DecimalAnswer, DecimalHit, DecimalLaws, Decimals};
pub use first_hit::{FirstHit, GivenHit, HitRequest};
pub use goals::{Goal, Goals};
pub use number::{Awaited, ChainNumber, HitNumber, chain_number};
pub use outcome::OutcomeChain;
pub use path::{Expected, PathAnswer};
pub use states::{ChainStates, StateLaw, Steps};
pub use waited::Waited;

use super::{Expression, QueryError};
use crate::check::{FieldId, Kind};
use crate::evaluate::{Limits, StateValues};
use crate::scenario::{Mechanic, Scenario, shared};

/// What is asked of a chain.
#[derive(Debug, Clone)]
pub enum ChainQuestion {
    /// The reachable states with their classes and periods.
    States,
    /// From each state, what comes out of one use, and the state after it.
    Step {
        /// The outcomes.
        fields: Vec<FieldId>,
    },
    /// The state after so many uses, and what the last of them gives.
    After {
        /// How many uses.
        uses: u64,
        /// Expressions whose law is asked for beside that of the outcomes.
        about: Vec<Expression>,
        /// The outcomes.
        fields: Vec<FieldId>,
    },
    /// The long-run law of the state and of outcomes.
    Stationary {
        /// Expressions whose law is asked for beside that of the outcomes.
        about: Vec<Expression>,
        /// The outcomes.
        fields: Vec<FieldId>,
    },
    /// How many uses until all goals are reached, or what they cost.
    Hit {
        /// What is waited for.
        goals: Goals,
        /// What is asked for beside mean, variance, median and mode.
        request: HitRequest,
    },
    /// How many of some uses satisfy something, or the sum of a number over them.
    Count {
        /// What is counted.
        what: Expression,
        /// Over which uses.
        over: Over,
    },
    /// What to expect along a path of uses.
    Path {
        /// What is counted, with its law.
        about: Vec<Expression>,
        /// The outcomes.
        fields: Vec<FieldId>,
        /// The uses.
        path: Vec<Scenario>,
    },
    /// Where a count that was seen stands among all runs.
    Percentile {
        /// What is counted.
        what: Expression,
        /// Over which uses.
        over: Over,
        /// What was seen.
        seen: i64,
    },
    /// Where a wait that was seen stands among all runs.
    Waited {
        /// What was waited for.
        goals: Goals,
        /// How many uses it took, or what they cost.
        seen: u64,
    },
}

/// A question about a chain under one scenario.
#[derive(Debug, Clone)]
pub struct ChainRequest {
    /// The rule set, the inputs and where the states begin.
    pub scenario: Scenario,
    /// What is asked.
    pub question: ChainQuestion,
}

/// The answer to a [`ChainQuestion`].
#[derive(Debug, Clone)]
pub enum ChainAnswer {
    /// The reachable states.
    States(ChainStates),
    /// What one use does from each state.
    Steps(Steps),
    /// The law after some uses.
    After(After),
    /// The long-run law.
    LongRun(LongRun),
    /// How many uses until an event first happens.
    FirstHit(FirstHit),
    /// How often something happens over some uses.
    Counts(Counts),
    /// What to expect along a path.
    Path(PathAnswer),
    /// Where a count stands among all runs.
    Percentile(Percentile),
    /// Where a wait stands among all runs.
    Waited(Waited),
    /// One of these in decimals.
    Decimals(Decimals),
}

/// An answer about a chain with what it holds under.
#[derive(Debug, Clone)]
pub struct ChainAnswered {
    /// Rules and inputs; along a path only the inputs that all uses share, the others at their defaults.
    pub scenario: Scenario,
    /// The states before the first use; none for a mechanic without states.
    pub start: StateValues,
    /// The answer.
    pub answer: ChainAnswer,
}

impl ChainQuestion {
    /// Whether it is answered in decimals too.
    #[must_use]
    pub fn has_decimals(&self) -> bool {
        match self {
            ChainQuestion::After { .. } | ChainQuestion::Stationary { .. } => true,
            ChainQuestion::Hit { goals, .. } => goals.cost.is_none(),
            ChainQuestion::Count { over, .. } | ChainQuestion::Percentile { over, .. } => {
                matches!(over, Over::Uses(_))
            }
            ChainQuestion::States
            | ChainQuestion::Step { .. }
            | ChainQuestion::Path { .. }
            | ChainQuestion::Waited { .. } => false,
        }
    }
}

impl Subject {
    /// The kind of its values.
    #[must_use]
    pub fn kind(&self, mechanic: &Mechanic) -> Kind {
        match self {
            Subject::Field(field) => mechanic.model[*field].kind,
            Subject::Expression(_, kind) => *kind,
        }
    }
}

/// Answers a question about a chain. [`ChainContext`] has a method for each question, for who asks only one.
///
/// # Errors
/// Where an evaluation stops, or the question has no answer: an event that cannot happen, a chain with several
/// closed classes.
///
/// ```
/// use trueodds::check::Asks;
/// use trueodds::evaluate::Limits;
/// use trueodds::query::chain::{ChainAnswer, ChainQuestion, ChainRequest, Goals, HitRequest, chain};
/// use trueodds::scenario::Scenario;
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let roll = session.mechanic("sts/card-roll")?;
/// let event = session.expression(&roll, "rarity = rare", Asks::Event)?;
/// let request = ChainRequest {
///     scenario: Scenario::of_defaults(&roll, roll.default_rule_set()),
///     question: ChainQuestion::Hit { goals: Goals::once(event), request: HitRequest::default() },
/// };
/// let answered = chain(&roll, &request, &Limits::default())?;
/// let ChainAnswer::FirstHit(hit) = answered.answer else { panic!("a first hit") };
/// assert_eq!(hit.median(), Some(19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chain(
    mechanic: &Mechanic,
    request: &ChainRequest,
    limits: &Limits,
) -> Result<ChainAnswered, QueryError> {
    let context = ChainContext::new(mechanic, &request.scenario, limits);
    let context = ChainContext { has_decimals: request.question.has_decimals(), ..context };
    let answer = match &request.question {
        ChainQuestion::States => ChainAnswer::States(context.states()?),
        ChainQuestion::Step { fields } => ChainAnswer::Steps(context.steps(fields)?),
        ChainQuestion::After { uses, about, fields } => {
            ChainAnswer::After(context.after(*uses, fields, about)?)
        }
        ChainQuestion::Stationary { about, fields } => ChainAnswer::LongRun(context.long_run(fields, about)?),
        ChainQuestion::Hit { goals, request } => ChainAnswer::FirstHit(context.first_hit(goals, request)?),
        ChainQuestion::Count { what, over } => ChainAnswer::Counts(context.count(what, over)?),
        ChainQuestion::Path { about, fields, path } => ChainAnswer::Path(context.path(path, fields, about)?),
        ChainQuestion::Waited { goals, seen } => ChainAnswer::Waited(context.waited(goals, *seen)?),
        ChainQuestion::Percentile { what, over, seen } => {
            ChainAnswer::Percentile(context.percentile(what, over, *seen)?)
        }
    };
    Ok(ChainAnswered { scenario: held_under(mechanic, request), start: context.start()?, answer })
}

/// Answers a question about a chain in decimals of which so many significant digits are proven, where fractions
/// would be too long; `None` for a question that is not answered so.
///
/// # Errors
/// As [`chain`].
///
/// ```
/// use trueodds::check::Asks;
/// use trueodds::evaluate::Limits;
/// use trueodds::query::chain::{
///     ChainAnswer, ChainQuestion, ChainRequest, DecimalAnswer, Goals, HitRequest, chain_in_decimals,
/// };
/// use trueodds::scenario::Scenario;
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let roll = session.mechanic("sts/card-roll")?;
/// let event = session.expression(&roll, "rarity = rare", Asks::Event)?;
/// let request = ChainRequest {
///     scenario: Scenario::of_defaults(&roll, roll.default_rule_set()),
///     question: ChainQuestion::Hit {
///         goals: Goals::once(event),
///         request: HitRequest { not_yet: vec![40], ..HitRequest::default() },
///     },
/// };
/// let answered = chain_in_decimals(&roll, &request, 12, &Limits::default())?.expect("`hit` is answered");
/// let ChainAnswer::Decimals(decimals) = answered.answer else { panic!("decimals") };
/// let DecimalAnswer::FirstHit(hit) = decimals.answer else { panic!("a first hit") };
/// assert_eq!(hit.not_yet[0].1.to_string(), "0.0176256153372");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chain_in_decimals(
    mechanic: &Mechanic,
    request: &ChainRequest,
    digits: usize,
    limits: &Limits,
) -> Result<Option<ChainAnswered>, QueryError> {
    let context = ChainContext::new(mechanic, &request.scenario, limits);
    let Some(decimals) = context.decimals(&request.question, digits)? else { return Ok(None) };
    let answer = ChainAnswer::Decimals(decimals);
    Ok(Some(ChainAnswered { scenario: held_under(mechanic, request), start: context.start()?, answer }))
}

/// Rules and inputs that an answer holds under; along a path the inputs that all uses share.
fn held_under(mechanic: &Mechanic, request: &ChainRequest) -> Scenario {
    match &request.question {
        ChainQuestion::Path { path, .. }
        | ChainQuestion::Count { over: Over::Path(path), .. }
        | ChainQuestion::Percentile { over: Over::Path(path), .. } => {
            shared(mechanic, &request.scenario, path)
        }
        _ => request.scenario.clone(),
    }
}
