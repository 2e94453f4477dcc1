//! Chances from one end to another, `a 2%–5% chance, depending on difficulty`.

use std::collections::BTreeSet;

use super::bound::fit;
use super::candidate::Candidate;
use super::laws::Given;
use super::question::Asker;
use crate::check::{InputId, Kind, Model};
use crate::names::Meaning;
use crate::page::Fit;
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::numbers::ends;
use crate::verify::bind::read::place::Numbering;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::units::stated;

/// An input has so many values at most that are tried, and a question so many inputs.
const MOST_VALUES: usize = 12;
pub(super) const MOST_INPUTS: usize = 6;

impl Asker<'_, '_> {
    /// For an end of a range of chances the least or the greatest that a question gives over the values of an input; sure
    /// where the other end is right too. Nothing else is asked of it.
    pub(crate) fn over_values(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        let whole = stated(self.page, placed.token);
        let Some(whole) = whole.filter(|own| own.shape.ends().is_some_and(|ends| ends.percent)) else {
            return;
        };
        let own = std::mem::take(candidates);
        candidates.extend(own.iter().filter(|one| placed.is_uncut(&one.value)).cloned());
        let both = ends(self.page, &whole);
        let [(low, _), (high, _)] = both.as_slice() else { return };
        for candidate in own {
            let model = &self.names.mechanics[candidate.mechanic].model;
            let mut open = inputs(model);
            open.retain(|(input, _)| !candidate.given.inputs.contains_key(input));
            // What the sentence names it depends on.
            let named = self.inputs_named(placed, candidate.mechanic);
            if open.iter().any(|(input, _)| named.contains(input)) {
                open.retain(|(input, _)| named.contains(input));
            }
            let is_one = open.len() == 1;
            for (input, values) in open.into_iter().take(MOST_INPUTS) {
                let mut found = Vec::new();
                for value in values {
                    let give = |given: &mut Given| drop(given.inputs.insert(input, value));
                    found.extend(self.asked_with(&candidate, None, give));
                }
                // Of values that were not asked for nobody knows whether they are the least.
                if !self.laws.has_room() {
                    return;
                }
                found.sort_by(|one, other| one.value.cmp(&other.value));
                let (Some(least), Some(most)) = (found.first(), found.last()) else { continue };
                let [is_low, is_high] =
                    [(low, least), (high, most)].map(|(end, own)| fit(end, &own.value) != Fit::Off);
                let is_upper = placed.place.kind == Numbering::High;
                let (asked, is_sure) = if is_upper { (most, is_low) } else { (least, is_high) };
                let is_sure = is_sure && is_one && least.value != most.value;
                if is_sure || is_low && is_high {
                    let left = is_sure.then(Vec::new);
                    candidates.push(Candidate { full: is_sure, left, ..asked.clone() });
                }
            }
        }
    }
}

impl Asker<'_, '_> {
    /// The inputs that the words around a figure name, or a value of them.
    fn inputs_named(&self, placed: &Placed, mechanic: usize) -> BTreeSet<InputId> {
        let around = placed.place.layers.upto(Layer::After);
        let named = around.flat_map(|range| self.mentions.within(range));
        let named = named.flat_map(|mention| self.mentions.get(mention).named.iter());
        let own = named.filter(|named| named.mechanic == mechanic);
        own.filter_map(|named| match named.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => Some(input),
            _ => None,
        })
        .collect()
    }
}

/// The inputs of a mechanic with their values; of numbers the least and the greatest.
pub(super) fn inputs(model: &Model) -> Vec<(InputId, Vec<Value>)> {
    let values = |input: InputId| {
        let declaration = &model[input].declaration;
        let ends = [&declaration.range.low, &declaration.range.high].into_iter().flatten();
        match declaration.kind {
            Kind::Integer => ends.cloned().map(Value::Number).collect(),
            kind => model.values(kind),
        }
    };
    let all = model.input_ids().map(|input| (input, values(input)));
    all.filter(|(_, values)| (2..=MOST_VALUES).contains(&values.len())).collect()
}
