//! Lists: a slot with what they hold, and one with their length. Who reads only the length leaves the first unread,
//! and it is then not carried.

use super::expr::{binary, number};
use super::{ListOp, Lowerer, Node, Op, Slot, Term, TermKind, slot_term};
use crate::check::Kind;
use crate::check::model::{Builtin, ListPart, Model};
use crate::diagnostic::Code;
use crate::parse::ast::{BinaryOp, End, Expr, ExprKind, Name};
use crate::source::Span;

pub(super) fn list(origin: Span, op: ListOp, terms: Vec<Term>) -> Term {
    Term { origin, kind: TermKind::List(op, terms) }
}

impl Lowerer<'_> {
    /// A slot for the value of an expression; for a list, with one for its length.
    pub(super) fn slot_for(&mut self, expr: &Expr) -> Slot {
        match self.frame.resolution.kind(expr.id) {
            Kind::List(_) => self.list_slot(),
            _ => self.fresh(),
        }
    }

    pub(super) fn list_slot(&mut self) -> Slot {
        let (contents, length) = (self.fresh(), self.fresh());
        self.lengths.insert(contents, length);
        contents
    }

    /// Gives the states that are lists a slot for their length.
    pub(super) fn list_states(&mut self, model: &Model) {
        for (state, slot) in model.states.iter().zip(self.frame.states.clone()) {
            if let Kind::List(_) = state.declaration.kind {
                let length = self.fresh();
                self.lengths.insert(slot, length);
            }
        }
    }

    /// The lengths of the states that are lists, where a use begins.
    pub(super) fn measure_states(&mut self) {
        for slot in self.frame.states.clone() {
            if let Some(length) = self.lengths.get(&slot).copied() {
                let origin = Span::default();
                let term = list(origin, ListOp::Length, vec![slot_term(origin, slot)]);
                self.push(origin, Op::Assign(length, term));
            }
        }
    }

    /// A list that is kept apart, with the term of its length.
    pub(super) fn kept_list(&mut self, origin: Span, value: Term) -> (Slot, Term) {
        let contents = self.list_slot();
        self.store(origin, contents, value);
        let length = self.length(slot_term(origin, contents));
        (contents, length)
    }

    /// The length of a list.
    pub(super) fn length(&self, of: Term) -> Term {
        let origin = of.origin;
        match &of.kind {
            TermKind::Slot(slot) if self.lengths.contains_key(slot) => slot_term(origin, self.lengths[slot]),
            TermKind::List(ListOp::Make, items) => {
                number(origin, i64::try_from(items.len()).unwrap_or(i64::MAX))
            }
            TermKind::List(ListOp::Range, ends) => match ends.as_slice() {
                [first, last] => range_length(origin, first, last),
                _ => list(origin, ListOp::Length, vec![of]),
            },
            _ => list(origin, ListOp::Length, vec![of]),
        }
    }

    /// Gives a slot a value; to a list its length with it.
    pub(super) fn store(&mut self, origin: Span, slot: Slot, value: Term) {
        let Some(length) = self.lengths.get(&slot).copied() else {
            return self.push(origin, Op::Assign(slot, value));
        };
        // The new length may be that of the old contents, and the new contents may hold the old length.
        let next = self.length(value.clone());
        let next = if let TermKind::Constant(_) = next.kind { next } else { self.copied(next) };
        self.push(origin, Op::Assign(slot, value));
        self.push(origin, Op::Assign(length, next));
    }

    fn copied(&mut self, term: Term) -> Term {
        let (slot, origin) = (self.fresh(), term.origin);
        self.push(origin, Op::Assign(slot, term));
        slot_term(origin, slot)
    }

    /// `first of ends`
    pub(super) fn of(&mut self, name: &Name, of: &[Expr], origin: Span) -> Term {
        let (Some(part), [all]) = (ListPart::named(&name.text), of) else { return number(origin, 0) };
        if let Some(left) = self.left_in_pool(all, origin) {
            return left;
        }
        // Rolls that are only added need no list.
        if let (ListPart::Sum, ExprKind::Dice(dice)) = (part, &all.unparenthesised().kind) {
            return self.dice(dice, true, origin);
        }
        let all = self.expr(all);
        match part {
            ListPart::Length => self.length(all),
            ListPart::Sum => list(origin, ListOp::Sum, vec![all]),
            ListPart::First => list(origin, ListOp::At, vec![all, number(origin, 1)]),
            ListPart::Last => {
                let length = self.length(all.clone());
                list(origin, ListOp::At, vec![all, length])
            }
        }
    }

    /// `take first of ends`
    pub(super) fn take(&mut self, end: End, name: &Name, origin: Span) -> Term {
        let Some((contents, length)) = self.list_target(name) else { return number(origin, 0) };
        let (all, count) = (slot_term(origin, contents), slot_term(origin, length));
        let taken = self.fresh();
        let place = if end == End::First { number(origin, 1) } else { count.clone() };
        let fewer = binary(origin, BinaryOp::Subtract, count.clone(), number(origin, 1));
        let step = |op| Node { origin, op };
        let take = vec![
            step(Op::Assign(taken, list(origin, ListOp::At, vec![all.clone(), place]))),
            step(Op::Assign(contents, list(origin, ListOp::Rest(end), vec![all]))),
            step(Op::Assign(length, fewer)),
        ];
        let message = format!("nothing is left in `{}` to be taken", name.text);
        let refuse = vec![step(Op::Refuse(Code::EmptyList, message))];
        self.made += 4;
        let empty = binary(origin, BinaryOp::Equals, count, number(origin, 0));
        self.switch(empty, refuse, take);
        slot_term(origin, taken)
    }

    /// `add e to ends`
    pub(super) fn add(&mut self, value: &Expr, end: End, name: &Name, origin: Span) {
        let value = self.expr(value);
        let Some((contents, length)) = self.list_target(name) else { return };
        let more = binary(origin, BinaryOp::Add, slot_term(origin, length), number(origin, 1));
        let grown = list(origin, ListOp::Add(end), vec![slot_term(origin, contents), value]);
        self.push(origin, Op::Assign(contents, grown));
        self.push(origin, Op::Assign(length, more));
    }

    /// `ends at 2 = x`
    pub(super) fn set_at(&mut self, name: &Name, place: &Expr, value: &Expr, origin: Span) {
        let mut terms = self.operands([place, value]);
        let Some((contents, _)) = self.list_target(name) else { return };
        terms.insert(0, slot_term(origin, contents));
        self.push(origin, Op::Assign(contents, list(origin, ListOp::Set, terms)));
    }

    fn list_target(&self, name: &Name) -> Option<(Slot, Slot)> {
        let contents = self.target(name)?;
        Some((contents, *self.lengths.get(&contents)?))
    }
}

/// How many whole numbers there are from the first to the last.
pub(super) fn range_length(origin: Span, first: &Term, last: &Term) -> Term {
    let difference = binary(origin, BinaryOp::Subtract, last.clone(), first.clone());
    let count = binary(origin, BinaryOp::Add, difference, number(origin, 1));
    Term { origin, kind: TermKind::Call(Builtin::Max, vec![number(origin, 0), count]) }
}
