//! Questions to answers: values with the methods that a reader looks for.
//!
//! Nothing here words, lays out or serialises an answer: that is the business of `document`.

mod error;
mod formula;
mod law;
mod measure;

pub use error::QueryError;
pub use formula::{
    Comparison, Ends, Formula, FormulaOf, FormulaRequest, Formulas, Solution, Solutions, Symbol, formula,
    outcome_formulas, solve,
};
pub use law::{Cumulative, LawRequest, Laws, Marginals, law, laws, marginals, start};
pub use measure::{Amount, Answers, Expression, Question, measure, support};

use crate::scenario::Mechanic;
