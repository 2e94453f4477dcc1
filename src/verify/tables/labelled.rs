//! A table as heads, labels and the chances in its cells.

use super::names::{Name, name};
use crate::page::{BlockKind, Cell, Figure, Page};

/// Columns behind this one are not looked at: one long line among many short ones is no table.
const WIDEST: usize = 200;
/// A table with more cells is no table of outcomes.
const LARGEST: usize = 500_000;

/// A table with its heads, its labels, and the figures of its cells.
pub(super) struct LabelledTable<'a> {
    pub(super) heads: Vec<Name>,
    pub(super) labels: Vec<Name>,
    /// By row and column, both without labels.
    pub(super) figures: Vec<Vec<Option<&'a Figure>>>,
    /// The words of the caption, and of the heading above.
    pub(super) caption: Vec<Name>,
}

impl<'a> LabelledTable<'a> {
    /// Reads the table that a block is; `None` where it is none.
    pub(super) fn read(page: &'a Page, block: usize) -> Option<LabelledTable<'a>> {
        let own = page.outline.blocks.get(block)?;
        let BlockKind::Grid(index) = own.kind else { return None };
        let grid = page.outline.grids.get(index)?;
        let text = |cell: &Cell| name(page.text.get(cell.content.clone()).unwrap_or_default());
        let (heads, body): (Vec<usize>, Vec<usize>) = (0..grid.rows).partition(|row| grid.is_head(*row));
        let body = || body.iter().filter(|row| !grid.is_total(**row));
        let width = grid.columns.min(WIDEST);
        if width * grid.rows > LARGEST {
            return None;
        }
        let joined = |column: usize| -> Name {
            let mut cells: Vec<usize> = heads.iter().filter_map(|row| grid.cell(*row, column)).collect();
            cells.dedup();
            cells.into_iter().filter_map(|cell| grid.cells.get(cell)).flat_map(text).collect()
        };
        let label = |row: &usize| grid.cell(*row, 0).and_then(|cell| grid.cells.get(cell)).map(text);
        let caption = match page.text.get(grid.caption.clone()).filter(|caption| !caption.is_empty()) {
            Some(caption) => caption,
            None => own.parent.map_or("", |above| page.block_text(above)),
        };
        let heading =
            page.outline.heading_above(own.range.start).map_or("", |heading| page.block_text(heading));
        Some(LabelledTable {
            heads: (1..width).map(joined).collect(),
            labels: body().map(|row| label(row).unwrap_or_default()).collect(),
            figures: body()
                .map(|row| (1..width).map(|column| chance(page, grid.own(*row, column)?)).collect())
                .collect(),
            caption: vec![name(caption), name(heading)],
        })
    }

    pub(super) fn figures(&self) -> usize {
        self.figures.iter().flatten().flatten().count()
    }

    /// The same with rows for columns.
    pub(super) fn turned(&self) -> LabelledTable<'a> {
        let column =
            |column: usize| self.figures.iter().map(|row| row.get(column).copied().flatten()).collect();
        LabelledTable {
            heads: self.labels.clone(),
            labels: self.heads.clone(),
            figures: (0..self.heads.len()).map(column).collect(),
            caption: self.caption.clone(),
        }
    }
}

/// The chance in a cell that states nothing else.
fn chance<'a>(page: &'a Page, cell: &Cell) -> Option<&'a Figure> {
    let mut figures = page.figures_within(cell.content.clone()).map(|(_, figure)| figure);
    let figure = figures.next().filter(|figure| figure.is_chance() && figure.value().is_some())?;
    let before = page.text.get(cell.content.start..figure.range.start)?;
    let after = page.text.get(figure.range.end..cell.content.end)?;
    // `+5%`, `< 5%`; a tag ends with `>` too.
    let changed =
        before.trim_end().ends_with(['<', '+', '-', '\u{2212}', '\u{b1}', '\u{2264}', '\u{2265}', '\u{d7}'])
            || before.trim_end().ends_with('>') && !before.contains('<');
    let remark = after.trim_start().starts_with(['(', '[', '<']) || name(after).is_empty();
    (figures.next().is_none() && !changed && name(before).is_empty() && remark).then_some(figure)
}
