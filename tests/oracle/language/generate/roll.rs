//! Continuous rolls.

use super::*;

impl Generator {
    fn shape(&mut self, with_extremes: bool) -> Shape {
        match self.below(if with_extremes { 5 } else { 3 }) {
            0 => Shape::Between(0, 4),
            1 => {
                let low = self.within(-2, 4);
                Shape::Between(low, low + self.within(1, 6))
            }
            2 => Shape::Sum(self.within(2, 3) as u32),
            3 => Shape::Most(self.within(2, 3) as u32),
            _ => Shape::Least(self.within(2, 3) as u32),
        }
    }

    fn skilled(&mut self) -> Shape {
        let low = self.below(3);
        if self.once_in(2) { Shape::Between(0, 4) } else { Shape::Between(low, self.within(low + 1, 4)) }
    }

    /// Whether a roll is small, or whether something happens with a probability that is rolled.
    pub(super) fn rolled_flag(&mut self, depth: usize) -> Option<Expr> {
        if !self.may_draw(2) {
            return None;
        }
        if self.once_in(4) {
            return Some(Expr::ChanceOf(self.skilled()));
        }
        let shape = self.shape(true);
        let bound = if self.once_in(2) {
            Expr::Number(self.within(-1, 7), self.within(2, 5))
        } else {
            joined(Binary::Divide, self.expr(Kind::Integer, depth), number(3))
        };
        Some(Expr::Compared(shape, self.once_in(2), Box::new(bound)))
    }

    /// A roll that is rounded down.
    pub(super) fn rolled_integer(&mut self) -> Option<Expr> {
        let shape = self.shape(false);
        let scale = self.within(1, 2);
        if !self.may_draw(4) {
            return None;
        }
        Some(Expr::Floored(shape, scale))
    }

    /// One of several things, as a roll falls.
    pub(super) fn rolled_choice(&mut self, kind: Kind, depth: usize) -> Option<Expr> {
        let shape = self.shape(false);
        if !self.may_draw(3) {
            return None;
        }
        let mut bodies = self.ways(3, |own, _| own.body(kind, depth, false));
        let rest = bodies.pop()?;
        let parts = self.within(2, 5);
        let first = self.within(-1, parts);
        let bounds = [(first, parts), (first + self.within(1, parts), parts)];
        Some(Expr::Rolled(shape, bounds.into_iter().zip(bodies).collect(), rest))
    }

    /// Wins that a skill decides which is rolled once.
    pub(super) fn skill(&mut self) -> Option<Vec<Statement>> {
        let times = self.within(1, 3);
        let places = self.writable();
        let places: Vec<usize> =
            places.into_iter().filter(|place| self.scope[*place].kind == Kind::Integer).collect();
        let place = self.pick(&places)?;
        let wins = self.scope[place].id;
        if !self.may_draw(times + 1) {
            return None;
        }
        let skill = self.local_name();
        Some(vec![Statement::Skill { skill, shape: self.skilled(), times: times as u32, wins }])
    }

    /// A count that may be of any length, of which only the beginning is told apart.
    pub(super) fn count(&mut self) -> Option<Vec<Statement>> {
        let most = self.within(2, 4);
        let places = self.writable();
        let places: Vec<usize> =
            places.into_iter().filter(|place| self.scope[*place].kind == Kind::Integer).collect();
        let place = self.pick(&places)?;
        let into = self.scope[place].id;
        if !self.may_draw(most) {
            return None;
        }
        let counter = self.local_name();
        let parts = self.within(2, 5);
        Some(vec![Statement::Count { counter, p: (self.within(1, parts - 1), parts), most, into }])
    }

    /// One roll that decides several things.
    pub(super) fn shared(&mut self) -> Option<Vec<Statement>> {
        let places = self.writable();
        let places: Vec<usize> =
            places.into_iter().filter(|place| self.scope[*place].kind == Kind::Flag).collect();
        let often = self.within(1, 3);
        if places.is_empty() || !self.may_draw(often + 1) {
            return None;
        }
        let mut flags: Vec<(Id, (i64, i64))> = Vec::new();
        for _ in 0..often {
            let place = self.pick(&places)?;
            let flag = self.scope[place].id;
            // What is said last holds.
            flags.retain(|(own, _)| *own != flag);
            flags.push((flag, (self.within(-1, 6), self.within(2, 4))));
        }
        let shape = self.shape(false);
        Some(vec![Statement::Shared { roll: self.local_name(), shape, flags }])
    }

    fn local_name(&mut self) -> Id {
        let id = self.declare(format!("_v{}", self.locals));
        self.locals += 1;
        id
    }
}
