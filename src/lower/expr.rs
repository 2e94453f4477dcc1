//! Expressions to terms; their draws become steps before the term.

use std::num::NonZeroI64;

use super::list::list;
use super::{ListOp, Lowerer, Node, Op, Slot, Term, TermKind, constant, slot_term};
use crate::check::Kind;
use crate::check::model::{Binding, Builtin};
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{
    BinaryOp, Body, Choice, ChoiceWeight, Expr, ExprKind, Pattern, PatternKind, PatternValue, UnaryOp,
};
use crate::source::Span;
use crate::value::Value;

pub(super) fn number(origin: Span, n: i64) -> Term {
    constant(origin, Value::Number(Rational::from(n)))
}

fn unary(origin: Span, op: UnaryOp, inner: Term) -> Term {
    Term { origin, kind: TermKind::Unary(op, Box::new(inner)) }
}

pub(super) fn binary(origin: Span, op: BinaryOp, left: Term, right: Term) -> Term {
    Term { origin, kind: TermKind::Binary(op, Box::new(left), Box::new(right)) }
}

/// Whether a roll fell into the band of that number; `None` for the arm of all that is left.
fn band_guard(band: Slot, index: usize, pattern: &Pattern) -> Option<Term> {
    let place = number(pattern.span, i64::try_from(index).unwrap_or(i64::MAX));
    let guard = binary(pattern.span, BinaryOp::Equals, slot_term(pattern.span, band), place);
    (!matches!(pattern.kind, PatternKind::Else)).then_some(guard)
}

impl Lowerer<'_> {
    fn is_roll(&self, expr: &Expr) -> bool {
        self.frame.resolution.kind(expr.id) == Kind::Roll
    }

    /// The value of an expression in a slot.
    pub(super) fn expr_into(&mut self, slot: Slot, expr: &Expr) {
        self.place = expr.span;
        match &expr.kind {
            ExprKind::Paren(inner) => self.expr_into(slot, inner),
            ExprKind::If(guard, then, otherwise) => {
                let then = |lowerer: &mut Self| lowerer.body_into(slot, then);
                let otherwise = |lowerer: &mut Self| lowerer.body_into(slot, otherwise);
                self.guarded(guard, then, otherwise);
            }
            ExprKind::Match(subject, arms) => {
                let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
                self.match_arms(subject, &patterns, expr.span, |lowerer, index| {
                    lowerer.body_into(slot, &arms[index].body)
                });
            }
            ExprKind::OneOf(choices) => self.one_of(slot, choices, expr.span),
            _ => {
                let value = self.expr(expr);
                self.store(expr.span, slot, value);
            }
        }
    }

    pub(super) fn body_into(&mut self, slot: Slot, body: &Body) {
        for statement in &body.statements {
            self.statement(statement);
        }
        self.expr_into(slot, &body.value);
    }

    fn through_slot(&mut self, expr: &Expr) -> Term {
        let slot = self.slot_for(expr);
        self.expr_into(slot, expr);
        slot_term(expr.span, slot)
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Term {
        let origin = expr.span;
        match &expr.kind {
            ExprKind::Number(_, value) => constant(origin, Value::Number(value.clone())),
            ExprKind::Flag(value) => constant(origin, Value::Flag(*value)),
            // The checker has refused what has no meaning.
            ExprKind::Invalid => constant(origin, Value::Flag(false)),
            ExprKind::Name(..) => self.name(expr),
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Unary(op, inner) => {
                let inner = self.expr(inner);
                unary(origin, *op, inner)
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                self.short_circuit(*op, left, right, origin)
            }
            ExprKind::Binary(op, left, right) => {
                let mut terms = self.operands([&**left, &**right]);
                let (Some(second), Some(first)) = (terms.pop(), terms.pop()) else {
                    return constant(origin, Value::Flag(false));
                };
                if op.is_comparison() && (self.is_roll(left) || self.is_roll(right)) {
                    return self.compare_rolls(*op, first, second, origin);
                }
                binary(origin, *op, first, second)
            }
            ExprKind::In(left, members) => {
                let left = self.expr(left);
                let left = self.named(left);
                let mut any = None;
                for member in members {
                    let member = self.expr(member);
                    let equal = binary(origin, BinaryOp::Equals, left.clone(), member);
                    any = Some(any.map_or(equal.clone(), |any| binary(origin, BinaryOp::Or, any, equal)));
                }
                any.unwrap_or_else(|| constant(origin, Value::Flag(false)))
            }
            ExprKind::Call(_, arguments) => self.call(expr, arguments),
            ExprKind::Member(inner, _) => match self.frame.resolution.binding(expr.id) {
                Some(Binding::Variant(_)) => self.name(expr),
                // `card-roll.offset`: the state as it is now.
                Some(Binding::State(_))
                    if matches!(inner.kind, ExprKind::Name(..))
                        && self.frame.resolution.binding(inner.id).is_none() =>
                {
                    self.name(expr)
                }
                _ => self.member(expr, inner),
            },
            ExprKind::Of(name, of) => match of.first().map(|all| self.frame.resolution.kind(all.id)) {
                Some(Kind::List(_) | Kind::Pool(_)) => self.of(name, of, origin),
                Some(Kind::Family(family)) => self.total_of(family, name, origin),
                _ => self.member_of(expr, of),
            },
            ExprKind::KindsWith(_, pattern) => self.kinds_with(expr, pattern),
            ExprKind::Draw(_) => self.draw(expr),
            ExprKind::List(items) => {
                let items = self.operands(items);
                list(origin, ListOp::Make, items)
            }
            ExprKind::Range(first, last) => {
                let ends = self.operands([&**first, &**last]);
                list(origin, ListOp::Range, ends)
            }
            ExprKind::At(all, place) => {
                let terms = self.operands([&**all, &**place]);
                list(origin, ListOp::At, terms)
            }
            ExprKind::InList(value, all) => {
                let mut terms = self.operands([&**value, &**all]);
                terms.reverse();
                list(origin, ListOp::Holds, terms)
            }
            ExprKind::Take(end, name) => self.take(*end, name, origin),
            // A whole mechanic is a value only where one of its outcomes is asked for.
            ExprKind::Use(..) => constant(origin, Value::Flag(false)),
            ExprKind::Dice(dice) => self.dice(dice, dice.added, origin),
            ExprKind::If(..) | ExprKind::Match(..) | ExprKind::OneOf(_) => self.through_slot(expr),
        }
    }

    fn name(&mut self, expr: &Expr) -> Term {
        let kind = self.frame.resolution.binding(expr.id).and_then(|binding| self.bound(binding));
        Term { origin: expr.span, kind: kind.unwrap_or(TermKind::Constant(Value::Flag(false))) }
    }

    /// A term that can be written down several times: itself where it is short, else a slot with its value.
    pub(super) fn named(&mut self, term: Term) -> Term {
        if matches!(
            term.kind,
            TermKind::Constant(_) | TermKind::Slot(_) | TermKind::Input(_) | TermKind::Rule(_)
        ) {
            return term;
        }
        let (slot, origin) = (self.fresh(), term.origin);
        self.push(origin, Op::Assign(slot, term));
        slot_term(origin, slot)
    }

    /// The right side happens only where the left does not decide; where it draws, that is a branch.
    fn short_circuit(&mut self, op: BinaryOp, left: &Expr, right: &Expr, origin: Span) -> Term {
        let left = self.expr(left);
        let (steps, right) = self.collect_with(|lowerer| lowerer.expr(right));
        if steps.is_empty() {
            return binary(origin, op, left, right);
        }
        let slot = self.fresh();
        let decided = constant(origin, Value::Flag(op == BinaryOp::Or));
        let decide = vec![Node { origin, op: Op::Assign(slot, decided) }];
        let mut draw = steps;
        draw.push(Node { origin, op: Op::Assign(slot, right) });
        self.made += 2;
        let (then, otherwise) = if op == BinaryOp::And { (draw, decide) } else { (decide, draw) };
        self.switch(left, then, otherwise);
        slot_term(origin, slot)
    }

    /// Whether one roll compares so with another, as a term over a fresh band.
    fn compare_rolls(&mut self, op: BinaryOp, left: Term, right: Term, origin: Span) -> Term {
        let band = self.fresh();
        let difference = binary(origin, BinaryOp::Subtract, left, right);
        self.push(origin, Op::Band(band, difference, vec![(op, number(origin, 0))]));
        binary(origin, BinaryOp::Equals, slot_term(origin, band), number(origin, 0))
    }

    fn call(&mut self, expr: &Expr, arguments: &[Expr]) -> Term {
        match self.frame.resolution.binding(expr.id) {
            Some(Binding::Builtin(builtin)) => self.builtin(builtin, expr, arguments),
            Some(Binding::Function(index)) => self.function(index, expr, arguments),
            _ => constant(expr.span, Value::Flag(false)),
        }
    }

    fn builtin(&mut self, builtin: Builtin, expr: &Expr, arguments: &[Expr]) -> Term {
        let origin = expr.span;
        let is_roll = self.is_roll(expr) || arguments.iter().any(|argument| self.is_roll(argument));
        let mut terms = self.operands(arguments);
        match (builtin, terms.len()) {
            (Builtin::Chance, 1) => {
                let slot = self.fresh();
                let set =
                    |value| vec![Node { origin, op: Op::Assign(slot, constant(origin, Value::Flag(value))) }];
                self.push(origin, Op::Branch(vec![(terms.remove(0), set(true))], Some(set(false))));
                slot_term(origin, slot)
            }
            (Builtin::Random, 1) => {
                let slot = self.fresh();
                self.push(origin, Op::Random(slot, terms.remove(0)));
                slot_term(origin, slot)
            }
            (Builtin::Die, 1) => self.die(origin, terms.remove(0)),
            (Builtin::Uniform, count) => {
                let slot = self.fresh();
                self.push(origin, Op::Uniform(slot));
                if count < 2 {
                    return slot_term(origin, slot);
                }
                let (low, high) = (terms.remove(0), terms.remove(0));
                let width = binary(origin, BinaryOp::Subtract, high, low.clone());
                binary(
                    origin,
                    BinaryOp::Add,
                    low,
                    binary(origin, BinaryOp::Multiply, width, slot_term(origin, slot)),
                )
            }
            (Builtin::Floor | Builtin::Ceil | Builtin::Round, 1) if is_roll => {
                let term = terms.remove(0);
                let slot = self.fresh();
                let argument = match builtin {
                    Builtin::Ceil => unary(origin, UnaryOp::Negate, term),
                    Builtin::Round => binary(
                        origin,
                        BinaryOp::Add,
                        term,
                        constant(origin, Value::Number(Rational::new(1, 2))),
                    ),
                    _ => term,
                };
                self.push(origin, Op::Floor(slot, argument));
                let floor = slot_term(origin, slot);
                if builtin == Builtin::Ceil { unary(origin, UnaryOp::Negate, floor) } else { floor }
            }
            _ => Term { origin, kind: TermKind::Call(builtin, terms) },
        }
    }

    fn one_of(&mut self, slot: Slot, choices: &[Choice], origin: Span) {
        if choices.iter().any(|choice| matches!(choice.weight, ChoiceWeight::Weight(_))) {
            return self.weighted(slot, choices, origin);
        }
        // The checker has refused one without choices.
        let Some(count) = i64::try_from(choices.len()).ok().and_then(NonZeroI64::new) else { return };
        let each = Rational::one_over(count);
        let mut arms = Vec::new();
        let mut rest = None;
        for choice in choices {
            let weight = match &choice.weight {
                ChoiceWeight::Equal => Some(constant(choice.span, Value::Number(each.clone()))),
                ChoiceWeight::Given(weight) => Some(self.expr(weight)),
                ChoiceWeight::Weight(_) | ChoiceWeight::Else => None,
            };
            let steps = self.collect(|lowerer| lowerer.body_into(slot, &choice.value));
            match weight {
                Some(weight) => arms.push((weight, steps)),
                None => rest = Some(steps),
            }
        }
        self.push(origin, Op::Branch(arms, rest));
    }

    /// The arms of a match, tried in order. `body` adds the steps of the arm of that number.
    pub(super) fn match_arms(
        &mut self,
        subject: &Expr,
        patterns: &[&Pattern],
        origin: Span,
        body: impl Fn(&mut Self, usize),
    ) {
        let value = self.expr(subject);
        let value = self.named(value);
        // After `else` no arm is reached.
        let is_else = |pattern: &&Pattern| matches!(pattern.kind, PatternKind::Else);
        let reached = patterns.iter().position(is_else).map_or(patterns.len(), |last| last + 1);
        let patterns = &patterns[..reached];
        let band = self.is_roll(subject).then(|| self.band(&value, patterns, origin));
        let mut arms = Vec::new();
        // The checker has seen that the arms take every number there can be.
        let message = "no arm of this match takes the number".to_owned();
        let missed = Node { origin, op: Op::Refuse(Code::Internal, message) };
        let is_number = self.frame.resolution.kind(subject.id) == Kind::Integer;
        let mut otherwise = if is_number { vec![missed] } else { Vec::new() };
        for (index, pattern) in patterns.iter().enumerate() {
            let guard = match band {
                Some(band) => band_guard(band, index, pattern),
                None => self.pattern_guard(&value, pattern),
            };
            let steps = self.collect(|lowerer| body(lowerer, index));
            match guard {
                Some(guard) => arms.push((guard, steps)),
                None => otherwise = steps,
            }
        }
        self.push(origin, Op::Switch(arms, otherwise));
    }

    /// For a match over a roll: one band for all thresholds.
    fn band(&mut self, roll: &Term, patterns: &[&Pattern], origin: Span) -> Slot {
        let mut thresholds = Vec::new();
        for pattern in patterns {
            if let PatternKind::Threshold(threshold, bound) = &pattern.kind {
                thresholds.push((threshold.operator(), self.expr(bound)));
            }
        }
        let slot = self.fresh();
        self.push(origin, Op::Band(slot, roll.clone(), thresholds));
        slot
    }

    pub(super) fn pattern_guard(&mut self, value: &Term, pattern: &Pattern) -> Option<Term> {
        let origin = pattern.span;
        match &pattern.kind {
            PatternKind::Else => None,
            PatternKind::Threshold(threshold, bound) => {
                let bound = self.expr(bound);
                Some(binary(origin, threshold.operator(), value.clone(), bound))
            }
            PatternKind::Values(values) => {
                let mut any: Option<Term> = None;
                for one in values {
                    let one = self.pattern_value(value, one);
                    any = Some(match any {
                        None => one,
                        Some(any) => binary(origin, BinaryOp::Or, any, one),
                    });
                }
                any
            }
        }
    }

    fn pattern_value(&mut self, value: &Term, pattern: &PatternValue) -> Term {
        let low = self.expr(&pattern.low);
        let origin = low.origin;
        let Some(high) = &pattern.high else { return binary(origin, BinaryOp::Equals, value.clone(), low) };
        let high = self.expr(high);
        let above = binary(origin, BinaryOp::GreaterEquals, value.clone(), low);
        let below = binary(origin, BinaryOp::LessEquals, value.clone(), high);
        binary(origin, BinaryOp::And, above, below)
    }
}
