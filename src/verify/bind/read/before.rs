//! What was there before: where an outcome is kept as a state, `after a storm` and `if it rained today` say what that state
//! is, and not what comes.

use std::ops::Range;

use super::mention::Mentions;
use crate::check::{FieldId, Kind};
use crate::names::{Meaning, Named, Names, is_glue, stem, stems};
use crate::page::Page;
use crate::scenario::Mechanic;
use crate::value::Value;

impl Mentions {
    /// Takes values of outcomes for the states that keep them, where words beside them tell of what was there before.
    pub(super) fn find_before(&mut self, page: &Page, names: &Names<'_>) {
        let keeps = |mechanic: &&Mechanic| {
            let model = &mechanic.model;
            model.state_ids().any(|state| matches!(model[state].declaration.kind, Kind::Enum(_)))
        };
        if !names.mechanics.iter().any(keeps) {
            return;
        }
        for mention in &mut self.list {
            let kept: Vec<Named> =
                mention.named.iter().filter_map(|named| kept(page, names, &mention.tokens, named)).collect();
            if !kept.is_empty() {
                mention.named = kept;
            }
        }
    }
}

/// The state that keeps the value of an outcome which words beside it tell of as what was there.
fn kept(page: &Page, names: &Names<'_>, label: &Range<usize>, named: &Named) -> Option<Named> {
    let Meaning::Outcome(field, Value::Variant(value)) = named.meaning else { return None };
    let mechanic = names.mechanics.get(named.mechanic)?;
    let (meaning, words) = state_of(mechanic, field, value)?;
    is_before(page, label, &words).then_some(Named { mechanic: named.mechanic, meaning })
}

/// The state that has the same value as an outcome, with the words that only its label has: `today`.
fn state_of(mechanic: &Mechanic, field: FieldId, value: u32) -> Option<(Meaning, Vec<String>)> {
    let model = &mechanic.model;
    let name = &model.variants(model[field].kind).get(usize::try_from(value).ok()?)?.name;
    model.state_ids().find_map(|state| {
        let declaration = &model[state].declaration;
        let own = model.variants(declaration.kind).iter().position(|variant| variant.name == *name)?;
        let of_outcome = stems(&model[field].label);
        let mut words = stems(&declaration.label);
        words.retain(|word| !is_glue(word) && !of_outcome.contains(word));
        let value = Value::Variant(u32::try_from(own).ok()?);
        Some((Meaning::StateIs(state, value), words))
    })
}

/// Whether words beside a label tell of what was there: `after a storm`, `from a sunny day`, `it rained today`.
fn is_before(page: &Page, label: &Range<usize>, words: &[String]) -> bool {
    const BEFORE: usize = 3;
    const BEHIND: usize = 2;
    let word = |token: usize| page.word_at(token);
    let is_article = |token: &usize| matches!(word(*token), Some("a" | "an" | "the" | "any"));
    let before = (label.start.saturating_sub(BEFORE)..label.start).rev().find(|token| !is_article(token));
    let follows = before.and_then(word).is_some_and(|word| matches!(word, "after" | "following" | "from"));
    let tells = |token: usize| {
        word(token).is_some_and(|word| {
            matches!(word, "yesterday" | "before" | "previously")
                || words.iter().any(|own| *own == stem(word))
        })
    };
    follows || (label.end..label.end + BEHIND).any(tells)
}
