//! Dice, and rolls that are made several times and added.

use super::model::{Binding, Element, Range};
use super::{Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Dice, Expr, ExprKind, Name};
use crate::source::Span;

impl Checker {
    /// What to write for dice that stand as a list, or for a power that may be a fraction, where a number or a
    /// whole number is wanted.
    pub(super) fn number_help(&self, expr: &Expr, wanted: Kind) -> Option<String> {
        let help = match &expr.unparenthesised().kind {
            ExprKind::Dice(dice) if !dice.added && wanted.is_numeric() => {
                "to add the dice write `sum of` before them"
            }
            _ if wanted == Kind::Integer && self.has_fractional_power(expr) => {
                "a power is whole where its exponent is known to be 0 or more: give that a range, as in `let n: integer 0.. = …`"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// Whether a power of whole numbers is a fraction for its exponent alone.
    fn has_fractional_power(&self, expr: &Expr) -> bool {
        let whole = |part: &Expr| self.resolution.kind(part.id) == Kind::Integer;
        let own = match &expr.kind {
            ExprKind::Binary(BinaryOp::Power, base, exponent) => {
                !whole(expr) && whole(base) && whole(exponent)
            }
            _ => false,
        };
        own || expr.kind.children().into_iter().any(|child| self.has_fractional_power(child))
    }

    /// `die(n)`
    pub(super) fn die(&mut self, sides: &Expr) -> Kind {
        self.require(sides, Kind::Integer, "the number of sides of a die");
        if self.bounds(sides).high.is_some_and(|high| high < Rational::ONE) {
            self.report(Diagnostic::error(
                Code::OutOfRange,
                sides.span,
                "a die has at least one side: `die(n)` gives a whole number from 1 to n",
            ));
        }
        Kind::Integer
    }

    /// `sum of highest 3 of 4 die(6)`
    pub(super) fn dice(&mut self, dice: &Dice) -> Kind {
        if let Some((_, number)) = &dice.keep {
            self.number_of_dice(number, "how many are kept");
        }
        self.number_of_dice(&dice.count, "how many are rolled");
        let before = self.diagnostics.len();
        let kind = self.expr(&dice.thing, Some(Kind::Number));
        if self.diagnostics.len() > before {
            return Kind::Unknown;
        }
        match kind {
            Kind::Integer | Kind::Number | Kind::Unknown => {}
            _ => {
                let is = self.model.describe(kind);
                let what = if dice.added { "what is added" } else { "what is rolled several times" };
                let message = format!("{what} is a number, this is {is}");
                let help = match kind {
                    Kind::Flag => Some("to count, give 1 or 0: `(if chance(1/3) { 1 } else { 0 })`"),
                    Kind::Roll => Some("write each of them: `uniform() + uniform()`"),
                    _ => None,
                };
                let diagnostic = Diagnostic::error(Code::KindMismatch, dice.thing.span, message);
                self.report(diagnostic.maybe_help(help.map(str::to_owned)));
                return Kind::Unknown;
            }
        }
        self.rolled(&dice.thing);
        if dice.added { kind } else { Element::of(kind).map_or(Kind::Unknown, Kind::List) }
    }

    fn number_of_dice(&mut self, expr: &Expr, what: &str) {
        self.require(expr, Kind::Integer, what);
        self.not_negative(expr, what);
    }

    /// What is rolled several times draws something, and changes nothing but what it gives.
    fn rolled(&mut self, thing: &Expr) {
        if !self.draws(thing) {
            self.report(
                Diagnostic::error(Code::NoDraw, thing.span, "what is rolled several times draws nothing")
                    .note("a variable holds what was drawn, and does not draw again")
                    .help("write the draw itself, as in `sum of 3 die(6)`, or a function that draws"),
            );
        } else if let Some((part, what)) = self.change(thing, thing.span) {
            let message = format!("what is rolled several times cannot {what}: that stays changed after it");
            self.report(
                Diagnostic::error(Code::DrawHere, part.span, message)
                    .help("add up in a loop: `repeat n { … }`"),
            );
        }
    }

    /// What a part of an expression changes that is there without it.
    fn change<'e>(&self, expr: &'e Expr, whole: Span) -> Option<(&'e Expr, String)> {
        let outside = |name: &Name, binding: Option<Binding>| match binding {
            Some(Binding::Local(id)) => {
                let bound = self.locals.get(id.0 as usize).map_or(name.span, |local| local.span);
                bound.start < whole.start || bound.end > whole.end
            }
            _ => true,
        };
        let own = self.resolution.binding(expr.id);
        let used = match (&expr.kind, own) {
            (ExprKind::Draw(pool), _) if outside(pool, own) => {
                return Some((expr, format!("take from the pool `{}`", pool.text)));
            }
            (ExprKind::Take(_, list), _) if outside(list, self.resolution.target(list.span)) => {
                return Some((expr, format!("take from the list `{}`", list.text)));
            }
            (ExprKind::Use(name, _), _) => self.model.uses.iter().find(|used| used.name == name.text),
            (_, Some(Binding::Mechanic(index))) => self.model.uses.get(index),
            _ => None,
        };
        if let Some(used) = used.filter(|used| !used.model.states.is_empty()) {
            return Some((expr, format!("move the states of `{}`", used.name)));
        }
        expr.kind.children().into_iter().find_map(|child| self.change(child, whole))
    }

    /// The interval of a sum of dice.
    pub(super) fn dice_bounds(dice: &Dice, of: impl Fn(&Expr) -> Range) -> Range {
        if !dice.added {
            return Range::default();
        }
        let number = |expr: &Expr| {
            let range = of(expr);
            Range { low: range.low.map(|low| low.max(Rational::ZERO)), high: range.high }
        };
        let rolled = number(&dice.count);
        let counted = match &dice.keep {
            Some((_, kept)) => rolled.extreme(&number(kept), false),
            None => rolled,
        };
        counted.multiply(&of(&dice.thing))
    }
}
