//! Matches: every value has an arm, and only one.

use std::collections::BTreeMap;

use super::{Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{Arm, Body, Expr, Pattern, PatternKind, PatternValue, Threshold};
use crate::source::Span;

/// Up to this many whole numbers are counted one by one to see whether a match covers them.
const COUNTABLE: i64 = 10_000;

impl Checker {
    pub(super) fn match_expression(
        &mut self,
        subject: &Expr,
        arms: &[Arm<Body>],
        span: Span,
        expected: Option<Kind>,
    ) -> Kind {
        let patterns: Vec<&Pattern> = arms.iter().map(|arm| &arm.pattern).collect();
        self.patterns(subject, &patterns, span);
        let mut kind: Option<Kind> = None;
        for arm in arms {
            let found = self.body(&arm.body, expected.or(kind));
            kind = Some(kind.map_or(found, |kind| self.join(kind, found, arm.body.span)));
        }
        kind.unwrap_or(Kind::Unknown)
    }

    /// Checks the subject and the patterns of a match.
    pub(super) fn patterns(&mut self, subject: &Expr, patterns: &[&Pattern], span: Span) {
        let kind = self.expr(subject, None);
        for pattern in patterns {
            self.pattern(pattern, kind, subject);
        }
        if kind == Kind::Unknown {
            return;
        }
        let head = Span { end: subject.span.end, ..span };
        self.order_of_else(patterns);
        self.order_of_thresholds(patterns);
        let taken = self.taken_values(patterns, kind);
        let has_else = patterns.iter().any(|pattern| matches!(pattern.kind, PatternKind::Else));
        let all = self.all_values(kind, subject);
        let missing: Option<Vec<String>> =
            all.map(|all| all.into_iter().filter(|value| !taken.contains_key(value)).collect());
        match (missing, has_else) {
            (Some(missing), true) if missing.is_empty() => {
                if let Some(last) = patterns.iter().find(|pattern| matches!(pattern.kind, PatternKind::Else))
                {
                    self.report(
                        Diagnostic::error(
                            Code::UnreachableArm,
                            last.span,
                            "the arms before it take every value, so `else` never happens",
                        )
                        .help("remove it"),
                    );
                }
            }
            (Some(missing), false) if !missing.is_empty() => {
                const SHOWN: usize = 8;
                let more = if missing.len() > SHOWN { ", …" } else { "" };
                let list = missing
                    .iter()
                    .take(SHOWN)
                    .map(|value| format!("`{value}`"))
                    .collect::<Vec<_>>()
                    .join(", ");
                self.report(
                    Diagnostic::error(Code::NotCovered, head, format!("no arm takes {list}{more}"))
                        .help("add arms for them, or `else => …`"),
                );
            }
            (None, false) => {
                self.report(
                    Diagnostic::error(
                        Code::NotCovered,
                        head,
                        "a match over numbers needs an arm for everything else",
                    )
                    .help("add `else => …` as the last arm"),
                );
            }
            _ => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern, kind: Kind, subject: &Expr) {
        self.pattern_kind(pattern, kind, subject);
        for expr in pattern.expressions() {
            self.must_not_draw(expr, "the value of an arm");
        }
    }

    fn pattern_kind(&mut self, pattern: &Pattern, kind: Kind, subject: &Expr) {
        match &pattern.kind {
            PatternKind::Else => {}
            PatternKind::Threshold(threshold, bound) => {
                self.require(bound, Kind::Number, "a threshold");
                if !kind.is_numeric() {
                    let what = self.model.describe(kind);
                    self.report(
                        Diagnostic::error(
                            Code::KindMismatch,
                            pattern.span,
                            format!("`{}` compares numbers, the match is over {what}", threshold.text()),
                        )
                        .also(subject.span, format!("this is {what}")),
                    );
                }
            }
            PatternKind::Values(values) => {
                if kind == Kind::Roll {
                    self.report(
                        Diagnostic::error(
                            Code::RollNotIntegrable,
                            pattern.span,
                            "a continuous roll equals a number with probability 0",
                        )
                        .help("use thresholds: `below 0.22 => …`"),
                    );
                }
                for value in values {
                    self.pattern_value(value, kind);
                }
            }
        }
    }

    fn pattern_value(&mut self, value: &PatternValue, kind: Kind) {
        let wanted = if kind == Kind::Roll { Kind::Number } else { kind };
        self.require(&value.low, wanted, "what the match is over");
        let Some(high) = &value.high else { return };
        self.require(high, wanted, "what the match is over");
        if !matches!(kind, Kind::Integer | Kind::Unknown) {
            self.report(
                Diagnostic::error(
                    Code::KindMismatch,
                    value.low.span.to(high.span),
                    "`to` counts whole numbers",
                )
                .help("for other numbers use `below` and `at most`"),
            );
        }
        if let (Some(low), Some(high_value)) = (self.constant(&value.low), self.constant(high))
            && low > high_value
        {
            self.report(
                Diagnostic::error(
                    Code::UnreachableArm,
                    value.low.span.to(high.span),
                    format!("no number is from {low} to {high_value}"),
                )
                .help(format!("write `{high_value} to {low}`")),
            );
        }
    }

    fn order_of_else(&mut self, patterns: &[&Pattern]) {
        let Some(index) = patterns.iter().position(|pattern| matches!(pattern.kind, PatternKind::Else))
        else {
            return;
        };
        if let Some(after) = patterns.get(index + 1) {
            self.report(
                Diagnostic::error(Code::UnreachableArm, after.span, "no value reaches this arm")
                    .also(patterns[index].span, "`else` takes everything")
                    .help("put `else` last"),
            );
        }
    }

    /// `below` must rise and `above` must fall, or a later arm is never reached.
    fn order_of_thresholds(&mut self, patterns: &[&Pattern]) {
        let mut rising: Option<(Rational, bool, Span)> = None;
        let mut falling: Option<(Rational, bool, Span)> = None;
        for pattern in patterns {
            let PatternKind::Threshold(threshold, bound) = &pattern.kind else { continue };
            let Some(value) = self.constant(bound) else { continue };
            let closed = matches!(threshold, Threshold::AtMost | Threshold::AtLeast);
            let upward = matches!(threshold, Threshold::Below | Threshold::AtMost);
            let previous = if upward { &mut rising } else { &mut falling };
            if let Some((last, last_closed, span)) = previous {
                let beyond = if upward { value > *last } else { value < *last };
                let touches = value == *last && closed && !*last_closed;
                if !(beyond || touches) {
                    let direction = if upward { "rise" } else { "fall" };
                    let span = *span;
                    self.report(
                        Diagnostic::error(Code::UnreachableArm, pattern.span, "no value reaches this arm")
                            .also(span, "this arm takes them all")
                            .help(format!(
                                "the thresholds of `{}` must {direction} from arm to arm",
                                threshold.text()
                            )),
                    );
                    continue;
                }
            }
            *previous = Some((value, closed, pattern.span));
        }
    }

    /// The constant values that arms take, each with the first arm that takes it. Reports overlaps.
    fn taken_values(&mut self, patterns: &[&Pattern], kind: Kind) -> BTreeMap<String, Span> {
        let mut taken: BTreeMap<String, Span> = BTreeMap::new();
        for pattern in patterns {
            let PatternKind::Values(values) = &pattern.kind else { continue };
            for value in values {
                let span = value.high.as_ref().map_or(value.low.span, |high| value.low.span.to(high.span));
                let mut clash = None;
                for text in self.constants_of(value, kind) {
                    match taken.get(&text) {
                        Some(first) => clash = clash.or(Some((text, *first))),
                        None => {
                            taken.insert(text, span);
                        }
                    }
                }
                if let Some((text, first)) = clash {
                    self.report(
                        Diagnostic::error(Code::Overlap, span, format!("two arms take `{text}`"))
                            .also(first, "the first is here")
                            .help("remove it from one of them"),
                    );
                }
            }
        }
        taken
    }

    fn constants_of(&self, value: &PatternValue, kind: Kind) -> Vec<String> {
        use super::model::Binding;
        use crate::parse::ast::ExprKind;
        if let (Some(Binding::Variant(index)), Kind::Enum(_)) = (self.resolution.binding(value.low.id), kind)
        {
            return self
                .model
                .variants(kind)
                .get(index as usize)
                .map(|variant| variant.name.clone())
                .into_iter()
                .collect();
        }
        if let ExprKind::Flag(flag) = value.low.kind {
            return vec![flag.to_string()];
        }
        let low = self.constant(&value.low);
        let high = value.high.as_ref().map_or_else(|| low.clone(), |high| self.constant(high));
        match (low, high) {
            (Some(low), Some(high)) if low == high => vec![low.to_string()],
            (Some(low), Some(high)) => match (low.to_i64(), high.to_i64()) {
                (Some(low), Some(high)) => (low..=high)
                    .take(usize::try_from(COUNTABLE).unwrap_or(0))
                    .map(|n| n.to_string())
                    .collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// All values the subject can have, where they can be listed.
    fn all_values(&self, kind: Kind, subject: &Expr) -> Option<Vec<String>> {
        match kind {
            Kind::Flag => Some(vec!["false".to_owned(), "true".to_owned()]),
            Kind::Enum(_) => {
                Some(self.model.variants(kind).iter().map(|variant| variant.name.clone()).collect())
            }
            Kind::Integer => {
                let hull = self.hull(subject);
                let (low, high) = (hull.low?.to_i64()?, hull.high?.to_i64()?);
                (high.checked_sub(low)? <= COUNTABLE).then(|| (low..=high).map(|n| n.to_string()).collect())
            }
            _ => None,
        }
    }
}
