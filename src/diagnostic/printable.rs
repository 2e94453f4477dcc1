//! Text that is not ours, before it reaches a terminal, a log or a page.

use std::borrow::Cow;

/// What no cell, no terminal and no log should get: control characters, which move the cursor or change
/// colours, and those that turn the direction of writing, so that a line reads as what it is not.
fn is_unwanted(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// The sign that is shown in place of a character: `␛` for an escape, `�` where there is none of its own.
fn picture(c: char) -> char {
    const PICTURES: u32 = 0x2400;
    match u32::from(c) {
        code @ 0..0x20 => char::from_u32(PICTURES + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

fn replaced(text: &str, unwanted: impl Fn(char) -> bool, with: impl Fn(char) -> char) -> Cow<'_, str> {
    if text.contains(&unwanted) {
        Cow::Owned(text.chars().map(|c| if unwanted(c) { with(c) } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Text of several lines for people: what would steer the terminal is shown as a sign. Line breaks and tabs
/// stay.
///
/// ```
/// use trueodds::diagnostic::printable;
///
/// assert_eq!(printable("a\u{1b}[31mb\n\tc\u{202e}"), "a␛[31mb\n\tc�");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |c| is_unwanted(c) && !matches!(c, '\n' | '\t'), picture)
}

/// As [`printable`], for what stands within a line: a name, an argument, a message. It stays one line.
#[must_use]
pub fn printable_line(text: &str) -> Cow<'_, str> {
    replaced(text, is_unwanted, picture)
}

/// As [`printable`], where positions in bytes must stay what they are: characters of two and of three bytes
/// are replaced; those of one byte, which `annotate-snippets` shows as signs itself, stay.
#[must_use]
pub fn printable_in_place(text: &str) -> Cow<'_, str> {
    replaced(
        text,
        |c| is_unwanted(c) && !c.is_ascii(),
        |c| if c.len_utf8() == 2 { '\u{a4}' } else { char::REPLACEMENT_CHARACTER },
    )
}

/// Text for a document, with spaces in place of line breaks and everything else that is unwanted.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    replaced(text, is_unwanted, |_| ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_for_what_steers_a_terminal() {
        assert_eq!(printable_line("a\r\n\u{7f}\u{9b}31m"), "a␍␊␡\u{fffd}31m");
        assert_eq!(one_line("a\nb\u{200f}"), "a b ");
        assert!(matches!(printable("plain — ünïcode\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn in_place_keeps_every_position() {
        let text = "a\u{9b}b\u{202e}c\u{61c}\u{1b}d";
        let clean = printable_in_place(text);
        assert_eq!(clean, "a\u{a4}b\u{fffd}c\u{a4}\u{1b}d");
        assert_eq!(clean.len(), text.len());
        assert_eq!(clean.find('d'), text.find('d'));
    }
}
