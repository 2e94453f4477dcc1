//! Markov chains.

mod against_oracle;
mod command;
mod decimals;
mod rounded;
