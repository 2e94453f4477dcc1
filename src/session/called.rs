//! The mechanic that is meant by what somebody typed.

use std::path::Path;

use super::data::DataFile;
use super::{Failure, Session};
use crate::check::model::folded;
use crate::diagnostic::{Message, or_nearest};
use crate::parse::ast::{ItemKind, Naming};
use crate::parse::parse;

impl Session {
    /// The file of a mechanic or library: by its name, its path, its name without the game, its label, or another word for
    /// that.
    ///
    /// Cost: a name that is none has every text read for its label.
    pub(super) fn find(&self, name: &str) -> Result<&DataFile, Failure> {
        self.found(name)?.ok_or_else(|| Failure::usage(self.unknown_mechanic(name)))
    }

    /// As [`Session::find`], without a look at files for a name that is none here.
    fn found(&self, name: &str) -> Result<Option<&DataFile>, Failure> {
        let by_name = |file: &&DataFile| file.mechanic_name().as_deref() == Some(name) || file.path == name;
        if let Some(file) = self.files.iter().find(by_name) {
            return Ok(Some(file));
        }
        let mechanics = || self.files.iter().filter(|file| file.mechanic_name().is_some());
        let wanted = folded(name);
        let by_path =
            mechanics().filter(|file| file.mechanic_name().is_some_and(|own| folded(&own) == wanted));
        let by_stem = mechanics().filter(|file| folded(file.stem()) == wanted);
        let called: Vec<(&DataFile, Naming)> =
            mechanics().filter_map(|file| Some((file, self.naming(file)?))).collect();
        let going_by = |is_it: fn(&Naming, &str) -> bool| {
            called.iter().filter(|(_, own)| is_it(own, &wanted)).map(|(file, _)| *file).collect()
        };
        let by_label = going_by(|own, wanted| own.label.iter().any(|text| folded(text) == wanted));
        let by_alias = going_by(|own, wanted| own.alias_texts().iter().any(|text| folded(text) == wanted));
        let ways: [Vec<&DataFile>; 4] = [by_path.collect(), by_stem.collect(), by_label, by_alias];
        match ways.into_iter().find(|found| !found.is_empty()).as_deref() {
            Some([only]) => Ok(Some(only)),
            Some(several) => {
                let names: Vec<String> = several.iter().filter_map(|file| file.mechanic_name()).collect();
                let names = listed(&names);
                Err(Failure::usage(format!(
                    "several mechanics are called `{name}`: {names}; give the game too"
                )))
            }
            None => Ok(None),
        }
    }

    /// The name of a mechanic by what people call it, where one is meant: as it is known here.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// assert_eq!(session.called("Room Clear Award").as_deref(), Some("isaac/room-clear-award"));
    /// assert_eq!(session.called("card-roll").as_deref(), Some("sts/card-roll"));
    /// assert_eq!(session.called("isaac"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn called(&self, name: &str) -> Option<String> {
        let file = self.found(name).ok()??;
        Some(file.mechanic_name().unwrap_or_else(|| file.path.clone()))
    }

    /// Whether mechanics or libraries of the data go by a name. No file is looked at.
    #[cfg(feature = "web")]
    pub(crate) fn knows(&self, name: &str) -> bool {
        !matches!(self.found(name), Ok(None))
    }

    /// What is said of a name that no mechanic has.
    fn unknown_mechanic(&self, name: &str) -> Message {
        let path = Path::new(name);
        let names = self.names();
        if name.trim().is_empty() {
            return format!("the name of the mechanic is empty; there is {}", listed(&names)).into();
        }
        if self.games().iter().any(|game| game == name) {
            let own = names.iter().filter(|own| own.split('/').next() == Some(name));
            let own: Vec<String> = own.cloned().collect();
            return format!("`{name}` is a game; say which mechanic of it: {}", listed(&own)).into();
        }
        let problem = format!("no mechanic `{name}`");
        let near = || or_nearest(name, names.iter().map(String::as_str));
        if self.closed {
            return Message::from(problem).advice(near());
        }
        let with_ending = format!("{name}.odds");
        if Path::new(&with_ending).is_file() {
            return format!("no mechanic `{name}`; the file beside it is `{with_ending}`").into();
        }
        if path.is_dir() {
            let known = super::beside::stems_in(path);
            let mut own: Vec<String> =
                known.iter().map(|stem| path.join(format!("{stem}.odds")).display().to_string()).collect();
            own.sort();
            let rest = match own.as_slice() {
                [] => "with no mechanic (.odds) in it".to_owned(),
                own => format!("of mechanics: {}; name one", listed(own)),
            };
            return format!("`{name}` is a folder {rest}").into();
        }
        if path.is_file() {
            return format!("`{name}` is a file, and a mechanic is a file that ends in .odds").into();
        }
        Message::from(problem).advice(near())
    }

    /// What is said of the path of a mechanic that is not there.
    pub(super) fn missing_file(&self, path: &str) -> Option<Message> {
        let name = path.strip_suffix(".odds").filter(|_| !Path::new(path).exists())?;
        let below = name.rsplit_once("data/").map_or(name, |(_, below)| below);
        let known = self.called(below).filter(|known| !Session::is_path(known))?;
        Some(format!("there is no file {path}; the mechanic of the data is called `{known}`").into())
    }

    /// What a mechanic is called.
    fn naming(&self, file: &DataFile) -> Option<Naming> {
        let (tree, _) = parse(file.id, self.text(file.id));
        tree.items.into_iter().find_map(|item| match item.kind {
            ItemKind::Mechanic(mechanic) => Some(mechanic.naming),
            _ => None,
        })
    }
}

/// The names as they are typed.
fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
