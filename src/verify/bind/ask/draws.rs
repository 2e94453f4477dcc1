//! Chances and bounds that stand in the text of a mechanic, with what the text around them names: the inputs that
//! they need, and the outcomes that they lead to.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Model;
use crate::check::model::{Binding, Builtin};
use crate::check::{FieldId, InputId};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::parse::ast::{
    Block, Choice, ChoiceWeight, Expr, ExprKind, ItemKind, PatternKind, Statement, StatementKind,
};
use crate::value::Value;

use super::amounts::{Amounts, Bound};

/// A number that stands in the text of a mechanic.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    amount: Amount,
    /// Whether it is the bound of a band, and no chance.
    pub(crate) is_bound: bool,
    /// The inputs that it needs.
    pub(crate) inputs: BTreeSet<InputId>,
    /// What it leads to.
    pub(crate) outcomes: BTreeSet<(FieldId, Value)>,
}

/// How a number in the text is calculated from rules.
#[derive(Debug, Clone)]
enum Amount {
    Of(Expr),
    /// What all these leave to 1: the last of several choices.
    Rest(Vec<Expr>),
}

impl Drawn {
    /// Whether a label names something that belongs to it.
    pub(crate) fn has(&self, meaning: &Meaning) -> bool {
        match meaning {
            Meaning::Is(input, _) | Meaning::Input(input) => self.inputs.contains(input),
            Meaning::Outcome(field, value) => self.outcomes.contains(&(*field, value.clone())),
            Meaning::Field(field) => self.outcomes.iter().any(|(own, _)| own == field),
            _ => false,
        }
    }

    /// Its value; `None` where it needs more than is known.
    pub(crate) fn value(&self, known: &mut Amounts<'_>) -> Option<Rational> {
        match &self.amount {
            Amount::Of(expr) => known.number(expr),
            Amount::Rest(others) => {
                let others = others.iter().map(|other| known.number(other));
                Some(&Rational::ONE - &others.sum::<Option<Rational>>()?)
            }
        }
    }
}

/// The numbers in the text of a mechanic, and what the names in them stand for.
#[derive(Debug, Clone)]
pub(crate) struct Draws {
    /// All chances and bounds.
    pub(crate) all: Vec<Drawn>,
    pub(crate) bound: Bound,
}

/// All chances and bounds in the text of a mechanic. Cost: linear in the text, times the depth of its branches.
pub(crate) fn drawn(model: &Model) -> Draws {
    let mut read = read(model);
    read.found.retain(|drawn| !drawn.inputs.is_empty() || !drawn.outcomes.is_empty());
    Draws { all: read.found, bound: read.bound }
}

fn read(model: &Model) -> Reader<'_> {
    let bound = Bound::of(model);
    let mut reader = Reader { model, bound, found: Vec::new(), given: Vec::new(), sides: Vec::new() };
    for item in &model.tree.items {
        match &item.kind {
            ItemKind::Statement(statement) => reader.statement(statement, &BTreeSet::new()),
            ItemKind::Function(function) => {
                function
                    .body
                    .expressions()
                    .for_each(|value| reader.chances(value, value, &BTreeSet::new(), &BTreeSet::new()));
            }
            _ => {}
        }
    }
    reader
}

/// The values of outcomes that one chance gives together: of `if chance(hit) { result = if chance(rare) { critical }
/// else { plain } }` both. Writers call the two as one by the name of either. Cost: as [`drawn`].
pub(crate) fn branches(model: &Model) -> BTreeSet<(FieldId, Vec<Value>)> {
    parts(model, read(model).given)
}

/// The values of outcomes that a chance comes to on one of its sides, whatever is drawn there: of `if chance(rain) { weather =
/// one of { 1/2 => shower, else => gale } } else { weather = if chance(1/5) { fog } else { clear } }` those of wet days and
/// those of dry ones. Not where that is all. Cost: as [`drawn`].
pub(crate) fn sides(model: &Model) -> BTreeSet<(FieldId, Vec<Value>)> {
    parts(model, read(model).sides)
}

/// Of groups of outcomes the values of each that are several, and not all that it has.
fn parts(model: &Model, groups: Vec<BTreeSet<(FieldId, Value)>>) -> BTreeSet<(FieldId, Vec<Value>)> {
    let mut found = BTreeSet::new();
    for group in groups {
        let mut fields: BTreeMap<FieldId, Vec<Value>> = BTreeMap::new();
        for (field, value) in group {
            fields.entry(field).or_default().push(value);
        }
        let is_part = |(field, values): &(FieldId, Vec<Value>)| {
            (2..model.variants(model[*field].kind).len()).contains(&values.len())
        };
        found.extend(fields.into_iter().filter(is_part));
    }
    found
}

struct Reader<'a> {
    model: &'a Model,
    bound: Bound,
    found: Vec<Drawn>,
    /// What each side of a chance gives.
    sides: Vec<BTreeSet<(FieldId, Value)>>,
    /// What each block gives that a chance leads to.
    given: Vec<BTreeSet<(FieldId, Value)>>,
}

impl Reader<'_> {
    fn binding(&self, value: &Expr) -> Option<Binding> {
        self.model.resolution.binding(value.id)
    }

    fn block(&mut self, block: &Block, inputs: &BTreeSet<InputId>) {
        block.statements.iter().for_each(|statement| self.statement(statement, inputs));
    }

    fn statement(&mut self, statement: &Statement, inputs: &BTreeSet<InputId>) {
        match &statement.kind {
            StatementKind::If(branches, otherwise) => {
                self.sides_of(branches, otherwise.as_ref());
                for (guard, block) in branches {
                    let mut outcomes = BTreeSet::new();
                    block.statements.iter().for_each(|statement| self.assigned(statement, &mut outcomes));
                    if self.chance(guard).is_some() {
                        self.given.push(outcomes.clone());
                    }
                    self.compared(guard, &mut outcomes);
                    self.chances(guard, guard, inputs, &outcomes);
                    let inside = self.with_inputs(guard, inputs);
                    self.block(block, &inside);
                }
                otherwise.iter().for_each(|block| self.block(block, inputs));
            }
            StatementKind::Assign(_, value) => {
                let field = self.field(statement);
                self.assignment(value, field, inputs);
            }
            StatementKind::Let(binding) => {
                self.chances(&binding.value, &binding.value, inputs, &BTreeSet::new())
            }
            StatementKind::Repeat(_, block)
            | StatementKind::Until(block, _)
            | StatementKind::ForEach(_, _, block) => {
                self.block(block, inputs);
            }
            StatementKind::Match(_, arms) => arms.iter().for_each(|arm| self.block(&arm.body, inputs)),
            _ => {}
        }
    }

    /// Adds what a condition with a chance leads to: on its own side, and on all that follow.
    fn sides_of(&mut self, branches: &[(Expr, Block)], otherwise: Option<&Block>) {
        for (number, (guard, block)) in branches.iter().enumerate() {
            if self.has_chance(guard) {
                let others = branches[number + 1..].iter().map(|(_, block)| block).chain(otherwise);
                let mut rest = BTreeSet::new();
                others.for_each(|block| self.given_in(block, &mut rest));
                let mut own = BTreeSet::new();
                self.given_in(block, &mut own);
                self.sides.extend([own, rest]);
            }
        }
    }

    fn has_chance(&self, expr: &Expr) -> bool {
        self.chance(expr).is_some() || expr.kind.children().into_iter().any(|child| self.has_chance(child))
    }

    /// The outcomes that a block gives, whatever comes of the choices in it.
    fn given_in(&self, block: &Block, outcomes: &mut BTreeSet<(FieldId, Value)>) {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::If(branches, otherwise) => {
                    let blocks = branches.iter().map(|(_, block)| block).chain(otherwise);
                    blocks.for_each(|block| self.given_in(block, outcomes));
                }
                StatementKind::Match(_, arms) => {
                    arms.iter().for_each(|arm| self.given_in(&arm.body, outcomes));
                }
                _ => self.assigned(statement, outcomes),
            }
        }
    }

    /// What `chance` is asked, where an expression calls it.
    fn chance<'e>(&self, expr: &'e Expr) -> Option<&'e [Expr]> {
        match (&expr.kind, self.binding(expr)) {
            (ExprKind::Call(_, arguments), Some(Binding::Builtin(Builtin::Chance))) => Some(arguments),
            _ => None,
        }
    }

    /// The outcome that a statement gives a value.
    fn field(&self, statement: &Statement) -> Option<FieldId> {
        let StatementKind::Assign(place, _) = &statement.kind else { return None };
        match self.model.resolution.targets.get(&place.name.span) {
            Some(Binding::Field(field)) => Some(FieldId::new(*field)),
            _ => None,
        }
    }

    /// Outcomes that a statement gives, whatever comes of it.
    fn assigned(&self, statement: &Statement, outcomes: &mut BTreeSet<(FieldId, Value)>) {
        if let (Some(field), StatementKind::Assign(_, value)) = (self.field(statement), &statement.kind) {
            self.variants(value, field, outcomes);
        }
    }

    /// The values of an outcome that an expression may be.
    fn variants(&self, expr: &Expr, field: FieldId, outcomes: &mut BTreeSet<(FieldId, Value)>) {
        match &expr.kind {
            ExprKind::Name(..) => {
                if let Some(Binding::Variant(value)) = self.binding(expr) {
                    outcomes.insert((field, Value::Variant(value)));
                }
            }
            ExprKind::Flag(flag) => drop(outcomes.insert((field, Value::Flag(*flag)))),
            ExprKind::Paren(inner) => self.variants(inner, field, outcomes),
            ExprKind::If(_, then, otherwise) => {
                self.variants(&then.value, field, outcomes);
                self.variants(&otherwise.value, field, outcomes);
            }
            ExprKind::Match(_, arms) => {
                arms.iter().for_each(|arm| self.variants(&arm.body.value, field, outcomes));
            }
            ExprKind::OneOf(choices) => {
                choices.iter().for_each(|choice| self.variants(&choice.value.value, field, outcomes));
            }
            _ => {}
        }
    }

    /// The values that an expression compares outcomes with.
    fn compared(&self, expr: &Expr, outcomes: &mut BTreeSet<(FieldId, Value)>) {
        if let Some(Binding::Variant(value)) = self.binding(expr) {
            let kind = self.model.resolution.kind(expr.id);
            let fields = self.model.field_ids().filter(|field| self.model[*field].kind == kind);
            outcomes.extend(fields.map(|field| (field, Value::Variant(value))));
        }
        expr.kind.children().into_iter().for_each(|child| self.compared(child, outcomes));
    }

    fn assignment(&mut self, expr: &Expr, field: Option<FieldId>, inputs: &BTreeSet<InputId>) {
        let Some(field) = field else { return self.chances(expr, expr, inputs, &BTreeSet::new()) };
        match &expr.kind {
            ExprKind::OneOf(choices) => {
                for choice in choices {
                    let mut outcomes = BTreeSet::new();
                    self.variants(&choice.value.value, field, &mut outcomes);
                    match &choice.weight {
                        ChoiceWeight::Given(weight) => self.push(weight, false, inputs, &outcomes),
                        ChoiceWeight::Else => {
                            let given = |other: &Choice| match &other.weight {
                                ChoiceWeight::Given(weight) => Some(weight.clone()),
                                _ => None,
                            };
                            let others = choices.iter().filter_map(given).collect();
                            let (amount, inputs) = (Amount::Rest(others), inputs.clone());
                            self.found.push(Drawn { amount, is_bound: false, inputs, outcomes });
                        }
                        _ => {}
                    }
                }
            }
            ExprKind::Match(_, arms) => {
                let mut below: BTreeSet<(FieldId, Value)> = BTreeSet::new();
                let mut bound: Option<&Expr> = None;
                for arm in arms {
                    let mut outcomes = BTreeSet::new();
                    self.variants(&arm.body.value, field, &mut outcomes);
                    // A bound is where one band ends and the next begins.
                    if let Some(bound) = bound.take() {
                        let both = below.union(&outcomes).cloned().collect();
                        self.push(bound, true, inputs, &both);
                    }
                    if let PatternKind::Threshold(_, next) = &arm.pattern.kind {
                        bound = Some(next);
                    }
                    below = outcomes;
                }
            }
            _ => {
                let mut outcomes = BTreeSet::new();
                outcomes.insert((field, Value::Flag(true)));
                self.chances(expr, expr, inputs, &outcomes);
            }
        }
    }

    /// The chances in an expression, with the inputs that all of it names.
    fn chances(
        &mut self,
        expr: &Expr,
        whole: &Expr,
        inputs: &BTreeSet<InputId>,
        outcomes: &BTreeSet<(FieldId, Value)>,
    ) {
        if let Some(arguments) = self.chance(expr) {
            let inputs = self.with_inputs(whole, inputs);
            arguments.iter().for_each(|chance| self.push(chance, false, &inputs, outcomes));
        }
        expr.kind.children().into_iter().for_each(|child| self.chances(child, whole, inputs, outcomes));
    }

    fn with_inputs(&self, expr: &Expr, inputs: &BTreeSet<InputId>) -> BTreeSet<InputId> {
        let mut found = inputs.clone();
        self.bound.named(expr, self.model, &mut found);
        found
    }

    fn push(
        &mut self,
        value: &Expr,
        is_bound: bool,
        inputs: &BTreeSet<InputId>,
        outcomes: &BTreeSet<(FieldId, Value)>,
    ) {
        let (inputs, outcomes) = (inputs.clone(), outcomes.clone());
        self.found.push(Drawn { amount: Amount::Of(value.clone()), is_bound, inputs, outcomes });
    }
}
