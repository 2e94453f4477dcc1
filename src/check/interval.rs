//! What can be said of a number before anything is evaluated: the interval it must lie in.

use super::Checker;
use super::model::{Binding, Builtin, Range};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

impl Range {
    fn point(value: Rational) -> Range {
        Range { low: Some(value.clone()), high: Some(value) }
    }

    /// The value, if there is only one.
    pub(super) fn constant(&self) -> Option<&Rational> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(low),
            _ => None,
        }
    }

    fn ends(&self) -> Option<(&Rational, &Rational)> {
        Some((self.low.as_ref()?, self.high.as_ref()?))
    }

    fn add(&self, other: &Range) -> Range {
        let sum = |a: &Option<Rational>, b: &Option<Rational>| Some(a.as_ref()? + b.as_ref()?);
        Range { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    fn negate(&self) -> Range {
        let minus = |end: &Option<Rational>| end.as_ref().map(|end| -end);
        Range { low: minus(&self.high), high: minus(&self.low) }
    }

    /// The interval of the corners; unbounded where a side is.
    pub(super) fn multiply(&self, other: &Range) -> Range {
        let Some(((a, b), (c, d))) = self.ends().zip(other.ends()) else { return Range::default() };
        Self::around([a * c, a * d, b * c, b * d])
    }

    fn divide(&self, other: &Range) -> Range {
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

    fn around<const N: usize>(corners: [Rational; N]) -> Range {
        Range { low: corners.iter().min().cloned(), high: corners.iter().max().cloned() }
    }

    /// The interval of the larger (or smaller) of two values.
    pub(super) fn extreme(&self, other: &Range, greater: bool) -> Range {
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
        match &expr.kind {
            ExprKind::Number(_, value) => Range::point(value.clone()),
            ExprKind::Paren(inner) => self.bounds(inner),
            ExprKind::Unary(UnaryOp::Negate, inner) => self.bounds(inner).negate(),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.bounds(left), self.bounds(right));
                match op {
                    BinaryOp::Add => left.add(&right),
                    BinaryOp::Subtract => left.add(&right.negate()),
                    BinaryOp::Multiply => left.multiply(&right),
                    BinaryOp::Divide => left.divide(&right),
                    _ => Range::default(),
                }
            }
            ExprKind::Name(..) => match self.resolution.binding(expr.id) {
                Some(Binding::Input(index)) => self.model.inputs[index].declaration.range.clone(),
                Some(Binding::Rule(index)) => self.model.rules[index].declaration.range.clone(),
                Some(Binding::State(index)) => self.model.states[index].declaration.range.clone(),
                _ => Range::default(),
            },
            ExprKind::Dice(dice) => self.dice_bounds(dice),
            ExprKind::Call(_, arguments) => match (self.resolution.binding(expr.id), arguments.as_slice()) {
                (Some(Binding::Builtin(Builtin::Die)), [sides]) => {
                    Range { low: Some(Rational::ONE), high: self.bounds(sides).high }
                }
                (Some(Binding::Builtin(Builtin::Min)), [a, b]) => {
                    self.bounds(a).extreme(&self.bounds(b), false)
                }
                (Some(Binding::Builtin(Builtin::Max)), [a, b]) => {
                    self.bounds(a).extreme(&self.bounds(b), true)
                }
                (Some(Binding::Builtin(Builtin::Clamp)), [x, low, high]) => {
                    let raised = self.bounds(x).extreme(&self.bounds(low), true);
                    raised.extreme(&self.bounds(high), false)
                }
                _ => Range::default(),
            },
            _ => Range::default(),
        }
    }

    /// The value of an expression that has only one.
    pub(super) fn constant(&self, expr: &Expr) -> Option<Rational> {
        self.bounds(expr).constant().cloned()
    }
}
