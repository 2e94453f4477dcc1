//! What people call things: the uses of a mechanic, and whole numbers.

use super::model::label_from_name;
use crate::exact::Rational;

/// What one use of a mechanic is called, and several: `card`, `cards`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseName {
    /// One.
    pub one: String,
    /// Several.
    pub many: String,
}

impl Default for UseName {
    fn default() -> UseName {
        UseName { one: "use".to_owned(), many: "uses".to_owned() }
    }
}

impl UseName {
    /// `1 card`, `19 cards`
    #[must_use]
    pub fn counted(&self, count: u64) -> String {
        format!("{count} {}", if count == 1 { &self.one } else { &self.many })
    }

    /// As it begins a heading: `Card`.
    #[must_use]
    pub fn heading(&self) -> String {
        label_from_name(&self.one)
    }

    /// As several begin a heading: `Cards`.
    #[must_use]
    pub fn headings(&self) -> String {
        label_from_name(&self.many)
    }
}

/// What people call a whole number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberLabel {
    /// The number.
    pub value: Rational,
    /// What people call it.
    pub label: String,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
    /// The template that writes it on a wiki.
    pub template: Option<String>,
}
