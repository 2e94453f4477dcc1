//! Words of the text around a figure: which are known, and what single ones say.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::exact::Rational;
use crate::names::{Meaning, Named, Names, is_glue, stem};
use crate::page::{Page, Shape, TokenKind, Word};
use crate::value::Value;

use super::beside::{counts_by_the_way, number_at, number_of};
use super::likelier::part;
use super::mention::Mentions;
use super::ordinals::ordinal;
use super::plain::{is_plain, is_turning};

/// What a turn leads to stands within so many words.
pub(super) const NEAR: usize = 7;

/// Words of heads that say nothing about what is given.
const IDLE: [&str; 64] = [
    "roll", "band", "range", "ranges", "number", "count", "typical", "odds", "probability", "percent",
    "percentage", "exact", "about", "roughly", "approx", "likelihood", "rate", "base", "plain", "default",
    "no", "item", "items", "under", "rule", "outcome", "value", "result", "reward", "rewards", "final",
    "real", "total", "every", "nothing", "drop", "drops", "pickup", "share", "fraction", "decimal", "name",
    "kind", "type", "edition", "version", "floor", "without", "lowest", "highest", "average", "fewest",
    "least", "most", "min", "max", "minimum", "maximum", "mean", "avg", "expected", "exactly", "precisely",
    "both",
];

/// Whether some words are nothing but labels: `**Library.**`, `Chests and sacks`.
pub(crate) fn is_topic(page: &Page, mentions: &Mentions, range: &Range<usize>) -> bool {
    const WORDS: usize = 6;
    let words = range.clone().filter(|token| page.word_at(*token).is_some()).count();
    let is_known = |token: usize| {
        page.figure_at(token).is_none() && (page.word_at(token).is_none() || is_known(page, mentions, token))
    };
    (1..=WORDS).contains(&words) && !mentions.within(range).is_empty() && range.clone().all(is_known)
}

/// Whether a label is only what something is compared with: `a little likelier than a card`, `just as on Normal`.
pub(crate) fn is_compared(page: &Page, label: usize) -> bool {
    let mut before = (0..label).rev().map(|token| page.word_at(token).unwrap_or_default());
    let word = before.find(|word| !matches!(*word, "a" | "an" | "the" | "any" | "your"));
    match word {
        Some("than") => true,
        Some("on" | "in" | "under") => before.next() == Some("as") && before.next() == Some("just"),
        _ => false,
    }
}

/// Whether a figure is what something else is set against: `16% instead of 11%`, `8.7%, up from 3.8%`.
pub(crate) fn is_set_against(page: &Page, figure: usize) -> bool {
    const HEDGES: [&str; 13] = [
        "the", "a", "an", "about", "only", "just", "usual", "normal", "mere", "roughly", "around",
        "ordinary", "regular",
    ];
    let mut before = (0..figure).rev().map(|token| page.word_at(token).unwrap_or_default());
    let last = before.find(|word| !HEDGES.contains(word)).unwrap_or_default();
    match last {
        "than" | "from" | "against" | "versus" | "vs" => true,
        "of" => before.next() == Some("instead"),
        "to" | "with" => before.next() == Some("compared"),
        _ => false,
    }
}

/// Whether a word stands inside a label.
pub(super) fn is_in_label(mentions: &Mentions, token: usize) -> bool {
    let mut all = mentions.within(&(token.saturating_sub(NEAR)..token + 1));
    all.any(|mention| mentions.get(mention).tokens.contains(&token))
}

/// Whether a number is a part of what an outcome is called: the 5 of `5★`.
pub(super) fn is_in_a_name(mentions: &Mentions, token: usize) -> bool {
    let is_name = |named: &Named| matches!(named.meaning, Meaning::Outcome(_, Value::Variant(_)));
    let mut all = mentions.within(&(token.saturating_sub(NEAR)..token + 1));
    all.any(|mention| {
        let found = mentions.get(mention);
        found.tokens.contains(&token) && found.tokens.len() > 1 && found.named.iter().all(is_name)
    })
}

/// Whether a word is a number in letters, and no place in a row.
pub(super) fn is_cardinal(word: &str) -> bool {
    let is_count = matches!(Word::read(word), Some(Word::Count(count)) if count > 0);
    is_count && ordinal(word).is_none() && !counts_by_the_way(word)
}

/// Words of heads that say nothing more where a figure is about many uses.
const OF_USES: [&str; 24] = [
    "within", "by", "then", "until", "after", "before", "first", "cumulative", "cumulatively", "total",
    "overall", "so", "far", "seen", "had", "have", "having", "got", "get", "getting", "still", "yet",
    "median", "half",
];

/// Whether a head of a table holds a word that nothing here knows. Where the figure is `of_uses`, what is said of many
/// is known.
pub(crate) fn is_strange(page: &Page, mentions: &Mentions, head: &Range<usize>, of_uses: bool) -> bool {
    let is_cue = |token: usize| of_uses && page.word_at(token).is_some_and(|word| OF_USES.contains(&word));
    // Beside a label that is a mere number a word of another label tells of something else: `Specific 3*`, `5 + PB`.
    let is_number = |mention: usize| {
        let tokens = &mentions.get(mention).tokens;
        tokens.len() == 1 && page.figure_at(tokens.start).is_some()
    };
    let has_number = mentions.within(head).any(is_number);
    // What comes in several of something that no question takes is no chance of one: `Hat in 10 tickets`.
    let counts_others = |token: usize| {
        let is_in = token > head.start && matches!(page.word_at(token - 1), Some("in" | "within" | "after"));
        let counts = || page.figure_at(token).is_some_and(|figure| matches!(figure.shape, Shape::Number(_)));
        let is_many = || number_at(page, token).is_some_and(|number| number > Rational::ONE);
        let is_noun = || token + 1 < head.end && page.word_at(token + 1).is_some();
        is_in && counts() && is_many() && is_noun() && !is_in_label(mentions, token)
    };
    // `2.0 hard` is of a version that no edition is.
    let is_version = |token: usize| {
        let number = page.figure_at(token).map(|figure| figure.shape);
        matches!(number, Some(Shape::Number(number)) if number.places == 1)
            && !mentions.is_given(token)
            && !is_in_label(mentions, token)
    };
    let is_known = |token: usize| {
        if is_version(token) || !of_uses && counts_others(token) {
            return false;
        }
        let is_part = has_number && mentions.words[token].is_some() && !is_in_label(mentions, token);
        if is_part { says_nothing(page, token) } else { is_known(page, mentions, token) }
    };
    head.clone().any(|token| !is_cue(token) && !is_known(token))
}

/// Whether a word begins a reason.
pub(crate) fn is_reason(word: &str) -> bool {
    matches!(word, "because" | "since" | "as")
}

/// Whether a figure says how much more or less something is, and no chance: `50% off`, `10% more gold`.
pub(super) fn is_amount(page: &Page, figure: usize) -> bool {
    const AGO: usize = 20;
    const AMOUNTS: [&str; 22] = [
        "off", "more", "less", "cheaper", "dearer", "discount", "faster", "slower", "larger", "smaller",
        "higher", "lower", "bonus", "better", "worse", "stronger", "weaker", "likelier", "longer", "shorter",
        "bigger", "extra",
    ];
    let word = |token: usize| page.word_at(token);
    let is_more = |token: usize| word(token + 1).is_some_and(|word| AMOUNTS.contains(&word));
    let before = |back: usize| figure.checked_sub(back);
    let is_give_or_take =
        before(1).and_then(word) == Some("take") && before(3).and_then(word) == Some("give");
    // `The one takes 50% off, the other another 20%`.
    let goes_on = matches!(before(1).and_then(word), Some("another" | "further" | "additional"));
    is_more(figure) && part(page, figure).is_none()
        || is_give_or_take
        || goes_on
            && (figure.saturating_sub(AGO)..figure)
                .rev()
                .find(|token| page.has_chance_at(*token))
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

/// Whether a number that begins a line is the version of which the line tells: `1.2: the rate was raised`.
pub(super) fn heads_a_change(page: &Page, figure: usize) -> bool {
    let text = page.token_text(figure);
    let is_colon = page.tokens.list.get(figure + 1).is_some_and(|next| next.kind == TokenKind::Symbol(':'));
    is_colon && text.contains('.') && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a number is that of a note: `13.97%[1]`.
pub(super) fn is_note(page: &Page, figure: usize) -> bool {
    let Some(token) = page.tokens.list.get(figure) else { return false };
    let before = page.text.get(..token.start as usize).unwrap_or_default();
    let behind = page.text.get(token.end as usize..).unwrap_or_default();
    let is_plain = page.token_text(figure).bytes().all(|byte| byte.is_ascii_digit());
    is_plain && before.ends_with('[') && !before.ends_with("[[") && behind.starts_with(']')
}

/// Whether some words may be what a figure is told of: they turn or compare nothing.
pub(crate) fn are_foreign(words: &BTreeSet<&str>) -> bool {
    words.iter().any(|word| !is_turning(word))
}

/// Whether a sentence begins with a word or two that nobody knows and a colon: `Surprise: 1 in 6 for bandits, wolves 50%`.
/// All of it may be about that.
pub(super) fn has_foreign_topic(page: &Page, mentions: &Mentions, tokens: &Range<usize>) -> bool {
    const WORDS: usize = 2;
    let is_colon = |token: usize| page.tokens.list[token].kind == TokenKind::Symbol(':');
    let mut words = 0;
    let is_beside = |token: &usize| {
        words += usize::from(page.word_at(*token).is_some());
        !is_colon(*token) && words <= WORDS
    };
    let end = tokens.clone().take_while(is_beside).last().map_or(tokens.start, |last| last + 1);
    if end >= tokens.end || !is_colon(end) {
        return false;
    }
    let topic = tokens.start..end;
    are_foreign(&unknown_words(page, mentions, std::slice::from_ref(&topic)))
        && mentions.within(&topic).is_empty()
}

/// The words among some that say something which nobody knows.
pub(crate) fn unknown_words<'a>(
    page: &'a Page,
    mentions: &Mentions,
    own: &[Range<usize>],
) -> BTreeSet<&'a str> {
    let tokens = own.iter().flat_map(Clone::clone);
    let unknown = tokens.filter(|token| !is_known(page, mentions, *token));
    unknown.filter_map(|token| page.word_at(token)).filter(|word| word.len() > 3 && !is_plain(word)).collect()
}

pub(super) fn is_known(page: &Page, mentions: &Mentions, token: usize) -> bool {
    let is_short = || page.word_at(token).is_some_and(|word| word.len() < 3);
    mentions.words[token].is_some() || says_nothing(page, token) || is_short()
}

/// Whether a token is a sign, a number or a word that says nothing of what is told.
fn says_nothing(page: &Page, token: usize) -> bool {
    let Some(word) = page.word_at(token) else { return true };
    number_at(page, token).is_some()
        || word == "none"
        || IDLE.contains(&word)
        || Names::is_idle(word)
        || is_glue(&stem(word))
}

/// A plain number beside a figure of which nobody says what it counts: `with \u{2212}10 already 65.1%`.
pub(super) fn has_loose_number(
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
