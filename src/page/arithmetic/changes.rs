//! Changes and ranges: `from 7.5% to 7.5%` changes nothing, what drops from 20% to 30% does not drop, and `50 to 50` is no
//! range.

use std::cmp::Ordering;

use super::{Check, FigureAt, is_word, text_of};
use crate::page::{Fit, Page, Shape, TokenKind};

/// So many words stand between the two sides at most, and between "from" and "to".
const FAR: usize = 6;
const NEAR: usize = 3;
/// So many before them are looked at for what is said of them.
const AGO: usize = 8;

/// What grows, and what shrinks. What is called a drop may fall from an enemy: that counts right before "from" only.
const RISES: [&str; 22] = [
    "rise", "rises", "rising", "rose", "raise", "raises", "raising", "raised", "increase", "increases",
    "increasing", "increased", "climb", "climbs", "climbing", "grow", "grows", "up", "jumps", "boosts",
    "boosting", "boosted",
];
const FALLS: [&str; 19] = [
    "fall", "falls", "falling", "fell", "lower", "lowers", "lowering", "lowered", "reduce", "reduces",
    "reducing", "reduced", "decrease", "decreases", "decreasing", "decreased", "shrinks", "sinks", "down",
];
const DROPS: [&str; 4] = ["drop", "drops", "dropping", "dropped"];
/// Words that turn what is said.
const TURNS: [&str; 9] = ["not", "no", "never", "cannot", "can't", "don't", "doesn't", "without", "or"];

/// How two figures are said to differ.
struct Said {
    /// What the later of the two is said to be beside the earlier; `None` where it is only another number.
    way: Option<Ordering>,
    /// Whether the first of them on the page is the later one: `20%, up from 10%`.
    is_turned: bool,
    /// Whether they are the ends of a range: `between 50 and 54`.
    is_range: bool,
}

impl Said {
    const OTHER: Said = Said { way: None, is_turned: false, is_range: false };
}

/// Two figures of which one is said to become the other or not to be it, where they are the same to the digit or the wrong
/// one is the greater. Cost: linear in the length of the page.
pub(super) fn changes(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut last: Option<FigureAt<'_>> = None;
    for (token, found) in page.tokens.list.iter().enumerate() {
        let TokenKind::Figure(index) = found.kind else { continue };
        let index = index as usize;
        let Some(figure) = page.tokens.figures.get(index) else { continue };
        let own = FigureAt { token, index, figure };
        if let Some(before) = last.replace(FigureAt { token, index, figure })
            && let Some(said) = said(page, before.token, token)
        {
            checks.extend(check(page, &before, &own, &said));
        }
    }
    checks
}

fn check(page: &Page, before: &FigureAt<'_>, own: &FigureAt<'_>, said: &Said) -> Option<Check> {
    let text = |at: &FigureAt<'_>| text_of(page, &at.figure.range).trim_start_matches('~').to_owned();
    let (earlier, later) = if said.is_turned { (own, before) } else { (before, own) };
    let (first, second) = (text(earlier), text(later));
    let found = way(earlier, later)?;
    let has_digits = first.bytes().any(|byte| byte.is_ascii_digit());
    let (code, message) = match (found, said.way) {
        (Ordering::Equal, _)
            if said.is_range && first == second && first.parse().is_ok_and(|n: u32| n > 1) =>
        {
            ("no-range", format!("both ends of this range are {second}"))
        }
        // Whole numbers count anything.
        (Ordering::Equal, _)
            if has_digits && first == second && (own.figure.is_chance() || first.contains('.')) =>
        {
            ("no-change", format!("both sides of this change are {second}"))
        }
        (Ordering::Less, Some(Ordering::Greater)) => {
            ("wrong-direction", format!("this is said to rise, and {second} is less than {first}"))
        }
        (Ordering::Greater, Some(Ordering::Less)) => {
            ("wrong-direction", format!("this is said to fall, and {second} is more than {first}"))
        }
        _ => return None,
    };
    let compared = match code {
        "no-range" => "the two ends of a range are compared",
        _ => "the two sides of a change are compared",
    };
    Some(Check {
        figure: own.index,
        code,
        fit: Fit::Off,
        range: before.figure.range.start..own.figure.range.end,
        message,
        exact: None,
        derivation: compared.to_owned(),
        repair: None,
        explains: Vec::new(),
    })
}

/// What the later of two figures is beside the earlier, where both are percentages or plain numbers.
fn way(earlier: &FigureAt<'_>, later: &FigureAt<'_>) -> Option<Ordering> {
    match (&earlier.figure.shape, &later.figure.shape) {
        (Shape::Percent(first), Shape::Percent(second)) | (Shape::Number(first), Shape::Number(second)) => {
            Some(second.value.cmp(&first.value))
        }
        (first, second) if first == second => Some(Ordering::Equal),
        _ => None,
    }
}

/// What words say of two figures: `from A to B`, `A instead of B`, `A, up from B`.
fn said(page: &Page, before: usize, own: usize) -> Option<Said> {
    let is = |token: usize, words: &[&str]| is_word(page, token, words);
    let is_sign = |token: &usize| {
        let kind = page.tokens.list[*token].kind;
        matches!(kind, TokenKind::Symbol(',' | '*' | '\'' | '(' | '~' | '\u{2248}'))
    };
    let words: Vec<usize> = (before + 1..own).filter(|token| !is_sign(token)).take(FAR + 1).collect();
    let is_text = words.iter().all(|token| matches!(page.tokens.list[*token].kind, TokenKind::Word(_)));
    if words.len() > FAR || !is_text {
        return None;
    }
    let from =
        (0..before).rev().take(FAR).find(|token| !is_sign(token)).filter(|token| is(*token, &["from"]));
    if let (Some(from), Some(to)) = (from, words.last()) {
        let is_near = words.len() <= NEAR && is(*to, &["to"]);
        return is_near.then(|| Said {
            way: direction(page, from),
            is_range: words.len() == 1,
            ..Said::OTHER
        });
    }
    let ends_with = |first: &[&str], second: &[&str]| match words.as_slice() {
        [.., one, other] => is(*one, first) && is(*other, second),
        _ => false,
    };
    // `Crystals fall to 7%, while feathers go up from 21% to 40%`: the second begins a change of its own.
    let begins = is(own + 1, &["to"]);
    if ends_with(&["up"], &["from"]) && !begins {
        return Some(Said { way: Some(Ordering::Greater), is_turned: true, ..Said::OTHER });
    }
    if ends_with(&["down"], &["from"]) && !begins {
        return Some(Said { way: Some(Ordering::Less), is_turned: true, ..Said::OTHER });
    }
    if ends_with(&["instead"], &["of"]) || ends_with(&["rather"], &["than"]) {
        return Some(Said::OTHER);
    }
    // `8.7% (normally 4.7%)`, `8.7%, or 5% with the charm`
    let is_under = || is(own + 1, &["with", "without"]);
    match words.as_slice() {
        [one] if is(*one, &["normally", "usually", "ordinarily"]) => Some(Said::OTHER),
        [.., one] if words.len() <= NEAR && is(*one, &["or"]) && is_under() => Some(Said::OTHER),
        // Of chances nobody says so.
        _ if page.has_chance_at(own) => None,
        [one] if is(*one, &["to", "or"]) => Some(Said { is_range: true, ..Said::OTHER }),
        [one] if is(*one, &["and"]) && before > 0 && is(before - 1, &["between"]) => {
            Some(Said { is_range: true, ..Said::OTHER })
        }
        _ => None,
    }
}

/// Whether what is said before "from" rises or falls.
fn direction(page: &Page, from: usize) -> Option<Ordering> {
    let ends = |token: &usize| {
        !matches!(page.tokens.list[*token].kind, TokenKind::Word(_) | TokenKind::Symbol('\'' | '*' | '-'))
    };
    let ago = from.saturating_sub(AGO)..from;
    let first = ago.clone().rev().find(ends).map_or(ago.start, |end| end + 1);
    let has = |words: &[&str]| (first..from).any(|token| is_word(page, token, words));
    let drops = || from > first && is_word(page, from - 1, &DROPS);
    match (has(&RISES), has(&FALLS) || drops()) {
        _ if has(&TURNS) => None,
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        _ => None,
    }
}
