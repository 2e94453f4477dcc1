//! Tables of a page, whatever markup they come in: MediaWiki, Markdown, tabs, columns aligned with spaces.

use std::ops::Range;

use super::Page;
use super::figure::Figure;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The bytes of its caption, or of the line above it; empty where there is neither.
    pub caption: Range<usize>,
    /// Its rows, heads among them.
    pub rows: Vec<Row>,
}

/// What a row of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// Its cells say what stands below them.
    Head,
    /// Its first cell says what stands beside it.
    Body,
    /// The sum of the rows above.
    Total,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub kind: RowKind,
    /// Its cells from left to right.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its bytes, with its attributes.
    pub range: Range<usize>,
    /// The bytes that readers see.
    pub content: Range<usize>,
}

/// All tables of a page, in its order. Cost: linear in its length.
///
/// ```
/// use trueodds::page::{Page, tables};
///
/// let page = Page::read("| Rarity | Chance |\n|---|---:|\n| Rare | 3% |\n");
/// let tables = tables(&page);
/// assert_eq!(tables.len(), 1);
/// let last = &tables[0].rows[2].cells[1];
/// assert_eq!(page.text[last.content.clone()].trim(), "3%");
/// ```
#[must_use]
pub fn tables(page: &Page) -> Vec<Table> {
    let mut reader =
        Reader { page, tables: Vec::new(), rows: Vec::new(), wiki: None, caption: 0..0, aligned: false };
    for line in 0..page.line_count() {
        reader.line(line);
    }
    reader.rows.extend(reader.wiki.take());
    reader.end();
    reader.tables
}

struct Reader<'a> {
    page: &'a Page,
    tables: Vec<Table>,
    rows: Vec<Row>,
    /// The row of a MediaWiki table whose cells stand on lines of their own.
    wiki: Option<Row>,
    caption: Range<usize>,
    /// Whether the columns of this table are aligned with spaces.
    aligned: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: usize) {
        let text = self.page.line_text(line).trim();
        let range = self.page.line_range(line);
        if is_wiki(text, self.wiki.is_some()) || text.is_empty() && self.wiki.is_some() {
            self.mark(text, range);
        } else if let Some(row) = &mut self.wiki {
            row.wiki_line(self.page, range);
        } else if text.starts_with('|') && text.len() > 1 {
            let start = range.start + self.page.line_text(line).find('|').unwrap_or(0) + 1;
            self.push(line, Row::read(self.page, start..range.end, &["|"]));
        } else if text.contains('\t') {
            self.push(line, Row::read(self.page, range, &["\t"]));
        } else if self.aligned && !text.is_empty() {
            self.push(line, aligned(self.page, range));
        } else if let Some(head) = line.checked_sub(1).filter(|head| underlined(self.page, *head, text)) {
            self.end();
            self.aligned = true;
            self.push(head, aligned(self.page, self.page.line_range(head)));
        } else {
            self.end();
        }
    }

    /// A line that begins, ends or parts a MediaWiki table.
    fn mark(&mut self, text: &str, range: Range<usize>) {
        self.rows.extend(self.wiki.take());
        if text.starts_with("|-") || text.starts_with("{|") {
            self.wiki = Some(Row::default());
        }
        if text.starts_with("{|") || text.starts_with("|}") {
            self.end();
        }
        if text.starts_with("|+") {
            self.caption = range;
            // Cells may follow without a mark between.
            self.wiki = Some(Row::default());
        }
    }

    fn push(&mut self, line: usize, row: Row) {
        if self.rows.is_empty() {
            self.caption = line_above(self.page, line);
        }
        self.rows.push(row);
    }

    /// Takes the rows so far as a table.
    fn end(&mut self) {
        let rows: Vec<Row> = self.rows.drain(..).filter(|row| !row.cells.is_empty()).collect();
        let caption = std::mem::replace(&mut self.caption, 0..0);
        self.aligned = false;
        if !rows.is_empty() {
            self.tables.push(Table { caption, rows });
        }
    }
}

/// Whether a line is one that only tables of MediaWiki have. `|---|---|` and `|+1|` are Markdown.
fn is_wiki(text: &str, inside: bool) -> bool {
    let plain = || !text[1..].contains('|');
    let row = text.starts_with("|-") && plain();
    let caption = text.starts_with("|+") && (inside || plain());
    row || caption || text.starts_with("{|") || text.starts_with("|}")
}

/// The line that stands above a table, with at most one empty line between.
fn line_above(page: &Page, line: usize) -> Range<usize> {
    let above = (line.saturating_sub(2)..line).rev();
    above
        .map(|line| page.line_range(line))
        .find(|range| !page.text[range.clone()].trim().is_empty())
        .unwrap_or(0..0)
}

/// Whether a line of dashes stands under the heads of columns that are aligned with spaces.
fn underlined(page: &Page, head: usize, dashes: &str) -> bool {
    const SHORTEST: usize = 5;
    let above = page.line_text(head).trim();
    dashes.len() >= SHORTEST && dashes.bytes().all(|byte| byte == b'-') && above.contains("  ")
}

/// A row whose cells are parted by two spaces or more.
fn aligned(page: &Page, range: Range<usize>) -> Row {
    let text = page.text.get(range.clone()).unwrap_or_default();
    let mut row = Row::default();
    let mut start = range.start;
    for piece in text.split("  ") {
        let end = start + piece.len();
        if !piece.trim().is_empty() {
            row.cells.push(Cell { range: start..end, content: start..end });
        }
        start = end + 2;
    }
    row.kind = row.kind_by_label(page);
    row
}

impl Default for Row {
    fn default() -> Row {
        Row { kind: RowKind::Body, cells: Vec::new() }
    }
}

impl Row {
    fn read(page: &Page, range: Range<usize>, separators: &[&str]) -> Row {
        let mut row = Row::default();
        for range in split(page, range, separators) {
            row.cells.push(Cell { content: range.clone(), range });
        }
        row.kind = row.kind_by_label(page);
        row
    }

    /// Takes a line of a MediaWiki table: cells, or more of the last one.
    fn wiki_line(&mut self, page: &Page, range: Range<usize>) {
        let text = page.text.get(range.clone()).unwrap_or_default().trim_start();
        if !text.starts_with(['|', '!']) {
            if let Some(last) = self.cells.last_mut() {
                last.range.end = range.end;
                last.content.end = range.end;
            }
            return;
        }
        let head = text.starts_with('!') && !text.contains("scope=\"row\"") && !text.contains("scope=row");
        let first = self.cells.is_empty();
        let start = range.end - text.len() + 1;
        for range in split(page, start..range.end, &["||", "!!"]) {
            let content =
                range.start + attributes(page.text.get(range.clone()).unwrap_or_default())..range.end;
            self.cells.push(Cell { range, content });
        }
        // A mark of its own for the first cell, and plain ones behind it: that is a row with a label.
        if !head && (first || self.kind == RowKind::Head) {
            self.kind = self.kind_by_label(page);
        } else if first {
            self.kind = RowKind::Head;
        }
    }

    fn kind_by_label(&self, page: &Page) -> RowKind {
        let total = self.cells.first().is_some_and(|label| is_total(page, label));
        if total { RowKind::Total } else { RowKind::Body }
    }
}

/// The pieces between separators.
fn split(page: &Page, range: Range<usize>, separators: &[&str]) -> Vec<Range<usize>> {
    let text = page.text.get(range.clone()).unwrap_or_default();
    let found = separators.iter().flat_map(|separator| text.match_indices(separator));
    let mut ends: Vec<(usize, usize)> = found.map(|(at, separator)| (at, separator.len())).collect();
    ends.sort_unstable();
    ends.push((text.len(), 0));
    let mut start = 0;
    let mut pieces = Vec::with_capacity(ends.len());
    for (end, length) in ends {
        pieces.push(range.start + start..range.start + end);
        start = end + length;
    }
    pieces
}

/// How long the attributes of a MediaWiki cell are, with the bar after them: `scope="row" | `. Bars of links
/// and templates are none.
fn attributes(cell: &str) -> usize {
    let bytes = cell.as_bytes();
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate() {
        let twice = bytes.get(at + 1) == Some(byte);
        match byte {
            b'[' | b'{' if twice => depth += 1,
            b']' | b'}' if twice => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// Whether a label is "Total", and not only has the word.
fn is_total(page: &Page, label: &Cell) -> bool {
    let text = page.text.get(label.content.clone()).unwrap_or_default().to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    matches!(text, "total" | "sum" | "in total" | "all" | "totals" | "all together")
}

impl Cell {
    /// Its figures, with their places in the list of the page.
    pub fn figures<'a>(&self, page: &'a Page) -> impl Iterator<Item = (usize, &'a Figure)> + use<'a> {
        let range = self.content.clone();
        let figures = &page.tokens.figures;
        let first = figures.partition_point(|figure| figure.range.start < range.start);
        let inside = figures.iter().enumerate().skip(first);
        inside.take_while(move |(_, figure)| figure.range.end <= range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        let page = Page::read(text);
        let rows = tables(&page).into_iter().flat_map(|table| table.rows);
        let text = |cell: &Cell| page.text[cell.content.clone()].trim().to_owned();
        rows.map(|row| row.cells.iter().map(text).collect()).collect()
    }

    #[test]
    fn every_markup_gives_the_same_cells() {
        let wiki = "{|\n|+ Catch\n! scope=\"col\" | Catch\n! Chance\n|-\n! scope=\"row\" | [[Carp|carp]]\n\
            | data-sort-value=\"3\" | 3%\n|-\n| {{i|Eel|n}} || class=\"x\" | 4%\n|}\n";
        let expected = [["Catch", "Chance"], ["[[Carp|carp]]", "3%"], ["{{i|Eel|n}}", "4%"]];
        assert_eq!(cells(wiki), expected);
        assert_eq!(cells("Catch\tChance\nEel\t4%\n"), [["Catch", "Chance"], ["Eel", "4%"]]);
        assert_eq!(
            cells("Pond\n\nCatch      Chance\n-----------------\nGold carp      3%\n\nNo  more"),
            [["Catch", "Chance"], ["Gold carp", "3%"]]
        );
    }

    #[test]
    fn a_caption_is_named_or_stands_above() {
        let caption = |text: &str| {
            let page = Page::read(text);
            page.text[tables(&page)[0].caption.clone()].to_owned()
        };
        assert_eq!(caption("{|\n|+ Pond\n|-\n| Eel || 4%\n|}"), "|+ Pond");
        assert_eq!(caption("**Pond**\n\n| Eel | 4% |\n"), "**Pond**");
    }

    #[test]
    fn what_follows_a_cell_belongs_to_it() {
        assert_eq!(cells("{|\n|-\n| Eel\n* long\n| 4%\n|}"), [["Eel\n* long", "4%"]]);
    }
}
