//! Claims with the mechanics that they are about.

use std::collections::BTreeMap;
use std::path::Path;

use super::data::read_text;
use super::{Failure, Session};
use crate::claims::ClaimsFile;
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
    /// The claims of the data, or of some games and mechanics by name, or of files by path.
    ///
    /// # Errors
    /// A name that nothing has, or everything that is wrong with the files and their mechanics.
    pub fn claims(&self, only: &[String]) -> Result<Claims, Failure> {
        let (paths, names): (Vec<&String>, Vec<&String>) =
            only.iter().partition(|name| Path::new(name).extension().is_some_and(|ending| ending == "toml"));
        let mut sources = self.sources.clone();
        let mut found = Found::default();
        for path in &paths {
            let text = read_text(Path::new(path)).map_err(Failure::usage)?;
            let game = game_of(Path::new(path), &self.games());
            let id = sources.add(path.as_str(), text.as_str());
            found.add(ClaimsFile::read(&game, id, &text));
        }
        if paths.is_empty() || !names.is_empty() {
            for file in self.files.iter().filter(|file| file.is_claims()) {
                found.add(ClaimsFile::read(file.game().unwrap_or_default(), file.id, self.text(file.id)));
            }
        }
        let mut files = found.files;
        if !names.is_empty() {
            self.known(&names)?;
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
            return Err(Failure::findings(found.problems, &sources));
        }
        let mut mechanics = BTreeMap::new();
        let wanted = |path: &str| {
            let game = path.split('/').next();
            names.is_empty() || names.iter().any(|name| path == name.as_str() || game == Some(name.as_str()))
        };
        // A mechanic that was given by its path has no name in the session.
        let given = self.files.iter().filter(|file| Session::is_path(&file.path) && file.mechanic_name().is_none());
        for name in self.names().into_iter().chain(given.map(|file| file.path.clone())) {
            let mechanic = self.mechanic(&name)?;
            if !mechanic.model.library && (wanted(&name) || wanted(&mechanic.model.path)) {
                mechanics.insert(mechanic.model.path.clone(), mechanic);
            }
        }
        for claim in files.iter().flat_map(|file| &file.claims) {
            if mechanics.contains_key(&claim.mechanic) {
                continue;
            }
            let names = self.names();
            if names.contains(&claim.mechanic) {
                mechanics.insert(claim.mechanic.clone(), self.mechanic(&claim.mechanic)?);
            } else {
                let help = or_nearest(&claim.mechanic, names.iter().map(String::as_str));
                let message = format!("claim `{}`: no mechanic `{}`", claim.id, claim.mechanic);
                let problem = Diagnostic::error(Code::UnknownMechanic, claim.span, message);
                found.problems.push(problem.maybe_help(help));
            }
        }
        if !found.problems.is_empty() {
            return Err(Failure::findings(found.problems, &sources));
        }
        let aliases = |mechanic: &Mechanic| Ok(self.wiki(mechanic)?.aliases);
        let aliases = mechanics.iter().map(|(path, mechanic)| Ok((path.clone(), aliases(mechanic)?)));
        let aliases = aliases.collect::<Result<_, Failure>>()?;
        Ok(Claims { files, mechanics, aliases, sources })
    }

    /// Whether the names are those of games or mechanics.
    fn known(&self, names: &[&String]) -> Result<(), Failure> {
        let (games, mechanics) = (self.games(), self.names());
        let unknown = names.iter().filter(|name| !games.contains(name) && !mechanics.contains(name));
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

/// The game of a file of claims or findings by its path: `isaac` of `data/isaac/claims/x.toml`, else the only game there
/// is.
pub(super) fn game_of(path: &Path, games: &[String]) -> String {
    let folder = path.parent().and_then(Path::parent).and_then(Path::file_name);
    let named = folder.map(|name| name.to_string_lossy().into_owned());
    match (named, games) {
        (Some(name), _) if games.contains(&name) => name,
        (_, [only]) => only.clone(),
        (named, _) => named.unwrap_or_default(),
    }
}
