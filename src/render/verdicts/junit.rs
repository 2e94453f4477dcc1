//! Findings as JUnit XML.

use super::message_with_notes;
use crate::verify::{Checked, Level, LocatedFinding, Verdict};

/// JUnit: a test for each figure, failed where it is an error; open ones are skipped.
pub(super) fn render(checked: &Checked) -> String {
    let failed = |found: &&LocatedFinding| found.finding.level() == Level::Error;
    let skipped =
        |found: &&LocatedFinding| matches!(found.finding.verdict, Verdict::Undecided | Verdict::Unclassified);
    let failures = checked.findings.iter().filter(failed).count();
    let skips = checked.findings.iter().filter(skipped).count();
    let total = checked.findings.len();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{total}\" failures=\"{failures}\" skipped=\"{skips}\">\n  \
         <testsuite name=\"trueodds verify\" tests=\"{total}\" failures=\"{failures}\" skipped=\"{skips}\">\n"
    );
    for found in &checked.findings {
        let claim = found.claim.as_ref().map_or(found.finding.code, |claim| claim.id.as_str());
        let name = format!("{claim} at {}:{}: {}", found.line, found.column, found.finding.stated);
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
            xml(&found.file),
            xml(&name),
            xml(&found.file),
            found.line
        ));
        if failed(&found) {
            out.push_str(&format!(
                ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                found.finding.code,
                xml(&found.finding.message),
                xml(&message_with_notes(found))
            ));
        } else if skipped(&found) {
            out.push_str(&format!(
                ">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                xml(&found.finding.message)
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
