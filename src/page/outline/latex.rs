//! LaTeX: sections, lists and tables by their commands, whose text has been made plain.

use std::ops::Range;

use super::build::Builder;
use super::grid::{CellKind, GridBuilder};
use crate::page::latex::{command, group, length, optional};

/// Lists in lists that are told apart.
const DEEPEST: usize = 16;

/// `\section` and its like, with their levels.
const HEADINGS: [(&str, u8); 7] = [
    ("title", 1),
    ("part", 1),
    ("chapter", 1),
    ("section", 2),
    ("subsection", 3),
    ("subsubsection", 4),
    ("paragraph", 5),
];
const TABLES: [&str; 6] = ["tabular", "tabular*", "tabularx", "tabulary", "longtable", "array"];
const LISTS: [&str; 3] = ["itemize", "enumerate", "description"];
const CODE: [&str; 4] = ["verbatim", "Verbatim", "lstlisting", "minted"];
/// What parts the heads of a table from its rows.
const RULES: [&str; 7] =
    ["hline", "toprule", "midrule", "bottomrule", "endhead", "endfirsthead", "endlastfoot"];
/// Rules below some of the columns.
const PART_RULES: [&str; 3] = ["cline", "cmidrule", "addlinespace"];

/// Reads what is plain in the builder by the commands of its source.
pub(super) fn read(out: &mut Builder<'_>, source: &str) {
    let mut reader = Reader {
        out,
        source,
        text: None,
        lists: Vec::new(),
        caption: 0..0,
        line_mark: Mark::new("\n"),
        caption_mark: Mark::new("\\caption"),
        table_mark: Mark::new("\\end{table"),
        end_mark: Mark::new("\\end{"),
    };
    let mut at = 0;
    while at < source.len() {
        let end = reader.line_mark.next(source, at).unwrap_or(source.len());
        at = reader.line(at..end);
    }
    reader.flush();
}

struct List {
    group: usize,
    parent: Option<usize>,
    item: Option<usize>,
}

/// A mark that is looked for from places that come one after the other: all of the text is read once.
struct Mark {
    mark: &'static str,
    next: usize,
}

impl Mark {
    fn new(mark: &'static str) -> Mark {
        Mark { mark, next: 0 }
    }

    /// Where it stands next.
    fn next(&mut self, source: &str, from: usize) -> Option<usize> {
        if self.next < from || self.next == 0 {
            let found = source.get(from..).and_then(|rest| rest.find(self.mark));
            self.next = found.map_or(usize::MAX, |length| from + length);
        }
        Some(self.next).filter(|next| *next < usize::MAX)
    }
}

struct Reader<'a, 'b> {
    out: &'b mut Builder<'a>,
    source: &'b str,
    /// The text that has been read, and whether it is an item.
    text: Option<(Range<usize>, bool)>,
    lists: Vec<List>,
    /// That of the table which comes next.
    caption: Range<usize>,
    line_mark: Mark,
    caption_mark: Mark,
    table_mark: Mark,
    end_mark: Mark,
}

impl Reader<'_, '_> {
    /// Takes a line, or what begins in it: where it goes on.
    fn line(&mut self, line: Range<usize>) -> usize {
        let next = line.end + 1;
        let whole = &self.source[line.clone()];
        let start = line.start + whole.len() - whole.trim_start().len();
        let text = &self.source[start..line.end];
        // A line with a comment alone parts nothing.
        if text.starts_with('%') {
            return next;
        }
        if text.trim_end().is_empty() || command(text) == Some("par") {
            self.flush();
            return next;
        }
        let source = self.source;
        let begins = text.match_indices("\\begin{").map(|(at, _)| start + at);
        let mut environments = begins.filter_map(|at| environment(source, at).map(|name| (at, name)));
        if let Some((at, name)) = environments.find(|(_, name)| TABLES.contains(name) || CODE.contains(name))
        {
            self.flush();
            return if TABLES.contains(&name) { self.table(at, name) } else { self.code(at, name) };
        }
        match command(text) {
            Some("begin") => {
                self.flush();
                self.begin(start);
            }
            Some("end") => {
                self.flush();
                if environment(self.source, start).is_some_and(|name| LISTS.contains(&name)) {
                    self.lists.pop();
                }
            }
            Some("item") => {
                self.flush();
                self.text = Some((start..line.end, true));
            }
            // It is that of the table which it stands beside.
            Some("caption") => self.flush(),
            Some(name) if let Some((_, level)) = HEADINGS.iter().find(|(own, _)| *own == name) => {
                self.flush();
                self.out.heading(*level, self.braces(start, line.end));
            }
            _ => {
                let (from, is_item) = self.text.take().unwrap_or((start..start, false));
                self.text = Some((from.start..line.end, is_item));
            }
        }
        next
    }

    /// What stands in the first braces behind a byte, which end at another at the latest.
    fn braces(&self, start: usize, end: usize) -> Range<usize> {
        let Some(open) = self.source[start..end].find('{') else { return start..end };
        let open = start + open;
        let length = group(&self.source[open..]).filter(|length| open + length <= end);
        length.map_or(open + 1..end, |length| open + 1..open + length - 1)
    }

    fn begin(&mut self, at: usize) {
        let Some(name) = environment(self.source, at) else { return };
        if LISTS.contains(&name) && self.lists.len() < DEEPEST {
            let parent = match self.lists.last() {
                Some(outer) => outer.item,
                None => self.out.introduces(at),
            };
            let group = self.out.group();
            self.lists.push(List { group, parent, item: None });
        } else if name.starts_with("table")
            && let Some(end) = self.table_mark.next(self.source, at)
        {
            let caption = self.caption_mark.next(self.source, at).filter(|caption| *caption < end);
            self.caption = caption.map_or(0..0, |caption| self.braces(caption, end));
        }
    }

    fn flush(&mut self) {
        let Some((range, is_item)) = self.text.take() else { return };
        let range = self.out.trimmed(range);
        match self.lists.last_mut() {
            Some(list) if is_item => list.item = self.out.item(range, list.parent, list.group),
            Some(List { item, .. }) => self.out.paragraph(range, *item),
            None => self.out.paragraph(range, None),
        }
    }

    /// The end of the environment that begins at a byte: where its last command stands, and what comes behind it.
    fn end_of(&mut self, at: usize, name: &str) -> (usize, usize) {
        let mut from = at;
        while let Some(end) = self.end_mark.next(self.source, from) {
            if environment(self.source, end) == Some(name) {
                return (end, end + "\\end{}".len() + name.len());
            }
            from = end + 1;
        }
        (self.source.len(), self.source.len())
    }

    fn code(&mut self, at: usize, name: &str) -> usize {
        let (_, end) = self.end_of(at, name);
        self.out.code(at..end);
        end
    }

    fn table(&mut self, at: usize, name: &str) -> usize {
        let (inside_end, end) = self.end_of(at, name);
        let block = self.out.open_grid(at, None);
        let mut table = Table { grid: GridBuilder::default(), rows: 0, is_ruled: false, down: Vec::new() };
        table.grid.caption = std::mem::replace(&mut self.caption, 0..0);
        let start = at + length(&self.source[at..]);
        let bytes = self.source.as_bytes();
        let (mut from, mut next, mut depth) = (start, start, 0_usize);
        let mut cells = Vec::new();
        while next < inside_end {
            match bytes[next] {
                b'\\' if bytes.get(next + 1) == Some(&b'\\') && depth == 0 => {
                    cells.push(from..next);
                    self.row(&mut table, std::mem::take(&mut cells));
                    // The second sign may be that of the end.
                    next = (next + 2).min(inside_end);
                    next += optional(&self.source[next..inside_end]);
                    from = next;
                    continue;
                }
                b'\\' => next += 1,
                b'&' if depth == 0 => {
                    cells.push(from..next);
                    from = next + 1;
                }
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                // What was not closed holds no more than its line.
                b'\n' => depth = 0,
                _ => {}
            }
            next += 1;
        }
        cells.push(from.min(inside_end)..inside_end);
        self.row(&mut table, cells);
        self.out.close_grid(block, table.grid, end);
        end
    }

    fn row(&mut self, table: &mut Table, mut cells: Vec<Range<usize>>) {
        let Some(first) = cells.first_mut() else { return };
        // Rules stand before the first cell.
        let mut is_below_rule = false;
        loop {
            let text = &self.source[first.clone()];
            let start = first.start + text.len() - text.trim_start().len();
            let Some(name) = command(&self.source[start..first.end]) else { break };
            is_below_rule |= RULES.contains(&name);
            if name == "caption" {
                table.grid.caption = self.braces(start, first.end);
                return;
            }
            if !RULES.contains(&name) && !PART_RULES.contains(&name) {
                break;
            }
            first.start = (start + length(&self.source[start..])).min(first.end);
        }
        let is_empty = |range: &Range<usize>| self.out.slice(range).trim().is_empty();
        if cells.len() == 1 && is_empty(&cells[0]) {
            return;
        }
        table.rule(is_below_rule);
        table.rows += 1;
        table.grid.row();
        let mut column = 0;
        for cell in cells {
            let (content, span) = self.cell(&cell);
            let above = table.down.get_mut(column).filter(|above| **above > 0);
            if let Some(above) = above.filter(|_| is_empty(&cell)) {
                *above -= 1;
                column += 1;
                continue;
            }
            table.down.resize(table.down.len().max(column + span.1), 0);
            table.down[column..column + span.1].fill(span.0 - 1);
            column += span.1;
            table.grid.cell(cell, self.out.trimmed(content), CellKind::Plain, span);
        }
    }

    /// What a cell holds, and how many rows and columns it spans.
    fn cell(&self, range: &Range<usize>) -> (Range<usize>, (usize, usize)) {
        const MOST: usize = 100;
        let (mut content, mut span) = (range.clone(), (1, 1));
        loop {
            let text = &self.source[content.clone()];
            let start = content.start + text.len() - text.trim_start().len();
            let own = match command(&self.source[start..content.end]) {
                Some("multicolumn") => &mut span.1,
                Some("multirow") => &mut span.0,
                _ => return (content, span),
            };
            let number = self.braces(start, content.end);
            *own = self.source[number].trim().parse().unwrap_or(1).clamp(1, MOST);
            content.start = (start + length(&self.source[start..])).min(content.end).max(start + 1);
        }
    }
}

/// The name of the environment that begins or ends at a byte.
fn environment(source: &str, at: usize) -> Option<&str> {
    let rest = source.get(at..)?;
    let open = rest.bytes().take("\\begin{".len()).position(|byte| byte == b'{')?;
    let length = group(&rest[open..])?;
    rest.get(open + 1..open + length - 1)
}

/// A table while it is read.
struct Table {
    grid: GridBuilder,
    rows: usize,
    /// Whether a rule stood below a row.
    is_ruled: bool,
    /// For each column how many rows the cell above still spans.
    down: Vec<usize>,
}

impl Table {
    /// Takes the rows above the first rule between two rows as heads, where there are few.
    fn rule(&mut self, is_below_rule: bool) {
        const HEADS: usize = 3;
        if is_below_rule
            && self.rows > 0
            && !std::mem::replace(&mut self.is_ruled, true)
            && self.rows <= HEADS
        {
            self.grid.head_rows();
        }
    }
}
