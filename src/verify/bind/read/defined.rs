//! Names that a page gives itself to what is held and set: `Cain: Lucky Foot, Luck 1`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::mention::Mentions;
use super::places::{first, tokens};
use crate::names::Meaning;
use crate::page::{BlockKind, Page, TokenKind};

/// So many names of a page.
const MOST: usize = 100;
/// So many words of a name.
const WORDS: usize = 3;

/// A name, and what the page says that it stands for.
#[derive(Debug, Clone)]
pub(super) struct Defined {
    /// Its words, by their numbers on the page.
    words: Vec<u32>,
    /// The tokens behind it, and the sentences that belong to them.
    pub(super) says: Vec<Range<usize>>,
}

/// The names that items of a page explain: words without a label, a colon, and something that an input has, but no
/// chance. Cost: linear in the length of the page.
pub(super) fn defined(page: &Page, mentions: &Mentions) -> Vec<Defined> {
    let blocks = &page.outline.blocks;
    let items = (0..blocks.len()).filter(|block| blocks[*block].kind == BlockKind::Item);
    let mut named: BTreeMap<Vec<u32>, Option<Defined>> = BTreeMap::new();
    for block in items {
        let own = tokens(page, &blocks[block].range);
        let Some((words, colon)) = name(page, &own) else { continue };
        if named.len() == MOST && !named.contains_key(&words) {
            break;
        }
        let more = blocks[block + 1..].iter().take_while(|next| next.parent == Some(block));
        let more = more.filter(|next| next.kind == BlockKind::Sentence).map(|next| tokens(page, &next.range));
        let says: Vec<Range<usize>> = std::iter::once(colon + 1..own.end).chain(more).map(first).collect();
        let is_input = |mention: usize| {
            let named = &mentions.get(mention).named;
            named.iter().any(|named| matches!(named.meaning, Meaning::Input(_) | Meaning::Is(..)))
        };
        let mut tells = says.iter().flat_map(|range| mentions.within(range));
        let is_chance = |token: usize| page.has_chance_at(token);
        let states = says.iter().any(|range| range.clone().any(is_chance));
        let is_new = mentions.within(&(own.start..colon)).is_empty();
        let is_defined = is_new && !states && tells.any(is_input);
        let own = is_defined.then(|| Defined { words: words.clone(), says });
        // What stands before several is who says them: `A: 20 rooms on hard`.
        named.entry(words).and_modify(|before| *before = None).or_insert(own);
    }
    named.into_values().flatten().collect()
}

/// The words of some tokens up to their colon, and that colon.
fn name(page: &Page, own: &Range<usize>) -> Option<(Vec<u32>, usize)> {
    let mut words = Vec::new();
    for token in own.clone() {
        match page.tokens.list[token].kind {
            TokenKind::Word(_) if words.len() == WORDS => return None,
            TokenKind::Word(word) => words.push(word),
            TokenKind::Symbol(':' | '=') => return (!words.is_empty()).then_some((words, token)),
            TokenKind::Symbol('*' | '\'' | '"') => {}
            _ => return None,
        }
    }
    None
}

/// What the page says of the names among some words; of several the first.
pub(super) fn said_of<'d>(
    page: &Page,
    defined: &'d [Defined],
    tokens: &Range<usize>,
) -> Option<&'d [Range<usize>]> {
    if defined.is_empty() {
        return None;
    }
    let words: Vec<u32> = tokens
        .clone()
        .filter_map(|token| match page.tokens.list[token].kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        })
        .collect();
    let place = |own: &&Defined| words.windows(own.words.len()).position(|some| some == own.words);
    let is_apart = |own: &&Defined| own.says.iter().all(|says| !says.contains(&tokens.start));
    let found = defined.iter().filter(is_apart).filter(|own| place(own).is_some());
    found.min_by_key(|own| place(own)).map(|own| own.says.as_slice())
}
