//! What several values of an outcome are together: a 5★ is what "Featured 5★" and "Standard 5★" are, where nothing else is
//! called so.

use std::collections::BTreeMap;

use super::words::{is_glue, is_kind, is_nothing, stems};
use super::{Meaning, Named, Names};
use crate::check::FieldId;
use crate::value::Value;

/// Endings of labels with more words than this name no kind.
const LONGEST: usize = 3;

impl Names<'_> {
    /// The values of an outcome of a mechanic that some words name together; nothing where they name none or one.
    pub(crate) fn kind(&self, mechanic: usize, field: FieldId, words: &str) -> Option<&[Value]> {
        // Hardly any outcome has kinds, and words are read slowly.
        let own = (mechanic, field, Vec::new());
        self.kinds.range(&own..).next().filter(|((index, of, _), _)| (*index, *of) == (mechanic, field))?;
        self.kinds.get(&(mechanic, field, stems(words))).map(Vec::as_slice)
    }

    /// Names what the labels of two values or more, and not of all, end with.
    pub(super) fn name_kinds(&mut self) {
        let mut found = BTreeMap::new();
        for (index, mechanic) in self.mechanics.iter().enumerate() {
            let model = &mechanic.model;
            for field in model.field_ids() {
                let mut all = 0;
                let mut endings: BTreeMap<Vec<String>, Vec<Value>> = BTreeMap::new();
                let variants = (0..).zip(model.variants(model[field].kind));
                for (value, variant) in variants.filter(|(_, variant)| !is_nothing(&variant.name)) {
                    let words = stems(&variant.label);
                    all += 1;
                    for start in 1.max(words.len().saturating_sub(LONGEST))..words.len() {
                        endings.entry(words[start..].to_vec()).or_default().push(Value::Variant(value));
                    }
                }
                // What all uses are called is none of them: a "Normal cast" and a "Critical cast" are casts.
                let uses = self.uses.get(index);
                let is_use = |word: &String| uses.is_some_and(|uses| uses.contains(word));
                let is_name = |words: &[String]| match words {
                    [word] => !is_glue(word) && !is_kind(word) && !is_use(word),
                    _ => true,
                };
                let several = endings.into_iter().filter(|(_, values)| (2..all).contains(&values.len()));
                let named = several.filter(|(words, _)| is_name(words) && !self.has(words));
                found.extend(named.map(|(words, values)| ((index, field, words), values)));
            }
        }
        for ((mechanic, field, words), values) in &found {
            let first = values.first().cloned();
            let named =
                first.map(|value| Named { mechanic: *mechanic, meaning: Meaning::Outcome(*field, value) });
            named.into_iter().for_each(|named| self.add(words, named));
        }
        self.kinds = found;
    }

    /// Whether some words are a label, as stems.
    fn has(&self, words: &[String]) -> bool {
        let step = |node: u32, word: &String| self.step(node, *self.words.get(word)?);
        let end = words.iter().try_fold(0, step);
        end.and_then(|end| self.ends.get(end as usize)).is_some_and(|ends| !ends.is_empty())
    }
}
