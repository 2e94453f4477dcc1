//! Differences between two rule sets.

mod against_tables;
mod command;
mod exhaustive;
mod regressions;
