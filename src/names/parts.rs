//! Parts of labels that stand for all of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Named;
use super::words::{is_glue, is_nothing, stem, stems};
use crate::check::model::Variant;

/// A part of a label that stands for all of it has more letters than so many.
const SHORTEST: usize = 3;

/// The words that stand for values of an input or an outcome whose labels have several: the first of two where the other is
/// what they all are (`vault` for "Vault Lock" of "Lock"), the last one where no other value ends so (`latch` for "Garden
/// Latch"). Each with the place of its value among them and the label.
pub(super) fn telling_words<'v>(of: &str, variants: &'v [Variant]) -> Vec<(u32, String, &'v str)> {
    let is_thing = |variant: &&Variant| !is_nothing(&variant.name);
    let labels: Vec<Option<Vec<String>>> =
        variants.iter().map(|variant| Some(variant).filter(is_thing).map(|own| stems(&own.label))).collect();
    let last = |words: &Vec<String>| words.last().cloned();
    let ends: Vec<String> = labels.iter().flatten().filter_map(last).collect();
    let kind = stems(of).pop();
    // All values of two words that end with the same are told by the first.
    let is_common = ends.len() > 1 && ends.iter().all(|end| *end == ends[0]);
    let mut found = Vec::new();
    for ((place, variant), words) in (0..).zip(variants).zip(&labels) {
        let Some([first, .., last]) = words.as_deref() else { continue };
        let is_of_kind = words.as_ref().is_some_and(|words| words.len() == 2)
            && (is_common || kind.as_ref() == Some(last));
        let is_own = ends.iter().filter(|end| *end == last).count() == 1 && kind.as_ref() != Some(last);
        let part = if is_of_kind { first } else { last };
        if (is_of_kind || is_own) && !is_glue(part) && (is_common || part.len() > SHORTEST) {
            found.push((place, part.clone(), variant.label.as_str()));
        }
    }
    found
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
