//! Tables that stand in a CSV file beside the program: the values of an enumeration, and those of a family of rules.
//!
//! The first line of the file names the columns. Its first column holds what each row is for; a rule reads the column
//! of its own name, and an enumeration the column `label` where there is one. What is read becomes rows and values as
//! if they had been written in the braces, with their places in the file, so that everything else is said of them as of
//! those.

use csv_core::{ReadFieldResult, Reader};

use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::exact::Rational;
use crate::source::{FileId, Span};

use super::ast::{
    Enumeration, Expr, ExprId, ExprKind, File, ItemKind, Name, Naming, Row, RuleDefault, Source, Table,
    Variant,
};
use super::token::RESERVED;

/// A file has at most this many rows.
const MAX_ROWS: usize = 10_000;
/// The column of what people call a value.
const LABEL: &str = "label";

/// The files that a program names, with the places where it does.
pub fn sheets(tree: &File) -> impl Iterator<Item = &Source> {
    tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Enumeration(Enumeration { file, .. }) => file.as_ref(),
        ItemKind::Rule(rule) => match &rule.default {
            RuleDefault::Table(Table { file, .. }) => file.as_ref(),
            _ => None,
        },
        _ => None,
    })
}

/// Puts into a tree what stands in the files that it names; `find` gives the text of one. What is wrong with a file is
/// said with the place in it.
///
/// ```
/// use trueodds::{parse::{parse, read_sheets}, source::SourceMap};
///
/// let mut sources = SourceMap::default();
/// let text = "mechanic dice/loot\nenumeration item from \"loot.csv\"\n";
/// let rows = "item,label\ncoin,Coin\nGolden key,A golden key\n";
/// let (program, loot) = (sources.add("loot.odds", text), sources.add("loot.csv", rows));
/// let (mut tree, _) = parse(program, text);
/// let findings = read_sheets(&mut tree, &|name| (name == "loot.csv").then_some((loot, rows)));
/// assert!(findings.is_empty());
/// ```
pub fn read_sheets<'t>(tree: &mut File, find: &dyn Fn(&str) -> Option<(FileId, &'t str)>) -> Vec<Diagnostic> {
    let mut filler = Filler { findings: Vec::new(), expressions: tree.expressions, find };
    for item in &mut tree.items {
        match &mut item.kind {
            ItemKind::Enumeration(list) => filler.enumeration(list),
            ItemKind::Rule(rule) => {
                if let RuleDefault::Table(table) = &mut rule.default {
                    filler.table(&rule.name.text, table);
                }
            }
            _ => {}
        }
    }
    tree.expressions = filler.expressions;
    filler.findings
}

/// A cell and where it stands.
#[derive(Debug, Clone)]
struct Cell {
    text: String,
    span: Span,
}

/// A file, cut into cells: each row has as many as the header.
struct Sheet {
    header: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
}

struct Filler<'f, 't> {
    findings: Vec<Diagnostic>,
    expressions: u32,
    find: &'f dyn Fn(&str) -> Option<(FileId, &'t str)>,
}

impl Filler<'_, '_> {
    fn report(&mut self, span: Span, message: impl Into<String>, help: impl Into<Option<String>>) {
        let finding = Diagnostic::error(Code::BadTable, span, message.into());
        // Several declarations may read the same file.
        let said = |other: &Diagnostic| other.primary.span == span && other.message == finding.message;
        if !self.findings.iter().any(said) {
            self.findings.push(finding.maybe_help(help.into()));
        }
    }

    fn enumeration(&mut self, list: &mut Enumeration) {
        let Some(source) = list.file.clone() else { return };
        let Some(sheet) = self.sheet(&source) else { return };
        let label = sheet.column(LABEL);
        for row in &sheet.rows {
            let Some(name) = row.first().and_then(|cell| self.name(cell)) else { continue };
            let written = label.and_then(|column| row.get(column)).filter(|cell| !cell.text.is_empty());
            let own = row.first().filter(|cell| cell.text != name.text);
            let label = written.or(own).map(|cell| cell.text.clone());
            list.variants.push(Variant { name, naming: Naming { label, ..Naming::default() } });
        }
    }

    fn table(&mut self, rule: &str, table: &mut Table) {
        let Some(source) = table.file.clone() else { return };
        let Some(sheet) = self.sheet(&source) else { return };
        let Some(column) = sheet.column(rule) else {
            let names: Vec<String> = sheet.header.iter().map(|cell| name_of(&cell.text)).collect();
            let near = or_nearest(rule, names.iter().skip(1).map(String::as_str));
            let message = format!("`{}` has no column `{rule}`", source.text);
            let one_cell =
                sheet.header.first().filter(|cell| sheet.header.len() == 1 && cell.text.contains(';'));
            let help = one_cell.map(|_| "cells stand between commas, not between semicolons".to_owned());
            return self.report(source.span, message, help.or(near));
        };
        for row in &sheet.rows {
            let (Some(first), Some(cell)) = (row.first(), row.get(column)) else { continue };
            if let (Some(of), Some(value)) = (self.key(first), self.value(cell)) {
                let span = first.span.to(cell.span);
                table.rows.push(Row { span, of, cells: vec![value], basis: None });
            }
        }
    }

    /// The file of that name, where it is one.
    fn sheet(&mut self, source: &Source) -> Option<Sheet> {
        let Some((file, text)) = (self.find)(&source.text) else {
            let message = format!("there is no file `{}` beside this one", source.text);
            self.report(source.span, message, "it has to be in the folder of the mechanic".to_owned());
            return None;
        };
        let mut lines = cells(file, text).into_iter();
        let Some(header) = lines.next() else {
            let help = "its first line names the columns, as in `item,weight`".to_owned();
            self.report(source.span, format!("`{}` is empty", source.text), help);
            return None;
        };
        let before = self.findings.len();
        for (place, cell) in header.iter().enumerate() {
            let own = name_of(&cell.text);
            if header.iter().take(place).any(|other| name_of(&other.text) == own) {
                self.report(cell.span, format!("there are two columns `{}`", cell.text), None);
            }
        }
        let rows: Vec<Vec<Cell>> = lines.collect();
        if let Some(beyond) = rows.get(MAX_ROWS).and_then(|row| row.first()) {
            let message = format!("`{}` has more than {MAX_ROWS} rows", source.text);
            self.report(beyond.span, message, None);
            return None;
        }
        for row in rows.iter().filter(|row| row.len() != header.len()) {
            let place = row.get(header.len()).or(row.last()).map(|cell| cell.span).unwrap_or_default();
            let message = format!("this row has {} cells, and the header {}", row.len(), header.len());
            let help = "cells stand between commas; one that has a comma stands in quotes".to_owned();
            self.report(place, message, help);
        }
        (self.findings.len() == before).then_some(Sheet { header, rows })
    }

    /// What a row of an enumeration is called: the cell, or a name made from it.
    fn name(&mut self, cell: &Cell) -> Option<Name> {
        let text = name_of(&cell.text);
        let begins = text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
        if !begins || RESERVED.contains(&text.as_str()) {
            let found = if cell.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", cell.text) };
            let message = format!(
                "found {found}, expected a name that begins with a letter and is no word of the language"
            );
            let help = format!("what people read can stand in a column `{LABEL}`");
            self.report(cell.span, message, help);
            return None;
        }
        Some(Name { text, span: cell.span })
    }

    /// What a row of a rule is for: a number, or the name of a value.
    fn key(&mut self, cell: &Cell) -> Option<Expr> {
        match cell.text.parse::<Rational>() {
            Ok(number) => Some(self.make(cell, ExprKind::Number(cell.text.clone(), number))),
            Err(_) => {
                let name = self.name(cell)?;
                Some(self.make(cell, ExprKind::Name(None, name)))
            }
        }
    }

    fn value(&mut self, cell: &Cell) -> Option<Expr> {
        let kind = match (cell.text.to_lowercase().as_str(), cell.text.parse::<Rational>()) {
            (_, Ok(number)) => ExprKind::Number(cell.text.clone(), number),
            ("true", _) => ExprKind::Flag(true),
            ("false", _) => ExprKind::Flag(false),
            (text, _) if is_name(text) => ExprKind::Name(None, Name { text: name_of(text), span: cell.span }),
            _ => {
                let found =
                    if cell.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", cell.text) };
                let message = format!("found {found}, expected a number such as `3`, `0.25` or `1/3`");
                self.report(cell.span, message, None);
                return None;
            }
        };
        Some(self.make(cell, kind))
    }

    fn make(&mut self, cell: &Cell, kind: ExprKind) -> Expr {
        let id = ExprId(self.expressions);
        self.expressions += 1;
        Expr { id, span: cell.span, depth: 1, kind }
    }
}

impl Sheet {
    /// The column of that name, which is not the first.
    fn column(&self, name: &str) -> Option<usize> {
        let named = |cell: &Cell| cell.text == name || name_of(&cell.text) == name;
        self.header.iter().skip(1).position(named).map(|place| place + 1)
    }
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// `abyssal_whip` of `Abyssal whip`, `coin` of `Coin`: all in small letters.
fn name_of(text: &str) -> String {
    if is_name(text) {
        return text.to_lowercase();
    }
    let plain: String = text.chars().filter(|letter| !matches!(letter, '\'' | '\u{2019}')).collect();
    let words = plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// The rows of a text, without those that are empty.
fn cells(file: FileId, text: &str) -> Vec<Vec<Cell>> {
    let (mut reader, bytes) = (Reader::new(), text.as_bytes());
    let mut buffer = vec![0; bytes.len() + 1];
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    let (mut start, mut at, mut filled) = (0, 0, 0);
    loop {
        let (rest, room) =
            (bytes.get(at..).unwrap_or_default(), buffer.get_mut(filled..).unwrap_or_default());
        let (result, read, written) = reader.read_field(rest, room);
        (at, filled) = (at + read, filled + written);
        match result {
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::Field { record_end } => {
                let content = String::from_utf8_lossy(buffer.get(..filled).unwrap_or_default());
                let span = Span::new(file, place(text, start, at));
                row.push(Cell { text: content.trim().to_owned(), span });
                (start, filled) = (at, 0);
                if record_end {
                    rows.push(std::mem::take(&mut row));
                }
            }
            ReadFieldResult::OutputFull | ReadFieldResult::End => return rows,
        }
    }
}

/// Where the content of a cell stands, of which the bytes with what is around it are known.
fn place(text: &str, start: usize, end: usize) -> std::ops::Range<usize> {
    let raw = text.get(start..end).unwrap_or_default();
    let begins = raw.trim_start_matches(['\u{feff}', '\r', '\n', ' ', '\t']);
    let first = end - begins.len();
    let content = begins.trim_end_matches(['\r', '\n']);
    let content = content.strip_suffix(',').unwrap_or(content).trim_end();
    if content.is_empty() { start..(start + 1).min(text.len()) } else { first..first + content.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let rows = cells(FileId::default(), text);
        rows.into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn cells_are_those_of_a_spreadsheet() {
        let expected = [["a", "b"], ["1, 2", "say \"x\""], ["", "3"]];
        let written = "\u{feff}a,b\r\n\r\n\"1, 2\",\"say \"\"x\"\"\"\r\n, 3";
        assert_eq!(texts(written), expected.map(|row| row.map(str::to_owned).to_vec()).to_vec());
        assert!(texts("").is_empty());
    }

    #[test]
    fn a_cell_knows_its_place() {
        let text = "a,b\r\n\"x, y\", 30\r\nz,\n";
        let found: Vec<&str> = cells(FileId::default(), text)
            .iter()
            .flatten()
            .map(|cell| text.get(cell.span.range()).unwrap_or_default())
            .collect();
        assert_eq!(found, ["a", "b", "\"x, y\"", "30", "z", "\n"]);
    }

    #[test]
    fn names_are_made_of_what_people_read() {
        assert_eq!(name_of("Abyssal whip"), "abyssal_whip");
        assert_eq!(name_of("Dragon's eye (3)"), "dragons_eye_3");
        assert_eq!(name_of("Coin"), "coin");
        assert_eq!(name_of("old_key"), "old_key");
    }
}
