//! Findings about figures: in the manner of a compiler, and as formats of continuous integration want them.

mod github;
mod junit;
mod markdown;
mod sarif;
mod terminal;

use std::io;

use super::{Format, Style};
use crate::diagnostic::printable;
use crate::document::verify::{FindingsDocument, counts};
use crate::verify::{Checked, LocatedFinding, Verdict};

/// How findings look. What a reader can do about them is put in words by whoever shows them: only a command line
/// has options to name.
#[derive(Debug, Clone, Copy)]
pub struct VerdictStyle<'a> {
    /// How numbers and tables look.
    pub style: &'a Style,
    /// Whether right figures are listed too.
    pub all: bool,
    /// Whether what was asked, the reading and the interval are said too.
    pub verbose: bool,
    /// What mends a wrong rounding, said behind its right text.
    pub mend: Option<&'a str>,
    /// What lists the figures that are left out, said behind the counts.
    pub list_all: Option<&'a str>,
}

/// Writes findings in a format; the text ends with a line break, where it is not empty. What steers a terminal or
/// breaks a line of an annotation is cleaned away; JSON escapes it.
///
/// # Errors
/// Where writing fails.
pub fn write_verdicts(
    checked: &Checked,
    format: Format,
    look: &VerdictStyle<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let text = match format {
        Format::Terminal => terminal::render(checked, look),
        Format::Github => github::render(checked),
        Format::Sarif => sarif::render(checked),
        Format::Junit => junit::render(checked),
        Format::Markdown => printable(&markdown::render(checked)).into_owned(),
        _ => return super::write(&FindingsDocument(checked), format, look.style, out),
    };
    out.write_all(text.as_bytes())
}

/// How many figures have each verdict, and what lists those that are left out.
fn summary(checked: &Checked, list_all: Option<&str>) -> String {
    let counts = counts(checked);
    let undecided = checked.findings.iter().any(|found| found.finding.verdict == Verdict::Undecided);
    match list_all.filter(|_| undecided) {
        Some(advice) => format!("{counts} ({advice})\n"),
        None if counts.is_empty() => "no figures\n".to_owned(),
        None => format!("{counts}\n"),
    }
}

fn message_with_notes(found: &LocatedFinding) -> String {
    let mut lines = vec![found.finding.message.clone()];
    lines.extend(found.finding.notes.iter().cloned());
    lines.extend(advice(found));
    lines.join("\n")
}

/// What to write instead.
fn advice(found: &LocatedFinding) -> Option<String> {
    let finding = &found.finding;
    let text = finding.fix.as_ref().map(|(_, text)| text).or(finding.instead.as_ref())?;
    Some(format!("write {text}"))
}
