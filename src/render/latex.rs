//! A LaTeX tabular without packages.

use std::io;

use super::Style;
use super::markup::{self, Markup};
use crate::document::Document;
use crate::document::block::{Cell, Header, Row, Table, Text, head_rows};

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    markup::write(&Latex(style), document, out)
}

struct Latex<'a>(&'a Style);

fn line(cells: impl IntoIterator<Item = String>) -> String {
    format!("{} \\\\\n", cells.into_iter().collect::<Vec<_>>().join(" & "))
}

impl Latex<'_> {
    /// Groups stand above the headers of their columns, each over a rule of its own.
    fn head(&self, headers: &[Header]) -> String {
        let rows = head_rows(&headers.iter().collect::<Vec<_>>());
        let mut head = String::new();
        for row in &rows[..rows.len().saturating_sub(1)] {
            let (mut cells, mut rules, mut next) = (Vec::new(), String::new(), 0);
            for group in row.iter().filter(|cell| cell.is_group) {
                let (first, columns) = (group.first, group.columns);
                cells.extend(std::iter::repeat_n(String::new(), first - next));
                cells.push(format!("\\multicolumn{{{columns}}}{{c}}{{{}}}", self.words(group.text)));
                rules.push_str(&format!("\\cline{{{}-{}}}", first + 1, first + columns));
                next = first + columns;
            }
            cells.extend(std::iter::repeat_n(String::new(), headers.len() - next));
            head.push_str(&format!("{}{rules}\n", line(cells)));
        }
        head.push_str(&line(headers.iter().map(|header| self.words(&header.text))));
        head
    }
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

    fn table(&self, table: &Table<'_>) -> String {
        let columns = table.header.iter().map(|header| if header.numeric { 'r' } else { 'l' });
        let (caption, columns) = (self.words(&table.caption), columns.collect::<String>());
        let head = self.head(&table.header);
        format!(
            "\\begin{{table}}\n\\caption{{{caption}}}\n\\begin{{tabular}}{{{columns}}}\n\\hline\n{head}\\hline\n"
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
