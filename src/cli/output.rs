//! Writing: standard output, a file whole or not at all, and messages.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::args::ColorArg;

/// Where the answer goes. Opened before the work, so that a bad path fails at once.
pub(crate) enum Target {
    Stdout,
    /// A file that takes the name of the target when all is written.
    Replacement(NamedTempFile, PathBuf),
    /// Something that is not a plain file and cannot be replaced: a device, a pipe.
    Special(File, PathBuf),
}

impl Target {
    pub(crate) fn open(path: Option<&Path>) -> Result<Target, String> {
        let Some(path) = path else { return Ok(Target::Stdout) };
        let problem = |error: &io::Error| format!("cannot write {}: {error}", path.display());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(format!("cannot write {}: it is a folder", path.display())),
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(|error| problem(&error))?;
                Ok(Target::Special(file, path.to_path_buf()))
            }
            Ok(found) if found.permissions().readonly() => {
                Err(format!("cannot write {}: it is read-only", path.display()))
            }
            Err(_) if fs::symlink_metadata(path).is_ok() => {
                Err(format!("cannot write {}: it is a link that leads nowhere", path.display()))
            }
            found => {
                // Behind a link, the file it leads to is replaced, not the link.
                let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
                let folder = match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                if !folder.is_dir() {
                    return Err(format!(
                        "cannot write {}: there is no folder {}",
                        path.display(),
                        folder.display()
                    ));
                }
                let file = temporary(folder).map_err(|error| problem(&error))?;
                if let Ok(found) = found {
                    file.as_file().set_permissions(found.permissions()).map_err(|error| problem(&error))?;
                }
                Ok(Target::Replacement(file, path))
            }
        }
    }

    /// Writes everything. A pipe that was closed at the other end is no error.
    pub(crate) fn write(self, text: &str) -> Result<(), String> {
        match self {
            Target::Stdout => {
                let mut out = io::stdout().lock();
                match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                        Err(format!("cannot write: {error}"))
                    }
                    _ => Ok(()),
                }
            }
            Target::Special(mut file, path) => {
                let done = file.write_all(text.as_bytes()).and_then(|()| file.flush());
                done.map_err(|error| format!("cannot write {}: {error}", path.display()))
            }
            Target::Replacement(mut file, path) => {
                let problem = |error: &io::Error| {
                    format!("cannot write {}: {error}; nothing was changed", path.display())
                };
                file.write_all(text.as_bytes())
                    .and_then(|()| file.as_file().sync_all())
                    .map_err(|error| problem(&error))?;
                file.persist(&path).map_err(|error| problem(&error.error))?;
                Ok(())
            }
        }
    }
}

/// A temporary file in the folder of the target, with the permissions a new file would have.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trueodds-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
        builder.tempfile_in(folder)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(folder)
}

/// A message on standard error. Where that is closed too there is nobody left to tell.
pub(crate) fn message(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// Flags beat `NO_COLOR`, which beats the terminal.
pub(crate) fn use_color(choice: ColorArg) -> bool {
    match choice {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !forbidden && io::stderr().is_terminal()
        }
    }
}

/// The columns of the terminal, or 80 where there is none.
pub(crate) fn terminal_width() -> usize {
    const DEFAULT: usize = 80;
    terminal_size::terminal_size().map_or(DEFAULT, |(width, _)| usize::from(width.0).max(20))
}
