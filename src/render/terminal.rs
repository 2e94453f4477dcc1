//! Aligned text. The only file that knows prettytable.

use std::io;

use prettytable::format::{Alignment, FormatBuilder};
use prettytable::{Cell as TableCell, Row as TableRow, Table as PrettyTable};

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::{Style, paint};
use crate::document::Document;
use crate::document::block::{Block, HeadCell, Header, Table, Text, head_rows};

/// Spaces between columns.
const GAP: usize = 2;
/// A column of words is not wrapped narrower than this.
const NARROWEST: usize = 24;
/// Where several columns of words are, none of them is wrapped narrower than this.
const NARROWEST_OF_MANY: usize = 14;
/// A header of numbers is not wrapped narrower than this.
const NARROWEST_HEAD: usize = 9;

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
        Block::Heading(text) | Block::Paragraph(text) | Block::Aside(text) => {
            writeln!(out, "{}", wrap(&text.to_plain(), style.width))
        }
        Block::Answer { question, answer } => {
            writeln!(out, "{} = {}", question.to_plain(), style.answer(answer, Text::to_plain))
        }
        Block::Statement { subject, value } => {
            writeln!(out, "{}: {}", subject.to_plain(), style.answer(value, Text::to_plain))
        }
        Block::Table(table) => self::table(table, style, out),
    }
}

/// A table whose cells are text, the labels in the first column. Its rows are made each time they are needed, so
/// that a long table is never held in memory.
struct Grid<'a, 't> {
    table: &'a Table<'t>,
    style: &'a Style,
    /// The width at which a column is wrapped.
    wrapped: Vec<Option<usize>>,
    /// The widths at which the headers of columns are wrapped, where they are.
    wrapped_head: Option<Vec<Option<usize>>>,
    widths: Vec<usize>,
}

impl<'a, 't> Grid<'a, 't> {
    fn new(table: &'a Table<'t>, style: &'a Style) -> Grid<'a, 't> {
        let columns = table.header.len();
        let (wrapped, widths) = (vec![None; columns], vec![0; columns]);
        let mut grid = Grid { table, style, wrapped, wrapped_head: None, widths };
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
        let titles = self.cells(self.table.header.iter().map(|header| header.text.to_plain()));
        let Some(wrapped) = &self.wrapped_head else { return titles };
        let wrapped = titles.into_iter().zip(wrapped);
        wrapped.map(|(cell, width)| width.map_or(cell.clone(), |width| wrap(&cell, width))).collect()
    }

    /// The rows below it.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        self.table.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| {
                let text = self.style.cell(cell, Text::to_plain);
                if self.style.color { paint::cell(&text, cell) } else { text }
            });
            self.cells(std::iter::once(row.label.to_plain()).chain(cells))
        })
    }

    /// Cells, wrapped where their columns are.
    fn cells(&self, cells: impl Iterator<Item = String>) -> Vec<String> {
        let wrapped = cells.zip(&self.wrapped);
        wrapped.map(|(cell, width)| width.map_or(cell.clone(), |width| wrap(&cell, width))).collect()
    }

    fn measure(&mut self) {
        self.widths = self.widths_of(std::iter::once(self.titles()).chain(self.rows()));
    }

    /// The width of each column of some rows.
    fn widths_of(&self, rows: impl Iterator<Item = Vec<String>>) -> Vec<usize> {
        let mut widths = vec![0; self.columns()];
        for cells in rows {
            for (width, cell) in widths.iter_mut().zip(&cells) {
                let own = cell.lines().map(display_width).max().unwrap_or(0);
                *width = own.max(*width);
            }
        }
        widths
    }

    /// Breaks the headers of numbers, as little as makes the table fit. Where it does not fit all the same, they are
    /// broken only if fewer panels come of it.
    fn wrap_heads(&mut self, width: usize) {
        let (unwrapped, panels) = (self.widths.clone(), self.panels(width).len());
        let below = self.widths_of(self.rows());
        let all: Vec<usize> = (0..self.columns()).collect();
        for most in (NARROWEST_HEAD..=self.widths.iter().copied().max().unwrap_or(0)).rev() {
            let wrapped = below.iter().enumerate();
            let wrapped = wrapped.map(|(column, below)| self.is_numeric(column).then_some(*below.max(&most)));
            self.wrapped_head = Some(wrapped.collect());
            let heads = self.widths_of(std::iter::once(self.titles()));
            self.widths = heads.into_iter().zip(&below).map(|(head, below)| head.max(*below)).collect();
            if self.total_width(&all) <= width {
                return;
            }
        }
        if self.panels(width).len() >= panels {
            (self.wrapped_head, self.widths) = (None, unwrapped);
        }
    }

    fn total_width(&self, columns: &[usize]) -> usize {
        let widths = self.panel_widths(columns);
        widths.iter().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
    }

    /// The widths of some columns beside each other: a group has room above them, or its longest word where heads are
    /// wrapped.
    fn panel_widths(&self, columns: &[usize]) -> Vec<usize> {
        let mut widths: Vec<usize> = columns.iter().map(|column| self.widths[*column]).collect();
        for group in self.head(columns).iter().flatten().filter(|cell| cell.is_group) {
            let text = group.text.to_plain();
            let words = || text.split(' ').map(display_width).max().unwrap_or(0);
            let longest = if self.wrapped_head.is_some() { words() } else { display_width(&text) };
            let own = &mut widths[group.first..group.first + group.columns];
            let missing = longest.saturating_sub(own.iter().map(|width| width + GAP).sum::<usize>() - GAP);
            if let Some(last) = own.last_mut() {
                *last += missing;
            }
        }
        widths
    }

    /// The head above some columns, row by row.
    fn head(&self, columns: &[usize]) -> Vec<Vec<HeadCell<'a>>> {
        let headers: Vec<&'a Header> = columns.iter().map(|column| &self.table.header[*column]).collect();
        head_rows(&headers)
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

    /// Wraps all columns of words, as little as makes the table fit; where nothing does, none. Of a table of numbers
    /// that is no help.
    fn wrap_words(&mut self, width: usize) -> bool {
        const FEWEST: usize = 3;
        const STEP: usize = 2;
        let all: Vec<usize> = (0..self.columns()).collect();
        let before = self.wrapped.clone();
        let words = |grid: &Self| all.iter().filter(|column| !grid.is_numeric(**column)).count();
        let widest = self.widths.iter().copied().max().unwrap_or(0).min(width);
        let mut most = widest;
        while words(self) >= FEWEST && most >= NARROWEST_OF_MANY {
            self.wrapped = all.iter().map(|column| (!self.is_numeric(*column)).then_some(most)).collect();
            self.measure();
            if self.total_width(&all) <= width {
                return true;
            }
            most -= STEP;
        }
        self.wrapped = before;
        self.measure();
        false
    }

    fn wrap_column(&mut self, column: usize, width: usize) {
        self.wrapped[column] = Some(width);
        self.measure();
    }

    /// Columns that have their groups down to a level in common; each alone that has none there.
    fn units(&self, columns: &[usize], level: usize) -> Vec<Vec<usize>> {
        let group = |column: &usize| self.table.header[*column].groups.get(..=level);
        let together = |one: &usize, other: &usize| group(one).is_some() && group(one) == group(other);
        columns.chunk_by(together).map(<[usize]>::to_vec).collect()
    }

    /// The columns in panels that fit beside the labels, as even as they can be. What stands under one head stays
    /// together where there is room.
    fn panels(&self, width: usize) -> Vec<Vec<usize>> {
        let columns: Vec<usize> = (1..self.columns()).collect();
        for level in 0..self.head(&columns).len() {
            let units = self.units(&columns, level);
            for count in 1..=units.len() {
                let chunks = units.chunks(units.len().div_ceil(count));
                let panel = |chunk: &[Vec<usize>]| std::iter::once(0).chain(chunk.concat()).collect();
                let panels: Vec<Vec<usize>> = chunks.map(panel).collect();
                if panels.iter().all(|panel| self.total_width(panel) <= width) {
                    return panels;
                }
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
        let widths = self.panel_widths(columns);
        TableRow::new(widths.iter().map(|width| TableCell::new(&"-".repeat(*width))).collect())
    }

    /// What stands above the headers: each group in the middle of its columns, over a rule of its own.
    fn groups(&self, columns: &[usize], out: &mut dyn io::Write) -> io::Result<()> {
        let widths = self.panel_widths(columns);
        let begins: Vec<usize> = std::iter::once(0)
            .chain(widths.iter().scan(0, |end, width| {
                *end += width + GAP;
                Some(*end)
            }))
            .collect();
        let head = self.head(columns);
        for row in &head[..head.len().saturating_sub(1)] {
            let groups = row.iter().filter(|cell| cell.is_group);
            let cells: Vec<(usize, usize, String)> = groups
                .map(|cell| {
                    let (begin, end) = (begins[cell.first], begins[cell.first + cell.columns] - GAP);
                    (begin, end - begin, wrap(&cell.text.to_plain(), end - begin))
                })
                .collect();
            let height = cells.iter().map(|(_, _, text)| text.lines().count()).max().unwrap_or(0);
            for index in 0..=height {
                let mut line = String::new();
                for (begin, width, text) in &cells {
                    // Words stand just above the rule.
                    let above = height - text.lines().count();
                    let own = index.checked_sub(above).and_then(|index| text.lines().nth(index));
                    let own =
                        if index == height { "-".repeat(*width) } else { own.unwrap_or_default().to_owned() };
                    let before = begin + width.saturating_sub(display_width(&own)) / 2;
                    line.push_str(&" ".repeat(before.saturating_sub(display_width(&line))));
                    line.push_str(&own);
                }
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    fn panel(&self, columns: &[usize], out: &mut dyn io::Write) -> io::Result<()> {
        let mut header = self.titles();
        header.resize(self.columns(), String::new());
        self.groups(columns, out)?;
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
    if grid.total_width(&all) > style.width {
        grid.wrap_heads(style.width);
    }
    let panels = if grid.total_width(&all) <= style.width
        || grid.wrap_widest(style.width)
        || grid.wrap_words(style.width)
    {
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
    use crate::document::block::{Row, Stream};

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
