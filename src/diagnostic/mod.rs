//! Errors and warnings about source text, and messages to people. How they look is the business of
//! `render::diagnostics`.

mod codes;
mod message;
mod printable;
mod suggest;

pub use codes::Code;
pub use message::{Message, Setting};
pub use printable::{one_line, printable, printable_in_place, printable_line};
pub use suggest::{nearest, or_nearest};

use crate::source::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The text has a meaning, but probably not the one that was wanted.
    Warning,
    /// The text has no meaning.
    Error,
}

/// A place in the text with a few words about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One finding about a text: what was found, where, what was expected, and what to type instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of this kind of finding.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was found, in one line.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<Message>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: clipped(message.into()),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds words to the main place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<Message>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Says what to do, if there is something to say.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Diagnostic {
        self.help = text.map(Message::from).or(self.help);
        self
    }

    /// The same, with the settings that its help names as `name` writes them.
    #[must_use]
    pub fn worded(mut self, name: &dyn Fn(Setting) -> String) -> Diagnostic {
        self.help = self.help.map(|help| help.plain(name));
        self
    }

    /// Whether this is an error and not a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A message holds what was found, and that may be megabytes of it.
fn clipped(message: String) -> String {
    const LONGEST: usize = 300;
    if message.chars().count() <= LONGEST {
        return message;
    }
    let half = LONGEST / 2;
    let begin: String = message.chars().take(half).collect();
    let end: Vec<char> = message.chars().rev().take(half).collect();
    begin + " … " + &end.into_iter().rev().collect::<String>()
}

/// Whether any finding is an error.
#[must_use]
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for Diagnostic {}
