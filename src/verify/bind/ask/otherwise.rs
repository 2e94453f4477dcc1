//! What a figure is under all values that its sentence did not name: `20% in spring, 15% in summer, otherwise 35%`.

use std::collections::BTreeSet;

use super::bound::Bound;
use super::candidate::Candidate;
use super::follow::told;
use super::laws::Given;
use super::question::Asker;
use crate::check::{InputId, Kind};
use crate::exact::Rational;
use crate::value::Value;
use crate::verify::bind::read::places::Placed;

/// So many words stand at most between the word for the rest and its figure.
const NEAR: usize = 3;
/// So many figures before one are looked at.
const FIGURES: usize = 8;

impl Asker<'_, '_> {
    /// The questions of the figures before under the values of their input that none of them is told under: sure where all
    /// of these give the same, else only tried.
    pub(crate) fn otherwise(&mut self, placed: &Placed, before: &[Bound]) -> Vec<Candidate> {
        if placed.place.in_table || !placed.is_chance || !self.is_told_of_others(placed.token) {
            return Vec::new();
        }
        let is_beside = |last: &&Bound| last.placed.block == placed.block && last.placed.is_chance;
        let near = before.iter().rev().take(FIGURES).take_while(is_beside);
        let all: Vec<&Candidate> = near.filter_map(|last| told(last).first().copied()).collect();
        let Some((last, others)) = all.split_first() else { return Vec::new() };
        // The rest to 1 is told of the outcome.
        if placed.is(&(&Rational::ONE - &last.value)) {
            return Vec::new();
        }
        let same =
            || others.iter().filter(|other| other.measure == last.measure && other.mechanic == last.mechanic);
        let Some(input) = self.only_other(last, same().copied()) else { return Vec::new() };
        let named: BTreeSet<&Value> =
            std::iter::once(last).chain(same()).filter_map(|other| other.given.inputs.get(&input)).collect();
        let model = &self.names.mechanics[last.mechanic].model;
        let values = model.values(model[input].declaration.kind);
        let open: Vec<Value> = values.into_iter().filter(|value| !named.contains(value)).collect();
        let mut found: Vec<Candidate> = Vec::new();
        for value in &open {
            let give = |given: &mut Given| drop(given.inputs.insert(input, value.clone()));
            let told = self.asked_with(last, Some(placed.token), give);
            found.extend(told.map(|told| Candidate { is_named: false, ..told }));
        }
        if found.len() == open.len() && found.iter().all(|other| other.value == found[0].value) {
            found.truncate(1);
            found.iter_mut().for_each(|one| (one.full, one.left) = (true, Some(Vec::new())));
        }
        found
    }

    /// The one input with a few values in which what is given for a figure differs from what is given for those before
    /// it; where there are none, the only one that is given.
    fn only_other<'c>(
        &self,
        last: &Candidate,
        mut others: impl Iterator<Item = &'c Candidate>,
    ) -> Option<InputId> {
        let model = &self.names.mechanics[last.mechanic].model;
        let is_choice =
            |input: &&InputId| matches!(model[**input].declaration.kind, Kind::Enum(_) | Kind::Flag);
        let inputs = &last.given.inputs;
        let differs =
            |input: &&InputId, other: &Candidate| other.given.inputs.get(*input) != inputs.get(*input);
        let Some(other) = others.next() else {
            let mut given = inputs.keys();
            return given.next().filter(|_| given.next().is_none()).filter(is_choice).copied();
        };
        let mut apart = inputs.keys().filter(|input| differs(input, other));
        apart.next().filter(|_| apart.next().is_none()).filter(is_choice).copied()
    }

    /// Whether a figure is told of all that was not named: `otherwise 35%`, `in all other areas 35%`.
    fn is_told_of_others(&self, figure: usize) -> bool {
        (1..=NEAR).any(|back| {
            let before = self.page.word_before(figure, back + 1);
            match self.page.word_before(figure, back) {
                Some("otherwise" | "elsewhere") => true,
                Some("else") => matches!(before, Some("everywhere" | "anywhere" | "or")),
                Some("other" | "others" | "remaining") => matches!(before, Some("all" | "any" | "every")),
                _ => false,
            }
        })
    }
}
