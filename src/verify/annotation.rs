//! Questions that a page has beside its figures, in comments and templates.
//!
//! ```text
//! 15%<!-- odds: P(award = coin) before replacements of isaac/room-clear-award with luck=5 -->
//! {{odds|isaac/room-clear-award: P(award = coin), luck=5|15.52%}}
//! ```
//!
//! The question decides the figure, whatever else the page says around it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeBounds as _};

use super::bind::Laws;
use super::page::{inputs_text, question_text};
use super::words::{exactly, instead, written_as};
use super::{Decider, Exact, Finding, Verdict, exact_number, prepare};
use crate::claims::{Inputs, Question};
use crate::diagnostic::{Code, or_nearest};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::{Figure, Fit, Page};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Mechanic, Scenario, Settings, scenarios};
use crate::source::Span;

/// A question on a page.
#[derive(Debug, Clone)]
struct Annotation {
    /// The bytes of the comment or template.
    range: Range<usize>,
    /// The question as it stands there.
    text: String,
    /// The figure that it is about, by its index.
    figure: Option<usize>,
}

/// How a comment begins that holds a question.
const COMMENT: &str = "<!--";
const MARK: &str = "odds:";
/// A longer one is no question.
const LONGEST: usize = 1_000;

/// The comments and templates of a page that hold questions, in its order. Cost: linear in its length.
fn read(page: &Page, templates: &BTreeSet<String>) -> Vec<Annotation> {
    let text = page.text.as_str();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(COMMENT)).map(|start| at + start) {
        let inner = start + COMMENT.len();
        let Some(end) = text.get(inner..).and_then(|rest| rest.find("-->")).map(|end| inner + end) else {
            break;
        };
        let said = text.get(inner..end).unwrap_or_default().trim();
        at = end;
        if let Some(question) = said.strip_prefix(MARK)
            && !page.in_code(start)
        {
            found.push(Annotation {
                range: start..end + "-->".len(),
                text: question.trim().to_owned(),
                figure: figure_before(page, start),
            });
        }
    }
    for name in templates {
        let open = format!("{{{{{name}|");
        for (start, _) in text.match_indices(&open) {
            let inner = start + open.len();
            let Some(end) = closing(text, inner) else { continue };
            let whole = text.get(inner..end).unwrap_or_default();
            let Some((question, _)) = whole.rsplit_once('|') else { continue };
            let shown = inner + question.len() + 1..end;
            let figure = page.figures_within(shown).next().map(|(index, _)| index);
            let text = question.replace("{{!}}", "|").trim().to_owned();
            found.push(Annotation { range: start..end + 2, text, figure });
        }
    }
    found.sort_by_key(|annotation| annotation.range.start);
    found
}

/// Where a template ends whose inside begins at a byte.
fn closing(text: &str, inner: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    let mut at = inner;
    while at + 1 < bytes.len().min(inner + LONGEST) {
        match &bytes[at..at + 2] {
            b"{{" => (depth, at) = (depth + 1, at + 2),
            b"}}" if depth == 0 => return Some(at),
            b"}}" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    None
}

/// The figure that stands right before a byte, with nothing but signs and marks between them.
fn figure_before(page: &Page, byte: usize) -> Option<usize> {
    let figures = &page.tokens.figures;
    let index = figures.partition_point(|figure| figure.range.start < byte).checked_sub(1)?;
    let between = page.text.get(figures[index].range.end..byte)?;
    if between.len() > LONGEST || between.contains('\n') {
        return None;
    }
    let mut in_tag = false;
    let is_word = between.chars().any(|c| {
        in_tag = c == '<' || in_tag && c != '>';
        !in_tag && c.is_alphanumeric()
    });
    (!is_word).then_some(index)
}

/// A question that a mechanic answers.
#[derive(Debug, Clone)]
struct Asked {
    /// The mechanic, by its place among the names.
    mechanic: usize,
    /// The event whose chance is asked for before anything replaces the outcome, else nothing.
    first: Option<String>,
    question: Question,
    inputs: Inputs,
    /// The rule sets that the question names.
    under: Vec<String>,
}

impl Asked {
    /// The whole of it: `P(award = coin) of isaac/room-clear-award with luck=5`.
    fn words(&self, mechanic: &Mechanic) -> String {
        let inputs = inputs_text(&self.inputs);
        let with = if inputs.is_empty() { String::new() } else { format!(" with {inputs}") };
        let first = if self.first.is_some() { " before replacements" } else { "" };
        format!("{}{first} of {}{with}", question_text(&self.question), mechanic.model.path)
    }
}

/// The parts between commas that stand in no brackets.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (c, Some(last)) => last.push(c),
            _ => {}
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "/_-.".contains(c))
}

/// What a text asks: `isaac/room-clear-award: P(award = coin), luck=5`, or as trueodds writes it,
/// `P(award = coin) of isaac/room-clear-award with luck=5, under repentance`.
fn asked(text: &str, names: &Names<'_>) -> Result<Asked, String> {
    let mut parts = parts(text);
    let mut question = parts.remove(0);
    let mut mechanic = None;
    if let Some((head, rest)) = question.split_once(':')
        && is_name(head.trim())
    {
        mechanic = Some(head.trim().to_owned());
        question = rest.trim().to_owned();
    }
    if let Some((head, given)) = question.clone().rsplit_once(" with ") {
        question = head.trim().to_owned();
        parts.insert(0, given.trim().to_owned());
    }
    if let Some((head, name)) = question.clone().rsplit_once(" of ")
        && is_name(name.trim())
    {
        mechanic = Some(name.trim().to_owned());
        question = head.trim().to_owned();
    }
    let before = question.strip_suffix("before replacements").map(|question| question.trim().to_owned());
    let first = match &before {
        None => None,
        Some(question) => {
            let event = question.strip_prefix("P(").and_then(|rest| rest.strip_suffix(')'));
            Some(event.ok_or("only `P(…)` can be asked before replacements")?.to_owned())
        }
    };
    let question = match question.strip_prefix("rule ") {
        Some(rule) => Question::Rule(rule.trim().to_owned()),
        None => Question::Query(before.unwrap_or(question)),
    };
    if matches!(&question, Question::Query(query) if query.is_empty()) {
        return Err(
            "there is no question; write as in `<!-- odds: P(award = coin) of isaac/room-clear-award -->`"
                .to_owned(),
        );
    }
    let all = || 0..names.mechanics.len();
    let paths = || names.mechanics.iter().map(|mechanic| mechanic.model.path.as_str());
    let chosen: Vec<usize> = match &mechanic {
        Some(name) => {
            let is_named = |path: &str| path == name || path.rsplit('/').next() == Some(name.as_str());
            all().filter(|index| is_named(&names.mechanics[*index].model.path)).collect()
        }
        None => all().collect(),
    };
    if let (Some(name), true) = (&mechanic, chosen.is_empty()) {
        let help = or_nearest(name, paths()).map(|help| format!("; {help}")).unwrap_or_default();
        return Err(format!("no mechanic `{name}`{help}"));
    }
    let mut fitting = Vec::new();
    let mut problem = None;
    for index in chosen {
        match of_mechanic(names.mechanics[index], &question, &parts) {
            Ok((inputs, under)) => {
                let (first, question) = (first.clone(), question.clone());
                fitting.push(Asked { mechanic: index, first, question, inputs, under });
            }
            Err(found) => problem = problem.or(Some(found)),
        }
    }
    match (fitting.pop(), fitting.len(), mechanic) {
        (Some(only), 0, _) => Ok(only),
        (None, _, Some(_)) => Err(problem.unwrap_or_default()),
        (None, _, None) => {
            Err("no mechanic answers this; name the one that is meant, as in `of isaac/room-clear-award`"
                .to_owned())
        }
        (Some(last), _, _) => {
            let both = fitting
                .iter()
                .chain([&last])
                .take(3)
                .map(|asked| names.mechanics[asked.mechanic].model.path.as_str());
            Err(format!(
                "several mechanics answer this; write `of` and the one that is meant: {}",
                both.collect::<Vec<_>>().join(", ")
            ))
        }
    }
}

/// The inputs and rule sets that a question names, where a mechanic has all of them.
fn of_mechanic(
    mechanic: &Mechanic,
    question: &Question,
    parts: &[String],
) -> Result<(Inputs, Vec<String>), String> {
    let (mut inputs, mut under) = (Inputs::default(), Vec::new());
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if let Some(name) = part.strip_prefix("under ") {
            mechanic.find_rule_set(name.trim()).map_err(|problem| problem.to_string())?;
            under.push(name.trim().to_owned());
            continue;
        }
        let (name, rest) =
            part.split_once('=').map_or((part.as_str(), None), |(name, rest)| (name.trim(), Some(rest)));
        let pair = rest.map(|rest| format!("{name}={}", rest.trim()));
        match (pair, mechanic.input(name)) {
            (None, _) => inputs.with.push(name.to_owned()),
            (Some(pair), Ok(_)) => inputs.set.push(pair),
            (Some(pair), Err(_)) if mechanic.state(name).is_ok() => inputs.state.push(pair),
            (Some(pair), Err(_)) if mechanic.rule(name).is_ok() => inputs.change.push(pair),
            (Some(_), Err(problem)) => return Err(problem.to_string()),
        }
    }
    let problems = prepare(Code::BadClaims, "the question", Span::default(), question, &inputs, mechanic);
    problems.map_err(|problems| {
        let message = |problem: &crate::diagnostic::Diagnostic| {
            problem.message.strip_prefix("the question: ").unwrap_or(&problem.message).to_owned()
        };
        problems.first().map(message).unwrap_or_default()
    })?;
    Ok((inputs, under))
}

/// Answers questions of pages; each once.
pub(super) struct Answers<'a, 'n> {
    pub(super) laws: &'a mut Laws<'n>,
    pub(super) names: &'n Names<'n>,
    pub(super) chosen: &'a [String],
    pub(super) limits: &'a Limits,
}

/// What a question comes to.
struct Answer {
    asked: Asked,
    /// The rule sets that count, and what each gives.
    under: Vec<(RuleSetId, Rational)>,
    /// What each edition gives, once that was asked for.
    editions: Option<Vec<(RuleSetId, Rational)>>,
}

impl Answers<'_, '_> {
    /// Whether a byte stands right before a template's end or a comment, so that a question may be there.
    pub(super) fn reads(page: &Page, byte: usize) -> bool {
        let rest = page.text.get(byte..).unwrap_or_default();
        let close = rest
            .chars()
            .take_while(|c| !c.is_alphanumeric() && *c != '\n' && *c != '<')
            .map(char::len_utf8)
            .sum::<usize>();
        rest.starts_with("}}") || rest.get(close..).is_some_and(|rest| rest.starts_with(COMMENT))
    }

    fn answer(&mut self, text: &str) -> Result<Answer, String> {
        let asked = asked(text, self.names)?;
        let mechanic = self.names.mechanics[asked.mechanic];
        let find = |names: &[String]| -> Vec<RuleSetId> {
            names.iter().filter_map(|name| mechanic.find_rule_set(name).ok()).collect()
        };
        let mut sets = find(&asked.under);
        if sets.is_empty() {
            sets = find(self.chosen);
        }
        if sets.is_empty() {
            sets = vec![mechanic.default_rule_set()];
        }
        let under = sets.into_iter().map(|set| Ok((set, self.value(&asked, set)?)));
        let under = under.collect::<Result<Vec<_>, String>>()?;
        Ok(Answer { asked, under, editions: None })
    }

    fn value(&mut self, asked: &Asked, set: RuleSetId) -> Result<Rational, String> {
        let mechanic = self.names.mechanics[asked.mechanic];
        if let Some(event) = &asked.first {
            let scenario = scenario(mechanic, &asked.inputs, set)?;
            let found = self.laws.before(asked.mechanic, &scenario, event);
            return found.ok_or_else(|| {
                format!("`{event}` has no chance before replacements; write an outcome and its value")
            });
        }
        let prepared = prepare(
            Code::BadClaims,
            "the question",
            Span::default(),
            &asked.question,
            &asked.inputs,
            mechanic,
        );
        let prepared = prepared.map_err(|problems| {
            problems.first().map(|problem| problem.message.clone()).unwrap_or_default()
        })?;
        match Decider::new(self.limits).open(&prepared, mechanic).under(set) {
            Exact::Numbers(numbers) if numbers.len() == 1 => {
                Ok(numbers.into_iter().next().unwrap_or_default())
            }
            Exact::Unavailable(reason) | Exact::Stopped(reason) | Exact::Limited(reason) => Err(reason),
            _ => Err("this is no question with one number as its answer".to_owned()),
        }
    }

    /// What a question gives under each edition that has an answer.
    fn under_editions(&mut self, asked: &Asked) -> Vec<(RuleSetId, Rational)> {
        let mechanic = self.names.mechanics[asked.mechanic];
        let editions = mechanic.rule_set_ids();
        let editions = editions.filter(|set| mechanic.rule_set(*set).kind == RuleSetKind::Edition);
        editions.filter_map(|set| Some((set, self.value(asked, set).ok()?))).collect()
    }

    /// What a question gives under the rules that count, where it is one number.
    pub(super) fn number(&mut self, text: &str) -> Option<Rational> {
        self.answer(text).ok()?.under.into_iter().next().map(|(_, value)| value)
    }

    /// What becomes of the figures of a page that have a question beside them, and of questions that are none; and the
    /// bytes of all questions.
    pub(super) fn judge(
        &mut self,
        page: &Page,
        templates: &BTreeSet<String>,
    ) -> (Vec<Finding>, Vec<Range<usize>>) {
        let mut known: BTreeMap<String, Result<Answer, String>> = BTreeMap::new();
        let (mut findings, mut ranges) = (Vec::new(), Vec::new());
        for annotation in read(page, templates) {
            ranges.push(annotation.range.clone());
            let answer =
                known.entry(annotation.text.clone()).or_insert_with(|| self.answer(&annotation.text));
            let figure = annotation.figure.and_then(|index| page.tokens.figures.get(index));
            findings.push(match (answer, figure) {
                (Err(problem), _) => bad(page, &annotation, problem),
                (Ok(_), None) => bad(
                    page,
                    &annotation,
                    "no figure stands right before it; the question belongs behind its figure",
                ),
                (Ok(answer), Some(figure)) => self.of_figure(page, figure, &annotation, answer),
            });
        }
        (findings, ranges)
    }

    fn of_figure(
        &mut self,
        page: &Page,
        figure: &Figure,
        annotation: &Annotation,
        answer: &mut Answer,
    ) -> Finding {
        let mechanic = self.names.mechanics[answer.asked.mechanic];
        let name = |set: &RuleSetId| mechanic.rule_set(*set).name.clone();
        let fits: Vec<Fit> = answer.under.iter().map(|(_, value)| fit(figure, value)).collect();
        let off = fits.iter().position(|fit| *fit == Fit::Off);
        let about = off.unwrap_or(0);
        let stated = page.text.get(figure.range.clone()).unwrap_or_default().to_owned();
        let value = answer.under.get(about).map(|(_, value)| value.clone()).unwrap_or_default();
        let text = exact_number(&value);
        let mut holds: Vec<String> = Vec::new();
        if off.is_some() {
            let editions = answer.editions.get_or_insert_with(|| self.under_editions(&answer.asked));
            let right = editions.iter().filter(|(_, value)| fit(figure, value) != Fit::Off);
            holds = right.map(|(set, _)| name(set)).collect();
        }
        let verdict = match off {
            None => fits.iter().max().copied().map_or(Verdict::Undecided, Verdict::from),
            Some(_) if holds.is_empty() || !answer.asked.under.is_empty() => Verdict::Wrong,
            Some(_) => Verdict::Depends,
        };
        let under: Vec<String> = answer.under.iter().map(|(set, _)| name(set)).collect();
        if off.is_none() {
            holds.clone_from(&under);
        }
        let message = if off.is_none() {
            format!("{stated} is {text}")
        } else {
            format!("the question beside it gives {}, not {stated}", written_as(figure, &value))
        };
        let mut finding = Finding {
            exact: text,
            number: Some(value.clone()),
            accepted: figure.accepted(),
            question: Some(annotation.text.clone()),
            details: vec![format!("{}, under {}", answer.asked.words(mechanic), under.join(", "))],
            instead: off.and_then(|_| instead(figure, &value)),
            under,
            holds,
            ..Finding::new(verdict, Some(figure.range.clone()), stated, message)
        };
        finding.details.extend(exactly(&finding.exact, &finding));
        super::mend::mend_rounding(page, figure, &value, &mut finding);
        finding
    }
}

/// How a figure fits a value; what a hedge allows fits as well.
fn fit(figure: &Figure, value: &Rational) -> Fit {
    match figure.fit(value) {
        Fit::Off if figure.interval().is_some_and(|interval| interval.contains(value)) => Fit::Rounded,
        fit => fit,
    }
}

fn scenario(mechanic: &Mechanic, inputs: &Inputs, set: RuleSetId) -> Result<Scenario, String> {
    let rules = vec![mechanic.rule_set(set).name.clone()];
    let settings = Settings { rules, ..super::settings(inputs) };
    let found = scenarios(mechanic, &settings);
    let found = found.map_err(|problems| problems.first().map(ToString::to_string).unwrap_or_default())?;
    found.into_iter().next().ok_or_else(String::new)
}

/// A question that is none, at its own place.
fn bad(page: &Page, annotation: &Annotation, problem: &str) -> Finding {
    let stated = page.text.get(annotation.range.clone()).unwrap_or_default().to_owned();
    let message = format!("`{}`: {problem}", annotation.text);
    Finding {
        code: "bad-annotation",
        question: Some(annotation.text.clone()),
        ..Finding::new(Verdict::Wrong, Some(annotation.range.clone()), stated, message)
    }
}
