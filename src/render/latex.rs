//! A LaTeX tabular without packages.

use std::io;

use super::Style;
use super::markup::{self, Markup};
use crate::document::Document;
use crate::document::block::{Cell, Row, Table, Text};

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    markup::write(&Latex(style), document, out)
}

struct Latex<'a>(&'a Style);

fn line(cells: impl IntoIterator<Item = String>) -> String {
    format!("{} \\\\\n", cells.into_iter().collect::<Vec<_>>().join(" & "))
}

impl Markup for Latex<'_> {
    fn style(&self) -> &Style {
        self.0
    }

    fn words(&self, text: &Text) -> String {
        escape(&text.to_plain())
    }

    fn heading(&self, text: &str) -> String {
        format!("\\section*{{{text}}}\n")
    }

    fn value(&self, cell: &Cell) -> String {
        escape(&self.0.answer(cell, Text::to_plain))
    }

    fn answer(&self, question: &Text, answer: &Cell) -> String {
        format!("{} = {}\n", self.words(question), self.value(answer))
    }

    fn table(&self, table: &Table<'_>, groups: &[(Text, usize)]) -> String {
        let above = groups
            .iter()
            .map(|(text, count)| format!("\\multicolumn{{{count}}}{{c}}{{{}}}", self.words(text)));
        let above =
            if groups.is_empty() { String::new() } else { line(std::iter::once(String::new()).chain(above)) };
        let columns = table.header.iter().map(|header| if header.numeric { 'r' } else { 'l' });
        let (caption, columns) = (self.words(&table.caption), columns.collect::<String>());
        let header = line(table.header.iter().map(|header| self.words(&header.text)));
        format!(
            "\\begin{{table}}\n\\caption{{{caption}}}\n\\begin{{tabular}}{{{columns}}}\n\\hline\n{above}{header}\\hline\n"
        )
    }

    fn row(&self, row: &Row) -> String {
        let label = self.words(&row.label);
        // After a line end these would be read as its argument.
        let label = if label.starts_with(['[', '*']) { format!("{{}}{label}") } else { label };
        let cells = row.cells.iter().map(|cell| escape(&self.0.cell(cell, Text::to_plain)));
        let rule = if row.total { "\\hline\n" } else { "" };
        format!("{rule}{}", line(std::iter::once(label).chain(cells)))
    }

    fn table_end(&self) -> &'static str {
        "\\hline\n\\end{tabular}\n\\end{table}\n"
    }
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
