//! Pools, and draws from them.

use super::*;

impl Generator {
    pub(super) fn pool(&mut self) -> Vec<Statement> {
        let kind = self.pick(&[Kind::Integer, Kind::Flag, Kind::Variant(0)]).unwrap_or(Kind::Flag);
        let (mut left, mut entries, mut things) = (0, Vec::new(), Vec::new());
        if kind != Kind::Flag && self.once_in(3) {
            // Some of each.
            let over =
                if kind == Kind::Integer { Over::Range(1, self.within(2, 3)) } else { Over::Enumeration(0) };
            let each = self.declare(format!("_v{}", self.locals));
            self.locals += 1;
            let count = self.within(1, 2);
            left += 2 * count;
            let weight = (kind == Kind::Integer && self.once_in(2)).then(|| read(each));
            entries.push(Entry { each: Some((each, over)), count: number(count), weight, value: read(each) });
            things.push(if kind == Kind::Integer { number(2) } else { Expr::Variant(0, 1) });
        } else {
            let distinct = self.once_in(2);
            for index in 0..self.within(2, 3) {
                let value = match kind {
                    Kind::Integer if distinct => number(index),
                    Kind::Flag if distinct && index < 2 => Expr::Flag(index == 0),
                    Kind::Variant(of) if distinct => Expr::Variant(of, index as usize),
                    Kind::Flag if distinct => break,
                    kind => self.literal(kind),
                };
                if distinct {
                    things.push(value.clone());
                }
                let count = self.within(i64::from(!distinct || index == 0), 2);
                left += count;
                let weight = self.once_in(3).then(|| Expr::Number(self.within(1, 3), self.within(1, 2)));
                entries.push(Entry { each: None, count: number(count), weight, value });
            }
        }
        let id = self.declare(format!("_v{}", self.locals));
        self.locals += 1;
        self.pools.push(Pool { id, kind, left, rounds: self.rounds, things });
        vec![Statement::Pool(id, entries)]
    }

    /// Puts something into a pool, or draws from it and puts it back.
    pub(super) fn put_back(&mut self) -> Option<Vec<Statement>> {
        let pools = self.pools.get(self.pool_fence..)?.to_vec();
        let pools: Vec<Pool> = pools.into_iter().filter(|pool| !pool.things.is_empty()).collect();
        let pool = self.pick(&pools)?;
        if self.once_in(2) {
            let thing = self.pick(&pool.things)?;
            return Some(vec![Statement::PutBack(thing, pool.id)]);
        }
        let enough = pool.left >= self.rounds / pool.rounds.max(1);
        if !enough || !self.may_draw(3) {
            return None;
        }
        let id = self.local(pool.kind, false, 0);
        let drawn = Statement::Let(id, None, Expr::Draw(pool.id));
        Some(vec![drawn, Statement::PutBack(read(id), pool.id)])
    }

    /// How many are left in some pool.
    pub(super) fn left(&mut self) -> Option<Expr> {
        let pools: Vec<Id> = self.pools.iter().map(|pool| pool.id).collect();
        Some(Expr::Left(self.pick(&pools)?))
    }

    /// From a pool that holds something of the kind, and enough of it.
    pub(super) fn drawn(&mut self, kind: Kind) -> Option<Expr> {
        let rounds = self.rounds;
        let often = |pool: &Pool| rounds / pool.rounds.max(1);
        let pools: Vec<usize> = (self.pool_fence..self.pools.len())
            .filter(|place| {
                self.pools[*place].kind == kind && self.pools[*place].left >= often(&self.pools[*place])
            })
            .collect();
        let place = self.pick(&pools)?;
        if !self.may_draw(3) {
            return None;
        }
        let often = often(&self.pools[place]);
        self.pools[place].left -= often;
        Some(Expr::Draw(self.pools[place].id))
    }
}
