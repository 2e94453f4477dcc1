//! The numbers that a mechanic publishes: what a change of the data can change.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use super::scenario::Scenario;
use super::table::law;
use super::{Mechanic, json};
use crate::check::Kind;
use crate::check::model::Input;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::value::Value;

/// Which number: the mechanic, the rule set, the inputs other than their defaults, and the event.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberKey {
    /// The mechanic.
    pub mechanic: String,
    /// The rule set.
    pub rules: String,
    /// `lucky_foot=true`; empty for the defaults.
    pub inputs: String,
    /// `award = chest`
    pub event: String,
}

/// The law of every outcome under every rule set: with the defaults, with each flag on alone, with each other
/// value of an enumeration, and with some values of each whole number. An evaluation that stops publishes why.
///
/// Cost: one evaluation for each outcome, rule set and such input.
#[must_use]
pub fn published(mechanic: &Mechanic, limits: &Limits) -> BTreeMap<NumberKey, Result<Rational, String>> {
    let model = &mechanic.model;
    let mut numbers = BTreeMap::new();
    for (rule_set, set) in mechanic.rule_sets.iter().enumerate() {
        for (named, values) in cases(mechanic, rule_set) {
            let key = |event: String| NumberKey {
                mechanic: model.path.clone(),
                rules: set.name.clone(),
                inputs: named.clone(),
                event,
            };
            let scenario = Scenario { rule_set, inputs: values, ..Scenario::default() };
            for (place, field) in model.fields.iter().enumerate() {
                match law(mechanic, &scenario, &[place], limits) {
                    Ok(law) => numbers.extend(law.iter().filter_map(|(values, mass)| {
                        let value = model.value_text(field.kind, values.first()?);
                        Some((key(format!("{} = {value}", field.name)), Ok(mass.clone())))
                    })),
                    Err(stop) => {
                        numbers.insert(key(field.name.clone()), Err(stop.message.clone()));
                    }
                }
            }
        }
    }
    numbers
}

/// The inputs under which numbers are published, with what differs from the defaults: `hard`, `luck=3`.
#[must_use]
pub fn cases(mechanic: &Mechanic, rule_set: usize) -> Vec<(String, Vec<Value>)> {
    let model = &mechanic.model;
    let defaults: Vec<Value> = model.inputs.iter().map(|input| input.default.clone()).collect();
    let mut cases = vec![(String::new(), defaults.clone())];
    for (index, input) in model.inputs.iter().enumerate() {
        if !mechanic.rule_sets[rule_set].available[index] {
            continue;
        }
        let kind = input.declaration.kind;
        let others: Vec<Value> = match kind {
            Kind::Flag => vec![Value::Flag(true), Value::Flag(false)],
            Kind::Enum(_) => {
                let count = u32::try_from(model.variants(kind).len()).unwrap_or(u32::MAX);
                (0..count).map(Value::Variant).collect()
            }
            Kind::Integer => integers(input),
            _ => Vec::new(),
        };
        for value in others.into_iter().filter(|value| *value != input.default) {
            let mut values = defaults.clone();
            let text = format!("{}={}", input.declaration.name, model.value_text(kind, &value));
            values[index] = value;
            cases.push((text, values));
        }
    }
    cases
}

/// Whole numbers of an input that stand for all: its ends, the two values after the least, and up to ten in
/// between.
fn integers(input: &Input) -> Vec<Value> {
    const MOST: i64 = 14;
    let whole = |end: &Option<Rational>| end.as_ref().and_then(Rational::to_i64);
    let usual = input.default.as_number().and_then(Rational::to_i64).unwrap_or(0);
    let range = &input.declaration.range;
    let low = whole(&range.low);
    let first = low.unwrap_or(usual);
    let mut values: Vec<i64> = match whole(&range.high) {
        Some(high) if low.is_some() && high.saturating_sub(first) < MOST => (first..=high).collect(),
        Some(high) if low.is_none() => vec![high.saturating_sub(1), high],
        high => (first..=first.saturating_add(2)).chain(high).collect(),
    };
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| Value::Number(Rational::from(value))).collect()
}

/// A number on one side: `None` where it has none, and why where its evaluation stops.
type Side = Option<Result<Rational, String>>;
/// A number that differs.
type Changed<'a> = (&'a NumberKey, Side, Side);

/// What differs between two lists of published numbers, and what is told of it.
#[must_use]
pub fn published_report(
    from: &BTreeMap<NumberKey, Result<Rational, String>>,
    to: &BTreeMap<NumberKey, Result<Rational, String>>,
) -> (usize, Report) {
    let keys: BTreeSet<&NumberKey> = from.keys().chain(to.keys()).collect();
    // Where a value has no mass on one side, its chance there is 0.
    let zero = Ok(Rational::ZERO);
    let has = |numbers: &BTreeMap<NumberKey, Result<Rational, String>>, key: &NumberKey| {
        let first = NumberKey { event: String::new(), ..key.clone() };
        numbers.range(first..).next().is_some_and(|(other, _)| {
            other.mechanic == key.mechanic && other.rules == key.rules && other.inputs == key.inputs
        })
    };
    let side = |numbers: &'_ BTreeMap<NumberKey, Result<Rational, String>>, key: &NumberKey| {
        let refused = || {
            let field = key.event.split(" = ").next().unwrap_or_default().to_owned();
            numbers.get(&NumberKey { event: field, ..key.clone() }).cloned()
        };
        numbers.get(key).cloned().or_else(refused).or_else(|| has(numbers, key).then(|| zero.clone()))
    };
    // What one side refuses is told with the numbers that the other side has.
    let told = |key: &NumberKey| {
        let has_numbers = |numbers: &BTreeMap<NumberKey, Result<Rational, String>>| {
            let first = NumberKey { event: format!("{} = ", key.event), ..key.clone() };
            let next = numbers.range(first.clone()..).next();
            next.is_some_and(|(other, _)| {
                NumberKey { event: first.event.clone(), ..other.clone() } == first
                    && other.event.starts_with(&first.event)
            })
        };
        key.event.contains(" = ") || !(has_numbers(from) || has_numbers(to))
    };
    let changed: Vec<Changed<'_>> = keys
        .iter()
        .filter(|key| told(key))
        .map(|key| (*key, side(from, key), side(to, key)))
        .filter(|(_, a, b)| a != b)
        .collect();
    let mut document = json::document("diff", None);
    let row_json = |(key, a, b): &Changed<'_>| {
        let mut object = Map::new();
        object.insert("mechanic".to_owned(), key.mechanic.clone().into());
        object.insert("rules".to_owned(), key.rules.clone().into());
        object.insert("inputs".to_owned(), key.inputs.clone().into());
        object.insert("event".to_owned(), key.event.clone().into());
        object.insert("from".to_owned(), text(a.as_ref()).into());
        object.insert("to".to_owned(), text(b.as_ref()).into());
        Json::Object(object)
    };
    document.insert("numbers".to_owned(), keys.len().into());
    document.insert("changed".to_owned(), changed.iter().map(row_json).collect());
    let header = ["mechanic", "rules", "inputs", "event", "from", "to"].map(str::to_owned).to_vec();
    let records = changed.iter().map(|(key, a, b)| {
        let own = [&key.mechanic, &key.rules, &key.inputs, &key.event].map(Clone::clone);
        own.into_iter().chain([text(a.as_ref()), text(b.as_ref())]).collect()
    });
    let records: Vec<Vec<String>> = std::iter::once(header).chain(records).collect();
    let count = changed.len();
    let report = Report {
        blocks: blocks(&changed, keys.len()),
        json: Json::Object(document),
        records,
        subject: "data".to_owned(),
    };
    (count, report)
}

fn text(side: Option<&Result<Rational, String>>) -> String {
    match side {
        None => "none".to_owned(),
        Some(Ok(number)) => number.to_string(),
        Some(Err(reason)) => reason.clone(),
    }
}

fn blocks(changed: &[Changed<'_>], all: usize) -> Vec<Block> {
    if changed.is_empty() {
        let sentence = format!("No published number changes: {all} are the same.");
        return vec![Block::Paragraph(Text::plain(sentence))];
    }
    let cell = |side: &Side| match side {
        Some(Ok(number)) => Cell::Probability(number.clone(), Shown::Both),
        other => Cell::Text(Text::plain(text(other.as_ref()))),
    };
    let row = |(key, a, b): &Changed<'_>| {
        let with = if key.inputs.is_empty() { "the defaults".to_owned() } else { key.inputs.clone() };
        Row {
            label: Text::plain(key.event.clone()),
            cells: vec![
                Cell::Text(Text::plain(key.rules.clone())),
                Cell::Text(Text::plain(with)),
                cell(a),
                cell(b),
            ],
            total: false,
        }
    };
    let mut blocks = Vec::new();
    let mechanics: BTreeSet<&str> = changed.iter().map(|(key, ..)| key.mechanic.as_str()).collect();
    for mechanic in mechanics {
        let own = changed.iter().filter(|(key, ..)| key.mechanic == mechanic);
        let header = |text: &str, numeric| Header { text: Text::plain(text), numeric };
        blocks.push(Block::Table(Table {
            caption: Text::plain(format!("{mechanic}: numbers that change")),
            header: vec![
                header("Event", false),
                header("Rules", false),
                header("With", false),
                header("From", true),
                header("To", true),
            ],
            rows: own.map(row).collect(),
        }));
    }
    let same = all - changed.len();
    blocks.push(Block::Paragraph(Text::plain(format!(
        "{} published number{} change{}; {same} are the same.",
        changed.len(),
        if changed.len() == 1 { "" } else { "s" },
        if changed.len() == 1 { "s" } else { "" }
    ))));
    blocks
}
