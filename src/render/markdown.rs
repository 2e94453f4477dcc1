//! Markdown tables, as GitHub reads them.

use std::io;

use super::Style;
use super::markup::{self, Markup};
use crate::document::Document;
use crate::document::block::{Cell, Row, Table, Text};

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    markup::write(&Markdown(style), document, out)?;
    if style.cite {
        writeln!(out, "\n<sub>{}</sub>", escape(&document.citation()))?;
    }
    Ok(())
}

struct Markdown<'a>(&'a Style);

fn line(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

impl Markup for Markdown<'_> {
    fn style(&self) -> &Style {
        self.0
    }

    fn words(&self, text: &Text) -> String {
        escape(&text.to_plain())
    }

    fn heading(&self, text: &str) -> String {
        format!("## {text}\n")
    }

    fn answer(&self, question: &Text, answer: &Cell) -> String {
        let question = question.to_plain();
        let quote = if question.contains('`') { "``" } else { "`" };
        format!("{quote}{question}{quote} = {}\n", self.value(answer))
    }

    /// Nothing can stand above a header here.
    fn table(&self, table: &Table<'_>) -> String {
        let header = table.header.iter().map(|header| self.words(&header.whole()));
        let rule = table.header.iter().map(|header| if header.numeric { "---:" } else { ":---" }.to_owned());
        format!("**{}**\n\n{}{}", self.words(&table.caption), line(header), line(rule))
    }

    fn row(&self, row: &Row) -> String {
        let label = self.words(&row.label);
        let label = if row.total { format!("**{label}**") } else { label };
        let text = |cell| self.0.cell(cell, |text| self.words(text)).replace('<', "&lt;");
        line(std::iter::once(label).chain(row.cells.iter().map(text)))
    }

    fn table_end(&self) -> &'static str {
        ""
    }
}

pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '~' if out.ends_with('~') => out.push_str("\\~"),
            '|' | '\\' | '*' | '_' | '`' | '[' | ']' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}
