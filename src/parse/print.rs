//! Tree to canonical text: what `trueodds fmt` writes.
//!
//! Four spaces a level; one space around operators; what the author wrote on one line stays on one
//! line where it fits, everything else takes a line for each part; comments and single blank lines stay.

mod expr;
mod family;
mod lines;

use super::ast::{
    Availability, End, Expr, File, Item, ItemKind, KindName, KindSyntax, Let, Name, Pool, RuleDefault,
    Statement, StatementKind,
};
use super::flat::{basis, flat, flat_entry, flat_kind, flat_uses, quoted};
use crate::source::Span;

/// Lines longer than this are broken where they can be.
const WIDTH: usize = 100;

/// The canonical text of a file. Parsing it again gives the same tree; printing that gives the same text.
///
/// `text` is what the tree was read from. The result is meaningless for a text with syntax errors.
///
/// ```
/// use trueodds::{parse::{parse, print}, source::SourceMap};
///
/// let text = "mechanic dice/coin\noutcome heads:flag\nheads=chance( 1/2 )   # fair\n";
/// let file = SourceMap::default().add("coin.odds", text);
/// let (tree, _) = parse(file, text);
/// assert_eq!(print(&tree, text), "mechanic dice/coin\noutcome heads: flag\nheads = chance(1 / 2)  # fair\n".replace("1 / 2", "1/2"));
/// ```
#[must_use]
pub fn print(file: &File, text: &str) -> String {
    let mut printer = Printer {
        file,
        text,
        out: String::new(),
        indent: 0,
        comment: 0,
        last_end: 0,
        after_comment: usize::MAX,
    };
    let mut before = None;
    for item in &file.items {
        if let ItemKind::Statement(statement) = &item.kind {
            before = printer.line_of(before, statement);
            continue;
        }
        before = None;
        printer.line_for(item.span);
        printer.item(item);
        printer.last_end = item.span.end as usize;
    }
    printer.comments_before(text.len());
    printer.out.truncate(printer.out.trim_end().len());
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

/// An expression in canonical layout on one line.
///
/// ```
/// use trueodds::{parse::{parse_expression, print_expression}, source::FileId};
///
/// let (expr, _) = parse_expression(FileId::default(), "size+1").expect("a sum");
/// assert_eq!(print_expression(&expr), "size + 1");
/// ```
#[must_use]
pub fn print_expression(expr: &Expr) -> String {
    flat(expr)
}

struct Printer<'a> {
    file: &'a File,
    text: &'a str,
    out: String,
    indent: usize,
    /// The next comment to print.
    comment: usize,
    /// Where in the text the last printed thing ends.
    last_end: usize,
    /// Where in the output the last comment ends.
    after_comment: usize,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn new_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn begin_line(&mut self, start: usize) {
        self.new_line();
        let between = self.text.get(self.last_end..start).unwrap_or_default();
        let blank = between.matches('\n').count() > 1;
        if blank && !self.out.is_empty() && !self.out.ends_with("{\n") {
            self.out.push('\n');
        }
        self.push(&"    ".repeat(self.indent));
    }

    /// Begins the line of something: first the comments before it, then a blank line if there was one.
    fn line_for(&mut self, span: Span) {
        self.comments_before(span.start as usize);
        self.begin_line(span.start as usize);
        self.last_end = span.start as usize;
    }

    fn comments_before(&mut self, end: usize) {
        while let Some(comment) =
            self.file.comments.get(self.comment).filter(|comment| (comment.span.start as usize) < end)
        {
            // A second comment does not join the first: each keeps its own line.
            let joined = self.after_comment == self.out.len();
            if comment.own_line || joined {
                self.begin_line(comment.span.start as usize);
            } else {
                self.out.truncate(self.out.trim_end_matches('\n').len());
                self.push("  ");
            }
            self.push(&comment.text);
            self.push("\n");
            self.after_comment = self.out.len();
            self.last_end = comment.span.end as usize;
            self.comment += 1;
        }
    }

    /// Ends a group that was opened with a brace: the comments inside it, then the brace.
    fn close(&mut self, span: Span) {
        let end = (span.end as usize).saturating_sub(1);
        self.comments_before(end);
        self.indent -= 1;
        self.last_end = end;
        self.begin_line(end);
        self.push("}");
        self.last_end = span.end as usize;
    }

    fn was_one_line(&self, span: Span) -> bool {
        !self.text.get(span.range()).unwrap_or_default().contains('\n')
    }

    fn column(&self) -> usize {
        self.out.chars().rev().take_while(|c| *c != '\n').count()
    }

    fn fits(&self, text: &str) -> bool {
        self.column() + text.chars().count() <= WIDTH
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Mechanic(mechanic) => {
                let word = if mechanic.library { "library" } else { "mechanic" };
                self.push(&format!("{word} {}", mechanic.path.text));
                self.naming(&mechanic.naming);
                if let Some((one, many)) = &mechanic.use_name {
                    self.push(&format!(" use {}, {}", quoted(one), quoted(many)));
                }
                self.push(&basis(mechanic.basis.as_ref()));
            }
            ItemKind::Editions(names) => self.names("editions", names),
            ItemKind::Uses(uses) => self.push(&flat_uses(uses)),
            ItemKind::Overview(names) => self.names("overview", names),
            ItemKind::Enumeration(list) => {
                self.push(&format!("enumeration {}", list.name.text));
                self.enumeration(list);
            }
            ItemKind::State(state) => {
                self.declared("state", &state.name, state.family.as_ref(), Some(&state.kind));
                self.default(state.start.as_ref());
                self.naming(&state.naming);
            }
            ItemKind::Input(input) => {
                self.declared("input", &input.name, input.family.as_ref(), Some(&input.kind));
                self.default(input.default.as_ref());
                match &input.availability {
                    Some(Availability::Since(edition)) => self.push(&format!(" since {}", edition.text)),
                    Some(Availability::Before(edition)) => self.push(&format!(" before {}", edition.text)),
                    None => {}
                }
                self.naming(&input.naming);
                self.push(&basis(input.basis.as_ref()));
            }
            ItemKind::Rule(rule) => {
                self.declared("rule", &rule.name, rule.family.as_ref(), rule.kind.as_ref());
                match &rule.default {
                    RuleDefault::Value(value) => self.default(Some(value)),
                    RuleDefault::Unknown(reason) => self.push(&format!(" unknown {}", quoted(&reason.text))),
                    RuleDefault::Table(table) => self.table(table),
                }
                self.naming(&rule.naming);
                self.push(&basis(rule.basis.as_ref()));
            }
            ItemKind::Outcome(outcome) => {
                self.declared("outcome", &outcome.name, outcome.family.as_ref(), Some(&outcome.kind));
                self.default(outcome.start.as_ref());
                self.naming(&outcome.naming);
            }
            ItemKind::Function(function) => {
                self.push(&format!("function {}", function.name.text));
                self.parameters(&function.parameters);
                self.push(" = ");
                self.body(&function.body);
            }
            ItemKind::Procedure(procedure) => {
                self.push(&format!("procedure {}", procedure.name.text));
                self.parameters(&procedure.parameters);
                self.push(" ");
                self.block(&procedure.body);
            }
            ItemKind::Statement(statement) => self.statement(statement),
        }
    }

    fn parameters(&mut self, parameters: &[(Name, KindSyntax)]) {
        self.push("(");
        for (index, (name, kind)) in parameters.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            self.push(&format!("{comma}{}: ", name.text));
            self.kind(kind);
        }
        self.push(")");
    }

    fn names(&mut self, word: &str, names: &[Name]) {
        let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.push(&format!("{word} {}", names.join(", ")));
    }

    fn default(&mut self, value: Option<&Expr>) {
        if let Some(value) = value {
            self.push(" = ");
            self.expr(value);
        }
    }

    fn kind(&mut self, kind: &KindSyntax) {
        match &kind.kind {
            KindName::Enumeration(variants) => self.variants(variants, kind.span),
            _ => self.push(&flat_kind(kind)),
        }
        if let Some(labels) = &kind.labels {
            self.number_labels(labels);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Let(binding) => self.binding(binding),
            StatementKind::Assign(place, value) => {
                self.push(&place.name.text);
                self.indices(&place.of);
                self.push(" = ");
                self.expr(value);
            }
            StatementKind::If(branches, otherwise) => {
                for (index, (guard, block)) in branches.iter().enumerate() {
                    self.push(if index == 0 { "if " } else { " else if " });
                    self.expr(guard);
                    self.push(" ");
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.push(" else ");
                    self.block(block);
                }
            }
            StatementKind::Match(subject, arms) => {
                self.push("match ");
                self.expr(subject);
                self.arms(arms, statement.span, Self::block);
            }
            StatementKind::Repeat(count, block) => {
                self.push("repeat ");
                self.expr(count);
                self.push(" ");
                self.block(block);
            }
            StatementKind::Until(block, guard) => {
                self.push("repeat ");
                self.block(block);
                self.push(" until ");
                self.expr(guard);
            }
            StatementKind::Given(evidence) => {
                self.push("given ");
                self.expr(evidence);
            }
            StatementKind::Require(condition, why) => {
                self.push("require ");
                self.expr(condition);
                self.push(&format!(" {}", quoted(why)));
            }
            StatementKind::Pool(pool) => self.pool(pool),
            StatementKind::Run(name, arguments) => {
                self.push(&format!("{}(", name.text));
                self.list(arguments);
                self.push(")");
            }
            StatementKind::ForEach(name, all, block) => {
                self.push(&format!("for each {} in ", name.text));
                self.expr(all);
                self.push(" ");
                self.block(block);
            }
            StatementKind::SetAt(name, place, value) => {
                self.push(&format!("{} at ", name.text));
                self.expr(place);
                self.push(" = ");
                self.expr(value);
            }
            StatementKind::Add(value, end, name) => {
                self.push("add ");
                self.expr(value);
                let place = if *end == End::First { "front of " } else { "" };
                self.push(&format!(" to {place}{}", name.text));
            }
            StatementKind::Put(value, name) => {
                self.push("put ");
                self.expr(value);
                self.push(&format!(" into {}", name.text));
            }
        }
    }

    fn pool(&mut self, pool: &Pool) {
        self.push(&format!("pool {} ", pool.name.text));
        let flat = format!("{{ {} }}", pool.entries.iter().map(flat_entry).collect::<Vec<_>>().join(", "));
        if self.was_one_line(pool.span) && self.fits(&flat) {
            return self.push(&flat);
        }
        self.push("{");
        self.indent += 1;
        self.last_end = pool.span.start as usize;
        for entry in &pool.entries {
            self.line_for(entry.span);
            self.push(&flat_entry(entry));
            self.last_end = entry.span.end as usize;
        }
        self.close(pool.span);
    }

    fn binding(&mut self, binding: &Let) {
        self.declared("let", &binding.name, binding.family.as_ref(), binding.kind.as_ref());
        self.push(" = ");
        self.expr(&binding.value);
    }
}
