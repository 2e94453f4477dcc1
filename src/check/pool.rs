//! Pools: things that are drawn and not put back.

use super::model::{ListPart, LocalId, Range};
use super::{Binding, Checker, Code, Diagnostic, Fixed, Kind};
use crate::diagnostic::nearest;
use crate::exact::Rational;
use crate::parse::ast::{Expr, ExprKind, Name, Pool, PoolEntry};

impl Checker {
    pub(super) fn pool(&mut self, pool: &Pool) {
        let mut kind: Option<Kind> = None;
        for entry in &pool.entries {
            let found = self.scoped(|checker| {
                entry.each.iter().for_each(|(name, all)| checker.pool_each(name, all));
                checker.pool_entry(entry, kind)
            });
            kind = Some(kind.map_or(found, |kind| self.join(kind, found, entry.value.span)));
        }
        if pool.entries.is_empty() {
            let message = format!("nothing is in the pool `{}`", pool.name.text);
            self.report(
                Diagnostic::error(Code::EmptyPool, pool.span, message)
                    .help("say what is in it, as in `{ 3 => red, 5 => blue }`"),
            );
        }
        self.pools.push(kind.unwrap_or(Kind::Unknown));
        self.bind(&pool.name, Kind::Pool(self.pools.len() - 1), Range::default());
    }

    /// Some equal things, or some of each; their kind.
    fn pool_entry(&mut self, entry: &PoolEntry, kind: Option<Kind>) -> Kind {
        self.require(&entry.count, Kind::Integer, "how many there are");
        self.not_negative(&entry.count, "how many there are");
        if let Some(weight) = &entry.weight {
            self.require(weight, Kind::Number, "a weight");
            self.not_negative(weight, "a weight");
        }
        let found = self.pool_value(&entry.value, kind);
        for part in [Some(&entry.count), entry.weight.as_ref(), Some(&entry.value)].into_iter().flatten() {
            self.must_not_draw(part, "what a pool is made of");
        }
        if found == Kind::Roll {
            self.roll_not_integrable(entry.value.span, "a roll is put into a pool");
            return Kind::Unknown;
        }
        found
    }

    /// `for each r in rarity:`: what an entry is written out for is known before anything is drawn.
    fn pool_each(&mut self, name: &Name, all: &Expr) {
        let kind = match self.enumerated(all) {
            Some(id) => Kind::Enum(id),
            None => {
                let before = self.diagnostics.len();
                let found = self.expr(all, None);
                let known = match &all.kind {
                    ExprKind::Range(first, last) => {
                        self.constant(first).is_some() && self.constant(last).is_some()
                    }
                    _ => false,
                };
                if !known && self.diagnostics.len() == before {
                    let message = "the entries of a pool go through the values of an enumeration, or from one number to another";
                    self.report(
                        Diagnostic::error(Code::KindMismatch, all.span, message)
                            .help("as in `for each r in rarity: 2 => r` or `for each i in 1..6: 1 => i`"),
                    );
                }
                if found == Kind::Unknown { Kind::Unknown } else { Kind::Integer }
            }
        };
        let id = self.bind(name, kind, Range::default());
        self.locals[id.0 as usize].fixed = Some(Fixed::Each);
    }

    /// `put card into deck`
    pub(super) fn put(&mut self, value: &Expr, name: &Name) {
        let pool = self.pool_named(name);
        let kind = pool.and_then(|(id, index)| {
            self.can_change(Binding::Local(id), name);
            self.resolution.targets.insert(name.span, Binding::Local(id));
            self.pools.get(index).copied()
        });
        match kind {
            Some(kind) => {
                self.require(value, kind, &format!("what is in `{}`", name.text));
            }
            None => {
                self.expr(value, None);
            }
        }
    }

    /// `length of deck`: how many are left in a pool; `None` where it is asked of something else.
    pub(super) fn left_in_pool(&mut self, name: &Name, of: &[Expr]) -> Option<Kind> {
        let [pool] = of else { return None };
        let ExprKind::Name(None, inner) = &pool.kind else { return None };
        let (Some(ListPart::Length), Some((binding, kind @ Kind::Pool(_)))) =
            (ListPart::named(&name.text), self.find(None, &inner.text))
        else {
            return None;
        };
        if let Binding::Local(id) = binding {
            self.locals[id.0 as usize].read = true;
        }
        if let Some(slot) = self.resolution.expressions.get_mut(pool.id.0 as usize) {
            *slot = (kind, Some(binding));
        }
        Some(Kind::Integer)
    }

    /// What is in a pool. A name that nothing declares is a value that was not declared first.
    fn pool_value(&mut self, value: &Expr, kind: Option<Kind>) -> Kind {
        let before = self.diagnostics.len();
        let found = self.expr(value, kind);
        if let (ExprKind::Name(None, name), Some(finding)) = (&value.kind, self.diagnostics.get_mut(before))
            && finding.code == Code::UnknownName
            && finding.help.is_none()
        {
            let list = format!("declare the values first, as in `outcome drawn: {{ {}, … }}`", name.text);
            finding.help = Some(list.into());
        }
        found
    }

    pub(super) fn not_negative(&mut self, expr: &Expr, what: &str) {
        if self.bounds(expr).high.is_some_and(|high: Rational| high.is_negative()) {
            self.report(Diagnostic::error(Code::OutOfRange, expr.span, format!("{what} cannot be negative")));
        }
    }

    /// `draw bag`: the kind of what is in it.
    pub(super) fn draw(&mut self, name: &Name) -> (Kind, Option<Binding>) {
        match self.pool_named(name) {
            Some((id, index)) => {
                self.locals[id.0 as usize].read = true;
                (self.pools.get(index).copied().unwrap_or(Kind::Unknown), Some(Binding::Local(id)))
            }
            None => (Kind::Unknown, None),
        }
    }

    /// The pool of that name; an error where there is none.
    fn pool_named(&mut self, name: &Name) -> Option<(LocalId, usize)> {
        match self.find(None, &name.text) {
            Some((Binding::Local(id), Kind::Pool(index))) => return Some((id, index)),
            Some((_, kind)) => {
                let what = self.model.describe(kind);
                let message = format!("`{}` is {what}, and no pool", name.text);
                self.report(
                    Diagnostic::error(Code::KindMismatch, name.span, message)
                        .help(format!("make one: `pool {} {{ 3 => red, 5 => blue }}`", name.text)),
                );
            }
            None => {
                let message = format!("no pool `{}` here", name.text);
                let pools = self.locals.iter().filter(|local| matches!(local.kind, Kind::Pool(_)));
                let near = nearest(&name.text, pools.map(|local| local.name.as_str()));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("make one: `pool {} {{ 3 => red, 5 => blue }}`", name.text),
                };
                self.report(Diagnostic::error(Code::UnknownName, name.span, message).help(help));
            }
        }
        None
    }
}
