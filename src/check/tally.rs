//! Families as tallies: what is added to them, and what is asked of all their members at once.

use super::model::{Binding, FamilyTotal};
use super::{Checker, Code, Diagnostic, Kind};
use crate::parse::ast::{End, Expr, ExprKind, Name, Pattern, PatternKind};
use crate::parse::print_expression;

impl Checker {
    /// `most of faces`, `sum of faces`: where it is of a family, its kind.
    pub(super) fn tally_of(&mut self, name: &Name, of: &[Expr]) -> Option<(Kind, Option<Binding>)> {
        let [all] = of else { return None };
        let ExprKind::Name(None, inner) = &all.kind else { return None };
        let index = self.find_family(&inner.text)?;
        if name.text == "kinds" {
            let message = "it is not said which members are counted";
            let help = format!("as in `kinds of {} with {}`", inner.text, self.example_of(index));
            self.report(Diagnostic::error(Code::Syntax, name.span.to(all.span), message).help(help));
            return Some((Kind::Integer, None));
        }
        FamilyTotal::named(&name.text)?;
        self.whole_family(index, inner, all);
        let kind = self.model.families[index].kind;
        if !kind.is_numeric() {
            let what = self.model.describe(kind);
            let message = format!("`{} of` is of numbers; each of `{}` is {what}", name.text, inner.text);
            let help = format!("to count write `kinds of {} with {}`", inner.text, self.example_of(index));
            self.report(Diagnostic::error(Code::KindMismatch, all.span, message).help(help));
            return Some((Kind::Unknown, None));
        }
        Some((kind, Some(Binding::Family(index))))
    }

    /// A value that members of a family can have.
    fn example_of(&self, index: usize) -> String {
        let kind = self.model.families[index].kind;
        match kind {
            Kind::Flag => "true".to_owned(),
            Kind::Enum(_) => {
                self.model.variants(kind).first().map_or_else(String::new, |first| first.name.clone())
            }
            _ => "2".to_owned(),
        }
    }

    /// All members of a family are read.
    fn whole_family(&mut self, index: usize, name: &Name, expr: &Expr) {
        if let Some((Binding::Local(id), _)) = self.find(None, &name.text) {
            self.locals[id.0 as usize].read = true;
        }
        self.read_some(index, name);
        if let Some(slot) = self.resolution.expressions.get_mut(expr.id.0 as usize) {
            *slot = (Kind::Family(index), None);
        }
    }

    /// `kinds of faces with 2`
    pub(super) fn kinds_with(&mut self, of: &Expr, pattern: &Pattern) -> (Kind, Option<Binding>) {
        let family = match &of.kind {
            ExprKind::Name(None, name) => self.find_family(&name.text).map(|index| (index, name)),
            _ => None,
        };
        let Some((index, name)) = family else {
            let message = "`kinds of … with` counts the members of a family";
            let help = "as in `let faces by 1..6: integer = 0` and `kinds of faces with 2`";
            self.report(Diagnostic::error(Code::KindMismatch, of.span, message).help(help));
            return (Kind::Integer, None);
        };
        self.whole_family(index, name, of);
        let kind = self.model.families[index].kind;
        let purpose = format!("each of `{}`", name.text);
        let wanted = match &pattern.kind {
            PatternKind::Threshold(..) => Kind::Number,
            _ => kind,
        };
        for expr in pattern.expressions() {
            self.require(expr, wanted, &purpose);
            self.must_not_draw(expr, "what stands after `with`");
        }
        if let (PatternKind::Threshold(threshold, _), false) = (&pattern.kind, kind.is_numeric()) {
            let message = format!(
                "`{}` compares numbers; {purpose} is {}",
                threshold.text(),
                self.model.describe(kind)
            );
            self.report(Diagnostic::error(Code::KindMismatch, pattern.span, message));
        }
        (Kind::Integer, Some(Binding::Family(index)))
    }

    /// `add die(6) to faces`
    pub(super) fn add_to_family(&mut self, index: usize, value: &Expr, end: End, name: &Name) {
        let family = self.model.families[index].clone();
        let purpose = format!("what is added to `{}`", name.text);
        let (_, binding) = self.chosen(index, name, std::slice::from_ref(value), &purpose);
        if !self.can_change_family(index, name) {
            return;
        }
        if !matches!(family.kind, Kind::Integer | Kind::Unknown) {
            let what = self.model.describe(family.kind);
            let message = format!("`add` counts, and each of `{}` is {what}", name.text);
            let help = match family.kind {
                Kind::Flag => format!("write `{} of {} = true`", name.text, as_index(value)),
                _ => format!("count in whole numbers: `{} by …: integer = 0`", name.text),
            };
            self.report(Diagnostic::error(Code::KindMismatch, name.span, message).help(help));
        }
        if end == End::First {
            let message = format!("`{}` counts, and has no front", name.text);
            let help = format!("write `add … to {}`", name.text);
            self.report(Diagnostic::error(Code::KindMismatch, name.span, message).help(help));
        }
        let Some(binding) = binding else { return };
        match binding {
            Binding::Family(_) => self.read_some(index, name),
            member => self.read(member, name),
        }
        for member in self.model.members_of(binding) {
            if let Binding::State(state) = member {
                self.state_changed[state] = true;
            }
        }
        self.resolution.targets.insert(name.span, binding);
    }
}

/// A value as it is written after `of`.
fn as_index(value: &Expr) -> String {
    let text = print_expression(value);
    match value.kind {
        ExprKind::Name(..) | ExprKind::Number(..) | ExprKind::Call(..) | ExprKind::Paren(_) => text,
        _ => format!("({text})"),
    }
}
