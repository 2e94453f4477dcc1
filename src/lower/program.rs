//! The core program: what is left of a mechanic when names, sugar and functions are gone.
//!
//! Steps over numbered slots ([`Op`]). Every step and every term knows the place in the text it
//! came from. A program does not depend on rule set or inputs: those are bound when it is planned.

use super::op::{Node, Op};
use super::term::{Slot, Term, TermKind};
use crate::check::model::{Builtin, Range};
use crate::diagnostic::Diagnostic;
use crate::exact::Rational;
use crate::source::Span;
use crate::value::Value;

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
    /// Where functions and procedures were called: a span in the program has the number of its call, from 1.
    pub calls: Vec<Span>,
    /// What the slots are called that have a name in the text.
    pub names: Vec<Named>,
    /// The slots of lists, each with that of its length.
    pub lengths: Vec<(Slot, Slot)>,
    /// What the rules are called, in the order of the model.
    pub rules: Vec<String>,
    /// Where the inputs are that have no value of their own, in the order of the model.
    pub inputs: Vec<InputSteps>,
}

/// Where an input is that has no value of its own, and what gives it its default.
#[derive(Debug, Clone)]
pub struct InputSteps {
    /// Where it is declared.
    pub origin: Span,
    /// The slot.
    pub slot: Slot,
    /// The steps that evaluate its default; none where that is always the same.
    pub default: Vec<Node>,
}

impl Program {
    /// The program with some of its outputs only told apart up to a number: what is more is one value. Of those that
    /// grow without end this is as much as can be listed.
    #[must_use]
    pub fn up_to(&self, most: &[(usize, Rational)]) -> Program {
        let mut program = self.clone();
        for (index, most) in most {
            let Some(output) = program.outputs.get_mut(*index) else { continue };
            let origin = Span::default();
            let term = |kind| Term { origin, kind };
            let most = term(TermKind::Constant(Value::Number(most.clone())));
            let copied = TermKind::Call(Builtin::MoreThan, vec![term(TermKind::Slot(*output)), most]);
            *output = Slot(program.slots);
            program.body.push(Node { origin, op: Op::Assign(*output, term(copied)) });
            program.slots += 1;
        }
        program
    }

    /// The calls by which a place came to be in the program, the innermost first.
    #[must_use]
    pub fn calls_of(&self, place: Span) -> Vec<Span> {
        let by = |place: &Span| (place.call as usize).checked_sub(1).and_then(|index| self.calls.get(index));
        std::iter::successors(by(&place), |place| by(place)).copied().collect()
    }

    /// What was found while the program was evaluated, with the calls that led to its place.
    #[must_use]
    pub fn with_calls(&self, found: Diagnostic) -> Diagnostic {
        let calls = self.calls_of(found.primary.span);
        calls.into_iter().fold(found, |found, call| found.also(call.written(), "called here"))
    }
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
