//! A table as heads, labels and the chances in its cells.

use super::names::{Name, name};
use crate::page::{Cell, Figure, Page, RowKind, Table};

/// Columns behind this one are not looked at: one long line among many short ones is no table.
const WIDEST: usize = 200;

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
    pub(super) fn read(page: &'a Page, table: &Table) -> LabelledTable<'a> {
        let text = |cell: &Cell| name(page.text.get(cell.content.clone()).unwrap_or_default());
        let is_head = |index: usize| {
            let row = &table.rows[index];
            row.kind == RowKind::Head
                || index == 0 && row.cells.iter().all(|cell| chance(page, cell).is_none())
        };
        let (heads, body): (Vec<usize>, Vec<usize>) =
            (0..table.rows.len()).partition(|index| is_head(*index));
        let body = || body.iter().map(|index| &table.rows[*index]).filter(|row| row.kind == RowKind::Body);
        let width = body().map(|row| row.cells.len()).max().unwrap_or(0).min(WIDEST);
        let joined = |column: usize| -> Name {
            let cells = heads.iter().filter_map(|index| table.rows[*index].cells.get(column));
            cells.flat_map(text).collect()
        };
        let line = page
            .line_of(table.rows.first().and_then(|row| row.cells.first()).map_or(0, |cell| cell.range.start));
        let own = page.text.get(table.caption.clone()).unwrap_or_default();
        // The caption of a MediaWiki table is a heading itself.
        let line = if own.is_empty() { line } else { page.line_of(table.caption.start) };
        LabelledTable {
            heads: (1..width).map(joined).collect(),
            labels: body().map(|row| row.cells.first().map(text).unwrap_or_default()).collect(),
            figures: body()
                .map(|row| (1..width).map(|column| chance(page, row.cells.get(column)?)).collect())
                .collect(),
            caption: vec![name(own), name(page.heading_above(line))],
        }
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
    let mut figures = cell.figures(page).map(|(_, figure)| figure);
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
