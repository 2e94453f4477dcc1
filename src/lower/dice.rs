//! Dice: the steps of one roll, and the operation that makes it several times.

use super::expr::{binary, number};
use super::{Dice, Lowerer, Op, Term, TermKind, slot_term};
use crate::check::model::{Builtin, Range};
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{self, BinaryOp};
use crate::source::Span;

impl Lowerer<'_> {
    /// `die(n)`
    pub(super) fn die(&mut self, origin: Span, sides: Term) -> Term {
        let bound = match sides.kind {
            TermKind::Constant(_) => sides,
            _ => {
                let slot = self.fresh();
                let at_least_one = Range { low: Some(Rational::ONE), high: None };
                let place = sides.origin;
                self.push(place, Op::Assign(slot, sides));
                self.check_range(place, slot, "the number of sides of a die".to_owned(), &at_least_one);
                slot_term(place, slot)
            }
        };
        let slot = self.fresh();
        self.push(origin, Op::Random(slot, bound));
        binary(origin, BinaryOp::Add, slot_term(origin, slot), number(origin, 1))
    }

    /// Several rolls, added or as a list.
    pub(super) fn dice(&mut self, dice: &ast::Dice, added: bool, origin: Span) -> Term {
        let kept = dice.keep.as_ref().map(|(_, number)| number);
        let mut numbers = self.operands(kept.into_iter().chain([&dice.count]));
        let count = numbers.pop().unwrap_or_else(|| number(origin, 0));
        let count = self.named(count);
        let keep = match (&dice.keep, numbers.pop()) {
            (Some((which, _)), Some(number)) => Some((*which, self.named(number))),
            _ => None,
        };
        let face = self.fresh();
        let body = self.collect(|lowerer| lowerer.expr_into(face, &dice.thing));
        let mut outside = false;
        for node in &body {
            node.each(&mut |node| outside |= node.op.writes().is_some_and(|slot| slot.0 < face.0));
        }
        if outside {
            let message = "what is rolled here changes something outside the roll".to_owned();
            self.push(dice.thing.span, Op::Refuse(Code::DrawHere, message));
        }
        let length = match &keep {
            Some((_, kept)) => {
                let both = vec![kept.clone(), count.clone()];
                Term { origin, kind: TermKind::Call(Builtin::Min, both) }
            }
            None => count.clone(),
        };
        let slot = if added { self.fresh() } else { self.list_slot() };
        self.push(origin, Op::Dice(slot, Dice { count, keep, face, added }, body));
        if let Some(place) = self.lengths.get(&slot).copied() {
            self.push(origin, Op::Assign(place, length));
        }
        slot_term(origin, slot)
    }
}
