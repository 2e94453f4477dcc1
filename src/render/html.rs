//! An HTML fragment: tables as the visual editor of a wiki takes them.

use super::Style;
use super::number::sort_value;
use crate::query::Report;
use crate::query::report::{Block, Table, Text};

pub(super) fn render(report: &Report, style: &Style) -> String {
    let mut out: String = report.blocks.iter().map(|block| self::block(block, style)).collect();
    if style.cite {
        out.push_str(&format!("<p>{}</p>\n", escape(&report.citation())));
    }
    out
}

fn words(text: &Text) -> String {
    escape(&text.to_plain())
}

fn block(block: &Block, style: &Style) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", words(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", words(text)),
        Block::Answer { question, answer } => {
            format!(
                "<p><code>{}</code> = {}</p>\n",
                words(question),
                escape(&style.answer(answer, Text::to_plain))
            )
        }
        Block::Statement { subject, value } => {
            format!("<p>{}: {}</p>\n", words(subject), escape(&style.answer(value, Text::to_plain)))
        }
        Block::Table(table) => self::table(table, style),
    }
}

fn table(table: &Table, style: &Style) -> String {
    let mut out = format!(
        "<table class=\"wikitable sortable\">\n<caption>{}</caption>\n<thead>\n<tr>\n",
        words(&table.caption)
    );
    for header in &table.header {
        let sort = if header.numeric { " data-sort-type=\"number\"" } else { "" };
        out.push_str(&format!("<th scope=\"col\"{sort}>{}</th>\n", words(&header.text)));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        let class = if row.total { " class=\"sortbottom\"" } else { "" };
        out.push_str(&format!("<tr{class}>\n<th scope=\"row\">{}</th>\n", words(&row.label)));
        for cell in &row.cells {
            let sort =
                sort_value(cell).map(|value| format!(" data-sort-value=\"{value}\"")).unwrap_or_default();
            out.push_str(&format!("<td{sort}>{}</td>\n", escape(&style.cell(cell, Text::to_plain))));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    out
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
