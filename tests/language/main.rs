//! The language: what programs mean, and what is said of those that are wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod check;
mod conformance;
mod coverage;
mod dice;
mod endless;
mod layout;
mod loops;
mod mixtures;
mod names;
#[path = "../oracle/language/mod.rs"]
mod oracle;
mod programs;
mod properties;
mod random;
mod regressions;
mod rolls;
mod sheets;
#[path = "../support/mod.rs"]
mod support;
mod trial;
