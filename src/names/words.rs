//! Words in the form in which labels are compared.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

use crate::page::spoken;

/// The words of a text in the form in which labels are compared.
///
/// ```
/// use trueodds::names::stems;
///
/// assert_eq!(stems("Lil' batteries"), stems("lil battery"));
/// assert_eq!(stems("Daemon's Tail"), ["daemon", "tail"]);
/// ```
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    spoken(text).iter().map(|word| stem(word).into_owned()).collect()
}

/// A word in lower case without its ending, in one of several spellings, and forms that share no ending: `broken` is what
/// breaks.
#[must_use]
pub fn stem(word: &str) -> Cow<'_, str> {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'');
    let word = match word {
        "colour" | "colours" | "coloured" => "color",
        "colourless" => "colorless",
        "pence" => "penny",
        "failure" | "failures" => "fail",
        "success" | "successes" | "successful" | "successfully" => "succeed",
        "explosion" | "explosions" => "explode",
        "crit" | "crits" => "critical",
        "broke" | "broken" => "break",
        "stole" | "stolen" => "steal",
        "froze" | "frozen" => "freeze",
        "caught" => "catch",
        "won" => "win",
        "lost" | "losing" => "lose",
        "fled" => "flee",
        "burnt" => "burn",
        "sunk" | "sank" => "sink",
        "drawn" | "drew" => "draw",
        "struck" => "strike",
        "thrown" | "threw" => "throw",
        "fallen" | "fell" => "fall",
        "bitten" => "bite",
        "torn" => "tear",
        "hidden" => "hide",
        "asleep" => "sleep",
        "awake" => "wake",
        _ => word,
    };
    // Endings of other languages, and of names with digits, are none.
    if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    Stemmer::create(Algorithm::English).stem(word)
}

/// Whether the name of a value says that there is nothing.
#[must_use]
pub fn is_nothing(name: &str) -> bool {
    matches!(name, "none" | "nothing" | "nil" | "blank" | "empty")
}

/// Whether a word, as [`stem`] has it, says what kind of thing something is, as the head of a column does: `Method` over
/// `Masuda Method`. So it stands for none of them.
#[must_use]
pub fn is_kind(word: &str) -> bool {
    const KINDS: [&str; 12] = [
        "bonus", "effect", "item", "kind", "method", "mode", "option", "sourc", "system", "type", "upgrad",
        "version",
    ];
    KINDS.contains(&word)
}

/// Some stems of what one use of a mechanic is called, with what people say for it as well: a pull is a roll to some, and a
/// wish to others.
pub(super) fn with_synonyms(mut uses: BTreeSet<String>) -> BTreeSet<String> {
    const SAME: [&str; 7] = ["pull", "roll", "draw", "wish", "summon", "spin", "throw"];
    if SAME.iter().any(|word| uses.contains(*word)) {
        uses.extend(SAME.iter().map(|word| (*word).to_owned()));
    }
    uses
}

/// Whether a word, as [`stem`] has it, only joins others and says nothing of what is meant.
#[must_use]
pub fn is_glue(word: &str) -> bool {
    const GLUE: [&str; 64] = [
        "a", "an", "the", "of", "in", "on", "at", "by", "with", "from", "to", "for", "and", "or", "is",
        "are", "be", "each", "more", "after", "first", "when", "what", "which", "that", "one", "two", "it",
        "other", "further", "again", "place", "into", "as", "all", "ani", "how", "where", "whose", "than",
        "per", "if", "there", "has", "have", "room", "card", "chanc", "do", "doe", "onli", "get", "not",
        "this", "those", "they", "them", "same", "also", "but", "over", "was", "were", "so",
    ];
    GLUE.contains(&word)
}
