//! Findings with the line they are about and their claim: all that a reader of them may ask for.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::claimed::{inputs_text, question_text};
use super::{Case, Exact, Finding, Verdict, fit};
use crate::page::Page;
use crate::source::SourceMap;

/// A finding with its position in a file and the claim it is about.
#[derive(Debug, Clone)]
pub struct LocatedFinding {
    /// What was found.
    pub finding: Finding,
    /// The file it is about: the page, or the claims file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The character after the last one.
    pub end_column: usize,
    /// The part of the line around the figure; all of it where it is not long.
    pub source: String,
    /// The character of that part, from 1, at which the figure begins.
    pub source_column: usize,
    /// What is to be written on the page instead, where that is known.
    pub replacement: Option<Replacement>,
    /// The claim.
    pub claim: Option<Arc<ClaimInfo>>,
}

/// A part of a page and what is to stand there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What is to stand there.
    pub text: String,
    /// The bytes that it takes the place of.
    pub range: Range<usize>,
    /// Line and character of the first of them, from 1.
    pub from: (usize, usize),
    /// Line and character behind the last one.
    pub to: (usize, usize),
}

/// A claim as readers of a finding may ask for it.
#[derive(Debug, Clone)]
pub struct ClaimInfo {
    /// Its name.
    pub id: String,
    /// The pages that state it.
    pub pages: Vec<String>,
    /// Where on the page.
    pub section: String,
    /// What it is about.
    pub about: String,
    /// What is wrong with the statement, in one sentence.
    pub why: Option<String>,
    /// The mechanic.
    pub mechanic: String,
    /// What decides it, as a person would type it.
    pub question: String,
    /// Under which inputs.
    pub inputs: String,
    /// What each rule set of the mechanic makes of the figure, in their order.
    pub matrix: Vec<UnderRules>,
}

/// What a rule set makes of a figure.
#[derive(Debug, Clone)]
pub struct UnderRules {
    /// The name of the rule set.
    pub rules: String,
    /// What becomes of the figure; `None` where the rules lack what the claim is about, or give no answer.
    pub verdict: Option<Verdict>,
    /// What is exact, in the terms of the claim.
    pub exact: String,
}

/// All findings of a page or of some claims.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// In the order of the page or of the claims.
    pub findings: Vec<LocatedFinding>,
}

impl LocatedFinding {
    /// Whether a person has to look at it: it is neither right nor undecided.
    #[must_use]
    pub fn is_news(&self) -> bool {
        !self.finding.verdict.is_right() && self.finding.verdict != Verdict::Undecided
    }
}

impl Checked {
    /// The findings of a page that goes by this name.
    #[must_use]
    pub fn of_page(page: &Page, name: &str, findings: Vec<Finding>, cases: &[Case<'_>]) -> Checked {
        // Pages may have one claim many thousand times.
        let mut infos: FxHashMap<(usize, String), Arc<ClaimInfo>> = FxHashMap::default();
        let mut cursor = page.cursor();
        let locate = |finding: Finding| {
            let range = finding.range.clone().unwrap_or(0..0);
            let (line, column) = cursor.locate(range.start);
            let length = page.text.get(range.clone()).map_or(0, |text| text.chars().count());
            let (source, source_column) = excerpt(page, line - 1, &range);
            let claim = finding.case.and_then(|number| {
                let case = cases.get(number)?;
                let key = (number, finding.stated.clone());
                let info = infos.entry(key).or_insert_with(|| Arc::new(info(case, &finding, page)));
                Some(Arc::clone(info))
            });
            let end_column = column + length;
            let file = name.to_owned();
            let replacement = finding.fix.as_ref().map(|(range, text)| Replacement {
                text: text.clone(),
                range: range.clone(),
                from: cursor.locate(range.start),
                to: cursor.locate(range.end),
            });
            LocatedFinding {
                finding,
                file,
                line,
                column,
                end_column,
                source,
                source_column,
                replacement,
                claim,
            }
        };
        Checked { findings: findings.into_iter().map(locate).collect() }
    }

    /// The same where the page begins behind so many bytes of its file, as behind a byte order mark.
    #[must_use]
    pub fn behind(mut self, bytes: usize) -> Checked {
        let shift = |range: &mut Range<usize>| *range = range.start + bytes..range.end + bytes;
        for found in &mut self.findings {
            let finding = &mut found.finding;
            finding.range.as_mut().into_iter().for_each(shift);
            finding.fix.as_mut().into_iter().for_each(|(range, _)| shift(range));
            found.replacement.as_mut().into_iter().for_each(|replacement| shift(&mut replacement.range));
        }
        self
    }

    /// The findings about claims as they are stated.
    #[must_use]
    pub fn of_claims(findings: Vec<Finding>, cases: &[Case<'_>], sources: &SourceMap) -> Checked {
        let nothing = Page::read("");
        let locate = |mut finding: Finding| {
            let case = finding.case.and_then(|case| cases.get(case));
            let span = case.map(|case| case.claim.span).unwrap_or_default();
            let start = sources.locate(span);
            let file = sources.file(span.file).map(|file| file.name.clone()).unwrap_or_default();
            let text = sources.file(span.file).map_or("", |file| file.text.as_str());
            let source = text.lines().nth(start.line.saturating_sub(1)).unwrap_or_default().to_owned();
            let length = sources.text(span).chars().count();
            let claim = case.map(|case| Arc::new(info(case, &finding, &nothing)));
            if let Some(claim) = &claim {
                let pages = claim.pages.join(" and ");
                // What is not right begins with what it is about.
                let about =
                    if finding.verdict.is_right() { format!(": {}", claim.about) } else { String::new() };
                finding.notes.insert(0, format!("{pages}, {}{about}", claim.section));
            }
            let (line, column) = (start.line, start.column);
            let end_column = column + length;
            LocatedFinding {
                finding,
                file,
                line,
                column,
                end_column,
                source,
                source_column: column,
                replacement: None,
                claim,
            }
        };
        Checked { findings: findings.into_iter().map(locate).collect() }
    }

    /// How many findings have each verdict, in the order of [`Verdict::ALL`], those with none left out.
    #[must_use]
    pub fn summary(&self) -> Vec<(Verdict, usize)> {
        let count = |verdict: &Verdict| {
            let own = self.findings.iter().filter(|found| found.finding.verdict == *verdict);
            own.map(|found| 1 + found.finding.further).sum::<usize>()
        };
        Verdict::ALL
            .iter()
            .map(|verdict| (*verdict, count(verdict)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}

/// The part of a line around a figure, and the character in it at which the figure begins.
fn excerpt(page: &Page, line: usize, figure: &Range<usize>) -> (String, usize) {
    /// Bytes before and after the figure that are kept at most.
    const AROUND: usize = 160;
    let range = page.line_range(line);
    let mut start = figure.start.saturating_sub(AROUND).max(range.start);
    let mut end = (figure.end + AROUND).min(range.end);
    while !page.text.is_char_boundary(start) {
        start += 1;
    }
    while !page.text.is_char_boundary(end) {
        end -= 1;
    }
    let text = page.text.get(start..end).unwrap_or_default().trim_end_matches('\r');
    let before = page.text.get(start..figure.start).map_or(0, |before| before.chars().count());
    (text.to_owned(), before + 1)
}

fn info(case: &Case<'_>, finding: &Finding, page: &Page) -> ClaimInfo {
    let claim = case.claim;
    let figures = match &finding.range {
        Some(range) if claim.says.is_empty() => {
            let token = page.tokens.list.partition_point(|token| (token.start as usize) < range.start);
            page.figure_at(token).into_iter().collect()
        }
        _ => claim.figures.clone(),
    };
    let matrix = case.mechanic.rule_sets.iter().zip(&case.exact).map(|(set, exact)| {
        let verdict = match exact {
            Exact::Unavailable(_) | Exact::Stopped(_) | Exact::Limited(_) => None,
            _ => Some(fit(claim, &figures, exact).map_or(Verdict::Undecided, Verdict::from)),
        };
        UnderRules { rules: set.name.clone(), verdict, exact: case.exact_text(exact) }
    });
    ClaimInfo {
        id: claim.id.clone(),
        pages: claim.source.clone(),
        section: claim.section.clone(),
        about: claim.about.clone(),
        why: claim.why.clone(),
        mechanic: claim.mechanic.clone(),
        question: question_text(&claim.question),
        inputs: inputs_text(&claim.inputs),
        matrix: matrix.collect(),
    }
}
