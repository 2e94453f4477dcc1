//! Aligned text. The only file that knows prettytable.

use std::io;

use prettytable::format::{Alignment, FormatBuilder};
use prettytable::{Cell as TableCell, Row as TableRow, Table as PrettyTable};

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::Style;
use crate::document::Document;
use crate::document::block::{Block, Table, Text};

/// Spaces between columns.
const GAP: usize = 2;
/// A column of words is not wrapped narrower than this.
const NARROWEST: usize = 24;

/// Rows that are laid out together; what is longer is written piece by piece.
const PIECE: usize = 2_000;

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let mut after_answer = false;
    for (index, block) in document.blocks().iter().enumerate() {
        // Answers stand line by line, everything else apart.
        let answer = matches!(block, Block::Answer { .. });
        if !(index == 0 || answer && after_answer) {
            out.write_all(b"\n")?;
        }
        self::block(block, style, out)?;
        after_answer = answer;
    }
    Ok(())
}

fn block(block: &Block<'_>, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    match block {
        Block::Heading(text) | Block::Paragraph(text) => {
            writeln!(out, "{}", wrap(&text.to_plain(), style.width))
        }
        Block::Answer { question, answer } => {
            writeln!(out, "{} = {}", question.to_plain(), style.answer(answer, Text::to_plain))
        }
        Block::Statement { subject, value } => {
            writeln!(out, "{}: {}", subject.to_plain(), style.answer(value, Text::to_plain))
        }
        Block::Table(table) => self::table(table, style, out),
        // Lines of text have no heads above others.
        Block::Grid(grid) => self::table(&grid.table(false), style, out),
    }
}

/// A table whose cells are text, the labels in the first column. Its rows are made each time they are needed, so
/// that a long table is never held in memory.
struct Grid<'a, 't> {
    table: &'a Table<'t>,
    style: &'a Style,
    /// The width at which a column is wrapped.
    wrapped: Vec<Option<usize>>,
    widths: Vec<usize>,
}

impl<'a, 't> Grid<'a, 't> {
    fn new(table: &'a Table<'t>, style: &'a Style) -> Grid<'a, 't> {
        let columns = table.header.len();
        let mut grid = Grid { table, style, wrapped: vec![None; columns], widths: vec![0; columns] };
        grid.measure();
        grid
    }

    fn columns(&self) -> usize {
        self.widths.len()
    }

    fn is_numeric(&self, column: usize) -> bool {
        self.table.header[column].numeric
    }

    /// The header.
    fn titles(&self) -> Vec<String> {
        self.cells(self.table.header.iter().map(|header| header.text.to_plain()))
    }

    /// The rows below it.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        self.table.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| self.style.cell(cell, Text::to_plain));
            self.cells(std::iter::once(row.label.to_plain()).chain(cells))
        })
    }

    /// Cells, wrapped where their columns are.
    fn cells(&self, cells: impl Iterator<Item = String>) -> Vec<String> {
        let wrapped = cells.zip(&self.wrapped);
        wrapped.map(|(cell, width)| width.map_or(cell.clone(), |width| wrap(&cell, width))).collect()
    }

    fn measure(&mut self) {
        let mut widths = vec![0; self.columns()];
        for cells in std::iter::once(self.titles()).chain(self.rows()) {
            for (width, cell) in widths.iter_mut().zip(&cells) {
                let own = cell.lines().map(display_width).max().unwrap_or(0);
                *width = own.max(*width);
            }
        }
        self.widths = widths;
    }

    fn total_width(&self, columns: &[usize]) -> usize {
        columns.iter().map(|column| self.widths[*column] + GAP).sum::<usize>().saturating_sub(GAP)
    }

    /// Wraps the widest column of words, where that alone makes the table fit.
    fn wrap_widest(&mut self, width: usize) -> bool {
        let all: Vec<usize> = (0..self.columns()).collect();
        let excess = self.total_width(&all).saturating_sub(width);
        let words = all.iter().copied().filter(|column| !self.is_numeric(*column));
        let Some(widest) = words.max_by_key(|column| self.widths[*column]) else { return false };
        let target = self.widths[widest].saturating_sub(excess);
        if target < NARROWEST {
            return false;
        }
        self.wrap_column(widest, target);
        self.total_width(&all) <= width
    }

    fn wrap_column(&mut self, column: usize, width: usize) {
        self.wrapped[column] = Some(width);
        self.measure();
    }

    /// The columns in groups that fit beside the labels, as even as they can be.
    fn panels(&self, width: usize) -> Vec<Vec<usize>> {
        let columns: Vec<usize> = (1..self.columns()).collect();
        for count in 1..=columns.len() {
            let size = columns.len().div_ceil(count);
            let panels: Vec<Vec<usize>> = columns
                .chunks(size)
                .map(|chunk| std::iter::once(0).chain(chunk.iter().copied()).collect())
                .collect();
            if panels.iter().all(|panel| self.total_width(panel) <= width) {
                return panels;
            }
        }
        columns.iter().map(|column| vec![0, *column]).collect()
    }

    fn row(&self, columns: &[usize], cells: &[String]) -> TableRow {
        let cell = |column: &usize| {
            let alignment = if self.is_numeric(*column) { Alignment::RIGHT } else { Alignment::LEFT };
            TableCell::new_align(cells.get(*column).map_or("", String::as_str), alignment)
        };
        TableRow::new(columns.iter().map(cell).collect())
    }

    /// A row as wide as the whole table, so that every piece of it is laid out alike.
    fn ruler(&self, columns: &[usize]) -> TableRow {
        let cells: Vec<String> = self.widths.iter().map(|width| "-".repeat(*width)).collect();
        self.row(columns, &cells)
    }

    fn panel(&self, columns: &[usize], out: &mut dyn io::Write) -> io::Result<()> {
        let mut header = self.titles();
        header.resize(self.columns(), String::new());
        self.piece(columns, &[header], out)?;
        writeln!(out, "{}", "-".repeat(self.total_width(columns)))?;
        let mut rows = self.rows();
        loop {
            let piece: Vec<Vec<String>> = rows.by_ref().take(PIECE).collect();
            if piece.is_empty() {
                return Ok(());
            }
            self.piece(columns, &piece, out)?;
        }
    }

    /// Some rows, in columns as wide as those of the whole table.
    fn piece(&self, columns: &[usize], rows: &[Vec<String>], out: &mut dyn io::Write) -> io::Result<()> {
        let mut pretty = PrettyTable::new();
        pretty.set_format(FormatBuilder::new().padding(0, GAP).build());
        pretty.add_row(self.ruler(columns));
        for cells in rows {
            pretty.add_row(self.row(columns, cells));
        }
        for line in pretty.to_string().lines().skip(1) {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn table(table: &Table<'_>, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let mut grid = Grid::new(table, style);
    let all: Vec<usize> = (0..grid.columns()).collect();
    writeln!(out, "{}\n", wrap(&table.caption.to_plain(), style.width))?;
    let panels = if grid.total_width(&all) <= style.width || grid.wrap_widest(style.width) {
        vec![all]
    } else {
        // Long labels leave room for the columns beside them.
        grid.wrap_column(0, (style.width / 2).max(NARROWEST));
        grid.panels(style.width)
    };
    for (index, panel) in panels.iter().enumerate() {
        if index > 0 {
            out.write_all(b"\n")?;
        }
        grid.panel(panel, out)?;
    }
    Ok(())
}

/// Breaks lines between words; a word that is longer than the line stays whole. Wide characters count twice.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    let options = Options::new(width)
        .break_words(false)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::block::{Header, Row, Stream};

    #[test]
    fn wrapping_keeps_every_word() {
        assert_eq!(wrap("one two three", 7), "one two\nthree");
        assert_eq!(wrap("extraordinarily long", 5), "extraordinarily\nlong");
        assert_eq!(wrap("one-two three", 4), "one-two\nthree");
        // Each of these takes two columns.
        assert_eq!(wrap("\u{5e78}\u{904b} luck", 8), "\u{5e78}\u{904b}\nluck");
    }

    #[test]
    fn panels_are_even_and_fit() {
        let mut header = vec![Header::words("Outcome")];
        header.extend((0..11).map(|_| Header::numbers("12.34%")));
        let table = Table { caption: Text::default(), header, rows: Vec::new().into() };
        let style = Style::default();
        let grid = Grid::new(&table, &style);
        let panels = grid.panels(70);
        assert_eq!(panels.iter().map(Vec::len).collect::<Vec<_>>(), [7, 6]);
        assert!(panels.iter().all(|panel| grid.total_width(panel) <= 70));
    }

    #[test]
    fn pieces_of_a_long_table_stand_in_the_same_columns() {
        let rows: Stream<'_, Row> = Stream::new(|| (0..2 * PIECE).map(|n| Row::words(n.to_string(), ["x"])));
        let header = vec![Header::words("N"), Header::numbers("Chance")];
        let table = Table { caption: Text::plain("Long"), header, rows };
        let mut out = Vec::new();
        self::table(&table, &Style::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let places: std::collections::BTreeSet<_> = text.lines().skip(4).map(|line| line.find('x')).collect();
        assert_eq!(places.len(), 1);
        assert_eq!(text.lines().count(), 4 + 2 * PIECE);
    }
}
