//! Reads happen where they stand, left to right, although the steps of all parts of an expression are made
//! before the expression itself is evaluated.
//!
//! In `10 * s + sub().o` the steps of `sub` may write the state `s`. What stands to the left is then
//! evaluated before those steps; where they write nothing that it reads, nothing is copied.

use rustc_hash::FxHashSet;

use super::{Lowerer, Node, Op, Slot, Term, TermKind, slot_term};
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
            term.each(&mut |term| {
                if let TermKind::Slot(slot) = &term.kind {
                    reads_written |= written.contains(slot);
                }
            });
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::sync::Arc;

    use super::super::{Program, lower};
    use super::*;
    use crate::check::{Library, check_using};
    use crate::parse::parse;
    use crate::source::SourceMap;

    /// The program of `outcome x: integer` with a state `s`, and a used mechanic `sub` that writes it or not.
    fn lowered(sub: &str, statement: &str) -> Program {
        let mut sources = SourceMap::default();
        let mut library = Library::new();
        let sub = format!("mechanic t/sub\noutcome o: integer\nstate s: integer\n{sub}\n");
        let (model, findings) = check_using(parse(sources.add("sub.odds", sub.as_str()), &sub).0, &library);
        assert!(findings.is_empty(), "{findings:?}");
        library.insert("sub".to_owned(), Arc::new(model));
        let text = format!("mechanic t/a\nuses sub\noutcome x: integer\n{statement}\n");
        let (model, findings) = check_using(parse(sources.add("a.odds", text.as_str()), &text).0, &library);
        assert!(findings.is_empty(), "{findings:?}");
        lower(&model).unwrap()
    }

    /// How often a state is copied before something writes it.
    fn copies(program: &Program) -> usize {
        let state = program.states[0];
        let copy = |term: &Term| {
            let mut reads = false;
            term.each(&mut |term| reads |= matches!(&term.kind, TermKind::Slot(slot) if *slot == state));
            reads
        };
        let before = program.body.iter().take_while(|node| node.op.writes() != Some(state));
        before.filter(|node| matches!(&node.op, Op::Assign(_, term) if copy(term))).count()
    }

    #[test]
    fn a_state_is_copied_only_where_a_later_step_of_the_expression_writes_it() {
        let writes = "o = 1\ns = s + 1";
        assert_eq!(copies(&lowered(writes, "x = 10 * s + sub().o")), 1);
        assert_eq!(copies(&lowered(writes, "x = max(s, s + 1, sub().o)")), 2);
        assert_eq!(copies(&lowered(writes, "x = sub().o + 10 * s")), 0);
        let reads = "o = s\nif s > 5 { s = 5 }";
        assert_eq!(copies(&lowered(reads, "x = 10 + sub().o")), 1);
    }
}
