//! What is changed on a page: wrong roundings, and questions that are put behind figures.

use std::collections::BTreeSet;

use super::annotation::Answers;
use super::page::Judge;
use super::{Case, Finding, Verdict};
use crate::claims::Question;
use crate::exact::Rational;
use crate::page::arithmetic::{is_hedged, percent_text, spelled};
use crate::page::{Figure, Page, Shape};

impl Judge<'_> {
    /// Questions to write behind the figures that are right and have none: where each belongs, and its text. Only those
    /// that give the same number when they are asked again, and before which the figure is still read; none where the page
    /// takes no comments.
    #[must_use]
    pub fn proposals(&mut self, page: &Page, findings: &[Finding]) -> Vec<(usize, String)> {
        let mut proposals = Vec::new();
        if !page.takes_comments {
            return proposals;
        }
        for finding in findings.iter().filter(|finding| finding.verdict.is_right() && finding.case.is_none())
        {
            let (Some(question), Some(range)) = (&finding.question, &finding.range) else { continue };
            let rest = page.text.get(range.end..).unwrap_or_default();
            let is_cell = page.outline.cell_at(range.start).is_some();
            let is_there = Answers::reads(page, range.end);
            if is_there
                || rest.starts_with("<!--")
                || page.in_code(range.start)
                || is_cell && question.contains('|')
            {
                continue;
            }
            if self.answers().number(question) == finding.number {
                proposals.push((range.end, format!("<!-- odds: {question} -->")));
            }
        }
        still_behind_figures(page, proposals)
    }
}

/// Those of some proposals before which a figure still stands when they are written: "half" is one only before "of".
fn still_behind_figures(page: &Page, proposals: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let written = Page::read(&annotated(page, &proposals));
    let ends: BTreeSet<usize> = written.tokens.figures.iter().map(|figure| figure.range.end).collect();
    let mut before = 0;
    let is_behind = |(place, question): &(usize, String)| {
        let end = place + before;
        before += question.len();
        ends.contains(&end)
    };
    proposals.into_iter().filter(is_behind).collect()
}

/// A percentage that is the exact number but for its rounding can be mended: it is less than one unit of its
/// last digit away.
pub(super) fn mend(page: &Page, figure: &Figure, case: &Case<'_>, finding: &mut Finding) {
    if finding.verdict != Verdict::Wrong {
        return;
    }
    let exact = finding
        .under
        .first()
        .and_then(|name| super::rule_set(case.mechanic, name))
        .and_then(|set| case.exact.get(set));
    let Some(super::Exact::Numbers(numbers)) = exact else { return };
    let Some(exact) = numbers.first().filter(|_| numbers.len() == 1) else { return };
    let Some(exact) = super::in_terms_of(case.claim, exact) else { return };
    if matches!(case.claim.question, Question::Query(_) | Question::Value(..) | Question::Rule(_)) {
        mend_rounding(page, figure, &exact, finding);
    }
}

/// The same where the exact number is known.
pub(super) fn mend_rounding(page: &Page, figure: &Figure, exact: &Rational, finding: &mut Finding) {
    let Shape::Percent(written) = &figure.shape else { return };
    let off = (&(exact * &Rational::from(100)) - &written.value).abs();
    if off < written.step() && finding.verdict == Verdict::Wrong {
        let stated = page.text.get(figure.range.clone()).unwrap_or_default();
        let text = percent_text(exact, written.places, figure.approximate);
        finding.code = "wrong-rounding";
        finding.fix =
            (!is_hedged(page, figure)).then(|| (figure.range.clone(), spelled(page, &figure.range, text)));
        finding.message = format!("{stated} is {} rounded neither up nor down", finding.exact);
    }
}

/// The page with its wrong roundings mended, and how many there were.
#[must_use]
pub fn fixed(page: &Page, findings: &[Finding]) -> (String, usize) {
    let mut fixes: Vec<_> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
    fixes.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    fixes.dedup();
    let mut text = page.text.clone();
    for (range, new) in &fixes {
        if text.get(range.clone()).is_some() {
            text.replace_range(range.clone(), new);
        }
    }
    (text, fixes.len())
}

/// The page with questions behind its figures, from [`Judge::proposals`].
#[must_use]
pub fn annotated(page: &Page, proposals: &[(usize, String)]) -> String {
    let mut text = String::with_capacity(page.text.len());
    let mut at = 0;
    for (place, question) in proposals {
        text.push_str(page.text.get(at..*place).unwrap_or_default());
        text.push_str(question);
        at = at.max(*place);
    }
    text + page.text.get(at..).unwrap_or_default()
}
