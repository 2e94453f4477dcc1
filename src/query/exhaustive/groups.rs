//! Outcomes that both sides make alike whatever the inputs are: they say nothing of where the sides differ.

use std::collections::BTreeSet;

use super::Mechanic;
use super::space::Wishes;
use crate::check::InputId;
use crate::evaluate::{Limits, groups, inputs_read, needed_steps, residue};
use crate::lower::Program;
use crate::scenario::Scenario;
use crate::value::InputValue;

/// With more inputs than this whose defaults follow from rules no outcome is left out.
const MOST_FOLLOWING: usize = 6;

/// The program without the outcomes that are alike on both sides and share no draw with the others. Neither the
/// combinations under which the sides differ nor by how much depends on these.
///
/// Cost: the program folded twice for each group of outcomes, and twice more for each input whose default follows.
pub(super) fn differing(
    mechanic: &Mechanic,
    wishes: &Wishes<'_>,
    program: &Program,
    limits: &Limits,
) -> Program {
    let groups = groups(program);
    let (same, kept): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| alike(mechanic, wishes, &group.program, limits));
    if same.is_empty() {
        return program.clone();
    }
    let outputs: BTreeSet<usize> = kept.iter().flat_map(|group| group.outputs.clone()).collect();
    let outputs: Vec<_> = outputs.into_iter().map(|place| program.outputs[place]).collect();
    needed_steps(&Program { outputs, ..program.clone() })
}

/// Whether what is left of the program is the same on both sides, whatever the inputs are that are not given.
fn alike(mechanic: &Mechanic, wishes: &Wishes<'_>, program: &Program, limits: &Limits) -> bool {
    let read = inputs_read(program);
    let (read, unread): (Vec<InputId>, Vec<InputId>) =
        mechanic.model.input_ids().partition(|input| read.contains(&input.index()));
    let free: Vec<InputId> = read.into_iter().filter(|input| !wishes.given(*input)).collect();
    let following: Vec<InputId> = free.iter().copied().filter(|input| wishes.follows(*input)).collect();
    if following.len() > MOST_FOLLOWING {
        return false;
    }
    let sides = &wishes.request.sides;
    // A default that follows from rules may be another value on each side.
    (0..1_usize << following.len()).all(|defaults| {
        let default = |input: &InputId| {
            let place = following.iter().position(|other| other == input);
            place.is_some_and(|place| defaults >> place & 1 == 1)
        };
        let open = free.iter().filter(|input| !default(input)).chain(&unread);
        let open: BTreeSet<usize> = open.map(|input| input.index()).collect();
        let left = |side: &Scenario| {
            let mut inputs = side.inputs.clone();
            for input in free.iter().filter(|input| default(input)) {
                inputs[input.index()] = InputValue::Default;
            }
            residue(program, &inputs, &side.rule_values(mechanic), &open, limits)
        };
        left(&sides.from) == left(&sides.to)
    })
}
