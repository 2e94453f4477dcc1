//! Dice, and what happens or does not.

use super::*;

impl Generator {
    /// One die.
    pub(super) fn die(&mut self) -> Option<Expr> {
        let most = if self.once_in(8) { 1 } else { self.within(2, 4) };
        if !self.may_draw(most) {
            return None;
        }
        let sides = if self.once_in(3) {
            let kept = self.expr(Kind::Integer, 0);
            joined(Binary::Add, built(Builtin::Mod, vec![kept, number(most)]), number(1))
        } else {
            number(most)
        };
        Some(if self.once_in(2) { Expr::Die(Box::new(sides)) } else { Expr::Random(Box::new(sides)) })
    }

    /// Something that happens or does not.
    pub(super) fn coin(&mut self, depth: usize) -> Option<Expr> {
        if !self.may_draw(2) {
            return None;
        }
        Some(Expr::Chance(Box::new(self.probability(depth))))
    }

    /// The sum of several dice, or of those that count.
    pub(super) fn sum(&mut self) -> Option<Expr> {
        let most = self.within(1, 3);
        let calls: Vec<Part> = self
            .callable()
            .into_iter()
            .filter(|part| matches!(part.result, Kind::Integer | Kind::Number) && part.cost > 0)
            .collect();
        let call = self.pick(&calls).filter(|_| self.once_in(2));
        let sides = self.within(2, 3);
        let cost = most * call.as_ref().map_or(bits(sides), |part| part.cost);
        if cost > self.room {
            return None;
        }
        self.room -= cost;
        let roll = match &call {
            Some(part) if part.result == Kind::Integer => {
                // Each roll is made from the same state.
                let kept =
                    (std::mem::replace(&mut self.fence, self.scope.len()), std::mem::take(&mut self.room));
                let arguments = self.arguments(part);
                (self.fence, self.room) = kept;
                Expr::Call(part.id, arguments)
            }
            _ if self.once_in(3) => {
                let face = Expr::Die(Box::new(number(sides)));
                joined(Binary::Multiply, face, number(self.within(-2, 2)))
            }
            _ => Expr::Die(Box::new(number(sides))),
        };
        let count = if self.once_in(3) {
            built(Builtin::Mod, vec![self.expr(Kind::Integer, 0), number(most + 1)])
        } else {
            number(most)
        };
        let keep = self.once_in(2).then(|| {
            let which = if self.once_in(2) { Keep::Highest } else { Keep::Lowest };
            (which, Box::new(number(self.within(0, most))))
        });
        Some(Expr::Sum { count: Box::new(count), keep, roll: Box::new(roll) })
    }

    /// A number from 0 to 1.
    pub(super) fn probability(&mut self, depth: usize) -> Expr {
        if depth == 0 || !self.once_in(3) {
            let parts = self.within(2, 6);
            let certain = i64::from(!self.once_in(8));
            return Expr::Number(self.within(certain, parts - certain), parts);
        }
        let value = joined(Binary::Divide, self.expr(Kind::Number, depth - 1), number(4));
        built(Builtin::Clamp, vec![value, number(0), number(1)])
    }
}
