//! Binding: inputs and rules become constants, and what that decides is decided once.

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::cell::Cell;
use super::limits::Limits;
use super::plan::Bindings;
use super::term::{Bound, BoundKind, Context};

/// A step whose inputs and rules are bound. Liveness is not known yet.
#[derive(Debug, Clone)]
pub(super) struct Folded<N> {
    pub(super) origin: Span,
    pub(super) op: FoldedOp<N>,
}

#[derive(Debug, Clone)]
pub(super) enum FoldedOp<N> {
    Assign(Slot, Bound<N>),
    Branch(Vec<(Bound<N>, Vec<Folded<N>>)>, Option<Vec<Folded<N>>>),
    Random(Slot, Bound<N>),
    Uniform(Slot),
    Band(Slot, Bound<N>, Vec<(BinaryOp, Bound<N>)>),
    Floor(Slot, Bound<N>),
    Switch(Vec<(Bound<N>, Vec<Folded<N>>)>, Vec<Folded<N>>),
    Repeat(Bound<N>, Vec<Folded<N>>),
    Until(Vec<Folded<N>>, Bound<N>),
    Given(Bound<N>),
    CheckRange(Slot, usize),
    Refuse(Code, String),
}

pub(super) struct Folder<'a, N: Number> {
    pub(super) bindings: &'a Bindings<N>,
    pub(super) axis: &'a N::Axis,
    pub(super) limits: &'a Limits,
}

impl<N: Number> Folder<'_, N> {
    /// The values of the states before the first use: the declared ones, unless others are given.
    pub(super) fn start(&self, program: &Program) -> Vec<Folded<N>> {
        let mut out = self.nodes(&program.start);
        for (slot, given) in program.states.iter().zip(&self.bindings.states) {
            if let Some(cell) = given {
                let origin = Span::default();
                let value = Bound { origin, kind: BoundKind::Constant(cell.clone()) };
                out.push(Folded { origin, op: FoldedOp::Assign(*slot, value) });
            }
        }
        out
    }

    pub(super) fn nodes(&self, nodes: &[Node]) -> Vec<Folded<N>> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            self.node(node, &mut out);
        }
        out
    }

    fn node(&self, node: &Node, out: &mut Vec<Folded<N>>) {
        let op = match &node.op {
            Op::Assign(slot, term) => FoldedOp::Assign(*slot, self.term(term)),
            Op::Branch(arms, rest) => {
                let arms = arms.iter().map(|(weight, body)| (self.term(weight), self.nodes(body))).collect();
                FoldedOp::Branch(arms, rest.as_ref().map(|rest| self.nodes(rest)))
            }
            Op::Random(slot, bound) => FoldedOp::Random(*slot, self.term(bound)),
            Op::Uniform(slot) => FoldedOp::Uniform(*slot),
            Op::Band(slot, roll, thresholds) => {
                let thresholds = thresholds.iter().map(|(op, bound)| (*op, self.term(bound))).collect();
                FoldedOp::Band(*slot, self.term(roll), thresholds)
            }
            Op::Floor(slot, roll) => FoldedOp::Floor(*slot, self.term(roll)),
            Op::Switch(arms, otherwise) => return self.switch(arms, otherwise, node.origin, out),
            Op::Repeat(count, body) => {
                let count = self.term(count);
                let zero = Cell::Number(N::from(Rational::ZERO));
                if matches!(&count.kind, BoundKind::Constant(cell) if *cell == zero) {
                    return;
                }
                FoldedOp::Repeat(count, self.nodes(body))
            }
            Op::Until(body, guard) => {
                let (body, guard) = (self.nodes(body), self.term(guard));
                if is_flag(&guard, true) {
                    return out.extend(body);
                }
                FoldedOp::Until(body, guard)
            }
            Op::Given(evidence) => {
                let evidence = self.term(evidence);
                if is_flag(&evidence, true) {
                    return;
                }
                FoldedOp::Given(evidence)
            }
            Op::CheckRange(slot, field) => FoldedOp::CheckRange(*slot, *field),
            Op::Refuse(code, message) => FoldedOp::Refuse(*code, message.clone()),
        };
        out.push(Folded { origin: node.origin, op });
    }

    /// Ways whose guard is known to be false are cut off, and nothing comes after one that is true.
    fn switch(&self, arms: &[(Term, Vec<Node>)], otherwise: &[Node], origin: Span, out: &mut Vec<Folded<N>>) {
        let mut kept = Vec::new();
        for (guard, body) in arms {
            let guard = self.term(guard);
            match guard.kind {
                BoundKind::Constant(Cell::Flag(false)) => {}
                BoundKind::Constant(Cell::Flag(true)) if kept.is_empty() => {
                    return out.extend(self.nodes(body));
                }
                BoundKind::Constant(Cell::Flag(true)) => {
                    let op = FoldedOp::Switch(kept, self.nodes(body));
                    return out.push(Folded { origin, op });
                }
                _ => kept.push((guard, self.nodes(body))),
            }
        }
        let otherwise = self.nodes(otherwise);
        if kept.is_empty() {
            out.extend(otherwise);
        } else {
            out.push(Folded { origin, op: FoldedOp::Switch(kept, otherwise) });
        }
    }

    fn term(&self, term: &Term) -> Bound<N> {
        let origin = term.origin;
        let kind = match &term.kind {
            TermKind::Constant(value) => BoundKind::Constant(Cell::from_value(value)),
            TermKind::Slot(slot) => BoundKind::Slot(*slot),
            TermKind::Input(index) => bound(self.bindings.inputs.get(*index)),
            TermKind::Rule(index) => bound(self.bindings.rules.get(*index)),
            TermKind::Unary(op, inner) => {
                self.evaluated(origin, BoundKind::Unary(*op, Box::new(self.term(inner))))
            }
            TermKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                // What decides stands alone; what does not decide leaves the other side.
                match &left.kind {
                    BoundKind::Constant(Cell::Flag(flag)) if *flag == (*op == BinaryOp::Or) => return left,
                    BoundKind::Constant(Cell::Flag(_)) => return right,
                    _ => BoundKind::Binary(*op, Box::new(left), Box::new(right)),
                }
            }
            TermKind::Binary(op, left, right) => self.evaluated(
                origin,
                BoundKind::Binary(*op, Box::new(self.term(left)), Box::new(self.term(right))),
            ),
            TermKind::Call(builtin, arguments) => self.evaluated(
                origin,
                BoundKind::Call(*builtin, arguments.iter().map(|argument| self.term(argument)).collect()),
            ),
        };
        Bound { origin, kind }
    }

    /// The value where all operands are constant. A term that fails stays: it may never be reached.
    fn evaluated(&self, origin: Span, kind: BoundKind<N>) -> BoundKind<N> {
        let is_constant = |term: &Bound<N>| matches!(term.kind, BoundKind::Constant(_));
        let ready = match &kind {
            BoundKind::Unary(_, inner) => is_constant(inner),
            BoundKind::Binary(_, left, right) => is_constant(left) && is_constant(right),
            BoundKind::Call(_, arguments) => arguments.iter().all(is_constant),
            BoundKind::Constant(_) | BoundKind::Slot(_) => false,
        };
        if !ready {
            return kind;
        }
        let context = Context::<N> { axis: self.axis, limits: self.limits };
        let term = Bound { origin, kind };
        match context.eval(&term, &[]) {
            Ok(cell) => BoundKind::Constant(cell),
            Err(_) => term.kind,
        }
    }
}

fn is_flag<N: Number>(term: &Bound<N>, flag: bool) -> bool {
    matches!(&term.kind, BoundKind::Constant(Cell::Flag(value)) if *value == flag)
}

fn bound<N: Number>(cell: Option<&Cell<N>>) -> BoundKind<N> {
    // A missing binding becomes a cell that no operation takes, and so an error where it is read.
    BoundKind::Constant(cell.cloned().unwrap_or(Cell::Unset))
}
