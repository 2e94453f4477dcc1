//! What a figure is that tells of the rest: `the other 78%`, `the remaining 29% are moss and feathers`, `which leaves 60%`.

use std::collections::BTreeSet;

use super::background::{Background, Taken};
use super::bound::Bound;
use super::candidate::{Candidate, Measure, Test};
use super::follow::{NEAR, told};
use super::question::Asker;
use crate::check::FieldId;
use crate::names::{Meaning, Named};
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

impl Asker<'_, '_> {
    /// What a figure is that tells of all that the figures before it do not: `the other 78%`, `the remaining 89.91%`.
    pub(crate) fn the_rest(&mut self, placed: &Placed, bound: &[Bound]) -> Option<Candidate> {
        if !self.is_the_rest(placed) {
            return None;
        }
        let is_near = |last: &&Bound| {
            let before = &last.placed;
            before.token < placed.token && placed.token - before.token <= NEAR && !before.place.in_table
        };
        let mut all: Option<Candidate> = None;
        // Where a sentence tells of something that is not taken in, what it leaves is not sure.
        let mut is_whole = true;
        for last in bound.iter().rev().take_while(is_near) {
            let is_own = last.placed.block == placed.block;
            let told = told(last)
                .into_iter()
                .find(|told| matches!(&told.measure, Measure::Chance(_, Test::In(_), _)));
            let Some(told) = told.filter(|_| last.placed.is_chance) else {
                is_whole &= !is_own || !last.placed.is_chance;
                break;
            };
            let known = all.get_or_insert_with(|| told.clone());
            let is_same = (known.mechanic, known.rule_set) == (told.mechanic, told.rule_set);
            // `A cloak dodges a fifth, with a shield another 20% are blocked`: the shield changes nothing of the first.
            let given = &known.given;
            let holds = |under: Candidate| under.value == told.value;
            if !is_same
                || told.given != *given
                    && !self.asked_with(told, None, |own| *own = given.clone()).is_some_and(holds)
            {
                is_whole &= !is_own;
                break;
            }
            match (&mut known.measure, &told.measure) {
                (Measure::Chance(field, Test::In(values), _), Measure::Chance(other, Test::In(own), _))
                    if field == other =>
                {
                    values.extend(
                        own.iter().filter(|value| !values.contains(value)).cloned().collect::<Vec<_>>(),
                    );
                    values.sort();
                }
                _ => break,
            }
        }
        let mut rest = all?;
        if let Measure::Chance(field, test, stage) = &rest.measure {
            rest.measure = match self.parts_behind(placed, rest.mechanic, *field) {
                Some(parts) => Measure::Chance(*field, Test::In(parts), *stage),
                None => Measure::Complement(*field, test.clone(), *stage),
            };
        }
        let value = self.value_on(&rest, None)?;
        let (left, background) = (is_whole.then(Vec::new), Background::of(Taken::Nothing));
        Some(Candidate { value, full: is_whole, left, background, ..rest })
    }

    /// Whether words before a chance of a text say that it is all that others are not: `the other 78%`.
    pub(super) fn is_the_rest(&self, placed: &Placed) -> bool {
        const HEDGES: usize = 2;
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let mut before = (placed.token.saturating_sub(HEDGES)..placed.token).rev();
        let is_rest = before.any(|token| {
            matches!(word(token), "other" | "remaining")
                && token > 0
                && matches!(word(token - 1), "the" | "remaining")
        });
        (is_rest || self.is_left(placed)) && placed.is_chance && !placed.place.in_table
    }

    /// Whether a chance of which no outcome is told is what others leave: `which leaves you with 60%`.
    fn is_left(&self, placed: &Placed) -> bool {
        const BETWEEN: usize = 5;
        const IDLE: [&str; 10] =
            ["you", "us", "one", "them", "with", "only", "just", "about", "exactly", "a"];
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let mut before = (placed.token.saturating_sub(BETWEEN)..placed.token).rev();
        let is_left = before
            .find(|token| !IDLE.contains(&word(*token)))
            .is_some_and(|token| matches!(word(token), "leaves" | "leaving"));
        is_left && !self.mentions.has_outcome(&(placed.token + 1..self.behind(placed.token).end))
    }

    /// The values of an outcome that the words behind a figure name, where they are several: `29% are moss and feathers`.
    fn parts_behind(&self, placed: &Placed, mechanic: usize, of: FieldId) -> Option<Vec<Value>> {
        let end = placed.place.layers.upto(Layer::After).map(|range| range.end).max()?;
        let behind = self.mentions.within(&(placed.token + 1..end.max(placed.token + 1)));
        let named = behind.flat_map(|mention| self.mentions.get(mention).named_in(mechanic));
        let value = |named: &Named| match &named.meaning {
            Meaning::Outcome(field, value) if *field == of => Some(value.clone()),
            _ => None,
        };
        let parts: BTreeSet<Value> = named.filter_map(value).collect();
        (parts.len() > 1).then(|| parts.into_iter().collect())
    }
}
