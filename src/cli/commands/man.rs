//! `man`: the manual.

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::diagnostic::or_nearest;
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds man -o trueodds.1
  trueodds man table";

/// Print the man page of trueodds, or of one of its commands
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// A command such as `table`
    command: Option<String>,
}

impl Run for ManArgs {
    const NAME: &'static str = "man";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let mut all = context.definition();
        // Options of every command are passed on to the commands only when the definition is built.
        all.build();
        let found = match self.command.as_deref() {
            None => all,
            Some(name) => {
                let known: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
                let help = or_nearest(name, known.iter().copied()).unwrap_or_default();
                let found = all.find_subcommand(name).cloned();
                found.ok_or_else(|| format!("no command `{name}`; {help}"))?
            }
        };
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(found).render(&mut page);
        rendered.map_err(|error| format!("cannot write the man page: {error}"))?;
        context.write(&String::from_utf8_lossy(&page))
    }
}
