//! The labels of a mechanic: what each of them stands for.

use std::collections::BTreeSet;

use super::words::{is_glue, is_nothing, stems};
use super::{Aliases, Meaning, Named, Names, RuleName, VERBS};
use crate::check::model::{Declaration, Model, Variant};
use crate::check::{FieldId, InputId, Kind, RuleId};
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::scenario::Mechanic;
use crate::value::Value;

/// Reads the labels of one mechanic.
pub(super) struct Reader<'n, 'a> {
    pub(super) names: &'n mut Names<'a>,
    pub(super) aliases: &'a Aliases,
    pub(super) index: usize,
    pub(super) model: &'a Model,
}

impl Reader<'_, '_> {
    /// Adds all of them to the names.
    pub(super) fn read(mut self, mechanic: &Mechanic) {
        let model = self.model;
        self.label(&model.label, &model.aliases, &Meaning::Mechanic);
        for field in model.field_ids() {
            self.field(field, &model[field]);
        }
        for input in model.input_ids() {
            self.input(input, &model[input].declaration);
        }
        for state in model.state_ids() {
            let declaration = &model[state].declaration;
            self.both(declaration, &Meaning::State(state));
            for (value, variant) in (0..).zip(model.variants(declaration.kind)) {
                let meaning = Meaning::StateIs(state, Value::Variant(value));
                self.label(&variant.label, &variant.aliases, &meaning);
            }
            self.numbers(declaration, |value| Meaning::StateIs(state, value));
            self.kinds(declaration, |value| Meaning::StateIs(state, value));
        }
        for (index, set) in mechanic.rule_sets.iter().enumerate() {
            // `v2` is what a table has for "Version 2".
            let short = Some(set.name.clone()).filter(|name| name.bytes().any(|byte| byte.is_ascii_digit()));
            let short: Vec<String> = short.into_iter().collect();
            self.label(&set.title, &short, &Meaning::Edition(RuleSetId::new(index)));
        }
        // Those of the mechanics that it uses are told with these.
        for rule in model.rule_ids().filter(|rule| model[*rule].owner.is_none()) {
            self.rule(rule, &model[rule].declaration);
        }
    }

    /// A label, its parts that stand for themselves, and its aliases: those of the mechanic and those of its game.
    fn label(&mut self, label: &str, own: &[String], meaning: &Meaning) {
        let named = Named { mechanic: self.index, meaning: meaning.clone() };
        // `Any colour (Prismatic Shard)`
        let (plain, inside) = label.split_once(" (").unwrap_or((label, ""));
        let inside = inside.trim_end_matches(')');
        let aliases = own.iter().chain(self.aliases.of(label)).map(String::as_str);
        let has_aliases = aliases.clone().next().is_some();
        for text in [label, plain, inside].into_iter().chain(aliases) {
            self.names.add(&stems(text), named.clone());
        }
        if has_aliases {
            let words = stems(label).into_iter().filter(|word| !is_glue(word));
            let words = words.map(|word| self.names.number(&word)).collect();
            self.names.behind[self.index].insert(meaning.clone(), words);
        }
        // `Between 2nd and 4th place` for "2nd to 4th", `+1 through +4` for "+1 to +4"
        if let Some((low, high)) = plain.split_once(" to ") {
            let begins = |word: Option<&str>| {
                word.is_some_and(|word| {
                    word.trim_start_matches('+').starts_with(|sign: char| sign.is_ascii_digit())
                })
            };
            if begins(low.split(' ').next_back()) && begins(high.split(' ').next()) {
                for word in ["and", "through"] {
                    self.names.add(&stems(&format!("{low} {word} {high}")), named.clone());
                }
            }
        }
    }

    /// The values of an input or a state by their names in files, where these are words of no label, and by what it is:
    /// `the high tier`, `a low-tier weapon` for the value `high` of Tier.
    fn kinds(&mut self, declaration: &Declaration, meaning: impl Fn(Value) -> Meaning) {
        let of = stems(&declaration.label);
        let variants = self.model.variants(declaration.kind);
        for (value, variant) in (0..).zip(variants) {
            let own = stems(&variant.name.replace('_', " "));
            let is_in = |other: &Variant| own.iter().all(|word| stems(&other.label).contains(word));
            let is_other = variants.iter().any(|other| other.name != variant.name && is_in(other));
            if of.is_empty() || own.iter().any(|word| of.contains(word)) || is_other {
                continue;
            }
            let named = Named { mechanic: self.index, meaning: meaning(Value::Variant(value)) };
            self.names.add(&[own.as_slice(), of.as_slice()].concat(), named.clone());
            self.names.add(&[of.as_slice(), own.as_slice()].concat(), named);
        }
    }

    /// By its label, and by its name in files and on the command line.
    fn both(&mut self, declaration: &Declaration, meaning: &Meaning) {
        self.label(&declaration.label, &declaration.aliases, meaning);
        let named = Named { mechanic: self.index, meaning: meaning.clone() };
        if !VERBS.contains(&declaration.name.as_str()) {
            self.names.add(&stems(&declaration.name), named);
        }
    }

    fn field(&mut self, id: FieldId, field: &Declaration) {
        self.both(field, &Meaning::Field(id));
        for (value, variant) in (0..).zip(self.model.variants(field.kind)) {
            let meaning = Meaning::Outcome(id, Value::Variant(value));
            self.label(&variant.label, &variant.aliases, &meaning);
            // What is called `No encounter` is told as nothing.
            let named = Named { mechanic: self.index, meaning };
            if is_nothing(&variant.name) {
                self.names.add(&stems("nothing"), named.clone());
            }
            if variant.name != "none" {
                self.names.add(&stems(&variant.name), named);
            }
        }
        // Their labels are those of a count, `None` for 0; what is said instead is told of this one.
        for number in &field.labels {
            let meaning = Meaning::Outcome(id, Value::Number(number.value.clone()));
            let named = Named { mechanic: self.index, meaning };
            number.aliases.iter().for_each(|text| self.names.add(&stems(text), named.clone()));
        }
    }

    fn input(&mut self, id: InputId, input: &Declaration) {
        match input.kind {
            Kind::Flag => self.both(input, &Meaning::Is(id, Value::Flag(true))),
            Kind::Enum(_) => {
                // What a word names of the young it names of their parents.
                let model = self.model;
                let is_shared = model.field_ids().any(|field| model[field].kind == input.kind);
                for (value, variant) in (0..).zip(model.variants(input.kind)) {
                    let meaning = Meaning::Is(id, Value::Variant(value));
                    self.label(&variant.label, &variant.aliases, &meaning);
                    if is_shared && !is_nothing(&variant.name) {
                        self.names.add(&stems(&variant.name), Named { mechanic: self.index, meaning });
                    }
                }
                self.both(input, &Meaning::Input(id));
                self.kinds(input, |value| Meaning::Is(id, value));
            }
            _ => self.both(input, &Meaning::Input(id)),
        }
        self.numbers(input, |value| Meaning::Is(id, value));
    }

    /// What people say for numbers of an input or a state.
    fn numbers(&mut self, declaration: &Declaration, meaning: impl Fn(Value) -> Meaning) {
        let aliases = self.aliases;
        for (number, words) in aliases.numbers(&declaration.label) {
            let named = Named { mechanic: self.index, meaning: meaning(Value::Number(number)) };
            words.iter().for_each(|text| self.names.add(&stems(text), named.clone()));
        }
        for number in &declaration.labels {
            let meaning = meaning(Value::Number(number.value.clone()));
            self.label(&number.label, &number.aliases, &meaning);
        }
    }

    fn rule(&mut self, rule: RuleId, declaration: &Declaration) {
        let label = &declaration.label;
        let hundredths = label.ends_with("of 100");
        let aliases = declaration.aliases.iter().chain(self.aliases.of(label));
        // A rule with the label of an outcome goes by the other words for that outcome as well.
        let model = self.model;
        let is_same = |variant: &&Variant| variant.label == *label;
        let variants = model.field_ids().flat_map(|field| model.variants(model[field].kind));
        let shared = variants.filter(is_same).flat_map(|variant| &variant.aliases);
        for text in std::iter::once(label).chain(aliases).chain(shared) {
            let text = text.strip_suffix("of 100").unwrap_or(text);
            let is_number = |word: &String| word.parse::<Rational>().is_ok();
            let (numbers, words): (Vec<String>, Vec<String>) = stems(text).into_iter().partition(is_number);
            let words = words.iter().filter(|word| !is_glue(word));
            let numbers = numbers.into_iter().collect();
            let words: BTreeSet<u32> = words.map(|word| self.names.number(word)).collect();
            if !words.is_empty() {
                self.names.rules.push(RuleName { mechanic: self.index, rule, words, numbers, hundredths });
            }
        }
    }
}

/// The number that a mechanic has its title from.
pub(super) fn counted_by_title(model: &Model) -> Option<FieldId> {
    let title = stems(&model.label);
    let is_counted = |field: &FieldId| {
        let label = stems(&model[*field].label);
        model[*field].kind == Kind::Integer && label.iter().all(|word| title.contains(word))
    };
    model.field_ids().find(is_counted)
}
