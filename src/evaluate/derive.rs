//! Inputs that have no value of their own: what their defaults come to under the rules and the other inputs, and
//! those that are drawn by a law.
//!
//! Where a default comes to a value that depends on no draw, it stands in the place of the input, as a value that
//! was given would. So does a refusal: it is said where the input is needed. What is left are steps before all
//! others.

use rustc_hash::FxHashMap;

use crate::exact::{Number, Rational};
use crate::lower::{InputSteps, Node, Op, Program, Slot, Term, TermKind};
use crate::prob::Pmf;
use crate::source::Span;
use crate::value::Value;

use super::bindings::{Bindings, InputBinding};
use super::cell::Cell;
use super::fold::{Folded, Folder};
use super::limits::{Limits, Stop};
use super::plan::Plan;
use super::slots::SlotSet;
use super::term::{Bound, BoundKind, Context};

/// What the inputs are that have no value of their own.
pub(super) struct Derived<N> {
    /// What stands in the place of slots.
    pub(super) known: FxHashMap<Slot, Bound<N>>,
    /// The steps that give the others their values.
    pub(super) steps: Vec<Folded<N>>,
}

impl<N> Default for Derived<N> {
    fn default() -> Self {
        Derived { known: FxHashMap::default(), steps: Vec::new() }
    }
}

impl<N: Number> Folder<'_, N> {
    /// Goes through the inputs in their order: each may follow from those before it.
    pub(super) fn derive(&mut self) {
        let program = self.program;
        for (input, steps) in self.bindings.inputs.iter().zip(&program.inputs) {
            match input {
                InputBinding::Value(_) | InputBinding::Open => {}
                InputBinding::Follows => steps.default.iter().for_each(|node| self.derive_step(node)),
                InputBinding::Law(law) => self.draw_input(steps, law),
            }
        }
    }

    /// The draw of an input with a law, before all that may follow from it.
    fn draw_input(&mut self, steps: &InputSteps, law: &[(Cell<N>, N)]) {
        let origin = steps.origin;
        let constant = |cell| Bound { origin, kind: BoundKind::Constant(cell), rules: Vec::new() };
        let arm = |(cell, mass): &(Cell<N>, N)| {
            let value = Op::Assign(steps.slot, constant(cell.clone()));
            (constant(Cell::Number(mass.clone())), vec![Folded { origin, op: value }])
        };
        let op = Op::Branch(law.iter().map(arm).collect(), None);
        self.inputs.steps.push(Folded { origin, op });
    }

    pub(super) fn derive_step(&mut self, node: &Node) {
        match &node.op {
            Op::Assign(slot, term) => {
                let value = self.term(term);
                if is_closed(&value) {
                    self.inputs.known.insert(*slot, value);
                } else {
                    self.inputs.known.remove(slot);
                    self.inputs.steps.push(Folded { origin: node.origin, op: Op::Assign(*slot, value) });
                }
            }
            Op::CheckRange(slot, range) if self.inputs.known.contains_key(slot) => {
                self.check_known(*slot, *range, node.origin);
            }
            Op::Switch(arms, otherwise) => match self.decided(arms, otherwise) {
                Some(body) => body.iter().for_each(|node| self.derive_step(node)),
                None => self.step(node),
            },
            _ => self.step(node),
        }
    }

    /// The steps of a branch that is the one taken whatever is drawn.
    fn decided<'n>(&self, arms: &'n [(Term, Vec<Node>)], otherwise: &'n [Node]) -> Option<&'n [Node]> {
        for (guard, body) in arms {
            match self.term(guard).kind {
                BoundKind::Constant(Cell::Flag(true)) => return Some(body),
                BoundKind::Constant(Cell::Flag(false)) => {}
                _ => return None,
            }
        }
        Some(otherwise)
    }

    /// A step that has to be made: what it may change is held by slots from here on.
    fn step(&mut self, node: &Node) {
        let mut written = SlotSet::default();
        node.each(&mut |inner| inner.op.writes().into_iter().for_each(|slot| written.insert(slot)));
        for slot in written.iter() {
            if let Some(value) = self.inputs.known.remove(&slot) {
                self.inputs.steps.push(Folded { origin: node.origin, op: Op::Assign(slot, value) });
            }
        }
        let mut folded = Vec::new();
        self.node(node, &mut folded);
        self.inputs.steps.append(&mut folded);
    }

    /// A value outside its range is refused where it is needed.
    fn check_known(&mut self, slot: Slot, range: usize, origin: Span) {
        let context = Context { axis: self.axis, limits: self.limits };
        let (Some(range), Some(value)) = (self.program.ranges.get(range), self.inputs.known.get_mut(&slot))
        else {
            return;
        };
        if let BoundKind::Constant(cell) = &value.kind
            && let Err(stop) = context.check_within(cell, range, origin)
        {
            value.kind = BoundKind::Refused(stop);
        }
    }
}

/// The law of an input under rules and other inputs: where nothing is drawn, its one value.
///
/// # Errors
/// Where its default comes to nothing.
pub fn input_law(program: &Program, bindings: &Bindings<Rational>, input: usize) -> Result<Pmf<Value>, Stop> {
    let origin = Span::default();
    let slot = Slot(program.slots);
    let read = Term { origin, kind: TermKind::Input(input) };
    let program = Program {
        slots: program.slots + 1,
        body: vec![Node { origin, op: Op::Assign(slot, read) }],
        outputs: vec![slot],
        ranges: program.ranges.clone(),
        rules: program.rules.clone(),
        inputs: program.inputs.clone(),
        ..Program::default()
    };
    let limits = Limits::default();
    let law = Plan::<Rational>::new(&program, bindings, &[0], &(), &limits).law(&limits)?;
    Ok(law.map(|values| values[0].clone()))
}

/// Whether a term depends on nothing that a program draws.
fn is_closed<N>(term: &Bound<N>) -> bool {
    let mut closed = true;
    term.each_slot(&mut |_| closed = false);
    closed
}
