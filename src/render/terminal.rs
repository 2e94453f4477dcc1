//! Aligned text. The only file that knows prettytable.

use prettytable::format::{Alignment, FormatBuilder, LinePosition, LineSeparator};
use prettytable::{Cell as TableCell, Row as TableRow, Table as PrettyTable};

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::Style;
use crate::query::Report;
use crate::query::report::{Block, Table, Text};

/// Spaces between columns.
const GAP: usize = 2;
/// A column of words is not wrapped narrower than this.
const NARROWEST: usize = 24;

pub(super) fn render(report: &Report, style: &Style) -> String {
    let mut out = String::new();
    let mut after_answer = false;
    for block in &report.blocks {
        // Answers stand line by line, everything else apart.
        let answer = matches!(block, Block::Answer { .. });
        if !(out.is_empty() || answer && after_answer) {
            out.push('\n');
        }
        out.push_str(&self::block(block, style));
        after_answer = answer;
    }
    out
}

fn block(block: &Block, style: &Style) -> String {
    match block {
        Block::Heading(text) | Block::Paragraph(text) => {
            let mut lines = wrap(&text.to_plain(), style.width);
            lines.push('\n');
            lines
        }
        Block::Answer { question, answer } => {
            format!("{} = {}\n", question.to_plain(), style.answer(answer, Text::to_plain))
        }
        Block::Statement { subject, value } => {
            format!("{}: {}\n", subject.to_plain(), style.answer(value, Text::to_plain))
        }
        Block::Table(table) => self::table(table, style),
    }
}

/// A table whose cells are text, the labels in the first column.
struct Grid {
    rows: Vec<Vec<String>>,
    numeric: Vec<bool>,
}

impl Grid {
    fn new(table: &Table, style: &Style) -> Grid {
        let header = table.header.iter().map(|header| header.text.to_plain()).collect();
        let mut rows: Vec<Vec<String>> = vec![header];
        for row in &table.rows {
            let cells = row.cells.iter().map(|cell| style.cell(cell, Text::to_plain));
            rows.push(std::iter::once(row.label.to_plain()).chain(cells).collect());
        }
        Grid { rows, numeric: table.header.iter().map(|header| header.numeric).collect() }
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.flat_map(|cell| cell.lines()).map(display_width).max().unwrap_or(0)
    }

    fn total_width(&self, columns: &[usize]) -> usize {
        columns.iter().map(|column| self.width(*column) + GAP).sum::<usize>().saturating_sub(GAP)
    }

    /// Wraps the widest column of words, where that alone makes the table fit.
    fn wrap_widest(&mut self, width: usize) -> bool {
        let all: Vec<usize> = (0..self.numeric.len()).collect();
        let excess = self.total_width(&all).saturating_sub(width);
        let words = all.iter().copied().filter(|column| !self.numeric[*column]);
        let Some(widest) = words.max_by_key(|column| self.width(*column)) else { return false };
        let target = self.width(widest).saturating_sub(excess);
        if target < NARROWEST {
            return false;
        }
        self.wrap_column(widest, target);
        self.total_width(&all) <= width
    }

    fn wrap_column(&mut self, column: usize, width: usize) {
        for row in &mut self.rows {
            if let Some(cell) = row.get_mut(column) {
                *cell = wrap(cell, width);
            }
        }
    }

    /// The columns in groups that fit beside the labels, as even as they can be.
    fn panels(&self, width: usize) -> Vec<Vec<usize>> {
        let columns: Vec<usize> = (1..self.numeric.len()).collect();
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

    fn panel(&self, columns: &[usize]) -> String {
        let mut pretty = PrettyTable::new();
        let line = LineSeparator::new('-', '-', '-', '-');
        pretty.set_format(FormatBuilder::new().padding(0, GAP).separator(LinePosition::Title, line).build());
        let row = |cells: &Vec<String>| {
            let cell = |column: &usize| {
                let alignment = if self.numeric[*column] { Alignment::RIGHT } else { Alignment::LEFT };
                TableCell::new_align(cells.get(*column).map_or("", String::as_str), alignment)
            };
            TableRow::new(columns.iter().map(cell).collect())
        };
        let mut rows = self.rows.iter();
        if let Some(header) = rows.next() {
            pretty.set_titles(row(header));
        }
        for cells in rows {
            pretty.add_row(row(cells));
        }
        let text = pretty.to_string();
        let width = self.total_width(columns);
        // The line under the header is as wide as the table with the gap after its last column.
        let header = columns.iter().filter_map(|column| self.rows.first()?.get(*column));
        let rule = header.map(|cell| cell.lines().count().max(1)).max().unwrap_or(1);
        let trimmed = text.lines().enumerate().map(|(index, line)| {
            let line = if index == rule { line.get(..width).unwrap_or(line) } else { line };
            format!("{}\n", line.trim_end())
        });
        trimmed.collect()
    }
}

fn table(table: &Table, style: &Style) -> String {
    let mut grid = Grid::new(table, style);
    let all: Vec<usize> = (0..grid.numeric.len()).collect();
    let caption = wrap(&table.caption.to_plain(), style.width);
    let panels = if grid.total_width(&all) <= style.width || grid.wrap_widest(style.width) {
        vec![all]
    } else {
        // Long labels leave room for the columns beside them.
        grid.wrap_column(0, (style.width / 2).max(NARROWEST));
        grid.panels(style.width)
    };
    let panels: Vec<String> = panels.iter().map(|panel| grid.panel(panel)).collect();
    format!("{caption}\n\n{}", panels.join("\n"))
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
        let rows =
            vec![std::iter::once("Outcome".to_owned()).chain((0..11).map(|_| "12.34%".to_owned())).collect()];
        let grid = Grid { rows, numeric: std::iter::once(false).chain([true; 11]).collect() };
        let panels = grid.panels(70);
        assert_eq!(panels.iter().map(Vec::len).collect::<Vec<_>>(), [7, 6]);
        assert!(panels.iter().all(|panel| grid.total_width(panel) <= 70));
    }
}
