//! `plot`: a law, or how it moves, as a chart that knows nothing of pixels.
//!
//! A [`Plot`] holds what a picture says: places along an axis and, for each series, an exact number at
//! every place. `render` draws it, or writes the same numbers as a table.

mod build;
mod data;
mod first;
mod model;
mod rows;
mod sweep;
mod ticks;

pub use build::plot;
pub use model::{Axis, Chart, Drawn, Group, Mark, Place, Plot, Series, Subject};
pub use sweep::{Along, parse_along};

use super::chain::Asked;
use super::scenario::Scenario;
use super::table::Cumulative;
use crate::check::CheckedQuery;

/// What is drawn.
#[derive(Debug, Clone)]
pub enum About {
    /// The law of outcomes.
    Outcomes {
        /// Their names; empty for the first.
        fields: Vec<String>,
        /// Each on its own, not their joint law.
        marginal: bool,
    },
    /// Questions with a number for an answer, each with its text.
    Queries(Vec<(String, CheckedQuery)>),
    /// How many uses it takes until an event first happens.
    First(Asked),
}

/// What a plot is asked for.
#[derive(Debug, Clone)]
pub struct PlotRequest {
    /// The rule sets and inputs, told apart in one picture.
    pub scenarios: Vec<Scenario>,
    /// An input or a state that runs through values.
    pub along: Option<Along>,
    /// What is drawn.
    pub about: About,
    /// Cumulative probabilities.
    pub cumulative: Option<Cumulative>,
    /// Areas that sum to all there is.
    pub stacked: bool,
    /// The title, where it is not made from the request.
    pub caption: Option<String>,
}
