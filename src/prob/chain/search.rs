//! Quantiles and modes of hitting times that may lie far out: thousands or millions of steps.
//!
//! Exact masses grow by the digits of the kernel's denominator with every step. To decide a comparison bounds
//! suffice: every mass is a whole number of tiny units, rounded down, and how much rounding has lost in all is
//! counted. Where the bounds do not decide, the exact masses do, as far as they are made. So an answer is certain,
//! although most steps are made without exact masses.

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
/// How many binary digits a sum of masses may have, and so 1 in the finest units.
const DIGITS: u32 = 124;
/// How many of them steps may add before they are rounded away.
const GROWTH: u32 = 36;
/// The least number of binary digits that rounding leaves: what is lost in all then fits, times a weight.
const FINE: u32 = 86;

/// A mass between two whole numbers of units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Interval {
    low: u128,
    high: u128,
}

/// Where the first hit stands after some steps, in units that get finer by the denominator with each step until the
/// masses are rounded.
struct Front {
    masses: Vec<u128>,
    /// The masses after the next step, while it is made.
    next: Vec<u128>,
    /// How many steps were made since the masses were rounded.
    made: usize,
    /// How much mass rounding has lost at most, in the finest units.
    lost: u128,
    /// What the last step hit, and all steps, in the finest units.
    hit: Interval,
    reached: Interval,
}

/// A kernel in machine words.
struct Words {
    denominator: u128,
    rows: Vec<Row>,
    /// How many of the finest units one unit is, after each number of steps since the masses were rounded. The
    /// length says after how many steps they are.
    units: Vec<u128>,
    /// How many units are 1, when masses were just rounded.
    one: u128,
    /// The greatest weight of a hit in one step.
    most: u128,
}

/// The transitions out of a state.
#[derive(Default)]
struct Row {
    /// Where those lead that do not hit, with their weights.
    onward: Vec<(usize, u64)>,
    /// The weight of all that hit.
    hits: u64,
}

impl FirstHit<'_> {
    fn words(&self) -> Option<Words> {
        let word = |number: &Integer| number.to_u128().and_then(|number| u64::try_from(number).ok());
        let denominator = u128::from(word(&self.walk.kernel.denominator)?);
        let mut rows = Vec::with_capacity(self.walk.kernel.rows.len());
        for row in &self.walk.kernel.rows {
            let mut words = Row::default();
            for (to, reward, weight) in row {
                if *reward != 0 {
                    words.hits += word(weight)?;
                } else if self.walk.can_hit[*to] {
                    words.onward.push((*to, word(weight)?));
                }
            }
            rows.push(words);
        }
        // As many steps as add few digits, and at least one.
        let powers = (0..).map_while(|steps| denominator.checked_pow(steps));
        let few = powers.take_while(|power| *power <= denominator.max(1 << GROWTH));
        let mut units: Vec<u128> = few.take(1 + usize::try_from(GROWTH).unwrap_or_default()).collect();
        units.reverse();
        let finest = *units.first()?;
        let fine = DIGITS.checked_sub(128 - finest.leading_zeros()).filter(|fine| *fine >= FINE)?;
        let most = rows.iter().map(|row| u128::from(row.hits)).max().unwrap_or(0);
        Some(Words { denominator, rows, units, one: 1 << fine, most })
    }

    /// Quantiles and modes. Levels lie between 0 and 1.
    ///
    /// Cost: at most forty million transitions with bounds, and a million with exact masses for each level
    /// that bounds do not decide.
    ///
    /// # Errors
    /// [`ChainError::Interrupted`].
    pub fn search(&self, levels: &[Rational], bounds: &Bounds<'_>) -> Result<Search, ChainError> {
        let work = u64::try_from(self.walk.kernel.transitions()).unwrap_or(u64::MAX).max(1);
        let exact_steps = EXACT_WORK / work;
        let Some(words) = self.words() else { return self.search_exactly(levels, exact_steps, bounds) };
        let scaled: Option<Vec<Interval>> = levels.iter().map(|level| words.scaled(level)).collect();
        let Some(scaled) = scaled else { return self.search_exactly(levels, exact_steps, bounds) };
        let never = |level: &Rational| (!self.reaches(level)).then_some(Found::Never);
        let mut quantiles: Vec<Option<Found>> = levels.iter().map(never).collect();
        let mut modes = ModeSearch::default();
        let mut step = 0;
        let mut front = words.begin(self.walk.start);
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
            if !modes.done {
                modes.consider(step, front.hit, words.left(&front));
            }
        }
        let beyond = |found: Option<Found>| found.unwrap_or(Found::Beyond(step));
        let modes = match (modes.done, modes.is_undecided()) {
            (true, false) => Some(modes.steps),
            (true, true) => exact(self.modes_within(exact_steps, bounds))?,
            (false, _) => None,
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
    fn begin(&self, start: usize) -> Front {
        let mut masses = vec![0; self.rows.len()];
        masses[start] = self.one;
        let next = vec![0; self.rows.len()];
        Front { masses, next, made: 0, lost: 0, hit: Interval::default(), reached: Interval::default() }
    }

    /// A level in the finest units, rounded down and up; `None` where it is no probability.
    fn scaled(&self, level: &Rational) -> Option<Interval> {
        let one = Integer::from(self.one * self.units[0]);
        let product = level.numerator().mul(&one);
        let low = product.exact_div(&level.denominator());
        let exact = low.mul(&level.denominator()) == product;
        let low = low.to_u128()?;
        Some(Interval { low, high: low + u128::from(!exact) })
    }

    fn advance(&self, front: &mut Front) {
        front.next.fill(0);
        let mut hit = 0;
        for (mass, row) in front.masses.iter().zip(&self.rows).filter(|(mass, _)| **mass > 0) {
            hit += mass * u128::from(row.hits);
            for (to, weight) in &row.onward {
                front.next[*to] += mass * u128::from(*weight);
            }
        }
        std::mem::swap(&mut front.masses, &mut front.next);
        front.made += 1;
        let low = hit * self.units[front.made];
        // What was lost hits in one step with a weight of `most` at most.
        let lost = (front.lost * self.most).div_ceil(self.denominator);
        front.hit = Interval { low, high: low + lost };
        let reached = front.reached.low + low;
        front.reached = Interval { low: reached, high: reached + front.lost };
        if front.made + 1 == self.units.len() {
            self.round(front);
        }
    }

    fn round(&self, front: &mut Front) {
        let unit = self.units[0];
        let mut rounded = 0_u128;
        for mass in front.masses.iter_mut().filter(|mass| **mass > 0) {
            let quotient = *mass / unit;
            rounded += u128::from(quotient * unit != *mass);
            *mass = quotient;
        }
        front.lost += rounded * unit;
        front.made = 0;
    }

    /// No later step can hit with more than this.
    fn left(&self, front: &Front) -> u128 {
        let waiting = front.masses.iter().sum::<u128>() * self.units[front.made] + front.lost;
        (waiting / self.denominator + 1) * self.most
    }
}

/// The steps of greatest mass so far.
#[derive(Default)]
struct ModeSearch {
    steps: Vec<u64>,
    greatest: Interval,
    /// The greatest mass of a step that may have had more than the greatest of its time.
    doubt: u128,
    done: bool,
}

impl ModeSearch {
    /// Takes in the mass of a step; `left` bounds that of all later ones.
    fn consider(&mut self, step: u64, hit: Interval, left: u128) {
        let same = hit == self.greatest && hit.low == hit.high;
        if hit.low > self.greatest.high {
            self.greatest = hit;
            self.steps = vec![step];
        } else if same && hit.low > 0 {
            self.steps.push(step);
        } else if !same && hit.high >= self.greatest.low {
            self.doubt = self.doubt.max(hit.high);
        }
        // Where nothing is left to wait, the bound is that of one of the finest units.
        self.done = left < self.greatest.low;
    }

    /// Whether a step was in doubt that may have as much mass as the greatest.
    fn is_undecided(&self) -> bool {
        self.doubt > 0 && self.doubt >= self.greatest.low
    }
}
