//! What can be shown without evaluating: that nothing in a program is refused, from the intervals in which its
//! numbers lie. Where that cannot be shown, it may well be so.

use crate::check::model::{Builtin, Range};
use crate::exact::Rational;
use crate::lower::{Dice, Op, Slot};
use crate::parse::ast::{BinaryOp, UnaryOp};

use super::cell::Cell;
use super::step::Sequence;
use super::term::{Bound, BoundKind};

/// How many steps are gone through at most.
const MOST_STEPS: usize = 20_000;
/// After how many rounds of a loop the ends of an interval that still move are given up.
const PATIENCE: usize = 3;

/// What is known of the contents of a slot.
#[derive(Debug, Clone, PartialEq)]
enum Fact {
    /// Perhaps nothing is there.
    Unset,
    /// A number, and whether it is whole.
    Number(Range, bool),
    /// A flag, or a value of an enumeration.
    Other,
}

type Facts = Vec<Fact>;
type Term = Bound<Rational>;

/// Whether a program that begins with nothing cannot be refused, other than by a limit.
pub(super) fn holds(body: &Sequence<Rational>, places: usize, ranges: &[(String, Range)]) -> bool {
    let mut proof = Proof { ranges, steps: 0 };
    proof.sequence(body, vec![Fact::Unset; places]).is_some()
}

/// A walk through a program. Everything here is `None` where it cannot be shown.
struct Proof<'a> {
    ranges: &'a [(String, Range)],
    steps: usize,
}

impl Proof<'_> {
    fn sequence(&mut self, sequence: &Sequence<Rational>, mut facts: Facts) -> Option<Facts> {
        forget(&mut facts, &sequence.kill);
        for step in &sequence.steps {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return None;
            }
            facts = self.step(&step.op, facts)?;
            forget(&mut facts, &step.kill);
        }
        Some(facts)
    }

    fn step(&mut self, op: &Op<Term, Sequence<Rational>>, mut facts: Facts) -> Option<Facts> {
        match op {
            Op::Assign(slot, term) => {
                let fact = value(term, &facts)?;
                set(&mut facts, *slot, fact)
            }
            Op::Random(slot, bound) => {
                let (sides, true) = number(bound, &facts)? else { return None };
                let high = sides.high.map(|high| &high - &Rational::ONE);
                (sides.low? >= Rational::ONE).then_some(())?;
                set(&mut facts, *slot, Fact::Number(Range { low: Some(Rational::ZERO), high }, true))
            }
            Op::CheckRange(slot, range) => {
                let (_, allowed) = self.ranges.get(*range)?;
                let Some(Fact::Number(found, _)) = facts.get(slot.0 as usize) else { return None };
                found.is_within(allowed).then_some(facts)
            }
            Op::Branch(arms, rest) => {
                self.weights(arms, rest.is_some(), &facts)?;
                let bodies: Vec<_> = arms.iter().map(|(_, body)| body).chain(rest).collect();
                let all = bodies.into_iter().map(|body| self.sequence(body, facts.clone()));
                all.reduce(|all, next| Some(joined(all?, &next?)))?
            }
            Op::Switch(arms, otherwise) => {
                let mut all: Option<Facts> = None;
                let mut add = |end: Facts| {
                    all = Some(match all.take() {
                        Some(all) => joined(all, &end),
                        None => end,
                    });
                };
                for (guard, body) in arms {
                    value(guard, &facts)?;
                    if let Some(inside) = assumed(guard, true, facts.clone()) {
                        add(self.sequence(body, inside)?);
                    }
                    match assumed(guard, false, facts) {
                        Some(outside) => facts = outside,
                        None => return all,
                    }
                }
                add(self.sequence(otherwise, facts)?);
                all
            }
            Op::Repeat(count, body) => {
                let (count, true) = number(count, &facts)? else { return None };
                (!count.low.as_ref()?.is_negative()).then_some(())?;
                self.repeat(&count, body, facts)
            }
            Op::Dice(slot, dice, body) => {
                let sum = self.dice(dice, body, &facts)?;
                set(&mut facts, *slot, sum)
            }
            // Rolls, evidence, refusals and loops without a bound are left to the evaluation.
            _ => None,
        }
    }

    /// The weights of a branch: each from 0 to 1, and all together 1.
    fn weights(&self, arms: &[(Term, Sequence<Rational>)], rest: bool, facts: &Facts) -> Option<()> {
        let mut sum = Range::point(Rational::ZERO);
        for (weight, _) in arms {
            let (weight, _) = number(weight, facts)?;
            (!weight.low.as_ref()?.is_negative()).then_some(())?;
            sum = sum.add(&weight);
        }
        let all = if rest { Range::probability() } else { Range::point(Rational::ONE) };
        sum.is_within(&all).then_some(())
    }

    /// So many rounds one after another, where it is known how many; else rounds until nothing changes.
    fn repeat(&mut self, count: &Range, body: &Sequence<Rational>, mut facts: Facts) -> Option<Facts> {
        if let Some(times) = count.constant().and_then(Rational::to_i64) {
            for _ in 0..times {
                facts = self.sequence(body, facts)?;
            }
            return Some(facts);
        }
        for round in 0.. {
            let after = self.sequence(body, facts.clone())?;
            let next = joined(facts.clone(), &after);
            if next == facts {
                return Some(facts);
            }
            facts = if round < PATIENCE { next } else { widened(&facts, next) };
        }
        None
    }

    fn dice(&mut self, dice: &Dice<Term>, body: &Sequence<Rational>, facts: &Facts) -> Option<Fact> {
        let mut counted = counting(&dice.count, facts)?;
        if let Some((_, kept)) = &dice.keep {
            counted = counted.extreme(&counting(kept, facts)?, false);
        }
        let after = self.sequence(body, facts.clone())?;
        if !dice.added {
            return Some(Fact::Other);
        }
        let Some(Fact::Number(face, whole)) = after.get(dice.face.0 as usize) else { return None };
        Some(Fact::Number(counted.multiply(face), *whole))
    }
}

/// How often something is done: a whole number from 0.
fn counting(term: &Term, facts: &Facts) -> Option<Range> {
    let (count, true) = number(term, facts)? else { return None };
    (!count.low.as_ref()?.is_negative()).then_some(count)
}

fn forget(facts: &mut Facts, slots: &[Slot]) {
    for slot in slots {
        if let Some(fact) = facts.get_mut(slot.0 as usize) {
            *fact = Fact::Unset;
        }
    }
}

fn set(facts: &mut Facts, slot: Slot, fact: Fact) -> Option<Facts> {
    *facts.get_mut(slot.0 as usize)? = fact;
    Some(std::mem::take(facts))
}

/// What is known after either of two ways.
fn joined(mut one: Facts, other: &Facts) -> Facts {
    for (fact, other) in one.iter_mut().zip(other) {
        *fact = match (&*fact, other) {
            (Fact::Number(a, whole), Fact::Number(b, also)) => Fact::Number(a.hull(b), *whole && *also),
            (Fact::Other, Fact::Other) => Fact::Other,
            _ => Fact::Unset,
        };
    }
    one
}

/// What is known after any number of rounds: ends that still move lie anywhere.
fn widened(before: &Facts, mut after: Facts) -> Facts {
    for (fact, before) in after.iter_mut().zip(before) {
        if let (Fact::Number(now, _), Fact::Number(then, _)) = (fact, before) {
            now.low = now.low.take().filter(|low| Some(low) == then.low.as_ref());
            now.high = now.high.take().filter(|high| Some(high) == then.high.as_ref());
        }
    }
    after
}

fn number(term: &Term, facts: &Facts) -> Option<(Range, bool)> {
    match value(term, facts)? {
        Fact::Number(range, whole) => Some((range, whole)),
        _ => None,
    }
}

/// What a term gives, where it is sure to give something.
fn value(term: &Term, facts: &Facts) -> Option<Fact> {
    match &term.kind {
        BoundKind::Constant(Cell::Number(number)) => {
            Some(Fact::Number(Range::point(number.clone()), number.is_integer()))
        }
        BoundKind::Constant(Cell::Flag(_) | Cell::Variant(_)) => Some(Fact::Other),
        BoundKind::Slot(slot) => facts.get(slot.0 as usize).filter(|fact| **fact != Fact::Unset).cloned(),
        BoundKind::Unary(UnaryOp::Not, inner) => value(inner, facts),
        BoundKind::Unary(UnaryOp::Negate, inner) => {
            let (inner, whole) = number(inner, facts)?;
            Some(Fact::Number(inner.negate(), whole))
        }
        // The right side is only asked where the left one does not decide.
        BoundKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            value(left, facts)?;
            match assumed(left, *op == BinaryOp::And, facts.clone()) {
                Some(facts) => value(right, &facts),
                None => Some(Fact::Other),
            }
        }
        BoundKind::Binary(op, left, right) => binary(*op, left, right, facts),
        BoundKind::Call(builtin, arguments) => {
            let arguments: Vec<_> =
                arguments.iter().map(|argument| number(argument, facts)).collect::<Option<_>>()?;
            let (range, whole) = call(*builtin, &arguments)?;
            Some(Fact::Number(range, whole))
        }
        _ => None,
    }
}

fn binary(op: BinaryOp, left: &Term, right: &Term, facts: &Facts) -> Option<Fact> {
    let (left, right) = (value(left, facts)?, value(right, facts)?);
    let (Fact::Number(a, whole), Fact::Number(b, also)) = (left, right) else { return Some(Fact::Other) };
    let both = whole && also;
    Some(match op {
        BinaryOp::Add => Fact::Number(a.add(&b), both),
        BinaryOp::Subtract => Fact::Number(a.add(&b.negate()), both),
        BinaryOp::Multiply => Fact::Number(a.multiply(&b), both),
        BinaryOp::Divide => {
            (!b.contains(&Rational::ZERO)).then_some(())?;
            Fact::Number(a.divide(&b), false)
        }
        BinaryOp::Power => {
            (also && !b.low?.is_negative()).then_some(())?;
            Fact::Number(Range::default(), whole)
        }
        _ => Fact::Other,
    })
}

fn call(builtin: Builtin, arguments: &[(Range, bool)]) -> Option<(Range, bool)> {
    let whole = arguments.iter().all(|(_, whole)| *whole);
    let ranges: Vec<&Range> = arguments.iter().map(|(range, _)| range).collect();
    let outward = |range: &Range| {
        let ends = (range.low.as_ref().map(Rational::floor), range.high.as_ref().map(Rational::ceil));
        Range { low: ends.0, high: ends.1 }
    };
    Some(match (builtin, ranges.as_slice()) {
        (Builtin::Min | Builtin::Max, [first, rest @ ..]) => {
            let greater = builtin == Builtin::Max;
            (rest.iter().fold((*first).clone(), |all, next| all.extreme(next, greater)), whole)
        }
        (Builtin::Clamp, [x, low, high]) => (x.extreme(low, true).extreme(high, false), whole),
        (Builtin::Abs, [x]) => {
            (x.extreme(&x.negate(), true).extreme(&Range::point(Rational::ZERO), true), whole)
        }
        (Builtin::Floor | Builtin::Ceil | Builtin::Round, [x]) => (outward(x), true),
        (Builtin::Mod, [_, by]) => {
            (!by.contains(&Rational::ZERO)).then_some(())?;
            // The remainder lies between 0 and the divisor.
            let mut range = by.hull(&Range::point(Rational::ZERO));
            if whole && by.low.as_ref().is_some_and(|low| !low.is_negative()) {
                range.high = range.high.map(|high| &high - &Rational::ONE);
            }
            (range, whole)
        }
        _ => return None,
    })
}

/// What is known where a guard holds, or fails; `None` where it cannot.
fn assumed(guard: &Term, holds: bool, facts: Facts) -> Option<Facts> {
    match &guard.kind {
        BoundKind::Constant(Cell::Flag(flag)) => (*flag == holds).then_some(facts),
        BoundKind::Unary(UnaryOp::Not, inner) => assumed(inner, !holds, facts),
        BoundKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            if (*op == BinaryOp::And) == holds {
                assumed(right, holds, assumed(left, holds, facts)?)
            } else {
                Some(facts)
            }
        }
        BoundKind::Binary(op, left, right) => {
            let facts = compared(*op, left, right, holds, facts)?;
            compared(turned(*op), right, left, holds, facts)
        }
        _ => Some(facts),
    }
}

/// The same comparison with its sides exchanged.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEquals => BinaryOp::GreaterEquals,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEquals => BinaryOp::LessEquals,
        other => other,
    }
}

/// What a comparison of a slot with something says of the slot.
fn compared(op: BinaryOp, left: &Term, right: &Term, holds: bool, mut facts: Facts) -> Option<Facts> {
    let BoundKind::Slot(slot) = left.kind else { return Some(facts) };
    let (Some((bound, bound_whole)), Some((mut range, whole))) =
        (number(right, &facts), number(left, &facts))
    else {
        return Some(facts);
    };
    // Between whole numbers there is nothing, so that the next one is the first beyond.
    let step = if whole && bound_whole { Rational::ONE } else { Rational::ZERO };
    let below = |by: &Rational| bound.high.as_ref().map(|high| high - by);
    let above = |by: &Rational| bound.low.as_ref().map(|low| low + by);
    let (high, low) = match (op, holds) {
        (BinaryOp::Less, true) | (BinaryOp::GreaterEquals, false) => (below(&step), None),
        (BinaryOp::LessEquals, true) | (BinaryOp::Greater, false) => (below(&Rational::ZERO), None),
        (BinaryOp::Greater, true) | (BinaryOp::LessEquals, false) => (None, above(&step)),
        (BinaryOp::GreaterEquals, true) | (BinaryOp::Less, false) => (None, above(&Rational::ZERO)),
        (BinaryOp::Equals, true) | (BinaryOp::NotEquals, false) => {
            (below(&Rational::ZERO), above(&Rational::ZERO))
        }
        // An end that it is not.
        (BinaryOp::Equals, false) | (BinaryOp::NotEquals, true) => {
            let end = |end: &Option<Rational>| bound.constant().is_some_and(|not| Some(not) == end.as_ref());
            (
                end(&range.high).then(|| below(&step)).flatten(),
                end(&range.low).then(|| above(&step)).flatten(),
            )
        }
        _ => (None, None),
    };
    range.high = tighter(range.high, high, false);
    range.low = tighter(range.low, low, true);
    let empty = range.low.as_ref().zip(range.high.as_ref()).is_some_and(|(low, high)| low > high);
    if empty {
        return None;
    }
    set(&mut facts, slot, Fact::Number(range, whole))
}

/// Of two ends the one that says more.
fn tighter(one: Option<Rational>, other: Option<Rational>, greater: bool) -> Option<Rational> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if greater { one.max(other) } else { one.min(other) }),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use crate::check::check;
    use crate::diagnostic::has_errors;
    use crate::evaluate::{Bindings, Limits, Plan};
    use crate::exact::Rational;
    use crate::lower::lower;
    use crate::parse::parse;
    use crate::source::SourceMap;

    fn is_shown(text: &str) -> bool {
        let text = format!("mechanic t/a\noutcome x: integer 0..20\nx = 0\n{text}\n");
        let file = SourceMap::default().add("a.odds", text.as_str());
        let (model, findings) = check(parse(file, &text).0);
        assert!(!has_errors(&findings), "{findings:?}");
        let program = lower(&model).unwrap();
        let limits = Limits::default();
        Plan::<Rational>::new(&program, &Bindings::new(&[], &[]), &[0], &(), &limits).is_shown()
    }

    #[test]
    fn what_stays_within_its_bounds_is_shown() {
        for text in [
            "repeat 4 { x = x + random(6) }",
            "if chance(1/3) { x = 20 }",
            "let n = random(5)\nif n > 0 { if chance(1 / n) { x = mod(7, n) } }",
            "let n = random(5)\nrepeat n { x = min(x + 9, 20) }",
            "let n = random(4)\nx = match n { 0 => 1, 1 => 2, else => floor(10 / n) }",
            "x = one of { 1/2 => 1, 1/4 => random(3), else => abs(-5) }",
            "let n = 3\nrepeat 3 { n = n - 1 }\nx = n",
            "let n = random(4)\nif n > 0 and 6 / n > 2 { x = n }",
        ] {
            assert!(is_shown(text), "{text}");
        }
    }

    #[test]
    fn what_may_be_refused_is_not_shown() {
        for text in [
            "repeat 5 { x = x + random(6) }",
            "x = random(6) - 1",
            "let n = random(5)\nif chance(1 / n) { x = 1 }",
            "let n = random(5)\nif n >= 0 and chance(1 / n) { x = 1 }",
            "let n = random(5)\nrepeat n { x = x + 9 }",
            "let n = random(3)\nif chance(n) { x = 1 }",
            "let n = random(4)\nif n < 3 or 6 / (n - 3) > 2 { x = n }",
            "let n = random(2)\nrepeat n - 1 { x = 1 }",
            "x = random(random(3))",
            "let n = random(3)\ngiven n > 5\nx = n",
            "repeat { x = random(3) } until x == 4",
        ] {
            assert!(!is_shown(text), "{text}");
        }
    }
}
