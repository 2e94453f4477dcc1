//! Other words for labels, as the data of a game say them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Other words for labels: `"Coin" = ["penny", "cent"]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Aliases(BTreeMap<String, Vec<String>>);

impl Aliases {
    /// The other words for a label; none where nobody says any.
    #[must_use]
    pub fn of(&self, label: &str) -> &[String] {
        self.0.get(label).map_or(&[], Vec::as_slice)
    }

    /// The labels that have aliases.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
