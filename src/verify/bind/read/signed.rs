//! Numbers with a sign that say by themselves which they are: `on +5`, `from +7 to +8`, `+7 → +8`.

use super::beside::{number_at, sign_at, takes_number};
use super::mention::{Mention, Mentions};
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names};
use crate::page::{Page, Shape};

/// Words before a number that something stands at or comes to.
const STANDS: [&str; 14] = [
    "on", "at", "from", "past", "until", "level", "of", "reach", "reaches", "reaching", "reached", "hit",
    "hits", "hitting",
];

impl Mentions {
    /// Adds the numbers with a plus of mechanics in which one input or state takes a number and nothing else does, where a word
    /// before them says where something stands or an arrow follows. Of a step the first number counts.
    pub(super) fn add_signed(&mut self, page: &Page, names: &Names<'_>) {
        let (only, bonuses) = (only_numbers(names), bonuses(names));
        if only.is_empty() && bonuses.is_empty() {
            return;
        }
        let mut found = Vec::new();
        let mut end = 0;
        for plus in 1..page.tokens.list.len().saturating_sub(1) {
            let token = plus + 1;
            let Some(number) = signed(page, plus).filter(|_| plus >= end && !self.given.contains(&token))
            else {
                continue;
            };
            let step = step(page, token);
            let word = page.word_before(plus, 1);
            // `From +0 to +7`
            let is_end = || word == Some("to") && begins_before(page, plus);
            let is_told = word.is_some_and(|word| STANDS.contains(&word))
                || is_end()
                || matches!(page.word_at(token + 1), Some("becomes" | "is" | "goes" | "has"));
            // `With +10 you succeed`
            let is_bonus = matches!(word, Some("with" | "a" | "have" | "has"));
            let takes = |named: &&Named| takes_number(names, named, Some(&number));
            let only = only.iter().filter(|_| step.is_some() || is_told);
            let all = only.chain(bonuses.iter().filter(|_| is_bonus));
            let named: Vec<Named> = all.filter(takes).cloned().collect();
            if !named.is_empty() {
                end = step.map_or(token + 1, |last| last + 1);
                found.push(Mention { number: Some(number), ..Mention::of(token..end, named) });
                self.given.extend(token..end);
            }
        }
        self.add(found);
    }
}

/// The inputs and states that take a number, of the mechanics in which nothing else takes one.
fn only_numbers(names: &Names<'_>) -> Vec<Named> {
    let mut found = Vec::new();
    for (mechanic, own) in names.mechanics.iter().enumerate() {
        let inputs = own.model.input_ids().map(Meaning::Input);
        let all = inputs.chain(own.model.state_ids().map(Meaning::State));
        let named = all.map(|meaning| Named { mechanic, meaning });
        let mut numbers = named.filter(|named| takes_number(names, named, None));
        let only = numbers.next().filter(|_| numbers.next().is_none());
        // Nobody writes a timer with a plus.
        let is_timer = |only: &Named| {
            let counters = names.counters(mechanic).iter();
            counters.into_iter().any(|counter| only.meaning == Meaning::State(counter.state))
        };
        found.extend(only.filter(|only| !is_timer(only)));
    }
    found
}

/// Whether another such number with `from` before it stands right before "to".
fn begins_before(page: &Page, plus: usize) -> bool {
    let is_from = |plus: usize| page.word_before(plus, 1) == Some("from") && signed(page, plus).is_some();
    plus.checked_sub(3).is_some_and(is_from)
}

/// What is called a bonus or a modifier, of the mechanics in which one input that takes a number is and another is not.
fn bonuses(names: &Names<'_>) -> Vec<Named> {
    let mut found = Vec::new();
    for (mechanic, own) in names.mechanics.iter().enumerate() {
        let inputs = own.model.input_ids().map(|input| (input, &own.model[input].declaration.label));
        let is_bonus = |label: &str| {
            label.split(' ').any(|word| matches!(word.to_lowercase().as_str(), "bonus" | "modifier"))
        };
        let named = |(input, _)| Named { mechanic, meaning: Meaning::Input(input) };
        let all = inputs.filter(|(_, label)| is_bonus(label)).map(named);
        let mut all = all.filter(|named| takes_number(names, named, None));
        found.extend(all.next().filter(|_| all.next().is_none()));
    }
    found
}

/// The whole number behind a plus that touches it, and nothing before: `+5`, not `3+5`.
fn signed(page: &Page, plus: usize) -> Option<Rational> {
    let list = &page.tokens.list;
    let touches = list[plus].end == list[plus + 1].start && list[plus - 1].end < list[plus].start;
    let is_whole = || {
        matches!(page.figure_at(plus + 1)?.shape, Shape::Number(number) if number.places == 0).then_some(())
    };
    (sign_at(page, plus) == '+' && touches).then(is_whole)??;
    number_at(page, plus + 1)
}

/// The second number of a step from one number to the next, where an arrow or "to" joins them.
fn step(page: &Page, first: usize) -> Option<usize> {
    const FAR: usize = 4;
    let is_sign = |token: usize| matches!(sign_at(page, token), '-' | '>' | '+' | '\u{2192}');
    let joins = |token: usize| is_sign(token) || page.word_at(token) == Some("to");
    let last = (first + 1..first + 1 + FAR).find(|token| !joins(*token))?;
    let next = number_at(page, last)?;
    let is_arrow = |token: usize| matches!(sign_at(page, token), '>' | '\u{2192}');
    let has_arrow = (first + 1..last).any(|token| is_arrow(token) || page.word_at(token) == Some("to"));
    (has_arrow && next == &number_at(page, first)? + &Rational::ONE).then_some(last)
}
