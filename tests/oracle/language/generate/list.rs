//! Lists.

use super::*;

impl Generator {
    pub(super) fn list(&mut self) -> (Expr, i64) {
        let known: Vec<Variable> =
            self.scope.iter().filter(|known| known.kind == Kind::List).cloned().collect();
        match (self.below(4), self.pick(&known)) {
            (0, Some(known)) => (Expr::Read(known.id), known.longest),
            (1, _) => {
                let high = self.below(4);
                let low = self.within(-1, 1);
                (Expr::Range(Box::new(number(low)), Box::new(number(high))), (high - low + 1).max(0))
            }
            (2, _) => {
                let (count, sides) = (self.within(1, 3), self.within(2, 3));
                let cost = count * bits(sides);
                if cost > self.room {
                    return (Expr::List(Vec::new()), 0);
                }
                self.room -= cost;
                let keep = self.once_in(2).then(|| {
                    let which = if self.once_in(2) { Keep::Highest } else { Keep::Lowest };
                    (which, Box::new(number(self.within(0, count))))
                });
                (Expr::Dice { count: Box::new(number(count)), keep, sides }, count)
            }
            _ => {
                let count = self.below(4);
                (Expr::List((0..count).map(|_| self.expr(Kind::Integer, 1)).collect()), count)
            }
        }
    }

    /// Something with a list; what may be empty is asked for its length first.
    pub(super) fn of_a_list(&mut self, depth: usize) -> Vec<Statement> {
        let places: Vec<usize> =
            self.writable().into_iter().filter(|place| self.scope[*place].kind == Kind::List).collect();
        let Some(place) = self.pick(&places) else { return self.bind(depth) };
        let list = self.scope[place].id;
        let some = joined(Binary::Greater, Expr::Length(list), number(0));
        match self.below(3) {
            0 => {
                let more = self.rounds / self.scope[place].rounds.max(1);
                self.scope[place].longest += more.max(1);
                vec![Statement::Add(self.expr(Kind::Integer, depth - 1), list, self.once_in(2))]
            }
            1 => {
                // What the value takes from the list would move the place.
                let index = self.place(list);
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let value = self.expr(Kind::Integer, depth - 1);
                self.fence = kept;
                vec![Statement::If(vec![(some, vec![Statement::Put(list, index, value)])], None)]
            }
            _ => {
                let first = self.once_in(2);
                let taken = if first { Expr::TakeFirst(list) } else { Expr::TakeLast(list) };
                let into = self.writable().into_iter().find(|place| self.scope[*place].kind == Kind::Integer);
                let Some(into) = into else { return self.assign(depth) };
                let into = self.scope[into].id;
                // What stands to the left is read before, and what stands to the right after.
                let value = match self.below(3) {
                    0 => taken,
                    1 => joined(Binary::Add, taken, Expr::Length(list)),
                    _ => joined(Binary::Subtract, Expr::Total(list), taken),
                };
                let (scope, pools) = (self.scope.len(), self.pools.len());
                let mut block = vec![Statement::Assign(into, value)];
                block.extend(self.statement(depth - 1));
                // What is bound there is gone after it.
                self.scope.truncate(scope);
                self.pools.truncate(pools);
                vec![Statement::If(vec![(some, block)], None)]
            }
        }
    }

    /// A place of a list that is not empty.
    pub(super) fn place(&mut self, list: Id) -> Expr {
        let place = self.expr(Kind::Integer, 1);
        built(Builtin::Clamp, vec![place, number(1), Expr::Length(list)])
    }

    pub(super) fn in_a_list(&mut self, depth: usize) -> Option<Expr> {
        let lists: Vec<Id> =
            self.scope.iter().filter(|known| known.kind == Kind::List).map(|known| known.id).collect();
        let list = self.pick(&lists)?;
        let read = match self.below(5) {
            0 => return Some(Expr::Length(list)),
            1 => return Some(Expr::Total(list)),
            2 => Expr::First(list),
            3 => Expr::Last(list),
            _ => {
                // What the place takes from the list would move it.
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let place = self.place(list);
                self.fence = kept;
                Expr::At(list, Box::new(place))
            }
        };
        let some = joined(Binary::Greater, Expr::Length(list), number(0));
        let other = self.expr(Kind::Integer, depth - 1);
        Some(Expr::If(vec![(some, plain(read))], plain(other)))
    }
}
