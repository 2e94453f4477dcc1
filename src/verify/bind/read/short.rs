//! What is called by a part of its name: `the Foot` after `Lucky Foot`, and `Toe` where only one thing ends so.

use std::collections::BTreeMap;

use super::beside::{number_at, takes_number};
use super::mention::Mention;
use super::plain::is_plain;
use crate::names::{Meaning, Named, Names, is_glue, is_kind, stem};
use crate::page::{Page, TokenKind};
use crate::value::Value;

/// The shortest part of a name that stands for all of it.
const SHORTEST: usize = 3;

/// For each word that stands for one thing named on the page what it stands for: the last word of a name, or the first of
/// one with "of"; of values of outcomes and inputs both. Not a word that is a label, nor one that several of them have.
pub(super) fn short_names(
    page: &Page,
    names: &Names<'_>,
    mentions: &[Mention],
    words: &[Option<u32>],
) -> BTreeMap<u32, Vec<Named>> {
    let mut found: BTreeMap<u32, Option<Vec<Named>>> = BTreeMap::new();
    let mut add = |word: u32, named: Vec<Named>| {
        let one = found.entry(word).or_insert_with(|| Some(named.clone()));
        if one.as_ref() != Some(&named) {
            *one = None;
        }
    };
    for mention in mentions {
        let telling = |token: &usize| {
            let word = page.word_at(*token).unwrap_or_default();
            word.len() >= SHORTEST && !is_glue(&stem(word))
        };
        let own: Vec<usize> = mention.tokens.clone().filter(telling).collect();
        let (Some(first), Some(last), true) = (own.first(), own.last(), own.len() > 1) else { continue };
        if mention.is_thing() {
            let has_of = mention.tokens.clone().any(|token| page.word_at(token) == Some("of"));
            let token = if has_of { *first } else { *last };
            let says_more = page.word_at(token).is_some_and(|word| !is_kind(&stem(word)));
            let word = words[token].filter(|word| says_more && !names.is_label(*word));
            let things = mention.named.iter().filter(|named| is_thing(named)).cloned().collect();
            word.into_iter().for_each(|word| add(word, Vec::clone(&things)));
            continue;
        }
        let values: Vec<Named> = mention.named.iter().filter(|named| is_value(named)).cloned().collect();
        if values.len() != mention.named.len() {
            continue;
        }
        for token in [*first, *last] {
            // `27.9% without` names nothing, though a room is told of "without reward".
            let denies = |word: &str| matches!(word, "without" | "non" | "never" | "neither");
            let is_told = page
                .word_at(token)
                .is_some_and(|word| word.len() >= SHORTEST && !is_like(word) && !denies(word));
            let word =
                words[token].filter(|word| is_told && !names.is_label(*word) && !names.is_shared(*word));
            word.into_iter().for_each(|word| add(word, values.clone()));
        }
    }
    found.into_iter().filter_map(|(word, named)| Some((word, named?))).collect()
}

/// What stands for something named on the page by its initials: `QC` for the Question Card, `AC` for Armour class. Not
/// what two of them have.
pub(super) fn initials(page: &Page, mentions: &[Mention]) -> BTreeMap<String, Vec<Named>> {
    let mut found: BTreeMap<String, Option<Vec<Named>>> = BTreeMap::new();
    for mention in mentions {
        let words = mention.tokens.clone().filter_map(|token| page.word_at(token));
        let letters: String =
            words.filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect();
        if letters.chars().count() > 1 {
            let is_meant = |named: &&Named| !mention.is_thing() || is_thing(named);
            let things: Vec<Named> = mention.named.iter().filter(is_meant).cloned().collect();
            let one = found.entry(letters).or_insert_with(|| Some(things.clone()));
            if one.as_ref() != Some(&things) {
                *one = None;
            }
        }
    }
    found.into_iter().filter_map(|(letters, named)| Some((letters, named?))).collect()
}

/// What takes a number and has a label of one word that is cut short before one: `Gen 4` for Generation, `Asc. 20`
/// for Ascension. Nothing where several begin so.
pub(super) fn abbreviated(page: &Page, names: &Names<'_>, token: usize) -> Vec<Named> {
    let Some(word) = page.word_at(token).filter(|word| word.len() >= SHORTEST) else { return Vec::new() };
    let list = &page.tokens.list;
    let is_dot = list.get(token + 1).is_some_and(|sign| sign.kind == TokenKind::Symbol('.'));
    if !number_at(page, token + 1 + usize::from(is_dot)).is_some_and(|number| number.is_integer()) {
        return Vec::new();
    }
    let mut found: Vec<(String, Named)> = Vec::new();
    for (mechanic, own) in names.mechanics.iter().enumerate() {
        let model = &own.model;
        let inputs = model.input_ids().map(|input| (Meaning::Input(input), &model[input].declaration));
        let states = model.state_ids().map(|state| (Meaning::State(state), &model[state].declaration));
        for (meaning, declaration) in inputs.chain(states) {
            let label = declaration.label.to_lowercase();
            let named = Named { mechanic, meaning };
            let is_longer = label.len() > word.len() && label.starts_with(word) && !label.contains(' ');
            if is_longer && takes_number(names, &named, None) {
                found.push((label, named));
            }
        }
    }
    let is_one = found.iter().all(|(label, _)| *label == found[0].0);
    if is_one { found.into_iter().map(|(_, named)| named).collect() } else { Vec::new() }
}

/// Whether a label is that of a value of an outcome or of an input, or of an outcome itself.
fn is_value(named: &Named) -> bool {
    matches!(
        named.meaning,
        Meaning::Is(_, Value::Variant(_))
            | Meaning::StateIs(_, Value::Variant(_))
            | Meaning::Outcome(_, Value::Variant(_))
            | Meaning::Field(_)
    )
}

/// Whether a word tells what something is like, as any text does.
fn is_like(word: &str) -> bool {
    const WORDS: [&str; 24] = [
        "bare", "best", "black", "blue", "common", "empty", "extra", "first", "full", "good", "great",
        "green", "large", "last", "less", "long", "more", "next", "plain", "rare", "short", "small", "white",
        "worst",
    ];
    WORDS.contains(&word) || is_plain(word)
}

/// Whether a word may be the name of a value without a capital: behind an article and its like, or in the plural, and
/// not what any text tells of.
pub(super) fn is_a_value(page: &Page, token: usize) -> bool {
    let word = page.word_at(token).unwrap_or_default();
    !is_like(word) && (is_told_as_one(page, token) || word.len() > SHORTEST && word.ends_with('s'))
}

/// What a part of a label stands for, where that is nothing but values.
pub(super) fn values(named: &[Named]) -> &[Named] {
    if named.iter().all(is_value) { named } else { &[] }
}

/// Whether a label is that of a thing which one has or has not.
pub(super) fn is_thing(named: &Named) -> bool {
    matches!(named.meaning, Meaning::Is(_, Value::Flag(true)))
}

/// Whether a word is told as the name of one thing: with a capital, or after an article and its like.
pub(super) fn is_told_as_one(page: &Page, token: usize) -> bool {
    let before = page.word_before(token, 1);
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
