//! Kinds of values, and the values they allow.

use crate::exact::Rational;

/// Which enumeration of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EnumId(pub usize);

/// What kind of value an expression has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number.
    Integer,
    /// A rational number.
    Number,
    /// A continuous roll.
    Roll,
    /// A value of an enumeration.
    Enum(EnumId),
    /// Some values, one after another.
    List(Element),
    /// All outcomes of the mechanic of that number among those used.
    Record(usize),
    /// A pool, by its number in the file.
    Pool(usize),
    /// All members of a family, by its place in the model.
    Family(usize),
    /// Not known, because an error was already reported. Fits everywhere.
    Unknown,
}

impl Kind {
    /// Whether a value of this kind can stand where `wanted` is needed: whole numbers are numbers, and
    /// a number is a roll that always gives the same.
    #[must_use]
    pub fn fits(self, wanted: Kind) -> bool {
        match (self, wanted) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => true,
            (Kind::Integer, Kind::Number | Kind::Roll) | (Kind::Number, Kind::Roll) => true,
            (Kind::List(own), Kind::List(other)) => own.kind().fits(other.kind()),
            _ => self == wanted,
        }
    }

    /// The kind that has room for both, if there is one.
    #[must_use]
    pub fn join(self, other: Kind) -> Option<Kind> {
        if self == Kind::Unknown || other.fits(self) {
            Some(if self == Kind::Unknown { other } else { self })
        } else if self.fits(other) {
            Some(other)
        } else {
            None
        }
    }

    /// Whether it can be calculated with.
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Kind::Integer | Kind::Number | Kind::Roll | Kind::Unknown)
    }
}

/// What a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Flags.
    Flag,
    /// Whole numbers.
    Integer,
    /// Rational numbers.
    Number,
    /// Values of an enumeration.
    Enum(EnumId),
}

impl Element {
    /// The kind of each.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Element::Flag => Kind::Flag,
            Element::Integer => Kind::Integer,
            Element::Number => Kind::Number,
            Element::Enum(id) => Kind::Enum(id),
        }
    }

    /// What a list of such values holds; `None` for what no list can hold.
    #[must_use]
    pub fn of(kind: Kind) -> Option<Element> {
        Some(match kind {
            Kind::Flag => Element::Flag,
            Kind::Integer => Element::Integer,
            Kind::Number => Element::Number,
            Kind::Enum(id) => Element::Enum(id),
            _ => return None,
        })
    }
}

/// What is asked of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPart {
    /// `first of`
    First,
    /// `last of`
    Last,
    /// `length of`
    Length,
    /// `sum of`
    Sum,
}

impl ListPart {
    /// The part that the word before `of` asks for.
    #[must_use]
    pub fn named(word: &str) -> Option<ListPart> {
        Some(match word {
            "first" => ListPart::First,
            "last" => ListPart::Last,
            "length" => ListPart::Length,
            "sum" => ListPart::Sum,
            _ => return None,
        })
    }
}

/// One value of an enumeration.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name in the language and on the command line.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
    /// The template that writes it on a wiki.
    pub template: Option<String>,
}

/// A list of named values.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// The input, rule or outcome that declares it.
    pub name: String,
    /// Its values in the order of the declaration.
    pub variants: Vec<Variant>,
}

/// The values a number may take; both ends belong to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: Option<Rational>,
    /// The greatest.
    pub high: Option<Rational>,
}

impl Range {
    /// From 0 to 1.
    #[must_use]
    pub fn probability() -> Range {
        Range { low: Some(Rational::ZERO), high: Some(Rational::ONE) }
    }

    /// Whether the number lies in it.
    #[must_use]
    pub fn contains(&self, number: &Rational) -> bool {
        self.low.as_ref().is_none_or(|low| number >= low)
            && self.high.as_ref().is_none_or(|high| number <= high)
    }

    /// As said in messages: `from 0 to 1`, `from 0`, `up to 10`.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => Some(format!("from {low} to {high}")),
            (Some(low), None) => Some(format!("from {low}")),
            (None, Some(high)) => Some(format!("up to {high}")),
            (None, None) => None,
        }
    }
}
