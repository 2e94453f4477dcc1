//! Pages that are judged, on all cores where they are only read, and mended.

use std::collections::BTreeMap;
use std::path::Path;

use super::context::Context;
use crate::page::Page;
use crate::session::{pages_below, read_page};
use crate::verify::{Checked, Judge, annotated, fixed};

/// What was found on pages, and what was done to them.
#[derive(Default)]
pub(crate) struct Judged {
    /// What was found on all pages.
    pub(crate) checked: Checked,
    /// Why pages were not read or not written.
    pub(crate) problems: Vec<String>,
    /// How many pages were read.
    pub(crate) read: usize,
    /// Why claims were not decided, by their places among all.
    pub(crate) limited: BTreeMap<usize, String>,
    /// What was proposed for all pages, as a difference.
    pub(crate) difference: String,
    /// Whether roundings are wrong that only a person can mend.
    by_hand: bool,
    /// For each page that was changed its name, and in how many places.
    mended: Vec<(String, usize)>,
    /// What is said to a person while pages are mended.
    messages: String,
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

/// Judges files, the pages of folders, and standard input for `-`; each once. The answer is the same however many cores there
/// are; pages that are written to are taken one after the other.
pub(crate) fn judge_all(judge: &Judge<'_>, context: &Context, changes: Changes, names: &[String]) -> Judged {
    let mut all = Judged::default();
    let mut pages: Vec<String> = Vec::new();
    for name in names {
        let found = if name == "-" { Ok(vec![name.into()]) } else { pages_below(Path::new(name)) };
        match found {
            Ok(found) => {
                let found = found.iter().map(|path| path.display().to_string());
                let new: Vec<String> = found.filter(|page| !pages.contains(page)).collect();
                pages.extend(new);
            }
            Err(mut found) => all.problems.append(&mut found),
        }
    }
    let page = |judge: &mut Judge<'_>, page: String| -> Judged {
        let mut own = Judged::default();
        match text(context, &page) {
            Ok(text) => own.page((judge, context, changes), &page, &text),
            Err(problem) => own.problems.push(problem),
        }
        own
    };
    let mut add = |own: Judged| {
        context.message(&own.messages);
        all.take(own);
    };
    if changes == Changes::None {
        judge.each(pages, page).into_iter().for_each(add);
    } else {
        let mut judge = judge.clone();
        pages.into_iter().for_each(|name| add(page(&mut judge, name)));
    }
    all
}

fn text(context: &Context, name: &str) -> Result<String, String> {
    if name == "-" {
        return context.page_input();
    }
    // A pipe may have to wait.
    let mut text = Ok(String::new());
    let waited = context.clock.wait(|| {
        text = read_page(Path::new(name));
        Ok(())
    });
    waited.map_err(|error: std::io::Error| error.to_string()).and(text)
}

impl Judged {
    /// Adds what was found on one more page.
    fn take(&mut self, own: Judged) {
        self.checked.findings.extend(own.checked.findings);
        self.problems.extend(own.problems);
        self.read += own.read;
        for (claim, reason) in own.limited {
            self.limited.entry(claim).or_insert(reason);
        }
        self.difference.push_str(&own.difference);
        self.by_hand |= own.by_hand;
        self.mended.extend(own.mended);
    }

    fn page(
        &mut self,
        (judge, context, changes): (&mut Judge<'_>, &Context, Changes),
        name: &str,
        whole: &str,
    ) {
        // A byte order mark is no part of the text, and stays where it is.
        const MARK: &str = "\u{feff}";
        self.read = 1;
        let (mark, text) = whole.strip_prefix(MARK).map_or(("", whole), |rest| (MARK, rest));
        let shown = if name == "-" { "standard input" } else { name };
        let mut read = Page::read(text);
        if matches!(changes, Changes::Annotate { .. }) && !read.takes_comments {
            self.problems.push(format!(
                "{shown} is LaTeX, BBCode or CSV, which has no comments `<!-- odds: … -->` for questions to stand in"
            ));
            return;
        }
        let mut findings = judge.page(&read);
        if let Changes::Annotate { write } = changes {
            let proposals = judge.proposals(&read, &findings);
            let new = annotated(&read, &proposals);
            self.difference.push_str(&difference(shown, text, &new));
            if !proposals.is_empty() && (!write || self.write(context, name, &format!("{mark}{new}"))) {
                self.mended.push((name.to_owned(), proposals.len()));
            }
            return;
        }
        if changes == Changes::Fix {
            let (mended, count) = fixed(&read, &findings);
            self.messages.push_str(&difference(shown, text, &mended));
            if count == 0 {
                self.by_hand |= findings.iter().any(|finding| finding.code == "wrong-rounding");
            } else if name == "-" {
                // What was judged is what still stands there.
                self.messages.push_str("standard input cannot be written to: copy the change by hand\n\n");
                self.mended.push((String::new(), 0));
            } else if self.write(context, name, &format!("{mark}{mended}")) {
                self.mended.push((name.to_owned(), count));
                self.messages.push('\n');
                read = Page::read(&mended);
                findings = judge.page(&read);
            }
        }
        if let Some(why) = judge.unfinished() {
            self.problems.push(format!("{shown}: not all figures were judged: {why}"));
        }
        if let Some(end) = judge.read_to() {
            let (line, _) = read.locate(end);
            self.messages.push_str(&format!(
                "{shown}: so many figures stand beside labels that those behind line {line} were\n\
                 not compared with mechanics; judge them as a page of their own\n\n"
            ));
        }
        let limited = judge.cases().iter().enumerate();
        self.limited = limited.filter_map(|(claim, case)| Some((claim, case.limit()?.to_owned()))).collect();
        self.checked = Checked::of_page(&read, shown, findings, judge.cases()).behind(mark.len());
    }

    /// Writes a page; whether that went well.
    fn write(&mut self, context: &Context, name: &str, text: &str) -> bool {
        if name == "-" {
            self.problems.push("standard input cannot be written to".to_owned());
            return false;
        }
        let target = context.target_at(Some(Path::new(name))).map_err(|error| error.to_string());
        let written = target.and_then(|target| target.write(text));
        written.map_err(|problem| self.problems.push(problem)).is_ok()
    }

    /// What became of the pages that were to be mended. The last line is what a person looks for.
    pub(crate) fn closing(&self, changes: Changes) -> String {
        let said = match changes {
            Changes::None => return String::new(),
            Changes::Fix => "rounding",
            Changes::Annotate { .. } => "question",
        };
        if let (Changes::Annotate { .. }, true) = (changes, self.mended.is_empty()) {
            return "nothing to write: no other figure that is right has a question to stand beside it\n"
                .to_owned();
        }
        if self.mended.is_empty() {
            return if self.by_hand {
                "nothing to mend: no wrong rounding is a slip in the last digit beside an exact fraction;\n\
                 see to them by hand\n"
            } else {
                "nothing to mend: only a last digit is mended that an exact fraction or a question beside it\n\
                 shows to be wrong\n"
            }
            .to_owned();
        }
        let written = self.mended.iter().filter(|(_, count)| *count > 0);
        let line = |(name, count): &(String, usize)| {
            let said = if *count == 1 { said.to_owned() } else { format!("{said}s") };
            let done = match changes {
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
