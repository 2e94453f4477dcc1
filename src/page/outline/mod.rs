//! The structure of a page: headings, sentences, items, tables and code, as spans of its text.
//!
//! Markdown and HTML are read by the parsers of others; wikitext and plain text, which one page often mixes,
//! line by line; LaTeX by its commands. All give the same blocks, in the order of the page, so that what is found in
//! one of them can be replaced in the text. Nothing is read twice: the cost is linear in the length of the page.

mod build;
mod classes;
mod gaps;
mod grid;
mod html;
mod latex;
mod lines;
mod markdown;
mod markup;
mod sentences;

use std::ops::Range;

use super::Figure;
use super::lexer::{Token, TokenKind, Tokens};
pub use grid::{Cell, CellKind, Grid};
pub(super) use markup::{Hidden, Skip, is_latex};

/// The blocks of a page, in its order.
///
/// ```
/// use trueodds::page::{BlockKind, Page};
///
/// let page = Page::read("== Pond ==\n{|\n! Catch !! Chance\n|-\n| Eel || 4%\n|}\n");
/// let [heading, table] = page.outline.blocks.as_slice() else { panic!("two blocks") };
/// assert_eq!((heading.kind, table.section), (BlockKind::Heading(2), Some(0)));
/// let grid = &page.outline.grids[0];
/// let text = |cell: &usize| page.text[grid.cells[*cell].content.clone()].trim();
/// assert_eq!(text(&grid.row_heads(1, 1)[0]), "Eel");
/// assert_eq!(text(&grid.column_heads(1, 1)[0]), "Chance");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The tables.
    pub grids: Vec<Grid>,
}

/// A part of a page that is one piece of text, or one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its bytes on the page, without the marks of items and headings.
    pub range: Range<usize>,
    /// The heading it stands under, the deepest.
    pub section: Option<usize>,
    /// Of an item the item it is nested in, else the line that introduces its list; of a sentence of an item that
    /// item; of a heading the heading above it; of a table the line right above, or the table it stands in.
    pub parent: Option<usize>,
    /// Sentences of one paragraph and items of one list have the same number.
    pub group: usize,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading, 1 for the highest.
    Heading(u8),
    /// A sentence, or what stands in the place of one.
    Sentence,
    /// An item of a list, or a line that is a label and its figure. More sentences of it follow as blocks of their
    /// own.
    Item,
    /// A table, by its index in the grids.
    Grid(usize),
    /// Lines of printed code.
    Code,
}

impl Outline {
    /// Reads the structure of a text whose figures are known. Cost: linear in its length.
    pub(super) fn read(text: &str, figures: &[Figure]) -> Outline {
        let mut out = build::Builder::new(text, figures);
        match markup::language(text) {
            markup::Language::Markdown => markdown::read(&mut out),
            markup::Language::Html => html::read(&mut out, 0..text.len()),
            markup::Language::Wiki => lines::read(&mut out, 0..text.len(), lines::Within::Wiki),
            markup::Language::Plain => lines::read(&mut out, 0..text.len(), lines::Within::Plain),
        }
        out.finish()
    }

    /// The same of a text whose markup is known to be that of lines.
    pub(super) fn of_lines(text: &str, figures: &[Figure]) -> Outline {
        let mut out = build::Builder::new(text, figures);
        lines::read(&mut out, 0..text.len(), lines::Within::Plain);
        out.finish()
    }

    /// The same of LaTeX, whose text has been made plain.
    pub(super) fn of_latex(source: &str, text: &str, figures: &[Figure]) -> Outline {
        let mut out = build::Builder::new(text, figures);
        latex::read(&mut out, source);
        out.finish()
    }

    /// The tokens without the ends of lines that are only wrapped: those inside a sentence or an item, and those
    /// between two sentences of a paragraph.
    pub(super) fn without_wraps(&self, text: &str, mut tokens: Tokens) -> Tokens {
        let mut is_wrap = self.wraps(text);
        tokens.list.retain(|token| !is_wrap(token));
        tokens
    }

    /// Whether there are ends of lines that [`Outline::without_wraps`] takes away.
    pub(super) fn has_wraps(&self, text: &str, tokens: &Tokens) -> bool {
        tokens.list.iter().any(self.wraps(text))
    }

    /// Tells for one token after the other whether it is the end of a line that is only wrapped.
    fn wraps(&self, text: &str) -> impl FnMut(&Token) -> bool {
        let mut next = 0;
        move |token| {
            let byte = token.start as usize;
            if token.kind != TokenKind::LineEnd {
                return false;
            }
            while self.blocks.get(next).is_some_and(|block| block.range.start <= byte) {
                next += 1;
            }
            let own = next.checked_sub(1).and_then(|own| self.blocks.get(own));
            own.is_some_and(|own| self.goes_on(text, own, self.blocks.get(next), byte))
        }
    }

    /// Whether a paragraph or an item goes on behind the end of a line in its block, or right behind that.
    fn goes_on(&self, text: &str, own: &Block, next: Option<&Block>, end: usize) -> bool {
        let is_text = matches!(own.kind, BlockKind::Sentence | BlockKind::Item);
        let is_same = |next: &Block| next.kind == BlockKind::Sentence && next.group == own.group;
        let is_ended = || {
            let said = text.get(own.range.clone()).unwrap_or_default();
            said.trim_end_matches([')', ']', '"', '\'', '*']).ends_with(['.', '!', '?'])
        };
        // `>` at the start of a line quotes, and is said of no figure.
        let is_quoted =
            || text.get(end + 1..).is_some_and(|next| next.trim_start_matches([' ', '\t']).starts_with('>'));
        is_text && !is_quoted() && (end < own.range.end || next.is_some_and(is_same) && is_ended())
    }

    /// The block that holds a byte; of nested tables the inner one.
    #[must_use]
    pub fn block_at(&self, byte: usize) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.range.start <= byte);
        let mut at = after.checked_sub(1)?;
        loop {
            let block = self.blocks.get(at)?;
            if byte < block.range.end {
                return Some(at);
            }
            // Behind a table that stands in another is more of that other.
            at = block.parent.filter(|_| matches!(block.kind, BlockKind::Grid(_)))?;
        }
    }

    /// The table that a byte stands in, and its cell.
    #[must_use]
    pub fn cell_at(&self, byte: usize) -> Option<(&Grid, usize)> {
        match self.blocks.get(self.block_at(byte)?)?.kind {
            BlockKind::Grid(grid) => {
                let grid = self.grids.get(grid)?;
                Some((grid, grid.cell_at(byte)?))
            }
            _ => None,
        }
    }

    /// Whether a byte stands in a cell whose markup says that it heads its row: what is there says what the figures
    /// beside it are about.
    #[must_use]
    pub fn heads_row(&self, byte: usize) -> bool {
        let Some((grid, cell)) = self.cell_at(byte) else { return false };
        let cell = &grid.cells[cell];
        cell.kind != CellKind::Plain && !grid.is_head(cell.row)
    }

    /// The heading above a byte, the nearest.
    #[must_use]
    pub fn heading_above(&self, byte: usize) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.range.start <= byte);
        let above = after.checked_sub(1)?;
        match self.blocks.get(above)?.kind {
            BlockKind::Heading(_) => Some(above),
            _ => self.blocks[above].section,
        }
    }
}

#[cfg(test)]
mod tests;
