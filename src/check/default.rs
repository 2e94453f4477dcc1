//! Defaults of inputs that follow from rules and other inputs.

use super::model::{Declaration, InputDefault};
use super::{Binding, Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{self, Expr, ExprKind, ItemKind, Name, Namespace};
use crate::parse::print_expression;
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
            let own = |one: &super::model::Input| one.declaration.span == input.name.span;
            let (Some(expr), Some(index)) = (&input.default, self.model.inputs.iter().position(own)) else {
                continue;
            };
            let declaration = self.model.inputs[index].declaration.clone();
            if !self.follows(&declaration, expr) {
                continue;
            }
            if self.is_misspelt(&declaration, expr) {
                self.default_value(&declaration, expr);
                continue;
            }
            self.default_of(index, &declaration, expr);
            let default =
                InputDefault::Follows { expr: Box::new(expr.clone()), text: print_expression(expr) };
            self.model.inputs[index].default = default;
        }
    }

    /// Whether a name in the place of a value of an enumeration is neither that nor anything else.
    fn is_misspelt(&self, declaration: &Declaration, expr: &Expr) -> bool {
        let ExprKind::Name(None, name) = &expr.kind else { return false };
        matches!(declaration.kind, Kind::Enum(_)) && self.find(None, &name.text).is_none()
    }

    /// Checks the default of an input with only those above it in sight.
    fn default_of(&mut self, index: usize, declaration: &Declaration, expr: &Expr) {
        let unfit = [self.reads_further_down(index, expr), self.reads_what_comes_out(expr)];
        if unfit.contains(&true) {
            return;
        }
        let below = self.model.inputs.split_off(index);
        let assigned = std::mem::replace(&mut self.assigned, vec![false; self.model.fields.len()]);
        let states = std::mem::take(&mut self.model.states);
        let functions = std::mem::take(&mut self.functions);
        self.require(expr, declaration.kind, &format!("the default of `{}`", declaration.name));
        if self.draws(expr) {
            let message = "the default of an input cannot draw";
            let help = "a default is there before anything is drawn; draw in the mechanic, as in `let x = …`";
            self.report(Diagnostic::error(Code::DrawHere, expr.span, message).help(help));
        }
        self.functions = functions;
        self.model.states = states;
        self.assigned = assigned;
        self.model.inputs.extend(below);
    }

    /// Reports the inputs in an expression that are not above the one of that index.
    fn reads_further_down(&mut self, index: usize, expr: &Expr) -> bool {
        let mut names = Vec::new();
        collect_names(expr, &mut names);
        let below: Vec<(&Name, usize)> = names
            .into_iter()
            .filter_map(|(namespace, name)| match self.find(namespace, &name.text) {
                Some((Binding::Input(found), _)) if found >= index => Some((name, found)),
                _ => None,
            })
            .collect();
        let own = self.model.inputs[index].declaration.name.clone();
        for (name, found) in &below {
            let declared = &self.model.inputs[*found].declaration;
            let (text, span) = (&declared.name, declared.span);
            let diagnostic = if *found == index {
                let message = format!("the default of `{own}` follows from `{own}` itself");
                Diagnostic::error(Code::Recursion, name.span, message)
                    .help("write a value, or what it follows from: a rule, or an input above it")
            } else {
                let message =
                    format!("the default of `{own}` follows from `{text}`, which is declared further down");
                Diagnostic::error(Code::Recursion, name.span, message)
                    .also(span, "it is declared here")
                    .help(format!("move the input `{text}` above `{own}`"))
            };
            self.report(diagnostic);
        }
        !below.is_empty()
    }
}

impl Checker {
    /// Reports the outcomes and states in the default of an input: there are none yet.
    fn reads_what_comes_out(&mut self, expr: &Expr) -> bool {
        let mut names = Vec::new();
        collect_names(expr, &mut names);
        names.retain(|(_, name)| self.enumerations_with(&name.text).is_empty());
        let mut found = false;
        for (namespace, name) in names {
            let what = match self.find(namespace, &name.text) {
                Some((Binding::Field(_), _)) => "an outcome",
                Some((Binding::State(_), _)) => "a state",
                _ => continue,
            };
            found = true;
            let message =
                format!("`{}` is {what}, and has no value where a default is worked out", name.text);
            self.report(
                Diagnostic::error(Code::UnknownName, name.span, message)
                    .help("a default follows from rules, and from inputs above it"),
            );
        }
        found
    }
}

/// The names in an expression.
fn collect_names<'e>(expr: &'e Expr, names: &mut Vec<(Option<Namespace>, &'e Name)>) {
    if let ExprKind::Name(namespace, name) = &expr.kind {
        names.push((*namespace, name));
    }
    expr.kind.children().into_iter().for_each(|inner| collect_names(inner, names));
}
