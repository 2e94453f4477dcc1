//! Columns that are a law, but not the one that their caption names: those of another item, most often.

use std::collections::BTreeMap;

use super::Judged;
use crate::check::{InputId, Kind};
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::ask::laws::{Asked, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Group;

/// A column with fewer figures may be anything.
const FEWEST: usize = 4;

/// A column whose figures are right where one flag that is given stands in for another.
pub(crate) struct Traded<'a> {
    /// Its first figure.
    pub(crate) first: &'a Bound,
    /// What its words ask.
    pub(crate) candidate: &'a Candidate,
    /// The flag that they name, and the one that its figures are about.
    pub(crate) flags: (InputId, InputId),
    /// How many figures are right so.
    pub(crate) figures: usize,
}

/// The columns that nothing confirms, and that another flag explains in every figure.
pub(crate) fn traded<'a>(
    asker: &mut Asker<'_, '_>,
    bound: &'a [Bound],
    judged: &[Option<Judged<'_>>],
) -> Vec<Traded<'a>> {
    let mut columns: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
    for (number, bound) in bound.iter().enumerate() {
        let column = bound.placed.groups.iter().find(|group| matches!(group, Group::Column(..)));
        column.into_iter().for_each(|column| columns.entry(*column).or_default().push(number));
    }
    let mut found = Vec::new();
    for cells in columns.values().filter(|cells| cells.len() >= FEWEST) {
        let wrong = cells.iter().any(|cell| matches!(judged[*cell], Some(Judged::Wrong(..))));
        let fits = |cell: &&usize| {
            let bound = &bound[**cell];
            asked(bound).is_some_and(|candidate| bound.placed.is(&candidate.value))
        };
        // What is right with no flag at all is told without one.
        let on = Value::Flag(true);
        let is_plain = |candidate: &Candidate| {
            candidate.full && candidate.given.inputs.values().all(|value| *value != on)
        };
        let is_without = |cell: &usize| {
            let bound = &bound[*cell];
            bound.candidates.iter().any(|own| is_plain(own) && bound.placed.is(&own.value))
        };
        // Where half of it is right its own reading is the one that is meant.
        let is_own = cells.iter().filter(fits).count() * 2 >= cells.len();
        if !wrong && !is_own && !cells.iter().all(is_without) {
            let column: Vec<&Bound> = cells.iter().map(|cell| &bound[*cell]).collect();
            found.extend(other_flag(asker, &column));
        }
    }
    found
}

/// The question that a cell asks with everything given that is in reach.
fn asked(bound: &Bound) -> Option<&Candidate> {
    let chances = bound
        .candidates
        .iter()
        .filter(|candidate| candidate.full && matches!(candidate.measure, Measure::Chance(_, _, Stage::End)));
    chances.max_by_key(|candidate| candidate.given.inputs.len())
}

fn other_flag<'a>(asker: &mut Asker<'_, '_>, column: &[&'a Bound]) -> Option<Traded<'a>> {
    let first = *column.first()?;
    let candidate = asked(first)?;
    let model = &asker.names.mechanics.get(candidate.mechanic)?.model;
    let on = Value::Flag(true);
    // The title of a page says too little of one column.
    let near = first.placed.place.layers.upto(Layer::Earlier);
    let near: Vec<usize> = near.flat_map(|range| asker.mentions.within(range)).collect();
    let is_near = |input: &InputId| {
        let mut named = near.iter().flat_map(|mention| asker.mentions.get(*mention).named.iter());
        let is = Meaning::Is(*input, on.clone());
        named.any(|named| named.mechanic == candidate.mechanic && named.meaning == is)
    };
    let given = candidate.given.inputs.iter().filter(|(_, value)| **value == on).map(|(input, _)| *input);
    let given: Vec<InputId> = given.filter(is_near).collect();
    let flags = model.input_ids().filter(|input| model[*input].declaration.kind == Kind::Flag);
    let others: Vec<InputId> = flags.filter(|input| !candidate.given.inputs.contains_key(input)).collect();
    for named in given {
        for other in &others {
            let mut right = |bound: &&Bound, other: Option<InputId>| {
                let Some(own) = asked(bound).filter(|own| own.mechanic == candidate.mechanic) else {
                    return false;
                };
                let Measure::Chance(field, test, stage) = &own.measure else { return false };
                let mut given = own.given.clone();
                given.inputs.remove(&named);
                given.inputs.extend(other.map(|other| (other, on.clone())));
                let law = asker.laws.law(&Asked { given, ..own.asked(*field, *stage) });
                law.is_some_and(|law| bound.placed.is(&test.mass(&law)))
            };
            // What is right with neither is about neither.
            let of_other = column.iter().all(|bound| right(bound, Some(*other)));
            if of_other && !column.iter().all(|bound| right(bound, None)) {
                return Some(Traded { first, candidate, flags: (named, *other), figures: column.len() });
            }
        }
    }
    None
}
