//! What is not known, and why: `?` in the cells of a table, a note below it, and the same as data.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Shown};
use crate::check::FieldId;
use crate::exact::Rational;
use crate::query::NotKnown;
use crate::scenario::Mechanic;

/// Outcomes without an answer, and the rule that they need and nobody knows.
pub(super) type Missing<'a> = (&'a [FieldId], &'a NotKnown);

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
    let data = |(fields, unknown): Missing<'a>| UnknownData {
        outcomes: fields.iter().map(|field| mechanic.model[*field].name.as_str()).collect(),
        needed: RuleNeeded::new(mechanic, unknown),
    };
    missing.into_iter().map(data).collect()
}

/// The cell of a chance, which may not be known.
pub(super) fn chance(probability: Option<Rational>, shown: Shown) -> Cell {
    probability.map_or_else(|| Cell::words("?"), |probability| Cell::Probability(probability, shown))
}

/// What is said below a table of what is not known: each rule once.
pub(super) fn notes<'a, 'b>(
    mechanic: &'a Mechanic,
    missing: impl IntoIterator<Item = Missing<'a>>,
) -> Vec<Block<'b>> {
    reasons(mechanic, missing.into_iter().map(|(_, unknown)| unknown))
}

/// The same without what the answers are of.
pub(super) fn reasons<'a, 'b>(
    mechanic: &'a Mechanic,
    unknown: impl IntoIterator<Item = &'a NotKnown>,
) -> Vec<Block<'b>> {
    let mut said: Vec<String> = Vec::new();
    for unknown in unknown {
        let RuleNeeded { rule, reason } = RuleNeeded::new(mechanic, unknown);
        let words = format!("? needs the rule {rule}, which is not known: {}.", reason.trim_end_matches('.'));
        if !said.contains(&words) {
            said.push(words);
        }
    }
    said.into_iter().map(Block::paragraph).collect()
}
