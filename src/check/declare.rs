//! Declarations: the head of the file, inputs, rules, outcomes and the names of functions.

use super::default::first_of;
use super::family::{Called, Declared};
use super::model::{
    Declaration, FamilyOf, Input, InputDefault, Range, Rule, UseName, ValueError, label_from_name,
};
use super::{Binding, Checker, Code, Diagnostic, EnumId, Kind, Library};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{
    self, Availability, Expr, ExprKind, ItemKind, KindName, KindSyntax, Name, Naming, RuleDefault,
};
use crate::source::Span;
use crate::value::{Basis, RuleValue, Value};

/// How many inputs, rules, outcomes and functions one mechanic may have.
const MAX_DECLARATIONS: usize = 2_000;

impl Checker {
    pub(super) fn header(&mut self, tree: &ast::File) {
        let mut seen: Option<Span> = None;
        for item in &tree.items {
            match &item.kind {
                ItemKind::Mechanic(mechanic) => {
                    if let Some(first) = seen {
                        let diagnostic =
                            Diagnostic::error(Code::DuplicateName, item.span, "a file holds one mechanic")
                                .also(first, "it is declared here")
                                .help("put the other one in a file of its own");
                        self.report(diagnostic);
                        continue;
                    }
                    seen = Some(item.span);
                    self.model.path.clone_from(&mechanic.path.text);
                    self.model.library = mechanic.library;
                    let label = mechanic.naming.label.clone();
                    self.model.aliases = mechanic.naming.alias_texts();
                    self.model.label = label.unwrap_or_else(|| label_from_name(self.model.name()));
                    if let Some((one, many)) = &mechanic.use_name {
                        self.model.use_name = UseName { one: one.clone(), many: many.clone() };
                    }
                    self.model.basis = written_basis(mechanic.basis.as_ref());
                }
                ItemKind::Editions(names) => {
                    for name in names {
                        if self.model.editions.contains(&name.text) {
                            self.report(Diagnostic::error(
                                Code::DuplicateName,
                                name.span,
                                format!("edition `{}` is listed twice", name.text),
                            ));
                        } else {
                            self.model.editions.push(name.text.clone());
                        }
                    }
                }
                _ => {}
            }
        }
        if seen.is_none() {
            let start = tree.items.first().map(|item| item.span).unwrap_or(tree.span);
            self.report(
                Diagnostic::error(
                    Code::MissingHeader,
                    Span { end: start.start, ..start },
                    "the file does not name its mechanic",
                )
                .help("begin with a line such as `mechanic isaac/room-clear-award \"Room clear award\"`"),
            );
        }
    }

    pub(super) fn declarations(&mut self, tree: &ast::File, library: &Library) {
        // Enumerations first, so that a declaration may use the values of a later one.
        let mut enumerations = Vec::new();
        for item in &tree.items {
            let (name, kind) = match &item.kind {
                ItemKind::Enumeration(list) => {
                    self.named_enumeration(list);
                    continue;
                }
                ItemKind::Input(input) => (&input.name, Some(&input.kind)),
                ItemKind::Rule(rule) => (&rule.name, rule.kind.as_ref()),
                ItemKind::Outcome(outcome) => (&outcome.name, Some(&outcome.kind)),
                ItemKind::State(state) => (&state.name, Some(&state.kind)),
                _ => continue,
            };
            if let Some(KindName::Enumeration(variants)) = kind.map(|kind| &kind.kind) {
                enumerations.push((kind.map(|kind| kind.span), self.enumeration(name, variants)));
            }
        }
        self.uses(tree, library);
        let find = |kind: &KindSyntax| {
            enumerations.iter().find(|(span, _)| *span == Some(kind.span)).map(|(_, id)| *id)
        };
        let mut declared = 0;
        for (index, item) in tree.items.iter().enumerate() {
            declared += usize::from(!matches!(item.kind, ItemKind::Statement(_)));
            if declared > MAX_DECLARATIONS {
                let message = format!("more than {MAX_DECLARATIONS} declarations in one mechanic");
                self.report(Diagnostic::error(Code::Limit, item.span, message).help("split it into several"));
                break;
            }
            match &item.kind {
                ItemKind::Input(input) => self.input(input, find(&input.kind)),
                ItemKind::Rule(rule) => self.rule(rule, rule.kind.as_ref().and_then(find)),
                ItemKind::Outcome(outcome) => self.outcome(outcome, find(&outcome.kind)),
                ItemKind::State(state) => self.state(state, find(&state.kind)),
                ItemKind::Function(function) => self.function_name(function, index),
                ItemKind::Uses(uses) => uses.iter().for_each(|one| self.take_over(one, tree)),
                _ => {}
            }
        }
        self.pass_inputs(tree);
        self.in_library(tree);
        if self.model.fields.is_empty() && !self.model.path.is_empty() && !self.model.library {
            let span = tree.items.first().map(|item| item.span).unwrap_or(tree.span);
            self.report(
                Diagnostic::error(Code::NeverAssigned, span, "the mechanic has no outcome")
                    .help("say what comes out of it, as in `outcome heads: flag`"),
            );
        }
        self.import_parts();
        self.overview(tree);
        self.input_read = self.passed_inputs();
        // What a used mechanic declares, that mechanic reads.
        self.rule_read = self.model.rules.iter().map(|rule| rule.owner.is_some()).collect();
        self.state_read = self.model.states.iter().map(|state| state.owner.is_some()).collect();
        self.state_changed.clone_from(&self.state_read);
        self.input_defaults(tree);
        self.starts(tree);
    }

    pub(super) fn declaration(
        &mut self,
        name: &Name,
        naming: &Naming,
        kind: Kind,
        range: Range,
    ) -> Declaration {
        if let Kind::Enum(list) = kind
            && self.variant_index(list, &name.text).is_some()
        {
            let message = format!("`{}` is also one of its own values", name.text);
            self.report(
                Diagnostic::error(Code::DuplicateName, name.span, message).help("rename one of the two"),
            );
        }
        if kind == Kind::Roll {
            self.report(Diagnostic::error(
                Code::KindMismatch,
                name.span,
                "a roll happens inside the mechanic, it cannot be declared outside",
            ));
        }
        Declaration {
            name: name.text.clone(),
            label: naming.label.clone().unwrap_or_else(|| label_from_name(&name.text)),
            aliases: naming.alias_texts(),
            template: naming.template.clone(),
            kind,
            range,
            or_more: false,
            labels: Vec::new(),
            span: name.span,
        }
    }

    /// A rule may share its name with an input of another kind (`lucky_foot`, and how it works); any
    /// other pair of declarations may not.
    pub(super) fn unique(&mut self, name: &Name, kind: Kind, is_rule: bool) {
        let inputs = self.model.inputs.iter().map(|input| (&input.declaration, false));
        let rules = self.model.rules.iter().map(|rule| (&rule.declaration, true));
        let fields = self.model.fields.iter().map(|field| (field, false));
        let states = self.model.states.iter().map(|state| (&state.declaration, false));
        let all = inputs.chain(rules).chain(fields).chain(states);
        let clash = all
            .filter(|(other, _)| other.name == name.text)
            .find(|(other, other_is_rule)| *other_is_rule == is_rule || other.kind == kind);
        if let Some((other, _)) = clash {
            let diagnostic = Diagnostic::error(
                Code::DuplicateName,
                name.span,
                format!("`{}` is declared twice", name.text),
            )
            .also(other.span, "it is declared here")
            .help("rename one of the two");
            self.report(diagnostic);
        }
    }

    fn input(&mut self, input: &ast::Input, own: Option<EnumId>) {
        let (kind, range) = self.written_kind(&input.kind, own);
        let declared = self.declared(&input.name, input.family.as_ref(), &input.naming);
        let kind = self.no_list(&input.name, kind);
        let labels = self.number_labels(&input.name, input.kind.labels.as_ref(), &range);
        let head = Declaration { labels, ..self.declaration(&input.name, &input.naming, kind, range) };
        let default = match &input.default {
            // What follows from others is looked at when all of them are declared.
            Some(expr) if self.follows(&head, expr) => first_of(kind),
            Some(expr) => self.default_value(&head, expr),
            None => self.first_value(&head, input),
        };
        let default = InputDefault::Value(default);
        let editions = self.availability(input.availability.as_ref());
        let mut members = Vec::new();
        for declaration in self.each_declared(&head, &declared, false) {
            members.push(Binding::Input(self.model.inputs.len()));
            let (default, editions) = (default.clone(), editions.clone());
            let basis = written_basis(input.basis.as_ref());
            self.model.inputs.push(Input { declaration, default, editions, basis });
        }
        self.family(&head, FamilyOf::Inputs, declared, members);
    }

    /// What an input is when neither the text nor the player says: off, the first value, or zero.
    fn first_value(&mut self, declaration: &Declaration, input: &ast::Input) -> Value {
        let first = first_of(declaration.kind);
        if first.as_number().is_some_and(|zero| !declaration.range.contains(zero)) {
            let diagnostic = Diagnostic::error(
                Code::OutOfRange,
                input.name.span,
                format!("`{}` has no default, and 0 is outside its range", declaration.name),
            )
            .help("write the default after the kind, as in `stage: integer 1..12 = 1`");
            self.report(diagnostic);
        }
        first
    }

    fn availability(&mut self, availability: Option<&Availability>) -> Vec<bool> {
        let count = self.model.editions.len();
        let (name, since) = match availability {
            None => return vec![true; count],
            Some(Availability::Since(name)) => (name, true),
            Some(Availability::Before(name)) => (name, false),
        };
        let Some(index) = self.model.editions.iter().position(|edition| *edition == name.text) else {
            let help = or_nearest(&name.text, self.model.editions.iter().map(String::as_str));
            let help = help.or_else(|| {
                Some("list the editions first, oldest first: `editions rebirth, afterbirth`".to_owned())
            });
            self.report(
                Diagnostic::error(Code::UnknownEdition, name.span, format!("no edition `{}`", name.text))
                    .maybe_help(help),
            );
            return vec![true; count];
        };
        (0..count).map(|edition| (edition >= index) == since).collect()
    }

    fn rule(&mut self, rule: &ast::Rule, own: Option<EnumId>) {
        let (kind, range) = match (&rule.kind, &rule.default) {
            (Some(kind), _) => self.written_kind(kind, own),
            (None, RuleDefault::Value(value)) => (self.kind_of_default(value), Range::default()),
            (None, RuleDefault::Table(table)) => (self.kind_of_table(table), Range::default()),
            (None, RuleDefault::Unknown(reason)) => {
                self.kind_of_unknown(&rule.name, reason);
                (Kind::Unknown, Range::default())
            }
        };
        let declared = self.declared(&rule.name, rule.family.as_ref(), &rule.naming);
        let kind = self.no_list(&rule.name, kind);
        let labels = rule.kind.as_ref().and_then(|kind| kind.labels.as_ref());
        let labels = self.number_labels(&rule.name, labels, &range);
        let head = Declaration { labels, ..self.declaration(&rule.name, &rule.naming, kind, range) };
        let basis = written_basis(rule.basis.as_ref());
        let all = |value| vec![(value, basis.clone()); declared.names.len()];
        let values = match &rule.default {
            RuleDefault::Value(value) => all(RuleValue::Known(self.default_value(&head, value))),
            RuleDefault::Unknown(reason) => all(RuleValue::Unknown(reason.text.clone())),
            RuleDefault::Table(table) => self.table(&head, &declared, table, basis.as_ref()),
        };
        let without =
            |(value, basis): &(RuleValue, Option<Basis>)| value.known().is_some() && basis.is_none();
        if values.iter().any(without) && self.model.basis.is_none() {
            let diagnostic = Diagnostic::warning(
                Code::MissingSource,
                rule.name.span,
                format!("rule `{}` does not say where its value comes from", rule.name.text),
            )
            .help("add `from \"page: section\"` at the end of the line, or of the first one for all rules; `assumed \"why\"` where no page says it");
            self.report(diagnostic);
        }
        let mut members = Vec::new();
        for (declaration, (default, basis)) in
            self.each_declared(&head, &declared, true).into_iter().zip(values)
        {
            members.push(Binding::Rule(self.model.rules.len()));
            self.model.rules.push(Rule { declaration, default, basis, owner: None });
        }
        self.family(&head, FamilyOf::Rules, declared, members);
    }

    /// The declarations of a family, or the one that is none, each with a name that nothing else has.
    pub(super) fn each_declared(
        &mut self,
        head: &Declaration,
        declared: &Declared,
        is_rule: bool,
    ) -> Vec<Declaration> {
        let each = |called: &Called| {
            self.unique(&called.name, head.kind, is_rule);
            Declaration {
                name: called.name.text.clone(),
                label: called.label.clone(),
                aliases: called.aliases.clone(),
                ..head.clone()
            }
        };
        declared.names.iter().map(each).collect()
    }

    fn kind_of_table(&mut self, table: &ast::Table) -> Kind {
        let cells = table.rows.iter().flat_map(|row| &row.cells);
        cells.map(|cell| self.kind_of_default(cell)).next().unwrap_or(Kind::Unknown)
    }

    fn kind_of_default(&mut self, default: &Expr) -> Kind {
        if matches!(default.kind, ExprKind::Flag(_)) {
            return Kind::Flag;
        }
        if self.constant(default).is_some() {
            return Kind::Number;
        }
        self.report(
            Diagnostic::error(Code::KindMismatch, default.span, "the value of a rule is a number or a flag")
                .help("for named values list them before it: `rule cap: { floor, none } = floor from …`"),
        );
        Kind::Unknown
    }

    /// A rule that nobody knows has no value that would tell its kind.
    fn kind_of_unknown(&mut self, name: &Name, reason: &ast::Source) {
        let message = format!("no value tells which kind `{}` is of", name.text);
        let help = format!("write it after the name, as in `rule {}: integer unknown …`", name.text);
        let diagnostic = Diagnostic::error(Code::KindMismatch, name.span, message).help(help);
        self.report(diagnostic.also(reason.span, "the value is not known"));
    }

    pub(super) fn default_value(&mut self, declaration: &Declaration, expr: &Expr) -> Value {
        let fallback = || Value::Number(crate::exact::Rational::ZERO);
        let expected = || {
            let message = format!(
                "the value of `{}` must be {}",
                declaration.name,
                self.model.describe(declaration.kind)
            );
            ValueError { code: Code::KindMismatch, message }
        };
        let found = match (declaration.kind, &expr.kind) {
            (Kind::Unknown, _) => return fallback(),
            (Kind::Flag, ExprKind::Flag(value)) => return Value::Flag(*value),
            (Kind::Enum(list), ExprKind::Name(None, name)) => match self.variant_index(list, &name.text) {
                Some(index) => return Value::Variant(index),
                None => self.model.parse_value(declaration, &name.text),
            },
            (Kind::Enum(list), ExprKind::Member(inner, name)) if self.names_enumeration(inner, list) => {
                match self.variant_index(list, &name.text) {
                    Some(index) => return Value::Variant(index),
                    None => self.model.parse_value(declaration, &name.text),
                }
            }
            (Kind::Integer | Kind::Number, _) => match self.constant(expr) {
                Some(number) => self.model.check_number(declaration, number),
                None => Err(expected()),
            },
            _ => Err(expected()),
        };
        match found {
            Ok(value) => value,
            Err(error) => {
                let unknown = matches!(&expr.kind, ExprKind::Name(None, name) if name.text == "unknown");
                let help =
                    format!("where nobody knows it, write `rule {}: … unknown \"why\"`", declaration.name);
                self.report(
                    Diagnostic::error(error.code, expr.span, error.message)
                        .maybe_help(unknown.then_some(help)),
                );
                fallback()
            }
        }
    }

    fn outcome(&mut self, outcome: &ast::Outcome, own: Option<EnumId>) {
        let (kind, range) = self.recorded_kind(&outcome.kind, own);
        let declared = self.declared(&outcome.name, outcome.family.as_ref(), &outcome.naming);
        if matches!(outcome.kind.kind, KindName::Number(_) | KindName::Probability) {
            self.report(
                Diagnostic::error(
                    Code::KindMismatch,
                    outcome.kind.span,
                    "an outcome is a flag, a whole number, or one of some values",
                )
                .help("write `flag`, `integer`, or the values in braces"),
            );
        }
        let or_more = outcome.kind.or_more().is_some() && range.high.is_some();
        let kind = self.no_list(&outcome.name, kind);
        let labels = self.number_labels(&outcome.name, outcome.kind.labels.as_ref(), &range);
        let head = self.declaration(&outcome.name, &outcome.naming, kind, range);
        let head = Declaration { or_more, labels, ..head };
        let mut members = Vec::new();
        for declaration in self.each_declared(&head, &declared, false) {
            members.push(Binding::Field(self.model.fields.len()));
            self.model.fields.push(declaration);
            self.started.push(outcome.start.is_some());
        }
        self.family(&head, FamilyOf::Outcomes, declared, members);
    }
}

/// What a declaration rests on, without its place.
pub(super) fn written_basis(written: Option<&ast::Basis>) -> Option<Basis> {
    let text = |written: &ast::Basis| written.source.text.clone();
    written.map(|own| if own.assumed { Basis::Assumed(text(own)) } else { Basis::Source(text(own)) })
}
