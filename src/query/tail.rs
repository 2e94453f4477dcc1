//! Laws of what grows without end: its values up to a number, and exactly how much lies beyond.

use std::collections::BTreeSet;

use super::answered::{impossible, is_of_one};
use super::{Expression, Mechanic};
use crate::check::{FieldId, Kind};
use crate::diagnostic::Code;
use crate::evaluate::{Bindings, Limits, Plan, Stop};
use crate::exact::Rational;
use crate::lower::{Program, lower_beside};
use crate::prob::Pmf;
use crate::scenario::Scenario;
use crate::value::{Above, Value};

/// A law, or why there is none.
pub(super) type Found = Result<Pmf<Vec<Value>>, Stop>;

/// A law goes on until so much is beyond it, or less: a millionth.
fn negligible() -> Rational {
    Rational::new(1, 1_000_000)
}

/// Or until it has so many outcomes.
const MOST_OUTCOMES: usize = 100;

/// The number up to which values are found first, and twice as far each time.
pub(super) const FIRST_END: i64 = 8;

/// What is asked for: some outputs of a program, with inputs and rules that stand side by side.
pub(super) struct Asked<'a> {
    pub(super) program: &'a Program,
    pub(super) columns: Vec<Bindings<Rational>>,
    /// Each output with its kind.
    pub(super) outputs: Vec<(usize, Kind)>,
    /// What is known, and the output that says whether it holds.
    pub(super) given: Option<(usize, &'a Expression)>,
    pub(super) limits: &'a Limits,
}

/// The joint law of some fields under a scenario, up to where little is beyond of those that grow without end.
///
/// # Errors
/// What stopped the evaluation.
pub fn law_to_tail(
    mechanic: &Mechanic,
    scenario: &Scenario,
    fields: &[FieldId],
    limits: &Limits,
) -> Result<Pmf<Vec<Value>>, Stop> {
    let mut found = laws_to_tail(mechanic, std::slice::from_ref(scenario), fields, None, limits);
    found.pop().unwrap_or_else(|| Ok(Pmf::new([])))
}

/// As [`law_to_tail`] under scenarios that stand side by side, given what is known. What is refused comes last.
pub(super) fn laws_to_tail(
    mechanic: &Mechanic,
    scenarios: &[Scenario],
    fields: &[FieldId],
    given: Option<&Expression>,
    limits: &Limits,
) -> Vec<Found> {
    let beside = given.map(|given| lower_beside(&mechanic.model, &mechanic.program, &given.checked));
    let beside = match beside.transpose() {
        Ok(beside) => beside,
        Err(problem) => return vec![Err(Box::new(problem))],
    };
    let asked = Asked {
        program: beside.as_ref().unwrap_or(&mechanic.program),
        columns: scenarios.iter().map(|scenario| scenario.bindings(mechanic)).collect(),
        outputs: fields.iter().map(|field| (field.index(), mechanic.model[*field].kind)).collect(),
        given: given.map(|given| (mechanic.program.outputs.len(), given)),
        limits,
    };
    asked.laws()
}

pub(super) fn is_endless(stop: &Stop) -> bool {
    stop.code == Code::Endless
}

impl Asked<'_> {
    /// The joint laws. An output that grows without end in one of them has its values up to the same number in all of
    /// them, and then all that is more as one. What is refused comes last.
    fn laws(&self) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::with_capacity(self.columns.len());
        for bindings in &self.columns {
            let law = self.law(bindings, self.program);
            let refused = law.as_ref().is_err_and(|stop| !is_endless(stop) && !is_of_one(stop));
            found.push(law);
            if refused {
                return found;
            }
        }
        if !found.iter().any(|found| found.as_ref().is_err_and(is_endless)) {
            return found;
        }
        match self.to_tail() {
            Ok((_, laws)) => laws,
            Err(stop) => vec![Err(stop)],
        }
    }

    /// The program with what grows without end told apart as far as it is listed.
    ///
    /// # Errors
    /// What stopped the evaluation.
    pub(super) fn program_to_tail(&self) -> Result<Program, Stop> {
        let (end, _) = self.to_tail()?;
        Ok(self.program.up_to(&self.all_up_to(&self.endless(), &end)))
    }

    /// The joint law where numbers that grow without end are told apart up to one of them.
    pub(super) fn law_up_to(&self, bindings: &Bindings<Rational>, end: &Rational) -> Found {
        self.law(bindings, &self.program.up_to(&self.all_up_to(&self.endless(), end)))
    }

    fn law(&self, bindings: &Bindings<Rational>, program: &Program) -> Found {
        let known = self.given.map(|(index, _)| index);
        let wanted: Vec<usize> = self.outputs.iter().map(|(index, _)| *index).chain(known).collect();
        let law = Plan::<Rational>::new(program, bindings, &wanted, &(), self.limits).law(self.limits)?;
        let Some((_, given)) = self.given else { return Ok(law) };
        let holds = |values: &Vec<Value>| values.last() == Some(&Value::Flag(true));
        let law = law.condition(holds).ok_or_else(|| impossible(given))?;
        Ok(law.map(|values| values.iter().take(self.outputs.len()).cloned().collect()))
    }

    /// For each output whether it is a number that grows without end.
    fn endless(&self) -> Vec<bool> {
        let alone = |index: usize, bindings: &Bindings<Rational>| {
            let plan = Plan::<Rational>::new(self.program, bindings, &[index], &(), self.limits);
            plan.law(self.limits).is_err_and(|stop| is_endless(&stop))
        };
        let is_endless = |(index, kind): &(usize, Kind)| {
            matches!(kind, Kind::Integer | Kind::Number)
                && self.columns.iter().any(|bindings| alone(*index, bindings))
        };
        self.outputs.iter().map(is_endless).collect()
    }

    fn all_up_to(&self, endless: &[bool], end: &Rational) -> Vec<(usize, Rational)> {
        let outputs = self.outputs.iter().zip(endless).filter(|(_, endless)| **endless);
        outputs.map(|((index, _), _)| (*index, end.clone())).collect()
    }

    /// The number after which little is beyond, and the laws up to it.
    fn to_tail(&self) -> Result<(Rational, Vec<Found>), Stop> {
        let tail = Tail { endless: self.endless() };
        let mut end = Rational::from(FIRST_END);
        loop {
            let program = self.program.up_to(&self.all_up_to(&tail.endless, &end));
            let mut found = Vec::with_capacity(self.columns.len());
            for bindings in &self.columns {
                found.push(match self.law(bindings, &program) {
                    Err(stop) if !is_of_one(&stop) => return Err(stop),
                    law => law,
                });
            }
            let laws: Vec<&Pmf<Vec<Value>>> = found.iter().filter_map(|found| found.as_ref().ok()).collect();
            if let Some(end) = tail.end(&laws, &end) {
                let shortened = |found: Found| Ok(found?.map(|values| tail.shortened(values, &end)));
                let laws = found.into_iter().map(shortened).collect();
                return Ok((end, laws));
            }
            end = &end * &Rational::from(2);
        }
    }
}

/// Where laws end, of which some outputs grow without end.
struct Tail {
    /// For each output whether it does.
    endless: Vec<bool>,
}

impl Tail {
    /// The number after which the laws end, where they are known up to `known`: the first with little beyond it, or
    /// with as many outcomes as are listed.
    fn end(&self, laws: &[&Pmf<Vec<Value>>], known: &Rational) -> Option<Rational> {
        let values: BTreeSet<&Rational> =
            laws.iter().flat_map(|law| law.support()).flat_map(|values| self.numbers(values)).collect();
        let ends: Vec<&Rational> = values.into_iter().chain([known]).collect();
        let is_end = |end: &&Rational| {
            let is_beyond = |values: &Vec<Value>| {
                self.numbers(values).any(|number| number > *end) || self.is_beyond_all(values)
            };
            laws.iter().all(|law| law.mass(is_beyond) < negligible()) || {
                let values = laws.iter().flat_map(|law| law.support());
                let listed: BTreeSet<Vec<Value>> = values.map(|values| self.shortened(values, end)).collect();
                listed.len() >= MOST_OUTCOMES
            }
        };
        // Beyond the first that is one, all are.
        let first = ends.partition_point(|end| !is_end(end));
        ends.get(first).map(|end| (*end).clone())
    }

    /// The numbers that grow without end and are known.
    fn numbers<'v>(&self, values: &'v [Value]) -> impl Iterator<Item = &'v Rational> {
        let endless = values.iter().zip(&self.endless).filter(|(_, endless)| **endless);
        endless.filter_map(|(value, _)| value.as_number())
    }

    /// Whether one of them is beyond what is known.
    fn is_beyond_all(&self, values: &[Value]) -> bool {
        values.iter().zip(&self.endless).any(|(value, endless)| *endless && matches!(value, Value::Above(_)))
    }

    /// Values with all that is beyond a number as one.
    fn shortened(&self, values: &[Value], end: &Rational) -> Vec<Value> {
        let one = |(value, endless): (&Value, &bool)| {
            let is_beyond = match value {
                Value::Number(number) => number > end,
                Value::Above(above) => !above.inclusive,
                _ => false,
            };
            if *endless && is_beyond { Value::Above(Above::more_than(end.clone())) } else { value.clone() }
        };
        values.iter().zip(&self.endless).map(one).collect()
    }
}
