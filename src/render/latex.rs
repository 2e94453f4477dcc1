//! A LaTeX tabular without packages.

use super::Style;
use crate::query::Report;
use crate::query::report::{Block, Table, Text};

pub(super) fn render(report: &Report, style: &Style) -> String {
    let blocks: Vec<String> = report.blocks.iter().map(|block| self::block(block, style)).collect();
    blocks.join("\n")
}

fn words(text: &Text) -> String {
    escape(&text.to_plain())
}

fn block(block: &Block, style: &Style) -> String {
    match block {
        Block::Heading(text) => format!("\\section*{{{}}}\n", words(text)),
        Block::Paragraph(text) => format!("{}\n", words(text)),
        Block::Answer { question, answer } => {
            format!("{} = {}\n", words(question), escape(&style.answer(answer, Text::to_plain)))
        }
        Block::Statement { subject, value } => {
            format!("{}: {}\n", words(subject), escape(&style.answer(value, Text::to_plain)))
        }
        Block::Table(table) => self::table(table, style),
    }
}

fn table(table: &Table, style: &Style) -> String {
    let columns: String = table.header.iter().map(|header| if header.numeric { 'r' } else { 'l' }).collect();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let mut out = format!(
        "\\begin{{table}}\n\\caption{{{}}}\n\\begin{{tabular}}{{{columns}}}\n\\hline\n",
        words(&table.caption)
    );
    out.push_str(&line(table.header.iter().map(|header| words(&header.text)).collect()));
    out.push_str("\\hline\n");
    for row in &table.rows {
        if row.total {
            out.push_str("\\hline\n");
        }
        let cells = row.cells.iter().map(|cell| escape(&style.cell(cell, Text::to_plain)));
        let label = words(&row.label);
        // After a line end these would be read as its argument.
        let label = if label.starts_with(['[', '*']) { format!("{{}}{label}") } else { label };
        out.push_str(&line(std::iter::once(label).chain(cells).collect()));
    }
    out.push_str("\\hline\n\\end{tabular}\n\\end{table}\n");
    out
}

pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("$\\sim$"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '|' => out.push_str("$|$"),
            '\u{2212}' => out.push_str("$-$"),
            '\u{221a}' => out.push_str("$\\surd$"),
            _ => out.push(c),
        }
    }
    out
}
