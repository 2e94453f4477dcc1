//! Text in XML.

use super::html;

/// Text in which nothing is markup, without what XML has no way to write at all.
pub(super) fn escape(text: &str) -> String {
    let writable = |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c };
    html::escape(&text.chars().map(writable).collect::<String>())
}
