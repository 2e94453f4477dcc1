//! Findings as SARIF 2.1.0.

use std::collections::HashMap;

use serde_json::json;

use super::message_with_notes;
use crate::verify::{Checked, Level, LocatedFinding, Replacement};

/// SARIF 2.1.0. Fingerprints are made from what is stated and where, and not from the line number, so that
/// they outlive edits above.
pub(super) fn render(checked: &Checked) -> String {
    let news: Vec<&LocatedFinding> = checked.findings.iter().filter(|found| found.is_news()).collect();
    let mut codes: Vec<&str> = news.iter().map(|found| found.finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<_> = codes
        .iter()
        .map(|code| json!({ "id": code, "name": code, "shortDescription": { "text": meaning(code) } }))
        .collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let results: Vec<_> = news
        .iter()
        .map(|found| {
            let finding = &found.finding;
            let claim = found.claim.as_ref().map_or("", |claim| claim.id.as_str());
            let key = format!("{}/{claim}/{}/{}", finding.code, finding.stated, found.source.trim());
            let fingerprinted = format!("{key}/{}", seen.get(&key).copied().unwrap_or_default());
            *seen.entry(key).or_default() += 1;
            let level = if finding.level() == Level::Note { "note" } else { finding.level().name() };
            let mut result = json!({
                "ruleId": finding.code,
                "ruleIndex": codes.iter().position(|code| *code == finding.code),
                "level": level,
                "message": { "text": message_with_notes(found) },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": uri(&found.file) },
                    "region": {
                        "startLine": found.line,
                        "startColumn": found.column,
                        "endColumn": found.end_column.max(found.column + 1),
                    },
                } }],
                "partialFingerprints": { "figure/v1": fingerprint(&fingerprinted) },
            });
            if let (Some(own), Some(replacement)) = (result.as_object_mut(), &found.replacement) {
                own.insert("fixes".to_owned(), json!([fix(found, replacement)]));
            }
            result
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

/// What mends a figure, as readers of SARIF offer it.
fn fix(found: &LocatedFinding, replacement: &Replacement) -> serde_json::Value {
    json!({
        "description": { "text": format!("Write {}", replacement.text) },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&found.file) },
            "replacements": [{
                "deletedRegion": {
                    "startLine": replacement.from.0,
                    "startColumn": replacement.from.1,
                    "endLine": replacement.to.0,
                    "endColumn": replacement.to.1,
                },
                "insertedContent": { "text": replacement.text },
            }],
        }],
    })
}

/// What a kind of finding says, in one line.
fn meaning(code: &str) -> &'static str {
    match code {
        "wrong" => "The figure is not what the rules give.",
        "contradicts-code" => "The figure is not what the code printed on the page gives.",
        "contradicts-page" => "Another place of the page says something else, which is right.",
        "depends" => "The figure is right under other rule sets only.",
        "unclassified" => "No claim and no other figure says what the figure is.",
        "doubtful" => "Nothing that the words of the figure name gives it.",
        "wrong-column" | "wrong-list" => "The figures are those of something else than their words name.",
        "wrong-rounding" => "A percentage is not the number beside it, rounded or cut.",
        "wrong-total" => "A total is not what its two chances make.",
        "wrong-result" => "A result is not what the numbers before its sign make.",
        "wrong-width" => "The chance of a band is not its width.",
        "gap" | "overlap" => "The bands of a roll do not meet.",
        "wrong-share" => "Equal shares are not the whole divided by their number.",
        "wrong-complement" => "The parts of a whole do not sum to 1.",
        "wrong-comment" => "A comment is not the constant beside it.",
        "wrong-sum" => "The percentages of a column do not sum to their total.",
        "wrong-running-sum" => "A sum up to a row is not that of the percentages beside it.",
        "wrong-sort-key" => "The sort key of a cell is not the number that it shows.",
        "wrong-direction" => "What is said to grow shrinks, or the other way round.",
        "impossible-chance" => "A chance is above 1.",
        "no-change" => "Both sides of a change are the same.",
        _ => "A finding about a figure.",
    }
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
