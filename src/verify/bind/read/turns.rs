//! Labels that are values of a state and of an outcome, as the weather of today and of tomorrow has: the words around one say
//! which of them it is.

use super::beside::sign_at;
use super::mention::{Mention, Mentions};
use crate::names::{Meaning, Named};
use crate::page::Page;

impl Mentions {
    /// Keeps of labels that may be where a state is and what comes of it what their words tell: `a rainy day turns into a
    /// storm`, `if it is raining`.
    pub(super) fn tell_turns(&mut self, page: &Page) {
        for at in 0..self.list.len() {
            let mention = &self.list[at];
            if !is_of_both(mention) {
                continue;
            }
            let is_state = if comes(page, mention) {
                false
            } else if self.is_given_here(page, mention) {
                true
            } else {
                continue;
            };
            let is_kept = |named: &Named| match named.meaning {
                Meaning::StateIs(..) => is_state,
                Meaning::Outcome(..) => !is_state,
                _ => true,
            };
            self.list[at].named.retain(is_kept);
        }
    }

    /// Whether words tell that it is so already: `if it is raining`, `after a storm`, `on a cloudy day`, `a rainy day turns`.
    fn is_given_here(&self, page: &Page, mention: &Mention) -> bool {
        const GIVEN: [&str; 15] = [
            "if", "when", "whenever", "while", "once", "after", "from", "during", "given", "since", "under",
            "in", "on", "following", "with",
        ];
        const NOW: [&str; 5] = ["today", "now", "already", "currently", "right"];
        const NEAR: usize = 4;
        let word = |token: usize| page.word_at(token).unwrap_or_default();
        let (start, end) = (mention.tokens.start, mention.tokens.end);
        let is_idle = |token: usize| {
            matches!(
                word(token),
                "a" | "an"
                    | "the"
                    | "it"
                    | "it's"
                    | "is"
                    | "was"
                    | "are"
                    | "already"
                    | "currently"
                    | "now"
                    | "today"
            )
        };
        let before = (start.saturating_sub(NEAR)..start).rev().find(|token| !is_idle(*token));
        let is_given = before.is_some_and(|token| {
            // `30% in rain` and `5% on a clear day`, and not `the weather changes from`.
            GIVEN.contains(&word(token))
        });
        // `A rainy day turns into a storm`
        let is_use =
            self.is_some_use(end) && matches!(word(start.wrapping_sub(1)), "a" | "an" | "each" | "every");
        let goes_on = is_use
            && page.word_at(end + 1).is_some()
            && !matches!(
                word(end + 1),
                "is" | "are" | "comes" | "come" | "with" | "and" | "or" | "in" | "at"
            );
        let begins = sign_at(page, start.wrapping_sub(2)) == '.' || start < 2;
        is_given || NOW.contains(&word(end)) || goes_on && (begins || word(start.wrapping_sub(2)).is_empty())
    }
}

/// Whether it is a value of a state and of an outcome of one mechanic.
fn is_of_both(mention: &Mention) -> bool {
    mention.named.iter().any(|own| {
        let is_outcome =
            |other: &Named| other.mechanic == own.mechanic && matches!(other.meaning, Meaning::Outcome(..));
        matches!(own.meaning, Meaning::StateIs(..)) && mention.named.iter().any(is_outcome)
    })
}

/// Whether words tell that it comes: `turns into a storm`, `a chance of rain`, `followed by another clear day`, `rain tomorrow`.
fn comes(page: &Page, mention: &Mention) -> bool {
    const COMES: [&str; 27] = [
        "to", "into", "by", "of", "for", "be", "become", "becomes", "turn", "turns", "stay", "stays",
        "remain", "remains", "keep", "keeps", "get", "gets", "getting", "bring", "brings", "see", "sees",
        "another", "still", "next", "gives",
    ];
    const NEXT: [&str; 3] = ["tomorrow", "next", "again"];
    const NEAR: usize = 3;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let (start, end) = (mention.tokens.start, mention.tokens.end);
    let is_idle = |token: usize| matches!(word(token), "a" | "an" | "the" | "more" | "any");
    let before = (start.saturating_sub(NEAR)..start).rev().find(|token| !is_idle(*token));
    let is_next = NEXT.contains(&word(end)) || word(end) == "the" && word(end + 1) == "next";
    before.is_some_and(|token| COMES.contains(&word(token))) || is_next
}
