//! Markov chains.

mod against_oracle;
mod command;
mod counts;
mod decimals;
mod errands;
mod hits;
mod outcomes;
mod rounded;
