//! Words that deny what a label says: `without a key`, `unbroken`, `below level 5`.

use std::ops::Range;

use crate::names::{Meaning, Named, Names};
use crate::page::{Page, TokenKind};
use crate::value::Value;

/// The word before a label of one of several numbers which says that there is less: `below Ascension 12`, `before the
/// Womb`.
pub(super) fn falls_short<'p>(page: &'p Page, label: &Range<usize>, named: &[Named]) -> Option<&'p str> {
    let word = |back: usize| page.word_before(label.start, back);
    let before = if word(1) == Some("the") { word(2) } else { word(1) };
    let is_level = || {
        label.len() > 1 && page.figure_at(label.end - 1).is_some()
            || named.iter().any(|named| matches!(named.meaning, Meaning::Is(_, Value::Number(_))))
    };
    before.filter(|word| matches!(*word, "below" | "under" | "before") && is_level())
}

/// The word before a thing that another takes the place of: `with the Lucky Toe instead of the Lucky Foot`.
pub(super) fn replaced<'p>(page: &'p Page, label: usize, named: &[Named]) -> Option<&'p str> {
    let is_thing = |named: &Named| matches!(named.meaning, Meaning::Is(_, Value::Flag(true)));
    let word = |back: usize| page.word_before(label, back);
    let back = 1 + usize::from(matches!(word(1), Some("a" | "an" | "the" | "your")));
    let is_replaced = (word(back), word(back + 1)) == (Some("of"), Some("instead"));
    word(back + 1).filter(|_| is_replaced && named.iter().any(is_thing))
}

/// The word of which another is the opposite: `broken` of `unbroken`.
pub(super) fn opposite(word: &str) -> Option<&str> {
    const SHORTEST: usize = 4;
    const OTHERS: [&str; 8] =
        ["uncommon", "unless", "until", "united", "unique", "union", "unions", "uncles"];
    let rest = word.strip_prefix("un").filter(|rest| rest.len() >= SHORTEST)?;
    (!rest.starts_with("der") && !OTHERS.contains(&word)).then_some(rest)
}

/// A word that says that something is not what a label says, where no label has it itself: `unbroken`.
pub(super) fn denies_itself<'p>(page: &'p Page, names: &Names<'_>, token: usize) -> Option<&'p str> {
    let word = page.word_at(token)?;
    (names.word(word).is_none() && opposite(word).is_some()).then_some(word)
}

/// The word that denies a label: `no keys`, `without the Lucky Foot`, `non-empty`, `unless you have the Lucky Foot`.
pub(super) fn denial(page: &Page, token: usize) -> Option<&str> {
    match (unless(page, token), denial_right_before(page, token)) {
        (unless, None) => unless,
        (None, denial) => denial,
        // `Unless you have no key`
        (Some(_), Some(_)) => None,
    }
}

/// `unless` where a label stands in what it begins.
fn unless(page: &Page, token: usize) -> Option<&str> {
    const FAR: usize = 5;
    let before = (token.saturating_sub(FAR)..token).rev();
    before.map_while(|before| page.word_at(before)).find(|word| *word == "unless")
}

/// The word that denies a label with nothing between but words such as "the" and "have".
fn denial_right_before(page: &Page, token: usize) -> Option<&str> {
    const BEFORE: usize = 4;
    for before in (token.saturating_sub(BEFORE)..token).rev() {
        match (page.tokens.list[before].kind, page.word_at(before)) {
            (TokenKind::Symbol('-'), _)
            | (_, Some("a" | "an" | "the" | "this" | "your" | "any" | "single" | "one" | "even")) => {}
            // `Anything but a bone`, `everything except bones`, `other than bones`
            (_, word @ Some("but" | "except" | "besides" | "save" | "than")) if before > 0 => {
                let of_all = ["any", "anything", "all", "everything", "something", "every"];
                let is_than = word == Some("than");
                let cue = page.word_at(before - 1).unwrap_or_default();
                let is_cue = if is_than { matches!(cue, "other" | "else") } else { of_all.contains(&cue) };
                return word.filter(|_| is_cue);
            }
            // `If you do not have the Gift`
            (
                _,
                Some("have" | "own" | "hold" | "carry" | "wear" | "use" | "holding" | "having" | "carrying"),
            ) if before > 0 => {
                let word = page.word_at(before - 1);
                return word
                    .filter(|word| matches!(*word, "not" | "don't" | "doesn't" | "without" | "never"));
            }
            (
                _,
                word @ Some(
                    "no" | "non" | "without" | "not" | "never" | "zero" | "lacking" | "neither" | "nor"
                    | "isn't" | "aren't" | "wasn't" | "weren't",
                ),
            ) => {
                return word;
            }
            _ => return None,
        }
    }
    None
}

/// The word that says what all of a kind are not, where a label behind "no" ends: `missing` of `no heart container of yours
/// is missing health`. That denies nothing else.
pub(super) fn what_none_lacks(page: &Page, end: usize) -> Option<usize> {
    const FAR: usize = 4;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let lacks = |token: &usize| {
        matches!(word(*token), "missing" | "empty" | "damaged" | "broken" | "hurt" | "injured")
    };
    let mut all = end..end + FAR;
    let verb = all.find(|token| matches!(word(*token), "is" | "are" | "was" | "were"));
    verb.map(|verb| verb + 1).filter(lacks)
}
