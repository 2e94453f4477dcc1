//! A mechanic that is used: its statements are written out where it is, and what came out is kept.

use rustc_hash::FxHashMap;

use super::frame::Frame;
use super::{Lowerer, Op, Slot, Term, constant, slot_term};
use crate::check::Kind;
use crate::check::model::{Binding, Input};
use crate::parse::ast::{Expr, ExprKind, Name};
use crate::source::Span;
use crate::value::Value;

/// Where the results of one use of a mechanic are.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// Its outcomes.
    pub(super) fields: Vec<Slot>,
    /// What the states were right after it, by their places in the using mechanic.
    states: FxHashMap<usize, Slot>,
}

impl Lowerer<'_> {
    /// Where the expression is another mechanic: its statements, and where its results are.
    pub(super) fn record(&mut self, expr: &Expr) -> Option<Record> {
        let arguments: &[(Name, Expr)] = match &expr.kind {
            ExprKind::Paren(inner) => return self.record(inner),
            ExprKind::Use(_, arguments) => arguments,
            ExprKind::Call(_, none) if none.is_empty() => &[],
            _ => return None,
        };
        let Some(Binding::Mechanic(index)) = self.frame.resolution.binding(expr.id) else { return None };
        let model = self.frame.model;
        let used = model.uses.get(index)?;
        let inputs: Vec<Slot> = used.model.inputs.iter().map(|_| self.fresh()).collect();
        // What is given may draw, so it is evaluated in the order of the text.
        for (name, argument) in arguments {
            let input = used.model.inputs.iter().zip(&inputs);
            let Some((declared, slot)) = input
                .map(|(input, slot)| (&input.declaration, *slot))
                .find(|(declared, _)| declared.name == name.text)
            else {
                continue;
            };
            self.expr_into(slot, argument);
            let what = format!("`{}` of `{}`", declared.name, used.name);
            self.check_range(argument.span, slot, what, &declared.range);
        }
        let fields: Vec<Slot> = used.model.fields.iter().map(|_| self.fresh()).collect();
        for (field, slot) in used.model.fields.iter().zip(&fields) {
            self.named_as(*slot, format!("{}.{}", used.name, field.name), &used.model, field.kind);
        }
        let rules = used.rules.iter().filter_map(|rule| self.frame.rules.get(*rule).copied()).collect();
        let states = used.states.iter().filter_map(|state| self.frame.states.get(*state).copied()).collect();
        let given = |name: &str| arguments.iter().any(|(given, _)| given.text == name);
        let mut left = Vec::new();
        for (place, (input, slot)) in used.model.inputs.iter().zip(&inputs).enumerate() {
            let declared = &input.declaration;
            match used.inputs.get(place).copied().flatten() {
                _ if given(&declared.name) => {}
                // It has the value of the input of that name.
                Some(own) => {
                    let value = Term { origin: expr.span, kind: self.frame.input(own) };
                    self.push(expr.span, Op::Assign(*slot, value));
                    let what = format!("`{}` of `{}`", declared.name, used.name);
                    self.check_range(expr.span, *slot, what, &declared.range);
                }
                None => left.push((input, *slot)),
            }
        }
        let inner = Frame {
            inputs: Some(inputs),
            rules,
            states,
            fields: fields.clone(),
            ..Frame::root(&used.model, &used.model.resolution)
        };
        if self.too_large.is_none() {
            self.deeper(expr.span, |lowerer| {
                let outer = std::mem::replace(&mut lowerer.frame, inner);
                for (input, slot) in left {
                    lowerer.default_into(slot, input, expr.span);
                }
                lowerer.mechanic();
                lowerer.frame = outer;
            });
        }
        for (field, slot) in used.fields.iter().zip(&fields) {
            if let Some(own) = field.and_then(|own| self.frame.fields.get(own).copied()) {
                self.push(expr.span, Op::Assign(own, slot_term(expr.span, *slot)));
            }
        }
        let states = self.kept_states(index, expr.span);
        Some(Record { fields, states })
    }

    /// The default of an input that is taken over, which follows from others as the mechanic says that declares it.
    /// Whether it is one.
    pub(super) fn taken_default(&mut self, slot: Slot, input: &Input, origin: Span) -> bool {
        let model = self.frame.model;
        if input.declaration.span.file == model.tree.span.file {
            return false;
        }
        let own = model.inputs.iter().position(|own| own.declaration.name == input.declaration.name);
        let Some(used) = model.uses.iter().find(|used| own.is_some() && used.inputs.contains(&own)) else {
            return false;
        };
        let mut inputs = Vec::new();
        for place in &used.inputs {
            let inner = self.fresh();
            inputs.push(inner);
            // One further down has a plain value; the checker has refused others.
            let plain = |other: usize| model.inputs[other].default.value().is_some();
            let known = |other: &usize| own.is_some_and(|own| *other < own || *other > own && plain(*other));
            if let Some(other) = place.filter(known) {
                let value = Term { origin, kind: self.frame.input(other) };
                self.push(origin, Op::Assign(inner, value));
            }
        }
        let Some(place) = used.inputs.iter().position(|place| *place == own) else { return false };
        let rules = used.rules.iter().filter_map(|rule| self.frame.rules.get(*rule).copied()).collect();
        let root = Frame::root(&used.model, &used.model.resolution);
        let outer = std::mem::replace(&mut self.frame, Frame { inputs: Some(inputs), rules, ..root });
        self.default_into(slot, &used.model.inputs[place], origin);
        self.frame = outer;
        true
    }

    /// What the states of a mechanic are right after its use, where the text asks for them.
    fn kept_states(&mut self, used: usize, origin: Span) -> FxHashMap<usize, Slot> {
        let model = self.frame.model;
        let mut kept = FxHashMap::default();
        let read = self.frame.resolution.states_of_uses.iter().filter(|(of, _)| *of == used);
        for state in read.map(|(_, state)| *state).collect::<Vec<_>>() {
            let Some(from) = self.frame.states.get(state).copied() else { continue };
            let declared = &model.states[state].declaration;
            let slot = if matches!(declared.kind, Kind::List(_)) { self.list_slot() } else { self.fresh() };
            self.store(origin, slot, slot_term(origin, from));
            kept.insert(state, slot);
        }
        kept
    }

    /// One outcome of another mechanic, or a state right after its use.
    pub(super) fn member(&mut self, expr: &Expr, inner: &Expr) -> Term {
        let kept = match self.frame.resolution.binding(inner.id) {
            Some(Binding::Local(id)) => self.frame.records.get(&id).cloned(),
            _ => None,
        };
        let record = kept.or_else(|| self.record(inner));
        let slot = record.and_then(|record| match self.frame.resolution.binding(expr.id)? {
            Binding::Field(index) => record.fields.get(index).copied(),
            Binding::State(index) => record.states.get(&index).copied(),
            _ => None,
        });
        slot.map_or_else(|| constant(expr.span, Value::Flag(false)), |slot| slot_term(expr.span, slot))
    }
}
