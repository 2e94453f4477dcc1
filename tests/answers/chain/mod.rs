//! Markov chains.

mod against_oracle;
mod command;
