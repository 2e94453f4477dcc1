//! What is waited for as a kernel: several goals, each of them so many times, and what it takes until all are reached.

use std::collections::BTreeMap;

use super::{Bounds, Chain, ChainError, Kernel};
use crate::exact::Rational;

/// A chain that ends when all goals are reached, with what each step costs. It begins in state 0.
#[derive(Debug, Clone)]
pub struct Errand {
    rows: Vec<Ways>,
}

/// The ways out of a state: where each leads, what it costs, and its mass.
type Ways = BTreeMap<(Onward, u64), Rational>;

/// Where a step of an errand leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Onward {
    /// All goals are reached.
    Done,
    /// To another state, with goals left.
    To(usize),
}

/// What an errand costs in all, as a time: a kernel in which every step costs one unit.
#[derive(Debug, Clone)]
pub struct Costs {
    /// The kernel; its first hit, from state 0, is one step later than the units that were paid.
    pub kernel: Kernel<Rational>,
    /// How much one step costs.
    pub unit: u64,
}

impl Errand {
    /// The errand that ends when for each goal the gains of the steps sum to it.
    ///
    /// Cost: the states of the chain times the ways in which goals can be partly reached.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::prob::chain::{Bounds, Chain, Errand, Transition, first_hit};
    ///
    /// // A fair coin until there were two heads: four tosses on average.
    /// let toss = |head| Transition { to: 0, outcome: head, mass: Rational::new(1, 2) };
    /// let coin = Chain { states: vec![()], transitions: vec![vec![toss(true), toss(false)]] };
    /// let errand = Errand::new(&coin, 0, &[2], |head| vec![u64::from(*head)], |_| 1, &Bounds::none())?;
    /// let kernel = errand.by_steps().whole();
    /// let hit = first_hit(&kernel, 0, &Bounds::none())?;
    /// assert_eq!(hit.moments.expect("it is certain").mean, Rational::from(4));
    /// # Ok::<(), trueodds::prob::chain::ChainError>(())
    /// ```
    ///
    /// # Errors
    /// [`ChainError::TooMany`], [`ChainError::Interrupted`].
    pub fn new<S, O>(
        chain: &Chain<S, O>,
        start: usize,
        goals: &[u64],
        gains: impl Fn(&O) -> Vec<u64>,
        cost: impl Fn(&O) -> u64,
        bounds: &Bounds<'_>,
    ) -> Result<Errand, ChainError> {
        // A goal that the largest gain does not reach in so many steps has more parts than may be held: better said at
        // once than after they were held.
        for (goal, need) in goals.iter().enumerate() {
            let of = |outcome| gains(outcome).get(goal).copied();
            let outcomes = chain.transitions.iter().flatten().map(|transition| &transition.outcome);
            let most = outcomes.filter_map(of).max().unwrap_or(0);
            if most > 0 && u64::try_from(bounds.values).is_ok_and(|values| need / most > values) {
                return Err(ChainError::TooMany);
            }
        }
        let mut places = BTreeMap::from([((start, goals.to_vec()), 0)]);
        let mut open = vec![(start, goals.to_vec())];
        let mut rows = Vec::new();
        while let Some((state, missing)) = open.get(rows.len()).cloned() {
            let mut row: Ways = BTreeMap::new();
            for transition in &chain.transitions[state] {
                let gains = gains(&transition.outcome);
                let left: Vec<u64> =
                    missing.iter().zip(gains).map(|(left, gain)| left.saturating_sub(gain)).collect();
                let onward = if left.iter().all(|left| *left == 0) {
                    Onward::Done
                } else {
                    let next = (transition.to, left);
                    let new = places.len();
                    Onward::To(*places.entry(next.clone()).or_insert_with(|| {
                        open.push(next);
                        new
                    }))
                };
                add(&mut row, (onward, cost(&transition.outcome)), &transition.mass);
            }
            rows.push(row);
            if open.len() > bounds.values {
                return Err(ChainError::TooMany);
            }
            bounds.go_on()?;
        }
        Ok(Errand { rows })
    }

    /// The kernel whose first reward comes with the step that reaches the last goal.
    #[must_use]
    pub fn by_steps(&self) -> Kernel<Rational> {
        let row = |row: &Ways| {
            let mut ways = BTreeMap::new();
            for ((onward, _), mass) in row {
                let way = match onward {
                    Onward::To(to) => (*to, 0),
                    Onward::Done => (0, 1),
                };
                add(&mut ways, way, mass);
            }
            ways
        };
        Kernel::of_masses(self.rows.iter().map(row).collect())
    }

    /// The kernel whose first reward comes one step after as many units as are paid until the last goal is reached.
    ///
    /// Steps that cost nothing are left out: each state leads where the next step that costs something, or reaches
    /// the last goal, leads from it. A step that costs several units is as many steps.
    ///
    /// # Errors
    /// [`ChainError::TooMany`], [`ChainError::Interrupted`].
    pub fn by_cost(&self, bounds: &Bounds<'_>) -> Result<Costs, ChainError> {
        let rows = without_free_steps(self.rows.clone(), bounds)?;
        let costs = rows.iter().flat_map(|row| row.keys()).map(|(_, cost)| *cost);
        let unit = costs.fold(0, num_integer::gcd).max(1);
        let mut ticks = Ticks { rows: vec![BTreeMap::new(); rows.len()], places: BTreeMap::new() };
        for (state, row) in rows.iter().enumerate() {
            for ((onward, cost), mass) in row {
                // The step that reaches the last goal is made after the last unit is paid.
                let units = cost / unit + u64::from(*onward == Onward::Done);
                let way = ticks.way(*onward, units.saturating_sub(1), bounds)?;
                add(&mut ticks.rows[state], way, mass);
            }
        }
        Ok(Costs { kernel: Kernel::of_masses(ticks.rows), unit })
    }
}

/// Adds a mass to what a row has for a way.
fn add<K: Ord>(row: &mut BTreeMap<K, Rational>, way: K, mass: &Rational) {
    let sum = row.entry(way).or_insert(Rational::ZERO);
    *sum = &*sum + mass;
}

fn quotient(mass: &Rational, share: &Rational) -> Result<Rational, ChainError> {
    mass.checked_div(share).ok_or(ChainError::Singular)
}

/// The rows without steps that cost nothing and lead to a state.
///
/// Cost: the states times those that lead to them, times the length of their rows.
fn without_free_steps(mut rows: Vec<Ways>, bounds: &Bounds<'_>) -> Result<Vec<Ways>, ChainError> {
    for state in 0..rows.len() {
        bounds.go_on()?;
        let free = (Onward::To(state), 0);
        let stays = rows[state].remove(&free).unwrap_or(Rational::ZERO);
        let leaves = &Rational::ONE - &stays;
        if leaves.is_zero() {
            // Nothing is ever paid or reached from here on: no step leads on, and those that lead here stay.
            continue;
        }
        if !stays.is_zero() {
            for mass in rows[state].values_mut() {
                *mass = quotient(mass, &leaves)?;
            }
        }
        let row = rows[state].clone();
        for other in &mut rows {
            let Some(share) = other.remove(&free) else { continue };
            row.iter().for_each(|(way, mass)| add(other, *way, &(&share * mass)));
            if other.len() > bounds.values {
                return Err(ChainError::TooMany);
            }
        }
    }
    Ok(rows)
}

/// A kernel that grows by states in which nothing is left but to pay.
struct Ticks {
    rows: Vec<BTreeMap<(usize, i64), Rational>>,
    /// Where so many steps are left until somewhere.
    places: BTreeMap<(Onward, u64), usize>,
}

impl Ticks {
    /// The way that leads somewhere after so many more steps.
    fn way(&mut self, onward: Onward, steps: u64, bounds: &Bounds<'_>) -> Result<(usize, i64), ChainError> {
        let mut way = match onward {
            Onward::To(state) => (state, 0),
            Onward::Done => (0, 1),
        };
        // From the last step on, so that each leads to one that is there.
        let known = self.places.range((onward, 0)..=(onward, steps)).next_back();
        let known = known.map(|((_, step), place)| (*step, *place));
        if let Some((_, place)) = known {
            way = (place, 0);
        }
        for step in known.map_or(0, |(step, _)| step) + 1..=steps {
            let place = self.rows.len();
            self.rows.push(BTreeMap::from([(way, Rational::ONE)]));
            self.places.insert((onward, step), place);
            way = (place, 0);
            if self.rows.len() > bounds.values {
                return Err(ChainError::TooMany);
            }
        }
        Ok(way)
    }
}

/// The kernel of the runs in which a reward is made at all; `ever` says how probable that is from each state.
pub(super) fn given_reward(kernel: &Kernel, ever: &BTreeMap<usize, Rational>) -> Result<Kernel, ChainError> {
    let mut rows = vec![BTreeMap::new(); kernel.len()];
    for (state, own) in ever.iter().filter(|(_, own)| !own.is_zero()) {
        for (to, reward, weight) in &kernel.rows[*state] {
            let mass = Rational::from_integers(weight, &kernel.denominator).ok_or(ChainError::Singular)?;
            let later = if *reward == 0 { ever.get(to) } else { Some(&Rational::ONE) };
            if let Some(later) = later.filter(|later| !later.is_zero()) {
                add(&mut rows[*state], (*to, *reward), &quotient(&(&mass * later), own)?);
            }
        }
    }
    Ok(Kernel::of(rows))
}
