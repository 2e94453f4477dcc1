//! Claims and pages: what is judged, and that nothing that is wrong passes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod against;
mod aliases;
mod alike;
mod annotations;
mod arrivals;
mod binding;
mod carried;
mod cells;
mod claims;
mod claims_files;
mod command;
mod conditions;
mod copied;
mod corpus;
mod dry;
mod elsewhere;
mod follow;
mod forged;
mod held;
mod hostile;
mod implied;
mod known;
mod laid_out;
mod learned;
mod made;
mod mutants;
mod mutations;
mod near;
mod numbers;
mod pages;
mod parts;
mod prepared;
mod prose;
mod ranks;
mod relative;
mod repairs;
mod solved;
#[path = "../support/mod.rs"]
mod support;
mod tables;
mod told;
mod under;
mod unlikely;
mod uses;
mod wrapped;
