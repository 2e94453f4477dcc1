//! Findings as annotations of GitHub.

use super::message_with_notes;
use crate::diagnostic::printable_line;
use crate::verify::{Checked, Level};

/// Annotations of GitHub: one line each, with its own escapes.
pub(super) fn render(checked: &Checked) -> String {
    let data = |text: &str| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        printable_line(&text).into_owned()
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let news = checked.findings.iter().filter(|found| found.is_news());
    news.map(|found| {
        let level = match found.finding.level() {
            Level::Note => "notice",
            level => level.name(),
        };
        let message = message_with_notes(found);
        format!(
            "::{level} file={},line={},col={},endColumn={},title={}::{}\n",
            property(&found.file),
            found.line,
            found.column,
            found.end_column,
            property(found.finding.code),
            data(&message)
        )
    })
    .collect()
}
