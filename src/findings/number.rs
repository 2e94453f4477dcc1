//! The figures of findings, computed.

use super::{Finding, Show};
use crate::claims::{Operand, Question};
use crate::diagnostic::{Code, Diagnostic, Message};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Settings, scenarios};
use crate::source::Span;
use crate::verify::{Decider, Exact, Prepared, prepare, settings};

/// Everything that is wrong with what a finding asks of its mechanic; nothing is computed.
#[must_use]
pub fn check(finding: &Finding, mechanic: &Mechanic) -> Vec<Diagnostic> {
    match prepared(finding, mechanic) {
        Ok(_) => Vec::new(),
        Err(problems) => problems,
    }
}

/// The figures of a finding, in their order. Cost: one query for each.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::findings::{FindingsFile, numbers};
/// use trueodds::session::Session;
/// use trueodds::source::FileId;
///
/// let text = "[[finding]]\nmechanic = \"special-rooms\"\ntext = \"A Library comes in {odds} of the runs.\"\n\
///     ask.odds = { query = \"P(library)\", set = { dead_ends = 5 } }\n";
/// let file = FindingsFile::read("isaac", FileId::default(), text).expect("a findings file");
/// let rooms = Session::embedded()?.mechanic("isaac/special-rooms")?;
/// let odds = numbers(&file.findings[0], &rooms, &Limits::default()).expect("a figure");
/// assert_eq!(odds[0].to_string(), "9/280");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What [`check`] says; a figure that has no answer, and one that is no chance and shown as one.
pub fn numbers(
    finding: &Finding,
    mechanic: &Mechanic,
    limits: &Limits,
) -> Result<Vec<Rational>, Vec<Diagnostic>> {
    let figures = prepared(finding, mechanic)?;
    let decider = Decider::new(limits);
    let mut numbers = Vec::new();
    for (figure, (prepared, rule_set)) in finding.figures.iter().zip(&figures) {
        let problem = |message: String| {
            let message = format!("figure `{}`: {message}", figure.name);
            vec![Diagnostic::error(Code::BadFindings, figure.span, message)]
        };
        let number = match decider.open(prepared, mechanic).under(*rule_set) {
            Exact::Numbers(found) if found.len() == 1 => found.into_iter().next().unwrap_or_default(),
            Exact::Unavailable(reason) | Exact::Stopped(reason) | Exact::Limited(reason) => {
                return Err(problem(reason));
            }
            Exact::Numbers(_) | Exact::Trends(_) => return Err(problem("it is not one number".to_owned())),
        };
        if figure.show != Show::Number && (number.is_negative() || number > Rational::ONE) {
            return Err(problem(format!("it is {number}, which is no chance; write show = \"number\"")));
        }
        numbers.push(number);
    }
    Ok(numbers)
}

/// Each figure with its rule set.
fn prepared(finding: &Finding, mechanic: &Mechanic) -> Result<Vec<(Prepared, RuleSetId)>, Vec<Diagnostic>> {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for rule in &finding.turns_on {
        if let Err(problem) = mechanic.rule(rule) {
            let message = format!("`turns_on`: {problem}");
            problems.push(Diagnostic::error(Code::BadFindings, finding.span, message));
        }
    }
    for figure in &finding.figures {
        let what = format!("figure `{}`", figure.name);
        let set = figure.rules.as_ref().map_or(Ok(mechanic.default_rule_set()), |name| {
            mechanic.find_rule_set(name).map_err(|problem| wrong(&what, figure.span, &problem))
        });
        let prepared =
            prepare(Code::BadFindings, &what, figure.span, &figure.question, &figure.inputs, mechanic);
        match (prepared, set) {
            (Ok(prepared), Ok(set)) => {
                // The inputs fit some rule set; they have to fit this one.
                let operands: &[(String, Operand)] =
                    if let Question::Value(_, operands) = &figure.question { operands } else { &[] };
                let own = operands.iter().filter_map(|(_, operand)| match operand {
                    Operand::Query(_, inputs) | Operand::Sum(_, _, inputs) => Some(inputs),
                    Operand::Rule(_) => None,
                });
                for inputs in std::iter::once(&figure.inputs).chain(own) {
                    let rules = vec![mechanic.rule_set(set).name.clone()];
                    let asked = scenarios(mechanic, &Settings { rules, ..settings(inputs) });
                    let wrong = |problem: &Message| wrong(&what, figure.span, problem);
                    problems.extend(asked.err().iter().flatten().map(wrong));
                }
                found.push((prepared, set));
            }
            (prepared, set) => {
                problems.extend(prepared.err().unwrap_or_default());
                problems.extend(set.err());
            }
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

fn wrong(what: &str, span: Span, problem: &Message) -> Diagnostic {
    Diagnostic::error(Code::BadFindings, span, format!("{what}: {problem}"))
}
