//! The comparison of all combinations, on all cores.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::mixture::{Kernel, differences, distance, row_distance, witness};
use super::sections::{Section, Side};
use super::space::Space;
use super::{Exhaustive, Failure, Mechanic, Witness};
use crate::cores;
use crate::evaluate::{CutState, Stop, refuses};
use crate::exact::Rational;
use crate::query::error::is_of_the_mechanic;
use crate::scenario::Sides;
use crate::value::Value;

#[derive(Default)]
pub(super) struct Found {
    refused: u64,
    compared: u64,
    differing: u64,
    /// The greatest distance.
    pub(super) most: Option<Spot>,
    /// The distance that the fewest inputs show that are not at their defaults.
    fewest: Option<Spot>,
    /// Where something greater might lie between the points.
    pub(super) open: Vec<Open>,
}

/// A piece of the axis under a combination on which the distance is not yet bounded well.
pub(super) struct Open {
    /// What it does not exceed, where that is known.
    pub(super) bound: Option<Rational>,
    /// The combination of the inputs before the cut.
    pub(super) first: usize,
    /// And of those behind it.
    pub(super) last: usize,
    /// Which section of the axis.
    pub(super) section: usize,
}

/// A distance and where it lies.
#[derive(Clone)]
pub(super) struct Spot {
    pub(super) distance: Rational,
    pub(super) rank: Rank,
    pub(super) at: Rational,
}

/// A combination: how many of its inputs are not as usual, and its last and first half. Of equals the lowest
/// is named, whatever thread finds it first.
pub(super) type Rank = (usize, usize, usize);

pub(super) struct Search<'a> {
    pub(super) space: &'a Space,
    pub(super) from: &'a Side<'a>,
    pub(super) to: &'a Side<'a>,
    states: Vec<CutState>,
    /// The sections of the axis for each combination of the inputs before the cut.
    pub(super) firsts: BTreeMap<usize, Vec<Section>>,
    found: Mutex<Found>,
    outcomes: Mutex<FxHashMap<Vec<Value>, usize>>,
}

/// The laws behind the cut of both sides, and how far they are apart.
struct Behind {
    from: Kernel,
    to: Kernel,
    rows: Vec<Rational>,
}

/// What the sections of the axis show under one combination.
#[derive(Default)]
struct Looked {
    differs: Option<Spot>,
    most: Option<Spot>,
    /// Pieces on which more may lie than at the points, with a bound.
    suspects: Vec<(Option<Rational>, usize)>,
}

/// What a mutex guards. A thread that failed while it held it makes the whole search fail when it is joined.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Search<'a> {
    pub(super) fn new(
        space: &'a Space,
        from: &'a Side<'a>,
        to: &'a Side<'a>,
        states: Vec<CutState>,
        firsts: BTreeMap<usize, Vec<Section>>,
    ) -> Search<'a> {
        let (found, outcomes) = (Mutex::default(), Mutex::default());
        Search { space, from, to, states, firsts, found, outcomes }
    }

    pub(super) fn found_mut(&mut self) -> &mut Found {
        self.found.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn run(&self, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<(), Failure> {
        // Few items first, so that the smallest set is found early.
        let mut order = self.space.numbers(&self.space.last);
        order.sort_by_key(|number| self.space.last.unusual(*number));
        let all_of = order.len();
        let compare = |(index, last): (usize, usize)| -> Result<(), Failure> {
            progress(index, all_of);
            self.from.limits.ask(self.space.place)?;
            Ok(self.compare_last(last)?)
        };
        cores::map(order.into_iter().enumerate().collect(), compare)?;
        Ok(())
    }

    /// One combination of the inputs behind the cut, with all of those before it.
    fn compare_last(&self, last: usize) -> Result<(), Stop> {
        let (from, to) = (self.kernel(self.from, last)?, self.kernel(self.to, last)?);
        let rows = from.iter().zip(&to).map(|(from, to)| row_distance(from, to)).collect();
        let partial = from.iter().chain(&to).any(Result::is_err);
        let behind = Behind { from, to, rows };
        for (first, sections) in self.firsts.iter().map(|(first, sections)| (*first, sections)) {
            if !self.space.fit(first, last) || !self.space.has(first, last) {
                continue;
            }
            let mut reached = Vec::new();
            self.from.limits.ask(self.space.place)?;
            for (number, section) in sections.iter().enumerate() {
                if !partial || reachable(section, &behind)? {
                    reached.push((number, section));
                }
            }
            if reached.is_empty() {
                lock(&self.found).refused += self.space.weight(first, last);
            } else {
                self.compare(first, last, &reached, &behind)?;
            }
        }
        Ok(())
    }

    /// The laws of the outcomes behind the cut.
    pub(super) fn kernel(&self, side: &Side<'_>, last: usize) -> Result<Kernel, Stop> {
        let inputs = side.inputs(&self.space.last, last);
        let laws = side.family.last(&inputs, &side.rules, &self.states, side.limits);
        let mut outcomes = lock(&self.outcomes);
        let mut kernel = Vec::with_capacity(laws.len());
        for law in laws {
            let law = match law {
                Ok(law) => law,
                Err(stop) if !is_of_the_mechanic(&stop) => return Err(stop),
                Err(stop) => {
                    kernel.push(Err(stop));
                    continue;
                }
            };
            let mut row: Vec<(usize, Rational)> = Vec::with_capacity(law.len());
            for (values, mass) in law {
                let next = outcomes.len();
                row.push((*outcomes.entry(values).or_insert(next), mass));
            }
            row.sort_by_key(|(outcome, _)| *outcome);
            kernel.push(Ok(row));
        }
        Ok(kernel)
    }

    fn compare(
        &self,
        first: usize,
        last: usize,
        sections: &[(usize, &Section)],
        behind: &Behind,
    ) -> Result<(), Stop> {
        let rank = (self.space.unusual(first, last), last, first);
        let mut looked = self.look(sections, behind, rank, self.space.weight(first, last))?;
        if looked.differs.is_none() {
            looked.differs = self.between(&looked, behind, rank)?;
        }
        let Some(differs) = looked.differs else { return Ok(()) };
        let most = looked.most.unwrap_or_else(|| differs.clone());
        let mut found = lock(&self.found);
        found.differing += self.space.weight(first, last);
        if found.fewest.as_ref().is_none_or(|fewest| rank < fewest.rank) {
            found.fewest = Some(differs);
        }
        let greater = |old: &Spot| {
            most.distance > old.distance || most.distance == old.distance && most.rank < old.rank
        };
        if found.most.as_ref().is_none_or(greater) {
            found.most = Some(most);
        }
        let best = found.most.as_ref().map(|most| most.distance.clone());
        let open = looked.suspects.into_iter().filter(|(bound, _)| bound.is_none() || *bound > best);
        found.open.extend(open.map(|(bound, section)| Open { bound, first, last, section }));
        Ok(())
    }

    /// Where nothing differs at the points, the difference itself must be nothing on each piece.
    fn between(&self, looked: &Looked, behind: &Behind, rank: Rank) -> Result<Option<Spot>, Stop> {
        let (.., first) = rank;
        for (_, number) in &looked.suspects {
            self.from.limits.ask(self.space.place)?;
            let Some(piece) = &self.firsts[&first][*number].piece else { continue };
            let differences = differences(&piece.from, &piece.to, &behind.from, &behind.to);
            let (low, high) = (piece.low.as_ref(), piece.high.as_ref());
            if let Some((at, distance)) = witness(&differences, low, high, self.space.place)? {
                return Ok(Some(Spot { distance, rank, at }));
            }
        }
        Ok(None)
    }

    /// The distances at the points of the sections, as far as they matter.
    fn look(
        &self,
        sections: &[(usize, &Section)],
        behind: &Behind,
        rank: Rank,
        weight: u64,
    ) -> Result<Looked, Stop> {
        let Behind { from, to, rows } = behind;
        let (best, best_rank) = {
            let mut found = lock(&self.found);
            found.compared += weight;
            found.most.as_ref().map_or((Rational::ZERO, rank), |most| (most.distance.clone(), most.rank))
        };
        let usual = self.space.usual.as_ref();
        let mut looked = Looked::default();
        for (number, section) in sections {
            self.from.limits.ask(self.space.place)?;
            // No event can differ by more than the weights and the rows do.
            let bound: Rational = section.from.iter().map(|(state, mass)| mass * &rows[*state]).sum();
            let bound = &bound + &section.apart;
            if bound.is_zero() && !may_differ_between(section, rows) {
                continue;
            }
            let is_usual = usual == Some(&section.at);
            let may_be_most = bound > best || bound == best && rank <= best_rank;
            if may_be_most || looked.differs.is_none() || is_usual {
                let distance = distance(&section.from, &section.to, from, to);
                if !distance.is_zero() {
                    let spot = Spot { distance, rank, at: section.at.clone() };
                    if looked.most.as_ref().is_none_or(|most| spot.distance > most.distance) {
                        looked.most = Some(spot.clone());
                    }
                    if looked.differs.is_none() || is_usual {
                        looked.differs = Some(spot);
                    }
                }
            }
            if section.piece.is_some() {
                let greatest = section.greatest.as_ref().map(|(greatest, apart)| {
                    let rows: Rational = greatest.iter().map(|(state, mass)| mass * &rows[*state]).sum();
                    &rows + apart
                });
                looked.suspects.push((greatest, *number));
            }
        }
        Ok(looked)
    }

    pub(super) fn finish(
        self,
        sides: Sides,
        mechanic: &Mechanic,
        bound: Option<Rational>,
        start: Option<Vec<Value>>,
    ) -> Exhaustive {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let witness = |spot: Spot| {
            let (_, last, first) = spot.rank;
            let mut inputs = sides.inputs(mechanic);
            self.space.first.put(first, &mut inputs);
            self.space.last.put(last, &mut inputs);
            if let Some(axis) = self.space.axis {
                inputs[axis.index()] = Value::Number(spot.at).into();
            }
            Witness { inputs, total_variation: spot.distance }
        };
        Exhaustive {
            axis: self.space.axis,
            varied: self.space.varied.clone(),
            within: self.space.within,
            combinations: found.compared,
            refused: found.refused,
            differing: found.differing,
            sections: self.firsts.values().map(Vec::len).sum(),
            most: found.most.map(witness),
            bound,
            fewest: found.fewest.map(witness),
            left: self.space.left.clone(),
            start,
            sides,
        }
    }
}

/// Whether masses that vanish at the point may differ elsewhere on the piece.
fn may_differ_between(section: &Section, rows: &[Rational]) -> bool {
    let Some(piece) = &section.piece else { return false };
    piece.from != piece.to
        || piece.from.iter().any(|(state, mass)| !mass.is_zero() && !rows[*state].is_zero())
}

/// Whether the mechanic has a law at a section on both sides; a state that it refuses refuses the section.
///
/// # Errors
/// A state there that fails for another reason.
fn reachable(section: &Section, behind: &Behind) -> Result<bool, Stop> {
    let from = section.from.iter().map(|(state, _)| &behind.from[*state]);
    for row in from.chain(section.to.iter().map(|(state, _)| &behind.to[*state])) {
        match row {
            Err(stop) if refuses(stop) => return Ok(false),
            Err(stop) => return Err(stop.clone()),
            Ok(_) => {}
        }
    }
    Ok(true)
}
