//! An answer as something to be shown: blocks for people, a serde struct for programs, rows for spreadsheets.
//!
//! Labels and words live here. A [`Document`] makes the shape that is asked for when it is asked for, and no
//! other; it computes no probability. How its blocks look is the business of `render`.

mod answers;
pub mod block;
pub mod chain;
mod data;
mod editions;
mod labels;
mod law;
pub mod plot;

pub use answers::{AnswerData, AnswersData, AnswersDocument};
pub use block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
pub use chain::{ChainDocument, ChainLayout};
pub use data::{Decimal, Fraction, Head};
pub use editions::EditionCodes;
pub use law::{LawData, LawDocument, MarginalsDocument, TableLayout};
pub use plot::PlotDocument;

/// Anything that serde can write.
pub type Data<'a> = Box<dyn erased_serde::Serialize + 'a>;

/// The records of a spreadsheet, header first.
pub type Records<'a> = Box<dyn Iterator<Item = Vec<String>> + 'a>;

/// An answer as something to be shown.
pub trait Document {
    /// What people read.
    fn blocks(&self) -> Vec<Block<'_>>;

    /// What programs read: a struct with `schema` and `kind`.
    fn data(&self) -> Data<'_>;

    /// What spreadsheets read.
    fn records(&self) -> Records<'_>;

    /// What a citation names: mechanic, rule sets, inputs.
    fn subject(&self) -> String;

    /// What a reader can compute again: the tool with its version, mechanic, rule sets and inputs.
    fn citation(&self) -> String {
        format!("Computed exactly with trueodds {}: {}.", env!("CARGO_PKG_VERSION"), self.subject())
    }
}
