//! What all markup languages have in common: a document block by block, a table row by row.

use std::io;

use super::Style;
use crate::document::Document;
use crate::document::block::{Block, Cell, HeadCell, Row, Table, Text, head_rows};

/// A markup language. To add one, write these parts and a line in [`super::write`].
pub(super) trait Markup {
    /// The style that numbers are written in.
    fn style(&self) -> &Style;

    /// Words in which nothing is markup.
    fn words(&self, text: &Text) -> String;

    /// A title.
    fn heading(&self, text: &str) -> String;

    /// Some words that stand apart.
    fn paragraph(&self, text: &str) -> String {
        format!("{text}\n")
    }

    /// The value of an answer or statement, as it stands in running text.
    fn value(&self, cell: &Cell) -> String {
        self.style().answer(cell, |text| self.words(text))
    }

    /// A question and its answer.
    fn answer(&self, question: &Text, answer: &Cell) -> String;

    /// A table down to its head.
    fn table(&self, table: &Table<'_>) -> String;

    /// A row.
    fn row(&self, row: &Row) -> String;

    /// The end of a table.
    fn table_end(&self) -> &'static str;

    /// What stands between blocks.
    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Writes the blocks of a document.
pub(super) fn write(markup: &dyn Markup, document: &dyn Document, out: &mut dyn io::Write) -> io::Result<()> {
    let blocks = document.blocks();
    // Whoever may ask for reasons is the one who asked, and hears all.
    let asides = markup.style().reason.is_some();
    let blocks = blocks.iter().filter(|block| asides || !matches!(block, Block::Aside(_)));
    for (index, block) in blocks.enumerate() {
        if index > 0 {
            out.write_all(markup.between().as_bytes())?;
        }
        let text = match block {
            Block::Heading(text) => markup.heading(&markup.words(text)),
            Block::Paragraph(text) | Block::Aside(text) | Block::Command(text) => {
                markup.paragraph(&markup.words(text))
            }
            Block::Answer { question, answer } => markup.answer(question, answer),
            Block::Statement { subject, value } => {
                markup.paragraph(&format!("{}: {}", markup.words(subject), markup.value(value)))
            }
            Block::Table(table) => self::table(markup, table, out)?,
        };
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Writes a table but for its end.
fn table(markup: &dyn Markup, table: &Table<'_>, out: &mut dyn io::Write) -> io::Result<String> {
    out.write_all(markup.table(table).as_bytes())?;
    for row in table.rows.iter() {
        out.write_all(markup.row(&row).as_bytes())?;
    }
    Ok(markup.table_end().to_owned())
}

/// The head of a table row by row, each cell as a language writes it, with what stands between rows.
pub(super) fn head(table: &Table<'_>, between: &str, cell: impl Fn(&HeadCell<'_>) -> String) -> String {
    let rows = head_rows(&table.header.iter().collect::<Vec<_>>());
    let rows = rows.iter().map(|row| row.iter().map(&cell).collect::<String>());
    rows.collect::<Vec<_>>().join(between)
}

/// `scope="colgroup" colspan="3"`: what a cell of a head stands above, and whether its column is sorted by numbers.
pub(super) fn head_attributes(cell: &HeadCell<'_>) -> String {
    if cell.is_group {
        return format!("scope=\"colgroup\" colspan=\"{}\"", cell.columns);
    }
    let rows = if cell.rows > 1 { format!(" rowspan=\"{}\"", cell.rows) } else { String::new() };
    let sort = if cell.numeric { " data-sort-type=\"number\"" } else { "" };
    format!("scope=\"col\"{rows}{sort}")
}
