//! States that count the uses since something came: a pity timer.

use std::collections::BTreeSet;

use super::model::{Binding, Kind, Model};
use super::{FieldId, StateId};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Block, Expr, ExprKind, ItemKind, Statement, StatementKind};
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
                Reader { model: self, state, steps: 0, resets: 0, others: 0, ended_by: BTreeSet::new() };
            for item in &self.tree.items {
                match &item.kind {
                    ItemKind::Statement(statement) => reader.statement(statement, None),
                    ItemKind::Procedure(procedure) => reader.block(&procedure.body, None),
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
    ended_by: BTreeSet<(FieldId, Value)>,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block, under: Option<&Expr>) {
        block.statements.iter().for_each(|statement| self.statement(statement, under));
    }

    fn statement(&mut self, statement: &Statement, under: Option<&Expr>) {
        match &statement.kind {
            StatementKind::Assign(place, value) => {
                let target = self.model.resolution.targets.get(&place.name.span);
                if matches!(target, Some(Binding::State(state)) if *state == self.state.index()) {
                    self.assigned(value, under);
                }
            }
            StatementKind::If(branches, otherwise) => {
                branches.iter().for_each(|(guard, block)| self.block(block, Some(guard)));
                otherwise.iter().for_each(|block| self.block(block, None));
            }
            StatementKind::Match(_, arms) => arms.iter().for_each(|arm| self.block(&arm.body, None)),
            StatementKind::Repeat(_, block)
            | StatementKind::Until(block, _)
            | StatementKind::ForEach(_, _, block) => self.block(block, None),
            _ => {}
        }
    }

    /// Counts what an expression makes of the state, under a condition.
    fn assigned(&mut self, value: &Expr, under: Option<&Expr>) {
        match &value.kind {
            ExprKind::Paren(inner) => self.assigned(inner, under),
            ExprKind::If(guard, then, otherwise) => {
                self.assigned(&then.value, Some(guard));
                self.assigned(&otherwise.value, None);
            }
            ExprKind::Number(_, number) if number.is_zero() => {
                self.resets += 1;
                under.into_iter().for_each(|guard| self.compared(guard));
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

    /// Adds the values that a condition compares outcomes with, and the outcomes that it asks to be there.
    fn compared(&mut self, guard: &Expr) {
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
                self.ended_by.extend(found.collect::<Vec<_>>());
            }
            ExprKind::Name(..) => {
                if let Some(Binding::Field(field)) = binding(guard) {
                    self.ended_by.insert((FieldId::new(field), Value::Flag(true)));
                }
            }
            ExprKind::Unary(..) => {}
            _ => guard.kind.children().into_iter().for_each(|child| self.compared(child)),
        }
    }
}

fn is_one(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Number(_, number) if *number == Rational::ONE)
}
