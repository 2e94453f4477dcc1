//! `export`: the built-in data as files.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::files::write_new;
use crate::render::Format;
use crate::session::built_in;

const EXAMPLES: &str = "\
Examples:
  trueodds export mine
  trueodds table isaac/floor --data mine";

/// Write the built-in mechanics into a folder, to change them
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    /// A folder that is empty or not there yet
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

impl Run for ExportArgs {
    const NAME: &'static str = "export";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        is_empty(&self.folder)?;
        let files: Vec<(PathBuf, &str)> =
            built_in().map(|(path, text)| (self.folder.join(path), text)).collect();
        write_new(&files, context)?;
        let shown = self.folder.display();
        context.write(&format!(
            "wrote {} files to {shown}; change them, and ask with `--data {shown}`\n",
            files.len()
        ))
    }
}

/// Refuses a folder that holds something.
fn is_empty(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    match std::fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(format!("{shown} is not empty; name a folder that is, or that is not there yet")),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{shown}: {error}")),
    }
}
