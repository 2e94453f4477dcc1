//! Two rule sets over all inputs and every value of a number such as luck.
//!
//! Both programs are cut behind what needs that number ([`Family`]): before the cut masses are functions of
//! it, behind the cut are plain laws. The axis is cut where any of the functions changes its form. At each
//! of these points, and on each piece between them, the laws of all combinations of the other inputs are
//! compared. Where two laws could differ but do not at the points looked at, their difference is formed as
//! a function and must be zero: agreement is proven, not sampled.

mod bound;
mod classes;
mod grid;
mod groups;
mod mixture;
mod search;
mod sections;
mod space;

use std::collections::BTreeMap;

use super::{Mechanic, QueryError, start};
use crate::check::{FieldId, InputId};
use crate::diagnostic::Message;
use crate::evaluate::{Family, Limits, Stop};
use crate::exact::Rational;
use crate::lower::Program;
use crate::scenario::{Scenario, Sides, Sweep};
use crate::value::{InputValue, Value};
use search::Search;
use sections::{Side, States, sections};
use space::space;

/// What is compared over all inputs.
#[derive(Debug, Clone)]
pub struct ExhaustiveRequest {
    /// The rule set of each side, and the values of inputs that are given.
    pub sides: Sides,
    /// The outcome fields; never empty.
    pub fields: Vec<FieldId>,
    /// Inputs with the values that they run through; the others run through all they can have.
    pub over: Vec<Sweep>,
    /// Most combinations of the inputs that do not form the axis, of those that a side tells apart. Where there are
    /// more, those near the defaults are compared.
    pub combinations: usize,
}

/// Inputs at which two rule sets differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// All inputs, in the order of the model.
    pub inputs: Vec<InputValue>,
    /// The total variation distance there.
    pub total_variation: Rational,
}

/// An input that was varied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Varied {
    /// The input.
    pub input: InputId,
    /// The values it ran through.
    pub values: Vec<Value>,
    /// Whether these are all that it can have.
    pub complete: bool,
    /// Whether it was also left at its default, which follows from rules and other inputs.
    pub follows: bool,
}

impl Varied {
    /// The values, and the default where it was left at that too.
    pub(super) fn all(&self) -> impl Iterator<Item = InputValue> {
        let usual = self.follows.then_some(InputValue::Default);
        usual.into_iter().chain(self.values.iter().cloned().map(InputValue::Value))
    }
}

/// Not all combinations, because there are too many: those that are near the defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    /// So many inputs may be away from their defaults at once, or more where that is not told apart.
    pub changed: usize,
    /// How many combinations there are, where that can be said.
    pub all: Option<u64>,
    /// How many of them the rules tell apart.
    pub told_apart: usize,
}

/// What two rule sets make of all inputs.
#[derive(Debug, Clone)]
pub struct Exhaustive {
    /// The two sides.
    pub sides: Sides,
    /// The input that took every value, if there is one.
    pub axis: Option<InputId>,
    /// The inputs that were varied.
    pub varied: Vec<Varied>,
    /// Where not all their combinations were compared, which ones.
    pub within: Option<Within>,
    /// How many combinations of them were compared; of those that neither side tells apart, one.
    pub combinations: u64,
    /// How many more the mechanic refuses, or cannot answer because a rule is not known.
    pub refused: u64,
    /// How many combinations differ somewhere on the axis.
    pub differing: u64,
    /// Points and pieces of the axis, over all combinations that it depends on.
    pub sections: usize,
    /// Where they differ most, of all that was looked at.
    pub most: Option<Witness>,
    /// What no distance exceeds, where a bound could be given.
    pub bound: Option<Rational>,
    /// A difference that the fewest inputs show that are not at their defaults.
    pub fewest: Option<Witness>,
    /// Inputs that are read and were left at their defaults: further numbers, and what only one side has.
    pub left: Vec<InputId>,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

impl Exhaustive {
    /// Whether no inputs were found at which the sides differ.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.most.is_none()
    }
}

/// Why there is no answer.
enum Failure {
    /// What is said of the axis as a whole has no place in the text.
    Usage(Message),
    Stopped(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stopped(stop)
    }
}

impl Failure {
    fn usage(problem: impl Into<Message>) -> Failure {
        Failure::Usage(problem.into())
    }
}

/// Compares two scenarios' rules over all inputs that are not given.
///
/// Cost: the steps that need the axis once for each combination of the inputs they read and each piece;
/// those behind it once for each combination of theirs; then a comparison for each combination of all.
/// Runs on all cores. `progress` is told now and then how much of the work is done.
///
/// # Errors
/// Too many combinations even with a single input away from its default, an evaluation that stops, or a piece that ends at no rational number.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{ExhaustiveRequest, exhaustive};
/// use trueodds::scenario::{Settings, Sweep, sides};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let count = session.mechanic("isaac/room-count")?;
/// let names: Vec<&str> = count.rule_sets.iter().map(|set| set.name.as_str()).collect();
/// let sides = sides(&count, Some(names[0]), Some(names[0]), &Settings::default()).expect("two sides");
/// let fields = count.fields_or_all(&[]).expect("all");
/// let request = ExhaustiveRequest { sides, fields, over: Vec::new(), combinations: 100_000 };
/// let found = exhaustive(&count, &request, &Limits::default(), &|_, _| {})?;
/// assert!(found.agrees());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exhaustive(
    mechanic: &Mechanic,
    request: &ExhaustiveRequest,
    limits: &Limits,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Exhaustive, QueryError> {
    let outputs = request.fields.iter().map(|field| mechanic.program.outputs[field.index()]).collect();
    let program = Program { outputs, ..mechanic.program.clone() };
    let space = space(mechanic, request, &program, limits).map_err(|problems| {
        // Where the time was up before it was found what is told apart, that is why there are so many.
        let place = mechanic.model.tree.items.first().map(|item| item.span).unwrap_or_default();
        match limits.ask(place) {
            Err(stop) => QueryError::stopped(&request.sides.to)(stop),
            Ok(()) => QueryError::from(problems),
        }
    })?;
    let from = Side::new(mechanic, &request.sides.from, &space.family, limits);
    let to = Side::new(mechanic, &request.sides.to, &space.family, limits);
    let found = || {
        let mut states = States::default();
        let mut firsts = BTreeMap::new();
        for first in space.numbers(&space.first) {
            limits.ask(space.place)?;
            firsts.insert(first, sections(&from, &to, &space, first, &mut states)?);
        }
        let mut search = Search::new(&space, &from, &to, states.list, firsts);
        search.run(progress)?;
        let bound = search.bound()?;
        let start = start(mechanic, &request.sides.to, limits);
        Ok(search.finish(request.sides.clone(), mechanic, bound, start))
    };
    found().map_err(|failure| match failure {
        Failure::Usage(problem) => QueryError::usage(problem),
        Failure::Stopped(stop) => QueryError::stopped(&request.sides.to)(stop),
    })
}

impl<'a> Side<'a> {
    fn new(mechanic: &Mechanic, scenario: &'a Scenario, family: &'a Family, limits: &'a Limits) -> Side<'a> {
        Side { family, rules: scenario.rule_values(mechanic), base: &scenario.inputs, limits }
    }
}
