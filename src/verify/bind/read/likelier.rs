//! Words for how much likelier something is than something else.

use std::cmp::Ordering;

use crate::page::Page;

/// What is so many times as much, or by so much more, where it is told of chances.
pub(crate) const LIKELY: [&str; 13] = [
    "likely", "often", "probable", "common", "frequent", "frequently", "good", "high", "great", "large",
    "rare", "easy", "lucky",
];

/// What a chance may be called.
pub(crate) const CHANCES: [&str; 9] =
    ["chance", "chances", "odds", "rate", "rates", "risk", "probability", "likelihood", "frequency"];

/// Whether a chance is the part by which another is more, or less: `60% more common`, `a 20% lower chance`, `a relative
/// increase of 20%`.
pub(crate) fn part(page: &Page, figure: usize) -> Option<Ordering> {
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let before = |back: usize| page.word_before(figure, back).unwrap_or_default();
    let is_of_chance = |token: usize| CHANCES.contains(&word(token)) || CHANCES.contains(&word(token + 1));
    match word(figure + 1) {
        "more" if LIKELY.contains(&word(figure + 2)) => Some(Ordering::Greater),
        "less" if LIKELY.contains(&word(figure + 2)) => Some(Ordering::Less),
        "higher" | "greater" | "better" if is_of_chance(figure + 2) => Some(Ordering::Greater),
        "lower" | "smaller" | "worse" if is_of_chance(figure + 2) => Some(Ordering::Less),
        "likelier" | "commoner" => Some(Ordering::Greater),
        "rarer" => Some(Ordering::Less),
        _ => match (before(3), before(2), before(1)) {
            ("relative", "increase" | "gain" | "rise", "of") => Some(Ordering::Greater),
            ("relative", "decrease" | "reduction" | "drop", "of") => Some(Ordering::Less),
            _ => None,
        },
    }
}
