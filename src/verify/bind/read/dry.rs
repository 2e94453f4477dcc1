//! How many uses before a figure of a text gave nothing: `after 60 dry pulls the next is at 5.8%`, `69 pulls without a
//! star, and the chance is 51%`. Where a mechanic has one state that counts them, that is its value.

use std::ops::Range;

use super::beside::number_at;
use super::ordinals::before;
use super::place::Since;
use super::places::{REACH, Reader};
use super::told::still_waits;
use crate::check::FieldId;
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::Page;
use crate::value::Value;

/// Words for uses that gave nothing, before their noun and instead of it.
const DRY: [&str; 11] = [
    "dry", "blank", "failed", "empty", "unlucky", "unsuccessful", "fruitless", "barren", "wasted", "missed",
    "losing",
];
const MISSES: [&str; 9] =
    ["misses", "blanks", "failures", "losses", "whiffs", "duds", "fails", "missing", "dry"];
/// Words that say that the uses before a number gave nothing, and of those behind it.
const WITHOUT: [&str; 7] = ["without", "no", "none", "nothing", "missed", "lacked", "never"];
/// Words for the use that comes after them.
const NEXT: [&str; 15] = [
    "next", "chance", "chances", "odds", "rate", "probability", "then", "it's", "at", "reaches", "reached",
    "jumps", "climbs", "rises", "has",
];
/// Words behind misses for what comes of them: `three failures mean 60%`.
const MEANS: [&str; 8] = ["mean", "means", "give", "gives", "make", "makes", "bring", "brings"];
/// So many words from the number on say what its uses lacked.
const NEAR: usize = 7;
/// Words for those of whom a share had nothing.
const WHO: [&str; 8] = ["players", "people", "runs", "us", "accounts", "everyone", "happens", "happen"];

/// Whether a number of uses says what comes behind them: `after 35 pulls`.
pub(crate) fn begins_after(page: &Page, token: usize) -> bool {
    matches!(page.word_before(token, 1), Some("after" | "once" | "following"))
}

impl Reader<'_> {
    /// Whether a number counts the uses that gave nothing, after which something is told of the next: that is given, and
    /// asks for nothing.
    pub(super) fn counts_misses(&self, sentence: &Range<usize>, clause: &Range<usize>, token: usize) -> bool {
        // A sentence may be as long as the page.
        let near = token.saturating_sub(REACH).max(sentence.start)..(token + REACH).min(sentence.end);
        let is_of = |mechanic: usize| {
            let number = number_at(self.page, token);
            let without = self.missing(clause, token, mechanic);
            self.is_dry(&near, clause, token, mechanic)
                && number.is_some_and(|number| before(self.names, mechanic, &number, &without).is_some())
        };
        begins_after(self.page, token) && (0..self.names.mechanics.len()).any(is_of)
    }

    /// What the uses that gave nothing make of a state, for a figure in a clause of a sentence.
    pub(super) fn dry_in_text(
        &self,
        sentence: &Range<usize>,
        clause: &Range<usize>,
        figure: usize,
    ) -> Vec<Since> {
        let of_mechanic = |mechanic: usize| {
            let own = clause.clone().filter(|token| *token != figure);
            let mut found = { own }.filter(|token| self.is_dry(sentence, clause, *token, mechanic));
            let token = found.next().or_else(|| self.dry_again(sentence, clause, figure, mechanic))?;
            let number = &number_at(self.page, token)? + &Rational::ONE;
            let without = self.missing(clause, token, mechanic);
            Some(Since { token: Some(token), ..before(self.names, mechanic, &number, &without)? })
        };
        (0..self.names.mechanics.len()).filter_map(of_mechanic).collect()
    }

    /// The outcomes that the uses behind a number did not bring: a five-star of `35 pulls without a five-star`.
    fn missing(&self, clause: &Range<usize>, token: usize, mechanic: usize) -> Vec<(FieldId, Value)> {
        let behind = token + 1..(token + NEAR).min(clause.end);
        let lacks = |token: &usize| self.page.word_at(*token).is_some_and(|word| WITHOUT.contains(&word));
        // `After 74 dry summons a four-star is at 1.45%` tells what comes of the next.
        let Some(without) = behind.clone().find(lacks) else { return Vec::new() };
        let behind = without + 1..behind.end;
        let named = self.mentions.within(&behind).flat_map(|mention| self.mentions.get(mention).named.iter());
        let own = named.filter(|named| named.mechanic == mechanic);
        own.filter_map(|named| match &named.meaning {
            Meaning::Outcome(field, value) => Some((*field, value.clone())),
            Meaning::Field(field) => Some((*field, Value::Flag(true))),
            _ => None,
        })
        .collect()
    }

    fn has_one_of(&self, range: &Range<usize>, words: &[&str]) -> bool {
        range.clone().any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
    }

    /// Whether a number counts uses that gave nothing.
    fn is_dry(&self, sentence: &Range<usize>, clause: &Range<usize>, token: usize, mechanic: usize) -> bool {
        // `A failure` is what comes, and no number of them.
        let is_article = matches!(self.page.word_at(token), Some("a" | "an" | "another"));
        if is_article || !number_at(self.page, token).is_some_and(|number| number.is_integer()) {
            return false;
        }
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_use = |token: usize| self.mentions.is_use(token, mechanic);
        let states = |token: usize| self.page.has_chance_at(token);
        let is_cued = token > sentence.start && matches!(word(token - 1), "after" | "with" | "once" | "at");
        let leads = || {
            let goes_on = states(token + 2) && self.has_one_of(sentence, &MEANS);
            MEANS.contains(&word(token + 2)) || goes_on
        };
        let is_missed = MISSES.contains(&word(token + 1)) && (is_cued || leads());
        let behind = token + 2..(token + NEAR).min(clause.end);
        let tells = || is_use(token + 1) && self.has_one_of(&behind, &WITHOUT);
        let is_next = || self.has_one_of(&(token + 2..sentence.end), &NEXT);
        let is_told =
            DRY.contains(&word(token + 1)) && is_use(token + 2) || is_missed || tells() && is_next();
        let tells_who =
            || self.has_one_of(sentence, &WHO) || still_waits(self.page, std::iter::once(sentence));
        is_told && !tells_who()
    }

    /// The number that goes on with one before: `after 69 dry pulls it is 51%, after 74 it's 76%`.
    fn dry_again(
        &self,
        sentence: &Range<usize>,
        clause: &Range<usize>,
        figure: usize,
        mechanic: usize,
    ) -> Option<usize> {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let before = sentence.start..clause.start;
        let first = { before }
            .find(|token| self.is_dry(sentence, &(sentence.start..clause.start), *token, mechanic))?;
        let cue = word(first.checked_sub(1)?);
        let goes_on = |token: &usize| {
            let is_number = number_at(self.page, *token).is_some_and(|number| number.is_integer());
            let is_use = |number: usize| self.mentions.is_use(number + 1, mechanic);
            // `After 70 pulls without a five-star 36.8%, after 75 pulls 66.8%`
            is_number && word(*token - 1) == cue && (!is_use(*token) || is_use(first))
        };
        (clause.start.max(1)..figure.min(clause.end)).find(goes_on).filter(|_| !cue.is_empty())
    }
}
