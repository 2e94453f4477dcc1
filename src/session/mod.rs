//! The library's front, and the only place that strings the stages together: data in, mechanics and questions out.
//!
//! ```
//! use trueodds::session::Session;
//!
//! let session = Session::embedded()?;
//! let award = session.mechanic("isaac/room-clear-award")?;
//! let law = award.law("award")?.set("luck", 3)?.rules("repentance")?.run()?;
//! assert_eq!(law.probability("chest")?.to_string(), "931/5000");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beside;
mod called;
mod claims;
mod data;
mod findings;
mod front;
mod inspect;
mod library;
mod link;
mod over;
mod pages;
mod questions;
mod sheets;
mod trial;
mod wiki;

pub use claims::Claims;
pub use data::{DataSource, built_in, decoded, mechanic_text, mechanics_below, read_text};
pub use front::{Law, LawQuestion};
pub use inspect::Checked;
pub(crate) use pages::{is_page, page_text};
pub use pages::{pages_below, read_page};
pub use questions::Reader;
pub use trial::Untried;
pub use wiki::Wiki;

use std::fmt;
use std::path::Path;

use crate::diagnostic::{Diagnostic, Message, has_errors};
use crate::scenario::Mechanic;
use crate::source::{FileId, SourceMap};

use data::{DataFile, Group};

/// Why there is no mechanic or question.
#[derive(Debug, Clone)]
pub enum Failure {
    /// What was asked for does not exist or does not fit; one message each.
    Usage(Vec<Message>),
    /// Something is wrong with a text.
    Findings {
        /// What is wrong, by place.
        diagnostics: Vec<Diagnostic>,
        /// The texts that it is about.
        sources: SourceMap,
    },
}

impl Failure {
    fn usage(message: impl Into<Message>) -> Failure {
        Failure::Usage(vec![message.into()])
    }

    /// What is wrong with texts of these sources.
    pub(crate) fn findings(diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Failure {
        Failure::Findings { diagnostics, sources: sources.clone() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(problems) => {
                let problems: Vec<String> = problems.iter().map(Message::to_string).collect();
                f.write_str(&problems.join("\n"))
            }
            Failure::Findings { diagnostics, sources } => {
                let line = |diagnostic: &Diagnostic| {
                    let span = diagnostic.primary.span;
                    let name = sources.file(span.file).map_or("", |file| file.name.as_str());
                    let at = sources.locate(span);
                    format!("{name}:{}:{}: {diagnostic}", at.line, at.column)
                };
                f.write_str(&diagnostics.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

impl std::error::Error for Failure {}

/// What a mechanic goes by that stands in no file.
pub const STANDARD_INPUT: &str = "-";

/// Opened data: the texts of mechanics, rule sets and claims. Nothing is parsed before it is asked for, and no
/// question leaves anything behind; loading a file or a text adds to what is there.
#[derive(Debug, Clone, Default)]
pub struct Session {
    sources: SourceMap,
    files: Vec<DataFile>,
    /// Whether no file is looked for, not even to say what a name may mean.
    closed: bool,
}

impl Session {
    /// The data that the library carries.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// assert_eq!(session.games(), ["isaac", "sts"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None today; a folder can fail, and both are opened alike.
    pub fn embedded() -> Result<Session, Failure> {
        Session::open(&DataSource::Embedded)
    }

    /// The data that the library carries, a folder, or both.
    ///
    /// ```
    /// use trueodds::session::{DataSource, Session};
    ///
    /// let session = Session::open(&DataSource::Embedded)?;
    /// assert!(session.names().contains(&"sts/card-roll".to_owned()));
    /// assert!(Session::open(&DataSource::Folder("no/such/folder".into())).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A folder or file that cannot be read.
    pub fn open(source: &DataSource) -> Result<Session, Failure> {
        let mut sources = SourceMap::default();
        let files = data::read(source, &mut sources)?;
        Ok(Session { sources, files, closed: false })
    }

    /// The same for those who are not to learn which files there are: a name that is none of the data is that of nothing.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let said = |session: Session| session.mechanic("Cargo.toml").expect_err("no mechanic").to_string();
    /// assert!(said(Session::embedded()?).contains("is a file"));
    /// assert!(said(Session::embedded()?.closed()).starts_with("no mechanic `Cargo.toml`"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn closed(self) -> Session {
        Session { closed: true, ..self }
    }

    /// Adds a mechanic (.odds) by its path, with the mechanics it uses and the rule sets and wiki file beside it.
    /// Its name is the path. A file that was loaded before is read anew.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::embedded()?;
    /// assert!(session.add_file("no/such/file.odds").is_err());
    /// // What was there stays.
    /// assert!(session.mechanic("isaac/room-clear-award").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn add_file(&mut self, path: &str) -> Result<(), Failure> {
        if let Some(problem) = self.missing_file(path) {
            return Err(Failure::usage(problem));
        }
        let found = beside::read_beside(path, &mut self.sources)?;
        let again =
            |file: &DataFile| found.iter().any(|new| new.group == file.group && new.path == file.path);
        self.files.retain(|file| !again(file));
        self.files.extend(found);
        Ok(())
    }

    /// Adds a mechanic from a text; it goes by `game/name`, as its first line says.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("dice/die", "mechanic dice/die\noutcome face: integer\nface = random(6) + 1\n");
    /// let die = session.mechanic("dice/die")?;
    /// assert_eq!(die.law("face")?.run()?.probability("6")?.to_string(), "1/6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_text(&mut self, name: &str, text: &str) {
        let path = format!("{name}.odds");
        let id = self.sources.add(path.clone(), text);
        self.files.retain(|file| file.path != path);
        self.files.push(DataFile { group: Group::of_path(&path), path, id, built_in: false });
    }

    /// Adds a mechanic that stands in no file, such as one from standard input; it goes by [`STANDARD_INPUT`].
    ///
    /// ```
    /// use trueodds::session::{STANDARD_INPUT, Session};
    ///
    /// let mut session = Session::embedded()?;
    /// session.add_input("mechanic dice/coin\noutcome heads: flag\nheads = chance(1/2)\n");
    /// assert_eq!(session.mechanic(STANDARD_INPUT)?.model.path, "dice/coin");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_input(&mut self, text: &str) {
        let id = self.sources.add("standard input", text);
        let path = STANDARD_INPUT.to_owned();
        self.files.retain(|file| file.path != path);
        self.files.push(DataFile { group: Group::beside(&path), path, id, built_in: false });
    }

    /// All texts, for showing findings.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let luck = &award.model[award.input("luck")?].declaration;
    /// let file = session.sources().file(luck.span.file).map(|file| file.name.as_str());
    /// assert_eq!(file, Some("data/isaac/room-clear-award.odds"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The names of all mechanics, sorted.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("dice/die", "mechanic dice/die\noutcome face: integer\nface = random(6) + 1\n");
    /// assert_eq!(session.names(), ["dice/die"]);
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mechanics = self.files.iter().filter(|file| !self.is_library(file));
        let mut names: Vec<String> = mechanics.filter_map(DataFile::mechanic_name).collect();
        names.sort();
        names
    }

    /// The names of all games, sorted.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// assert!(Session::default().games().is_empty());
    /// assert_eq!(Session::embedded()?.games(), ["isaac", "sts"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn games(&self) -> Vec<String> {
        let mut games: Vec<String> =
            self.files.iter().filter_map(|file| file.game()).map(str::to_owned).collect();
        games.sort();
        games.dedup();
        games
    }

    /// Reads, checks and lowers a mechanic with all its rule sets. It goes by `game/name`, by its name
    /// without the game where no other has it, by its label, or by the path that was given to [`Session::add_file`].
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// assert_eq!(session.mechanic("sts/card-roll")?.model.path, "sts/card-roll");
    /// let problem = session.mechanic("sts/card-rol").expect_err("misspelt").to_string();
    /// assert!(problem.contains("did you mean `sts/card-roll`?"), "{problem}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name that does not exist, or everything that is wrong with the mechanic and its rule sets.
    pub fn mechanic(&self, name: &str) -> Result<Mechanic, Failure> {
        let (mechanic, diagnostics) = self.load(self.find(name)?);
        match mechanic {
            Some(mechanic) if !has_errors(&diagnostics) => {
                let path = &mechanic.model.path;
                if mechanic.model.library {
                    return Err(Failure::usage(format!(
                        "`{path}` is a library: it has functions for mechanics that say `uses {path}`, and no outcomes"
                    )));
                }
                Ok(mechanic)
            }
            _ => {
                let errors = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
                Err(Failure::findings(errors, &self.sources))
            }
        }
    }

    /// What the wikis of a mechanic's game understand.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// assert!(session.wiki(&award)?.templates("no such wiki").is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with `wiki.toml`.
    pub fn wiki(&self, mechanic: &Mechanic) -> Result<Wiki, Failure> {
        let own = mechanic.model.tree.items.first().map(|item| item.span.file);
        let group = self.files.iter().find(|file| Some(file.id) == own).map(|file| &file.group);
        let Some(file) = self.files.iter().find(|file| file.is_wiki() && Some(&file.group) == group) else {
            return Ok(Wiki::default());
        };
        Wiki::read(file.id, self.text(file.id))
            .map_err(|diagnostic| Failure::findings(vec![diagnostic], &self.sources))
    }

    fn text(&self, id: FileId) -> &str {
        self.sources.file(id).map_or("", |file| file.text.as_str())
    }

    /// Whether a name is that of a mechanic's file and not of one that is loaded.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// assert!(Session::is_path("dice/coin.odds"));
    /// assert!(!Session::is_path("dice/coin"));
    /// ```
    #[must_use]
    pub fn is_path(name: &str) -> bool {
        Path::new(name).extension().is_some_and(|ending| ending == "odds")
    }
}
