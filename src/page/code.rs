//! Which lines of a page are headings, and which are printed code.

use super::Page;

/// A line of code that was pasted without its line breaks is not longer than any other by chance.
const MARKS_OF_CODE: usize = 2;

/// The headings of a page: `== Title ==`, `## Title`, and the caption of a table, with their words.
pub(super) fn headings(page: &Page) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in 0..page.line_count() {
        let text = page.line_text(line).trim();
        if text.starts_with("```") {
            fenced = !fenced;
        }
        let markdown = !fenced && text.starts_with('#') && text.trim_start_matches('#').starts_with(' ');
        let wiki = text.len() > 4 && text.starts_with("==") && text.ends_with("==");
        if markdown || wiki || text.starts_with("|+") {
            found.push((line, super::words_of(text)));
        }
    }
    found
}

/// For each line whether it is printed code: between fences or in a code tag, or by its look.
pub(super) fn code_lines(page: &Page) -> Vec<bool> {
    let mut lines = Vec::with_capacity(page.line_count());
    let mut fenced = false;
    let mut tagged = false;
    for line in 0..page.line_count() {
        let text = page.line_text(line);
        let trimmed = text.trim();
        let opens = ["<pre", "<syntaxhighlight", "<source", "<code>"].iter().any(|tag| trimmed.contains(tag));
        let closes =
            ["</pre", "</syntaxhighlight", "</source", "</code>"].iter().any(|tag| trimmed.contains(tag));
        if trimmed.starts_with("```") {
            fenced = !fenced;
            lines.push(true);
            continue;
        }
        tagged |= opens;
        lines.push(fenced || tagged || looks_like_code(text));
        tagged &= !closes;
    }
    lines
}

/// Signs and words that prose does not have.
fn looks_like_code(text: &str) -> bool {
    const MARKS: [&str; 16] = [
        "==", "~=", "!=", "+=", "-=", " then", "local ", "):", "();", "()", ":Get", ":Has", "return ",
        "elseif", "math.", " = ",
    ];
    let trimmed = text.trim();
    let heading = trimmed.starts_with("==") && trimmed.ends_with("==");
    if heading || trimmed.is_empty() {
        return false;
    }
    let marks = MARKS.iter().filter(|mark| trimmed.contains(**mark)).count();
    let statement = trimmed.starts_with("--") || matches!(trimmed, "end" | "else" | "{" | "}");
    let call = trimmed.ends_with(')') && trimmed.contains('(') && !trimmed.contains(' ');
    statement
        || call
        || marks >= MARKS_OF_CODE
        || (marks == 1 && text.starts_with(['\t', ' ']) && !trimmed.starts_with(['\u{2022}', '*', '-']))
}
