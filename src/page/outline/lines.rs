//! Wikitext and plain text, line by line: each line is classified once.

mod spaced;
mod stacked;
mod tables;
mod tabs;
mod templates;

use std::ops::Range;

use super::build::Builder;
use super::classes::{
    is_aligned, is_label_line, is_row_mark, looks_like_code, marks, stamp, tells_of_chances,
};
use super::grid::GridBuilder;
use super::html;
use super::markup::{Span, spans};
use super::sentences::WRAPPED;
use stacked::is_stated;

/// Tables in tables that are told apart.
const DEEPEST: usize = 16;
/// A line with more bars or tabs is no row.
const COLUMNS: usize = 1000;
/// Attributes are no longer.
const ATTRIBUTES: usize = 1000;

/// What lines stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Wiki,
    Plain,
    /// A paragraph of another markup, in which headings and lists are known already.
    Paragraph,
}

pub(super) fn read(out: &mut Builder<'_>, range: Range<usize>, within: Within) {
    let spans = spans(out.text, range.clone());
    let last = |end: &str| out.text.get(range.clone()).and_then(|text| text.rfind(end));
    let closed = last("|}").map(|at| range.start + at);
    let html_closed = last("</table>").map(|at| range.start + at);
    let mut reader = Reader {
        within,
        end: range.end,
        spans,
        next_span: 0,
        template_end: 0,
        closed,
        html_closed,
        pending: Pending::Nothing,
        list: Vec::new(),
        labels: None,
        wiki: Vec::new(),
        rows: None,
        after_empty: true,
        read_to: 0,
        tried_to: 0,
        stacked_to: 0,
        listed: 0..0,
        in_tabs: false,
        out,
    };
    let mut at = range.start;
    while at < range.end {
        let end = reader.line_end(at);
        reader.line(at..end);
        at = (end + 1).max(reader.read_to);
    }
    reader.flush();
    reader.end_rows();
    while !reader.wiki.is_empty() {
        reader.end_wiki(range.end);
    }
}

/// Text whose spaces stand as they are, inside something whole: a table where its lines have columns, text where it
/// tells of chances and nothing in it is code, else code.
pub(super) fn preformatted(out: &mut Builder<'_>, inside: Range<usize>, whole: Range<usize>) {
    let text = out.slice(&inside);
    if is_aligned(text) || tells_of_chances(text) {
        read(out, inside, Within::Plain);
    } else {
        out.code(whole);
    }
}

/// Text that may go on in the next line.
enum Pending {
    Nothing,
    Paragraph(Range<usize>),
    Item { range: Range<usize>, parent: Option<usize>, group: usize, indent: usize },
}

/// A list that is open.
struct List {
    level: usize,
    group: usize,
    parent: Option<usize>,
    /// Its last item.
    item: Option<usize>,
}

/// A table whose marks stand at the beginnings of lines.
struct WikiTable {
    block: usize,
    grid: GridBuilder,
    /// Whether it has no beginning, so that an empty line ends it.
    is_excerpt: bool,
}

/// A table of lines that are rows.
struct Rows {
    block: usize,
    grid: GridBuilder,
    kind: Kind,
    end: usize,
    /// How many cells its last row has.
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bars,
    Tabs,
    Gaps,
    /// Values apart by commas.
    Commas,
    Semicolons,
    /// By bars, without one before the first.
    Pipes,
}

struct Reader<'a, 'b> {
    out: &'b mut Builder<'a>,
    within: Within,
    end: usize,
    spans: Vec<Span>,
    next_span: usize,
    /// Where the templates end that began in lines before.
    template_end: usize,
    /// Where the last table ends.
    closed: Option<usize>,
    /// The same of tables of HTML.
    html_closed: Option<usize>,
    pending: Pending,
    list: Vec<List>,
    /// Group and parent of the label lines just read.
    labels: Option<(usize, Option<usize>)>,
    wiki: Vec<WikiTable>,
    rows: Option<Rows>,
    after_empty: bool,
    /// What comes before this byte was read with lines above it.
    read_to: usize,
    /// No line before this byte begins a table that is aligned with spaces.
    tried_to: usize,
    /// Nor a table with a cell on each line.
    stacked_to: usize,
    /// These lines end in one figure each, as items do.
    listed: Range<usize>,
    /// Whether tabs are open.
    in_tabs: bool,
}

impl Reader<'_, '_> {
    fn newline(&self, from: usize) -> usize {
        self.out.text.get(from..self.end).and_then(|rest| rest.find('\n')).map_or(self.end, |at| from + at)
    }

    /// The end of the line that begins at a byte. Comments, code and links are not cut, templates neither in a
    /// table; elsewhere the arguments of a template stand on lines as others do.
    fn line_end(&mut self, start: usize) -> usize {
        let mut end = self.newline(start);
        while let Some(span) = self.spans.get(self.next_span).filter(|span| span.range.start < end) {
            self.next_span += 1;
            if span.range.end > end {
                if span.is_template && self.wiki.is_empty() {
                    self.template_end = self.template_end.max(span.range.end);
                } else {
                    end = self.newline(span.range.end);
                }
            }
        }
        end
    }

    fn line(&mut self, mut line: Range<usize>) {
        // A line may hold the titles of many tabs.
        let (whole, range, text) = loop {
            let whole = self.out.slice(&line);
            let range = self.out.trimmed(line.clone());
            let range = range.start + stamp(self.out.slice(&range))..range.end;
            let text = self.out.slice(&range);
            if self.in_wiki_table(text, &line, &range) {
                return;
            }
            if let Some(rest) = self.html_table(text, &range, line.end) {
                line = rest;
                continue;
            }
            if text.is_empty() {
                self.flush();
                self.end_rows();
                self.labels = None;
                self.after_empty = true;
                return;
            }
            match self.tab(text, &range) {
                None => break (whole, range, text),
                Some(rest) if self.out.slice(&rest).trim().is_empty() => return,
                Some(rest) => line = rest,
            }
        };
        let after_empty = std::mem::take(&mut self.after_empty);
        if self.aligned(text, line.start)
            || self.stacked(text, line.start)
            || self.templates(text, line.start)
            || self.spaced(text, line.start)
        {
            return;
        }
        let is_row = self.row(whole, text, &range);
        if is_row {
            return;
        }
        self.end_rows();
        if let Some(at) = self.table_of_argument(text, &range) {
            self.flush();
            let block = self.out.open_grid(at, None);
            self.wiki.push(WikiTable { block, grid: GridBuilder::default(), is_excerpt: false });
        } else if text.starts_with("{|")
            || text.trim_start_matches([':', '*']).starts_with("{|")
            || is_row_mark(text)
        {
            self.flush();
            let block = self.out.open_grid(range.start, None);
            self.wiki.push(WikiTable {
                block,
                grid: GridBuilder::default(),
                is_excerpt: !text.contains("{|"),
            });
        } else if let Some((level, inside)) = self.heading(text, &range, after_empty) {
            self.flush();
            self.list.clear();
            self.out.heading(level, inside);
        } else if let Some(inside) = self.preformatted(&range) {
            self.flush();
            self.list.clear();
            preformatted(self.out, inside, line);
        } else if self.code_span(&range) || looks_like_code(whole) && range.start >= self.template_end {
            self.flush();
            self.list.clear();
            self.out.code(line);
        } else if self.item(whole, text, &range) {
            // It waits for the lines that go on with it.
        } else if is_label_line(text) && (self.labels.is_some() || !self.is_wrapped(text))
            || self.is_listed(line.start)
        {
            self.flush();
            self.list.clear();
            let (group, parent) = match self.labels {
                Some(labels) => labels,
                None => (self.out.group(), self.out.introduces(range.start)),
            };
            self.labels = Some((group, parent));
            self.pending = Pending::Item { range, parent, group, indent: usize::MAX };
        } else {
            self.prose(whole, range, after_empty);
        }
    }

    /// Reads a table of HTML that begins with a line: what of the line stands behind it.
    fn html_table(&mut self, text: &str, range: &Range<usize>, end_of_line: usize) -> Option<Range<usize>> {
        let is_table = text.starts_with("<table") && text[6..].starts_with(['>', ' ']);
        let last = self.html_closed.filter(|last| is_table && range.start < *last)?;
        self.flush();
        self.end_rows();
        self.list.clear();
        self.labels = None;
        let rest = self.out.slice(&(range.start..last + "</table>".len()));
        // Those that begin and have not ended; the last end ends all.
        let mut open = 0_i32;
        let ends = rest.match_indices("table").find_map(|(at, _)| {
            let before = &rest[..at];
            open += i32::from(before.ends_with('<')) - i32::from(before.ends_with("</"));
            (open == 0).then_some(at + "table>".len())
        });
        let end = range.start + ends.unwrap_or(rest.len());
        html::read(self.out, range.start..end);
        self.read_to = end;
        Some(end.min(end_of_line)..end_of_line)
    }

    /// Where a table begins that is the argument of a template: `| table = {| class="wikitable"`.
    fn table_of_argument(&self, text: &str, range: &Range<usize>) -> Option<usize> {
        let at = text.find("{|").filter(|_| range.start < self.template_end)?;
        let is_whole = text[..at].trim_end().ends_with('=') && !text[at..].contains("|}");
        is_whole.then_some(range.start + at)
    }

    /// Whether a line goes on with the sentence of a long one above it: `… and in the⏎long run: 5%`.
    fn is_wrapped(&self, text: &str) -> bool {
        let (Pending::Paragraph(before) | Pending::Item { range: before, .. }) = &self.pending else {
            return false;
        };
        let last = self.out.slice(before).lines().next_back().unwrap_or_default();
        let ends = last.ends_with(['.', '!', '?', ':']);
        // Or with another sentence: `… before.⏎No luck: 42%. You fail once, and the one after that is at`.
        let goes_on = text.len() >= WRAPPED && text.contains(". ") && !text.ends_with(['.', '!', '?']);
        last.len() >= WRAPPED && (text.starts_with(char::is_lowercase) && !ends || goes_on)
    }

    /// Text that belongs to no list, or goes on with an item that was wrapped.
    fn prose(&mut self, whole: &str, range: Range<usize>, after_empty: bool) {
        self.labels = None;
        let indented = whole.len() - whole.trim_start().len();
        let is_wrapped = self.is_wrapped(whole.trim_start());
        match &mut self.pending {
            Pending::Paragraph(paragraph) => paragraph.end = range.end,
            Pending::Item { range: item, indent, .. }
                if !after_empty && (indented > *indent || is_wrapped && *indent == usize::MAX) =>
            {
                item.end = range.end
            }
            _ => {
                self.flush();
                self.list.clear();
                self.pending = Pending::Paragraph(range);
            }
        }
    }

    fn flush(&mut self) {
        match std::mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Nothing => {}
            Pending::Paragraph(range) => self.out.paragraph(range, None),
            Pending::Item { range, parent, group, .. } => {
                let item = self.out.item(range, parent, group);
                if let Some(list) = self.list.last_mut().filter(|list| list.group == group) {
                    list.item = item.or(list.item);
                }
            }
        }
    }

    /// `== Title ==`, or in plain text a short line that stands alone.
    fn heading(&self, text: &str, range: &Range<usize>, after_empty: bool) -> Option<(u8, Range<usize>)> {
        if self.within == Within::Paragraph {
            return None;
        }
        let bare = text.rsplit_once("<!--").map_or(text, |(before, _)| before).trim_end();
        let signs = |mut bytes: std::str::Bytes<'_>| bytes.by_ref().take_while(|byte| *byte == b'=').count();
        let backwards = bare.bytes().rev().take_while(|byte| *byte == b'=').count();
        let level = signs(bare.bytes()).min(backwards).min(6);
        if level > 0 && bare.len() > 2 * level && (level > 1 || self.within == Within::Wiki) {
            let inside = range.start + level..range.start + bare.len() - level;
            return Some((u8::try_from(level).unwrap_or(6), inside));
        }
        if self.within == Within::Plain { self.title(text, range, after_empty) } else { None }
    }

    /// `Bands[edit | edit source]`, `2.1 Drops`
    fn title(&self, text: &str, range: &Range<usize>, after_empty: bool) -> Option<(u8, Range<usize>)> {
        let (title, edited) =
            text.split_once("[edit").map_or((text, false), |(title, _)| (title.trim_end(), true));
        let number = title.len() - title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let name = title[number..].trim_start();
        let ends = name.ends_with(|c: char| c.is_ascii_punctuation() && !matches!(c, ')' | '"' | '\''));
        let below = self.out.text.get(self.newline(range.end) + 1..self.end).unwrap_or_default();
        let below = below.split('\n').next().unwrap_or_default().trim();
        let rule = |sign: u8| below.len() >= 3 && below.bytes().all(|byte| byte == sign);
        let underlined = rule(b'=') || rule(b'-');
        let digits = !underlined && (number == 0 || self.goes_on_numbered(range));
        let strange =
            |c: char| matches!(c, '%' | '=' | '\u{bd}' | '|' | '\t') || digits && c.is_ascii_digit();
        // `3. HOW LONG UNTIL THE FIRST` needs no empty line below.
        let shouts = name.contains(char::is_alphabetic) && !name.contains(char::is_lowercase);
        let (longest, words) = if shouts { (100, 16) } else { (60, 8) };
        let plain = (underlined || name.starts_with(char::is_uppercase))
            && !name.contains(strange)
            && name.split_whitespace().count() <= words;
        let is_over_text = shouts && name.len() > 5 && (number > 0 || !below.starts_with(char::is_uppercase));
        let stands_alone = after_empty && (below.is_empty() || underlined || is_over_text);
        if name.len() > longest || !edited && (ends || !plain || !stands_alone) || name.is_empty() {
            return None;
        }
        let points = title[..number].split('.').filter(|part| !part.is_empty()).count();
        let level = match points {
            _ if self.out.is_empty() || rule(b'=') => 1,
            0 => 2,
            points => u8::try_from(points + 1).unwrap_or(6).min(6),
        };
        Some((level, range.start..range.start + title.len()))
    }

    /// Whether the next line that is not empty has a number as well: an item of a list.
    fn goes_on_numbered(&self, range: &Range<usize>) -> bool {
        let below = self.out.text.get(self.newline(range.end)..self.end).unwrap_or_default().trim_start();
        let digits = below.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && below[digits..].starts_with(['.', ')'])
    }

    /// What stands between the tags of preformatted text that a line is.
    fn preformatted(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let text = self.out.slice(range);
        let first = text.starts_with("<pre").then(|| text.find('>')).flatten()? + 1;
        let last = text.strip_suffix("</pre>")?.len();
        (first <= last).then(|| range.start + first..range.start + last)
    }

    /// Whether a line is a piece of printed code between tags.
    fn code_span(&self, range: &Range<usize>) -> bool {
        let at = self.spans.partition_point(|span| span.range.start < range.start);
        self.spans.get(at).is_some_and(|span| span.is_code && span.range.start < range.end)
    }

    /// `* item`, `## item`, `• item`, `1. item`, and in a template `| name = value`. Of another markup the paragraphs have
    /// no items but those with signs that it does not know.
    fn item(&mut self, whole: &str, text: &str, range: &Range<usize>) -> bool {
        if self.within == Within::Paragraph && text.starts_with(|c: char| c.is_ascii()) {
            return false;
        }
        let indent = whole.chars().take_while(|c| c.is_whitespace()).count();
        let argument = text.starts_with('|') && range.start < self.template_end;
        let marks = if argument { 1 } else { marks(text, self.within == Within::Wiki && indent == 0) };
        if marks == 0 {
            return false;
        }
        self.flush();
        self.labels = None;
        let run = &text[..marks];
        // A definition stands below its term.
        let level = 2 * (indent + if run.is_ascii() && !argument { run.trim_end().len() } else { 1 })
            + usize::from(run.ends_with(':'));
        while self.list.last().is_some_and(|list| list.level > level) {
            self.list.pop();
        }
        if self.list.last().is_none_or(|list| list.level < level) {
            let parent = match self.list.last() {
                Some(list) => list.item,
                None => self.out.introduces(range.start),
            };
            let group = self.out.group();
            self.list.push(List { level, group, parent, item: None });
        }
        if let Some(list) = self.list.last() {
            let range = self.out.trimmed(range.start + marks..range.end);
            self.pending = Pending::Item { range, parent: list.parent, group: list.group, indent };
        }
        true
    }
}
