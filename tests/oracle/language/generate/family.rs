//! Families, tallies and sets.

use super::*;

impl Generator {
    fn over(&mut self, least: i64) -> Over {
        match self.below(3) {
            2 => {
                let low = self.within(least, 2);
                Over::Range(low, low + self.within(1, 2))
            }
            of => Over::Enumeration(of as usize),
        }
    }

    /// A new family of something that is called so: by one thing, or by two.
    pub(super) fn family(&mut self, id: Id, kind: Kind, two: i64) -> usize {
        let mut over = vec![self.over(0)];
        if self.once_in(two) {
            over.push(self.over(0));
        }
        let mut pattern = None;
        // Which member has which name must be told apart.
        let twice = matches!(over[..], [Over::Enumeration(one), Over::Enumeration(other)] if one == other);
        if !twice && self.once_in(2) {
            // Its own name is what is left without the braces.
            if self.once_in(2) {
                self.names.entry(id).and_modify(|name| *name = format!("n_{name}"));
            }
            let braces = |over: &Over| match over {
                Over::Enumeration(of) => format!("{{{}}}", self.enumerations[*of].0),
                Over::Range(..) => "{}".to_owned(),
            };
            let name = self.names[&id].clone();
            let first = braces(&over[0]);
            let mut text = match name.strip_prefix("n_") {
                Some(rest) => format!("n_{first}_{rest}"),
                None => format!("{name}_{first}"),
            };
            text.extend(over.get(1).map(|over| format!("_{}", braces(over))));
            pattern = Some(text);
        }
        self.families.push(Family { pattern, over, kind });
        self.families.len() - 1
    }

    fn sizes(&self, family: usize) -> Vec<usize> {
        let size = |over: &Over| match over {
            Over::Enumeration(of) => self.enumerations[*of].1.len(),
            Over::Range(low, high) => (high - low + 1) as usize,
        };
        self.families[family].over.iter().map(size).collect()
    }

    /// A family of rules, inputs or states.
    pub(super) fn global_family(&mut self, role: Role, id: Id, kind: Kind) -> Global {
        let family = self.family(id, kind, 2);
        let count: usize = self.sizes(family).iter().product();
        let one_for_each = |own: &mut Self| Expr::Members((0..count).map(|_| own.literal(kind)).collect());
        let declared =
            if role == Role::Rule && !self.once_in(3) { one_for_each(self) } else { self.literal(kind) };
        let given = match role {
            Role::State => None,
            // What a rule set does not say stays as it is.
            _ if self.once_in(3) => None,
            _ => Some(one_for_each(self)),
        };
        Global { id, role, kind: Kind::Family(family), declared, given, unknown: false }
    }

    /// A family of variables.
    pub(super) fn let_family(&mut self) -> Vec<Statement> {
        let kinds = [Kind::Integer, Kind::Integer, Kind::Flag, Kind::Variant(0), Kind::Number];
        let kind = self.pick(&kinds).unwrap_or(Kind::Flag);
        let start = self.leaf(kind);
        let mut over = vec![self.over(-1)];
        if self.once_in(4) {
            over.push(self.over(-1));
        }
        self.families.push(Family { pattern: None, over, kind });
        let family = self.families.len() - 1;
        let id = self.local(Kind::Family(family), true, 0);
        vec![Statement::Let(id, Some(Kind::Family(family)), start)]
    }

    fn in_scope(&self, from: usize, fits: impl Fn(&Variable, Kind) -> bool) -> Vec<(Id, usize)> {
        let known = self.scope.iter().skip(from);
        let of = |variable: &Variable| match variable.kind {
            Kind::Family(family) if fits(variable, self.families[family].kind) => Some((variable.id, family)),
            _ => None,
        };
        known.filter_map(of).collect()
    }

    /// Which member, for each thing that a family goes by.
    fn indexes(&mut self, family: usize) -> Vec<Expr> {
        let over = self.families[family].over.clone();
        self.fenced(|own| {
            let one = |over: &Over| match *over {
                Over::Enumeration(of) => own.expr(Kind::Variant(of), 1),
                Over::Range(low, high) if own.once_in(3) => number(own.within(low, high)),
                Over::Range(low, high) => {
                    let place = own.expr(Kind::Integer, 1);
                    built(Builtin::Clamp, vec![place, number(low), number(high)])
                }
            };
            over.iter().map(one).collect()
        })
    }

    /// Some member of that kind.
    pub(super) fn member(&mut self, kind: Kind) -> Option<Expr> {
        let families = self.in_scope(0, |_, own| own == kind);
        let (id, family) = self.pick(&families)?;
        Some(Expr::Member(id, family, self.indexes(family)))
    }

    pub(super) fn set_member(&mut self, id: Id, family: usize) -> Statement {
        let of = self.indexes(family);
        let kind = self.families[family].kind;
        Statement::SetMember(id, family, of, self.expr(kind, 2))
    }

    /// Changes a family: one more of something, or another value.
    pub(super) fn change_family(&mut self) -> Option<Vec<Statement>> {
        let families = self.in_scope(self.fence, |variable, _| variable.writable);
        let (id, family) = self.pick(&families)?;
        let own = self.families[family].clone();
        if own.kind == Kind::Integer && own.over.len() == 1 && !self.once_in(4) {
            let of = match (own.over[0], self.below(2)) {
                (Over::Range(1, high), 0) if self.may_draw(high) => Some(Expr::Die(Box::new(number(high)))),
                _ => self.indexes(family).pop(),
            };
            return Some(vec![Statement::Tally(id, family, of?)]);
        }
        Some(vec![self.set_member(id, family)])
    }

    /// How many members are so.
    fn kinds_with(&mut self, id: Id, kind: Kind) -> Expr {
        let numeric = matches!(kind, Kind::Integer | Kind::Number);
        let bound = self.below(3);
        let pattern = match self.below(6) {
            0 if numeric => Pattern::Below(bound),
            1 if numeric => Pattern::AtMost(bound),
            2 if numeric => Pattern::Above(bound),
            3 if numeric => Pattern::AtLeast(bound),
            _ => Pattern::Values(vec![(self.literal(kind), None)]),
        };
        Expr::KindsWith(id, Box::new(pattern))
    }

    /// A whole number that all members have a share in.
    pub(super) fn total(&mut self, id: Id, family: usize) -> Option<Expr> {
        let kind = self.families[family].kind;
        let of = self.pick(&[OfAll::Most, OfAll::Least, OfAll::Sum])?;
        Some(match kind {
            Kind::Integer if !self.once_in(3) => Expr::OfAll(of, id),
            Kind::Number if !self.once_in(3) => built(Builtin::Floor, vec![Expr::OfAll(of, id)]),
            _ => self.kinds_with(id, kind),
        })
    }

    /// Something that is asked of all members of a family.
    pub(super) fn of_all(&mut self) -> Option<Expr> {
        let families = self.in_scope(0, |_, _| true);
        let (id, family) = self.pick(&families)?;
        self.total(id, family)
    }
}
