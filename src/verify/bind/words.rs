//! Words around a figure that nothing here knows: what they say may be what the figure is about.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::exact::Rational;
use crate::names::{Meaning, Names, is_glue, stem};
use crate::page::{Page, Shape, TokenKind};

use super::beside::{number_at, number_of};
use super::mentions::Mentions;
use super::places::states_chance;
use super::plain::is_plain;
use super::question::Place;

/// What a turn leads to stands within so many words.
const NEAR: usize = 7;

/// Words of heads that say nothing about what is given.
const IDLE: [&str; 64] = [
    "roll",
    "band",
    "range",
    "ranges",
    "number",
    "count",
    "typical",
    "odds",
    "probability",
    "percent",
    "percentage",
    "exact",
    "about",
    "roughly",
    "approx",
    "likelihood",
    "rate",
    "base",
    "plain",
    "default",
    "no",
    "item",
    "items",
    "under",
    "rule",
    "outcome",
    "value",
    "result",
    "reward",
    "rewards",
    "final",
    "real",
    "total",
    "every",
    "nothing",
    "drop",
    "drops",
    "pickup",
    "share",
    "fraction",
    "decimal",
    "name",
    "kind",
    "type",
    "edition",
    "version",
    "floor",
    "without",
    "lowest",
    "highest",
    "average",
    "fewest",
    "least",
    "most",
    "min",
    "max",
    "minimum",
    "maximum",
    "mean",
    "avg",
    "expected",
    "exactly",
    "precisely",
    "both",
];

/// Words after which something else is given than before.
const TURNS: [&str; 32] = [
    "after",
    "once",
    "if",
    "when",
    "unless",
    "instead",
    "otherwise",
    "extra",
    "additional",
    "additionally",
    "plus",
    "afterwards",
    "later",
    "until",
    "before",
    "except",
    "besides",
    "beyond",
    "neither",
    "combined",
    "total",
    "sum",
    "more",
    "fewer",
    "during",
    "while",
    "specific",
    "particular",
    "given",
    "certain",
    "named",
    "another",
];

/// Whether the figure's own words hold something that is not understood: a name that no label has; in the heads of a
/// table any such word; in a sentence one that turns what is said.
///
/// `uses` are the numbers that count uses of a mechanic.
pub(super) fn strangers(
    page: &Page,
    mentions: &Mentions,
    place: &Place,
    figure: usize,
    uses: &BTreeSet<usize>,
) -> bool {
    let strange = |range: &Range<usize>| has_name(page, mentions, range);
    let mut own = place.layers[0].iter();
    // What the heads of a table hold is looked at head by head.
    if place.in_table {
        return own.next().is_some_and(strange);
    }
    // `from 3.82% to 6.76%` tells what it was without.
    let before = figure.checked_sub(1).and_then(|token| page.word_at(token));
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
            turn && token + 1 != figure && mentions.within(&(token + 1..end)).is_empty()
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
        let mut own = place.layers[..2].iter().flatten().flat_map(Clone::clone);
        own.any(|token| page.word_at(token) == Some("which") && page.word_at(token + 1) == Some("point"))
    };
    // Two things or outcomes that the figure's own words name are both.
    let flags = || {
        let all = place.layers[0].iter().flat_map(|range| mentions.within(range));
        let is_outcome = |mention: usize| {
            let mut named = mentions.get(mention).named.iter();
            named.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
        };
        let things = all.filter(|mention| mentions.get(*mention).is_thing() || is_outcome(*mention));
        things.map(|mention| &mentions.get(mention).named).collect::<Vec<_>>()
    };
    let names_two = || {
        let flags = flags();
        flags.iter().any(|named| *named != flags[0])
    };
    is_told_of_some(page, mentions, place)
        || place.layers[..2].iter().flatten().any(|range| refers_elsewhere(page, range))
        || place.layers[..4].iter().flatten().any(both) && !names_two()
        || is_told_of_a_share(page, mentions, place, figure)
        || place.layers[1].iter().any(|before| has_open_condition(page, mentions, before))
        || at_that()
        || own.any(|range| strange(range) || turns(range) || loose(range))
}

/// Whether the sentence of a figure tells of some of what happens, and no label says of which.
pub(super) fn is_told_of_some(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    is_told_of_one(page, mentions, place)
        || place.layers[..2].iter().flatten().any(|range| is_given_an_outcome(page, mentions, range))
        || points_back(page, mentions, place)
}

/// Whether the sentence of a figure tells of one in particular: `one of them in particular`, `any given common`.
fn is_told_of_one(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    // It goes on through the sentence.
    place.layers[..2].iter().flatten().flat_map(Clone::clone).any(|token| {
        let word = page.word_at(token).unwrap_or_default();
        let before = || token.checked_sub(1).and_then(|before| page.word_at(before)).unwrap_or_default();
        let is_that = || word == "one" && matches!(before(), "that" | "this");
        let is_given = || word == "given" && matches!(before(), "a" | "any" | "each" | "one");
        // `For a pot that has any`
        let has_any = || word == "any" && page.word_at(token + 1).is_none();
        let is_exact = || word == "exact" && matches!(before(), "that" | "this");
        let is_one = matches!(word, "particular" | "specific") || is_given() || is_exact();
        is_one && !is_in_label(mentions, token) || is_that() || has_any()
    })
}

/// Whether some words are nothing but labels: `**Library.**`, `Chests and sacks`.
pub(super) fn is_topic(page: &Page, mentions: &Mentions, range: &Range<usize>) -> bool {
    const WORDS: usize = 6;
    let words = range.clone().filter(|token| page.word_at(*token).is_some()).count();
    let is_known = |token: usize| {
        page.figure_at(token).is_none() && (page.word_at(token).is_none() || is_known(page, mentions, token))
    };
    (1..=WORDS).contains(&words) && !mentions.within(range).is_empty() && range.clone().all(is_known)
}

/// Whether a label is only what something is compared with: `a little likelier than a card`.
pub(super) fn is_compared(page: &Page, label: usize) -> bool {
    let mut before = (0..label).rev().map(|token| page.word_at(token).unwrap_or_default());
    let word = before.find(|word| !matches!(*word, "a" | "an" | "the" | "any" | "your"));
    word == Some("than")
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
    })
}

/// Whether some words give a condition that is an outcome itself: `if it is a gem, you get two one time in five`.
fn is_given_an_outcome(page: &Page, mentions: &Mentions, range: &Range<usize>) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    range.clone().any(|token| {
        let is_told = matches!(word(token), "if" | "when" | "once" | "whenever")
            && matches!(word(token + 1), "it" | "that" | "this" | "one")
            && matches!(word(token + 2), "is" | "was" | "becomes" | "turns");
        let first = token + 3 + usize::from(matches!(word(token + 3), "a" | "an" | "the"));
        let named = mentions.within(&(first..first + 1)).flat_map(|mention| &mentions.get(mention).named);
        is_told && { named }.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
    })
}

/// Whether a figure is told of what a sentence before gave with a number of nobody knows what: `Ten is the cap. Half of
/// the rooms hold a chest then.`
fn points_back(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    let mut own = place.layers[..2].iter().flatten().flat_map(Clone::clone);
    let says = own.any(|token| {
        let before = token.checked_sub(1).and_then(|before| page.word_at(before));
        page.word_at(token) == Some("then") && before != Some("and")
    });
    let before = place.layers[3].first();
    says && before.is_some_and(|before| has_loose_number(page, mentions, before, |_| false))
}

/// Whether a word stands inside a label.
fn is_in_label(mentions: &Mentions, token: usize) -> bool {
    let mut all = mentions.within(&(token.saturating_sub(NEAR)..token + 1));
    all.any(|mention| mentions.get(mention).tokens.contains(&token))
}

/// Whether a word is a number in letters, and no place in a row.
pub(super) fn is_cardinal(word: &str) -> bool {
    const NUMBERS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    NUMBERS.contains(&word)
}

/// Whether a head of a table holds a word that nothing here knows.
pub(super) fn is_strange(page: &Page, mentions: &Mentions, head: &Range<usize>) -> bool {
    head.clone().any(|token| !is_known(page, mentions, token))
}

/// Whether a word begins a reason.
pub(super) fn is_reason(word: &str) -> bool {
    matches!(word, "because" | "since" | "as")
}

/// Whether a figure says how much more or less something is, and no chance: `50% off`, `10% more gold`.
pub(super) fn is_amount(page: &Page, figure: usize) -> bool {
    const AGO: usize = 20;
    const AMOUNTS: [&str; 14] = [
        "off", "more", "less", "cheaper", "dearer", "discount", "faster", "slower", "larger", "smaller",
        "higher", "lower", "larger", "bonus",
    ];
    let word = |token: usize| page.word_at(token);
    let is_more = |token: usize| word(token + 1).is_some_and(|word| AMOUNTS.contains(&word));
    let before = |back: usize| figure.checked_sub(back);
    let is_give_or_take =
        before(1).and_then(word) == Some("take") && before(3).and_then(word) == Some("give");
    // `The one takes 50% off, the other another 20%`.
    let goes_on = matches!(before(1).and_then(word), Some("another" | "further" | "additional"));
    is_more(figure)
        || is_give_or_take
        || goes_on
            && (figure.saturating_sub(AGO)..figure)
                .rev()
                .find(|token| page.figure_at(*token).is_some_and(|figure| figure.is_chance()))
                .is_some_and(is_more)
}

/// Whether a joint is part of a number: `fewer than two`, `5 or more`.
pub(super) fn is_of_a_count(page: &Page, token: usize) -> bool {
    let word = |token: usize| page.word_at(token);
    match word(token) {
        Some("than") => {
            let before = token.checked_sub(1).and_then(word);
            matches!(before, Some("more" | "fewer" | "less")) && number_at(page, token + 1).is_some()
        }
        Some("or") => {
            matches!(word(token + 1), Some("more" | "fewer" | "less" | "better" | "higher" | "lower"))
        }
        _ => false,
    }
}

/// Whether a number is that of a version or of a chapter: `patch 1.1`.
pub(super) fn is_version(page: &Page, figure: usize) -> bool {
    const WORDS: [&str; 11] = [
        "patch", "version", "ver", "update", "build", "release", "section", "chapter", "season", "hotfix",
        "v",
    ];
    figure.checked_sub(1).and_then(|before| page.word_at(before)).is_some_and(|word| WORDS.contains(&word))
}

/// Whether a figure's own words, or those before them in its sentence, tell of a share of what is there already.
pub(super) fn is_told_of_a_share(page: &Page, mentions: &Mentions, place: &Place, figure: usize) -> bool {
    place.layers[..2].iter().flatten().any(|range| is_share(page, mentions, range))
        || !place.in_table && happens_to(page, mentions, figure)
        || !place.in_table
            && place.layers[0].iter().any(|range| says_what_it_is(page, mentions, range, figure))
}

/// Whether some words tell which of its kind something is that nothing here knows: `a prize is the golden one half of
/// the time`.
fn says_what_it_is(page: &Page, mentions: &Mentions, range: &Range<usize>, figure: usize) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let begins =
        |token: &usize| matches!(word(*token), "is" | "are") && matches!(word(token + 1), "the" | "your");
    let Some(begin) = (range.start..figure.min(range.end)).find(begins) else { return false };
    // `Keys are the best thing at 18.6%`
    let is_apposed = matches!(word(figure - 1), "at" | "with" | "in" | "a" | "an");
    let names = |range: Range<usize>| !mentions.within(&range).is_empty();
    let is_open = |token: usize| !is_known(page, mentions, token) && !is_plain(word(token));
    let between = begin + 2..figure;
    !is_apposed && names(range.start..begin) && !names(begin..figure) && { between }.any(is_open)
}

/// Whether a figure's own words tell of several things as one that they do not name: `plain or locked together`.
pub(super) fn are_told_together(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    let named = place.layers[0].iter().flat_map(|range| mentions.within(range));
    let outcomes = named.filter(|mention| {
        let mut named = mentions.get(*mention).named.iter();
        named.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
    });
    let is_named = outcomes.count() > 1;
    let mut own = place.layers[0].iter().flat_map(Clone::clone);
    let tells = |word: &str| matches!(word, "together" | "combined");
    !place.in_table && !is_named && own.any(|token| page.word_at(token).is_some_and(tells))
}

/// Whether something is told to happen to what is there already: `this happens to one in twenty roach`.
fn happens_to(page: &Page, mentions: &Mentions, figure: usize) -> bool {
    const AGO: usize = 5;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let mut before = figure.saturating_sub(AGO)..figure;
    let mut named =
        mentions.within(&(figure + 1..figure + 2)).flat_map(|mention| &mentions.get(mention).named);
    before.any(|token| matches!(word(token), "happens" | "happen") && word(token + 1) == "to")
        && named.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
}

/// What happens many times, in each of which something comes or not.
const USES: [&str; 18] = [
    "rooms", "floors", "rewards", "cards", "fights", "runs", "games", "cases", "times", "visits", "players",
    "people", "pulls", "packs", "tries", "attempts", "rolls", "clears",
];

/// Whether a word is one for what happens many times: rooms, fights, runs.
pub(super) fn happens_often(word: &str) -> bool {
    USES.contains(&word)
}

/// Whether a pronoun stands for what happened so often, and not for what came: `most rooms pay a chest, namely 51% of
/// them`. The nearest plural before it says which.
fn is_of_uses(page: &Page, mentions: &Mentions, pronoun: usize) -> bool {
    const AGO: usize = 24;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let is_outcome = |token: usize| {
        let named = mentions.within(&(token..token + 1)).flat_map(|mention| &mentions.get(mention).named);
        word(token).ends_with('s') && { named }.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
    };
    let ends = |token: &usize| page.tokens.list[*token].kind == TokenKind::Symbol('.');
    let before = (pronoun.saturating_sub(AGO)..pronoun).rev().take_while(|token| !ends(token));
    before
        .filter(|token| USES.contains(&word(*token)) || is_outcome(*token))
        .map(|token| USES.contains(&word(token)) && !is_outcome(token))
        .next()
        .unwrap_or(false)
}

/// Whether some words tell of what is there already: `half of the keys`, `among the rares`.
fn is_share(page: &Page, mentions: &Mentions, range: &Range<usize>) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    range.clone().any(|token| {
        let begins = match word(token) {
            "among" => true,
            "of" => {
                token == range.start || page.figure_at(token - 1).is_some_and(|figure| states_chance(&figure))
            }
            _ => false,
        };
        let first = token + 1 + usize::from(matches!(word(token + 1), "the" | "all" | "these" | "those"));
        let named = mentions.within(&(first..first + 1)).flat_map(|mention| &mentions.get(mention).named);
        let is_pronoun = matches!(word(token + 1), "them" | "these" | "those")
            && !USES.contains(&word(token + 2))
            && !is_of_uses(page, mentions, token);
        begins && (is_pronoun || { named }.any(|named| matches!(named.meaning, Meaning::Outcome(..))))
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

/// Whether some of a figure's own words are not known, and say more than that it is one.
pub(super) fn has_unknown(page: &Page, mentions: &Mentions, own: &[Range<usize>]) -> bool {
    own.iter().any(|range| {
        range.clone().any(|token| {
            !is_known(page, mentions, token)
                && page.word_at(token).is_some_and(|word| word.len() > 3 && !is_plain(word))
        })
    })
}

fn is_known(page: &Page, mentions: &Mentions, token: usize) -> bool {
    let Some(word) = page.word_at(token) else { return true };
    mentions.words[token].is_some()
        || number_at(page, token).is_some()
        || word == "none"
        || IDLE.contains(&word)
        || Names::is_idle(word)
        || is_glue(&stem(word))
        || word.len() < 3
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

/// Whether a figure is what something was before: `from 15%`, `instead of 15%`, `more than 15%`.
fn says_from(page: &Page, figure: usize) -> bool {
    let word = |back: usize| figure.checked_sub(back).and_then(|token| page.word_at(token));
    match word(1) {
        Some("of") => matches!(word(2), Some("instead" | "place")),
        // `You leave empty-handed from 22% of your rooms`
        Some("from") => page.word_at(figure + 1) != Some("of"),
        _ => true,
    }
}

/// A plain number beside a figure of which nobody says what it counts: `with \u{2212}10 already 65.1%`.
fn has_loose_number(
    page: &Page,
    mentions: &Mentions,
    range: &Range<usize>,
    is_own: impl Fn(&usize) -> bool,
) -> bool {
    // `5-star` is a label, and `8 rooms` counts them.
    let counted = || {
        let all = mentions.within(range).map(|mention| mentions.get(mention));
        all.flat_map(|mention| {
            let number = number_of(page, mention, range).map(|(token, _)| token);
            mention.tokens.clone().chain(number)
        })
    };
    let counted: BTreeSet<usize> = counted().collect();
    let is_plain = |token: usize| match page.tokens.list[token].kind {
        TokenKind::Figure(figure) => {
            let figure = page.tokens.figures.get(figure as usize);
            figure.is_some_and(|figure| matches!(figure.shape, Shape::Number(_)))
        }
        // One and two are said of much.
        _ => number_at(page, token).is_some_and(|number| number > Rational::from(2)),
    };
    let mut tokens = range.clone().filter(|token| !is_own(token) && !counted.contains(token));
    tokens.any(|token| is_plain(token) && !mentions.is_given(token))
}
