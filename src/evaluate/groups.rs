//! Outputs that share no draw: whatever the inputs are, what comes out of one group says nothing of another.

use std::collections::BTreeSet;

use crate::diagnostic::Code;
use crate::lower::{Node, Op, Program};

use super::family::{add_followed, reads_of, writes_of};
use super::slots::SlotSet;

/// Outputs of a program with the steps that they need.
#[derive(Debug, Clone)]
pub struct Group {
    /// Their places among the outputs of the program, ascending.
    pub outputs: Vec<usize>,
    /// The steps that they need, and no others: nothing is required of the inputs here.
    pub program: Program,
}

/// A step at the top of a program, seen from outside.
struct Step {
    reads: SlotSet,
    writes: SlotSet,
    draws: bool,
    /// It requires something of the inputs, whatever is asked for.
    requires: bool,
}

impl Step {
    fn new(node: &Node) -> Step {
        let mut step =
            Step { reads: SlotSet::default(), writes: SlotSet::default(), draws: false, requires: false };
        reads_of(node, &mut step.reads, &mut BTreeSet::new());
        writes_of(node, &mut step.writes);
        node.each(&mut |node| match &node.op {
            Op::Refuse(Code::Required, _) => step.requires = true,
            Op::Branch(..) | Op::Random(..) | Op::Uniform(_) | Op::Dice(..) => step.draws = true,
            // What is checked belongs to what it is checked of.
            Op::CheckRange(slot, _) => step.writes.insert(*slot),
            _ => {}
        });
        step
    }

    fn meets(&self, slots: &SlotSet) -> bool {
        self.writes.iter().any(|slot| slots.contains(slot))
    }
}

/// The inputs that the steps of a program read, with those that their defaults follow from.
#[must_use]
pub fn inputs_read(program: &Program) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for node in program.start.iter().chain(&program.body) {
        reads_of(node, &mut SlotSet::default(), &mut found);
    }
    add_followed(program, &(0..program.inputs.len()).collect(), &mut found);
    found
}

/// A program without the steps that none of its outputs needs. What it requires of the inputs it still requires.
#[must_use]
pub fn needed_steps(program: &Program) -> Program {
    let steps: Vec<Step> = program.start.iter().chain(&program.body).map(Step::new).collect();
    let mut slots = SlotSet::default();
    program.outputs.iter().for_each(|slot| slots.insert(*slot));
    steps.iter().filter(|step| step.requires).for_each(|step| slots.union(&step.reads));
    let own = needed(&steps, slots);
    let first = program.start.len();
    let body = program.body.iter().enumerate();
    let body = body.filter(|(place, _)| own.contains(&(first + place)) || steps[first + place].requires);
    Program { body: body.map(|(_, node)| node.clone()).collect(), ..program.clone() }
}

/// The outputs of a program in groups that share no draw. One group, where something is said to be known or required
/// of what is drawn: that may tie any of them together.
#[must_use]
pub fn groups(program: &Program) -> Vec<Group> {
    let all: Vec<&Node> = program.start.iter().chain(&program.body).collect();
    let steps: Vec<Step> = all.iter().copied().map(Step::new).collect();
    let whole = || vec![Group { outputs: (0..program.outputs.len()).collect(), program: program.clone() }];
    let mut known = false;
    all.iter().for_each(|node| node.each(&mut |node| known |= matches!(node.op, Op::Given(_))));
    let mut required = SlotSet::default();
    steps.iter().filter(|step| step.requires).for_each(|step| required.union(&step.reads));
    let required = needed(&steps, required);
    if known || required.iter().any(|step| steps[*step].draws) {
        return whole();
    }
    let mut found: Vec<(Vec<usize>, BTreeSet<usize>)> = Vec::new();
    for (place, slot) in program.outputs.iter().enumerate() {
        let mut own = (vec![place], needed(&steps, SlotSet::one(*slot)));
        // Those that it shares a draw with are one group with it.
        let shares = |(_, other): &(Vec<usize>, BTreeSet<usize>)| {
            other.intersection(&own.1).any(|step| steps[*step].draws)
        };
        let (same, others): (Vec<_>, Vec<_>) = found.into_iter().partition(shares);
        found = others;
        for (outputs, steps) in same {
            own.0.extend(outputs);
            own.1.extend(steps);
        }
        own.0.sort_unstable();
        found.push(own);
    }
    let group = |(outputs, own): (Vec<usize>, BTreeSet<usize>)| {
        let slots = outputs.iter().map(|place| program.outputs[*place]).collect();
        let first = program.start.len();
        let body = program.body.iter().enumerate().filter(|(place, _)| own.contains(&(first + place)));
        let body = body.map(|(_, node)| node.clone()).collect();
        Group { outputs, program: Program { body, outputs: slots, ..program.clone() } }
    };
    found.into_iter().map(group).collect()
}

/// The steps that give some slots their values, with all that they need in turn.
fn needed(steps: &[Step], mut slots: SlotSet) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    loop {
        let new: Vec<usize> =
            (0..steps.len()).filter(|place| !found.contains(place) && steps[*place].meets(&slots)).collect();
        if new.is_empty() {
            return found;
        }
        for place in new {
            slots.union(&steps[place].reads);
            found.insert(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::groups;
    use crate::check::check;
    use crate::lower::lower;
    use crate::parse::parse;
    use crate::source::SourceMap;

    /// The groups of a program, each with its outputs and how many steps it has.
    fn found(text: &str) -> Vec<(Vec<usize>, usize)> {
        let (tree, _) = parse(SourceMap::default().add("it.odds", text), text);
        let (model, findings) = check(tree);
        assert!(findings.is_empty(), "{findings:?}");
        let program = lower(&model).unwrap();
        groups(&program).into_iter().map(|group| (group.outputs, group.program.body.len())).collect()
    }

    const HEAD: &str = "mechanic g/m from \"x\"\ninput n: integer 0..9\ninput f: flag\noutcome a: integer\n\
                        outcome b: integer\noutcome c: integer\nrequire n > 1 or not f \"so\"\n";

    #[test]
    fn what_shares_no_draw_is_apart() {
        let text = format!("{HEAD}let twice = 2 * n\na = random(6) + twice\nb = random(3) + twice\nc = n\n");
        let outputs: Vec<_> = found(&text).into_iter().map(|(outputs, _)| outputs).collect();
        assert_eq!(outputs, [vec![0], vec![1], vec![2]]);
    }

    #[test]
    fn what_shares_a_draw_is_together() {
        let text =
            format!("{HEAD}let x = random(6)\na = random(6)\nif chance(1/2) {{ a = a + x }}\nb = x\nc = n\n");
        let outputs: Vec<_> = found(&text).into_iter().map(|(outputs, _)| outputs).collect();
        assert_eq!(outputs, [vec![0, 1], vec![2]]);
    }

    #[test]
    fn what_is_required_of_draws_or_known_ties_all_together() {
        let known = format!("{HEAD}a = random(6)\nb = random(3)\nc = n\ngiven a > 1\n");
        assert_eq!(found(&known).len(), 1);
        let required = format!("{HEAD}a = random(6)\nb = random(3)\nc = n\nrequire a < 9 \"small\"\n");
        assert_eq!(found(&required).len(), 1);
    }
}
