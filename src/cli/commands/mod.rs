//! The commands, one a file: its arguments with their help, the formats that it prints, and its work.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod fmt;
pub(crate) mod man;
pub(crate) mod query;
pub(crate) mod table;
