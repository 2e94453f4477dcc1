//! What numbers with signs between them make: `1 - 0.95 × 0.75`, and the expressions of a wiki.

use super::{Figure, Shape};
use crate::exact::Rational;

/// What stands between numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    /// `²` or `³`, behind what it stands for.
    Squared(u32),
    Open,
    Close,
}

impl Sign {
    /// What a sign of a text stands for.
    pub(super) fn of(sign: char) -> Option<Sign> {
        Some(match sign {
            '+' => Sign::Plus,
            '-' | '\u{2212}' | '\u{2013}' => Sign::Minus,
            '*' | '\u{d7}' | '\u{b7}' | '\u{22c5}' => Sign::Times,
            '/' | '\u{f7}' => Sign::Over,
            '^' => Sign::Power,
            '\u{b2}' => Sign::Squared(2),
            '\u{b3}' => Sign::Squared(3),
            '(' => Sign::Open,
            ')' => Sign::Close,
            _ => return None,
        })
    }

    /// How tightly it binds.
    fn rank(self) -> usize {
        match self {
            Sign::Open | Sign::Close => 0,
            Sign::Plus | Sign::Minus => 1,
            Sign::Times | Sign::Over => 2,
            Sign::Power | Sign::Squared(_) => 3,
        }
    }
}

/// A number, and whether it is a percentage, or what stands between two.
#[derive(Debug)]
pub(super) enum Item {
    Number(Span, bool),
    Sign(Sign),
}

/// A number, and those that it may be where it is rounded.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) low: Rational,
    pub(super) value: Rational,
    pub(super) high: Rational,
}

impl Span {
    pub(super) fn of(value: Rational) -> Span {
        Span { low: value.clone(), high: value.clone(), value }
    }

    /// What a figure says: with places after the point it may be rounded by half of the last.
    pub(super) fn read(figure: &Figure) -> Option<Span> {
        let value = figure.value()?;
        let (written, unit) = match &figure.shape {
            Shape::Percent(written) => (written, Rational::new(1, 100)),
            Shape::Number(written) => (written, Rational::ONE),
            Shape::Fraction(_) | Shape::Both(_) => return Some(Span::of(value)),
            Shape::Interval(_) | Shape::OneIn(_) | Shape::Word(_) => return None,
        };
        // `0.5` and `0.75` are mostly meant as they stand.
        const EXACT: usize = 2;
        if written.places == 0 || written.places <= EXACT && matches!(figure.shape, Shape::Number(_)) {
            return Some(Span::of(value));
        }
        let half = &(&written.step() * &unit) * &Rational::new(1, 2);
        Some(Span { low: &value - &half, high: &value + &half, value })
    }

    fn ends(&self) -> [&Rational; 2] {
        [&self.low, &self.high]
    }

    /// The least and the greatest that the ends of two make, and what their values make.
    fn with(&self, other: &Span, make: impl Fn(&Rational, &Rational) -> Option<Rational>) -> Option<Span> {
        let mut all = Vec::new();
        for one in self.ends() {
            for another in other.ends() {
                all.push(make(one, another)?);
            }
        }
        Some(Span {
            low: all.iter().min()?.clone(),
            high: all.iter().max()?.clone(),
            value: make(&self.value, &other.value)?,
        })
    }

    pub(super) fn times(&self, other: &Span) -> Span {
        self.with(other, |a, b| Some(a * b)).unwrap_or_else(|| self.clone())
    }

    fn power(&self, exponent: &Rational) -> Option<Span> {
        const MOST: i64 = 200;
        const LARGEST: u64 = 64;
        let exponent = exponent.to_i64().filter(|exponent| (1..=MOST).contains(exponent))?;
        if self.ends().iter().any(|end| end.is_negative() || end.bits() > LARGEST) {
            return None;
        }
        let raise = |of: &Rational| (0..exponent).fold(Rational::ONE, |made, _| &made * of);
        Some(Span { low: raise(&self.low), value: raise(&self.value), high: raise(&self.high) })
    }
}

/// What numbers and signs make. `None` where they make nothing, and for more than anybody writes.
pub(super) fn calculate(items: Vec<Item>) -> Option<Span> {
    const LARGEST: u64 = 20_000;
    let (mut values, mut signs): (Vec<Span>, Vec<Sign>) = (Vec::new(), Vec::new());
    let apply = |values: &mut Vec<Span>, sign: Sign| {
        let (b, a) = (values.pop()?, values.pop()?);
        let made = match sign {
            Sign::Plus => a.with(&b, |a, b| Some(a + b))?,
            Sign::Minus => a.with(&b, |a, b| Some(a - b))?,
            Sign::Times => a.times(&b),
            Sign::Over if b.low <= Rational::ZERO && b.high >= Rational::ZERO => return None,
            Sign::Over => a.with(&b, |a, b| a.checked_div(b))?,
            Sign::Power => a.power(&b.value)?,
            Sign::Squared(_) | Sign::Open | Sign::Close => return None,
        };
        values.push(made);
        values.last().filter(|made| made.ends().iter().all(|end| end.bits() < LARGEST)).map(|_| ())
    };
    let mut wants_value = true;
    for item in items {
        let sign = match item {
            Item::Number(number, _) if wants_value => {
                values.push(number);
                wants_value = false;
                continue;
            }
            Item::Number(..) => return None,
            Item::Sign(sign) => sign,
        };
        match sign {
            Sign::Open if wants_value => signs.push(Sign::Open),
            Sign::Close if !wants_value => loop {
                match signs.pop()? {
                    Sign::Open => break,
                    sign => apply(&mut values, sign)?,
                }
            },
            Sign::Squared(times) if !wants_value => {
                let of = values.pop()?;
                values.push(of.power(&Rational::from(i64::from(times)))?);
            }
            // Nobody agrees on which of two powers comes first.
            Sign::Power if signs.last() == Some(&Sign::Power) => return None,
            sign if !wants_value => {
                while let Some(last) = signs.last().copied().filter(|last| last.rank() >= sign.rank()) {
                    signs.pop();
                    apply(&mut values, last)?;
                }
                signs.push(sign);
                wants_value = true;
            }
            _ => return None,
        }
    }
    while let Some(sign) = signs.pop() {
        apply(&mut values, sign)?;
    }
    values.pop().filter(|_| values.is_empty() && !wants_value)
}
