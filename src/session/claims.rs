//! Claims with the mechanics that they are about.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::data::{CLAIMS, DataFile, read_text};
use super::{Failure, Session};
use crate::claims::{Claim, ClaimsFile};
use crate::diagnostic::{Code, Diagnostic, Message, Setting, or_nearest};
use crate::names::{Aliases, Names};
use crate::scenario::Mechanic;
use crate::source::SourceMap;
use crate::verify::cases;

/// Claims, and the mechanics they are about by path.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    /// The files.
    pub files: Vec<ClaimsFile>,
    /// The mechanics of the session, or those that were named.
    pub mechanics: BTreeMap<String, Mechanic>,
    /// For each mechanic the other words for its labels.
    pub aliases: BTreeMap<String, Aliases>,
    /// The templates of their wikis that hold a question and its figure.
    pub templates: BTreeSet<String>,
    /// The texts of the session, and those of claims files that were given by their path.
    pub sources: SourceMap,
}

impl Claims {
    /// What the mechanics call things.
    #[must_use]
    pub fn names(&self) -> Names<'_> {
        let aliases = |path: &String| self.aliases.get(path);
        Names::new(self.mechanics.iter().filter_map(|(path, mechanic)| Some((mechanic, aliases(path)?))))
    }
}

impl Session {
    /// The claims of the data, or of some games and mechanics by name, or of files by path: claims (.toml), or a
    /// mechanic (.odds) with the claims beside it.
    ///
    /// # Errors
    /// A name that nothing has, or everything that is wrong with the files and their mechanics.
    pub fn claims(&self, only: &[String]) -> Result<Claims, Failure> {
        let mut session = self.clone();
        let mut paths = Vec::new();
        let mut names = Vec::new();
        for name in only {
            let mechanic = mechanic_beside(Path::new(name));
            if mechanic.is_some() || Session::is_path(name) {
                let path = mechanic.unwrap_or_else(|| name.clone());
                session.add_file(&path)?;
                names.push(path);
            } else if Path::new(name).extension().is_some_and(|ending| ending == "toml") {
                paths.push(name);
            } else if session.games().contains(name) {
                names.push(name.clone());
            } else {
                names.push(session.called(name).unwrap_or_else(|| name.clone()));
            }
        }
        let mut found = Found::default();
        for path in &paths {
            let text = read_text(Path::new(path)).map_err(Failure::usage)?;
            let games = session.games();
            let game = game_of(Path::new(path), &games, &session.own_games());
            let id = session.sources.add(path.as_str(), text.as_str());
            if games.contains(&game) {
                found.add(ClaimsFile::read(&game, None, id, &text));
                continue;
            }
            // The mechanics of a folder that is no game of the data stand beside the folder of claims.
            let folder = Path::new(path).parent().and_then(Path::parent).unwrap_or(Path::new(""));
            let mut read = ClaimsFile::read("", None, id, &text);
            for claim in read.iter_mut().flat_map(|read| &mut read.claims) {
                let mechanic = folder.join(format!("{}.odds", claim.mechanic));
                if mechanic.is_file() {
                    claim.mechanic = mechanic.display().to_string();
                    if session.find(&claim.mechanic).is_err() {
                        session.add_file(&claim.mechanic)?;
                    }
                } else if !game.is_empty() {
                    claim.mechanic = format!("{game}/{}", claim.mechanic);
                }
            }
            found.add(read);
        }
        let changed = session.changed_mechanics();
        if paths.is_empty() || !names.is_empty() {
            for file in session.files.iter().filter(|file| file.is_claims()) {
                let game = file.game().unwrap_or_default();
                let mut read = ClaimsFile::read(game, file.claimed(), file.id, session.text(file.id));
                let claims = read.iter_mut().flat_map(|read| &mut read.claims);
                // A mechanic beside its claims goes by its path.
                for claim in claims.filter(|_| file.game().is_none()) {
                    let own = session.files.iter().find(|own| own.is_mechanic(&file.group, &claim.mechanic));
                    match own {
                        Some(own) => claim.mechanic.clone_from(&own.path),
                        None if session.find(&claim.mechanic).is_ok() => {}
                        // Claims of another mechanic of the folder are not asked for.
                        None if stands_near(&file.path, &claim.mechanic) => {}
                        None => {
                            let beside = session.files.iter().filter(|own| own.group == file.group);
                            let beside = beside.filter(|own| own.path.ends_with(".odds")).map(DataFile::stem);
                            found.problems.push(unknown(claim, beside));
                        }
                    }
                }
                if let Ok(read) = &mut read
                    && file.built_in
                {
                    read.claims.retain(|claim| !changed.contains(&claim.mechanic));
                }
                found.add(read);
            }
        }
        let mut files = found.files;
        if !names.is_empty() {
            session.known(&names)?;
            for file in &mut files {
                let wanted = |mechanic: &str| {
                    names.iter().any(|name| {
                        mechanic == name.as_str() || mechanic.split('/').next() == Some(name.as_str())
                    })
                };
                file.claims.retain(|claim| wanted(&claim.mechanic));
            }
        }
        if !found.problems.is_empty() {
            return Err(Failure::findings(found.problems, &session.sources));
        }
        let mut mechanics = BTreeMap::new();
        let wanted = |path: &str| {
            let game = path.split('/').next();
            names.is_empty() || names.iter().any(|name| path == name.as_str() || game == Some(name.as_str()))
        };
        // A mechanic that was given by its path has no name in the session.
        let given = session
            .files
            .iter()
            .filter(|file| Session::is_path(&file.path) && file.mechanic_name().is_none());
        for name in session.names().into_iter().chain(given.map(|file| file.path.clone())) {
            let mechanic = session.mechanic(&name)?;
            if !mechanic.model.library && (wanted(&name) || wanted(&mechanic.model.path)) {
                mechanics.insert(name, mechanic);
            }
        }
        for claim in files.iter().flat_map(|file| &file.claims) {
            if mechanics.contains_key(&claim.mechanic) {
                continue;
            }
            let names = session.names();
            if names.contains(&claim.mechanic) || Session::is_path(&claim.mechanic) {
                mechanics.insert(claim.mechanic.clone(), session.mechanic(&claim.mechanic)?);
            } else {
                found.problems.push(unknown(claim, names.iter().map(String::as_str)));
            }
        }
        if !found.problems.is_empty() {
            return Err(Failure::findings(found.problems, &session.sources));
        }
        let (mut aliases, mut templates) = (BTreeMap::new(), BTreeSet::new());
        for (path, mechanic) in &mechanics {
            let wiki = session.wiki(mechanic)?;
            aliases.insert(path.clone(), wiki.aliases);
            templates.extend(wiki.annotation);
        }
        Ok(Claims { files, mechanics, aliases, templates, sources: session.sources })
    }

    /// Whether the names are those of games or mechanics.
    fn known(&self, names: &[String]) -> Result<(), Failure> {
        let (games, mechanics) = (self.games(), self.names());
        let unknown = names
            .iter()
            .filter(|name| !games.contains(name) && !mechanics.contains(name) && !Session::is_path(name));
        let problems: Vec<Message> = unknown
            .map(|name| {
                if Path::new(name).is_file() {
                    let problem = format!("`{name}` is a file; to judge the page in it write ");
                    return Message::from(problem).typed(Setting::Page, name.as_str());
                }
                let known = games.iter().chain(&mechanics).map(String::as_str);
                let problem = format!("no mechanic and no game `{name}`");
                Message::from(problem).advice(or_nearest(name, known))
            })
            .collect();
        if problems.is_empty() { Ok(()) } else { Err(Failure::Usage(problems)) }
    }

    /// Everything that is wrong with the claims of the data.
    pub(super) fn check_claims(&self) -> Vec<Diagnostic> {
        match self.claims(&[]) {
            Ok(claims) => cases(&claims.files, &claims.mechanics).err().unwrap_or_default(),
            // What is wrong with a mechanic is said when it is checked itself.
            Err(Failure::Findings { diagnostics, .. }) => {
                let claims: Vec<_> =
                    self.files.iter().filter(|file| file.is_claims()).map(|file| file.id).collect();
                diagnostics.into_iter().filter(|found| claims.contains(&found.primary.span.file)).collect()
            }
            Err(Failure::Usage(_)) => Vec::new(),
        }
    }

    /// Everything that is wrong with a claims file, whose mechanics are those of the folder above.
    pub(super) fn check_claims_file(&mut self, path: &Path) -> Result<Vec<Diagnostic>, Failure> {
        let (found, sources) = match self.claims(&[path.display().to_string()]) {
            Ok(claims) => (cases(&claims.files, &claims.mechanics).err().unwrap_or_default(), claims.sources),
            Err(Failure::Findings { diagnostics, sources }) => (diagnostics, sources),
            Err(usage) => return Err(usage),
        };
        // The findings are shown with the texts of the session.
        self.sources = sources;
        Ok(found)
    }
}

#[derive(Default)]
struct Found {
    files: Vec<ClaimsFile>,
    problems: Vec<Diagnostic>,
}

impl Found {
    fn add(&mut self, read: Result<ClaimsFile, Vec<Diagnostic>>) {
        match read {
            Ok(file) => self.files.push(file),
            Err(mut problems) => self.problems.append(&mut problems),
        }
    }
}

/// A claim about a mechanic that nobody has; `known` are those that it may be about.
fn unknown<'a>(claim: &Claim, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let message = format!("claim `{}`: no mechanic `{}`", claim.id, claim.mechanic);
    Diagnostic::error(Code::UnknownMechanic, claim.span, message)
        .maybe_help(or_nearest(&claim.mechanic, known))
}

/// Whether the file of a mechanic stands beside one of claims, or beside its folder.
fn stands_near(claims: &str, mechanic: &str) -> bool {
    let mut folders = Path::new(claims).ancestors().skip(1).take(2);
    folders.any(|folder| folder.join(format!("{mechanic}.odds")).is_file())
}

/// The mechanic beside a file of claims: `die.odds` beside `die.claims.toml`.
fn mechanic_beside(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(CLAIMS)?;
    let mechanic = path.with_file_name(format!("{name}.odds"));
    mechanic.is_file().then(|| mechanic.display().to_string())
}

/// The game of a file of claims or findings by its path: `isaac` of `data/isaac/claims/x.toml`, else the only game of
/// the folder that was given.
pub(super) fn game_of(path: &Path, games: &[String], own: &[String]) -> String {
    let folder = path.parent().and_then(Path::parent).and_then(Path::file_name);
    let named = folder.map(|name| name.to_string_lossy().into_owned());
    match (named, own) {
        (Some(name), _) if games.contains(&name) => name,
        (_, [only]) => only.clone(),
        (named, _) => named.unwrap_or_default(),
    }
}
