//! Kinds of expressions.

use super::model::Binding;
use super::{Checker, Code, Diagnostic, Kind};
use crate::exact::Rational;
use crate::parse::ast::{BinaryOp, Body, Choice, ChoiceWeight, Expr, ExprKind, Name, Namespace, UnaryOp};
use crate::source::Span;

impl Checker {
    /// Finds the kind of an expression and keeps it. `expected` decides between values of the same name
    /// in several enumerations; it is not enforced, see [`Checker::require`].
    pub(super) fn expr(&mut self, expr: &Expr, expected: Option<Kind>) -> Kind {
        let (kind, binding) = self.expr_kind(expr, expected);
        if let Some(slot) = self.resolution.expressions.get_mut(expr.id.0 as usize) {
            slot.0 = kind;
            if binding.is_some() {
                slot.1 = binding;
            }
        }
        kind
    }

    /// As [`Checker::expr`], and reports where the kind does not fit what is needed.
    pub(super) fn require(&mut self, expr: &Expr, wanted: Kind, purpose: &str) -> Kind {
        let found = self.expr(expr, Some(wanted));
        if !found.fits(wanted) {
            self.mismatch(expr, found, wanted, purpose);
        }
        found
    }

    pub(super) fn mismatch(&mut self, expr: &Expr, found: Kind, wanted: Kind, purpose: &str) {
        let is = self.model.describe(found);
        let need = self.model.describe(wanted);
        let code = if found == Kind::Roll { Code::RollNotIntegrable } else { Code::KindMismatch };
        let mut diagnostic = Diagnostic::error(code, expr.span, format!("{purpose} is {need}, this is {is}"));
        if let ExprKind::Name(None, name) = &expr.kind
            && let Some((_, kind)) = self.find(Some(Namespace::Rule), &name.text)
            && kind.fits(wanted)
        {
            diagnostic = diagnostic.help(format!("the rule of that name is written `rule.{}`", name.text));
        } else if let (Kind::Enum(list), Kind::Flag, ExprKind::Name(None, name)) = (found, wanted, &expr.kind)
            && self.variant_index(list, &name.text).is_some()
        {
            let owner = &self.model.enumerations[list.0].name;
            diagnostic = diagnostic.help(format!("to ask for it write `{owner} == {}`", name.text));
        } else if let Some(help) = self.number_help(expr, wanted) {
            diagnostic = diagnostic.help(help);
        } else if found == Kind::Flag && wanted.is_numeric() && purpose.starts_with("each side") {
            let flag = if let ExprKind::Name(None, name) = &expr.kind { &name.text } else { "x" };
            diagnostic = diagnostic.help(format!("to count it write `(if {flag} {{ 1 }} else {{ 0 }})`"));
        } else if found == Kind::Roll {
            diagnostic = diagnostic
                .note("a continuous roll can be added, scaled by a number, compared, and taken by `chance`, and nothing else");
        }
        self.report(diagnostic);
    }

    fn expr_kind(&mut self, expr: &Expr, expected: Option<Kind>) -> (Kind, Option<Binding>) {
        let kind = match &expr.kind {
            ExprKind::Number(_, value) if value.is_integer() => Kind::Integer,
            ExprKind::Number(..) => Kind::Number,
            ExprKind::Flag(_) => Kind::Flag,
            ExprKind::Invalid => Kind::Unknown,
            ExprKind::Name(namespace, name) => return self.name(*namespace, name, expected),
            ExprKind::Paren(inner) => self.expr(inner, expected),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                self.require(inner, Kind::Flag, "what `not` turns round");
                Kind::Flag
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => self.numeric(inner, "what a minus turns round"),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::In(left, members) => self.membership(left, members),
            ExprKind::Call(name, arguments) => return self.call(name, arguments, expr.span),
            ExprKind::Of(name, of) => {
                match self.left_in_pool(name, of).or_else(|| self.part_of_list(name, of)) {
                    Some(kind) => kind,
                    None => return self.member_of(name, of),
                }
            }
            ExprKind::KindsWith(of, pattern) => return self.kinds_with(of, pattern),
            ExprKind::Use(name, arguments) => {
                self.use_mechanic(name, arguments);
                self.whole_record(name, expr.span)
            }
            ExprKind::Member(inner, name) => return self.member(inner, name),
            ExprKind::Draw(name) => return self.draw(name),
            ExprKind::InList(left, list) => self.in_list(left, list),
            ExprKind::Range(first, last) => self.range(first, last),
            ExprKind::List(items) => self.list(items, expr.span, expected),
            ExprKind::At(list, place) => self.at(list, place),
            ExprKind::Take(_, name) => self.take(name),
            ExprKind::If(guard, then, otherwise) => {
                self.require(guard, Kind::Flag, "what `if` asks");
                let first = self.body(then, expected);
                let second = self.body(otherwise, expected.or(Some(first)));
                self.join(first, second, otherwise.span)
            }
            ExprKind::Match(subject, arms) => self.match_expression(subject, arms, expr.span, expected),
            ExprKind::OneOf(choices) => self.one_of(choices, expr.span, expected),
            ExprKind::Dice(dice) => self.dice(dice),
        };
        (kind, None)
    }

    pub(super) fn join(&mut self, first: Kind, second: Kind, span: Span) -> Kind {
        first.join(second).unwrap_or_else(|| {
            let (one, other) = (self.model.describe(first), self.model.describe(second));
            self.report(
                Diagnostic::error(
                    Code::KindMismatch,
                    span,
                    format!("this is {other}, but the cases before it are {one}"),
                )
                .help("all cases must give the same kind of value"),
            );
            Kind::Unknown
        })
    }

    pub(super) fn body(&mut self, body: &Body, expected: Option<Kind>) -> Kind {
        if body.statements.is_empty() {
            return self.expr(&body.value, expected);
        }
        let outside = self.outside.replace(self.scopes.len());
        let kind = self.scoped(|checker| {
            for statement in &body.statements {
                checker.statement(statement);
            }
            checker.expr(&body.value, expected)
        });
        self.outside = outside;
        kind
    }

    fn name(
        &mut self,
        namespace: Option<Namespace>,
        name: &Name,
        expected: Option<Kind>,
    ) -> (Kind, Option<Binding>) {
        if let (None, Some(Kind::Enum(list))) = (namespace, expected)
            && let Some(index) = self.variant_index(list, &name.text)
        {
            return (Kind::Enum(list), Some(Binding::Variant(index)));
        }
        if let Some((binding, kind)) = self.find(namespace, &name.text) {
            self.read(binding, name);
            return match kind {
                Kind::Record(_) | Kind::Pool(_) | Kind::Family(_) => (self.not_a_value(kind, name), None),
                _ => (kind, Some(binding)),
            };
        }
        let lists = if namespace.is_none() { self.enumerations_with(&name.text) } else { Vec::new() };
        match lists.as_slice() {
            [] => self.unknown_name(namespace, name, expected),
            [list] => {
                let index = self.variant_index(*list, &name.text);
                return (Kind::Enum(*list), index.map(Binding::Variant));
            }
            several => {
                let first = format!("`{}.{}`", self.model.enumerations[several[0].0].name, name.text);
                let owners: Vec<String> = several
                    .iter()
                    .map(|list| format!("`{}`", self.model.enumerations[list.0].name))
                    .collect();
                self.report(
                    Diagnostic::error(
                        Code::AmbiguousName,
                        name.span,
                        format!("`{}` is a value of {}", name.text, owners.join(" and of ")),
                    )
                    .help(format!("say which one, as in {first}")),
                );
            }
        }
        (Kind::Unknown, None)
    }

    pub(super) fn read(&mut self, binding: Binding, name: &Name) {
        match binding {
            Binding::Input(index) => self.input_read[index] = true,
            Binding::Rule(index) => self.rule_read[index] = true,
            Binding::Local(id) => self.locals[id.0 as usize].read = true,
            Binding::State(index) => {
                if let Some(read) = self.state_read.get_mut(index) {
                    *read = true;
                }
            }
            Binding::Field(index) if self.open_reads.is_some() && !self.in_function => {
                if !self.assigned.get(index).copied().unwrap_or(true)
                    && let Some(reads) = &mut self.open_reads
                {
                    reads.push((index, name.span));
                }
            }
            Binding::Field(_) if self.in_function => {
                self.report(
                    Diagnostic::error(
                        Code::ReadBeforeAssigned,
                        name.span,
                        format!("outcome `{}` may have no value where the function is called", name.text),
                    )
                    .help("give it to the function as an argument"),
                );
            }
            Binding::Field(index) if !self.assigned.get(index).copied().unwrap_or(true) => {
                self.report(
                    Diagnostic::error(
                        Code::ReadBeforeAssigned,
                        name.span,
                        format!("outcome `{}` may have no value yet", name.text),
                    )
                    .help("give it one on every way that leads here"),
                );
            }
            _ => {}
        }
    }

    pub(super) fn numeric(&mut self, expr: &Expr, purpose: &str) -> Kind {
        let kind = self.expr(expr, Some(Kind::Number));
        if !kind.is_numeric() {
            self.mismatch(expr, kind, Kind::Number, purpose);
            return Kind::Unknown;
        }
        kind
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Kind {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                self.require(left, Kind::Flag, &format!("each side of `{}`", op.text()));
                self.require(right, Kind::Flag, &format!("each side of `{}`", op.text()));
                Kind::Flag
            }
            _ if op.is_comparison() => self.comparison(op, left, right),
            _ => self.arithmetic(op, left, right),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Kind {
        let purpose = format!("each side of `{}`", op.text());
        let first = self.numeric(left, &purpose);
        let second = self.numeric(right, &purpose);
        if op == BinaryOp::Divide && self.constant(right).is_some_and(|value| value.is_zero()) {
            self.report(Diagnostic::error(Code::DivisionByZero, right.span, "this divides by zero"));
        }
        let rolls = (first == Kind::Roll, second == Kind::Roll);
        let problem = match (op, rolls) {
            (BinaryOp::Multiply, (true, true)) => Some((right.span, "two rolls are multiplied")),
            (BinaryOp::Divide, (_, true)) => Some((right.span, "something is divided by a roll")),
            (BinaryOp::Power, (true, _) | (_, true)) => {
                Some((left.span.to(right.span), "a roll stands in a power"))
            }
            _ => None,
        };
        if let Some((span, what)) = problem {
            self.roll_not_integrable(span, what);
            return Kind::Unknown;
        }
        let joined = first.join(second).unwrap_or(Kind::Unknown);
        let exponent_is_whole =
            second == Kind::Integer && self.reach(right).low.is_some_and(|low| !low.is_negative());
        match op {
            BinaryOp::Divide if joined == Kind::Integer => Kind::Number,
            BinaryOp::Power if joined == Kind::Integer && !exponent_is_whole => Kind::Number,
            _ => joined,
        }
    }

    pub(super) fn roll_not_integrable(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::error(
                Code::RollNotIntegrable,
                span,
                format!("{what}, which cannot be integrated exactly"),
            )
            .note("a continuous roll can be added, scaled by a number, compared, and taken by `chance`, and nothing else")
            .help("compare the roll first and continue with the cases"),
        );
    }

    /// The kinds of two expressions that are compared. A value whose enumeration its name does not tell
    /// takes that of the other side.
    fn pair(&mut self, left: &Expr, right: &Expr) -> (Kind, Kind) {
        let undecided = |expr: &Expr| match &expr.kind {
            ExprKind::Name(None, name) => self.find(None, &name.text).is_none(),
            _ => false,
        };
        if undecided(left) && !undecided(right) {
            let second = self.expr(right, None);
            return (self.expr(left, Some(second)), second);
        }
        let first = self.expr(left, None);
        (first, self.expr(right, Some(first)))
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Kind {
        let (first, second) = self.pair(left, right);
        let equality = matches!(op, BinaryOp::Equals | BinaryOp::NotEquals);
        if first.join(second).is_none() {
            self.mismatch(right, second, first, &format!("what stands on the left of `{}`", op.text()));
        } else if equality && (first == Kind::Roll || second == Kind::Roll) {
            self.report(
                Diagnostic::error(
                    Code::RollNotIntegrable,
                    left.span.to(right.span),
                    "a continuous roll equals a number with probability 0",
                )
                .help("compare with `<` or `>=`"),
            );
        } else if !equality && [first, second].iter().any(|kind| !kind.is_numeric()) {
            let what = self.model.describe(first);
            self.report(
                Diagnostic::error(
                    Code::KindMismatch,
                    left.span.to(right.span),
                    format!("`{}` compares numbers, this is {what}", op.text()),
                )
                .help("flags and named values are compared with `==`, `!=` and `in { … }`"),
            );
        }
        Kind::Flag
    }

    fn membership(&mut self, left: &Expr, members: &[Expr]) -> Kind {
        let subject = self.expr(left, None);
        if subject == Kind::Roll {
            self.roll_not_integrable(left.span, "a roll is looked for among values");
        }
        for member in members {
            self.require(member, subject, "what is looked for");
            self.must_not_draw(member, "what is looked for");
        }
        Kind::Flag
    }

    fn one_of(&mut self, choices: &[Choice], span: Span, expected: Option<Kind>) -> Kind {
        if choices.is_empty() {
            self.report(
                Diagnostic::error(Code::WeightsSum, span, "a choice between nothing")
                    .help("list the alternatives: one of { a, b }"),
            );
            return Kind::Unknown;
        }
        let is_undeclared = expected.is_none() && self.reports_undeclared(choices);
        let mut kind: Option<Kind> = is_undeclared.then_some(Kind::Unknown);
        for choice in choices {
            match &choice.weight {
                ChoiceWeight::Given(weight) => {
                    self.probability(weight, "the probability of an alternative");
                    self.must_not_draw(weight, "the probability of an alternative");
                }
                ChoiceWeight::Weight(weight) => self.weight(weight),
                ChoiceWeight::Equal | ChoiceWeight::Else => {}
            }
            if is_undeclared {
                continue;
            }
            let found = self.body(&choice.value, expected.or(kind));
            kind = Some(kind.map_or(found, |kind| self.join(kind, found, choice.value.span)));
        }
        if choices.iter().any(|choice| matches!(choice.weight, ChoiceWeight::Weight(_))) {
            self.shares(choices, span);
        } else {
            self.probabilities(choices, span);
        }
        kind.unwrap_or(Kind::Unknown)
    }

    fn probabilities(&mut self, choices: &[Choice], span: Span) {
        let given: Vec<&Expr> = choices
            .iter()
            .filter_map(
                |choice| if let ChoiceWeight::Given(weight) = &choice.weight { Some(weight) } else { None },
            )
            .collect();
        let rest: Vec<&Choice> =
            choices.iter().filter(|choice| matches!(choice.weight, ChoiceWeight::Else)).collect();
        if given.is_empty() && rest.is_empty() {
            return;
        }
        if given.len() + rest.len() < choices.len() {
            let plain = choices
                .iter()
                .find(|choice| matches!(choice.weight, ChoiceWeight::Equal))
                .map_or(span, |choice| choice.span);
            self.report(
                Diagnostic::error(
                    Code::WeightsSum,
                    plain,
                    "some alternatives have a probability and some have none",
                )
                .help("give each a probability, as in `1/3 => coin`, or none of them"),
            );
            return;
        }
        if let [_, second, ..] = rest.as_slice() {
            self.report(
                Diagnostic::error(Code::Overlap, second.span, "a second `else`")
                    .help("what the probabilities leave can go to one alternative"),
            );
        }
        let constants: Option<Vec<Rational>> = given.iter().map(|weight| self.constant(weight)).collect();
        let Some(constants) = constants else { return };
        let total: Rational = constants.iter().sum();
        let whole = total > Rational::ONE && constants.iter().all(Rational::is_integer);
        if total > Rational::ONE || (rest.is_empty() && total < Rational::ONE) {
            let diagnostic = Diagnostic::error(
                Code::WeightsSum,
                span,
                format!("the probabilities sum to {total}, not to 1"),
            );
            let missing = &Rational::ONE - &total;
            let help = if whole {
                "for shares write `weight` before each, as in `weight 5 => …`".to_owned()
            } else if missing.is_negative() {
                format!("take away {}", -&missing)
            } else {
                format!("{missing} is missing; give it to one more alternative, or write `else => …`")
            };
            self.report(diagnostic.help(help));
        } else if let ([first, ..], true) = (rest.as_slice(), total == Rational::ONE) {
            self.report(
                Diagnostic::warning(
                    Code::UnreachableArm,
                    first.span,
                    "the probabilities before it sum to 1, so `else` never happens",
                )
                .help("remove it"),
            );
        }
    }

    /// An expression that must lie between 0 and 1.
    pub(super) fn probability(&mut self, expr: &Expr, purpose: &str) {
        if self.require(expr, Kind::Number, purpose) != Kind::Roll {
            self.within_probability(expr, purpose);
        }
    }

    /// As [`Checker::probability`]; a roll is one, too.
    pub(super) fn chance(&mut self, expr: &Expr) {
        let purpose = "a probability";
        let kind = self.expr(expr, Some(Kind::Number));
        if !kind.fits(Kind::Roll) {
            self.mismatch(expr, kind, Kind::Number, purpose);
        } else if kind != Kind::Roll {
            self.within_probability(expr, purpose);
        }
    }

    fn within_probability(&mut self, expr: &Expr, purpose: &str) {
        let interval = self.bounds(expr);
        let below = interval.high.as_ref().is_some_and(Rational::is_negative);
        let above = interval.low.as_ref().is_some_and(|low| *low > Rational::ONE);
        if below || above {
            let value = match interval.constant() {
                Some(value) => format!("it is {value}"),
                None if below => "it is always below 0".to_owned(),
                None => "it is always above 1".to_owned(),
            };
            let diagnostic = Diagnostic::error(
                Code::ProbabilityRange,
                expr.span,
                format!("{purpose} lies between 0 and 1; {value}"),
            );
            let percent = interval.constant().filter(|value| {
                value.is_integer() && **value > Rational::ONE && **value <= Rational::from(100)
            });
            self.report(
                diagnostic
                    .maybe_help(percent.map(|value| format!("for {value} in a hundred write `{value}%`"))),
            );
        }
    }
}
