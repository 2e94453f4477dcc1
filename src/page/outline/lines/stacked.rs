//! Tables of plain text with a cell on each line, as some browsers copy them.

use std::ops::Range;

use super::{Reader, Within};
use crate::page::outline::grid::{CellKind, GridBuilder};

/// No cell is longer.
const LONGEST: usize = 48;
/// So many lines are looked at.
const MOST: usize = 2_000;
/// So many columns.
const COLUMNS: Range<usize> = 2..13;

impl Reader<'_, '_> {
    /// Reads a table with a cell on each line, where one begins with a line: below its heads the first of each few lines says
    /// what the others state.
    pub(super) fn stacked(&mut self, text: &str, start: usize) -> bool {
        let is_tried = start < self.stacked_to;
        if is_tried || self.within != Within::Plain || self.rows.is_some() || !is_head(text) {
            return false;
        }
        let lines = self.short_lines(start);
        let text = |line: &Range<usize>| self.out.slice(line);
        // The heads end where a row of numbers begins, or before the words that its first row begins with.
        let words = lines.iter().take_while(|line| is_head(text(line))).count();
        let ways = [words, words.saturating_sub(1)].into_iter().flat_map(|heads| {
            // The first column may have none; a title may stand right above.
            [(0, heads, heads), (0, heads, heads + 1), (1, heads.saturating_sub(1), heads.saturating_sub(1))]
        });
        let found = ways.filter(|(_, heads, width)| *heads > 0 && COLUMNS.contains(width)).find_map(|way| {
            let (title, heads, width) = way;
            let is_row = |row: &&[Range<usize>]| {
                row.len() == width
                    && !is_chance(text(&row[0]))
                    && row[1..].iter().all(|cell| is_stated(text(cell)))
            };
            let body = lines.get(title + heads..)?;
            let rows = body.chunks(width).take_while(is_row).count();
            let body = &body[..rows * width];
            let states = body.iter().any(|line| is_chance(text(line)))
                || body.chunks(width).all(|row| is_head(text(&row[0])));
            (rows >= 2 && states).then_some((heads, title, width, rows))
        });
        let Some((heads, title, width, rows)) = found else {
            self.stacked_to = lines.last().map_or(start, |line| line.end);
            return false;
        };
        self.flush();
        self.list.clear();
        let block = self.out.open_grid(start, None);
        let mut grid = GridBuilder::default();
        if let Some(caption) = lines.first().filter(|_| title > 0) {
            grid.caption = caption.clone();
        }
        grid.row();
        if heads < width {
            grid.cell(start..start, start..start, CellKind::Plain, (1, 1));
        }
        let end = title + heads + rows * width;
        for (number, line) in lines[title..end].iter().enumerate() {
            if number >= heads && (number - heads).is_multiple_of(width) {
                grid.row();
            }
            grid.cell(line.clone(), line.clone(), CellKind::Plain, (1, 1));
            if number + 1 == heads {
                grid.head_row();
            }
        }
        let last = lines[end - 1].end;
        self.out.close_grid(block, grid, last);
        self.read_to = self.newline(last) + 1;
        true
    }

    /// The lines from here on that are as short as cells are, up to an empty one.
    fn short_lines(&self, start: usize) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut at = start;
        while at < self.end && lines.len() < MOST {
            let end = self.newline(at);
            let line = self.out.trimmed(at..end);
            let length = line.len();
            if length == 0 || length > LONGEST {
                break;
            }
            lines.push(line);
            at = end + 1;
        }
        lines
    }
}

/// A head: words, and no sentence.
fn is_head(text: &str) -> bool {
    text.len() <= LONGEST
        && text.contains(char::is_alphabetic)
        && !text.contains('\t')
        && !is_chance(text)
        && !is_stated(text)
        && !text.ends_with(['.', ':', ';', ',', '!', '?'])
        && !text.starts_with(['*', '#', '|', '!', '<', '{', '-', '\u{2022}'])
}

fn is_chance(text: &str) -> bool {
    let is_one_in = || text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("1 in "));
    text.contains(|sign: char| sign.is_ascii_digit()) && text.contains(['%', '/']) || is_one_in()
}

/// Whether a line is a figure and nothing else, or says that there is none.
pub(super) fn is_stated(text: &str) -> bool {
    const SIGNS: &str = "0123456789.,%~<>/+-\u{2044}\u{2212}\u{2013}\u{2014}\u{2248} ";
    let rest = text.get(..5).filter(|start| start.eq_ignore_ascii_case("1 in ")).map_or(text, |_| &text[5..]);
    rest.chars().all(|sign| SIGNS.contains(sign))
        || ["never", "always", "certain", "none", "n/a"].iter().any(|word| rest.eq_ignore_ascii_case(word))
}
