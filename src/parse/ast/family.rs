//! Enumerations by name, names for whole numbers, families of declarations, and tables of their values.

use super::{Basis, Expr, Name, Naming, Source, Variant};
use crate::source::Span;

/// `enumeration room { boss "Boss Room", shop }`
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// Its name.
    pub name: Name,
    /// Its values; of those in a file as many as were read from it.
    pub variants: Vec<Variant>,
    /// The file that they stand in, where they do: `from "items.csv"`.
    pub file: Option<Source>,
    /// The braces, or the name of the file.
    pub span: Span,
}

/// `{ 10 "Jail", 30 "Go to jail" }`: what whole numbers are called.
#[derive(Debug, Clone)]
pub struct NumberLabels {
    /// The numbers that have a name.
    pub labels: Vec<NumberLabel>,
    /// The braces.
    pub span: Span,
}

/// `10 "Jail"`
#[derive(Debug, Clone)]
pub struct NumberLabel {
    /// Its place.
    pub span: Span,
    /// The number.
    pub value: Expr,
    /// Label and template.
    pub naming: Naming,
}

/// `{room}_rank by room`, `size by character, rarity`: something declared once for every value.
#[derive(Debug, Clone)]
pub struct Family {
    /// What the members are called, as written: `{room}_rank`.
    pub pattern: Name,
    /// What it goes through.
    pub by: Vec<Over>,
}

/// What a family goes through.
#[derive(Debug, Clone)]
pub enum Over {
    /// The values of an enumeration.
    Values(Name),
    /// Whole numbers from the first to the last.
    Range(Expr, Expr),
}

impl Over {
    /// Its place.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Over::Values(name) => name.span,
            Over::Range(first, last) => first.span.to(last.span),
        }
    }
}

/// The values of the members of a family: `{ ironclad 20 36 16; silent 19 33 19 }`
#[derive(Debug, Clone)]
pub struct Table {
    /// One for each value of what the family goes through first.
    pub rows: Vec<Row>,
    /// The file that they stand in, where they do: `from "items.csv"`.
    pub file: Option<Source>,
    /// The braces, or the name of the file.
    pub span: Span,
}

/// One row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its place.
    pub span: Span,
    /// The value it is for.
    pub of: Expr,
    /// The values of the members: one, or one for each value of what the family goes through second.
    pub cells: Vec<Expr>,
    /// Where they come from, where not from where the rest of the table comes.
    pub basis: Option<Basis>,
}

/// What is given a value.
#[derive(Debug, Clone)]
pub struct Place {
    /// The name of a variable, an outcome or a state, or of a family of them.
    pub name: Name,
    /// Which member of the family, where it is one.
    pub of: Vec<Expr>,
}
