//! The core program: what is left of a mechanic when names, sugar and functions are gone.
//!
//! Twelve operations over numbered slots. Every operation and every term knows the place in the text it
//! came from. A program does not depend on rule set or inputs: those are bound when it is planned.

use crate::check::model::{Builtin, Range};
use crate::diagnostic::Code;
use crate::parse::ast::{BinaryOp, UnaryOp};
use crate::source::Span;
use crate::value::Value;

/// A variable of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Slot(pub u32);

/// A lowered mechanic.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// How many slots it uses.
    pub slots: u32,
    /// The slots of the states, in the order of the model.
    pub states: Vec<Slot>,
    /// The steps that give the states their values before the first use.
    pub start: Vec<Node>,
    /// Its steps.
    pub body: Vec<Node>,
    /// Where the results are at the end: the outcome fields in order, then what a query adds.
    pub outputs: Vec<Slot>,
    /// What outcomes, variables and parameters were declared with: how each is called in messages, and
    /// the numbers it may be.
    pub ranges: Vec<(String, Range)>,
    /// What the slots are called that have a name in the text.
    pub names: Vec<Named>,
}

/// A slot that has a name in the text.
#[derive(Debug, Clone)]
pub struct Named {
    /// The slot.
    pub slot: Slot,
    /// The name of the outcome, state or variable.
    pub name: String,
    /// The names of its values, where it is of an enumeration.
    pub values: Vec<String>,
}

/// One step, with the place in the text it came from.
#[derive(Debug, Clone)]
pub struct Node {
    /// The place.
    pub origin: Span,
    /// What it does.
    pub op: Op,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum Op {
    /// Gives a slot a value.
    Assign(Slot, Term),
    /// Goes one way with each probability; the rest, if there is one, with what they leave.
    Branch(Vec<(Term, Vec<Node>)>, Option<Vec<Node>>),
    /// Draws a whole number below the bound, each equally likely.
    Random(Slot, Term),
    /// Draws a fresh uniform on [0, 1].
    Uniform(Slot),
    /// Compares a roll with thresholds in order; the slot becomes the place of the first that holds, or
    /// their number where none does.
    Band(Slot, Term, Vec<(BinaryOp, Term)>),
    /// Rounds a roll down to a whole number.
    Floor(Slot, Term),
    /// Goes the way of the first guard that is true, else the last way.
    Switch(Vec<(Term, Vec<Node>)>, Vec<Node>),
    /// Runs the steps a number of times.
    Repeat(Term, Vec<Node>),
    /// Runs the steps again and again until the term is true after them.
    Until(Vec<Node>, Term),
    /// Keeps only the ways on which the term is true.
    Given(Term),
    /// Refuses a value outside one of the ranges of the program.
    CheckRange(Slot, usize),
    /// Refuses to go on, for a reason.
    Refuse(Code, String),
}

/// An expression without draws.
#[derive(Debug, Clone)]
pub struct Term {
    /// The place it came from.
    pub origin: Span,
    /// What it is.
    pub kind: TermKind,
}

/// What a term is.
#[derive(Debug, Clone)]
pub enum TermKind {
    /// A value.
    Constant(Value),
    /// The value of a slot.
    Slot(Slot),
    /// An input, by its place in the model.
    Input(usize),
    /// A rule, by its place in the model.
    Rule(usize),
    /// An operator before its operand.
    Unary(UnaryOp, Box<Term>),
    /// An operator between its operands.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    /// A function of the language that draws nothing.
    Call(Builtin, Vec<Term>),
}

impl Node {
    /// Goes through the step and all steps inside it.
    pub fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Node)) {
        visit(self);
        for body in self.op.bodies() {
            body.iter().for_each(|node| node.each(visit));
        }
    }
}

impl Op {
    /// The slot that it gives a value.
    #[must_use]
    pub fn writes(&self) -> Option<Slot> {
        match self {
            Op::Assign(slot, _)
            | Op::Random(slot, _)
            | Op::Uniform(slot)
            | Op::Band(slot, ..)
            | Op::Floor(slot, _) => Some(*slot),
            _ => None,
        }
    }

    /// The steps inside it.
    #[must_use]
    pub fn bodies(&self) -> Vec<&Vec<Node>> {
        match self {
            Op::Branch(arms, rest) => arms.iter().map(|(_, body)| body).chain(rest).collect(),
            Op::Switch(arms, otherwise) => arms.iter().map(|(_, body)| body).chain([otherwise]).collect(),
            Op::Repeat(_, body) | Op::Until(body, _) => vec![body],
            _ => Vec::new(),
        }
    }
}

impl Term {
    /// Goes through the slots that it reads.
    pub fn each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match &self.kind {
            TermKind::Slot(slot) => visit(*slot),
            TermKind::Constant(_) | TermKind::Input(_) | TermKind::Rule(_) => {}
            TermKind::Unary(_, inner) => inner.each_slot(visit),
            TermKind::Binary(_, left, right) => {
                left.each_slot(visit);
                right.each_slot(visit);
            }
            TermKind::Call(_, arguments) => arguments.iter().for_each(|term| term.each_slot(visit)),
        }
    }
}
