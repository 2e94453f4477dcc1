//! The words of a line, and what they name.

use crate::scenario::Mechanic;
use crate::session::{DataSource, Session};

/// The words of a line after the name of the program.
pub(in crate::cli) struct Words(pub(in crate::cli) Vec<String>);

impl Words {
    /// The data that the line speaks of.
    pub(in crate::cli) fn session(&self) -> Option<Session> {
        let given =
            self.value_of("--data").map(str::to_owned).or_else(|| std::env::var("TRUEODDS_DATA").ok());
        let source = given.map_or(DataSource::Embedded, |folder| DataSource::Over(folder.into()));
        Session::open(&source).ok()
    }

    /// The mechanic that the line names: the first word that is one, behind the command.
    pub(in crate::cli) fn mechanic(&self) -> Option<Mechanic> {
        let mut session = self.session()?;
        let words = self.0.iter().filter(|word| !word.starts_with('-')).skip(1);
        words.into_iter().find_map(|word| {
            if Session::is_path(word) {
                session.add_file(word).ok()?;
            }
            session.mechanic(word).ok()
        })
    }

    /// What follows a word.
    pub(super) fn after(&self, word: &str) -> Option<&str> {
        let place = self.0.iter().position(|own| own == word)?;
        self.0.get(place + 1).map(String::as_str)
    }

    /// What stands before a word.
    pub(super) fn before(&self, word: &str) -> Option<&str> {
        let place = self.0.iter().position(|own| own == word)?;
        self.0.get(place.checked_sub(1)?).map(String::as_str)
    }

    /// The value of an option, after it or after its sign.
    pub(super) fn value_of(&self, option: &str) -> Option<&str> {
        let joined = self.0.iter().find_map(|word| word.strip_prefix(option)?.strip_prefix('='));
        joined.or_else(|| self.after(option))
    }
}
