//! A mechanic that is used: its statements are written out where it is, and what came out is kept.

use rustc_hash::FxHashMap;

use super::frame::Frame;
use super::{Lowerer, Slot, Term, constant, slot_term};
use crate::check::Kind;
use crate::check::model::Binding;
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
        let left = used.model.inputs.iter().zip(inputs.clone());
        let left =
            left.filter(|(input, _)| !arguments.iter().any(|(name, _)| name.text == input.declaration.name));
        let left: Vec<_> = left.collect();
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
        let states = self.kept_states(index, expr.span);
        Some(Record { fields, states })
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
