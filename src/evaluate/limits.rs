//! Limits as values, and the ways an evaluation can stop.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Message, Setting};
use crate::source::Span;

/// How far an evaluation may go. Reaching a limit is an error that names it.
#[derive(Clone)]
pub struct Limits {
    /// Distinct states at one place of the program.
    pub states: usize,
    /// States times steps, over the whole evaluation.
    pub steps: u64,
    /// Decimal digits of a numerator or denominator.
    pub digits: u64,
    /// Asked now and then; `true` ends the evaluation. For deadlines and interrupts.
    pub interrupt: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 1_000_000, steps: 100_000_000, digits: 10_000, interrupt: None }
    }
}

impl Limits {
    /// The limit on digits in binary digits; log₂ 10 is a little less than 10/3.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.digits.saturating_mul(10) / 3
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .field("steps", &self.steps)
            .field("digits", &self.digits)
            .finish_non_exhaustive()
    }
}

/// Why an evaluation ended without a law. Boxed, because it is rare and large.
pub type Stop = Box<Diagnostic>;

/// A value that the text does not allow: found while evaluating, because it depends on the inputs.
pub(super) fn refuse(code: Code, origin: Span, message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(code, origin, message))
}

/// A limit that was reached, and the flag that raises it.
pub(super) fn limit(origin: Span, name: &str, value: impl fmt::Display, what: &str) -> Stop {
    Box::new(
        Diagnostic::error(Code::Limit, origin, format!("{what}: the limit `{name}` is {value}"))
            .help(Message::from("raise it with ").typed(Setting::Limit, format!("{name}=…"))),
    )
}

/// Something the checker promised did not hold.
pub(super) fn internal(origin: Span, what: &str) -> Stop {
    Box::new(
        Diagnostic::error(Code::Internal, origin, format!("{what}; this is a defect of trueodds"))
            .help("please report it with the mechanic and the command"),
    )
}
