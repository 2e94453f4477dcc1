//! Markdown tables, as GitHub reads them.

use super::Style;
use crate::query::Report;
use crate::query::report::{Block, Table, Text};

pub(super) fn render(report: &Report, style: &Style) -> String {
    let blocks: Vec<String> = report.blocks.iter().map(|block| self::block(block, style)).collect();
    let mut out = blocks.join("\n");
    if style.cite {
        out.push_str(&format!("\n<sub>{}</sub>\n", escape(&report.citation())));
    }
    out
}

fn words(text: &Text) -> String {
    escape(&text.to_plain())
}

fn block(block: &Block, style: &Style) -> String {
    match block {
        Block::Heading(text) => format!("## {}\n", words(text)),
        Block::Paragraph(text) => format!("{}\n", words(text)),
        Block::Answer { question, answer } => {
            let question = question.to_plain();
            let quote = if question.contains('`') { "``" } else { "`" };
            format!("{quote}{question}{quote} = {}\n", style.answer(answer, words))
        }
        Block::Statement { subject, value } => {
            format!("{}: {}\n", words(subject), style.answer(value, words))
        }
        Block::Table(table) => self::table(table, style),
    }
}

fn table(table: &Table, style: &Style) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = format!("**{}**\n\n", words(&table.caption));
    out.push_str(&line(table.header.iter().map(|header| words(&header.text)).collect()));
    let rule = table.header.iter().map(|header| if header.numeric { "---:" } else { ":---" }.to_owned());
    out.push_str(&line(rule.collect()));
    for row in &table.rows {
        let label = if row.total { format!("**{}**", words(&row.label)) } else { words(&row.label) };
        let cells = row.cells.iter().map(|cell| style.cell(cell, words).replace('<', "&lt;"));
        out.push_str(&line(std::iter::once(label).chain(cells).collect()));
    }
    out
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
