//! Statements to steps.

use super::{Lowerer, Node, Op, Slot, Term, TermKind};
use crate::check::model::Binding;
use crate::diagnostic::Code;
use crate::parse::ast::{Block, Expr, ExprKind, Let, Name, Statement, StatementKind};

impl Lowerer<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.place = statement.span;
        match &statement.kind {
            StatementKind::Let(binding) => self.binding(binding),
            StatementKind::Assign(place, value) if place.of.is_empty() => self.assign(&place.name, value),
            StatementKind::Assign(place, value) => self.assign_member(place, value),
            StatementKind::If(branches, otherwise) => self.if_chain(branches, otherwise.as_ref()),
            StatementKind::Match(subject, arms) => {
                let bodies: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
                self.match_arms(subject, &bodies, statement.span, |lowerer, index| {
                    lowerer.block(&arms[index].body)
                });
            }
            StatementKind::Repeat(count, block) => {
                let count = self.expr(count);
                let body = self.collect(|lowerer| lowerer.block(block));
                self.push(statement.span, Op::Repeat(count, body));
            }
            StatementKind::Until(block, guard) => {
                let mut term = None;
                let body = self.collect(|lowerer| {
                    lowerer.block(block);
                    term = Some(lowerer.expr(guard));
                });
                if let Some(term) = term {
                    self.push(statement.span, Op::Until(body, term));
                }
            }
            StatementKind::Given(evidence) => {
                let evidence = self.expr(evidence);
                self.push(statement.span, Op::Given(evidence));
            }
            StatementKind::Require(condition, why) => {
                let holds = self.expr(condition);
                let refuse = Op::Refuse(Code::Required, why.clone());
                self.switch(holds, Vec::new(), vec![Node { origin: condition.span, op: refuse }]);
            }
            StatementKind::Pool(pool) => self.pool(pool),
            StatementKind::Run(name, arguments) => self.run(name, arguments, statement.span),
            StatementKind::ForEach(name, all, block) => self.for_each(name, all, block, statement.span),
            StatementKind::SetAt(name, place, value) => self.set_at(name, place, value, statement.span),
            StatementKind::Add(value, _, name) if self.is_family(name) => self.add_to_family(value, name),
            StatementKind::Add(value, end, name) => self.add(value, *end, name, statement.span),
            StatementKind::Put(value, name) => self.put(value, name, statement.span),
        }
    }

    pub(super) fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    pub(super) fn binding(&mut self, binding: &Let) {
        if binding.family.is_some() {
            return self.variables(binding);
        }
        if let Some(record) = self.record(&binding.value) {
            if let Some(Binding::Local(id)) = self.frame.resolution.target(binding.name.span) {
                self.frame.records.insert(id, record);
            }
            return;
        }
        let slot = self.slot_for(&binding.value);
        self.expr_into(slot, &binding.value);
        if let Some(Binding::Local(id)) = self.frame.resolution.target(binding.name.span) {
            self.frame.locals.insert(id, slot);
            let (model, kind) = (self.frame.model, self.frame.resolution.kind(binding.value.id));
            self.named_as(slot, binding.name.text.clone(), model, kind);
            self.check_local(binding.value.span, slot, id);
        }
    }

    pub(super) fn target(&self, name: &Name) -> Option<Slot> {
        match self.bound(self.frame.resolution.target(name.span)?) {
            Some(TermKind::Slot(slot)) => Some(slot),
            _ => None,
        }
    }

    fn assign(&mut self, name: &Name, value: &Expr) {
        if let Some(target) = self.frame.resolution.target(name.span) {
            self.assign_to(target, value);
        }
    }

    /// Gives a variable, an outcome or a state a value.
    pub(super) fn assign_to(&mut self, target: Binding, value: &Expr) {
        let Some(TermKind::Slot(slot)) = self.bound(target) else { return };
        self.expr_into(slot, value);
        self.check_member(target, slot, value.span);
    }

    /// Guards that draw nothing are asked in one switch; one that draws begins a new one inside.
    fn if_chain(&mut self, branches: &[(Expr, Block)], otherwise: Option<&Block>) {
        let mut arms = Vec::new();
        let mut rest = branches;
        let mut drawing = None;
        while let Some(((guard, block), after)) = rest.split_first() {
            if self.plain_chance(guard).is_some() {
                break;
            }
            let (steps, term) = self.collect_with(|lowerer| lowerer.expr(guard));
            rest = after;
            if !steps.is_empty() {
                drawing = Some((steps, term, block));
                break;
            }
            arms.push((term, self.collect(|lowerer| lowerer.block(block))));
        }
        let last = self.collect(|lowerer| match (drawing, rest.split_first(), otherwise) {
            (Some((steps, guard, block)), _, _) => {
                lowerer.nodes.extend(steps);
                let then = lowerer.collect(|lowerer| lowerer.block(block));
                let otherwise = lowerer.collect(|lowerer| lowerer.if_chain(rest, otherwise));
                lowerer.switch(guard, then, otherwise);
            }
            (None, Some(((guard, block), after)), _) => {
                let then = |lowerer: &mut Self| lowerer.block(block);
                lowerer.guarded(guard, then, |lowerer: &mut Self| lowerer.if_chain(after, otherwise));
            }
            (None, None, Some(block)) => lowerer.block(block),
            (None, None, None) => {}
        });
        match arms.first().map(|(guard, _)| guard.origin) {
            Some(origin) => self.push(origin, Op::Switch(arms, last)),
            None => self.nodes.extend(last),
        }
    }

    /// One way where the guard holds, another where it does not. A plain `chance` needs no flag between.
    pub(super) fn guarded(
        &mut self,
        guard: &Expr,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        if let Some(probability) = self.plain_chance(guard) {
            let weight = self.expr(probability);
            let then = self.collect(then);
            let otherwise = self.collect(otherwise);
            return self.push(guard.span, Op::Branch(vec![(weight, then)], Some(otherwise)));
        }
        let guard_term = self.expr(guard);
        let then = self.collect(then);
        let otherwise = self.collect(otherwise);
        self.switch(guard_term, then, otherwise);
    }

    pub(super) fn switch(&mut self, guard: Term, then: Vec<Node>, otherwise: Vec<Node>) {
        self.push(guard.origin, Op::Switch(vec![(guard, then)], otherwise));
    }

    fn plain_chance<'e>(&self, guard: &'e Expr) -> Option<&'e Expr> {
        let chance = Some(Binding::Builtin(crate::check::model::Builtin::Chance));
        match &guard.kind {
            ExprKind::Paren(inner) => self.plain_chance(inner),
            ExprKind::Call(_, arguments) if self.frame.resolution.binding(guard.id) == chance => {
                arguments.first()
            }
            _ => None,
        }
    }
}
