//! Figures told one after the other, for as many things: `coins, hearts and keys at 15%, 15% and 20%`, `3% / 37%
//! (rare / uncommon)`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::beside::{number_at, number_of, takes_number};
use super::mention::{Mention, Mentions};
use super::places::REACH;
use crate::names::{Meaning, Named, Names};
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
    let states = |token: &usize| page.has_chance_at(*token);
    let figures: Vec<Range<usize>> = sentence.clone().filter(states).map(|token| token..token + 1).collect();
    let says_so = sentence.clone().any(|token| page.word_at(token) == Some("respectively"));
    let things = |is_thing: fn(&Meaning) -> bool| {
        let has = |mention: &usize| mentions.get(*mention).named.iter().any(|named| is_thing(&named.meaning));
        let all = mentions.within(sentence).filter(has);
        one_run(page, all.map(|mention| mentions.get(mention).tokens.clone()).collect(), says_so)
    };
    let outcomes = || things(|meaning| matches!(meaning, Meaning::Outcome(..) | Meaning::Field(_)));
    // So may figures stand for what is given: `5%, 8% and 12% in the Crypt, the Caves and the Spire respectively`.
    let given = || {
        let is_clear = |run: &Run| says_so || run.has_slashes || run.items.len() > 2;
        things(|meaning| matches!(meaning, Meaning::Is(..) | Meaning::StateIs(..))).filter(is_clear)
    };
    // `At levels 1, 2 and 3 it is 5%, 6% and 7%`
    let numbers = || {
        let number = |mention: usize| numbered(page, mentions.get(mention));
        one_run(page, mentions.within(sentence).filter_map(number).collect(), says_so)
    };
    let things = outcomes().or_else(given).or_else(numbers);
    let Some((figures, things)) = one_run(page, figures, says_so).zip(things) else {
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

/// A label of a number and the number right behind it, or a number whose label was said before.
fn numbered(page: &Page, mention: &Mention) -> Option<Range<usize>> {
    let (token, _) = number_of(page, mention, &(mention.tokens.start..mention.tokens.end + 1))?;
    Some(mention.tokens.start..mention.tokens.end.max(token + 1))
}

impl Mentions {
    /// Adds the further numbers of a label: those behind its own, where their sentence tells as many chances, `at levels 1, 2
    /// and 3 it is 5%, 6% and 7%`, and those that each have a chance behind them, `by level: 1: 5%, 2: 6%, 3: 7%`.
    pub(super) fn add_series(&mut self, page: &Page, names: &Names<'_>) {
        let mut found: Vec<Mention> = Vec::new();
        for mention in self.list.iter().filter(|mention| mention.number.is_none()) {
            let takes = |named: &Named, token: usize| {
                let number = number_at(page, token);
                number.is_some() && takes_number(names, named, number.as_ref())
            };
            if !mention.named.iter().any(|named| takes_number(names, named, None)) {
                continue;
            }
            let own = numbered(page, mention);
            let further = match own.clone().map(|own| further(page, own)).filter(|all| !all.is_empty()) {
                Some(further) => further,
                None => paired(page, mention.tokens.end),
            };
            let is_own = |token: usize| own.as_ref().is_some_and(|own| own.end == token + 1);
            for token in further.into_iter().filter(|token| !is_own(*token)) {
                let named: Vec<Named> =
                    mention.named.iter().filter(|named| takes(named, token)).cloned().collect();
                if !named.is_empty() && !self.given.contains(&token) {
                    let number = number_at(page, token);
                    found.push(Mention { number, ..Mention::of(token..token + 1, named) });
                }
            }
        }
        self.given.extend(found.iter().map(|mention| mention.tokens.start));
        self.add(found);
    }
}

/// The tokens of the numbers behind a label and its number, two or more, where the sentence tells as many chances as there
/// are numbers.
fn further(page: &Page, label: Range<usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut token = label.end;
    while joins_numbers(page, token) {
        while joins_numbers(page, token) {
            token += 1;
        }
        if number_at(page, token).is_none() {
            break;
        }
        found.push(token);
        token += 1;
    }
    let is_told = || chances_in_sentence(page, label.start) == found.len() + 1;
    if found.len() > 1 && is_told() { found } else { Vec::new() }
}

/// The tokens of the numbers behind a label that each have a sign and a chance behind them, two or more.
fn paired(page: &Page, end: usize) -> Vec<usize> {
    let states = |token: usize| page.has_chance_at(token);
    let is_sign = |token: usize, signs: &[char]| match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Symbol(sign)) => signs.contains(&sign),
        _ => false,
    };
    let mut found = Vec::new();
    let mut token = end + usize::from(is_sign(end, &[':']));
    while number_at(page, token).is_some() && is_sign(token + 1, &[':', '=']) && states(token + 2) {
        found.push(token);
        token += 3;
        while joins_numbers(page, token) || is_sign(token, &[';']) {
            token += 1;
        }
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Whether a token stands between numbers of one series.
fn joins_numbers(page: &Page, token: usize) -> bool {
    match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Symbol(sign)) => matches!(sign, ',' | '/' | '&'),
        _ => matches!(page.word_at(token), Some("and" | "or")),
    }
}

/// The tokens of the sentence or item of a token; of one without an end what is near.
pub(super) fn sentence_of(page: &Page, token: usize) -> Range<usize> {
    let byte = page.tokens.list[token].start as usize;
    let Some(block) = page.outline.block_at(byte) else { return token..token + 1 };
    let range = &page.outline.blocks[block].range;
    let at = |byte: usize| page.tokens.list.partition_point(|token| (token.start as usize) < byte);
    at(range.start).max(token.saturating_sub(REACH))..at(range.end).min(token + REACH)
}

/// How many chances the sentence or item of a token tells.
fn chances_in_sentence(page: &Page, token: usize) -> usize {
    let states = |token: &usize| page.has_chance_at(*token);
    sentence_of(page, token).filter(states).count()
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
