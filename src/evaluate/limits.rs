//! Limits as values, and the ways an evaluation can stop.

use std::fmt;
use std::time::Duration;

use crate::diagnostic::{Code, Diagnostic, Message, Setting};
use crate::source::Span;

use super::watch::{Halt, Watch};

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
#[derive(Debug, Clone)]
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
    /// Rows times columns of a table.
    pub cells: usize,
    /// Mebibytes of what is held at once: refused ahead where the size is known before. What the program holds in
    /// all only a caller can measure, who says so to the `watch`.
    pub memory: u64,
    /// How long a mechanic is evaluated at most when it is checked; without it, until that is done.
    pub trial: Option<Duration>,
    /// Asked now and then whether to go on: for clocks, memory, and who waits for the answer.
    pub watch: Watch,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1_000_000,
            steps: 100_000_000,
            digits: 100_000,
            columns: 10_000,
            players: 10,
            combinations: 100_000,
            nodes: 10_000,
            cells: 1_000_000,
            memory: 1500,
            trial: None,
            watch: Watch::default(),
        }
    }
}

impl Limits {
    /// The name of the limit on time, which only a caller with a clock can keep: it says so to the `watch`.
    pub const SECONDS: &str = "seconds";
    /// The names of all limits, as people give them.
    pub const NAMES: [&str; 10] = [
        "states",
        "steps",
        "digits",
        "columns",
        "players",
        "combinations",
        Limits::SECONDS,
        "memory",
        "nodes",
        "cells",
    ];

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
            "cells" => self.cells = size,
            "memory" => self.memory = value,
            _ => return false,
        }
        true
    }

    /// Asks whether to go on with what is done at this place.
    ///
    /// # Errors
    /// What the watch says.
    pub fn ask(&self, place: Span) -> Result<(), Stop> {
        match self.watch.halt() {
            None => Ok(()),
            Some(halt) => Err(halt.stop(place)),
        }
    }

    /// Refuses so many numbers of about so many binary digits, before they are made.
    ///
    /// # Errors
    /// The limit `memory`.
    pub fn holds(&self, numbers: usize, bits: u64, place: Span) -> Result<(), Stop> {
        /// Bytes that a number takes beside its digits.
        const BESIDE: u64 = 48;
        let bytes = u64::try_from(numbers).unwrap_or(u64::MAX).saturating_mul(bits / 8 + BESIDE);
        if bytes >> 20 > self.memory { Err(Halt::Memory(self.memory).stop(place)) } else { Ok(()) }
    }

    /// Refuses a table with more cells than the limit; `place` is where what it shows is declared.
    ///
    /// # Errors
    /// The limit `cells`.
    pub fn table(&self, rows: usize, columns: usize, place: Span) -> Result<(), Stop> {
        let cells = rows.saturating_mul(columns);
        if cells <= self.cells {
            return Ok(());
        }
        let what = format!("this table has {rows} rows and {columns} columns, or more");
        let mut stop = limit(place, "cells", self.cells, &what);
        stop.help = Some(
            Message::from("ask for fewer outcomes with ")
                .typed(Setting::Outcome, "…")
                .words(", for one number with `query`, or raise it with ")
                .typed(Setting::Limit, "cells=…"),
        );
        Err(stop)
    }

    /// The same limits under another watch.
    #[must_use]
    pub fn watched(&self, watch: Watch) -> Limits {
        Limits { watch, ..self.clone() }
    }

    /// The limit on digits in binary digits; log₂ 10 is a little less than 10/3.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.digits.saturating_mul(10) / 3
    }
}

/// Why an evaluation ended without a law. Boxed, because it is rare and large.
pub type Stop = Box<Diagnostic>;

impl Halt {
    /// What is said of work that ended here before it was done.
    #[must_use]
    pub fn stop(self, place: Span) -> Stop {
        let less = "ask for less (one outcome, one number, fewer values or uses)";
        let (message, name) = match self {
            Halt::Cancelled => {
                return Box::new(Diagnostic::error(Code::Cancelled, place, "the work was cancelled"));
            }
            Halt::Seconds(most) => {
                (format!("the time is up: the limit `seconds` is {most}"), Limits::SECONDS)
            }
            Halt::Memory(most) => {
                (format!("this takes too much memory: the limit `memory` is {most} (MiB)"), "memory")
            }
        };
        let help =
            Message::from(format!("{less}, or raise it with ")).typed(Setting::Limit, format!("{name}=…"));
        Box::new(Diagnostic::error(Code::Limit, place, message).help(help))
    }
}

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
    // What is too much by far is no matter of the limit.
    let less = match name {
        "states" | "steps" => "ask for less (one outcome, one number, fewer rounds or dice), or ",
        "digits" => "ask about fewer rounds, uses or dice, or ",
        _ => "",
    };
    let help = Message::from(format!("{less}raise it with ")).typed(Setting::Limit, format!("{name}=…"));
    let message = format!("{what}: the limit `{name}` is {value}");
    Box::new(Diagnostic::error(Code::Limit, origin, message).help(help))
}

/// A number that would grow past the limit, with so many binary digits: raising it is advised only where a number of
/// that length can be worked with.
pub(super) fn too_long(bits: u64, limits: &Limits, origin: Span) -> Stop {
    /// Decimal digits of the longest numbers that anything is done with in minutes.
    const WORKABLE: u64 = 2_000_000;
    let needed = bits / 10 * 3 + bits / 100 + 1;
    // Two digits of it are enough to say.
    let needed =
        needed.checked_next_multiple_of(10_u64.pow(needed.ilog10().saturating_sub(1))).unwrap_or(needed);
    let what = format!("a number would have about {needed} digits");
    let mut stop = limit(origin, "digits", limits.digits, &what);
    if needed > WORKABLE.max(limits.digits.saturating_mul(20)) {
        stop.help = Some(
            "nobody can work with a number of that length, whatever the limit: ask about fewer rounds, uses or dice"
                .into(),
        );
    } else {
        // With room for what is done with it.
        let wide = needed.saturating_mul(2).max(1).next_multiple_of(10_000);
        stop.help = Some(Message::from("raise it with ").typed(Setting::Limit, format!("digits={wide}")));
    }
    stop
}

/// Something the checker promised did not hold.
pub(super) fn internal(origin: Span, what: &str) -> Stop {
    Box::new(
        Diagnostic::error(Code::Internal, origin, format!("{what}; this is a defect of trueodds"))
            .help("please report it with the mechanic and the command"),
    )
}
