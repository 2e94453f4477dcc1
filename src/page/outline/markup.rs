//! Which markup a page is in, and the pieces of wikitext that are not read line by line: comments, references,
//! code, templates and links.

use std::ops::Range;

/// A markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Markdown,
    Html,
    Wiki,
    Plain,
}

/// The markup with the most marks; plain text has hardly any.
pub(super) fn language(text: &str) -> Language {
    let Marks { markdown, wiki, html } = Marks::of(text);
    if html > 1 && html > wiki + markdown {
        Language::Html
    } else if markdown > wiki {
        Language::Markdown
    } else if wiki > 0 || text.contains("[[") || text.contains("{{") {
        Language::Wiki
    } else {
        Language::Plain
    }
}

/// Whether a text is LaTeX: it has environments or sections, and no marks of another markup.
pub(in crate::page) fn is_latex(text: &str) -> bool {
    const SIGNS: [&str; 8] = [
        "\\begin{tabular", "\\begin{longtable", "\\begin{array", "\\begin{document", "\\begin{itemize",
        "\\begin{enumerate", "\\section{", "\\section*{",
    ];
    let others = || {
        let Marks { markdown, wiki, html } = Marks::of(text);
        markdown + wiki > 0 || html > 1
    };
    SIGNS.iter().any(|sign| text.contains(sign)) && !others()
}

/// How many marks of each markup a text has.
struct Marks {
    markdown: usize,
    wiki: usize,
    html: usize,
}

impl Marks {
    fn of(text: &str) -> Marks {
        let (mut markdown, mut wiki) = (0_usize, 0_usize);
        let mut is_numbered = false;
        for line in text.lines() {
            let line = line.trim();
            let heading = line.trim_start_matches('#');
            let level = line.len() - heading.len();
            // Two headings have something between them: lines like this are a numbered list.
            let was_numbered = std::mem::replace(&mut is_numbered, level == 1 && heading.starts_with(' '));
            if was_numbered && is_numbered {
                wiki += 2;
                continue;
            }
            markdown += match level {
                1 if heading.starts_with(' ') => 1,
                2..=6 if heading.starts_with(' ') => 3,
                _ if line.starts_with("```") || is_rule_of_table(line) => 3,
                _ if line.strip_prefix("**").is_some_and(|rest| rest.contains("**")) => 1,
                _ => 0,
            };
            let first = line.bytes().next().unwrap_or(b' ');
            wiki += match first {
                // A line of nothing else is a rule.
                b'=' if line.bytes().all(|byte| matches!(byte, b'=' | b' ')) => 0,
                b'=' if line.len() > 4 && line.starts_with("==") && line.ends_with("==") => 3,
                b'{' if line.starts_with("{|") => 3,
                b'|' if matches!(line, "|-" | "|}") => 3,
                // `**Bold**` is Markdown.
                b'*' | b'#' | b':'
                    if line.contains("[[")
                        || line.contains("{{")
                        || line.strip_prefix("**").is_some_and(|rest| !rest.contains("**")) =>
                {
                    1
                }
                _ => usize::from(line.contains("'''")),
            };
        }
        let tags = ["p", "td", "tr", "th", "li", "div", "h1", "h2", "h3", "html", "body", "section"];
        let is_tag = |(at, _): &(usize, &str)| {
            let name = text.as_bytes()[at + 1..]
                .iter()
                .take(8)
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .count();
            tags.iter().any(|tag| tag.eq_ignore_ascii_case(&text[at + 1..at + 1 + name]))
        };
        let html = text.match_indices('<').filter(is_tag).take(wiki + markdown + 2).count();
        Marks { markdown, wiki, html }
    }
}

/// `|---|:-:|`
pub(super) fn is_rule_of_table(line: &str) -> bool {
    line.contains("--")
        && line.contains('|')
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'+' | b'='))
}

/// A piece of a text that is one thing, whatever stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    pub(super) is_template: bool,
    pub(super) is_code: bool,
}

/// What is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::page) enum Skip {
    /// Comments, references and what is struck out.
    Hidden,
    /// What shows markup as it stands.
    Plain,
    /// Printed code.
    Code,
}

const SKIPPED: [(&str, &str, Skip); 11] = [
    ("<!--", "-->", Skip::Hidden),
    ("<ref", "</ref>", Skip::Hidden),
    ("<nowiki", "</nowiki>", Skip::Plain),
    ("<math", "</math>", Skip::Plain),
    ("<pre", "</pre>", Skip::Code),
    ("<syntaxhighlight", "</syntaxhighlight>", Skip::Code),
    ("<source", "</source>", Skip::Code),
    ("<code", "</code>", Skip::Code),
    ("<del", "</del>", Skip::Hidden),
    ("<strike", "</strike>", Skip::Hidden),
    ("<s", "</s>", Skip::Hidden),
];

/// Finds the ends of what is skipped. An end that was found serves all that begins before it, so that a text is
/// looked through once for each.
#[derive(Default)]
pub(in crate::page) struct Hidden {
    found: [usize; SKIPPED.len()],
}

impl Hidden {
    /// Where a comment or an opaque tag that begins with a range ends, and what it is. One that stays open is text.
    pub(in crate::page) fn skip(&mut self, text: &str, range: Range<usize>) -> Option<(usize, Skip)> {
        /// No opening tag is longer.
        const TAG: usize = 300;
        let rest = text.as_bytes().get(range.clone())?;
        let (which, (open, close, skip)) =
            SKIPPED.iter().enumerate().find(|(_, (open, ..))| rest.starts_with(open.as_bytes()))?;
        if which > 0 {
            let tag = rest.iter().take(TAG).skip(1).position(|byte| matches!(byte, b'>' | b'<'))? + 1;
            if rest[tag] == b'<' || !matches!(rest[open.len()], b'>' | b' ' | b'/') {
                return None;
            }
            if rest[tag - 1] == b'/' {
                return Some((range.start + tag + 1, *skip));
            }
        }
        let inside = range.start + open.len();
        if self.found[which] < inside {
            let length = text.get(inside..range.end).and_then(|inside| inside.find(close));
            self.found[which] = length.map_or(usize::MAX, |length| inside + length);
        }
        let end = self.found[which].checked_add(close.len())?;
        Some((end, *skip))
    }
}

/// Comments, opaque tags, templates and links of a text in the order of their beginnings, in one pass with a stack.
/// What stays open is text. A link ends with its line, unless it shows a file.
pub(super) fn spans(text: &str, range: Range<usize>) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut hidden = Hidden::default();
    let (mut at, mut newline) = (range.start, 0);
    let twice = |at: usize, byte: u8| bytes[at] == byte && at + 1 < range.end && bytes[at + 1] == byte;
    while at < range.end {
        match bytes[at] {
            b'<' => {
                if let Some((end, skip)) = hidden.skip(text, at..range.end) {
                    if newline < at {
                        newline = text[at..range.end].find('\n').map_or(range.end, |length| at + length);
                    }
                    // Code that stands in a line is a word of it.
                    let is_code = skip == Skip::Code;
                    if is_code && end <= newline && text[at..end].starts_with("<code") {
                        at += 1;
                        continue;
                    }
                    spans.push(Span { range: at..end, is_template: false, is_code });
                    at = end;
                    continue;
                }
            }
            b'{' if twice(at, b'{') => {
                open.push((at, true));
                at += 1;
            }
            b'[' if twice(at, b'[') => {
                open.push((at, false));
                at += 1;
            }
            b'}' | b']' if twice(at, bytes[at]) => {
                let is_template = bytes[at] == b'}';
                if open.last().is_some_and(|(_, own)| *own == is_template)
                    && let Some((start, _)) = open.pop()
                {
                    at += 1;
                    spans.push(Span { range: start..at + 1, is_template, is_code: false });
                }
            }
            b'\n' => {
                let is_file = |at: usize| {
                    let inside = bytes.get(at + 2..at + 7).unwrap_or_default();
                    inside.eq_ignore_ascii_case(b"file:") || inside.eq_ignore_ascii_case(b"image")
                };
                while open.last().is_some_and(|(at, is_template)| !is_template && !is_file(*at)) {
                    open.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    spans.sort_by_key(|span| span.range.start);
    spans
}
