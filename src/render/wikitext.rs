//! MediaWiki tables.
//!
//! The sorter of MediaWiki understands neither `~22%` nor `27/125`, so every number carries its sort
//! value. A space stands before the contents of every cell: `|-20%` would be a new row.

use std::io;

use super::Style;
use super::markup::{self, Markup};
use super::number::sort_value;
use crate::document::Document;
use crate::document::block::{Cell, Row, Span, Table, Text};

pub(super) fn write(document: &dyn Document, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let cited = || format!("<ref>{}</ref>", escape(&document.citation()));
    let reference = if style.cite { cited() } else { String::new() };
    markup::write(&Wikitext { style, reference }, document, out)
}

struct Wikitext<'a> {
    style: &'a Style,
    /// What stands behind answers and captions.
    reference: String,
}

impl Markup for Wikitext<'_> {
    fn style(&self) -> &Style {
        self.style
    }

    fn words(&self, text: &Text) -> String {
        words(text, self.style)
    }

    fn heading(&self, text: &str) -> String {
        format!("== {text} ==\n")
    }

    /// In prose wikis write whole percentages: 27/125 (~22%).
    fn answer(&self, _question: &Text, answer: &Cell) -> String {
        let whole = matches!(answer, Cell::Probability(..)).then_some(0);
        let style = Style { digits: self.style.digits.or(whole), ..self.style.clone() };
        format!("{}{}\n", style.answer(answer, |text| self.words(text)), self.reference)
    }

    fn table(&self, table: &Table<'_>) -> String {
        let head = markup::head(table, "|-\n", |cell| {
            format!("! {} | {}\n", markup::head_attributes(cell), self.words(cell.text))
        });
        let caption = self.words(&table.caption);
        format!("{{| class=\"wikitable sortable\"\n|+ {caption}{}\n|-\n{head}", self.reference)
    }

    fn row(&self, row: &Row) -> String {
        let class = if row.total { " class=\"sortbottom\"" } else { "" };
        let mut out = format!("|-{class}\n! scope=\"row\" | {}\n", self.words(&row.label));
        for cell in &row.cells {
            let text = self.style.cell(cell, |text| self.words(text));
            // The characters that a number may have and a wiki would read as markup.
            let text = if matches!(cell, Cell::Text(_)) { text } else { text.replace('<', "&lt;") };
            match sort_value(cell) {
                Some(value) => out.push_str(&format!("| data-sort-value=\"{value}\" | {text}\n")),
                None => out.push_str(&format!("| {text}\n")),
            }
        }
        out
    }

    fn table_end(&self) -> &'static str {
        "|}\n"
    }
}

/// Words, with templates where this wiki has them.
fn words(text: &Text, style: &Style) -> String {
    let span = |span: &Span| match &span.template {
        Some(template) if style.templates.iter().any(|known| known == template_name(template)) => {
            template.clone()
        }
        _ if span.raw => span.plain.clone(),
        _ => escape_marks(&span.plain),
    };
    let words: String = text.0.iter().map(span).collect();
    if text.0.first().is_some_and(|span| span.raw) { words } else { escape_first(&words) }
}

/// `p` of `{{p|Bomb}}`
fn template_name(template: &str) -> &str {
    let inner = template.trim_start_matches('{').trim_end_matches('}');
    inner.split('|').next().unwrap_or_default().trim()
}

/// Text in which nothing is markup.
pub(super) fn escape(text: &str) -> String {
    escape_first(&escape_marks(text))
}

/// Some characters begin a list or a heading where they stand first.
fn escape_first(text: &str) -> String {
    match text.chars().next() {
        Some(c @ ('*' | '#' | ':' | ';' | '=' | '!')) => {
            format!("&#{};{}", u32::from(c), &text[c.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

fn escape_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let run = previous == c || next == Some(c);
        let markup = match c {
            '|' | '[' | ']' | '{' | '}' | '<' | '>' | '&' => true,
            // Runs are bold, signatures and magic words; alone they are letters.
            '\'' | '~' | '_' | '!' => run,
            _ => false,
        };
        if markup {
            out.push_str(&format!("&#{};", u32::from(c)));
        } else {
            out.push(c);
        }
        previous = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_wiki_would_interpret_is_escaped() {
        assert_eq!(escape("a|b"), "a&#124;b");
        assert_eq!(escape("Lil' battery"), "Lil' battery");
        assert_eq!(escape("''bold''"), "&#39;&#39;bold&#39;&#39;");
        assert_eq!(escape("* item"), "&#42; item");
        assert_eq!(escape("{{x}}"), "&#123;&#123;x&#125;&#125;");
        assert_eq!(escape("<b>"), "&#60;b&#62;");
    }

    #[test]
    fn what_an_editor_wrote_stands_as_it_is() {
        let caption = Text::raw("* [[Chest]]s by '''Luck''' <br>");
        assert_eq!(words(&caption, &Style::default()), "* [[Chest]]s by '''Luck''' <br>");
    }

    #[test]
    fn a_template_is_written_only_where_the_wiki_has_it() {
        let label = Text::label("Bomb", Some(&"{{p|Bomb}}".to_owned()));
        let style = Style { templates: vec!["p".to_owned()], ..Style::default() };
        assert_eq!(words(&label, &style), "{{p|Bomb}}");
        assert_eq!(words(&label, &Style::default()), "Bomb");
    }
}
