//! The forward run: layer after layer of weighted states.

use std::collections::BTreeMap;

use crate::check::model::Range;
use crate::exact::{Number, Rational, Ring};
use crate::lower::{Op, Slot};
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::absorb::Rounds;
use super::cell::{Affine, Cell};
use super::dice::Rolled;
use super::draw::Ratio;
use super::endless::Weights;
use super::layer::{Layer, common_denominator};
use super::limits::{Limits, Stop, refuse};
use super::meter::Meter;
use super::roll::Roll;
use super::state::State;
use super::step::{Sequence, Step};
use super::term::{Bound, BoundKind, Context};

pub(super) struct Run<'a, N: Number> {
    pub(super) context: Context<'a, N>,
    pub(super) ranges: &'a [(String, Range)],
    /// What the values are called that loops assign, by their places.
    pub(super) names: &'a [(Span, String)],
    /// Where the masses are weighted, which products they are weighted with.
    pub(super) weights: Option<&'a Weights>,
    pub(super) meter: Meter<'a>,
    /// Where what is known last took mass away.
    pub(super) evidence: Option<Span>,
    /// Rounds of loops that were made before.
    pub(super) rounds: Rounds<N>,
    /// Dice that were rolled before.
    pub(super) rolled: Rolled<N>,
}

/// How many states at a time go through a draw of a whole number.
const CHUNK: usize = 512;

/// Denominators are reduced after a round of a loop when they have more binary digits than this.
const REDUCE_ABOVE: u64 = 256;

impl<'a, N: Number> Run<'a, N> {
    pub(super) fn new(axis: &'a N::Axis, limits: &'a Limits, ranges: &'a [(String, Range)]) -> Run<'a, N> {
        Run {
            context: Context { axis, limits },
            ranges,
            names: &[],
            weights: None,
            meter: Meter::new(limits),
            evidence: None,
            rounds: Rounds::default(),
            rolled: Rolled::default(),
        }
    }

    /// The last layer, and where what is known took mass away from it, if it did.
    pub(super) fn run(
        mut self,
        body: &Sequence<N>,
        cells: Vec<Cell<N>>,
    ) -> Result<(Layer<N>, Option<Span>), Stop> {
        let mut layer = self.sequence(body, Layer::start(cells))?;
        layer.settle(&mut self.meter)?;
        layer.merge(&mut self.meter)?;
        Ok((layer, self.evidence))
    }

    pub(super) fn sequence(&mut self, sequence: &Sequence<N>, mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        if !sequence.kill.is_empty() {
            layer.forget(&sequence.kill);
            layer.settle(&mut self.meter)?;
            layer.merge(&mut self.meter)?;
        }
        self.steps(&sequence.steps, layer)
    }

    pub(super) fn steps(&mut self, steps: &[Step<N>], mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            if step.apart > 0
                && layer.states.len() > 1
                && let Some(rest) = steps.get(next..next + step.apart)
                && let Some(made) = self.apart(rest, &layer)?
            {
                layer = made;
                next += step.apart;
                continue;
            }
            if step.spread > 0 && layer.states.len() > CHUNK {
                let end = (next + step.spread + 1).min(steps.len());
                layer = self.in_chunks(&steps[next..end], layer)?;
                next = end;
                continue;
            }
            self.meter.count(layer.states.len(), step.origin)?;
            layer = self.step(step, layer)?;
            layer.forget(&step.kill);
            if step.merge {
                layer.settle(&mut self.meter)?;
                layer.merge(&mut self.meter)?;
            }
            self.check(&layer, step.origin)?;
            next += 1;
        }
        Ok(layer)
    }

    /// A draw and the steps until the number is gone, for some states at a time: never more than a few
    /// times those states are there at once, however many numbers can be drawn.
    fn in_chunks(&mut self, steps: &[Step<N>], layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let empty = layer.empty();
        let mut states = layer.states.into_iter();
        let mut results = Vec::new();
        loop {
            let chunk: Vec<_> = states.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                let merged = Layer::combine(results, empty, &mut self.meter)?;
                if let Some(last) = steps.last() {
                    self.check(&merged, last.origin)?;
                }
                return Ok(merged);
            }
            results.push(self.steps(steps, Layer { states: chunk, ..empty.clone() })?);
        }
    }

    fn check(&self, layer: &Layer<N>, origin: Span) -> Result<(), Stop> {
        self.meter.room(layer.states.len(), origin, "too many distinct states")?;
        // Most masses are a good deal shorter than their denominator.
        self.context.limits.holds(layer.states.len(), layer.denominator.bits() / 2, origin)?;
        self.context.check_size(layer.denominator.bits(), origin)
    }

    fn step(&mut self, step: &Step<N>, mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        match &step.op {
            Op::Assign(_, Bound { kind: BoundKind::Update(update), .. }) => {
                self.update(update, layer, step.origin)
            }
            Op::Assign(slot, term) => {
                for (state, _) in &mut layer.states {
                    self.meter.work(1, 0)?;
                    let value = self.context.eval(term, &state.cells)?;
                    state.set(*slot, value);
                }
                Ok(layer)
            }
            Op::Uniform(slot) => {
                for (state, _) in &mut layer.states {
                    let roll = Roll::Sum(Affine::uniform(state.fresh_uniform())).into_cell();
                    state.set(*slot, roll);
                }
                Ok(layer)
            }
            Op::Random(slot, bound) => self.random(*slot, bound, layer),
            Op::Band(slot, roll, thresholds) => self.band(*slot, roll, thresholds, layer),
            Op::Floor(slot, roll) => self.floor(*slot, roll, layer),
            Op::Branch(arms, rest) => self.branch(arms, rest.as_ref(), layer, step.origin),
            Op::Dice(slot, dice, body) => self.dice(*slot, dice, body, layer, step.origin),
            Op::Switch(arms, otherwise) => self.switch(arms, otherwise, layer),
            Op::Repeat(count, body) => self.repeat(count, body, layer),
            Op::Until(body, guard) => self.until(body, guard, layer, step.origin),
            Op::Given(evidence) => self.given(evidence, layer, step.origin),
            Op::CheckRange(slot, range) => {
                let Some(range) = self.ranges.get(*range) else { return Ok(layer) };
                for (state, _) in &layer.states {
                    self.meter.work(1, 0)?;
                    self.context.check_range(*slot, range, &state.cells, step.origin)?;
                }
                Ok(layer)
            }
            Op::Refuse(code, message) => {
                if layer.states.is_empty() {
                    return Ok(layer);
                }
                Err(refuse(*code, step.origin, message.clone()))
            }
        }
    }

    /// Keeps the states in which the evidence holds; what they leave is made up for at the end.
    fn given(&mut self, evidence: &Bound<N>, layer: Layer<N>, origin: Span) -> Result<Layer<N>, Stop> {
        let mut next = layer.empty();
        for (state, mass) in layer.states {
            self.meter.work(1, 0)?;
            if self.context.flag(evidence, &state.cells)? {
                next.states.push((state, mass));
            } else {
                self.evidence = Some(origin);
            }
        }
        Ok(next)
    }

    fn random(&mut self, slot: Slot, bound: &Bound<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut next = layer.empty();
        let mut sizes = Vec::new();
        for (state, mass) in layer.states {
            let sides = self.context.sides(bound, &state.cells, next.states.len(), &self.meter)?;
            self.meter.count(usize::try_from(sides.get()).unwrap_or(usize::MAX), bound.origin)?;
            for k in 0..sides.get() {
                let mut drawn = state.clone();
                drawn.set(slot, Cell::Number(N::from(Rational::from(k))));
                next.states.push((drawn, mass.clone()));
            }
            sizes.resize(next.states.len(), sides);
        }
        next.share(&sizes, &mut self.meter)?;
        Ok(next)
    }

    fn band(
        &mut self,
        slot: Slot,
        roll: &Bound<N>,
        thresholds: &[(BinaryOp, Bound<N>)],
        layer: Layer<N>,
    ) -> Result<Layer<N>, Stop> {
        let mut next = layer.empty();
        for (state, mass) in layer.states {
            let value = self.context.roll(roll, &state.cells)?;
            let bounds = thresholds.iter().map(|(op, bound)| {
                let bound = self.context.roll(bound, &state.cells)?.negated();
                Ok((*op, self.context.sum_of_rolls(&value, &bound, roll.origin)?))
            });
            let distances = bounds.collect::<Result<Vec<_>, Stop>>()?;
            self.pieces(slot, state, &mass, (0, distances), roll.origin, &mut next)?;
        }
        Ok(next)
    }

    /// Splits a state by comparisons in order: the slot becomes the number of the first that holds.
    fn pieces(
        &mut self,
        slot: Slot,
        state: State<N>,
        mass: &N::Ring,
        (first, distances): (i64, Vec<(BinaryOp, Roll<N>)>),
        origin: Span,
        next: &mut Layer<N>,
    ) -> Result<(), Stop> {
        let mut give = |mut state: State<N>, number: i64| {
            state.set(slot, Cell::Number(N::from(Rational::from(number))));
            next.states.push((state, mass.clone()));
        };
        let (mut rest, mut number) = (vec![state], first);
        for (op, distance) in distances {
            let mut left = Vec::new();
            for state in rest {
                self.meter.count(comparison_cost(&distance), origin)?;
                let (holds, fails) = self.context.compare_roll(&state, &distance, op, origin)?;
                holds.into_iter().for_each(|state| give(state, number));
                left.extend(fails);
            }
            rest = left;
            number += 1;
        }
        rest.into_iter().for_each(|state| give(state, number));
        Ok(())
    }

    /// The floor of a roll is the number of whole thresholds it has passed.
    fn floor(&mut self, slot: Slot, roll: &Bound<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut next = layer.empty();
        for (state, mass) in layer.states {
            let value = self.context.roll(roll, &state.cells)?;
            let (low, high) = self.context.floor_range(&value, roll.origin)?;
            let pieces =
                high.checked_sub(low).and_then(|pieces| usize::try_from(pieces).ok()).unwrap_or(usize::MAX);
            let states = next.states.len().saturating_add(pieces);
            self.meter.room(states, roll.origin, "rounding this roll makes too many distinct states")?;
            // Beyond the last whole number there is nothing.
            let distance = |k: i64| {
                let above = N::from(Rational::from(k) + Rational::ONE);
                let distance =
                    self.context.sum_of_rolls(&value, &Roll::number(above).negated(), roll.origin)?;
                Ok((BinaryOp::Less, distance))
            };
            let distances = (low..high).map(distance).collect::<Result<Vec<_>, Stop>>()?;
            self.pieces(slot, state, &mass, (low, distances), roll.origin, &mut next)?;
        }
        Ok(next)
    }

    fn branch(
        &mut self,
        arms: &[(Bound<N>, Sequence<N>)],
        rest: Option<&Sequence<N>>,
        layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        let layer = match (arms, rest) {
            ([(weight, happens)], Some(not)) => {
                let (rolled, plain) = self.chance_of_roll(weight, happens, not, layer)?;
                if let Some(rolled) = rolled {
                    let empty = rolled.empty();
                    let plain = self.weighted(arms, rest, plain, origin)?;
                    return Layer::combine(vec![rolled, plain], empty, &mut self.meter);
                }
                plain
            }
            _ => layer,
        };
        self.weighted(arms, rest, layer, origin)
    }

    /// A branch by numbers.
    fn weighted(
        &mut self,
        arms: &[(Bound<N>, Sequence<N>)],
        rest: Option<&Sequence<N>>,
        layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        let branches = arms.len() + usize::from(rest.is_some());
        let states = layer.states.len().saturating_mul(branches);
        self.meter.count(states, origin)?;
        let mut weights: Vec<Vec<Ratio<N>>> = Vec::with_capacity(layer.states.len());
        for (state, _) in &layer.states {
            self.meter.work(arms.len(), 0)?;
            weights.push(self.context.weights(arms, rest.is_some(), &state.cells, origin)?);
        }
        let bottoms = weights.iter().flatten().map(|(_, denominator)| denominator);
        let common = common_denominator::<N>(bottoms, &mut self.meter)?;
        let denominator = layer.denominator.mul(&common);
        let bits = denominator.bits();
        let empty = layer.empty();
        let mut layers: Vec<Layer<N>> =
            (0..branches).map(|_| Layer { denominator: denominator.clone(), states: Vec::new() }).collect();
        for ((state, mass), weights) in layer.states.into_iter().zip(weights) {
            for (branch, (numerator, own)) in layers.iter_mut().zip(weights) {
                if !numerator.is_zero() {
                    self.meter.work(1, bits)?;
                    let factor = numerator.mul(&common.exact_div(&own));
                    branch.states.push((state.clone(), mass.mul(&factor)));
                }
            }
        }
        let sequences = arms.iter().map(|(_, sequence)| sequence).chain(rest);
        let mut results = Vec::with_capacity(branches);
        for (sequence, layer) in sequences.zip(layers) {
            if !layer.states.is_empty() {
                results.push(self.sequence(sequence, layer)?);
            }
        }
        Layer::combine(results, empty, &mut self.meter)
    }

    fn switch(
        &mut self,
        arms: &[(Bound<N>, Sequence<N>)],
        otherwise: &Sequence<N>,
        layer: Layer<N>,
    ) -> Result<Layer<N>, Stop> {
        let empty = layer.empty();
        let mut layers: Vec<Layer<N>> = (0..=arms.len()).map(|_| layer.empty()).collect();
        for (state, mass) in layer.states {
            self.meter.work(1, 0)?;
            let chosen = self.context.chosen(arms, &state.cells)?;
            layers[chosen].states.push((state, mass));
        }
        let sequences = arms.iter().map(|(_, sequence)| sequence).chain([otherwise]);
        let mut results = Vec::with_capacity(layers.len());
        for (sequence, layer) in sequences.zip(layers) {
            if !layer.states.is_empty() {
                results.push(self.sequence(sequence, layer)?);
            }
        }
        Layer::combine(results, empty, &mut self.meter)
    }

    /// Those with the most rounds to go begin; the others join when they have as many left. The cost is
    /// that of the largest count, not of their sum.
    fn repeat(&mut self, count: &Bound<N>, body: &Sequence<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        if let Some(added) = &body.adds
            && let Some(next) = self.added(added, count, body, &layer)?
        {
            return Ok(next);
        }
        let empty = layer.empty();
        let mut waiting: BTreeMap<i64, Layer<N>> = BTreeMap::new();
        for (state, mass) in layer.states {
            let times = self.context.rounds(count, &state.cells)?;
            waiting.entry(times).or_insert_with(|| empty.clone()).states.push((state, mass));
        }
        let mut current = empty.clone();
        let mut left = waiting.last_key_value().map_or(0, |(times, _)| *times);
        loop {
            if let Some(joining) = waiting.remove(&left) {
                current = Layer::combine(vec![current, joining], empty.clone(), &mut self.meter)?;
            }
            if left == 0 {
                return Ok(current);
            }
            self.meter.count(current.states.len(), count.origin)?;
            current = self.round(body, current)?;
            left -= 1;
        }
    }

    fn round(&mut self, body: &Sequence<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut layer = self.sequence(body, layer)?;
        layer.settle(&mut self.meter)?;
        layer.merge(&mut self.meter)?;
        if layer.denominator.bits() > REDUCE_ABOVE {
            layer.reduce(&mut self.meter)?;
        }
        Ok(layer)
    }
}

/// What a comparison of a roll costs, in steps: the corners of its cube and their powers.
fn comparison_cost<N: Number>(roll: &Roll<N>) -> usize {
    let mut cost = 0_usize;
    roll.each(&mut |sum| {
        let uniforms = sum.terms.len();
        let equal = sum.terms.windows(2).all(|pair| matches!(pair, [a, b] if a.1 == b.1));
        let corners = if equal { uniforms + 1 } else { 1 << uniforms.min(12) };
        cost = cost.saturating_add(corners * uniforms.max(1));
    });
    cost
}
