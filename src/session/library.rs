//! Libraries: files with functions for mechanics, which nothing can be asked of.

use super::data::DataFile;
use super::{Failure, Session};
use crate::check::Model;
use crate::diagnostic::{Diagnostic, has_errors};

impl Session {
    /// The names of all libraries, sorted.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("common/dice", "library common/dice\nfunction twice(n: integer) = n * 2\n");
    /// assert_eq!(session.libraries(), ["common/dice"]);
    /// assert!(session.names().is_empty());
    /// ```
    #[must_use]
    pub fn libraries(&self) -> Vec<String> {
        let libraries = self.files.iter().filter(|file| self.is_library(file));
        let mut names: Vec<String> = libraries.filter_map(DataFile::mechanic_name).collect();
        names.sort();
        names
    }

    /// Whether a text begins as a library does.
    pub(super) fn is_library(&self, file: &DataFile) -> bool {
        let mut lines = self.text(file.id).lines().map(str::trim_start);
        let head = lines.find(|line| line.starts_with("library ") || line.starts_with("mechanic "));
        file.path.ends_with(".odds")
            && head.is_some_and(|head| head.starts_with("library ") && head.contains('/'))
    }

    /// A library by its name or path; `None` where that is a mechanic.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let mut session = Session::default();
    /// session.add_text("common/dice", "library common/dice\nfunction twice(n: integer) = n * 2\n");
    /// let dice = session.library("common/dice")?.expect("a library");
    /// assert_eq!(dice.functions[0].name, "twice");
    /// // It has nothing that could be asked for.
    /// assert!(session.mechanic("common/dice").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name that does not exist, or what is wrong with the library.
    pub fn library(&self, name: &str) -> Result<Option<Model>, Failure> {
        let file = self.find(name)?;
        if !self.is_library(file) {
            return Ok(None);
        }
        let (mechanic, diagnostics) = self.load(file);
        match mechanic {
            Some(mechanic) if !has_errors(&diagnostics) => Ok(Some(mechanic.model)),
            _ => {
                let errors = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
                Err(Failure::findings(errors, &self.sources))
            }
        }
    }
}
