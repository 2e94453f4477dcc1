//! Pools to slots that count what is left, and draws from them to branches.

use super::expr::{binary, number};
use super::frame::PoolSlots;
use super::{Lowerer, Node, Op, Slot, Term, TermKind, constant, slot_term};
use crate::check::model::{Binding, Range};
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Choice, ChoiceWeight, Expr, Name, Pool, PoolEntry};
use crate::source::Span;
use crate::value::Value;

impl Lowerer<'_> {
    pub(super) fn pool(&mut self, pool: &Pool) {
        let mut slots = Vec::new();
        for entry in &pool.entries {
            self.entries(pool, entry, &entry.each, &mut slots);
        }
        if let Some(Binding::Local(id)) = self.frame.resolution.target(pool.name.span) {
            self.frame.pools.insert(id, slots);
        }
    }

    /// An entry for every value of what it goes through.
    fn entries(&mut self, pool: &Pool, entry: &PoolEntry, each: &[(Name, Expr)], slots: &mut Vec<PoolSlots>) {
        let Some(((name, all), further)) = each.split_first() else {
            let own = self.entry(pool, entry);
            return slots.push(own);
        };
        let Some(Binding::Local(id)) = self.frame.resolution.target(name.span) else { return };
        for value in self.values_of(all) {
            if self.too_large.is_some() {
                return;
            }
            self.frame.known.insert(id, value);
            self.entries(pool, entry, further, slots);
        }
        self.frame.known.remove(&id);
    }

    fn entry(&mut self, pool: &Pool, entry: &PoolEntry) -> PoolSlots {
        let at_least_zero = Range { low: Some(Rational::ZERO), high: None };
        let name = &pool.name.text;
        let left = self.fresh();
        self.expr_into(left, &entry.count);
        self.check_range(entry.count.span, left, format!("how many there are in `{name}`"), &at_least_zero);
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
        PoolSlots { left, weight, value }
    }

    /// `put card into deck`: one more of the first entry that is such a thing.
    pub(super) fn put(&mut self, value: &Expr, name: &Name, origin: Span) {
        let value = self.expr(value);
        let value = self.named(value);
        let pool = match self.frame.resolution.target(name.span) {
            Some(Binding::Local(id)) => self.frame.pools.get(&id).cloned().unwrap_or_default(),
            _ => Vec::new(),
        };
        let one_more = |entry: &PoolSlots| {
            let more = binary(origin, BinaryOp::Add, slot_term(origin, entry.left), number(origin, 1));
            let guard = binary(origin, BinaryOp::Equals, value.clone(), entry.value.clone());
            (guard, vec![Node { origin, op: Op::Assign(entry.left, more) }])
        };
        let arms: Vec<_> = pool.iter().map(one_more).collect();
        self.made += 1 + arms.len();
        let message = format!("nothing like this was ever in `{}`", name.text);
        let refuse = vec![Node { origin: value.origin, op: Op::Refuse(Code::NotInPool, message) }];
        self.push(origin, Op::Switch(arms, refuse));
    }

    /// `length of deck`: how many are left in a pool.
    pub(super) fn left_in_pool(&self, pool: &Expr, origin: Span) -> Option<Term> {
        let Some(Binding::Local(id)) = self.frame.resolution.binding(pool.id) else { return None };
        let left: Vec<Term> =
            self.frame.pools.get(&id)?.iter().map(|entry| slot_term(origin, entry.left)).collect();
        Some(total(origin, &left))
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
        let sum = self.fresh();
        self.push(origin, Op::Assign(sum, total(origin, &shares)));
        let drawn = self.fresh();
        let take = |entry: &PoolSlots| {
            let left = slot_term(origin, entry.left);
            let fewer = binary(origin, BinaryOp::Subtract, left, number(origin, 1));
            vec![
                Node { origin, op: Op::Assign(drawn, entry.value.clone()) },
                Node { origin, op: Op::Assign(entry.left, fewer) },
            ]
        };
        let arms = shares.into_iter().zip(&pool).map(|(share, entry)| (share, take(entry))).collect();
        let message = "nothing that could be drawn is left in the pool";
        self.made += 2 * pool.len();
        self.by_share(origin, sum, arms, (Code::EmptyPool, message));
        slot_term(origin, drawn)
    }

    /// One of the alternatives, each as likely as its share of the sum of all weights.
    pub(super) fn weighted(&mut self, slot: Slot, choices: &[Choice], origin: Span) {
        let at_least_zero = Range { low: Some(Rational::ZERO), high: None };
        let mut arms = Vec::new();
        for choice in choices {
            // The checker has refused an alternative without a weight.
            let ChoiceWeight::Weight(weight) = &choice.weight else { continue };
            let share = self.expr(weight);
            let share = match share.kind {
                TermKind::Constant(_) => share,
                _ => {
                    let slot = self.fresh();
                    self.push(weight.span, Op::Assign(slot, share));
                    self.check_range(weight.span, slot, "a weight".to_owned(), &at_least_zero);
                    slot_term(weight.span, slot)
                }
            };
            arms.push((share, &choice.value));
        }
        let sum = self.fresh();
        let shares: Vec<Term> = arms.iter().map(|(share, _)| share.clone()).collect();
        self.push(origin, Op::Assign(sum, total(origin, &shares)));
        let mut bodies = Vec::new();
        for (share, value) in arms {
            bodies.push((share, self.collect(|lowerer| lowerer.body_into(slot, value))));
        }
        self.by_share(
            origin,
            sum,
            bodies,
            (Code::WeightsSum, "all weights are 0, so there is nothing to choose"),
        );
    }

    /// A branch by shares of a sum that is in a slot, or a refusal where the sum is 0.
    fn by_share(&mut self, origin: Span, sum: Slot, arms: Vec<(Term, Vec<Node>)>, nothing: (Code, &str)) {
        let sum = slot_term(origin, sum);
        let part = |share: Term| binary(share.origin, BinaryOp::Divide, share, sum.clone());
        let arms = arms.into_iter().map(|(share, body)| (part(share), body)).collect();
        let empty = binary(origin, BinaryOp::Equals, sum, number(origin, 0));
        let (code, message) = nothing;
        let refuse = Node { origin, op: Op::Refuse(code, message.to_owned()) };
        self.made += 2;
        self.switch(empty, vec![refuse], vec![Node { origin, op: Op::Branch(arms, None) }]);
    }
}

/// The sum of terms, in halves, so that a hundred of them are no deeper than seven.
fn total(origin: Span, terms: &[Term]) -> Term {
    match terms {
        [] => number(origin, 0),
        [one] => one.clone(),
        several => {
            let (left, right) = several.split_at(several.len() / 2);
            binary(origin, BinaryOp::Add, total(origin, left), total(origin, right))
        }
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
