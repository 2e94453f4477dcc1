//! Exact odds of game mechanics.
#![allow(missing_docs, reason = "draft")]
pub mod check;
pub mod cli;
pub mod diagnostic;
pub mod evaluate;
pub mod exact;
pub mod lower;
pub mod parse;
pub mod prob;
pub mod query;
pub mod render;
pub mod rules;
pub mod session;
pub mod source;
pub mod value;
