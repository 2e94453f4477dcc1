//! What a figure is told of: one of several, a share of what is there, something that is done to it.

use std::ops::Range;

use crate::page::{Page, Shape, TokenKind};

use super::layers::Layer;
use super::mention::Mentions;
use super::place::{Place, states_chance};
use super::plain::is_plain;
use super::words::{is_in_label, is_known};

/// What those do behind `still` to whom nothing has come yet.
const WAITS: [&str; 17] = [
    "waiting", "wait", "looking", "hoping", "searching", "without", "missing", "lack", "don't", "haven't",
    "nothing", "none", "not", "no", "never", "hasn't", "doesn't",
];

/// Whether some words tell of those to whom nothing has come yet: `are still waiting`, `have yet to see one`.
pub(crate) fn still_waits<'r>(page: &Page, mut ranges: impl Iterator<Item = &'r Range<usize>>) -> bool {
    const NEAR: usize = 3;
    let waits = |word: &str| WAITS.contains(&word);
    let near =
        |token: usize, end: usize| (token + 1..(token + NEAR).min(end)).filter_map(|next| page.word_at(next));
    ranges.any(|range| {
        range.clone().any(|token| match page.word_at(token) {
            Some("still") => near(token, range.end).any(waits),
            Some("yet") => page.word_at(token + 1) == Some("to"),
            // `38% of players have not found one after 8 digs`
            Some("have" | "has") => matches!(page.word_at(token + 1), Some("not" | "never")),
            _ => false,
        })
    })
}

/// Whether the sentence of a figure tells of one in particular: `one of them in particular`, `any given common`.
pub(crate) fn is_told_of_one(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    // It goes on through the sentence.
    place.tokens(Layer::Before).any(|token| {
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

/// Whether a figure's own words, or those before them in its sentence, tell of a share of what is there already.
pub(crate) fn is_told_of_a_share(page: &Page, mentions: &Mentions, place: &Place, figure: usize) -> bool {
    place.layers.upto(Layer::Before).any(|range| is_share(page, mentions, range))
        || !place.in_table && happens_to(page, mentions, figure)
        || !place.in_table
            && place.layers.own().iter().any(|range| tells_of_what_was_named(page, mentions, range, figure))
        || !place.in_table
            && place.layers.own().iter().any(|range| says_what_it_is(page, mentions, range, figure))
}

/// Whether a label says of which of all that happens a figure is told: `15% of the rare items have one`, `among the
/// commons`, `if it is a gem`.
pub(crate) fn is_known_of(page: &Page, label: usize, within: &Range<usize>) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let is_idle = |token: &usize| {
        matches!(
            word(*token),
            "the" | "all" | "these" | "those" | "your" | "a" | "an" | "that" | "it" | "is" | "are"
        )
    };
    // `If the farmer was stung`
    let is_verb = |token: usize| matches!(word(token), "was" | "were" | "is" | "are" | "gets" | "got");
    let holder = label.checked_sub(2).filter(|_| is_verb(label - 1) && !is_idle(&(label - 2)));
    let is_own = |token: &usize| !is_idle(token) && Some(*token) != holder && !is_verb(*token);
    let Some(before) = (within.start..label).rev().find(is_own) else { return false };
    match word(before) {
        "among" | "if" | "when" | "once" | "given" | "whenever" => true,
        "of" => {
            before.checked_sub(1).is_none_or(|figure| figure < within.start)
                || page.figure_at(before - 1).is_some_and(|figure| states_chance(&figure))
        }
        _ => false,
    }
}

/// Whether a label is what a share in words counts: `nine out of ten successes are plain`.
pub(crate) fn is_counted_of(page: &Page, label: &Range<usize>) -> bool {
    const ARE: [&str; 8] = ["are", "is", "were", "was", "become", "becomes", "turn", "turns"];
    let figure = label.start.checked_sub(1).and_then(|before| page.figure_at(before));
    let is_share =
        figure.is_some_and(|figure| figure.is_chance() && !matches!(figure.shape, Shape::Percent(_)));
    is_share && page.word_at(label.end).is_some_and(|word| ARE.contains(&word))
}

/// Whether a label that is denied says of which of all that happens a figure is told: `if the chest is not a mimic`,
/// `whatever is neither a mimic nor a relic`, `of the chests that are no mimics`.
pub(crate) fn is_excluded(page: &Page, label: usize, within: &Range<usize>) -> bool {
    const NEAR: usize = 9;
    const WORDS: [&str; 10] = [
        "if", "when", "whenever", "once", "given", "provided", "whatever", "anything", "everything", "those",
    ];
    let before = (label.saturating_sub(NEAR).max(within.start)..label).rev();
    let ends = |token: &usize| page.figure_at(*token).is_some_and(|figure| states_chance(&figure));
    let mut words = before.take_while(|token| !ends(token));
    words.any(|token| match page.word_at(token) {
        // `Of the drops that are not bones, 17% are crystals`, and not `a chance of no bone`
        Some("of") => token == within.start || ends(&(token - 1)) || page.word_at(token - 1).is_none(),
        word => word.is_some_and(|word| WORDS.contains(&word)),
    })
}

/// Whether a sentence goes on with what the one before it told of: `It is 4% on the first floor`.
pub(crate) fn goes_on_with_it(page: &Page, first: usize) -> bool {
    matches!(page.word_at(first), Some("it" | "that" | "this" | "then" | "its" | "here"))
}

/// Whether a label stands right behind "with" or "without": `with a fire`.
pub(crate) fn stands_with(page: &Page, label: usize) -> bool {
    let word = |back: usize| page.word_before(label, back);
    let is_article = matches!(word(1), Some("a" | "an" | "the" | "any"));
    matches!(word(1 + usize::from(is_article)), Some("with" | "without"))
}

/// Whether a relative clause tells what becomes of a part that was named before it: `1/3 of them turn into a chest, which is
/// a locked one half of the time`.
fn tells_of_what_was_named(page: &Page, mentions: &Mentions, range: &Range<usize>, figure: usize) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    (range.start..figure.min(range.end)).any(|token| {
        let is_relative = word(token) == "which" && matches!(word(token + 1), "is" | "are");
        let first = token + 2 + usize::from(matches!(word(token + 2), "a" | "an"));
        is_relative && (mentions.has_outcome(&(first..first + 1)) || word(first + 1) == "one")
    })
}

/// Whether some words tell which of its kind something is that nothing here knows: `a prize is the golden one half of
/// the time`.
fn says_what_it_is(page: &Page, mentions: &Mentions, range: &Range<usize>, figure: usize) -> bool {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let begins =
        |token: &usize| matches!(word(*token), "is" | "are") && matches!(word(token + 1), "the" | "your");
    let Some(begin) = (range.start..figure.min(range.end)).find(begins) else { return false };
    // `Keys are the best thing at 18.6%`
    let is_apposed = matches!(page.word_before(figure, 1), Some("at" | "with" | "in" | "a" | "an"));
    let names = |range: Range<usize>| !mentions.within(&range).is_empty();
    let is_open = |token: usize| !is_known(page, mentions, token) && !is_plain(word(token));
    let mut between = begin + 2..figure;
    !is_apposed && names(range.start..begin) && !names(begin..figure) && between.any(is_open)
}

/// Whether a figure's own words tell of several things as one that they do not name: `plain or locked together`.
pub(crate) fn are_told_together(page: &Page, mentions: &Mentions, place: &Place) -> bool {
    let named = place.layers.own().iter().flat_map(|range| mentions.within(range));
    let is_named = named.filter(|mention| mentions.get(*mention).is_value()).count() > 1;
    let mut own = place.tokens(Layer::Own);
    let tells = |word: &str| matches!(word, "together" | "combined");
    !place.in_table && !is_named && own.any(|token| page.word_at(token).is_some_and(tells))
}

/// Whether something is told to happen to what is there already: `this happens to one in twenty roach`, `four in five
/// hearts become keys`.
fn happens_to(page: &Page, mentions: &Mentions, figure: usize) -> bool {
    const AGO: usize = 5;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let mut named = mentions.within(&(figure + 1..figure + 2)).map(|mention| mentions.get(mention));
    let Some(outcome) = named.find(|mention| mention.is_value()) else { return false };
    let behind = outcome.tokens.end;
    let becomes = |token: usize| matches!(word(token), "become" | "becomes" | "turn" | "turns");
    let is_made = |token: usize| {
        matches!(word(token), "are" | "is")
            && matches!(word(token + 1), "turned" | "replaced" | "converted" | "changed")
    };
    let mut before = figure.saturating_sub(AGO)..figure;
    becomes(behind)
        || is_made(behind)
        || before.any(|token| matches!(word(token), "happens" | "happen") && word(token + 1) == "to")
}

/// Whether a figure is what something changes to: `goes up, to 46.3%`, `drops to 3%`.
pub(crate) fn is_changed(page: &Page, figure: usize) -> bool {
    const AGO: usize = 5;
    const CHANGES: [&str; 18] = [
        "up", "down", "rises", "rise", "rose", "falls", "fall", "drops", "drop", "climbs", "climb", "sinks",
        "jumps", "grows", "shrinks", "increases", "decreases", "lower",
    ];
    let word = |back: usize| page.word_before(figure, back);
    word(1) == Some("to") && (2..=AGO).filter_map(word).any(|word| CHANGES.contains(&word))
}

/// Whether a figure says of how many players or runs something is told: `18.5% of us`, `two thirds of all players`. That is
/// told of many uses.
pub(crate) fn is_told_of_runs(page: &Page, figure: usize) -> bool {
    const WORDS: [&str; 9] =
        ["us", "you", "players", "people", "runs", "users", "everyone", "everybody", "folks"];
    const FAR: usize = 5;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    word(figure + 1) == "of" && (figure + 2..figure + FAR).any(|token| WORDS.contains(&word(token)))
}

/// What happens many times, in each of which something comes or not.
const USES: [&str; 18] = [
    "rooms", "floors", "rewards", "cards", "fights", "runs", "games", "cases", "times", "visits", "players",
    "people", "pulls", "packs", "tries", "attempts", "rolls", "clears",
];

/// Whether a word is one for what happens many times: rooms, fights, runs.
pub(crate) fn happens_often(word: &str) -> bool {
    USES.contains(&word)
}

/// Whether a pronoun stands for what happened so often, and not for what came: `most rooms pay a chest, namely 51% of
/// them`. The nearest plural before it says which.
fn is_of_uses(page: &Page, mentions: &Mentions, pronoun: usize) -> bool {
    const AGO: usize = 24;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let is_outcome = |token: usize| word(token).ends_with('s') && mentions.has_value(&(token..token + 1));
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
        let is_pronoun = matches!(word(token + 1), "them" | "these" | "those")
            && !USES.contains(&word(token + 2))
            && !is_of_uses(page, mentions, token);
        begins && (is_pronoun || mentions.has_value(&(first..first + 1)))
    })
}
