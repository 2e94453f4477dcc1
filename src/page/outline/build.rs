//! Puts blocks together, whatever markup they come from.

use std::ops::Range;

use super::grid::GridBuilder;
use super::sentences::sentences;
use super::{Block, BlockKind, Outline};
use crate::page::Figure;

pub(super) struct Builder<'a> {
    pub(super) text: &'a str,
    figures: &'a [Figure],
    out: Outline,
    /// The headings that are open, each deeper than the one before.
    headings: Vec<(u8, usize)>,
    groups: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(text: &'a str, figures: &'a [Figure]) -> Builder<'a> {
        Builder { text, figures, out: Outline::default(), headings: Vec::new(), groups: 0 }
    }

    pub(super) fn finish(self) -> Outline {
        self.out
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// A range without the space at its ends.
    pub(super) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = self.slice(&range);
        let start = range.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }

    pub(super) fn group(&mut self) -> usize {
        self.groups += 1;
        self.groups
    }

    pub(super) fn is_empty(&self) -> bool {
        self.out.blocks.is_empty()
    }

    fn push(&mut self, kind: BlockKind, range: Range<usize>, parent: Option<usize>, group: usize) -> usize {
        let section = self.headings.last().map(|(_, block)| *block);
        self.out.blocks.push(Block { kind, range, section, parent, group });
        self.out.blocks.len() - 1
    }

    pub(super) fn heading(&mut self, level: u8, range: Range<usize>) {
        let range = self.trimmed(range);
        self.end_headings(level);
        let parent = self.headings.last().map(|(_, block)| *block);
        let group = self.group();
        let block = self.push(BlockKind::Heading(level), range, parent, group);
        self.headings.push((level, block));
    }

    /// Ends the headings of a level and those below it.
    pub(super) fn end_headings(&mut self, level: u8) {
        self.headings.truncate(self.headings.partition_point(|(above, _)| *above < level));
    }

    /// A paragraph as its sentences. What has neither letters nor digits is none.
    pub(super) fn paragraph(&mut self, range: Range<usize>, parent: Option<usize>) {
        let group = self.group();
        for sentence in sentences(self.text, range) {
            self.push(BlockKind::Sentence, sentence, parent, group);
        }
    }

    /// An item: its first sentence, and the others as blocks that belong to it.
    pub(super) fn item(&mut self, range: Range<usize>, parent: Option<usize>, group: usize) -> Option<usize> {
        let mut item = None;
        for sentence in sentences(self.text, range) {
            match item {
                None => item = Some(self.push(BlockKind::Item, sentence, parent, group)),
                Some(_) => drop(self.push(BlockKind::Sentence, sentence, item, group)),
            }
        }
        item
    }

    /// Code; lines that follow others belong to them.
    pub(super) fn code(&mut self, range: Range<usize>) {
        let text = self.text;
        let end_of_last =
            self.out.blocks.last().filter(|last| last.kind == BlockKind::Code).map(|last| last.range.end);
        let follows =
            end_of_last.filter(|end| text.get(*end..range.start).is_some_and(|gap| gap.trim().is_empty()));
        match (follows, self.out.blocks.last_mut()) {
            (Some(_), Some(last)) => last.range.end = range.end,
            _ => {
                let group = self.group();
                self.push(BlockKind::Code, range, None, group);
            }
        }
    }

    /// The line that introduces what begins at a byte: right above it, with at most one empty line between.
    pub(super) fn above(&self, byte: usize) -> Option<usize> {
        /// No empty line is longer.
        const FAR: usize = 500;
        let last = self.out.blocks.last()?;
        let gap = self.text.get(last.range.end..byte).filter(|gap| gap.len() < FAR)?;
        let near = gap.bytes().filter(|byte| *byte == b'\n').count() < 3;
        let says = matches!(last.kind, BlockKind::Sentence | BlockKind::Item | BlockKind::Heading(_));
        (near && says).then(|| self.out.blocks.len() - 1)
    }

    /// As [`Builder::above`], where it is no heading.
    pub(super) fn introduces(&self, byte: usize) -> Option<usize> {
        self.above(byte).filter(|above| !matches!(self.out.blocks[*above].kind, BlockKind::Heading(_)))
    }

    /// Begins a table, inside another or none: its block.
    pub(super) fn open_grid(&mut self, start: usize, outer: Option<usize>) -> usize {
        let parent = outer.or_else(|| self.above(start));
        let group = self.group();
        self.push(BlockKind::Grid(usize::MAX), start..start, parent, group)
    }

    /// Ends a table that began with this block.
    pub(super) fn close_grid(&mut self, block: usize, grid: GridBuilder, end: usize) {
        let index = self.out.grids.len();
        let grid = grid.finish(self.text, self.figures);
        let own = &mut self.out.blocks[block];
        own.range.end = end;
        own.kind = BlockKind::Grid(index);
        self.out.grids.push(grid);
    }
}
