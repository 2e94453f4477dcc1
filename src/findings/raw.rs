//! The TOML of a findings file, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::claims::raw::{OneOrMany, Pairs, RawChain, RawOperand, RawQuestion, Short};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFile {
    #[serde(default)]
    pub(super) finding: Vec<RawFinding>,
    #[serde(default)]
    pub(super) table: Vec<RawTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFinding {
    pub(super) mechanic: Spanned<String>,
    pub(super) text: Spanned<String>,
    pub(super) turns_on: Option<Spanned<OneOrMany>>,
    pub(super) rules: Option<String>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
    #[serde(default)]
    pub(super) ask: BTreeMap<String, Spanned<RawAsk>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAsk {
    // Exactly one of these.
    query: Option<Spanned<String>>,
    value: Option<Spanned<String>>,
    rule: Option<Spanned<String>>,
    chain: Option<Spanned<RawChain>>,
    // Belongs to `value`.
    #[serde(default)]
    ask: BTreeMap<String, Short<RawOperand>>,
    pub(super) show: Option<Spanned<String>>,
    pub(super) rules: Option<String>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
}

impl RawAsk {
    /// What says what is asked.
    pub(super) fn question(&mut self) -> RawQuestion {
        RawQuestion {
            query: self.query.take(),
            value: self.value.take(),
            rule: self.rule.take(),
            chain: self.chain.take(),
            ask: std::mem::take(&mut self.ask),
            ..RawQuestion::default()
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTable {
    pub(super) mechanic: Spanned<String>,
    pub(super) title: Spanned<String>,
    pub(super) rules: Option<OneOrMany>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
    pub(super) sweep: Option<String>,
    // One of these.
    #[serde(default)]
    pub(super) outcome: Vec<String>,
    #[serde(default)]
    pub(super) column: Vec<RawColumn>,
    // Belong to `outcome`.
    #[serde(default)]
    pub(super) marginals: bool,
    pub(super) given: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawColumn {
    pub(super) label: String,
    pub(super) query: String,
}
