//! The TOML of a claims file, as written.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
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
    pub(super) within: Vec<String>,
    #[serde(default)]
    pub(super) in_code: bool,
    #[serde(default)]
    pub(super) section: Vec<RawSection>,
}

/// A run of claims, and what they have in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSection {
    pub(super) name: String,
    pub(super) source: Option<OneOrMany>,
    pub(super) under: Option<String>,
    pub(super) mechanic: Option<String>,
    pub(super) rules: Option<Vec<String>>,
    pub(super) within: Option<Vec<String>>,
    pub(super) code_figure: Option<bool>,
    pub(super) why: Option<String>,
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
    #[serde(default)]
    pub(super) claim: Vec<RawClaim>,
}

#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(crate) fn list(self) -> Vec<String> {
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
    pub(super) about: Option<String>,
    pub(super) stated: Option<OneOrMany>,
    pub(super) find: Option<Spanned<OneOrMany>>,
    pub(super) says: Option<Spanned<OneOrMany>>,
    // Exactly one of these.
    pub(super) query: Option<Spanned<String>>,
    pub(super) further: Option<Spanned<String>>,
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
    // Beside it.
    pub(super) why: Option<String>,
    pub(super) within: Option<Vec<String>>,
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
    // Belongs to `further`, `value`, `interval` and `direction`.
    #[serde(default)]
    pub(super) by: Short<RawInputs>,
    #[serde(default)]
    pub(super) ask: BTreeMap<String, Short<RawOperand>>,
    pub(super) sweep: Option<String>,
}

/// The keys of which one says what is asked, with those that belong to some of them.
#[derive(Default)]
pub(crate) struct RawQuestion {
    pub(crate) query: Option<Spanned<String>>,
    pub(crate) further: Option<Spanned<String>>,
    pub(crate) value: Option<Spanned<String>>,
    pub(crate) rule: Option<Spanned<String>>,
    pub(crate) range: Option<Spanned<String>>,
    pub(crate) most: Option<Spanned<String>>,
    pub(crate) least: Option<Spanned<String>>,
    pub(crate) interval: Option<Spanned<Vec<String>>>,
    pub(crate) law: Option<Spanned<Vec<String>>>,
    pub(crate) certain: Option<Spanned<String>>,
    pub(crate) never: Option<Spanned<String>>,
    pub(crate) equal: Option<Spanned<Vec<String>>>,
    pub(crate) direction: Option<Spanned<Vec<String>>>,
    pub(crate) chain: Option<Spanned<RawChain>>,
    pub(crate) undecided: Option<Spanned<String>>,
    pub(crate) by: Short<RawInputs>,
    pub(crate) ask: BTreeMap<String, Short<RawOperand>>,
    pub(crate) sweep: Option<String>,
}

impl RawClaim {
    /// What says what is asked.
    pub(super) fn question(&mut self) -> RawQuestion {
        RawQuestion {
            query: self.query.take(),
            further: self.further.take(),
            value: self.value.take(),
            rule: self.rule.take(),
            range: self.range.take(),
            most: self.most.take(),
            least: self.least.take(),
            interval: self.interval.take(),
            law: self.law.take(),
            certain: self.certain.take(),
            never: self.never.take(),
            equal: self.equal.take(),
            direction: self.direction.take(),
            chain: self.chain.take(),
            undecided: self.undecided.take(),
            by: std::mem::take(&mut self.by),
            ask: std::mem::take(&mut self.ask),
            sweep: self.sweep.take(),
        }
    }
}

/// Where a question is asked. Values are as a person would type them. The four keys stand in each table by
/// themselves: a flattened one would lose the places of what is wrong.
pub(crate) type Pairs = BTreeMap<String, Scalar>;

/// What turns a further chance on.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawInputs {
    #[serde(default)]
    pub(super) with: Vec<String>,
    #[serde(default)]
    pub(super) set: Pairs,
    #[serde(default)]
    pub(super) state: Pairs,
    #[serde(default)]
    pub(super) change: Pairs,
}

/// One of the values of an expression.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawOperand {
    pub(super) query: Option<String>,
    pub(super) sweep: Option<String>,
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

/// A table of inputs, or the inputs alone as a person would type them: `lucky_foot, luck=3`.
#[derive(Default)]
pub(crate) struct Short<T>(pub(super) T);

/// What flags and `name=value` may stand for.
pub(super) trait FromInputs {
    fn from_inputs(with: Vec<String>, set: Pairs) -> Self;
}

impl FromInputs for RawInputs {
    fn from_inputs(with: Vec<String>, set: Pairs) -> RawInputs {
        RawInputs { with, set, ..RawInputs::default() }
    }
}

impl FromInputs for RawOperand {
    fn from_inputs(with: Vec<String>, set: Pairs) -> RawOperand {
        RawOperand { with, set, ..RawOperand::default() }
    }
}

impl<'de, T: Deserialize<'de> + FromInputs> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Short<T>, D::Error> {
        deserializer.deserialize_any(ShortVisitor(PhantomData))
    }
}

struct ShortVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + FromInputs> Visitor<'de> for ShortVisitor<T> {
    type Value = Short<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a table, or inputs such as \"lucky_foot, luck=3\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Short<T>, E> {
        let (mut with, mut set) = (Vec::new(), Pairs::new());
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            match part.split_once('=') {
                Some((name, value)) => {
                    let name = name.trim().to_owned();
                    if set.contains_key(&name) {
                        return Err(E::custom(format_args!("`{name}` stands twice")));
                    }
                    set.insert(name, Scalar::Text(value.trim().to_owned()));
                }
                None => with.push(part.to_owned()),
            }
        }
        Ok(Short(T::from_inputs(with, set)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Short<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Short)
    }
}

/// A value that a person would type. A decimal is written in quotes: TOML would read it as the nearest
/// binary fraction.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a whole number, true, false, or text such as \"1/4\" or \"0.3\"")]
pub(crate) enum Scalar {
    Whole(i64),
    Flag(bool),
    Text(String),
}

impl Scalar {
    pub(crate) fn text(&self) -> String {
        match self {
            Scalar::Whole(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
            Scalar::Text(text) => text.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawChain {
    pub(super) hit: Option<String>,
    pub(super) take: Option<String>,
    pub(super) stationary: Option<String>,
    pub(super) after: Option<u64>,
    pub(super) within: Option<u64>,
    pub(super) not_yet: Option<u64>,
    pub(super) event: Option<String>,
    pub(super) streak: Option<String>,
    pub(super) until: Option<String>,
}
