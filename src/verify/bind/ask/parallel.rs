//! Figures that go on side by side with as many before them: `54% with common steel and 72% with star steel; within three
//! strikes it is 72.7% and 87.6%`, `at night those are 5%, 8% and 2%`.

use super::bound::Bound;
use super::candidate::Candidate;
use super::follow::told;
use super::question::Asker;
use crate::page::TokenKind;
use crate::verify::bind::read::places::Placed;

/// So many figures stand side by side at most, and so many tokens from the first of those before them to the last.
const MOST: usize = 5;
const NEAR: usize = 90;

impl Asker<'_, '_> {
    /// The question of a figure that stands side by side with others and names nothing: what the figure of the same place
    /// among as many before them is about, under what its own clause gives as well. It is only tried: such a row may be told
    /// of something else.
    pub(crate) fn in_parallel(&mut self, placed: &Placed, before: &[Bound]) -> Option<Candidate> {
        if placed.place.in_table || !placed.is_chance {
            return None;
        }
        let row = self.row_of(placed.token);
        let own = row.iter().position(|token| *token == placed.token)?;
        if !(2..=MOST).contains(&row.len()) {
            return None;
        }
        let is_before = |bound: &&Bound| bound.placed.token < row[0] && bound.placed.is_chance;
        let last: Vec<&Bound> = before.iter().rev().filter(is_before).take(row.len()).collect();
        let others: Vec<&Bound> = last.into_iter().rev().collect();
        let is_near = others.first().is_some_and(|first| placed.token - first.placed.token <= NEAR);
        let is_text = others.iter().all(|other| !other.placed.place.in_table);
        if others.len() < row.len() || !is_near || !is_text {
            return None;
        }
        let all: Option<Vec<Candidate>> =
            others.iter().map(|other| told(other).first().copied().cloned()).collect();
        let all = all?;
        // They differ in what is given, and not in what they are about.
        let [first, rest @ ..] = all.as_slice() else { return None };
        let is_alike = |other: &Candidate| other.measure == first.measure && other.mechanic == first.mechanic;
        if !rest.iter().all(|other| is_alike(other) && other.given != first.given) {
            return None;
        }
        let names = |range| self.names_event(placed, range, first.mechanic);
        if placed.place.layers.own().iter().any(names) {
            return None;
        }
        let mut told = all.get(own)?.clone();
        let (measure, more) = if own == 0 {
            let own = self.given_in(placed.place.layers.own(), placed, told.mechanic);
            (self.measures_on(placed, &told).into_iter().next()?, own)
        } else {
            // What the first of the row is told under beyond the first of those before it holds for all of it.
            let begins = |bound: &&Bound| bound.placed.token == row[0];
            let begun = self::told(before.iter().rev().find(begins)?).first().copied()?;
            let mut more = begun.given.clone();
            more.inputs.retain(|input, value| first.given.inputs.get(input) != Some(value));
            more.states.retain(|state, value| first.given.states.get(state) != Some(value));
            (begun.measure.clone(), more)
        };
        told.measure = measure;
        told.given.inputs.extend(more.inputs);
        told.given.states.extend(more.states);
        let value = self.value_on(&told, Some(placed.token))?;
        Some(Candidate::tried(told.mechanic, told.rule_set, told.measure, told.given, value))
    }

    /// The chances that stand side by side with one, with nothing but commas and "and" between them.
    fn row_of(&self, token: usize) -> Vec<usize> {
        let list = &self.page.tokens.list;
        let is_chance = |token: usize| self.page.has_chance_at(token);
        let joins = |token: usize| {
            let is_comma = list.get(token).is_some_and(|token| token.kind == TokenKind::Symbol(','));
            is_comma || matches!(self.page.word_at(token), Some("and" | "or"))
        };
        let next = |token: usize| {
            let end = token + 1 + (token + 1..token + 3).take_while(|token| joins(*token)).count();
            (end > token + 1 && is_chance(end)).then_some(end)
        };
        let last = |token: usize| {
            let joined = (1..=2).take_while(|back| token >= *back && joins(token - back)).count();
            let before = token.checked_sub(joined + 1)?;
            (joined > 0 && is_chance(before)).then_some(before)
        };
        let first = std::iter::successors(Some(token), |token| last(*token)).take(MOST + 1).last();
        std::iter::successors(first, |token| next(*token)).take(MOST + 1).collect()
    }
}
