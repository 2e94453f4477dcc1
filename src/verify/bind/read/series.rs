//! Figures told one after the other, for as many things: `coins, hearts and keys at 15%, 15% and 20%`, `3% / 37%
//! (rare / uncommon)`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::mention::Mentions;
use crate::names::Meaning;
use crate::page::{Page, TokenKind};

/// So many words may stand from the things to their figures, unless a word says that these belong together.
const NEAR: usize = 6;

/// For each figure of a series the words that are its own: those of its thing, and those that are about all.
///
/// There is none where a sentence has several series, or one with more figures than things. Two of each are one only
/// where signs or a word say so: `coins and hearts: 15%, and 13% with the Foot` tells of both twice.
pub(crate) fn series(
    page: &Page,
    mentions: &Mentions,
    sentence: &Range<usize>,
) -> BTreeMap<usize, Vec<Range<usize>>> {
    let states = |token: &usize| page.figure_at(*token).is_some_and(|figure| figure.is_chance());
    let figures: Vec<Range<usize>> = sentence.clone().filter(states).map(|token| token..token + 1).collect();
    let says_so = sentence.clone().any(|token| page.word_at(token) == Some("respectively"));
    let things = |is_thing: fn(&Meaning) -> bool| {
        let has = |mention: &usize| mentions.get(*mention).named.iter().any(|named| is_thing(&named.meaning));
        let all = mentions.within(sentence).filter(has);
        one_run(page, all.map(|mention| mentions.get(mention).tokens.clone()).collect(), says_so)
    };
    let outcomes = || things(|meaning| matches!(meaning, Meaning::Outcome(..) | Meaning::Field(_)));
    // So may figures stand for what is given: `5%, 8% and 12% in the Crypt, the Caves and the Spire respectively`.
    let given = || things(|meaning| matches!(meaning, Meaning::Is(..))).filter(|_| says_so);
    let Some((figures, things)) = one_run(page, figures, says_so).zip(outcomes().or_else(given)) else {
        return BTreeMap::new();
    };
    let (first, last) =
        if figures.start() < things.start() { (&figures, &things) } else { (&things, &figures) };
    let is_near = says_so || last.start().saturating_sub(first.end()) <= NEAR;
    let is_series = says_so || figures.items.len() > 2 || figures.has_slashes && things.has_slashes;
    if figures.items.len() != things.items.len() || first.end() > last.start() || !is_near || !is_series {
        return BTreeMap::new();
    }
    let about_all = [sentence.start..first.start(), first.end()..last.start(), last.end()..sentence.end];
    // What is said of another figure is not said of these.
    if about_all.iter().any(|range| range.clone().any(|token| states(&token))) {
        return BTreeMap::new();
    }
    let own = |thing: &Range<usize>| std::iter::once(thing.clone()).chain(about_all.clone()).collect();
    figures.items.iter().zip(&things.items).map(|(figure, thing)| (figure.start, own(thing))).collect()
}

/// What stands side by side, with nothing but signs and words that join between.
struct Run {
    items: Vec<Range<usize>>,
    has_slashes: bool,
}

impl Run {
    fn start(&self) -> usize {
        self.items.first().map_or(0, |first| first.start)
    }

    fn end(&self) -> usize {
        self.items.last().map_or(0, |last| last.end)
    }
}

/// The run of two items or more; `None` where there is none, or several.
fn one_run(page: &Page, items: Vec<Range<usize>>, says_so: bool) -> Option<Run> {
    let is_slash = |token: usize| page.tokens.list[token].kind == TokenKind::Symbol('/');
    let is_between = |token: usize| match page.tokens.list[token].kind {
        TokenKind::Symbol(sign) => matches!(sign, '/' | ',' | '&' | '[' | ']'),
        _ => page.word_at(token).is_some_and(|word| {
            let joins = matches!(word, "and" | "a" | "an" | "the");
            joins || says_so && matches!(word, "in" | "on" | "at" | "for" | "with")
        }),
    };
    let mut runs: Vec<Run> = Vec::new();
    for item in items {
        let between = runs.last().map(|run| run.end()..item.start);
        match (between, runs.last_mut()) {
            (Some(between), Some(run)) if !between.is_empty() && between.clone().all(is_between) => {
                run.has_slashes |= between.into_iter().any(is_slash);
                run.items.push(item);
            }
            _ => runs.push(Run { items: vec![item], has_slashes: false }),
        }
    }
    let mut long = runs.into_iter().filter(|run| run.items.len() > 1);
    let only = long.next();
    if long.next().is_none() { only } else { None }
}
