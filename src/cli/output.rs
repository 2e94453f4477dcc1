//! Writing: standard output, a file whole or not at all, and messages.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::NamedTempFile;

use super::args::ColorArg;
use super::guard::Clock;
use super::streams::{Held, Streams};
use super::temporary::temporary;
use crate::diagnostic::printable;

/// Where the answer goes. Opened before the work, so that a bad path fails at once.
pub(crate) enum Target {
    Stdout(Arc<Clock>),
    /// A file that takes the name of the target when all is written.
    Replacement(NamedTempFile, PathBuf),
    /// Something that is not a plain file and cannot be replaced: a device, a pipe.
    Special(File, PathBuf, Arc<Clock>),
    /// Memory.
    Held(Arc<Held>),
}

impl Target {
    /// Opens a file, or where none is given what takes the answers of this run. Waiting for whoever reads it is no
    /// work.
    pub(crate) fn open(path: Option<&Path>, clock: &Arc<Clock>, streams: &Streams) -> Result<Target, String> {
        if let Streams::Held(held) = streams {
            return match path {
                Some(_) => Err("nothing is written to files from here".to_owned()),
                None => Ok(Target::Held(held.clone())),
            };
        }
        let Some(path) = path else { return Ok(Target::Stdout(clock.clone())) };
        let problem = |error: &io::Error| format!("cannot write {}: {error}", path.display());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(format!("cannot write {}: it is a folder", path.display())),
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(|error| problem(&error))?;
                Ok(Target::Special(file, path.to_path_buf(), clock.clone()))
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
        let mut writer = self.writer();
        let written = writer.write_all(text.as_bytes());
        writer.finish(written)
    }

    /// To be written to piece by piece.
    pub(crate) fn writer(self) -> Writer {
        match self {
            Target::Stdout(clock) => Writer::Stdout(BufWriter::new(Waiting { out: io::stdout(), clock })),
            Target::Special(out, path, clock) => {
                Writer::Special(BufWriter::new(Waiting { out, clock }), path)
            }
            Target::Replacement(file, path) => Writer::Replacement(BufWriter::new(file), path),
            Target::Held(held) => Writer::Held(Vec::new(), held),
        }
    }
}

/// What may have to wait for whoever reads it.
pub(crate) struct Waiting<W> {
    out: W,
    clock: Arc<Clock>,
}

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clock.wait(|| self.out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.clock.wait(|| self.out.flush())
    }
}

/// A target that is being written to. What is not finished leaves no file behind, and the old one as it was.
pub(crate) enum Writer {
    Stdout(BufWriter<Waiting<io::Stdout>>),
    Replacement(BufWriter<NamedTempFile>, PathBuf),
    Special(BufWriter<Waiting<File>>, PathBuf),
    Held(Vec<u8>, Arc<Held>),
}

impl Writer {
    fn sink(&mut self) -> &mut dyn Write {
        match self {
            Writer::Stdout(out) => out,
            Writer::Replacement(out, _) => out,
            Writer::Special(out, _) => out,
            Writer::Held(out, _) => out,
        }
    }

    /// Ends the writing, given how it went: the rest is written, and a file takes its name. A pipe that was
    /// closed at the other end is no error.
    pub(crate) fn finish(mut self, written: io::Result<()>) -> Result<(), String> {
        let written = written.and_then(|()| self.sink().flush());
        match self {
            Writer::Stdout(out) => {
                // What could not be written is not tried again when the buffer goes.
                let _ = out.into_parts();
                match written {
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(&error)),
                    _ => Ok(()),
                }
            }
            Writer::Held(out, held) => {
                held.answer(&out);
                written.map_err(|error| unwritten(&error))
            }
            Writer::Special(_, path) => {
                written.map_err(|error| format!("cannot write {}: {error}", path.display()))
            }
            Writer::Replacement(out, path) => {
                let (file, _) = out.into_parts();
                let done = written.and_then(|()| file.as_file().sync_all());
                let done = done.and_then(|()| file.persist(&path).map_err(|error| error.error));
                done.map(drop)
                    .map_err(|error| format!("cannot write {}: {error}; nothing was changed", path.display()))
            }
        }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Writer::Held(out, held) = self {
            held.room(out.len() + bytes.len())?;
        }
        self.sink().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink().flush()
    }
}

/// What is said where standard output takes no more.
pub(crate) fn unwritten(error: &io::Error) -> String {
    format!("cannot write: {error}")
}

/// A message on standard error. It may quote anything; what would steer the terminal is shown as a sign.
pub(crate) fn message(text: &str) {
    styled_message(&printable(text));
}

/// As [`message`], for text that is clean and has colours or moves of the cursor of our own. Where standard
/// error is closed too there is nobody left to tell.
pub(crate) fn styled_message(text: &str) {
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

/// The columns where there is no terminal.
pub(crate) const COLUMNS: usize = 80;

/// The columns of the terminal.
pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| usize::from(width.0).max(20))
}
