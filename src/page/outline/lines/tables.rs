//! Tables in wikitext and plain text: lines that are rows, columns aligned with spaces, the tables of MediaWiki.

use std::ops::Range;

use super::{ATTRIBUTES, COLUMNS, DEEPEST, Kind, Reader, Rows, WikiTable, Within};
use crate::page::outline::classes::{is_item, is_row_mark, is_rule, looks_like_code, number_of};
use crate::page::outline::gaps::aligned;
use crate::page::outline::grid::{CellKind, GridBuilder};
use crate::page::outline::markup::is_rule_of_table;

impl Reader<'_, '_> {
    /// A row of a table whose lines are rows.
    pub(super) fn row(&mut self, whole: &str, text: &str, range: &Range<usize>) -> bool {
        if self.banner(text, range) {
            return true;
        }
        let bars = text.starts_with('|') && text.len() > 1 && range.start >= self.template_end;
        let of_rows = self.rows.as_ref().map(|rows| rows.kind);
        let kind = if bars && !is_row_mark(text) && !text.starts_with("|+") && !text.starts_with("|}") {
            Kind::Bars
        } else if text.contains('\t') && !looks_like_code(whole) {
            Kind::Tabs
        } else if of_rows == Some(Kind::Gaps) || self.begins_gaps(text, range) {
            Kind::Gaps
        } else if let Some(kind) = of_rows.filter(|kind| {
            let is_next = |sign: char| values(text, sign) > 1;
            *kind == Kind::Commas && is_next(',')
                || *kind == Kind::Semicolons && is_next(';')
                || *kind == Kind::Pipes && is_next('|')
        }) {
            kind
        } else if let Some(kind) = self.begins_values(text, range) {
            kind
        } else {
            return is_rule(text) && self.rows.is_some();
        };
        // `||Bite||Chance||`
        let is_doubled = kind == Kind::Bars && text.starts_with("||") && self.within != Within::Wiki;
        let separator = match kind {
            Kind::Bars if is_doubled => "||",
            Kind::Bars | Kind::Pipes => "|",
            Kind::Tabs => "\t",
            Kind::Gaps => "  ",
            Kind::Commas => ",",
            Kind::Semicolons => ";",
        };
        if text.matches(separator).take(COLUMNS + 1).count() > COLUMNS {
            return false;
        }
        if self.rows.as_ref().is_some_and(|rows| rows.kind != kind) {
            self.end_rows();
        }
        if self.rows.is_none() {
            self.flush();
            self.list.clear();
            let block = self.out.open_grid(range.start, None);
            self.rows = Some(Rows { block, grid: GridBuilder::default(), kind, end: range.end, width: 1 });
        }
        let inner = match kind {
            Kind::Bars if is_doubled => {
                let end = range.end - if text.len() > 4 && text.ends_with("||") { 2 } else { 0 };
                range.start + 2..end
            }
            Kind::Bars => range.start + 1..range.end - usize::from(text.ends_with('|')),
            // An empty first cell begins a line with a tab.
            Kind::Tabs => range.end - text.len() - usize::from(whole.starts_with('\t'))..range.end,
            Kind::Gaps | Kind::Commas | Kind::Semicolons | Kind::Pipes => range.clone(),
        };
        let pieces = self.split(inner, &[separator]);
        let Some(rows) = &mut self.rows else { return false };
        rows.end = range.end;
        if is_rule_of_table(text) || is_rule(text) {
            rows.grid.head_row();
            return true;
        }
        rows.grid.row();
        rows.width = pieces.len();
        for piece in pieces {
            let empty = self.out.slice(&piece).trim().is_empty();
            if kind != Kind::Gaps || !empty {
                rows.grid.cell(piece.clone(), piece, CellKind::Plain, (1, 1));
            }
        }
        true
    }

    /// Takes a line without tabs between rows with tabs as a head that is as wide as their table.
    fn banner(&mut self, text: &str, range: &Range<usize>) -> bool {
        const LONGEST: usize = 60;
        let is_tabs = self.rows.as_ref().is_some_and(|rows| rows.kind == Kind::Tabs);
        if !is_tabs || text.len() > LONGEST || text.contains('\t') {
            return false;
        }
        let below = (self.newline(range.end) + 1).min(self.end);
        let next = self.out.text.get(below..self.newline(below)).unwrap_or_default();
        let Some(rows) = self.rows.as_mut().filter(|_| next.contains('\t')) else { return false };
        rows.end = range.end;
        rows.grid.row();
        rows.grid.cell(range.clone(), range.clone(), CellKind::Plain, (1, rows.width));
        true
    }

    /// Reads a table whose columns are aligned with spaces, where one begins with a line.
    pub(super) fn aligned(&mut self, text: &str, start: usize) -> bool {
        let is_tried = start < self.tried_to;
        if is_tried || !text.contains("  ") || self.within == Within::Wiki || self.rows.is_some() {
            return false;
        }
        let table = match aligned(self.out.text, start, self.end) {
            Ok(table) => table,
            Err(last) => {
                self.tried_to = last;
                return false;
            }
        };
        self.flush();
        self.list.clear();
        let block = self.out.open_grid(start, None);
        let mut grid = GridBuilder::default();
        let mut last = start;
        for (number, cells) in table.rows.into_iter().enumerate() {
            grid.row();
            let mut next = 0;
            for (range, column, span) in cells {
                for _ in next..column {
                    grid.cell(last..last, last..last, CellKind::Plain, (1, 1));
                }
                (next, last) = (column + span, range.end);
                grid.cell(range.clone(), range, CellKind::Plain, (1, span));
            }
            if number < table.heads {
                grid.head_row();
            }
        }
        self.out.close_grid(block, grid, table.end);
        self.read_to = table.end + 1;
        true
    }

    /// Whether a line begins a table whose columns are aligned with spaces: a rule stands below it, or two more
    /// lines with the same columns.
    fn begins_gaps(&self, text: &str, range: &Range<usize>) -> bool {
        if !text.contains("  ") || self.within == Within::Wiki {
            return false;
        }
        let below = self.out.text.get((range.end + 1).min(self.end)..self.end).unwrap_or_default();
        let mut below = below.split('\n');
        let mut next = || below.next().unwrap_or_default();
        let (second, third) = (next(), next());
        // What is underlined and has no columns below is a title.
        if is_rule(second.trim()) {
            return third.trim().contains("  ");
        }
        if is_item(text.split("  ").next().unwrap_or_default()) {
            return false;
        }
        // The ends of the first gap in a line, in characters.
        let gap = |line: &str| {
            let line = line.trim_end();
            let from = line.len() - line.trim_start().len();
            let start = line[from..].find("  ")? + from;
            let end = line[start..].find(|c: char| c != ' ')? + start;
            let count = |to: usize| line[..to].chars().count();
            Some((count(from), count(end), line.chars().count()))
        };
        let own = &self.out.text[self.out.text[..range.start].rfind('\n').map_or(0, |at| at + 1)..range.end];
        match (gap(own), gap(second), gap(third)) {
            (Some(a), Some(b), Some(c)) => {
                a.0 == b.0 && b.0 == c.0 && (a.1 == b.1 && b.1 == c.1 || a.2 == b.2 && b.2 == c.2)
            }
            _ => false,
        }
    }

    /// Whether a line names the columns of values that commas, semicolons or bars part: in the two lines below there are
    /// as many, with figures. Where it is no bar that parts them no figure is among the names.
    fn begins_values(&self, text: &str, range: &Range<usize>) -> Option<Kind> {
        let has_digit = |line: &str| line.contains(|c: char| c.is_ascii_digit());
        let below = self.out.text.get((range.end + 1).min(self.end)..self.end).unwrap_or_default();
        let is_table = |sign: char| {
            let count = values(text, sign).max(names(text, sign));
            let mut below = below.split('\n').take(3).map(str::trim).filter(|line| !is_rule_of_table(line));
            let is_row = |line: &str| values(line, sign) == count && has_digit(line);
            count > 1
                && (sign == '|' || !has_digit(text))
                && below.next().is_some_and(is_row)
                && below.next().is_some_and(is_row)
        };
        let kinds = [(',', Kind::Commas), (';', Kind::Semicolons), ('|', Kind::Pipes)];
        // The bars of templates and links part no values.
        let has_markup = || ["{{", "}}", "[["].iter().any(|mark| text.contains(mark));
        let bars = self.within != Within::Wiki && range.start >= self.template_end && !has_markup();
        let mut kinds = kinds.into_iter().filter(|(_, kind)| *kind != Kind::Pipes || bars);
        kinds.find(|(sign, _)| is_table(*sign)).map(|(_, kind)| kind)
    }

    pub(super) fn end_rows(&mut self) {
        if let Some(rows) = self.rows.take() {
            self.out.close_grid(rows.block, rows.grid, rows.end);
        }
    }

    /// Lines while a table of MediaWiki is open.
    pub(super) fn in_wiki_table(&mut self, text: &str, line: &Range<usize>, range: &Range<usize>) -> bool {
        let depth = self.wiki.len();
        let Some(table) = self.wiki.last_mut() else { return false };
        // A table that never ends is over where something else begins.
        let heading = text.len() > 4 && text.starts_with("==") && text.ends_with("==");
        let unclosed = heading && self.closed.is_none_or(|closed| closed < line.start);
        let excerpt_ends =
            table.is_excerpt && (text.is_empty() || !text.starts_with(['|', '!']) && !table.grid.has_cells());
        if unclosed || excerpt_ends {
            while !self.wiki.is_empty() {
                self.end_wiki(line.start);
            }
            return false;
        }
        if text.starts_with("{|") && depth < DEEPEST {
            let outer = table.block;
            let block = self.out.open_grid(range.start, Some(outer));
            self.wiki.push(WikiTable { block, grid: GridBuilder::default(), is_excerpt: false });
        } else if text.starts_with("|}") {
            self.end_wiki(range.start + 2);
        } else if text.starts_with("|-") {
            table.grid.row();
        } else if text.starts_with("|+") && !table.grid.has_cells() {
            let attributes = self.attributes(&(range.start + 2..range.end));
            if let Some(table) = self.wiki.last_mut() {
                table.grid.caption = self.out.trimmed(attributes..range.end);
            }
        } else if text.starts_with(['|', '!']) {
            self.cells(range, text.starts_with('!'));
        } else {
            table.grid.extend(range.end);
        }
        true
    }

    fn cells(&mut self, range: &Range<usize>, is_head: bool) {
        let separators: &[&str] = if is_head { &["||", "!!"] } else { &["||"] };
        let mut found = Vec::new();
        for piece in self.split(range.start + 1..range.end, separators) {
            let content = self.attributes(&piece);
            let attributes = self.out.slice(&(piece.start..content));
            let attribute = |name: &str| number_of(attributes, name);
            let span = (attribute("rowspan"), attribute("colspan"));
            let kind = match is_head {
                true if attributes.contains("row\"") || attributes.contains("scope=row") => CellKind::RowHead,
                true => CellKind::Head,
                false => CellKind::Plain,
            };
            let content = self.out.trimmed(content..piece.end);
            found.push((piece, content, kind, span));
        }
        if let Some(table) = self.wiki.last_mut() {
            found
                .into_iter()
                .for_each(|(range, content, kind, span)| table.grid.cell(range, content, kind, span));
        }
    }

    pub(super) fn end_wiki(&mut self, end: usize) {
        if let Some(table) = self.wiki.pop() {
            self.out.close_grid(table.block, table.grid, end);
            if let Some(outer) = self.wiki.last_mut() {
                outer.grid.extend(end);
            }
        }
    }

    /// The pieces between separators that stand in no template, link or comment.
    pub(super) fn split(&self, range: Range<usize>, separators: &[&str]) -> Vec<Range<usize>> {
        let bytes = self.out.text.as_bytes();
        let length = separators.first().map_or(1, |separator| separator.len());
        let mut next = self.spans.partition_point(|span| span.range.start < range.start);
        let mut pieces = Vec::new();
        let (mut start, mut at) = (range.start, range.start);
        while at < range.end {
            while self.spans.get(next).is_some_and(|span| span.range.start < at) {
                next += 1;
            }
            if let Some(span) =
                self.spans.get(next).filter(|span| span.range.start == at && span.range.end <= range.end)
            {
                at = span.range.end;
                continue;
            }
            let here = bytes.get(at..(at + length).min(range.end)).unwrap_or_default();
            let escaped = at > range.start && bytes[at - 1] == b'\\';
            if !escaped && separators.iter().any(|separator| separator.as_bytes() == here) {
                pieces.push(start..at);
                at += length;
                start = at;
            } else {
                at += 1;
            }
        }
        pieces.push(start..range.end);
        pieces
    }

    /// Where the content of a cell begins, behind its attributes and their bar.
    fn attributes(&self, cell: &Range<usize>) -> usize {
        let end = cell.end.min(cell.start + ATTRIBUTES);
        let mut near = end;
        while !self.out.text.is_char_boundary(near) {
            near -= 1;
        }
        match self.split(cell.start..near, &["|"]).as_slice() {
            [first, _, ..] if !self.out.slice(first).contains("[[") => first.end + 1,
            _ => cell.start + before_template(self.out.slice(&(cell.start..near))),
        }
    }
}

/// How long the attributes are that stand before a template without a bar, which the template itself brings: `rowspan=2
/// {{diagonal split header|Attacker|Defender}}`; 0 where there are none.
fn before_template(cell: &str) -> usize {
    const NAMES: [&str; 11] = [
        "rowspan", "colspan", "style", "class", "scope", "align", "valign", "width", "height", "bgcolor",
        "id",
    ];
    let before = cell.find("{{").map_or("", |start| &cell[..start]);
    let mut outside = before.split(['"', '\'']).step_by(2).flat_map(str::split_whitespace);
    let is_attribute = |word: &str| word.split_once('=').is_some_and(|(name, _)| NAMES.contains(&name));
    if outside.all(is_attribute) { before.len() } else { 0 }
}

/// How many values a sign parts in a line; none where a space follows it, as in a sentence, if not before figures alone.
fn values(line: &str, sign: char) -> usize {
    const FEWEST: usize = 2;
    let mut pieces = line.split(sign);
    let is_close = |piece: &&str| sign == '|' || !piece.starts_with(char::is_whitespace);
    let is_figure = |piece: &&str| {
        let piece = piece.trim().trim_end_matches('%');
        piece.contains(|c: char| c.is_ascii_digit())
            && piece.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '/'))
    };
    let first = usize::from(pieces.next().is_some());
    let rest: Vec<&str> = pieces.take(COLUMNS).collect();
    let is_row = rest.iter().all(is_close) || rest.len() >= FEWEST && rest.iter().all(is_figure);
    if is_row { first + rest.len() } else { 0 }
}

/// The names of columns that a sign parts, which a space may follow: a few words each, and no sentence.
fn names(line: &str, sign: char) -> usize {
    const WORDS: usize = 3;
    let is_name = |piece: &str| (1..=WORDS).contains(&piece.split_whitespace().count());
    let count = line.split(sign).take(COLUMNS).count();
    if !line.ends_with(['.', ':', '!', '?']) && line.split(sign).skip(1).all(is_name) { count } else { 0 }
}
