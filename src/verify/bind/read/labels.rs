//! The labels that the words of a page are, before anything is known of what stands around them.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::exact::Rational;
use crate::names::{Named, Names, Spoken};
use crate::page::{Page, TokenKind};

use super::beside::{number_at, sign_at, takes_number};
use super::denial::{denial, denies_itself, falls_short, opposite, replaced, what_none_lacks};
use super::mention::Mention;

/// A label has at most so many words.
const LONGEST: usize = 10;

/// For each token of a page the word that it is, where some label has it. Each word is looked up once, however often it
/// stands on the page.
pub(super) fn words(page: &Page, names: &Names<'_>) -> Vec<Option<u32>> {
    let tokens = &page.tokens.list;
    let mut known: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    let word = |token: usize| match tokens[token].kind {
        // `Afterbirth+`
        TokenKind::Word(number) if is_plus(page, token) => {
            let word = page.tokens.words.text(number);
            names.word(&format!("{word}+")).or_else(|| names.word(word))
        }
        // `It is hard to do without`: that is no difficulty.
        TokenKind::Word(_)
            if page.word_at(token) == Some("hard") && page.word_at(token + 1) == Some("to") =>
        {
            None
        }
        // `One die`, and not `when you die`.
        TokenKind::Word(_) if is_a_die(page, token) => names.word("dice").or_else(|| names.word("die")),
        TokenKind::Word(number) => *known.entry(number).or_insert_with(|| {
            /// How often something is so, and no name: what is so normally is not what is so in a normal fight.
            const HOW_OFTEN: [&str; 7] =
                ["normally", "regularly", "commonly", "rarely", "originally", "typically", "hardly"];
            let word = page.tokens.words.text(number);
            if HOW_OFTEN.contains(&word) {
                return None;
            }
            names.word(word).or_else(|| names.word(opposite(word)?))
        }),
        TokenKind::Figure(_) => names.word(page.token_text(token)),
        // `5★`
        TokenKind::Symbol('\u{2605}' | '\u{2606}' | '\u{2b50}') => names.word("star"),
        _ => None,
    };
    (0..tokens.len()).map(word).collect()
}

/// Whether a word is the one of which `dice` are several.
fn is_a_die(page: &Page, token: usize) -> bool {
    const FAR: usize = 30;
    let is_end = |at: &usize| sign_at(page, *at) == '.';
    // `With three dice at least one die hits`
    let has_more = || {
        let before = (token.saturating_sub(FAR)..token).rev().take_while(|at| !is_end(at));
        before.into_iter().any(|at| page.word_at(at) == Some("dice"))
    };
    let is_given = || {
        let is_one = number_at(page, token - 1).is_some_and(|number| number == Rational::ONE);
        let is_one = is_one || page.word_before(token, 1) == Some("single");
        let with = page.word_before(token, 2);
        let with = if with == Some("a") { page.word_before(token, 3) } else { with };
        is_one && (matches!(with, Some("with" | "of" | "for" | "using")) || with.is_none())
    };
    let is_each = || {
        let before = page.word_before(token, 1);
        matches!(before, Some("each" | "every" | "one"))
            && matches!(page.word_at(token + 1), Some("has" | "have"))
    };
    page.word_at(token) == Some("die") && token > 0 && (is_given() || is_each()) && !has_more()
}

/// The labels of a page in its order, each the longest that its words are.
pub(super) fn labels(page: &Page, names: &Names<'_>, words: &[Option<u32>]) -> Vec<Mention> {
    let tokens = &page.tokens.list;
    // Signs inside a label are skipped: quotes, hyphens, the sign between two parents.
    let skipped = |token: &usize| {
        let sign = matches!(
            tokens[*token].kind,
            TokenKind::Symbol('\'' | '-' | '"' | '`' | '*' | '+' | '&' | '\u{d7}')
        );
        !sign && tokens[*token].kind != TokenKind::LineEnd
    };
    let telling: Vec<usize> = (0..tokens.len()).filter(skipped).collect();
    let mut denials = Denials { page, names, of_all: None };
    let mut found = Vec::new();
    let mut ahead = Vec::with_capacity(LONGEST);
    let mut at = 0;
    while let Some(first) = telling.get(at) {
        ahead.clear();
        ahead.extend(spoken(page, words, &telling[at..]));
        let longest = names.longest(&ahead).filter(|_| !is_other(page, *first));
        let Some((length, named)) = longest else {
            at += 1;
            continue;
        };
        let tokens = *first..telling[at + length - 1] + 1;
        let denial = denials.of(&tokens, named);
        let is_one = tokens.len() == 1 && is_a_die(page, tokens.start);
        let takes = |named: &Named| takes_number(names, named, Some(&Rational::ONE));
        let number = (is_one && named.iter().all(takes)).then_some(Rational::ONE);
        found.push(Mention { number, ..Mention::of(tokens, Arc::clone(named)).denied_by(denial) });
        at += length;
    }
    found
}

/// The words with which some tokens begin that a label may have.
fn spoken(page: &Page, words: &[Option<u32>], telling: &[usize]) -> impl Iterator<Item = Spoken> {
    telling.iter().take(LONGEST).enumerate().map_while(move |(number, token)| {
        let before = number.checked_sub(1).and_then(|before| telling.get(before));
        let word = words[*token];
        let is_idle = page.word_at(*token).is_some_and(Names::is_idle);
        let is_end =
            word.is_none() && !is_idle || before.is_some_and(|before| is_apart(page, *before, *token));
        (!is_end).then_some(Spoken { word, is_idle })
    })
}

/// What denies the labels of a page, one after the other.
struct Denials<'p> {
    page: &'p Page,
    names: &'p Names<'p>,
    /// The word that what was said before denies of all, with what denies it.
    of_all: Option<(usize, Option<&'p str>)>,
}

impl<'p> Denials<'p> {
    /// The word that denies a label.
    fn of(&mut self, label: &Range<usize>, named: &[Named]) -> Option<&'p str> {
        let mut own = denial(self.page, label.start);
        // Of `no heart container is empty` it denies that one is empty.
        if own.is_some()
            && let Some(lacking) = what_none_lacks(self.page, label.end)
        {
            self.of_all = Some((lacking, own.take()));
        }
        if let Some((_, of_all)) = self.of_all.take_if(|(lacking, _)| label.contains(lacking)) {
            own = of_all;
        }
        own.or_else(|| denies_itself(self.page, self.names, label.start))
            .or_else(|| falls_short(self.page, label, named))
            .or_else(|| replaced(self.page, label.start, named))
    }
}

/// Whether what begins with a token only seems to be a label.
fn is_other(page: &Page, first: usize) -> bool {
    is_superlative(page, first)
        || is_only(page, first)
        || is_price(page, first)
        || is_point_of_pity(page, first)
}

/// Whether a number is one of money: `the $4 tier` is no `4`.
fn is_price(page: &Page, token: usize) -> bool {
    let before = token.checked_sub(1).map(|token| page.tokens.list[token].kind);
    let is_sign = matches!(before, Some(TokenKind::Symbol('$' | '\u{20ac}' | '\u{a3}' | '\u{a5}')));
    // `$5$` is a formula.
    let behind = page.tokens.list.get(token + 1).map(|token| token.kind);
    is_sign
        && behind != Some(TokenKind::Symbol('$'))
        && matches!(page.tokens.list[token].kind, TokenKind::Figure(_))
}

/// Whether a word that is a label elsewhere only says how often something is: `the most common pull`.
fn is_superlative(page: &Page, token: usize) -> bool {
    let before = page.word_before(token, 1);
    let is_often = matches!(page.word_at(token), Some("common" | "uncommon" | "rare"));
    is_often && matches!(before, Some("most" | "more" | "less" | "least" | "very" | "too" | "so"))
}

/// Whether a word only seems to be a label: `nothing but elites` says that there is nothing else, `nothing bad` what there
/// is not, and `a coin flip` what half of all is.
fn is_only(page: &Page, token: usize) -> bool {
    match page.word_at(token) {
        Some("nothing") => {
            const BEHIND: [&str; 16] = [
                "but", "except", "else", "bad", "good", "better", "worse", "useful", "special", "new",
                "like", "of", "added", "extra", "equipped", "active",
            ];
            // `The coin does nothing for cherries`
            let does =
                matches!(page.word_before(token, 1), Some("do" | "does" | "did" | "doing" | "changes"));
            does || page.word_at(token + 1).is_some_and(|word| BEHIND.contains(&word))
        }
        Some("coin") => matches!(page.word_at(token + 1), Some("flip" | "flips" | "toss")),
        // `Question Card is an uncommon relic.`
        Some("common" | "uncommon" | "rare") => {
            const FAR: usize = 12;
            let is_kind = matches!(page.word_before(token, 1), Some("a" | "an"))
                && matches!(page.word_before(token, 2), Some("is" | "are"))
                && page.word_at(token + 1).is_some();
            let is_end = |token: &usize| sign_at(page, *token) == '.';
            let mut behind = (token..token + FAR).take_while(|token| !is_end(token));
            is_kind && !behind.any(|token| page.figure_at(token).is_some())
        }
        // `Down to its floor of −40`
        Some("floor") => {
            let is_end = || number_at(page, token + 2).is_some_and(|number| number.is_negative());
            page.word_at(token + 1) == Some("of") && is_end()
        }
        _ => false,
    }
}

/// Whether a plus sign is part of a word.
fn is_plus(page: &Page, token: usize) -> bool {
    let list = &page.tokens.list;
    let end = list.get(token).map_or(0, |token| token.end);
    list.get(token + 1).is_some_and(|next| next.kind == TokenKind::Symbol('+') && next.start == end)
}

/// Whether two tokens stand in different cells, items or paragraphs of HTML, or in different columns.
fn is_apart(page: &Page, first: usize, second: usize) -> bool {
    const TAGS: [&str; 8] = ["<t", "</t", "<li", "</li", "<p", "</p", "<d", "\t"];
    let end = |token: usize| page.tokens.list.get(token).map_or(0, |token| token.end as usize);
    let start = page.tokens.list.get(second).map_or(0, |token| token.start as usize);
    let between = page.text.get(end(first)..start).unwrap_or_default();
    !between.trim().is_empty() && TAGS.iter().any(|tag| between.contains(tag)) || between.contains('\t')
}

/// Whether a label only ends the name of a point of a timer: soft pity begins where the chance rises, and not where the
/// count does.
fn is_point_of_pity(page: &Page, first: usize) -> bool {
    page.word_at(first) == Some("pity") && matches!(page.word_before(first, 1), Some("soft" | "hard"))
}
