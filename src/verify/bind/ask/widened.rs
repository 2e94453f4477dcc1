//! What a word means on a page that uses it for more than a mechanic does: where `a hit` takes critical hits in, in a table
//! and a sentence, so it does in the next sentence.

use std::collections::{BTreeMap, BTreeSet};

use super::bound::Bound;
use super::candidate::{Candidate, Measure, Test};
use super::question::Asker;
use crate::check::FieldId;
use crate::value::Value;
use crate::verify::bind::ask::laws::Stage;
use crate::verify::bind::read::layers::Layer;

/// So many figures say that a word means more, or one that says so in words.
const FEWEST: usize = 2;
const INCLUDED: [&str; 5] = ["included", "including", "includes", "counted", "counting"];

/// A value of an outcome, of a mechanic by its place.
type Named = (usize, FieldId, Value);

impl Asker<'_, '_> {
    /// Adds to figures the questions about what their words mean on the whole page: each as sure as the one about the value
    /// alone, which is not sure any more. Only where that gives the figure, or many others.
    pub(in crate::verify::bind) fn as_widened(&mut self, bound: &mut [Bound]) {
        let widened = self.widened(bound);
        for own in bound.iter_mut().filter(|_| !widened.is_empty()) {
            if own.candidates.iter().any(|asked| asked.full && own.placed.is(&asked.value)) {
                continue;
            }
            for at in 0..own.candidates.len() {
                let narrow = own.candidates[at].clone();
                let Some((named, field)) = single(&narrow).filter(|_| narrow.full) else { continue };
                for (values, count) in widened.get(&named).into_iter().flatten() {
                    let measure = Measure::Chance(field, Test::In(values.clone()), Stage::End);
                    let wide = Candidate { measure, ..narrow.clone() };
                    let Some(value) = self.value_on(&wide, None) else { continue };
                    // Where so many figures say it, it is what another was meant to say.
                    if own.placed.is(&value) || *count > FEWEST {
                        own.candidates[at].full = false;
                        own.candidates.push(Candidate { value, ..wide });
                        break;
                    }
                }
            }
        }
    }

    /// What is meant by more than one value: for each of these all that some figures, which name it, are right by.
    fn widened(&self, bound: &[Bound]) -> BTreeMap<Named, BTreeMap<Vec<Value>, usize>> {
        let mut counts: BTreeMap<(Named, Vec<Value>), usize> = BTreeMap::new();
        for own in bound {
            let full = || own.candidates.iter().filter(|asked| asked.full);
            let is_right = |asked: &Candidate| own.placed.is(&asked.value);
            // What a figure says that names one value and is right by it is no more than that.
            let named: BTreeSet<Named> = full().filter_map(|asked| Some(single(asked)?.0)).collect();
            if full().any(|asked| single(asked).is_some() && is_right(asked)) {
                continue;
            }
            // `A blow hits 55% of the time, critical hits included`
            let says = self.has(own.placed.place.layers.upto(Layer::After), &INCLUDED);
            let mut several: BTreeSet<(Named, Vec<Value>)> = BTreeSet::new();
            for asked in own.candidates.iter().filter(|asked| (asked.full || says) && is_right(asked)) {
                let Measure::Chance(field, Test::In(values), Stage::End) = &asked.measure else { continue };
                let own = values.iter().map(|value| (asked.mechanic, *field, value.clone()));
                several.extend(own.filter(|own| named.contains(own)).map(|own| (own, values.clone())));
            }
            let weight = if says { FEWEST } else { 1 };
            several.into_iter().for_each(|several| *counts.entry(several).or_default() += weight);
        }
        let mut found: BTreeMap<Named, BTreeMap<Vec<Value>, usize>> = BTreeMap::new();
        for ((named, values), count) in counts.into_iter().filter(|(_, count)| *count >= FEWEST) {
            found.entry(named).or_default().insert(values, count);
        }
        found
    }
}

/// The one value that a question is about.
fn single(asked: &Candidate) -> Option<(Named, FieldId)> {
    match &asked.measure {
        Measure::Chance(field, Test::In(values), Stage::End) => match values.as_slice() {
            [value] => Some(((asked.mechanic, *field, value.clone()), *field)),
            _ => None,
        },
        _ => None,
    }
}
