//! How far each slot is told apart by those who read it: from some number on, all are alike to them.
//!
//! Backward, without regard to the order of steps. A number that is only compared with 8 need not be known beyond
//! it; one that is added to another is needed as far as the sum is. What is asked for exactly is needed as it is.
//! A wrong answer here is no wrong result: what is not known exactly is refused where it is read.

use crate::check::model::{Builtin, Range};
use crate::diagnostic::Code;
use crate::evaluate::cell::Cell;
use crate::evaluate::fold::Folded;
use crate::evaluate::term::{Bound, BoundKind};
use crate::exact::{Number, Rational};
use crate::lower::{Op, Slot};
use crate::parse::ast::BinaryOp;

use super::extent::Extents;

/// How often the number may rise from which on a slot is not told apart, before it is needed as it is.
const PATIENCE: u8 = 8;

/// How far a value is needed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// Nobody reads it.
    Nothing,
    /// All from a number on are alike.
    UpTo(Rational),
    /// As it is.
    Exactly,
}

impl Need {
    fn map(&self, function: impl FnOnce(&Rational) -> Option<Rational>) -> Need {
        match self {
            Need::UpTo(number) => function(number).map_or(Need::Exactly, Need::UpTo),
            other => other.clone(),
        }
    }

    /// Where the value counts no further than to a number.
    fn at_most(&self, most: Option<&Rational>) -> Need {
        match (self, most) {
            (Need::Nothing, _) | (_, None) => self.clone(),
            (Need::Exactly, Some(most)) => Need::UpTo(most.clone()),
            (Need::UpTo(number), Some(most)) => Need::UpTo(number.min(most).clone()),
        }
    }
}

/// How far each slot is needed.
pub(super) struct Needs<'a> {
    extents: &'a Extents,
    ranges: &'a [(String, Range)],
    needs: Vec<Need>,
    rises: Vec<u8>,
    changed: bool,
}

impl<'a> Needs<'a> {
    /// Where the outputs are needed exactly.
    pub(super) fn of<N: Number>(
        nodes: &[Folded<N>],
        extents: &'a Extents,
        ranges: &'a [(String, Range)],
        slots: u32,
        outputs: &[Slot],
    ) -> Needs<'a> {
        let (needs, rises) = (vec![Need::Nothing; slots as usize], vec![0; slots as usize]);
        let mut found = Needs { extents, ranges, needs, rises, changed: false };
        outputs.iter().for_each(|slot| found.raise(*slot, Need::Exactly));
        found.changed = true;
        while std::mem::take(&mut found.changed) {
            found.steps(nodes);
        }
        found
    }

    pub(super) fn slot(&self, slot: Slot) -> &Need {
        self.needs.get(slot.0 as usize).unwrap_or(&Need::Exactly)
    }

    fn raise(&mut self, slot: Slot, need: Need) {
        let index = slot.0 as usize;
        let (Some(own), Some(rises)) = (self.needs.get_mut(index), self.rises.get_mut(index)) else { return };
        if need > *own {
            *rises = rises.saturating_add(1);
            *own = if *rises > PATIENCE { Need::Exactly } else { need };
            self.changed = true;
        }
    }

    /// Goes backward through steps; whether they do anything that is seen.
    fn steps<N: Number>(&mut self, nodes: &[Folded<N>]) -> bool {
        nodes.iter().rev().fold(false, |seen, node| self.step(&node.op) | seen)
    }

    fn step<N: Number>(&mut self, op: &Op<Bound<N>, Vec<Folded<N>>>) -> bool {
        match op {
            Op::Assign(slot, term) => {
                let need = self.slot(*slot).clone();
                self.read(term, &need);
                need > Need::Nothing
            }
            Op::Random(slot, _) | Op::Uniform(slot) | Op::Band(slot, ..) | Op::Floor(slot, _) => {
                let seen = *self.slot(*slot) > Need::Nothing;
                if seen {
                    op.terms().into_iter().for_each(|term| self.read(term, &Need::Exactly));
                }
                seen
            }
            Op::Dice(slot, dice, body) => {
                let seen = *self.slot(*slot) > Need::Nothing;
                if seen {
                    self.raise(dice.face, Need::Exactly);
                    op.terms().into_iter().for_each(|term| self.read(term, &Need::Exactly));
                    self.steps(body);
                }
                seen
            }
            Op::CheckRange(slot, range) => {
                let seen = *self.slot(*slot) > Need::Nothing;
                if let Some((_, range)) = self.ranges.get(*range).filter(|_| seen) {
                    let beyond = range.high.as_ref().map(|high| high + &Rational::ONE);
                    let needs = beyond.into_iter().chain(range.low.clone());
                    needs.for_each(|need| self.raise(*slot, Need::UpTo(need)));
                }
                seen
            }
            Op::Given(evidence) => {
                self.read(evidence, &Need::Exactly);
                true
            }
            Op::Refuse(code, _) => *code == Code::Required,
            Op::Branch(..) | Op::Switch(..) | Op::Repeat(..) | Op::Until(..) => {
                let seen = op.bodies().into_iter().fold(false, |seen, body| self.steps(body) | seen);
                if seen {
                    op.terms().into_iter().for_each(|term| self.read(term, &Need::Exactly));
                }
                seen
            }
        }
    }

    /// A term that is needed so far.
    fn read<N: Number>(&mut self, term: &Bound<N>, need: &Need) {
        if *need == Need::Nothing {
            return;
        }
        match &term.kind {
            BoundKind::Constant(_) | BoundKind::Refused(_) => {}
            BoundKind::Slot(slot) => self.raise(*slot, need.clone()),
            BoundKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.read(left, &Need::Exactly);
                self.read(right, &Need::Exactly);
            }
            BoundKind::Binary(op, left, right) if op.is_comparison() => self.compare(*op, left, right),
            BoundKind::Binary(op, left, right) => self.calculate(*op, left, right, need),
            BoundKind::Call(builtin, arguments) => self.call(*builtin, arguments, need),
            BoundKind::Unary(_, inner) => self.read(inner, &Need::Exactly),
            BoundKind::Update(update) => update.terms().for_each(|term| self.read(term, &Need::Exactly)),
            BoundKind::List(_, terms) => terms.iter().for_each(|term| self.read(term, &Need::Exactly)),
        }
    }

    /// One side counts no further than to where it is beyond all that the other can be.
    fn compare<N: Number>(&mut self, op: BinaryOp, left: &Bound<N>, right: &Bound<N>) {
        let closed_left = matches!(op, BinaryOp::GreaterEquals | BinaryOp::Less);
        let closed_right = matches!(op, BinaryOp::LessEquals | BinaryOp::Greater);
        for (one, other, closed) in [(left, right, closed_left), (right, left, closed_right)] {
            let high = self.extents.term(other);
            let beyond = high.high().map(|high| if closed { high.clone() } else { high + &Rational::ONE });
            self.read(one, &beyond.map_or(Need::Exactly, Need::UpTo));
        }
    }

    fn calculate<N: Number>(&mut self, op: BinaryOp, left: &Bound<N>, right: &Bound<N>, need: &Need) {
        let (a, b) = (self.extents.term(left), self.extents.term(right));
        let factor = |low: Option<&Rational>| {
            let low = low.filter(|low| !low.is_negative()).cloned();
            move |need: &Rational| need.clone().max(Rational::ZERO).checked_div(&low?)
        };
        match op {
            BinaryOp::Add => {
                self.read(left, &need.map(|need| Some(need - b.low()?)));
                self.read(right, &need.map(|need| Some(need - a.low()?)));
            }
            BinaryOp::Subtract => {
                self.read(left, &need.map(|need| Some(need + b.high()?)));
                self.read(right, &Need::Exactly);
            }
            BinaryOp::Multiply => {
                self.read(left, &need.map(factor(b.low())));
                self.read(right, &need.map(factor(a.low())));
            }
            BinaryOp::Divide => {
                let divisor = constant(right).filter(|divisor| !divisor.is_negative());
                self.read(left, &need.map(|need| Some(need * &divisor?)));
                self.read(right, &Need::Exactly);
            }
            _ => {
                self.read(left, &Need::Exactly);
                self.read(right, &Need::Exactly);
            }
        }
    }

    fn call<N: Number>(&mut self, builtin: Builtin, arguments: &[Bound<N>], need: &Need) {
        match (builtin, arguments) {
            (Builtin::Max, _) => arguments.iter().for_each(|argument| self.read(argument, need)),
            (Builtin::Min, _) => {
                for (index, argument) in arguments.iter().enumerate() {
                    let others = arguments.iter().enumerate().filter(|(other, _)| *other != index);
                    let ends = others.map(|(_, other)| self.extents.term(other).high().cloned());
                    let most = ends.flatten().min();
                    self.read(argument, &need.at_most(most.as_ref()));
                }
            }
            (Builtin::Clamp, [number, low, high]) => {
                let most = self.extents.term(high).high().cloned();
                self.read(number, &need.at_most(most.as_ref()));
                self.read(low, &Need::Exactly);
                self.read(high, &Need::Exactly);
            }
            (Builtin::OrMore | Builtin::MoreThan, [number, most]) => {
                let beyond = Rational::from(i64::from(builtin == Builtin::MoreThan));
                let most = constant(most).map(|most| &most + &beyond);
                self.read(number, &need.at_most(most.as_ref()));
            }
            (Builtin::Floor | Builtin::Ceil | Builtin::Round, [number]) => {
                self.read(number, &need.map(|need| Some(need.ceil())));
            }
            _ => arguments.iter().for_each(|argument| self.read(argument, &Need::Exactly)),
        }
    }
}

fn constant<N: Number>(term: &Bound<N>) -> Option<Rational> {
    match &term.kind {
        BoundKind::Constant(Cell::Number(number)) => number.to_rational(),
        _ => None,
    }
}
