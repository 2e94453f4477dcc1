//! Enumerations by name, families and tables of their values.

use super::Printer;
use crate::parse::ast::{
    Enumeration, Expr, Family, KindSyntax, Name, Naming, NumberLabels, Row, Table, Variant,
};
use crate::parse::flat::{
    basis, flat, flat_label, flat_list, flat_over, flat_variants, naming, naming_parts, quoted,
};
use crate::source::Span;

impl Printer<'_> {
    /// `outcome {room}_rank by room: integer`
    pub(super) fn declared(
        &mut self,
        word: &str,
        name: &Name,
        family: Option<&Family>,
        kind: Option<&KindSyntax>,
    ) {
        match family {
            None => self.push(&format!("{word} {}", name.text)),
            Some(family) => {
                let by = flat_list(&family.by, flat_over);
                self.push(&format!("{word} {} by {by}", family.pattern.text));
            }
        }
        if let Some(kind) = kind {
            self.push(": ");
            self.kind(kind);
        }
    }

    /// The values of an enumeration, or the file that they stand in.
    pub(super) fn enumeration(&mut self, list: &Enumeration) {
        match &list.file {
            Some(file) => self.push(&format!(" from {}", quoted(&file.text))),
            None => {
                self.push(" ");
                self.variants(&list.variants, list.span);
            }
        }
    }

    pub(super) fn variants(&mut self, variants: &[Variant], span: Span) {
        let flat = flat_variants(variants);
        if self.was_one_line(span) && self.fits(&flat) {
            return self.push(&flat);
        }
        self.push("{");
        self.indent += 1;
        for variant in variants {
            self.line_for(variant.name.span);
            self.push(&variant.name.text);
            self.naming(&variant.naming);
        }
        self.close(span);
    }

    pub(super) fn number_labels(&mut self, labels: &NumberLabels) {
        let flat = format!(" {{ {} }}", flat_list(&labels.labels, flat_label));
        if self.was_one_line(labels.span) && self.fits(&flat) {
            return self.push(&flat);
        }
        self.push(" {");
        self.indent += 1;
        self.last_end = labels.span.start as usize;
        for label in &labels.labels {
            self.line_for(label.span);
            self.push(&super::flat(&label.value));
            self.naming(&label.naming);
            self.last_end = label.span.end as usize;
        }
        self.close(labels.span);
    }

    /// The label of something and its other words, of which those that go over the end of a line begin the next.
    pub(super) fn naming(&mut self, own: &Naming) {
        let flat = naming(own);
        let Some(last) = own.aliases.last().filter(|_| !self.fits(&flat)) else {
            return self.push(&flat);
        };
        self.last_end = last.span.end as usize;
        for (number, part) in naming_parts(own).iter().enumerate() {
            if number > 0 && !self.fits(part) {
                self.push("\n");
                self.push(&"    ".repeat(self.indent + 1));
                self.push(part.trim_start());
            } else {
                self.push(part);
            }
        }
    }

    pub(super) fn indices(&mut self, of: &[Expr]) {
        if !of.is_empty() {
            self.push(" of ");
            self.list(of);
        }
    }

    /// A row a line, its values below those of the row before, or all on one line.
    pub(super) fn table(&mut self, table: &Table) {
        if let Some(file) = &table.file {
            return self.push(&format!(" from {}", quoted(&file.text)));
        }
        let between = if table.rows.iter().any(|row| row.cells.len() > 1) { "; " } else { ", " };
        let rows: Vec<String> = table.rows.iter().map(|row| flat_row(row, &[])).collect();
        let flat = format!(" {{ {} }}", rows.join(between));
        if self.was_one_line(table.span) && self.fits(&flat) {
            return self.push(&flat);
        }
        let widths = widths(table);
        self.push(" {");
        self.indent += 1;
        self.last_end = table.span.start as usize;
        for row in &table.rows {
            self.line_for(row.span);
            self.push(&flat_row(row, &widths));
            self.last_end = row.span.end as usize;
        }
        self.close(table.span);
    }
}

/// How wide what a row is for is, and each of its values.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in &table.rows {
        for (index, part) in std::iter::once(&row.of).chain(&row.cells).enumerate() {
            let width = flat(part).chars().count();
            match widths.get_mut(index) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    widths
}

fn flat_row(row: &Row, widths: &[usize]) -> String {
    let width = |index: usize| widths.get(index).copied().unwrap_or(0);
    let mut text = format!("{:<1$}", flat(&row.of), width(0));
    for (index, cell) in row.cells.iter().enumerate() {
        text.push_str(&format!(" {:>1$}", flat(cell), width(index + 1)));
    }
    text.push_str(&basis(row.basis.as_ref()));
    text.truncate(text.trim_end().len());
    text
}
