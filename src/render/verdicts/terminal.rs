//! Findings in the manner of a compiler: the line, a caret under the figure, and why.

use super::super::paint::{BOLD, RESET};
use super::super::wrap;
use super::{VerdictStyle, advice, summary};
use crate::diagnostic::{one_line, printable_line};
use crate::document::verify::accepted_text;
use crate::verify::{Checked, Level, LocatedFinding, Verdict};

fn tint(level: Level) -> &'static str {
    match level {
        Level::Error => "\u{1b}[1;31m",
        Level::Warning => "\u{1b}[1;33m",
        Level::Note => "\u{1b}[1;36m",
    }
}

pub(super) fn render(checked: &Checked, look: &VerdictStyle<'_>) -> String {
    let mut out = String::new();
    let shown = checked.findings.iter().filter(|found| look.all || found.is_news());
    let (open, judged): (Vec<&LocatedFinding>, Vec<&LocatedFinding>) =
        shown.partition(|found| found.finding.verdict == Verdict::Unclassified && !found.finding.is_doubt);
    for found in judged {
        out.push_str(&one(found, look));
        out.push('\n');
    }
    out.push_str(&unclassified(&open, look));
    let counts = summary(checked, (!look.all).then_some(look.list_all).flatten());
    out.push_str(&continued(&counts, look.style.width));
    out
}

/// One finding: its line, the source with a caret, and the notes.
fn one(found: &LocatedFinding, look: &VerdictStyle<'_>) -> String {
    let style = look.style;
    let finding = &found.finding;
    let level = finding.level();
    let (tinted, bold, reset) = if style.color { (tint(level), BOLD, RESET) } else { ("", "", "") };
    let head = format!(
        "{bold}{}:{}:{}:{reset} {tinted}{}[{}]:{reset} {bold}{}{reset}\n",
        printable_line(&found.file),
        found.line,
        found.column,
        level.name(),
        finding.code,
        printable_line(&finding.message)
    );
    let mut out = continued(&head, style.width);
    let number = found.line.to_string();
    let gutter = " ".repeat(number.len());
    let (source, caret) = clipped(found, style.width.saturating_sub(number.len() + 4));
    out.push_str(&format!("{number} | {source}\n{gutter} | {caret}\n"));
    let mut notes: Vec<String> = finding.notes.clone();
    // Where other rules bear a figure out they are the finding; else they are one more thing to know.
    let elsewhere = (!finding.verdict.is_right() && !finding.holds.is_empty())
        .then(|| format!("right under {}", finding.holds.join(", ")));
    if finding.verdict == Verdict::Depends || look.verbose {
        notes.extend(elsewhere);
    }
    notes.extend(advice(found).map(|write| match look.mend.filter(|_| finding.fix.is_some()) {
        Some(mends) => format!("{write}; {mends}"),
        None => write,
    }));
    if look.verbose {
        notes.extend(finding.details.iter().cloned());
        if !finding.verdict.is_right() {
            notes.extend(accepted_text(finding).map(|text| format!("{} would be {text}", finding.stated)));
        }
    }
    notes.iter().for_each(|note| out.push_str(&noted(note, gutter.len(), style.width)));
    out
}

/// A long head in several lines, the further ones set in.
fn continued(head: &str, width: usize) -> String {
    let plain = head.trim_end();
    if plain.chars().count() <= width {
        return head.to_owned();
    }
    let wrapped = wrap(plain, width.saturating_sub(4));
    let mut lines = wrapped.lines();
    let mut out = format!("{}\n", lines.next().unwrap_or_default());
    lines.for_each(|line| out.push_str(&format!("    {line}\n")));
    out
}

/// The part of the source line around the figure that fits, and the carets under it.
fn clipped(found: &LocatedFinding, width: usize) -> (String, String) {
    let clean: Vec<char> = one_line(&found.source).chars().collect();
    let start = found.source_column.saturating_sub(1).min(clean.len());
    let end = (start + found.end_column.saturating_sub(found.column)).min(clean.len());
    let length = (end - start).max(1);
    if clean.len() <= width {
        let caret = format!("{}{}", " ".repeat(start), "^".repeat(length));
        return (clean.iter().collect(), caret);
    }
    let room = width.saturating_sub(2).max(10);
    let first = start.saturating_sub(room.saturating_sub(length) / 2).min(clean.len().saturating_sub(room));
    let last = (first + room).min(clean.len());
    let (before, after) = (if first > 0 { "…" } else { "" }, if last < clean.len() { "…" } else { "" });
    let text: String = clean[first..last].iter().collect();
    let offset = start - first + before.chars().count();
    let length = length.min(room.saturating_sub(start - first)).max(1);
    (format!("{before}{text}{after}"), format!("{}{}", " ".repeat(offset), "^".repeat(length)))
}

/// Figures that nothing explains, in few lines.
fn unclassified(founds: &[&LocatedFinding], look: &VerdictStyle<'_>) -> String {
    if founds.is_empty() {
        return String::new();
    }
    let several = founds.iter().any(|found| found.file != founds[0].file);
    let pages = founds.chunk_by(|found, next| found.file == next.file).map(|founds| {
        let figures = founds
            .iter()
            .map(|found| format!("{}:{} {}", found.line, found.column, found.finding.stated))
            .collect::<Vec<_>>();
        let further: usize = founds.iter().map(|found| found.finding.further).sum();
        let further = if further > 0 { format!(", and {further} more") } else { String::new() };
        // Of a single page the findings say which it is.
        let page = if several { format!("{}: ", founds[0].file) } else { String::new() };
        let text =
            format!("{page}note[unclassified]: nothing says what these are: {}{further}", figures.join(", "));
        let width = look.style.width;
        format!("{}\n{}\n", wrap(&printable_line(&text), width), nearest(founds, look))
    });
    pages.collect()
}

/// What is known of figures that nothing explains, a line each.
fn nearest(founds: &[&LocatedFinding], look: &VerdictStyle<'_>) -> String {
    /// So many of a page are shown to who does not ask for more.
    const MOST: usize = 10;
    let mut lines = founds.iter().flat_map(|found| {
        let finding = &found.finding;
        let details = finding.details.iter().filter(|_| look.verbose);
        let notes = finding
            .notes
            .iter()
            .map(|note| format!("{}:{} {}: {note}", found.line, found.column, finding.stated));
        notes.chain(details.cloned())
    });
    let most = if look.verbose { usize::MAX } else { MOST };
    let mut shown: Vec<String> = lines.by_ref().take(most).collect();
    let further = lines.count();
    shown.extend((further > 0).then(|| format!("and {further} more such notes")));
    shown.iter().map(|line| noted(line, 1, look.style.width)).collect()
}

/// A note behind its sign, in several lines where it is long, all so far from the margin.
fn noted(note: &str, margin: usize, width: usize) -> String {
    let text = wrap(&format!("= {}", printable_line(note)), width.saturating_sub(margin + 1));
    let line = |(index, line): (usize, &str)| {
        format!("{} {}{line}\n", " ".repeat(margin), if index == 0 { "" } else { "  " })
    };
    text.lines().enumerate().map(line).collect()
}
