//! What is asked, from the keys of a table: what decides a claim, what a figure of a finding is.

use std::collections::BTreeMap;

use toml::Spanned;

use super::raw::{RawChain, RawOperand, RawQuestion, Short};
use super::{ChainClaim, Inputs, Operand, Question, inputs};
use crate::source::{FileId, Span};

/// Where a question stands.
pub(crate) struct Asking {
    /// What it decides: `the claim`
    pub(crate) what: &'static str,
    /// The keys that may say it.
    pub(crate) keys: &'static str,
}

/// What is asked: exactly one of the keys that say so.
pub(crate) fn question(
    mut raw: RawQuestion,
    asking: &Asking,
    file: FileId,
    span: Span,
    problem: &mut impl FnMut(Span, String),
) -> Question {
    let mut found: Vec<(Span, Question)> = Vec::new();
    let mut malformed = false;
    let expression = raw.value.as_ref().map(Spanned::span).or(raw.interval.as_ref().map(Spanned::span));
    // Beside an expression a query is what its values ask.
    let shared = if expression.is_some() && !raw.ask.is_empty() { raw.query.take() } else { None };
    let asks = match expression {
        Some(key) => operands(&raw.ask, shared.as_ref(), file, Span::new(file, key), problem),
        None => Vec::new(),
    };
    let mut text = |value: Option<Spanned<String>>, make: fn(String) -> Question| {
        if let Some(value) = value {
            found.push((Span::new(file, value.span()), make(value.into_inner())));
        }
    };
    text(raw.query.take(), Question::Query);
    text(raw.rule.take(), Question::Rule);
    text(raw.range.take(), Question::Range);
    text(raw.most.take(), Question::Most);
    text(raw.least.take(), Question::Least);
    text(raw.certain.take(), Question::Certain);
    text(raw.never.take(), Question::Never);
    text(raw.undecided.take(), Question::Undecided);
    let mut list =
        |value: Option<Spanned<Vec<String>>>, make: &dyn Fn(Vec<String>) -> Option<Question>, form: &str| {
            let Some(value) = value else { return };
            let key_span = Span::new(file, value.span());
            match make(value.into_inner()) {
                Some(question) => found.push((key_span, question)),
                None => {
                    malformed = true;
                    problem(key_span, form.to_owned());
                }
            }
        };
    let two = |ends: Vec<String>| match <[String; 2]>::try_from(ends) {
        Ok([low, high]) => Some(Question::Interval(low, high, asks.clone())),
        Err(_) => None,
    };
    list(raw.interval.take(), &two, "an interval has two queries: its lower and its upper end");
    list(raw.law.take(), &|queries| Some(Question::Law(queries)), "");
    list(
        raw.equal.take(),
        &|queries| (queries.len() > 1).then_some(Question::Equal(queries)),
        "write two queries or more",
    );
    let sweep = raw.sweep.take();
    let direction = |queries: Vec<String>| Some(Question::Direction(queries, sweep.clone()?));
    list(raw.direction.take(), &direction, "a direction needs `sweep`, as in sweep = \"luck=0..10\"");
    if let Some(value) = raw.value.take() {
        let key_span = Span::new(file, value.span());
        found.push((key_span, Question::Value(value.into_inner(), asks)));
    }
    if let Some(event) = raw.further.take() {
        let key_span = Span::new(file, event.span());
        let Short(by) = &raw.by;
        let by = inputs(&by.with, &by.set, &by.state, &by.change);
        if by == Inputs::default() {
            malformed = true;
            problem(
                key_span,
                "a further chance needs `by`, what turns it on, as in by = \"item\"".to_owned(),
            );
        } else {
            found.push((key_span, Question::Further(event.into_inner(), by)));
        }
    }
    if let Some(value) = raw.chain.take() {
        let key_span = Span::new(file, value.span());
        match chain(value.into_inner()) {
            Some(ask) => found.push((key_span, Question::Chain(ask))),
            None => {
                malformed = true;
                problem(key_span, CHAIN_FORM.to_owned());
            }
        }
    }
    let mut found = found.into_iter();
    let Asking { what, keys } = asking;
    match (found.next(), found.next()) {
        (Some((_, question)), None) => question,
        (None, _) if malformed => Question::Undecided(String::new()),
        (None, _) => {
            problem(span, format!("nothing says what decides {what}; write one of {keys}"));
            Question::Undecided(String::new())
        }
        (Some(_), Some((key_span, _))) => {
            problem(key_span, format!("two keys say what decides {what}; write one of {keys}"));
            Question::Undecided(String::new())
        }
    }
}

/// The values that an expression names; `shared` is what those ask that say nothing of their own.
fn operands(
    asks: &BTreeMap<String, Short<RawOperand>>,
    shared: Option<&Spanned<String>>,
    file: FileId,
    span: Span,
    problem: &mut impl FnMut(Span, String),
) -> Vec<(String, Operand)> {
    let mut found = Vec::new();
    let mut is_used = false;
    for (name, Short(ask)) in asks {
        let inputs = || inputs(&ask.with, &ask.set, &ask.state, &ask.change);
        let own = ask.query.as_ref();
        is_used |= own.is_none() && ask.rule.is_none();
        match (own.or(shared.map(Spanned::get_ref)), &ask.sweep, &ask.rule) {
            (Some(query), None, None) => found.push((name.clone(), Operand::Query(query.clone(), inputs()))),
            (Some(query), Some(sweep), None) => {
                found.push((name.clone(), Operand::Sum(query.clone(), sweep.clone(), inputs())));
            }
            (_, None, Some(rule)) if own.is_none() => {
                found.push((name.clone(), Operand::Rule(rule.clone())));
            }
            _ => problem(span, format!("`{name}` is either `query` or `rule`")),
        }
    }
    if let Some(shared) = shared.filter(|_| !is_used) {
        problem(
            Span::new(file, shared.span()),
            "each value of `ask` has a query of its own, so that nothing asks this one".to_owned(),
        );
    }
    found
}

/// What decides a claim.
pub(super) const OF_CLAIM: Asking = Asking {
    what: "the claim",
    keys: "query, further, value, rule, range, most, least, interval, law, certain, never, equal, direction, chain, undecided",
};

const CHAIN_FORM: &str = "a chain is { hit = EVENT, take = \"mean\", \"median\", \"mode\" or \"most\" }, \
                          { stationary = EVENT }, { streak = EVENT, until = EVENT }, or { after = N, event = EVENT } \
                          with `after`, `within` or `not_yet`";

fn chain(raw: RawChain) -> Option<ChainClaim> {
    let RawChain { hit, take, stationary, after, within, not_yet, event, streak, until } = raw;
    type OfUses = fn(u64, String) -> ChainClaim;
    let uses: [(Option<u64>, OfUses); 3] =
        [(after, ChainClaim::After), (within, ChainClaim::Within), (not_yet, ChainClaim::NotYet)];
    let uses: Vec<(u64, OfUses)> = uses.into_iter().filter_map(|(uses, make)| Some((uses?, make))).collect();
    match (hit, stationary, uses.as_slice(), event, streak, until) {
        (Some(hit), None, [], None, None, None) => match take.as_deref() {
            Some("mean") | None => Some(ChainClaim::HitMean(hit)),
            Some("median") => Some(ChainClaim::HitMedian(hit)),
            Some("mode") => Some(ChainClaim::HitMode(hit)),
            Some("most") => Some(ChainClaim::HitMost(hit)),
            Some(_) => None,
        },
        _ if take.is_some() => None,
        (None, Some(event), [], None, None, None) => Some(ChainClaim::Stationary(event)),
        (None, None, [(uses, make)], Some(event), None, None) => Some(make(*uses, event)),
        (None, None, [], None, Some(streak), Some(until)) => Some(ChainClaim::Streak(streak, until)),
        _ => None,
    }
}
