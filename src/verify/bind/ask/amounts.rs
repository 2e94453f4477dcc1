//! The values of expressions in the text of a mechanic that draw nothing: `52% + loft * 8%` under what is given.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::model::{Binding, Builtin, LocalId};
use crate::check::{InputId, Model, StateId};
use crate::exact::Rational;
use crate::parse::ast::{
    BinaryOp, Body, Expr, ExprKind, ItemKind, Name, Pattern, PatternKind, Statement, StatementKind,
    Threshold, UnaryOp,
};
use crate::rules::{RuleSet, RuleSetId};
use crate::scenario::{Mechanic, Scenario};
use crate::value::{RuleValue, Value};

/// What names in the text of a mechanic stand for, but for inputs and rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bound {
    /// The variables that are bound once, by their numbers.
    variables: BTreeMap<u32, Expr>,
    /// The inputs that each of them is calculated from.
    inputs: FxHashMap<u32, BTreeSet<InputId>>,
    /// Where each state begins.
    starts: FxHashMap<usize, Expr>,
    /// Before which byte no statement has changed a state.
    unchanged: FxHashMap<usize, u32>,
}

impl Bound {
    /// Those of a mechanic. Cost: linear in its text.
    pub(crate) fn of(model: &Model) -> Bound {
        let mut found = Bound::default();
        let mut changed = FxHashSet::default();
        for item in &model.tree.items {
            match &item.kind {
                ItemKind::Statement(statement) => found.take(statement, model, false, &mut changed),
                // A procedure may be called anywhere.
                ItemKind::Procedure(procedure) => {
                    let body = procedure.body.statements.iter();
                    body.for_each(|statement| found.take(statement, model, true, &mut changed));
                }
                ItemKind::State(state) if state.family.is_none() => {
                    let own = model.state_ids().find(|own| model[*own].declaration.name == state.name.text);
                    if let (Some(own), Some(start)) = (own, &state.start) {
                        found.starts.insert(own.index(), start.clone());
                    }
                }
                _ => {}
            }
        }
        found.variables.retain(|variable, _| !changed.contains(variable));
        // Each is bound behind those that it is calculated from.
        let variables = std::mem::take(&mut found.variables);
        for (variable, value) in &variables {
            let mut inputs = BTreeSet::new();
            found.named(value, model, &mut inputs);
            found.inputs.insert(*variable, inputs);
        }
        Bound { variables, ..found }
    }

    /// What a variable that is bound once stands for.
    pub(super) fn variable(&self, variable: LocalId) -> Option<&Expr> {
        self.variables.get(&variable.0)
    }

    /// Adds the inputs that an expression is calculated from.
    pub(crate) fn named(&self, expr: &Expr, model: &Model, inputs: &mut BTreeSet<InputId>) {
        if let (ExprKind::Name(..), Some(binding)) = (&expr.kind, model.resolution.binding(expr.id)) {
            match binding {
                Binding::Input(input) => drop(inputs.insert(InputId::new(input))),
                Binding::Local(variable) => inputs.extend(self.inputs.get(&variable.0).into_iter().flatten()),
                _ => {}
            }
        }
        expr.kind.children().into_iter().for_each(|child| self.named(child, model, inputs));
    }

    /// Adds what a statement binds and changes; `again` where it may run more than once.
    fn take(&mut self, statement: &Statement, model: &Model, again: bool, changed: &mut FxHashSet<u32>) {
        let again = again
            || matches!(
                &statement.kind,
                StatementKind::Repeat(..) | StatementKind::Until(..) | StatementKind::ForEach(..)
            );
        let target = |name: &Name| model.resolution.targets.get(&name.span).copied();
        match &statement.kind {
            StatementKind::Let(binding) if binding.family.is_none() => {
                if let Some(Binding::Local(variable)) = target(&binding.name) {
                    self.variables.insert(variable.0, binding.value.clone());
                }
            }
            StatementKind::Assign(place, _) => match target(&place.name) {
                Some(Binding::Local(variable)) => drop(changed.insert(variable.0)),
                Some(Binding::State(state)) => {
                    let from = if again { 0 } else { statement.span.start };
                    let known = self.unchanged.entry(state).or_insert(from);
                    *known = (*known).min(from);
                }
                _ => {}
            },
            _ => {}
        }
        statement.inside().into_iter().for_each(|inner| self.take(inner, model, again, changed));
    }
}

/// What is known where an expression is evaluated.
pub(crate) struct Amounts<'a> {
    mechanic: &'a Mechanic,
    set: &'a RuleSet,
    /// What inputs and states are; without it, expressions that need one have no value.
    scenario: Option<&'a Scenario>,
    bound: &'a Bound,
    /// The variables that were evaluated, `None` for those that are no fixed values.
    variables: FxHashMap<u32, Option<Value>>,
}

impl<'a> Amounts<'a> {
    /// With nothing but rules.
    pub(crate) fn of_rules(mechanic: &'a Mechanic, rule_set: RuleSetId, bound: &'a Bound) -> Amounts<'a> {
        let set = mechanic.rule_set(rule_set);
        Amounts { mechanic, set, scenario: None, bound, variables: FxHashMap::default() }
    }

    /// With inputs and states too.
    pub(crate) fn under(mechanic: &'a Mechanic, scenario: &'a Scenario, bound: &'a Bound) -> Amounts<'a> {
        Amounts { scenario: Some(scenario), ..Amounts::of_rules(mechanic, scenario.rule_set, bound) }
    }

    /// The number that an expression comes to; `None` where it draws something, or is not fixed by what is given.
    pub(crate) fn number(&mut self, expr: &Expr) -> Option<Rational> {
        match self.value(expr)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn flag(&mut self, expr: &Expr) -> Option<bool> {
        match self.value(expr)? {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    fn value(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Number(_, number) => Some(Value::Number(number.clone())),
            ExprKind::Flag(flag) => Some(Value::Flag(*flag)),
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::Name(..) => self.name(expr),
            ExprKind::Unary(UnaryOp::Not, inner) => Some(Value::Flag(!self.flag(inner)?)),
            ExprKind::Unary(UnaryOp::Negate, inner) => {
                Some(Value::Number(&Rational::ZERO - &self.number(inner)?))
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::In(subject, values) => {
                let subject = self.value(subject)?;
                let values: Option<Vec<Value>> = values.iter().map(|value| self.value(value)).collect();
                Some(Value::Flag(values?.contains(&subject)))
            }
            ExprKind::If(condition, then, otherwise) => {
                let side = if self.flag(condition)? { then } else { otherwise };
                self.body(side)
            }
            ExprKind::Match(subject, arms) => {
                let subject = self.value(subject)?;
                for arm in arms {
                    if self.matches(&arm.pattern, &subject)? {
                        return self.body(&arm.body);
                    }
                }
                None
            }
            ExprKind::Call(_, arguments) => self.call(expr, arguments),
            _ => None,
        }
    }

    fn body(&mut self, body: &Body) -> Option<Value> {
        if body.statements.is_empty() { self.value(&body.value) } else { None }
    }

    fn name(&mut self, expr: &Expr) -> Option<Value> {
        let model = &self.mechanic.model;
        match model.resolution.binding(expr.id)? {
            Binding::Input(input) => self.scenario?.value(self.mechanic, InputId::new(input)),
            Binding::Rule(rule) => match self.set.rules.get(rule)?.value.clone() {
                RuleValue::Known(value) => Some(value),
                RuleValue::Unknown(_) => None,
            },
            Binding::Variant(variant) => Some(Value::Variant(variant)),
            Binding::State(state) => {
                let state = StateId::new(state);
                let from = self.bound.unchanged.get(&state.index());
                if from.is_some_and(|from| *from <= expr.span.start) {
                    return None;
                }
                let given = self.scenario?.states.get(state.index()).cloned().flatten();
                given.or_else(|| self.value(self.bound.starts.get(&state.index())?))
            }
            Binding::Local(variable) => {
                if let Some(known) = self.variables.get(&variable.0) {
                    return known.clone();
                }
                let value = self.value(self.bound.variables.get(&variable.0)?);
                self.variables.insert(variable.0, value.clone());
                value
            }
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Value> {
        let is_decided = match op {
            BinaryOp::And => Some(false),
            BinaryOp::Or => Some(true),
            _ => None,
        };
        if let Some(decided) = is_decided {
            let left = self.flag(left)?;
            return if left == decided { Some(Value::Flag(left)) } else { self.value(right) };
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match op {
            BinaryOp::Equals => return Some(Value::Flag(left == right)),
            BinaryOp::NotEquals => return Some(Value::Flag(left != right)),
            _ => {}
        }
        let (Value::Number(left), Value::Number(right)) = (left, right) else { return None };
        let number = match op {
            BinaryOp::Add => &left + &right,
            BinaryOp::Subtract => &left - &right,
            BinaryOp::Multiply => &left * &right,
            BinaryOp::Divide => left.checked_div(&right)?,
            BinaryOp::Power => {
                /// No text tells of a longer product.
                const MOST: i64 = 64;
                let times = right.to_i64().filter(|times| (0..=MOST).contains(times))?;
                left.checked_pow(i32::try_from(times).ok()?)?
            }
            BinaryOp::Less => return Some(Value::Flag(left < right)),
            BinaryOp::LessEquals => return Some(Value::Flag(left <= right)),
            BinaryOp::Greater => return Some(Value::Flag(left > right)),
            BinaryOp::GreaterEquals => return Some(Value::Flag(left >= right)),
            _ => return None,
        };
        Some(Value::Number(number))
    }

    fn matches(&mut self, pattern: &Pattern, subject: &Value) -> Option<bool> {
        match &pattern.kind {
            PatternKind::Else => Some(true),
            PatternKind::Threshold(threshold, bound) => {
                let (Value::Number(subject), bound) = (subject, self.number(bound)?) else { return None };
                Some(match threshold {
                    Threshold::Below => *subject < bound,
                    Threshold::AtMost => *subject <= bound,
                    Threshold::Above => *subject > bound,
                    Threshold::AtLeast => *subject >= bound,
                })
            }
            PatternKind::Values(values) => {
                for value in values {
                    let low = self.value(&value.low)?;
                    let is_one = match (&value.high, subject, &low) {
                        (None, ..) => low == *subject,
                        (Some(high), Value::Number(subject), Value::Number(low)) => {
                            low <= subject && *subject <= self.number(high)?
                        }
                        _ => return None,
                    };
                    if is_one {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    fn call(&mut self, expr: &Expr, arguments: &[Expr]) -> Option<Value> {
        let Binding::Builtin(builtin) = self.mechanic.model.resolution.binding(expr.id)? else { return None };
        if !matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Clamp) {
            return None;
        }
        let numbers: Option<Vec<Rational>> = arguments.iter().map(|argument| self.number(argument)).collect();
        let number = match (builtin, numbers?.as_slice()) {
            (Builtin::Min, numbers) => numbers.iter().min()?.clone(),
            (Builtin::Max, numbers) => numbers.iter().max()?.clone(),
            (_, [value, low, high]) => value.max(low).min(high).clone(),
            _ => return None,
        };
        Some(Value::Number(number))
    }
}
