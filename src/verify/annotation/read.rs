//! Where a page has questions beside its figures: comments and templates.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::page::Page;

/// A question on a page.
#[derive(Debug, Clone)]
pub(super) struct Annotation {
    /// The bytes of the comment or template.
    pub(super) range: Range<usize>,
    /// The question as it stands there.
    pub(super) text: String,
    /// The figure that it is about, by its index.
    pub(super) figure: Option<usize>,
}

/// How a comment begins that holds a question.
pub(super) const COMMENT: &str = "<!--";
const MARK: &str = "odds:";
/// A longer one is no question.
const LONGEST: usize = 1_000;

/// The comments and templates of a page that hold questions, in its order. Cost: linear in its length.
pub(super) fn read(page: &Page, templates: &BTreeSet<String>) -> Vec<Annotation> {
    let text = page.text.as_str();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(COMMENT)).map(|start| at + start) {
        let inner = start + COMMENT.len();
        let Some(end) = text.get(inner..).and_then(|rest| rest.find("-->")).map(|end| inner + end) else {
            break;
        };
        let said = text.get(inner..end).unwrap_or_default().trim();
        at = end;
        if let Some(question) = said.strip_prefix(MARK)
            && !page.in_code(start)
        {
            found.push(Annotation {
                range: start..end + "-->".len(),
                text: question.trim().to_owned(),
                figure: figure_before(page, start),
            });
        }
    }
    for name in templates {
        let open = format!("{{{{{name}|");
        for (start, _) in text.match_indices(&open) {
            let inner = start + open.len();
            let Some(end) = closing(text, inner) else { continue };
            let whole = text.get(inner..end).unwrap_or_default();
            let Some((question, _)) = whole.rsplit_once('|') else { continue };
            let shown = inner + question.len() + 1..end;
            let figure = page.figures_within(shown).next().map(|(index, _)| index);
            let text = question.replace("{{!}}", "|").trim().to_owned();
            found.push(Annotation { range: start..end + 2, text, figure });
        }
    }
    found.sort_by_key(|annotation| annotation.range.start);
    found
}

/// Where a template ends whose inside begins at a byte.
fn closing(text: &str, inner: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    let mut at = inner;
    while at + 1 < bytes.len().min(inner + LONGEST) {
        match &bytes[at..at + 2] {
            b"{{" => (depth, at) = (depth + 1, at + 2),
            b"}}" if depth == 0 => return Some(at),
            b"}}" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    None
}

/// The figure that stands right before a byte, with nothing but signs and marks between them.
fn figure_before(page: &Page, byte: usize) -> Option<usize> {
    let figures = &page.tokens.figures;
    let index = figures.partition_point(|figure| figure.range.start < byte).checked_sub(1)?;
    let between = page.text.get(figures[index].range.end..byte)?;
    if between.len() > LONGEST || between.contains('\n') {
        return None;
    }
    let mut in_tag = false;
    let is_word = between.chars().any(|c| {
        in_tag = c == '<' || in_tag && c != '>';
        !in_tag && c.is_alphanumeric()
    });
    (!is_word).then_some(index)
}
