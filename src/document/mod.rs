//! Answers as people, programs and spreadsheets read them.

pub mod verify;

use std::io::{self, Write};

use crate::query::report::Block;

/// An answer in the three shapes that formats are made of. Each is made when it is asked for.
pub trait Document {
    /// What people read.
    fn blocks(&self) -> Vec<Block>;

    /// Writes the JSON document, with `schema` and `kind` first.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The records of the CSV, header first.
    fn records(&self) -> Box<dyn Iterator<Item = Vec<String>> + '_>;

    /// What a citation names: mechanic, rule sets, inputs.
    fn subject(&self) -> String;
}
