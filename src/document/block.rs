//! What people read of an answer: headings, words, tables, whose rows are made when they are written.

use std::collections::HashMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::reasons::Reason;
use crate::diagnostic::one_line;
use crate::exact::{Proven, Rational};

/// A list that is made anew each time it is gone through, so that a long one is never held in memory.
pub struct Stream<'a, T>(Box<dyn Fn() -> Items<'a, T> + 'a>);

/// The items of a [`Stream`].
pub type Items<'a, T> = Box<dyn Iterator<Item = T> + 'a>;

impl<'a, T: 'a> Stream<'a, T> {
    /// The list that `make` makes.
    pub fn new<I: Iterator<Item = T> + 'a>(make: impl Fn() -> I + 'a) -> Stream<'a, T> {
        Stream(Box::new(move || Box::new(make())))
    }

    /// The items from the first on.
    ///
    /// ```
    /// use trueodds::document::Stream;
    ///
    /// let squares = Stream::new(|| (1..=3).map(|n| n * n));
    /// assert_eq!(squares.iter().sum::<i32>(), 14);
    /// // It is made anew each time it is asked for.
    /// assert_eq!(squares.iter().count(), 3);
    /// ```
    #[must_use]
    pub fn iter(&self) -> Items<'a, T> {
        (self.0)()
    }
}

impl<'a, T: Clone + 'a> From<Vec<T>> for Stream<'a, T> {
    fn from(items: Vec<T>) -> Stream<'a, T> {
        let items: std::rc::Rc<[T]> = items.into();
        Stream::new(move || {
            let items = items.clone();
            (0..items.len()).map(move |index| items[index].clone())
        })
    }
}

impl<'a, T: Clone + 'a> FromIterator<T> for Stream<'a, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Stream<'a, T> {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T> fmt::Debug for Stream<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

impl<'a, T: Serialize + 'a> Serialize for Stream<'a, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for Stream<'_, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// A part of a document.
#[derive(Debug)]
pub enum Block<'a> {
    /// A title.
    Heading(Text),
    /// Some words.
    Paragraph(Text),
    /// Words for the one who asked and not for a wiki: only a terminal and a page that answers at once show them.
    Aside(Text),
    /// What may be typed, which is never broken over lines.
    Command(Text),
    /// A table.
    Table(Table<'a>),
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Text(pub Vec<Span>);

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Span {
    /// What people call it.
    pub plain: String,
    /// The template that writes it on a wiki, with its braces.
    pub template: Option<String>,
    /// Whether somebody wrote it as wikitext, so that a wiki has it as it stands.
    pub raw: bool,
}

impl Span {
    fn new(plain: &str, template: Option<String>) -> Span {
        Span { plain: one_line(plain).into_owned(), template, raw: false }
    }
}

impl Header {
    /// The header of a column of words.
    pub fn words(text: impl Into<Text>) -> Header {
        Header { groups: Vec::new(), text: text.into(), numeric: false }
    }

    /// The header of a column of numbers.
    pub fn numbers(text: impl Into<Text>) -> Header {
        Header { groups: Vec::new(), text: text.into(), numeric: true }
    }

    /// The same under what it has in common with those beside it.
    #[must_use]
    pub fn under(self, groups: Vec<Text>) -> Header {
        Header { groups, ..self }
    }

    /// `Lucky Foot, Luck 3`: all of it in one line.
    #[must_use]
    pub fn whole(&self) -> Text {
        Text::list(self.groups.iter().chain([&self.text]).cloned(), ", ")
    }
}

/// A cell of the head of a table.
#[derive(Debug, Clone, Copy)]
pub struct HeadCell<'t> {
    /// Its words.
    pub text: &'t Text,
    /// The first column that it stands above.
    pub first: usize,
    /// How many columns it stands above; of the header of a column 1.
    pub columns: usize,
    /// How many rows of the head it fills.
    pub rows: usize,
    /// Whether it has others below it.
    pub is_group: bool,
    /// Whether its columns hold numbers.
    pub numeric: bool,
}

/// The head of a table row by row: what several headers have in common stands once above them all.
///
/// ```
/// use trueodds::document::block::{Header, Text, head_rows};
///
/// let both = |text: &str| Header::numbers(text).under(vec![Text::plain("Both")]);
/// let head = [Header::words("Luck"), both("0"), both("1")];
/// let rows = head_rows(&head.iter().collect::<Vec<_>>());
/// assert_eq!((rows[0][0].rows, rows[0][1].columns, rows[1].len()), (2, 2, 2));
/// ```
#[must_use]
pub fn head_rows<'t>(headers: &[&'t Header]) -> Vec<Vec<HeadCell<'t>>> {
    let depth = headers.iter().map(|header| header.groups.len()).max().unwrap_or(0);
    let row = |level: usize| {
        let mut cells = Vec::new();
        let mut first = 0;
        while let Some(header) = headers.get(first) {
            let group = header.groups.get(..=level);
            let beside = |other: &&&Header| group.is_some() && other.groups.get(..=level) == group;
            let columns = headers[first..].iter().take_while(beside).count().max(1);
            let numeric = header.numeric;
            if let Some(text) = header.groups.get(level) {
                cells.push(HeadCell { text, first, columns, rows: 1, is_group: true, numeric });
            } else if header.groups.len() == level {
                let (text, rows) = (&header.text, depth - level + 1);
                cells.push(HeadCell { text, first, columns, rows, is_group: false, numeric });
            }
            first += columns;
        }
        cells
    };
    (0..=depth).map(row).collect()
}

impl Row {
    /// A row that sums up nothing.
    pub fn new(label: impl Into<Text>, cells: impl IntoIterator<Item = Cell>) -> Row {
        Row { label: label.into(), cells: cells.into_iter().collect(), asked: Vec::new(), total: false }
    }

    /// A row of words.
    pub fn words<T: Into<String>>(label: impl Into<Text>, cells: impl IntoIterator<Item = T>) -> Row {
        Row::new(label, cells.into_iter().map(Cell::words))
    }
}

impl Cell {
    /// Words without a template.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell::Text(Text::plain(text))
    }
}

impl Block<'_> {
    /// Some words.
    pub fn paragraph(text: impl Into<Text>) -> Self {
        Block::Paragraph(text.into())
    }
}

impl From<String> for Text {
    fn from(words: String) -> Text {
        Text::plain(words)
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::plain(words)
    }
}

impl Text {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `TEXT (COMMON)`; without the brackets where there is nothing in common.
    #[must_use]
    pub fn in_brackets(self, common: Text) -> Text {
        if common.is_empty() { self } else { self.and(" (").join(common).and(")") }
    }

    /// Texts with something between them.
    ///
    /// ```
    /// use trueodds::document::Text;
    ///
    /// let keys = [Text::plain("a chest"), Text::plain("a key")];
    /// assert_eq!(Text::list(keys, " or ").to_plain(), "a chest or a key");
    /// ```
    pub fn list(parts: impl IntoIterator<Item = Text>, between: &str) -> Text {
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.fold(
            Text::default(),
            |text, part| {
                if text.is_empty() { part } else { text.and(between).join(part) }
            },
        )
    }

    /// Words without a template.
    ///
    /// ```
    /// use trueodds::document::Text;
    ///
    /// assert_eq!(Text::plain("A key").and("s").to_plain(), "A keys");
    /// ```
    pub fn plain(text: impl Into<String>) -> Text {
        Text(vec![Span::new(&text.into(), None)])
    }

    /// What somebody wrote for a wiki: there it stands as it is.
    #[must_use]
    pub fn raw(text: &str) -> Text {
        Text(vec![Span { raw: true, ..Span::new(text, None) }])
    }

    /// A label that a template may write.
    #[must_use]
    pub fn label(label: &str, template: Option<&String>) -> Text {
        Text(vec![Span::new(label, template.cloned())])
    }

    /// Adds words.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>) -> Text {
        self.0.push(Span::new(&text.into(), None));
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
#[derive(Debug)]
pub struct Table<'a> {
    /// What it is about.
    pub caption: Text,
    /// The headers, that of the row labels first.
    pub header: Vec<Header>,
    /// The rows, made one by one while they are written.
    pub rows: Stream<'a, Row>,
}

impl<'a> Table<'a> {
    /// The table with rows that have the same chances as one, where the first of them stands: `Pill, Trinket (each)`.
    #[must_use]
    pub fn with_equal_rows_together(self) -> Table<'a> {
        let mut rows: Vec<(Row, usize)> = Vec::new();
        let mut places: HashMap<Vec<Cell>, usize> = HashMap::new();
        for row in self.rows.iter() {
            let known = if row.total { None } else { places.get(&row.cells).copied() };
            if let Some((first, count)) = known.and_then(|place| rows.get_mut(place)) {
                let label = std::mem::take(&mut first.label);
                first.label = label.and(", ").join(row.label);
                *count += 1;
            } else {
                if !row.total {
                    places.insert(row.cells.clone(), rows.len());
                }
                rows.push((row, 1));
            }
        }
        let each = |(row, count): (Row, usize)| match count {
            1 => row,
            _ => Row { label: row.label.and(" (each)"), ..row },
        };
        Table { rows: rows.into_iter().map(each).collect::<Vec<_>>().into(), ..self }
    }
}

/// The header of a column.
#[derive(Debug, Clone)]
pub struct Header {
    /// What it has in common with those beside it, the widest first.
    pub groups: Vec<Text>,
    /// What tells it from them.
    pub text: Text,
    /// Whether the column holds numbers.
    pub numeric: bool,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its label.
    pub label: Text,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// For each cell what to ask to hear why it is what it is; empty where nobody wants to.
    pub asked: Vec<Option<Reason>>,
    /// Whether it sums up the others and stays at the end when the table is sorted.
    pub total: bool,
}

/// How a probability is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Words.
    Text(Text),
    /// A probability.
    Probability(Rational, Shown),
    /// A probability of 0 where most are 0: nothing is shown.
    Nothing,
    /// A number that is no probability: a mean, a variance.
    Number(Rational),
    /// A probability that changes: what it is of, before and after.
    Change(Text, [Rational; 2]),
    /// A difference of probabilities, shown in points of a percentage.
    Points(Rational),
    /// By how much a probability is multiplied.
    Times(Rational),
    /// The square root of a number, such as a standard deviation.
    Root(Rational),
    /// A probability of which some digits are proven.
    ProvenProbability(Proven, Shown),
    /// Another number of which some digits are proven.
    Proven(Proven),
}
