//! `for each`: written out for the values of an enumeration and for short ranges of plain numbers, so that its variable
//! is a constant there; else a loop that goes through a list or counts.

use super::expr::{binary, number};
use super::family::value_of;
use super::list::{list, range_length};
use super::{ListOp, Lowerer, Op, Term, TermKind, slot_term};
use crate::check::model::{Binding, LocalId};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Block, End, Expr, ExprKind, Name};
use crate::source::Span;
use crate::value::Value;

/// The longest range that is written out.
const WRITTEN_OUT: i64 = 32;

impl Lowerer<'_> {
    pub(super) fn for_each(&mut self, name: &Name, all: &Expr, block: &Block, origin: Span) {
        let Some(Binding::Local(id)) = self.frame.resolution.target(name.span) else { return };
        if let Some(values) = self.enumerated(all) {
            return self.written_out(id, values.into_iter(), block);
        }
        match &all.kind {
            ExprKind::Range(first, last) => self.count_through(id, (first, last), block, origin),
            _ => self.go_through(id, all, block, origin),
        }
    }

    /// The values of an enumeration, where the expression is one.
    fn enumerated(&self, all: &Expr) -> Option<Vec<Value>> {
        let Some(Binding::Values(list)) = self.frame.resolution.binding(all.id) else { return None };
        let count = self.frame.model.enumerations.get(list.0).map_or(0, |list| list.variants.len());
        Some((0..count).filter_map(|index| u32::try_from(index).ok()).map(Value::Variant).collect())
    }

    /// The values that are known before anything is drawn: those of an enumeration, or from one number to another.
    pub(super) fn values_of(&mut self, all: &Expr) -> Vec<Value> {
        if let Some(values) = self.enumerated(all) {
            return values;
        }
        let ExprKind::Range(first, last) = &all.kind else { return Vec::new() };
        let ends = (self.expr(first), self.expr(last));
        let whole = |end: &Term| value_of(end)?.as_number()?.to_i64();
        let ends = (whole(&ends.0), whole(&ends.1));
        let (Some(first), Some(last)) = ends else { return Vec::new() };
        (first..=last).map(|value| Value::Number(Rational::from(value))).collect()
    }

    fn written_out(&mut self, id: LocalId, values: impl Iterator<Item = Value>, block: &Block) {
        for value in values {
            if self.too_large.is_some() {
                return;
            }
            self.frame.known.insert(id, value);
            self.block(block);
        }
        self.frame.known.remove(&id);
    }

    /// From one whole number to another.
    fn count_through(&mut self, id: LocalId, (first, last): (&Expr, &Expr), block: &Block, origin: Span) {
        let mut ends = self.operands([first, last]);
        let (Some(last), Some(first)) = (ends.pop(), ends.pop()) else { return };
        if let (Some(from), Some(to)) = (whole(&first.kind), whole(&last.kind))
            && to.saturating_sub(from) < WRITTEN_OUT
        {
            let values = (from..=to).map(|value| Value::Number(Rational::from(value)));
            return self.written_out(id, values, block);
        }
        let count = range_length(origin, &first, &last);
        let (counter, each) = (self.fresh(), self.fresh());
        let before = binary(origin, BinaryOp::Subtract, first, number(origin, 1));
        self.push(origin, Op::Assign(counter, before));
        let body = self.collect(|lowerer| {
            let next = binary(origin, BinaryOp::Add, slot_term(origin, counter), number(origin, 1));
            lowerer.push(origin, Op::Assign(counter, next));
            lowerer.push(origin, Op::Assign(each, slot_term(origin, counter)));
            lowerer.frame.locals.insert(id, each);
            lowerer.block(block);
        });
        self.push(origin, Op::Repeat(count, body));
    }

    /// Through what a list holds when the loop begins.
    fn go_through(&mut self, id: LocalId, all: &Expr, block: &Block, origin: Span) {
        let all = self.expr(all);
        let (left, count) = self.kept_list(origin, all);
        let each = self.fresh();
        let body = self.collect(|lowerer| {
            let rest = slot_term(origin, left);
            let next = list(origin, ListOp::At, vec![rest.clone(), number(origin, 1)]);
            lowerer.push(origin, Op::Assign(each, next));
            lowerer.push(origin, Op::Assign(left, list(origin, ListOp::Rest(End::First), vec![rest])));
            lowerer.frame.locals.insert(id, each);
            lowerer.block(block);
        });
        self.push(origin, Op::Repeat(count, body));
    }
}

fn whole(kind: &TermKind) -> Option<i64> {
    match kind {
        TermKind::Constant(Value::Number(number)) if number.is_integer() => number.to_i64(),
        _ => None,
    }
}
