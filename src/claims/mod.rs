//! Claims: what pages state, and the question about a mechanic that decides each statement.
//!
//! ```toml
//! title = "Level generation: prose"
//! source = ["Level Generation, older copy"]
//! mechanic = "special-rooms"
//! rules = ["repentance-plus"]
//! code = "pseudo-code"
//!
//! [[section]]
//! name = "Process"
//!
//! [[section.claim]]
//! id = "dice-with-keys"
//! about = "Dice in place of sacrifice with two keys"
//! find = "dice .. {_} base chance ... total of {27/125 (~22%)} if .. keys"
//! query = "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)"
//! set = { keys = 2 }
//! ```
//!
//! A claim holds the figure exactly as the page has it and no sentence of the page. Which questions
//! there are is said at [`Question`].

pub(crate) mod question;
mod quote;
pub(crate) mod raw;
mod read;

use std::rc::Rc;

use serde::de::DeserializeOwned;

use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::page::{Accepts, Figure, Pattern, Shape, Word};
use crate::source::{FileId, Span};

pub use quote::Quote;

use raw::{Pairs, RawFile};
use read::Head;

/// The claims of one file.
#[derive(Debug, Clone)]
pub struct ClaimsFile {
    /// What it holds, for people.
    pub title: String,
    /// The rule set that is the code the pages print, where they print one.
    pub code: Option<String>,
    /// The claims, in the order of the file.
    pub claims: Vec<Claim>,
}

/// One statement of a page.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Its name, unique in its file.
    pub id: String,
    /// The pages that state it.
    pub source: Vec<String>,
    /// Where on the page.
    pub section: String,
    /// What it is about.
    pub about: String,
    /// The figures as written.
    pub stated: Vec<String>,
    /// The figures; several only for a law.
    pub figures: Vec<Figure>,
    /// What finds them on a page; a later one counts where those before it find nothing.
    pub patterns: Vec<Pattern>,
    /// What the page says of it in words and signs, where no figure says it.
    pub says: Vec<Quote>,
    /// What is wrong with the statement, or what else to know of it, in one sentence.
    pub why: Option<String>,
    /// What it is about in one word, where other claims of the page are about the same.
    pub subject: Option<String>,
    /// Words of the heading they stand under.
    pub under: Vec<String>,
    /// The mechanic, with its game.
    pub mechanic: String,
    /// The rule sets it is read under.
    pub rules: Vec<String>,
    /// The rule sets that it can be asked of; all where none is named.
    pub within: Vec<String>,
    /// Whether the page itself says under which rules it holds, so that no other choice counts.
    pub pinned: bool,
    /// Whether it stands in printed code.
    pub in_code: bool,
    /// How the figure becomes the value that is asked for.
    pub transforms: Vec<Transform>,
    /// What decides it.
    pub question: Question,
    /// Under which inputs.
    pub inputs: Inputs,
    /// Where it stands in the file.
    pub span: Span,
}

/// Under which inputs a question is asked, each as a person would type it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// `name=value`
    pub set: Vec<String>,
    /// Flags that are on.
    pub with: Vec<String>,
    /// `name=value` of states.
    pub state: Vec<String>,
    /// `name=value` of rules.
    pub change: Vec<String>,
}

impl Inputs {
    /// These, with what others say in their place and beside them.
    ///
    /// ```
    /// use trueodds::claims::Inputs;
    ///
    /// let set = |set: &[&str]| Inputs { set: set.iter().map(|s| s.to_string()).collect(), ..Inputs::default() };
    /// let both = set(&["stage=1", "xl=true"]).changed_by(&set(&["stage=3"]));
    /// assert_eq!(both.set, ["xl=true", "stage=3"]);
    /// ```
    #[must_use]
    pub fn changed_by(&self, other: &Inputs) -> Inputs {
        let name = |text: &String| text.split('=').next().unwrap_or_default().trim().to_owned();
        let merged = |own: &[String], others: &[String], given: &[String]| -> Vec<String> {
            let again = |text: &&String| others.iter().chain(given).any(|other| name(other) == name(text));
            own.iter().filter(|text| !again(text)).chain(others).cloned().collect()
        };
        Inputs {
            set: merged(&self.set, &other.set, &other.with),
            with: merged(&self.with, &other.with, &other.set),
            state: merged(&self.state, &other.state, &[]),
            change: merged(&self.change, &other.change, &[]),
        }
    }
}

/// What decides a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The value of a query is the figure.
    Query(String),
    /// A further chance of an event, drawn where the first one failed, is the figure: the event under the inputs
    /// of the claim, and what turns the further chance on.
    Further(String, Inputs),
    /// The value of an expression over several queries, each under its own inputs, is the figure.
    Value(String, Vec<(String, Operand)>),
    /// The value of a rule is the figure.
    Rule(String),
    /// The least and the greatest value of an expression are the ends of the figure.
    Range(String),
    /// The greatest value of an expression is the figure.
    Most(String),
    /// The least value of an expression is the figure.
    Least(String),
    /// Two queries are the ends of the figure; or two expressions over several, each under its own inputs.
    Interval(String, String, Vec<(String, Operand)>),
    /// Each figure is the value of its query, and they sum to 1.
    Law(Vec<String>),
    /// An event is certain.
    Certain(String),
    /// An event is impossible.
    Never(String),
    /// Some queries have the same value.
    Equal(Vec<String>),
    /// Queries rise, fall or stay along a sweep.
    Direction(Vec<String>, String),
    /// A question about many uses.
    Chain(ChainClaim),
    /// No model decides it, for this reason.
    Undecided(String),
}

/// One of several values that a claim is calculated from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// The value of a query under these inputs.
    Query(String, Inputs),
    /// The sum of a query over a sweep, under these inputs.
    Sum(String, String, Inputs),
    /// The value of a rule.
    Rule(String),
}

/// A number about many uses of a mechanic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainClaim {
    /// The mean number of uses up to the first that satisfies an event.
    HitMean(String),
    /// The median.
    HitMedian(String),
    /// The mode.
    HitMode(String),
    /// The greatest, after which it has come for certain.
    HitMost(String),
    /// The chance that an event has come within so many uses.
    Within(u64, String),
    /// The chance that it has not.
    NotYet(u64, String),
    /// The long-run share of uses that satisfy an event.
    Stationary(String),
    /// The chance that use number so many satisfies an event.
    After(u64, String),
    /// How many uses in a row that satisfy the first event bring the state to the second.
    Streak(String, String),
}

/// How a figure becomes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transform {
    /// 20 means 1/20.
    OneIn,
    /// 3 means 3/100.
    Hundredths,
    /// p means 1 - p.
    Complement,
    /// A further chance counts by what it adds to the first: "an additional 5%".
    Added,
    /// A direction is denied: "does not increase".
    Not,
}

impl Transform {
    const ALL: [(&'static str, Transform); 5] = [
        ("one-in", Transform::OneIn),
        ("hundredths", Transform::Hundredths),
        ("complement", Transform::Complement),
        ("added", Transform::Added),
        ("not", Transform::Not),
    ];
}

impl Claim {
    /// What may stand on a page in the role of its figure.
    #[must_use]
    pub fn accepts(&self) -> Accepts {
        match (&self.question, self.figures.first().map(|figure| &figure.shape)) {
            (Question::Direction(..), _) => Accepts::Direction,
            (_, Some(Shape::Word(Word::Equal))) => Accepts::Equality,
            (_, Some(Shape::Word(Word::Always | Word::Never))) => Accepts::Certainty,
            (_, Some(Shape::Word(Word::Increases | Word::Decreases | Word::Unchanged))) => Accepts::Direction,
            _ => Accepts::Numbers,
        }
    }
}

impl ClaimsFile {
    /// Reads the text of a claims file that belongs to a game. `mechanic` is what it is about where it names none.
    ///
    /// # Errors
    /// Everything that is wrong with its form, with places. What its questions say of mechanics is checked
    /// where the mechanics are known.
    ///
    /// ```
    /// use trueodds::{claims::ClaimsFile, source::FileId};
    ///
    /// let text = "title = \"T\"\nsource = \"Page\"\nmechanic = \"m\"\n[[section]]\nname = \"S\"\n[[section.claim]]\n\
    ///     id = \"a\"\nabout = \"a chest\"\nfind = \"wooden chest {5%}\"\nquery = \"P(x = 1)\"\n";
    /// let file = ClaimsFile::read("game", None, FileId::default(), text).expect("a claims file");
    /// assert_eq!(file.claims[0].mechanic, "game/m");
    /// ```
    pub fn read(
        game: &str,
        mechanic: Option<&str>,
        file: FileId,
        text: &str,
    ) -> Result<ClaimsFile, Vec<Diagnostic>> {
        let raw: RawFile = read_toml(Code::BadClaims, file, text).map_err(|problem| vec![problem])?;
        let head = Head {
            game,
            file,
            source: raw.source.list(),
            mechanic: raw.mechanic.or_else(|| mechanic.map(str::to_owned)),
            rules: raw.rules,
            within: raw.within,
            in_code: raw.in_code,
        };
        let mut problems = Vec::new();
        let mut claims: Vec<Claim> = Vec::new();
        let sections = raw.section.into_iter().map(|mut section| {
            let claims = std::mem::take(&mut section.claim);
            (section, claims)
        });
        for (section, claim) in sections.flat_map(|(section, claims)| {
            let section = Rc::new(section);
            claims.into_iter().map(move |claim| (Rc::clone(&section), claim))
        }) {
            let span = Span::new(file, claim.id.span());
            let read = head.claim(&section, claim, span, &mut problems);
            if let Some(first) = claims.iter().find(|other| other.id == read.id) {
                problems.push(
                    Diagnostic::error(
                        Code::DuplicateName,
                        span,
                        format!("two claims are called `{}`", read.id),
                    )
                    .also(first.span, "the first is here"),
                );
            }
            claims.push(read);
        }
        if problems.is_empty() {
            Ok(ClaimsFile { title: raw.title, code: raw.code, claims })
        } else {
            Err(problems)
        }
    }
}

/// The tables of a file, or what is wrong with its form.
pub(crate) fn read_toml<T: DeserializeOwned>(code: Code, file: FileId, text: &str) -> Result<T, Diagnostic> {
    toml::from_str(text).map_err(|error| {
        let span = Span::new(file, error.span().unwrap_or(0..0));
        let message = error.message().trim().replace('\n', ", ");
        let help = meant(&message);
        let found = error.span().and_then(|span| text.get(span)).filter(|found| {
            const LONGEST: usize = 40;
            !found.is_empty() && found.len() <= LONGEST && !found.contains('\n') && !message.contains(*found)
        });
        let message = match found {
            Some(found) => format!("found `{found}`, expected {message}"),
            None => message,
        };
        Diagnostic::error(code, span, message).maybe_help(help)
    })
}

/// The key that was meant, of those that the parser lists: "unknown field `kueri`, expected one of …".
fn meant(message: &str) -> Option<String> {
    let mut names = message.strip_prefix("unknown field ")?.split('`').skip(1).step_by(2);
    or_nearest(names.next()?, names)
}

impl Question {
    /// The same with what the claim says of inputs, for each value that it is calculated from.
    pub(crate) fn under(mut self, inputs: &Inputs) -> Question {
        if let Question::Value(_, operands) | Question::Interval(_, _, operands) = &mut self {
            for (_, operand) in operands {
                match operand {
                    Operand::Query(_, own) | Operand::Sum(_, _, own) => *own = inputs.changed_by(own),
                    Operand::Rule(_) => {}
                }
            }
        }
        self
    }
}

pub(crate) fn inputs(with: &[String], set: &Pairs, state: &Pairs, change: &Pairs) -> Inputs {
    let pairs = |map: &Pairs| map.iter().map(|(name, value)| format!("{name}={}", value.text())).collect();
    Inputs { set: pairs(set), with: with.to_vec(), state: pairs(state), change: pairs(change) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = \"T\"\nsource = \"Page\"\nmechanic = \"m\"\n[[section]]\nname = \"S\"\n";

    fn only(section: &str, claim: &str) -> Claim {
        let text = format!(
            "{HEAD}{section}\nclaim = [ {{ id = \"big-chest\", find = \"big chest {{5%}}\", {claim} }} ]"
        );
        let file = ClaimsFile::read("game", None, FileId::default(), &text).unwrap();
        file.claims.into_iter().next().unwrap()
    }

    #[test]
    fn inputs_in_short_are_those_in_long() {
        let short = only(
            "",
            "query = \"P(x)\", value = \"b - a + c\", ask = { a = \"\", b = \"item, luck=3\", c = { sweep = \"luck=1..2\" } }",
        );
        let long = only(
            "",
            "value = \"b - a + c\", ask = { a = { query = \"P(x)\" }, \
             b = { query = \"P(x)\", with = [\"item\"], set = { luck = 3 } }, c = { query = \"P(x)\", sweep = \"luck=1..2\" } }",
        );
        assert_eq!(short.question, long.question);
        let short = only("", "further = \"x\", by = \"item, luck=3\"");
        let long = only("", "further = \"x\", by = { with = [\"item\"], set = { luck = 3 } }");
        assert_eq!(short.question, long.question);
    }

    #[test]
    fn a_section_says_what_its_claims_leave_away() {
        let claim = only("why = \"W.\"\nas = \"one-in\"", "query = \"P(x)\"");
        assert_eq!((claim.about.as_str(), claim.why.as_deref()), ("big chest", Some("W.")));
        assert_eq!(claim.transforms, [Transform::OneIn]);
        let claim =
            only("why = \"W.\"\nas = \"one-in\"", "query = \"P(x)\", why = \"V.\", as = \"hundredths\"");
        assert_eq!((claim.why.as_deref(), claim.transforms), (Some("V."), vec![Transform::Hundredths]));
    }
}
