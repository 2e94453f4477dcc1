//! A program with everything bound, ready to run.

use std::sync::Arc;

use crate::exact::{Number, Rational, Ring};
use crate::lower::{Program, Slot};
use crate::prob::Pmf;
use crate::value::Value;

use super::bindings::Bindings;
use super::cell::Cell;
use super::endless::{Products, Weights, assigned_in_loops, bounded, may_be_endless, weighted};
use super::fold::{Folded, Folder};
use super::layer::{Layer, mass};
use super::limits::{Limits, Stop, internal, refuse};
use super::liveness::allocate;
use super::meter::Meter;
use super::proof;
use super::run::Run;
use super::state::State;
use super::step::Sequence;
use crate::check::model::Range;
use crate::diagnostic::Code;
use crate::source::Span;

/// Outcomes, one cell for each output, with their masses.
pub type Entries<N> = Vec<(Vec<Cell<N>>, N)>;

/// A program bound to inputs and rules, reduced to what the wanted outputs need.
///
/// ```
/// use trueodds::evaluate::{Bindings, Limits, Plan};
/// use trueodds::exact::Rational;
/// use trueodds::{check::check, lower::lower, parse::parse, source::SourceMap, value::Value};
///
/// let text = "mechanic dice/two\noutcome sum: integer\nsum = random(6) + random(6) + 2\n";
/// let (tree, _) = parse(SourceMap::default().add("two.odds", text), text);
/// let (model, findings) = check(tree);
/// assert!(findings.is_empty());
/// let program = lower(&model).expect("a small program");
/// let limits = Limits::default();
/// let plan = Plan::<Rational>::new(&program, &Bindings::new(&[], &[]), &[0], &(), &limits);
/// let law = plan.law(&limits).expect("a law");
/// assert_eq!(law.mass_of(&vec![Value::Number(Rational::from(7))]), Rational::new(1, 6));
/// ```
#[derive(Debug, Clone)]
pub struct Plan<N: Number> {
    body: Sequence<N>,
    places: usize,
    outputs: Vec<Slot>,
    /// For each state its place, where the program is entered with it and reads it.
    entry: Vec<Option<Slot>>,
    ranges: Vec<(String, Range)>,
    /// What the values are called that loops assign, by their places.
    names: Vec<(Span, String)>,
    /// Where the masses are weighted, which products they are weighted with.
    weights: Option<Weights>,
    /// The same with all numbers as they are, where this one knows some that grow only as far as they seem to matter.
    whole: Option<Box<Plan<N>>>,
}

/// The mass of what is known, and a number times it and its square: what a mean and a variance are made of.
#[derive(Debug, Clone)]
pub struct Sums<N> {
    /// The mass.
    pub total: N,
    /// The number over the law.
    pub first: N,
    /// Its square.
    pub second: N,
}

impl<N: Number> Plan<N> {
    /// Binds a program and keeps what the outputs of the given numbers need. The states, where there are
    /// any, begin with their start values.
    #[must_use]
    pub fn new(
        program: &Program,
        bindings: &Bindings<N>,
        wanted: &[usize],
        axis: &N::Axis,
        limits: &Limits,
    ) -> Plan<N> {
        let folder = Folder::new(program, bindings, axis, limits);
        let mut folded = folder.start();
        folded.extend(folder.nodes(&program.body));
        let outputs: Vec<Slot> =
            wanted.iter().filter_map(|index| program.outputs.get(*index).copied()).collect();
        Plan::of(folded, program, &outputs, &[])
    }

    /// Only the values of the states before the first use.
    #[must_use]
    pub fn start(program: &Program, bindings: &Bindings<N>, axis: &N::Axis, limits: &Limits) -> Plan<N> {
        let folded = Folder::new(program, bindings, axis, limits).start();
        Plan::of(folded, program, &program.states, &[])
    }

    /// One use of the mechanic from a state that [`Plan::run_from`] gives: the outputs are the wanted
    /// ones, and then all states after the use.
    #[must_use]
    pub fn step(
        program: &Program,
        bindings: &Bindings<N>,
        wanted: &[usize],
        axis: &N::Axis,
        limits: &Limits,
    ) -> Plan<N> {
        let folded = Folder::new(program, bindings, axis, limits).body();
        let wanted = wanted.iter().filter_map(|index| program.outputs.get(*index));
        let outputs: Vec<Slot> = wanted.chain(&program.states).copied().collect();
        Plan::of(folded, program, &outputs, &program.states)
    }

    /// The rest of a program, from the given places on: [`Plan::run_from`] takes what they hold.
    pub(super) fn resume(
        program: &Program,
        bindings: &Bindings<N>,
        entry: &[Slot],
        limits: &Limits,
    ) -> Plan<N>
    where
        N: Number<Axis = ()>,
    {
        let folded = Folder::new(program, bindings, &(), limits).body();
        Plan::of(folded, program, &program.outputs, entry)
    }

    fn of(folded: Vec<Folded<N>>, program: &Program, outputs: &[Slot], entry: &[Slot]) -> Plan<N> {
        Plan::with_slots(folded, program, program.slots, outputs, entry)
    }

    /// As [`Plan::of`], with more slots than those of the program.
    fn with_slots(
        folded: Vec<Folded<N>>,
        program: &Program,
        slots: u32,
        outputs: &[Slot],
        entry: &[Slot],
    ) -> Plan<N> {
        let names = assigned_in_loops(&folded, program);
        let plan = |folded: Vec<Folded<N>>| {
            let allocated = allocate(folded, slots, outputs, entry);
            Plan {
                body: allocated.body,
                places: allocated.places,
                outputs: allocated.outputs,
                entry: allocated.entry,
                ranges: program.ranges.clone(),
                names: names.clone(),
                weights: None,
                whole: None,
            }
        };
        match bounded(&folded, slots, &program.ranges, outputs, entry) {
            Some(known) => Plan { whole: Some(Box::new(plan(folded))), ..plan(known) },
            None => plan(folded),
        }
    }

    /// The sums of an output that may grow without end, up to its square or without it, where another output holds.
    /// Both are those of the given numbers. `None` where the output has a bound that can be seen.
    ///
    /// # Errors
    /// As [`Plan::run`]; and [`Code::Endless`] where the mean is infinite or not known.
    pub fn sums(
        program: &Program,
        bindings: &Bindings<N>,
        (subject, evidence): (usize, Option<usize>),
        square: bool,
        axis: &N::Axis,
        limits: &Limits,
    ) -> Result<Option<Sums<N>>, Stop> {
        let folder = Folder::new(program, bindings, axis, limits);
        let mut folded = folder.start();
        folded.extend(folder.nodes(&program.body));
        let output = |index: usize| {
            let slot = program.outputs.get(index).copied();
            slot.ok_or_else(|| internal(Span::default(), "an output is not there"))
        };
        let (subject, evidence) = (output(subject)?, evidence.map(output).transpose()?);
        if !may_be_endless(&folded, program.slots, subject) {
            return Ok(None);
        }
        let power = if square { 2 } else { 1 };
        let Some(weighted) = weighted(folded, program.slots, &program.ranges, subject, power) else {
            let message = "the mean of what is asked for depends on products that grow without end";
            return Err(refuse(Code::Endless, Span::default(), message));
        };
        let outputs: Vec<Slot> = [weighted.weight].into_iter().chain(evidence).chain(weighted.kept).collect();
        let mut plan = Plan::with_slots(weighted.nodes, program, weighted.slots, &outputs, &[]);
        plan.weigh(&weighted.products);
        plan.whole.iter_mut().for_each(|whole| whole.weigh(&weighted.products));
        let summed =
            |plan: &Plan<N>| plan.summed(evidence.and(plan.outputs.get(1).copied()), power, axis, limits);
        plan.or_whole(summed).map(Some)
    }

    /// Weighs masses with products; which of them, the first output says.
    fn weigh(&mut self, products: &Arc<Products>) {
        let place = self.outputs.first().copied().unwrap_or_default();
        self.weights = Some(Weights { place, products: products.clone() });
    }

    fn summed(
        &self,
        evidence: Option<Slot>,
        power: usize,
        axis: &N::Axis,
        limits: &Limits,
    ) -> Result<Sums<N>, Stop> {
        let (layer, given) = self.layer(vec![Cell::Unset; self.places], axis, limits)?;
        let mut sums = [N::Ring::zero(), N::Ring::zero(), N::Ring::zero()];
        let mut ruled_out = given;
        for (state, mass) in &layer.states {
            let weight = self.weights.as_ref().map_or(0, |weights| weights.of(state));
            if weight == 0 {
                ruled_out = None;
            }
            let known =
                evidence.is_none_or(|slot| state.cells.get(slot.0 as usize) == Some(&Cell::Flag(true)));
            if let Some(sum) = sums.get_mut(weight).filter(|_| known && weight <= power) {
                sum.add_assign(mass);
            }
        }
        if let Some(place) = ruled_out {
            return Err(refuse(Code::ImpossibleEvidence, place, "what is given here cannot happen"));
        }
        let number = |sum: &N::Ring| mass::<N>(sum, &layer.denominator, Span::default());
        let [total, first, second] = &sums;
        Ok(Sums { total: number(total)?, first: number(first)?, second: number(second)? })
    }

    /// What is found; where a number is needed further than it is known, with all numbers as they are.
    fn or_whole<T>(&self, find: impl Fn(&Plan<N>) -> Result<T, Stop>) -> Result<T, Stop> {
        match (find(self), &self.whole) {
            (Err(stop), Some(whole)) if stop.code == Code::NotRecorded => match find(whole) {
                Err(other) if other.code == Code::Limit => Err(stop),
                found => found,
            },
            (found, _) => found,
        }
    }

    fn layer(
        &self,
        cells: Vec<Cell<N>>,
        axis: &N::Axis,
        limits: &Limits,
    ) -> Result<(Layer<N>, Option<Span>), Stop> {
        let (names, weights) = (&self.names, self.weights.as_ref());
        let run = Run { names, weights, ..Run::new(axis, limits, &self.ranges) };
        run.run(&self.body, cells)
    }

    /// The joint law of the outputs: cells and masses that sum to 1, in the order in which the outcomes
    /// were first reached.
    ///
    /// # Errors
    /// The finding that stopped the evaluation: a probability outside [0, 1], weights that do not sum to
    /// 1, a division by zero, a roll that cannot be integrated, impossible evidence, a loop that may never
    /// end, a limit.
    pub fn run(&self, axis: &N::Axis, limits: &Limits) -> Result<Entries<N>, Stop> {
        self.run_from(&[], axis, limits)
    }

    /// As [`Plan::run`], from the given values of the states: what [`Plan::step`] makes plans for.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn run_from(&self, states: &[Cell<N>], axis: &N::Axis, limits: &Limits) -> Result<Entries<N>, Stop> {
        self.or_whole(|plan| plan.entries(states, axis, limits))
    }

    fn entries(&self, states: &[Cell<N>], axis: &N::Axis, limits: &Limits) -> Result<Entries<N>, Stop> {
        let mut cells = vec![Cell::Unset; self.places];
        for (place, state) in self.entry.iter().zip(states) {
            if let Some(cell) = place.and_then(|place| cells.get_mut(place.0 as usize)) {
                *cell = state.clone();
            }
        }
        let (layer, evidence) = self.layer(cells, axis, limits)?;
        let outcome = |cells: &[Cell<N>]| -> Vec<Cell<N>> {
            self.outputs.iter().filter_map(|slot| cells.get(slot.0 as usize).cloned()).collect()
        };
        let mut meter = Meter::new(limits);
        meter
            .count(layer.states.len(), self.body.steps.last().map(|step| step.origin).unwrap_or_default())?;
        let mut total = N::Ring::zero();
        for (_, mass) in &layer.states {
            meter.work(1, 0)?;
            total.add_assign(mass);
        }
        let bits = total.bits();
        match evidence {
            Some(place) if total.is_zero() => {
                return Err(refuse(Code::ImpossibleEvidence, place, "what is given here cannot happen"));
            }
            None if total != layer.denominator => {
                return Err(internal(Span::default(), "the masses do not sum to 1"));
            }
            _ => {}
        }
        // Given what is known, the masses are shares of what is left: the normalising constant cancels
        // the denominator of the layer.
        let share = |(state, numerator): &(State<N>, N::Ring)| {
            meter.work(1, bits)?;
            Ok((outcome(&state.cells), mass::<N>(numerator, &total, Span::default())?))
        };
        layer.states.iter().map(share).collect()
    }
}

impl Plan<Rational> {
    /// Whether it can be shown, without running it, that it is not refused, other than by a limit.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.entry.is_empty() && proof::holds(&self.body, self.places, &self.ranges)
    }

    /// How many outputs it has.
    pub(super) fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// The joint law of the outputs.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn law(&self, limits: &Limits) -> Result<Pmf<Vec<Value>>, Stop> {
        self.law_from(&[], limits)
    }

    /// The law of the outputs from what the entries hold, in no particular order.
    pub(super) fn law_of_cells(
        &self,
        cells: &[Cell<Rational>],
        limits: &Limits,
    ) -> Result<Vec<(Vec<Value>, Rational)>, Stop> {
        let value = |cell: &Cell<Rational>| {
            cell.to_value().ok_or_else(|| internal(Span::default(), "an outcome has no value"))
        };
        let entries = self.run_from(cells, &(), limits)?.into_iter();
        entries
            .map(|(cells, mass)| Ok((cells.iter().map(value).collect::<Result<Vec<_>, Stop>>()?, mass)))
            .collect()
    }

    /// The joint law of the outputs from the given values of the states.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn law_from(&self, states: &[Value], limits: &Limits) -> Result<Pmf<Vec<Value>>, Stop> {
        let states: Vec<Cell<Rational>> = states.iter().map(Cell::from_value).collect();
        let entries = self.run_from(&states, &(), limits)?;
        let value = |cell: &Cell<Rational>| {
            cell.to_value().ok_or_else(|| internal(Span::default(), "an outcome has no value"))
        };
        let entries: Result<Vec<_>, Stop> = entries
            .into_iter()
            .map(|(cells, mass)| Ok((cells.iter().map(value).collect::<Result<Vec<_>, Stop>>()?, mass)))
            .collect();
        Ok(Pmf::new(entries?))
    }
}
