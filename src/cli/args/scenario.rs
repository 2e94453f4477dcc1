//! Rules and inputs, and an input that runs.

use clap::Args;

use crate::cli::complete::Completes;

/// Which rules and inputs.
#[derive(Debug, Args)]
pub(crate) struct ScenarioArgs {
    /// Rule sets side by side; `all` for every one
    ///
    /// Rule sets by name or title. With `all` those that cannot answer are left out, and said.
    #[arg(add = Completes::RuleSets.completer(), long, value_name = "NAME,…", value_delimiter = ',', global = true)]
    pub(crate) rules: Vec<String>,
    /// Give an input a value: luck=7/3, difficulty=hard
    ///
    /// Numbers are whole (3), decimal (0.3) or fractions (7/3). Where only its chances are known, an input has a law:
    /// 'luck=one of { 1/2 => 0, 1/2 => 3 }'.
    #[arg(add = Completes::Inputs.completer(), long, value_name = "NAME=VALUE", global = true)]
    pub(crate) set: Vec<String>,
    /// Switch flags on: lucky_foot,guppys_tail
    #[arg(add = Completes::Flags.completer(), long, value_name = "FLAG,…", value_delimiter = ',', global = true)]
    pub(crate) with: Vec<String>,
    /// Begin with another state: offset=-10
    #[arg(add = Completes::States.completer(), long, value_name = "NAME=VALUE", allow_hyphen_values = true, value_delimiter = ',', global = true)]
    pub(crate) state: Vec<String>,
    /// Change a rule: battery=1/25
    #[arg(add = Completes::Rules.completer(), long, value_name = "NAME=VALUE", global = true)]
    pub(crate) rule: Vec<String>,
}

/// What scenarios that stand side by side differ in.
#[derive(Debug, Default, Args)]
pub(crate) struct AxesArgs {
    /// Run an input or a state: luck=0..10, luck=0,1,5
    ///
    /// A step follows a colon (luck=0..1:1/4). A flag, an enumeration, or a whole number that has a least and a
    /// greatest value runs through all its values by its name alone. Several are crossed.
    #[arg(add = Completes::Sweeps.completer(), long, value_name = "NAME=VALUES", global = true)]
    pub(crate) sweep: Vec<String>,
    /// Inputs under a name: "Both: lucky_foot, luck=5"
    ///
    /// Several cases stand side by side, crossed with what runs; one without inputs is "No items".
    #[arg(long, value_name = "NAME: INPUT,…", global = true)]
    pub(crate) case: Vec<String>,
}
