//! `diff --all-inputs`: two rule sets over all inputs and every value of a number such as luck.
//!
//! Both programs are cut behind what needs that number ([`Family`]): before the cut masses are functions of
//! it, behind the cut are plain laws. The axis is cut where any of the functions changes its form. At each
//! of these points, and on each piece between them, the laws of all combinations of the other inputs are
//! compared. Where two laws could differ but do not at the points looked at, their difference is formed as
//! a function and must be zero: agreement is proven, not sampled.

mod bound;
mod mixture;
mod places;
mod present;
mod search;
mod space;

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::super::Mechanic;
use super::super::scenario::Scenario;
use super::super::table::{TableError, fields_by_name};
use crate::evaluate::{Limits, Stop};
use crate::exact::Rational;
use crate::lower::Program;
use crate::value::Value;
use places::{Side, States, first};
pub use present::everywhere_report;
use search::{Found, Search};
use space::space;

const OUT_OF_TIME: &str = "the time is up: the limit `seconds`, raised with `--limit seconds=…`";

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

impl Witness {
    /// The inputs of one of the sides there: what it lacks is as the side has it.
    #[must_use]
    pub fn side(&self, mechanic: &Mechanic, side: &Scenario) -> Scenario {
        let available = &mechanic.rule_sets[side.rule_set].available;
        let own = self.inputs.iter().zip(&side.inputs).zip(available);
        let inputs = own.map(|((here, own), has)| if *has { here.clone() } else { own.clone() }).collect();
        Scenario { inputs, ..side.clone() }
    }
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
    /// Inputs that are read and were left at their defaults: further numbers, and what only one side has.
    pub left: Vec<usize>,
    /// A difference that the fewest inputs show that are not at their defaults.
    pub fewest: Option<Witness>,
}

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
    // What is said of the axis as a whole has no place in the text.
    let stopped = |stop: Stop| {
        if stop.primary.span == crate::source::Span::default() {
            return TableError::Usage(vec![stop.message.clone()]);
        }
        TableError::Stopped(stop, Box::new(request.to.clone()))
    };
    fn side<'a>(
        mechanic: &Mechanic,
        scenario: &'a Scenario,
        family: &'a crate::evaluate::Family,
        limits: &'a Limits,
    ) -> Side<'a> {
        Side { family, rules: scenario.rule_values(mechanic), base: &scenario.inputs, limits }
    }
    let from = side(mechanic, &request.from, &space.family, limits);
    let to = side(mechanic, &request.to, &space.family, limits);
    let mut states = States::default();
    let mut firsts = Vec::new();
    for place in 0..space.first.count() {
        if limits.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
            return Err(stopped(places::refused(OUT_OF_TIME)));
        }
        let inputs = |side: &Side<'_>| space.inputs(side.base, &space.first, place);
        let (ours, theirs) = (inputs(&from), inputs(&to));
        firsts.push(first((&from, &ours), (&to, &theirs), &space, &mut states).map_err(stopped)?);
    }
    let search = Search {
        space: &space,
        from,
        to,
        states: states.list,
        firsts,
        found: Mutex::new(Found::default()),
        outcomes: Mutex::new(FxHashMap::default()),
    };
    search.run(progress).map_err(stopped)?;
    Ok(search.finish(mechanic, request))
}
