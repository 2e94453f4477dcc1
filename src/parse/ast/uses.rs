//! What a file takes from others.

use super::Name;

/// A mechanic that is used: `card-roll`, or of another game `sts/card-roll`.
#[derive(Debug, Clone)]
pub struct Use {
    /// Its name as written.
    pub name: Name,
}

impl Use {
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
