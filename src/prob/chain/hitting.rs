//! Hitting times: how many steps until a transition with a reward is first made.

use std::collections::{BTreeMap, BTreeSet};

use super::errand::given_reward;
use super::{Bounds, ChainError, HitLaw, Kernel};
use crate::exact::linear::System;
use crate::exact::{Integer, Rational, Ring};

/// Mean and variance of a hitting time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HitMoments {
    /// The mean.
    pub mean: Rational,
    /// The variance.
    pub variance: Rational,
}

/// The law of a hitting time, as far as it was asked for, and what does not depend on how far that is.
#[derive(Debug, Clone)]
pub struct FirstHit<'a> {
    pub(super) walk: Walk<'a>,
    /// The probability that it is ever hit.
    pub ever: Rational,
    /// Mean and variance, where it is hit with certainty.
    pub moments: Option<HitMoments>,
    /// Where it is not: the kernel of the runs in which it is hit; states that those do not meet have no transitions.
    pub given: Option<Kernel>,
}

/// The step at which a transition with a reward other than 0 is first made, from `start`; that step counts.
///
/// Cost: a linear system over the states that can be reached without a hit.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, first_hit};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// let hit = first_hit(&kernel, 0, &Bounds::none())?;
/// assert_eq!(hit.moments.as_ref().expect("it is certain").mean, Rational::from(2));
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::NeverHits`], [`ChainError::Interrupted`].
pub fn first_hit<'a>(
    kernel: &'a Kernel,
    start: usize,
    bounds: &Bounds<'_>,
) -> Result<FirstHit<'a>, ChainError> {
    let walk = Walk::new(kernel, start)?;
    let can_hit = &walk.can_hit;
    let waiting = waiting(kernel, start, can_hit);
    let interrupted = || (bounds.interrupted)();
    let certain = waiting
        .keys()
        .all(|state| kernel.rows[*state].iter().all(|(to, reward, _)| *reward != 0 || can_hit[*to]));
    let system = System::new(matrix(kernel, &waiting), &interrupted)?;
    let place = waiting.get(&start).copied().ok_or(ChainError::NoSuchState)?;
    let denominator = &kernel.denominator;
    if !certain {
        let hits = |state: &usize| {
            let rewarded = kernel.rows[*state].iter().filter(|(_, reward, _)| *reward != 0);
            rewarded.map(|(_, _, weight)| weight).sum()
        };
        let solution = system.solve(&waiting.keys().map(hits).collect::<Vec<_>>(), &interrupted)?;
        let chance = |numerator| Rational::from_integers(numerator, &solution.denominator);
        let ever = chance(&solution.numerators[place]).ok_or(ChainError::Singular)?;
        let chances = waiting.keys().zip(&solution.numerators);
        let chances = chances.map(|(state, numerator)| Some((*state, chance(numerator)?)));
        let given = chances.collect::<Option<BTreeMap<_, _>>>().ok_or(ChainError::Singular)?;
        let given = Some(given_reward(kernel, &given)?);
        return Ok(FirstHit { walk, ever, moments: None, given });
    }
    // (I − Q) m = 1, and (I − Q) s = 2 m − 1 for the mean of the square.
    let ones = vec![denominator.clone(); waiting.len()];
    let means = system.solve(&ones, &interrupted)?;
    let twice_less_one = |mean: &Integer| {
        let mut twice = mean.clone();
        twice.add_assign(mean);
        twice.minus(&means.denominator).mul(denominator)
    };
    let side: Vec<Integer> = means.numerators.iter().map(twice_less_one).collect();
    let squares = system.solve(&side, &interrupted)?;
    let quotient =
        |top: &Integer, bottom: &Integer| Rational::from_integers(top, bottom).ok_or(ChainError::Singular);
    let mean = quotient(&means.numerators[place], &means.denominator)?;
    let below = squares.denominator.mul(&means.denominator);
    let variance = quotient(&squares.numerators[place], &below)? - &mean * &mean;
    let moments = Some(HitMoments { mean, variance });
    Ok(FirstHit { walk, ever: Rational::ONE, moments, given: None })
}

/// From which states a transition with a reward can be reached.
pub(super) fn can_hit<W>(kernel: &Kernel<W>) -> Vec<bool> {
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); kernel.len()];
    let mut can_hit = vec![false; kernel.len()];
    let mut open = Vec::new();
    for (state, row) in kernel.rows.iter().enumerate() {
        row.iter().for_each(|(to, ..)| into[*to].push(state));
        if row.iter().any(|(_, reward, _)| *reward != 0) {
            can_hit[state] = true;
            open.push(state);
        }
    }
    while let Some(state) = open.pop() {
        for from in &into[state] {
            if !can_hit[*from] {
                can_hit[*from] = true;
                open.push(*from);
            }
        }
    }
    can_hit
}

/// The states that are reached without a reward and from which one can be reached, numbered.
pub(super) fn waiting<W>(kernel: &Kernel<W>, start: usize, can_hit: &[bool]) -> BTreeMap<usize, usize> {
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if !found.insert(state) {
            continue;
        }
        let without_reward = kernel.rows[state].iter().filter(|(_, reward, _)| *reward == 0);
        open.extend(without_reward.map(|(to, ..)| *to).filter(|to| can_hit[*to] && !found.contains(to)));
    }
    found.into_iter().enumerate().map(|(place, state)| (state, place)).collect()
}

/// Whether it may still be hit after any number of steps, so that its probability is only approached.
pub(super) fn lasts_for_ever<W>(kernel: &Kernel<W>, start: usize, can_hit: &[bool]) -> bool {
    let waiting = waiting(kernel, start, can_hit);
    // Without a circle among the waiting states the longest wait has as many steps as there are states.
    let mut left: BTreeMap<usize, usize> = waiting.keys().map(|state| (*state, 0)).collect();
    let onward = |state: usize| {
        let row = kernel.rows[state].iter();
        row.filter(|(to, reward, _)| *reward == 0 && waiting.contains_key(to)).map(|(to, ..)| *to)
    };
    for state in waiting.keys() {
        onward(*state).for_each(|to| *left.entry(to).or_default() += 1);
    }
    let mut open: Vec<usize> =
        left.iter().filter(|(_, count)| **count == 0).map(|(state, _)| *state).collect();
    let mut removed = 0;
    while let Some(state) = open.pop() {
        removed += 1;
        for to in onward(state) {
            let count = left.entry(to).or_default();
            *count -= 1;
            if *count == 0 {
                open.push(to);
            }
        }
    }
    removed < waiting.len()
}

/// The matrix of I − Q over the waiting states, times the denominator.
fn matrix(kernel: &Kernel, waiting: &BTreeMap<usize, usize>) -> Vec<BTreeMap<usize, Integer>> {
    let mut rows = Vec::with_capacity(waiting.len());
    for (state, place) in waiting {
        let mut row = BTreeMap::from([(*place, kernel.denominator.clone())]);
        for (to, _, weight) in kernel.rows[*state].iter().filter(|(_, reward, _)| *reward == 0) {
            if let Some(to) = waiting.get(to) {
                let entry = row.entry(*to).or_insert(Integer::ZERO);
                *entry = entry.minus(weight);
            }
        }
        rows.push(row);
    }
    rows
}

/// Where the first hit stands after some steps, over the power of the kernel's denominator.
struct Front {
    masses: Vec<Integer>,
    total: Integer,
    /// The mass of the step that was made last.
    hit: Integer,
}

/// The steps up to the first with a reward other than 0, from a start.
#[derive(Debug, Clone)]
pub(super) struct Walk<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) start: usize,
    /// States from which a transition with a reward can be reached.
    pub(super) can_hit: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn new(kernel: &'a Kernel, start: usize) -> Result<Walk<'a>, ChainError> {
        kernel.must_have(start)?;
        let can_hit = can_hit(kernel);
        if can_hit[start] { Ok(Walk { kernel, start, can_hit }) } else { Err(ChainError::NeverHits) }
    }

    fn begin(&self) -> Front {
        let mut masses = vec![Integer::ZERO; self.kernel.len()];
        masses[self.start] = Integer::ONE;
        Front { masses, total: Integer::ONE, hit: Integer::ZERO }
    }

    /// One step: the mass that hits, and the mass in states from which it still can.
    fn advance(&self, front: &mut Front, bounds: &Bounds<'_>) -> Result<(), ChainError> {
        let mut next = vec![Integer::ZERO; front.masses.len()];
        front.hit = Integer::ZERO;
        for (mass, row) in front.masses.iter().zip(&self.kernel.rows).filter(|(mass, _)| !mass.is_zero()) {
            for (to, reward, weight) in row {
                if *reward != 0 {
                    front.hit.add_assign(&mass.mul(weight));
                } else if self.can_hit[*to] {
                    next[*to].add_assign(&mass.mul(weight));
                }
            }
        }
        front.masses = next;
        front.total = front.total.mul(&self.kernel.denominator);
        bounds.check(&front.total)
    }
}

/// For each of some numbers of steps, ascending, the probability that no transition with a reward is made within them, from
/// `start`.
///
/// Cost: the greatest number of steps times transitions, with numbers that grow by the digits of the kernel's
/// denominator with each step; only the answers are divided out.
///
/// # Errors
/// [`ChainError::NeverHits`], [`ChainError::TooLong`], [`ChainError::TooMuch`], [`ChainError::Interrupted`].
pub fn not_yet(
    kernel: &Kernel,
    start: usize,
    steps: &BTreeSet<u64>,
    bounds: &Bounds<'_>,
) -> Result<Vec<Rational>, ChainError> {
    let walk = Walk::new(kernel, start)?;
    bounds.work(steps.last().copied().unwrap_or(0), kernel.transitions())?;
    let base = &kernel.denominator;
    let mut front = walk.begin();
    let (mut reached, mut made) = (Integer::ZERO, 0);
    let mut left = Vec::with_capacity(steps.len());
    for steps in steps {
        for _ in made..*steps {
            walk.advance(&mut front, bounds)?;
            reached = reached.mul(base);
            reached.add_assign(&front.hit);
        }
        made = *steps;
        left.push(Rational::over_power(&front.total.minus(&reached), &front.total, base));
    }
    Ok(left)
}

impl FirstHit<'_> {
    /// The law over the first `steps` steps.
    ///
    /// # Errors
    /// [`ChainError::TooLong`], [`ChainError::Interrupted`].
    pub fn law(&self, steps: u64, bounds: &Bounds<'_>) -> Result<HitLaw, ChainError> {
        let law = self.law_as_far_as_possible(steps, bounds)?;
        let all = u64::try_from(law.len()) == Ok(steps);
        if all { Ok(law) } else { Err(ChainError::TooLong) }
    }

    /// As [`FirstHit::law`], but ends without an error where a number would grow too long.
    ///
    /// # Errors
    /// [`ChainError::Interrupted`].
    pub fn law_as_far_as_possible(&self, steps: u64, bounds: &Bounds<'_>) -> Result<HitLaw, ChainError> {
        bounds.work(steps, self.walk.kernel.transitions())?;
        let mut front = self.walk.begin();
        let mut hits = Vec::new();
        for _ in 0..steps {
            match self.walk.advance(&mut front, bounds) {
                Ok(()) => {}
                Err(ChainError::TooLong) => break,
                Err(error) => return Err(error),
            }
            hits.push(front.hit.clone());
        }
        Ok(HitLaw::new(hits, self.walk.kernel.denominator.clone()))
    }

    /// The least number of steps within which it is hit with a probability of at least `level`; `None`
    /// where that is never reached.
    ///
    /// # Errors
    /// [`ChainError::TooLong`], [`ChainError::Interrupted`].
    pub fn quantile(&self, level: &Rational, bounds: &Bounds<'_>) -> Result<Option<u64>, ChainError> {
        self.quantile_within(level, u64::MAX, bounds)
    }

    /// As [`FirstHit::quantile`]; [`ChainError::TooLong`] also after so many steps.
    pub(super) fn quantile_within(
        &self,
        level: &Rational,
        steps: u64,
        bounds: &Bounds<'_>,
    ) -> Result<Option<u64>, ChainError> {
        if !self.reaches(level) {
            return Ok(None);
        }
        let mut front = self.walk.begin();
        let (top, bottom) = (level.numerator(), level.denominator());
        let mut reached = Integer::ZERO;
        for step in 1..=steps {
            self.walk.advance(&mut front, bounds)?;
            reached = reached.mul(&self.walk.kernel.denominator);
            reached.add_assign(&front.hit);
            if reached.mul(&bottom) >= front.total.mul(&top) {
                return Ok(Some(step));
            }
        }
        Err(ChainError::TooLong)
    }

    /// Whether it is ever hit with this probability within a number of steps.
    pub(super) fn reaches(&self, level: &Rational) -> bool {
        *level < self.ever
            || (*level == self.ever && !lasts_for_ever(self.walk.kernel, self.walk.start, &self.walk.can_hit))
    }

    /// The steps of greatest mass. The search ends when no later step can have more.
    ///
    /// # Errors
    /// [`ChainError::TooLong`], [`ChainError::Interrupted`].
    pub fn modes(&self, bounds: &Bounds<'_>) -> Result<Vec<u64>, ChainError> {
        self.modes_within(u64::MAX, bounds)
    }

    /// As [`FirstHit::modes`]; [`ChainError::TooLong`] also after so many steps.
    pub(super) fn modes_within(&self, steps: u64, bounds: &Bounds<'_>) -> Result<Vec<u64>, ChainError> {
        let hits = |row: &Vec<(usize, i64, Integer)>| {
            row.iter().filter(|(_, reward, _)| *reward != 0).map(|(_, _, weight)| weight).sum::<Integer>()
        };
        let most = self.walk.kernel.rows.iter().map(hits).max().ok_or(ChainError::NoSuchState)?;
        let mut front = self.walk.begin();
        let mut greatest = Integer::ZERO;
        let mut modes = Vec::new();
        for step in 1..=steps {
            self.walk.advance(&mut front, bounds)?;
            greatest = greatest.mul(&self.walk.kernel.denominator);
            match front.hit.cmp(&greatest) {
                std::cmp::Ordering::Greater => {
                    greatest = front.hit.clone();
                    modes = vec![step];
                }
                std::cmp::Ordering::Equal if !greatest.is_zero() => modes.push(step),
                _ => {}
            }
            let left: Integer = front.masses.iter().sum();
            // Whoever waits hits in one step with a weight of `most` at most.
            if left.mul(&most) < greatest.mul(&self.walk.kernel.denominator) || left.is_zero() {
                return Ok(modes);
            }
        }
        Err(ChainError::TooLong)
    }
}
