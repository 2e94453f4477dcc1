//! Measures that go by the order or the weight of the values of a law: quantiles and modes.

use super::error::internal;
use super::measure::{Evaluator, impossible_given, stop};
use super::tail::{Asked, FIRST_END, is_endless};
use crate::check::Kind;
use crate::diagnostic::Code;
use crate::evaluate::{Plan, Stop, not_recorded};
use crate::exact::Rational;
use crate::lower::MeasureOutputs;
use crate::parse::Query;
use crate::prob::{Pmf, moments};
use crate::value::Value;

/// The law of a subject given the evidence, and the level of a quantile.
struct Known {
    subject: Pmf<Value>,
    level: Option<Rational>,
}

impl Evaluator<'_, Rational> {
    /// The most probable values, several where they tie.
    pub(super) fn modes(
        &self,
        outputs: MeasureOutputs,
        kind: Kind,
        query: &Query,
    ) -> Result<Vec<Value>, Stop> {
        let modes =
            |known: &Known| -> Vec<Value> { moments::modes(&known.subject).into_iter().cloned().collect() };
        // One of all that are taken as one may be the most probable, or none of them.
        let unknown = |modes: &[Value]| {
            modes.iter().find_map(|mode| match mode {
                Value::Above(above) => Some(above.clone()),
                _ => None,
            })
        };
        let known = self.law(outputs, kind, query, |known| unknown(&modes(known)).is_none())?;
        let modes = modes(&known);
        unknown(&modes).map_or(Ok(modes), |above| Err(not_recorded(&above, query.span)))
    }

    /// The least value that is not exceeded with the given probability.
    pub(super) fn quantile(&self, outputs: MeasureOutputs, query: &Query) -> Result<Rational, Stop> {
        let found = |known: &Known| -> Result<Option<Value>, Stop> {
            let level =
                known.level.as_ref().ok_or_else(|| internal(query.span, "a quantile has no level"))?;
            if level.is_negative() || *level > Rational::ONE {
                let message = format!("the level of a quantile lies between 0 and 1; this is {level}");
                return Err(stop(Code::OutOfRange, query, message));
            }
            Ok(moments::quantile(&known.subject, level).cloned())
        };
        let decided = |known: &Known| {
            let all = known.level.as_ref() == Some(&Rational::ONE);
            all || !matches!(found(known), Ok(Some(Value::Above(_))))
        };
        let known = self.law(outputs, Kind::Number, query, decided)?;
        match found(&known)? {
            Some(Value::Number(number)) => Ok(number),
            Some(Value::Above(above)) if above.inclusive => Err(not_recorded(&above, query.span)),
            Some(Value::Above(_)) => Err(stop(
                Code::Endless,
                query,
                "it grows without end, so that no number is above all of its values",
            )),
            Some(_) => Err(stop(Code::KindMismatch, query, "this is no number")),
            None => Err(internal(query.span, "the law is empty")),
        }
    }

    /// The law of a subject of a kind. Where it grows without end, as far as it decides.
    fn law(
        &self,
        outputs: MeasureOutputs,
        kind: Kind,
        query: &Query,
        decides: impl Fn(&Known) -> bool,
    ) -> Result<Known, Stop> {
        let program = &self.lowered.program;
        let others = [outputs.evidence, outputs.level].into_iter().flatten();
        let wanted: Vec<usize> = std::iter::once(outputs.subject).chain(others.clone()).collect();
        let plan = Plan::new(program, &self.bindings, &wanted, &(), self.limits);
        match plan.law(self.limits) {
            Err(stop) if is_endless(&stop) => {}
            joint => return known(joint?, outputs, query),
        }
        let others = others.map(|output| (output, Kind::Flag));
        let outputs_asked = std::iter::once((outputs.subject, kind)).chain(others).collect();
        let asked = Asked {
            program,
            columns: vec![self.bindings.clone()],
            outputs: outputs_asked,
            given: None,
            limits: self.limits,
        };
        let mut end = Rational::from(FIRST_END);
        loop {
            let known = known(asked.law_up_to(&self.bindings, &end)?, outputs, query)?;
            if decides(&known) {
                return Ok(known);
            }
            end = &end * &Rational::from(2);
        }
    }
}

/// What the joint law of a subject, the evidence and the level says.
fn known(joint: Pmf<Vec<Value>>, outputs: MeasureOutputs, query: &Query) -> Result<Known, Stop> {
    let level = match outputs.level {
        None => None,
        Some(_) => {
            let mut levels = joint.support().map(|values| values.last().and_then(Value::as_number).cloned());
            let first = levels.next().flatten();
            if levels.any(|other| other != first) {
                let message = "the level of a quantile is one number; this one depends on the outcome";
                return Err(stop(Code::OutOfRange, query, message));
            }
            first
        }
    };
    let given = match outputs.evidence {
        None => Some(joint),
        Some(_) => joint.condition(|values| values.get(1) == Some(&Value::Flag(true))),
    };
    let given = given.ok_or_else(|| impossible_given(query))?;
    Ok(Known { subject: given.map(|values| values[0].clone()), level })
}
