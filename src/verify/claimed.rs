//! The claims that stand on a page, judged there.

use std::collections::{BTreeMap, BTreeSet};

use super::mend::mend;
use super::said::said;
use super::{Case, Finding, contradictions};
use crate::claims::{ChainClaim, Claim, Inputs, Operand, Question, Quote};
use crate::evaluate::Limits;
use crate::page::{Figure, Match, Page, Shape};

/// A claim whose pattern stands on the page.
struct Occurrence {
    case: usize,
    /// The tokens of its figures.
    holes: Vec<usize>,
}

/// What the claims say of a page.
pub(super) fn claimed(
    page: &Page,
    cases: &mut [Case<'_>],
    chosen: &[String],
    asked_for: bool,
    limits: &Limits,
) -> Vec<Finding> {
    let occurrences = occurrences(page, cases);
    let sources = sources(page, &occurrences, cases, asked_for);
    let occurrences = counted(occurrences, cases, &sources);
    decide_occurring(&occurrences, cases, limits);
    let judged = occurrences.iter().filter_map(|occurrence| judge(page, occurrence, cases, chosen));
    let mut findings: Vec<Finding> = judged.collect();
    findings.extend(said(page, cases, &sources, chosen, limits));
    contradictions(&mut findings, cases, |other| {
        let Some(range) = &other.range else { return "the page".to_owned() };
        let (line, column) = page.locate(range.start);
        format!("line {line}, column {column} of the page")
    });
    merged(findings)
}

fn occurrences(page: &Page, cases: &[Case<'_>]) -> Vec<Occurrence> {
    let mut occurrences = Vec::new();
    for (case, entry) in cases.iter().enumerate() {
        let here = |found: &Match| {
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
fn comparable(page: &Page, found: &Match, claim: &Claim) -> bool {
    let is_interval = |figure: &Figure| matches!(figure.shape, Shape::Interval(_));
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
