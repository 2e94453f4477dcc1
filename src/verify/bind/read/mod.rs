//! What a page says around its figures: the names and numbers in reach of each, and which words nobody knows.

mod before;
pub(super) mod beside;
pub(super) mod cells;
pub(super) mod cues;
mod defined;
mod dry;
mod given;
pub(super) mod heads;
pub(super) mod learned;
pub(super) mod mention;
mod mentions;
pub(super) mod numbers;
pub(super) mod ordinals;
pub(super) mod place;
pub(super) mod places;
pub(super) mod plain;
mod rolled;
mod roman;
mod rows_of_uses;
pub(super) mod series;
pub(super) mod short;
pub(super) mod siblings;
pub(super) mod strangers;
pub(super) mod told;
mod topic;
pub(super) mod units;
pub(super) mod words;
