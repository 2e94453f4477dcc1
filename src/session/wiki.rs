//! What the wikis of a game understand: `wiki.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::diagnostic::{Code, Diagnostic};
use crate::document::EditionCodes;
use crate::names::Aliases;
use crate::source::{FileId, Span};

/// What the wikis of a game understand: `wiki.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wiki {
    /// What the game is called.
    pub title: Option<String>,
    /// The wikis by name.
    #[serde(default)]
    dialect: BTreeMap<String, Dialect>,
    /// Other words that people use for labels: `"Coin" = ["penny"]`.
    #[serde(default)]
    pub aliases: Aliases,
    /// The template that holds a question and its figure: `{{odds|P(award = coin)|15%}}`.
    pub annotation: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dialect {
    #[serde(default)]
    templates: Vec<String>,
    /// The template that marks editions, and its codes.
    editions: Option<Editions>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Editions {
    template: String,
    /// For each code the editions in it, one bit each.
    codes: BTreeMap<String, u32>,
}

impl Wiki {
    pub(super) fn read(file: FileId, text: &str) -> Result<Wiki, Diagnostic> {
        toml::from_str(text).map_err(|error| {
            let span = Span::new(file, error.span().unwrap_or(0..0));
            Diagnostic::error(Code::BadRuleSet, span, error.message().trim().replace('\n', ", "))
        })
    }

    /// The names of the templates that a wiki has; none for one that is not known.
    #[must_use]
    pub fn templates(&self, dialect: &str) -> Vec<String> {
        self.dialect.get(dialect).map(|dialect| dialect.templates.clone()).unwrap_or_default()
    }

    /// The codes by which a wiki marks sets of editions; none for one that is not known.
    #[must_use]
    pub fn edition_codes(&self, dialect: &str) -> EditionCodes {
        let editions =
            self.dialect.get(dialect).and_then(|dialect| dialect.editions.clone()).unwrap_or_default();
        // Where several codes say the same, the shortest is written.
        let mut codes: Vec<(String, u32)> = editions.codes.into_iter().collect();
        codes.sort_by_key(|(code, _)| (code.len(), code.clone()));
        EditionCodes { template: editions.template, codes }
    }
}
