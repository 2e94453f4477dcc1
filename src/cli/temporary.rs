//! Temporary files beside the file that is to be written, and what killed runs left of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

/// How the names of our temporary files begin.
const PREFIX: &str = ".trueodds-";
/// A file of a run of which nothing can be told is left over when it is older than this.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The temporary files of this run.
static OWN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the temporary files of this run, which ends without those who made them.
pub(super) fn remove_own() {
    for path in OWN.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        // What was written to its end has its name already.
        let _ = fs::remove_file(path);
    }
}

/// A temporary file in the folder of the target, with the permissions a new file would have. What killed runs
/// left there is removed.
///
/// Its name says which run it belongs to: `.trueodds-PID-HOME-RANDOM`, where `HOME` is where process ids mean
/// the same: this machine since it was started, and in it this container.
pub(super) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let home = home();
    remove_stale(folder, home.as_deref());
    let mut builder = tempfile::Builder::new();
    let prefix = format!("{PREFIX}{}-{}-", std::process::id(), home.as_deref().unwrap_or("0"));
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    OWN.lock().unwrap_or_else(PoisonError::into_inner).push(file.path().to_path_buf());
    Ok(file)
}

/// A word for this machine since it was started and this container in it; `None` where the system does not
/// tell.
fn home() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let processes = fs::read_link("/proc/self/ns/pid").ok()?;
    let word = format!("{}{}", boot.trim(), processes.display());
    Some(word.chars().filter(char::is_ascii_alphanumeric).collect())
}

/// Removes what runs that are no more left in a folder. What cannot be looked at or removed stays.
fn remove_stale(folder: &Path, home: Option<&str>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let Ok(found) = entry.metadata() else { continue };
        let age = || found.modified().ok().and_then(|then| then.elapsed().ok());
        let stale = match is_running(rest, home) {
            Some(running) => !running,
            None => age().is_some_and(|age| age > DAY),
        };
        if found.is_file() && stale {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether the run that a name belongs to is still there; `None` where that cannot be told from here.
fn is_running(rest: &str, home: Option<&str>) -> Option<bool> {
    let mut parts = rest.splitn(3, '-');
    let process: u32 = parts.next()?.parse().ok()?;
    if parts.next()? != home? {
        return None;
    }
    Some(Path::new("/proc").join(process.to_string()).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_runs_that_are_no_more_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let own = temporary(folder.path()).unwrap();
        let home = home();
        let mine = home.as_deref().unwrap_or("0");
        let names = [
            format!(".trueodds-4194305-{mine}-abc"),
            format!(".trueodds-{}-{mine}-other", std::process::id()),
            ".trueodds-4194305-elsewhere-abc".to_owned(),
            ".trueodds-xyz".to_owned(),
            ".trueodds-notes.txt".to_owned(),
            "trueodds-4194305".to_owned(),
        ];
        for name in &names {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let old = fs::File::options().write(true).open(folder.path().join(".trueodds-xyz")).unwrap();
        old.set_modified(std::time::SystemTime::now() - DAY - DAY).unwrap();
        drop(temporary(folder.path()).unwrap());
        let left = |name: &str| folder.path().join(name).exists();
        assert!(own.path().exists());
        // Where the system tells nothing of processes, only age counts.
        assert_eq!(left(&names[0]), home.is_none());
        assert!(left(&names[1]) && left(&names[2]) && left(&names[4]) && left(&names[5]));
        assert!(!left(".trueodds-xyz"));
    }
}
