//! Parts of labels that stand for all of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Named;
use super::words::{is_glue, stem, stems};
use crate::check::model::Variant;

/// The values of an input whose labels have two words each and end with the same: each with its place among them, the stem
/// of its first word and its label.
pub(super) fn first_words(variants: &[Variant]) -> Vec<(u32, String, &str)> {
    let split = |label: &str| match stems(label).as_slice() {
        [first, last] => Some((first.clone(), last.clone())),
        _ => None,
    };
    let words: Option<Vec<(String, String)>> = variants.iter().map(|variant| split(&variant.label)).collect();
    let words = words.filter(|words| words.len() > 1 && words.iter().all(|(_, last)| *last == words[0].1));
    let all = (0..).zip(words.into_iter().flatten().zip(variants));
    all.map(|(place, ((first, _), variant))| (place, first, variant.label.as_str())).collect()
}

/// Parts of labels with what these stand for.
#[derive(Default)]
pub(super) struct Parts {
    labels: FxHashMap<u32, BTreeSet<String>>,
    named: FxHashMap<u32, Vec<Named>>,
}

impl Parts {
    pub(super) fn add(&mut self, word: Option<&u32>, label: &str, named: Named) {
        if let Some(word) = word {
            self.labels.entry(*word).or_default().insert(label.to_owned());
            self.named.entry(*word).or_default().push(named);
        }
    }

    /// The words in the plural.
    pub(super) fn add_plurals(&mut self, words: &FxHashMap<String, u32>, label: &str, named: &Named) {
        let lower = label.to_lowercase();
        let plurals = lower.split(' ').filter(|word| word.ends_with('s') && !is_glue(&stem(word)));
        plurals.for_each(|word| self.add(words.get(stem(word).as_ref()), label, named.clone()));
    }

    /// Those that only one label has, and that are none themselves.
    pub(super) fn of_one(self, is_label: impl Fn(u32) -> bool) -> FxHashMap<u32, Vec<Named>> {
        let Parts { labels, named } = self;
        named.into_iter().filter(|(word, _)| labels[word].len() == 1 && !is_label(*word)).collect()
    }
}
