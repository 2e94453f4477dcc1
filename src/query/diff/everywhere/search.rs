//! The comparison of all combinations, on two threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::mixture::{Kernel, differences, distance, row_distance, witness};
use super::places::{Place, Side, refused};
use super::space::Space;
use super::{Everywhere, EverywhereRequest, Witness};
use crate::diagnostic::Code;
use crate::evaluate::{CutState, Stop};
use crate::exact::Rational;
use crate::value::Value;

#[derive(Default)]
pub(super) struct Found {
    pub(super) refused: usize,
    pub(super) compared: usize,
    pub(super) differing: usize,
    /// The greatest distance with its first and last combination and the value on the axis.
    pub(super) most: Option<(Rational, usize, usize, Rational)>,
    /// The fewest inputs that are not at their defaults, with the same.
    pub(super) fewest: Option<(usize, Rational, usize, usize, Rational)>,
    /// Where something greater might lie between the points: bound, first, last combination, place.
    pub(super) open: Vec<(Option<Rational>, usize, usize, usize)>,
}

pub(super) struct Search<'a> {
    pub(super) space: &'a Space,
    pub(super) from: Side<'a>,
    pub(super) to: Side<'a>,
    pub(super) states: Vec<CutState>,
    pub(super) firsts: Vec<Option<Vec<Place>>>,
    pub(super) defaults: &'a [Value],
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
                if place.is_multiple_of(16) {
                    progress(place, all);
                    if self.from.limits.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
                        return Err(refused("the time is up: the limit `seconds`"));
                    }
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
        let inputs = self.space.inputs(self.defaults, &self.space.last, last);
        let (Some(a), Some(b)) = (self.kernel(&self.from, &inputs)?, self.kernel(&self.to, &inputs)?) else {
            let partners = (0..self.firsts.len()).filter(|first| self.space.fit(*first, last)).count();
            if let Ok(mut found) = self.found.lock() {
                found.refused += partners;
            }
            return Ok(());
        };
        let rows: Vec<Rational> = a.iter().zip(&b).map(|(a, b)| row_distance(a, b)).collect();
        for (first, places) in self.firsts.iter().enumerate() {
            if !self.space.fit(first, last) {
                continue;
            }
            match places {
                Some(places) => self.compare(first, last, places, &rows, &a, &b),
                None => {
                    if let Ok(mut found) = self.found.lock() {
                        found.refused += 1;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn kernel(&self, side: &Side<'_>, inputs: &[Value]) -> Result<Option<Kernel>, Stop> {
        let laws = match side.family.last(inputs, &side.rules, &self.states, side.limits) {
            Ok(laws) => laws,
            Err(stop) if stop.code == Code::Required => return Ok(None),
            Err(stop) => return Err(stop),
        };
        let Ok(mut outcomes) = self.outcomes.lock() else { return Err(refused("a thread failed")) };
        let mut kernel = Vec::with_capacity(laws.len());
        for law in laws {
            let mut row: Vec<(usize, Rational)> = Vec::with_capacity(law.len());
            for (values, mass) in law {
                let next = outcomes.len();
                row.push((*outcomes.entry(values).or_insert(next), mass));
            }
            row.sort_by_key(|(outcome, _)| *outcome);
            kernel.push(row);
        }
        Ok(Some(kernel))
    }

    fn compare(
        &self,
        first: usize,
        last: usize,
        places: &[Place],
        rows: &[Rational],
        a: &Kernel,
        b: &Kernel,
    ) {
        let unusual = self.space.unusual(first, last);
        let mut differs: Option<(Rational, Rational)> = None;
        let mut suspects = Vec::new();
        let (best, fewest) = match self.found.lock() {
            Ok(mut found) => {
                found.compared += 1;
                let best = found.most.as_ref().map(|most| most.0.clone()).unwrap_or_default();
                (best, found.fewest.as_ref().map_or(usize::MAX, |fewest| fewest.0))
            }
            Err(_) => return,
        };
        let mut most: Option<(Rational, Rational)> = None;
        for (number, place) in places.iter().enumerate() {
            // No event can differ by more than the weights and the rows do.
            let bound: Rational = place.from.iter().map(|(state, mass)| mass * &rows[*state]).sum();
            let bound = &bound + &place.apart;
            if bound.is_zero() && !may_differ_between(place, rows) {
                continue;
            }
            let needed = bound > best || differs.is_none();
            if needed {
                let distance = distance(&place.from, &place.to, a, b);
                if !distance.is_zero() {
                    let usual = self.space.axis.and_then(|axis| self.defaults[axis].as_number());
                    let better = differs.as_ref().is_none_or(|_| usual == Some(&place.at));
                    if better {
                        differs = Some((distance.clone(), place.at.clone()));
                    }
                    if distance > best && most.as_ref().is_none_or(|most| distance > most.0) {
                        most = Some((distance, place.at.clone()));
                    }
                }
            }
            if place.piece.is_some() {
                let most: Option<Rational> = place.greatest.as_ref().map(|(greatest, apart)| {
                    let rows: Rational = greatest.iter().map(|(state, mass)| mass * &rows[*state]).sum();
                    &rows + apart
                });
                suspects.push((most, number));
            }
        }
        // Where nothing differs at the points, the difference itself must be nothing on each piece.
        if differs.is_none() {
            for (_, number) in &suspects {
                let place = &places[*number];
                if let Some((low, high, from, to)) = &place.piece
                    && let Some(at) = witness(&differences(from, to, a, b), low.as_ref(), high.as_ref())
                {
                    differs = Some((at.1, at.0));
                    break;
                }
            }
        }
        let Ok(mut found) = self.found.lock() else { return };
        if let Some((distance, at)) = differs {
            found.differing += 1;
            if unusual < fewest && found.fewest.as_ref().is_none_or(|fewest| unusual < fewest.0) {
                found.fewest = Some((unusual, distance.clone(), first, last, at.clone()));
            }
            let top = most.unwrap_or((distance, at));
            if found.most.as_ref().is_none_or(|most| top.0 > most.0) {
                found.most = Some((top.0, first, last, top.1));
            }
            let best = found.most.as_ref().map(|most| most.0.clone());
            let open = suspects.into_iter().filter(|(most, _)| most.is_none() || *most > best);
            found.open.extend(open.map(|(bound, number)| (bound, first, last, number)));
        }
    }

    pub(super) fn finish(self, request: &EverywhereRequest) -> Everywhere {
        let ceiling = self.ceiling();
        let found = self.found.into_inner().unwrap_or_default();
        let witness = |distance: Rational, first: usize, last: usize, at: Rational| {
            let mut inputs = self.space.inputs(&request.to.inputs, &self.space.first, first);
            inputs = self.space.inputs(&inputs, &self.space.last, last);
            if let Some(axis) = self.space.axis {
                inputs[axis] = Value::Number(at);
            }
            Witness { inputs, total_variation: distance }
        };
        Everywhere {
            axis: self.space.axis,
            varied: self.space.varied.clone(),
            combinations: found.compared,
            refused: found.refused,
            differing: found.differing,
            places: self.firsts.iter().flatten().map(Vec::len).sum(),
            most: found.most.map(|(distance, first, last, at)| witness(distance, first, last, at)),
            ceiling,
            fewest: found.fewest.map(|(_, distance, first, last, at)| witness(distance, first, last, at)),
        }
    }
}

/// Whether masses that vanish at the point may differ elsewhere on the piece.
fn may_differ_between(place: &Place, rows: &[Rational]) -> bool {
    let Some((_, _, from, to)) = &place.piece else { return false };
    from != to || from.iter().any(|(state, mass)| !mass.is_zero() && !rows[*state].is_zero())
}
