//! Binding: inputs and rules become constants, and what that decides is decided once.

use crate::exact::{Number, Rational};
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::bindings::{Bindings, InputBinding};
use super::cell::Cell;
use super::derive::Derived;
use super::limits::{Limits, not_known};
use super::term::{Bound, BoundKind, Context};

/// A step whose inputs and rules are bound.
pub(super) type Folded<N> = Node<Bound<N>>;

pub(super) struct Folder<'a, N: Number> {
    pub(super) program: &'a Program,
    pub(super) bindings: &'a Bindings<N>,
    pub(super) axis: &'a N::Axis,
    pub(super) limits: &'a Limits,
    /// What the inputs are that have no value of their own.
    pub(super) inputs: Derived<N>,
}

impl<'a, N: Number> Folder<'a, N> {
    pub(super) fn new(
        program: &'a Program,
        bindings: &'a Bindings<N>,
        axis: &'a N::Axis,
        limits: &'a Limits,
    ) -> Folder<'a, N> {
        let mut folder = Folder { program, bindings, axis, limits, inputs: Derived::default() };
        folder.derive();
        folder
    }

    /// One use: the steps of the program, from states that are there.
    pub(super) fn body(&self) -> Vec<Folded<N>> {
        let mut out = self.inputs.steps.clone();
        out.extend(self.nodes(&self.program.body));
        out
    }

    /// The values of the states before the first use: the declared ones, unless others are given.
    pub(super) fn start(&self) -> Vec<Folded<N>> {
        let mut out = self.inputs.steps.clone();
        out.extend(self.nodes(&self.program.start));
        for (slot, given) in self.program.states.iter().zip(&self.bindings.states) {
            if let Some(cell) = given {
                let origin = Span::default();
                let value = Bound { origin, kind: BoundKind::Constant(cell.clone()), rules: Vec::new() };
                out.push(Folded { origin, op: Op::Assign(*slot, value) });
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

    pub(super) fn node(&self, node: &Node, out: &mut Vec<Folded<N>>) {
        let origin = node.origin;
        let folded = node.op.borrowed();
        let folded = match folded {
            Op::Switch(arms, otherwise) => return self.switch(&arms, otherwise, origin, out),
            op => op.map(|slot| slot, |term| self.term(term), |body| self.nodes(body)),
        };
        match folded {
            Op::Repeat(count, _) if is_zero(&count) => {}
            Op::Until(body, guard) if is_flag(&guard, true) => out.extend(body),
            Op::Given(evidence) if is_flag(&evidence, true) => {}
            op => out.push(Folded { origin, op }),
        }
    }

    /// Branches whose guard is known to be false are cut off, and nothing comes after one that is true.
    fn switch(
        &self,
        arms: &[(&Term, &Vec<Node>)],
        otherwise: &[Node],
        origin: Span,
        out: &mut Vec<Folded<N>>,
    ) {
        let mut kept = Vec::new();
        for (guard, body) in arms {
            let guard = self.term(guard);
            match guard.kind {
                BoundKind::Constant(Cell::Flag(false)) => {}
                BoundKind::Constant(Cell::Flag(true)) if kept.is_empty() => {
                    return out.extend(self.nodes(body));
                }
                BoundKind::Constant(Cell::Flag(true)) => {
                    let op = Op::Switch(kept, self.nodes(body));
                    return out.push(Folded { origin, op });
                }
                _ => kept.push((guard, self.nodes(body))),
            }
        }
        let otherwise = self.nodes(otherwise);
        if kept.is_empty() {
            out.extend(otherwise);
        } else {
            out.push(Folded { origin, op: Op::Switch(kept, otherwise) });
        }
    }

    pub(super) fn term(&self, term: &Term) -> Bound<N> {
        let origin = term.origin;
        let plain = |kind| Bound { origin, kind, rules: Vec::new() };
        match &term.kind {
            TermKind::Constant(value) => plain(BoundKind::Constant(Cell::from_value(value))),
            TermKind::Slot(slot) => self.slot(*slot, origin),
            TermKind::Input(index) => self.input(*index, origin),
            TermKind::Rule(index) => Bound { origin, kind: self.rule(*index, origin), rules: vec![*index] },
            TermKind::Unary(op, inner) => {
                self.evaluated(plain(BoundKind::Unary(*op, Box::new(self.term(inner)))))
            }
            TermKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, mut right) = (self.term(left), self.term(right));
                // What decides stands alone; what does not decide leaves the other side.
                match &left.kind {
                    BoundKind::Constant(Cell::Flag(flag)) if *flag == (*op == BinaryOp::Or) => left,
                    BoundKind::Constant(Cell::Flag(_)) => {
                        right.rules.extend(left.rules);
                        right
                    }
                    _ => plain(BoundKind::Binary(*op, Box::new(left), Box::new(right))),
                }
            }
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                self.evaluated(plain(BoundKind::Binary(*op, Box::new(left), Box::new(right))))
            }
            TermKind::List(op, terms) => {
                let terms = terms.iter().map(|term| self.term(term)).collect();
                self.evaluated(plain(BoundKind::List(*op, terms)))
            }
            TermKind::Call(builtin, arguments) => {
                let arguments = arguments.iter().map(|argument| self.term(argument)).collect();
                self.evaluated(plain(BoundKind::Call(*builtin, arguments)))
            }
        }
    }

    /// What a slot holds; of an input that has no value of its own what that comes to, where it is known.
    fn slot(&self, slot: Slot, origin: Span) -> Bound<N> {
        match self.inputs.known.get(&slot) {
            Some(known) => known.clone(),
            None => Bound { origin, kind: BoundKind::Slot(slot), rules: Vec::new() },
        }
    }

    fn input(&self, index: usize, origin: Span) -> Bound<N> {
        match (self.bindings.inputs.get(index), self.program.inputs.get(index)) {
            (Some(InputBinding::Follows | InputBinding::Law(_)), Some(steps)) => {
                self.slot(steps.slot, origin)
            }
            (Some(InputBinding::Open), _) => self.slot(open_slot(self.program, index), origin),
            (Some(InputBinding::Value(cell)), _) => {
                Bound { origin, kind: bound(Some(cell)), rules: Vec::new() }
            }
            _ => Bound { origin, kind: bound(None), rules: Vec::new() },
        }
    }

    /// The value of a rule; one that is not known is refused where it is needed.
    fn rule(&self, index: usize, origin: Span) -> BoundKind<N> {
        match self.bindings.rules.get(index) {
            Some(Err(reason)) => {
                let name = self.program.rules.get(index).map_or("a rule", String::as_str);
                BoundKind::Refused(not_known(name, reason, origin))
            }
            Some(Ok(cell)) => bound(Some(cell)),
            None => bound(None),
        }
    }

    /// The value where all operands are constant, with the rules that it comes from. A term that fails
    /// stays: it may never be reached.
    fn evaluated(&self, term: Bound<N>) -> Bound<N> {
        let is_constant = |term: &Bound<N>| matches!(term.kind, BoundKind::Constant(_));
        let ready = match &term.kind {
            BoundKind::Unary(_, inner) => is_constant(inner),
            BoundKind::Binary(_, left, right) => is_constant(left) && is_constant(right),
            BoundKind::Call(_, terms) | BoundKind::List(_, terms) => terms.iter().all(is_constant),
            BoundKind::Constant(_) | BoundKind::Slot(_) | BoundKind::Refused(_) | BoundKind::Update(_) => {
                false
            }
        };
        if !ready {
            return term;
        }
        let context = Context::<N> { axis: self.axis, limits: self.limits };
        match context.eval(&term, &[]) {
            Ok(cell) => {
                let mut rules = Vec::new();
                term.each(&mut |inside| rules.extend(&inside.rules));
                Bound { origin: term.origin, kind: BoundKind::Constant(cell), rules }
            }
            Err(_) => term,
        }
    }
}

/// Stands for an input that has no value. No step gives it one.
fn open_slot(program: &Program, input: usize) -> Slot {
    Slot(program.slots.saturating_add(u32::try_from(input).unwrap_or(u32::MAX)))
}

fn is_zero<N: Number>(term: &Bound<N>) -> bool {
    matches!(&term.kind, BoundKind::Constant(Cell::Number(number)) if *number == N::from(Rational::ZERO))
}

fn is_flag<N: Number>(term: &Bound<N>, flag: bool) -> bool {
    matches!(&term.kind, BoundKind::Constant(Cell::Flag(value)) if *value == flag)
}

fn bound<N: Number>(cell: Option<&Cell<N>>) -> BoundKind<N> {
    // A missing binding becomes a cell that no operation takes, and so an error where it is read.
    BoundKind::Constant(cell.cloned().unwrap_or(Cell::Unset))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::diagnostic::has_errors;
    use crate::lower::lower;
    use crate::parse::parse;
    use crate::source::SourceMap;
    use crate::value::{InputValue, RuleValue, Value};

    fn folded(text: &str, inputs: &[Value], rules: &[RuleValue]) -> Vec<Folded<Rational>> {
        let text = format!("mechanic t/a\noutcome x: integer\n{text}\n");
        let file = SourceMap::default().add("a.odds", text.as_str());
        let (model, findings) = check(parse(file, &text).0);
        assert!(!has_errors(&findings), "{findings:?}");
        let program = lower(&model).unwrap();
        let inputs: Vec<InputValue> = inputs.iter().cloned().map(InputValue::from).collect();
        let bindings = Bindings::new(&inputs, rules);
        Folder::new(&program, &bindings, &(), &Limits::default()).body()
    }

    #[test]
    fn a_branch_that_the_inputs_decide_is_the_only_one_left() {
        let text = "input hard: flag\nif hard { x = 1 } else { x = 2 }";
        for (hard, expected) in [(true, 1), (false, 2)] {
            let steps = folded(text, &[Value::Flag(hard)], &[]);
            assert_eq!(steps.len(), 1);
            let Op::Assign(_, value) = &steps[0].op else { unreachable_step() };
            assert!(
                matches!(&value.kind, BoundKind::Constant(Cell::Number(n)) if *n == Rational::from(expected))
            );
        }
    }

    #[test]
    fn a_number_keeps_the_rules_it_was_made_of() {
        let text = "rule a: integer = 1\nrule b: integer = 2\nx = a + 2 * b";
        let numbers = [1, 2].map(|n| RuleValue::Known(Value::Number(Rational::from(n))));
        let steps = folded(text, &[], &numbers);
        let Op::Assign(_, value) = &steps[0].op else { unreachable_step() };
        assert!(matches!(&value.kind, BoundKind::Constant(Cell::Number(n)) if *n == Rational::from(5)));
        assert_eq!(value.rules, [0, 1]);
    }

    #[test]
    fn a_term_that_fails_stays_until_it_is_reached() {
        let steps = folded("input n: integer = 0\nx = floor(1 / n)", &[Value::Number(Rational::ZERO)], &[]);
        let Op::Assign(_, value) = &steps[0].op else { unreachable_step() };
        assert!(matches!(&value.kind, BoundKind::Call(..)));
    }

    #[allow(clippy::panic, reason = "a test that cannot go on fails")]
    fn unreachable_step() -> ! {
        panic!("another step was expected")
    }
}
