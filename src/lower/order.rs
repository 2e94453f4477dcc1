//! Reads happen where they stand, left to right, although the steps of all parts of an expression are made
//! before the expression itself is evaluated.
//!
//! In `10 * s + sub().o` the steps of `sub` may write the state `s`. What stands to the left is then
//! evaluated before those steps; where they write nothing that it reads, nothing is copied.

use rustc_hash::FxHashSet;

use super::{Lowerer, Node, Op, Slot, Term, slot_term};
use crate::parse::ast::Expr;

/// A place between two steps, and how many slots there were by then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    steps: usize,
    slots: u32,
}

impl Lowerer<'_> {
    /// Where the next step will be.
    pub(super) fn point(&self) -> Point {
        Point { steps: self.nodes.len(), slots: self.slots }
    }

    /// The terms of expressions that are read one after another.
    pub(super) fn operands<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Term> {
        let mut terms = Vec::new();
        for expr in exprs {
            self.operand(&mut terms, expr);
        }
        terms
    }

    /// Adds the term of an expression that is read after others.
    pub(super) fn operand(&mut self, earlier: &mut Vec<Term>, expr: &Expr) {
        let point = self.point();
        let term = self.expr(expr);
        self.keep(earlier, point);
        earlier.push(term);
    }

    /// Evaluates terms at a point where the steps after it write what they read.
    fn keep(&mut self, terms: &mut [Term], point: Point) {
        let steps = self.nodes.get(point.steps..).unwrap_or_default();
        let mut written = FxHashSet::default();
        for step in steps {
            step.each(&mut |node| {
                // A slot that was made since cannot have been read before.
                written.extend(node.op.writes().filter(|slot| slot.0 < point.slots));
            });
        }
        if written.is_empty() {
            return;
        }
        for term in terms {
            let mut reads_written = false;
            term.each_slot(&mut |slot| reads_written |= written.contains(&slot));
            if reads_written {
                let kept: Slot = self.fresh();
                let value = std::mem::replace(term, slot_term(term.origin, kept));
                self.made += 1;
                let at = point.steps.min(self.nodes.len());
                self.nodes.insert(at, Node { origin: term.origin, op: Op::Assign(kept, value) });
            }
        }
    }
}
