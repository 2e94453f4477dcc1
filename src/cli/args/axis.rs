//! The number on an axis, and the part of the axis that is looked at.

use clap::Args;

use super::ScenarioArgs;
use crate::cli::complete::Completes;

/// The number on the axis, and where it is looked at.
#[derive(Debug, Args)]
pub(crate) struct AxisArgs {
    /// The number on the axis: an input or a rule
    #[arg(add = Completes::Numbers.completer(), long = "in", value_name = "SYMBOL")]
    pub(crate) symbol: String,
    /// Only between these values: 0..10
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub(crate) scenario: ScenarioArgs,
}
