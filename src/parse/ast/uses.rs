//! What a file takes from others.

use super::Name;

/// A mechanic that is used: `card-roll`, or of another game `sts/card-roll`.
#[derive(Debug, Clone)]
pub struct Use {
    /// Its name as written.
    pub name: Name,
    /// Whether its inputs become inputs here: `with its inputs`.
    pub inputs: bool,
    /// Whether its outcomes become outcomes here: `with its outcomes`.
    pub outcomes: bool,
}

impl Use {
    /// Whether something of it becomes part of the mechanic that uses it.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.inputs || self.outcomes
    }

    /// As it stands in the text: `special-rooms with its inputs and outcomes`.
    #[must_use]
    pub fn text(&self) -> String {
        let with = match (self.inputs, self.outcomes) {
            (true, true) => " with its inputs and outcomes",
            (true, false) => " with its inputs",
            (false, true) => " with its outcomes",
            (false, false) => "",
        };
        format!("{}{with}", self.name.text)
    }

    /// What it is called by: its name without the game.
    #[must_use]
    pub fn called(&self) -> &str {
        self.name.text.rsplit_once('/').map_or(self.name.text.as_str(), |(_, name)| name)
    }

    /// The game, where it is written.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.name.text.split_once('/').map(|(game, _)| game)
    }
}
