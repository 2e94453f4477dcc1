//! The value of a term in a state.

use std::cmp::Ordering;

use crate::check::model::Builtin;
use crate::diagnostic::Code;
use crate::exact::{Number, Rational, machine};
use crate::lower::{ListOp, Slot};
use crate::parse::ast::{BinaryOp, UnaryOp};
use crate::source::Span;

use super::above::not_recorded;
use super::cell::Cell;
use super::endless::Update;
use super::limits::{Limits, Stop, internal, limit, refuse, too_long};
use super::power::power;
use super::roll::Roll;

/// A term whose inputs and rules are bound.
#[derive(Debug, Clone)]
pub(super) struct Bound<N> {
    pub(super) origin: Span,
    pub(super) kind: BoundKind<N>,
    /// The rules that were folded into it, without those of the terms inside it.
    pub(super) rules: Vec<usize>,
}

impl<N> Bound<N> {
    /// Goes through the term and all terms inside it.
    pub(super) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Bound<N>)) {
        visit(self);
        match &self.kind {
            BoundKind::Constant(_) | BoundKind::Slot(_) | BoundKind::Refused(_) => {}
            BoundKind::Update(update) => update.terms().for_each(|term| term.each(visit)),
            BoundKind::Unary(_, inner) => inner.each(visit),
            BoundKind::Binary(_, left, right) => {
                left.each(visit);
                right.each(visit);
            }
            BoundKind::Call(_, terms) | BoundKind::List(_, terms) => {
                terms.iter().for_each(|term| term.each(visit));
            }
        }
    }

    /// Goes through the slots that it reads.
    pub(super) fn each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        self.each(&mut |term| {
            if let BoundKind::Slot(slot) = &term.kind {
                visit(*slot);
            }
        });
    }

    /// The same term with other slots.
    pub(super) fn with_slots(mut self, of: &dyn Fn(Slot) -> Slot) -> Bound<N> {
        let inside = |inner: Box<Bound<N>>| Box::new(inner.with_slots(of));
        self.kind = match self.kind {
            BoundKind::Slot(slot) => BoundKind::Slot(of(slot)),
            BoundKind::Unary(op, inner) => BoundKind::Unary(op, inside(inner)),
            BoundKind::Binary(op, left, right) => BoundKind::Binary(op, inside(left), inside(right)),
            BoundKind::Call(builtin, arguments) => {
                BoundKind::Call(builtin, arguments.into_iter().map(|term| term.with_slots(of)).collect())
            }
            BoundKind::List(op, terms) => {
                BoundKind::List(op, terms.into_iter().map(|term| term.with_slots(of)).collect())
            }
            BoundKind::Update(update) => BoundKind::Update(Box::new(update.with_slots(of))),
            plain @ (BoundKind::Constant(_) | BoundKind::Refused(_)) => plain,
        };
        self
    }
}

#[derive(Debug, Clone)]
pub(super) enum BoundKind<N> {
    Constant(Cell<N>),
    Slot(Slot),
    /// What has no value, and why: it is said where the value is needed.
    Refused(Stop),
    Unary(UnaryOp, Box<Bound<N>>),
    Binary(BinaryOp, Box<Bound<N>>, Box<Bound<N>>),
    Call(Builtin, Vec<Bound<N>>),
    List(ListOp, Vec<Bound<N>>),
    /// What becomes of the weights of masses; it has no value.
    Update(Box<Update<N>>),
}

/// What terms are evaluated in, beside the cells.
pub(super) struct Context<'a, N: Number> {
    pub(super) axis: &'a N::Axis,
    pub(super) limits: &'a Limits,
}

impl<N: Number> Clone for Context<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<N: Number> Copy for Context<'_, N> {}

type Evaluated<T> = Result<T, Stop>;

impl<N: Number> Context<'_, N> {
    /// How a number compares with zero.
    pub(super) fn sign(&self, number: &N, origin: Span) -> Evaluated<Ordering> {
        number
            .sign(self.axis)
            .map_err(|_| internal(origin, "a sign is not settled on this cell of the symbol"))
    }

    pub(super) fn eval(&self, term: &Bound<N>, cells: &[Cell<N>]) -> Evaluated<Cell<N>> {
        match &term.kind {
            BoundKind::Constant(cell) => Ok(cell.clone()),
            BoundKind::Refused(stop) => Err(stop.clone()),
            BoundKind::Slot(slot) => match cells.get(slot.0 as usize) {
                Some(Cell::Unset) | None => Err(internal(term.origin, "a value is read that is not there")),
                Some(cell) => Ok(cell.clone()),
            },
            BoundKind::Unary(op, inner) => {
                let inner = self.eval(inner, cells)?;
                self.unary(*op, inner, term.origin)
            }
            BoundKind::Binary(BinaryOp::And, left, right) => {
                Ok(Cell::Flag(self.flag(left, cells)? && self.flag(right, cells)?))
            }
            BoundKind::Binary(BinaryOp::Or, left, right) => {
                Ok(Cell::Flag(self.flag(left, cells)? || self.flag(right, cells)?))
            }
            BoundKind::Binary(op, left, right) => {
                let (first, second) = (self.eval(left, cells)?, self.eval(right, cells)?);
                self.binary(*op, &first, &second, term.origin)
            }
            BoundKind::Call(builtin @ (Builtin::OrMore | Builtin::MoreThan), arguments) => {
                let cells: Vec<Cell<N>> =
                    arguments.iter().map(|argument| self.eval(argument, cells)).collect::<Evaluated<_>>()?;
                self.as_one_from(*builtin, &cells, term.origin)
            }
            BoundKind::Update(_) => Err(internal(term.origin, "a weight has no value")),
            BoundKind::List(op, terms) => self.list(*op, terms, cells, term.origin),
            BoundKind::Call(builtin, arguments) => {
                let values: Vec<Cell<N>> =
                    arguments.iter().map(|argument| self.eval(argument, cells)).collect::<Evaluated<_>>()?;
                if values.iter().any(|value| matches!(value, Cell::Above(_))) {
                    return self.call_above(*builtin, &values, term.origin);
                }
                if values.iter().any(|value| matches!(value, Cell::Roll(_))) {
                    let rolls: Option<Vec<Roll<N>>> = values.into_iter().map(as_roll).collect();
                    let rolls = rolls.ok_or_else(|| internal(term.origin, "a roll was expected"))?;
                    return self.call_of_rolls(*builtin, &rolls, term.origin);
                }
                let numbers: Vec<N> =
                    values.into_iter().map(|value| number(value, term.origin)).collect::<Evaluated<_>>()?;
                let result = self.call(*builtin, &numbers, term.origin)?;
                self.check_number(&result, term.origin)?;
                Ok(Cell::Number(result))
            }
        }
    }

    pub(super) fn flag(&self, term: &Bound<N>, cells: &[Cell<N>]) -> Evaluated<bool> {
        match self.eval(term, cells)? {
            Cell::Flag(flag) => Ok(flag),
            _ => Err(internal(term.origin, "a flag was expected")),
        }
    }

    pub(super) fn number(&self, term: &Bound<N>, cells: &[Cell<N>]) -> Evaluated<N> {
        number(self.eval(term, cells)?, term.origin)
    }

    /// A whole number that fits a machine word.
    pub(super) fn count(&self, term: &Bound<N>, cells: &[Cell<N>], what: &str) -> Evaluated<i64> {
        let number = self.number(term, cells)?;
        let Some(rational) = number.to_rational() else {
            return Err(refuse(Code::NotWhole, term.origin, format!("{what} depends on the symbol")));
        };
        if !rational.is_integer() {
            return Err(refuse(
                Code::NotWhole,
                term.origin,
                format!("{what} is a whole number; here it is {rational}"),
            ));
        }
        rational
            .to_i64()
            .ok_or_else(|| limit(term.origin, "steps", self.limits.steps, &format!("{what} is {rational}")))
    }

    pub(super) fn roll(&self, term: &Bound<N>, cells: &[Cell<N>]) -> Evaluated<Roll<N>> {
        let cell = self.eval(term, cells)?;
        if let Cell::Above(above) = &cell {
            return Err(not_recorded(above, term.origin));
        }
        as_roll(cell).ok_or_else(|| internal(term.origin, "a roll was expected"))
    }

    pub(super) fn unary(&self, op: UnaryOp, inner: Cell<N>, origin: Span) -> Evaluated<Cell<N>> {
        match (op, inner) {
            (UnaryOp::Not, Cell::Flag(flag)) => Ok(Cell::Flag(!flag)),
            (UnaryOp::Negate, Cell::Number(number)) => {
                Ok(Cell::Number(N::from(Rational::ZERO).minus(&number)))
            }
            (UnaryOp::Negate, Cell::Roll(roll)) => Ok(roll.negated().into_cell()),
            (_, Cell::Above(above)) => Err(not_recorded(&above, origin)),
            _ => Err(internal(origin, "an operator met a value it does not take")),
        }
    }

    pub(super) fn binary(
        &self,
        op: BinaryOp,
        left: &Cell<N>,
        right: &Cell<N>,
        origin: Span,
    ) -> Evaluated<Cell<N>> {
        match (op, left, right) {
            (_, Cell::Above(above), other) => self.above(op, above, other, origin),
            (_, other, Cell::Above(above)) => self.below(op, other, above, origin),
            (BinaryOp::Equals, left, right) if left == right => Ok(Cell::Flag(true)),
            // Numbers are compared by sign: what holds a symbol may be equal at one point only.
            (_, Cell::Number(left), Cell::Number(right)) => self.numbers(op, left, right, origin),
            (BinaryOp::Equals | BinaryOp::NotEquals, Cell::List(left), Cell::List(right)) => {
                let same = self.same_lists(left, right, origin)?;
                Ok(Cell::Flag(same == (op == BinaryOp::Equals)))
            }
            (BinaryOp::Equals, left, right) => Ok(Cell::Flag(left == right)),
            (BinaryOp::NotEquals, left, right) => Ok(Cell::Flag(left != right)),
            (_, Cell::Roll(_) | Cell::Number(_), Cell::Roll(_) | Cell::Number(_)) => {
                self.rolls(op, left, right, origin)
            }
            _ => Err(internal(origin, "an operator met values it does not take")),
        }
    }

    fn numbers(&self, op: BinaryOp, left: &N, right: &N, origin: Span) -> Evaluated<Cell<N>> {
        let result = match op {
            BinaryOp::Add => left.plus(right),
            BinaryOp::Subtract => left.minus(right),
            BinaryOp::Multiply => left.times(right),
            BinaryOp::Divide => {
                // Where a symbol makes the divisor zero the axis is cut, even if nothing of it is left later.
                self.sign(right, origin)?;
                left.over(right)
                    .ok_or_else(|| refuse(Code::DivisionByZero, origin, "this divides by zero"))?
            }
            BinaryOp::Power => self.power(left, right, origin)?,
            _ => return Ok(Cell::Flag(compares(op, self.sign(&left.minus(right), origin)?))),
        };
        self.check_number(&result, origin)?;
        Ok(Cell::Number(result))
    }

    pub(super) fn check_size(&self, bits: u64, origin: Span) -> Evaluated<()> {
        if bits > self.limits.bits() {
            return Err(limit(origin, "digits", self.limits.digits, "a number grows too long"));
        }
        Ok(())
    }

    /// As [`Context::check_size`], for a number of which the size is known before it is made.
    pub(super) fn check_size_ahead(&self, bits: u64, origin: Span) -> Evaluated<()> {
        if bits > self.limits.bits() { Err(too_long(bits, self.limits, origin)) } else { Ok(()) }
    }

    fn power(&self, base: &N, exponent: &N, origin: Span) -> Evaluated<N> {
        let exponent = match exponent.to_rational() {
            Some(exponent) if exponent.is_integer() => exponent,
            Some(exponent) => {
                return Err(refuse(
                    Code::NotWhole,
                    origin,
                    format!("an exponent is a whole number; here it is {exponent}"),
                ));
            }
            None => return Err(refuse(Code::NotWhole, origin, "an exponent depends on the symbol")),
        };
        let (zero, one) = (N::from(Rational::ZERO), N::from(Rational::ONE));
        let minus_one = N::from(Rational::from(-1));
        // These do not grow, so that any exponent can be answered.
        let even = (&exponent * &Rational::new(1, 2)).is_integer();
        if *base == one || (*base == minus_one && even) {
            return Ok(one);
        }
        if *base == minus_one {
            return Ok(minus_one);
        }
        if *base == zero && !exponent.is_negative() {
            return Ok(if exponent.is_zero() { one } else { zero });
        }
        let times = exponent.abs().to_i64().and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX);
        let product = power(base, times, self.limits, origin)?;
        if !exponent.is_negative() {
            return Ok(product);
        }
        self.sign(&product, origin)?;
        N::from(Rational::ONE)
            .over(&product)
            .ok_or_else(|| refuse(Code::DivisionByZero, origin, "zero to a negative power divides by zero"))
    }

    fn rolls(&self, op: BinaryOp, left: &Cell<N>, right: &Cell<N>, origin: Span) -> Evaluated<Cell<N>> {
        let not_integrable = || {
            refuse(
                Code::RollNotIntegrable,
                origin,
                "two rolls meet in a way that cannot be integrated exactly",
            )
        };
        let result = match (op, left, right) {
            (BinaryOp::Multiply, Cell::Number(factor), Cell::Roll(roll))
            | (BinaryOp::Multiply, Cell::Roll(roll), Cell::Number(factor)) => {
                self.scaled(roll, factor, origin)?
            }
            (BinaryOp::Divide, Cell::Roll(roll), Cell::Number(divisor)) => {
                self.sign(divisor, origin)?;
                let factor = N::from(Rational::ONE)
                    .over(divisor)
                    .ok_or_else(|| refuse(Code::DivisionByZero, origin, "this divides by zero"))?;
                self.scaled(roll, &factor, origin)?
            }
            (BinaryOp::Add | BinaryOp::Subtract, _, _) => {
                let (Some(left), Some(right)) = (as_roll(left.clone()), as_roll(right.clone())) else {
                    return Err(not_integrable());
                };
                let right = if op == BinaryOp::Add { right } else { right.negated() };
                self.sum_of_rolls(&left, &right, origin)?
            }
            _ => return Err(not_integrable()),
        };
        self.roll_cell(result, origin)
    }

    /// Refuses a number with too many digits.
    pub(super) fn check_number(&self, number: &N, origin: Span) -> Evaluated<()> {
        self.check_size(number.bits(), origin)
    }

    pub(super) fn call(&self, builtin: Builtin, arguments: &[N], origin: Span) -> Evaluated<N> {
        let smaller = |a: &N, b: &N| Ok::<bool, Stop>(self.sign(&a.minus(b), origin)? == Ordering::Less);
        match (builtin, arguments) {
            (Builtin::Min | Builtin::Max, [first, rest @ ..]) => {
                let mut best = first;
                for next in rest {
                    let take =
                        if builtin == Builtin::Min { smaller(next, best)? } else { smaller(best, next)? };
                    if take {
                        best = next;
                    }
                }
                Ok(best.clone())
            }
            (Builtin::Clamp, [x, low, high]) => {
                let raised = if smaller(x, low)? { low } else { x };
                Ok(if smaller(high, raised)? { high } else { raised }.clone())
            }
            (Builtin::Abs, [x]) => Ok(if self.sign(x, origin)? == Ordering::Less {
                N::from(Rational::ZERO).minus(x)
            } else {
                x.clone()
            }),
            (Builtin::Floor, [x]) => self.whole(x, origin, Rational::floor),
            (Builtin::Ceil, [x]) => self.whole(x, origin, Rational::ceil),
            (Builtin::Round, [x]) => self.whole(x, origin, |x| (x + &Rational::new(1, 2)).floor()),
            (Builtin::Mod, [a, b]) => {
                let by_zero = || refuse(Code::DivisionByZero, origin, "a remainder of a division by zero");
                let quotient = a.over(b).ok_or_else(by_zero)?;
                let whole = self.whole(&quotient, origin, Rational::floor)?;
                Ok(a.minus(&b.times(&whole)))
            }
            (Builtin::Root, [x]) => {
                let x = self.known(x, "the root", origin)?;
                let message = format!("`root` takes a number from 0; here it is {x}");
                let negative = || refuse(Code::OutOfRange, origin, message);
                machine::whole_root(&x).map(N::from).ok_or_else(negative)
            }
            (Builtin::Xor, [a, b]) => {
                let (a, b) = (self.known(a, "`xor`", origin)?, self.known(b, "`xor`", origin)?);
                machine::exclusive_or(&a, &b).map(N::from).ok_or_else(|| {
                    let message = format!("`xor` takes whole numbers from 0; here they are {a} and {b}");
                    refuse(Code::OutOfRange, origin, message)
                })
            }
            (Builtin::Float32, [x]) => {
                let float = machine::float32(&self.known(x, "a 32-bit float", origin)?);
                float
                    .map(N::from)
                    .ok_or_else(|| refuse(Code::OutOfRange, origin, "this is too large for a 32-bit float"))
            }
            _ => Err(internal(origin, "a function met arguments it does not take")),
        }
    }

    /// A number without a symbol.
    fn known(&self, number: &N, what: &str, origin: Span) -> Evaluated<Rational> {
        number.to_rational().ok_or_else(|| {
            refuse(Code::NotWhole, origin, format!("{what} cannot be taken of an expression of the symbol"))
        })
    }

    fn whole(&self, number: &N, origin: Span, round: impl Fn(&Rational) -> Rational) -> Evaluated<N> {
        match number.to_rational() {
            Some(rational) => Ok(N::from(round(&rational))),
            None => Err(refuse(Code::NotWhole, origin, "the symbol cannot be rounded to a whole number")),
        }
    }
}

/// Whether an ordering satisfies a comparison.
pub(super) fn compares(op: BinaryOp, ordering: Ordering) -> bool {
    match op {
        BinaryOp::Less => ordering.is_lt(),
        BinaryOp::LessEquals => ordering.is_le(),
        BinaryOp::Greater => ordering.is_gt(),
        BinaryOp::GreaterEquals => ordering.is_ge(),
        BinaryOp::Equals => ordering.is_eq(),
        _ => ordering.is_ne(),
    }
}

/// The number that a cell holds.
fn number<N>(cell: Cell<N>, origin: Span) -> Evaluated<N> {
    match cell {
        Cell::Number(number) => Ok(number),
        Cell::Above(above) => Err(not_recorded(&above, origin)),
        _ => Err(internal(origin, "a number was expected")),
    }
}

fn as_roll<N: Number>(cell: Cell<N>) -> Option<Roll<N>> {
    match cell {
        Cell::Number(number) => Some(Roll::number(number)),
        Cell::Roll(roll) => Some(*roll),
        _ => None,
    }
}
