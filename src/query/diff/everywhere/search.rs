//! The comparison of all combinations, on two threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::super::super::Mechanic;
use super::mixture::{Kernel, differences, distance, row_distance, witness};
use super::places::{Place, Side, refused};
use super::space::Space;
use super::{Everywhere, EverywhereRequest, Witness};
use crate::diagnostic::Code;
use crate::evaluate::{CutState, Stop, refuses};
use crate::exact::Rational;
use crate::value::Value;

#[derive(Default)]
pub(super) struct Found {
    pub(super) refused: usize,
    pub(super) compared: usize,
    pub(super) differing: usize,
    /// The greatest distance.
    pub(super) most: Option<Spot>,
    /// The distance that the fewest inputs show that are not at their defaults.
    pub(super) fewest: Option<Spot>,
    /// Where something greater might lie between the points: bound, first, last combination, place.
    pub(super) open: Vec<(Option<Rational>, usize, usize, usize)>,
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
    pub(super) from: Side<'a>,
    pub(super) to: Side<'a>,
    pub(super) states: Vec<CutState>,
    pub(super) firsts: Vec<Option<Vec<Place>>>,
    pub(super) found: Mutex<Found>,
    pub(super) outcomes: Mutex<FxHashMap<Vec<Value>, usize>>,
}

impl Search<'_> {
    pub(super) fn run(&self, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<(), Stop> {
        let all = self.space.last.count();
        // Few items first, so that the smallest set is found early.
        let mut order: Vec<usize> = (0..all).collect();
        order.sort_by_key(|place| self.space.last.unusual(*place));
        let next = AtomicUsize::new(0);
        let worker = || -> Result<(), Stop> {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(last) = order.get(place) else { return Ok(()) };
                progress(place, all);
                if self.from.limits.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
                    return Err(refused(super::OUT_OF_TIME));
                }
                self.compare_last(*last)?;
            }
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(worker);
            let own = worker();
            let other = other.join().unwrap_or_else(|_| Err(refused("a thread failed")));
            own.and(other)
        })
    }

    /// One combination of the inputs behind the cut, with all of those before it.
    fn compare_last(&self, last: usize) -> Result<(), Stop> {
        let kernel =
            |side: &Side<'_>| self.kernel(side, &self.space.inputs(side.base, &self.space.last, last));
        let (a, b) = (kernel(&self.from)?, kernel(&self.to)?);
        let rows: Vec<Rational> = a.iter().zip(&b).map(|(a, b)| row_distance(a, b)).collect();
        let partial = a.iter().chain(&b).any(Result::is_err);
        for (first, places) in self.firsts.iter().enumerate() {
            if !self.space.fit(first, last) {
                continue;
            }
            let mut reached = Vec::new();
            for (number, place) in places.iter().flatten().enumerate() {
                if !partial || reachable(place, &a, &b)? {
                    reached.push((number, place));
                }
            }
            if reached.is_empty() {
                if let Ok(mut found) = self.found.lock() {
                    found.refused += 1;
                }
                continue;
            }
            self.compare(first, last, &reached, &rows, (&a, &b));
        }
        Ok(())
    }

    pub(super) fn kernel(&self, side: &Side<'_>, inputs: &[Value]) -> Result<Kernel, Stop> {
        let laws = side.family.last(inputs, &side.rules, &self.states, side.limits);
        let Ok(mut outcomes) = self.outcomes.lock() else { return Err(refused("a thread failed")) };
        let mut kernel = Vec::with_capacity(laws.len());
        for law in laws {
            let law = match law {
                Ok(law) => law,
                Err(stop) if stop.code == Code::Limit => return Err(stop),
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
        places: &[(usize, &Place)],
        rows: &[Rational],
        (a, b): (&Kernel, &Kernel),
    ) {
        let rank = (self.space.unusual(first, last), last, first);
        let (best, best_rank) = match self.found.lock() {
            Ok(mut found) => {
                found.compared += 1;
                found.most.as_ref().map_or((Rational::ZERO, rank), |most| (most.distance.clone(), most.rank))
            }
            Err(_) => return,
        };
        let usual = self.space.axis.and_then(|axis| self.to.base[axis].as_number());
        let mut differs: Option<Spot> = None;
        let mut most: Option<Spot> = None;
        let mut suspects = Vec::new();
        for (number, place) in places {
            // No event can differ by more than the weights and the rows do.
            let bound: Rational = place.from.iter().map(|(state, mass)| mass * &rows[*state]).sum();
            let bound = &bound + &place.apart;
            if bound.is_zero() && !may_differ_between(place, rows) {
                continue;
            }
            let is_usual = usual == Some(&place.at);
            let may_be_most = bound > best || bound == best && rank <= best_rank;
            if may_be_most || differs.is_none() || is_usual {
                let spot =
                    Spot { distance: distance(&place.from, &place.to, a, b), rank, at: place.at.clone() };
                if !spot.distance.is_zero() {
                    if most.as_ref().is_none_or(|most| spot.distance > most.distance) {
                        most = Some(spot.clone());
                    }
                    if differs.is_none() || is_usual {
                        differs = Some(spot);
                    }
                }
            }
            if place.piece.is_some() {
                let greatest = place.greatest.as_ref().map(|(greatest, apart)| {
                    let rows: Rational = greatest.iter().map(|(state, mass)| mass * &rows[*state]).sum();
                    &rows + apart
                });
                suspects.push((greatest, *number));
            }
        }
        // Where nothing differs at the points, the difference itself must be nothing on each piece.
        let places = self.firsts.get(first).and_then(Option::as_deref).unwrap_or_default();
        let between = || {
            suspects.iter().find_map(|(_, number)| {
                let (low, high, from, to) = places.get(*number)?.piece.as_ref()?;
                let (at, distance) = witness(&differences(from, to, a, b), low.as_ref(), high.as_ref())?;
                Some(Spot { distance, rank, at })
            })
        };
        let Some(differs) = differs.or_else(between) else { return };
        let most = most.unwrap_or_else(|| differs.clone());
        let Ok(mut found) = self.found.lock() else { return };
        found.differing += 1;
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
        let open = suspects.into_iter().filter(|(bound, _)| bound.is_none() || *bound > best);
        found.open.extend(open.map(|(bound, number)| (bound, first, last, number)));
    }

    pub(super) fn finish(self, mechanic: &Mechanic, request: &EverywhereRequest) -> Everywhere {
        let ceiling = self.ceiling();
        let found = self.found.into_inner().unwrap_or_default();
        let witness = |spot: Spot| {
            let (_, last, first) = spot.rank;
            // What only one side has is as that side has it.
            let available = &mechanic.rule_sets[request.to.rule_set].available;
            let base = request.to.inputs.iter().zip(&request.from.inputs).zip(available);
            let base: Vec<Value> =
                base.map(|((to, from), has)| if *has { to } else { from }.clone()).collect();
            let mut inputs = self.space.inputs(&base, &self.space.first, first);
            inputs = self.space.inputs(&inputs, &self.space.last, last);
            if let Some(axis) = self.space.axis {
                inputs[axis] = Value::Number(spot.at);
            }
            Witness { inputs, total_variation: spot.distance }
        };
        Everywhere {
            axis: self.space.axis,
            varied: self.space.varied.clone(),
            combinations: found.compared,
            refused: found.refused,
            differing: found.differing,
            places: self.firsts.iter().flatten().map(Vec::len).sum(),
            most: found.most.map(witness),
            ceiling,
            fewest: found.fewest.map(witness),
            left: self.space.left.clone(),
        }
    }
}

/// Whether masses that vanish at the point may differ elsewhere on the piece.
fn may_differ_between(place: &Place, rows: &[Rational]) -> bool {
    let Some((_, _, from, to)) = &place.piece else { return false };
    from != to || from.iter().any(|(state, mass)| !mass.is_zero() && !rows[*state].is_zero())
}

/// Whether the mechanic has a law at a place on both sides; a state that it refuses refuses the place.
///
/// # Errors
/// A state there that fails for another reason.
fn reachable(place: &Place, a: &Kernel, b: &Kernel) -> Result<bool, Stop> {
    let states = place.from.iter().map(|(state, _)| (a, *state));
    for (kernel, state) in states.chain(place.to.iter().map(|(state, _)| (b, *state))) {
        match kernel.get(state) {
            Some(Err(stop)) if refuses(stop) => return Ok(false),
            Some(Err(stop)) => return Err(stop.clone()),
            _ => {}
        }
    }
    Ok(true)
}
