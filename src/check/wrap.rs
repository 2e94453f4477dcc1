//! Mechanics that take over the inputs and outcomes of one they use.

use super::model::{Binding, Declaration, Domain, Family, FamilyOf, Input, InputDefault, Kind, Model, Used};
use super::{Checker, Code, Diagnostic};
use crate::parse::ast::{Block, Expr, ExprKind, File, ItemKind, Name, Statement, StatementKind, Use};
use crate::source::Span;

/// A use of a mechanic in the text.
struct Call<'t> {
    arguments: &'t [(Name, Expr)],
    span: Span,
    /// Whether it may happen several times: in a loop, a function or a procedure.
    repeated: bool,
}

impl Used {
    /// What a family of the used mechanic goes through, as the using one calls it.
    pub(super) fn domains(&self, family: &Family) -> Vec<Domain> {
        let own = |over: &Domain| match over {
            Domain::Values(id, count) => match self.kind(Kind::Enum(*id)) {
                Kind::Enum(own) => Domain::Values(own, *count),
                _ => Domain::Values(*id, *count),
            },
            numbers @ Domain::Numbers(..) => *numbers,
        };
        family.over.iter().map(own).collect()
    }

    /// Whether inputs or outcomes of it are those of the using mechanic.
    #[must_use]
    pub fn wraps(&self) -> bool {
        !self.inputs.is_empty() || !self.fields.is_empty()
    }
}

impl Checker {
    /// Declares the inputs and outcomes of a mechanic that is used with them, where the text names it.
    pub(super) fn take_over(&mut self, one: &Use, tree: &File) {
        if !one.wraps() {
            return;
        }
        let Some(index) = self.model.uses.iter().position(|used| used.name == one.called()) else { return };
        let used = self.model.uses[index].clone();
        if used.model.library {
            let message = format!("`{}` is a library and has no inputs and outcomes", one.name.text);
            let help = format!("write `uses {}`", one.name.text);
            return self.report(Diagnostic::error(Code::KindMismatch, one.name.span, message).help(help));
        }
        let calls = calls(tree, one.called());
        if !self.is_wrapped_once(one, &calls) {
            return;
        }
        if one.inputs {
            self.take_inputs(one, &used, &calls, tree);
        }
        if one.outcomes {
            self.model.uses[index].fields = self.take_outcomes(one, &used, tree);
        }
    }

    /// Whether it is used as one whose inputs and outcomes are taken over can be; errors where not.
    fn is_wrapped_once(&mut self, one: &Use, calls: &[Call<'_>]) -> bool {
        let name = one.called();
        let Some(first) = calls.first() else {
            let message = format!("`{name}` is taken over, and nothing uses it");
            let help = format!("use it, as in `let result = {name}()`");
            self.report(Diagnostic::error(Code::NeverRead, one.name.span, message).help(help));
            return false;
        };
        let again = calls.get(1).map(|second| (second.span, "used twice")).filter(|_| one.outcomes);
        let repeated = first.repeated.then_some((first.span, "used in a loop, a function or a procedure"));
        let Some((span, how)) = again.or(repeated.filter(|_| one.outcomes)) else { return true };
        let message = format!("the outcomes of `{name}` are those of this mechanic, and it is {how}");
        let mut diagnostic = Diagnostic::error(Code::DuplicateName, span, message);
        if span != first.span {
            diagnostic = diagnostic.also(first.span, "the first use is here");
        }
        let help = if one.inputs { "uses NAME with its inputs" } else { "uses NAME" };
        let help = help.replace("NAME", &one.name.text);
        self.report(
            diagnostic.help(format!("write `{help}`, and declare the outcomes here that come of it")),
        );
        false
    }

    fn take_inputs(&mut self, one: &Use, used: &Used, calls: &[Call<'_>], tree: &File) {
        if self.model.editions.is_empty() {
            self.model.editions.clone_from(&used.model.editions);
        }
        let own = |head: &str| {
            tree.items
                .iter()
                .any(|item| matches!(&item.kind, ItemKind::Input(input) if input.name.text == head))
        };
        // Those that have a value outside the use: what is declared here and what is taken over.
        let mut known: Vec<bool> = Vec::new();
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for (place, input) in used.model.inputs.iter().enumerate() {
            let name = &input.declaration.name;
            let head = used.model.family_of(Binding::Input(place)).map_or(name, |(family, _)| &family.name);
            let here = own(head) || self.model.inputs.iter().any(|own| own.declaration.name == *name);
            let takes = !here && !is_given(calls, name) && follows_from_known(&used.model, input, &known);
            known.push(here || takes);
            if takes {
                taken.push((place, self.model.inputs.len()));
                self.take_input(one, used, input);
            }
        }
        let member = |member: &Binding| match member {
            Binding::Input(place) => {
                taken.iter().find(|(from, _)| from == place).map(|(_, to)| Binding::Input(*to))
            }
            _ => None,
        };
        self.take_families(one, used, FamilyOf::Inputs, member);
    }

    fn take_input(&mut self, one: &Use, used: &Used, input: &Input) {
        let kind = used.kind(input.declaration.kind);
        self.unique(&Name { text: input.declaration.name.clone(), span: one.name.span }, kind, false);
        let available = |edition: &String| {
            let place = used.model.editions.iter().position(|other| other == edition);
            place.and_then(|place| input.editions.get(place).copied()).unwrap_or(true)
        };
        self.model.inputs.push(Input {
            declaration: Declaration { kind, ..input.declaration.clone() },
            default: input.default.clone(),
            editions: self.model.editions.iter().map(available).collect(),
            basis: input.basis.clone(),
        });
    }

    /// Which outcome each outcome of the used mechanic is here; `None` for those that are declared here.
    fn take_outcomes(&mut self, one: &Use, used: &Used, tree: &File) -> Vec<Option<usize>> {
        let own = |head: &str| {
            let named = |item: &ItemKind| matches!(item, ItemKind::Outcome(own) if own.name.text == head);
            tree.items.iter().any(|item| named(&item.kind))
        };
        let mut taken = Vec::new();
        for (place, field) in used.model.fields.iter().enumerate() {
            let family = used.model.family_of(Binding::Field(place));
            if own(family.map_or(&field.name, |(family, _)| &family.name)) || own(&field.name) {
                taken.push(None);
                continue;
            }
            let kind = used.kind(field.kind);
            self.unique(&Name { text: field.name.clone(), span: one.name.span }, kind, false);
            taken.push(Some(self.model.fields.len()));
            self.model.fields.push(Declaration { kind, ..field.clone() });
            self.started.push(false);
        }
        let member = |member: &Binding| match member {
            Binding::Field(place) => taken.get(*place).copied().flatten().map(Binding::Field),
            _ => None,
        };
        self.take_families(one, used, FamilyOf::Outcomes, member);
        let says = tree.items.iter().any(|item| matches!(item.kind, ItemKind::Overview(_)));
        if !says && self.model.overview.is_empty() {
            let fields =
                used.model.overview.iter().filter_map(|field| taken.get(field.index()).copied().flatten());
            self.model.overview = fields.map(super::FieldId::new).collect();
        }
        taken
    }

    /// Takes over the families of which all members are taken over.
    fn take_families(
        &mut self,
        one: &Use,
        used: &Used,
        of: FamilyOf,
        taken: impl Fn(&Binding) -> Option<Binding>,
    ) {
        for family in used.model.families.iter().filter(|family| family.of == of) {
            let members: Option<Vec<Binding>> = family.members.iter().map(&taken).collect();
            let Some(members) = members else { continue };
            let (over, kind, span) = (used.domains(family), used.kind(family.kind), one.name.span);
            self.model.families.push(Family { over, kind, span, members, ..family.clone() });
        }
    }

    /// Finds for each input of a mechanic that is used with its inputs the one that it has the value of.
    pub(super) fn pass_inputs(&mut self, tree: &File) {
        let all = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Uses(uses) => Some(uses),
            _ => None,
        });
        for one in all.flatten().filter(|one| one.inputs) {
            let Some(index) = self.model.uses.iter().position(|used| used.name == one.called()) else {
                continue;
            };
            let used = self.model.uses[index].clone();
            let calls = calls(tree, one.called());
            let mut inputs = Vec::new();
            for input in &used.model.inputs {
                let name = &input.declaration.name;
                let own = self.model.inputs.iter().position(|own| own.declaration.name == *name);
                // What each use gives may be of another kind than what is declared here by that name.
                let own = own.filter(|_| !is_given(&calls, name));
                inputs.push(own);
                let Some(own) = own.map(|own| self.model.inputs[own].declaration.clone()) else { continue };
                let wanted = used.kind(input.declaration.kind);
                if !own.kind.fits(wanted) {
                    let message = format!(
                        "`{name}` is {} here, and {} in `{}`, which is used with its inputs",
                        self.model.describe(own.kind),
                        self.model.describe(wanted),
                        used.name
                    );
                    let help = format!(
                        "call it otherwise, or give that one where it is used: `{}({name} = …)`",
                        used.name
                    );
                    self.report(Diagnostic::error(Code::KindMismatch, own.span, message).help(help));
                }
            }
            self.model.uses[index].inputs = inputs;
            self.defaults_above(one, index, tree);
        }
    }

    /// A default that is taken over may follow from an input that is declared here; that has its value before.
    fn defaults_above(&mut self, one: &Use, used: usize, tree: &File) {
        let used = self.model.uses[used].clone();
        for (input, own) in used.model.inputs.iter().zip(used.inputs.clone()) {
            let Some(own) = own else { continue };
            let here = self.model.inputs[own].declaration.span.file == one.name.span.file;
            let InputDefault::Follows { expr, .. } = &input.default else { continue };
            for item in tree.items.iter().filter(|_| !here) {
                let ItemKind::Input(below) = &item.kind else { continue };
                let is_below = |other: &Input| other.declaration.span == below.name.span;
                let Some(place) = self.model.inputs.iter().position(is_below) else { continue };
                let declared = self.model.inputs[place].declaration.clone();
                let follows = below.default.as_ref().is_some_and(|default| self.follows(&declared, default));
                let read = used.inputs.iter().position(|of| *of == Some(place));
                if place > own && follows && read.is_some_and(|read| reads_input(&used.model, expr, read)) {
                    let message = format!(
                        "the default of `{}`, which is taken over, follows from `{}`, which is declared further down",
                        input.declaration.name, declared.name
                    );
                    let help = format!("move the input `{}` above `uses {}`", declared.name, one.text());
                    self.report(
                        Diagnostic::error(Code::Recursion, one.name.span, message)
                            .also(declared.span, "it is declared here")
                            .help(help),
                    );
                }
            }
        }
    }

    /// For each input, whether it has the value of one of a used mechanic, which reads it.
    pub(super) fn passed_inputs(&self) -> Vec<bool> {
        let passed = |index: usize| self.model.uses.iter().any(|used| used.inputs.contains(&Some(index)));
        (0..self.model.inputs.len()).map(passed).collect()
    }

    /// The mechanic of which an outcome is taken over, and where that is said.
    pub(super) fn taken_from(&self, field: usize) -> Option<(String, Span)> {
        let used = self.model.uses.iter().position(|used| used.fields.contains(&Some(field)))?;
        Some((self.model.uses[used].name.clone(), self.used_spans.get(used).copied()?))
    }

    /// A use gives the outcomes that are taken over their values.
    pub(super) fn outcomes_given(&mut self, used: &Used) {
        for field in used.fields.iter().flatten() {
            if let Some(assigned) = self.assigned.get_mut(*field) {
                *assigned = true;
            }
            if let Some((count, _)) = self.field_values.get_mut(*field) {
                *count += 1;
            }
        }
    }
}

/// Whether the default of an input needs nothing that is only known where the mechanic is used. `known` is said for the
/// inputs above it.
fn follows_from_known(model: &Model, input: &Input, known: &[bool]) -> bool {
    fn reads(model: &Model, expr: &Expr, known: &[bool]) -> bool {
        let bindings = model.resolution.binding(expr.id).map(|binding| model.members_of(binding));
        let is_known = |binding: &Binding| match binding {
            Binding::Input(index) => known.get(*index).copied().unwrap_or(true),
            _ => true,
        };
        bindings.is_none_or(|all| all.iter().all(is_known))
            && expr.kind.children().into_iter().all(|child| reads(model, child, known))
    }
    match &input.default {
        InputDefault::Value(_) => true,
        InputDefault::Follows { expr, .. } => {
            input.declaration.span.file != model.tree.span.file || reads(model, expr, known)
        }
    }
}

/// Whether an expression of a mechanic reads one of its inputs.
fn reads_input(model: &Model, expr: &Expr, input: usize) -> bool {
    let bindings =
        model.resolution.binding(expr.id).map_or_else(Vec::new, |binding| model.members_of(binding));
    bindings.contains(&Binding::Input(input))
        || expr.kind.children().into_iter().any(|child| reads_input(model, child, input))
}

/// Whether every use gives an input its value.
fn is_given(calls: &[Call<'_>], name: &str) -> bool {
    calls.iter().all(|call| call.arguments.iter().any(|(input, _)| input.text == name))
}

/// The uses of a mechanic in a text.
fn calls<'t>(tree: &'t File, name: &str) -> Vec<Call<'t>> {
    let mut found = Vec::new();
    for item in &tree.items {
        match &item.kind {
            ItemKind::Statement(statement) => in_statement(statement, name, false, &mut found),
            ItemKind::Procedure(procedure) => in_block(&procedure.body, name, true, &mut found),
            ItemKind::Function(function) => {
                function.body.expressions().for_each(|expr| in_expr(expr, name, true, &mut found));
            }
            _ => {}
        }
    }
    found
}

fn in_block<'t>(block: &'t Block, name: &str, repeated: bool, found: &mut Vec<Call<'t>>) {
    block.statements.iter().for_each(|statement| in_statement(statement, name, repeated, found));
}

fn in_statement<'t>(statement: &'t Statement, name: &str, repeated: bool, found: &mut Vec<Call<'t>>) {
    match &statement.kind {
        StatementKind::If(branches, otherwise) => {
            for (guard, block) in branches {
                in_expr(guard, name, repeated, found);
                in_block(block, name, repeated, found);
            }
            otherwise.iter().for_each(|block| in_block(block, name, repeated, found));
        }
        StatementKind::Match(subject, arms) => {
            in_expr(subject, name, repeated, found);
            arms.iter().for_each(|arm| in_block(&arm.body, name, repeated, found));
        }
        StatementKind::Repeat(..) | StatementKind::Until(..) | StatementKind::ForEach(..) => {
            statement.expressions().into_iter().for_each(|expr| in_expr(expr, name, true, found));
        }
        _ => statement.expressions().into_iter().for_each(|expr| in_expr(expr, name, repeated, found)),
    }
}

fn in_expr<'t>(expr: &'t Expr, name: &str, repeated: bool, found: &mut Vec<Call<'t>>) {
    match &expr.kind {
        ExprKind::Use(called, arguments) if called.text == name => {
            found.push(Call { arguments, span: expr.span, repeated });
        }
        ExprKind::Call(called, none) if called.text == name && none.is_empty() => {
            found.push(Call { arguments: &[], span: expr.span, repeated });
        }
        _ => {}
    }
    expr.kind.children().into_iter().for_each(|child| in_expr(child, name, repeated, found));
}
