//! Functions and procedures, written out where they are called.

use super::frame::Frame;
use super::{Lowerer, Slot, Term, TermKind, constant, slot_term};
use crate::check::model::{Binding, LocalId, Range, Resolution};
use crate::parse::ast::{Expr, ExprKind, ItemKind, Name};
use crate::source::Span;
use crate::value::Value;

/// What a parameter is bound to.
enum Argument {
    Known(Value),
    Slot(Slot),
}

impl Lowerer<'_> {
    /// The value of a function.
    pub(super) fn function(&mut self, index: usize, expr: &Expr, arguments: &[Expr]) -> Term {
        let model = self.frame.model;
        let nothing = constant(expr.span, Value::Flag(false));
        let Some(function) = model.functions.get(index).filter(|_| self.too_large.is_none()) else {
            return nothing;
        };
        let library = function.library.and_then(|used| model.uses.get(used)).map(|used| &*used.model);
        let item = library.unwrap_or(model).tree.items.get(function.item).map(|item| &item.kind);
        let Some(ItemKind::Function(declared)) = item else { return nothing };
        let result = self.slot_for(expr);
        let Some(library) = library else {
            self.bind_arguments(&function.parameters, arguments);
            self.called(expr.span, |lowerer| lowerer.body_into(result, &declared.body));
            return slot_term(expr.span, result);
        };
        // What it is given belongs to the text of the call, all else to that of the library.
        let resolution = &library.resolution;
        let values = self.arguments(&function.parameters, arguments, resolution);
        let outer = std::mem::replace(&mut self.frame, Frame::root(library, resolution));
        self.bind(&function.parameters, values, arguments);
        self.called(expr.span, |lowerer| lowerer.body_into(result, &declared.body));
        self.frame = outer;
        slot_term(expr.span, result)
    }

    /// The statements of a procedure.
    pub(super) fn run(&mut self, name: &Name, arguments: &[Expr], span: Span) {
        let model = self.frame.model;
        let Some(Binding::Procedure(index)) = self.frame.resolution.target(name.span) else { return };
        let Some(procedure) = model.procedures.get(index).filter(|_| self.too_large.is_none()) else {
            return;
        };
        let item = model.tree.items.get(procedure.item).map(|item| &item.kind);
        let Some(ItemKind::Procedure(declared)) = item else { return };
        self.bind_arguments(&procedure.parameters, arguments);
        self.called(span, |lowerer| lowerer.block(&declared.body));
    }

    /// Writes out what is called; its steps and terms know the call.
    fn called(&mut self, call: Span, write: impl FnOnce(&mut Self)) {
        // Calls count as steps do: a body without a step may call twice as often as the one before.
        if !self.may_grow(call) {
            return;
        }
        let (first, calls) = (self.nodes.len(), self.calls.len());
        self.deeper(call, write);
        let number = u32::try_from(self.calls.len() + 1).unwrap_or(u32::MAX);
        let mark = |place: &mut Span| {
            if place.call == 0 {
                place.call = number;
            }
        };
        self.nodes.iter_mut().skip(first).for_each(|node| node.places(&mark));
        self.calls.iter_mut().skip(calls).for_each(mark);
        self.calls.push(call);
    }

    /// Evaluates all arguments, then binds the parameters: an argument may call the same function.
    fn bind_arguments(&mut self, parameters: &[LocalId], arguments: &[Expr]) {
        let resolution = self.frame.resolution;
        let values = self.arguments(parameters, arguments, resolution);
        self.bind(parameters, values, arguments);
    }

    /// The values of arguments. The parameters are those of a text with that resolution.
    fn arguments(
        &mut self,
        parameters: &[LocalId],
        arguments: &[Expr],
        resolution: &Resolution,
    ) -> Vec<Argument> {
        let value = |(parameter, argument): (&LocalId, &Expr)| {
            let range = resolution.local(*parameter).map(|(_, range)| range);
            match range.and_then(|range| self.known(range, argument)) {
                Some(value) => Argument::Known(value),
                None => {
                    let slot = self.slot_for(argument);
                    self.expr_into(slot, argument);
                    Argument::Slot(slot)
                }
            }
        };
        parameters.iter().zip(arguments).map(value).collect()
    }

    /// Binds parameters of the frame.
    fn bind(&mut self, parameters: &[LocalId], values: Vec<Argument>, arguments: &[Expr]) {
        for ((parameter, value), argument) in parameters.iter().zip(values).zip(arguments) {
            self.frame.known.remove(parameter);
            match value {
                Argument::Known(value) => {
                    self.frame.known.insert(*parameter, value);
                }
                Argument::Slot(slot) => {
                    self.frame.locals.insert(*parameter, slot);
                    self.check_local(argument.span, slot, *parameter);
                }
            }
        }
    }

    /// The value of an argument that is a constant in the text and fits its parameter.
    fn known(&self, range: &Range, argument: &Expr) -> Option<Value> {
        let value = match &argument.kind {
            ExprKind::Paren(inner) => return self.known(range, inner),
            ExprKind::Number(_, number) if number.is_integer() => Value::Number(number.clone()),
            ExprKind::Name(..) => match self.frame.resolution.binding(argument.id)? {
                Binding::Variant(index) => Value::Variant(index),
                Binding::Local(id) => match self.frame.local(id)? {
                    TermKind::Constant(value) => value,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        value.as_number().is_none_or(|number| range.contains(number)).then_some(value)
    }
}
