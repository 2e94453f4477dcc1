//! JSON, indented.

use std::io;

use crate::document::Document;

pub(super) fn write(document: &dyn Document, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &*document.data())?;
    out.write_all(b"\n")
}
