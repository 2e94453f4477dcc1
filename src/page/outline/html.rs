//! HTML: tags as html5gum cuts them. Only what makes blocks is kept, so nothing depends on tags that were closed in
//! another order, or never.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::build::Builder;
use super::classes::number_of;
use super::grid::{CellKind, GridBuilder};
use super::lines;

/// Tables in tables, and lists in lists, that are told apart.
const DEEPEST: usize = 16;

pub(super) fn read(out: &mut Builder<'_>, range: Range<usize>) {
    let base = range.start;
    // A line end of two signs is read as one, which would move all places behind it.
    let text = out.slice(&range).replace('\r', " ");
    let mut reader = Reader {
        out,
        base,
        text: None,
        lists: Vec::new(),
        tables: Vec::new(),
        layout: layout(&text),
        heading: None,
        in_aside: false,
        entries: None,
        in_entry: false,
        in_code: false,
        hidden: false,
        tag: (Vec::new(), 0),
    };
    let mut emitter =
        CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| -> Option<Infallible> {
            let span = base + span.start..base + span.end;
            match event {
                CallbackEvent::OpenStartTag { name } => reader.tag = (name.to_vec(), span.start),
                CallbackEvent::CloseStartTag { .. } => {
                    let (name, start) = std::mem::take(&mut reader.tag);
                    reader.start(&name, start..span.end);
                }
                CallbackEvent::EndTag { name } => reader.end(name, span),
                CallbackEvent::String { value } if !value.iter().all(u8::is_ascii_whitespace) => {
                    reader.string(span)
                }
                _ => {}
            }
            None
        });
    emitter.naively_switch_states(true);
    // Reading from memory never fails.
    let _: Result<(), Infallible> = Tokenizer::new_with_emitter(text.as_str(), emitter).finish();
    reader.close_to(0, range.end);
}

struct List {
    group: usize,
    parent: Option<usize>,
    item: Option<usize>,
}

struct Table {
    block: usize,
    grid: GridBuilder,
    /// The cell that is open: where it and its content begin, and what it is.
    cell: Option<(usize, usize, CellKind, (usize, usize))>,
    caption: Option<usize>,
}

struct Reader<'a, 'b> {
    out: &'b mut Builder<'a>,
    /// Where the text begins on the page.
    base: usize,
    /// The text that has been read.
    text: Option<Range<usize>>,
    lists: Vec<List>,
    tables: Vec<Table>,
    /// Where the tables begin that only lay out the page, the last one first.
    layout: Vec<usize>,
    heading: Option<u8>,
    /// Whether this is a box beside the text, whose headings head nothing behind it.
    in_aside: bool,
    /// The list that the entries of an infobox are.
    entries: Option<usize>,
    /// Whether the label of such an entry was read, and its value not yet to its end.
    in_entry: bool,
    in_code: bool,
    /// Whether this is a script or a style.
    hidden: bool,
    /// The tag that is being read, and where it begins.
    tag: (Vec<u8>, usize),
}

impl Reader<'_, '_> {
    fn string(&mut self, span: Range<usize>) {
        if !self.hidden {
            self.text = Some(self.text.take().map_or(span.start, |text| text.start)..span.end);
        }
    }

    fn start(&mut self, name: &[u8], span: Range<usize>) {
        if !is_block(name) {
            // A bold word at the end of a sentence is in it with its tags.
            return;
        }
        if self.in_entry && name == b"div" {
            // The value of an entry goes on with its label.
            return;
        }
        self.flush();
        self.in_aside |= name == b"aside";
        let is_label = is_heading(name)
            && (self.in_aside && name[1] > b'2' || self.out.slice(&span).contains("pi-data-label"));
        self.in_entry = is_label && self.tables.is_empty();
        if self.in_entry || self.in_aside {
            let out = &mut *self.out;
            self.entries.get_or_insert_with(|| out.group());
        }
        match name {
            _ if self.in_entry => {}
            _ if is_heading(name) && !self.in_aside => self.heading = Some(name[1] - b'0'),
            b"ul" | b"ol" | b"dl" if self.lists.len() < DEEPEST && self.tables.is_empty() => {
                let parent = match self.lists.last() {
                    Some(outer) => outer.item,
                    None => self.out.introduces(span.start),
                };
                let group = self.out.group();
                self.lists.push(List { group, parent, item: None });
            }
            b"li" | b"dt" | b"dd" => {
                if let Some(list) = self.lists.last_mut() {
                    list.item = None;
                }
            }
            b"pre" => self.in_code = true,
            b"script" | b"style" => self.hidden = true,
            b"table" if self.only_lays_out(span.start) => {}
            b"table" if self.tables.len() < DEEPEST => {
                let outer = self.tables.last().map(|table| table.block);
                let block = self.out.open_grid(span.start, outer);
                self.tables.push(Table { block, grid: GridBuilder::default(), cell: None, caption: None });
            }
            b"tr" | b"td" | b"th" | b"caption" | b"thead" | b"tbody" => self.cell(name, span),
            _ => {}
        }
    }

    /// Whether the table that begins at a byte only lays out the page. Those that stand in a comment never begin.
    fn only_lays_out(&mut self, start: usize) -> bool {
        let start = start - self.base;
        while self.layout.pop_if(|table| *table < start).is_some() {}
        self.layout.pop_if(|table| *table == start).is_some()
    }

    /// Ends the cell before, and begins a row, a caption or a cell.
    fn cell(&mut self, name: &[u8], span: Range<usize>) {
        self.end_cell(span.start);
        let attributes = self.out.slice(&span);
        let Some(table) = self.tables.last_mut() else { return };
        match name {
            b"tr" => table.grid.row(),
            b"caption" => table.caption = Some(span.end),
            b"td" | b"th" => {
                let kind = match name {
                    b"th" if attributes.contains("row\"") || attributes.contains("scope=row") => {
                        CellKind::RowHead
                    }
                    b"th" => CellKind::Head,
                    _ => CellKind::Plain,
                };
                let spans = (number_of(attributes, "rowspan"), number_of(attributes, "colspan"));
                table.cell = Some((span.start, span.end, kind, spans));
            }
            _ => {}
        }
    }

    fn end_cell(&mut self, at: usize) {
        let Some(table) = self.tables.last_mut() else { return };
        if let Some((start, content, kind, spans)) = table.cell.take() {
            table.grid.cell(start..at, content..at, kind, spans);
        }
        if let Some(start) = table.caption.take() {
            table.grid.caption = self.out.trimmed(start..at);
        }
    }

    fn end(&mut self, name: &[u8], span: Range<usize>) {
        if !is_block(name) {
            return;
        }
        if self.in_entry && is_heading(name) {
            return;
        }
        self.flush();
        match name {
            _ if is_heading(name) => self.heading = None,
            b"ul" | b"ol" | b"dl" if self.tables.is_empty() => drop(self.lists.pop()),
            b"pre" => self.in_code = false,
            b"aside" => self.in_aside = false,
            b"script" | b"style" => self.hidden = false,
            b"td" | b"th" | b"caption" | b"tr" => self.end_cell(span.start),
            b"table" => {
                self.end_cell(span.start);
                self.close_to(self.tables.len().saturating_sub(1), span.end);
            }
            _ => {}
        }
    }

    /// Ends tables until so many are open.
    fn close_to(&mut self, open: usize, end: usize) {
        self.flush();
        while self.tables.len() > open {
            self.end_cell(end);
            if let Some(table) = self.tables.pop() {
                self.out.close_grid(table.block, table.grid, end);
            }
        }
    }

    /// Takes the text so far as what it stands in. That of cells belongs to their table.
    fn flush(&mut self) {
        let is_entry = std::mem::take(&mut self.in_entry) || self.in_aside && self.lists.is_empty();
        let Some(range) = self.text.take().filter(|_| self.tables.is_empty()) else { return };
        if let Some(group) = self.entries.filter(|_| is_entry) {
            self.out.item(range, None, group);
            return;
        }
        match (self.heading, self.lists.last_mut()) {
            (Some(level), _) => self.out.heading(level, range),
            _ if self.in_code => lines::preformatted(self.out, range.clone(), range),
            (None, Some(List { item: Some(item), .. })) => {
                let item = *item;
                self.out.paragraph(range, Some(item));
            }
            (None, Some(list)) => list.item = self.out.item(range, list.parent, list.group),
            (None, None) => self.out.paragraph(range, None),
        }
    }
}

/// Where the tables begin that only lay out a page, as old pages have them: outer ones with a table and paragraphs or
/// headings of their own. The last one comes first. Cost: linear in the length of the text.
fn layout(text: &str) -> Vec<usize> {
    struct Open {
        start: usize,
        has_table: bool,
        has_text: bool,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut found = Vec::new();
    for (at, _) in text.match_indices('<') {
        let rest = &text.as_bytes()[at + 1..];
        if !rest.first().is_some_and(|first| b"tTpPhH/".contains(first)) {
            continue;
        }
        let name: Vec<u8> = rest.iter().take(6).map(u8::to_ascii_lowercase).collect();
        let is =
            |tag: &[u8]| name.starts_with(tag) && !rest.get(tag.len()).is_some_and(u8::is_ascii_alphanumeric);
        if is(b"table") {
            open.last_mut().into_iter().for_each(|outer| outer.has_table = true);
            if open.len() < DEEPEST {
                open.push(Open { start: at, has_table: false, has_text: false });
            }
        } else if is(b"/table") {
            let table = open.pop().filter(|table| table.has_table && table.has_text);
            found.extend(table.map(|table| table.start));
        } else if is(b"p") || name.len() > 1 && is_heading(&name[..2]) && is(&name[..2]) {
            open.last_mut().into_iter().for_each(|own| own.has_text = true);
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    found
}

fn is_heading(name: &[u8]) -> bool {
    matches!(name, b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6")
}

/// Whether a tag begins or ends a block.
fn is_block(name: &[u8]) -> bool {
    const BLOCKS: [&[u8]; 38] = [
        b"address", b"article", b"aside", b"blockquote", b"body", b"br", b"caption", b"dd", b"details",
        b"div", b"dl", b"dt", b"figure", b"footer", b"form", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6",
        b"head", b"header", b"hr", b"html", b"li", b"main", b"nav", b"ol", b"p", b"pre", b"script",
        b"section", b"style", b"summary", b"table", b"title", b"ul",
    ];
    const TABLE: [&[u8]; 6] = [b"tbody", b"td", b"tfoot", b"th", b"thead", b"tr"];
    BLOCKS.contains(&name) || TABLE.contains(&name)
}
