//! Matches: every value has an arm, and only one.

use super::model::Binding;
use super::{Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{Arm, Body, Expr, ExprKind, Pattern, PatternKind, PatternValue, Threshold};
use crate::source::Span;

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
        let taken = self.taken(patterns, kind);
        let has_else = patterns.iter().find(|pattern| matches!(pattern.kind, PatternKind::Else));
        match (self.all_values(kind, subject), has_else) {
            (Some(all), last) => {
                let gaps = gaps(&all, taken);
                match (gaps.is_empty(), last) {
                    (true, Some(last)) => {
                        let message = "the arms before it take every value, so `else` never happens";
                        self.report(
                            Diagnostic::error(Code::UnreachableArm, last.span, message).help("remove it"),
                        );
                    }
                    (false, None) => {
                        let list: Vec<String> = gaps.iter().map(|gap| self.describe_gap(gap, kind)).collect();
                        self.report(
                            Diagnostic::error(
                                Code::NotCovered,
                                head,
                                format!("no arm takes {}", list.join(", ")),
                            )
                            .help("add arms for them, or `else => …`"),
                        );
                    }
                    _ => {}
                }
            }
            (None, None) => {
                self.report(
                    Diagnostic::error(
                        Code::NotCovered,
                        head,
                        "a match over numbers needs an arm for everything else",
                    )
                    .help("add `else => …` as the last arm"),
                );
            }
            (None, Some(_)) => {}
        }
    }

    /// A gap as values: `normal`, `7`, `7 to 12`.
    fn describe_gap(&self, (low, high): &Interval, kind: Kind) -> String {
        let name = |value: &Rational| match kind {
            Kind::Flag => (*value == Rational::ONE).to_string(),
            Kind::Enum(_) => {
                let index = value.to_i64().and_then(|index| usize::try_from(index).ok());
                let variant = index.and_then(|index| self.model.variants(kind).get(index));
                variant.map_or_else(|| value.to_string(), |variant| variant.name.clone())
            }
            _ => value.to_string(),
        };
        if low == high {
            return format!("`{}`", name(low));
        }
        if matches!(kind, Kind::Flag | Kind::Enum(_)) {
            let steps = std::iter::successors(Some(low.clone()), |last| Some(last + &Rational::ONE));
            let names: Vec<String> = steps
                .take_while(|value| value <= high)
                .take(8)
                .map(|value| format!("`{}`", name(&value)))
                .collect();
            return names.join(", ");
        }
        format!("`{low}` to `{high}`")
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

    /// The constant values that arms take, as intervals. Reports overlaps.
    fn taken(&mut self, patterns: &[&Pattern], kind: Kind) -> Vec<Interval> {
        let mut taken: Vec<(Interval, Span)> = Vec::new();
        for pattern in patterns {
            let PatternKind::Values(values) = &pattern.kind else { continue };
            for value in values {
                let span = value.high.as_ref().map_or(value.low.span, |high| value.low.span.to(high.span));
                let Some((low, high)) = self.interval(value, kind) else { continue };
                let clash = taken
                    .iter()
                    .find(|((other_low, other_high), _)| low <= *other_high && *other_low <= high);
                if let Some(((other_low, _), first)) = clash {
                    let shared = low.clone().max(other_low.clone());
                    let both = self.describe_gap(&(shared.clone(), shared), kind);
                    let diagnostic = Diagnostic::error(Code::Overlap, span, format!("two arms take {both}"))
                        .also(*first, "the first is here")
                        .help("remove it from one of them");
                    self.report(diagnostic);
                }
                taken.push(((low, high), span));
            }
        }
        taken.into_iter().map(|(interval, _)| interval).collect()
    }

    /// The values of a pattern as an interval: those of an enumeration by their place, flags as 0 and 1.
    fn interval(&self, value: &PatternValue, kind: Kind) -> Option<Interval> {
        let point = |value: i64| Some((Rational::from(value), Rational::from(value)));
        if let (Some(Binding::Variant(index)), Kind::Enum(_)) = (self.resolution.binding(value.low.id), kind)
        {
            return point(index.into());
        }
        if let ExprKind::Flag(flag) = value.low.kind {
            return point(flag.into());
        }
        let low = self.constant(&value.low)?;
        let high = value.high.as_ref().map_or_else(|| Some(low.clone()), |high| self.constant(high))?;
        (low <= high).then_some((low, high))
    }

    /// All values the subject can have, where that is known.
    fn all_values(&self, kind: Kind, subject: &Expr) -> Option<Interval> {
        match kind {
            Kind::Flag => Some((Rational::ZERO, Rational::ONE)),
            Kind::Enum(_) => {
                let count = i64::try_from(self.model.variants(kind).len()).ok()?;
                Some((Rational::ZERO, Rational::from(count - 1)))
            }
            Kind::Integer => {
                let bounds = self.bounds(subject);
                Some((bounds.low?, bounds.high?))
            }
            _ => None,
        }
    }
}

/// Whole numbers from the first to the second.
type Interval = (Rational, Rational);

/// What intervals leave of all values.
fn gaps(all: &Interval, mut taken: Vec<Interval>) -> Vec<Interval> {
    taken.sort();
    let mut gaps = Vec::new();
    let mut next = all.0.clone();
    for (low, high) in taken {
        if low > next {
            gaps.push((next.clone(), &low - &Rational::ONE));
        }
        next = next.max(&high + &Rational::ONE);
    }
    if next <= all.1 {
        gaps.push((next, all.1.clone()));
    }
    gaps
}
