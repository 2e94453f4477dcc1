//! What a number can be at most and at least, as far as the text tells: with variables that are bound once,
//! draws, functions and choices. A match over whole numbers needs no `else` where its arms take all of that.
//!
//! Findings about values ask [`Checker::bounds`] instead, which knows less: a value that a guard keeps from
//! being used is no mistake.

use super::model::{Binding, Builtin, ListPart, Range};
use super::{Checker, Kind};
use crate::exact::Rational;
use crate::exact::machine::whole_root;
use crate::parse::ast::{Expr, ExprKind, Name};

impl Range {
    /// What lies in both.
    pub(super) fn within(self, other: &Range) -> Range {
        let low = match (self.low, &other.low) {
            (Some(a), Some(b)) => Some(if a > *b { a } else { b.clone() }),
            (one, two) => one.or_else(|| two.clone()),
        };
        let high = match (self.high, &other.high) {
            (Some(a), Some(b)) => Some(if a < *b { a } else { b.clone() }),
            (one, two) => one.or_else(|| two.clone()),
        };
        Range { low, high }
    }

    /// The interval of what a function gives that never falls where its argument rises.
    fn map(self, rising: impl Fn(&Rational) -> Rational) -> Range {
        Range { low: self.low.as_ref().map(&rising), high: self.high.as_ref().map(&rising) }
    }
}

impl Checker {
    /// Whether no statement gives a variable of that name another value.
    pub(super) fn is_bound_once(&self, name: &Name) -> bool {
        self.changed.as_ref().is_some_and(|changed| !changed.contains(&name.text))
    }

    /// The interval in which the expression must lie wherever it is evaluated.
    pub(super) fn reach(&self, expr: &Expr) -> Range {
        match (&expr.kind, self.resolution.binding(expr.id)) {
            (ExprKind::Name(..), Some(Binding::Local(id))) => {
                self.locals.get(id.0 as usize).map(|local| local.reach.clone()).unwrap_or_default()
            }
            (ExprKind::Of(name, of), None) if ListPart::named(&name.text) == Some(ListPart::Length) => {
                let counted = of.first().map(|of| self.resolution.kind(of.id));
                let counts = matches!(counted, Some(Kind::List(_) | Kind::Pool(_)));
                Range { low: counts.then_some(Rational::ZERO), high: None }
            }
            (ExprKind::Name(..) | ExprKind::Of(..), _) => self.bounds(expr),
            (ExprKind::Member(inner, _), Some(Binding::Field(field))) => {
                match self.resolution.kind(inner.id) {
                    // That mechanic refuses to give its outcomes other values.
                    Kind::Record(index) => self.model.uses[index].model.fields[field].range.clone(),
                    _ => Range::default(),
                }
            }
            (ExprKind::If(_, then, otherwise), _) => {
                self.reach(&then.value).hull(&self.reach(&otherwise.value))
            }
            (ExprKind::Match(_, arms), _) => self.around(arms.iter().map(|arm| &arm.body.value)),
            (ExprKind::OneOf(choices), _) => self.around(choices.iter().map(|choice| &choice.value.value)),
            (ExprKind::Call(_, arguments), Some(Binding::Builtin(builtin))) => self
                .calculated(expr, |part| self.reach(part))
                .unwrap_or_else(|| self.reach_of_call(builtin, arguments)),
            (ExprKind::Call(..), Some(Binding::Function(index))) => {
                self.functions.get(index).map(|function| function.reach.clone()).unwrap_or_default()
            }
            _ => self.calculated(expr, |part| self.reach(part)).unwrap_or_default(),
        }
    }

    /// The interval around the values of several expressions, of which one is evaluated.
    fn around<'e>(&self, values: impl Iterator<Item = &'e Expr>) -> Range {
        values.map(|value| self.reach(value)).reduce(|all, one| all.hull(&one)).unwrap_or_default()
    }

    fn reach_of_call(&self, builtin: Builtin, arguments: &[Expr]) -> Range {
        let reach = |index: usize| arguments.get(index).map(|part| self.reach(part)).unwrap_or_default();
        let greatest = |parts: &[Expr], greater: bool| {
            let parts = parts.iter().map(|part| self.reach(part));
            parts.reduce(|all, one| all.extreme(&one, greater)).unwrap_or_default()
        };
        let from_zero = Range { low: Some(Rational::ZERO), high: None };
        match builtin {
            Builtin::Random => Range {
                low: Some(Rational::ZERO),
                high: reach(0).high.map(|count| &count.floor() - &Rational::ONE),
            },
            Builtin::Min => greatest(arguments, false),
            Builtin::Max => greatest(arguments, true),
            Builtin::Floor => reach(0).map(Rational::floor),
            Builtin::Ceil => reach(0).map(Rational::ceil),
            Builtin::Round => reach(0).map(|number| (number + &Rational::new(1, 2)).floor()),
            Builtin::Abs => {
                let range = reach(0);
                from_zero.within(&range.extreme(&range.negate(), true))
            }
            Builtin::Root => reach(0).within(&from_zero).map(|number| whole_root(number).unwrap_or_default()),
            Builtin::Xor => from_zero,
            Builtin::Mod => self.reach_of_remainder(&arguments[0], &arguments[1]),
            _ => Range::default(),
        }
    }

    /// A remainder lies below what it was divided by, which is known here to be positive.
    fn reach_of_remainder(&self, dividend: &Expr, divisor: &Expr) -> Range {
        let by = self.reach(divisor);
        let (Some(low), Some(high)) = (&by.low, &by.high) else { return Range::default() };
        if *low <= Rational::ZERO {
            return Range::default();
        }
        let whole = [dividend, divisor].iter().all(|part| self.resolution.kind(part.id) == Kind::Integer);
        let most = if whole { high - &Rational::ONE } else { high.clone() };
        Range { low: Some(Rational::ZERO), high: Some(most) }
    }
}
