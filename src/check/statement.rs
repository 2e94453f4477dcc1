//! Statements: bindings, assignments, branches.

use super::model::{Binding, Declaration, Range};
use super::{Checker, Code, Diagnostic, Fixed, Kind};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{Block, Expr, KindName, Let, Name, Pattern, Statement, StatementKind};

impl Checker {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.no_effect_inside(statement);
        match &statement.kind {
            StatementKind::Let(binding) => self.let_binding(binding),
            StatementKind::Assign(place, value) if place.of.is_empty() => self.assign(&place.name, value),
            StatementKind::Assign(place, value) => match self.place_of(place) {
                Some((binding, kind)) => {
                    self.give(&place.name, binding, kind, value);
                    self.given_of_every(place, binding);
                }
                None => _ = self.expr(value, None),
            },
            StatementKind::If(branches, otherwise) => {
                let mut ends = Vec::new();
                for (guard, block) in branches {
                    self.require(guard, Kind::Flag, "what `if` asks");
                    ends.push(self.branch(block));
                }
                if let Some(block) = otherwise {
                    ends.push(self.branch(block));
                    self.meet(&ends);
                }
            }
            StatementKind::Match(subject, arms) => {
                let patterns: Vec<&Pattern> = arms.iter().map(|arm| &arm.pattern).collect();
                self.patterns(subject, &patterns, statement.span);
                let ends: Vec<Vec<bool>> = arms.iter().map(|arm| self.branch(&arm.body)).collect();
                self.meet(&ends);
            }
            StatementKind::Repeat(count, block) => {
                self.require(count, Kind::Integer, "how often to repeat");
                if self.bounds(count).high.is_some_and(|high| high.is_negative()) {
                    self.report(Diagnostic::error(
                        Code::OutOfRange,
                        count.span,
                        "nothing can be repeated a negative number of times",
                    ));
                }
                // The count may be zero, so what the block assigns is not certain after it.
                self.branch(block);
            }
            // The block is run at least once, and what it binds can be asked for after it.
            StatementKind::Until(block, guard) => self.scoped(|checker| {
                for statement in &block.statements {
                    checker.statement(statement);
                }
                checker.require(guard, Kind::Flag, "what ends the loop");
            }),
            StatementKind::Given(evidence) => {
                self.require(evidence, Kind::Flag, "what is known");
                self.model.evidence = self.model.evidence.or(Some(statement.span));
            }
            StatementKind::Require(condition, _) => {
                self.require(condition, Kind::Flag, "what is required");
                self.must_not_draw(condition, "what is required");
            }
            StatementKind::Pool(pool) => self.pool(pool),
            StatementKind::Run(name, arguments) => self.run(name, arguments, statement.span),
            StatementKind::ForEach(name, all, block) => self.for_each(name, all, block),
            StatementKind::SetAt(name, place, value) => {
                self.require(place, Kind::Integer, "a place in a list");
                self.add(value, name);
            }
            StatementKind::Add(value, end, name) => match self.find_family(&name.text) {
                Some(family) => self.add_to_family(family, value, *end, name),
                None => self.add(value, name),
            },
            StatementKind::Put(value, name) => self.put(value, name),
        }
    }

    /// Refuses what has an effect outside a block that gives a value, in one.
    fn no_effect_inside(&mut self, statement: &Statement) {
        let what = match &statement.kind {
            StatementKind::Given(_) => "says what is known",
            StatementKind::Require(..) => "refuses inputs",
            StatementKind::Run(..) => "runs a procedure",
            _ => return,
        };
        if self.outside.is_none() {
            return;
        }
        let message = format!("a block that gives a value does nothing outside; this {what}");
        self.report(
            Diagnostic::error(Code::ChangesOutside, statement.span, message).help("do it before the value"),
        );
    }

    pub(super) fn let_binding(&mut self, binding: &Let) {
        if let Some(family) = &binding.family {
            return self.variables(binding, family);
        }
        let (kind, range) = self.bound_kind(binding);
        let id = self.bind(&binding.name, kind, range);
        if self.is_bound_once(&binding.name) {
            let value = self.reach(&binding.value);
            let local = &mut self.locals[id.0 as usize];
            local.reach = std::mem::take(&mut local.reach).within(&value);
        }
    }

    /// The kind and range with which a variable is bound.
    pub(super) fn bound_kind(&mut self, binding: &Let) -> (Kind, Range) {
        match &binding.kind {
            Some(written) => {
                let own = match &written.kind {
                    KindName::Enumeration(variants) => Some(self.enumeration(&binding.name, variants)),
                    _ => None,
                };
                let (kind, range) = self.written_kind(written, own);
                self.require(&binding.value, kind, &format!("`{}`", binding.name.text));
                if let (Some(low), Some(high)) = (&range.low, &range.high)
                    && let Some(value) = self.constant(&binding.value)
                    && !(value >= *low && value <= *high)
                {
                    let code = if *high == Rational::ONE && low.is_zero() {
                        Code::ProbabilityRange
                    } else {
                        Code::OutOfRange
                    };
                    self.report(Diagnostic::error(
                        code,
                        binding.value.span,
                        format!("`{}` goes from {low} to {high}; this is {value}", binding.name.text),
                    ));
                }
                (kind, range)
            }
            None => match self.record(&binding.value) {
                Some(kind) => (kind, Range::default()),
                None => (self.expr(&binding.value, None), Range::default()),
            },
        }
    }

    fn assign(&mut self, name: &Name, value: &Expr) {
        let (binding, kind) = match self.find(None, &name.text) {
            Some((_, kind @ Kind::Family(_))) => {
                self.expr(value, None);
                self.not_a_value(kind, name);
                return;
            }
            Some((Binding::Local(_), Kind::Record(_) | Kind::Pool(_))) => {
                self.expr(value, None);
                let message = format!("`{}` cannot be given another value", name.text);
                let diagnostic = Diagnostic::error(Code::KindMismatch, name.span, message);
                return self.report(diagnostic.help("bind a new name with `let` or `pool`"));
            }
            Some((binding @ (Binding::Local(_) | Binding::Field(_)), kind)) => (binding, kind),
            Some((Binding::State(index), kind)) if self.model.states[index].owner.is_none() => {
                (Binding::State(index), kind)
            }
            Some((Binding::State(index), _)) => {
                self.expr(value, None);
                let owner = self.model.states[index].owner.clone().unwrap_or_default();
                let message = format!("`{}` belongs to the mechanic `{owner}`", name.text);
                let diagnostic = Diagnostic::error(Code::DuplicateName, name.span, message);
                return self.report(diagnostic.help("only that mechanic changes it; here it can be read"));
            }
            Some((_, _)) => {
                self.expr(value, None);
                let diagnostic = Diagnostic::error(
                    Code::DuplicateName,
                    name.span,
                    format!("`{}` is given from outside and cannot be changed", name.text),
                )
                .help(format!("bind a new name: `let {}_now = …`", name.text));
                return self.report(diagnostic);
            }
            None => {
                self.expr(value, None);
                let fields: Vec<String> = self.model.fields.iter().map(|field| field.name.clone()).collect();
                let help = or_nearest(&name.text, fields.iter().map(String::as_str));
                let new = format!("to bind a new name write `let {} = …`", name.text);
                let diagnostic = Diagnostic::error(
                    Code::UnknownName,
                    name.span,
                    format!("no variable or outcome `{}`", name.text),
                )
                .note(new)
                .maybe_help(help);
                return self.report(diagnostic);
            }
        };
        if self.can_change(binding, name) {
            self.give(name, binding, kind, value);
        } else {
            self.expr(value, None);
        }
    }

    /// Gives a variable, a state or an outcome a value, or a member of a family that is not certain.
    fn give(&mut self, name: &Name, binding: Binding, kind: Kind, value: &Expr) {
        self.resolution.targets.insert(name.span, binding);
        let found = self.expr(value, Some(kind));
        if !found.fits(kind) {
            let (need, is) = (self.model.describe(kind), self.model.describe(found));
            let mut diagnostic = Diagnostic::error(
                Code::KindMismatch,
                value.span,
                format!("`{}` holds {need}, this is {is}", name.text),
            )
            .maybe_help(self.number_help(value, kind));
            if let Binding::Local(id) = binding {
                diagnostic =
                    diagnostic.also(self.locals[id.0 as usize].span, format!("it was bound to {need} here"));
                let wider = match found {
                    Kind::Number => Some("number"),
                    Kind::Roll => Some("roll"),
                    _ => None,
                };
                diagnostic = diagnostic
                    .maybe_help(wider.map(|wider| format!("bind it as `let {}: {wider} = …`", name.text)));
            }
            self.report(diagnostic);
        }
        if let Binding::State(index) = binding {
            let state = self.model.states[index].declaration.clone();
            self.check_declared_range(&state, "state", value);
            self.state_changed[index] = true;
        }
        if let Binding::Family(index) = binding {
            self.give_some(index, value);
        }
        if let Binding::Field(index) = binding {
            self.give_field(index, value);
            if let Some(assigned) = self.assigned.get_mut(index) {
                *assigned = true;
            }
        }
    }

    /// Whether a variable, outcome or state can be changed here; an error where not.
    pub(super) fn can_change(&mut self, binding: Binding, name: &Name) -> bool {
        let fixed = match binding {
            Binding::Local(id) => self.locals[id.0 as usize].fixed,
            _ => None,
        };
        if let Some(fixed) = fixed {
            let what = match fixed {
                Fixed::Parameter => "is a parameter and keeps its value",
                Fixed::Each => "goes from value to value by itself",
            };
            let message = format!("`{}` {what}", name.text);
            let help = format!("bind a new name: `let {}_now = {}`", name.text, name.text);
            self.report(Diagnostic::error(Code::ChangesOutside, name.span, message).help(help));
            return false;
        }
        let Some(outside) = self.outside else { return true };
        if let Binding::Local(id) = binding
            && self.scopes.depth(id) >= outside
        {
            return true;
        }
        let message =
            format!("a block that gives a value cannot change `{}`, which stands outside it", name.text);
        self.report(
            Diagnostic::error(Code::ChangesOutside, name.span, message)
                .help("use `if` or `match` as a statement, a procedure in place of a function, or bind a new name with `let`"),
        );
        false
    }

    pub(super) fn check_declared_range(&mut self, declared: &Declaration, what: &str, value: &Expr) {
        let wrong = self.outside_declared(declared, what, value);
        wrong.into_iter().for_each(|wrong| self.report(wrong));
    }

    /// Gives an outcome a value, which may be replaced later.
    pub(super) fn give_field(&mut self, index: usize, value: &Expr) {
        let field = self.model.fields[index].clone();
        let wrong = self.outside_declared(&field, "outcome", value);
        self.field_values.resize(self.model.fields.len(), (0, None));
        if let Some((count, found)) = self.field_values.get_mut(index) {
            (*count, *found) = (*count + 1, wrong);
        }
    }

    /// What is wrong with a value that is certain, if it lies outside the declared range.
    fn outside_declared(&self, declared: &Declaration, what: &str, value: &Expr) -> Option<Diagnostic> {
        let constant = self.constant(value)?;
        let beyond = declared.or_more && declared.range.high.as_ref().is_some_and(|high| constant > *high);
        if beyond || declared.range.contains(&constant) {
            return None;
        }
        let range = declared.range.describe().unwrap_or_default();
        let message = format!("{what} `{}` goes {range}; this is {constant}", declared.name);
        Some(Diagnostic::error(Code::OutOfRange, value.span, message))
    }

    /// Checks a block that may not be run; returns what is assigned at its end.
    pub(super) fn branch(&mut self, block: &Block) -> Vec<bool> {
        let before = self.assigned.clone();
        self.scoped(|checker| {
            for statement in &block.statements {
                checker.statement(statement);
            }
        });
        std::mem::replace(&mut self.assigned, before)
    }

    /// After branches of which one is run: assigned is what all of them assign.
    fn meet(&mut self, ends: &[Vec<bool>]) {
        for (index, assigned) in self.assigned.iter_mut().enumerate() {
            *assigned =
                *assigned || (!ends.is_empty() && ends.iter().all(|end| end.get(index) == Some(&true)));
        }
    }
}
