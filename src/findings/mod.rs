//! Findings: what an editor would post of a mechanic, with every figure computed; and tables that its page shows.
//!
//! ```toml
//! [[finding]]
//! mechanic = "special-rooms"
//! text = "With six dead ends an XL floor has a Library in {odds} of the runs."
//! turns_on = "second_boss_takes"
//! set = { dead_ends = 6, xl = true }
//! ask.odds = { query = "P(library)" }
//!
//! [[table]]
//! mechanic = "special-rooms"
//! title = "Which dead end each room takes"
//! outcome = ["rank"]
//! marginals = true
//! ```
//!
//! The words are data and the numbers are computed each time, so that a finding is never out of date. What a figure
//! asks is said as in [claims](crate::claims).

mod number;
mod raw;
mod sentence;
mod table;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::claims::question::{Asking, question};
use crate::claims::raw::OneOrMany;
use crate::claims::{ChainClaim, Inputs, Operand, Question, inputs, read_toml};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::source::{FileId, Span};

pub use number::{check, numbers};
use raw::{RawAsk, RawFile, RawFinding, RawTable};
pub use sentence::{Piece, Sentence};
pub use table::{TableRequest, table_request};

/// The findings and tables of one file.
#[derive(Debug, Clone)]
pub struct FindingsFile {
    /// What is found, in the order of the file.
    pub findings: Vec<Finding>,
    /// What is shown in full.
    pub tables: Vec<TableSpec>,
}

/// What an editor would post.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The mechanic, with its game.
    pub mechanic: String,
    /// What is said.
    pub sentence: Sentence,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// The rules that it turns on.
    pub turns_on: Vec<String>,
    /// Where it stands in its file.
    pub span: Span,
}

/// A figure of a sentence.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its name in the sentence.
    pub name: String,
    /// What it is.
    pub question: Question,
    /// Under which inputs.
    pub inputs: Inputs,
    /// Under which rule set, where it is not the default one.
    pub rules: Option<String>,
    /// How it is written.
    pub show: Show,
    /// Where it stands in its file.
    pub span: Span,
}

/// How a figure is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// `9/280 (~3.21%)`
    Exact,
    /// `~3.21%`
    Percent,
    /// `1 in 31.1`
    OneIn,
    /// A number that is no chance: `36`
    Number,
}

impl Show {
    const ALL: [(&'static str, Show); 4] = [
        ("exact", Show::Exact),
        ("percent", Show::Percent),
        ("one-in", Show::OneIn),
        ("number", Show::Number),
    ];
}

/// A table on the page of a mechanic.
#[derive(Debug, Clone)]
pub struct TableSpec {
    /// The mechanic, with its game.
    pub mechanic: String,
    /// What it is called.
    pub title: String,
    /// The rule sets that stand side by side; empty for the default one.
    pub rules: Vec<String>,
    /// The inputs.
    pub inputs: Inputs,
    /// What runs through values.
    pub sweep: Option<String>,
    /// What is shown.
    pub contents: Contents,
    /// Where it stands in its file.
    pub span: Span,
}

/// What a table shows.
#[derive(Debug, Clone)]
pub enum Contents {
    /// Outcomes, each on its own or jointly, given an event.
    Outcomes {
        /// The outcomes; empty for those of the overview.
        names: Vec<String>,
        /// Each on its own; members of a family in a grid.
        marginals: bool,
        /// What is known.
        given: Option<String>,
    },
    /// Questions, each in a column under its label.
    Questions(Vec<(String, String)>),
}

/// What decides a figure.
const OF_FIGURE: Asking = Asking { what: "the figure", keys: "query, value, rule, chain" };

impl FindingsFile {
    /// Reads the text of a findings file that belongs to a game.
    ///
    /// # Errors
    /// Everything that is wrong with its form, with places. What its questions say of mechanics is said by
    /// [`check`].
    ///
    /// ```
    /// use trueodds::{findings::FindingsFile, source::FileId};
    ///
    /// let text = "[[finding]]\nmechanic = \"m\"\ntext = \"A chest comes in {odds} of the rooms.\"\n\
    ///     ask.odds = { query = \"P(x = 1)\" }\n";
    /// let file = FindingsFile::read("game", FileId::default(), text).expect("a findings file");
    /// assert_eq!(file.findings[0].mechanic, "game/m");
    /// let stale = text.replace("{odds}", "5%");
    /// assert!(FindingsFile::read("game", FileId::default(), &stale).is_err());
    /// ```
    pub fn read(game: &str, file: FileId, text: &str) -> Result<FindingsFile, Vec<Diagnostic>> {
        let raw: RawFile = read_toml(Code::BadFindings, file, text).map_err(|problem| vec![problem])?;
        let mut reader = Reader { game, file, text, problems: Vec::new() };
        let findings = raw.finding.into_iter().map(|finding| reader.finding(finding)).collect();
        let tables = raw.table.into_iter().map(|table| reader.table(table)).collect();
        if reader.problems.is_empty() { Ok(FindingsFile { findings, tables }) } else { Err(reader.problems) }
    }
}

struct Reader<'a> {
    game: &'a str,
    file: FileId,
    text: &'a str,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(Code::BadFindings, span, message));
    }

    fn mechanic(&self, name: &str) -> String {
        if self.game.is_empty() { name.to_owned() } else { format!("{}/{name}", self.game) }
    }

    /// The place of a part of a text: all of it where it is not written as it reads.
    fn within(&self, whole: Range<usize>, value: &str, part: Range<usize>) -> Span {
        let quoted = self.text.get(whole.clone()).and_then(|quoted| quoted.find(value));
        let range = quoted.map(|at| whole.start + at).map(|at| at + part.start..at + part.end);
        Span::new(self.file, range.unwrap_or(whole))
    }

    fn finding(&mut self, raw: RawFinding) -> Finding {
        let span = Span::new(self.file, raw.mechanic.span());
        let (whole, text) = (raw.text.span(), raw.text.into_inner());
        let sentence = Sentence::read(&text).unwrap_or_else(|problems| {
            for (part, message) in problems {
                let place = self.within(whole.clone(), &text, part);
                self.problem(place, message);
            }
            Sentence::default()
        });
        let common = inputs(&raw.with, &raw.set, &raw.state, &raw.change);
        let mut figures = Vec::new();
        for (name, ask) in raw.ask {
            let place = Span::new(self.file, ask.span());
            figures.push(self.figure(name, ask.into_inner(), place, &common, raw.rules.as_ref()));
        }
        // In the order of the sentence.
        let place = |figure: &Figure| sentence.names().position(|name| name == figure.name);
        figures.sort_by_key(place);
        self.names(&sentence, &figures, &text, whole);
        Finding {
            mechanic: self.mechanic(raw.mechanic.get_ref()),
            sentence,
            figures,
            turns_on: raw.turns_on.map(|rules| rules.into_inner().list()).unwrap_or_default(),
            span,
        }
    }

    /// That each figure that the sentence names is there, and each that is there is named.
    fn names(&mut self, sentence: &Sentence, figures: &[Figure], text: &str, whole: Range<usize>) {
        let named: BTreeSet<&str> = sentence.names().collect();
        // What is wrong with the sentence itself was said.
        if sentence.0.is_empty() {
            return;
        }
        if named.is_empty() {
            let message = "the sentence has no figure; write `{name}` where it stands";
            self.problem(Span::new(self.file, whole.clone()), message);
        }
        for name in &named {
            if !figures.iter().any(|figure| figure.name == *name) {
                let help = or_nearest(name, figures.iter().map(|figure| figure.name.as_str()));
                let at = text.find(&format!("{{{name}}}")).unwrap_or_default();
                let place = self.within(whole.clone(), text, at..at + name.len() + 2);
                let problem = format!("no `ask.{name}` says what `{{{name}}}` is");
                self.problems.push(Diagnostic::error(Code::BadFindings, place, problem).maybe_help(help));
            }
        }
        for figure in figures.iter().filter(|figure| !named.contains(figure.name.as_str())) {
            let message = format!("`{{{}}}` does not stand in the sentence", figure.name);
            self.problem(figure.span, message);
        }
    }

    fn figure(
        &mut self,
        name: String,
        mut raw: RawAsk,
        span: Span,
        common: &Inputs,
        rules: Option<&String>,
    ) -> Figure {
        let file = self.file;
        let mut problem = |span: Span, message: String| self.problem(span, message);
        let asked = question(raw.question(), &OF_FIGURE, file, span, &mut problem).under(common);
        if let Question::Chain(ChainClaim::Streak(..)) = asked {
            problem(span, "no command computes a streak; a finding cannot have one".to_owned());
        }
        if let Question::Value(_, operands) = &asked
            && operands.iter().any(|(_, operand)| matches!(operand, Operand::Sum(..)))
        {
            problem(span, "no command sums along a sweep; a finding cannot have it".to_owned());
        }
        let own = inputs(&raw.with, &raw.set, &raw.state, &raw.change);
        let show = raw.show.as_ref().map_or(Some(Show::Exact), |text| {
            Show::ALL.iter().find(|(known, _)| known == text.get_ref()).map(|(_, show)| *show)
        });
        if let (None, Some(text)) = (show, &raw.show) {
            let names = Show::ALL.map(|(name, _)| name);
            let text_span = Span::new(file, text.span());
            problem(
                text_span,
                format!("no way `{}` to show a figure; write one of {}", text.get_ref(), names.join(", ")),
            );
        }
        Figure {
            name,
            question: asked,
            inputs: common.changed_by(&own),
            rules: raw.rules.or_else(|| rules.cloned()),
            show: show.unwrap_or(Show::Exact),
            span,
        }
    }

    fn table(&mut self, raw: RawTable) -> TableSpec {
        let span = Span::new(self.file, raw.title.span());
        let questions: Vec<(String, String)> =
            raw.column.into_iter().map(|column| (column.label, column.query)).collect();
        if !questions.is_empty() && (!raw.outcome.is_empty() || raw.marginals || raw.given.is_some()) {
            self.problem(span, "a table has either `column` or `outcome`, `marginals` and `given`");
        }
        let contents = if questions.is_empty() {
            Contents::Outcomes { names: raw.outcome, marginals: raw.marginals, given: raw.given }
        } else {
            Contents::Questions(questions)
        };
        TableSpec {
            mechanic: self.mechanic(raw.mechanic.get_ref()),
            title: raw.title.into_inner(),
            rules: raw.rules.map(OneOrMany::list).unwrap_or_default(),
            inputs: inputs(&raw.with, &raw.set, &raw.state, &raw.change),
            sweep: raw.sweep,
            contents,
            span,
        }
    }
}
