//! The commands, one a file: its arguments with their help, the formats that it prints, and its work.

mod axis;
pub(crate) mod chain;
pub(crate) mod changes;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod formula;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod plot;
pub(crate) mod query;
pub(crate) mod report;
pub(crate) mod schema;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod verify;
pub(crate) mod what;
