//! The mechanics of data/ against oracles written apart from the engine, and simulations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod card_paths;
mod card_rerolls;
mod card_rewards;
mod findings;
mod level_generation;

mod room_clear_awards;
mod simulation;
#[path = "../support/mod.rs"]
mod support;
