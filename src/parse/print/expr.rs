//! Expressions, the bodies of their alternatives, and patterns, on as many lines as they need.

use super::super::ast::{Arm, BinaryOp, Body, ChoiceWeight, Expr, ExprKind, Pattern, PatternKind};
use super::super::flat::{dice_words, flat, flat_body, flat_weight, has_tall, is_tall, unary};
use super::Printer;
use crate::source::Span;

impl Printer<'_> {
    pub(super) fn arms<B>(&mut self, arms: &[Arm<B>], span: Span, body: impl Fn(&mut Self, &B)) {
        self.push(" {");
        self.indent += 1;
        for arm in arms {
            self.line_for(arm.span);
            self.pattern(&arm.pattern);
            self.push(" => ");
            body(self, &arm.body);
            self.last_end = arm.span.end as usize;
        }
        self.close(span);
    }

    pub(super) fn body(&mut self, body: &Body) {
        if body.statements.is_empty() && !body.braced {
            return self.expr(&body.value);
        }
        let flat = flat_body(body);
        if !is_tall(body)
            && !body.expressions().any(has_tall)
            && self.was_one_line(body.span)
            && self.fits(&flat)
        {
            return self.push(&flat);
        }
        self.push("{");
        self.indent += 1;
        self.last_end = body.span.start as usize;
        for statement in &body.statements {
            self.line_for(statement.span);
            self.statement(statement);
            self.last_end = statement.span.end as usize;
        }
        self.line_for(body.value.span);
        self.expr(&body.value);
        self.last_end = body.value.span.end as usize;
        self.close(body.span);
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        let flat = flat(expr);
        if self.was_one_line(expr.span) && !has_tall(expr) && self.fits(&flat) {
            return self.push(&flat);
        }
        match &expr.kind {
            ExprKind::Binary(op, left, right) => {
                self.expr(left);
                self.indent += 1;
                // A line that begins with a minus would be a new statement.
                let ends_line = *op == BinaryOp::Subtract;
                if ends_line {
                    self.push(" -");
                }
                self.new_line();
                self.push(&"    ".repeat(self.indent));
                if !ends_line {
                    self.push(&format!("{} ", op.text()));
                }
                self.expr(right);
                self.indent -= 1;
            }
            ExprKind::Unary(op, inner) => {
                self.push(unary(*op));
                self.expr(inner);
            }
            ExprKind::Paren(inner) => {
                self.push("(");
                self.expr(inner);
                self.push(")");
            }
            ExprKind::If(guard, then, otherwise) => {
                self.push("if ");
                self.expr(guard);
                self.push(" ");
                self.body(then);
                self.push(" else ");
                self.body(otherwise);
            }
            ExprKind::Match(subject, arms) => {
                self.push("match ");
                self.expr(subject);
                self.arms(arms, expr.span, Self::body);
            }
            ExprKind::OneOf(choices) => {
                self.push("one of {");
                self.indent += 1;
                for choice in choices {
                    self.line_for(choice.span);
                    match &choice.weight {
                        ChoiceWeight::Given(weight) => {
                            self.expr(weight);
                            self.push(" => ");
                        }
                        ChoiceWeight::Weight(weight) => {
                            self.push("weight ");
                            self.expr(weight);
                            self.push(" => ");
                        }
                        _ => self.push(&flat_weight(choice)),
                    }
                    self.body(&choice.value);
                    self.last_end = choice.span.end as usize;
                }
                self.close(expr.span);
            }
            ExprKind::In(left, members) => {
                self.expr(left);
                self.push(" in { ");
                self.list(members);
                self.push(" }");
            }
            ExprKind::InList(left, list) => self.between(left, " in ", list),
            ExprKind::Range(first, last) => self.between(first, "..", last),
            ExprKind::At(list, place) => self.between(list, " at ", place),
            ExprKind::List(items) if !items.is_empty() => {
                self.push("{ ");
                self.list(items);
                self.push(" }");
            }
            ExprKind::Call(name, arguments) => {
                self.push(&format!("{}(", name.text));
                self.list(arguments);
                self.push(")");
            }
            ExprKind::Dice(dice) => {
                self.push(&dice_words(dice));
                self.expr(&dice.count);
                self.push(" ");
                self.expr(&dice.thing);
            }
            ExprKind::Of(name, of) => {
                self.push(&name.text);
                self.indices(of);
            }
            ExprKind::Use(name, arguments) => {
                self.push(&format!("{}(", name.text));
                for (index, (input, value)) in arguments.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    self.push(&format!("{comma}{} = ", input.text));
                    self.expr(value);
                }
                self.push(")");
            }
            ExprKind::Member(inner, name) => {
                self.expr(inner);
                self.push(&format!(".{}", name.text));
            }
            _ => self.push(&flat),
        }
    }

    pub(super) fn between(&mut self, left: &Expr, sign: &str, right: &Expr) {
        self.expr(left);
        self.push(sign);
        self.expr(right);
    }

    pub(super) fn list(&mut self, items: &[Expr]) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.expr(item);
        }
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Else => self.push("else"),
            PatternKind::Threshold(threshold, bound) => {
                self.push(&format!("{} ", threshold.text()));
                self.expr(bound);
            }
            PatternKind::Values(values) => {
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        self.push(" or ");
                    }
                    self.expr(&value.low);
                    if let Some(high) = &value.high {
                        self.push(" to ");
                        self.expr(high);
                    }
                }
            }
        }
    }
}
