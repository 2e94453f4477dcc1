//! Findings about figures: in the manner of a compiler, and as formats of continuous integration want them.

use serde_json::json;

use super::{Format, Style};
use crate::diagnostic::{one_line, printable, printable_line};
use crate::verify::{Checked, Item, Level, Verdict, accepted_text};

/// The text of findings in a format; it ends with a line break, where it is not empty.
///
/// `all` lists right figures too. Colour is only used on a terminal.
#[must_use]
pub fn verdicts(checked: &Checked, format: Format, style: &Style, all: bool, color: bool) -> String {
    match format {
        Format::Terminal => terminal(checked, style, all, color),
        Format::Github => github(checked),
        Format::Sarif => sarif(checked),
        Format::Junit => junit(checked),
        Format::Markdown => printable(&markdown(checked)).into_owned(),
        _ => super::render(&crate::verify::findings_report(checked), format, style),
    }
}

const BOLD: &str = "\u{1b}[1m";
const RESET: &str = "\u{1b}[0m";

fn tint(level: Level) -> &'static str {
    match level {
        Level::Error => "\u{1b}[1;31m",
        Level::Warning => "\u{1b}[1;33m",
        Level::Note => "\u{1b}[1;36m",
    }
}

/// Whether a finding is shown when right figures are not.
fn is_news(item: &Item) -> bool {
    !item.finding.verdict.is_right() && item.finding.verdict != Verdict::Undecided
}

fn terminal(checked: &Checked, style: &Style, all: bool, color: bool) -> String {
    let mut out = String::new();
    let shown = checked.items.iter().filter(|item| all || is_news(item));
    let (open, told): (Vec<&Item>, Vec<&Item>) =
        shown.partition(|item| item.finding.verdict == Verdict::Unclassified);
    for item in told {
        out.push_str(&one(item, style, color));
        out.push('\n');
    }
    out.push_str(&unclassified(&open, style));
    out.push_str(&summary(checked, all));
    out
}

/// One finding: its line, the source with a caret, and the notes.
fn one(item: &Item, style: &Style, color: bool) -> String {
    let finding = &item.finding;
    let level = finding.verdict.level();
    let (tinted, bold, reset) = if color { (tint(level), BOLD, RESET) } else { ("", "", "") };
    let head = format!(
        "{bold}{}:{}:{}:{reset} {tinted}{}[{}]:{reset} {bold}{}{reset}\n",
        printable_line(&item.file),
        item.line,
        item.column,
        level.name(),
        finding.code,
        printable_line(&finding.message)
    );
    let mut out = continued(&head, style.width);
    let number = item.line.to_string();
    let gutter = " ".repeat(number.len());
    let (source, caret) = clipped(item, style.width.saturating_sub(number.len() + 4));
    out.push_str(&format!("{number} | {source}\n{gutter} | {caret}\n"));
    let mut notes: Vec<String> = finding.notes.clone();
    if !finding.verdict.is_right() {
        notes.extend(accepted_text(finding).map(|text| format!("{} would be {text}", finding.stated)));
        if !finding.holds.is_empty() {
            notes.push(format!("right under {}", finding.holds.join(", ")));
        }
    }
    if let Some((_, text)) = &finding.fix {
        notes.push(format!("write {text}; `--fix` does"));
    }
    for note in notes {
        let text = super::wrap(
            &format!("= {}", printable_line(&note)),
            style.width.saturating_sub(gutter.len() + 1),
        );
        for (place, line) in text.lines().enumerate() {
            out.push_str(&format!("{gutter} {}{line}\n", if place == 0 { "" } else { "  " }));
        }
    }
    out
}

/// A long head in several lines, the further ones set in.
fn continued(head: &str, width: usize) -> String {
    let plain = head.trim_end();
    if plain.chars().count() <= width {
        return head.to_owned();
    }
    let wrapped = super::wrap(plain, width.saturating_sub(4));
    let mut lines = wrapped.lines();
    let mut out = format!("{}\n", lines.next().unwrap_or_default());
    lines.for_each(|line| out.push_str(&format!("    {line}\n")));
    out
}

/// The part of the source line around the figure that fits, and the carets under it.
fn clipped(item: &Item, width: usize) -> (String, String) {
    let clean: Vec<char> = one_line(&item.source).chars().collect();
    let start = item.source_column.saturating_sub(1).min(clean.len());
    let end = (start + item.end_column.saturating_sub(item.column)).min(clean.len());
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
fn unclassified(items: &[&Item], style: &Style) -> String {
    if items.is_empty() {
        return String::new();
    }
    let places: Vec<String> =
        items.iter().map(|item| format!("{}:{} {}", item.line, item.column, item.finding.stated)).collect();
    let text = format!("note[unclassified]: nothing says what these are: {}", places.join(", "));
    format!("{}\n\n", super::wrap(&printable_line(&text), style.width))
}

fn summary(checked: &Checked, all: bool) -> String {
    let counts: Vec<String> =
        checked.summary().iter().map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    let undecided = checked.items.iter().any(|item| item.finding.verdict == Verdict::Undecided);
    if undecided && !all {
        return format!("{} (--all lists these)\n", counts.join(", "));
    }
    if counts.is_empty() { "no figures\n".to_owned() } else { format!("{}\n", counts.join(", ")) }
}

/// Annotations of GitHub: one line each, with its own escapes. They stand in a log that people read.
fn github(checked: &Checked) -> String {
    let data = |text: &str| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        printable_line(&text).into_owned()
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let news = checked.items.iter().filter(|item| is_news(item));
    news.map(|item| {
        let level = match item.finding.verdict.level() {
            Level::Note => "notice",
            level => level.name(),
        };
        let mut message = item.finding.message.clone();
        for note in &item.finding.notes {
            message.push('\n');
            message.push_str(note);
        }
        format!(
            "::{level} file={},line={},col={},endColumn={},title={}::{}\n",
            property(&item.file),
            item.line,
            item.column,
            item.end_column,
            property(item.finding.code),
            data(&message)
        )
    })
    .collect()
}

/// SARIF 2.1.0. Fingerprints are made from what is stated and where, and not from the line number, so that
/// they outlive edits above.
fn sarif(checked: &Checked) -> String {
    let news: Vec<&Item> = checked.items.iter().filter(|item| is_news(item)).collect();
    let mut codes: Vec<&str> = news.iter().map(|item| item.finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<_> = codes
        .iter()
        .map(|code| json!({ "id": code, "name": code, "shortDescription": { "text": meaning(code) } }))
        .collect();
    let mut seen: Vec<String> = Vec::new();
    let results: Vec<_> = news
        .iter()
        .map(|item| {
            let finding = &item.finding;
            let claim = item.claim.as_ref().map_or("", |claim| claim.id.as_str());
            let key = format!("{}/{claim}/{}/{}", finding.code, finding.stated, item.source.trim());
            let twin = seen.iter().filter(|other| **other == key).count();
            seen.push(key.clone());
            let level =
                if finding.verdict.level() == Level::Note { "note" } else { finding.verdict.level().name() };
            json!({
                "ruleId": finding.code,
                "ruleIndex": codes.iter().position(|code| *code == finding.code),
                "level": level,
                "message": { "text": message_with_notes(item) },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": uri(&item.file) },
                    "region": {
                        "startLine": item.line,
                        "startColumn": item.column,
                        "endColumn": item.end_column.max(item.column + 1),
                    },
                } }],
                "partialFingerprints": { "figure/v1": fingerprint(&format!("{key}/{twin}")) },
            })
        })
        .collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "trueodds",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

/// What a kind of finding says, in one line.
fn meaning(code: &str) -> &'static str {
    match code {
        "wrong" => "The figure is not what the rules give.",
        "contradicts-code" => "The figure is not what the code printed on the page gives.",
        "contradicts-page" => "Another place of the page says something else, which is right.",
        "depends" => "The figure is right under other rule sets only.",
        "unclassified" => "No claim and no other figure says what the figure is.",
        "wrong-rounding" => "A percentage is not the number beside it, rounded or cut.",
        "wrong-total" => "A total is not what its two chances make.",
        "wrong-width" => "The chance of a band is not its width.",
        "gap" | "overlap" => "The bands of a roll do not meet.",
        "wrong-share" => "Equal shares are not the whole divided by their number.",
        "wrong-complement" => "The parts of a whole do not sum to 1.",
        "wrong-comment" => "A comment is not the constant beside it.",
        "wrong-sum" => "The percentages of a column do not sum to their total.",
        "wrong-sort-key" => "The sort key of a cell is not the number that it shows.",
        "wrong-direction" => "A range that is said to grow shrinks, or the other way round.",
        "impossible-chance" => "A chance is above 1.",
        _ => "A finding about a figure.",
    }
}

fn message_with_notes(item: &Item) -> String {
    let mut lines = vec![item.finding.message.clone()];
    lines.extend(item.finding.notes.iter().cloned());
    lines.join("\n")
}

/// A path as a URI: what is not plain is written in bytes.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    path.replace('\\', "/")
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// FNV-1a, which says the same on every machine.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// JUnit: a test for each figure, failed where it is an error; open ones are skipped.
fn junit(checked: &Checked) -> String {
    let failed = |item: &&Item| item.finding.verdict.level() == Level::Error;
    let skipped = |item: &&Item| matches!(item.finding.verdict, Verdict::Undecided | Verdict::Unclassified);
    let failures = checked.items.iter().filter(failed).count();
    let skips = checked.items.iter().filter(skipped).count();
    let total = checked.items.len();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{total}\" failures=\"{failures}\" skipped=\"{skips}\">\n  \
         <testsuite name=\"trueodds verify\" tests=\"{total}\" failures=\"{failures}\" skipped=\"{skips}\">\n"
    );
    for item in &checked.items {
        let claim = item.claim.as_ref().map_or(item.finding.code, |claim| claim.id.as_str());
        let name = format!("{claim} at {}:{}: {}", item.line, item.column, item.finding.stated);
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
            xml(&item.file),
            xml(&name),
            xml(&item.file),
            item.line
        ));
        if failed(&item) {
            out.push_str(&format!(
                ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                item.finding.code,
                xml(&item.finding.message),
                xml(&message_with_notes(item))
            ));
        } else if skipped(&item) {
            out.push_str(&format!(
                ">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                xml(&item.finding.message)
            ));
        } else {
            out.push_str("/>\n");
        }
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// Text in XML; characters that XML does not know are left out.
fn xml(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\n' => "&#10;".to_owned(),
            _ => c.to_string(),
        })
        .collect()
}

/// A table of what is not right, and the counts.
fn markdown(checked: &Checked) -> String {
    let escape = |text: &str| {
        text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;")
    };
    let mut out = String::new();
    let news: Vec<&Item> = checked.items.iter().filter(|item| is_news(item)).collect();
    if !news.is_empty() {
        out.push_str(
            "| Place | Stated | Exact | Verdict | About | Right under |\n|---|---|---|---|---|---|\n",
        );
    }
    for item in news {
        let about = item.claim.as_ref().map_or(item.finding.message.as_str(), |claim| claim.about.as_str());
        out.push_str(&format!(
            "| {}:{}:{} | {} | {} | {} | {} | {} |\n",
            escape(&item.file),
            item.line,
            item.column,
            escape(&item.finding.stated),
            escape(&item.finding.exact),
            item.finding.code,
            escape(about),
            item.finding.holds.join(", ")
        ));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&summary(checked, true));
    out
}
