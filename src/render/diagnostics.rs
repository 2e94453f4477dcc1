//! Findings in the manner of a compiler, or as JSON.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Code, Diagnostic, Severity, printable, printable_in_place, printable_line};
use crate::document::{CheckData, UntriedData};
use crate::source::{SourceMap, Span};

/// Lines longer than this are not shown whole by any terminal; the place is named all the same.
const LONGEST_LINE: usize = 400;

/// The findings with their source lines; empty for none.
///
/// ```
/// use trueodds::{diagnostic::{Code, Diagnostic}, render::diagnostics, source::{SourceMap, Span}};
///
/// let mut sources = SourceMap::default();
/// let file = sources.add("x.odds", "it = lucky_feet\n");
/// let finding = Diagnostic::error(Code::UnknownName, Span::new(file, 5..15), "no name `lucky_feet`");
/// let text = diagnostics::render(&[finding], &sources, false);
/// assert!(text.starts_with("error[unknown-name]: no name `lucky_feet`\n --> x.odds:1:6\n"));
/// ```
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in diagnostics {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&one(diagnostic, sources, &renderer));
        out.push('\n');
    }
    out
}

fn one(diagnostic: &Diagnostic, sources: &SourceMap, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(printable_line(&diagnostic.message)).id(diagnostic.code.name());
    let mut group = Group::with_title(title);
    if has_place(diagnostic) && sources.file(diagnostic.primary.span.file).is_some() {
        for snippet in snippets(diagnostic, sources) {
            group = group.element(snippet);
        }
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(printable(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(&help.to_string()).into_owned()));
    }
    renderer.render(&[group])
}

/// A finding about no text in particular has an empty place at the very start.
fn has_place(diagnostic: &Diagnostic) -> bool {
    diagnostic.primary.span != Span::default()
        || !diagnostic.primary.text.is_empty()
        || !matches!(diagnostic.code, Code::Internal | Code::Limit | Code::Cancelled)
}

/// One snippet for each file that the finding is about, that of the main place first.
fn snippets<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a SourceMap,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let labels = std::iter::once((&diagnostic.primary, AnnotationKind::Primary))
        .chain(diagnostic.secondary.iter().map(|label| (label, AnnotationKind::Context)));
    let mut files: Vec<(crate::source::FileId, Vec<(&crate::diagnostic::Label, AnnotationKind)>)> =
        Vec::new();
    for (label, kind) in labels {
        match files.iter_mut().find(|(file, _)| *file == label.span.file) {
            Some((_, labels)) => labels.push((label, kind)),
            None => files.push((label.span.file, vec![(label, kind)])),
        }
    }
    let mut out = Vec::new();
    for (id, labels) in files {
        let Some(file) = sources.file(id) else { continue };
        let mut snippet =
            Snippet::source(printable_in_place(&file.text)).path(printable_line(&file.name)).fold(true);
        for (label, kind) in labels {
            let range = shown_range(&file.text, label.span);
            let annotation = kind.span(range);
            let annotation = if label.text.is_empty() {
                annotation
            } else {
                annotation.label(printable_line(&label.text))
            };
            snippet = snippet.annotation(annotation);
        }
        out.push(snippet);
    }
    out
}

/// The part of a place that is shown: its first line, within the text, at the edges of characters.
fn shown_range(text: &str, span: Span) -> std::ops::Range<usize> {
    let clip = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = clip(span.start as usize);
    let end = clip(span.end as usize).max(start);
    let line = text[start..end].find('\n').map_or(end, |at| start + at);
    start..clip(line.min(start + LONGEST_LINE))
}

/// The findings, and what was not evaluated, as JSON: kind `check`.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], untried: Vec<UntriedData>, sources: &SourceMap) -> String {
    super::text(|out| {
        serde_json::to_writer_pretty(&mut *out, &CheckData::new(diagnostics, untried, sources))?;
        out.push(b'\n');
        Ok(())
    })
}
