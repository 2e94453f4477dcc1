//! Groups of arguments that several commands share.

mod common;
mod scenario;
mod shown;

pub(crate) use common::{ColorArg, Common, TildeArg};
pub(crate) use scenario::{ScenarioArgs, SweepArgs};
pub(crate) use shown::{CumulativeArg, ShownArg};
