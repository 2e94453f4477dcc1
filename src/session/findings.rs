//! Findings with the mechanics that they are about.

use std::collections::BTreeMap;
use std::path::Path;

use super::claims::game_of;
use super::data::read_text;
use super::{Failure, Session};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::findings::{FindingsFile, check, table_request};
use crate::scenario::Mechanic;
use crate::source::Span;

impl Session {
    /// The findings and tables of the data.
    ///
    /// ```
    /// use trueodds::session::Session;
    ///
    /// let files = Session::embedded()?.findings()?;
    /// assert!(files.iter().flat_map(|file| &file.findings).any(|found| found.mechanic == "isaac/special-rooms"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the form of the files, and mechanics that do not exist.
    pub fn findings(&self) -> Result<Vec<FindingsFile>, Failure> {
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for file in self.files.iter().filter(|file| file.is_findings()) {
            match FindingsFile::read(file.game().unwrap_or_default(), file.id, self.text(file.id)) {
                Ok(read) => {
                    problems.extend(self.unknown(&read));
                    files.push(read);
                }
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() { Ok(files) } else { Err(Failure::findings(problems, &self.sources)) }
    }

    /// The mechanics that findings and tables name and that do not exist.
    fn unknown(&self, file: &FindingsFile) -> Vec<Diagnostic> {
        let names = self.names();
        let unknown = subjects(file).filter(|(mechanic, _)| !names.iter().any(|name| name == mechanic));
        let problem = |(mechanic, span): (&str, Span)| {
            let problem = Diagnostic::error(Code::UnknownMechanic, span, format!("no mechanic `{mechanic}`"));
            problem.maybe_help(or_nearest(mechanic, names.iter().map(String::as_str)))
        };
        unknown.map(problem).collect()
    }

    /// Everything that is wrong with the findings of the data.
    pub(super) fn check_findings(&self) -> Vec<Diagnostic> {
        let files = self.files.iter().filter(|file| file.is_findings() && self.is_own(file));
        let read = |file: &super::DataFile| {
            FindingsFile::read(file.game().unwrap_or_default(), file.id, self.text(file.id))
        };
        files.flat_map(|file| read(file).map_or_else(|problems| problems, |read| self.wrong(&read))).collect()
    }

    /// Everything that is wrong with a findings file, whose mechanics are those of the data.
    pub(super) fn check_findings_file(&mut self, path: &Path) -> Result<Vec<Diagnostic>, Failure> {
        let text = read_text(path).map_err(Failure::usage)?;
        let game = game_of(path, &self.games(), &self.own_games());
        let id = self.sources.add(path.display().to_string(), text.as_str());
        let read = FindingsFile::read(&game, id, &text);
        Ok(read.map_or_else(|problems| problems, |read| self.wrong(&read)))
    }

    /// What does not fit the mechanics that there are.
    fn wrong(&self, file: &FindingsFile) -> Vec<Diagnostic> {
        let mut problems = self.unknown(file);
        let mut mechanics: BTreeMap<&str, Option<Mechanic>> = BTreeMap::new();
        for (name, _) in subjects(file) {
            // What is wrong with a mechanic is said when it is checked itself.
            mechanics.entry(name).or_insert_with(|| self.mechanic(name).ok());
        }
        let of = |name: &str| mechanics.get(name).and_then(Option::as_ref);
        for finding in &file.findings {
            problems.extend(of(&finding.mechanic).map(|own| check(finding, own)).unwrap_or_default());
        }
        for table in &file.tables {
            let found = of(&table.mechanic).and_then(|own| table_request(table, own).err());
            problems.extend(found.unwrap_or_default());
        }
        problems
    }
}

/// What a file is about, with the place of each.
fn subjects(file: &FindingsFile) -> impl Iterator<Item = (&str, Span)> {
    let findings = file.findings.iter().map(|finding| (finding.mechanic.as_str(), finding.span));
    findings.chain(file.tables.iter().map(|table| (table.mechanic.as_str(), table.span)))
}
