//! Tree to model: everything that can be wrong with a mechanic is said here, all at once.
//!
//! [`check`] binds names, finds the kind of every expression, and discharges what the evaluator relies
//! on: matches cover their subject without overlap, constant weights sum to 1, constant probabilities
//! lie in [0, 1], every outcome is assigned on every way, rolls are only added, scaled and compared.
//! What depends on inputs is checked exactly when it is evaluated.

mod binding;
mod call;
mod choice;
mod compose;
mod counters;
mod declare;
mod default;
mod dice;
mod enumeration;
mod expr;
mod families;
mod family;
mod given;
mod guards;
mod ids;
mod interval;
mod kind;
mod library;
mod list;
mod loops;
mod member;
pub mod model;
mod names;
mod parts;
mod placeholder;
mod pool;
mod procedure;
mod query;
mod reach;
mod scope;
mod statement;
mod table;
mod tally;
mod uses;
mod wrap;
mod written;

pub use counters::Counter;
pub use ids::{FieldId, InputId, RuleId, StateId};
pub use model::{Kind, Model};
pub use query::{Asks, CheckedExpression, CheckedQuery, check_expression, check_query};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::ast::{self, ItemKind};
use crate::source::Span;

use model::{Binding, Builtin, EnumId, LocalId, Range, Resolution};
use scope::Scopes;

/// Checks a tree: the model, as far as it has a meaning, and all findings.
///
/// The model can be evaluated when none of the findings is an error.
///
/// ```
/// use trueodds::{check::check, parse::parse, source::SourceMap};
///
/// let text = "mechanic dice/coin\noutcome heads: flag\nheads = chance(3/2)\n";
/// let (tree, _) = parse(SourceMap::default().add("coin.odds", text), text);
/// let (model, findings) = check(tree);
/// assert_eq!(model.fields[0].name, "heads");
/// assert_eq!(findings[0].code.name(), "probability-range");
/// ```
#[must_use]
pub fn check(tree: ast::File) -> (Model, Vec<Diagnostic>) {
    check_using(tree, &Library::new())
}

/// The checked mechanics that others may use, by the name that `uses` has.
pub type Library = BTreeMap<String, Arc<Model>>;

/// As [`check`], for a mechanic that may use others: those of the library, which have no errors.
#[must_use]
pub fn check_using(tree: ast::File, library: &Library) -> (Model, Vec<Diagnostic>) {
    let mut checker = Checker::new(&tree);
    checker.changed = Some(tree.changed.iter().cloned().collect());
    checker.header(&tree);
    checker.declarations(&tree, library);
    checker.functions(&tree);
    checker.statements(&tree);
    checker.never_read(&tree);
    let Checker { mut model, mut diagnostics, resolution, .. } = checker;
    model.resolution = resolution;
    model.tree = tree;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
    (model, diagnostics)
}

/// How many findings one mechanic may have; the rest would only repeat the first cause.
const MAX_DIAGNOSTICS: usize = 100;

struct Checker {
    model: Model,
    diagnostics: Vec<Diagnostic>,
    resolution: Resolution,
    scopes: Scopes,
    /// The kind of each variable.
    locals: Vec<LocalInfo>,
    input_read: Vec<bool>,
    rule_read: Vec<bool>,
    state_read: Vec<bool>,
    state_changed: Vec<bool>,
    /// What is in each pool.
    pools: Vec<Kind>,
    /// Where each mechanic that is used is named.
    used_spans: Vec<Span>,
    /// Which outcome fields have a value at the current place; then, in a loop through an enumeration, of which
    /// families the member of its variable has one.
    assigned: Vec<bool>,
    /// How often each outcome field is given a value in the text, and what is wrong with one that is certain.
    field_values: Vec<(usize, Option<Diagnostic>)>,
    /// In a loop through all values of an enumeration, its variable.
    every: Option<LocalId>,
    /// Which outcome fields begin with one.
    started: Vec<bool>,
    functions: Vec<FunctionInfo>,
    /// The names that some statement of the text gives a new value; `None` where that is not known.
    changed: Option<BTreeSet<String>>,
    procedures: Vec<ProcedureInfo>,
    /// While the body of a procedure is checked, the outcomes it reads that it does not assign before.
    open_reads: Option<Vec<(usize, Span)>>,
    /// Inside a block that gives a value, how many blocks stand around it: variables further out stay as they are.
    outside: Option<usize>,
    /// Whether the body of a function is being checked.
    in_function: bool,
    /// Whether what people call things stands for them, as in a query.
    labels: bool,
}

struct LocalInfo {
    name: String,
    span: Span,
    kind: Kind,
    /// What it can be: its range, or less where nothing gives it another value.
    reach: Range,
    read: bool,
    /// Why it cannot be given another value, if it cannot.
    fixed: Option<Fixed>,
}

/// Variables that keep their value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixed {
    /// Of a function or procedure.
    Parameter,
    /// What a `for each` goes through.
    Each,
}

/// What is known of a procedure when it is called.
struct ProcedureInfo {
    name: String,
    span: Span,
    progress: Progress,
    parameters: Vec<(LocalId, Kind)>,
    /// The outcomes it reads that need a value before.
    reads: Vec<(usize, Span)>,
    /// The outcomes that have a value after it.
    assigns: Vec<bool>,
    called: bool,
}

struct FunctionInfo {
    name: String,
    span: Span,
    item: usize,
    /// The library that declares it, by its place among what the mechanic uses.
    library: Option<usize>,
    progress: Progress,
    parameters: Vec<(LocalId, Kind)>,
    result: Kind,
    /// What its value can be.
    reach: Range,
    called: bool,
    draws: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    Checking,
    Done,
}

impl Checker {
    fn new(tree: &ast::File) -> Checker {
        let resolution = Resolution {
            expressions: vec![(Kind::Unknown, None); tree.expressions as usize],
            ..Resolution::default()
        };
        Checker {
            model: Model::default(),
            diagnostics: Vec::new(),
            resolution,
            scopes: Scopes::default(),
            locals: Vec::new(),
            input_read: Vec::new(),
            rule_read: Vec::new(),
            state_read: Vec::new(),
            state_changed: Vec::new(),
            pools: Vec::new(),
            used_spans: Vec::new(),
            assigned: Vec::new(),
            field_values: Vec::new(),
            every: None,
            started: Vec::new(),
            functions: Vec::new(),
            changed: None,
            procedures: Vec::new(),
            open_reads: None,
            outside: None,
            in_function: false,
            labels: false,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn statements(&mut self, tree: &ast::File) {
        self.assigned.clone_from(&self.started);
        self.assigned.resize(self.started.len() + self.model.families.len(), false);
        self.field_values.resize(self.model.fields.len(), (0, None));
        let mut last = None;
        for (index, item) in tree.items.iter().enumerate() {
            match &item.kind {
                ItemKind::Statement(statement) => {
                    self.statement(statement);
                    last = Some(item.span);
                }
                ItemKind::Procedure(procedure) => self.procedure(procedure, index),
                _ => {}
            }
        }
        // What is assigned at one place only is what comes out. Of several, one may mend another.
        for (count, wrong) in std::mem::take(&mut self.field_values) {
            wrong.filter(|_| count == 1).into_iter().for_each(|wrong| self.report(wrong));
        }
        self.without_value(last);
    }

    /// Outcomes without a value at the end of the mechanic; of a family, the first.
    fn without_value(&mut self, last: Option<Span>) {
        let mut said: Vec<Span> = Vec::new();
        for index in 0..self.model.fields.len() {
            let field = &self.model.fields[index];
            if self.assigned[index] || said.contains(&field.span) {
                continue;
            }
            if let Some((used, span)) = self.taken_from(index) {
                if !said.contains(&span) {
                    said.push(span);
                    let message = format!(
                        "on some way through the mechanic nothing uses `{used}`, of which its outcomes are"
                    );
                    let help = "use it before the first branch";
                    self.report(Diagnostic::error(Code::NeverAssigned, span, message).help(help));
                }
                continue;
            }
            let name = &field.name;
            let message = format!("outcome `{name}` has no value on some way through the mechanic");
            let help = match self.model.family_of(Binding::Field(index)) {
                Some(_) => "give all members one where they are declared, as in `integer 0.. = 0`".to_owned(),
                None => format!("give it one before the first branch, as in `{name} = …`"),
            };
            let mut diagnostic = Diagnostic::error(Code::NeverAssigned, field.span, message).help(help);
            if let Some(last) = last {
                diagnostic = diagnostic.also(last, "the mechanic ends here");
            }
            said.push(field.span);
            self.report(diagnostic);
        }
    }

    fn never_read(&mut self, tree: &ast::File) {
        // Where names were not understood, a missing reader proves nothing.
        if crate::diagnostic::has_errors(&self.diagnostics) || tree.items.is_empty() {
            return;
        }
        let mut findings: Vec<Diagnostic> = Vec::new();
        self.idle_uses(&mut findings);
        self.families_without_use(&mut findings);
        for (input, _) in self.model.inputs.iter().zip(&self.input_read).filter(|(_, read)| !**read) {
            let message = format!("nothing reads the input `{}`", input.declaration.name);
            findings.push(
                Diagnostic::warning(Code::NeverRead, input.declaration.span, message)
                    .help("use it or remove it"),
            );
        }
        for (rule, _) in self.model.rules.iter().zip(&self.rule_read).filter(|(_, read)| !**read) {
            let message = format!("nothing reads the rule `{}`", rule.declaration.name);
            let mut diagnostic = Diagnostic::warning(Code::NeverRead, rule.declaration.span, message)
                .help("use it or remove it");
            if self.model.inputs.iter().any(|input| input.declaration.name == rule.declaration.name) {
                diagnostic = diagnostic.note(format!(
                    "an input has the same name; the rule is read as `rule.{}`",
                    rule.declaration.name
                ));
            }
            findings.push(diagnostic);
        }
        self.states_without_use(&mut findings);
        // A use that gives this mechanic its outcomes is no use in vain.
        let gives = |local: &LocalInfo| match local.kind {
            Kind::Record(used) => self.model.uses.get(used).is_some_and(|used| !used.fields.is_empty()),
            _ => false,
        };
        let unread = |local: &&LocalInfo| !local.read && !local.name.starts_with('_') && !gives(local);
        for local in self.locals.iter().filter(unread) {
            let message = format!("nothing reads `{}`", local.name);
            findings
                .push(Diagnostic::warning(Code::NeverRead, local.span, message).help("use it or remove it"));
        }
        let own = |function: &&FunctionInfo| function.library.is_none() && !self.model.library;
        for function in self.functions.iter().filter(own).filter(|function| !function.called) {
            let message = format!("nothing calls the function `{}`", function.name);
            findings.push(
                Diagnostic::warning(Code::NeverRead, function.span, message).help("use it or remove it"),
            );
        }
        for procedure in self.procedures.iter().filter(|procedure| !procedure.called) {
            let message = format!("nothing calls the procedure `{}`", procedure.name);
            findings.push(
                Diagnostic::warning(Code::NeverRead, procedure.span, message).help("use it or remove it"),
            );
        }
        findings.into_iter().for_each(|finding| self.report(finding));
    }
}
