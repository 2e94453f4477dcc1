//! Where a closed form is drawn: the ends of its parts, and points between them.

use std::collections::BTreeSet;

use crate::check::InputId;
use crate::exact::Rational;
use crate::exact::symbol::Piecewise;
use crate::scenario::Sweep;

/// Parts of the axis between which a curve is drawn.
const STEPS: i64 = 60;
/// More marks than these cover the picture.
const MOST_MARKS: usize = 8;

/// The values of an input at which a closed form is drawn, and those at which it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm {
    /// The values.
    pub sweep: Sweep,
    /// The ends of its parts; none where they are too many to be told apart.
    pub ends: Vec<Rational>,
}

impl ClosedForm {
    /// Where some formulas in an input are drawn together. Where the part of the axis that is looked at has no
    /// end, it goes a little further than the last change; `usual` stands for that where nothing changes.
    #[must_use]
    pub fn new(
        input: InputId,
        formulas: &[Piecewise],
        ends: (Option<Rational>, Option<Rational>),
        usual: &Rational,
    ) -> ClosedForm {
        let mut changes: BTreeSet<Rational> = BTreeSet::new();
        let mut jumps: BTreeSet<Rational> = BTreeSet::new();
        for formula in formulas {
            collect(formula, &mut changes, &mut jumps);
        }
        let low = ends.0.unwrap_or_else(|| changes.first().unwrap_or(usual) - &Rational::ONE);
        let high = ends.1.unwrap_or_else(|| changes.last().unwrap_or(usual) + &Rational::ONE);
        let step = &(&high - &low) * &Rational::new(1, STEPS);
        let mut values: BTreeSet<Rational> =
            (0..=STEPS).map(|n| &low + &(&step * &Rational::from(n))).collect();
        values.extend(changes.iter().cloned());
        // Beside a jump the curve goes on at its other end.
        let beside = &step * &Rational::new(1, 10_000);
        values.extend(jumps.iter().flat_map(|jump| [jump - &beside, jump + &beside]));
        let values = values.into_iter().filter(|point| *point >= low && *point <= high);
        let mut within: Vec<Rational> =
            changes.into_iter().filter(|change| *change > low && *change < high).collect();
        if within.len() > MOST_MARKS {
            within.clear();
        }
        ClosedForm { sweep: Sweep::numbers(input, values), ends: within }
    }
}

/// The ends of the parts, and those at which the values on both sides differ.
fn collect(formula: &Piecewise, changes: &mut BTreeSet<Rational>, jumps: &mut BTreeSet<Rational>) {
    for pair in formula.parts.windows(2) {
        let Some(end) = pair[0].high.as_ref().filter(|end| pair[1].low.as_ref() == Some(*end)) else {
            continue;
        };
        changes.insert(end.clone());
        if pair[0].function.at(end) != pair[1].function.at(end) {
            jumps.insert(end.clone());
        }
    }
}
