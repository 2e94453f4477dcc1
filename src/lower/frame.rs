//! The mechanic whose text is being lowered, and where its parts are in the program. A mechanic that is
//! used by another is written out where it is used, as a function is.

use rustc_hash::FxHashMap;

use super::record::Record;
use super::{InputSteps, Lowerer, Named, Op, Slot, Term, TermKind, constant};
use crate::check::model::{Input, InputDefault, Kind, LocalId, Model, Resolution};
use crate::exact::Rational;
use crate::parse::ast::{ItemKind, State};
use crate::source::Span;
use crate::value::Value;

/// One mechanic in a program.
#[derive(Debug, Clone)]
pub(super) struct Frame<'a> {
    pub(super) model: &'a Model,
    pub(super) resolution: &'a Resolution,
    /// Where the inputs are; `None` where they come from outside.
    pub(super) inputs: Option<Vec<Slot>>,
    /// For each rule of the mechanic, which rule of the program that is.
    pub(super) rules: Vec<usize>,
    pub(super) states: Vec<Slot>,
    pub(super) fields: Vec<Slot>,
    pub(super) locals: FxHashMap<LocalId, Slot>,
    /// Parameters, and what a loop goes through, where they are constants: an enumeration's value, a number.
    pub(super) known: FxHashMap<LocalId, Value>,
    /// The outcomes of other mechanics that were kept.
    pub(super) records: FxHashMap<LocalId, Record>,
    pub(super) pools: FxHashMap<LocalId, Vec<PoolSlots>>,
}

/// Some equal things in a pool: how many are left, how much each weighs, and what each is.
#[derive(Debug, Clone)]
pub(super) struct PoolSlots {
    pub(super) left: Slot,
    pub(super) weight: Option<Term>,
    pub(super) value: Term,
}

impl<'a> Frame<'a> {
    /// The mechanic that was asked for: first its outcome fields, then its states.
    pub(super) fn root(model: &'a Model, resolution: &'a Resolution) -> Frame<'a> {
        let slot = |index: usize| Slot(u32::try_from(index).unwrap_or(u32::MAX));
        let fields = model.fields.len();
        Frame {
            model,
            resolution,
            inputs: None,
            rules: (0..model.rules.len()).collect(),
            states: (fields..fields + model.states.len()).map(slot).collect(),
            fields: (0..fields).map(slot).collect(),
            locals: FxHashMap::default(),
            known: FxHashMap::default(),
            records: FxHashMap::default(),
            pools: FxHashMap::default(),
        }
    }

    /// A variable, where it has a value.
    pub(super) fn local(&self, id: LocalId) -> Option<TermKind> {
        let known = self.known.get(&id).cloned().map(TermKind::Constant);
        known.or_else(|| self.locals.get(&id).map(|slot| TermKind::Slot(*slot)))
    }

    /// How many slots it begins with.
    pub(super) fn size(&self) -> u32 {
        u32::try_from(self.fields.len() + self.states.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn input(&self, index: usize) -> TermKind {
        match self.inputs.as_ref().and_then(|slots| slots.get(index)) {
            Some(slot) => TermKind::Slot(*slot),
            None => TermKind::Input(index),
        }
    }
}

impl<'a> Lowerer<'a> {
    /// Notes what a slot is called in the text.
    pub(super) fn named_as(&mut self, slot: Slot, name: String, model: &Model, kind: Kind) {
        let values = model.variants(kind).iter().map(|variant| variant.name.clone()).collect();
        self.names.push(Named { slot, name, values });
    }

    /// What outcomes and states are called.
    pub(super) fn name_results(&mut self, model: &Model) {
        for (field, slot) in model.fields.iter().zip(self.frame.fields.clone()) {
            self.named_as(slot, field.name.clone(), model, field.kind);
        }
        for (state, slot) in model.states.iter().zip(self.frame.states.clone()) {
            self.named_as(slot, state.declaration.name.clone(), model, state.declaration.kind);
        }
    }

    /// Where the inputs of the mechanic that was asked for are when they have no value of their own.
    pub(super) fn inputs(&mut self, model: &Model) -> Vec<InputSteps> {
        let mut inputs = Vec::with_capacity(model.inputs.len());
        for input in &model.inputs {
            let slot = self.fresh();
            let declared = &input.declaration;
            self.named_as(slot, declared.name.clone(), model, declared.kind);
            let default = match &input.default {
                InputDefault::Value(_) => Vec::new(),
                InputDefault::Follows { .. } => {
                    self.place = declared.span;
                    self.collect(|lowerer| lowerer.default_into(slot, input, declared.span))
                }
            };
            inputs.push(InputSteps { origin: declared.span, slot, default });
        }
        inputs
    }

    /// Gives a slot the default of an input of the frame; those that it follows from have theirs.
    pub(super) fn default_into(&mut self, slot: Slot, input: &Input, origin: Span) {
        match &input.default {
            InputDefault::Value(value) => {
                self.push(origin, Op::Assign(slot, constant(origin, value.clone())));
            }
            InputDefault::Follows { .. } if self.taken_default(slot, input, origin) => {}
            InputDefault::Follows { expr, .. } => {
                self.expr_into(slot, expr);
                let what = format!("the default of `{}`", input.declaration.name);
                self.check_range(expr.span, slot, what, &input.declaration.range);
            }
        }
    }

    /// The values of the states before the first use: those that a mechanic in use declares first.
    pub(super) fn starts(&mut self, model: &'a Model) {
        for used in &model.uses {
            let started =
                |state: &usize| self.frame.states.get(*state).is_none_or(|slot| self.started.contains(slot));
            // Several may use the same mechanic, which begins once.
            if self.too_large.is_some() || used.states.iter().all(started) {
                continue;
            }
            let states = used.states.iter().filter_map(|state| self.frame.states.get(*state).copied());
            let rules = used.rules.iter().filter_map(|rule| self.frame.rules.get(*rule).copied());
            let inner = Frame {
                rules: rules.collect(),
                states: states.collect(),
                ..Frame::root(&used.model, &used.model.resolution)
            };
            self.inside(inner, |lowerer| lowerer.starts(&used.model));
        }
        for item in &model.tree.items {
            let ItemKind::State(state) = &item.kind else { continue };
            // A family has several of the same place.
            let own = (0..model.states.len())
                .filter(|index| model.states[*index].declaration.span == state.name.span);
            for index in own {
                self.state_start(item.span, state, index);
            }
        }
    }

    fn state_start(&mut self, origin: Span, state: &State, index: usize) {
        let Some(slot) = self.frame.states.get(index).copied().filter(|slot| !self.started.contains(slot))
        else {
            return;
        };
        self.started.push(slot);
        let declared = &self.frame.model.states[index].declaration;
        match &state.start {
            Some(start) => self.expr_into(slot, start),
            None => {
                let first = match declared.kind {
                    Kind::Flag => Value::Flag(false),
                    Kind::Enum(_) => Value::Variant(0),
                    Kind::List(_) => Value::List(Vec::new()),
                    _ => Value::Number(Rational::ZERO),
                };
                self.push(origin, Op::Assign(slot, constant(origin, first)));
            }
        }
        self.check_range(origin, slot, format!("the start of `{}`", declared.name), &declared.range);
    }

    /// Runs `inside` in another mechanic whose inputs have their default values.
    fn inside(&mut self, mut frame: Frame<'a>, inside: impl FnOnce(&mut Self)) {
        let model = frame.model;
        let slots: Vec<Slot> = model.inputs.iter().map(|_| self.fresh()).collect();
        frame.inputs = Some(slots.clone());
        let outer = std::mem::replace(&mut self.frame, frame);
        let origin = self.place;
        for (input, slot) in model.inputs.iter().zip(slots) {
            self.default_into(slot, input, origin);
        }
        inside(self);
        self.frame = outer;
    }
}
