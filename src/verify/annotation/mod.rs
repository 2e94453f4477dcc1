//! Questions that a page has beside its figures, in comments and templates.
//!
//! ```text
//! 15%<!-- odds: P(award = coin) before replacements of isaac/room-clear-award with luck=5 -->
//! {{odds|isaac/room-clear-award: P(award = coin), luck=5|15.52%}}
//! ```
//!
//! The question decides the figure, whatever else the page says around it.

mod asked;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeBounds as _};

use self::asked::{Asked, asked};
use self::read::{Annotation, COMMENT, read};
use super::bind::Laws;
use super::words::{exactly, instead, written_as};
use super::{Decider, Exact, Finding, Verdict, exact_number, prepare};
use crate::claims::Inputs;
use crate::diagnostic::Code;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::{Figure, Fit, Page};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Mechanic, Scenario, Settings, scenarios};
use crate::source::Span;

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
