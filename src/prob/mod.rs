//! Probability objects: mass functions, moments, distances, and the law of a sum of scaled uniforms.
//!
//! They know nothing of the language; a mass function is over any ordered outcomes.

pub mod chain;
pub mod dice;
mod distance;
pub mod moments;
mod pmf;
mod uniform_sum;

pub use distance::total_variation;
pub use pmf::Pmf;
pub use uniform_sum::{MAX_TERMS, MAX_UNIFORMS, SumError, uniform_sum_cdf};
