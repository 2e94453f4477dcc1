//! Groups of arguments that several commands share.

mod axis;
mod common;
mod scenario;
mod shown;

pub(crate) use axis::AxisArgs;
pub(crate) use common::{ColorArg, Common, TildeArg};
pub(crate) use scenario::{AxesArgs, ScenarioArgs};
pub(crate) use shown::{CumulativeArg, ShownArg};
