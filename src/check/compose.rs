//! What joins one use to the next and one mechanic to another: states, and mechanics that use others.

use super::model::{Declaration, EnumId, FamilyOf, Rule, State, Used};
use super::{Binding, Checker, Code, Diagnostic, Kind, Library};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{self, Expr, ExprKind, ItemKind, Name};
use crate::source::Span;

impl Checker {
    /// Binds the mechanics that are used, and takes over their enumerations. One with the same values in
    /// the same order as one of ours is ours.
    pub(super) fn uses(&mut self, tree: &ast::File, library: &Library) {
        let names = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Uses(names) => Some(names),
            _ => None,
        });
        for name in names.flatten() {
            let Some(model) = library.get(&name.text) else {
                let help = or_nearest(&name.text, library.keys().map(String::as_str));
                let message = format!("no mechanic `{}` in this game", name.text);
                let diagnostic = Diagnostic::error(Code::UnknownMechanic, name.span, message);
                self.report(diagnostic.maybe_help(help));
                continue;
            };
            if self.model.uses.iter().any(|used| used.name == name.text) {
                let message = format!("`{}` is named twice", name.text);
                self.report(Diagnostic::error(Code::DuplicateName, name.span, message).help("remove one"));
                continue;
            }
            if let Some(evidence) = model.evidence {
                let message = format!("`{}` says what is known, so it cannot be used by another", name.text);
                self.report(
                    Diagnostic::error(Code::GivenInUse, name.span, message)
                        .also(evidence, "it is said here")
                        .help("leave out its `given`, and say here what is known"),
                );
            }
            let names = |list: &super::model::Enumeration| -> Vec<String> {
                list.variants.iter().map(|variant| variant.name.clone()).collect()
            };
            let mut enumerations = Vec::new();
            for list in &model.enumerations {
                let same = self.model.enumerations.iter().position(|own| names(own) == names(list));
                enumerations.push(EnumId(same.unwrap_or(self.model.enumerations.len())));
                if same.is_none() {
                    self.model.enumerations.push(list.clone());
                }
            }
            self.used_spans.push(name.span);
            let (name, model) = (name.text.clone(), model.clone());
            self.model.uses.push(Used { name, model, rules: Vec::new(), states: Vec::new(), enumerations });
        }
    }

    /// Takes over the rules and states of the mechanics that are used, after the mechanic's own.
    pub(super) fn import_parts(&mut self) {
        let mut uses = std::mem::take(&mut self.model.uses);
        for used in &mut uses {
            used.rules = used.model.rules.iter().map(|rule| self.import_rule(used, rule)).collect();
            used.states = used.model.states.iter().map(|state| self.import_state(used, state)).collect();
        }
        for used in &uses {
            self.import_families(used);
        }
        self.model.uses = uses;
    }

    fn import_rule(&mut self, used: &Used, rule: &Rule) -> usize {
        let name = match rule.owner {
            Some(_) => rule.declaration.name.clone(),
            None => format!("{}.{}", used.name, rule.declaration.name),
        };
        if let Some(index) = self.model.rules.iter().position(|own| own.declaration.name == name) {
            return index;
        }
        let kind = used.kind(rule.declaration.kind);
        let declaration = Declaration { name, kind, ..rule.declaration.clone() };
        let owner = rule.owner.clone().or(Some(used.name.clone()));
        let source = rule.source.clone().or_else(|| used.model.source.clone());
        self.model.rules.push(Rule { declaration, owner, source, ..rule.clone() });
        self.model.rules.len() - 1
    }

    fn import_state(&mut self, used: &Used, state: &State) -> usize {
        let owner = state.owner.clone().or(Some(used.name.clone()));
        let same = |own: &State| own.owner == owner && own.declaration.name == state.declaration.name;
        if let Some(index) = self.model.states.iter().position(same) {
            return index;
        }
        let kind = used.kind(state.declaration.kind);
        let declaration = Declaration { kind, ..state.declaration.clone() };
        let inputs = self.model.inputs.iter().map(|input| &input.declaration);
        let states = self.model.states.iter().map(|state| &state.declaration);
        let rules = self.model.rules.iter().filter(|rule| rule.owner.is_none()).map(|rule| &rule.declaration);
        let rules = rules.filter(|rule| rule.kind == declaration.kind);
        let all = inputs.chain(&self.model.fields).chain(states).chain(rules);
        let clash = all.into_iter().find(|own| own.name == declaration.name);
        if let Some(own) = clash {
            let message = format!("`{}` is also a state of `{}`", own.name, used.name);
            let diagnostic = Diagnostic::error(Code::DuplicateName, own.span, message)
                .also(declaration.span, "it is declared here")
                .help("choose another name");
            self.report(diagnostic);
        }
        self.model.states.push(State { declaration, owner });
        self.model.states.len() - 1
    }

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

    /// Mechanics that are named with `uses` and not used.
    pub(super) fn idle_uses(&self, findings: &mut Vec<Diagnostic>) {
        let used = |index: usize| {
            let binding = |(_, binding): &(Kind, Option<Binding>)| *binding == Some(Binding::Mechanic(index));
            self.resolution.expressions.iter().any(binding)
                || self.locals.iter().any(|local| local.kind == Kind::Record(index))
        };
        for (index, one) in self.model.uses.iter().enumerate().filter(|(index, _)| !used(*index)) {
            let span = self.used_spans.get(index).copied().unwrap_or_default();
            let message = format!("nothing uses the mechanic `{}`", one.name);
            findings.push(
                Diagnostic::warning(Code::NeverRead, span, message)
                    .help(format!("use it, as in `let result = {}()`, or remove it", one.name)),
            );
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
        match used.model.fields.iter().position(|field| field.name == name.text) {
            Some(field) => (used.kind(used.model.fields[field].kind), Some(Binding::Field(field))),
            None => {
                let fields = used.model.fields.iter().map(|field| field.name.as_str());
                let help = or_nearest(&name.text, fields);
                let message = format!("`{}` has no outcome `{}`", used.name, name.text);
                self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
                (Kind::Unknown, None)
            }
        }
    }
}
