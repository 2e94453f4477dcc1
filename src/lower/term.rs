//! Slots, and expressions over them.

use crate::check::model::Builtin;
use crate::parse::ast::{BinaryOp, End, UnaryOp};
use crate::source::Span;
use crate::value::Value;

/// A variable of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Slot(pub u32);

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
    /// Something of lists.
    List(ListOp, Vec<Term>),
}

/// What is done with lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOp {
    /// A list of the values.
    Make,
    /// The whole numbers from the first value to the second.
    Range,
    /// How many there are.
    Length,
    /// What stands at a place, from 1.
    At,
    /// The list without what stands at that end.
    Rest(End),
    /// The list with a value more at that end.
    Add(End),
    /// The list with another value at a place: list, place, value.
    Set,
    /// Whether a value is in it: list, value.
    Holds,
    /// The sum of its numbers.
    Sum,
}

impl Term {
    /// Changes the place of the term and of all terms inside it.
    pub(super) fn places(&mut self, change: &dyn Fn(&mut Span)) {
        change(&mut self.origin);
        match &mut self.kind {
            TermKind::Constant(_) | TermKind::Slot(_) | TermKind::Input(_) | TermKind::Rule(_) => {}
            TermKind::Unary(_, inner) => inner.places(change),
            TermKind::Binary(_, left, right) => {
                left.places(change);
                right.places(change);
            }
            TermKind::Call(_, terms) | TermKind::List(_, terms) => {
                terms.iter_mut().for_each(|term| term.places(change));
            }
        }
    }

    /// Goes through the term and all terms inside it.
    pub fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        visit(self);
        match &self.kind {
            TermKind::Constant(_) | TermKind::Slot(_) | TermKind::Input(_) | TermKind::Rule(_) => {}
            TermKind::Unary(_, inner) => inner.each(visit),
            TermKind::Binary(_, left, right) => {
                left.each(visit);
                right.each(visit);
            }
            TermKind::Call(_, arguments) | TermKind::List(_, arguments) => {
                arguments.iter().for_each(|term| term.each(visit))
            }
        }
    }
}
