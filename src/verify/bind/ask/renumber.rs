//! The same question with another number in it: `68% by the tenth dive, 94% by the thirteenth`.

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use crate::exact::Rational;
use crate::value::Value;

/// A question with a number in the place of another that words tell; `None` where that one stands in it nowhere, or more
/// than once.
///
/// A question may count from 0 what words count from 1: where the number itself does not stand in it, one that is next to
/// it is taken, and stays next to it.
pub(super) fn renumbered(question: &Candidate, old: &Rational, new: &Rational) -> Option<Candidate> {
    let same = |value: &Rational| (value == old).then(|| new.clone());
    let next = |value: &Rational| {
        let off = value - old;
        (off.abs() == Rational::ONE).then(|| new + &off)
    };
    let exactly = all(question, &same);
    let mut found = if exactly.is_empty() { all(question, &next) } else { exactly };
    found.pop().filter(|_| found.is_empty())
}

/// The questions in which one number is replaced, each by what another is put in its place.
fn all(question: &Candidate, put: &dyn Fn(&Rational) -> Option<Rational>) -> Vec<Candidate> {
    let value = |value: &Value| value.as_number().and_then(put).map(Value::Number);
    let measure = measure(&question.measure, put);
    let mut found: Vec<Candidate> =
        measure.into_iter().map(|measure| Candidate { measure, ..question.clone() }).collect();
    let inputs = question.given.inputs.iter().filter_map(|(input, old)| Some((*input, value(old)?)));
    found.extend(inputs.map(|(input, new)| {
        let mut other = question.clone();
        other.given.inputs.insert(input, new);
        other
    }));
    let states = question.given.states.iter().filter_map(|(state, old)| Some((*state, value(old)?)));
    found.extend(states.map(|(state, new)| {
        let mut other = question.clone();
        other.given.states.insert(state, new);
        other
    }));
    found
}

/// What is asked with another number of uses, or of what is counted.
fn measure(measure: &Measure, put: &dyn Fn(&Rational) -> Option<Rational>) -> Option<Measure> {
    let test = |test: &Test| match test {
        Test::AtLeast(least) => put(least).map(Test::AtLeast),
        Test::AtMost(most) => put(most).map(Test::AtMost),
        Test::In(values) => match values.as_slice() {
            [Value::Number(number)] => Some(Test::In(vec![Value::Number(put(number)?)])),
            _ => None,
        },
        Test::Not(_) | Test::Most => None,
    };
    let uses = |uses: u64| {
        let uses = put(&Rational::from(i64::try_from(uses).ok()?))?;
        uses.to_i64().and_then(|uses| u64::try_from(uses).ok()).filter(|uses| *uses > 0)
    };
    match measure {
        Measure::Chance(field, own, stage) => Some(Measure::Chance(*field, test(own)?, *stage)),
        Measure::Complement(field, own, stage) => Some(Measure::Complement(*field, test(own)?, *stage)),
        Measure::Chain(sought, field, own) => {
            let sought = match sought {
                Sought::Within(number) => Sought::Within(uses(*number)?),
                Sought::NotYet(number) => Sought::NotYet(uses(*number)?),
                Sought::At(number) => Sought::At(uses(*number)?),
                Sought::First(number) => Sought::First(uses(*number)?),
                Sought::Times(times, number) => Sought::Times(*times, uses(*number)?),
                _ => return None,
            };
            Some(Measure::Chain(sought, *field, own.clone()))
        }
        _ => None,
    }
}
