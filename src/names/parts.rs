//! Parts of labels that stand for all of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Named;
use super::words::{is_glue, is_nothing, stem, stems};
use crate::check::model::Variant;

/// The values of an input or an outcome whose labels have two words each and end with the same, but for that which stands
/// for nothing: each with its place among them, the stem of its first word and its label.
pub(super) fn first_words(variants: &[Variant]) -> Vec<(u32, String, &str)> {
    let split = |label: &str| match stems(label).as_slice() {
        [first, last] if !is_glue(first) => Some((first.clone(), last.clone())),
        _ => None,
    };
    let is_thing = |variant: &&Variant| !is_nothing(&variant.name);
    let things = || variants.iter().filter(is_thing);
    let words: Option<Vec<(String, String)>> = things().map(|variant| split(&variant.label)).collect();
    let words = words.filter(|words| words.len() > 1 && words.iter().all(|(_, last)| *last == words[0].1));
    let all = (0..).zip(variants).filter(|(_, variant)| is_thing(variant));
    let all = all.zip(words.into_iter().flatten());
    all.map(|((place, variant), (first, _))| (place, first, variant.label.as_str())).collect()
}

/// Parts of labels with what these stand for.
#[derive(Default)]
pub(super) struct Parts {
    labels: FxHashMap<u32, BTreeSet<String>>,
    named: FxHashMap<u32, Vec<(String, Named)>>,
}

impl Parts {
    pub(super) fn add(&mut self, word: Option<&u32>, label: &str, named: Named) {
        if let Some(word) = word {
            self.labels.entry(*word).or_default().insert(label.to_owned());
            self.named.entry(*word).or_default().push((label.to_owned(), named));
        }
    }

    /// The words in the plural.
    pub(super) fn add_plurals(&mut self, words: &FxHashMap<String, u32>, label: &str, named: &Named) {
        let lower = label.to_lowercase();
        let plurals = lower.split(' ').filter(|word| word.ends_with('s') && !is_glue(&stem(word)));
        plurals.for_each(|word| self.add(words.get(stem(word).as_ref()), label, named.clone()));
    }

    /// Those that only one label has, or one of which all others that have them say more, and that are none themselves.
    pub(super) fn of_shortest(self, is_label: impl Fn(u32) -> bool) -> FxHashMap<u32, Vec<Named>> {
        let Parts { labels, named } = self;
        let shortest = |labels: &BTreeSet<String>| {
            let first = labels.iter().min_by_key(|label| label.len())?;
            labels.iter().all(|label| label.starts_with(first.as_str())).then(|| first.clone())
        };
        let all = named.into_iter().filter(|(word, _)| !is_label(*word));
        let own = all.filter_map(|(word, named)| {
            let shortest = shortest(&labels[&word])?;
            let own = named.into_iter().filter(|(label, _)| *label == shortest).map(|(_, named)| named);
            Some((word, own.collect()))
        });
        own.collect()
    }

    /// Those that only one label has, and that are none themselves.
    pub(super) fn of_one(self, is_label: impl Fn(u32) -> bool) -> FxHashMap<u32, Vec<Named>> {
        let Parts { labels, named } = self;
        let all = named.into_iter().filter(|(word, _)| labels[word].len() == 1 && !is_label(*word));
        all.map(|(word, named)| (word, named.into_iter().map(|(_, named)| named).collect())).collect()
    }
}
