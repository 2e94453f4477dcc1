//! Words in the form in which labels are compared.

use std::borrow::Cow;

use crate::page::spoken;

/// The words of a text in the form in which labels are compared.
///
/// ```
/// use trueodds::names::stems;
///
/// assert_eq!(stems("Lil' batteries"), ["lil", "battery"]);
/// assert_eq!(stems("Daemon's Tail"), ["daemon", "tail"]);
/// ```
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    spoken(text).iter().map(|word| stem(word).into_owned()).collect()
}

/// A word in lower case without the ending of a plural or of a possessive, in one of several spellings.
#[must_use]
pub fn stem(word: &str) -> Cow<'_, str> {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'');
    match word {
        "colour" | "colours" | "coloured" | "colors" | "colored" => return Cow::Borrowed("color"),
        "colourless" => return Cow::Borrowed("colorless"),
        "pence" | "pennies" => return Cow::Borrowed("penny"),
        _ => {}
    }
    let long = |stem: &str| stem.chars().count() > 2;
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| long(stem)) {
        return Cow::Owned(format!("{stem}y"));
    }
    let sibilant = |stem: &&str| stem.ends_with(['s', 'x', 'z']) || stem.ends_with("ch") || stem.ends_with("sh");
    if let Some(stem) = word.strip_suffix("es").filter(|stem| long(stem)).filter(sibilant) {
        return Cow::Borrowed(stem);
    }
    match word.strip_suffix('s') {
        Some(stem) if long(stem) && !stem.ends_with(['s', 'u', 'i']) => Cow::Borrowed(stem),
        _ => Cow::Borrowed(word),
    }
}

/// Whether a word, as [`stem`] has it, only joins others and says nothing of what is meant.
#[must_use]
pub fn is_glue(word: &str) -> bool {
    const GLUE: [&str; 62] = [
        "a", "an", "the", "of", "in", "on", "at", "by", "with", "from", "to", "for", "and", "or", "is", "are",
        "be", "each", "more", "after", "first", "when", "what", "which", "that", "one", "two", "its", "other",
        "further", "again", "place", "into", "as", "all", "any", "it", "how", "where", "whose", "than", "per",
        "if", "there", "has", "have", "room", "card", "chance", "do", "doe", "only", "get", "not", "this",
        "those", "they", "them", "same", "also", "but", "over",
    ];
    GLUE.contains(&word)
}
