//! Rules and inputs, and an input that runs.

use clap::Args;

/// Which rules and inputs.
#[derive(Debug, Args)]
pub(crate) struct ScenarioArgs {
    /// Rule sets by name; several stand side by side, `all` for every one that can answer
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',', global = true)]
    pub(crate) rules: Vec<String>,
    /// Give an input a value: luck=3, luck=0.3, luck=7/3, difficulty=hard, or a law: 'luck=one of { 1/2 => 0, 1/2 => 3 }'
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub(crate) set: Vec<String>,
    /// Switch flags on
    #[arg(long, value_name = "FLAG[,FLAG…]", value_delimiter = ',', global = true)]
    pub(crate) with: Vec<String>,
    /// Begin with another state than the declared one: offset=-10
    #[arg(
        long,
        value_name = "NAME=VALUE[,…]",
        allow_hyphen_values = true,
        value_delimiter = ',',
        global = true
    )]
    pub(crate) state: Vec<String>,
    /// Change a rule for this question: battery=1/25
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub(crate) rule: Vec<String>,
}

/// What scenarios that stand side by side differ in.
#[derive(Debug, Default, Args)]
pub(crate) struct AxesArgs {
    /// Run an input, or a state before the use, through values: luck=0..10, luck=0..1:1/4, luck=0,1,5, or a name for
    /// all its values; several are crossed
    #[arg(long, value_name = "NAME=A..B:STEP", global = true)]
    pub(crate) sweep: Vec<String>,
    /// Inputs that are given together, with a name: "No items", "Both: lucky_foot, lucky_toe", "Late: luck=5"; each
    /// is a case, crossed with what runs
    #[arg(long, value_name = "NAME[: INPUT[, …]]", global = true)]
    pub(crate) case: Vec<String>,
}
