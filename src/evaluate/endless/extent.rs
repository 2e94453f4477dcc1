//! Between which numbers each slot lies, whatever way the program goes: an interval analysis without regard to the
//! order of steps.

use crate::check::model::Builtin;
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
    Numbers(Interval),
    /// Something that is no number, or may be.
    Other,
}

/// Numbers between two ends, which may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: Option<Rational>,
    pub(super) high: Option<Rational>,
    /// Whether it may be a continuous roll.
    roll: bool,
}

impl Interval {
    const ALL: Interval = Interval { low: None, high: None, roll: false };

    fn between(low: Option<Rational>, high: Option<Rational>) -> Interval {
        Interval { low, high, roll: false }
    }

    fn point(number: Rational) -> Interval {
        Interval::between(Some(number.clone()), Some(number))
    }

    fn constant(&self) -> Option<&Rational> {
        self.low.as_ref().filter(|low| Some(*low) == self.high.as_ref())
    }

    fn negated(&self) -> Interval {
        let minus = |end: &Option<Rational>| end.as_ref().map(|end| -end);
        Interval { low: minus(&self.high), high: minus(&self.low), roll: self.roll }
    }

    fn plus(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? + b.as_ref()?);
        Interval {
            low: sum(&self.low, &other.low),
            high: sum(&self.high, &other.high),
            roll: self.roll || other.roll,
        }
    }

    fn scaled(&self, factor: &Rational) -> Interval {
        if factor.is_negative() {
            return self.negated().scaled(&-factor);
        }
        if factor.is_zero() {
            return Interval::point(Rational::ZERO);
        }
        let times = |end: &Option<Rational>| end.as_ref().map(|end| end * factor);
        Interval { low: times(&self.low), high: times(&self.high), roll: self.roll }
    }

    fn times(&self, other: &Interval) -> Interval {
        let roll = self.roll || other.roll;
        if let Some(factor) = other.constant() {
            return self.scaled(factor);
        }
        if let Some(factor) = self.constant() {
            return other.scaled(factor);
        }
        let least = |interval: &Interval| interval.low.as_ref().is_some_and(|low| !low.is_negative());
        let product = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? * b.as_ref()?);
        if least(self) && least(other) {
            let (low, high) = (product(&self.low, &other.low), product(&self.high, &other.high));
            return Interval { low, high, roll };
        }
        let ends = [
            (&self.low, &other.low),
            (&self.low, &other.high),
            (&self.high, &other.low),
            (&self.high, &other.high),
        ];
        let corners: Option<Vec<Rational>> = ends.into_iter().map(|(a, b)| product(a, b)).collect();
        let Some(corners) = corners else { return Interval { roll, ..Interval::ALL } };
        Interval { low: corners.iter().min().cloned(), high: corners.into_iter().max(), roll }
    }

    /// The larger of two.
    fn larger(&self, other: &Interval) -> Interval {
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        let high = self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a.max(b).clone());
        Interval { low, high, roll: self.roll || other.roll }
    }

    fn smaller(&self, other: &Interval) -> Interval {
        self.negated().larger(&other.negated()).negated()
    }

    fn rounded(&self) -> Interval {
        let end = |end: &Option<Rational>, round: fn(&Rational) -> Rational| end.as_ref().map(round);
        Interval::between(end(&self.low, Rational::floor), end(&self.high, Rational::ceil))
    }

    fn absolute(&self) -> Interval {
        if self.low.as_ref().is_some_and(|low| !low.is_negative()) {
            return self.clone();
        }
        let high = self.low.as_ref().zip(self.high.as_ref()).map(|(low, high)| (-low).max(high.clone()));
        Interval { low: Some(Rational::ZERO), high, roll: self.roll }
    }
}

impl Extent {
    /// Whether it may be greater than any number: a number with no upper end, and no roll.
    pub(super) fn grows(&self) -> bool {
        matches!(self, Extent::Numbers(Interval { high: None, roll: false, .. }))
    }

    /// Whether it is a number that may be as far from 0 as can be, and no roll.
    pub(super) fn is_unbounded(&self) -> bool {
        match self {
            Extent::Numbers(interval) => {
                !interval.roll && (interval.low.is_none() || interval.high.is_none())
            }
            _ => false,
        }
    }

    pub(super) fn low(&self) -> Option<&Rational> {
        match self {
            Extent::Numbers(interval) => interval.low.as_ref(),
            _ => None,
        }
    }

    pub(super) fn high(&self) -> Option<&Rational> {
        match self {
            Extent::Numbers(interval) => interval.high.as_ref(),
            _ => None,
        }
    }

    /// Either of two.
    fn or(&self, other: &Extent) -> Extent {
        match (self, other) {
            (Extent::Never, one) | (one, Extent::Never) => one.clone(),
            (Extent::Numbers(a), Extent::Numbers(b)) => {
                let end = |a: &Option<Rational>, b: &Option<Rational>, least: bool| {
                    let (a, b) = (a.as_ref()?, b.as_ref()?);
                    Some(if least { a.min(b) } else { a.max(b) }.clone())
                };
                let (low, high) = (end(&a.low, &b.low, true), end(&a.high, &b.high, false));
                Extent::Numbers(Interval { low, high, roll: a.roll || b.roll })
            }
            _ => Extent::Other,
        }
    }

    /// Without the ends that have moved.
    fn widened(self, before: &Extent) -> Extent {
        match (self, before) {
            (Extent::Numbers(now), Extent::Numbers(before)) => {
                let kept = |now: Option<Rational>, before: &Option<Rational>| {
                    now.filter(|now| Some(now) == before.as_ref())
                };
                Extent::Numbers(Interval {
                    low: kept(now.low, &before.low),
                    high: kept(now.high, &before.high),
                    roll: now.roll,
                })
            }
            (now, _) => now,
        }
    }

    fn map(self, function: impl FnOnce(Interval) -> Interval) -> Extent {
        match self {
            Extent::Numbers(interval) => Extent::Numbers(function(interval)),
            other => other,
        }
    }

    fn with(self, other: Extent, function: impl FnOnce(&Interval, &Interval) -> Interval) -> Extent {
        match (self, other) {
            (Extent::Numbers(a), Extent::Numbers(b)) => Extent::Numbers(function(&a, &b)),
            (Extent::Never, _) | (_, Extent::Never) => Extent::Never,
            _ => Extent::Other,
        }
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
        let whole = |high: Option<Rational>| Extent::Numbers(Interval::between(Some(Rational::ZERO), high));
        match &node.op {
            Op::Assign(_, term) => self.term(term),
            Op::Random(_, bound) => {
                let bound = self.term(bound);
                whole(bound.high().map(|high| &high.ceil() - &Rational::ONE))
            }
            Op::Uniform(_) => {
                let unit = Interval::between(Some(Rational::ZERO), Some(Rational::ONE));
                Extent::Numbers(Interval { roll: true, ..unit })
            }
            Op::Band(_, _, thresholds) => whole(i64::try_from(thresholds.len()).ok().map(Rational::from)),
            Op::Dice(_, dice, _) => {
                let least = self.slot(dice.face).low().is_some_and(|low| !low.is_negative());
                let counted = dice.keep.as_ref().map_or(&dice.count, |(_, counted)| counted);
                let high = self.slot(dice.face).high().zip(self.term(counted).high().cloned());
                let high = high.map(|(face, counted)| face * &counted);
                if least { whole(high) } else { Extent::Numbers(Interval::ALL) }
            }
            Op::Floor(_, roll) => self.term(roll).map(|roll| roll.rounded()),
            _ => Extent::Other,
        }
    }

    pub(super) fn term<N: Number>(&self, term: &Bound<N>) -> Extent {
        match &term.kind {
            BoundKind::Constant(Cell::Number(number)) => {
                Extent::Numbers(number.to_rational().map_or(Interval::ALL, Interval::point))
            }
            BoundKind::Constant(Cell::Above(above)) => {
                Extent::Numbers(Interval::between(Some(above.bound.clone()), None))
            }
            BoundKind::Slot(slot) => self.slot(*slot).clone(),
            BoundKind::Unary(UnaryOp::Negate, inner) => self.term(inner).map(|inner| inner.negated()),
            BoundKind::Binary(op, left, right) => self.binary(*op, self.term(left), self.term(right)),
            BoundKind::Call(builtin, arguments) => self.call(*builtin, arguments),
            BoundKind::List(ListOp::Length, _) => {
                Extent::Numbers(Interval::between(Some(Rational::ZERO), None))
            }
            _ => Extent::Other,
        }
    }

    fn binary(&self, op: BinaryOp, left: Extent, right: Extent) -> Extent {
        left.with(right, |left, right| match op {
            BinaryOp::Add => left.plus(right),
            BinaryOp::Subtract => left.plus(&right.negated()),
            BinaryOp::Multiply => left.times(right),
            BinaryOp::Divide => match right.constant().and_then(|divisor| Rational::ONE.checked_div(divisor))
            {
                Some(factor) => left.scaled(&factor),
                None => Interval { roll: left.roll || right.roll, ..Interval::ALL },
            },
            _ => Interval { roll: left.roll || right.roll, ..Interval::ALL },
        })
        .flag_if(op.is_comparison() || matches!(op, BinaryOp::And | BinaryOp::Or))
    }

    fn call<N: Number>(&self, builtin: Builtin, arguments: &[Bound<N>]) -> Extent {
        let mut arguments = arguments.iter().map(|argument| self.term(argument));
        let Some(first) = arguments.next() else { return Extent::Other };
        match builtin {
            Builtin::Min => arguments.fold(first, |all, next| all.with(next, Interval::smaller)),
            Builtin::Max => arguments.fold(first, |all, next| all.with(next, Interval::larger)),
            Builtin::Clamp => match (arguments.next(), arguments.next()) {
                (Some(low), Some(high)) => first.with(low, Interval::larger).with(high, Interval::smaller),
                _ => Extent::Other,
            },
            Builtin::OrMore | Builtin::MoreThan => match arguments.next() {
                Some(bound) => first.with(bound, Interval::smaller),
                None => Extent::Other,
            },
            Builtin::Floor | Builtin::Ceil | Builtin::Round => first.map(|number| number.rounded()),
            Builtin::Abs => first.map(|number| number.absolute()),
            Builtin::Mod => match arguments.next() {
                Some(Extent::Numbers(Interval { low: Some(low), high, .. })) if !low.is_negative() => {
                    first.map(|_| Interval::between(Some(Rational::ZERO), high))
                }
                _ => first.map(|_| Interval::ALL),
            },
            _ => first.map(|_| Interval::ALL),
        }
    }
}

impl Extent {
    /// No number where it is a flag.
    fn flag_if(self, is_flag: bool) -> Extent {
        if is_flag && self != Extent::Never { Extent::Other } else { self }
    }
}
