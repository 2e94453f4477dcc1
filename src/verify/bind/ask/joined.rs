//! Rules of which either is enough: `chance(rule.curse) or chance(rule.curse_devil)`, a base chance and what else may
//! bring it. Writers tell what the two come to together.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Model;
use crate::check::model::{Binding, Builtin, LocalId};
use crate::parse::ast::{BinaryOp, Expr, ExprKind, ItemKind, Statement, StatementKind};

use super::amounts::Bound;

/// Two rules, by their places in the model, the smaller one first.
pub(super) type Joined = (usize, usize);

/// The rules of a mechanic that "or" joins, each the whole of a chance or given to a procedure that draws it. Cost: linear
/// in the text with all that is run by name in the place of each call.
pub(super) fn joined(model: &Model) -> BTreeSet<Joined> {
    let mut reader = Reader { model, bound: Bound::of(model), found: BTreeSet::new() };
    for item in &model.tree.items {
        if let ItemKind::Statement(statement) = &item.kind {
            reader.statement(statement, &BTreeMap::new());
        }
    }
    reader.found
}

/// The rules that parameters stand for.
type Parameters = BTreeMap<LocalId, BTreeSet<usize>>;

struct Reader<'a> {
    model: &'a Model,
    bound: Bound,
    found: BTreeSet<Joined>,
}

impl Reader<'_> {
    fn statement(&mut self, statement: &Statement, parameters: &Parameters) {
        statement.expressions().into_iter().for_each(|value| self.expression(value, parameters));
        self.runs(statement, parameters);
    }

    /// What is run by name in a statement.
    fn runs(&mut self, statement: &Statement, parameters: &Parameters) {
        statement.inside().into_iter().for_each(|inner| self.runs(inner, parameters));
        let StatementKind::Run(name, arguments) = &statement.kind else { return };
        let Some(Binding::Procedure(index)) = self.model.resolution.target(name.span) else { return };
        let Some(procedure) = self.model.procedures.get(index) else { return };
        let item = self.model.tree.items.get(procedure.item).map(|item| &item.kind);
        let Some(ItemKind::Procedure(declared)) = item else { return };
        let given = arguments.iter().map(|argument| self.rules(argument, parameters));
        let inside: Parameters = procedure.parameters.iter().copied().zip(given).collect();
        declared.body.statements.iter().for_each(|inner| self.statement(inner, &inside));
    }

    fn expression(&mut self, value: &Expr, parameters: &Parameters) {
        if let ExprKind::Binary(BinaryOp::Or, one, other) = &value.kind {
            let [one, other] = [one, other].map(|side| self.chances(side, parameters));
            for (one, other) in one.iter().flat_map(|one| other.iter().map(move |other| (*one, *other))) {
                if one != other {
                    self.found.insert((one.min(other), one.max(other)));
                }
            }
        }
        value.kind.children().into_iter().for_each(|child| self.expression(child, parameters));
    }

    /// The rules that are each the whole of a chance in an expression.
    fn chances(&self, value: &Expr, parameters: &Parameters) -> Vec<usize> {
        let mut found = Vec::new();
        let binding = self.model.resolution.binding(value.id);
        if let (ExprKind::Call(_, arguments), Some(Binding::Builtin(Builtin::Chance))) =
            (&value.kind, binding)
            && let [chance] = arguments.as_slice()
        {
            self.whole(chance, parameters, &mut BTreeSet::new(), &mut found);
        }
        found.extend(value.kind.children().into_iter().flat_map(|child| self.chances(child, parameters)));
        found
    }

    /// Adds the rules that a chance may be: of `if added { battery + more } else { battery }` the last. A variable that stands
    /// in several others is followed once.
    fn whole(
        &self,
        value: &Expr,
        parameters: &Parameters,
        followed: &mut BTreeSet<LocalId>,
        found: &mut Vec<usize>,
    ) {
        let mut add = |value: &Expr| self.whole(value, parameters, followed, found);
        match (&value.kind, self.model.resolution.binding(value.id)) {
            (ExprKind::Paren(inner), _) => add(inner),
            (ExprKind::If(_, then, otherwise), _) => {
                [then, otherwise].into_iter().for_each(|body| add(&body.value))
            }
            (ExprKind::Match(_, arms), _) => arms.iter().for_each(|arm| add(&arm.body.value)),
            (ExprKind::Name(..), Some(Binding::Local(own))) if !parameters.contains_key(&own) => {
                if followed.insert(own)
                    && let Some(bound) = self.bound.variable(own)
                {
                    self.whole(bound, parameters, followed, found);
                }
            }
            _ => {
                let rules = self.rules(value, parameters);
                found.extend(rules.first().filter(|_| rules.len() == 1));
            }
        }
    }

    /// The rules that an expression names.
    fn rules(&self, value: &Expr, parameters: &Parameters) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        match self.model.resolution.binding(value.id) {
            Some(Binding::Rule(rule)) => drop(found.insert(rule)),
            Some(Binding::Local(own)) => found.extend(parameters.get(&own).into_iter().flatten()),
            _ => {}
        }
        found.extend(value.kind.children().into_iter().flat_map(|child| self.rules(child, parameters)));
        found
    }
}
