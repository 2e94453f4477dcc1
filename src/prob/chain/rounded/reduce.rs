//! Stationary laws and mean times by taking away state after state (W. Grassmann, M. Taksar, D. Heyman, 1985).
//!
//! Where a state is taken away, the ways through it become ways between the others. That takes sums, products
//! and quotients of numbers from 0 on, and no differences: the chance to stay is never used, since it is what
//! the ways out leave.
//!
//! How far the result can be from the exact one is not told by counting along the numbers, which would double at
//! every state. It is told by what the answers are: a weight of the stationary law is a sum over trees, in each
//! of which every state but one has one way out (the matrix tree theorem), and a mean time is a quotient of sums
//! over forests of that kind. So when the ways out of one state are wrong by a factor, the weights and times are
//! wrong by no more than that factor above and below the line. Taking a state away rounds the ways out of those
//! states only that lead to it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::{Bounds, ChainError, Class, Kernel, Work};
use crate::exact::{Rounded, Scaled};

/// Ways between states that all lead to each other, without those that stay.
pub(super) struct Ways<const K: usize> {
    rows: Vec<BTreeMap<usize, Scaled<K>>>,
    into: Vec<BTreeSet<usize>>,
}

/// What taking away the states finds.
pub(super) struct Reduced<const K: usize> {
    /// How often each state is met for each time that the last one is.
    pub(super) visits: Vec<Rounded<K>>,
    /// How many steps it takes from each state to the last one; from there none.
    pub(super) times: Vec<Rounded<K>>,
}

/// A state that was taken away.
struct Taken<const K: usize> {
    state: usize,
    /// Shares of the masses of those that lead to it.
    from: Vec<(usize, Scaled<K>)>,
    to: Vec<(usize, Scaled<K>)>,
    /// One over the sum of the ways out.
    inverse: Scaled<K>,
    time: Scaled<K>,
}

impl<const K: usize> Ways<K> {
    pub(super) fn new(states: usize) -> Ways<K> {
        Ways { rows: vec![BTreeMap::new(); states], into: vec![BTreeSet::new(); states] }
    }

    /// Adds a way. To know how far it is from the exact one, every way may be added to only with numbers that were
    /// rounded once.
    pub(super) fn add(&mut self, from: usize, to: usize, mass: &Scaled<K>) {
        if from != to {
            let way = self.rows[from].entry(to).or_insert(Scaled::ZERO);
            *way = way.plus(mass);
            self.into[to].insert(from);
        }
    }

    /// How dear it is to take a state away.
    fn cost(&self, state: usize) -> usize {
        self.rows[state].len().saturating_mul(self.into[state].len())
    }

    /// Takes away all states but `last`, the cheapest first. `sums` is how many numbers at most were added up
    /// for one way.
    ///
    /// # Errors
    /// [`ChainError::TooMuch`], [`ChainError::TooMany`], [`ChainError::Interrupted`].
    pub(super) fn reduce(
        mut self,
        last: usize,
        sums: usize,
        bounds: &Bounds<'_>,
    ) -> Result<Reduced<K>, ChainError> {
        let count = self.rows.len();
        let mut work = Work::new(bounds);
        let mut times = vec![Scaled::one(); count];
        let mut gone = vec![false; count];
        let mut taken = Vec::with_capacity(count);
        let mut held: usize = self.rows.iter().map(BTreeMap::len).sum();
        // What is given is rounded once and then with every sum, above and below the line.
        let mut roundings = 2 * whole(count) * (1 + whole(sums));
        let all = (0..count).filter(|state| *state != last);
        let mut open: BinaryHeap<Reverse<(usize, usize)>> =
            all.map(|state| Reverse((self.cost(state), state))).collect();
        while let Some(Reverse((cost, state))) = open.pop() {
            if gone[state] {
                continue;
            }
            // What it costs may have changed since.
            let now = self.cost(state);
            if now > cost {
                open.push(Reverse((now, state)));
                continue;
            }
            work.add(now)?;
            gone[state] = true;
            let to: Vec<(usize, Scaled<K>)> = std::mem::take(&mut self.rows[state]).into_iter().collect();
            let into = std::mem::take(&mut self.into[state]);
            let (ways_out, ways_in) = (whole(to.len()), whole(into.len()));
            let out = to.iter().fold(Scaled::ZERO, |sum, (_, mass)| sum.plus(mass));
            if out.is_zero() {
                return Err(ChainError::Singular);
            }
            let inverse = Scaled::one().over(&out);
            for (next, _) in &to {
                self.into[*next].remove(&state);
            }
            let mut from = Vec::with_capacity(into.len());
            let time = times[state];
            for before in into {
                let Some(mass) = self.rows[before].remove(&state) else { continue };
                let share = mass.times(&inverse);
                for (next, mass) in &to {
                    self.add(before, *next, &share.times(mass));
                }
                times[before] = times[before].plus(&share.times(&time));
                held += to.len();
                from.push((before, share));
                if before != last {
                    open.push(Reverse((self.cost(before), before)));
                }
            }
            if held > bounds.values.saturating_mul(ROOM) {
                return Err(ChainError::TooMany);
            }
            // The sum of the ways out has a rounding less than there are ways, its inverse one more; then come a
            // product, another, and a sum. That is for each way out of each state before, above and below the
            // line; and what is left is for the way back, where the weights and times are found.
            roundings += 2 * ways_in * (ways_out + 3) + ways_in + 3 * ways_out + 4;
            taken.push(Taken { state, from, to, inverse, time });
        }
        let mut visits = vec![Scaled::ZERO; count];
        visits[last] = Scaled::one();
        times[last] = Scaled::ZERO;
        for Taken { state, from, to, inverse, time } in taken.into_iter().rev() {
            let into = from.iter().map(|(before, share)| visits[*before].times(share));
            visits[state] = into.fold(Scaled::ZERO, |sum, mass| sum.plus(&mass));
            let onward = to.iter().map(|(next, mass)| mass.times(&times[*next]));
            times[state] = onward.fold(time, |sum, time| sum.plus(&time)).times(&inverse);
        }
        let counted = |numbers: Vec<Scaled<K>>| {
            numbers.into_iter().map(|number| Rounded::new(number, roundings)).collect()
        };
        Ok(Reduced { visits: counted(visits), times: counted(times) })
    }
}

/// For each value that a law may have, so many ways between states may be kept.
const ROOM: usize = 8;

fn whole(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The stationary law of a closed class, in the order of its states.
///
/// Cost: for each state the product of how many ways lead to it and from it when it is taken away; for a chain
/// that goes on by one or back to its start, two.
///
/// ```
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Chain, Transition, classes, rounded};
///
/// // Four times out of six to the other state, and always back.
/// let to = |to, share| Transition { to, outcome: (), mass: Rational::new(share, 6) };
/// let chain = Chain { states: vec!["here", "there"], transitions: vec![vec![to(0, 2), to(1, 4)], vec![to(0, 6)]] };
/// let kernel = chain.masses(|_| 0).rounded::<2>();
/// let law = rounded::stationary(&kernel, &classes(&kernel)[0], &Bounds::none())?;
/// assert_eq!((law[0].proven(5).to_string(), law[1].proven(5).to_string()), ("0.60000".into(), "0.40000".into()));
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooMuch`], [`ChainError::TooMany`], [`ChainError::Interrupted`].
pub fn stationary<const K: usize>(
    kernel: &Kernel<Rounded<K>>,
    class: &Class,
    bounds: &Bounds<'_>,
) -> Result<Vec<Rounded<K>>, ChainError> {
    let mut place = vec![usize::MAX; kernel.len()];
    class.states.iter().enumerate().for_each(|(index, state)| place[*state] = index);
    let mut ways = Ways::new(class.states.len());
    let mut sums = 0;
    for (from, state) in class.states.iter().enumerate() {
        let row = &kernel.rows[*state];
        sums = sums.max(row.len());
        row.iter().for_each(|(to, _, mass)| ways.add(from, place[*to], mass.value()));
    }
    let visits = ways.reduce(0, sums, bounds)?.visits;
    let total: Rounded<K> = visits.iter().copied().sum();
    Ok(visits.iter().map(|visits| visits.over(&total)).collect())
}
