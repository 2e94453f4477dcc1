//! Everything that is said of a page: its claims, its labels, its own arithmetic, and what nothing explains.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation::Answers;
use super::bind::{Known, Laws, Nearest, bind};
use super::claimed::claimed;
use super::{Case, Finding, Verdict};
use crate::cores;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::arithmetic::{Check, check};
use crate::page::{Figure, Fit, Page, Shape};

/// Judges pages, one after the other: what was evaluated for one is there for the next.
#[derive(Debug, Clone)]
pub struct Judge<'a> {
    cases: Vec<Case<'a>>,
    chosen: Vec<String>,
    asked_for: bool,
    limits: &'a Limits,
    names: &'a Names<'a>,
    /// The templates that hold a question and its figure.
    templates: BTreeSet<String>,
    laws: Laws<'a>,
    /// As [`Judge::read_to`].
    read_to: Option<usize>,
}

impl<'a> Judge<'a> {
    /// Judges by claims and by what mechanics call things.
    ///
    /// ```
    /// use trueodds::evaluate::Limits;
    /// use trueodds::page::Page;
    /// use trueodds::session::Session;
    /// use trueodds::verify::{Judge, Verdict};
    ///
    /// let claims = Session::embedded()?.claims(&["isaac".to_owned()])?;
    /// let (names, limits) = (claims.names(), Limits::default());
    /// let mut judge = Judge::new(&names, Vec::new(), &limits);
    /// let page = Page::read("With Lucky Foot and luck 0 you get nothing in 13.3% of all rooms.");
    /// assert_eq!(judge.page(&page)[0].verdict, Verdict::Rounded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(names: &'a Names<'a>, cases: Vec<Case<'a>>, limits: &'a Limits) -> Judge<'a> {
        let laws = Laws::new(names, limits);
        Judge {
            cases,
            chosen: Vec::new(),
            asked_for: false,
            limits,
            names,
            templates: BTreeSet::new(),
            laws,
            read_to: None,
        }
    }

    /// The same under rule sets by name, as in [`super::stated`].
    #[must_use]
    pub fn under(self, chosen: &[String]) -> Judge<'a> {
        Judge { chosen: chosen.to_vec(), ..self }
    }

    /// The same where somebody named the game or the claims, so that one claim found is enough to count those of its
    /// source.
    #[must_use]
    pub fn asked_for(self, asked_for: bool) -> Judge<'a> {
        Judge { asked_for, ..self }
    }

    /// The same with templates that hold a question and its figure: `{{odds|P(award = coin)|15%}}`.
    #[must_use]
    pub fn annotated_by(self, templates: BTreeSet<String>) -> Judge<'a> {
        Judge { templates, ..self }
    }

    pub(super) fn answers(&mut self) -> Answers<'_, 'a> {
        Answers { laws: &mut self.laws, names: self.names, chosen: &self.chosen, limits: self.limits }
    }

    /// The claims, those decided that a page has needed.
    #[must_use]
    pub fn cases(&self) -> &[Case<'a>] {
        &self.cases
    }

    /// Why the figures of the last page were not judged to the end: what they are compared with took more time or
    /// memory than there was, or was too much for one page. What was found wrong by labels is left out then.
    #[must_use]
    pub fn unfinished(&self) -> Option<&str> {
        self.laws.refused()
    }

    /// Behind which byte of the last page no figure was compared with mechanics, where more figures stand beside labels than
    /// are compared. `None` where all were.
    #[must_use]
    pub fn read_to(&self) -> Option<usize> {
        self.read_to
    }

    /// Everything to be said about the figures of a page, in their order.
    ///
    /// Cost: linear in the length of the page, one query for each claim found on it, and one evaluation for each law
    /// that its words ask for.
    #[must_use]
    pub fn page(&mut self, page: &Page) -> Vec<Finding> {
        self.laws.begin_page();
        let Judge { cases, chosen, asked_for, limits, names, templates, laws, read_to } = self;
        // Neither needs the other.
        let ((mut findings, checks), ((annotated, questions), mut bound)) = cores::both(
            || (claimed(page, cases, chosen, *asked_for, limits), check(page)),
            || {
                let mut answers = Answers { laws, names, chosen, limits };
                let annotations = answers.judge(page, templates);
                (annotations, bind(page, laws, chosen, *asked_for))
            },
        );
        *read_to = bound.read_to;
        // A question beside a figure says what it is.
        let starts: BTreeSet<usize> =
            annotated.iter().filter_map(|finding| Some(finding.range.as_ref()?.start)).collect();
        findings.retain(|finding| !finding.range.as_ref().is_some_and(|range| starts.contains(&range.start)));
        findings.extend(annotated);
        add_bound(&mut findings, &bound.told, std::mem::take(&mut bound.findings));
        add_checks(page, &mut findings, &checks);
        findings.extend(unclassified(page, &findings, &checks, &bound));
        // What stands in a question is no figure of the page.
        findings.retain(|finding| {
            let Some(range) = &finding.range else { return true };
            let after = questions.partition_point(|question| question.start < range.start);
            let within = after.checked_sub(1).and_then(|question| questions.get(question));
            starts.contains(&range.start) || within.is_none_or(|question| range.end > question.end)
        });
        findings.sort_by_key(|finding| finding.range.as_ref().map(|range| (range.start, range.end)));
        findings
    }
}

/// The page's own arithmetic: where it says the figure is wrong it counts, also for a figure that a claim
/// supports; where it says so too, it explains.
fn add_checks(page: &Page, findings: &mut Vec<Finding>, checks: &[Check]) {
    let cleared = cleared(page, findings, checks);
    findings.retain(|finding| {
        let is_cleared = || finding.range.as_ref().is_some_and(|range| cleared.contains(&range.start));
        !finding.is_doubt || !is_cleared()
    });
    let range_of = |finding: &Finding| finding.range.as_ref().map(|range| (range.start, range.end));
    let mut by_range: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate().rev() {
        by_range.extend(range_of(finding).map(|range| (range, index)));
    }
    for check in checks {
        let figure =
            page.tokens.figures.get(check.figure).map(|figure| (figure.range.start, figure.range.end));
        let own = figure.and_then(|figure| by_range.get(&figure)).copied();
        if let Some(cause) = cause(page, check, &by_range, findings) {
            findings[cause].notes.push(format!("{}: {}", check.message, check.derivation));
            continue;
        }
        match own.and_then(|own| findings.get_mut(own)) {
            // A cell beside a column that it looks like the sum of is no sum of it.
            Some(finding) if check.code == "wrong-running-sum" && finding.verdict.is_right() => {}
            Some(finding)
                if check.fit == Fit::Off
                    && (finding.is_doubt
                        || finding.verdict.is_right()
                        || finding.verdict == Verdict::Undecided) =>
            {
                *finding =
                    Finding { case: finding.case, under: finding.under.clone(), ..of_check(page, check) };
            }
            Some(finding) if check.fit == Fit::Off => {
                let note = if finding.message == check.message || check.code == "wrong-rounding" {
                    check.derivation.clone()
                } else {
                    format!("{}: {}", check.message, check.derivation)
                };
                finding.notes.push(note);
                // Only a figure whose exact part is right can be mended by rounding alone.
                if finding.fix.is_none()
                    && check.code == "wrong-rounding"
                    && exact_part_holds(page, check, finding)
                {
                    let repair = check.repair.as_ref();
                    finding.fix = repair.map(|repair| (repair.range.clone(), repair.text.clone()));
                    finding.code = check.code;
                    finding.message = check.message.clone();
                }
            }
            // What the page itself explains is in no doubt; a sum up to a row is told of nothing else.
            Some(finding)
                if finding.is_doubt
                    || check.code == "wrong-running-sum"
                        && finding.case.is_none()
                        && finding.verdict == Verdict::Wrong =>
            {
                *finding = of_check(page, check);
            }
            Some(_) => {}
            None => {
                let finding = of_check(page, check);
                by_range.extend(range_of(&finding).map(|range| (range, findings.len())));
                findings.push(finding);
            }
        }
    }
}

/// The doubts about one part of a sum that is right to the digit and of which all other parts are right by their words: were
/// that part wrong, so were the sum or another.
fn cleared(page: &Page, findings: &[Finding], checks: &[Check]) -> BTreeSet<usize> {
    let start_of = |finding: &Finding| Some(finding.range.as_ref()?.start);
    let by_start: BTreeMap<usize, &Finding> =
        findings.iter().filter_map(|finding| Some((start_of(finding)?, finding))).collect();
    let mut cleared: BTreeSet<usize> = BTreeSet::new();
    for check in checks.iter().filter(|check| check.code == "wrong-sum" && check.fit == Fit::Exact) {
        let parts = check.explains.iter().filter_map(|figure| page.tokens.figures.get(*figure));
        let parts: BTreeSet<usize> = parts.map(|figure| figure.range.start).collect();
        let found = || parts.iter().filter_map(|part| Some((*part, *by_start.get(part)?)));
        let right = found().filter(|(_, finding)| finding.verdict.is_right()).count();
        let mut doubts = found().filter(|(_, finding)| finding.is_doubt);
        if let (Some((only, _)), None) = (doubts.next(), doubts.next())
            && right + 1 == parts.len()
        {
            cleared.insert(only);
        }
    }
    cleared
}

/// A sum that is off because of a part that is known to be wrong: the finding about that part.
fn cause(
    page: &Page,
    check: &Check,
    by_range: &BTreeMap<(usize, usize), usize>,
    findings: &[Finding],
) -> Option<usize> {
    let finding = |figure: &usize| {
        let range = &page.tokens.figures.get(*figure)?.range;
        by_range.get(&(range.start, range.end)).copied()
    };
    let mut parts = check.explains.iter().filter_map(finding);
    let is_sum = check.code == "wrong-sum" && check.fit == Fit::Off;
    parts.find(|part| is_sum && findings.get(*part).is_some_and(|part| part.verdict == Verdict::Wrong))
}

/// What the labels say of figures, where no claim is about them. A claim is no longer about a figure that says itself under
/// what it holds, and holds: `told` are the first bytes of those.
fn add_bound(findings: &mut Vec<Finding>, told: &BTreeSet<usize>, cells: Vec<Finding>) {
    findings.retain(|finding| {
        let is_told = || finding.range.as_ref().is_some_and(|range| told.contains(&range.start));
        finding.verdict != Verdict::Wrong || finding.case.is_none() || !is_told()
    });
    let judged: BTreeSet<usize> =
        findings.iter().filter_map(|finding| Some(finding.range.as_ref()?.start)).collect();
    let open = |cell: &Finding| cell.range.as_ref().is_some_and(|range| !judged.contains(&range.start));
    findings.extend(cells.into_iter().filter(open));
}

/// Whether the fraction beside a wrong percentage is what the claim's mechanic says.
fn exact_part_holds(page: &Page, check: &Check, finding: &Finding) -> bool {
    let Some(figure) = page.tokens.figures.get(check.figure) else { return false };
    let Shape::Both(both) = &figure.shape else { return false };
    finding.exact.split(' ').next() == Some(both.fraction.to_string().as_str())
}

fn of_check(page: &Page, check: &Check) -> Finding {
    let verdict = Verdict::from(check.fit);
    let stated = page.text.get(check.range.clone()).unwrap_or_default().to_owned();
    let sure = check.repair.as_ref().filter(|repair| repair.is_sure);
    Finding {
        code: if verdict.is_right() { verdict.name() } else { check.code },
        exact: check.exact.as_ref().map(super::exact_number).unwrap_or_default(),
        number: check.exact.clone(),
        accepted: accepted(page, check),
        notes: vec![check.derivation.clone()],
        fix: sure.map(|repair| (repair.range.clone(), repair.text.clone())),
        ..Finding::new(verdict, Some(check.range.clone()), stated, check.message.clone())
    }
}

/// What the part of the figure that a check is about accepts: of `27/125 (~23%)` the percentage.
fn accepted(page: &Page, check: &Check) -> Option<(Rational, Rational)> {
    let figure = page.tokens.figures.get(check.figure)?;
    match &figure.shape {
        Shape::Both(both) if both.percent_range == check.range => {
            Figure { shape: Shape::Percent(both.percent.clone()), ..figure.clone() }.accepted()
        }
        _ => figure.accepted(),
    }
}

/// So many figures that nothing explains are listed: a page with more is a list of numbers, and each is a finding.
const LISTED: usize = 20_000;

/// Percentages and fractions of the page, outside printed code, that no claim and no check is about, and numbers of which
/// only what they come near to is known. The last that is listed says how many follow.
fn unclassified(page: &Page, findings: &[Finding], checks: &[Check], bound: &Known) -> Vec<Finding> {
    let explained: BTreeSet<usize> = checks.iter().flat_map(|check| &check.explains).copied().collect();
    let judged: BTreeSet<usize> =
        findings.iter().filter_map(|finding| Some(finding.range.as_ref()?.start)).collect();
    let mut open = page.tokens.figures.iter().enumerate().filter(|(index, figure)| {
        (figure.is_chance() || bound.nearest.contains_key(&figure.range.start))
            && !explained.contains(index)
            && !bound.given.contains(&figure.range.start)
            && !judged.range(figure.range.clone()).any(|_| true)
            && !page.in_code(figure.range.start)
    });
    let finding = |figure: &Figure| {
        let stated = page.text.get(figure.range.clone()).unwrap_or_default().to_owned();
        let message = "no claim and no other figure of the page says what this is".to_owned();
        let nearest = bound.nearest.get(&figure.range.start);
        let note = |near: &Nearest| format!("its words come nearest to: {}", near.says);
        Finding {
            accepted: figure.accepted(),
            notes: nearest.map(note).into_iter().collect(),
            details: nearest.map_or_else(Vec::new, |near| near.details.clone()),
            under: nearest.map(|near| near.under.clone()).into_iter().collect(),
            ..Finding::new(Verdict::Unclassified, Some(figure.range.clone()), stated, message)
        }
    };
    let mut listed: Vec<Finding> = open.by_ref().take(LISTED).map(|(_, figure)| finding(figure)).collect();
    let further = open.count();
    listed.iter_mut().next_back().into_iter().for_each(|last| last.further = further);
    listed
}
