//! Whether a writer meant a figure to the digit: what is hedged is not mended, since it is right as it stands.

use std::ops::Range;

use super::{is_symbol, is_word};
use crate::page::{Figure, Hedge, Page, Shape, TokenKind, hedge, words_of};

/// Words that hedge every figure of their clause up to the next one.
const WHOLE_CLAUSE: [&str; 31] = [
    "roughly", "approximately", "approximate", "approximated", "approx", "estimate", "estimated",
    "estimates", "estimation", "ballpark", "nearly", "almost", "practically", "virtually", "guess",
    "guessed", "guesses", "guesstimate", "circa", "maybe", "perhaps", "probably", "possibly", "presumably",
    "supposedly", "reportedly", "somewhere", "rounded", "rounding", "rounds", "ish",
];

/// Signs after which something else is said.
const CLAUSE_ENDS: [char; 6] = ['.', '!', '?', ';', ':', '|'];

/// Whether words or signs around a figure, or inside it, say that it is not meant to the digit.
pub(crate) fn is_hedged(page: &Page, figure: &Figure) -> bool {
    let first = page.tokens.list.partition_point(|token| (token.start as usize) < figure.range.start);
    let next = page.tokens.list.partition_point(|token| (token.start as usize) < figure.range.end);
    figure.hedge != Hedge::None
        || hedged_inside(page, figure)
        || hedged_before(page, first)
        || hedged_after(page, next)
}

/// `1 in 5.4 (18.6%)`, `~1/4 (24%)`, `1/4 (about 24%)`. The `~` of the percentage itself is no hedge: it says
/// that the percentage is rounded, and so which digits it should have.
fn hedged_inside(page: &Page, figure: &Figure) -> bool {
    let Shape::Both(both) = &figure.shape else { return false };
    let percent_range = &both.percent_range;
    let text = |range: Range<usize>| page.text.get(range).unwrap_or("");
    if words_of(text(figure.range.clone()))
        .iter()
        .any(|word| WHOLE_CLAUSE.contains(&word.as_str()) || hedge::is_hedge(word))
    {
        return true;
    }
    let between = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '=' | '~' | '\u{2248}' | '$');
    let fraction = if percent_range.start > figure.range.start {
        text(figure.range.start..percent_range.start).trim_end_matches(between)
    } else {
        text(percent_range.end..figure.range.end)
    };
    // A fraction with a decimal point is a rounded one; that of `i.e.` is none.
    let has_places =
        fraction.split('.').skip(1).any(|part| part.starts_with(|sign: char| sign.is_ascii_digit()));
    has_places || fraction.contains(['~', '\u{2248}', '\u{223c}'])
}

/// Whether the words before a token hedge it.
fn hedged_before(page: &Page, first: usize) -> bool {
    for token in (0..first).rev() {
        match page.tokens.list.get(token).map(|token| token.kind) {
            Some(TokenKind::Word(number)) => {
                let word = page.tokens.words.text(number);
                if WHOLE_CLAUSE.contains(&word) {
                    return true;
                }
            }
            // `approx. 1/4`
            Some(TokenKind::Symbol('.')) => {
                return token > 0 && is_word(page, token - 1, &["approx", "ca", "c", "est", "circ"]);
            }
            Some(TokenKind::Symbol(sign)) if CLAUSE_ENDS.contains(&sign) => return false,
            Some(TokenKind::Symbol(_)) => {}
            Some(TokenKind::LineEnd | TokenKind::Figure(_)) | None => return false,
        }
    }
    false
}

/// `1/4 (24%) or so`, `1/4 (24%), roughly`, `1/4 (24%)?`, where no other figure is meant.
fn hedged_after(page: &Page, next: usize) -> bool {
    let skipped = |token: usize| [',', '-', '(', '\''].iter().any(|sign| is_symbol(page, token, *sign));
    let next = (next..).find(|token| !skipped(*token)).unwrap_or(next);
    if is_symbol(page, next, '?') || is_symbol(page, next, '\u{b1}') {
        return true;
    }
    if is_word(page, next, &["give"]) && is_word(page, next + 2, &["take"]) {
        return true;
    }
    let of_another =
        matches!(page.tokens.list.get(next + 1).map(|token| token.kind), Some(TokenKind::Figure(_)));
    is_word(page, next, &WHOLE_CLAUSE) && !of_another
}
