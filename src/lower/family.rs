//! Members of families. Where it is certain which one is meant, it is read and written as any other; where not,
//! there is a branch for each.

use super::ending::checked_range;
use super::{Lowerer, Node, Op, Slot, Term, TermKind, constant, slot_term};
use crate::check::model::{Binding, Domain, Family, FamilyOf};
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, ItemKind, Let, Place, UnaryOp};
use crate::source::Span;
use crate::value::Value;

impl Lowerer<'_> {
    /// What a name stands for, where it has a value.
    pub(super) fn bound(&self, binding: Binding) -> Option<TermKind> {
        match binding {
            Binding::Local(id) => self.frame.local(id),
            Binding::Input(index) => Some(self.frame.input(index)),
            Binding::Rule(index) => self.frame.rules.get(index).map(|rule| TermKind::Rule(*rule)),
            Binding::Field(index) => self.frame.fields.get(index).map(|slot| TermKind::Slot(*slot)),
            Binding::State(index) => self.frame.states.get(index).map(|slot| TermKind::Slot(*slot)),
            Binding::Variant(index) => Some(TermKind::Constant(Value::Variant(index))),
            _ => None,
        }
    }

    /// `size of silent, rare`
    pub(super) fn member_of(&mut self, expr: &Expr, of: &[Expr]) -> Term {
        let origin = expr.span;
        let model = self.frame.model;
        let family = match self.frame.resolution.binding(expr.id) {
            Some(Binding::Family(index)) => model.families.get(index),
            Some(member) => {
                let kind = self.bound(member).unwrap_or(TermKind::Constant(Value::Flag(false)));
                return Term { origin, kind };
            }
            None => None,
        };
        let Some(family) = family else { return constant(origin, Value::Flag(false)) };
        let terms = self.operands(of);
        if let Some(kind) = self.certain(family, &terms).and_then(|member| self.bound(member)) {
            return Term { origin, kind };
        }
        let read = self.fresh();
        self.each_member(family, terms, &mut |lowerer, member| {
            let kind = lowerer.bound(member).unwrap_or(TermKind::Constant(Value::Flag(false)));
            vec![Node { origin, op: Op::Assign(read, Term { origin, kind }) }]
        });
        slot_term(origin, read)
    }

    /// `rank of boss = 3`
    pub(super) fn assign_member(&mut self, place: &Place, value: &Expr) {
        let model = self.frame.model;
        let family = match self.frame.resolution.target(place.name.span) {
            Some(Binding::Family(index)) => model.families.get(index),
            Some(member) => return self.assign_to(member, value),
            None => None,
        };
        let Some(family) = family else { return };
        let mut terms = self.operands(&place.of);
        if let Some(member) = self.certain(family, &terms) {
            return self.assign_to(member, value);
        }
        self.operand(&mut terms, value);
        let Some(term) = terms.pop() else { return };
        let term = self.named(term);
        self.each_member(family, terms, &mut |lowerer, member| {
            let Some(TermKind::Slot(slot)) = lowerer.bound(member) else { return Vec::new() };
            lowerer.collect(|lowerer| {
                lowerer.push(value.span, Op::Assign(slot, term.clone()));
                lowerer.check_member(member, slot, value.span);
            })
        });
    }

    /// The member that the terms name, where all are certain.
    pub(super) fn certain(&self, family: &Family, terms: &[Term]) -> Option<Binding> {
        let place = |(term, over): (&Term, &Domain)| over.place(&value_of(term)?);
        let places: Option<Vec<usize>> = terms.iter().zip(&family.over).map(place).collect();
        family.member(&places?)
    }

    /// Adds the steps of every member that the terms may name, each where they name it.
    pub(super) fn each_member(
        &mut self,
        family: &Family,
        terms: Vec<Term>,
        make: &mut dyn FnMut(&mut Self, Binding) -> Vec<Node>,
    ) {
        // What is compared with many values is evaluated once.
        let terms: Vec<Term> = terms.into_iter().map(|term| self.named(term)).collect();
        let steps = self.members_from(family, &terms, &mut Vec::new(), make);
        self.nodes.extend(steps);
    }

    fn members_from(
        &mut self,
        family: &Family,
        terms: &[Term],
        places: &mut Vec<usize>,
        make: &mut dyn FnMut(&mut Self, Binding) -> Vec<Node>,
    ) -> Vec<Node> {
        let (Some(over), Some(term)) = (family.over.get(places.len()), terms.get(places.len())) else {
            return family.member(places).map_or_else(Vec::new, |member| make(self, member));
        };
        let mut inside = |lowerer: &mut Self, place: usize| {
            places.push(place);
            let mut steps = Vec::new();
            lowerer.deeper(term.origin, |lowerer| steps = lowerer.members_from(family, terms, places, make));
            places.pop();
            steps
        };
        if let Some(value) = value_of(term) {
            let place = over.place(&value);
            return place
                .map_or_else(|| vec![outside(family, *over, term.origin)], |place| inside(self, place));
        }
        let mut arms: Vec<(Term, Vec<Node>)> = Vec::new();
        for place in 0..over.count() {
            let value = constant(term.origin, over.value(place));
            let guard = super::expr::binary(term.origin, BinaryOp::Equals, term.clone(), value);
            arms.push((guard, inside(self, place)));
        }
        self.made += arms.len();
        // A value of an enumeration is one of them.
        let otherwise = match over {
            Domain::Values(..) => arms.pop().map(|(_, steps)| steps).unwrap_or_default(),
            Domain::Numbers(..) => vec![outside(family, *over, term.origin)],
        };
        vec![Node { origin: term.origin, op: Op::Switch(arms, otherwise) }]
    }

    /// Refuses what is outside the range of a member that was given a value.
    pub(super) fn check_member(&mut self, member: Binding, slot: Slot, origin: Span) {
        let model = self.frame.model;
        match member {
            Binding::Local(id) => self.check_local(origin, slot, id),
            Binding::Field(index) => {
                if let Some(field) = model.fields.get(index) {
                    let range = checked_range(field);
                    self.check_range(origin, slot, format!("outcome `{}`", field.name), &range);
                }
            }
            Binding::State(index) => {
                if let Some(state) = model.states.get(index) {
                    let what = format!("state `{}`", state.declaration.name);
                    self.check_range(origin, slot, what, &state.declaration.range);
                }
            }
            _ => {}
        }
    }

    /// `let faces by 1..6: integer = 0`
    pub(super) fn variables(&mut self, binding: &Let) {
        let model = self.frame.model;
        let own = |family: &&Family| family.span == binding.name.span && family.of == FamilyOf::Variables;
        let Some(family) = model.families.iter().find(own) else { return };
        let origin = binding.value.span;
        let value = self.expr(&binding.value);
        let value = self.named(value);
        for member in &family.members {
            let Binding::Local(id) = member else { continue };
            let slot = self.fresh();
            self.push(origin, Op::Assign(slot, value.clone()));
            self.frame.locals.insert(*id, slot);
            let kind = self.frame.resolution.kind(binding.value.id);
            if let Some((name, _)) = self.frame.resolution.local(*id) {
                self.named_as(slot, name.clone(), model, kind);
            }
            self.check_local(origin, slot, *id);
        }
    }

    /// The values that outcomes have until they are given others.
    pub(super) fn outcome_starts(&mut self) {
        let model = self.frame.model;
        for item in &model.tree.items {
            let ItemKind::Outcome(outcome) = &item.kind else { continue };
            let Some(start) = &outcome.start else { continue };
            let own = (0..model.fields.len()).filter(|index| model.fields[*index].span == outcome.name.span);
            for index in own {
                let Some(slot) = self.frame.fields.get(index).copied() else { continue };
                self.expr_into(slot, start);
                self.check_member(Binding::Field(index), slot, start.span);
            }
        }
    }
}

/// The refusal of a number that a family does not go through.
fn outside(family: &Family, over: Domain, origin: Span) -> Node {
    let (first, last) = (over.value(0), over.value(over.count().saturating_sub(1)));
    let number = |value: Value| value.as_number().map(Rational::to_string).unwrap_or_default();
    let message = format!("`{}` goes from {} to {}", family.name, number(first), number(last));
    Node { origin, op: Op::Refuse(Code::OutOfRange, message) }
}

/// The value of a term that has only one.
pub(super) fn value_of(term: &Term) -> Option<Value> {
    let number = |term: &Term| value_of(term)?.as_number().cloned();
    match &term.kind {
        TermKind::Constant(value) => Some(value.clone()),
        TermKind::Unary(UnaryOp::Negate, inner) => Some(Value::Number(-number(inner)?)),
        TermKind::Binary(op, left, right) => {
            let (left, right) = (number(left)?, number(right)?);
            let value = match op {
                BinaryOp::Add => left + right,
                BinaryOp::Subtract => left - right,
                BinaryOp::Multiply => left * right,
                _ => return None,
            };
            Some(Value::Number(value))
        }
        _ => None,
    }
}
