//! The law of a sum of rewards over very many steps, in a window: masses far from where the sum lies are dropped.
//!
//! Masses are whole multiples of a tiny unit, rounded down, so that each is a lower bound. What all of them lack
//! to 1 is all that was ever dropped or rounded away: no mass, and no sum of masses, can be greater by more than
//! that. So nothing needs to be known of where it was lost.
//!
//! As in exact numbers, half of the steps are made forward from the start and half backward from the end.

use std::ops::RangeBounds;

use num_integer::Integer as _;

use super::{Bounds, ChainError, Kernel, Work};
use crate::cores;
use crate::exact::fixed::{Masses, Sum, Weight};
use crate::exact::{Integer, Proven, Rational, Ring, Rounded};
use crate::prob::chain::whole;

/// The law of a sum, where it has mass worth telling.
#[derive(Debug, Clone)]
pub struct CountBounds {
    /// The sums in the window and their weights, which are lower bounds, ascending.
    pub weights: Vec<(i64, Integer)>,
    /// No weight of sums, whether in the window or not, is greater by more than this.
    lost: Integer,
    /// The weight of all sums, from below and from above.
    total: (Integer, Integer),
    /// The least and the greatest sum that there can be.
    range: (i64, i64),
}

impl CountBounds {
    /// The probability of sums that have this weight together.
    #[must_use]
    pub fn probability(&self, weight: &Integer, digits: usize) -> Proven {
        let mut most = weight.clone();
        most.add_assign(&self.lost);
        let over =
            |weight: &Integer, total: &Integer| Rational::from_integers(weight, total).unwrap_or_default();
        Proven::within(&over(weight, &self.total.1), &over(&most, &self.total.0), digits)
    }

    /// The least and the greatest sum that there can be.
    #[must_use]
    pub fn range(&self) -> (i64, i64) {
        self.range
    }

    /// The probability of the sums from one to another.
    #[must_use]
    pub fn mass(&self, sums: impl RangeBounds<i64>, digits: usize) -> Proven {
        let (least, most) = self.range;
        if sums.contains(&least) && sums.contains(&most) {
            return Proven::exactly(&Integer::ONE, digits);
        }
        if self.reaches_none(&sums) {
            return Proven::exactly(&Integer::ZERO, digits);
        }
        let weights = self.weights.iter().filter(|(count, _)| sums.contains(count)).map(|(_, weight)| weight);
        self.probability(&weights.sum(), digits).chance()
    }

    /// Whether all of them are less than the least that there can be, or all are greater than the greatest.
    fn reaches_none(&self, sums: &impl RangeBounds<i64>) -> bool {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let (least, most) = self.range;
        let below = match sums.end_bound() {
            Included(end) => *end < least,
            Excluded(end) => *end <= least,
            Unbounded => false,
        };
        let above = match sums.start_bound() {
            Included(start) => *start > most,
            Excluded(start) => *start >= most,
            Unbounded => false,
        };
        below || above
    }

    /// No sum that has no weight has a greater probability than this.
    #[must_use]
    pub fn unlisted(&self, digits: usize) -> Proven {
        self.probability(&Integer::ZERO, digits).chance()
    }

    /// The least sum up to which the probability reaches one half; `None` where that is not known.
    #[must_use]
    pub fn median(&self) -> Option<i64> {
        let twice = |weight: &Integer| weight.mul(&Integer::from(2));
        let mut below = Integer::ZERO;
        for (count, weight) in &self.weights {
            let mut most = below.clone();
            most.add_assign(&self.lost);
            if twice(&most) >= self.total.0 {
                return None;
            }
            below.add_assign(weight);
            if twice(&below) >= self.total.1 {
                return Some(*count);
            }
        }
        None
    }

    /// The sum of greatest probability; `None` where that is not known, or where there may be several.
    #[must_use]
    pub fn mode(&self) -> Option<i64> {
        let (count, greatest) = self.weights.iter().max_by_key(|(_, weight)| weight)?;
        let mut others = self.weights.iter().filter(|(other, _)| other != count).map(|(_, weight)| weight);
        let least = greatest.minus(&self.lost);
        (others.all(|other| *other < least) && self.lost < least).then_some(*count)
    }

    /// Mean and variance.
    #[must_use]
    pub fn moments(&self, digits: usize) -> (Proven, Proven) {
        if self.range.0 == self.range.1 {
            let exactly = |number| Proven::exactly(&number, digits);
            return (exactly(self.range.0.into()), exactly(Integer::ZERO));
        }
        // Around the most probable sum the second moment is near to the variance.
        let middle = self.weights.iter().max_by_key(|(_, weight)| weight).map_or(0, |(count, _)| *count);
        let far = |count: i64| Integer::from(count).minus(&Integer::from(middle));
        let (mut above, mut below, mut squares) = (Integer::ZERO, Integer::ZERO, Integer::ZERO);
        for (count, weight) in &self.weights {
            let product = far(*count).mul(weight);
            squares.add_assign(&product.mul(&far(*count)));
            if product.is_negative() { below.add_assign(&product) } else { above.add_assign(&product) }
        }
        let sum = |a: &Integer, b: &Integer| {
            let mut sum = a.clone();
            sum.add_assign(b);
            sum
        };
        let shift = sum(&above, &below);
        // What was lost may lie anywhere.
        let (least, most) = (far(self.range.0), far(self.range.1));
        let furthest = least.mul(&least).max(most.mul(&most));
        let ends = (sum(&shift, &least.mul(&self.lost)), sum(&shift, &most.mul(&self.lost)));
        let mean = self.signed(&ends.0, &ends.1, middle, digits);
        let square = ends.0.mul(&ends.0).max(ends.1.mul(&ends.1));
        let touches = ends.0.is_negative() != ends.1.is_negative();
        let least_square = if touches { Integer::ZERO } else { ends.0.mul(&ends.0).min(ends.1.mul(&ends.1)) };
        let fraction =
            |top: &Integer, bottom: Integer| Rational::from_integers(top, &bottom).unwrap_or_default();
        let (low_total, high_total) = &self.total;
        let low = fraction(&squares, high_total.clone()) - fraction(&square, low_total.mul(low_total));
        let high = fraction(&sum(&squares, &furthest.mul(&self.lost)), low_total.clone())
            - fraction(&least_square, high_total.mul(high_total));
        let low = if low.is_negative() { Rational::ZERO } else { low };
        (mean, Proven::within(&low, &high, digits))
    }

    /// A mean of what lies around a sum.
    fn signed(&self, low: &Integer, high: &Integer, middle: i64, digits: usize) -> Proven {
        let (low_total, high_total) = &self.total;
        let fraction =
            |top: &Integer, bottom: &Integer| Rational::from_integers(top, bottom).unwrap_or_default();
        let low = fraction(low, if low.is_negative() { low_total } else { high_total });
        let high = fraction(high, if high.is_negative() { high_total } else { low_total });
        let middle = Rational::from(middle);
        Proven::within(&(&middle + &low), &(&middle + &high), digits)
    }
}

/// The law of the sum of the rewards over `steps` steps from `start`, for so many digits.
///
/// Cost: steps times transitions times the width of the window, in two threads.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, rounded};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let masses = Kernel::of_masses(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// let heads = rounded::count_law(&masses, 0, 10_000, 12, &Bounds::none())?;
/// assert_eq!(heads.mass(5000..=5000, 12).to_string(), "0.00797864613938");
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooMuch`], [`ChainError::TooMany`], [`ChainError::Interrupted`].
pub fn count_law(
    masses: &Kernel<Rational>,
    start: usize,
    steps: u64,
    digits: usize,
    bounds: &Bounds<'_>,
) -> Result<CountBounds, ChainError> {
    masses.must_have(start)?;
    // The digits, and sixteen more for what is improbable; the steps times the states are roundings.
    let digits = u64::try_from(digits).unwrap_or(u64::MAX).saturating_add(TAIL) * 10 / 3;
    let roundings = u64::from((u128::from(steps) * u128::from(size(masses.len())) + 1).ilog2());
    let need = digits + roundings + 4;
    match need {
        ..120 => Counted::<2>::new(masses, steps)?.law(start, need, bounds),
        120..184 => Counted::<3>::new(masses, steps)?.law(start, need, bounds),
        184..248 => Counted::<4>::new(masses, steps)?.law(start, need, bounds),
        _ => Counted::<8>::new(masses, steps)?.law(start, need, bounds),
    }
}

/// Digits beyond those that are asked for: as many zeros may stand before them.
const TAIL: u64 = 16;

/// The common denominator of all masses, where it is less than 2⁶².
fn word_of(masses: &Kernel<Rational>) -> Option<i64> {
    masses.rows.iter().flatten().try_fold(1_i64, |common, (_, _, mass)| {
        let common = Integer::common(&common.into(), &mass.denominator()).0;
        common.to_i64().filter(|common| *common < 1 << 62)
    })
}

fn whole_word(number: &Integer) -> Option<u64> {
    number.to_i64().and_then(|number| u64::try_from(number).ok())
}

fn size(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A kernel with weights of few words, and rewards that count from 0 on in units.
struct Counted<const K: usize> {
    rows: Vec<Row<K>>,
    denominator: u64,
    steps: u64,
    unit: i64,
    /// The least and the greatest sum that there can be.
    range: (i64, i64),
}

/// Where transitions lead, what they count, and their weights.
type Row<const K: usize> = Vec<(usize, i64, Weight<K>)>;

/// Masses of all states.
struct Half<const K: usize> {
    masses: Vec<Masses<K>>,
    /// By which power of two they were divided.
    shifts: u64,
}

impl<const K: usize> Counted<K> {
    fn new(masses: &Kernel<Rational>, steps: u64) -> Result<Self, ChainError> {
        let rewards = || masses.rows.iter().flatten().map(|(_, reward, _)| *reward);
        let (least, most) = (rewards().min().unwrap_or(0), rewards().max().unwrap_or(0));
        let distance = |reward: i64| reward.checked_sub(least).ok_or(ChainError::TooMany);
        let mut unit = 0;
        for reward in rewards() {
            unit = distance(reward)?.gcd(&unit);
        }
        let unit = unit.max(1);
        let all = i64::try_from(steps).map_err(|_| ChainError::TooMuch)?;
        let times = |reward: i64| reward.checked_mul(all).ok_or(ChainError::TooMany);
        let range = (times(least)?, times(most)?);
        // No sum on the way is greater than this one.
        times(distance(most)?)?;
        let denominator = word_of(masses);
        let weight = |mass: &Rational| match denominator {
            Some(common) => whole_word(&whole(mass, &common.into())).map(Weight::Whole),
            None => Some(Weight::share(mass)),
        };
        let row = |row: &Vec<(usize, i64, Rational)>| -> Option<Row<K>> {
            row.iter().map(|(to, reward, own)| Some((*to, (reward - least) / unit, weight(own)?))).collect()
        };
        let rows = masses.rows.iter().map(row).collect::<Option<_>>().ok_or(ChainError::Singular)?;
        let denominator = denominator.and_then(|common| u64::try_from(common).ok()).unwrap_or(1);
        Ok(Counted { rows, denominator, steps, unit, range })
    }

    fn law(&self, start: usize, need: u64, bounds: &Bounds<'_>) -> Result<CountBounds, ChainError> {
        let first = self.steps / 2;
        bounds.work(self.steps - first, self.rows.iter().map(Vec::len).sum())?;
        // Masses of so few binary digits are dropped at the ends.
        let least = u64::from(Masses::<K>::BITS).saturating_sub(need);
        let least = u32::try_from(least).unwrap_or(0);
        let mut begin = vec![Masses::default(); self.rows.len()];
        begin[start] = Masses::one();
        let end = vec![Masses::one(); self.rows.len()];
        let (into, out) = (self.into(), &self.rows);
        let (forward, backward) = cores::both(
            || self.carry(&into, begin, first, least, bounds),
            || self.carry(out, end, self.steps - first, least, bounds),
        );
        let (forward, backward) = (forward?, backward?);
        let pairs = || {
            let pairs = forward.masses.iter().zip(&backward.masses);
            pairs.filter(|(one, other)| !one.is_empty() && !other.is_empty())
        };
        let ranges = || pairs().map(|(one, other)| (one.range(), other.range()));
        let from = ranges().map(|(one, other)| one.start + other.start).min().unwrap_or(0);
        let to = ranges().map(|(one, other)| one.end + other.end - 1).max().unwrap_or(0);
        let mut sum = Sum::<K>::default();
        sum.begin(from..to.max(from));
        for (one, other) in pairs() {
            one.add_products(other, &mut sum);
            bounds.check(&Integer::ZERO)?;
        }
        // What 1 is in the units of the sum.
        let power =
            Rounded::<8>::of(&Rational::from(&Integer::from(u128::from(self.denominator)))).power(self.steps);
        let shifts = i64::try_from(forward.shifts + backward.shifts).map_err(|_| ChainError::TooMuch)?;
        let total = power.times_power_of_two(i64::from(Masses::<K>::BITS) - 2 - shifts).between_whole();
        let weights = sum.terms().filter(|(_, weight)| !weight.is_zero());
        let weights: Vec<(i64, Integer)> =
            weights.map(|(count, weight)| (count * self.unit + self.range.0, weight)).collect();
        let known: Integer = weights.iter().map(|(_, weight)| weight).sum();
        Ok(CountBounds { lost: total.1.minus(&known), weights, total, range: self.range })
    }

    /// For each state the transitions into it.
    fn into(&self) -> Vec<Row<K>> {
        let mut into = vec![Vec::new(); self.rows.len()];
        for (from, row) in self.rows.iter().enumerate() {
            for (to, count, weight) in row {
                into[*to].push((from, *count, *weight));
            }
        }
        into
    }

    /// Masses after so many steps: for each state and step the sum over the states that its `ways` name.
    fn carry(
        &self,
        ways: &[Row<K>],
        begin: Vec<Masses<K>>,
        steps: u64,
        least: u32,
        bounds: &Bounds<'_>,
    ) -> Result<Half<K>, ChainError> {
        let transitions = ways.iter().map(Vec::len).sum();
        let mut half = Half { masses: begin, shifts: 0 };
        let mut work = Work::new(bounds);
        let mut sum = Sum::default();
        // What 1 has become: from 1/2 to 1, after each division by a power of two.
        let mut one = Rounded::<2>::one();
        let denominator = Rounded::of(&Rational::from(&Integer::from(u128::from(self.denominator))));
        for _ in 0..steps {
            work.add(transitions)?;
            bounds.check(&Integer::ZERO)?;
            let grown = one.times(&denominator);
            let shift = u32::try_from(grown.value().magnitude()).unwrap_or(0);
            one = grown.times_power_of_two(-i64::from(shift));
            half.shifts += u64::from(shift);
            let mut next = Vec::with_capacity(half.masses.len());
            let mut width = 0;
            for row in ways {
                let row = || row.iter().filter(|(from, ..)| !half.masses[*from].is_empty());
                let ranges = || row().map(|(from, count, _)| (half.masses[*from].range(), count));
                let first = ranges().map(|(range, count)| range.start + count).min();
                let end = ranges().map(|(range, count)| range.end + count).max();
                let (Some(first), Some(end)) = (first, end) else {
                    next.push(Masses::default());
                    continue;
                };
                width += usize::try_from(end - first).unwrap_or(usize::MAX);
                if width > bounds.values {
                    return Err(ChainError::TooMany);
                }
                sum.begin(first..end);
                row().for_each(|(from, count, weight)| sum.add(&half.masses[*from], *count, weight));
                next.push(sum.cut(shift, least));
            }
            half.masses = next;
        }
        Ok(half)
    }
}
