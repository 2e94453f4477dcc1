//! What a line is by its signs.

/// The number that an attribute has, else 1. Its name is in small letters, or in capitals as old pages have it.
pub(super) fn number_of(attributes: &str, name: &str) -> usize {
    let found = attributes.split_once(name).or_else(|| attributes.split_once(&name.to_uppercase()));
    let value = found.map(|(_, after)| after.trim_start_matches([' ', '=', '"', '\'']));
    let digits = value.map(|value| value.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// `|-`, with attributes or none; `|---|---|` is Markdown.
pub(super) fn is_row_mark(text: &str) -> bool {
    text.starts_with("|-") && !text[1..].contains('|')
}

/// A line of dashes or their like.
pub(super) fn is_rule(text: &str) -> bool {
    const SHORTEST: usize = 5;
    text.len() >= SHORTEST
        && text.bytes().all(|byte| matches!(byte, b'-' | b'=' | b' ' | b'+'))
        && text.contains(['-', '='])
}

/// How many bytes the marks of an item take; 0 where it is none.
pub(super) fn marks(text: &str, wiki: bool) -> usize {
    let run = text.len() - text.trim_start_matches(['*', '#', ':', ';']).len();
    if wiki && run > 0 && !text.starts_with("'''") {
        return run;
    }
    let length = mark(text);
    let gap = length > 0 && text[length..].starts_with([' ', '\t', '\u{a0}']);
    // Two lines of a table that was flattened are parted by a dash alone.
    if gap { length } else { 0 }
}

/// How many bytes the sign or number takes that may mark an item: `*`, `•`, `3.`; 0 where there is none.
fn mark(text: &str) -> usize {
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '*' => text.len() - text.trim_start_matches(['*', '#', ':', ';']).len(),
        '-' | '+' | '\u{2013}' | '\u{2022}' | '\u{25e6}' | '\u{25aa}' | '\u{2023}' | '\u{b7}' => {
            first.len_utf8()
        }
        _ => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let is_number = (1..=3).contains(&digits) && text[digits..].starts_with(['.', ')']);
            if is_number { digits + 1 } else { 0 }
        }
    }
}

/// Whether what stands in the first column of a line marks it as an item: a number in a column of its own is a cell, a
/// sign there is none.
pub(super) fn is_item(first: &str) -> bool {
    let is_number = first.starts_with(|c: char| c.is_ascii_digit());
    marks(first, false) > 0 || !is_number && !first.is_empty() && mark(first) == first.len()
}

/// A label has no more words.
const WORDS: usize = 8;

/// A line of a label and its figures: `Coin: 15%`, `Coin – 15%`, `Coin ..... 15%`, `15%: coin`, `Night: eel 0.04, carp
/// 0.03`, `+0 → +1: success 95%`.
pub(super) fn is_label_line(text: &str) -> bool {
    let Some((label, value)) = labelled(text) else { return false };
    if label.split_whitespace().count() > WORDS {
        return false;
    }
    if is_percentage(label) {
        let is_short = value.split_whitespace().count() <= WORDS;
        return is_short && value.starts_with(char::is_alphabetic) && !value.contains(['.', '?', '!', '%']);
    }
    let has_digit = label.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let is_step = label.starts_with('+') && has_digit && !label.contains('%') && value.contains('%');
    let is_name = label.contains(char::is_alphabetic) && !label.contains(['.', '?', '!']);
    is_step || is_name && (value.starts_with(|c: char| c.is_ascii_digit()) || is_series(value))
}

/// A line before and behind the sign that parts them, or behind a row of dots.
fn labelled(text: &str) -> Option<(&str, &str)> {
    const DOTS: &str = "...";
    let sign = text.char_indices().find(|(at, c)| {
        matches!(c, ':' | '=' | '\u{2013}' | '\u{2014}') || *c == '-' && text[..*at].ends_with(' ')
    });
    let (label, value) = match (text.split_once(DOTS), sign) {
        (Some((label, value)), _) => (label, value.trim_start_matches('.')),
        (None, Some((at, sign))) => (&text[..at], &text[at + sign.len_utf8()..]),
        (None, None) => return None,
    };
    let hedges = ['~', '<', '>', '+', '(', '\u{2248}', '\u{2212}', '\'', ' '];
    Some((label.trim(), value.trim_start().trim_start_matches(hedges)))
}

/// `15%`, `~13.97 %`
fn is_percentage(text: &str) -> bool {
    let digits = text.trim_start_matches(['~', '<', '>', '\u{2248}', '+', ' ']).strip_suffix('%');
    digits.is_some_and(|digits| is_decimal(digits.trim_end()))
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// Several names with a decimal or a percentage each: `eel 0.04, carp 0.03`.
fn is_series(text: &str) -> bool {
    const NAME: usize = 3;
    let is_one = |piece: &str| {
        let named = piece.trim().rsplit_once([' ', '=']);
        named.is_some_and(|(name, figure)| {
            let is_short = (1..=NAME).contains(&name.split_whitespace().count());
            is_short && (figure.contains('.') && is_decimal(figure) || is_percentage(figure))
        })
    };
    text.contains(", ") && text.split(", ").all(is_one)
}

/// How many bytes say when a line of a chat was written: `[12/05/2023, 18:02] `, `18:02 - `.
pub(super) fn stamp(text: &str) -> usize {
    const LONGEST: usize = 32;
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ':' | '/' | '.' | ',' | '-' | ' ' | '[' | ']');
    let is_half = |rest: &str| ["AM", "PM", "am", "pm"].iter().any(|half| rest.starts_with(half));
    let mut end = 0;
    while let Some(c) = text[end..].chars().next().filter(|_| end < LONGEST) {
        match c {
            _ if is_part(c) => end += c.len_utf8(),
            _ if is_half(&text[end..]) && text[..end].ends_with(' ') => end += 2,
            _ => break,
        }
    }
    let whole = &text[..end];
    let bytes = whole.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_time =
        |at: usize| at > 0 && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2) && !is_digit(at + 3);
    let has_time = whole.match_indices(':').any(|(at, _)| is_time(at));
    let is_closed = if whole.starts_with('[') {
        whole.trim_end().ends_with(']')
    } else {
        whole.ends_with(" - ") || text[end..].starts_with('<')
    };
    if has_time && is_closed && text[end..].starts_with(|c: char| c.is_alphabetic() || c == '<') {
        end
    } else {
        0
    }
}

/// Signs and words that prose does not have.
pub(super) fn looks_like_code(text: &str) -> bool {
    const MARKS: [&str; 13] =
        ["==", "~=", "!=", "+=", "-=", "):", "();", "()", ":Get", ":Has", "elseif", "math.", " = "];
    /// A line of code that was pasted without its line breaks is not longer than any other by chance.
    const ENOUGH: usize = 2;
    let trimmed = text.trim();
    let heading = trimmed.starts_with("==") && trimmed.ends_with("==");
    if heading || trimmed.is_empty() {
        return false;
    }
    // Words of prose, but where code has them.
    let is_first = |word: &str| trimmed.starts_with(word);
    let words = [
        trimmed.ends_with(" then") || is_first("if ") && trimmed.contains(" then "),
        is_first("local "),
        is_first("return "),
    ];
    let words = words.into_iter().filter(|is_there| *is_there).count();
    let marks = MARKS.iter().filter(|mark| trimmed.contains(**mark)).count() + words;
    let statement = trimmed.starts_with("--") || matches!(trimmed, "end" | "else" | "{" | "}");
    let call = trimmed.ends_with(')') && trimmed.contains('(') && !trimmed.contains(' ');
    statement
        || call
        || marks >= ENOUGH
        || marks == 1
            && text.starts_with(['\t', ' '])
            && !trimmed.starts_with(['\u{2022}', '*', '-'])
            && !has_percentage(trimmed)
}

/// Whether a preformatted text has percentages, and no line that may be one of code.
pub(super) fn tells_of_chances(text: &str) -> bool {
    let is_code = |line: &str| {
        let line = line.trim();
        !is_rule(line)
            && (looks_like_code(line) || line.ends_with([';', '{', '}']) || line.contains(['=', '$', '`']))
    };
    text.lines().any(has_percentage) && !text.lines().any(is_code)
}

/// Whether there is a percentage such as `18.6%`, which code has not: there the sign stands apart, or has digits behind it.
fn has_percentage(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut signs = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%').map(|(at, _)| at);
    signs.any(|at| at > 0 && is_digit(at - 1) && !is_digit(at + 1))
}

/// Whether the lines of a preformatted text have columns: most are parted by tabs or several spaces, and none is code.
pub(super) fn is_aligned(text: &str) -> bool {
    const FEWEST: usize = 3;
    let lines = || text.lines().filter(|line| !line.trim().is_empty() && !is_rule(line.trim()));
    let parted = lines().filter(|line| line.trim().contains("  ") || line.contains('\t')).count();
    parted >= FEWEST && parted * 5 >= lines().count() * 4 && !lines().any(looks_like_code)
}
