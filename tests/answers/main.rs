//! Answers, one module for each question, against a second route to the same numbers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod chain;
mod diff;
mod explain;
mod formula;
mod labels;
mod limits;
mod plot;
mod reading;
#[path = "../support/mod.rs"]
mod support;
mod tree;
