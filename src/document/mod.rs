//! An answer as something to be shown: blocks for people, a serde struct for programs, rows for spreadsheets.
//!
//! Labels and words live here. A [`Document`] makes the shape that is asked for when it is asked for, and no
//! other; it computes no probability. How its blocks look is the business of `render`.

pub mod answers;
pub mod block;
mod branches;
pub mod check;
pub mod data;
mod editions;
pub mod explain;
pub mod formula;
mod labels;
pub mod law;
pub(crate) mod notation;
pub mod solve;
pub mod tree;
mod data;
mod diff;
mod editions;
mod exhaustive;
mod figures;
mod labels;
mod law;
mod list;
mod show;

pub use answers::AnswersDocument;
pub use block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
pub use check::CheckData;
pub use editions::EditionCodes;
pub use explain::ExplanationsDocument;
pub use formula::FormulaDocument;
pub use labels::start_label;
pub use law::{LawDocument, MarginalsDocument, TableLayout};
pub use solve::SolveDocument;
pub use tree::TreesDocument;
pub use data::{Decimal, Fraction, Head};
pub use diff::{DiffData, DiffDocument, DiffLayout, DiffRow, EffectData, ResponsibleData};
pub use editions::EditionCodes;
pub use exhaustive::{ExhaustiveData, ExhaustiveDocument, VariedData, WitnessData};
pub use figures::{ChangedData, FiguresData, FiguresDocument, NotComparedData};
pub use law::{LawData, LawDocument, MarginalsDocument, TableLayout};
pub use list::{ListData, ListDocument, ListedData};
pub use show::{
    DeclarationData, InputData, RuleData, RuleSetData, RuleValueData, ShowData, ShowDocument, StateData,
};

/// Anything that serde can write.
pub type Data<'a> = Box<dyn erased_serde::Serialize + 'a>;

/// The records of a spreadsheet, header first.
pub type Records<'a> = Box<dyn Iterator<Item = Vec<String>> + 'a>;

/// What people read of an answer that is more than blocks.
#[derive(Debug)]
pub enum Drawing<'a> {
    /// Formulas with what their parts mean and where their numbers come from.
    Explanations(Vec<explain::ExplanationView<'a>>),
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
