//! Differences between two rule sets.

mod against_tables;
mod changes;
mod command;
mod exhaustive;
mod regressions;
