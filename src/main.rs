//! The `trueodds` command.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    trueodds::cli::run(trueodds::cli::Cli::parse())
}
