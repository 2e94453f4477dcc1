//! The questions that those words ask of mechanics, and their exact answers.

mod again;
pub(super) mod alike;
pub(super) mod background;
pub(super) mod bands;
pub(super) mod bound;
pub(super) mod candidate;
pub(super) mod chains;
pub(super) mod draws;
pub(super) mod ends;
pub(super) mod figures;
pub(super) mod fixed;
pub(super) mod follow;
pub(super) mod given;
mod known;
pub(super) mod law;
pub(super) mod laws;
pub(super) mod question;
pub(super) mod reach;
mod renumber;
pub(super) mod runs;
pub(super) mod states;
pub(super) mod subject;
pub(super) mod times;
mod together;
mod uses;
mod waits;
pub(super) mod wider;
