//! Quantiles and modes of hitting times that may lie far out: thousands or millions of steps.
//!
//! Exact masses grow by the digits of the kernel's denominator with every step. To decide a comparison bounds
//! suffice: every mass is kept between two whole multiples of a tiny unit, rounded down and up. Where the bounds
//! do not decide, the exact masses do, as far as they are made. So an answer is certain, although most steps are
//! made without exact masses.

use super::{Bounds, ChainError, FirstHit};
use crate::exact::{Integer, Rational, Ring};

/// At which step a level is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// At this step.
    At(u64),
    /// Not within so many steps; how many more it takes was not found out.
    Beyond(u64),
    /// Never.
    Never,
}

/// Quantiles and modes of a hitting time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// For each level, the step within which it is hit with that probability.
    pub quantiles: Vec<Found>,
    /// The steps of greatest mass; `None` where they were not found out.
    pub modes: Option<Vec<u64>>,
}

/// How many transitions are made before the search gives up.
pub(super) const MOST_WORK: u64 = 40_000_000;
/// How many transitions are made with exact masses, where bounds do not decide.
pub(super) const EXACT_WORK: u64 = 1_000_000;
/// The least number of binary digits of the unit.
const FINE: u32 = 48;

/// A mass between two multiples of the unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Interval {
    low: u128,
    high: u128,
}

/// Bounds of the masses of all states, of the last step's hit and of all hits so far, in units.
struct Bracket {
    masses: Vec<Interval>,
    hit: Interval,
    reached: Interval,
}

/// A kernel in machine words.
struct Words {
    denominator: u128,
    rows: Vec<Vec<(usize, bool, u128)>>,
    /// How many units are 1.
    one: u128,
    /// The greatest weight of a hit in one step.
    most: u128,
}

impl FirstHit<'_> {
    fn words(&self) -> Option<Words> {
        let word = |number: &Integer| number.to_i64().and_then(|number| u128::try_from(number).ok());
        let denominator = word(&self.kernel.denominator)?;
        // A mass times the denominator, summed over the transitions into a state, must fit.
        let used = 2 * (128 - denominator.leading_zeros()).max(16);
        let fine = 124_u32.checked_sub(used).filter(|fine| *fine >= FINE)?;
        let mut rows = Vec::with_capacity(self.kernel.rows.len());
        for row in &self.kernel.rows {
            let kept = row.iter().filter(|(to, reward, _)| *reward != 0 || self.can_hit[*to]);
            let transition =
                |(to, reward, weight): &(usize, i64, Integer)| Some((*to, *reward != 0, word(weight)?));
            rows.push(kept.map(transition).collect::<Option<Vec<_>>>()?);
        }
        let hits = |row: &Vec<(usize, bool, u128)>| {
            row.iter().filter(|(_, hits, _)| *hits).map(|(_, _, weight)| *weight).sum::<u128>()
        };
        let most = rows.iter().map(hits).max().unwrap_or(0);
        Some(Words { denominator, rows, one: 1 << fine, most })
    }

    /// Quantiles and modes. Levels lie between 0 and 1.
    ///
    /// Cost: at most forty million transitions with bounds, and a million with exact masses for each level
    /// that bounds do not decide.
    ///
    /// # Errors
    /// [`ChainError::Interrupted`].
    pub fn search(&self, levels: &[Rational], bounds: &Bounds<'_>) -> Result<Search, ChainError> {
        let work = u64::try_from(self.kernel.transitions()).unwrap_or(u64::MAX).max(1);
        let exact_steps = EXACT_WORK / work;
        let Some(words) = self.words() else { return self.search_exactly(levels, exact_steps, bounds) };
        let scaled: Option<Vec<Interval>> = levels.iter().map(|level| words.scaled(level)).collect();
        let Some(scaled) = scaled else { return self.search_exactly(levels, exact_steps, bounds) };
        let never = |level: &Rational| (!self.reaches(level)).then_some(Found::Never);
        let mut quantiles: Vec<Option<Found>> = levels.iter().map(never).collect();
        let mut modes = ModeSearch::default();
        let mut step = 0;
        let mut front = words.begin(self.start);
        while step * work < MOST_WORK && !(modes.done && quantiles.iter().all(Option::is_some)) {
            step += 1;
            if step % 1024 == 0 {
                bounds.check(&Integer::ZERO)?;
            }
            words.advance(&mut front);
            for ((found, level), exact) in quantiles.iter_mut().zip(&scaled).zip(levels) {
                if found.is_none() && front.reached.low >= level.high {
                    *found = Some(Found::At(step));
                } else if found.is_none() && front.reached.high >= level.low {
                    *found = Some(self.exactly(exact, step, exact_steps, bounds)?);
                }
            }
            modes.consider(step, front.hit, words.left(&front));
        }
        let beyond = |found: Option<Found>| found.unwrap_or(Found::Beyond(step));
        let modes = match (modes.done, modes.undecided) {
            (true, false) => Some(modes.steps),
            (_, true) => exact(self.modes_within(exact_steps, bounds))?,
            (false, false) => None,
        };
        Ok(Search { quantiles: quantiles.into_iter().map(beyond).collect(), modes })
    }

    /// Quantiles and modes from exact masses alone, as far as those are made.
    fn search_exactly(
        &self,
        levels: &[Rational],
        steps: u64,
        bounds: &Bounds<'_>,
    ) -> Result<Search, ChainError> {
        let quantile = |level: &Rational| {
            if self.reaches(level) { self.exactly(level, steps + 1, steps, bounds) } else { Ok(Found::Never) }
        };
        let quantiles = levels.iter().map(quantile).collect::<Result<_, _>>()?;
        Ok(Search { quantiles, modes: exact(self.modes_within(steps, bounds))? })
    }

    /// A quantile from exact masses; where they are not made so far, it lies at `step` or beyond.
    fn exactly(
        &self,
        level: &Rational,
        step: u64,
        steps: u64,
        bounds: &Bounds<'_>,
    ) -> Result<Found, ChainError> {
        Ok(match exact(self.quantile_within(level, steps, bounds))? {
            Some(Some(step)) => Found::At(step),
            Some(None) => Found::Never,
            None => Found::Beyond(step.saturating_sub(1)),
        })
    }
}

/// An exact answer, or `None` where its numbers grow too long.
pub(super) fn exact<T>(answer: Result<T, ChainError>) -> Result<Option<T>, ChainError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(ChainError::TooLong) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Words {
    fn begin(&self, start: usize) -> Bracket {
        let mut masses = vec![Interval::default(); self.rows.len()];
        masses[start] = Interval { low: self.one, high: self.one };
        Bracket { masses, hit: Interval::default(), reached: Interval::default() }
    }

    /// A level in units, rounded down and up; `None` where it is no probability.
    fn scaled(&self, level: &Rational) -> Option<Interval> {
        let one = Integer::from(self.one);
        let product = level.numerator().mul(&one);
        let low = product.exact_div(&level.denominator());
        let exact = low.mul(&level.denominator()) == product;
        let low = low.to_u128()?;
        Some(Interval { low, high: low + u128::from(!exact) })
    }

    fn advance(&self, front: &mut Bracket) {
        let mut next = vec![Interval::default(); front.masses.len()];
        let mut hit = Interval::default();
        for (mass, row) in front.masses.iter().zip(&self.rows).filter(|(mass, _)| mass.high > 0) {
            for (to, hits, weight) in row {
                let target = if *hits { &mut hit } else { &mut next[*to] };
                target.low += mass.low * weight;
                target.high += mass.high * weight;
            }
        }
        let divide = |interval: &mut Interval| {
            interval.low /= self.denominator;
            interval.high = interval.high.div_ceil(self.denominator);
        };
        next.iter_mut().for_each(divide);
        divide(&mut hit);
        front.masses = next;
        front.hit = hit;
        front.reached = Interval { low: front.reached.low + hit.low, high: front.reached.high + hit.high };
    }

    /// No later step can hit with more than this.
    fn left(&self, front: &Bracket) -> u128 {
        let waiting: u128 = front.masses.iter().map(|mass| mass.high).sum();
        (waiting / self.denominator + 1) * self.most
    }
}

/// The steps of greatest mass so far.
#[derive(Default)]
struct ModeSearch {
    steps: Vec<u64>,
    greatest: Interval,
    done: bool,
    undecided: bool,
}

impl ModeSearch {
    /// Takes in the mass of a step; `left` bounds that of all later ones.
    fn consider(&mut self, step: u64, hit: Interval, left: u128) {
        if self.done {
            return;
        }
        let same = hit == self.greatest && hit.low == hit.high;
        if hit.low > self.greatest.high {
            self.greatest = hit;
            self.steps = vec![step];
        } else if same && hit.low > 0 {
            self.steps.push(step);
        } else if !same && hit.high >= self.greatest.low && hit.high > 0 {
            self.undecided = true;
            self.done = true;
        }
        // Where nothing is left to wait, the bound is that of one unit.
        if left < self.greatest.low {
            self.done = true;
        }
    }
}
