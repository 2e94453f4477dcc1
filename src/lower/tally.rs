//! Families as tallies: one more of a member, and what is asked of all at once.

use super::expr::{binary, number};
use super::{Lowerer, Node, Op, Term, TermKind, slot_term};
use crate::check::model::{Binding, Builtin, FamilyTotal};
use crate::parse::ast::{BinaryOp, Expr, Name, Pattern};
use crate::source::Span;

impl Lowerer<'_> {
    /// Whether something is added to a family, and not to a list.
    pub(super) fn is_family(&self, name: &Name) -> bool {
        let family = |member| self.frame.model.family_of(member).is_some();
        match self.frame.resolution.target(name.span) {
            Some(Binding::Family(_)) => true,
            Some(member) => family(member),
            None => false,
        }
    }

    /// `add die(6) to faces`
    pub(super) fn add_to_family(&mut self, value: &Expr, name: &Name) {
        let model = self.frame.model;
        let family = match self.frame.resolution.target(name.span) {
            Some(Binding::Family(index)) => model.families.get(index),
            Some(member) => return self.one_more(member, value.span),
            None => None,
        };
        let Some(family) = family else { return };
        let terms = vec![self.expr(value)];
        if let Some(member) = self.certain(family, &terms) {
            return self.one_more(member, value.span);
        }
        self.each_member(family, terms, &mut |lowerer, member| {
            lowerer.collect(|lowerer| lowerer.one_more(member, value.span))
        });
    }

    fn one_more(&mut self, member: Binding, origin: Span) {
        let Some(TermKind::Slot(slot)) = self.bound(member) else { return };
        let more = binary(origin, BinaryOp::Add, slot_term(origin, slot), number(origin, 1));
        self.push(origin, Op::Assign(slot, more));
        self.check_member(member, slot, origin);
    }

    /// The terms of all members of a family.
    fn all_members(&self, family: usize, origin: Span) -> Vec<Term> {
        let members = self.frame.model.families.get(family).map_or(&[][..], |family| &family.members);
        let term = |member: &Binding| self.bound(*member).map(|kind| Term { origin, kind });
        members.iter().filter_map(term).collect()
    }

    /// `most of faces`, `sum of faces`
    pub(super) fn total_of(&mut self, family: usize, name: &Name, origin: Span) -> Term {
        let terms = self.all_members(family, origin);
        let call = |builtin, terms| Term { origin, kind: TermKind::Call(builtin, terms) };
        match (FamilyTotal::named(&name.text), terms.as_slice()) {
            (None, _) | (_, []) => number(origin, 0),
            (Some(FamilyTotal::Most), _) => call(Builtin::Max, terms),
            (Some(FamilyTotal::Least), _) => call(Builtin::Min, terms),
            (Some(FamilyTotal::Sum), terms) => sum(terms, origin),
        }
    }

    /// `kinds of faces with 2`
    pub(super) fn kinds_with(&mut self, expr: &Expr, pattern: &Pattern) -> Term {
        let origin = expr.span;
        let Some(Binding::Family(family)) = self.frame.resolution.binding(expr.id) else {
            return number(origin, 0);
        };
        let count = self.fresh();
        self.push(origin, Op::Assign(count, number(origin, 0)));
        for member in self.all_members(family, origin) {
            let Some(guard) = self.pattern_guard(&member, pattern) else { continue };
            let more = binary(origin, BinaryOp::Add, slot_term(origin, count), number(origin, 1));
            self.switch(guard, vec![Node { origin, op: Op::Assign(count, more) }], Vec::new());
        }
        slot_term(origin, count)
    }
}

/// The sum of terms, no deeper than it must be.
fn sum(terms: &[Term], origin: Span) -> Term {
    match terms {
        [] => number(origin, 0),
        [only] => only.clone(),
        several => {
            let (left, right) = several.split_at(several.len() / 2);
            binary(origin, BinaryOp::Add, sum(left, origin), sum(right, origin))
        }
    }
}
