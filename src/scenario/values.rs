//! The values that something can have, where they are few.

use crate::check::Kind;
use crate::check::model::{Model, Range};
use crate::exact::Rational;
use crate::value::Value;

/// All values of a kind that is no number: of a flag both, of an enumeration its names.
#[must_use]
pub fn all_values(model: &Model, kind: Kind) -> Option<Vec<Value>> {
    match kind {
        Kind::Flag => Some(vec![Value::Flag(false), Value::Flag(true)]),
        Kind::Enum(_) => {
            Some((0..).map(Value::Variant).zip(model.variants(kind)).map(|(value, _)| value).collect())
        }
        _ => None,
    }
}

/// The whole numbers of a range, where it has two ends and not more than `most` of them.
///
/// ```
/// use trueodds::check::model::Range;
/// use trueodds::scenario::whole_numbers;
///
/// let dice = Range { low: Some(1.into()), high: Some(6.into()) };
/// assert_eq!(whole_numbers(&dice, 6).expect("six").len(), 6);
/// assert_eq!(whole_numbers(&dice, 5), None);
/// ```
#[must_use]
pub fn whole_numbers(range: &Range, most: i64) -> Option<Vec<Rational>> {
    let (low, high) = (range.low.as_ref()?.ceil(), range.high.as_ref()?.floor());
    let count = &(&high - &low) + &Rational::ONE;
    let next = |number: &Rational| Some(number + &Rational::ONE).filter(|next| *next <= high);
    (count <= Rational::from(most))
        .then(|| std::iter::successors(Some(low).filter(|low| *low <= high), next).collect())
}

/// A number and those that follow it at a distance of 1.
pub(crate) fn steps(first: &Rational, count: usize) -> impl Iterator<Item = Rational> + use<> {
    std::iter::successors(Some(first.clone()), |last| Some(last + &Rational::ONE)).take(count)
}

/// Numbers as values, ascending and each once.
pub(crate) fn ascending(mut numbers: Vec<Rational>) -> Vec<Value> {
    numbers.sort();
    numbers.dedup();
    numbers.into_iter().map(Value::Number).collect()
}
