//! How much of pages is understood that nobody tuned `verify` to: every figure of the pages in `tests/pages/seen` and
//! `tests/pages/unseen` is altered alone, and texts about other things are read.
//!
//! The pages were written apart from the program; beside each stands which figures it has, what a careless hand may
//! have typed instead, and which of them are wrong on purpose. The second half was put away until the work was done.
//!
//! The table is printed with `cargo test --test verify corpus -- --nocapture`.
#![allow(clippy::print_stdout, reason = "the shares that were found are worth reading")]

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use trueodds::evaluate::Limits;
use trueodds::page::Page;
use trueodds::session::{Claims, Session};
use trueodds::verify::{Finding, Judge, Level, Verdict, cases};

/// What stands beside a page.
#[derive(Deserialize)]
struct Key {
    #[serde(default)]
    tables: bool,
    /// The mechanic that the page is about, where it is one of its own.
    own: Option<String>,
    #[serde(default)]
    figure: Vec<KeyFigure>,
}

#[derive(Deserialize)]
struct KeyFigure {
    line: usize,
    text: String,
    #[serde(default = "first")]
    nth: usize,
    altered: String,
    wrong: Option<toml::Value>,
}

fn first() -> usize {
    1
}

impl KeyFigure {
    /// Its bytes on the page.
    fn range(&self, text: &str) -> Range<usize> {
        let start: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = text[start..].lines().next().unwrap_or_default();
        let found = line.match_indices(&self.text).nth(self.nth - 1);
        let (at, _) = found.unwrap_or_else(|| panic!("no {} on line {}: {line}", self.text, self.line));
        start + at..start + at + self.text.len()
    }
}

#[derive(Default, Clone, Copy)]
struct Score {
    figures: usize,
    explained: usize,
    altered: usize,
    /// As errors.
    reported: usize,
    /// As figures in doubt.
    doubted: usize,
    /// As right: what another question gives that its words allow.
    called_right: usize,
    false_alarms: usize,
    false_doubts: usize,
    wrong: usize,
    wrong_found: usize,
}

impl Score {
    fn add(&mut self, other: Score) {
        self.figures += other.figures;
        self.explained += other.explained;
        self.altered += other.altered;
        self.reported += other.reported;
        self.doubted += other.doubted;
        self.called_right += other.called_right;
        self.false_alarms += other.false_alarms;
        self.false_doubts += other.false_doubts;
        self.wrong += other.wrong;
        self.wrong_found += other.wrong_found;
    }

    fn row(&self, name: &str) -> String {
        let percent = |part: usize, all: usize| (part * 100).checked_div(all).unwrap_or(100);
        format!(
            "{name:<34} {:>4} figures, {:>3}% explained, {:>3}% of {:>3} altered reported ({} errors, {} doubts; \
             {} called right), {} of {} wrong found, {} false alarms, {} false doubts, {}% precision",
            self.figures,
            percent(self.explained, self.figures),
            percent(self.all_reported(), self.altered),
            self.altered,
            self.reported,
            self.doubted,
            self.called_right,
            self.wrong_found,
            self.wrong,
            self.false_alarms,
            self.false_doubts,
            percent(self.all_reported(), self.all_reported() + self.all_false()),
        )
    }

    fn all_reported(&self) -> usize {
        self.reported + self.doubted
    }

    fn all_false(&self) -> usize {
        self.false_alarms + self.false_doubts
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()).collect());
    let mut files: Vec<PathBuf> = entries.unwrap_or_default();
    files.sort();
    files
}

fn meets(finding: &Finding, range: &Range<usize>) -> bool {
    finding.range.as_ref().is_some_and(|own| own.start < range.end && range.start < own.end)
}

/// A figure with what stands in brackets after it, as in `5/8 (62.5%)`: where the two differ either may be wrong.
fn with_its_pair(text: &str, range: Range<usize>) -> Range<usize> {
    const LONGEST: usize = 12;
    let pair = text[range.end..].strip_prefix(" (").and_then(|rest| rest.find(')'));
    let end = pair.filter(|length| *length <= LONGEST).map_or(range.end, |length| range.end + 2 + length);
    range.start..end
}

/// An error or a doubt.
fn is_loud(finding: &Finding) -> bool {
    finding.level() == Level::Error || finding.is_doubt
}

/// Judges a page as it stands, and with each figure altered. What was missed is told line by line.
fn score(judge: &mut Judge<'_>, text: &str, key: &Key, told: &mut String) -> Score {
    let mut score = Score::default();
    let ranges: Vec<Range<usize>> = key.figure.iter().map(|figure| figure.range(text)).collect();
    let findings = judge.page(&Page::read(text));
    for (figure, range) in key.figure.iter().zip(&ranges) {
        score.figures += 1;
        let own: Vec<&Finding> = findings.iter().filter(|finding| meets(finding, range)).collect();
        let judged =
            |finding: &&&Finding| !matches!(finding.verdict, Verdict::Unclassified | Verdict::Undecided);
        score.explained += usize::from(own.iter().any(|finding| judged(&finding)));
        if figure.wrong.is_some() {
            score.wrong += 1;
            score.wrong_found += usize::from(own.iter().any(|finding| is_loud(finding)));
        }
        if !own.iter().any(|finding| judged(&finding)) {
            let _ = writeln!(told, "  {}: {} is not explained", figure.line, figure.text);
        }
    }
    for finding in findings.iter().filter(|finding| is_loud(finding)) {
        let wrong =
            |(figure, range): (&KeyFigure, &Range<usize>)| figure.wrong.is_some() && meets(finding, range);
        if !key.figure.iter().zip(&ranges).any(wrong) {
            score.false_doubts += usize::from(finding.is_doubt);
            score.false_alarms += usize::from(!finding.is_doubt);
            let (line, _) = Page::read(text).locate(finding.range.clone().unwrap_or_default().start);
            let _ = writeln!(told, "  {line}: FALSE {} {:?}", finding.message, finding.notes);
        }
    }
    for (figure, range) in key.figure.iter().zip(&ranges).filter(|(figure, _)| figure.wrong.is_none()) {
        let altered = format!("{}{}{}", &text[..range.start], figure.altered, &text[range.end..]);
        let range = with_its_pair(&altered, range.start..range.start + figure.altered.len());
        let findings = judge.page(&Page::read(&altered));
        score.altered += 1;
        let own = || findings.iter().filter(|finding| is_loud(finding) && meets(finding, &range));
        let error = own().any(|finding| !finding.is_doubt);
        score.reported += usize::from(error);
        score.doubted += usize::from(!error && own().next().is_some());
        if own().next().is_none() {
            let said = findings.iter().find(|finding| meets(finding, &range));
            score.called_right += usize::from(said.is_some_and(|finding| finding.verdict.is_right()));
            let said = said.map_or("nothing", |finding| finding.message.as_str());
            let _ = writeln!(told, "  {}: {} as {}: {said}", figure.line, figure.text, figure.altered);
        }
    }
    score
}

/// The pages of a folder, each with its score.
fn scores(name: &str) -> Vec<(String, bool, Score)> {
    let mut scores = Vec::new();
    let limits = Limits::default();
    let claims = Session::embedded().unwrap().claims(&[]).unwrap();
    let names = claims.names();
    let mut judge = Judge::new(&names, cases(&claims.files, &claims.mechanics).unwrap(), &limits);
    for path in
        files(&folder(name)).iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
    {
        let key: Key = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let is_page =
            |path: &&PathBuf| path.extension().is_some_and(|ending| ending != "toml" && ending != "odds");
        let same = |other: &&PathBuf| other.file_stem() == path.file_stem();
        let page = files(&folder(name)).iter().filter(is_page).find(same).cloned().unwrap();
        let text = fs::read_to_string(&page).unwrap();
        let mut told = String::new();
        let own: Claims;
        let score = match &key.own {
            None => score(&mut judge, &text, &key, &mut told),
            Some(file) => {
                let mut session = Session::default();
                session.add_file(&folder(name).join(file).display().to_string()).unwrap();
                own = session.claims(&[]).unwrap();
                let names = own.names();
                score(&mut Judge::new(&names, Vec::new(), &limits), &text, &key, &mut told)
            }
        };
        let shown = page.file_name().unwrap().to_string_lossy().into_owned();
        println!("{}\n{told}", score.row(&shown));
        scores.push((shown, key.tables, score));
    }
    scores
}

fn total(scores: &[(String, bool, Score)], tables: bool) -> Score {
    let mut total = Score::default();
    scores.iter().filter(|(_, own, _)| *own || !tables).for_each(|(_, _, score)| total.add(*score));
    total
}

/// Prints the scores of a folder, and holds them to what was reached: a change that loses more than a few is noticed.
fn hold(name: &str, reported: usize, with_tables: usize, precision: usize) {
    let scores = scores(name);
    let (all, tables) = (total(&scores, false), total(&scores, true));
    println!("{}\n{}", all.row(name), tables.row(&format!("{name}, with tables")));
    assert!(all.all_reported() * 100 >= all.altered * reported, "{}", all.row(name));
    assert!(tables.all_reported() * 100 >= tables.altered * with_tables, "{}", tables.row(name));
    let loud = all.all_reported() + all.all_false();
    assert!(all.all_reported() * 100 >= loud * precision, "{}", all.row(name));
}

#[test]
fn altered_figures_of_seen_pages_are_reported() {
    hold("seen", 74, 84, 97);
}

#[test]
fn altered_figures_of_unseen_pages_are_reported() {
    hold("unseen", 63, 72, 94);
}

#[test]
fn texts_about_other_things_are_left_alone() {
    let limits = Limits::default();
    let claims = Session::embedded().unwrap().claims(&[]).unwrap();
    let names = claims.names();
    let mut judge = Judge::new(&names, cases(&claims.files, &claims.mechanics).unwrap(), &limits);
    let (mut figures, mut said) = (0, String::new());
    for path in files(&folder("other")) {
        let text = fs::read_to_string(&path).unwrap();
        let page = Page::read(&text);
        figures += page.tokens.figures.iter().filter(|figure| figure.is_chance()).count();
        for finding in judge.page(&page).iter().filter(|finding| is_loud(finding)) {
            let (line, _) = page.locate(finding.range.clone().unwrap_or_default().start);
            let _ = writeln!(said, "{}:{line}: {}", path.display(), finding.message);
        }
    }
    println!("{figures} figures of other texts");
    assert!(said.is_empty(), "{figures} figures\n{said}");
}
