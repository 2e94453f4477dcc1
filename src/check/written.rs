//! Kinds as they are written: enumerations, ranges, and what a name stands for.

use super::model::{Enumeration, Range, Variant, folded, label_from_name};
use super::{Checker, Code, Diagnostic, EnumId, Kind};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{self, Expr, KindName, KindSyntax, Name};
use crate::parse::foreign;

impl Checker {
    pub(super) fn enumeration(&mut self, owner: &Name, variants: &[ast::Variant]) -> EnumId {
        let mut list: Vec<Variant> = Vec::new();
        for variant in variants {
            let name = &variant.name.text;
            if list.iter().any(|other| other.name == *name) {
                self.report(Diagnostic::error(
                    Code::DuplicateName,
                    variant.name.span,
                    format!("value `{name}` is listed twice"),
                ));
                continue;
            }
            let naming = &variant.naming;
            list.push(Variant {
                name: name.clone(),
                label: naming.label.clone().unwrap_or_else(|| label_from_name(name)),
                aliases: naming.alias_texts(),
                template: naming.template.clone(),
            });
        }
        self.aliases_of_one(&list, variants);
        if list.is_empty() {
            let diagnostic =
                Diagnostic::error(Code::Syntax, owner.span, format!("`{}` has no values", owner.text));
            self.report(diagnostic.help("list them in the braces, as in `{ normal, hard }`"));
        }
        self.model.enumerations.push(Enumeration { name: owner.text.clone(), variants: list });
        EnumId(self.model.enumerations.len() - 1)
    }

    /// An alias says which value is meant: it is neither the alias nor the label of another one.
    fn aliases_of_one(&mut self, list: &[Variant], written: &[ast::Variant]) {
        for variant in written {
            let own = list.iter().position(|other| other.name == variant.name.text).unwrap_or_default();
            for alias in &variant.naming.aliases {
                let wanted = folded(&alias.text);
                // Two aliases that are alike are told once.
                let is_called = |(at, other): &(usize, &Variant)| {
                    let mut aliases = other.aliases.iter().filter(|_| *at < own);
                    *at != own
                        && (folded(&other.label) == wanted || aliases.any(|text| folded(text) == wanted))
                };
                if let Some((_, other)) = list.iter().enumerate().find(is_called) {
                    let (alias_text, name) = (&alias.text, &variant.name.text);
                    let message = format!("`{alias_text}` of `{name}` stands for `{}` as well", other.name);
                    let diagnostic = Diagnostic::error(Code::DuplicateName, alias.span, message);
                    self.report(diagnostic.help("say it of one of the two"));
                }
            }
        }
    }

    /// The kind a person wrote, and the range that goes with it.
    pub(super) fn written_kind(&mut self, kind: &KindSyntax, own: Option<EnumId>) -> (Kind, Range) {
        if let Some(span) = kind.or_more() {
            let message = "only an outcome is recorded as `or more`";
            let help = "elsewhere take the lesser of two numbers, as in `min(x, 30)`";
            self.report(Diagnostic::error(Code::KindMismatch, span, message).help(help));
        }
        self.recorded_kind(kind, own)
    }

    /// As [`Checker::written_kind`], for an outcome.
    pub(super) fn recorded_kind(&mut self, kind: &KindSyntax, own: Option<EnumId>) -> (Kind, Range) {
        match &kind.kind {
            KindName::Flag => (Kind::Flag, Range::default()),
            KindName::Roll => (Kind::Roll, Range::default()),
            KindName::List(element) => (self.list_kind(element), Range::default()),
            KindName::Probability => (Kind::Number, Range::probability()),
            KindName::Number(range) => (Kind::Number, self.written_range(range.as_ref(), false)),
            KindName::Integer(range) => (Kind::Integer, self.written_range(range.as_ref(), true)),
            KindName::Enumeration(_) => match own {
                Some(id) => (Kind::Enum(id), Range::default()),
                None => {
                    self.report(
                        Diagnostic::error(
                            Code::Syntax,
                            kind.span,
                            "values are listed where an input, a rule, an outcome or a variable is declared",
                        )
                        .help("here write the name of that declaration"),
                    );
                    (Kind::Unknown, Range::default())
                }
            },
            KindName::Named(name) => {
                match self.model.enumerations.iter().position(|list| list.name == name.text) {
                    Some(index) => (Kind::Enum(EnumId(index)), Range::default()),
                    None => {
                        let known = ["flag", "number", "integer", "probability", "roll"];
                        let lists = self.model.enumerations.iter().map(|list| list.name.as_str());
                        let help = foreign::for_kind(&name.text).map(str::to_owned);
                        let help = help.or_else(|| or_nearest(&name.text, known.into_iter().chain(lists)));
                        self.report(
                            Diagnostic::error(
                                Code::UnknownName,
                                name.span,
                                format!("no kind `{}`", name.text),
                            )
                            .maybe_help(help),
                        );
                        (Kind::Unknown, Range::default())
                    }
                }
            }
        }
    }

    fn written_range(&mut self, range: Option<&ast::RangeSyntax>, whole: bool) -> Range {
        let Some(range) = range else { return Range::default() };
        let mut end = |end: &Option<Expr>| {
            let end = end.as_ref()?;
            let Some(value) = self.constant(end) else {
                self.report(
                    Diagnostic::error(Code::KindMismatch, end.span, "the end of a range is a number")
                        .help("as in `0..10`"),
                );
                return None;
            };
            if whole && !value.is_integer() {
                self.report(Diagnostic::error(
                    Code::NotWhole,
                    end.span,
                    format!("a range of whole numbers cannot end at {value}"),
                ));
            }
            Some(value)
        };
        let result = Range { low: end(&range.low), high: end(&range.high) };
        if let (Some(low), Some(high), Some(place)) = (&result.low, &result.high, &range.low)
            && low > high
        {
            self.report(
                Diagnostic::error(Code::OutOfRange, place.span, format!("no number is from {low} to {high}"))
                    .help(format!("write {high}..{low}")),
            );
        }
        result
    }
}
