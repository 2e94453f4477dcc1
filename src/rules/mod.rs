//! Rule sets: TOML that says which value each rule of a mechanic has under an edition or a reading.
//!
//! ```toml
//! title = "Fandom, prose"
//! kind = "reading"
//! extends = "pseudo-code"
//!
//! [mechanic.room-clear-award.rules]
//! battery = { value = 0, from = "Room Clear Awards, Fandom: replacements" }
//! chest = { unknown = "the table has no row for it", from = "Room Clear Awards, Fandom: table" }
//! ```
//!
//! [`RuleSetFile::read`] turns the text into a file, [`resolve()`] checks it against a model and gives
//! every rule its value, with the source of each.

mod raw;
mod resolve;

pub use raw::{RuleSetFile, RuleSetKind};
pub use resolve::{Assigned, RuleSet, RuleSetId, resolve, resolve_all};
