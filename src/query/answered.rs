//! Answers that stand side by side: one of them may have no value, and says why.

use super::{Expression, Mechanic, QueryError};
use crate::check::RuleId;
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{Stop, not_known};
use crate::scenario::Scenario;
use crate::value::RuleValue;

/// A rule that is not known, and that an answer needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKnown {
    /// The rule.
    pub rule: RuleId,
    /// Why it is not known.
    pub reason: String,
    /// The refusal as it is said of the question alone.
    pub stop: Stop,
}

/// Why one of several answers has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// It needs a rule that is not known.
    NotKnown(NotKnown),
    /// The mechanic requires something else under a rule set that stands there because all were asked for; in its
    /// words.
    Refused(Stop),
    /// What is given has no chance there.
    Impossible(Stop),
}

/// An answer, or why there is none.
pub type Answered<T> = Result<T, NoAnswer>;

impl NoAnswer {
    /// The rule that is not known, where that is why.
    #[must_use]
    pub fn not_known(&self) -> Option<&NotKnown> {
        match self {
            NoAnswer::NotKnown(unknown) => Some(unknown),
            NoAnswer::Refused(_) | NoAnswer::Impossible(_) => None,
        }
    }

    /// The refusal as it is said of the question alone.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        match self {
            NoAnswer::NotKnown(NotKnown { stop, .. })
            | NoAnswer::Refused(stop)
            | NoAnswer::Impossible(stop) => stop,
        }
    }

    /// The refusal of a question that has no other answer.
    #[must_use]
    pub fn refusal(&self, scenario: &Scenario) -> QueryError {
        QueryError::stopped(scenario)(self.stop().clone())
    }
}

impl NotKnown {
    /// The rule that an evaluation under a scenario stopped at, where that is why it did.
    pub(super) fn of(mechanic: &Mechanic, scenario: &Scenario, stop: &Stop) -> Option<NotKnown> {
        if stop.code != Code::NotKnown {
            return None;
        }
        let rules = mechanic.model.rule_ids().zip(scenario.rule_values(mechanic));
        rules.into_iter().find_map(|(rule, value)| {
            let RuleValue::Unknown(reason) = value else { return None };
            let name = &mechanic.model[rule].declaration.name;
            let same = not_known(name, &reason, stop.primary.span).message == stop.message;
            same.then(|| NotKnown { rule, reason, stop: stop.clone() })
        })
    }
}

/// What an evaluation under a scenario gives, or why one among several has no answer. `given` is what it was asked
/// for under.
///
/// # Errors
/// Where it stops for another reason.
pub(super) fn answered<T>(
    mechanic: &Mechanic,
    scenario: &Scenario,
    given: Option<&Expression>,
    found: Result<T, Stop>,
) -> Result<Answered<T>, QueryError> {
    let stop = match found {
        Ok(value) => return Ok(Ok(value)),
        Err(stop) => stop,
    };
    if let Some(unknown) = NotKnown::of(mechanic, scenario, &stop) {
        return Ok(Err(NoAnswer::NotKnown(unknown)));
    }
    if scenario.one_of_all && stop.code == Code::Required {
        return Ok(Err(NoAnswer::Refused(stop)));
    }
    if given.is_some_and(|given| *stop == *impossible(given)) {
        return Ok(Err(NoAnswer::Impossible(stop)));
    }
    Err(QueryError::stopped(scenario)(stop))
}

/// What is said of evidence without a chance.
pub(super) fn impossible(given: &Expression) -> Stop {
    let message = "what is given has probability 0 here";
    Box::new(Diagnostic::error(Code::ImpossibleEvidence, given.checked.expr.span, message))
}

/// Whether an evaluation stopped for a reason that another one beside it need not have.
pub(super) fn is_of_one(stop: &Stop) -> bool {
    matches!(stop.code, Code::NotKnown | Code::Required | Code::ImpossibleEvidence)
}

/// Answers that stand side by side: some may be missing, but not all of them.
///
/// # Errors
/// The first refusal, where there is no answer.
pub(super) fn some_answered<'a, T: 'a>(
    answers: impl IntoIterator<Item = (&'a Scenario, &'a Answered<T>)>,
) -> Result<(), QueryError> {
    let mut first = None;
    for (scenario, answer) in answers {
        match answer {
            Ok(_) => return Ok(()),
            Err(missing) => first = first.or(Some((scenario, missing))),
        }
    }
    first.map_or(Ok(()), |(scenario, missing)| Err(missing.refusal(scenario)))
}
