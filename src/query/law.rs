//! The exact law of outcomes, for one scenario or many side by side.

use std::collections::BTreeSet;

use super::answered::{answered, some_answered};
use super::tail::laws_to_tail;
use super::{Answered, Expression, Mechanic, NoAnswer, NotKnown, QueryError};
use crate::check::{FieldId, Kind};
use crate::diagnostic::{Message, Setting};
use crate::evaluate::{Limits, Plan, Stop};
use crate::exact::Rational;
use crate::prob::Pmf;
use crate::scenario::{Outcomes, Scenario};
use crate::value::Value;

/// Whether probabilities are those of a value, or of all from or up to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cumulative {
    /// P(X ≥ x)
    AtLeast,
    /// P(X ≤ x)
    AtMost,
}

/// Which laws are asked for.
#[derive(Debug, Clone)]
pub struct LawRequest {
    /// The rule sets and inputs, side by side.
    pub scenarios: Vec<Scenario>,
    /// The outcomes.
    pub outcomes: Outcomes,
    /// Cumulative probabilities of one field that is a number.
    pub cumulative: Option<Cumulative>,
    /// What is known: the laws are those given it.
    pub given: Option<Expression>,
}

/// The joint laws of outcomes under scenarios that stand side by side.
#[derive(Debug, Clone)]
pub struct Laws {
    /// The fields.
    pub fields: Vec<FieldId>,
    /// Values of some of them that alone are asked for.
    pub only: Vec<(FieldId, Value)>,
    /// The scenarios with their laws. Some may have none, but not all.
    pub columns: Vec<(Scenario, Answered<Pmf<Vec<Value>>>)>,
    /// Whether chances are cumulative.
    pub cumulative: Option<Cumulative>,
    /// What is known, as typed.
    pub given: Option<String>,
    /// Where the states begin in the first column; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

/// The laws of several outcomes, each on its own.
#[derive(Debug, Clone)]
pub struct Marginals {
    /// The fields.
    pub fields: Vec<FieldId>,
    /// Values of some of them that alone are asked for.
    pub only: Vec<(FieldId, Value)>,
    /// The scenarios, each with the laws in the order of the fields. Some may have none, but not all.
    pub columns: Vec<(Scenario, Vec<Answered<Pmf<Value>>>)>,
    /// What is known, as typed.
    pub given: Option<String>,
    /// Where the states begin in the first column; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

/// Computes joint laws: one evaluation for each scenario.
///
/// # Errors
/// Where the request does not fit the mechanic, or an evaluation stops; that one needs a rule that is not known, or
/// is one of all rule sets and refuses the inputs, is no error where another has an answer.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{LawRequest, laws};
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
/// use trueodds::value::Value;
///
/// let session = Session::embedded()?;
/// let mechanic = session.mechanic("isaac/room-clear-award")?;
/// let request = LawRequest {
///     scenarios: scenarios(&mechanic, &Settings::default()).expect("the default rule set"),
///     outcomes: mechanic.outcomes(&["count".to_owned()]).expect("an outcome"),
///     cumulative: None,
///     given: None,
/// };
/// let found = laws(&mechanic, &request, &Limits::default())?;
/// let (_, count) = &found.columns[0];
/// let count = count.as_ref().expect("no rule is unknown");
/// assert_eq!(count.mass_of(&vec![Value::Number(0.into())]).to_string(), "11/50");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn laws(mechanic: &Mechanic, request: &LawRequest, limits: &Limits) -> Result<Laws, QueryError> {
    request.check_cumulative(mechanic).map_err(QueryError::usage)?;
    let (scenarios, Outcomes { fields, only }) = (&request.scenarios, request.outcomes.clone());
    let found = laws_to_tail(mechanic, scenarios, &fields, request.given.as_ref(), limits);
    let (mut columns, width) = (Vec::with_capacity(scenarios.len()), scenarios.len());
    for (scenario, law) in scenarios.iter().zip(found) {
        let law = answered(mechanic, scenario, request.given.as_ref(), law)?;
        let rows = law.as_ref().map_or(0, Pmf::len);
        fits(mechanic, request, rows, width, limits).map_err(QueryError::stopped(scenario))?;
        columns.push((scenario.clone(), law));
    }
    some_answered(columns.iter().map(|(scenario, law)| (scenario, law)))?;
    let start = columns.first().and_then(|(first, _)| start(mechanic, first, limits));
    let laws =
        Laws { fields, only, columns, cumulative: request.cumulative, given: request.given_text(), start };
    if let [(first, _), _, ..] = laws.columns.as_slice() {
        fits(mechanic, request, laws.outcomes().len(), width, limits).map_err(QueryError::stopped(first))?;
    }
    Ok(laws)
}

/// Computes the law of each field on its own: one evaluation for each field and column.
///
/// # Errors
/// As [`laws`].
pub fn marginals(
    mechanic: &Mechanic,
    request: &LawRequest,
    limits: &Limits,
) -> Result<Marginals, QueryError> {
    request.check_cumulative(mechanic).map_err(QueryError::usage)?;
    let (scenarios, Outcomes { fields, only }) = (&request.scenarios, request.outcomes.clone());
    let mut columns: Vec<(Scenario, Vec<Answered<Pmf<Value>>>)> =
        scenarios.iter().map(|scenario| (scenario.clone(), Vec::new())).collect();
    for field in &fields {
        let found = laws_to_tail(mechanic, scenarios, &[*field], request.given.as_ref(), limits);
        for ((scenario, laws), law) in columns.iter_mut().zip(found) {
            let law = answered(mechanic, scenario, request.given.as_ref(), law)?;
            laws.push(law.map(|law| law.map(|values| values[0].clone())));
        }
    }
    some_answered(columns.iter().flat_map(|(scenario, laws)| laws.iter().map(move |law| (scenario, law))))?;
    let start = columns.first().and_then(|(first, _)| start(mechanic, first, limits));
    let width = columns.len();
    let marginals = Marginals { fields, only, columns, given: request.given_text(), start };
    if let Some((first, _)) = marginals.columns.first() {
        let rows = marginals.values(mechanic).len();
        fits(mechanic, request, rows, width, limits).map_err(QueryError::stopped(first))?;
    }
    Ok(marginals)
}

/// The values of a field that alone are asked for.
fn only(all: &[(FieldId, Value)], field: FieldId) -> impl Iterator<Item = &Value> {
    all.iter().filter(move |(own, _)| *own == field).map(|(_, value)| value)
}

/// Refuses a table of outcomes that is too large.
fn fits(
    mechanic: &Mechanic,
    request: &LawRequest,
    rows: usize,
    columns: usize,
    limits: &Limits,
) -> Result<(), Stop> {
    let field = request.outcomes.fields.first().map(|field| mechanic.model[*field].span);
    limits.table(rows, columns, field.unwrap_or_default())
}

/// The joint law of some outcome fields under a scenario.
///
/// # Errors
/// What stopped the evaluation.
pub fn law(
    mechanic: &Mechanic,
    scenario: &Scenario,
    fields: &[FieldId],
    limits: &Limits,
) -> Result<Pmf<Vec<Value>>, Stop> {
    let fields: Vec<usize> = fields.iter().map(|field| field.index()).collect();
    Plan::<Rational>::new(&mechanic.program, &scenario.bindings(mechanic), &fields, &(), limits).law(limits)
}

/// The states before the first use; `None` for a mechanic without states, or where they have no value or, by the law of
/// an input, several.
#[must_use]
pub fn start(mechanic: &Mechanic, scenario: &Scenario, limits: &Limits) -> Option<Vec<Value>> {
    if mechanic.model.states.is_empty() {
        return None;
    }
    let plan = Plan::<Rational>::start(&mechanic.program, &scenario.bindings(mechanic), &(), limits);
    let law = plan.law(limits).ok()?;
    let mut support = law.support();
    support.next().filter(|_| support.next().is_none()).cloned()
}

impl LawRequest {
    /// What is known, as typed.
    fn given_text(&self) -> Option<String> {
        self.given.as_ref().map(|given| given.text.clone())
    }

    /// Only one number can be accumulated.
    fn check_cumulative(&self, mechanic: &Mechanic) -> Result<(), Message> {
        let model = &mechanic.model;
        let ordered = matches!(self.outcomes.fields.as_slice(), [only] if model[*only].kind == Kind::Integer);
        if self.cumulative.is_none() || ordered {
            return Ok(());
        }
        let problem = Message::default().typed(Setting::Cumulative, "");
        let problem = problem.words(" needs one outcome that is a number; ");
        let mut known = model.fields.iter().filter(|field| field.kind == Kind::Integer);
        let Some(first) = known.next() else { return Err(problem.words("this mechanic has none")) };
        let advice = problem.words("add ").typed(Setting::Outcome, first.name.as_str());
        Err(known
            .fold(advice, |advice, field| advice.words(" or ").typed(Setting::Outcome, field.name.as_str())))
    }
}

impl Laws {
    /// The rules that some law needs and that are not known.
    pub fn unknown(&self) -> impl Iterator<Item = &NotKnown> {
        self.columns.iter().filter_map(|(_, law)| law.as_ref().err().and_then(NoAnswer::not_known))
    }

    /// The outcomes that are asked for. Where single values of every field are, those, whether they have mass or not;
    /// else those that have mass in some column, in order. Of a cumulative law every whole number between the least
    /// and the greatest, so that "at least 2" is there even where nothing is exactly 2.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Vec<Value>> {
        if self.only.is_empty() {
            return self.all_outcomes();
        }
        let only: Vec<Vec<&Value>> =
            self.fields.iter().map(|field| only(&self.only, *field).collect()).collect();
        if only.iter().all(|values| !values.is_empty()) {
            let start = vec![Vec::new()];
            return only.iter().fold(start, |begun, values| {
                let longer = |begin: &Vec<Value>| {
                    let begin = begin.clone();
                    values
                        .iter()
                        .map(move |value| [begin.clone(), vec![(*value).clone()]].concat())
                        .collect::<Vec<_>>()
                };
                begun.iter().flat_map(longer).collect()
            });
        }
        let asked = |outcome: &Vec<Value>| {
            outcome.iter().zip(&only).all(|(value, only)| only.is_empty() || only.contains(&value))
        };
        self.all_outcomes().into_iter().filter(asked).collect()
    }

    fn all_outcomes(&self) -> Vec<Vec<Value>> {
        const MOST: i64 = 1_000;
        let laws = self.columns.iter().filter_map(|(_, law)| law.as_ref().ok());
        let all: BTreeSet<&Vec<Value>> = laws.flat_map(Pmf::support).collect();
        // What is taken as one is at least its least number, and at most no number that is known.
        let least = i64::from(self.cumulative == Some(Cumulative::AtMost));
        let end = |outcome: Option<&&Vec<Value>>| match outcome?.first()? {
            Value::Number(number) => number.to_i64(),
            Value::Above(above) => above.bound.to_i64()?.checked_add(i64::from(!above.inclusive) - least),
            _ => None,
        };
        match (self.cumulative, end(all.first()), end(all.last())) {
            (Some(_), Some(low), Some(high)) if high.checked_sub(low).is_some_and(|width| width <= MOST) => {
                (low..=high).map(|level| vec![Value::Number(Rational::from(level))]).collect()
            }
            _ => all.into_iter().cloned().collect(),
        }
    }

    /// The probability of an outcome, or of all from or up to it.
    #[must_use]
    pub fn probability(&self, law: &Pmf<Vec<Value>>, outcome: &Vec<Value>) -> Rational {
        match self.cumulative {
            None => law.mass_of(outcome),
            Some(Cumulative::AtLeast) => law.mass(|other| other >= outcome),
            Some(Cumulative::AtMost) => law.mass(|other| other <= outcome),
        }
    }
}

impl Marginals {
    /// The rules that some law needs and that are not known.
    pub fn unknown(&self) -> impl Iterator<Item = &NotKnown> {
        let missing = self.columns.iter().flat_map(|(_, laws)| laws).filter_map(|law| law.as_ref().err());
        missing.filter_map(NoAnswer::not_known)
    }

    /// Each field, by its index in [`Marginals::fields`], with the values that are asked for, or each that has mass
    /// somewhere. Of flags only
    /// that they hold; the rest is the complement. Of a field whose law is not known anywhere no value.
    #[must_use]
    pub fn values(&self, mechanic: &Mechanic) -> Vec<(usize, Option<Value>)> {
        let mut rows = Vec::new();
        for (index, field) in self.fields.iter().enumerate() {
            let mut only = only(&self.only, *field).peekable();
            if only.peek().is_some() {
                rows.extend(only.map(|value| (index, Some(value.clone()))));
                continue;
            }
            if mechanic.model[*field].kind == Kind::Flag {
                rows.push((index, Some(Value::Flag(true))));
                continue;
            }
            let laws = self.columns.iter().filter_map(|(_, laws)| laws[index].as_ref().ok());
            let values: BTreeSet<&Value> = laws.flat_map(Pmf::support).collect();
            if values.is_empty() {
                rows.push((index, None));
            }
            rows.extend(values.into_iter().map(|value| (index, Some(value.clone()))));
        }
        rows
    }
}
