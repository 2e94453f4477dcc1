//! The page in the browser: a server on this machine alone, whose addresses are questions.
//!
//! A question is a command with its options by their names, so that the page, its API and the command line are one
//! thing: `/api/v1/table?mechanic=isaac/room-clear-award&set=luck=3` is `trueodds table isaac/room-clear-award` with
//! that option. How a question is answered is not known here: whoever starts the server gives it something that
//! [`Answers`].
//!
//! - `question`: questions by name, and what is said to them.
//! - `work`: questions are worked on beside the server, as many at once as there are cores, and end with whoever asked.
//! - `connections`: who may connect, how many, how long.
//! - `admission`: which requests are heard, and what every response says.
//! - `api`, `pages`, `assets`: what there is.

mod admission;
mod api;
mod assets;
mod connections;
mod pages;
mod question;
mod work;

pub use connections::{Address, serve};
pub use question::{Answer, Answers, Parameter, Question, Refusal};
pub use work::{Bounds, Work};

use std::sync::Arc;

use crate::session::Session;

/// What all handlers know.
#[derive(Clone)]
pub struct Site {
    /// The data that is asked.
    pub session: Arc<Session>,
    /// Where questions are worked on.
    pub work: Arc<Work>,
}
