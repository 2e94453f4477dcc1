//! Comma-separated records.

use std::io;

use crate::document::Document;

pub(super) fn write(document: &dyn Document, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(out);
    for record in document.records() {
        writer.write_record(&record)?;
    }
    writer.flush()
}
