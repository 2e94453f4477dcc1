//! The neutral document between questions and formats: what is said, not how it looks.

use serde_json::Value as Json;

use crate::diagnostic::one_line;
use crate::exact::Rational;

/// An answer in three shapes: a document for people, JSON for programs, and plain records.
#[derive(Debug, Clone)]
pub struct Report {
    /// What people read.
    pub blocks: Vec<Block>,
    /// The JSON document, with `schema` and `kind`.
    pub json: Json,
    /// The records of the CSV, header first.
    pub records: Vec<Vec<String>>,
    /// What a citation names: mechanic, rule sets, inputs.
    pub subject: String,
}

impl Report {
    /// What a reader can compute again: the tool with its version, mechanic, rule sets and inputs.
    #[must_use]
    pub fn citation(&self) -> String {
        citation_text(&self.subject)
    }

    /// Two reports of the same kind as one: the parts, answers and records after each other.
    #[must_use]
    pub fn join(mut self, other: Report) -> Report {
        self.blocks.extend(other.blocks);
        self.records.extend(other.records.into_iter().skip(1));
        if let (Json::Object(own), Json::Object(theirs)) = (&mut self.json, other.json) {
            for (key, value) in theirs {
                match (own.get_mut(&key), value) {
                    (Some(Json::Array(list)), Json::Array(more)) => list.extend(more),
                    (Some(_), _) => {}
                    (None, value) => {
                        own.insert(key, value);
                    }
                }
            }
        }
        self
    }
}

/// The tool with its version, and what it computed.
pub(super) fn citation_text(subject: &str) -> String {
    format!("Computed exactly with trueodds {}: {subject}.", env!("CARGO_PKG_VERSION"))
}

/// A part of a document.
#[derive(Debug, Clone)]
pub enum Block {
    /// A title.
    Heading(Text),
    /// Some words.
    Paragraph(Text),
    /// A table.
    Table(Table),
    /// A question and its answer in one line.
    Answer {
        /// The question.
        question: Text,
        /// The answer.
        answer: Cell,
    },
    /// What something is called, and its value: a line that says what it is in every format.
    Statement {
        /// What it is called.
        subject: Text,
        /// Its value.
        value: Cell,
    },
}

/// Words, where a part may have a wiki template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Span>);

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// What people call it.
    pub plain: String,
    /// The template that writes it on a wiki, with its braces.
    pub template: Option<String>,
}

impl Text {
    /// Words without a template.
    pub fn plain(text: impl Into<String>) -> Text {
        Text(vec![Span { plain: one_line(&text.into()).into_owned(), template: None }])
    }

    /// A label that a template may write.
    #[must_use]
    pub fn label(label: &str, template: Option<&String>) -> Text {
        Text(vec![Span { plain: one_line(label).into_owned(), template: template.cloned() }])
    }

    /// Adds words.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>) -> Text {
        self.0.push(Span { plain: one_line(&text.into()).into_owned(), template: None });
        self
    }

    /// Adds other text.
    #[must_use]
    pub fn join(mut self, other: Text) -> Text {
        self.0.extend(other.0);
        self
    }

    /// The words without templates.
    #[must_use]
    pub fn to_plain(&self) -> String {
        self.0.iter().map(|span| span.plain.as_str()).collect()
    }
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// What it is about.
    pub caption: Text,
    /// The headers, that of the row labels first.
    pub header: Vec<Header>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The header of a column.
#[derive(Debug, Clone)]
pub struct Header {
    /// Its words.
    pub text: Text,
    /// Whether the column holds numbers.
    pub numeric: bool,
}

/// A row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its label.
    pub label: Text,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Whether it sums up the others and stays at the end when the table is sorted.
    pub total: bool,
}

/// How a probability is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// `21.6%`
    Percent,
    /// `27/125`
    Fraction,
    /// `27/125`, or `…` where it is too long to read
    ShortFraction,
    /// `27/125 (21.6%)`
    Both,
    /// `1 in 4.63`
    OneIn,
}

/// The contents of a cell.
#[derive(Debug, Clone)]
pub enum Cell {
    /// Words.
    Text(Text),
    /// A probability.
    Probability(Rational, Shown),
    /// A number that is no probability: a mean, a variance.
    Number(Rational),
    /// A difference of probabilities, shown in points of a percentage.
    Points(Rational),
    /// By how much a probability is multiplied.
    Times(Rational),
    /// The square root of a number, such as a standard deviation.
    Root(Rational),
}
