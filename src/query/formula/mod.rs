//! `formula` and `solve`: a number as a function of one input or rule.
//!
//! The engine runs once on each interval of the axis with a symbol in place of the number; at the ends of
//! the intervals it runs with plain fractions, so that points at which the function jumps are seen.

mod pieces;
mod solve;
mod symbol;

use std::collections::{BTreeMap, BTreeSet};

use super::measure::{Evaluator, Question, stop};
use super::{Mechanic, QueryError, start};
use crate::check::FieldId;
use crate::diagnostic::{Code, Diagnostic, Message};
use crate::evaluate::{Cell, Entries, Limits, Plan, Stop};
use crate::exact::symbol::{Function, Piece, Piecewise};
use crate::exact::{Number, Rational};
use crate::lower::{LoweredQuery, MeasureOutputs, lower_query};
use crate::parse::{Measure, Query, QueryKind};
use crate::scenario::Scenario;
use crate::source::Span;
use crate::value::Value;

use pieces::{Sampled, without_poles};

pub use solve::{Comparison, Solution, Solutions, solve};
pub use symbol::{Ends, Symbol};

/// In what, where and under which rules and inputs a formula is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaRequest {
    /// Rules and inputs; what the symbol has there does not count.
    pub scenario: Scenario,
    /// The number that the formula is in.
    pub symbol: Symbol,
    /// The part of its values that is looked at.
    pub ends: Ends,
}

/// A formula and what it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// What it is of.
    pub of: FormulaOf,
    /// Whether it is a probability, and no derivative of one.
    pub is_probability: bool,
    /// The value as a function of the symbol.
    pub function: Piecewise,
}

/// Formulas that are computed for the same request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formulas {
    /// What they were computed for.
    pub request: FormulaRequest,
    /// The formulas.
    pub formulas: Vec<Formula>,
    /// Whether these are derivatives.
    pub derivative: bool,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

/// What a formula is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaOf {
    /// A question, as typed.
    Question(String),
    /// The chance of a value of an outcome.
    Outcome(FieldId, Value),
}

impl FormulaRequest {
    /// A formula in the input or rule of a name, where its values lie in `range` (such as `0..10`).
    ///
    /// # Errors
    /// As [`Symbol::find`] and [`Symbol::ends`].
    pub fn new(
        mechanic: &Mechanic,
        scenario: Scenario,
        symbol: &str,
        range: Option<&str>,
    ) -> Result<FormulaRequest, Message> {
        let symbol = Symbol::find(mechanic, &scenario, symbol)?;
        let ends = symbol.ends(mechanic, range)?;
        Ok(FormulaRequest { scenario, symbol, ends })
    }
}

impl Formulas {
    /// Formulas that were computed for a request.
    #[must_use]
    pub fn new(
        mechanic: &Mechanic,
        request: FormulaRequest,
        formulas: Vec<Formula>,
        limits: &Limits,
    ) -> Formulas {
        let start = start(mechanic, &request.scenario, limits);
        Formulas { request, formulas, derivative: false, start }
    }

    /// The derivatives of all of them, within their parts.
    #[must_use]
    pub fn derivatives(self) -> Formulas {
        let derived = self.formulas.into_iter().map(|own| Formula {
            is_probability: false,
            function: own.function.derivative(),
            ..own
        });
        Formulas { formulas: derived.collect(), derivative: true, ..self }
    }
}

/// The answer to a question as a function of the symbol.
///
/// Cost: an evaluation with a symbol for each piece of the axis, and a plain one for each end.
///
/// # Errors
/// A measure that is no quotient of polynomials (a mode, a quantile, a standard deviation), an evaluation that
/// stops, or a piece that ends at a number that is not rational.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::exact::Rational;
/// use trueodds::query::{FormulaRequest, formula};
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let question = session.question(&award, "P(award = chest)")?;
/// let scenario = scenarios(&award, &Settings::default()).expect("the default rule set").remove(0);
/// let request = FormulaRequest::new(&award, scenario, "luck", None)?;
/// let chest = formula(&award, &question, &request, &Limits::default())?;
/// assert_eq!(chest.function.at(&Rational::new(7, 3)), Some(Rational::new(931, 6000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn formula(
    mechanic: &Mechanic,
    question: &Question,
    request: &FormulaRequest,
    limits: &Limits,
) -> Result<Formula, QueryError> {
    let lowered = lower_query(&mechanic.model, &mechanic.program, &question.query)
        .map_err(Box::new)
        .map_err(QueryError::stopped(&request.scenario))?;
    let query = &question.query.query;
    let found = Sampled::new(
        mechanic,
        request,
        |axis| {
            let value = request.value(mechanic, &lowered, query, Function::symbol(), axis, limits)?;
            without_poles([&value], axis)?;
            Ok(value)
        },
        |point| request.value(mechanic, &lowered, query, point.clone(), &(), limits),
    )?;
    let function = Piecewise::join(&found.pieces, &found.points);
    if function.parts.is_empty() {
        return Err(QueryError::usage(format!(
            "this has no value for any `{}`: something is divided by 0, or the mechanic refuses the inputs",
            request.symbol.name(mechanic)
        )));
    }
    let is_probability = matches!(query.kind, QueryKind::Measure { measure: Measure::Probability, .. });
    Ok(Formula { of: FormulaOf::Question(question.text.clone()), is_probability, function })
}

/// The chance of each value of an outcome as a function of the symbol, ascending.
///
/// Cost: as for [`formula`].
///
/// # Errors
/// As for [`formula`].
pub fn outcome_formulas(
    mechanic: &Mechanic,
    field: FieldId,
    request: &FormulaRequest,
    limits: &Limits,
) -> Result<Vec<Formula>, QueryError> {
    let found = Sampled::new(
        mechanic,
        request,
        |axis| {
            let masses = request.masses(mechanic, field, Function::symbol(), axis, limits)?;
            without_poles(masses.values(), axis)?;
            Ok(masses)
        },
        |point| request.masses(mechanic, field, point.clone(), &(), limits),
    )?;
    let on_pieces = found.pieces.iter().filter_map(|piece| piece.value.as_ref()).flat_map(BTreeMap::keys);
    let at_points = found.points.iter().filter_map(|(_, masses)| masses.as_ref()).flat_map(BTreeMap::keys);
    let outcomes: BTreeSet<&Value> = on_pieces.chain(at_points).collect();
    let of_outcome = |outcome: &Value| {
        let pieces = found.pieces.iter().map(|piece| Piece {
            low: piece.low.clone(),
            high: piece.high.clone(),
            value: piece.value.as_ref().map(|masses| chance(masses, outcome)),
        });
        let points = found
            .points
            .iter()
            .map(|(point, masses)| (point.clone(), masses.as_ref().map(|masses| chance(masses, outcome))));
        let function = Piecewise::join(&pieces.collect::<Vec<_>>(), &points.collect::<Vec<_>>());
        Formula { of: FormulaOf::Outcome(field, outcome.clone()), is_probability: true, function }
    };
    Ok(outcomes.into_iter().map(of_outcome).collect())
}

/// The chance of an outcome.
fn chance<N: Number>(masses: &BTreeMap<Value, N>, outcome: &Value) -> N {
    match masses.get(outcome) {
        Some(mass) => mass.clone(),
        // The masses are those of all that can happen here, so what has none has chance 0.
        None => N::from(Rational::ZERO),
    }
}

impl FormulaRequest {
    /// The value of a query with a number, or the symbol itself, in the place of the symbol.
    fn value<N: Number>(
        &self,
        mechanic: &Mechanic,
        lowered: &LoweredQuery,
        query: &Query,
        symbol: N,
        axis: &N::Axis,
        limits: &Limits,
    ) -> Result<N, Stop> {
        let mut bindings = self.scenario.bindings(mechanic);
        self.symbol.bind(&mut bindings, symbol);
        Evaluator { lowered, bindings, axis, limits, next: 0, other: no_quotient }.value(query)
    }

    /// The mass of each value of an outcome, with a number or the symbol itself in the place of the symbol.
    fn masses<N: Number>(
        &self,
        mechanic: &Mechanic,
        field: FieldId,
        symbol: N,
        axis: &N::Axis,
        limits: &Limits,
    ) -> Result<BTreeMap<Value, N>, Stop> {
        let mut bindings = self.scenario.bindings(mechanic);
        self.symbol.bind(&mut bindings, symbol);
        let plan = Plan::new(&mechanic.program, &bindings, &[field.index()], axis, limits);
        let entries: Entries<N> = plan.run(axis, limits)?;
        let mut masses: BTreeMap<Value, N> = BTreeMap::new();
        for (cells, mass) in entries {
            let Some(value) = cells.first().and_then(Cell::to_value) else {
                let message = "this outcome is itself a formula; ask for E(…) or the chance of an event";
                return Err(Box::new(Diagnostic::error(Code::KindMismatch, Span::default(), message)));
            };
            let own = masses.entry(value).or_insert_with(|| N::from(Rational::ZERO));
            *own = own.plus(&mass);
        }
        Ok(masses)
    }
}

/// What a formula has no form for.
fn no_quotient<N: Number>(
    _: &Evaluator<'_, N>,
    _: Measure,
    _: MeasureOutputs,
    query: &Query,
) -> Result<N, Stop> {
    let message =
        "only P, E and Var are quotients of polynomials; ask for a mode, a quantile or sd with `query`";
    Err(stop(Code::KindMismatch, query, message))
}
