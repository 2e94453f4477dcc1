//! The server of `trueodds serve`: that it says what the command line says, and what it does with those who mean ill.
#![cfg(feature = "web")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod client;
mod files;
mod hostile;
mod leaving;
mod load;
mod parity;
mod server;
mod starting;
#[path = "../support/mod.rs"]
mod support;
