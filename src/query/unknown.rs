//! Rules that nobody knows: an answer that needs one has no value, and says why.

use super::{Mechanic, QueryError};
use crate::check::RuleId;
use crate::diagnostic::Code;
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

/// An answer, or the rule that it needs and nobody knows.
pub type Known<T> = Result<T, NotKnown>;

impl NotKnown {
    /// The refusal of a question that has no other answer.
    #[must_use]
    pub fn refusal(&self, scenario: &Scenario) -> QueryError {
        QueryError::stopped(scenario)(self.stop.clone())
    }

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

/// What an evaluation under a scenario gives, or the unknown rule that it needs.
///
/// # Errors
/// Where it stops for another reason.
pub(super) fn known<T>(
    mechanic: &Mechanic,
    scenario: &Scenario,
    found: Result<T, Stop>,
) -> Result<Known<T>, QueryError> {
    match found {
        Ok(value) => Ok(Ok(value)),
        Err(stop) => match NotKnown::of(mechanic, scenario, &stop) {
            Some(unknown) => Ok(Err(unknown)),
            None => Err(QueryError::stopped(scenario)(stop)),
        },
    }
}

/// Answers that stand side by side: some may need a rule that nobody knows, but not all of them.
///
/// # Errors
/// The first refusal, where no answer is known.
pub(super) fn some_known<'a, T: 'a>(
    answers: impl IntoIterator<Item = (&'a Scenario, &'a Known<T>)>,
) -> Result<(), QueryError> {
    let mut first = None;
    for (scenario, answer) in answers {
        match answer {
            Ok(_) => return Ok(()),
            Err(unknown) => first = first.or(Some((scenario, unknown))),
        }
    }
    first.map_or(Ok(()), |(scenario, unknown)| Err(unknown.refusal(scenario)))
}
