//! `diff --all-inputs`: two rule sets over all inputs and every value of a number such as luck.
//!
//! Both programs are cut behind what needs that number ([`Family`]): before the cut masses are functions of
//! it, behind the cut are plain laws. The axis is cut where any of the functions changes its form. At each
//! of these points, and on each piece between them, the laws of all combinations of the other inputs are
//! compared. Where two laws could differ but do not at the points looked at, their difference is formed as
//! a function and must be zero: agreement is proven, not sampled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::super::Mechanic;
use super::super::scenario::Scenario;
use super::super::table::{TableError, fields_by_name};
use super::space::{Space, space};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluate::{CutState, Family, Limits, Stop};
use crate::exact::symbol::{Function, PieceError, sample};
use crate::exact::{Number, Rational};
use crate::lower::Program;
use crate::value::Value;

/// What is compared everywhere.
#[derive(Debug, Clone)]
pub struct EverywhereRequest {
    /// One side: its rule set, and the values of inputs that are given.
    pub from: Scenario,
    /// The other side.
    pub to: Scenario,
    /// The outcomes by name; empty for all of them.
    pub fields: Vec<String>,
    /// Inputs with the values that they run through.
    pub over: Vec<(usize, Vec<Value>)>,
    /// Most combinations of the inputs that do not form the axis.
    pub combinations: usize,
}

/// Inputs at which two rule sets differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// All inputs, in the order of the model.
    pub inputs: Vec<Value>,
    /// The total variation distance there.
    pub total_variation: Rational,
}

/// What was found out over all inputs.
#[derive(Debug, Clone)]
pub struct Everywhere {
    /// The input that took every value, if there is one.
    pub axis: Option<usize>,
    /// The inputs that were varied, with their values, and whether these are only some of those possible.
    pub varied: Vec<(usize, Vec<Value>, bool)>,
    /// How many combinations of them were compared.
    pub combinations: usize,
    /// How many of these the mechanic refuses.
    pub refused: usize,
    /// How many combinations differ somewhere on the axis.
    pub differing: usize,
    /// Points and pieces of the axis, over all combinations that it depends on.
    pub places: usize,
    /// Where they differ most, of all that was looked at.
    pub most: Option<Witness>,
    /// A bound that no distance exceeds, where one could be given.
    pub ceiling: Option<Rational>,
    /// A difference that the fewest inputs show that are not at their defaults.
    pub fewest: Option<Witness>,
}

/// A place of the axis: a point, or a piece between two points with a point in it.
struct Place {
    at: Rational,
    piece: Option<(Option<Rational>, Option<Rational>, Weights<Function>, Weights<Function>)>,
    from: Weights<Rational>,
    to: Weights<Rational>,
    /// Half the sum of the differences of the weights.
    apart: Rational,
    /// The greatest value of each weight on the piece, where the weights are those of both sides and can be
    /// bounded.
    greatest: Option<Weights<Rational>>,
}

/// Masses of the states at the cut, by their number.
type Weights<N> = Vec<(usize, N)>;
/// For each state at the cut the law of the outcomes, by their numbers.
type Kernel = Vec<Vec<(usize, Rational)>>;

/// Compares two scenarios' rules over all inputs that are not given.
///
/// Cost: the steps that need the axis once for each combination of the inputs they read and each piece;
/// those behind it once for each combination of theirs; then a comparison for each combination of all.
/// Runs on two threads. `progress` is told now and then how much of the work is done.
///
/// # Errors
/// Too many combinations, an evaluation that stops, or a piece that ends at no rational number.
pub fn everywhere(
    mechanic: &Mechanic,
    request: &EverywhereRequest,
    limits: &Limits,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Everywhere, TableError> {
    let names = if request.fields.is_empty() {
        mechanic.model.fields.iter().map(|field| field.name.clone()).collect()
    } else {
        request.fields.clone()
    };
    let fields = fields_by_name(mechanic, &names).map_err(TableError::Usage)?;
    let outputs = fields.iter().filter_map(|field| mechanic.program.outputs.get(*field).copied()).collect();
    let program = Program { outputs, ..mechanic.program.clone() };
    let space = space(mechanic, request, &program).map_err(TableError::Usage)?;
    let stopped = |stop: Stop| TableError::Stopped(stop, Box::new(request.to.clone()));
    let from = Side { family: &space.family, rules: request.from.rule_values(mechanic), limits };
    let to = Side { family: &space.family, rules: request.to.rule_values(mechanic), limits };
    let mut states = States::default();
    let mut firsts = Vec::new();
    for place in 0..space.first.count() {
        let inputs = space.inputs(&request.to.inputs, &space.first, place);
        firsts.push(first(&from, &to, &inputs, &space, &mut states).map_err(stopped)?);
    }
    let search = Search {
        space: &space,
        from,
        to,
        states: states.list,
        firsts,
        defaults: &request.to.inputs,
        found: Mutex::new(Found::default()),
        outcomes: Mutex::new(FxHashMap::default()),
    };
    search.run(progress).map_err(stopped)?;
    Ok(search.finish(request))
}

/// One rule set.
struct Side<'a> {
    family: &'a Family,
    rules: Vec<Value>,
    limits: &'a Limits,
}

/// The states at the cut, each once.
#[derive(Default)]
struct States {
    list: Vec<CutState>,
    numbers: FxHashMap<CutState, usize>,
}

impl States {
    fn weights<N>(&mut self, entries: Vec<(CutState, N)>) -> Weights<N> {
        let numbered = entries.into_iter().map(|(state, mass)| {
            let number = *self.numbers.entry(state.clone()).or_insert_with(|| {
                self.list.push(state);
                self.list.len() - 1
            });
            (number, mass)
        });
        let mut weights: Weights<N> = numbered.collect();
        weights.sort_by_key(|(state, _)| *state);
        weights
    }
}

/// The places of the axis under some inputs; `None` where the mechanic refuses the inputs.
fn first(
    from: &Side<'_>,
    to: &Side<'_>,
    inputs: &[Value],
    space: &Space,
    states: &mut States,
) -> Result<Option<Vec<Place>>, Stop> {
    let pieces = |side: &Side<'_>| match side.family.first(inputs, &side.rules, side.limits) {
        Ok(pieces) => Ok(Some(pieces)),
        Err(PieceError::Failed(stop)) if stop.code == Code::Required => Ok(None),
        Err(PieceError::Failed(stop)) => Err(stop),
        Err(PieceError::Irrational(_)) => {
            Err(refused("the chances change their form at a number that is not rational"))
        }
        Err(PieceError::TooMany(most)) => Err(refused(format!("the axis falls into more than {most} pieces"))),
    };
    let (Some(ours), Some(theirs)) = (pieces(from)?, pieces(to)?) else { return Ok(None) };
    let mut ends: BTreeSet<Rational> = BTreeSet::new();
    ends.extend(ours.iter().chain(&theirs).filter_map(|piece| piece.high.clone()));
    // The usual value is always looked at.
    let usual = space.axis.and_then(|axis| inputs[axis].as_number().cloned());
    let points: BTreeSet<Rational> = ends.iter().cloned().chain(usual).collect();
    let mut places = Vec::new();
    if let Some(axis) = space.axis {
        for point in &points {
            let mut inputs = inputs.to_vec();
            inputs[axis] = Value::Number(point.clone());
            let a = states.weights(from.family.first_at(&inputs, &from.rules, from.limits)?);
            let b = states.weights(to.family.first_at(&inputs, &to.rules, to.limits)?);
            let apart = apart(&a, &b);
            places.push(Place { at: point.clone(), piece: None, apart, from: a, to: b, greatest: None });
        }
    }
    let cuts: Vec<Option<Rational>> =
        std::iter::once(None).chain(ends.into_iter().map(Some)).chain([None]).collect();
    for pair in cuts.windows(2) {
        let at = sample(pair[0].as_ref(), pair[1].as_ref());
        let covers = |piece: &&crate::exact::symbol::Piece<Vec<(CutState, Function)>>| {
            piece.low.as_ref().is_none_or(|low| *low < at) && piece.high.as_ref().is_none_or(|high| at < *high)
        };
        let (Some(a), Some(b)) = (ours.iter().find(covers), theirs.iter().find(covers)) else {
            return Err(refused("a piece of the axis is missing"));
        };
        let (a, b) = (states.weights(a.value.clone()), states.weights(b.value.clone()));
        let value = |weights: &Weights<Function>| -> Weights<Rational> {
            weights.iter().map(|(state, mass)| (*state, mass.at(&at).unwrap_or_default())).collect()
        };
        let (from, to) = (value(&a), value(&b));
        let greatest = greatest(&a, &b, pair[0].as_ref(), pair[1].as_ref());
        let piece = Some((pair[0].clone(), pair[1].clone(), a, b));
        places.push(Place { apart: apart(&from, &to), at, piece, from, to, greatest });
    }
    Ok(Some(places))
}

fn refused(message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(Code::Limit, crate::source::Span::default(), message))
}

fn apart(a: &Weights<Rational>, b: &Weights<Rational>) -> Rational {
    let mut difference: BTreeMap<usize, Rational> = a.iter().cloned().collect();
    for (state, mass) in b {
        let own = difference.entry(*state).or_default();
        *own = &*own - mass;
    }
    half(difference.values().map(Rational::abs).sum())
}

fn half(value: Rational) -> Rational {
    &value * &Rational::new(1, 2)
}

#[derive(Default)]
struct Found {
    refused: usize,
    compared: usize,
    differing: usize,
    /// The greatest distance with its first and last combination and the value on the axis.
    most: Option<(Rational, usize, usize, Rational)>,
    /// The fewest inputs that are not at their defaults, with the same.
    fewest: Option<(usize, Rational, usize, usize, Rational)>,
    /// Where something greater might lie between the points: bound, first, last combination, place.
    open: Vec<(Option<Rational>, usize, usize, usize)>,
}

struct Search<'a> {
    space: &'a Space,
    from: Side<'a>,
    to: Side<'a>,
    states: Vec<CutState>,
    firsts: Vec<Option<Vec<Place>>>,
    defaults: &'a [Value],
    found: Mutex<Found>,
    outcomes: Mutex<FxHashMap<Vec<Value>, usize>>,
}

impl Search<'_> {
    fn run(&self, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<(), Stop> {
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

    fn kernel(&self, side: &Side<'_>, inputs: &[Value]) -> Result<Option<Kernel>, Stop> {
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

    fn compare(&self, first: usize, last: usize, places: &[Place], rows: &[Rational], a: &Kernel, b: &Kernel) {
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
                let most: Option<Rational> = place
                    .greatest
                    .as_ref()
                    .map(|greatest| greatest.iter().map(|(state, mass)| mass * &rows[*state]).sum());
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

    fn finish(self, request: &EverywhereRequest) -> Everywhere {
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

    /// A bound on all distances between the points: on each piece where something greater might lie, the
    /// differences are formed as functions and bounded.
    fn ceiling(&self) -> Option<Rational> {
        /// Pieces that are looked at so closely.
        const MOST: usize = 20_000;
        let Ok(mut found) = self.found.lock() else { return None };
        let best = found.most.as_ref().map(|most| most.0.clone()).unwrap_or_default();
        found.open.retain(|(most, ..)| most.as_ref().is_none_or(|most| *most > best));
        found.open.sort_by_key(|(_, first, last, number)| (*last, *first, *number));
        if self.space.axis.is_none() || found.most.is_none() {
            return Some(best);
        }
        let mut ceiling = best.clone();
        let mut looked = 0;
        let mut kernels: BTreeMap<usize, (Kernel, Kernel)> = BTreeMap::new();
        for (_, first, last, number) in &found.open {
            let place = self.firsts.get(*first)?.as_ref()?.get(*number)?;
            let (low, high, from, to) = place.piece.as_ref()?;
            if !kernels.contains_key(last) {
                let inputs = self.space.inputs(self.defaults, &self.space.last, *last);
                let a = self.kernel(&self.from, &inputs).ok()??;
                let b = self.kernel(&self.to, &inputs).ok()??;
                kernels.clear();
                kernels.insert(*last, (a, b));
            }
            let (a, b) = kernels.get(last)?;
            looked += 1;
            if looked > MOST {
                return None;
            }
            let differences = differences(from, to, a, b);
            let bound = bounded(&differences, low.as_ref(), high.as_ref(), &best, 8)?;
            if bound > ceiling {
                ceiling = bound;
            }
        }
        Some(ceiling)
    }
}

/// Whether masses that vanish at the point may differ elsewhere on the piece.
fn may_differ_between(place: &Place, rows: &[Rational]) -> bool {
    let Some((_, _, from, to)) = &place.piece else { return false };
    from != to || from.iter().any(|(state, mass)| !mass.is_zero() && !rows[*state].is_zero())
}

fn row_distance(a: &[(usize, Rational)], b: &[(usize, Rational)]) -> Rational {
    if a == b { Rational::ZERO } else { apart(&a.to_vec(), &b.to_vec()) }
}

/// The total variation distance of the two mixtures.
fn distance(from: &Weights<Rational>, to: &Weights<Rational>, a: &Kernel, b: &Kernel) -> Rational {
    let mut difference: BTreeMap<usize, Rational> = BTreeMap::new();
    let mut add = |weights: &Weights<Rational>, kernel: &Kernel, minus: bool| {
        for (state, weight) in weights {
            for (outcome, mass) in &kernel[*state] {
                let product = weight * mass;
                let own = difference.entry(*outcome).or_default();
                *own = if minus { &*own - &product } else { &*own + &product };
            }
        }
    };
    add(from, a, false);
    add(to, b, true);
    half(difference.values().map(Rational::abs).sum())
}

/// The differences of the two mixtures as functions, one for each outcome; those that are zero left out.
fn differences(from: &Weights<Function>, to: &Weights<Function>, a: &Kernel, b: &Kernel) -> Vec<Function> {
    // Coefficients of equal weights are joined first, so that few functions are multiplied.
    let mut coefficients: BTreeMap<(usize, usize), (Rational, &Function)> = BTreeMap::new();
    let mut apart: BTreeMap<usize, Vec<(Rational, &Function)>> = BTreeMap::new();
    let shared: BTreeMap<usize, &Function> = to.iter().map(|(state, mass)| (*state, mass)).collect();
    for (state, mass) in from {
        let same = shared.get(state).is_some_and(|other| *other == mass);
        for (outcome, chance) in &a[*state] {
            if same {
                coefficients.entry((*outcome, *state)).or_insert((Rational::ZERO, mass)).0 = chance.clone();
            } else {
                apart.entry(*outcome).or_default().push((chance.clone(), mass));
            }
        }
    }
    let own: BTreeMap<usize, &Function> = from.iter().map(|(state, mass)| (*state, mass)).collect();
    for (state, mass) in to {
        let same = own.get(state).is_some_and(|other| *other == mass);
        for (outcome, chance) in &b[*state] {
            if same {
                let entry = coefficients.entry((*outcome, *state)).or_insert((Rational::ZERO, mass));
                entry.0 = &entry.0 - chance;
            } else {
                apart.entry(*outcome).or_default().push((-chance, mass));
            }
        }
    }
    for ((outcome, _), (coefficient, mass)) in coefficients {
        if !coefficient.is_zero() {
            apart.entry(outcome).or_default().push((coefficient, mass));
        }
    }
    let sum = |parts: Vec<(Rational, &Function)>| {
        let zero = Function::from(Rational::ZERO);
        parts.into_iter().fold(zero, |sum, (factor, mass)| sum.plus(&mass.times(&Function::from(factor))))
    };
    apart.into_values().map(sum).filter(|difference| !difference.is_zero()).collect()
}

/// A point of the piece where some difference is not zero, with the distance there.
fn witness(
    differences: &[Function],
    low: Option<&Rational>,
    high: Option<&Rational>,
) -> Option<(Rational, Rational)> {
    if differences.is_empty() {
        return None;
    }
    // A function that is not zero has fewer zeros than its degree: some of these points is none.
    let degree = differences.iter().map(|d| d.numerator().degree()).max().unwrap_or(0);
    let mut point = sample(low, high);
    for _ in 0..=degree + 1 {
        let distance = half(differences.iter().filter_map(|d| d.at(&point)).map(|value| value.abs()).sum());
        if !distance.is_zero() {
            return Some((point, distance));
        }
        point = sample(Some(&point), high);
    }
    None
}

/// The greatest value of each weight over a piece, where both sides have the same and the ends allow it.
fn greatest(
    from: &Weights<Function>,
    to: &Weights<Function>,
    low: Option<&Rational>,
    high: Option<&Rational>,
) -> Option<Weights<Rational>> {
    let most = |mass: &Function| match (mass.to_rational(), low, high) {
        (Some(constant), ..) => Some(constant),
        (None, Some(low), Some(high)) => Some(mass.range(low, high)?.1),
        _ => None,
    };
    (from == to).then(|| from.iter().map(|(state, mass)| Some((*state, most(mass)?))).collect()).flatten()
}

/// A bound on half the sum of the absolute values of some functions over a piece; pieces where it exceeds
/// what is known are halved some times.
fn bounded(
    differences: &[Function],
    low: Option<&Rational>,
    high: Option<&Rational>,
    known: &Rational,
    halvings: usize,
) -> Option<Rational> {
    let mut sum = Rational::ZERO;
    for difference in differences {
        let most = match (difference.to_rational(), low, high) {
            (Some(constant), ..) => constant.abs(),
            (None, Some(low), Some(high)) => {
                let (least, most) = difference.range(low, high)?;
                least.abs().max(most.abs())
            }
            _ => return None,
        };
        sum = &sum + &most;
    }
    let sum = half(sum);
    // A thousandth more than what is known is near enough.
    let enough = known + &(known * &Rational::new(1, 1000));
    if sum <= enough || halvings == 0 {
        return Some(sum);
    }
    let (low, high) = (low?, high?);
    let middle = &(low + high) * &Rational::new(1, 2);
    let first = bounded(differences, Some(low), Some(&middle), known, halvings - 1)?;
    let second = bounded(differences, Some(&middle), Some(high), known, halvings - 1)?;
    Some(first.max(second))
}
