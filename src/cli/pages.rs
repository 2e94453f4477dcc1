//! Pages that are judged one after the other, and mended.

use std::path::Path;

use super::context::Context;
use crate::page::Page;
use crate::session::{pages_below, read_page};
use crate::verify::{Checked, Judge, annotated, fixed};

/// Judges pages, and mends them where that is asked for.
pub(crate) struct Judging<'a> {
    pub(crate) judge: Judge<'a>,
    context: &'a Context,
    changes: Changes,
    /// What was found on all pages.
    pub(crate) checked: Checked,
    /// Why pages were not read or not written.
    pub(crate) problems: Vec<String>,
    /// How many pages were read.
    pub(crate) read: usize,
    /// Whether roundings are wrong that only a person can mend.
    by_hand: bool,
    /// For each page that was changed its name, and in how many places.
    mended: Vec<(String, usize)>,
    /// What was proposed for all pages, as a difference.
    pub(crate) difference: String,
}

/// What is done to pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changes {
    None,
    /// Wrong roundings are mended.
    Fix,
    /// Questions are proposed for figures, and written.
    Annotate {
        write: bool,
    },
}

impl<'a> Judging<'a> {
    pub(crate) fn new(judge: Judge<'a>, context: &'a Context, changes: Changes) -> Judging<'a> {
        let checked = Checked { findings: Vec::new() };
        let (problems, mended, difference) = (Vec::new(), Vec::new(), String::new());
        Judging { judge, context, changes, checked, problems, read: 0, by_hand: false, mended, difference }
    }

    /// Judges files, the pages of folders, and standard input for `-`; each once.
    pub(crate) fn all(&mut self, names: &[String]) {
        let mut pages: Vec<String> = Vec::new();
        for name in names {
            let found = if name == "-" { Ok(vec![name.into()]) } else { pages_below(Path::new(name)) };
            match found {
                Ok(found) => {
                    let found = found.iter().map(|path| path.display().to_string());
                    let new: Vec<String> = found.filter(|page| !pages.contains(page)).collect();
                    pages.extend(new);
                }
                Err(mut found) => self.problems.append(&mut found),
            }
        }
        for page in pages {
            match self.text(&page) {
                Ok(text) => {
                    self.read += 1;
                    self.page(&page, &text);
                }
                Err(problem) => self.problems.push(problem),
            }
        }
    }

    fn text(&self, name: &str) -> Result<String, String> {
        if name == "-" {
            return self.context.page_input();
        }
        // A pipe may have to wait.
        let mut text = Ok(String::new());
        let waited = self.context.clock.wait(|| {
            text = read_page(Path::new(name));
            Ok(())
        });
        waited.map_err(|error: std::io::Error| error.to_string()).and(text)
    }

    fn page(&mut self, name: &str, whole: &str) {
        // A byte order mark is no part of the text, and stays where it is.
        const MARK: &str = "\u{feff}";
        let (mark, text) = whole.strip_prefix(MARK).map_or(("", whole), |rest| (MARK, rest));
        let shown = if name == "-" { "standard input" } else { name };
        let mut read = Page::read(text);
        if matches!(self.changes, Changes::Annotate { .. }) && !read.takes_comments {
            self.problems.push(format!(
                "{shown} is LaTeX or CSV, which has no comments `<!-- odds: … -->` for questions to stand in"
            ));
            return;
        }
        let mut findings = self.judge.page(&read);
        if let Changes::Annotate { write } = self.changes {
            let proposals = self.judge.proposals(&read, &findings);
            let new = annotated(&read, &proposals);
            self.difference.push_str(&difference(shown, text, &new));
            if !proposals.is_empty() && (!write || self.write(name, &format!("{mark}{new}"))) {
                self.mended.push((name.to_owned(), proposals.len()));
            }
            return;
        }
        if self.changes == Changes::Fix {
            let (mended, count) = fixed(&read, &findings);
            self.context.message(&difference(shown, text, &mended));
            if count == 0 {
                self.by_hand |= findings.iter().any(|finding| finding.code == "wrong-rounding");
            } else if name == "-" {
                // What was judged is what still stands there.
                self.context.message("standard input cannot be written to: copy the change by hand\n\n");
                self.mended.push((String::new(), 0));
            } else if self.write(name, &format!("{mark}{mended}")) {
                self.mended.push((name.to_owned(), count));
                self.context.message("\n");
                read = Page::read(&mended);
                findings = self.judge.page(&read);
            }
        }
        if let Some(why) = self.judge.unfinished() {
            self.problems.push(format!("{shown}: not all figures were judged: {why}"));
        }
        let found = Checked::of_page(&read, shown, findings, self.judge.cases()).behind(mark.len());
        self.checked.findings.extend(found.findings);
    }

    /// Writes a page; whether that went well.
    fn write(&mut self, name: &str, text: &str) -> bool {
        if name == "-" {
            self.problems.push("standard input cannot be written to".to_owned());
            return false;
        }
        let target = self.context.target_at(Some(Path::new(name))).map_err(|error| error.to_string());
        let written = target.and_then(|target| target.write(text));
        written.map_err(|problem| self.problems.push(problem)).is_ok()
    }

    /// What became of the pages that were to be mended. The last line is what a person looks for.
    pub(crate) fn closing(&self) -> String {
        let said = match self.changes {
            Changes::None => return String::new(),
            Changes::Fix => "rounding",
            Changes::Annotate { .. } => "question",
        };
        if let (Changes::Annotate { .. }, true) = (self.changes, self.mended.is_empty()) {
            return "nothing to write: no figure that is right lacks its question\n".to_owned();
        }
        if self.mended.is_empty() {
            return if self.by_hand {
                "nothing to mend: no wrong rounding is a slip in the last digit beside an exact fraction;\n\
                 see to them by hand\n"
            } else {
                "nothing to mend: no rounding is wrong\n"
            }
            .to_owned();
        }
        let written = self.mended.iter().filter(|(_, count)| *count > 0);
        let line = |(name, count): &(String, usize)| {
            let said = if *count == 1 { said.to_owned() } else { format!("{said}s") };
            let done = match self.changes {
                Changes::Annotate { write: true } => "written to",
                Changes::Annotate { write: false } => "for",
                _ => "mended in",
            };
            let advice = if done == "for" { "; `--write` writes them" } else { "" };
            format!("{count} {said} {done} {name}{advice}\n")
        };
        written.map(line).collect()
    }
}

/// The lines that change, in the manner of `diff -u` without context. Both texts have the same lines.
fn difference(name: &str, before: &str, after: &str) -> String {
    let mut out = String::new();
    for (number, (old, new)) in (1..).zip(before.lines().zip(after.lines())) {
        if old != new {
            if out.is_empty() {
                out.push_str(&format!("--- {name}\n+++ {name}\n"));
            }
            out.push_str(&format!("@@ -{number} +{number} @@\n-{old}\n+{new}\n"));
        }
    }
    out
}
