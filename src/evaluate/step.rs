//! The program to run: the operations of the lowered one, with what can be emptied and merged.

use crate::lower::{Op, Slot};
use crate::source::Span;

use super::added::Added;
use super::term::Bound;

/// Steps with the slots that can be emptied on entry.
#[derive(Debug, Clone)]
pub(super) struct Sequence<N> {
    pub(super) kill: Vec<Slot>,
    pub(super) steps: Vec<Step<N>>,
    /// Of a loop that ends when something holds, the slots that only its guard and further rounds read.
    pub(super) leave: Vec<Slot>,
    /// Of a loop of so many rounds, what they add to, where that is all they do.
    pub(super) adds: Option<Added>,
}

/// A step with the slots that can be emptied after it.
#[derive(Debug, Clone)]
pub(super) struct Step<N> {
    pub(super) origin: Span,
    pub(super) op: Op<Bound<N>, Sequence<N>>,
    pub(super) kill: Vec<Slot>,
    /// Whether states may have become equal.
    pub(super) merge: bool,
    /// For a draw of a whole number, after how many more steps the number itself is gone again.
    pub(super) spread: usize,
    /// How many steps from this one on read nothing that was there before it.
    pub(super) apart: usize,
}

impl<N> Sequence<N> {
    /// All steps, and those inside of them.
    pub(super) fn all_steps(&self) -> Vec<&Step<N>> {
        let mut steps = Vec::new();
        self.collect(&mut steps);
        steps
    }

    fn collect<'a>(&'a self, steps: &mut Vec<&'a Step<N>>) {
        for step in &self.steps {
            steps.push(step);
            step.op.bodies().into_iter().for_each(|body| body.collect(steps));
        }
    }
}
