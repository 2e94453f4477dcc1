//! States that count the uses since something came: a pity timer.

use std::collections::BTreeSet;

use super::model::{Binding, Kind, Model};
use super::{FieldId, StateId};
use crate::exact::Rational;
use crate::parse::ast::{
    BinaryOp, Block, Expr, ExprKind, ItemKind, Pattern, PatternKind, PatternValue, Statement, StatementKind,
};
use crate::value::Value;

/// A state that each use raises by one or sets back to nothing.
#[derive(Debug, Clone)]
pub struct Counter {
    /// The state.
    pub state: StateId,
    /// The values of outcomes that set it back, as far as the text says: `five` of `if rarity == five { pity = 0 }`.
    pub ended_by: BTreeSet<(FieldId, Value)>,
}

impl Model {
    /// The states that each use raises by one or sets back to nothing. Cost: linear in the text of the mechanic, times the
    /// number of its states.
    ///
    /// ```
    /// use trueodds::{check::check, parse::parse, source::SourceMap};
    ///
    /// let text = "mechanic gacha/pull\noutcome star: flag\nstate pity: integer 0..9 = 0\n\
    ///             star = pity == 9 or chance(1/20)\nif star { pity = 0 } else { pity = pity + 1 }\n";
    /// let (tree, _) = parse(SourceMap::default().add("pull.odds", text), text);
    /// let (model, _) = check(tree);
    /// let counters = model.counters();
    /// assert_eq!(counters.len(), 1);
    /// assert_eq!(counters[0].ended_by.len(), 1);
    /// ```
    #[must_use]
    pub fn counters(&self) -> Vec<Counter> {
        let counts = |state: &StateId| {
            let declaration = &self[*state].declaration;
            let begins_at_nothing = declaration.range.low.as_ref().is_some_and(|low| low.is_zero());
            declaration.kind == Kind::Integer && begins_at_nothing
        };
        let of_state = |state: StateId| {
            let mut reader =
                Reader { model: self, state, steps: 0, resets: 0, others: 0, ended_by: Ends::new() };
            for item in &self.tree.items {
                match &item.kind {
                    ItemKind::Statement(statement) => reader.statement(statement, &Ends::new()),
                    ItemKind::Procedure(procedure) => reader.block(&procedure.body, &Ends::new()),
                    _ => {}
                }
            }
            let is_counter = reader.steps > 0 && reader.resets > 0 && reader.others == 0;
            is_counter.then_some(Counter { state, ended_by: reader.ended_by })
        };
        self.state_ids().filter(counts).filter_map(of_state).collect()
    }
}

/// What a mechanic does with one of its states.
struct Reader<'a> {
    model: &'a Model,
    state: StateId,
    steps: usize,
    resets: usize,
    others: usize,
    ended_by: Ends,
}

/// Outcomes with the values that they have in one place of a mechanic.
type Ends = BTreeSet<(FieldId, Value)>;

impl Reader<'_> {
    /// `guards` are the outcomes that what leads to the block compares.
    fn block(&mut self, block: &Block, guards: &Ends) {
        // `if chance(p) { star = five; pity = 0 }`: what comes there says as well when that is.
        let here = || block.statements.iter().flat_map(|statement| self.brought(statement));
        let ends: Ends = if guards.is_empty() { here().collect() } else { guards.clone() };
        block.statements.iter().for_each(|statement| self.statement(statement, &ends));
    }

    fn statement(&mut self, statement: &Statement, ends: &Ends) {
        match &statement.kind {
            StatementKind::Assign(place, value) => {
                let target = self.model.resolution.targets.get(&place.name.span);
                if matches!(target, Some(Binding::State(state)) if *state == self.state.index()) {
                    self.assigned(value, ends);
                }
            }
            StatementKind::If(branches, otherwise) => {
                branches.iter().for_each(|(guard, block)| self.block(block, &self.compared(guard)));
                otherwise.iter().for_each(|block| self.block(block, &Ends::new()));
            }
            StatementKind::Match(of, arms) => {
                arms.iter().for_each(|arm| self.block(&arm.body, &self.taken(of, &arm.pattern)));
            }
            StatementKind::Repeat(_, block)
            | StatementKind::Until(block, _)
            | StatementKind::ForEach(_, _, block) => self.block(block, &Ends::new()),
            _ => {}
        }
    }

    /// Counts what an expression makes of the state, where outcomes are so.
    fn assigned(&mut self, value: &Expr, ends: &Ends) {
        match &value.kind {
            ExprKind::Paren(inner) => self.assigned(inner, ends),
            ExprKind::If(guard, then, otherwise) => {
                self.assigned(&then.value, &self.compared(guard));
                self.assigned(&otherwise.value, &Ends::new());
            }
            ExprKind::Match(of, arms) => {
                arms.iter().for_each(|arm| self.assigned(&arm.body.value, &self.taken(of, &arm.pattern)));
            }
            // A bound on it: `min(pity + 1, 89)`.
            ExprKind::Call(name, values) if matches!(name.text.as_str(), "min" | "max") => {
                let of_it: Vec<&Expr> = values.iter().filter(|value| self.reads(value)).collect();
                self.others += usize::from(of_it.is_empty());
                of_it.into_iter().for_each(|value| self.assigned(value, ends));
            }
            ExprKind::Number(_, number) if number.is_zero() => {
                self.resets += 1;
                self.ended_by.extend(ends.iter().cloned());
            }
            ExprKind::Binary(BinaryOp::Add, one, other)
                if self.is_own(one) && is_one(other) || is_one(one) && self.is_own(other) =>
            {
                self.steps += 1;
            }
            _ if self.is_own(value) => {}
            _ => self.others += 1,
        }
    }

    fn is_own(&self, value: &Expr) -> bool {
        let binding = self.model.resolution.binding(value.id);
        matches!(binding, Some(Binding::State(state)) if state == self.state.index())
    }

    fn reads(&self, value: &Expr) -> bool {
        self.is_own(value) || value.kind.children().into_iter().any(|child| self.reads(child))
    }

    /// The value that a statement gives an outcome, where it is written as it is.
    fn brought(&self, statement: &Statement) -> Option<(FieldId, Value)> {
        let StatementKind::Assign(place, value) = &statement.kind else { return None };
        let Some(Binding::Field(field)) = self.model.resolution.targets.get(&place.name.span) else {
            return None;
        };
        let value = match (&value.kind, self.model.resolution.binding(value.id)) {
            (ExprKind::Flag(true), _) => Value::Flag(true),
            (_, Some(Binding::Variant(variant))) => Value::Variant(variant),
            _ => return None,
        };
        Some((FieldId::new(*field), value))
    }

    /// The values of an outcome that an arm takes.
    fn taken(&self, of: &Expr, pattern: &Pattern) -> Ends {
        let binding = |value: &Expr| self.model.resolution.binding(value.id);
        let (Some(Binding::Field(field)), PatternKind::Values(values)) = (binding(of), &pattern.kind) else {
            return Ends::new();
        };
        let value = |value: &PatternValue| match (&value.low.kind, binding(&value.low)) {
            (ExprKind::Flag(flag), _) => Some(Value::Flag(*flag)),
            (_, Some(Binding::Variant(variant))) => Some(Value::Variant(variant)),
            _ => None,
        };
        values.iter().filter_map(value).map(|value| (FieldId::new(field), value)).collect()
    }

    /// The values that a condition compares outcomes with, and the outcomes that it asks to be there.
    fn compared(&self, guard: &Expr) -> Ends {
        let binding = |value: &Expr| self.model.resolution.binding(value.id);
        match &guard.kind {
            ExprKind::Binary(BinaryOp::Equals, one, other) => {
                let pair = [(one, other), (other, one)].into_iter();
                let found = pair.filter_map(|(field, value)| match (binding(field)?, binding(value)?) {
                    (Binding::Field(field), Binding::Variant(value)) => {
                        Some((FieldId::new(field), Value::Variant(value)))
                    }
                    _ => None,
                });
                found.collect()
            }
            ExprKind::Name(..) => match binding(guard) {
                Some(Binding::Field(field)) => Ends::from([(FieldId::new(field), Value::Flag(true))]),
                _ => Ends::new(),
            },
            ExprKind::Unary(..) => Ends::new(),
            _ => guard.kind.children().into_iter().flat_map(|child| self.compared(child)).collect(),
        }
    }
}

fn is_one(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Number(_, number) if *number == Rational::ONE)
}
