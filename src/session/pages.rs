//! The texts of pages: from files, folders of them, pipes and standard input.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::data::{DEEPEST, collect, limited, read_limited};

/// A larger text is no page that anybody reads.
const LARGEST_PAGE: u64 = 64 << 20;

/// How the names of pages end.
const ENDINGS: [&str; 7] = ["wikitext", "wiki", "mediawiki", "txt", "md", "html", "htm"];

/// Whether a file goes by the name of a page.
pub(crate) fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

/// The pages that are meant by a path: the file, or those of the folder and the folders in it, by path. Hidden files
/// and folders are none.
///
/// # Errors
/// What of a folder cannot be read, and a folder that holds none; one line each.
pub fn pages_below(path: &Path) -> Result<Vec<PathBuf>, Vec<String>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let is_hidden = |found: &Path| {
        let below = found.strip_prefix(path).unwrap_or(found);
        below.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'))
    };
    let (mut paths, mut problems) = (Vec::new(), Vec::new());
    collect(
        path,
        DEEPEST,
        |found| is_page(found) && !is_hidden(found),
        &mut Vec::new(),
        &mut paths,
        &mut problems,
    );
    paths.sort();
    if paths.is_empty() && problems.is_empty() {
        let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
        problems.push(format!("{}: no page in this folder; pages end in {endings}", path.display()));
    }
    if problems.is_empty() { Ok(paths) } else { Err(problems) }
}

/// The text of a page, from a plain file or a pipe, where it is not too large.
///
/// # Errors
/// What is wrong with it, in one line that names it.
pub fn read_page(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let found = fs::metadata(path).map_err(|error| format!("{shown}: {error}"))?;
    // A device may never end.
    if !found.is_file() && !is_pipe(&found) {
        return Err(format!("{shown}: not a plain file"));
    }
    plain(read_limited(path, LARGEST_PAGE, "a page")?, &shown.to_string())
}

/// The text of a page that is read from somewhere else.
///
/// # Errors
/// As [`read_page`].
pub(crate) fn page_text(reader: impl Read, name: &str) -> Result<String, String> {
    plain(limited(reader, LARGEST_PAGE, "a page", name)?, name)
}

fn plain(text: String, name: &str) -> Result<String, String> {
    if text.contains('\0') { Err(format!("{name}: not a text: it holds zero bytes")) } else { Ok(text) }
}

#[cfg(unix)]
fn is_pipe(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}
