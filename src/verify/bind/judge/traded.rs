//! Columns, sentences and lists that are a law, but not the one that their caption, heading or words name: those of another
//! item or place, most often.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::wholes::wholes;
use crate::check::{InputId, Kind};
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::ask::laws::{Asked, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Group;

/// A column with fewer figures may be anything, and so may a whole that a text tells.
const FEWEST: usize = 4;
const FEWEST_PARTS: usize = 3;
/// Inputs with more values than these are not tried.
const MOST_VALUES: usize = 8;

/// Figures that are right where one thing that is given stands in for another.
pub(crate) struct Traded<'a> {
    /// The first of them.
    pub(crate) first: &'a Bound,
    /// What its words ask.
    pub(crate) candidate: &'a Candidate,
    /// What they name, and what the figures are about.
    pub(crate) given: (InputId, Value),
    pub(crate) other: (InputId, Value),
    /// How many figures are right so.
    pub(crate) figures: usize,
    /// Whether they are a column of a table.
    pub(crate) is_column: bool,
}

/// The columns that nothing confirms, and that another flag or value explains in every figure; so with what a text tells as
/// parts of a whole.
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
            found.extend(other_given(asker, &column, true));
        }
    }
    let is_missed = |part: &usize| match &judged[*part] {
        Some(Judged::Right(candidate, _)) => !candidate.full,
        _ => true,
    };
    let wholes = wholes(bound).into_iter().filter(|parts| parts.len() >= FEWEST_PARTS);
    let mut firsts = BTreeSet::new();
    // A list of one sentence is a whole of each kind.
    let mut is_new = |parts: &Vec<usize>| firsts.insert(parts.first().copied());
    for parts in wholes.filter(|parts| parts.iter().all(is_missed) && is_new(parts)) {
        let parts: Vec<&Bound> = parts.iter().map(|part| &bound[*part]).collect();
        found.extend(other_given(asker, &parts, false));
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

/// What all of some figures are right under, in place of what their words give.
fn other_given<'a>(asker: &mut Asker<'_, '_>, figures: &[&'a Bound], is_column: bool) -> Option<Traded<'a>> {
    let first = *figures.first()?;
    let candidate = asked(first)?;
    let model = &asker.names.mechanics.get(candidate.mechanic)?.model;
    let on = Value::Flag(true);
    // The title of a page says too little of one column, and so does the heading over a table.
    let near = first.placed.place.layers.upto(if is_column { Layer::Earlier } else { Layer::Heading });
    let near: Vec<usize> = near.flat_map(|range| asker.mentions.within(range)).collect();
    let is_near = |(input, value): &(&InputId, &Value)| {
        let mut named = near.iter().flat_map(|mention| asker.mentions.get(*mention).named.iter());
        let is = Meaning::Is(**input, (*value).clone());
        named.any(|named| named.mechanic == candidate.mechanic && named.meaning == is)
    };
    let given: Vec<(&InputId, &Value)> = candidate.given.inputs.iter().filter(is_near).collect();
    for (named, value) in given {
        let is_flag = *value == on;
        let others: Vec<(InputId, Value)> = if is_flag {
            let flags = model.input_ids().filter(|input| model[*input].declaration.kind == Kind::Flag);
            let flags = flags.filter(|input| !candidate.given.inputs.contains_key(input));
            flags.map(|input| (input, on.clone())).collect()
        } else {
            let values = model.values(model[*named].declaration.kind).into_iter().take(MOST_VALUES);
            values.filter(|other| other != value).map(|other| (*named, other)).collect()
        };
        let mut right = |bound: &&Bound, other: Option<&(InputId, Value)>| {
            let Some(own) = asked(bound).filter(|own| own.mechanic == candidate.mechanic) else {
                return false;
            };
            let Measure::Chance(field, test, stage) = &own.measure else { return false };
            let mut given = own.given.clone();
            given.inputs.remove(named);
            given.inputs.extend(other.cloned());
            let law = asker.laws.law(&Asked { given, ..own.asked(*field, *stage) });
            law.is_some_and(|law| bound.placed.is(&test.mass(&law)))
        };
        // What is right with neither of two flags is about neither.
        if is_flag && figures.iter().all(|bound| right(bound, None)) {
            continue;
        }
        let other = others.into_iter().find(|other| figures.iter().all(|bound| right(bound, Some(other))));
        if let Some(other) = other {
            let given = (*named, value.clone());
            return Some(Traded { first, candidate, given, other, figures: figures.len(), is_column });
        }
    }
    None
}
