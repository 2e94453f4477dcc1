//! What can be said of a number before anything is evaluated: the interval it must lie in.

use super::Checker;
use super::model::{Binding, Builtin, FamilyTotal, Range};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};

impl Range {
    pub(crate) fn point(value: Rational) -> Range {
        Range { low: Some(value.clone()), high: Some(value) }
    }

    /// The value, if there is only one.
    pub(crate) fn constant(&self) -> Option<&Rational> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(low),
            _ => None,
        }
    }

    fn ends(&self) -> Option<(&Rational, &Rational)> {
        Some((self.low.as_ref()?, self.high.as_ref()?))
    }

    pub(crate) fn add(&self, other: &Range) -> Range {
        let sum = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? + b.as_ref()?);
        Range { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    pub(crate) fn negate(&self) -> Range {
        let minus = |end: &Option<Rational>| end.as_ref().map(|end| -end);
        Range { low: minus(&self.high), high: minus(&self.low) }
    }

    /// The interval of the corners. Where a side is unbounded, what follows from a factor that is known or from two
    /// that are not negative.
    pub(crate) fn multiply(&self, other: &Range) -> Range {
        if let Some(((a, b), (c, d))) = self.ends().zip(other.ends()) {
            return Self::around([a * c, a * d, b * c, b * d]);
        }
        for (factor, range) in [(self, other), (other, self)] {
            if let Some(factor) = factor.constant() {
                let times = |end: &Option<Rational>| end.as_ref().map(|end| end * factor);
                let scaled = Range { low: times(&range.low), high: times(&range.high) };
                return match factor {
                    zero if zero.is_zero() => Range::point(Rational::ZERO),
                    negative if negative.is_negative() => Range { low: scaled.high, high: scaled.low },
                    _ => scaled,
                };
            }
        }
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) if !a.is_negative() && !b.is_negative() => Some(a * b),
            _ => None,
        };
        Range { low, high: None }
    }

    pub(crate) fn divide(&self, other: &Range) -> Range {
        let Some((c, d)) = other.ends() else { return Range::default() };
        let inverse = |end: &Rational| Rational::ONE.checked_div(end);
        match (inverse(c), inverse(d)) {
            (Some(from), Some(to)) if c.is_negative() == d.is_negative() => {
                self.multiply(&Self::around([from, to]))
            }
            // A divisor that may be zero bounds nothing.
            _ => Range::default(),
        }
    }

    /// The interval of a power of numbers from 1 with exponents from 0, which rises with both; of a negative or
    /// smaller one where both are known.
    fn power(&self, exponent: &Range) -> Range {
        /// Powers beyond it are not computed.
        const LARGEST: i32 = 64;
        let small = |end: &Rational| {
            end.to_i64().and_then(|end| i32::try_from(end).ok()).filter(|end| end.abs() <= LARGEST)
        };
        let of = |base: &Option<Rational>, exponent: &Option<Rational>| {
            base.as_ref()?.checked_pow(small(exponent.as_ref()?)?)
        };
        let point = self.constant().is_some() && exponent.constant().is_some();
        let rises = self.low.as_ref().is_some_and(|low| *low >= Rational::ONE)
            && exponent.low.as_ref().is_some_and(|low| !low.is_negative());
        if !point && !rises {
            return Range::default();
        }
        let low = of(&self.low, &exponent.low).or_else(|| rises.then_some(Rational::ONE));
        Range { low, high: of(&self.high, &exponent.high) }
    }

    fn around<const N: usize>(corners: [Rational; N]) -> Range {
        Range { low: corners.iter().min().cloned(), high: corners.iter().max().cloned() }
    }

    /// The interval that holds both.
    pub(crate) fn hull(&self, other: &Range) -> Range {
        let low = self.low.clone().zip(other.low.clone()).map(|(a, b)| a.min(b));
        let high = self.high.clone().zip(other.high.clone()).map(|(a, b)| a.max(b));
        Range { low, high }
    }

    /// Whether all of it lies within another.
    pub(crate) fn is_within(&self, other: &Range) -> bool {
        let low = other.low.as_ref().is_none_or(|end| self.low.as_ref().is_some_and(|low| low >= end));
        let high = other.high.as_ref().is_none_or(|end| self.high.as_ref().is_some_and(|high| high <= end));
        low && high
    }

    /// The interval of the larger (or smaller) of two values.
    pub(crate) fn extreme(&self, other: &Range, greater: bool) -> Range {
        if !greater {
            return self.negate().extreme(&other.negate(), true).negate();
        }
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (one, two) => one.as_ref().or(two.as_ref()).cloned(),
        };
        let high = match (&self.high, &other.high) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            _ => None,
        };
        Range { low, high }
    }
}

impl Checker {
    /// The interval in which the expression must lie, from the numbers in it and the ranges of the inputs
    /// and rules it reads. Nothing is known of variables. A probability as written in the text, such as
    /// `3/2`, is a point.
    pub(super) fn bounds(&self, expr: &Expr) -> Range {
        self.calculated(expr, |part| self.bounds(part)).unwrap_or_else(|| match &expr.kind {
            ExprKind::Of(name, of) if self.is_whole_family(of) => self.total_bounds(name, expr),
            ExprKind::Name(..) | ExprKind::Of(..) => match self.resolution.binding(expr.id) {
                Some(Binding::Input(index)) => self.model.inputs[index].declaration.range.clone(),
                Some(Binding::Rule(index)) => self.model.rules[index].declaration.range.clone(),
                Some(Binding::State(index)) => self.model.states[index].declaration.range.clone(),
                Some(Binding::Family(index)) => self.model.families[index].declared_range(),
                _ => Range::default(),
            },
            _ => Range::default(),
        })
    }

    /// The interval of what is calculated from parts whose intervals are known.
    pub(super) fn calculated(&self, expr: &Expr, of: impl Fn(&Expr) -> Range) -> Option<Range> {
        Some(match &expr.kind {
            ExprKind::Number(_, value) => Range::point(value.clone()),
            ExprKind::Paren(inner) => of(inner),
            ExprKind::Unary(UnaryOp::Negate, inner) => of(inner).negate(),
            ExprKind::Binary(op, left, right) => match op {
                BinaryOp::Add => of(left).add(&of(right)),
                BinaryOp::Subtract => of(left).add(&of(right).negate()),
                BinaryOp::Multiply => of(left).multiply(&of(right)),
                BinaryOp::Divide => of(left).divide(&of(right)),
                BinaryOp::Power => of(left).power(&of(right)),
                _ => return None,
            },
            ExprKind::Dice(dice) => Self::dice_bounds(dice, of),
            ExprKind::KindsWith(..) => match self.resolution.binding(expr.id) {
                Some(Binding::Family(index)) => {
                    let count = i64::try_from(self.model.families[index].members.len()).ok()?;
                    Range { low: Some(Rational::ZERO), high: Some(Rational::from(count)) }
                }
                _ => return None,
            },
            ExprKind::Call(_, arguments) => match (self.resolution.binding(expr.id), arguments.as_slice()) {
                (Some(Binding::Builtin(Builtin::Die)), [sides]) => {
                    Range { low: Some(Rational::ONE), high: of(sides).high }
                }
                (Some(Binding::Builtin(Builtin::Min)), [a, b]) => of(a).extreme(&of(b), false),
                (Some(Binding::Builtin(Builtin::Max)), [a, b]) => of(a).extreme(&of(b), true),
                (Some(Binding::Builtin(Builtin::Clamp)), [x, low, high]) => {
                    of(x).extreme(&of(low), true).extreme(&of(high), false)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn is_whole_family(&self, of: &[Expr]) -> bool {
        matches!(of, [all] if matches!(self.resolution.kind(all.id), super::Kind::Family(_)))
    }

    /// `most of faces`, `sum of faces`
    fn total_bounds(&self, name: &Name, expr: &Expr) -> Range {
        let Some(Binding::Family(index)) = self.resolution.binding(expr.id) else { return Range::default() };
        let family = &self.model.families[index];
        let each = family.declared_range();
        match FamilyTotal::named(&name.text) {
            Some(FamilyTotal::Sum) => {
                each.multiply(&Range::point(Rational::from(i64::try_from(family.members.len()).unwrap_or(0))))
            }
            _ => each,
        }
    }

    /// The value of an expression that has only one.
    pub(super) fn constant(&self, expr: &Expr) -> Option<Rational> {
        self.bounds(expr).constant().cloned()
    }
}
