//! Pages as files: Markdown with pictures beside it, and wikitext.

use super::{File, Page, Section};
use crate::render::{Format, Style, plot, render};

/// What stands at the head of every page.
pub(super) const MADE: &str = "<!-- Made by `trueodds report` from data/; changes here are lost. -->\n\n";

/// The files of a page.
pub(super) fn page(page: &Page, templates: Vec<String>) -> Vec<File> {
    let mut files = vec![
        File { path: format!("{}.md", page.path), text: markdown(page) },
        File { path: format!("{}.wikitext", page.path), text: wikitext(page, templates) },
    ];
    for picture in page.sections.iter().filter_map(|section| section.picture.as_ref()) {
        let text = plot(&picture.plot, Format::Svg, &Style::default());
        files.push(File { path: format!("{}-{}.svg", page.path, picture.name), text });
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
        for words in &section.words {
            out.push_str(&format!("\n{words}\n"));
        }
        if let Some(picture) = &section.picture {
            let title = picture.plot.title.to_plain().replace(['[', ']'], "");
            out.push_str(&format!("\n![{title}]({own}-{}.svg)\n", picture.name));
        }
        out.push_str(&parts(section, Format::Markdown, &Style::default()));
    }
    out
}

fn wikitext(page: &Page, templates: Vec<String>) -> String {
    let style = Style { templates, cite: true, ..Style::default() };
    let mut out = String::new();
    for section in page.sections.iter().filter(|section| !section.parts.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("== {} ==\n", section.title));
        out.push_str(&parts(section, Format::Wikitext, &style));
    }
    out
}

fn parts(section: &Section, format: Format, style: &Style) -> String {
    let texts = section.parts.iter().map(|part| render(part, format, style));
    texts.filter(|text| !text.trim().is_empty()).map(|text| format!("\n{text}")).collect()
}

/// The list of all pages.
pub(super) fn index(pages: &[(String, String)]) -> File {
    let mut text = format!(
        "{MADE}# Reports\n\nWhat `trueodds report` makes from data/: for each mechanic its law, how it moves, each item alone, the long\nrun, and what editions change, as a page and as wikitext to paste. Every figure is exact or marked with `~`.\n`trueodds report --check` says which of these files are not what the data give.\n\n"
    );
    for (path, label) in pages {
        text.push_str(&format!("- [{label}]({path}.md) (`{path}`), [wikitext]({path}.wikitext)\n"));
    }
    text.push_str("- [Claims of the pages, under every rule set](claims.md)\n");
    File { path: "README.md".to_owned(), text }
}
