//! Expressions.

use super::*;

impl Generator {
    pub(super) fn literal(&mut self, kind: Kind) -> Expr {
        match kind {
            Kind::Integer => number(self.within(-1, 4)),
            Kind::Number => Expr::Number(self.within(-2, 6), self.within(1, 4)),
            Kind::Flag => Expr::Flag(self.once_in(2)),
            Kind::Variant(of) => {
                let count = self.enumerations[of].1.len() as i64;
                Expr::Variant(of, self.below(count) as usize)
            }
            Kind::List => Expr::List(vec![number(1), number(2)]),
            Kind::Family(_) => number(0),
        }
    }

    pub(super) fn leaf(&mut self, kind: Kind) -> Expr {
        let known: Vec<Id> =
            self.scope.iter().filter(|known| known.kind == kind).map(|known| known.id).collect();
        match self.pick(&known) {
            Some(id) if !self.once_in(6) => Expr::Read(id),
            _ => self.literal(kind),
        }
    }

    pub(super) fn expr(&mut self, kind: Kind, depth: usize) -> Expr {
        if depth == 0 || (depth < DEPTH && self.once_in(6)) {
            return self.leaf(kind);
        }
        let special = match kind {
            Kind::Integer => self.integer(depth),
            Kind::Number => self.number(depth),
            Kind::Flag => self.flag(depth),
            _ => None,
        };
        special.unwrap_or_else(|| self.of_any_kind(kind, depth))
    }

    pub(super) fn integer(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(23) {
            0 | 1 => {
                let op = self.pick(&[Binary::Add, Binary::Subtract])?;
                joined(op, self.expr(Kind::Integer, next), self.expr(Kind::Integer, next))
            }
            2 => joined(Binary::Multiply, self.expr(Kind::Integer, next), number(self.within(-1, 3))),
            3 => {
                let builtin = self.pick(&[Builtin::Min, Builtin::Max])?;
                let count = self.within(2, 3);
                built(builtin, (0..count).map(|_| self.expr(Kind::Integer, next)).collect())
            }
            4 => {
                let builtin = self.pick(&[Builtin::Floor, Builtin::Ceil, Builtin::Round])?;
                built(builtin, vec![self.expr(Kind::Number, next)])
            }
            5 => {
                let by = self.pick(&[2, 3, 5, -3])?;
                built(Builtin::Mod, vec![self.expr(Kind::Integer, next), number(by)])
            }
            6 => built(Builtin::Abs, vec![self.expr(Kind::Integer, next)]),
            7..=9 => self.die()?,
            10 => self.sum()?,
            11 | 12 => self.in_a_list(depth)?,
            16 => self.of_all()?,
            17 => self.left()?,
            18 => self.rolled_integer()?,
            19 => {
                let inner = built(Builtin::Abs, vec![self.expr(Kind::Number, next)]);
                built(Builtin::Root, vec![inner])
            }
            20 => {
                let mut both =
                    (0..2).map(|_| built(Builtin::Abs, vec![self.expr(Kind::Integer, next)])).collect();
                built(Builtin::Xor, std::mem::take(&mut both))
            }
            21 => Expr::Power(Box::new(self.leaf(Kind::Integer)), Box::new(self.exponent())),
            22 => self.member(Kind::Integer)?,
            13 => Expr::Negate(Box::new(self.expr(Kind::Integer, next))),
            _ => return None,
        })
    }

    pub(super) fn number(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(12) {
            0..=2 => {
                let op = self.pick(&[Binary::Add, Binary::Subtract, Binary::Multiply])?;
                joined(op, self.expr(Kind::Number, next), self.expr(Kind::Number, next))
            }
            3 => {
                let by = self.pick(&[2, 3, -4])?;
                joined(Binary::Divide, self.expr(Kind::Number, next), number(by))
            }
            4 => Expr::Power(Box::new(self.leaf(Kind::Number)), Box::new(self.exponent())),
            8 => built(Builtin::Float32, vec![self.expr(Kind::Number, next)]),
            9 => self.member(Kind::Number)?,
            10 => Expr::Power(Box::new(number(2)), Box::new(number(self.within(-3, 3)))),
            5 => {
                let ends = (self.expr(Kind::Number, next), self.literal(Kind::Number));
                built(Builtin::Min, vec![ends.0, ends.1])
            }
            6 | 7 => self.expr(Kind::Integer, depth),
            _ => return None,
        })
    }

    pub(super) fn flag(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(19) {
            0..=2 => self.coin(next)?,
            3..=5 => {
                let kind = self.pick(&[Kind::Integer, Kind::Integer, Kind::Number])?;
                let ops = [
                    Binary::Less,
                    Binary::AtMost,
                    Binary::Greater,
                    Binary::AtLeast,
                    Binary::Equal,
                    Binary::Unequal,
                ];
                let op = self.pick(&ops)?;
                joined(op, self.expr(kind, next), self.expr(kind, next))
            }
            6 => {
                let kind = self.pick(&[Kind::Variant(0), Kind::Variant(1)])?;
                let op = self.pick(&[Binary::Equal, Binary::Unequal])?;
                joined(op, self.leaf(kind), self.literal(kind))
            }
            7..=9 => {
                let op = self.pick(&[Binary::And, Binary::Or])?;
                joined(op, self.expr(Kind::Flag, next), self.expr(Kind::Flag, next))
            }
            13 | 14 => self.rolled_flag(next)?,
            15 => self.member(Kind::Flag)?,
            16 => {
                let lists: Vec<Id> = self
                    .scope
                    .iter()
                    .filter(|known| known.kind == Kind::List)
                    .map(|known| known.id)
                    .collect();
                let op = self.pick(&[Binary::Equal, Binary::Unequal])?;
                joined(op, read(self.pick(&lists)?), read(self.pick(&lists)?))
            }
            10 => Expr::Not(Box::new(self.expr(Kind::Flag, next))),
            11 => {
                let these = (0..self.within(1, 3)).map(number).collect();
                Expr::OneOfThese(Box::new(self.expr(Kind::Integer, next)), these)
            }
            12 => {
                let lists: Vec<Id> = self
                    .scope
                    .iter()
                    .filter(|known| known.kind == Kind::List)
                    .map(|known| known.id)
                    .collect();
                let list = self.pick(&lists)?;
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let value = self.expr(Kind::Integer, next);
                self.fence = kept;
                Expr::Holds(Box::new(value), list)
            }
            _ => return None,
        })
    }

    /// A whole number from 0.
    fn exponent(&mut self) -> Expr {
        if self.once_in(2) {
            return number(self.below(4));
        }
        built(Builtin::Mod, vec![self.leaf(Kind::Integer), number(3)])
    }

    /// What can be of any kind: branches, choices, calls, draws from pools.
    pub(super) fn of_any_kind(&mut self, kind: Kind, depth: usize) -> Expr {
        let next = depth - 1;
        let made = match self.below(10) {
            7 => self.outcome_of_a_use(kind),
            8 => self.rolled_choice(kind, next),
            9 => self.member(kind),
            0 | 1 => {
                let guard = self.expr(Kind::Flag, next);
                let mut bodies = self.ways(2, |own, _| own.body(kind, next, false));
                let otherwise = bodies.pop();
                bodies.pop().zip(otherwise).map(|(then, otherwise)| Expr::If(vec![(guard, then)], otherwise))
            }
            2 => self.patterns().map(|(subject, patterns)| {
                let bodies = self.ways(patterns.len() as i64, |own, _| own.body(kind, next, false));
                Expr::Match(Box::new(subject), patterns.into_iter().zip(bodies).collect())
            }),
            3 => self.choice(kind, next),
            4 | 5 => {
                let calls: Vec<Part> =
                    self.callable().into_iter().filter(|part| part.result == kind).collect();
                self.pick(&calls).filter(|part| part.cost <= self.room).map(|part| {
                    self.room -= part.cost;
                    Expr::Call(part.id, self.arguments(&part))
                })
            }
            _ => self.drawn(kind),
        };
        made.unwrap_or_else(|| self.leaf(kind))
    }

    pub(super) fn choice(&mut self, kind: Kind, depth: usize) -> Option<Expr> {
        let count = self.within(2, 3);
        if !self.may_draw(count) {
            return None;
        }
        Some(match self.below(3) {
            0 => {
                let bodies = self.ways(count, |own, _| own.fenced(|own| own.expr(kind, depth)));
                Expr::Any(bodies)
            }
            1 => {
                // Shares of one half, a third or a sixth leave something, or not.
                let bodies = self.ways(count, |own, _| own.body(kind, depth, false));
                let mut bodies = bodies.into_iter();
                let first = (Expr::Number(1, self.within(2, 4)), bodies.next()?);
                let rest = bodies.next_back();
                let others = bodies.map(|body| (Expr::Number(1, 6), body));
                Expr::Shares(std::iter::once(first).chain(others).collect(), rest)
            }
            _ => {
                let mut weights: Vec<Expr> = (1..count).map(|_| number(self.within(0, 5))).collect();
                weights.push(if self.once_in(2) {
                    let some = self.leaf(Kind::Integer);
                    joined(Binary::Add, built(Builtin::Abs, vec![some]), Expr::Number(1, 2))
                } else {
                    number(self.within(1, 3))
                });
                let bodies = self.ways(count, |own, _| own.body(kind, depth, false));
                Expr::Weights(weights.into_iter().zip(bodies).collect())
            }
        })
    }

    /// A block that gives a value, with statements before it now and then.
    pub(super) fn body(&mut self, kind: Kind, depth: usize, large: bool) -> Body {
        let (scope, pools) = (self.scope.len(), self.pools.len());
        let body = self.fenced(|own| {
            let mut statements = Vec::new();
            let count = if large { own.below(4) } else { i64::from(own.once_in(5)) };
            for _ in 0..count {
                statements.extend(own.statement(depth.min(2)));
            }
            Body { statements, value: Box::new(own.expr(kind, depth)) }
        });
        self.scope.truncate(scope);
        self.pools.truncate(pools);
        body
    }
}
