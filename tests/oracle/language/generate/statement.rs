//! Statements.

use super::*;

impl Generator {
    pub(super) fn block(&mut self, depth: usize) -> Block {
        let (scope, pools) = (self.scope.len(), self.pools.len());
        let mut block = Vec::new();
        for _ in 0..self.within(1, 3) {
            block.extend(self.statement(depth));
        }
        self.scope.truncate(scope);
        self.pools.truncate(pools);
        block
    }

    /// One statement, or several that belong together.
    pub(super) fn statement(&mut self, depth: usize) -> Vec<Statement> {
        if depth == 0 {
            return if self.once_in(3) { self.bind(1) } else { self.assign(2) };
        }
        match self.below(26) {
            0..=2 => self.bind(depth),
            3..=6 => self.assign(depth),
            7 | 8 => self.if_statement(depth),
            9 => self.match_statement(depth),
            10 => self.repeat(depth),
            11 => self.until(depth),
            12 => self.pool(),
            13 => self.for_each(depth),
            14 if self.once_in(2) => self.use_of_another(depth),
            14 => self.run(depth),
            15 | 16 => self.of_a_list(depth),
            18 => self.let_family(),
            19 | 20 => self.change_family().unwrap_or_else(|| self.let_family()),
            21 => self.endless(),
            22 => self.put_back().unwrap_or_else(|| self.pool()),
            23 => self.skill().unwrap_or_else(|| self.assign(depth)),
            24 => self.count().unwrap_or_else(|| self.assign(depth)),
            25 => self.shared().unwrap_or_else(|| self.assign(depth)),
            _ if self.may_be_given && self.once_in(2) => vec![Statement::Given(self.expr(Kind::Flag, depth))],
            _ => self.assign(depth),
        }
    }

    pub(super) fn any_kind(&mut self) -> Kind {
        let kinds = [
            Kind::Integer,
            Kind::Integer,
            Kind::Number,
            Kind::Flag,
            Kind::Variant(0),
            Kind::Variant(1),
            Kind::List,
        ];
        self.pick(&kinds).unwrap_or(Kind::Flag)
    }

    pub(super) fn bind(&mut self, depth: usize) -> Vec<Statement> {
        let kind = self.any_kind();
        let (value, longest) = self.value_of(kind, depth);
        let said = matches!(kind, Kind::Number | Kind::List) || self.once_in(3);
        let id = self.local(kind, true, longest);
        vec![Statement::Let(id, said.then_some(kind), value)]
    }

    /// A value, and how long it may be where it is a list.
    pub(super) fn value_of(&mut self, kind: Kind, depth: usize) -> (Expr, i64) {
        if kind == Kind::List { self.list() } else { (self.expr(kind, depth), 0) }
    }

    pub(super) fn writable(&self) -> Vec<usize> {
        let inside = self.scope.iter().enumerate().skip(self.fence);
        let one = |variable: &Variable| variable.writable && !matches!(variable.kind, Kind::Family(_));
        inside.filter(|(_, variable)| one(variable)).map(|(place, _)| place).collect()
    }

    pub(super) fn assign(&mut self, depth: usize) -> Vec<Statement> {
        let places = self.writable();
        let Some(place) = self.pick(&places) else { return self.bind(depth) };
        let kind = self.scope[place].kind;
        let (value, longest) = self.value_of(kind, depth);
        self.scope[place].longest = self.scope[place].longest.max(longest);
        vec![Statement::Assign(self.scope[place].id, value)]
    }

    pub(super) fn if_statement(&mut self, depth: usize) -> Vec<Statement> {
        let branches = self.within(1, 2);
        let guards: Vec<Expr> = (0..branches).map(|_| self.expr(Kind::Flag, depth - 1)).collect();
        let has_rest = self.once_in(2);
        let mut blocks = self.ways(branches + i64::from(has_rest), |own, _| own.block(depth - 1));
        let otherwise = if has_rest { blocks.pop() } else { None };
        vec![Statement::If(guards.into_iter().zip(blocks).collect(), otherwise)]
    }

    pub(super) fn match_statement(&mut self, depth: usize) -> Vec<Statement> {
        let Some((subject, patterns)) = self.patterns() else { return self.assign(depth) };
        let blocks = self.ways(patterns.len() as i64, |own, _| own.block(depth - 1));
        vec![Statement::Match(subject, patterns.into_iter().zip(blocks).collect())]
    }

    /// A loop of which nobody knows how long it lasts: what changes in it comes from a few values.
    fn endless(&mut self) -> Vec<Statement> {
        let roll = self.local(Kind::Integer, false, 0);
        let kept = (self.pure, self.may_be_given, self.room, self.rounds);
        let (scope, pools) = (self.scope.len(), self.pools.len());
        // There is room for little that is drawn.
        (self.pure, self.may_be_given, self.room, self.rounds) = (true, false, 30.min(self.room), 1_000);
        let mut block = Vec::new();
        for place in self.writable() {
            let (id, kind) = (self.scope[place].id, self.scope[place].kind);
            let value = match kind {
                _ if block.len() > 1 || !self.once_in(3) => continue,
                Kind::Integer => built(Builtin::Mod, vec![self.expr(kind, 1), number(3)]),
                Kind::Flag | Kind::Variant(_) => self.expr(kind, 1),
                _ => continue,
            };
            block.push(Statement::Assign(id, value));
        }
        let sides = self.within(2, 3);
        block.push(Statement::Assign(roll, Expr::Die(Box::new(number(sides)))));
        let ends = if self.once_in(2) {
            joined(Binary::Equal, read(roll), number(sides))
        } else {
            Expr::Chance(Box::new(Expr::Number(1, sides)))
        };
        let guard = self.expr(Kind::Flag, 1);
        let guard = if self.once_in(2) { ends } else { joined(Binary::Or, guard, ends) };
        let room = kept.2;
        (self.pure, self.may_be_given, _, self.rounds) = kept;
        self.room = room - 30.min(room);
        self.scope.truncate(scope);
        self.pools.truncate(pools);
        vec![Statement::Let(roll, None, number(0)), Statement::Until(block, guard)]
    }

    /// A subject and patterns that cover it.
    pub(super) fn patterns(&mut self) -> Option<(Expr, Vec<Pattern>)> {
        let subjects: Vec<Variable> = self
            .scope
            .iter()
            .filter(|known| {
                matches!(known.kind, Kind::Integer | Kind::Number | Kind::Flag | Kind::Variant(_))
            })
            .cloned()
            .collect();
        let subject = self.pick(&subjects)?;
        let one = |value: Expr| (value, None);
        let patterns = match subject.kind {
            Kind::Flag => {
                let first = self.once_in(2);
                vec![
                    Pattern::Values(vec![one(Expr::Flag(first))]),
                    Pattern::Values(vec![one(Expr::Flag(!first))]),
                ]
            }
            Kind::Variant(of) => {
                let count = self.enumerations[of].1.len();
                let split = 1 + self.below(count as i64 - 1) as usize;
                let values: Vec<_> = (0..count).map(|index| one(Expr::Variant(of, index))).collect();
                let rest =
                    if self.once_in(2) { Pattern::Else } else { Pattern::Values(values[split..].to_vec()) };
                vec![Pattern::Values(values[..split].to_vec()), rest]
            }
            Kind::Integer if self.once_in(2) => {
                let (first, second) = (self.below(2), self.within(3, 4));
                let high = self.once_in(2).then(|| second + self.below(3) + 1);
                vec![
                    Pattern::Values(vec![one(number(first)), one(number(2))]),
                    Pattern::Values(vec![(number(second), high)]),
                    Pattern::Else,
                ]
            }
            _ => {
                let bound = self.within(-1, 2);
                let further = bound + self.within(1, 2);
                match self.below(4) {
                    0 => vec![Pattern::Below(bound), Pattern::AtMost(further), Pattern::Else],
                    1 => vec![Pattern::AtMost(bound), Pattern::Else],
                    2 => vec![Pattern::Above(further), Pattern::AtLeast(bound), Pattern::Else],
                    _ => vec![Pattern::AtLeast(bound), Pattern::Else],
                }
            }
        };
        Some((Expr::Read(subject.id), patterns))
    }

    pub(super) fn repeat(&mut self, depth: usize) -> Vec<Statement> {
        let most = self.within(1, 3);
        let count = if self.once_in(2) {
            number(most)
        } else {
            built(Builtin::Mod, vec![self.expr(Kind::Integer, 1), number(most + 1)])
        };
        let block = self.times(most, |own| own.block(depth - 1));
        vec![Statement::Repeat(count, block)]
    }

    /// A loop that ends after a few rounds at the latest.
    pub(super) fn until(&mut self, depth: usize) -> Vec<Statement> {
        let most = self.within(1, 3);
        // Nothing else changes the counter.
        let counter = self.local(Kind::Integer, false, 0);
        let (block, guard) = self.times(most, |own| {
            let mut block = own.block(depth - 1);
            let one_more = joined(Binary::Add, Expr::Read(counter), number(1));
            block.push(Statement::Assign(counter, one_more));
            let ends = joined(Binary::AtLeast, Expr::Read(counter), number(most));
            let guard = own.expr(Kind::Flag, 1);
            let both = if own.once_in(2) { (ends, guard) } else { (guard, ends) };
            (block, joined(Binary::Or, both.0, both.1))
        });
        vec![Statement::Let(counter, None, number(0)), Statement::Until(block, guard)]
    }

    pub(super) fn for_each(&mut self, depth: usize) -> Vec<Statement> {
        let lists: Vec<Variable> =
            self.scope.iter().filter(|known| known.kind == Kind::List).cloned().collect();
        let (source, kind, most) = match (self.below(3), self.pick(&lists)) {
            (0, Some(list)) if list.longest <= 4 => (Source::List(list.id), Kind::Integer, list.longest),
            (1, _) => {
                let of = self.below(2) as usize;
                (Source::Enumeration(of), Kind::Variant(of), self.enumerations[of].1.len() as i64)
            }
            _ => {
                let low = self.within(-1, 2);
                let high = if self.once_in(2) {
                    number(3)
                } else {
                    built(Builtin::Mod, vec![self.expr(Kind::Integer, 1), number(4)])
                };
                (Source::Range(number(low), high), Kind::Integer, 4 - low)
            }
        };
        let scope = self.scope.len();
        let (id, block) = self.times(most, |own| {
            let id = own.local(kind, false, 0);
            (id, own.block(depth - 1))
        });
        self.scope.truncate(scope);
        vec![Statement::ForEach(id, source, block)]
    }
}
