//! The TOML of a claims file, as written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFile {
    pub(super) title: String,
    pub(super) source: OneOrMany,
    pub(super) mechanic: Option<String>,
    pub(super) code: Option<String>,
    #[serde(default)]
    pub(super) rules: Vec<String>,
    #[serde(default)]
    pub(super) in_code: bool,
    #[serde(default)]
    pub(super) claim: Vec<RawClaim>,
}

#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub(super) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(super) fn list(self) -> Vec<String> {
        match self {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawClaim {
    pub(super) id: Spanned<String>,
    pub(super) source: Option<OneOrMany>,
    pub(super) section: String,
    pub(super) about: String,
    pub(super) stated: OneOrMany,
    pub(super) find: Option<Spanned<OneOrMany>>,
    pub(super) under: Option<String>,
    pub(super) subject: Option<String>,
    pub(super) mechanic: Option<String>,
    pub(super) rules: Option<Vec<String>>,
    pub(super) code_figure: Option<bool>,
    #[serde(rename = "as")]
    pub(super) transforms: Option<OneOrMany>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
    // Exactly one of these.
    pub(super) query: Option<Spanned<String>>,
    pub(super) value: Option<Spanned<String>>,
    pub(super) rule: Option<Spanned<String>>,
    pub(super) range: Option<Spanned<String>>,
    pub(super) most: Option<Spanned<String>>,
    pub(super) least: Option<Spanned<String>>,
    pub(super) interval: Option<Spanned<Vec<String>>>,
    pub(super) law: Option<Spanned<Vec<String>>>,
    pub(super) certain: Option<Spanned<String>>,
    pub(super) never: Option<Spanned<String>>,
    pub(super) equal: Option<Spanned<Vec<String>>>,
    pub(super) direction: Option<Spanned<Vec<String>>>,
    pub(super) chain: Option<Spanned<RawChain>>,
    pub(super) undecided: Option<Spanned<String>>,
    // Belongs to `value` and `direction`.
    #[serde(default)]
    pub(super) ask: BTreeMap<String, RawOperand>,
    pub(super) sweep: Option<String>,
}

/// Where a question is asked. Values are as a person would type them. The four keys stand in each table by
/// themselves: a flattened one would lose the places of what is wrong.
pub(super) type Pairs = BTreeMap<String, Scalar>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOperand {
    pub(super) query: Option<String>,
    pub(super) rule: Option<String>,
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
}

/// A value that a person would type. A decimal is written in quotes: TOML would read it as the nearest
/// binary fraction.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a whole number, true, false, or text such as \"1/4\" or \"0.3\"")]
pub(super) enum Scalar {
    Whole(i64),
    Flag(bool),
    Text(String),
}

impl Scalar {
    pub(super) fn text(&self) -> String {
        match self {
            Scalar::Whole(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
            Scalar::Text(text) => text.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChain {
    pub(super) hit: Option<String>,
    pub(super) take: Option<String>,
    pub(super) stationary: Option<String>,
    pub(super) after: Option<u64>,
    pub(super) event: Option<String>,
    pub(super) streak: Option<String>,
    pub(super) until: Option<String>,
}
