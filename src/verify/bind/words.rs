//! Words around a figure that nothing here knows: what they name may be what the figure is about.

use crate::page::{Page, TokenKind};

use super::mentions::Mentions;
use super::question::Place;

/// Whether the figure's own words hold a name that no label has: a word with a capital inside a sentence.
pub(super) fn strangers(page: &Page, mentions: &Mentions<'_>, place: &Place) -> bool {
    place.layers[0].iter().any(|range| {
        let mut begins = true;
        range.clone().any(|token| {
            let word = matches!(page.tokens.list[token].kind, TokenKind::Word(_));
            let text = page.token_text(token);
            let capital = text.chars().next().is_some_and(char::is_uppercase) && text.chars().count() > 2;
            let strange = word && capital && !begins && mentions.words[token].is_none();
            begins = matches!(page.tokens.list[token].kind, TokenKind::Symbol(_) | TokenKind::LineEnd);
            strange
        })
    })
}
