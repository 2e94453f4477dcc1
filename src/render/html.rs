//! An HTML fragment: tables as the visual editor of a wiki takes them.

use std::io;

use super::Style;
use super::markup::{self, Markup};
use super::number::sort_value;
use crate::document::Document;
use crate::document::block::{Cell, Row, Table, Text};

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    markup::write(&Html(style), document, out)?;
    if style.cite {
        writeln!(out, "<p>{}</p>", escape(&document.citation()))?;
    }
    Ok(())
}

struct Html<'a>(&'a Style);

impl Markup for Html<'_> {
    fn style(&self) -> &Style {
        self.0
    }

    fn words(&self, text: &Text) -> String {
        escape(&text.to_plain())
    }

    fn heading(&self, text: &str) -> String {
        format!("<h2>{text}</h2>\n")
    }

    fn paragraph(&self, text: &str) -> String {
        format!("<p>{text}</p>\n")
    }

    fn value(&self, cell: &Cell) -> String {
        escape(&self.0.answer(cell, Text::to_plain))
    }

    fn answer(&self, question: &Text, answer: &Cell) -> String {
        format!("<p><code>{}</code> = {}</p>\n", self.words(question), self.value(answer))
    }

    fn table(&self, table: &Table<'_>) -> String {
        let head = markup::head(table, "</tr>\n<tr>\n", |cell| {
            format!("<th {}>{}</th>\n", markup::head_attributes(cell), self.words(cell.text))
        });
        let caption = self.words(&table.caption);
        format!(
            "<table class=\"wikitable sortable\">\n<caption>{caption}</caption>\n<thead>\n<tr>\n{head}</tr>\n</thead>\n<tbody>\n"
        )
    }

    fn row(&self, row: &Row) -> String {
        let class = if row.total { " class=\"sortbottom\"" } else { "" };
        let mut out = format!("<tr{class}>\n<th scope=\"row\">{}</th>\n", self.words(&row.label));
        for (index, cell) in row.cells.iter().enumerate() {
            let sort = sort_value(cell).map(|value| format!(" data-sort-value=\"{value}\""));
            let (sort, text) = (sort.unwrap_or_default(), escape(&self.0.cell(cell, Text::to_plain)));
            let asked = row.asked.get(index).and_then(Option::as_ref);
            let reason = self.0.reason.zip(asked).map(|(reason, asked)| escape(&reason(asked)));
            let text = match reason {
                Some(reason) => format!("<a href=\"{reason}\" data-why>{text}</a>"),
                None => text,
            };
            out.push_str(&format!("<td{sort}>{text}</td>\n"));
        }
        out.push_str("</tr>\n");
        out
    }

    fn table_end(&self) -> &'static str {
        "</tbody>\n</table>\n"
    }

    fn between(&self) -> &'static str {
        ""
    }
}

pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}
