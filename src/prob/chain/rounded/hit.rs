//! Hitting times in rounded numbers.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::reduce::{Reduced, Ways};
use super::walk::Walk;
use super::{Bounds, ChainError, Kernel, Work};
use crate::exact::{Rational, Rounded};
use crate::prob::chain::hitting::{self, FirstHit, can_hit, lasts_for_ever, waiting};
use crate::prob::chain::search::{EXACT_WORK, Found, MOST_WORK, exact};

/// What is asked of a hitting time beside whether it is ever hit, its mean and its variance.
#[derive(Debug, Clone, Default)]
pub struct HitAsked {
    /// How many steps are listed; without, up to 99% of all hits, and no more than that many steps.
    pub over: Option<u64>,
    /// How many steps are listed at most where nobody says.
    pub most: u64,
    /// Levels of quantiles, from 0 to 1.
    pub levels: Vec<Rational>,
    /// Numbers of steps, ascending, within which it may not be hit.
    pub not_yet: BTreeSet<u64>,
}

/// One step of a hitting time.
#[derive(Debug, Clone, Copy)]
pub struct HitRow<const K: usize> {
    /// The probability that it is first hit at this step.
    pub at: Rounded<K>,
    /// The probability that it has been hit by then.
    pub by_then: Rounded<K>,
    /// The probability that it has not.
    pub not_yet: Rounded<K>,
}

/// What was found out about a hitting time.
#[derive(Debug, Clone)]
pub struct HitFound<const K: usize> {
    /// The first steps.
    pub rows: Vec<HitRow<K>>,
    /// For each level, the step within which it is hit with that probability; `None` where that is not decided.
    pub quantiles: Vec<Option<Found>>,
    /// The steps of greatest mass; `None` where they are not decided or not found.
    pub modes: Option<Vec<u64>>,
    /// For each number of steps that was asked for, the probability that it has not been hit within them.
    pub not_yet: Vec<Rounded<K>>,
}

/// The time up to a first hit, without what takes more than a walk.
pub struct Waiting<'a, const K: usize> {
    kernel: &'a Kernel<Rounded<K>>,
    masses: &'a Kernel<Rational>,
    start: usize,
    can_hit: Vec<bool>,
    /// Whether it is hit with certainty.
    certain: bool,
}

/// Whether it is ever hit, and how long that takes.
#[derive(Debug, Clone, Copy)]
pub struct Hit<const K: usize> {
    /// The probability that it is ever hit.
    pub ever: Rounded<K>,
    /// Where it is hit with certainty and that was found: the mean, and the mean of the product of the time and the time plus one.
    pub times: Option<(Rounded<K>, Rounded<K>)>,
}

/// The step at which a transition with a reward other than 0 is first made, from `start`; that step counts.
/// `kernel` holds `masses`, rounded.
///
/// # Errors
/// [`ChainError::NeverHits`].
pub fn first_hit<'a, const K: usize>(
    kernel: &'a Kernel<Rounded<K>>,
    masses: &'a Kernel<Rational>,
    start: usize,
) -> Result<Waiting<'a, K>, ChainError> {
    kernel.must_have(start)?;
    let can_hit = can_hit(kernel);
    if !can_hit[start] {
        return Err(ChainError::NeverHits);
    }
    let goes_on =
        |state: &usize| kernel.rows[*state].iter().all(|(to, reward, _)| *reward != 0 || can_hit[*to]);
    let certain = waiting(kernel, start, &can_hit).keys().all(goes_on);
    Ok(Waiting { kernel, masses, start, can_hit, certain })
}

impl<const K: usize> Waiting<'_, K> {
    /// Whether it is hit with certainty.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// Whether it is ever hit, and how long that takes.
    ///
    /// A hit, and where it can no longer happen, lead back to the start: then how often each state is met between
    /// two hits is what the stationary law says.
    ///
    /// # Errors
    /// [`ChainError::TooMuch`], [`ChainError::TooMany`], [`ChainError::Interrupted`].
    pub fn solve(&self, bounds: &Bounds<'_>) -> Result<Hit<K>, ChainError> {
        let waiting = waiting(self.kernel, self.start, &self.can_hit);
        let (hit, lost) = (waiting.len(), waiting.len() + 1);
        let mut ways = Ways::new(if self.certain { lost } else { lost + 1 });
        let mut sums = 0;
        for (state, from) in &waiting {
            let row = &self.kernel.rows[*state];
            sums = sums.max(row.len());
            for (to, reward, mass) in row {
                let to = if *reward != 0 { Some(&hit) } else { waiting.get(to) };
                ways.add(*from, to.copied().unwrap_or(lost), mass.value());
            }
        }
        let start = waiting.get(&self.start).copied().ok_or(ChainError::NoSuchState)?;
        ways.add(hit, start, Rounded::one().value());
        if !self.certain {
            ways.add(lost, start, Rounded::one().value());
        }
        let Reduced { visits, times } = ways.reduce(hit, sums, bounds)?;
        if !self.certain {
            return Ok(Hit { ever: visits[hit].over(&visits[hit].plus(&visits[lost])), times: None });
        }
        let mean = visits[..hit].iter().copied().sum();
        let product: Rounded<K> =
            visits[..hit].iter().zip(&times).map(|(visits, time)| visits.times(time)).sum();
        Ok(Hit { ever: Rounded::one(), times: Some((mean, product.plus(&product))) })
    }

    /// The law as far as it is asked for, quantiles and modes. `ever` is the probability that it is ever hit.
    ///
    /// Cost: for what is searched, forty million transitions at most.
    ///
    /// # Errors
    /// [`ChainError::TooMuch`], [`ChainError::Interrupted`].
    pub fn find(
        &self,
        ever: &Rounded<K>,
        asked: &HitAsked,
        bounds: &Bounds<'_>,
    ) -> Result<HitFound<K>, ChainError> {
        let mut search = Search::new(self, ever, &asked.levels);
        let last = asked.not_yet.last().copied().unwrap_or(0).max(asked.over.unwrap_or(0));
        let nearly_all = ever.times(&Rounded::of(&Rational::new(99, 100)));
        let mut found =
            HitFound { rows: Vec::new(), quantiles: Vec::new(), modes: None, not_yet: Vec::new() };
        if asked.not_yet.contains(&0) {
            found.not_yet.push(Rounded::one());
        }
        let mut walk = Walk::new(self.kernel, self.start);
        let (mut work, mut lost, mut by_then) = (Work::new(bounds), Rounded::ZERO, Rounded::ZERO);
        let mut listing = asked.over != Some(0);
        let mut step = 0;
        while step < last || listing || (search.is_open() && work.made < MOST_WORK) {
            step += 1;
            work.add(walk.work())?;
            let mut at = Rounded::ZERO;
            walk.step(|to, reward, mass| {
                if reward != 0 {
                    at = at.plus(mass);
                } else if self.can_hit[to] {
                    return true;
                } else {
                    lost = lost.plus(mass);
                }
                false
            });
            by_then = by_then.plus(&at);
            let waiting: Rounded<K> = walk.active.iter().map(|state| walk.masses[*state]).sum();
            let row = HitRow { at, by_then, not_yet: waiting.plus(&lost) };
            if listing {
                found.rows.push(row);
                listing = match asked.over {
                    Some(over) => step < over,
                    None => step < asked.most && by_then.compare(&nearly_all) == Some(Ordering::Less),
                };
            }
            if asked.not_yet.contains(&step) {
                found.not_yet.push(row.not_yet);
            }
            search.take_in(step, &row, &waiting, bounds)?;
        }
        (found.quantiles, found.modes) = search.found(step);
        Ok(found)
    }

    /// The same in exact numbers, where bounds do not decide; with how many steps they may make.
    fn exactly<T>(
        &self,
        ask: impl FnOnce(&FirstHit<'_>, u64) -> Result<T, ChainError>,
    ) -> Result<Option<T>, ChainError> {
        let work = u64::try_from(self.kernel.transitions()).unwrap_or(u64::MAX).max(1);
        if EXACT_WORK / work == 0 {
            return Ok(None);
        }
        let kernel = self.masses.whole();
        let hit = FirstHit {
            walk: hitting::Walk { kernel: &kernel, start: self.start, can_hit: self.can_hit.clone() },
            ever: Rational::ONE,
            moments: None,
            given: None,
        };
        exact(ask(&hit, EXACT_WORK / work))
    }
}

/// Quantiles and modes that are sought while the walk goes on.
struct Search<'a, const K: usize> {
    waiting: &'a Waiting<'a, K>,
    /// For each level, what may be left at most where it is reached; the level; and what was found.
    levels: Vec<(Rounded<K>, Rational, Sought)>,
    /// The greatest chance of a hit in one step.
    most: Rounded<K>,
    greatest: Rounded<K>,
    modes: Vec<u64>,
    modes_done: bool,
    modes_known: bool,
}

#[derive(Clone, Copy)]
enum Sought {
    Open,
    /// Perhaps it is never reached, so that nobody waits for it.
    Doubtful,
    Found(Found),
    Undecided,
}

impl<'a, const K: usize> Search<'a, K> {
    fn new(waiting: &'a Waiting<'a, K>, ever: &Rounded<K>, levels: &[Rational]) -> Self {
        let level = |level: &Rational| {
            let endless = || lasts_for_ever(waiting.kernel, waiting.start, &waiting.can_hit);
            let reached = match (waiting.certain, Rounded::of(level).compare(ever)) {
                (true, _) if *level == Rational::ONE && endless() => Sought::Found(Found::Never),
                (true, _) | (false, Some(Ordering::Less)) => Sought::Open,
                (false, Some(Ordering::Greater)) => Sought::Found(Found::Never),
                (false, _) => Sought::Doubtful,
            };
            (Rounded::of(&(&Rational::ONE - level)), level.clone(), reached)
        };
        let hits = |row: &Vec<(usize, i64, Rounded<K>)>| -> Rounded<K> {
            row.iter().filter(|(_, reward, _)| *reward != 0).map(|(_, _, mass)| *mass).sum()
        };
        let sums = waiting.kernel.rows.iter().map(hits);
        // The greatest as it is known, with the roundings of that which has most of them.
        let most = sums.fold(Rounded::ZERO, |most: Rounded<K>, sum| most.greater(&sum));
        Search {
            waiting,
            levels: levels.iter().map(level).collect(),
            most,
            greatest: Rounded::ZERO,
            modes: Vec::new(),
            modes_done: false,
            modes_known: true,
        }
    }

    fn is_open(&self) -> bool {
        !self.modes_done || self.levels.iter().any(|(_, _, sought)| matches!(sought, Sought::Open))
    }

    /// Takes in a step; `waiting` is the mass of those who still wait for a hit.
    fn take_in(
        &mut self,
        step: u64,
        row: &HitRow<K>,
        waiting: &Rounded<K>,
        bounds: &Bounds<'_>,
    ) -> Result<(), ChainError> {
        let open = |(_, _, sought): &&mut (_, _, Sought)| matches!(sought, Sought::Open | Sought::Doubtful);
        for (left, level, sought) in self.levels.iter_mut().filter(open) {
            match row.not_yet.compare(left) {
                Some(Ordering::Greater) if !waiting.is_zero() => {}
                Some(Ordering::Greater) => *sought = Sought::Found(Found::Never),
                Some(_) => *sought = Sought::Found(Found::At(step)),
                None => {
                    let found =
                        self.waiting.exactly(|hit, steps| hit.quantile_within(level, steps, bounds))?;
                    *sought = match found {
                        Some(Some(step)) => Sought::Found(Found::At(step)),
                        Some(None) => Sought::Found(Found::Never),
                        None => Sought::Undecided,
                    };
                }
            }
        }
        if !self.modes_done {
            self.consider(step, row, waiting, bounds)?;
        }
        Ok(())
    }

    fn consider(
        &mut self,
        step: u64,
        row: &HitRow<K>,
        waiting: &Rounded<K>,
        bounds: &Bounds<'_>,
    ) -> Result<(), ChainError> {
        match row.at.compare(&self.greatest) {
            Some(Ordering::Greater) => {
                self.greatest = row.at;
                self.modes = vec![step];
            }
            Some(Ordering::Equal) if !row.at.is_zero() => self.modes.push(step),
            Some(_) => {}
            None => {
                self.modes_done = true;
                match self.waiting.exactly(|hit, steps| hit.modes_within(steps, bounds))? {
                    Some(modes) => self.modes = modes,
                    None => self.modes_known = false,
                }
                return Ok(());
            }
        }
        let more = waiting.times(&self.most).compare(&self.greatest);
        self.modes_done = waiting.is_zero() || more == Some(Ordering::Less);
        Ok(())
    }

    /// What was found within so many steps.
    fn found(self, step: u64) -> (Vec<Option<Found>>, Option<Vec<u64>>) {
        let quantile = |(_, _, sought): &(Rounded<K>, Rational, Sought)| match sought {
            Sought::Open => Some(Found::Beyond(step)),
            Sought::Found(found) => Some(*found),
            Sought::Doubtful | Sought::Undecided => None,
        };
        let modes = (self.modes_done && self.modes_known).then_some(self.modes);
        (self.levels.iter().map(quantile).collect(), modes)
    }
}
