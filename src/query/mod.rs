//! Questions to answers: values with the methods that a reader looks for.
//!
//! Nothing here words, lays out or serialises an answer: that is the business of `document`.

pub mod chain;
mod error;
mod law;
mod measure;
pub mod plot;

pub use chain::{ChainAnswer, ChainAnswered, ChainContext, ChainQuestion, ChainRequest, chain};
pub use error::QueryError;
pub use law::{Cumulative, LawRequest, Laws, Marginals, law, laws, marginals, start};
pub use measure::{Amount, Answers, Expression, Question, measure, support};
pub use plot::{About, Plot, PlotRequest, plot};

use crate::scenario::Mechanic;
