//! `formula` and `solve`: a number as a function of one input or rule.
//!
//! The engine runs once on each interval of the axis with a symbol in place of the number; at the ends of
//! the intervals it runs with plain fractions, so that points at which the function jumps are seen.

mod present;
mod solve;

use std::collections::BTreeMap;

use super::Mechanic;
use super::scenario::{Scenario, find_input};
use super::table::TableError;
use crate::check::{CheckedQuery, Kind};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::evaluate::{Bindings, Cell, Entries, Limits, Plan, Stop, refuses};
use crate::exact::symbol::{Axis, Function, Piece, PieceError, Piecewise, pieces_between};
use crate::exact::{Number, Rational};
use crate::lower::{LoweredQuery, MeasureOutputs, lower_query};
use crate::parse::ast::BinaryOp;
use crate::parse::{Measure, Query, QueryKind};
use crate::value::Value;

pub use present::{Formula, FormulaView, formula_report, formula_text};
pub use solve::{Comparison, Solution, solve_report, split_comparison};

/// The number that a formula is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// An input, by its place in the model.
    Input(usize),
    /// A rule, by its place in the model.
    Rule(usize),
}

/// An interval of the axis; without an end it goes on for ever.
pub type Ends = (Option<Rational>, Option<Rational>);

/// More pieces of the axis than this are refused.
const MOST_PIECES: usize = 10_000;

impl Symbol {
    /// The input or rule of a name.
    ///
    /// # Errors
    /// Where there is none, it is no number, the rule set lacks it, or it was given a value.
    pub fn find(mechanic: &Mechanic, scenario: &Scenario, name: &str) -> Result<Symbol, String> {
        let model = &mechanic.model;
        let rule = model.rules.iter().position(|rule| rule.declaration.name == name);
        // The name of a rule is no label of an input.
        let input = match rule {
            Some(_) => model.inputs.iter().position(|input| input.declaration.name == name),
            None => find_input(model, name)?,
        };
        // An item and the rule of its chance may have one name; the number is meant.
        let is_number = |input: &usize| model.inputs[*input].declaration.kind == Kind::Number;
        let input = input.filter(|input| rule.is_none() || is_number(input));
        let kind = |kind: Kind, what: &str| match kind {
            Kind::Number => Ok(()),
            Kind::Integer => Err(format!(
                "`{name}` is a whole number, and a formula needs one that may be any fraction; run through its values with \
                 `table --sweep {name}=…`"
            )),
            _ => Err(format!("the {what} `{name}` is no number, so no formula is in it")),
        };
        match (input, rule) {
            (Some(place), _) => {
                super::scenario::available(mechanic, scenario.rule_set, place)?;
                kind(model.inputs[place].declaration.kind, "input")?;
                if scenario.named.contains(&place) {
                    return Err(format!(
                        "`{name}` is what the formula is in, and has a value; leave out one of the two"
                    ));
                }
                Ok(Symbol::Input(place))
            }
            (None, Some(place)) => {
                kind(model.rules[place].declaration.kind, "rule")?;
                if scenario.changed.iter().any(|(changed, _)| *changed == place) {
                    return Err(format!(
                        "`{name}` is what the formula is in, and has a value; leave out one of the two"
                    ));
                }
                Ok(Symbol::Rule(place))
            }
            (None, None) if model.states.iter().any(|state| state.declaration.name == name) => Err(format!(
                "`{name}` is a state, and a formula is in an input or a rule; `plot --sweep {name}=…` runs it through values"
            )),
            (None, None) => {
                let number = |kind: Kind| kind == Kind::Number;
                let inputs = model.inputs.iter().filter(|input| number(input.declaration.kind));
                let rules = model.rules.iter().filter(|rule| number(rule.declaration.kind));
                let names = inputs
                    .map(|input| input.declaration.name.as_str())
                    .chain(rules.map(|rule| rule.declaration.name.as_str()));
                let names: Vec<&str> = names.collect();
                let help = or_nearest(name, names.iter().copied());
                let help = help.map(|help| format!("; {help}")).unwrap_or_default();
                Err(format!("no input or rule `{name}`{help}"))
            }
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self, mechanic: &Mechanic) -> &str {
        match self {
            Symbol::Input(place) => &mechanic.model.inputs[place].declaration.name,
            Symbol::Rule(place) => &mechanic.model.rules[place].declaration.name,
        }
    }

    /// Its usual value under the rules of a scenario.
    #[must_use]
    pub fn usual(self, mechanic: &Mechanic, scenario: &Scenario) -> Option<Rational> {
        let value = match self {
            Symbol::Input(place) => scenario.inputs.get(place).cloned(),
            Symbol::Rule(place) => scenario.rule_values(mechanic).get(place).cloned(),
        };
        value.and_then(|value| value.as_number().cloned())
    }

    /// The values that it can have; both ends belong to them.
    #[must_use]
    pub fn domain(self, mechanic: &Mechanic) -> Ends {
        let range = match self {
            Symbol::Input(place) => &mechanic.model.inputs[place].declaration.range,
            Symbol::Rule(place) => &mechanic.model.rules[place].declaration.range,
        };
        (range.low.clone(), range.high.clone())
    }

    fn bind<N: Number>(self, bindings: &mut Bindings<N>, value: N) {
        let cell = match self {
            Symbol::Input(place) => bindings.inputs.get_mut(place),
            Symbol::Rule(place) => bindings.rules.get_mut(place),
        };
        if let Some(cell) = cell {
            *cell = Cell::Number(value);
        }
    }
}

/// What a formula is computed for.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The mechanic.
    pub mechanic: &'a Mechanic,
    /// Rules and inputs; what the symbol has there does not count.
    pub scenario: &'a Scenario,
    /// The symbol.
    pub symbol: Symbol,
    /// The part of its domain that is looked at; both ends belong to it.
    pub ends: &'a Ends,
    /// Limits of each evaluation.
    pub limits: &'a Limits,
}

/// The value of a query as a function of the symbol.
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
/// use trueodds::query::{FormulaSetting, FormulaSymbol, Settings, query_formula, scenario};
/// use trueodds::session::{DataSource, Session};
///
/// let mut session = Session::open(&DataSource::Embedded)?;
/// let mechanic = session.mechanic("isaac/room-clear-award")?;
/// let query = session.query(&mechanic, "P(award = chest)")?;
/// let scenario = scenario(&mechanic, &Settings::default()).expect("the default rules").remove(0);
/// let symbol = FormulaSymbol::find(&mechanic, &scenario, "luck").expect("an input");
/// let (limits, ends) = (Limits::default(), (None, None));
/// let setting = FormulaSetting { mechanic: &mechanic, scenario: &scenario, symbol, ends: &ends, limits: &limits };
/// let chest = query_formula(&setting, &query).expect("a formula");
/// assert_eq!(chest.at(&Rational::new(7, 3)), Some(Rational::new(931, 6000)));
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn formula(setting: &Setting<'_>, query: &CheckedQuery) -> Result<Piecewise, TableError> {
    let lowered = lower_query(&setting.mechanic.model, &setting.mechanic.program, query)
        .map_err(|error| setting.stopped(Box::new(error)))?;
    let on_piece = |axis: &Axis| {
        let mut bindings = setting.bindings();
        setting.symbol.bind(&mut bindings, Function::symbol());
        let mut evaluator = Evaluator { lowered: &lowered, bindings, axis, limits: setting.limits, next: 0 };
        Ok(BTreeMap::from([((), evaluator.value(&query.query)?)]))
    };
    let at_point = |point: &Rational| {
        let mut bindings = setting.bindings();
        setting.symbol.bind(&mut bindings, point.clone());
        let mut evaluator =
            Evaluator { lowered: &lowered, bindings, axis: &(), limits: setting.limits, next: 0 };
        Ok(BTreeMap::from([((), evaluator.value(&query.query)?)]))
    };
    let mut found = setting.piecewise(on_piece, at_point)?;
    match found.pop_first() {
        Some((_, formula)) if !formula.parts.is_empty() => Ok(formula),
        _ => Err(TableError::Usage(vec![format!(
            "this has no value for any `{}`: something is divided by 0, or the mechanic refuses the inputs",
            setting.symbol.name(setting.mechanic)
        )])),
    }
}

/// The chance of each value of an outcome as a function of the symbol. Cost and errors as for [`formula`].
///
/// # Errors
/// As for [`formula`].
pub fn outcome_formulas(setting: &Setting<'_>, field: usize) -> Result<Vec<Formula>, TableError> {
    let program = &setting.mechanic.program;
    fn law<N: Number>(entries: Entries<N>) -> Result<BTreeMap<Value, N>, Stop> {
        let mut masses: BTreeMap<Value, N> = BTreeMap::new();
        for (cells, mass) in entries {
            let Some(value) = cells.first().and_then(Cell::to_value) else {
                let message = "this outcome is itself a formula; ask for E(…) or the chance of an event";
                return Err(Box::new(Diagnostic::error(
                    Code::KindMismatch,
                    crate::source::Span::default(),
                    message,
                )));
            };
            let own = masses.entry(value).or_insert_with(|| N::from(Rational::ZERO));
            *own = own.plus(&mass);
        }
        Ok(masses)
    }
    let on_piece = |axis: &Axis| {
        let mut bindings = setting.bindings();
        setting.symbol.bind(&mut bindings, Function::symbol());
        law(Plan::new(program, &bindings, &[field], axis, setting.limits).run(axis, setting.limits)?)
    };
    let at_point = |point: &Rational| {
        let mut bindings = setting.bindings();
        setting.symbol.bind(&mut bindings, point.clone());
        law(Plan::new(program, &bindings, &[field], &(), setting.limits).run(&(), setting.limits)?)
    };
    let model = &setting.mechanic.model;
    let declaration = &model.fields[field];
    let named = |(value, formula): (Value, Piecewise)| Formula {
        query: format!("P({} = {})", declaration.name, model.value_text(declaration.kind, &value)),
        label: super::scenario::value_label(model, declaration.kind, &value),
        formula,
    };
    Ok(setting.piecewise(on_piece, at_point)?.into_iter().map(named).collect())
}

impl Setting<'_> {
    fn bindings<N: Number>(&self) -> Bindings<N> {
        let rules = self.scenario.rule_values(self.mechanic);
        Bindings::new(&self.scenario.inputs, &rules).starting_at(&self.scenario.states)
    }

    fn stopped(&self, stop: Stop) -> TableError {
        TableError::Stopped(stop, Box::new(self.scenario.clone()))
    }

    /// Functions by key, from their values on pieces of the axis and at the points between those.
    fn piecewise<K: Ord + Clone>(
        &self,
        on_piece: impl Fn(&Axis) -> Result<BTreeMap<K, Function>, Stop>,
        at_point: impl Fn(&Rational) -> Result<BTreeMap<K, Rational>, Stop>,
    ) -> Result<BTreeMap<K, Piecewise>, TableError> {
        let (low, high) = self.ends.clone();
        let found = pieces_between(low.clone(), high.clone(), MOST_PIECES, |axis| match on_piece(axis) {
            Ok(values) => without_poles(values, axis).map(Some),
            Err(stop) if has_no_value(&stop) && axis.undecided().is_none() => Ok(None),
            Err(stop) => Err(stop),
        });
        let found = found.map_err(|error| self.cannot_cut(error))?;
        let mut ends: Vec<Rational> =
            low.into_iter().chain(found.iter().filter_map(|piece| piece.high.clone())).chain(high).collect();
        ends.dedup();
        let mut points = Vec::new();
        for end in ends {
            let values = match at_point(&end) {
                Ok(values) => Some(values),
                Err(stop) if has_no_value(&stop) => None,
                Err(stop) => return Err(self.stopped(stop)),
            };
            points.push((end, values));
        }
        let keys = found.iter().filter_map(|piece| piece.value.as_ref()).flat_map(BTreeMap::keys);
        let keys =
            keys.chain(points.iter().filter_map(|(_, values)| values.as_ref()).flat_map(BTreeMap::keys));
        let keys: std::collections::BTreeSet<K> = keys.cloned().collect();
        let zero = Function::from(Rational::ZERO);
        let one = |key: K| {
            // What an outcome has no mass for has chance 0.
            let value = |piece: &Piece<Option<BTreeMap<K, Function>>>| Piece {
                low: piece.low.clone(),
                high: piece.high.clone(),
                value: piece.value.as_ref().map(|values| values.get(&key).unwrap_or(&zero).clone()),
            };
            let pieces: Vec<Piece<Option<Function>>> = found.iter().map(value).collect();
            let point = |(point, values): &(Rational, Option<BTreeMap<K, Rational>>)| {
                (point.clone(), values.as_ref().map(|values| values.get(&key).cloned().unwrap_or_default()))
            };
            let points: Vec<(Rational, Option<Rational>)> = points.iter().map(point).collect();
            let joined = Piecewise::join(&pieces, &points);
            (key, joined)
        };
        Ok(keys.into_iter().map(one).collect())
    }

    fn cannot_cut(&self, error: PieceError<Stop>) -> TableError {
        let name = self.symbol.name(self.mechanic);
        match error {
            PieceError::Failed(stop) => self.stopped(stop),
            PieceError::Irrational(poly) => {
                let roots = poly.roots(self.ends.0.as_ref(), self.ends.1.as_ref());
                let near = roots.iter().find(|root| root.to_rational().is_none()).map(|root| {
                    let root = root.refined(&Rational::new(1, 1_000_000));
                    crate::exact::decimal::round(root.between().0, 4, crate::exact::decimal::Rounding::HalfUp)
                        .to_string()
                });
                let near = near.map(|near| format!(", near {near}")).unwrap_or_default();
                TableError::Usage(vec![format!(
                    "the formula changes at a value of `{name}` that is not rational{near}; give a range without it: `--range FROM..TO`"
                )])
            }
            PieceError::TooMany(most) => TableError::Usage(vec![format!(
                "the formula in `{name}` has more than {most} pieces; look at a part of it with `--range FROM..TO`"
            )]),
        }
    }
}

/// Whether there is no value here, while there may be one elsewhere on the axis.
fn has_no_value(stop: &Stop) -> bool {
    refuses(stop) || stop.code == Code::DivisionByZero
}

/// Where a denominator is zero within the interval, the interval is cut there.
fn without_poles<K: Ord>(values: BTreeMap<K, Function>, axis: &Axis) -> Result<BTreeMap<K, Function>, Stop> {
    for function in values.values() {
        let denominator = Function::from_ratio(function.denominator(), &crate::exact::Ring::one());
        if denominator.sign(axis).is_err() {
            return Err(Box::new(Diagnostic::error(
                Code::DivisionByZero,
                crate::source::Span::default(),
                "a denominator is 0 here",
            )));
        }
    }
    Ok(values)
}

/// The value of a query with numbers of any domain.
struct Evaluator<'a, N: Number> {
    lowered: &'a LoweredQuery,
    bindings: Bindings<N>,
    axis: &'a N::Axis,
    limits: &'a Limits,
    /// Which measure comes next, in the order of the text.
    next: usize,
}

impl<N: Number> Evaluator<'_, N> {
    fn value(&mut self, query: &Query) -> Result<N, Stop> {
        match &query.kind {
            QueryKind::Number(number) => Ok(N::from(number.clone())),
            QueryKind::Negate(inner) => Ok(N::from(Rational::ZERO).minus(&self.value(inner)?)),
            QueryKind::Binary(op, left, right) => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                match op {
                    BinaryOp::Add => Ok(a.plus(&b)),
                    BinaryOp::Subtract => Ok(a.minus(&b)),
                    BinaryOp::Multiply => Ok(a.times(&b)),
                    _ => self.over(&a, &b).ok_or_else(|| {
                        stop(Code::DivisionByZero, right, "this is 0, and nothing can be divided by it")
                    }),
                }
            }
            QueryKind::Measure { measure, .. } => {
                let outputs = self.lowered.measures.get(self.next).copied();
                self.next += 1;
                let Some(outputs) = outputs else {
                    return Err(stop(Code::Internal, query, "a measure has no outputs"));
                };
                self.measure(*measure, outputs, query)
            }
        }
    }

    /// The quotient; `None` where the divisor is zero, if only at a point of the piece, which is then cut
    /// there: a quotient that is 0 elsewhere has no value at it.
    fn over(&self, a: &N, b: &N) -> Option<N> {
        b.sign(self.axis).ok()?;
        a.over(b)
    }

    fn measure(&self, measure: Measure, outputs: MeasureOutputs, query: &Query) -> Result<N, Stop> {
        let power = match measure {
            Measure::Probability | Measure::Mean => 1,
            Measure::Variance => 2,
            _ => {
                return Err(stop(
                    Code::KindMismatch,
                    query,
                    "only P, E and Var are quotients of polynomials; ask for a mode, a quantile or sd with `query`",
                ));
            }
        };
        let wanted: Vec<usize> = [Some(outputs.subject), outputs.evidence].into_iter().flatten().collect();
        let plan = Plan::new(&self.lowered.program, &self.bindings, &wanted, self.axis, self.limits);
        let zero = || N::from(Rational::ZERO);
        let (mut first, mut second, mut total) = (zero(), zero(), zero());
        for (cells, mass) in plan.run(self.axis, self.limits)? {
            // Sums of long polynomials take longer than the evaluation itself.
            if self.limits.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
                return Err(stop(Code::Limit, query, "the time is up: the limit `seconds`"));
            }
            if outputs.evidence.is_some() && cells.get(1) != Some(&Cell::Flag(true)) {
                continue;
            }
            total = total.plus(&mass);
            let value = match cells.first() {
                Some(Cell::Flag(flag)) => N::from(if *flag { Rational::ONE } else { Rational::ZERO }),
                Some(Cell::Number(number)) => number.clone(),
                _ => return Err(stop(Code::KindMismatch, query, "this is no number")),
            };
            let weighted = value.times(&mass);
            second = second.plus(&value.times(&weighted));
            first = first.plus(&weighted);
        }
        let share = |sum: &N| {
            self.over(sum, &total).ok_or_else(|| {
                stop(Code::DivisionByZero, query, "what is given after `|` has probability 0 here")
            })
        };
        let mean = share(&first)?;
        if power == 1 {
            return Ok(mean);
        }
        Ok(share(&second)?.minus(&mean.times(&mean)))
    }
}

fn stop(code: Code, query: &Query, message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(code, query.span, message))
}
