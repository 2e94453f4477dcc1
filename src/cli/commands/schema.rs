//! `schema`: the contract of the JSON output.

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::schema;
use crate::render::Format;

/// Print the JSON Schema of what `--format json` prints
#[derive(Debug, Args)]
#[command(before_help = "Examples:\n  trueodds schema -o trueodds-1.json")]
pub(crate) struct SchemaArgs {}

impl Run for SchemaArgs {
    const NAME: &'static str = "schema";
    const FORMATS: &'static [Format] = &[Format::Terminal, Format::Json];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        context.write(&format!("{:#}\n", schema().to_value()))
    }
}
