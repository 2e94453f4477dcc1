//! Short questions that go on with the one before and name another outcome: `And for an Epic?` behind `How many summons until a
//! Legendary?` and its answer.

use super::candidate::{Candidate, Measure};
use super::question::Asker;
use super::subject::Subject;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::places::Placed;

impl Asker<'_, '_> {
    /// What a question is about which stands between a figure and the one before, where it names an outcome of the mechanic
    /// that this one was told of.
    fn asked_between(&self, placed: &Placed, before: usize, told: &Candidate) -> Option<Subject> {
        let end = (before + 1..placed.token).rev().find(|token| sign_at(self.page, *token) == '?')?;
        let question = before + 1..end;
        let mut named = self.mentions.within(&question);
        named.find_map(|mention| {
            self.events(&placed.place, mention, told.mechanic, std::slice::from_ref(&question))
                .into_iter()
                .next()
        })
    }

    /// The same numbers of what a question between two figures names, instead of what the first of them is about.
    pub(super) fn of_what_is_asked(
        &self,
        placed: &Placed,
        before: usize,
        told: &Candidate,
        measures: Vec<Measure>,
    ) -> Vec<Measure> {
        let Some(asked) = self.asked_between(placed, before, told) else { return measures };
        measures.iter().filter_map(|measure| instead(measure, &asked)).collect()
    }
}

/// A number about one event as the same about another; `None` for one that is about none.
fn instead(measure: &Measure, asked: &Subject) -> Option<Measure> {
    let (field, test) = (asked.field, asked.test.clone());
    Some(match measure {
        Measure::Chance(_, _, stage) => Measure::Chance(field, test, *stage),
        Measure::Complement(_, _, stage) => Measure::Complement(field, test, *stage),
        Measure::Share(..) => Measure::Share(field, test),
        Measure::Chain(sought, ..) => Measure::Chain(sought.clone(), field, test),
        _ => return None,
    })
}
