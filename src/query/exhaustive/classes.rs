//! Values of inputs that neither side tells apart, as one: only one of them has to be looked at.
//!
//! First the values of each input alone, then those of inputs that meet in one expression, from the fewest such inputs
//! on: what makes a character healthy is a handful of values, and not every number of hearts of each kind.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::grid::{Choice, GridAxis};
use super::{ExhaustiveRequest, Mechanic};
use crate::check::InputId;
use crate::evaluate::{Limits, meetings, residue};
use crate::lower::Program;
use crate::scenario::Scenario;
use crate::value::InputValue;

/// So many combinations of inputs that meet are looked at, to find which are told apart.
const MOST_TOGETHER: usize = 4_096;

/// Who tells inputs apart: the program under the rules of both sides.
pub(super) struct Classes<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) program: &'a Program,
    pub(super) request: &'a ExhaustiveRequest,
    pub(super) limits: &'a Limits,
    /// The inputs that have no one value.
    pub(super) varied: BTreeSet<usize>,
}

impl Classes<'_> {
    /// The axes with what is not told apart as one. Axes become one where their inputs meet; none of those in `apart`.
    pub(super) fn of(&self, axes: Vec<GridAxis>, apart: &BTreeSet<usize>) -> Vec<GridAxis> {
        let mut axes: Vec<GridAxis> = axes.into_iter().map(|axis| self.merged(axis)).collect();
        let mut meetings = meetings(self.program);
        meetings.sort_by_key(BTreeSet::len);
        for meeting in meetings {
            let meets = |axis: &GridAxis| {
                axis.inputs
                    .iter()
                    .any(|input| meeting.contains(&input.index()) && !apart.contains(&input.index()))
            };
            let (meeting, others): (Vec<GridAxis>, Vec<GridAxis>) = axes.iter().cloned().partition(meets);
            let together =
                meeting.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.choices.len()));
            let Some((first, more)) = meeting.split_first() else { continue };
            if more.is_empty() || together > MOST_TOGETHER || self.limits.watch.is_over() {
                continue;
            }
            let all = more.iter().fold(first.clone(), |all, axis| all.with(axis));
            axes = others;
            axes.push(self.merged(all));
        }
        axes
    }

    /// The axis with choices that are not told apart as one: that with the fewest unusual values.
    fn merged(&self, axis: GridAxis) -> GridAxis {
        let sides = &self.request.sides;
        let mut known: FxHashMap<[String; 2], usize> = FxHashMap::default();
        let mut choices: Vec<Choice> = Vec::new();
        for choice in axis.choices {
            let left = [&sides.from, &sides.to].map(|side| self.left(side, &axis.inputs, &choice.values));
            let next = choices.len();
            let place = *known.entry(left).or_insert(next);
            match choices.get_mut(place) {
                None => choices.push(choice),
                Some(same) => {
                    let weight = same.weight.saturating_add(choice.weight);
                    if choice.unusual < same.unusual {
                        *same = choice;
                    }
                    same.weight = weight;
                }
            }
        }
        GridAxis { choices, ..axis }
    }

    /// What is left of a side where some of the varied inputs have these values.
    fn left(&self, side: &Scenario, inputs: &[InputId], values: &[InputValue]) -> String {
        let mut own = side.inputs.clone();
        let mut open = self.varied.clone();
        for (input, value) in inputs.iter().zip(values) {
            own[input.index()].clone_from(value);
            open.remove(&input.index());
        }
        residue(self.program, &own, &side.rule_values(self.mechanic), &open, self.limits)
    }
}
