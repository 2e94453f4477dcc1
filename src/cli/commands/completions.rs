//! `completions`: what a shell needs to complete arguments.

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::render::Format;

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

impl Run for CompletionsArgs {
    const NAME: &'static str = "completions";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut context.definition(), "trueodds", &mut script);
        context.write(&String::from_utf8_lossy(&script))
    }
}
