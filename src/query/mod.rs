//! Questions to answers: values with the methods that a reader looks for.
//!
//! Nothing here words, lays out or serialises an answer: that is the business of `document`.

mod diff;
mod error;
mod exhaustive;
mod figures;
mod law;
mod measure;

pub use diff::{Attribution, Changed, Diff, DiffRequest, Difference, Effect, Responsible, diff};
pub use error::QueryError;
pub use exhaustive::{Exhaustive, ExhaustiveRequest, Varied, Witness, exhaustive};
pub use figures::{
    Case, ChangedFigure, Figure, FigureKey, FigureSide, Figures, FiguresDiff, NotCompared, cases, figures,
};
pub use law::{Cumulative, LawRequest, Laws, Marginals, law, laws, marginals, start};
pub use measure::{Amount, Answers, Question, measure, support};

use crate::scenario::Mechanic;
