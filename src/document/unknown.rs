//! What is not known, and why: `?` in the cells of a table, a note below it, and the same as data.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Shown};
use super::left_out::gap_sign;
use crate::check::FieldId;
use crate::exact::Rational;
use crate::query::{NoAnswer, NotKnown};
use crate::scenario::Mechanic;

/// Outcomes without an answer, and why.
pub(super) type Missing<'a> = (&'a [FieldId], &'a NoAnswer);

/// A rule that is needed and not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleNeeded<'a> {
    /// The rule.
    pub rule: &'a str,
    /// Why it is not known.
    pub reason: &'a str,
}

/// Outcomes without a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnknownData<'a> {
    /// The outcomes.
    pub outcomes: Vec<&'a str>,
    /// The rule that they need.
    #[serde(flatten)]
    pub needed: RuleNeeded<'a>,
}

impl<'a> RuleNeeded<'a> {
    pub(super) fn new(mechanic: &'a Mechanic, unknown: &'a NotKnown) -> RuleNeeded<'a> {
        RuleNeeded { rule: &mechanic.model[unknown.rule].declaration.name, reason: &unknown.reason }
    }
}

/// The outcomes of one column whose law is not known.
pub(super) fn unknown_data<'a>(
    mechanic: &'a Mechanic,
    missing: impl IntoIterator<Item = Missing<'a>>,
) -> Vec<UnknownData<'a>> {
    let data = |(fields, missing): Missing<'a>| {
        let outcomes = fields.iter().map(|field| mechanic.model[*field].name.as_str()).collect();
        Some(UnknownData { outcomes, needed: RuleNeeded::new(mechanic, missing.not_known()?) })
    };
    missing.into_iter().filter_map(data).collect()
}

/// The cell of a chance, which may be missing.
pub(super) fn chance(probability: Result<Rational, &NoAnswer>, shown: Shown) -> Cell {
    match probability {
        Ok(probability) => Cell::Probability(probability, shown),
        Err(missing) => Cell::words(gap_sign(missing)),
    }
}

/// What is said below a table of what is not known: each rule once.
pub(super) fn notes<'a, 'b>(
    mechanic: &'a Mechanic,
    missing: impl IntoIterator<Item = &'a NoAnswer>,
) -> Vec<Block<'b>> {
    let mut said: Vec<String> = Vec::new();
    for unknown in missing.into_iter().filter_map(NoAnswer::not_known) {
        let RuleNeeded { rule, reason } = RuleNeeded::new(mechanic, unknown);
        let words = format!("? needs the rule {rule}, which is not known: {}.", reason.trim_end_matches('.'));
        if !said.contains(&words) {
            said.push(words);
        }
    }
    said.into_iter().map(Block::paragraph).collect()
}
