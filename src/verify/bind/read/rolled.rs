//! Numbers that a mechanic comes to, told by what is done and not by what they are: `rolling a 7`, `to throw a 12`.

use std::cmp::Ordering;

use super::beside::number_at;
use super::mention::{Mention, Mentions};
use crate::check::Kind;
use crate::names::{Meaning, Named, Names, stem};
use crate::page::Page;

impl Mentions {
    /// Takes the words for one use of a mechanic that comes to one number for the label of that number, where a value of
    /// it stands right behind them.
    pub(super) fn find_rolled(&mut self, page: &Page, names: &Names<'_>) {
        let numbers: Vec<Named> =
            (0..names.mechanics.len()).filter_map(|own| only_number(names, own)).collect();
        if numbers.is_empty() {
            return;
        }
        let mut found: Vec<Mention> = Vec::new();
        for token in 0..page.tokens.list.len() {
            let Some(number) = value_of(page, token) else { continue };
            let word = page.word_at(token).unwrap_or_default();
            let is_alone = names.mechanics.len() == 1
                && (COMES_TO.contains(&stem(word).as_ref()) || JOINS.contains(&word));
            let is_of = |named: &&Named| {
                (is_alone || self.is_use(token, named.mechanic)) && may_be(names, named, page, number)
            };
            let named: Vec<Named> = numbers.iter().filter(is_of).cloned().collect();
            if !named.is_empty() && self.within(&(token..token + 1)).is_empty() {
                found.push(Self::mention(page, token..number, &named));
            }
        }
        self.add(found);
    }

    /// Whether a number is what an act comes to, and states nothing itself.
    pub(crate) fn is_rolled(&self, page: &Page, number: usize) -> bool {
        let mut acts = number.saturating_sub(2)..number;
        acts.any(|act| value_of(page, act) == Some(number) && !self.within(&(act..act + 1)).is_empty())
    }

    /// Whether so much is the least that is to be rolled, or the most: `a 7 or higher`, `a 6 or lower`. `Greater` is for what
    /// may be more.
    pub(crate) fn rolled_bound(&self, page: &Page, number: usize) -> Option<Ordering> {
        const FAR: usize = 3;
        let or = (number + 1..=number + FAR).find(|token| page.word_at(*token) == Some("or"))?;
        let is_apart = (number + 1..or).any(|token| page.figure_at(token).is_some());
        match page.word_at(or + 1).filter(|_| !is_apart && self.is_rolled(page, number))? {
            "more" | "higher" | "better" | "greater" | "above" | "over" | "up" => Some(Ordering::Greater),
            "fewer" | "less" | "lower" | "below" | "under" => Some(Ordering::Less),
            _ => None,
        }
    }
}

/// What is done to come to a number, as [`stem`] has it.
const COMES_TO: [&str; 7] = ["roll", "throw", "score", "get", "hit", "natur", "result"];
/// What stands right before a number that is told as a thing: `a 6 or an 8 is rolled`, `10 or higher`.
const JOINS: [&str; 4] = ["a", "an", "or", "and"];

/// The one number that a mechanic comes to.
fn only_number(names: &Names<'_>, mechanic: usize) -> Option<Named> {
    let model = &names.mechanics.get(mechanic)?.model;
    let mut fields = model.field_ids().filter(|field| model[*field].kind == Kind::Integer);
    let only = fields.next().filter(|_| fields.next().is_none())?;
    Some(Named { mechanic, meaning: Meaning::Field(only) })
}

/// The number that an act comes to, right behind the word for it: `rolling 7`, `roll a 7`, `a natural 20`, and not
/// `rolling 3 dice`.
fn value_of(page: &Page, act: usize) -> Option<usize> {
    const BEHIND: [&str; 10] = ["is", "are", "or", "and", "has", "with", "on", "comes", "happens", "occurs"];
    let word = page.word_at(act)?;
    let has_article = match page.word_at(act + 1) {
        Some("a" | "an" | "any") => true,
        // `A result of 10 or higher`
        Some("of") => COMES_TO.contains(&stem(word).as_ref()),
        _ => false,
    };
    let number = act + 1 + usize::from(has_article);
    let is_whole = number_at(page, number)?.is_integer();
    let next = page.word_at(number + 1);
    let is_bound = || {
        let bound = page.word_at(number + 2);
        let ends = page.word_at(number + 3).is_none_or(|next| next == "in" || BEHIND.contains(&next));
        ends && next == Some("or")
            && matches!(bound, Some("higher" | "more" | "better" | "lower" | "less" | "fewer"))
    };
    // `A 3 or 11 is twice as likely`
    let goes_on = || {
        let has_article = matches!(page.word_before(act, 2), Some("a" | "an"));
        has_article && act > 0 && number_at(page, act - 1).is_some()
    };
    let is_told = match word {
        "a" | "an" => !has_article && next.is_some_and(|next| BEHIND.contains(&next)),
        "or" | "and" => {
            !has_article && (is_bound() || goes_on() && next.is_some_and(|next| BEHIND.contains(&next)))
        }
        _ => {
            let is_act = has_article || word.ends_with("ing") || word == "natural";
            is_act && next.is_none_or(|next| BEHIND.contains(&next))
        }
    };
    (is_told && is_whole).then_some(number)
}

/// Whether a number that is rolled may be one of the mechanic.
fn may_be(names: &Names<'_>, named: &Named, page: &Page, number: usize) -> bool {
    let (Meaning::Field(field), Some(value)) = (&named.meaning, number_at(page, number)) else {
        return false;
    };
    let model = &names.mechanics[named.mechanic].model;
    model.check_number(&model[*field], value).is_ok()
}
