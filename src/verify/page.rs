//! Claims found on a page, the page's own arithmetic, and what nothing explains.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation::Answers;
use super::bind::{Laws, bind};
use super::mend::mend;
use super::said::said;
use super::{Case, Finding, Verdict, contradictions};
use crate::claims::{ChainClaim, Inputs, Operand, Question, Quote};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::arithmetic::{Check, check};
use crate::page::{Figure, Fit, Page, Shape};

/// A claim whose pattern stands on the page.
struct Occurrence {
    case: usize,
    /// The tokens of its figures.
    holes: Vec<usize>,
}

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
        Judge { cases, chosen: Vec::new(), asked_for: false, limits, names, templates: BTreeSet::new(), laws }
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

    /// Everything to be said about the figures of a page, in their order.
    ///
    /// Cost: linear in the length of the page, one query for each claim found on it, and one evaluation for each law
    /// that its words ask for.
    #[must_use]
    pub fn page(&mut self, page: &Page) -> Vec<Finding> {
        self.laws.begin_page();
        let occurrences = occurrences(page, &self.cases);
        let sources = sources(page, &occurrences, &self.cases, self.asked_for);
        let occurrences = counted(occurrences, &self.cases, &sources);
        decide_occurring(&occurrences, &mut self.cases, self.limits);
        let cases = &self.cases;
        let mut findings: Vec<Finding> = occurrences
            .iter()
            .filter_map(|occurrence| judge(page, occurrence, cases, &self.chosen))
            .collect();
        findings.extend(said(page, &mut self.cases, &sources, &self.chosen, self.limits));
        let cases = &self.cases;
        contradictions(&mut findings, cases, |other| {
            let Some(range) = &other.range else { return "the page".to_owned() };
            let (line, column) = page.locate(range.start);
            format!("line {line}, column {column} of the page")
        });
        let mut findings = merged(findings);
        // A question beside a figure says what it is.
        let templates = std::mem::take(&mut self.templates);
        let (annotated, questions) = self.answers().judge(page, &templates);
        self.templates = templates;
        let starts: BTreeSet<usize> =
            annotated.iter().filter_map(|finding| Some(finding.range.as_ref()?.start)).collect();
        findings.retain(|finding| !finding.range.as_ref().is_some_and(|range| starts.contains(&range.start)));
        findings.extend(annotated);
        let bound = bind(page, &mut self.laws, &self.chosen, self.asked_for);
        add_bound(&mut findings, &bound.told, bound.findings);
        let checks = check(page);
        add_checks(page, &mut findings, &checks);
        findings.extend(unclassified(page, &findings, &checks, &bound.given));
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

fn occurrences(page: &Page, cases: &[Case<'_>]) -> Vec<Occurrence> {
    let mut occurrences = Vec::new();
    for (case, entry) in cases.iter().enumerate() {
        let here = |found: &crate::page::Match| {
            let token = found.holes.first().and_then(|hole| page.tokens.list.get(*hole));
            let under = &entry.claim.under;
            token.is_some_and(|token| {
                let byte = token.start as usize;
                !page.outline.heads_row(byte) && (under.is_empty() || page.is_under(byte, under))
            })
        };
        for pattern in &entry.claim.patterns {
            let mut found = pattern.find(page, entry.claim.accepts());
            found.retain(|found| here(found) && comparable(page, found, entry.claim));
            occurrences.extend(found.into_iter().map(|found| Occurrence { case, holes: found.holes }));
            if occurrences.last().is_some_and(|occurrence| occurrence.case == case) {
                break;
            }
        }
    }
    occurrences
}

/// Whether the figures have the form of those that the claim states: an interval says something else than a
/// number, and is not wrong because of that.
fn comparable(page: &Page, found: &crate::page::Match, claim: &crate::claims::Claim) -> bool {
    let is_interval = |figure: &Figure| matches!(figure.shape, Shape::Interval { .. });
    found.holes.iter().zip(&claim.figures).all(|(hole, stated)| {
        page.figure_at(*hole).is_some_and(|figure| is_interval(&figure) == is_interval(stated))
    })
}

/// The sources whose claims count on a page, each with how many of its claims were found there: those that the page
/// names, and those that it quotes. Claims of others are about other texts.
fn sources<'a>(
    page: &Page,
    occurrences: &[Occurrence],
    cases: &[Case<'a>],
    asked_for: bool,
) -> BTreeMap<&'a str, usize> {
    /// A page that so many claims of a source are found on quotes it.
    const QUOTED: usize = 3;
    let least = if asked_for { 1 } else { QUOTED };
    let found: BTreeSet<usize> = occurrences.iter().map(|occurrence| occurrence.case).collect();
    let mut sources: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        for source in &case.claim.source {
            *sources.entry(source).or_default() += usize::from(found.contains(&index));
        }
    }
    // A title of one word is a word like any.
    let names = |source: &str| Quote::read(source).is_ok_and(|title| !title.find(&page.text).is_empty());
    sources.retain(|source, count| *count >= least || names(source));
    sources
}

/// The occurrences of claims that count. Where claims of several sources find the same figure, those count of which
/// the page has the most.
fn counted(
    occurrences: Vec<Occurrence>,
    cases: &[Case<'_>],
    sources: &BTreeMap<&str, usize>,
) -> Vec<Occurrence> {
    let likeness = |occurrence: &Occurrence| {
        let own = cases[occurrence.case].claim.source.iter();
        own.filter_map(|source| sources.get(source.as_str()).copied()).max()
    };
    let mut most: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    for occurrence in &occurrences {
        for hole in &occurrence.holes {
            let best = most.entry(*hole).or_default();
            *best = likeness(occurrence).max(*best);
        }
    }
    let counts = |occurrence: &Occurrence| {
        let own = likeness(occurrence);
        own.is_some() && occurrence.holes.iter().all(|hole| most.get(hole) == Some(&own))
    };
    occurrences.into_iter().filter(counts).collect()
}

fn decide_occurring(occurrences: &[Occurrence], cases: &mut [Case<'_>], limits: &Limits) {
    let wanted: BTreeSet<usize> = occurrences.iter().map(|occurrence| occurrence.case).collect();
    let (mut occurring, indices): (Vec<Case<'_>>, Vec<usize>) =
        wanted.iter().map(|index| (cases[*index].clone(), *index)).unzip();
    super::decide(&mut occurring, limits);
    for (case, index) in occurring.into_iter().zip(indices) {
        cases[index] = case;
    }
}

fn judge(page: &Page, occurrence: &Occurrence, cases: &[Case<'_>], chosen: &[String]) -> Option<Finding> {
    let case = &cases[occurrence.case];
    let figures: Vec<Figure> =
        occurrence.holes.iter().map(|hole| page.figure_at(*hole)).collect::<Option<_>>()?;
    let texts: Vec<&str> =
        figures.iter().map(|figure| page.text.get(figure.range.clone()).unwrap_or_default()).collect();
    let mut finding = case.judge(&figures, texts.join(", "), chosen);
    finding.case = Some(occurrence.case);
    // Of several figures the first that is off is pointed at.
    finding.range = figures.first().map(|figure| figure.range.clone());
    if let [figure] = figures.as_slice() {
        mend(page, figure, case, &mut finding);
    }
    Some(finding)
}

/// What the claim asks: `P(…) of isaac/special-rooms with keys=2`.
pub(super) fn explained(case: &Case<'_>, finding: &Finding) -> String {
    let question = question_text(&case.claim.question);
    let inputs = inputs_text(&case.claim.inputs);
    let inputs = if inputs.is_empty() { String::new() } else { format!(" with {inputs}") };
    // What is not right begins with what it is about.
    let about = Some(&case.claim.about).filter(|_| finding.verdict.is_right() || question.is_empty());
    let under = finding.under.join(", ");
    let asked = (!question.is_empty())
        .then(|| format!("{question} of {}{inputs}, under {under}", case.claim.mechanic));
    about.into_iter().chain(&asked).cloned().collect::<Vec<_>>().join(": ")
}

/// A question as a person would type it.
pub(super) fn question_text(question: &Question) -> String {
    match question {
        Question::Query(query) => query.clone(),
        Question::Value(value, asks) => format!("{value}{}", where_text(asks)),
        Question::Rule(rule) => format!("rule {rule}"),
        Question::Range(text) => format!("range of {text}"),
        Question::Most(text) => format!("greatest {text}"),
        Question::Least(text) => format!("least {text}"),
        Question::Interval(low, high, asks) => format!("{low} to {high}{}", where_text(asks)),
        Question::Further(event, by) => format!("further chance of {event} by {}", inputs_text(by)),
        Question::Law(queries) => queries.join(", "),
        Question::Certain(event) | Question::Never(event) => format!("P({event})"),
        Question::Equal(queries) => queries.join(" = "),
        Question::Direction(queries, sweep) => format!("{} over {sweep}", queries.join(", ")),
        Question::Chain(ask) => chain_text(ask),
        Question::Undecided(_) => String::new(),
    }
}

fn chain_text(ask: &ChainClaim) -> String {
    match ask {
        ChainClaim::HitMean(event) => format!("the mean uses until {event}"),
        ChainClaim::HitMedian(event) => format!("the median uses until {event}"),
        ChainClaim::HitMode(event) => format!("the most probable number of uses until {event}"),
        ChainClaim::HitMost(event) => format!("the most uses until {event}"),
        ChainClaim::Within(uses, event) => format!("P({event} within {uses} uses)"),
        ChainClaim::NotYet(uses, event) => format!("P(not {event} within {uses} uses)"),
        ChainClaim::Stationary(event) => format!("the long-run share of {event}"),
        ChainClaim::After(uses, event) => format!("P({event} in use {uses})"),
        ChainClaim::Streak(event, until) => format!("uses in a row with {event} until {until}"),
    }
}

/// What the names of an expression stand for: `, where a = P(x)`.
fn where_text(asks: &[(String, Operand)]) -> String {
    let ask = |(name, ask): &(String, Operand)| match ask {
        Operand::Query(query, inputs) => {
            let inputs = inputs_text(inputs);
            let with = if inputs.is_empty() { String::new() } else { format!(" with {inputs}") };
            format!("{name} = {query}{with}")
        }
        Operand::Sum(query, sweep, inputs) => {
            let inputs = inputs_text(inputs);
            let with = if inputs.is_empty() { String::new() } else { format!(" with {inputs}") };
            format!("{name} = sum of {query} over {sweep}{with}")
        }
        Operand::Rule(rule) => format!("{name} = rule {rule}"),
    };
    let asks: Vec<String> = asks.iter().map(ask).collect();
    if asks.is_empty() { String::new() } else { format!(", where {}", asks.join(", ")) }
}

pub(super) fn inputs_text(inputs: &Inputs) -> String {
    let rules = inputs.change.iter().map(|change| format!("rule {change}"));
    let plain = inputs.with.iter().chain(&inputs.set).chain(&inputs.state).cloned();
    plain.chain(rules).collect::<Vec<_>>().join(", ")
}

/// Several claims about one figure are one finding: the worst, with what the others say.
fn merged(findings: Vec<Finding>) -> Vec<Finding> {
    let mut by_range: BTreeMap<(usize, usize), Finding> = BTreeMap::new();
    for finding in findings {
        let key = finding.range.as_ref().map_or((0, 0), |range| (range.start, range.end));
        match by_range.remove(&key) {
            None => drop(by_range.insert(key, finding)),
            Some(other) => {
                let rank = |finding: &Finding| (finding.level(), !finding.verdict.is_right());
                let (mut first, second) =
                    if rank(&finding) < rank(&other) { (finding, other) } else { (other, finding) };
                if !second.verdict.is_right() {
                    let known: BTreeSet<String> = first.notes.iter().cloned().collect();
                    first.notes.push(second.message);
                    first.notes.extend(second.notes.into_iter().filter(|note| !known.contains(note)));
                    first.details.extend(second.details);
                }
                by_range.insert(key, first);
            }
        }
    }
    by_range.into_values().collect()
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
    let Shape::Both { fraction, .. } = &figure.shape else { return false };
    finding.exact.split(' ').next() == Some(fraction.to_string().as_str())
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
        Shape::Both { percent, percent_range, .. } if *percent_range == check.range => {
            Figure { shape: Shape::Percent(percent.clone()), ..figure.clone() }.accepted()
        }
        _ => figure.accepted(),
    }
}

/// So many figures that nothing explains are listed: a page with more is a list of numbers, and each is a finding.
const LISTED: usize = 20_000;

/// Percentages and fractions of the page, outside printed code, that no claim and no check is about. The last that is
/// listed says how many follow. `given` are the first bytes of those that state nothing.
fn unclassified(
    page: &Page,
    findings: &[Finding],
    checks: &[Check],
    given: &BTreeSet<usize>,
) -> Vec<Finding> {
    let explained: BTreeSet<usize> = checks.iter().flat_map(|check| &check.explains).copied().collect();
    let judged: BTreeSet<usize> =
        findings.iter().filter_map(|finding| Some(finding.range.as_ref()?.start)).collect();
    let mut open = page.tokens.figures.iter().enumerate().filter(|(index, figure)| {
        figure.is_chance()
            && !explained.contains(index)
            && !given.contains(&figure.range.start)
            && !judged.range(figure.range.clone()).any(|_| true)
            && !page.in_code(figure.range.start)
    });
    let finding = |figure: &Figure| {
        let stated = page.text.get(figure.range.clone()).unwrap_or_default().to_owned();
        let message = "no claim and no other figure of the page says what this is".to_owned();
        Finding {
            accepted: figure.accepted(),
            ..Finding::new(Verdict::Unclassified, Some(figure.range.clone()), stated, message)
        }
    };
    let mut listed: Vec<Finding> = open.by_ref().take(LISTED).map(|(_, figure)| finding(figure)).collect();
    let further = open.count();
    listed.iter_mut().next_back().into_iter().for_each(|last| last.further = further);
    listed
}
