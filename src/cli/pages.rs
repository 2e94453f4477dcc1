//! Pages that are judged one after the other, and mended.

use std::path::Path;

use super::context::Context;
use super::output::message;
use crate::page::Page;
use crate::session::{page_text, pages_below, read_page};
use crate::verify::{Checked, Judge, fixed};

/// Judges pages, and mends them where that is asked for.
pub(crate) struct Judging<'a> {
    pub(crate) judge: Judge<'a>,
    context: &'a Context,
    fix: bool,
    /// What was found on all pages.
    pub(crate) checked: Checked,
    /// Why pages were not read or not written.
    pub(crate) problems: Vec<String>,
    /// How many pages were read.
    pub(crate) read: usize,
    /// Whether roundings are wrong that only a person can mend.
    by_hand: bool,
    /// For each page that was mended its name, and how many roundings.
    mended: Vec<(String, usize)>,
}

impl<'a> Judging<'a> {
    pub(crate) fn new(judge: Judge<'a>, context: &'a Context, fix: bool) -> Judging<'a> {
        let checked = Checked { findings: Vec::new() };
        Judging { judge, context, fix, checked, problems: Vec::new(), read: 0, by_hand: false, mended: Vec::new() }
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
        let wait = |read: &dyn Fn() -> Result<String, String>| {
            let mut text = Ok(String::new());
            let waited = self.context.clock.wait(|| {
                text = read();
                Ok(())
            });
            waited.map_err(|error: std::io::Error| error.to_string()).and(text)
        };
        match name {
            "-" => wait(&|| page_text(std::io::stdin().lock(), "standard input")),
            // A pipe may have to wait.
            _ => wait(&|| read_page(Path::new(name))),
        }
    }

    fn page(&mut self, name: &str, whole: &str) {
        // A byte order mark is no part of the text, and stays where it is.
        const MARK: &str = "\u{feff}";
        let (mark, text) = whole.strip_prefix(MARK).map_or(("", whole), |rest| (MARK, rest));
        let shown = if name == "-" { "standard input" } else { name };
        let mut read = Page::read(text);
        let mut findings = self.judge.page(&read);
        if self.fix {
            let (mended, count) = fixed(&read, &findings);
            message(&difference(shown, text, &mended));
            if count == 0 {
                self.by_hand |= findings.iter().any(|finding| finding.code == "wrong-rounding");
            } else if name == "-" {
                // What was judged is what still stands there.
                message("standard input cannot be written to: copy the change by hand\n\n");
                self.mended.push((String::new(), 0));
            } else {
                let target = self.context.target_at(Some(Path::new(name)));
                let written = target.map_err(|error| error.to_string());
                match written.and_then(|target| target.write(&format!("{mark}{mended}"))) {
                    Ok(()) => {
                        self.mended.push((name.to_owned(), count));
                        message("\n");
                        read = Page::read(&mended);
                        findings = self.judge.page(&read);
                    }
                    Err(problem) => self.problems.push(problem),
                }
            }
        }
        let found = Checked::of_page(&read, shown, findings, self.judge.cases()).behind(mark.len());
        self.checked.findings.extend(found.findings);
    }

    /// What became of the pages that were to be mended. The last line is what a person looks for.
    pub(crate) fn closing(&self) -> String {
        if !self.fix {
            return String::new();
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
            format!("{count} rounding{} mended in {name}\n", if *count == 1 { "" } else { "s" })
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
