//! Several files that are new.

use std::fs;
use std::path::PathBuf;

use super::context::Context;
use super::error::CliError;

/// Writes files that are not there yet, with the folders they stand in.
///
/// # Errors
/// Files that are there, of which then none is written; what cannot be written.
pub(super) fn write_new(files: &[(PathBuf, impl AsRef<str>)], context: &Context) -> Result<(), CliError> {
    let there = files.iter().filter(|(path, _)| path.symlink_metadata().is_ok());
    let there: Vec<String> = there
        .map(|(path, _)| {
            format!("{} is there already, and is not overwritten; give another name", path.display())
        })
        .collect();
    if !there.is_empty() {
        return Err(there.into());
    }
    for (path, text) in files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        }
        context.target_at(Some(path))?.write(text.as_ref())?;
    }
    Ok(())
}
