//! A mechanic that is given by its path: what stands beside it, and where the mechanics are that it uses.

use std::path::{Path, PathBuf};

use super::data::{CLAIMS, DataFile, Group, collect, is_source, read_text};
use super::{Failure, Session, sheets};
use crate::diagnostic::Message;
use crate::parse::ast::{File, ItemKind, Use};
use crate::parse::parse;
use crate::source::{FileId, SourceMap};

/// A mechanic named by its path and those it uses, with the rule sets and the wiki files beside them.
pub(super) fn read_beside(name: &str, sources: &mut SourceMap) -> Result<Vec<DataFile>, Failure> {
    let mut files = Vec::new();
    let mut found = vec![PathBuf::from(name)];
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        let text = read_text(&path).map_err(Failure::usage)?;
        let (tree, _) = parse(FileId::default(), &text);
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        for one in uses(&tree) {
            let places = places(&folder, one, game(&tree)).into_iter();
            let file = |folder: PathBuf| folder.join(format!("{}.odds", one.called()));
            if let Some(used) = places.map(file).find(|used| used.is_file())
                && !found.contains(&used)
            {
                found.push(used);
            }
        }
        let shown = path.display().to_string();
        let id = sources.add(shown.clone(), text);
        files.push(DataFile { group: Group::beside(&shown), path: shown, id, built_in: false });
        for table in sheets::named(&tree, &folder) {
            let shown = table.display().to_string();
            if !files.iter().any(|file: &DataFile| file.path == shown) {
                let id = sources.add(shown.clone(), read_text(&table).map_err(Failure::usage)?);
                files.push(DataFile {
                    group: Group::Folder(folder.clone()),
                    path: shown,
                    id,
                    built_in: false,
                });
            }
        }
        if !folders.contains(&folder) {
            read_folder_of(&folder, sources, &mut files)?;
            folders.push(folder);
        }
    }
    Ok(files)
}

/// The rule sets, the claims and the wiki file of a folder with mechanics.
fn read_folder_of(folder: &Path, sources: &mut SourceMap, files: &mut Vec<DataFile>) -> Result<(), Failure> {
    let mut add = |path: &Path, below: String| -> Result<(), Failure> {
        let text = read_text(path).map_err(Failure::usage)?;
        let id = sources.add(path.display().to_string(), text);
        files.push(DataFile { path: below, group: Group::Folder(folder.to_path_buf()), id, built_in: false });
        Ok(())
    };
    for below in ["rulesets", "claims", ""] {
        let inner = if below.is_empty() { folder.to_path_buf() } else { folder.join(below) };
        let inner = if inner.as_os_str().is_empty() { PathBuf::from(".") } else { inner };
        if !inner.is_dir() {
            continue;
        }
        let mut paths = Vec::new();
        let mut problems = Vec::new();
        collect(&inner, 0, is_source, &mut Vec::new(), &mut paths, &mut problems);
        if !problems.is_empty() && !below.is_empty() {
            return Err(Failure::Usage(problems.into_iter().map(Message::from).collect()));
        }
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let wanted = if below.is_empty() { name.ends_with(CLAIMS) } else { name.ends_with(".toml") };
            if wanted {
                let shown = if below.is_empty() { name } else { format!("{below}/{name}") };
                add(&folder.join(&shown), shown)?;
            }
        }
    }
    let wiki = folder.join("wiki.toml");
    if wiki.is_file() {
        add(&wiki, "wiki.toml".to_owned())?;
    }
    Ok(())
}

/// The folders in which a mechanic may be that one in a folder uses: of the same game that folder; of another one
/// the folder of that game beside it, as in the data, or in it.
fn places(folder: &Path, one: &Use, own_game: Option<&str>) -> Vec<PathBuf> {
    let Some(game) = one.game() else { return vec![folder.to_path_buf()] };
    let beside = match folder.file_name() {
        Some(_) => folder.parent().unwrap_or(Path::new("")).join(game),
        None => folder.join("..").join(game),
    };
    let own = (own_game == Some(game)).then(|| folder.to_path_buf());
    own.into_iter().chain([beside, folder.join(game)]).collect()
}

/// The mechanics that a file names to use.
pub(super) fn uses(tree: &File) -> impl Iterator<Item = &Use> {
    tree.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Uses(uses) => uses.as_slice(),
        _ => &[],
    })
}

/// The names of the mechanics in a folder.
pub(super) fn stems_in(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "odds"));
    paths.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// The game that a file says it belongs to.
fn game(tree: &File) -> Option<&str> {
    tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Mechanic(mechanic) => mechanic.path.text.split_once('/').map(|(game, _)| game),
        _ => None,
    })
}

impl Session {
    /// The file of a mechanic that a file uses: beside it, or in the data.
    pub(super) fn used_file(&self, from: &DataFile, tree: &File, one: &Use) -> Option<&DataFile> {
        let of_game = one.game().map(|game| Group::Game(game.to_owned()));
        let groups: Vec<Group> = match (&from.group, of_game) {
            (group, None) => vec![group.clone()],
            (Group::Game(_), Some(of_game)) => vec![of_game],
            (Group::Folder(folder), Some(of_game)) => {
                let places = places(folder, one, game(tree)).into_iter().map(Group::Folder);
                places.chain([of_game]).collect()
            }
        };
        let file = |group: &Group| self.files.iter().find(|file| file.is_mechanic(group, one.called()));
        groups.iter().find_map(file)
    }
}
