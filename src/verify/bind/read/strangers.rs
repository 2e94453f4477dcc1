//! Words around a figure that are not understood: what they say may be what the figure is about.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::page::{Page, TokenKind};

use super::layers::Layer;
use super::mention::Mentions;
use super::place::Place;
use super::told::is_told_of_one;
use super::words::{NEAR, has_loose_number, is_in_label};

/// Words after which something else is given than before.
const TURNS: [&str; 34] = [
    "after", "once", "if", "when", "unless", "instead", "otherwise", "extra", "additional", "additionally",
    "plus", "afterwards", "later", "until", "before", "except", "besides", "beyond", "neither", "combined",
    "total", "sum", "more", "fewer", "during", "while", "specific", "particular", "given", "certain",
    "named", "another", "twice", "thrice",
];

/// Whether the figure's own words hold something that is not understood: a name that no label has; in the heads of a
/// table any such word; in a sentence one that turns what is said.
///
/// `uses` are the numbers that count uses of a mechanic.
pub(crate) fn strangers(
    page: &Page,
    mentions: &Mentions,
    place: &Place,
    figure: usize,
    uses: &BTreeSet<usize>,
) -> bool {
    let strange = |range: &Range<usize>| has_name(page, mentions, range);
    let mut own = place.layers.own().iter();
    // What the heads of a table hold is looked at head by head.
    if place.in_table {
        return own.next().is_some_and(strange);
    }
    // `from 3.82% to 6.76%` tells what it was without.
    let before = page.word_before(figure, 1);
    if matches!(before, Some("from" | "of" | "than")) && says_from(page, figure) {
        return true;
    }
    // A turn to something that has a label is understood.
    let turns = |range: &Range<usize>| {
        range.clone().any(|token| {
            let word = |token: usize| page.word_at(token);
            let turn = word(token).is_some_and(|word| TURNS.contains(&word));
            // `A given uncommon` is a label; `for certain` and `it is 21.6% instead` turn to nothing.
            let is_certain =
                || token > range.start && word(token) == Some("certain") && word(token - 1) == Some("for");
            let is_last = || {
                word(token) == Some("instead")
                    && token > figure
                    && (token + 1..range.end).all(|token| word(token).is_none())
            };
            let turn = turn && !is_in_label(mentions, token) && !is_certain() && !is_last();
            // What a sign parts from it is not what it turns to.
            let end = (token + 1..(token + NEAR).min(range.end))
                .take_while(|token| {
                    !matches!(page.tokens.list[*token].kind, TokenKind::Symbol(',' | ';' | ':'))
                })
                .last()
                .map_or(token + 1, |last| last + 1);
            // `after 20 cards on average` turns to nothing else.
            let is_bound = token + 2 == figure && is_bounded(page, figure);
            turn && token + 1 != figure && !is_bound && mentions.within(&(token + 1..end)).is_empty()
        })
    };
    // What both are was said somewhere else.
    let both = |range: &Range<usize>| {
        range.clone().any(|token| {
            let is_of_kinds = matches!(page.word_at(token + 1), Some("kinds" | "sorts"));
            let word = page.word_at(token).filter(|_| !is_of_kinds);
            word.is_some_and(|word| matches!(word, "both" | "neither" | "together"))
        })
    };
    let loose = |range: &Range<usize>| {
        let own = |token: &usize| *token == figure || uses.contains(token);
        has_loose_number(page, mentions, range, own)
    };
    // `The offset stops after 45 of them, at which point 43% are rare`
    let at_that = || {
        let mut own = place.tokens(Layer::Before);
        own.any(|token| page.word_at(token) == Some("which") && page.word_at(token + 1) == Some("point"))
    };
    // Two things or outcomes that the figure's own words name are both.
    let flags = || {
        let all = place.layers.own().iter().flat_map(|range| mentions.within(range));
        let things = all.map(|mention| mentions.get(mention)).filter(|own| own.is_thing() || own.is_value());
        things.map(|mention| &mention.named).collect::<Vec<_>>()
    };
    let names_two = || {
        let flags = flags();
        flags.iter().any(|named| *named != flags[0])
    };
    // `With seven of them the first is there on 91% of floors, and the second on 43%`
    let begins_with_number = || {
        let mut said = place.layers[Layer::Before].iter();
        said.any(|range| {
            let begins =
                matches!(page.word_at(range.start), Some("with" | "at" | "after" | "from" | "by" | "under"));
            let end = (range.start + NEAR).min(range.end);
            begins && has_loose_number(page, mentions, &(range.start..end), |_| false)
        })
    };
    is_told_of_one(page, mentions, place)
        || begins_with_number()
        || place.layers.upto(Layer::Before).any(|range| refers_elsewhere(page, range))
        || place.layers.upto(Layer::Before).chain(&place.layers[Layer::Said]).any(both) && !names_two()
        || place.layers[Layer::Before].iter().any(|before| has_open_condition(page, mentions, before))
        || at_that()
        || own.any(|range| strange(range) || turns(range) || loose(range))
}

/// Whether some words point to one of several things that were told before, or leave out some of what happens: `the
/// latter`, `those two become`, `leaving aside the casts that fail`.
fn refers_elsewhere(page: &Page, range: &Range<usize>) -> bool {
    const WORDS: [&str; 7] =
        ["former", "latter", "aside", "ignoring", "excluding", "discounting", "disregarding"];
    range.clone().any(|token| {
        let word = page.word_at(token).unwrap_or_default();
        WORDS.contains(&word)
            || matches!(word, "those" | "these") && matches!(page.word_at(token + 1), Some("two" | "three"))
            // `Two may come out of one. This happens one time in 16.`
            || matches!(word, "this" | "that" | "which")
                && matches!(page.word_at(token + 1), Some("happens" | "happened" | "occurs"))
    })
}

/// Whether what was said right before gives a condition without a label: `if you lost the last one, the next is ...`.
fn has_open_condition(page: &Page, mentions: &Mentions, before: &Range<usize>) -> bool {
    let condition = |token: &usize| {
        page.word_at(*token).is_some_and(|word| matches!(word, "if" | "when" | "unless" | "once"))
    };
    let ends = |token: &usize| matches!(page.tokens.list[*token].kind, TokenKind::Symbol(';' | '.' | '('));
    let last = before.clone().rev().take_while(|token| !ends(token)).find(condition);
    last.is_some_and(|last| mentions.within(&(last..before.end)).is_empty())
}

/// A word with a capital inside a sentence that no label has.
fn has_name(page: &Page, mentions: &Mentions, range: &Range<usize>) -> bool {
    let mut begins = true;
    range.clone().any(|token| {
        let word = matches!(page.tokens.list[token].kind, TokenKind::Word(_));
        let text = page.token_text(token);
        let capital = text.chars().next().is_some_and(char::is_uppercase) && text.chars().count() > 2;
        let strange = word && capital && !begins && mentions.words[token].is_none();
        begins = matches!(page.tokens.list[token].kind, TokenKind::Symbol(_) | TokenKind::LineEnd);
        strange
    })
}

/// Whether a number is an end of what there can be: `never fewer than 15`, `no more than 20`.
fn is_bounded(page: &Page, figure: usize) -> bool {
    let word = |back: usize| page.word_before(figure, back);
    matches!(word(1), Some("than"))
        && matches!(word(2), Some("more" | "fewer" | "less"))
        && matches!(
            word(3),
            Some(
                "never" | "no" | "not" | "have" | "be" | "has" | "are" | "is" | "contain" | "take" | "takes"
            )
        )
        && (3..=5).filter_map(word).any(|word| matches!(word, "never" | "no" | "not" | "cannot" | "can't"))
}

/// Whether a figure is what something was before: `from 15%`, `instead of 15%`, `more than 15%`.
fn says_from(page: &Page, figure: usize) -> bool {
    let word = |back: usize| page.word_before(figure, back);
    match word(1) {
        Some("of") => matches!(word(2), Some("instead" | "place")),
        // `You leave empty-handed from 22% of your rooms`
        Some("from") => page.word_at(figure + 1) != Some("of"),
        _ => !is_bounded(page, figure),
    }
}
