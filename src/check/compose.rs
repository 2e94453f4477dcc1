//! What joins one use to the next and one mechanic to another: states, and mechanics that use others.

use super::model::{Declaration, EnumId, FamilyOf, State};
use super::{Binding, Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{self, Expr, ExprKind, ItemKind, Name};
use crate::source::Span;

impl Checker {
    pub(super) fn state(&mut self, state: &ast::State, own: Option<EnumId>) {
        let (kind, range) = self.written_kind(&state.kind, own);
        let declared = self.declared(&state.name, state.family.as_ref(), &state.naming);
        let labels = self.number_labels(&state.name, state.kind.labels.as_ref(), &range);
        let head = Declaration { labels, ..self.declaration(&state.name, &state.naming, kind, range) };
        if state.start.is_none() && kind.is_numeric() && !head.range.contains(&Rational::ZERO) {
            let message = format!("`{}` has no start, and 0 is outside its range", head.name);
            self.report(
                Diagnostic::error(Code::OutOfRange, state.name.span, message)
                    .help("write the start after the kind, as in `state offset: integer 1..9 = 5`"),
            );
        }
        let mut members = Vec::new();
        for declaration in self.each_declared(&head, &declared, false) {
            members.push(Binding::State(self.model.states.len()));
            self.model.states.push(State { declaration, owner: None });
        }
        self.family(&head, FamilyOf::States, declared, members);
    }

    /// The values with which states and outcomes begin.
    pub(super) fn starts(&mut self, tree: &ast::File) {
        for item in &tree.items {
            let (name, start, what) = match &item.kind {
                ItemKind::State(state) => (&state.name, &state.start, "a state"),
                ItemKind::Outcome(outcome) => (&outcome.name, &outcome.start, "an outcome"),
                _ => continue,
            };
            let states = self.model.states.iter().map(|state| &state.declaration);
            let declared = states.chain(&self.model.fields).find(|own| own.span == name.span);
            if let (Some(start), Some(declared)) = (start, declared.cloned()) {
                self.start(start, &name.text, &declared, what);
            }
        }
    }

    /// The value with which something begins. It may read inputs and rules, and nothing else is known yet.
    fn start(&mut self, start: &Expr, name: &str, declared: &Declaration, what: &str) {
        let assigned = std::mem::replace(&mut self.assigned, vec![false; self.model.fields.len()]);
        let states = std::mem::take(&mut self.model.states);
        let functions = std::mem::take(&mut self.functions);
        self.require(start, declared.kind, &format!("the start of `{name}`"));
        self.must_not_draw(start, &format!("the start of {what}"));
        self.model.states = states;
        self.functions = functions;
        self.assigned = assigned;
        // An outcome is held to its range when the mechanic ends.
        if let Some(outcome) = self.model.fields.iter().position(|field| field.span == declared.span) {
            return self.give_field(outcome, start);
        }
        if let Some(value) = self.constant(start)
            && !declared.range.contains(&value)
        {
            let range = declared.range.describe().unwrap_or_default();
            let message = format!("`{name}` goes {range}; this is {value}");
            self.report(Diagnostic::error(Code::OutOfRange, start.span, message));
        }
    }

    /// The outcomes that the mechanic shows when nothing is asked.
    pub(super) fn overview(&mut self, tree: &ast::File) {
        let names = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Overview(names) => Some(names),
            _ => None,
        });
        for name in names.flatten() {
            match self.model.field_ids().find(|field| self.model[*field].name == name.text) {
                Some(field) if self.model.overview.contains(&field) => {
                    let message = format!("outcome `{}` is named twice", name.text);
                    self.report(
                        Diagnostic::error(Code::DuplicateName, name.span, message).help("remove one"),
                    );
                }
                Some(field) => self.model.overview.push(field),
                None => {
                    let fields = self.model.fields.iter().map(|field| field.name.as_str());
                    let help = or_nearest(&name.text, fields);
                    let message = format!("no outcome `{}`", name.text);
                    self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
                }
            }
        }
    }

    /// States that nothing reads, or that nothing changes.
    pub(super) fn states_without_use(&self, findings: &mut Vec<Diagnostic>) {
        for (index, state) in self.model.states.iter().enumerate() {
            let (name, span) = (&state.declaration.name, state.declaration.span);
            if !self.state_read[index] {
                let message = format!("nothing reads the state `{name}`");
                findings
                    .push(Diagnostic::warning(Code::NeverRead, span, message).help("use it or remove it"));
            } else if !self.state_changed[index] {
                let message = format!("nothing changes the state `{name}`");
                let help = format!("write `{name} = …` where it changes, or make it a rule");
                findings.push(Diagnostic::warning(Code::NeverAssigned, span, message).help(help));
            }
        }
    }

    /// Whether the expression is another mechanic; then its inputs are checked, and the kind of all its
    /// outcomes together is returned.
    pub(super) fn record(&mut self, expr: &Expr) -> Option<Kind> {
        let (name, arguments): (&Name, &[(Name, Expr)]) = match &expr.kind {
            ExprKind::Paren(inner) => return self.record(inner),
            ExprKind::Use(name, arguments) => (name, arguments),
            ExprKind::Call(name, none) if none.is_empty() => (name, &[]),
            _ => return None,
        };
        let Some(Binding::Mechanic(index)) = self.find_function(&name.text) else { return None };
        self.use_mechanic(name, arguments);
        if let Some(slot) = self.resolution.expressions.get_mut(expr.id.0 as usize) {
            *slot = (Kind::Record(index), Some(Binding::Mechanic(index)));
        }
        Some(Kind::Record(index))
    }

    /// Checks the inputs that another mechanic is given.
    pub(super) fn use_mechanic(&mut self, name: &Name, arguments: &[(Name, Expr)]) {
        let Some(Binding::Mechanic(index)) = self.find_function(&name.text) else {
            for (_, argument) in arguments {
                self.expr(argument, None);
            }
            return match self.find_function(&name.text) {
                None => self.unknown_function(name),
                Some(_) => {
                    let message = format!("the arguments of the function `{}` have no names", name.text);
                    let help = format!("as in `{}(value)`", name.text);
                    self.report(Diagnostic::error(Code::WrongArguments, name.span, message).help(help));
                }
            };
        };
        let used = self.model.uses[index].clone();
        self.outcomes_given(&used);
        for (place, (input, argument)) in arguments.iter().enumerate() {
            let inputs = || used.model.inputs.iter().map(|input| &input.declaration);
            let Some(declared) = inputs().find(|declared| declared.name == input.text) else {
                self.expr(argument, None);
                let help = or_nearest(&input.text, inputs().map(|declared| declared.name.as_str()));
                let message = format!("`{}` has no input `{}`", name.text, input.text);
                self.report(Diagnostic::error(Code::UnknownName, input.span, message).maybe_help(help));
                continue;
            };
            let before = &arguments[..place];
            if let Some((first, _)) = before.iter().find(|(other, _)| other.text == input.text) {
                let message = format!("`{}` is given twice", input.text);
                self.report(
                    Diagnostic::error(Code::DuplicateName, input.span, message)
                        .also(first.span, "it is given here"),
                );
            }
            let kind = used.kind(declared.kind);
            self.require(argument, kind, &format!("`{}` of `{}`", input.text, name.text));
            if let Some(value) = self.constant(argument)
                && !declared.range.contains(&value)
            {
                let range = declared.range.describe().unwrap_or_default();
                let message = format!("`{}` of `{}` goes {range}; this is {value}", input.text, name.text);
                self.report(Diagnostic::error(Code::OutOfRange, argument.span, message));
            }
        }
    }

    /// A mechanic where one value is needed.
    pub(super) fn whole_record(&mut self, name: &Name, span: Span) -> Kind {
        if let Some(Binding::Mechanic(index)) = self.find_function(&name.text) {
            let field = self.model.uses[index].model.fields.first();
            let field = field.map_or("outcome", |field| field.name.as_str()).to_owned();
            let message = format!("`{}` gives all its outcomes; say which one is meant", name.text);
            let help = format!("as in `{}(…).{field}`, or keep them: `let result = …`", name.text);
            self.report(Diagnostic::error(Code::KindMismatch, span, message).help(help));
        }
        Kind::Unknown
    }

    /// A name that stands for something that is no value.
    pub(super) fn not_a_value(&mut self, kind: Kind, name: &Name) -> Kind {
        let (message, help) = match kind {
            Kind::Record(index) => {
                let used = &self.model.uses[index];
                let field = used.model.fields.first().map_or("outcome", |field| field.name.as_str());
                let message = format!("`{}` holds all outcomes of `{}`", name.text, used.name);
                (message, format!("say which one is meant, as in `{}.{field}`", name.text))
            }
            Kind::Family(index) => {
                let family = &self.model.families[index];
                let first = |over: &super::model::Domain| self.model.place_name(*over, 0);
                let example: Vec<String> = family.over.iter().map(first).collect();
                let message = format!("`{}` is {}", name.text, self.model.describe(kind));
                (message, format!("say which member, as in `{} of {}`", name.text, example.join(", ")))
            }
            _ => (format!("`{}` is a pool", name.text), format!("draw from it: `draw {}`", name.text)),
        };
        self.report(Diagnostic::error(Code::KindMismatch, name.span, message).help(help));
        Kind::Unknown
    }

    /// `rolled.rarity`, `card-roll(…).rarity`: the kind of that outcome.
    pub(super) fn member(&mut self, inner: &Expr, name: &Name) -> (Kind, Option<Binding>) {
        let kind = match &inner.kind {
            ExprKind::Name(None, local) => match self.find(None, &local.text) {
                Some((Binding::Local(id), Kind::Record(index))) => {
                    self.locals[id.0 as usize].read = true;
                    if let Some(slot) = self.resolution.expressions.get_mut(inner.id.0 as usize) {
                        *slot = (Kind::Record(index), Some(Binding::Local(id)));
                    }
                    Some(Kind::Record(index))
                }
                _ => None,
            },
            _ => self.record(inner),
        };
        if let (None, ExprKind::Name(None, list)) = (kind, &inner.kind)
            && let Some(value) = self.qualified_value(list, name)
        {
            return value;
        }
        if kind.is_none()
            && let Some(value) = self.state_now(inner, name)
        {
            return value;
        }
        let Some(Kind::Record(index)) = kind else {
            let found = self.expr(inner, None);
            if found != Kind::Unknown {
                let what = self.model.describe(found);
                let message = format!("this is {what}, and has no outcome `{}`", name.text);
                self.report(Diagnostic::error(Code::KindMismatch, inner.span, message));
            }
            return (Kind::Unknown, None);
        };
        let used = &self.model.uses[index];
        if let Some(field) = used.model.fields.iter().position(|field| field.name == name.text) {
            return (used.kind(used.model.fields[field].kind), Some(Binding::Field(field)));
        }
        if let Some((state, kind)) = self.state_of(index, name) {
            if !self.resolution.states_of_uses.contains(&(index, state)) {
                self.resolution.states_of_uses.push((index, state));
            }
            return (kind, Some(Binding::State(state)));
        }
        let used = &self.model.uses[index];
        let fields = used.model.fields.iter().map(|field| field.name.as_str());
        let states = used.model.states.iter().map(|state| state.declaration.name.as_str());
        let help = or_nearest(&name.text, fields.chain(states));
        let and_states = if used.model.states.is_empty() { "" } else { " or state" };
        let message = format!("`{}` has no outcome{and_states} `{}`", used.name, name.text);
        self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
        (Kind::Unknown, None)
    }

    /// The state of that name of a mechanic that is used, as one of ours.
    fn state_of(&self, used: usize, name: &Name) -> Option<(usize, Kind)> {
        let used = &self.model.uses[used];
        let place = used.model.states.iter().position(|state| state.declaration.name == name.text)?;
        let state = used.states.get(place).copied()?;
        Some((state, self.model.states.get(state)?.declaration.kind))
    }

    /// `card-roll.offset`: the state of a mechanic that is used, as it is where this stands.
    fn state_now(&mut self, inner: &Expr, name: &Name) -> Option<(Kind, Option<Binding>)> {
        let ExprKind::Name(None, mechanic) = &inner.kind else { return None };
        if self.find(None, &mechanic.text).is_some() {
            return None;
        }
        let used = self.used_mechanic(&mechanic.text)?;
        if let Some((state, kind)) = self.state_of(used, name) {
            return Some((kind, Some(Binding::State(state))));
        }
        let model = &self.model.uses[used].model;
        let call = format!("{}(…).{}", mechanic.text, name.text);
        let help = if model.fields.iter().any(|field| field.name == name.text) {
            Some(format!("an outcome is there after a use: `{call}`"))
        } else {
            or_nearest(&name.text, model.states.iter().map(|state| state.declaration.name.as_str()))
        };
        let message = format!("`{}` has no state `{}`", mechanic.text, name.text);
        self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
        Some((Kind::Unknown, None))
    }
}
