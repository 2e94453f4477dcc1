//! How much work an evaluation has done, against its limits.

use crate::diagnostic::Code;
use crate::source::Span;

use super::limits::{Limits, Stop, limit, refuse};

/// How often the interrupt is asked: every so many state steps.
const INTERRUPT_EVERY: u64 = 4096;

/// Counts state steps.
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    steps: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Meter<'a> {
        Meter { limits, steps: 0 }
    }

    /// Counts a step of so many states, before it is made.
    pub(super) fn count(&mut self, states: usize, origin: Span) -> Result<(), Stop> {
        let before = self.steps;
        // A step costs something even where no state is left.
        self.steps = self.steps.saturating_add(u64::try_from(states).unwrap_or(u64::MAX).max(1));
        if self.steps > self.limits.steps {
            return Err(limit(origin, "steps", self.limits.steps, "the evaluation takes too many steps"));
        }
        // Many small evaluations take long too: each asks once when it begins.
        let asks = before == 0 || before / INTERRUPT_EVERY != self.steps / INTERRUPT_EVERY;
        if asks && self.limits.interrupted() {
            return Err(refuse(
                Code::Limit,
                origin,
                "the evaluation was interrupted here, or its time is up: the limit `seconds`",
            ));
        }
        Ok(())
    }

    /// Refuses more states than the limit, before they are made.
    pub(super) fn room(&self, states: usize, origin: Span, what: &str) -> Result<(), Stop> {
        if states > self.limits.states {
            return Err(limit(origin, "states", self.limits.states, what));
        }
        Ok(())
    }
}
