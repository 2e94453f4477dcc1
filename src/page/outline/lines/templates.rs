//! Tables whose rows are templates: `{{Drop|catch=Eel|day=4%}}`, line by line.

use std::ops::Range;

use super::{COLUMNS, Reader, Within};
use crate::page::lexer::is_figure;
use crate::page::outline::grid::{CellKind, GridBuilder};

/// A template that a line is.
struct Call<'a> {
    /// What it is called, up to its first bar.
    name: &'a str,
    /// Its arguments.
    arguments: Vec<Argument>,
    /// Where its line ends.
    end: usize,
}

/// `chance = 4%`, or `4%` alone.
struct Argument {
    name: Option<Range<usize>>,
    value: Range<usize>,
}

impl Reader<'_, '_> {
    /// Reads a table where a line begins one: it and those below call one template, with arguments of the same names, or
    /// three times with as many that have none. The names are the heads, or what a template right above gives for them.
    pub(super) fn templates(&mut self, text: &str, start: usize) -> bool {
        if self.within != Within::Wiki || !text.starts_with("{{") || self.rows.is_some() {
            return false;
        }
        let Some(first) = self.call(start) else { return false };
        let Some(second) = self.call(first.end + 1).filter(|second| self.is_like(&first, second)) else {
            return false;
        };
        let states = |row: &Call<'_>| row.arguments.iter().any(|argument| self.has_digit(&argument.value));
        let has_heads = second.name != first.name;
        if states(&first) == has_heads || !states(&second) {
            return false;
        }
        let mut rows = vec![first, second];
        while let Some(next) = rows.last().and_then(|last| self.call(last.end + 1))
            && self.is_like(&rows[1], &next)
            && next.name == rows[1].name
            && states(&next)
        {
            rows.push(next);
        }
        let body = &rows[usize::from(has_heads)..];
        let are_named = body[0].arguments.iter().all(|argument| argument.name.is_some());
        let fewest = if are_named { 2 } else { 3 };
        if body.len() < fewest {
            return false;
        }
        let mut grid = GridBuilder::default();
        if are_named && !has_heads {
            grid.row();
            for name in body[0].arguments.iter().filter_map(|argument| argument.name.clone()) {
                grid.cell(start..start, name, CellKind::Plain, (1, 1));
            }
            grid.head_row();
        }
        for (number, row) in rows.iter().enumerate() {
            grid.row();
            for Argument { value, .. } in &row.arguments {
                grid.cell(value.clone(), value.clone(), CellKind::Plain, (1, 1));
            }
            if number == 0 && has_heads {
                grid.head_row();
            }
        }
        let end = rows.last().map_or(start, |row| row.end);
        self.flush();
        self.list.clear();
        let block = self.out.open_grid(start, None);
        self.out.close_grid(block, grid, end);
        self.read_to = end + 1;
        true
    }

    /// The template that the line at a byte is, with two arguments or more. Of a fraction or a formula it is a figure.
    fn call(&self, start: usize) -> Option<Call<'_>> {
        let end = self.newline(start);
        let line = self.out.trimmed(start..end);
        let span = self.spans.get(self.spans.partition_point(|span| span.range.start < line.start))?;
        let inside = line.start + 2..line.end.checked_sub(2)?;
        if span.range != line || !span.is_template || self.out.slice(&inside).contains('\n') {
            return None;
        }
        let pieces = self.split(inside, &["|"]);
        let (name, arguments) =
            pieces.split_first().filter(|(_, rest)| (2..COLUMNS).contains(&rest.len()))?;
        let name = self.out.slice(name).trim();
        let arguments = arguments.iter().map(|piece| self.argument(piece)).collect();
        (!is_figure(name)).then_some(Call { name, arguments, end })
    }

    fn argument(&self, piece: &Range<usize>) -> Argument {
        let text = self.out.slice(piece);
        let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-'));
        match text.split_once('=').map(|(name, _)| name).filter(is_name) {
            Some(name) => {
                let sign = piece.start + name.len();
                let name = self.out.trimmed(piece.start..sign);
                Argument { name: Some(name), value: self.out.trimmed(sign + 1..piece.end) }
            }
            None => Argument { name: None, value: self.out.trimmed(piece.clone()) },
        }
    }

    /// Whether two templates have arguments of the same names.
    fn is_like(&self, one: &Call<'_>, other: &Call<'_>) -> bool {
        let name = |argument: &Argument| argument.name.as_ref().map(|name| self.out.slice(name));
        one.arguments.iter().map(name).eq(other.arguments.iter().map(name))
    }

    fn has_digit(&self, range: &Range<usize>) -> bool {
        self.out.slice(range).contains(|sign: char| sign.is_ascii_digit())
    }
}
