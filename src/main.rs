//! The `trueodds` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    trueodds::cli::main()
}
