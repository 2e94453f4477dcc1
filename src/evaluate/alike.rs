//! Values of inputs that a program does not tell apart: what is left of it is the same under each of them, whatever
//! the values of the other inputs are.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::exact::Rational;
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::value::{InputValue, RuleValue};

use super::bindings::{Bindings, InputBinding};
use super::fold::{Folded, Folder};
use super::limits::Limits;
use super::slots::SlotSet;
use super::term::{Bound, BoundKind};

/// What is left of a program under rules and the values of some inputs, as a text; `open` are the inputs without a
/// value. Where two texts are the same, so is everything that comes out, whatever the open inputs are.
///
/// Cost: that of folding the program once.
#[must_use]
pub fn residue(
    program: &Program,
    inputs: &[InputValue],
    rules: &[RuleValue],
    open: &BTreeSet<usize>,
    limits: &Limits,
) -> String {
    let bindings = with_open(inputs, rules, open);
    let mut folder = Folder::new(program, &bindings, &(), limits);
    program.start.iter().chain(&program.body).for_each(|node| folder.derive_step(node));
    let result =
        |slot: &Slot| folder.inputs.known.get(slot).map(|value| format!("{slot:?} {:?}", value.kind));
    let results: Vec<_> = program.outputs.iter().chain(&program.states).map(result).collect();
    let mut steps = String::new();
    folder.inputs.steps.iter().for_each(|step| write_step(step, &mut steps));
    format!("{steps}{results:?}")
}

/// Inputs of which `open` have no value.
fn with_open(inputs: &[InputValue], rules: &[RuleValue], open: &BTreeSet<usize>) -> Bindings<Rational> {
    let mut bindings = Bindings::new(inputs, rules);
    for (index, input) in bindings.inputs.iter_mut().enumerate() {
        if open.contains(&index) {
            *input = InputBinding::Open;
        }
    }
    bindings
}

/// Appends what a step does. Where it stands in the text does not matter, nor which rules its numbers come from.
fn write_step(step: &Folded<Rational>, text: &mut String) {
    // Each operator stands before its operands, with how many they are, so that a text has one meaning.
    let bare = |term: &Bound<Rational>| {
        let mut bare = String::new();
        term.each(&mut |inner| {
            let _ = match &inner.kind {
                BoundKind::Unary(op, _) => write!(bare, "{op:?}1 "),
                BoundKind::Binary(op, ..) => write!(bare, "{op:?}2 "),
                BoundKind::Call(builtin, terms) => write!(bare, "{builtin:?}{} ", terms.len()),
                BoundKind::List(op, terms) => write!(bare, "{op:?}{} ", terms.len()),
                whole => write!(bare, "{whole:?} "),
            };
        });
        bare
    };
    let op = step.op.borrowed().map(
        |slot| slot,
        bare,
        |body| {
            let mut inside = String::new();
            body.iter().for_each(|step| write_step(step, &mut inside));
            inside
        },
    );
    let _ = write!(text, "{op:?};");
}

/// The sets of inputs that meet in one expression of a program, where what it comes to depends on no draw. Only such
/// inputs can make up for each other.
#[must_use]
pub fn meetings(program: &Program) -> Vec<BTreeSet<usize>> {
    let mut nodes: Vec<&Node> = Vec::new();
    program.start.iter().chain(&program.body).for_each(|node| node.each(&mut |node| nodes.push(node)));
    let mut sure = Sure { drawn: SlotSet::default(), inputs: FxHashMap::default() };
    // What one step makes uncertain others may have read before it.
    while program
        .start
        .iter()
        .chain(&program.body)
        .fold(false, |changed, node| sure.step(node, true, &BTreeSet::new()) | changed)
    {}
    let terms = nodes.iter().flat_map(|node| node.op.terms());
    let mut meetings: BTreeSet<BTreeSet<usize>> = terms.map(|term| sure.read(term).0).collect();
    meetings.extend(
        sure.inputs.into_iter().filter(|(slot, _)| !sure.drawn.contains(*slot)).map(|(_, inputs)| inputs),
    );
    meetings.retain(|inputs| inputs.len() > 1);
    meetings.into_iter().collect()
}

/// Which slots hold what depends on no draw, and on which inputs it does.
struct Sure {
    drawn: SlotSet,
    inputs: FxHashMap<Slot, BTreeSet<usize>>,
}

impl Sure {
    /// The inputs that a term reads, and whether it depends on nothing else.
    fn read(&self, term: &Term) -> (BTreeSet<usize>, bool) {
        let (mut inputs, mut sure) = (BTreeSet::new(), true);
        term.each(&mut |term| match &term.kind {
            TermKind::Input(input) => {
                inputs.insert(*input);
            }
            TermKind::Slot(slot) if self.drawn.contains(*slot) => sure = false,
            TermKind::Slot(slot) => inputs.extend(self.inputs.get(slot).into_iter().flatten()),
            _ => {}
        });
        (inputs, sure)
    }

    /// Takes note of a step that is made for sure, or not, under guards that read these inputs; whether that is new.
    fn step(&mut self, node: &Node, sure: bool, guards: &BTreeSet<usize>) -> bool {
        match &node.op {
            Op::Assign(slot, term) => {
                let (mut inputs, known) = self.read(term);
                inputs.extend(guards);
                self.write(*slot, inputs, sure && known)
            }
            Op::Switch(arms, otherwise) => {
                let (mut sure, mut guards) = (sure, guards.clone());
                for (guard, _) in arms {
                    let (inputs, known) = self.read(guard);
                    guards.extend(inputs);
                    sure &= known;
                }
                let bodies = arms.iter().map(|(_, body)| body).chain([otherwise]);
                bodies.flatten().fold(false, |changed, node| self.step(node, sure, &guards) | changed)
            }
            op => {
                let own = op.writes().is_some_and(|slot| self.write(slot, BTreeSet::new(), false));
                let bodies = op.bodies().into_iter().flatten();
                bodies.fold(own, |changed, node| self.step(node, false, guards) | changed)
            }
        }
    }

    fn write(&mut self, slot: Slot, inputs: BTreeSet<usize>, sure: bool) -> bool {
        if self.drawn.contains(slot) {
            return false;
        }
        if !sure {
            self.drawn.insert(slot);
            return true;
        }
        let known = self.inputs.entry(slot).or_default();
        let before = known.len();
        known.extend(inputs);
        known.len() > before
    }
}
