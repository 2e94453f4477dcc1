//! What is said to a person, without saying how things are typed.

use std::fmt;

/// A part of a question that a person can give: the command line has an option for each, a page a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Inputs that are given together, with a name.
    Case,
    /// How numbers are accumulated.
    Cumulative,
    /// How many digits are proven, in place of exact fractions.
    Decimals,
    /// What is known about the first use that satisfies an event.
    First,
    /// A limit.
    Limit,
    /// Long tables, which are left out otherwise.
    List,
    /// Which outcomes are shown.
    Outcome,
    /// A page to judge.
    Page,
    /// The uses along a path.
    Path,
    /// The part of an axis that is looked at.
    Range,
    /// The value of a rule.
    Rule,
    /// The rule sets.
    Rules,
    /// The value of an input.
    Set,
    /// Areas on top of each other.
    Stacked,
    /// The value of a state before the first use.
    State,
    /// What runs through values.
    Sweep,
    /// A row with the sum.
    Total,
    /// The flags that are on.
    With,
}

impl Setting {
    /// Its name, as the command line and a page's address have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Setting::Case => "case",
            Setting::Cumulative => "cumulative",
            Setting::Decimals => "decimals",
            Setting::First => "first",
            Setting::Limit => "limit",
            Setting::List => "list",
            Setting::Outcome => "outcome",
            Setting::Page => "page",
            Setting::Path => "path",
            Setting::Range => "range",
            Setting::Rule => "rule",
            Setting::Rules => "rules",
            Setting::Set => "set",
            Setting::Stacked => "stacked",
            Setting::State => "state",
            Setting::Sweep => "sweep",
            Setting::Total => "total",
            Setting::With => "with",
        }
    }
}

/// A piece of a [`Message`].
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    /// Something to type: a command where one is meant, a setting, its value.
    Typed(Option<&'static str>, Setting, String),
}

/// What is said to a person. The settings that it names are values, so that whoever shows it says how they are
/// given: the command line as options, a page as fields.
///
/// ```
/// use trueodds::diagnostic::{Message, Setting};
///
/// let advice = Message::from("take a larger step, or raise it with ").typed(Setting::Limit, "columns=…");
/// assert_eq!(advice.to_string(), "take a larger step, or raise it with `limit columns=…`");
/// let option = |setting: Setting| format!("--{}", setting.name());
/// assert_eq!(advice.worded(&option), "take a larger step, or raise it with `--limit columns=…`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message(Vec<Piece>);

impl Message {
    /// Adds words.
    #[must_use]
    pub fn words(mut self, words: impl Into<String>) -> Message {
        let words = words.into();
        match self.0.last_mut() {
            Some(Piece::Words(own)) => own.push_str(&words),
            _ if words.is_empty() => {}
            _ => self.0.push(Piece::Words(words)),
        }
        self
    }

    /// Adds a setting as it would be given; `value` may be empty.
    #[must_use]
    pub fn typed(mut self, setting: Setting, value: impl Into<String>) -> Message {
        self.0.push(Piece::Typed(None, setting, value.into()));
        self
    }

    /// Adds a command with a setting.
    #[must_use]
    pub fn command(mut self, command: &'static str, setting: Setting, value: impl Into<String>) -> Message {
        self.0.push(Piece::Typed(Some(command), setting, value.into()));
        self
    }

    /// Adds another message.
    #[must_use]
    pub fn join(self, other: Message) -> Message {
        other.0.into_iter().fold(self, |mut own, piece| match piece {
            Piece::Words(words) => own.words(words),
            typed => {
                own.0.push(typed);
                own
            }
        })
    }

    /// Adds what to do about it, where there is something to say.
    #[must_use]
    pub fn advice(self, advice: Option<String>) -> Message {
        match advice {
            Some(advice) => self.words("; ").words(advice),
            None => self,
        }
    }

    /// The text, with settings as `name` writes them.
    #[must_use]
    pub fn worded(&self, name: &dyn Fn(Setting) -> String) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Typed(command, setting, value) => {
                    let parts = [command.unwrap_or_default(), &name(*setting), value];
                    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                    text.push_str(&format!("`{}`", parts.join(" ")));
                }
            }
        }
        text
    }

    /// The same where some settings are given by their values alone.
    #[must_use]
    pub fn bare(mut self, settings: &[Setting]) -> Message {
        for piece in &mut self.0 {
            if let Piece::Typed(None, setting, value) = piece
                && settings.contains(setting)
                && !value.is_empty()
            {
                *piece = Piece::Words(format!("`{value}`"));
            }
        }
        self
    }

    /// The same as words alone, with settings as `name` writes them.
    #[must_use]
    pub fn plain(&self, name: &dyn Fn(Setting) -> String) -> Message {
        Message::from(self.worded(name))
    }
}

impl From<String> for Message {
    fn from(words: String) -> Message {
        Message::default().words(words)
    }
}

impl From<&str> for Message {
    fn from(words: &str) -> Message {
        Message::from(words.to_owned())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&|setting| setting.name().to_owned()))
    }
}

impl std::error::Error for Message {}
