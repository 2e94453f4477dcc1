//! Between which numbers each slot lies, whatever way the program goes: an interval analysis without regard to the
//! order of steps.

use crate::check::model::{Builtin, Range};
use crate::exact::{Number, Rational};
use crate::lower::{ListOp, Op, Slot};
use crate::parse::ast::{BinaryOp, UnaryOp};

use crate::evaluate::cell::Cell;
use crate::evaluate::fold::Folded;
use crate::evaluate::term::{Bound, BoundKind};

/// How often an end may move before it is taken to move without end.
const PATIENCE: usize = 3;
/// After how many passes nothing more is said of what still changes.
const MOST_PASSES: usize = 50;
/// How often the intervals are looked at again once all are wide enough.
const NARROWINGS: usize = 2;

/// What a slot or a term can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Extent {
    /// Nothing: it is never given a value.
    Never,
    /// A number.
    Number(Range),
    /// A continuous roll, or a number.
    Roll(Range),
    /// Something that is no number, or may be.
    Other,
}

impl Extent {
    const ANY: Extent = Extent::Number(Range { low: None, high: None });

    fn between(low: Option<Rational>, high: Option<Rational>) -> Extent {
        Extent::Number(Range { low, high })
    }

    /// Whether it is a number that may be greater than any other.
    pub(super) fn grows(&self) -> bool {
        matches!(self, Extent::Number(Range { high: None, .. }))
    }

    /// Whether it is a number that may be as far from 0 as can be.
    pub(super) fn is_unbounded(&self) -> bool {
        matches!(self, Extent::Number(range) if range.low.is_none() || range.high.is_none())
    }

    /// Whether all of it lies within a range.
    pub(super) fn is_within(&self, range: &Range) -> bool {
        self.range().is_some_and(|own| own.is_within(range))
    }

    fn range(&self) -> Option<&Range> {
        match self {
            Extent::Number(range) | Extent::Roll(range) => Some(range),
            Extent::Never | Extent::Other => None,
        }
    }

    pub(super) fn low(&self) -> Option<&Rational> {
        self.range()?.low.as_ref()
    }

    pub(super) fn high(&self) -> Option<&Rational> {
        self.range()?.high.as_ref()
    }

    /// Either of two.
    fn or(&self, other: &Extent) -> Extent {
        match (self, other) {
            (Extent::Never, one) | (one, Extent::Never) => one.clone(),
            _ => self.with(other, Range::hull),
        }
    }

    /// Without the ends that have moved.
    fn widened(self, before: &Extent) -> Extent {
        let Some(known) = before.range() else { return self };
        let kept = |now: &Option<Rational>, before: &Option<Rational>| now.clone().filter(|_| now == before);
        self.map(|now| Range { low: kept(&now.low, &known.low), high: kept(&now.high, &known.high) })
    }

    fn map(&self, function: impl FnOnce(&Range) -> Range) -> Extent {
        match self {
            Extent::Number(range) => Extent::Number(function(range)),
            Extent::Roll(range) => Extent::Roll(function(range)),
            other => other.clone(),
        }
    }

    fn with(&self, other: &Extent, function: impl FnOnce(&Range, &Range) -> Range) -> Extent {
        match (self, other) {
            (Extent::Number(a), Extent::Number(b)) => Extent::Number(function(a, b)),
            (Extent::Never, _) | (_, Extent::Never) => Extent::Never,
            _ => match (self.range(), other.range()) {
                (Some(a), Some(b)) => Extent::Roll(function(a, b)),
                _ => Extent::Other,
            },
        }
    }

    /// A whole number as close as can be.
    fn rounded(&self) -> Extent {
        match self.range() {
            Some(Range { low, high }) => {
                Extent::between(low.as_ref().map(Rational::floor), high.as_ref().map(Rational::ceil))
            }
            None => self.clone(),
        }
    }

    fn absolute(&self) -> Extent {
        self.map(|range| match (&range.low, &range.high) {
            (Some(low), _) if !low.is_negative() => range.clone(),
            (Some(low), Some(high)) => {
                Range { low: Some(Rational::ZERO), high: Some((-low).max(high.clone())) }
            }
            _ => Range { low: Some(Rational::ZERO), high: None },
        })
    }
}

/// The extent of every slot.
#[derive(Debug, Clone)]
pub(super) struct Extents(Vec<Extent>);

impl Extents {
    /// Of a program that is entered with values in some slots, of which nothing is known.
    pub(super) fn of<N: Number>(nodes: &[Folded<N>], slots: u32, entry: &[Slot]) -> Extents {
        let mut start = Extents(vec![Extent::Never; slots as usize]);
        entry.iter().for_each(|slot| start.put(*slot, Extent::Other));
        let mut now = start.clone();
        let mut passes = 0;
        loop {
            let mut next = now.clone();
            nodes.iter().for_each(|node| node.each(&mut |node| next.write(node)));
            if next.0 == now.0 {
                break;
            }
            passes += 1;
            if passes > PATIENCE {
                let all = next.0.into_iter().zip(&now.0);
                let moved = all.map(|(now, before)| match now == *before {
                    false if passes > MOST_PASSES => Extent::Other,
                    _ => now.widened(before),
                });
                next = Extents(moved.collect());
            }
            now = next;
        }
        // All of these are wide enough, and so is what follows from them.
        for _ in 0..NARROWINGS {
            let mut next = start.clone();
            nodes.iter().for_each(|node| node.each(&mut |node| next.write_from(node, &now)));
            now = next;
        }
        now
    }

    pub(super) fn slot(&self, slot: Slot) -> &Extent {
        self.0.get(slot.0 as usize).unwrap_or(&Extent::Other)
    }

    fn put(&mut self, slot: Slot, extent: Extent) {
        if let Some(own) = self.0.get_mut(slot.0 as usize) {
            *own = own.or(&extent);
        }
    }

    fn write<N: Number>(&mut self, node: &Folded<N>) {
        if let (Some(slot), written) = (node.op.writes(), self.written(node)) {
            self.put(slot, written);
        }
    }

    fn write_from<N: Number>(&mut self, node: &Folded<N>, from: &Extents) {
        if let Some(slot) = node.op.writes() {
            self.put(slot, from.written(node));
        }
    }

    /// What a step gives the slot that it writes.
    fn written<N: Number>(&self, node: &Folded<N>) -> Extent {
        let whole = |high: Option<Rational>| Extent::between(Some(Rational::ZERO), high);
        match &node.op {
            Op::Assign(_, term) => self.term(term),
            Op::Random(_, bound) => {
                let bound = self.term(bound);
                whole(bound.high().map(|high| &high.ceil() - &Rational::ONE))
            }
            Op::Uniform(_) => Extent::Roll(Range::probability()),
            Op::Band(_, _, thresholds) => whole(i64::try_from(thresholds.len()).ok().map(Rational::from)),
            Op::Dice(_, dice, _) => {
                let least = self.slot(dice.face).low().is_some_and(|low| !low.is_negative());
                let counted = dice.keep.as_ref().map_or(&dice.count, |(_, counted)| counted);
                let high = self.slot(dice.face).high().zip(self.term(counted).high().cloned());
                let high = high.map(|(face, counted)| face * &counted);
                if least { whole(high) } else { Extent::ANY }
            }
            Op::Floor(_, roll) => self.term(roll).rounded(),
            _ => Extent::Other,
        }
    }

    pub(super) fn term<N: Number>(&self, term: &Bound<N>) -> Extent {
        match &term.kind {
            BoundKind::Constant(Cell::Number(number)) => {
                number.to_rational().map_or(Extent::ANY, |number| Extent::Number(Range::point(number)))
            }
            BoundKind::Constant(Cell::Above(above)) => Extent::between(Some(above.bound.clone()), None),
            BoundKind::Slot(slot) => self.slot(*slot).clone(),
            BoundKind::Unary(UnaryOp::Negate, inner) => self.term(inner).map(Range::negate),
            BoundKind::Binary(op, left, right) => self.binary(*op, &self.term(left), &self.term(right)),
            BoundKind::Call(builtin, arguments) => self.call(*builtin, arguments),
            BoundKind::List(ListOp::Length, _) => Extent::between(Some(Rational::ZERO), None),
            _ => Extent::Other,
        }
    }

    fn binary(&self, op: BinaryOp, left: &Extent, right: &Extent) -> Extent {
        if op.is_comparison() || matches!(op, BinaryOp::And | BinaryOp::Or) {
            return Extent::Other;
        }
        left.with(right, |left, right| match op {
            BinaryOp::Add => left.add(right),
            BinaryOp::Subtract => left.add(&right.negate()),
            BinaryOp::Multiply => left.multiply(right),
            BinaryOp::Divide => match right.constant().and_then(|divisor| Rational::ONE.checked_div(divisor))
            {
                Some(factor) => left.multiply(&Range::point(factor)),
                None => left.divide(right),
            },
            _ => Range::default(),
        })
    }

    fn call<N: Number>(&self, builtin: Builtin, arguments: &[Bound<N>]) -> Extent {
        let smaller = |a: &Range, b: &Range| a.extreme(b, false);
        let larger = |a: &Range, b: &Range| a.extreme(b, true);
        let mut arguments = arguments.iter().map(|argument| self.term(argument));
        let Some(first) = arguments.next() else { return Extent::Other };
        match builtin {
            Builtin::Min => arguments.fold(first, |all, next| all.with(&next, smaller)),
            Builtin::Max => arguments.fold(first, |all, next| all.with(&next, larger)),
            Builtin::Clamp => match (arguments.next(), arguments.next()) {
                (Some(low), Some(high)) => first.with(&low, larger).with(&high, smaller),
                _ => Extent::Other,
            },
            Builtin::OrMore | Builtin::MoreThan => match arguments.next() {
                Some(bound) => first.with(&bound, smaller),
                None => Extent::Other,
            },
            Builtin::Floor | Builtin::Ceil | Builtin::Round => first.rounded(),
            Builtin::Abs => first.absolute(),
            Builtin::Mod => match arguments.next() {
                Some(Extent::Number(Range { low: Some(low), high })) if !low.is_negative() => {
                    first.map(|_| Range { low: Some(Rational::ZERO), high })
                }
                _ => first.map(|_| Range::default()),
            },
            _ => first.map(|_| Range::default()),
        }
    }
}
