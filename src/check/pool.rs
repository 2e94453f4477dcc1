//! Pools: things that are drawn and not put back.

use super::model::Range;
use super::{Binding, Checker, Code, Diagnostic, Kind};
use crate::diagnostic::nearest;
use crate::exact::Rational;
use crate::parse::ast::{Expr, ExprKind, Name, Pool};

impl Checker {
    pub(super) fn pool(&mut self, pool: &Pool) {
        let mut kind: Option<Kind> = None;
        for entry in &pool.entries {
            self.require(&entry.count, Kind::Integer, "how many there are");
            self.not_negative(&entry.count, "how many there are");
            if let Some(weight) = &entry.weight {
                self.require(weight, Kind::Number, "a weight");
                self.not_negative(weight, "a weight");
            }
            let found = self.pool_value(&entry.value, kind);
            let found = if found == Kind::Roll {
                self.roll_not_integrable(entry.value.span, "a roll is put into a pool");
                Kind::Unknown
            } else {
                found
            };
            kind = Some(kind.map_or(found, |kind| self.join(kind, found, entry.value.span)));
            for part in [Some(&entry.count), entry.weight.as_ref(), Some(&entry.value)].into_iter().flatten()
            {
                self.must_not_draw(part, "what a pool is made of");
            }
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
        match self.find(None, &name.text) {
            Some((Binding::Local(id), Kind::Pool(index))) => {
                self.locals[id.0 as usize].read = true;
                (self.pools.get(index).copied().unwrap_or(Kind::Unknown), Some(Binding::Local(id)))
            }
            Some((_, kind)) => {
                let what = self.model.describe(kind);
                let message = format!("`{}` is {what}, and no pool to draw from", name.text);
                self.report(
                    Diagnostic::error(Code::KindMismatch, name.span, message)
                        .help(format!("make one: `pool {} {{ 3 => red, 5 => blue }}`", name.text)),
                );
                (Kind::Unknown, None)
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
                (Kind::Unknown, None)
            }
        }
    }
}
