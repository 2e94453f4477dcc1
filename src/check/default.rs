//! Defaults of inputs that follow from rules and other inputs.

use super::model::{Declaration, InputDefault};
use super::{Binding, Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{self, Expr, ExprKind, ItemKind};
use crate::parse::print_expression;
use crate::source::Span;
use crate::value::Value;

/// The first value of a kind: off, the first of its values, or zero.
pub(super) fn first_of(kind: Kind) -> Value {
    match kind {
        Kind::Flag => Value::Flag(false),
        Kind::Enum(_) => Value::Variant(0),
        _ => Value::Number(Rational::ZERO),
    }
}

impl Checker {
    /// Whether a default is more than a value that stands there.
    pub(super) fn follows(&self, declaration: &Declaration, expr: &Expr) -> bool {
        match (declaration.kind, &expr.kind) {
            (Kind::Unknown, _) | (Kind::Flag, ExprKind::Flag(_)) => false,
            (Kind::Enum(list), ExprKind::Name(None, name)) => self.variant_index(list, &name.text).is_none(),
            (Kind::Integer | Kind::Number, _) => self.constant(expr).is_none(),
            _ => true,
        }
    }

    /// The defaults that follow from others, once everything is declared. They may read rules, and inputs above.
    pub(super) fn input_defaults(&mut self, tree: &ast::File) {
        for item in &tree.items {
            let ItemKind::Input(input) = &item.kind else { continue };
            let inputs = self.model.inputs.iter().enumerate();
            let own = inputs.filter(|(_, own)| own.declaration.span == input.name.span);
            // All members of a family have the same default.
            let own: Vec<usize> = own.map(|(index, _)| index).collect();
            let (Some(expr), Some(first)) = (&input.default, own.first()) else { continue };
            let declaration = Declaration {
                name: input.name.text.clone(),
                ..self.model.inputs[*first].declaration.clone()
            };
            if !self.follows(&declaration, expr) {
                continue;
            }
            if self.is_misspelt(&declaration, expr) {
                self.default_value(&declaration, expr);
                continue;
            }
            self.default_of(*first, &declaration, expr);
            let default = match self.resolution.binding(expr.id) {
                // `room.shop`
                Some(Binding::Variant(index)) => InputDefault::Value(Value::Variant(index)),
                _ => InputDefault::Follows { expr: Box::new(expr.clone()), text: print_expression(expr) },
            };
            for index in own {
                self.model.inputs[index].default = default.clone();
            }
        }
    }

    /// Whether a name in the place of a value of an enumeration is neither that nor anything else.
    fn is_misspelt(&self, declaration: &Declaration, expr: &Expr) -> bool {
        let ExprKind::Name(None, name) = &expr.kind else { return false };
        matches!(declaration.kind, Kind::Enum(_)) && self.find(None, &name.text).is_none()
    }

    /// Checks the default of an input, which is the one of that index or the first of its family.
    fn default_of(&mut self, index: usize, declaration: &Declaration, expr: &Expr) {
        // What it reads that has no value yet is said below, in its own words.
        let assigned = std::mem::replace(&mut self.assigned, vec![true; self.model.fields.len()]);
        let functions = std::mem::take(&mut self.functions);
        self.require(expr, declaration.kind, &format!("the default of `{}`", declaration.name));
        if self.draws(expr) {
            let message = "the default of an input cannot draw";
            let help = "a default is there before anything is drawn; draw in the mechanic, as in `let x = …`";
            self.report(Diagnostic::error(Code::DrawHere, expr.span, message).help(help));
        }
        self.functions = functions;
        self.assigned = assigned;
        self.reads_above(index, declaration, expr);
    }

    /// Refuses what has no value where the default of the input of that index is worked out.
    fn reads_above(&mut self, index: usize, declaration: &Declaration, expr: &Expr) {
        let own = &declaration.name;
        for binding in self.read_by(expr) {
            let diagnostic = match binding {
                Binding::Input(found) if found >= index => {
                    let read = &self.model.inputs[found].declaration;
                    if read.span == declaration.span {
                        let message = format!("the default of `{own}` follows from `{own}` itself");
                        Diagnostic::error(Code::Recursion, expr.span, message)
                            .help("write a value, or what it follows from: a rule, or an input above it")
                    } else {
                        later(own, &read.name, read.span, expr.span)
                    }
                }
                Binding::Field(found) => {
                    no_value_yet(&self.model.fields[found].name, "an outcome", expr.span)
                }
                Binding::State(found) => {
                    no_value_yet(&self.model.states[found].declaration.name, "a state", expr.span)
                }
                _ => continue,
            };
            self.report(diagnostic);
            return;
        }
        expr.kind.children().into_iter().for_each(|inner| self.reads_above(index, declaration, inner));
    }

    /// What an expression names, without what those inside it do; of a family all members.
    fn read_by(&self, expr: &Expr) -> Vec<Binding> {
        match self.resolution.binding(expr.id) {
            Some(Binding::Family(family)) => self.model.families[family].members.clone(),
            binding => binding.into_iter().collect(),
        }
    }
}

fn later(own: &str, read: &str, declared: Span, place: Span) -> Diagnostic {
    let message = format!("the default of `{own}` follows from `{read}`, which is declared further down");
    Diagnostic::error(Code::Recursion, place, message)
        .also(declared, "it is declared here")
        .help(format!("move the input `{read}` above `{own}`"))
}

fn no_value_yet(name: &str, what: &str, place: Span) -> Diagnostic {
    let message = format!("`{name}` is {what}, and has no value where a default is worked out");
    Diagnostic::error(Code::UnknownName, place, message)
        .help("a default follows from rules, and from inputs above it")
}
