//! Tables whose columns one space parts, as text copied from a page in a browser has them.

use std::ops::Range;

use super::{Reader, is_stated};
use crate::page::outline::classes::looks_like_code;
use crate::page::outline::grid::{CellKind, GridBuilder};

/// No line is longer.
const LONGEST: usize = 120;
/// What a row is called has no more words.
const WORDS: usize = 6;
/// So many rows are read.
const MOST: usize = 500;
/// So many figures has a row.
const FIGURES: usize = 20;
/// So many lines with one figure each are a list, and so many that begin with a number a table.
const FEWEST: usize = 3;
/// So many with a name and several figures are one.
const FEWEST_NAMED: usize = 2;

/// A line that ends in figures: what it is called, and they.
struct Row {
    name: Range<usize>,
    figures: Vec<Range<usize>>,
    end: usize,
    /// Whether it is called by a number: `7 30% 10%`, and `8% +7`.
    is_numbered: bool,
}

impl Reader<'_, '_> {
    /// Reads a table where a line begins one: what each line is called, and as many figures behind it as in the others. Lines
    /// of one figure each are no table but a list: they are read as items, one by one.
    pub(super) fn spaced(&mut self, text: &str, start: usize) -> bool {
        if self.rows.is_some() || start < self.listed.end || start < self.template_end {
            return false;
        }
        let own = self.row_of_figures(start);
        let head = own.is_none() && is_head(text);
        let first = if head { self.newline(start) + 1 } else { start };
        let Some(row) = own.or_else(|| head.then(|| self.row_of_figures(first)).flatten()) else {
            return false;
        };
        let width = row.figures.len();
        let is_numbered = row.is_numbered;
        let mut rows = vec![row];
        while let Some(last) = rows.last()
            && rows.len() < MOST
            && let Some(next) = self.row_of_figures(last.end + 1)
            && next.figures.len() == width
            && next.is_numbered == is_numbered
        {
            rows.push(next);
        }
        let Some(last) = rows.last() else { return false };
        if width == 1 && !is_numbered {
            if rows.len() >= FEWEST {
                self.listed = first..last.end;
            }
            return false;
        }
        let end = last.end;
        if rows.len() < if is_numbered { FEWEST } else { FEWEST_NAMED } {
            return false;
        }
        self.flush();
        self.list.clear();
        let block = self.out.open_grid(start, None);
        let mut grid = GridBuilder::default();
        if head {
            let line = self.out.trimmed(start..self.newline(start));
            match heads(self.out.text, &line, width) {
                Some(heads) => {
                    grid.row();
                    if heads.len() == width {
                        grid.cell(line.start..line.start, line.start..line.start, CellKind::Plain, (1, 1));
                    }
                    for head in heads {
                        grid.cell(head.clone(), head, CellKind::Plain, (1, 1));
                    }
                    grid.head_row();
                }
                None => grid.caption = line,
            }
        }
        for row in rows {
            grid.row();
            let mut cells: Vec<Range<usize>> = std::iter::once(row.name).chain(row.figures).collect();
            cells.sort_by_key(|cell| cell.start);
            for cell in cells {
                grid.cell(cell.clone(), cell, CellKind::Plain, (1, 1));
            }
        }
        self.out.close_grid(block, grid, end);
        self.read_to = end + 1;
        true
    }

    /// Whether the line that begins at a byte is one of several that end in one figure each.
    pub(super) fn is_listed(&self, start: usize) -> bool {
        self.listed.contains(&start)
    }

    /// The line that begins at a byte, where it ends in figures.
    fn row_of_figures(&self, start: usize) -> Option<Row> {
        let end = self.newline(start);
        let line = self.out.trimmed(start..end.max(start));
        let text = self.out.slice(&line);
        if text.is_empty() || text.len() > LONGEST || text.contains(['|', '\t']) || text.contains("  ") {
            return None;
        }
        let mut at = text.len();
        let mut figures = Vec::new();
        while let Some(gap) = text[..at].rfind(' ')
            && is_cell(&text[gap + 1..at])
            && figures.len() < FIGURES
        {
            figures.push(line.start + gap + 1..line.start + at);
            at = gap;
        }
        figures.reverse();
        let mut name = &text[..at];
        let mut name_at = line.start..line.start + at;
        // `8% +7`
        if let [only] = figures.as_mut_slice()
            && name.ends_with('%')
            && is_cell(name)
        {
            std::mem::swap(only, &mut name_at);
            name = self.out.slice(&name_at);
        }
        let is_numbered = is_whole(name);
        let states = |figure: &Range<usize>| self.out.slice(figure).contains(['%', '/', '\u{2044}', '.']);
        let is_called = name.contains(char::is_alphabetic)
            && name.split(' ').count() <= WORDS
            && !name.ends_with([':', '=', '-', ',', '.', ';', '\u{2013}', '\u{2014}'])
            && !name.contains(['.', '?', '!', ';', '=', '%']);
        let is_row = (is_called || is_numbered) && figures.iter().any(states) && !looks_like_code(text);
        is_row.then_some(Row { name: name_at, figures, end, is_numbered })
    }
}

/// Whether a word is a figure, or says that there is none; dots that lead to one are not.
fn is_cell(word: &str) -> bool {
    is_stated(word) && !word.starts_with("..") || matches!(word, "yes" | "no")
}

/// `7`, `+7`
fn is_whole(word: &str) -> bool {
    let digits = word.strip_prefix('+').unwrap_or(word);
    (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line may head columns: words, and no sentence.
fn is_head(text: &str) -> bool {
    text.len() <= LONGEST
        && text.starts_with(char::is_alphanumeric)
        && text.contains(char::is_alphabetic)
        && !text.ends_with(['.', ':', ';', ',', '!', '?'])
        && !text.contains(['|', '\t', '%'])
}

/// The heads of so many columns, or of one more: one word each, or parted where a word comes again: `Normal room Elite room`,
/// `Luck 0 Luck 5`.
fn heads(text: &str, line: &Range<usize>, columns: usize) -> Option<Vec<Range<usize>>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = line.start;
    for word in text[line.clone()].split(' ') {
        words.push(at..at + word.len());
        at += word.len() + 1;
    }
    let fits = |heads: &Vec<Range<usize>>| (columns..=columns + 1).contains(&heads.len());
    if fits(&words) {
        return Some(words);
    }
    let word = |range: &Range<usize>| text[range.clone()].trim_end_matches('*');
    let is_again = |own: &Range<usize>| words.iter().filter(|other| word(other) == word(own)).count() > 1;
    // What comes again begins each head where it leads to something, as `by day` and `luck 5`, and ends it else.
    let leads = |own: usize| {
        let next = words.get(own + 1).map(word);
        let is_joint = matches!(
            word(&words[own]).to_lowercase().as_str(),
            "by" | "at" | "in" | "with" | "on" | "without"
        );
        is_joint
            || next.is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-'))
    };
    let begins = (0..words.len()).any(|own| is_again(&words[own]) && leads(own));
    let mut heads: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for own in &words {
        let is_edge = is_again(own);
        match heads.last_mut().filter(|_| is_open && !(begins && is_edge)) {
            Some(head) => head.end = own.end,
            None => heads.push(own.clone()),
        }
        is_open = begins || !is_edge;
    }
    fits(&heads).then_some(heads)
}
