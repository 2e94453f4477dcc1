//! Questions by name, and what is said to them.

use crate::document::{Reason, RefusalData};
use crate::evaluate::Watch;
use crate::render::Format;

/// A command with its options by their names; the names of what is typed without an option, such as `mechanic` and
/// `queries`, are those of the help.
///
/// ```
/// use trueodds::web::Question;
///
/// let question = Question::read("table", "mechanic=isaac%2Ffloor&set=stage=3&total");
/// assert_eq!(question.all("set").collect::<Vec<_>>(), ["stage=3"]);
/// assert_eq!(question.first("total"), Some(""));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The command.
    pub command: String,
    /// What is given, in the order it was.
    pub given: Vec<(String, String)>,
    /// A mechanic or a page that was sent along: it goes by `-`.
    pub text: Option<String>,
    /// Where the numbers of an answer in HTML lead to for their reasons.
    pub reason: Option<fn(&Reason) -> String>,
}

impl Question {
    /// A question from the part of an address after `?`.
    #[must_use]
    pub fn read(command: &str, query: &str) -> Question {
        let given = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Question { command: command.to_owned(), given, ..Question::default() }
    }

    /// The values that a name is given.
    pub fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.given.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The first value that a name is given.
    #[must_use]
    pub fn first<'q>(&'q self, name: &'q str) -> Option<&'q str> {
        self.all(name).next()
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Question {
        self.given.push((name.to_owned(), value.into()));
        self
    }

    /// The same without a name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Question {
        self.given.retain(|(own, _)| own != name);
        self
    }

    /// What is given as the part of an address after `?`.
    #[must_use]
    pub fn query(&self) -> String {
        let mut out = form_urlencoded::Serializer::new(String::new());
        out.extend_pairs(&self.given);
        out.finish()
    }
}

/// What a command takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it says, in a line.
    pub help: String,
    /// The values it may have, where they are few.
    pub values: Vec<String>,
    /// Whether it is there or not, without a value.
    pub is_flag: bool,
}

/// What became of a question.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The format that was asked for.
    pub format: Format,
    /// The answer in it.
    pub body: Vec<u8>,
    /// What was said beside it.
    pub said: String,
    /// Whether something was found: a wrong figure, a difference.
    pub findings: bool,
}

/// Why a question has no answer.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// For programs.
    pub data: Box<RefusalData>,
    /// For people: what a terminal would show.
    pub text: String,
}

/// Something that knows what questions mean.
pub trait Answers: Send + Sync {
    /// The answer to a question. The work ends when the watch says so.
    ///
    /// # Errors
    /// Everything that does not fit, and everything that is wrong with what was sent along.
    fn answer(&self, question: &Question, watch: &Watch) -> Result<Answer, Refusal>;

    /// The line that asks the same on the command line.
    fn command_line(&self, question: &Question) -> String;

    /// What a command takes; `None` where it is not asked here.
    fn parameters(&self, command: &str) -> Option<Vec<Parameter>>;
}
