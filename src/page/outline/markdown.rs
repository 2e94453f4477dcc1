//! Markdown: what pulldown-cmark says is a block.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::build::Builder;
use super::grid::{CellKind, GridBuilder};
use super::{html, lines};

/// An item that is open.
struct Open {
    item: Option<usize>,
    group: usize,
    parent: Option<usize>,
}

pub(super) fn read(out: &mut Builder<'_>) {
    let parser = Parser::new_ext(out.text, Options::ENABLE_TABLES).into_offset_iter();
    let mut reader = Reader { out, text: None, leaf: Leaf::Text, lists: Vec::new(), table: None, html: None };
    for (event, range) in parser {
        reader.event(&event, range);
    }
    reader.text();
}

#[derive(Clone, Copy)]
enum Leaf {
    Text,
    Heading(u8),
    Cell,
}

struct Reader<'a, 'b> {
    out: &'b mut Builder<'a>,
    /// The inline text that has been read, and of what it is.
    text: Option<Range<usize>>,
    leaf: Leaf,
    /// Lists that are open, each with its last item.
    lists: Vec<Open>,
    table: Option<(usize, GridBuilder)>,
    /// The HTML that has been read.
    html: Option<Range<usize>>,
}

impl Reader<'_, '_> {
    fn event(&mut self, event: &Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(end) => self.end(*end, range),
            Event::Html(_) => {
                self.html = Some(self.html.take().map_or(range.start, |html| html.start)..range.end);
            }
            Event::Rule => self.text(),
            _ => self.text = Some(self.text.take().map_or(range.start, |text| text.start)..range.end),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. } => {
                self.text = Some(self.text.take().map_or(range.start, |text| text.start)..range.end);
                return;
            }
            _ => self.text(),
        }
        match tag {
            Tag::Heading { level, .. } => self.leaf = Leaf::Heading(*level as u8),
            Tag::List(_) => {
                let parent = match self.lists.last() {
                    Some(outer) => outer.item,
                    None => self.out.introduces(range.start),
                };
                let group = self.out.group();
                self.lists.push(Open { item: None, group, parent });
            }
            Tag::Item => self.lists.iter_mut().next_back().into_iter().for_each(|list| list.item = None),
            Tag::CodeBlock(kind) => {
                let fence = matches!(kind, CodeBlockKind::Fenced(_));
                let first = self.out.slice(&range).find('\n').filter(|_| fence).map_or(0, |at| at + 1);
                let last = self.out.slice(&range).rfind("\n```").filter(|at| fence && *at >= first);
                let end = last.map_or(range.end, |at| range.start + at);
                lines::preformatted(self.out, range.start + first..end, range.start + first..range.end);
            }
            Tag::Table(_) => {
                let block = self.out.open_grid(range.start, None);
                self.table = Some((block, GridBuilder::default()));
            }
            Tag::TableHead | Tag::TableRow => {
                self.table.iter_mut().for_each(|(_, grid)| grid.row());
            }
            Tag::TableCell => self.leaf = Leaf::Cell,
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd, range: Range<usize>) {
        match end {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image => {
                return;
            }
            TagEnd::TableCell => {
                self.text = None;
                let range = self.cell(&range);
                self.table.iter_mut().for_each(|(_, grid)| {
                    grid.cell(range.clone(), range.clone(), CellKind::Plain, (1, 1));
                });
                self.leaf = Leaf::Text;
            }
            TagEnd::CodeBlock => self.text = None,
            _ => self.text(),
        }
        match end {
            TagEnd::Heading(_) => self.leaf = Leaf::Text,
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::TableHead => self.table.iter_mut().for_each(|(_, grid)| grid.head_row()),
            TagEnd::Table => {
                if let Some((block, grid)) = self.table.take() {
                    let end = self.out.trimmed(range).end;
                    self.out.close_grid(block, grid, end);
                }
            }
            TagEnd::HtmlBlock => {
                if let Some(range) = self.html.take() {
                    html::read(self.out, range);
                }
            }
            _ => {}
        }
    }

    /// A cell without the bars around it.
    fn cell(&self, range: &Range<usize>) -> Range<usize> {
        let text = self.out.slice(range);
        let inner = text.strip_prefix('|').unwrap_or(text);
        range.end - inner.len()..range.end
    }

    /// Takes the text so far as a heading, an item or a paragraph.
    fn text(&mut self) {
        let Some(range) = self.text.take() else { return };
        match self.leaf {
            Leaf::Heading(level) => self.out.heading(level, range),
            Leaf::Cell => {}
            Leaf::Text => match self.lists.last_mut() {
                None => lines::read(self.out, range, lines::Within::Paragraph),
                Some(Open { item: Some(item), .. }) => {
                    let item = *item;
                    self.out.paragraph(range, Some(item));
                }
                Some(list) => list.item = self.out.item(range, list.parent, list.group),
            },
        }
    }
}
