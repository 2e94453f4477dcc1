//! Matches: every value has an arm, and only one.

use super::model::{Binding, Range};
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
        match patterns.iter().find(|pattern| matches!(pattern.kind, PatternKind::Else)) {
            Some(last) => {
                if self.all_values(kind, subject).is_some_and(|all| gaps(&all, taken).is_empty()) {
                    let message = "the arms before it take every value, so `else` never happens";
                    let diagnostic = Diagnostic::warning(Code::UnreachableArm, last.span, message);
                    self.report(diagnostic.help("remove it"));
                }
            }
            None => self.must_cover(subject, kind, self.with_thresholds(taken, patterns, kind), head),
        }
    }

    /// Says which values no arm takes, where there is no `else`.
    fn must_cover(&mut self, subject: &Expr, kind: Kind, taken: Vec<Range>, head: Span) {
        let all = match kind {
            Kind::Integer => Some(self.reach(subject)),
            _ => self.all_values(kind, subject),
        };
        let gaps = all.map(|all| gaps(&all, taken)).unwrap_or_else(|| vec![Range::default()]);
        let message = match gaps.as_slice() {
            [] => return,
            [Range { low: None, high: None }] => {
                "a match over numbers needs an arm for everything else".to_owned()
            }
            gaps => {
                let list: Vec<String> = gaps.iter().map(|gap| self.describe_gap(gap, kind)).collect();
                format!("no arm takes {}", list.join(", "))
            }
        };
        let is_open = gaps.iter().any(|gap| gap.low.is_none() || gap.high.is_none());
        let help =
            if is_open { "add `else => …` as the last arm" } else { "add arms for them, or `else => …`" };
        let mut diagnostic = Diagnostic::error(Code::NotCovered, head, message).help(help);
        if let (ExprKind::Name(None, name), true, Kind::Integer) = (&subject.kind, is_open, kind) {
            let name = &name.text;
            diagnostic = diagnostic.note(format!(
                "it needs none where a range says what `{name}` can be, as in `{name}: integer 1..6`"
            ));
        }
        self.report(diagnostic);
    }

    /// A gap as values: `normal`, `7`, `7 to 12`.
    fn describe_gap(&self, gap: &Range, kind: Kind) -> String {
        let (low, high) = match (&gap.low, &gap.high) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => return format!("any number from `{low}`"),
            (None, Some(high)) => return format!("any number up to `{high}`"),
            (None, None) => return "any number".to_owned(),
        };
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
                Diagnostic::warning(
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
                Diagnostic::warning(Code::UnreachableArm, after.span, "no value reaches this arm")
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
                        Diagnostic::warning(Code::UnreachableArm, pattern.span, "no value reaches this arm")
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
    fn taken(&mut self, patterns: &[&Pattern], kind: Kind) -> Vec<Range> {
        let mut taken: Vec<((Rational, Rational), Span)> = Vec::new();
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
                    let both = self.describe_gap(&Range::point(shared), kind);
                    let diagnostic = Diagnostic::error(Code::Overlap, span, format!("two arms take {both}"))
                        .also(*first, "the first is here")
                        .help("remove it from one of them");
                    self.report(diagnostic);
                }
                taken.push(((low, high), span));
            }
        }
        taken.into_iter().map(|((low, high), _)| Range { low: Some(low), high: Some(high) }).collect()
    }

    /// What arms take of the whole numbers, those with thresholds too.
    fn with_thresholds(&self, mut taken: Vec<Range>, patterns: &[&Pattern], kind: Kind) -> Vec<Range> {
        for pattern in patterns.iter().filter(|_| kind == Kind::Integer) {
            let PatternKind::Threshold(threshold, bound) = &pattern.kind else { continue };
            let Some(bound) = self.constant(bound) else { continue };
            taken.push(match threshold {
                Threshold::Below => Range { low: None, high: Some(&bound.ceil() - &Rational::ONE) },
                Threshold::AtMost => Range { low: None, high: Some(bound.floor()) },
                Threshold::Above => Range { low: Some(&bound.floor() + &Rational::ONE), high: None },
                Threshold::AtLeast => Range { low: Some(bound.ceil()), high: None },
            });
        }
        taken
    }

    /// The values of a pattern as an interval: those of an enumeration by their place, flags as 0 and 1.
    fn interval(&self, value: &PatternValue, kind: Kind) -> Option<(Rational, Rational)> {
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

    /// All values the subject can have, where its kind or the ranges of inputs and rules tell.
    fn all_values(&self, kind: Kind, subject: &Expr) -> Option<Range> {
        match kind {
            Kind::Flag => Some(Range { low: Some(Rational::ZERO), high: Some(Rational::ONE) }),
            Kind::Enum(_) => {
                let count = i64::try_from(self.model.variants(kind).len()).ok()?;
                Some(Range { low: Some(Rational::ZERO), high: Some(Rational::from(count - 1)) })
            }
            Kind::Integer => {
                Some(self.bounds(subject)).filter(|range| range.low.is_some() && range.high.is_some())
            }
            _ => None,
        }
    }
}

/// What intervals of whole numbers leave of all values.
fn gaps(all: &Range, mut taken: Vec<Range>) -> Vec<Range> {
    taken.sort_by(|one, other| one.low.cmp(&other.low));
    let mut gaps = Vec::new();
    // Where what is not taken yet begins; nowhere before the first arm of all numbers.
    let mut next = all.low.clone();
    for Range { low, high } in taken {
        if let Some(low) = low
            && next.as_ref().is_none_or(|next| low > *next)
        {
            gaps.push(Range { low: next.clone(), high: Some(&low - &Rational::ONE) });
        }
        let Some(high) = high else { return cut(gaps, all) };
        let after = &high + &Rational::ONE;
        next = Some(next.map_or(after.clone(), |next| next.max(after)));
    }
    gaps.push(Range { low: next, high: None });
    cut(gaps, all)
}

/// The gaps as far as they lie among the values.
fn cut(gaps: Vec<Range>, all: &Range) -> Vec<Range> {
    let is_empty = |gap: &Range| matches!((&gap.low, &gap.high), (Some(low), Some(high)) if low > high);
    gaps.into_iter().map(|gap| gap.within(all)).filter(|gap| !is_empty(gap)).collect()
}
