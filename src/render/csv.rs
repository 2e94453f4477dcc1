//! Comma-separated records.

use crate::query::Report;

pub(super) fn render(report: &Report) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for record in &report.records {
        // Writing to memory does not fail.
        let _ = writer.write_record(record);
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
