//! Other words for labels, as the data of a game say them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::exact::Rational;

/// Other words for labels, and for an input or a state that has a value: `"Coin" = ["penny", "cent"]`,
/// `"Red hearts = 4" = ["hurt"]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Aliases(BTreeMap<String, Vec<String>>);

impl Aliases {
    /// The other words for a label; none where nobody says any.
    #[must_use]
    pub fn of(&self, label: &str) -> &[String] {
        self.0.get(label).map_or(&[], Vec::as_slice)
    }

    /// The words that say which number an input or a state with a label has.
    pub fn numbers(&self, label: &str) -> impl Iterator<Item = (Rational, &[String])> {
        self.0.iter().filter_map(move |(key, words)| {
            let (own, number) = key.split_once(" = ")?;
            (own == label).then(|| Some((number.parse().ok()?, words.as_slice())))?
        })
    }
}
