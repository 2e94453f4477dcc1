//! The tables in files beside the mechanics that name them: only those are read.

use std::path::{Path, PathBuf};

use super::Session;
use super::data::{DataFile, Texts, read_text};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::File;
use crate::parse::{parse, read_sheets, sheets};
use crate::source::FileId;

/// Those that the mechanics of a folder of data name, where they are there.
pub(super) fn of_folder(folder: &Path, texts: &Texts, problems: &mut Vec<String>) -> Texts {
    let mut found = Texts::new();
    // Most have none, and need not be read twice.
    let reads = |below: &str, text: &str| below.ends_with(".odds") && text.contains(".csv\"");
    for (below, _, text) in texts.iter().filter(|(below, _, text)| reads(below, text)) {
        let (tree, _) = parse(FileId::default(), text);
        let own = Path::new(below).parent().unwrap_or(Path::new(""));
        for path in named(&tree, &folder.join(own)) {
            let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if found.iter().any(|(other, ..)| *other == below) {
                continue;
            }
            match read_text(&path) {
                Ok(text) => found.push((below, path.display().to_string(), text)),
                Err(problem) => problems.push(problem),
            }
        }
    }
    found
}

/// Those that a mechanic in a folder names, where they are there.
pub(super) fn named(tree: &File, folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = sheets(tree).map(|file| folder.join(&file.text)).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.dedup();
    paths
}

impl Session {
    /// Puts the tables that a mechanic names into its tree.
    pub(super) fn read_sheets(&self, file: &DataFile, tree: &mut File) -> Vec<Diagnostic> {
        let find = |name: &str| self.files.iter().find(|other| other.is_sheet(&file.group, name));
        read_sheets(tree, &|name| find(name).map(|sheet| (sheet.id, self.text(sheet.id))))
    }
}
