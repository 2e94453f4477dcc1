//! What is called by a part of its name: `the Foot` after `Lucky Foot`, and `Toe` where only one thing ends so.

use std::collections::BTreeMap;

use super::mentions::Mention;
use crate::names::{Meaning, Named, Names, is_glue, stem};
use crate::page::Page;
use crate::value::Value;

/// The shortest part of a name that stands for all of it.
const SHORTEST: usize = 3;

/// For each word that stands for one thing named on the page what it stands for: the last word of a name, or the first of
/// one with "of". Not a word that is a label, nor one that several things named on the page have.
pub(super) fn short_names(
    page: &Page,
    names: &Names<'_>,
    mentions: &[Mention],
    words: &[Option<u32>],
) -> BTreeMap<u32, Vec<Named>> {
    let mut found: BTreeMap<u32, Option<Vec<Named>>> = BTreeMap::new();
    for mention in mentions.iter().filter(|mention| mention.is_thing()) {
        let telling = |token: &usize| {
            let word = page.word_at(*token).unwrap_or_default();
            word.len() >= SHORTEST && !is_glue(&stem(word))
        };
        let own: Vec<usize> = mention.tokens.clone().filter(telling).collect();
        let has_of = mention.tokens.clone().any(|token| page.word_at(token) == Some("of"));
        let (Some(first), Some(last), true) = (own.first(), own.last(), own.len() > 1) else { continue };
        let Some(word) = words[if has_of { *first } else { *last }] else { continue };
        if names.is_label(word) {
            continue;
        }
        let things: Vec<Named> = mention.named.iter().filter(|named| is_thing(named)).cloned().collect();
        let one = found.entry(word).or_insert_with(|| Some(things.clone()));
        if one.as_ref() != Some(&things) {
            *one = None;
        }
    }
    found.into_iter().filter_map(|(word, named)| Some((word, named?))).collect()
}

/// Whether a label is that of a thing which one has or has not.
fn is_thing(named: &Named) -> bool {
    matches!(named.meaning, Meaning::Is(_, Value::Flag(true)))
}

/// Whether a word is told as the name of one thing: with a capital, or after an article and its like.
pub(super) fn is_told_as_one(page: &Page, token: usize) -> bool {
    let before = token.checked_sub(1).and_then(|token| page.word_at(token));
    let is_one = matches!(
        before,
        Some(
            "the" | "a" | "your" | "my" | "his" | "this" | "that" | "with" | "without" | "no" | "and" | "or"
        )
    );
    is_one || is_capital(page, token)
}

/// Whether a word begins with a capital.
pub(super) fn is_capital(page: &Page, token: usize) -> bool {
    page.token_text(token).chars().next().is_some_and(char::is_uppercase)
}
