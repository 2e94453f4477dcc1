//! What a figure is under all values that its sentence did not name: `20% in spring, 15% in summer, otherwise 35%`.

use std::collections::BTreeSet;

use super::background::{Background, Taken};
use super::bound::Bound;
use super::candidate::Candidate;
use super::follow::told;
use super::question::Asker;
use crate::check::{InputId, Kind};
use crate::value::Value;
use crate::verify::bind::read::places::Placed;

/// So many tokens stand at most between the word for the rest and its figure.
const NEAR: usize = 3;
/// So many values of an input are tried.
const MOST: usize = 12;

impl Asker<'_, '_> {
    /// The questions of the figures before under the values of their input that none of them is told under: sure where all
    /// of these give the same, else only tried.
    pub(crate) fn otherwise(&mut self, placed: &Placed, before: &[Bound]) -> Vec<Candidate> {
        if placed.place.in_table || !placed.is_chance || !self.is_told_of_others(placed.token) {
            return Vec::new();
        }
        let is_beside = |last: &&Bound| last.placed.block == placed.block && last.placed.is_chance;
        let all: Vec<&Candidate> = before
            .iter()
            .rev()
            .take_while(is_beside)
            .filter_map(|last| told(last).first().copied())
            .collect();
        let Some(last) = all.first() else { return Vec::new() };
        let model = &self.names.mechanics[last.mechanic].model;
        // The one thing under which they are told.
        let Some(input) = last
            .given
            .inputs
            .keys()
            .find(|input| matches!(model[**input].declaration.kind, Kind::Enum(_) | Kind::Flag))
        else {
            return Vec::new();
        };
        let same =
            all.iter().filter(|other| other.measure == last.measure && other.mechanic == last.mechanic);
        let named: BTreeSet<&Value> = same.filter_map(|other| other.given.inputs.get(input)).collect();
        let values =
            self.all_values(last.mechanic, *input).into_iter().filter(|value| !named.contains(value));
        let mut found: Vec<Candidate> = Vec::new();
        for value in values.take(MOST) {
            let mut told = (*last).clone();
            told.given.inputs.insert(*input, value);
            if let Some(value) = self.value_on(&told, Some(placed.token)) {
                let background = Background::of(Taken::Nothing);
                found.push(Candidate { value, background, full: false, left: None, is_named: false, ..told });
            }
        }
        if found.iter().all(|other| other.value == found[0].value) {
            found.truncate(1);
            found.iter_mut().for_each(|one| (one.full, one.left) = (true, Some(Vec::new())));
        }
        found
    }

    /// Whether a figure is told of all that was not named: `otherwise 35%`, `in all other areas 35%`.
    fn is_told_of_others(&self, figure: usize) -> bool {
        (1..=NEAR).any(|back| match self.page.word_before(figure, back) {
            Some("otherwise" | "elsewhere" | "else" | "others") => true,
            Some("other" | "remaining") => {
                matches!(self.page.word_before(figure, back + 1), Some("all" | "any" | "every"))
            }
            _ => false,
        })
    }

    fn all_values(&self, mechanic: usize, input: InputId) -> Vec<Value> {
        let model = &self.names.mechanics[mechanic].model;
        match model[input].declaration.kind {
            Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
            kind => (0..).zip(model.variants(kind)).map(|(value, _)| Value::Variant(value)).collect(),
        }
    }
}
