//! Functions that are a quotient of polynomials on each of some intervals and points.

use std::cmp::Ordering;

use super::{Function, Piece, Root, sample};
use crate::exact::{Number, Rational};

/// An interval or a point of the axis, and what holds there. Without an end it goes on for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The lower end.
    pub low: Option<Rational>,
    /// The upper end; the same as the lower one for a point.
    pub high: Option<Rational>,
    /// Whether the lower end belongs to it.
    pub low_closed: bool,
    /// Whether the upper end belongs to it.
    pub high_closed: bool,
    /// The function there.
    pub function: Function,
}

/// A function in parts, ascending, that do not overlap. Where no part is, it has no value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piecewise {
    /// The parts.
    pub parts: Vec<Part>,
}

/// A comparison with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `< 0`
    Negative,
    /// `<= 0`
    NotPositive,
    /// `= 0`
    Zero,
    /// `!= 0`
    NotZero,
    /// `>= 0`
    NotNegative,
    /// `> 0`
    Positive,
}

impl Sign {
    fn holds(self, sign: Ordering) -> bool {
        match self {
            Sign::Negative => sign.is_lt(),
            Sign::NotPositive => sign.is_le(),
            Sign::Zero => sign.is_eq(),
            Sign::NotZero => sign.is_ne(),
            Sign::NotNegative => sign.is_ge(),
            Sign::Positive => sign.is_gt(),
        }
    }
}

/// An interval whose ends may be roots that are not rational; without an end it goes on for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub low: Option<Root>,
    /// Whether it belongs to the interval.
    pub low_closed: bool,
    /// The upper end.
    pub high: Option<Root>,
    /// Whether it belongs to the interval.
    pub high_closed: bool,
}

/// How a function moves on an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// It grows.
    Rises,
    /// It shrinks.
    Falls,
    /// It stays.
    Constant,
}

/// A least or greatest value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extreme {
    /// The value; a lower and an upper bound where it is not rational.
    pub value: (Rational, Rational),
    /// Where; `None` far out on the axis.
    pub at: Option<Root>,
    /// Whether the function has the value, or only comes near it.
    pub attained: bool,
}

impl Piecewise {
    /// Joins open pieces and the values at the points between them. `points` has each end of a piece that
    /// belongs to the domain, with the value there, if there is one.
    #[must_use]
    pub fn join(pieces: &[Piece<Option<Function>>], points: &[(Rational, Option<Rational>)]) -> Piecewise {
        let mut joined = Piecewise::default();
        let value_at = |end: &Option<Rational>| {
            let end = end.as_ref()?;
            points.iter().find(|(point, _)| point == end)
        };
        for piece in pieces {
            if let Some((point, Some(value))) = value_at(&piece.low) {
                joined.push_point(point, value);
            }
            if let Some(function) = &piece.value {
                joined.push_piece(piece.low.clone(), piece.high.clone(), function);
            }
        }
        if let Some(last) = pieces.last()
            && let Some((point, Some(value))) = value_at(&last.high)
        {
            joined.push_point(point, value);
        }
        joined
    }

    fn push_point(&mut self, point: &Rational, value: &Rational) {
        if let Some(last) = self.parts.last_mut()
            && last.high.as_ref() == Some(point)
            && last.function.at(point).as_ref() == Some(value)
        {
            last.high_closed = true;
            return;
        }
        self.parts.push(Part {
            low: Some(point.clone()),
            high: Some(point.clone()),
            low_closed: true,
            high_closed: true,
            function: Function::from(value.clone()),
        });
    }

    fn push_piece(&mut self, low: Option<Rational>, high: Option<Rational>, function: &Function) {
        if let (Some(last), Some(start)) = (self.parts.last_mut(), &low)
            && last.high.as_ref() == Some(start)
            && last.high_closed
        {
            let value = last.function.at(start);
            if last.function == *function {
                last.high = high;
                last.high_closed = false;
                return;
            }
            if last.low == last.high && function.at(start) == value {
                *last = Part { low, high, low_closed: true, high_closed: false, function: function.clone() };
                return;
            }
        }
        self.parts.push(Part {
            low,
            high,
            low_closed: false,
            high_closed: false,
            function: function.clone(),
        });
    }

    /// The value at a point, if there is one.
    #[must_use]
    pub fn at(&self, point: &Rational) -> Option<Rational> {
        self.parts.iter().find(|part| part.contains(point))?.function.at(point)
    }

    /// The derivative within the parts; points have none.
    #[must_use]
    pub fn derivative(&self) -> Piecewise {
        let parts = self.parts.iter().filter(|part| part.low != part.high || part.low.is_none());
        let derived = parts.map(|part| Part {
            low_closed: false,
            high_closed: false,
            function: part.function.derivative(),
            ..part.clone()
        });
        Piecewise { parts: derived.collect() }
    }

    /// Where the function compares with zero as asked.
    ///
    /// Cost: the roots of the numerator of each part (Sturm).
    #[must_use]
    pub fn solve(&self, sign: Sign) -> Vec<Interval> {
        let mut found: Vec<Interval> = Vec::new();
        for part in &self.parts {
            for (interval, own) in part.signs() {
                if sign.holds(own) {
                    push(&mut found, interval);
                }
            }
        }
        found
    }

    /// How the function moves: intervals between which that changes.
    #[must_use]
    pub fn shape(&self) -> Vec<(Interval, Shape)> {
        let mut found: Vec<(Interval, Shape)> = Vec::new();
        for part in &self.derivative().parts {
            for (interval, sign) in part.signs() {
                let is_point = interval.low == interval.high && interval.low.is_some();
                let shape = match sign {
                    Ordering::Less => Shape::Falls,
                    Ordering::Equal if is_point => continue,
                    Ordering::Equal => Shape::Constant,
                    Ordering::Greater => Shape::Rises,
                };
                found.push((interval, shape));
            }
        }
        found
    }

    /// The least and the greatest value. `None` where it has no parts, or no bound.
    ///
    /// Cost: the roots of the derivative of each part.
    #[must_use]
    pub fn extremes(&self) -> Option<(Extreme, Extreme)> {
        let mut all = Vec::new();
        for part in &self.parts {
            all.extend(part.candidates()?);
        }
        // Of equal ones, one that is attained.
        let least = all.iter().min_by_key(|own| (own.value.0.clone(), !own.attained, own.at.is_none()))?;
        let most = all.iter().max_by_key(|own| (own.value.1.clone(), own.attained, own.at.is_some()))?;
        Some((least.clone(), most.clone()))
    }
}

impl Part {
    /// Whether a number belongs to it.
    #[must_use]
    pub fn contains(&self, point: &Rational) -> bool {
        let above = self.low.as_ref().is_none_or(|low| low < point || self.low_closed && low == point);
        let below = self.high.as_ref().is_none_or(|high| point < high || self.high_closed && point == high);
        above && below
    }

    fn is_point(&self) -> bool {
        self.low.is_some() && self.low == self.high
    }

    /// Intervals and points of one sign each, ascending; without those where the function has no value.
    fn signs(&self) -> Vec<(Interval, Ordering)> {
        let at = |point: &Rational| self.function.at(point).map(|value| value.signum());
        let single = |root: Root| Interval {
            low: Some(root.clone()),
            low_closed: true,
            high: Some(root),
            high_closed: true,
        };
        let mut signs = Vec::new();
        if let Some(low) = self.low.as_ref().filter(|_| self.low_closed) {
            signs.extend(at(low).map(|sign| (single(Root::exact(low.clone())), sign)));
        }
        if self.is_point() {
            return signs;
        }
        let roots = self.function.numerator().roots(self.low.as_ref(), self.high.as_ref());
        let roots = apart(roots);
        let end = |end: &Option<Rational>| end.clone().map(Root::exact);
        let ends: Vec<Option<Root>> = std::iter::once(end(&self.low))
            .chain(roots.iter().cloned().map(Some))
            .chain([end(&self.high)])
            .collect();
        for (number, pair) in ends.windows(2).enumerate() {
            let (from, to) = (
                pair[0].as_ref().map(|root| root.between().1),
                pair[1].as_ref().map(|root| root.between().0),
            );
            let sign = at(&sample(from, to));
            let open = Interval {
                low: pair[0].clone(),
                low_closed: false,
                high: pair[1].clone(),
                high_closed: false,
            };
            signs.extend(sign.map(|sign| (open, sign)));
            if let Some(root) = roots.get(number) {
                signs.push((single(root.clone()), Ordering::Equal));
            }
        }
        if let Some(high) = self.high.as_ref().filter(|_| self.high_closed) {
            signs.extend(at(high).map(|sign| (single(Root::exact(high.clone())), sign)));
        }
        signs
    }

    /// Where its least and greatest values can be; `None` where it has no bound.
    fn candidates(&self) -> Option<Vec<Extreme>> {
        let exactly = |value: Rational, at: Option<Root>, attained| Extreme {
            value: (value.clone(), value),
            at,
            attained,
        };
        let mut found = Vec::new();
        for (end, closed) in [(&self.low, self.low_closed), (&self.high, self.high_closed)] {
            found.push(match end {
                Some(end) => exactly(self.function.at(end)?, Some(Root::exact(end.clone())), closed),
                None => exactly(self.function.limit()?, None, self.function.to_rational().is_some()),
            });
        }
        let slope = self.function.derivative();
        if slope.is_zero() {
            // A constant has its value wherever it is.
            let at = match (self.low_closed, self.high_closed) {
                (true, _) => self.low.clone(),
                (_, true) => self.high.clone(),
                _ => Some(sample(self.low.as_ref(), self.high.as_ref())),
            };
            let value = found.pop()?.value.0;
            return Some(vec![exactly(value, at.map(Root::exact), true)]);
        }
        for root in slope.numerator().roots(self.low.as_ref(), self.high.as_ref()) {
            found.push(match root.to_rational() {
                Some(point) => exactly(self.function.at(point)?, Some(root.clone()), true),
                None => {
                    // The value lies within the bounds on an interval that is narrow enough.
                    let near = root.refined(&Rational::new(1, 1_000_000_000_000_000));
                    let (low, high) = near.between();
                    let (least, most) = self.function.range(low, high)?;
                    Extreme { value: (least, most), at: Some(near), attained: true }
                }
            });
        }
        Some(found)
    }
}

/// Roots whose intervals do not meet, so that there is a rational number between each two.
fn apart(mut roots: Vec<Root>) -> Vec<Root> {
    for place in 1..roots.len() {
        while roots[place - 1].between().1 >= roots[place].between().0 {
            for root in &mut roots[place - 1..=place] {
                let width = &(root.between().1 - root.between().0) * &Rational::new(1, 2);
                *root = if width.is_zero() { root.clone() } else { root.refined(&width) };
            }
        }
    }
    roots
}

/// Adds an interval, joined with the last one where they meet.
fn push(found: &mut Vec<Interval>, next: Interval) {
    if let Some(last) = found.last_mut()
        && last.high.is_some()
        && last.high == next.low
        && (last.high_closed || next.low_closed)
    {
        last.high = next.high;
        last.high_closed = next.high_closed;
        return;
    }
    found.push(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(constant: i64, slope: i64) -> Function {
        let x = Function::symbol();
        x.times(&Function::from(Rational::from(slope))).plus(&Function::from(Rational::from(constant)))
    }

    fn piece(low: Option<i64>, high: Option<i64>, function: Function) -> Piece<Option<Function>> {
        Piece { low: low.map(Rational::from), high: high.map(Rational::from), value: Some(function) }
    }

    /// 0 below 0, x up to 2, then 2; but 5 at 1.
    fn bumped() -> Piecewise {
        let pieces = [
            piece(None, Some(0), function(0, 0)),
            piece(Some(0), Some(1), function(0, 1)),
            piece(Some(1), Some(2), function(0, 1)),
            piece(Some(2), None, function(2, 0)),
        ];
        let value = |point: i64, value: i64| (Rational::from(point), Some(Rational::from(value)));
        Piecewise::join(&pieces, &[value(0, 0), value(1, 5), value(2, 2)])
    }

    #[test]
    fn parts_meet_where_their_values_do_and_points_that_jump_stand_alone() {
        let f = bumped();
        assert_eq!(f.parts.len(), 5);
        assert_eq!(f.at(&Rational::ONE), Some(Rational::from(5)));
        assert_eq!(f.at(&Rational::new(3, 2)), Some(Rational::new(3, 2)));
        assert!(f.parts[0].high_closed && !f.parts[1].low_closed && !f.parts[1].high_closed);
    }

    #[test]
    fn solutions_are_joined_intervals() {
        let shifted = Piecewise {
            parts: bumped()
                .parts
                .into_iter()
                .map(|part| Part { function: part.function.minus(&Function::from(Rational::ONE)), ..part })
                .collect(),
        };
        let solution = shifted.solve(Sign::NotNegative);
        assert_eq!(solution.len(), 1);
        assert_eq!(solution[0].low.as_ref().and_then(Root::to_rational), Some(&Rational::ONE));
        assert!(solution[0].low_closed && solution[0].high.is_none());
    }

    #[test]
    fn extremes_are_those_of_ends_and_of_turning_points() {
        // x² - x on [0, 2]: least at 1/2, greatest at 2.
        let x = Function::symbol();
        let part = Part {
            low: Some(Rational::ZERO),
            high: Some(Rational::from(2)),
            low_closed: true,
            high_closed: false,
            function: x.times(&x).minus(&x),
        };
        let (least, most) = Piecewise { parts: vec![part] }.extremes().unwrap();
        assert_eq!((least.value.0, least.attained), (Rational::new(-1, 4), true));
        assert_eq!((most.value.1, most.attained), (Rational::from(2), false));
    }
}
