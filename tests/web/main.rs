//! The page in a real browser: headless Chromium, real keys and mouse events, and what it says of errors.
#![cfg(all(unix, feature = "web"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod asked;
mod browser;
mod check;
mod client;
mod documented;
mod everywhere;
mod keyboard;
mod killed;
mod problems;
mod screenshots;
mod served;
mod server;
mod tiny;
mod write;
