//! The forward run: layer after layer of weighted states.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::check::model::Range;
use crate::diagnostic::Code;
use crate::exact::{Number, Rational, Ring};
use crate::lower::Slot;
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::absorb::Rounds;
use super::cell::{Affine, Cell};
use super::layer::{Layer, State, common_denominator};
use super::limits::{Limits, Stop, limit, refuse};
use super::liveness::{Sequence, Step, StepOp};
use super::term::{Bound, Context};

pub(super) struct Run<'a, N: Number> {
    pub(super) context: Context<'a, N>,
    ranges: &'a [(String, Range)],
    steps: u64,
    /// Where what is known last took mass away.
    pub(super) evidence: Option<Span>,
    /// Rounds of loops that were made before.
    pub(super) rounds: Rounds<N>,
}

/// A numerator and a denominator.
pub(super) type Ratio<N> = (<N as Number>::Ring, <N as Number>::Ring);

/// How often the interrupt is asked: every so many state steps.
const INTERRUPT_EVERY: u64 = 4096;

/// How many states at a time go through a draw of a whole number.
const CHUNK: usize = 512;

/// Denominators are reduced after a round of a loop when they have more binary digits than this.
const REDUCE_ABOVE: u64 = 256;

impl<'a, N: Number> Run<'a, N> {
    pub(super) fn new(axis: &'a N::Axis, limits: &'a Limits, ranges: &'a [(String, Range)]) -> Run<'a, N> {
        Run { context: Context { axis, limits }, ranges, steps: 0, evidence: None, rounds: Rounds::default() }
    }

    /// The last layer, and where what is known took mass away from it, if it did.
    pub(super) fn run(
        mut self,
        body: &Sequence<N>,
        cells: Vec<Cell<N>>,
    ) -> Result<(Layer<N>, Option<Span>), Stop> {
        let mut layer = self.sequence(body, Layer::start(cells))?;
        settle(&mut layer);
        layer.merge();
        Ok((layer, self.evidence))
    }

    pub(super) fn limits(&self) -> &'a Limits {
        self.context.limits
    }

    pub(super) fn sequence(&mut self, sequence: &Sequence<N>, mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        if !sequence.kill.is_empty() {
            empty(&mut layer, &sequence.kill);
            settle(&mut layer);
            layer.merge();
        }
        self.steps(&sequence.steps, layer)
    }

    pub(super) fn steps(&mut self, steps: &[Step<N>], mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            if step.spread > 0 && layer.states.len() > CHUNK {
                let end = (next + step.spread + 1).min(steps.len());
                layer = self.in_chunks(&steps[next..end], layer)?;
                next = end;
                continue;
            }
            self.count(layer.states.len(), step.origin)?;
            layer = self.step(step, layer)?;
            empty(&mut layer, &step.kill);
            if step.merge {
                settle(&mut layer);
                layer.merge();
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
                let merged = Layer::combine(results, empty);
                if let Some(last) = steps.last() {
                    self.check(&merged, last.origin)?;
                }
                return Ok(merged);
            }
            results.push(self.steps(steps, Layer { states: chunk, ..empty.clone() })?);
        }
    }

    pub(super) fn count(&mut self, states: usize, origin: Span) -> Result<(), Stop> {
        let before = self.steps;
        // A step costs something even where no state is left.
        self.steps = self.steps.saturating_add(u64::try_from(states).unwrap_or(u64::MAX).max(1));
        if self.steps > self.limits().steps {
            return Err(limit(origin, "steps", self.limits().steps, "the evaluation takes too many steps"));
        }
        // Many small evaluations take long too: each asks once when it begins.
        let asks = before == 0 || before / INTERRUPT_EVERY != self.steps / INTERRUPT_EVERY;
        if asks && self.limits().interrupted() {
            return Err(refuse(
                Code::Limit,
                origin,
                "the evaluation was interrupted here, or its time is up: the limit `seconds`",
            ));
        }
        Ok(())
    }

    /// Refuses more states than the limit, before they are made.
    pub(super) fn room(&self, states: usize, origin: Span, what: &str) -> Result<(), Stop> {
        if states > self.limits().states {
            return Err(limit(origin, "states", self.limits().states, what));
        }
        Ok(())
    }

    fn check(&self, layer: &Layer<N>, origin: Span) -> Result<(), Stop> {
        self.room(layer.states.len(), origin, "too many distinct states")?;
        self.context.check_size(layer.denominator.bits(), origin)
    }

    fn step(&mut self, step: &Step<N>, mut layer: Layer<N>) -> Result<Layer<N>, Stop> {
        match &step.op {
            StepOp::Assign(slot, term) => {
                for (state, _) in &mut layer.states {
                    let value = self.context.eval(term, &state.cells)?;
                    set(state, *slot, value);
                }
                Ok(layer)
            }
            StepOp::Uniform(slot) => {
                for (state, _) in &mut layer.states {
                    let roll = Affine::uniform(state.fresh_uniform()).into_cell();
                    set(state, *slot, roll);
                }
                Ok(layer)
            }
            StepOp::Random(slot, bound) => self.random(*slot, bound, layer),
            StepOp::Band(slot, roll, thresholds) => self.band(*slot, roll, thresholds, layer),
            StepOp::Floor(slot, roll) => self.floor(*slot, roll, layer),
            StepOp::Branch(arms, rest) => self.branch(arms, rest.as_ref(), layer, step.origin),
            StepOp::Switch(arms, otherwise) => self.switch(arms, otherwise, layer),
            StepOp::Repeat(count, body) => self.repeat(count, body, layer),
            StepOp::Until(inside) => self.until(inside, layer, step.origin),
            StepOp::Given(evidence) => self.given(evidence, layer, step.origin),
            StepOp::CheckRange(slot, field) => self.check_range(*slot, *field, layer, step.origin),
            StepOp::Refuse(code, message) => {
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
        let mut sizes: Vec<i64> = Vec::new();
        for (state, mass) in layer.states {
            let n = self.context.count(bound, &state.cells, "the bound of `random`")?;
            if n < 1 {
                return Err(refuse(
                    Code::OutOfRange,
                    bound.origin,
                    format!("`random(n)` gives a whole number below n, so n is at least 1; here it is {n}"),
                ));
            }
            let sides = usize::try_from(n).unwrap_or(usize::MAX);
            let states = next.states.len().saturating_add(sides);
            self.room(states, bound.origin, "`random` makes too many distinct states")?;
            self.count(sides, bound.origin)?;
            for k in 0..n {
                let mut drawn = state.clone();
                set(&mut drawn, slot, Cell::Number(N::from(Rational::from(k))));
                next.states.push((drawn, mass.clone()));
            }
            sizes.resize(next.states.len(), n);
        }
        next.share(&sizes);
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
        let minus_one = N::from(Rational::from(-1));
        for (state, mass) in layer.states {
            let value = self.context.roll(roll, &state.cells)?;
            let mut rest = Some(state);
            let mut place = 0_i64;
            for (op, bound) in thresholds {
                let Some(state) = rest.take() else { break };
                let bound = self.context.roll(bound, &state.cells)?;
                let distance = value.plus_scaled(&bound, &minus_one);
                self.count(comparison_cost(&distance), roll.origin)?;
                let (holds, fails) = self.context.compare_roll(&state, &distance, *op, roll.origin)?;
                if let Some(mut state) = holds {
                    set(&mut state, slot, Cell::Number(N::from(Rational::from(place))));
                    next.states.push((state, mass.clone()));
                }
                rest = fails;
                place += 1;
            }
            if let Some(mut state) = rest {
                set(&mut state, slot, Cell::Number(N::from(Rational::from(place))));
                next.states.push((state, mass));
            }
        }
        Ok(next)
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
            self.room(states, roll.origin, "rounding this roll makes too many distinct states")?;
            let mut rest = Some(state);
            for k in low..=high {
                let Some(state) = rest.take() else { break };
                self.count(comparison_cost(&value), roll.origin)?;
                let above = N::from(&Rational::from(k) + &Rational::ONE);
                let distance = value.plus_scaled(&Affine::number(above), &N::from(Rational::from(-1)));
                let (holds, fails) =
                    self.context.compare_roll(&state, &distance, BinaryOp::Less, roll.origin)?;
                if let Some(mut state) = holds {
                    set(&mut state, slot, Cell::Number(N::from(Rational::from(k))));
                    next.states.push((state, mass.clone()));
                }
                rest = fails;
            }
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
        let ways = arms.len() + usize::from(rest.is_some());
        let states = layer.states.len().saturating_mul(ways);
        self.count(states, origin)?;
        let mut weights: Vec<Vec<Ratio<N>>> = Vec::with_capacity(layer.states.len());
        for (state, _) in &layer.states {
            weights.push(self.weights(arms, rest.is_some(), &state.cells, origin)?);
        }
        let common = common_denominator::<N>(weights.iter().flatten().map(|(_, denominator)| denominator));
        let denominator = layer.denominator.mul(&common);
        let empty = layer.empty();
        let mut layers: Vec<Layer<N>> =
            (0..ways).map(|_| Layer { denominator: denominator.clone(), states: Vec::new() }).collect();
        for ((state, mass), weights) in layer.states.into_iter().zip(weights) {
            for (way, (numerator, own)) in layers.iter_mut().zip(weights) {
                if !numerator.is_zero() {
                    let factor = numerator.mul(&common.exact_div(&own));
                    way.states.push((state.clone(), mass.mul(&factor)));
                }
            }
        }
        let sequences = arms.iter().map(|(_, sequence)| sequence).chain(rest);
        let mut results = Vec::with_capacity(ways);
        for (sequence, layer) in sequences.zip(layers) {
            if !layer.states.is_empty() {
                results.push(self.sequence(sequence, layer)?);
            }
        }
        Ok(Layer::combine(results, empty))
    }

    /// The probability of each way in a state, in lowest terms; checked to lie in [0, 1] and to sum to 1.
    pub(super) fn weights(
        &self,
        arms: &[(Bound<N>, Sequence<N>)],
        rest: bool,
        cells: &[Cell<N>],
        origin: Span,
    ) -> Result<Vec<Ratio<N>>, Stop> {
        let (zero, one) = (N::from(Rational::ZERO), N::from(Rational::ONE));
        let mut left = one;
        let mut ratios = Vec::with_capacity(arms.len() + 1);
        for (weight, _) in arms {
            let value = self.context.number(weight, cells)?;
            let too_small = self.context.sign(&value, weight.origin)?.is_lt();
            left = left.minus(&value);
            let too_large = self.context.sign(&left, weight.origin)?.is_lt();
            if too_small || (too_large && arms.len() == 1) {
                let shown = shown(&value);
                return Err(refuse(
                    Code::ProbabilityRange,
                    weight.origin,
                    format!("a probability lies between 0 and 1; here it is {shown}"),
                ));
            }
            ratios.push(value.ratio());
        }
        if rest && !self.context.sign(&left, origin)?.is_lt() {
            ratios.push(left.ratio());
        } else if left != zero {
            let total = shown(&N::from(Rational::ONE).minus(&left));
            return Err(refuse(Code::WeightsSum, origin, format!("the weights sum to {total}, not to 1")));
        }
        Ok(ratios)
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
            let mut way = arms.len();
            for (index, (guard, _)) in arms.iter().enumerate() {
                if self.context.flag(guard, &state.cells)? {
                    way = index;
                    break;
                }
            }
            layers[way].states.push((state, mass));
        }
        let sequences = arms.iter().map(|(_, sequence)| sequence).chain([otherwise]);
        let mut results = Vec::with_capacity(layers.len());
        for (sequence, layer) in sequences.zip(layers) {
            if !layer.states.is_empty() {
                results.push(self.sequence(sequence, layer)?);
            }
        }
        Ok(Layer::combine(results, empty))
    }

    /// Those with the most rounds to go begin; the others join when they have as many left. The cost is
    /// that of the largest count, not of their sum.
    fn repeat(&mut self, count: &Bound<N>, body: &Sequence<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let empty = layer.empty();
        let mut waiting: BTreeMap<i64, Layer<N>> = BTreeMap::new();
        for (state, mass) in layer.states {
            let times = self.context.count(count, &state.cells, "how often to repeat")?;
            if times < 0 {
                let message = format!("nothing can be repeated {times} times");
                return Err(refuse(Code::OutOfRange, count.origin, message));
            }
            waiting.entry(times).or_insert_with(|| empty.clone()).states.push((state, mass));
        }
        let mut current = empty.clone();
        let mut left = waiting.last_key_value().map_or(0, |(times, _)| *times);
        loop {
            if let Some(joining) = waiting.remove(&left) {
                current = Layer::combine(vec![current, joining], empty.clone());
            }
            if left == 0 {
                return Ok(current);
            }
            self.count(current.states.len(), count.origin)?;
            current = self.round(body, current)?;
            left -= 1;
        }
    }

    fn round(&mut self, body: &Sequence<N>, layer: Layer<N>) -> Result<Layer<N>, Stop> {
        let mut layer = self.sequence(body, layer)?;
        settle(&mut layer);
        layer.merge();
        if layer.denominator.bits() > REDUCE_ABOVE {
            layer.reduce();
        }
        Ok(layer)
    }

    pub(super) fn check_range(
        &mut self,
        slot: Slot,
        field: usize,
        layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        let Some((name, range)) = self.ranges.get(field) else { return Ok(layer) };
        for (state, _) in &layer.states {
            let Some(Cell::Number(number)) = state.cells.get(slot.0 as usize) else { continue };
            let beyond = |end: &Option<Rational>, forbidden: Ordering| match end {
                None => Ok(false),
                Some(end) => {
                    let distance = number.minus(&N::from(end.clone()));
                    self.context.sign(&distance, origin).map(|sign| sign == forbidden)
                }
            };
            if beyond(&range.low, Ordering::Less)? || beyond(&range.high, Ordering::Greater)? {
                let (range, found) = (range.describe().unwrap_or_default(), shown(number));
                return Err(refuse(
                    Code::OutOfRange,
                    origin,
                    format!("{name} goes {range}; here it is {found}"),
                ));
            }
        }
        Ok(layer)
    }
}

fn shown<N: Number>(number: &N) -> String {
    number.to_rational().map_or_else(|| "an expression of the symbol".to_owned(), |number| number.to_string())
}

fn set<N>(state: &mut State<N>, slot: Slot, value: Cell<N>) {
    if let Some(cell) = state.cells.get_mut(slot.0 as usize) {
        *cell = value;
    }
}

/// What a comparison of a roll costs, in steps: the corners of its cube and their powers.
fn comparison_cost<N: Number>(roll: &Affine<N>) -> usize {
    let uniforms = roll.terms.len();
    let equal = roll.terms.windows(2).all(|pair| matches!(pair, [a, b] if a.1 == b.1));
    let corners = if equal { uniforms + 1 } else { 1 << uniforms.min(12) };
    corners * uniforms.max(1)
}

/// Empties slots that nothing reads any more.
pub(super) fn empty<N: Number>(layer: &mut Layer<N>, slots: &[Slot]) {
    for (state, _) in &mut layer.states {
        for slot in slots {
            set(state, *slot, Cell::Unset);
        }
    }
}

/// Takes the mass of the regions that nothing refers to any more.
pub(super) fn settle<N: Number>(layer: &mut Layer<N>) {
    let settled: Vec<Option<N>> = layer.states.iter_mut().map(|(state, _)| state.settle()).collect();
    for (state, _) in &mut layer.states {
        state.renumber();
    }
    if settled.iter().any(Option::is_some) {
        let one = N::from(Rational::ONE);
        let factors: Vec<N> = settled.into_iter().map(|mass| mass.unwrap_or_else(|| one.clone())).collect();
        layer.weigh(&factors);
    }
}
