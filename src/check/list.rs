//! Lists: what they hold, what is read, taken and added.

use super::model::{Binding, Element, ListPart};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{Expr, ExprKind, KindSyntax, Name};
use crate::source::Span;

impl Checker {
    /// `list of integer`
    pub(super) fn list_kind(&mut self, element: &KindSyntax) -> Kind {
        let (kind, range) = self.written_kind(element, None);
        if let Some(range) = range.describe() {
            let message = format!("a list says what it holds, and no range; this goes {range}");
            self.report(
                Diagnostic::error(Code::KindMismatch, element.span, message)
                    .help("write `list of integer` or `list of number`"),
            );
        }
        self.list_of(kind, element.span)
    }

    /// The kind of an input, a rule or an outcome, which cannot be a list.
    pub(super) fn no_list(&mut self, name: &Name, kind: Kind) -> Kind {
        let Kind::List(_) = kind else { return kind };
        let message = "a list is a variable or a state, nothing else";
        self.report(
            Diagnostic::error(Code::KindMismatch, name.span, message)
                .help("say what of it is asked for, as in `outcome next: integer`"),
        );
        Kind::Unknown
    }

    fn list_of(&mut self, kind: Kind, span: Span) -> Kind {
        if kind == Kind::Unknown {
            return Kind::Unknown;
        }
        Element::of(kind).map_or_else(
            || {
                let what = self.model.describe(kind);
                let message = format!("a list holds flags, numbers or named values; this is {what}");
                self.report(Diagnostic::error(Code::KindMismatch, span, message));
                Kind::Unknown
            },
            Kind::List,
        )
    }

    /// `1..n`
    pub(super) fn range(&mut self, first: &Expr, last: &Expr) -> Kind {
        self.require(first, Kind::Integer, "the first of a range");
        self.require(last, Kind::Integer, "the last of a range");
        Kind::List(Element::Integer)
    }

    /// `{ 1, 2, 3 }`
    pub(super) fn list(&mut self, items: &[Expr], span: Span, expected: Option<Kind>) -> Kind {
        let wanted = match expected {
            Some(Kind::List(element)) => Some(element.kind()),
            _ => None,
        };
        let mut kind: Option<Kind> = None;
        for item in items {
            let found = self.expr(item, wanted.or(kind));
            kind = Some(kind.map_or(found, |kind| self.join(kind, found, item.span)));
        }
        match kind.or(wanted) {
            Some(kind) => self.list_of(kind, span),
            None => {
                let message = "an empty list does not say what it holds";
                self.report(
                    Diagnostic::error(Code::KindMismatch, span, message)
                        .help("say it: `let ends: list of integer = {}`"),
                );
                Kind::Unknown
            }
        }
    }

    /// The kind of what a list holds; an error where the expression is no list.
    pub(super) fn held(&mut self, list: &Expr, purpose: &str) -> Kind {
        match self.expr(list, None) {
            Kind::List(element) => element.kind(),
            Kind::Unknown => Kind::Unknown,
            other => {
                let what = self.model.describe(other);
                let message = format!("{purpose} is a list, this is {what}");
                self.report(Diagnostic::error(Code::KindMismatch, list.span, message));
                Kind::Unknown
            }
        }
    }

    /// `ends at 2`
    pub(super) fn at(&mut self, list: &Expr, place: &Expr) -> Kind {
        let kind = self.held(list, "what stands before `at`");
        self.require(place, Kind::Integer, "a place in a list");
        kind
    }

    /// `first of ends`, `length of ends`, `sum of ends`: where it is of a list, its kind.
    pub(super) fn part_of_list(&mut self, name: &Name, of: &[Expr]) -> Option<Kind> {
        let part = ListPart::named(&name.text)?;
        let [list] = of else { return None };
        if let ExprKind::Name(None, inner) = &list.kind
            && !matches!(self.find(None, &inner.text), Some((_, Kind::List(_))))
        {
            return None;
        }
        let Kind::List(element) = self.expr(list, None) else { return None };
        let kind = element.kind();
        if part == ListPart::Sum && !kind.is_numeric() {
            let what = self.model.describe(Kind::List(element));
            let message = format!("only numbers have a sum; this is {what}");
            self.report(Diagnostic::error(Code::KindMismatch, list.span, message));
        }
        Some(if part == ListPart::Length { Kind::Integer } else { kind })
    }

    /// Reports a part of a list that is asked of something else, such as `first of n`; whether it was one.
    pub(super) fn no_list_part(&mut self, name: &Name, of: &[Expr]) -> bool {
        let (Some(_), [asked]) = (ListPart::named(&name.text), of) else { return false };
        let ExprKind::Name(None, inner) = &asked.kind else { return false };
        let Some((_, kind)) = self.find(None, &inner.text) else { return false };
        if kind != Kind::Unknown {
            let what = self.model.describe(kind);
            let message = format!("`{} of` asks for a list; `{}` is {what}", name.text, inner.text);
            self.report(Diagnostic::error(Code::KindMismatch, asked.span, message));
        }
        true
    }

    /// `x in ends`
    pub(super) fn in_list(&mut self, left: &Expr, list: &Expr) -> Kind {
        let kind = self.held(list, "what stands after `in`, when it is not values in braces,");
        self.require(left, kind, "what is looked for");
        Kind::Flag
    }

    /// `take first of ends`
    pub(super) fn take(&mut self, name: &Name) -> Kind {
        self.changed_list(name).map_or(Kind::Unknown, Element::kind)
    }

    /// `add e to ends`
    pub(super) fn add(&mut self, value: &Expr, name: &Name) {
        match self.changed_list(name) {
            Some(element) => {
                self.require(value, element.kind(), &format!("what `{}` holds", name.text));
            }
            None => {
                self.expr(value, None);
            }
        }
    }

    /// What a list that is changed here holds.
    fn changed_list(&mut self, name: &Name) -> Option<Element> {
        match self.find(None, &name.text) {
            Some((binding @ (Binding::Local(_) | Binding::State(_)), Kind::List(element))) => {
                self.can_change(binding, name);
                match binding {
                    Binding::Local(id) => self.locals[id.0 as usize].read = true,
                    Binding::State(index) => {
                        self.state_read[index] = true;
                        self.state_changed[index] = true;
                    }
                    _ => {}
                }
                self.resolution.targets.insert(name.span, binding);
                Some(element)
            }
            Some((_, Kind::Unknown)) => None,
            Some((_, kind)) => {
                let what = self.model.describe(kind);
                let message = format!("`{}` is {what}, and no list", name.text);
                let help = format!("make one: `let {}: list of integer = {{}}`", name.text);
                self.report(Diagnostic::error(Code::KindMismatch, name.span, message).help(help));
                None
            }
            None => {
                let lists = self.locals.iter().filter(|local| matches!(local.kind, Kind::List(_)));
                let help = or_nearest(&name.text, lists.map(|local| local.name.as_str()));
                let message = format!("no list `{}` here", name.text);
                self.report(Diagnostic::error(Code::UnknownName, name.span, message).maybe_help(help));
                None
            }
        }
    }
}
