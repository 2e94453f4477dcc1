//! Where sentences end.

use std::ops::Range;

use super::markup::{Hidden, Skip};

/// Words behind which a point ends no sentence.
const SHORT: [&str; 20] = [
    "e.g", "i.e", "vs", "cf", "ca", "c", "approx", "no", "nr", "fig", "resp", "incl", "excl", "min", "max",
    "dr", "mr", "mrs", "st", "est",
];

/// A line shorter than this was not wrapped, and its end is that of a sentence where a capital follows.
pub(super) const WRAPPED: usize = 50;

/// The sentences of a paragraph, without the space around them. What has neither letters nor digits is none.
pub(super) fn sentences(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut push = |start: usize, end: usize| {
        let piece = text.get(start..end).unwrap_or_default();
        if piece.contains(char::is_alphanumeric) {
            let start = start + (piece.len() - piece.trim_start().len());
            found.push(start..start + piece.trim().len());
        }
    };
    let (mut start, mut at, mut line) = (range.start, range.start, range.start);
    // Who begins with a small letter goes on so.
    let is_small = next_letter(text, range.start, range.end).is_some_and(char::is_lowercase);
    let mut hidden = Hidden::default();
    while at < range.end {
        if bytes[at] == b'<'
            && let Some((end, Skip::Hidden)) = hidden.skip(text, at..range.end)
        {
            at = end;
            continue;
        }
        let ends = match bytes[at] {
            b'!' | b'?' => true,
            b'.' => !is_short(text, start, at) && !leads(text, at, range.end),
            b'\n' => {
                let is_short = at - line < WRAPPED;
                line = at + 1;
                is_short && next_letter(text, at + 1, range.end).is_some_and(char::is_uppercase)
            }
            _ => false,
        };
        at += 1;
        if ends && bytes[at - 1] != b'\n' {
            // What closes a bracket, a quotation or bold letters belongs to the sentence.
            while at < range.end && matches!(bytes[at], b')' | b']' | b'"' | b'\'' | b'*') {
                at += 1;
            }
            while at < range.end
                && bytes[at] == b'<'
                && let Some((end, Skip::Hidden)) = hidden.skip(text, at..range.end)
            {
                at = end;
            }
            let gap = at >= range.end || bytes[at].is_ascii_whitespace();
            if !gap || !is_small && next_letter(text, at, range.end).is_some_and(char::is_lowercase) {
                continue;
            }
        }
        if ends {
            push(start, at);
            start = at;
        }
    }
    push(start, range.end);
    found
}

/// Whether a point is the last of a row that leads to a number: `Coin ..... 15%`.
fn leads(text: &str, at: usize, end: usize) -> bool {
    let before = at.checked_sub(2).and_then(|first| text.get(first..at));
    before == Some("..") && next_letter(text, at + 1, end).is_some_and(|next| next.is_ascii_digit())
}

/// Whether a point belongs to a number, an initial or a short form.
fn is_short(text: &str, start: usize, at: usize) -> bool {
    /// No short form is longer.
    const LONGEST: usize = 12;
    let mut from = at.saturating_sub(LONGEST).max(start);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..at).unwrap_or_default();
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(' || c == '[').next().unwrap_or_default();
    let initial = word.chars().count() == 1 && word.starts_with(char::is_uppercase);
    initial || SHORT.contains(&word.to_lowercase().as_str())
}

/// The next letter or digit of a text, where it is among the next few signs.
fn next_letter(text: &str, at: usize, end: usize) -> Option<char> {
    text.get(at..end)?.chars().take(12).find(|c| c.is_alphanumeric())
}
