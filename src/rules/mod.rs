//! Rule sets: TOML that says which value each rule of a mechanic has under an edition or a reading.
//!
//! ```toml
//! title = "Fandom, prose"
//! kind = "reading"
//! extends = "pseudo-code"
//!
//! [mechanic.room-clear-award.rules]
//! battery = { value = 0, from = "Room Clear Awards, Fandom: replacements" }
//! "pool.silent" = { value = [19, 33, 19], from = "Cards, Fandom: the Silent" }
//! chest = { unknown = "the table has no row for it", from = "Room Clear Awards, Fandom: table" }
//! ```
//!
//! [`RuleSetFile::read`] turns the text into a file, [`resolve()`] checks it against a model and gives
//! every rule its value, with the source of each.

mod family;
mod raw;
mod resolve;
mod written;

pub use raw::{RuleSetFile, RuleSetKind};
pub use resolve::{Assigned, RuleSet, RuleSetId, resolve, resolve_all};
