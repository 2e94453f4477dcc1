//! Model to core program. Functions are written out, draws are put in the order in which they happen,
//! `and` and `or` become branches where their right side draws.

mod dice;
mod draw;
mod ending;
mod expr;
mod family;
mod frame;
mod list;
mod loops;
mod op;
mod order;
mod procedure;
mod program;
mod record;
mod statement;
mod tally;
mod term;

pub use op::{Dice, Node, Op};
pub use program::{InputSteps, Named, Program};
pub use term::{ListOp, Slot, Term, TermKind};

use std::collections::BTreeMap;

use crate::check::model::{LocalId, Model, Range, Resolution};
use crate::check::{CheckedExpression, CheckedQuery};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::ast::ItemKind;
use crate::parse::{Query, QueryKind};
use crate::source::Span;
use crate::value::Value;
use frame::Frame;

/// How deep branches may stand inside one another once functions are written out: what every later
/// stage may recurse into, within the stack of a thread.
const MAX_DEPTH: u32 = 100;

/// How many steps a program may have once its functions are written out.
pub const MAX_NODES: usize = 200_000;

/// Lowers a checked model without errors. Cost is that of the text with its functions written out.
///
/// ```
/// use trueodds::{check::check, lower::{Op, lower}, parse::parse, source::SourceMap};
///
/// let text = "mechanic dice/coin\noutcome heads: flag\nheads = chance(1/2)\n";
/// let (model, _) = check(parse(SourceMap::default().add("coin.odds", text), text).0);
/// let program = lower(&model).expect("a small program");
/// // The draw, and then the outcome that takes its result.
/// assert!(matches!(program.body[0].op, Op::Branch(..)));
/// assert!(matches!(program.body[1].op, Op::Assign(..)));
/// ```
///
/// # Errors
/// [`Code::Limit`] where functions that call functions grow past [`MAX_NODES`] steps.
pub fn lower(model: &Model) -> Result<Program, Diagnostic> {
    let mut lowerer = Lowerer::new(model, &model.resolution);
    lowerer.name_results(model);
    let inputs = lowerer.inputs(model);
    lowerer.list_states(model);
    lowerer.starts(model);
    let start = std::mem::take(&mut lowerer.nodes);
    lowerer.measure_states();
    lowerer.mechanic();
    let rules = model.rules.iter().map(|rule| rule.declaration.name.clone()).collect();
    Ok(Program { start, rules, inputs, ..lowerer.finish()? })
}

/// A lowered query: the program with the query's quantities as further outputs.
#[derive(Debug, Clone)]
pub struct LoweredQuery {
    /// The program. Its outputs are only those of the query.
    pub program: Program,
    /// For each measure of the query, in the order of the text, its outputs: the subject, then the
    /// evidence if there is one, then the level of a quantile.
    pub measures: Vec<MeasureOutputs>,
}

/// Where the parts of one measure are among the outputs.
#[derive(Debug, Clone, Copy)]
pub struct MeasureOutputs {
    /// The event or the quantity.
    pub subject: usize,
    /// What is known.
    pub evidence: Option<usize>,
    /// The level of a quantile.
    pub level: Option<usize>,
}

/// Appends a query to the program of its model: the engine computes the joint law of exactly what it asks.
///
/// # Errors
/// [`Code::Limit`], as [`lower`].
pub fn lower_query(
    model: &Model,
    program: &Program,
    query: &CheckedQuery,
) -> Result<LoweredQuery, Diagnostic> {
    let mut lowerer = Lowerer::new(model, &query.resolution);
    lowerer.slots = program.slots;
    lowerer.ranges.clone_from(&program.ranges);
    lowerer.calls.clone_from(&program.calls);
    let mut outputs = Vec::new();
    let mut measures = Vec::new();
    lowerer.measures(&query.query, &mut outputs, &mut measures);
    let added = lowerer.finish()?;
    Ok(LoweredQuery { program: appended(program, added, outputs), measures })
}

/// Appends expressions to the program of their model: its outputs are the values of the expressions.
///
/// # Errors
/// [`Code::Limit`], as [`lower`].
pub fn lower_expressions(
    model: &Model,
    program: &Program,
    expressions: &[&CheckedExpression],
) -> Result<Program, Diagnostic> {
    let mut outputs = Vec::new();
    let mut grown = program.clone();
    for checked in expressions {
        let mut lowerer = Lowerer::new(model, &checked.resolution);
        lowerer.slots = grown.slots;
        lowerer.ranges.clone_from(&grown.ranges);
        lowerer.calls.clone_from(&grown.calls);
        let slot = lowerer.fresh();
        lowerer.expr_into(slot, &checked.expr);
        outputs.push(slot);
        grown = appended(&grown, lowerer.finish()?, Vec::new());
    }
    Ok(Program { outputs, ..grown })
}

fn appended(program: &Program, added: Program, outputs: Vec<Slot>) -> Program {
    let mut body = program.body.clone();
    body.extend(added.body);
    Program { slots: added.slots, ranges: added.ranges, calls: added.calls, body, outputs, ..program.clone() }
}

/// Appends an expression to the program of its model: its value is one more output, the last one.
///
/// # Errors
/// [`Code::Limit`], as [`lower`].
pub fn lower_beside(
    model: &Model,
    program: &Program,
    expression: &CheckedExpression,
) -> Result<Program, Diagnostic> {
    let lowered = lower_expressions(model, program, &[expression])?;
    let outputs = program.outputs.iter().chain(&lowered.outputs).copied().collect();
    Ok(Program { outputs, ..lowered })
}

struct Lowerer<'a> {
    /// The mechanic whose text is being lowered: the one asked for, or one that it uses.
    frame: Frame<'a>,
    slots: u32,
    nodes: Vec<Node>,
    ranges: Vec<(String, Range)>,
    names: Vec<Named>,
    /// For the contents of each list, where its length is.
    lengths: BTreeMap<Slot, Slot>,
    /// The calls that were written out.
    calls: Vec<Span>,
    /// The states that have their start values.
    started: Vec<Slot>,
    /// Where in the text the lowerer is.
    place: Span,
    /// How many branches and functions stand around that place.
    depth: u32,
    /// How many steps and calls were made in all.
    made: usize,
    too_large: Option<Span>,
}

impl<'a> Lowerer<'a> {
    /// The first slots are the outcome fields, the next ones the states.
    fn new(model: &'a Model, resolution: &'a Resolution) -> Lowerer<'a> {
        let frame = Frame::root(model, resolution);
        Lowerer {
            slots: frame.size(),
            frame,
            nodes: Vec::new(),
            ranges: Vec::new(),
            names: Vec::new(),
            lengths: BTreeMap::new(),
            calls: Vec::new(),
            started: Vec::new(),
            place: Span::default(),
            depth: 0,
            made: 0,
            too_large: None,
        }
    }

    fn finish(self) -> Result<Program, Diagnostic> {
        if let Some(span) = self.too_large {
            let message = format!(
                "branches stand more than {MAX_DEPTH} deep here once functions are written out, or there are more than {MAX_NODES} steps"
            );
            return Err(Diagnostic::error(Code::Limit, span, message)
                .help("call fewer functions from functions, and use `match` for long chains of `else if`"));
        }
        Ok(Program {
            slots: self.slots,
            states: self.frame.states,
            start: Vec::new(),
            body: self.nodes,
            outputs: self.frame.fields,
            ranges: self.ranges,
            names: self.names,
            lengths: self.lengths.into_iter().collect(),
            calls: self.calls,
            rules: Vec::new(),
            inputs: Vec::new(),
        })
    }

    /// The statements of the mechanic of the frame.
    fn statements(&mut self) {
        self.outcome_starts();
        let model = self.frame.model;
        for item in &model.tree.items {
            if let ItemKind::Statement(statement) = &item.kind {
                self.statement(statement);
            }
        }
    }

    fn fresh(&mut self) -> Slot {
        self.slots += 1;
        Slot(self.slots - 1)
    }

    /// Makes steps one level further in, or notes that it is too deep.
    fn deeper(&mut self, origin: Span, make: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.too_large = self.too_large.or(Some(origin));
            return;
        }
        self.depth += 1;
        make(self);
        self.depth -= 1;
    }

    fn push(&mut self, origin: Span, op: Op) {
        if self.may_grow(origin) {
            self.nodes.push(Node { origin, op });
        }
    }

    /// Counts one more step or call, and whether the program may have it; or notes that it may not.
    fn may_grow(&mut self, origin: Span) -> bool {
        self.made += 1;
        let may = self.made <= MAX_NODES;
        if !may {
            self.too_large = self.too_large.or(Some(origin));
        }
        may
    }

    /// Refuses what lies outside a range, where there is one.
    fn check_range(&mut self, origin: Span, slot: Slot, what: String, range: &Range) {
        if range.describe().is_some() {
            self.ranges.push((what, range.clone()));
            self.push(origin, Op::CheckRange(slot, self.ranges.len() - 1));
        }
    }

    /// As [`Lowerer::check_range`], for a variable or parameter.
    fn check_local(&mut self, origin: Span, slot: Slot, id: LocalId) {
        if let Some((name, range)) = self.frame.resolution.local(id).cloned() {
            self.check_range(origin, slot, format!("`{name}`"), &range);
        }
    }

    /// The steps that `make` adds, apart from those before it.
    fn collect(&mut self, make: impl FnOnce(&mut Self)) -> Vec<Node> {
        let before = std::mem::take(&mut self.nodes);
        self.deeper(self.place, make);
        std::mem::replace(&mut self.nodes, before)
    }

    /// As [`Lowerer::collect`], with the result of `make`.
    fn collect_with<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (Vec<Node>, T) {
        let before = std::mem::take(&mut self.nodes);
        let result = make(self);
        (std::mem::replace(&mut self.nodes, before), result)
    }

    fn measures(&mut self, query: &Query, outputs: &mut Vec<Slot>, measures: &mut Vec<MeasureOutputs>) {
        match &query.kind {
            QueryKind::Number(_) => {}
            QueryKind::Negate(inner) | QueryKind::Power(inner, _) => {
                self.measures(inner, outputs, measures);
            }
            QueryKind::Binary(_, left, right) => {
                self.measures(left, outputs, measures);
                self.measures(right, outputs, measures);
            }
            QueryKind::Measure { subject, level, evidence, .. } => {
                let mut output = |lowerer: &mut Self, expr| {
                    let slot = lowerer.fresh();
                    lowerer.expr_into(slot, expr);
                    outputs.push(slot);
                    outputs.len() - 1
                };
                let subject = output(self, subject);
                let evidence = evidence.as_ref().map(|evidence| output(self, evidence));
                let level = level.as_ref().map(|level| output(self, level));
                measures.push(MeasureOutputs { subject, evidence, level });
            }
        }
    }
}

fn constant(origin: Span, value: Value) -> Term {
    Term { origin, kind: TermKind::Constant(value) }
}

fn slot_term(origin: Span, slot: Slot) -> Term {
    Term { origin, kind: TermKind::Slot(slot) }
}
