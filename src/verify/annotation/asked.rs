//! What a question beside a figure asks.

use crate::claims::{ChainClaim, Inputs, Question};
use crate::diagnostic::{Code, or_nearest};
use crate::names::Names;
use crate::scenario::Mechanic;
use crate::source::Span;
use crate::verify::claimed::{inputs_text, question_text};
use crate::verify::prepare;

/// A question that a mechanic answers.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The mechanic, by its place among the names.
    pub(super) mechanic: usize,
    /// The event whose chance is asked for before anything replaces the outcome, else nothing.
    pub(super) first: Option<String>,
    pub(super) question: Question,
    pub(super) inputs: Inputs,
    /// The rule sets that the question names.
    pub(super) under: Vec<String>,
}

impl Asked {
    /// The whole of it: `P(award = coin) of isaac/room-clear-award with luck=5`.
    pub(super) fn words(&self, mechanic: &Mechanic) -> String {
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
pub(super) fn asked(text: &str, names: &Names<'_>) -> Result<Asked, String> {
    let mut parts = parts(text);
    let mut question = parts.remove(0);
    let mut mechanic = None;
    if let Some((head, rest)) = question.split_once(':')
        && is_name(head.trim())
    {
        mechanic = Some(head.trim().to_owned());
        question = rest.trim().to_owned();
    }
    // `The long-run share of featured` names no mechanic.
    const SHARE: &str = "long-run share of ";
    let share = question.strip_prefix("the ").unwrap_or(&question).strip_prefix(SHARE).map(str::to_owned);
    let is_share = share.is_some();
    question = share.unwrap_or(question);
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
    let of_uses = if is_share { Some(ChainClaim::Stationary(question.clone())) } else { of_uses(&question)? };
    let before = question.strip_suffix("before replacements").map(|question| question.trim().to_owned());
    let first = match &before {
        None => None,
        Some(question) => {
            let event = question.strip_prefix("P(").and_then(|rest| rest.strip_suffix(')'));
            Some(event.ok_or("only `P(…)` can be asked before replacements")?.to_owned())
        }
    };
    let question = match (of_uses, question.strip_prefix("rule ")) {
        (Some(of_uses), _) => Question::Chain(of_uses),
        (None, Some(rule)) => Question::Rule(rule.trim().to_owned()),
        (None, None) => Question::Query(before.unwrap_or(question)),
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

/// What is asked of many uses, in the words in which findings say it: `the mean uses until rarity = rare`,
/// `P(rarity = rare within 10 uses)`.
fn of_uses(text: &str) -> Result<Option<ChainClaim>, String> {
    type Until = fn(String) -> ChainClaim;
    const UNTIL: [(&str, Until); 4] = [
        ("mean uses until ", ChainClaim::HitMean),
        ("median uses until ", ChainClaim::HitMedian),
        ("most probable number of uses until ", ChainClaim::HitMode),
        ("most uses until ", ChainClaim::HitMost),
    ];
    let said = text.strip_prefix("the ").unwrap_or(text);
    let mut until =
        UNTIL.iter().filter_map(|(words, make)| Some(make(said.strip_prefix(words)?.trim().to_owned())));
    if let Some(until) = until.next() {
        return Ok(Some(until));
    }
    let Some(inside) = text.strip_prefix("P(").and_then(|rest| rest.strip_suffix(')')) else {
        return Ok(None);
    };
    let uses = |uses: &str| {
        let uses = uses.trim();
        uses.parse::<u64>()
            .map_err(|_| format!("`{uses}` is no number of uses; write as in `P(EVENT within 10 uses)`"))
    };
    if let Some((event, number)) = inside.rsplit_once(" in use ") {
        return Ok(Some(ChainClaim::After(uses(number)?, event.trim().to_owned())));
    }
    let within = inside.strip_suffix(" uses").or_else(|| inside.strip_suffix(" use"));
    let Some((event, number)) = within.and_then(|within| within.rsplit_once(" within ")) else {
        return Ok(None);
    };
    let number = uses(number)?;
    Ok(Some(match event.strip_prefix("not ") {
        Some(event) => ChainClaim::NotYet(number, event.trim().to_owned()),
        None => ChainClaim::Within(number, event.trim().to_owned()),
    }))
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
