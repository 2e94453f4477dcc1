//! Pages as files: Markdown with pictures beside it, and wikitext.

use super::{File, Page, Part, Section};
use crate::document::{Block, Data, Document, Header, Records, Row, Table, Text};
use crate::render::{Format, Style, render};

/// What stands at the head of every page.
pub(super) const MADE: &str = "<!-- Made by `trueodds report` from data/; changes here are lost. -->\n\n";

/// The files of a page.
pub(super) fn page(page: &Page) -> Vec<File> {
    let mut files = vec![
        File { path: format!("{}.md", page.path), text: markdown(page) },
        File { path: format!("{}.wikitext", page.path), text: wikitext(page) },
    ];
    for picture in page.sections.iter().filter_map(|section| section.picture.as_ref()) {
        files.push(File { path: format!("{}-{}.svg", page.path, picture.name), text: picture.svg.clone() });
    }
    files
}

fn markdown(page: &Page) -> String {
    let own = page.path.rsplit('/').next().unwrap_or(&page.path);
    let mut out = format!(
        "{MADE}# {}\n\nExact odds of `{}`. Ready to paste: [{own}.wikitext]({own}.wikitext).\n",
        page.label, page.path
    );
    for section in &page.sections {
        out.push_str(&format!("\n## {}\n", section.title));
        if !section.command.is_empty() {
            out.push_str(&format!("\n```sh\n{}\n```\n", section.command));
        }
        out.push_str(&words(section, Format::Markdown));
        if let Some(picture) = &section.picture {
            let title = picture.title.replace(['[', ']'], "");
            out.push_str(&format!("\n![{title}]({own}-{}.svg)\n", picture.name));
        }
        out.push_str(&parts(section, |part| &part.markdown));
    }
    out
}

fn wikitext(page: &Page) -> String {
    let mut out = String::new();
    for section in
        page.sections.iter().filter(|section| !section.parts.is_empty() || !section.words.is_empty())
    {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("== {} ==\n", section.title));
        out.push_str(&words(section, Format::Wikitext));
        out.push_str(&parts(section, |part| &part.wikitext));
    }
    out
}

/// What is said, each as a paragraph.
fn words(section: &Section, format: Format) -> String {
    let paragraph = |words: &String| {
        let shown = Shown { content: Content::Words(Text::plain(words)), subject: String::new() };
        format!("\n{}", render(&shown, format, &Style::default()))
    };
    section.words.iter().map(paragraph).collect()
}

fn parts(section: &Section, text: impl Fn(&Part) -> &String) -> String {
    let texts = section.parts.iter().map(text).filter(|text| !text.trim().is_empty());
    texts.map(|text| format!("\n{text}")).collect()
}

/// What a page shows that is no answer by itself: it is for people only.
pub(super) struct Shown {
    pub(super) content: Content,
    pub(super) subject: String,
}

/// What is shown.
pub(super) enum Content {
    Words(Text),
    Table { caption: String, header: Vec<Header>, rows: Vec<Row> },
}

impl Document for Shown {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![match &self.content {
            Content::Words(text) => Block::Paragraph(text.clone()),
            Content::Table { caption, header, rows } => Block::Table(Table {
                caption: Text::plain(caption),
                header: header.clone(),
                rows: rows.iter().cloned().collect(),
            }),
        }]
    }

    fn data(&self) -> Data<'_> {
        Box::new(())
    }

    fn records(&self) -> Records<'_> {
        Box::new(std::iter::empty())
    }

    fn subject(&self) -> String {
        self.subject.clone()
    }
}

/// A document as its tables in every format.
pub(super) struct Tables<'a>(pub(super) &'a dyn Document);

impl Document for Tables<'_> {
    fn blocks(&self) -> Vec<Block<'_>> {
        self.0.blocks()
    }

    fn data(&self) -> Data<'_> {
        self.0.data()
    }

    fn records(&self) -> Records<'_> {
        self.0.records()
    }

    fn subject(&self) -> String {
        self.0.subject()
    }
}

/// The list of all pages, and what is on each.
pub(super) fn index(pages: &[Page]) -> File {
    let mut text = format!(
        "{MADE}# Reports\n\nWhat `trueodds report` makes from data/. A page opens with findings, sentences to post with the commands that\ncompute their figures; then come tables, how the chances move, each item alone, the long run, and what\neditions and texts change. Beside each page stands the same as wikitext, ready to paste. Every figure is exact or\nmarked with `~`. `trueodds report --check` says which of these files are not what the data give.\n\n"
    );
    for page in pages {
        let (path, label) = (&page.path, &page.label);
        text.push_str(&format!("- [{label}]({path}.md) (`{path}`, [wikitext]({path}.wikitext))\n"));
        let titles: Vec<&str> = page.sections.iter().map(|section| section.title.as_str()).collect();
        text.push_str(&format!("  - {}\n", titles.join("\n  - ")));
    }
    text.push_str("- [Claims of the pages](claims.md): what they state that is not right, and every claim under every rule set\n");
    File { path: "README.md".to_owned(), text }
}
