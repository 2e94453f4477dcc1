//! An answer as something to be shown: blocks for people, a serde struct for programs, rows for spreadsheets.
//!
//! Labels and words live here. A [`Document`] makes the shape that is asked for when it is asked for, and no
//! other; it computes no probability. How its blocks look is the business of `render`.

pub mod answers;
mod beside;
pub mod block;
mod branches;
pub mod chain;
pub mod changes;
pub mod check;
mod columns;
mod crossed;
pub mod data;
pub mod diff;
pub mod diffs;
mod editions;
pub mod exhaustive;
pub mod explain;
pub mod families;
pub mod figures;
pub mod formula;
mod grid;
mod labels;
pub mod law;
pub mod left_out;
pub mod library;
pub mod list;
mod marginals;
mod members;
mod mixture;
pub(crate) mod notation;
pub mod plot;
mod reasons;
mod refusal;
mod schema;
pub mod show;
pub mod solve;
mod told;
pub mod tree;
pub mod unknown;
pub mod verify;
pub mod what;

pub use answers::AnswersDocument;
pub use block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
pub use chain::{ChainDocument, ChainLayout};
pub use changes::ChangesDocument;
pub use check::{CheckData, FindingData, UntriedData};
pub use diff::{DiffDocument, DiffLayout};
pub use diffs::DiffsDocument;
pub use editions::EditionCodes;
pub use exhaustive::ExhaustiveDocument;
pub use explain::ExplanationsDocument;
pub use figures::FiguresDocument;
pub use formula::FormulaDocument;
pub use grid::{Grid, Head};
pub use labels::start_label;
pub use law::{LawDocument, TableLayout};
pub use left_out::left_out_words;
pub use library::LibraryDocument;
pub use list::ListDocument;
pub use marginals::MarginalsDocument;
pub use members::family_of;
pub use plot::PlotDocument;
pub use reasons::Reason;
pub use refusal::RefusalData;
pub use schema::schema;
pub use show::ShowDocument;
pub use solve::SolveDocument;
pub use tree::TreesDocument;
pub use what::WhatDocument;

/// Anything that serde can write.
pub type Data<'a> = Box<dyn erased_serde::Serialize + 'a>;

/// The records of a spreadsheet, header first.
pub type Records<'a> = Box<dyn Iterator<Item = Vec<String>> + 'a>;

/// What people read of an answer that is more than blocks.
#[derive(Debug)]
pub enum Drawing<'a> {
    /// A chart, of which the blocks hold the same numbers as a table.
    Chart(&'a PlotDocument<'a>),
    /// Formulas with what their parts mean and where their numbers come from.
    Explanations(Vec<explain::ExplanationView<'a>>),
    /// Formulas, for the formats that typeset or calculate them.
    Formulas(&'a FormulaDocument<'a>),
    /// Trees of draws.
    Trees(Vec<tree::TreeView<'a>>),
}

/// An answer as something to be shown.
pub trait Document {
    /// What people read.
    fn blocks(&self) -> Vec<Block<'_>>;

    /// What people read in place of blocks, where those do not do.
    fn drawing(&self) -> Option<Drawing<'_>> {
        None
    }

    /// What programs read: a struct with `schema` and `kind`.
    fn data(&self) -> Data<'_>;

    /// What spreadsheets read.
    fn records(&self) -> Records<'_>;

    /// What a citation names: mechanic, rule sets, inputs.
    fn subject(&self) -> String;

    /// What a reader can compute again: the tool with its version, mechanic, rule sets and inputs.
    fn citation(&self) -> String {
        citation(&self.subject())
    }
}

/// A citation of what it names.
fn citation(subject: &str) -> String {
    format!("Computed exactly with trueodds {}: {subject}.", env!("CARGO_PKG_VERSION"))
}
