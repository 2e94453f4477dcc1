//! Findings as a table of Markdown.

use super::summary;
use crate::document::verify::about_and_why;
use crate::verify::{Checked, LocatedFinding};

/// A table of what is not right, and the counts.
pub(super) fn render(checked: &Checked) -> String {
    let escape = |text: &str| {
        text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;")
    };
    let mut out = String::new();
    let news: Vec<&LocatedFinding> = checked.findings.iter().filter(|found| found.is_news()).collect();
    if !news.is_empty() {
        out.push_str(
            "| Place | Stated | Exact | Verdict | About | Right under |\n|---|---|---|---|---|---|\n",
        );
    }
    for found in news {
        out.push_str(&format!(
            "| {}:{}:{} | {} | {} | {} | {} | {} |\n",
            escape(&found.file),
            found.line,
            found.column,
            escape(&found.finding.stated),
            escape(&found.finding.exact),
            found.finding.code,
            escape(&about_and_why(found)),
            found.finding.holds.join(", ")
        ));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&summary(checked, None));
    out
}
