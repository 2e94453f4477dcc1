//! A folder over the built-in data: what of it is whose.

use std::collections::BTreeSet;

use super::data::{DataFile, built_in};
use super::{Claims, Failure, Session};

impl Session {
    /// Whether a file is one of the folder that was given; of all files where none was.
    pub(super) fn is_own(&self, file: &DataFile) -> bool {
        !file.built_in || self.files.iter().all(|other| other.built_in)
    }

    /// The names of the mechanics of the folder that was given, or of all where none was, sorted.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::embedded()?;
    /// assert_eq!(session.own_names(), session.names());
    /// session.add_text("dice/die", "mechanic dice/die\noutcome face: integer\nface = random(6) + 1\n");
    /// assert_eq!(session.own_names(), ["dice/die"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn own_names(&self) -> Vec<String> {
        let is_own = |name: &String| {
            self.files.iter().any(|file| file.mechanic_name().as_ref() == Some(name) && self.is_own(file))
        };
        self.names().into_iter().filter(is_own).collect()
    }

    /// The games of the folder that was given, or of all data where none was, sorted.
    pub(super) fn own_games(&self) -> Vec<String> {
        let own = self.files.iter().filter(|file| self.is_own(file));
        let games: BTreeSet<&str> = own.filter_map(DataFile::game).collect();
        games.into_iter().map(str::to_owned).collect()
    }

    /// The claims of the folder that was given, or of all data where none was.
    ///
    /// # Errors
    /// As for [`Session::claims`].
    pub fn own_claims(&self) -> Result<Claims, Failure> {
        let mut session = self.clone();
        session.files.retain(|file| !file.is_claims() || self.is_own(file));
        session.claims(&[])
    }

    /// The files of the folder that was given which make a mechanic, a built-in one by its name, something else than it
    /// is built in: its own, and rule sets of its game. None where they say the same.
    #[must_use]
    pub fn in_place(&self, name: &str) -> Vec<String> {
        let Ok(own) = self.find(name) else { return Vec::new() };
        let is_of_it =
            |file: &&DataFile| file.id == own.id || file.group == own.group && file.rule_set_name().is_some();
        let changed = self.files.iter().filter(is_of_it).filter(|file| self.is_changed(file));
        let name = |file: &DataFile| self.sources.file(file.id).map(|file| file.name.clone());
        changed.filter_map(name).collect()
    }

    /// Whether a file stands in place of a built-in one that says something else.
    pub(super) fn is_changed(&self, file: &DataFile) -> bool {
        let stands_for = |(path, text): (&str, &str)| path == file.path && text != self.text(file.id);
        !file.built_in && file.game().is_some() && built_in().any(stands_for)
    }

    /// The mechanics that stand in place of built-in ones and say something else: what is built in about those is not
    /// about these.
    pub(super) fn changed_mechanics(&self) -> Vec<String> {
        self.files.iter().filter(|file| self.is_changed(file)).filter_map(DataFile::mechanic_name).collect()
    }
}
