//! The operations of a program. Every stage uses these, with terms of its own: as lowered, with inputs and rules
//! bound, and ready to run.
//!
//! An operation is taken apart here and nowhere else: who only needs what it reads, what it writes and what is
//! inside it asks for that.

use super::term::{Slot, Term};
use crate::diagnostic::Code;
use crate::parse::ast::{BinaryOp, Keep};
use crate::source::Span;

/// One step, with the place in the text it came from.
#[derive(Debug, Clone)]
pub struct Node<T = Term> {
    /// The place.
    pub origin: Span,
    /// What it does.
    pub op: Op<T, Vec<Node<T>>>,
}

/// Several equal rolls: how many, which of them count, what becomes of those, and where the steps that make one
/// leave its result.
#[derive(Debug, Clone, Copy)]
pub struct Dice<T> {
    /// How many are rolled.
    pub count: T,
    /// How many of them count, and which, where not all do.
    pub keep: Option<(Keep, T)>,
    /// What one of them gives.
    pub face: Slot,
    /// Whether they are added; else they are a list, the first of which is the highest, or the lowest
    /// where those are kept.
    pub added: bool,
}

/// What a step does. `T` is a term, `B` the steps inside.
#[derive(Debug, Clone)]
pub enum Op<T = Term, B = Vec<Node<T>>> {
    /// Gives a slot a value.
    Assign(Slot, T),
    /// Takes one branch with each probability; the last one, if it is there, with what they leave.
    Branch(Vec<(T, B)>, Option<B>),
    /// Draws a whole number below the bound, each equally likely.
    Random(Slot, T),
    /// Draws a fresh uniform on [0, 1].
    Uniform(Slot),
    /// Compares a roll with thresholds in order; the slot becomes the index of the first that holds, or
    /// their number where none does.
    Band(Slot, T, Vec<(BinaryOp, T)>),
    /// Rounds a roll down to a whole number.
    Floor(Slot, T),
    /// Several results of the steps, added or in a list, each made anew from the same state. The steps write
    /// nothing that is read after them.
    Dice(Slot, Dice<T>, B),
    /// Takes the branch of the first guard that is true, else the last one.
    Switch(Vec<(T, B)>, B),
    /// Runs the steps a number of times.
    Repeat(T, B),
    /// Runs the steps again and again until the term is true after them.
    Until(B, T),
    /// Keeps only the states in which the term is true.
    Given(T),
    /// Refuses a value outside one of the ranges of the program.
    CheckRange(Slot, usize),
    /// Refuses to go on, for a reason.
    Refuse(Code, String),
}

impl<T> Node<T> {
    /// Goes through the step and all steps inside it, in the order of the text.
    pub fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Node<T>)) {
        visit(self);
        for body in self.op.bodies() {
            body.iter().for_each(|node| node.each(visit));
        }
    }
}

impl Node {
    /// Changes the place of the step, of its terms and of all steps inside it.
    pub(super) fn places(&mut self, change: &dyn Fn(&mut Span)) {
        change(&mut self.origin);
        let op = std::mem::replace(&mut self.op, Op::Refuse(Code::Internal, String::new()));
        let term = |mut term: Term| {
            term.places(change);
            term
        };
        let body = |mut body: Vec<Node>| {
            body.iter_mut().for_each(|node| node.places(change));
            body
        };
        self.op = op.map(|slot| slot, term, body);
    }
}

impl<T, B> Op<T, B> {
    /// The slot that it gives a value.
    #[must_use]
    pub fn writes(&self) -> Option<Slot> {
        match self {
            Op::Assign(slot, _)
            | Op::Random(slot, _)
            | Op::Uniform(slot)
            | Op::Band(slot, ..)
            | Op::Floor(slot, _)
            | Op::Dice(slot, ..) => Some(*slot),
            _ => None,
        }
    }

    /// Its own terms, without those of the steps inside it.
    #[must_use]
    pub fn terms(&self) -> Vec<&T> {
        let mut terms = Vec::new();
        self.borrowed().map(|slot| slot, |term| terms.push(term), |_| ());
        terms
    }

    /// The sequences of steps inside it.
    #[must_use]
    pub fn bodies(&self) -> Vec<&B> {
        let mut bodies = Vec::new();
        self.borrowed().map(|slot| slot, |_| (), |body| bodies.push(body));
        bodies
    }

    /// The same operation over references.
    #[must_use]
    pub fn borrowed(&self) -> Op<&T, &B> {
        fn arms<T, B>(arms: &[(T, B)]) -> Vec<(&T, &B)> {
            arms.iter().map(|(term, body)| (term, body)).collect()
        }
        match self {
            Op::Assign(slot, term) => Op::Assign(*slot, term),
            Op::Branch(own, rest) => Op::Branch(arms(own), rest.as_ref()),
            Op::Random(slot, bound) => Op::Random(*slot, bound),
            Op::Uniform(slot) => Op::Uniform(*slot),
            Op::Band(slot, roll, thresholds) => {
                Op::Band(*slot, roll, thresholds.iter().map(|(op, bound)| (*op, bound)).collect())
            }
            Op::Floor(slot, roll) => Op::Floor(*slot, roll),
            Op::Dice(slot, dice, body) => {
                let keep = dice.keep.as_ref().map(|(which, number)| (*which, number));
                Op::Dice(*slot, Dice { count: &dice.count, keep, face: dice.face, added: dice.added }, body)
            }
            Op::Switch(own, otherwise) => Op::Switch(arms(own), otherwise),
            Op::Repeat(count, body) => Op::Repeat(count, body),
            Op::Until(body, guard) => Op::Until(body, guard),
            Op::Given(evidence) => Op::Given(evidence),
            Op::CheckRange(slot, range) => Op::CheckRange(*slot, *range),
            Op::Refuse(code, message) => Op::Refuse(*code, message.clone()),
        }
    }

    /// The same operation with other slots, terms and steps inside.
    pub fn map<U, C>(
        self,
        slot: impl Fn(Slot) -> Slot,
        mut term: impl FnMut(T) -> U,
        mut body: impl FnMut(B) -> C,
    ) -> Op<U, C> {
        match self {
            Op::Assign(own, value) => Op::Assign(slot(own), term(value)),
            Op::Branch(arms, rest) => {
                let arms = arms.into_iter().map(|(weight, inside)| (term(weight), body(inside))).collect();
                Op::Branch(arms, rest.map(body))
            }
            Op::Random(own, bound) => Op::Random(slot(own), term(bound)),
            Op::Uniform(own) => Op::Uniform(slot(own)),
            Op::Band(own, roll, thresholds) => {
                let roll = term(roll);
                let thresholds = thresholds.into_iter().map(|(op, bound)| (op, term(bound))).collect();
                Op::Band(slot(own), roll, thresholds)
            }
            Op::Floor(own, roll) => Op::Floor(slot(own), term(roll)),
            Op::Dice(own, dice, inside) => {
                let keep = dice.keep.map(|(which, number)| (which, term(number)));
                let dice = Dice { count: term(dice.count), keep, face: slot(dice.face), added: dice.added };
                Op::Dice(slot(own), dice, body(inside))
            }
            Op::Switch(arms, otherwise) => {
                let arms = arms.into_iter().map(|(guard, inside)| (term(guard), body(inside))).collect();
                Op::Switch(arms, body(otherwise))
            }
            Op::Repeat(count, inside) => Op::Repeat(term(count), body(inside)),
            Op::Until(inside, guard) => Op::Until(body(inside), term(guard)),
            Op::Given(evidence) => Op::Given(term(evidence)),
            Op::CheckRange(own, range) => Op::CheckRange(slot(own), range),
            Op::Refuse(code, message) => Op::Refuse(code, message),
        }
    }
}
