//! The one thing that a page is about: `the item`, `this relic` stand for it.

use std::ops::Range;

use super::mention::Mention;
use super::places::tokens;
use super::short::is_thing;
use crate::names::Named;
use crate::page::{Block, BlockKind, Page};

/// What things are called that one has or has not.
const KINDS: [&str; 12] = [
    "item", "relic", "trinket", "curse", "charm", "perk", "ring", "amulet", "artifact", "artefact",
    "blessing", "talent",
];

/// A thing, and the words of its kind that stand for it.
pub(super) struct Topic<'p> {
    pub(super) named: Vec<Named>,
    /// Those that its page calls it; the first two of all where it calls it nothing.
    kinds: Vec<&'p str>,
}

/// What a page is about: the thing that its first sentence begins with, `'''Lucky Foot''' is an item`.
pub(super) fn topic<'p>(page: &'p Page, mentions: &[Mention]) -> Option<Topic<'p>> {
    /// A name stands no further behind the beginning, an article and marks before it.
    const NEAR: usize = 8;
    /// So many names are looked at.
    const MOST: usize = 20;
    let block_of = |mention: &Mention| {
        let block = page.outline.block_at(page.tokens.list[mention.tokens.start].start as usize)?;
        Some(&page.outline.blocks[block])
    };
    // A box before the text may have the name as well.
    let is_text = |block: &&Block| matches!(block.kind, BlockKind::Sentence | BlockKind::Heading(_));
    let mut things = mentions.iter().filter(|mention| mention.is_thing()).take(MOST);
    let (first, own) = things.find_map(|mention| Some((mention, block_of(mention).filter(is_text)?)))?;
    let sentence = tokens(page, &own.range);
    let is_head = matches!(own.kind, BlockKind::Heading(1));
    let is_said = own.kind == BlockKind::Sentence && own.section.is_none_or(|section| section == 0);
    let is = (first.tokens.end..sentence.end).find(|token| page.word_at(*token) == Some("is"));
    let begins = is_said && first.tokens.start < sentence.start + NEAR && is.is_some();
    if !is_head && !begins {
        return None;
    }
    let called = is.map_or(0..0, |is| is..sentence.end);
    let words = called.filter_map(|token| page.word_at(token)).filter(|word| KINDS.contains(word));
    let mut kinds: Vec<&str> = words.collect();
    if kinds.is_empty() {
        // `The ring` is no amulet where another thing of the page is called a ring.
        let is_anothers = |kind: &&&str| {
            let mut things = mentions.iter().filter(|mention| mention.is_thing());
            things.any(|mention| mention.tokens.clone().any(|token| page.word_at(token) == Some(**kind)))
        };
        kinds.extend(KINDS.iter().filter(|kind| !is_anothers(kind)));
    }
    let named: Vec<Named> = first.named.iter().filter(|named| is_thing(named)).cloned().collect();
    Some(Topic { named, kinds })
}

impl Topic<'_> {
    /// Where the page tells of it by its kind: `the item`, `this relic`.
    pub(super) fn places(&self, page: &Page) -> Vec<Range<usize>> {
        let is_told = |token: &usize| {
            matches!(page.word_before(*token, 1), Some("the" | "this"))
                && page.word_at(*token).is_some_and(|word| self.kinds.contains(&word))
        };
        (1..page.tokens.list.len()).filter(is_told).map(|token| token..token + 1).collect()
    }
}
