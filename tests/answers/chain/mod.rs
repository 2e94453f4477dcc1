//! Markov chains.

mod against_oracle;
mod command;
mod counts;
mod decimals;
mod hits;
mod rounded;
