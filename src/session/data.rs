//! Where the texts come from: the binary itself, or a folder.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Failure, STANDARD_INPUT, sheets};
use crate::diagnostic::Message;
use crate::source::{FileId, SourceMap};

/// The files under data/ when the binary was built, with their texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// A larger text is no mechanic and no rule set.
const LARGEST_FILE: u64 = 4 << 20;
/// How deep folders are followed, links included.
pub(super) const DEEPEST: usize = 4;

/// How the name of a file of claims ends that stands beside its mechanic.
pub(super) const CLAIMS: &str = ".claims.toml";

/// Where mechanics and rule sets come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataSource {
    /// What the binary carries.
    Embedded,
    /// A folder of the same form as data/, and nothing else.
    Folder(PathBuf),
    /// What the binary carries with such a folder over it: each of its files adds to the data, or stands in place of the
    /// one of that name.
    Over(PathBuf),
}

/// Which files belong together: those of a game, or those in the folder of a file that was given by its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Group {
    Game(String),
    Folder(PathBuf),
}

impl Group {
    /// The game of a path below the data folder.
    pub(super) fn of_path(path: &str) -> Group {
        // Without a folder of its own a game has no name, and its claims and rule sets stand beside its mechanics.
        let folder = path.split_once('/').map_or("", |(game, _)| game);
        Group::Game(if matches!(folder, "claims" | "rulesets" | "findings") { "" } else { folder }.to_owned())
    }

    /// What stands beside a file.
    pub(super) fn beside(path: &str) -> Group {
        Group::Folder(Path::new(path).parent().unwrap_or(Path::new("")).to_path_buf())
    }
}

/// A text of the data.
#[derive(Debug, Clone)]
pub(super) struct DataFile {
    /// Its path below the data folder, with `/`; of a file that was given by its path, that.
    pub(super) path: String,
    pub(super) group: Group,
    pub(super) id: FileId,
    /// Whether the binary carries it.
    pub(super) built_in: bool,
}

impl DataFile {
    /// The game it belongs to.
    pub(super) fn game(&self) -> Option<&str> {
        match &self.group {
            Group::Game(game) => Some(game),
            Group::Folder(_) => None,
        }
    }

    /// `isaac/room-clear-award` of `isaac/room-clear-award.odds`.
    pub(super) fn mechanic_name(&self) -> Option<String> {
        self.game().and_then(|_| self.path.strip_suffix(".odds")).map(str::to_owned)
    }

    /// The name of the mechanic without its game: that of the file.
    pub(super) fn stem(&self) -> &str {
        let name = self.path.rsplit_once(['/', '\\']).map_or(self.path.as_str(), |(_, name)| name);
        name.strip_suffix(".odds").unwrap_or(name)
    }

    /// Whether this is the mechanic of that name in a group.
    pub(super) fn is_mechanic(&self, group: &Group, name: &str) -> bool {
        self.group == *group && self.path.ends_with(".odds") && self.stem() == name
    }

    /// Whether this is the table of that file name in a group.
    pub(super) fn is_sheet(&self, group: &Group, name: &str) -> bool {
        self.group == *group && Path::new(&self.path).file_name().is_some_and(|own| own == name)
    }

    /// Whether it holds claims: `isaac/claims/level-generation.toml`, `dice/die.claims.toml`.
    pub(super) fn is_claims(&self) -> bool {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let inside = folder == "claims" || folder.ends_with("/claims");
        (inside && self.path.ends_with(".toml")) || self.path.ends_with(CLAIMS)
    }

    /// The mechanic that claims beside it are about: `die` of `die.claims.toml`.
    pub(super) fn claimed(&self) -> Option<&str> {
        let stem = self.path.strip_suffix(CLAIMS)?;
        Some(stem.rsplit_once(['/', '\\']).map_or(stem, |(_, name)| name))
    }

    /// Whether it holds findings: `isaac/findings/floor.toml`.
    pub(super) fn is_findings(&self) -> bool {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        (folder == "findings" || folder.ends_with("/findings")) && self.path.ends_with(".toml")
    }

    /// Whether it says what the wikis of its game understand.
    pub(super) fn is_wiki(&self) -> bool {
        self.path == "wiki.toml" || self.path.ends_with("/wiki.toml")
    }

    /// `rebirth` of `isaac/rulesets/rebirth.toml`.
    pub(super) fn rule_set_name(&self) -> Option<String> {
        let (folder, name) = self.path.rsplit_once('/')?;
        let inside = folder == "rulesets" || folder.ends_with("/rulesets");
        if inside { name.strip_suffix(".toml").map(str::to_owned) } else { None }
    }
}

/// The files that the binary carries, each with its path below data/ and its text.
pub fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    EMBEDDED.iter().copied()
}

pub(super) fn read(source: &DataSource, sources: &mut SourceMap) -> Result<Vec<DataFile>, Failure> {
    let given = match source {
        DataSource::Embedded => Texts::new(),
        DataSource::Folder(folder) | DataSource::Over(folder) => read_folder(folder)?,
    };
    let is_given = |path: &str| given.iter().any(|(own, ..)| own == path);
    let carried = built_in().filter(|(path, _)| !matches!(source, DataSource::Folder(_)) && !is_given(path));
    let carried: Texts =
        carried.map(|(path, text)| (path.to_owned(), format!("data/{path}"), text.to_owned())).collect();
    let mut file = |(path, shown, text): (String, String, String), built_in: bool| DataFile {
        id: sources.add(shown, text),
        group: Group::of_path(&path),
        path,
        built_in,
    };
    let mut files: Vec<DataFile> = carried.into_iter().map(|text| file(text, true)).collect();
    files.extend(given.into_iter().map(|text| file(text, false)));
    Ok(files)
}

/// The path below the folder, the path to show, and the text of each file.
pub(super) type Texts = Vec<(String, String, String)>;

fn read_folder(folder: &Path) -> Result<Texts, Failure> {
    let mut paths = Vec::new();
    let mut problems = Vec::new();
    collect(folder, DEEPEST, is_source, &mut Vec::new(), &mut paths, &mut problems);
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        match read_text(&path) {
            Ok(text) => {
                let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                texts.push((below, path.display().to_string(), text));
            }
            Err(problem) => problems.push(problem),
        }
    }
    texts.extend(sheets::of_folder(folder, &texts, &mut problems));
    if !problems.is_empty() {
        return Err(Failure::Usage(problems.into_iter().map(Message::from).collect()));
    }
    if texts.is_empty() {
        return Err(Failure::usage(format!(
            "{}: no mechanics; expected GAME/NAME.odds files in it",
            folder.display()
        )));
    }
    Ok(texts)
}

/// Whether a file is a mechanic or in TOML.
pub(super) fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "odds" || ending == "toml")
}

/// The files below a folder that are wanted. Each folder is entered once, so that links cannot lead round.
pub(super) fn collect(
    folder: &Path,
    depth: usize,
    wanted: impl Fn(&Path) -> bool + Copy,
    entered: &mut Vec<PathBuf>,
    paths: &mut Vec<PathBuf>,
    problems: &mut Vec<String>,
) {
    if let Ok(real) = fs::canonicalize(folder) {
        if entered.contains(&real) {
            return;
        }
        entered.push(real);
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return problems.push(format!("{}: {error}", folder.display())),
    };
    for entry in entries {
        match entry {
            Err(error) => problems.push(format!("{}: {error}", folder.display())),
            Ok(entry) => {
                let path = entry.path();
                if path.is_dir() {
                    if depth > 0 {
                        collect(&path, depth - 1, wanted, entered, paths, problems);
                    }
                } else if wanted(&path) {
                    paths.push(path);
                }
            }
        }
    }
}

/// The text of a plain file that is not too large.
///
/// # Errors
/// What is wrong with it, in one line that names it.
pub fn read_text(path: &Path) -> Result<String, String> {
    // A pipe would wait for ever and a device never end.
    let is_plain = fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?.is_file();
    if !is_plain {
        return Err(format!("{}: not a plain file", path.display()));
    }
    read_limited(path, LARGEST_FILE, "a mechanic, a rule set or claims")
}

/// The text of a mechanic that is read from somewhere else, where it is not too large.
///
/// # Errors
/// What is wrong with it, in one line that names it.
pub fn mechanic_text(reader: impl Read, name: &str) -> Result<String, String> {
    limited(reader, LARGEST_FILE, "a mechanic", name)
}

/// The text of a file that is not too large.
pub(super) fn read_limited(path: &Path, largest: u64, what: &str) -> Result<String, String> {
    let name = path.display().to_string();
    let file = fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    limited(file, largest, what, &name)
}

/// A text that is not too large.
pub(super) fn limited(reader: impl Read, largest: u64, what: &str, name: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    reader.take(largest + 1).read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    if bytes.len() as u64 > largest {
        return Err(format!("{name}: more than {largest} bytes, too large for {what}"));
    }
    decoded(bytes, name)
}

/// The mechanics that are meant by a path: the file, or those of the folder and the folders in it, by path.
///
/// # Errors
/// What of a folder cannot be read, and a folder that holds none; one line each.
pub fn mechanics_below(path: &Path) -> Result<Vec<PathBuf>, Vec<String>> {
    if path == Path::new(STANDARD_INPUT) || !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let (mut paths, mut problems) = (Vec::new(), Vec::new());
    let is_mechanic = |path: &Path| path.extension().is_some_and(|ending| ending == "odds");
    collect(path, DEEPEST, is_mechanic, &mut Vec::new(), &mut paths, &mut problems);
    paths.sort();
    if paths.is_empty() && problems.is_empty() {
        problems.push(format!("{}: no mechanic (.odds) in this folder", path.display()));
    }
    if problems.is_empty() { Ok(paths) } else { Err(problems) }
}

/// Bytes as text.
///
/// # Errors
/// Where they are not UTF-8, in one line with the given name.
pub fn decoded(bytes: Vec<u8>, name: &str) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{name}: not a text in UTF-8; byte {} cannot be read", at + 1)
    })
}
