//! The pieces that the data of all answers have in common: schema `trueodds/1`.
//!
//! Keys keep their order, which is that of the fields; changes only add.

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::check::{FieldId, RuleId};
use crate::exact::{Rational, decimal};
use crate::scenario::{Mechanic, Scenario};
use crate::value::{RuleValue, Value};

/// A number exactly, in lowest terms: `27/125`; a whole number without its denominator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Fraction(#[schemars(regex(pattern = r"^-?[0-9]+(/[0-9]+)?$"))] pub String);

/// A number as a decimal, rounded where it has no end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Decimal(pub String);

impl From<&Rational> for Fraction {
    fn from(number: &Rational) -> Fraction {
        Fraction(number.to_string())
    }
}

impl From<&Rational> for Decimal {
    fn from(number: &Rational) -> Decimal {
        Decimal(decimal::plain(number))
    }
}

/// The schema of a list of whole documents.
pub(super) fn documents(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "object" } })
}

/// What every document begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Head {
    /// The version of the contract: `trueodds/1`.
    pub schema: &'static str,
    /// Which kind of document this is.
    pub kind: &'static str,
}

impl Head {
    /// The head of a document of a kind.
    #[must_use]
    pub fn new(kind: &'static str) -> Head {
        Head { schema: "trueodds/1", kind }
    }
}

/// Values by name, as a person would type them; flags are `true` and `false`.
pub type Values = IndexMap<String, String>;

/// Under which rules and inputs an answer holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Given {
    /// The rule set by name.
    pub rules: String,
    /// The case by name; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The inputs that the rule set has, those at their defaults too; `?` where a default follows from what is not
    /// known.
    pub inputs: Values,
    /// The rules that have another value than the rule set gives them; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_rules: Option<Values>,
}

impl Given {
    /// The rules and inputs of a scenario.
    #[must_use]
    pub fn new(mechanic: &Mechanic, scenario: &Scenario) -> Given {
        Given {
            rules: mechanic.rule_set_of(scenario).name.clone(),
            case: None,
            inputs: inputs(mechanic, scenario),
            changed_rules: changed_rules(mechanic, scenario),
        }
    }
}

/// The inputs of a scenario, without those that its rule set lacks.
pub(super) fn inputs(mechanic: &Mechanic, scenario: &Scenario) -> Values {
    let model = &mechanic.model;
    let available = &mechanic.rule_set_of(scenario).available;
    let entries = model.input_ids().filter(|input| available[input.index()]);
    let text =
        entries.map(|input| (model[input].declaration.name.clone(), scenario.input_text(mechanic, input)));
    text.collect()
}

/// The rules that were changed; `None` where none was.
pub(super) fn changed_rules(mechanic: &Mechanic, scenario: &Scenario) -> Option<Values> {
    let entry = |(rule, value): &(RuleId, RuleValue)| {
        let declaration = &mechanic.model[*rule].declaration;
        (declaration.name.clone(), mechanic.model.rule_text(declaration.kind, value))
    };
    (!scenario.changed.is_empty()).then(|| scenario.changed.iter().map(entry).collect())
}

/// An outcome: the fields that were asked for.
pub(super) fn outcome(mechanic: &Mechanic, fields: &[FieldId], values: &[Value]) -> Values {
    let entry = |(field, value): (&FieldId, &Value)| {
        let declaration = &mechanic.model[*field];
        (declaration.name.clone(), mechanic.model.value_text(declaration.kind, value))
    };
    fields.iter().zip(values).map(entry).collect()
}

/// The states of a mechanic by name.
pub(super) fn state(mechanic: &Mechanic, values: &[Value]) -> Values {
    let entry = |(state, value): (&crate::check::model::State, &Value)| {
        let declaration = &state.declaration;
        (declaration.name.clone(), mechanic.model.value_text(declaration.kind, value))
    };
    mechanic.model.states.iter().zip(values).map(entry).collect()
}

/// A row of a law: an outcome and its probability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutcomeRow {
    /// The outcome.
    pub outcome: Values,
    /// Its probability.
    pub probability: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
}

impl OutcomeRow {
    /// The row of an outcome.
    #[must_use]
    pub fn new(outcome: Values, probability: &Rational) -> OutcomeRow {
        OutcomeRow { outcome, probability: probability.into(), decimal: probability.into() }
    }
}

/// A probability, exactly and as a decimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Probability {
    /// Exactly.
    pub probability: Fraction,
    /// As a decimal.
    pub decimal: Decimal,
}

impl From<&Rational> for Probability {
    fn from(number: &Rational) -> Probability {
        Probability { probability: number.into(), decimal: number.into() }
    }
}
