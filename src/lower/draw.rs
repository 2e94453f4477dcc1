//! Pools to slots that count what is left, and draws from them to branches.

use super::expr::{binary, number};
use super::frame::PoolSlots;
use super::{Lowerer, Node, Op, Term, TermKind, constant, slot_term};
use crate::check::model::{Binding, Range};
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, Pool};
use crate::source::Span;
use crate::value::Value;

impl Lowerer<'_> {
    pub(super) fn pool(&mut self, pool: &Pool) {
        let at_least_zero = Range { low: Some(Rational::ZERO), high: None };
        let mut slots = Vec::new();
        for entry in &pool.entries {
            let left = self.fresh();
            self.expr_into(left, &entry.count);
            let name = &pool.name.text;
            self.check_range(
                entry.count.span,
                left,
                format!("how many there are in `{name}`"),
                &at_least_zero,
            );
            let weight = entry.weight.as_ref().map(|weight| {
                let slot = self.fresh();
                self.expr_into(slot, weight);
                self.check_range(weight.span, slot, format!("a weight in `{name}`"), &at_least_zero);
                slot_term(weight.span, slot)
            });
            // What is in the pool was decided when it was made, so a variable is copied.
            let value = match self.expr(&entry.value) {
                value @ Term { kind: TermKind::Constant(_), .. } => value,
                value => {
                    let slot = self.fresh();
                    self.push(entry.value.span, Op::Assign(slot, value));
                    slot_term(entry.value.span, slot)
                }
            };
            slots.push(PoolSlots { left, weight, value });
        }
        if let Some(Binding::Local(id)) = self.frame.resolution.target(pool.name.span) {
            self.frame.pools.insert(id, slots);
        }
    }

    /// One thing of the pool, each as likely as its weight says; it is not put back.
    pub(super) fn draw(&mut self, expr: &Expr) -> Term {
        let origin = expr.span;
        let pool = match self.frame.resolution.binding(expr.id) {
            Some(Binding::Local(id)) => self.frame.pools.get(&id).cloned(),
            _ => None,
        };
        let Some(pool) = pool.filter(|pool| !pool.is_empty()) else {
            return constant(origin, Value::Flag(false));
        };
        let shares: Vec<Term> = pool.iter().map(|entry| share(origin, entry)).collect();
        let total = shares.iter().cloned().reduce(|sum, share| binary(origin, BinaryOp::Add, sum, share));
        let total = total.unwrap_or_else(|| number(origin, 0));
        let sum = self.fresh();
        self.push(origin, Op::Assign(sum, total));
        let drawn = self.fresh();
        let take = |entry: &PoolSlots| {
            let left = slot_term(origin, entry.left);
            let fewer = binary(origin, BinaryOp::Subtract, left, number(origin, 1));
            vec![
                Node { origin, op: Op::Assign(drawn, entry.value.clone()) },
                Node { origin, op: Op::Assign(entry.left, fewer) },
            ]
        };
        let weight = |share: Term| binary(origin, BinaryOp::Divide, share, slot_term(origin, sum));
        let arms = shares.into_iter().zip(&pool).map(|(share, entry)| (weight(share), take(entry))).collect();
        let empty = binary(origin, BinaryOp::Equals, slot_term(origin, sum), number(origin, 0));
        let message = "nothing that could be drawn is left in the pool".to_owned();
        let refuse = Node { origin, op: Op::Refuse(Code::EmptyPool, message) };
        self.made += 2 * pool.len() + 2;
        self.switch(empty, vec![refuse], vec![Node { origin, op: Op::Branch(arms, None) }]);
        slot_term(origin, drawn)
    }
}

/// What is left of an entry, by weight.
fn share(origin: Span, entry: &PoolSlots) -> Term {
    let left = slot_term(origin, entry.left);
    match &entry.weight {
        Some(weight) => binary(origin, BinaryOp::Multiply, left, weight.clone()),
        None => left,
    }
}
