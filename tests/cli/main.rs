//! The command line, its formats, the README and the reports.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod assumed;
mod axes;
mod command;
mod coverage;
mod families;
mod formats;
mod grid;
mod hostile;
mod left_out;
mod limits;
mod own_data;
mod ran;
mod readme;
mod repairs;
mod report;
mod schema;
#[path = "../support/mod.rs"]
mod support;
mod typing;
mod unknown;
mod uses;
mod what;
