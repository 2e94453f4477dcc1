//! Source texts and positions in them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Which text of a [`SourceMap`] a position belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(u32);

/// A half-open range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// In a program, the call by which the text came to be there, from 1; 0 where there is none, as in every text.
    pub call: u32,
}

impl Span {
    /// The range of bytes in `file`.
    #[must_use]
    pub fn new(file: FileId, range: Range<usize>) -> Span {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clip(range.start), end: clip(range.end), call: 0 }
    }

    /// From the start of this to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }

    /// The same place in the text, whichever call it came by.
    #[must_use]
    pub fn written(self) -> Span {
        Span { call: 0, ..self }
    }

    /// The bytes as a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}..{}", self.start, self.end)
    }
}

/// One text with the name it goes by in messages.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Its path, as a person would type it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Line and column of a position, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// All texts that positions may refer to. A copy shares the texts and costs little.
///
/// ```
/// use trueodds::source::{SourceMap, Span};
///
/// let mut sources = SourceMap::default();
/// let file = sources.add("dice.odds", "mechanic x/y\nlet a = 1\n");
/// let at = sources.locate(Span::new(file, 17..18));
/// assert_eq!((at.line, at.column), (2, 5));
/// ```
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a text and returns its name in spans.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Arc::new(SourceFile { name: name.into(), text: text.into() }));
        id
    }

    /// The file of that id; an id of another map gives `None`.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize).map(Arc::as_ref)
    }

    /// The text a span covers; empty where it does not fit.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).and_then(|file| file.text.get(span.range())).unwrap_or_default()
    }

    /// Line and column of the start of a span.
    #[must_use]
    pub fn locate(&self, span: Span) -> LineColumn {
        let text = self.file(span.file).map_or("", |file| &file.text);
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
