//! What a part of a label stands for, in all mechanics of some names.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::parts::{Parts, telling_words};
use super::words::{is_glue, is_kind, stems};
use super::{Meaning, Named, Names};
use crate::check::Kind;
use crate::check::model::Model;
use crate::value::Value;

/// Parts of labels, each kind by itself.
#[derive(Default)]
struct Found {
    /// Of things which one has or has not, and of values.
    things: Parts,
    /// In the plural, of inputs that are whole numbers, and of outcomes that are.
    numbers: Parts,
    outcomes: Parts,
    /// Of inputs that take a number.
    numbered: Parts,
}

impl Names<'_> {
    /// Finds the parts of labels that stand for things which one has or has not, for values and for numbers of things.
    pub(super) fn shorten(&mut self) {
        let mut found = Found::default();
        for (index, mechanic) in self.mechanics.iter().enumerate() {
            self.parts_of_inputs(index, &mechanic.model, &mut found);
            self.parts_of_outcomes(index, &mechanic.model, &mut found);
        }
        self.shared = self.shared_words();
        self.short = found.things.of_one(|word| self.is_label(word));
        self.numbered = found.numbered.of_shortest(|word| self.is_label(word));
        self.counted = found.outcomes.of_one(|word| self.is_label(word) || self.is_shared(word));
        self.counted.extend(found.numbers.of_one(|word| self.is_label(word)));
    }

    fn parts_of_inputs(&self, mechanic: usize, model: &Model, found: &mut Found) {
        for id in model.input_ids() {
            let declaration = &model[id].declaration;
            let label = declaration.label.as_str();
            let named = |meaning| Named { mechanic, meaning };
            for (variant, part, label) in telling_words(&declaration.label, model.variants(declaration.kind))
            {
                found.things.add(
                    self.words.get(&part),
                    label,
                    named(Meaning::Is(id, Value::Variant(variant))),
                );
            }
            let words = stems(label);
            let telling: Vec<&String> = words.iter().filter(|word| !is_glue(word)).collect();
            let [first, .., last] = telling.as_slice() else { continue };
            if matches!(declaration.kind, Kind::Integer | Kind::Number) {
                let named = named(Meaning::Input(id));
                telling
                    .iter()
                    .filter(|word| !is_kind(word))
                    .for_each(|word| found.numbered.add(self.words.get(*word), label, named.clone()));
            }
            match declaration.kind {
                Kind::Flag => {
                    let has_of = words.iter().any(|word| word == "of");
                    let part = if has_of { first } else { last };
                    if !is_kind(part) {
                        let has = named(Meaning::Is(id, Value::Flag(true)));
                        found.things.add(self.words.get(*part), label, has);
                    }
                }
                Kind::Integer => found.numbers.add_plurals(&self.words, label, &named(Meaning::Input(id))),
                _ => {}
            }
        }
    }

    fn parts_of_outcomes(&self, mechanic: usize, model: &Model, found: &mut Found) {
        for field in model.field_ids() {
            let declaration = &model[field];
            let named = |meaning| Named { mechanic, meaning };
            for (variant, part, label) in telling_words(&declaration.label, model.variants(declaration.kind))
            {
                let is = named(Meaning::Outcome(field, Value::Variant(variant)));
                found.things.add(self.words.get(&part), label, is);
            }
            let label = declaration.label.as_str();
            let has_several = || stems(label).iter().filter(|word| !is_glue(word)).count() > 1;
            if declaration.kind == Kind::Integer && has_several() {
                found.outcomes.add_plurals(&self.words, label, &named(Meaning::Field(field)));
            }
        }
    }

    /// The words that stand in more than one label.
    fn shared_words(&self) -> BTreeSet<u32> {
        let mut labels: FxHashMap<u32, BTreeSet<String>> = FxHashMap::default();
        let mut add = |label: &str| {
            for word in stems(label).iter().filter_map(|word| self.words.get(word)) {
                labels.entry(*word).or_default().insert(label.to_lowercase());
            }
        };
        for mechanic in &self.mechanics {
            let model = &mechanic.model;
            add(&model.label);
            for input in model.input_ids() {
                let declaration = &model[input].declaration;
                add(&declaration.label);
                model.variants(declaration.kind).iter().for_each(|variant| add(&variant.label));
            }
            for field in model.field_ids() {
                add(&model[field].label);
                model.variants(model[field].kind).iter().for_each(|variant| add(&variant.label));
            }
        }
        labels.into_iter().filter(|(_, labels)| labels.len() > 1).map(|(word, _)| word).collect()
    }
}
