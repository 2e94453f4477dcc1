//! What is known of the place where a figure stands: the words in reach of it, by how near they are.

use std::ops::Range;

use super::about::About;
use super::layers::Layers;
use crate::check::StateId;
use crate::exact::Rational;
use crate::names::Named;
use crate::page::{Figure, Shape, Word};
use crate::value::Value;

/// The words in reach of a figure, and what is known of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The token of the figure.
    pub(crate) figure: usize,
    pub(crate) layers: Layers<Range<usize>>,
    /// Words of its cell that are told of another figure there, in brackets; remarks on another column of its row.
    pub(crate) apart: Vec<Range<usize>>,
    /// Whether its column is that of base chances, and its row has such a remark.
    pub(crate) is_base: bool,
    /// Whether the head of its column says that nothing is added: `Base chance`, `Without`.
    pub(crate) is_bare: bool,
    /// Numbers that head its row or column.
    pub(crate) counted: Vec<Counted>,
    /// What the heads of its row are together.
    pub(crate) joined: Vec<Named>,
    /// How many uses came before the one that heads its row or column.
    pub(crate) since: Vec<Since>,
    /// How many uses the heads of its row or column say.
    pub(crate) uses: Vec<Uses>,
    /// How often something comes in these, as a head of its row or column says.
    pub(crate) times: Option<i64>,
    /// Whether it is a cell of a table.
    pub(crate) in_table: bool,
    /// Whether its own words hold one that nobody knows; where they do not say what the figure is about, that may.
    pub(crate) has_unknown: bool,
    /// Whether such a word may be what it is told of, as it neither turns nor compares, or one before the colon that its
    /// sentence begins with.
    pub(crate) has_foreign: bool,
    /// Whether something in its own words is not understood: a head that is a number of nobody knows what.
    pub(crate) unclear: bool,
    /// Whether it is a decimal of which its words say that it is a chance: `library roll: 0.05`.
    pub(crate) is_decimal_chance: bool,
    /// Whether it is a plain number.
    pub(crate) is_number: bool,
    /// Which number of something it is.
    pub(crate) kind: Numbering,
    /// What it tells of, in a text.
    pub(crate) about: About,
    /// A line before it that only names what it goes on about: `Library.`
    pub(crate) topic: Option<Range<usize>>,
}

/// A number that heads a row or column.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    /// The mechanic in which the label stands for what it counts.
    pub(crate) mechanic: usize,
    /// The label, by its place among those of the page.
    pub(crate) label: usize,
    pub(crate) number: Rational,
}

/// How many uses of a mechanic a head of a table says.
#[derive(Debug, Clone)]
pub(crate) struct Uses {
    pub(crate) mechanic: usize,
    /// The number in the head.
    pub(crate) token: usize,
    pub(crate) number: u64,
}

/// A state that counts uses, and its value.
#[derive(Debug, Clone)]
pub(crate) struct Since {
    pub(crate) mechanic: usize,
    pub(crate) state: StateId,
    pub(crate) value: Value,
    /// The number in the text that says so.
    pub(crate) token: Option<usize>,
}

/// Which number of something a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Numbering {
    /// Nothing but its words says so.
    #[default]
    Any,
    /// The lower end of a range: the `8` of `8–9`, of `8 or 9`.
    Low,
    /// The upper end.
    High,
    /// It has digits after its point, as only a mean has.
    Mean,
    /// Its sentence gives a chance: it may say how many of something that is.
    Condition,
}

/// Whether a figure states a chance, and not a number of something: `half` does.
pub(crate) fn states_chance(figure: &Figure) -> bool {
    figure.is_chance() || matches!(figure.shape, Shape::Word(Word::Times(up, down)) if up < down)
}
