//! What is where a state is and what comes of it, as the weather of today and of tomorrow has: the words around a label say
//! which of them it is, whether both are called by the same words or only the outcome is.

use super::mention::{Mention, Mentions};
use crate::check::FieldId;
use crate::names::{Meaning, Named, Names, is_glue, stem, stems};
use crate::page::Page;
use crate::scenario::Mechanic;
use crate::value::Value;

/// A state that keeps the value of an outcome, with the words that only its label has: `today`.
struct Kept {
    named: Named,
    words: Vec<String>,
}

impl Mentions {
    /// Keeps of labels that may be where a state is and what comes of it what their words tell: `a rainy day turns into a
    /// storm`, `if it is raining`.
    pub(super) fn tell_turns(&mut self, page: &Page, names: &Names<'_>) {
        for at in 0..self.list.len() {
            let mention = &self.list[at];
            let kept: Vec<Kept> = mention.named.iter().filter_map(|named| kept(names, named)).collect();
            let own: Vec<String> = kept.iter().flat_map(|kept| kept.words.clone()).collect();
            if is_of_both(mention) {
                let is_state = if comes(page, mention) {
                    false
                } else if self.is_given_here(page, mention) || is_told_before(page, mention, &own) {
                    true
                } else if self.does_something(page, mention) {
                    false
                } else {
                    continue;
                };
                let is_kept = |named: &Named| match named.meaning {
                    Meaning::StateIs(..) => is_state,
                    Meaning::Outcome(..) => !is_state,
                    _ => true,
                };
                self.list[at].keep(is_kept);
            } else if !kept.is_empty() && is_told_before(page, mention, &own) {
                self.list[at].named = kept.into_iter().map(|kept| kept.named).collect();
            }
        }
    }

    /// Whether words tell that it is so already: `if it is raining`, `after a storm`, `on a cloudy day`, `a rainy day turns`.
    fn is_given_here(&self, page: &Page, mention: &Mention) -> bool {
        const GIVEN: [&str; 13] = [
            "if", "when", "whenever", "once", "after", "from", "during", "given", "since", "under", "in",
            "on", "following",
        ];
        const IDLE: [&str; 12] =
            ["a", "an", "the", "it", "it's", "is", "was", "are", "already", "currently", "now", "today"];
        const NOW: [&str; 5] = ["today", "now", "already", "currently", "right"];
        const TURNS: [&str; 8] =
            ["turns", "turn", "becomes", "become", "stays", "stay", "changes", "remains"];
        const NEAR: usize = 4;
        let word = |token: usize| page.word_at(token).unwrap_or_default();
        let (start, end) = (mention.tokens.start, mention.tokens.end);
        let mut before = (start.saturating_sub(NEAR)..start).rev().map(word);
        let is_given = before.find(|word| !IDLE.contains(word)).is_some_and(|word| GIVEN.contains(&word));
        is_given
            || NOW.contains(&word(end))
            || TURNS.contains(&word(end))
            || TURNS.contains(&word(end + 1)) && begins(page, start)
            || self.is_some_use(end) && begins(page, start) && is_told_of(page, end + 1)
    }

    /// Whether it stands in a text before a word for what it does: `rain comes`, `storms make up the rest`.
    fn does_something(&self, page: &Page, mention: &Mention) -> bool {
        let (start, end) = (mention.tokens.start, mention.tokens.end);
        // `A shy hedgehog` may be one that is shy.
        let is_like = page.word_before(start, 1).is_some_and(is_article);
        page.cell_of(start).is_none() && page.word_at(end).is_some() && !self.is_some_use(end) && !is_like
    }
}

/// The state that keeps the value of an outcome.
fn kept(names: &Names<'_>, named: &Named) -> Option<Kept> {
    let Meaning::Outcome(field, Value::Variant(value)) = named.meaning else { return None };
    let mechanic = names.mechanics.get(named.mechanic)?;
    let (meaning, words) = state_of(mechanic, field, value)?;
    Some(Kept { named: Named { mechanic: named.mechanic, meaning }, words })
}

/// The state that has the same value as an outcome, with the words that only its label has.
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

/// Whether words beside a label tell of what was there before, `own` being those that only the state is called by: `after a
/// storm`, `from a sunny day`, `it rained yesterday`.
fn is_told_before(page: &Page, mention: &Mention, own: &[String]) -> bool {
    const BEFORE: usize = 3;
    const BEHIND: usize = 2;
    let label = &mention.tokens;
    let is_idle = |token: &usize| page.word_at(*token).is_some_and(|word| is_article(word) || word == "any");
    let before = (label.start.saturating_sub(BEFORE)..label.start).rev().find(|token| !is_idle(token));
    let follows = before.and_then(|token| page.word_at(token));
    let tells = |token: usize| {
        page.word_at(token).is_some_and(|word| {
            matches!(word, "yesterday" | "before" | "previously") || own.iter().any(|own| *own == stem(word))
        })
    };
    follows.is_some_and(|word| matches!(word, "after" | "following" | "from"))
        || (label.end..label.end + BEHIND).any(tells)
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "each" | "every" | "the")
}

/// Whether a clause begins with a label, or with an article before it.
fn begins(page: &Page, label: usize) -> bool {
    let article = usize::from(page.word_before(label, 1).is_some_and(is_article));
    page.word_before(label, 1 + article).is_none()
}

/// Whether words go on with what becomes of it, and not with how often it comes: `a misty day turns`, `is followed`.
fn is_told_of(page: &Page, token: usize) -> bool {
    match page.word_at(token) {
        Some("is" | "are") => page.word_at(token + 1) == Some("followed"),
        Some("comes" | "come" | "with" | "and" | "or" | "in" | "at") | None => false,
        Some(_) => true,
    }
}

/// Whether it is a value of a state and of an outcome of one mechanic.
fn is_of_both(mention: &Mention) -> bool {
    mention.named.iter().any(|own| {
        let is_outcome =
            |other: &Named| other.mechanic == own.mechanic && matches!(other.meaning, Meaning::Outcome(..));
        matches!(own.meaning, Meaning::StateIs(..)) && mention.named.iter().any(is_outcome)
    })
}

/// Whether words tell that it comes: `turns into a storm`, `a chance of rain`, `followed by another clear day`, `rain tomorrow`.
fn comes(page: &Page, mention: &Mention) -> bool {
    const COMES: [&str; 27] = [
        "to", "into", "by", "of", "for", "be", "become", "becomes", "turn", "turns", "stay", "stays",
        "remain", "remains", "keep", "keeps", "get", "gets", "getting", "bring", "brings", "see", "sees",
        "another", "still", "next", "gives",
    ];
    const NEXT: [&str; 3] = ["tomorrow", "next", "again"];
    const NEAR: usize = 3;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let (start, end) = (mention.tokens.start, mention.tokens.end);
    let is_idle = |token: usize| matches!(word(token), "a" | "an" | "the" | "more" | "any");
    let before = (start.saturating_sub(NEAR)..start).rev().find(|token| !is_idle(*token));
    let is_next = NEXT.contains(&word(end)) || word(end) == "the" && word(end + 1) == "next";
    before.is_some_and(|token| COMES.contains(&word(token))) || is_next
}
