//! Limits as values, and the ways an evaluation can stop.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::diagnostic::{Code, Diagnostic, Message, Setting};
use crate::source::Span;

/// How far the work on one question may go. Reaching a limit is an error that names it.
///
/// One value is made at the start, and everything that is done asks it: what is evaluated, compared, drawn and
/// verified draws on the same clock.
///
/// ```
/// use trueodds::evaluate::Limits;
///
/// let mut limits = Limits::default();
/// assert!(limits.set("states", 500) && !limits.set("luck", 3));
/// assert_eq!(limits.states, 500);
/// ```
#[derive(Clone)]
pub struct Limits {
    /// Distinct states at one place of the program.
    pub states: usize,
    /// States times steps, over the whole evaluation.
    pub steps: u64,
    /// Decimal digits of a numerator or denominator.
    pub digits: u64,
    /// Values that an input runs through, and uses of a path.
    pub columns: usize,
    /// Rules whose shares of a difference are computed.
    pub players: usize,
    /// Combinations of inputs that are compared.
    pub combinations: usize,
    /// Draws in a tree or an explanation.
    pub nodes: usize,
    /// How long a mechanic is evaluated at most when it is checked; without it, until that is done.
    pub trial: Option<Duration>,
    /// Asked now and then; `true` ends the work. For deadlines and interrupts.
    pub interrupt: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1_000_000,
            steps: 100_000_000,
            digits: 10_000,
            columns: 10_000,
            players: 10,
            combinations: 2_000_000,
            nodes: 10_000,
            trial: None,
            interrupt: None,
        }
    }
}

impl Limits {
    /// The name of the limit on time, which only a caller with a clock can keep: it sets `interrupt`.
    pub const SECONDS: &str = "seconds";
    /// The names of all limits, as people give them.
    pub const NAMES: [&str; 8] =
        ["states", "steps", "digits", "columns", "players", "combinations", Limits::SECONDS, "nodes"];

    /// Sets the limit of that name; `false` where none of the numbers has it.
    #[must_use]
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        /// The cost of the shares is two to the power of the rules.
        const MOST_PLAYERS: usize = 24;
        let size = usize::try_from(value).unwrap_or(usize::MAX);
        match name {
            "states" => self.states = size,
            "steps" => self.steps = value,
            "digits" => self.digits = value,
            "columns" => self.columns = size,
            "players" => self.players = size.min(MOST_PLAYERS),
            "combinations" => self.combinations = size,
            "nodes" => self.nodes = size,
            _ => return false,
        }
        true
    }

    /// Whether the work was interrupted, or its time is up.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// The same limits for work that ends also when `interrupt` says so.
    ///
    /// ```
    /// use trueodds::evaluate::Limits;
    ///
    /// let limits = Limits::default();
    /// assert!(!limits.interrupted() && limits.until(|| true).interrupted());
    /// ```
    #[must_use]
    pub fn until(&self, interrupt: impl Fn() -> bool + Send + Sync + 'static) -> Limits {
        let outer = self.interrupt.clone();
        let either = move || interrupt() || outer.as_ref().is_some_and(|outer| outer());
        Limits { interrupt: Some(Arc::new(either)), ..self.clone() }
    }

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

/// A rule whose value is needed and that nobody knows.
#[must_use]
pub fn not_known(rule: &str, reason: &str, origin: Span) -> Stop {
    let message = format!("`{rule}` is not known: {reason}");
    let help = Message::from("give it a value with ").typed(Setting::Rule, format!("{rule}=…"));
    Box::new(Diagnostic::error(Code::NotKnown, origin, message).help(help))
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
