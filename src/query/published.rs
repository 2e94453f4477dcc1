//! The numbers that a mechanic publishes: what a change of the data can change.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::report::{Block, Cell, Header, Report, Row, Shown, Table, Text};
use super::scenario::Scenario;
use super::table::law;
use super::{Mechanic, json};
use crate::check::Kind;
use crate::check::model::Input;
use crate::diagnostic::Code;
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

/// What is known of a published number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Published {
    /// The number.
    Number(Rational),
    /// The rules do not give it, and why: that is published too.
    Refused(String),
    /// A limit was reached before it was computed, and which: nothing is known of it.
    Unknown(String),
}

/// Published numbers; under the name of an outcome alone stands why its law is not known.
pub type Numbers = BTreeMap<NumberKey, Published>;

/// The law of every outcome under every rule set: with the defaults, with each flag on alone, with each other
/// value of an enumeration, and with some values of each whole number.
///
/// Cost: one evaluation for each outcome, rule set and such input.
#[must_use]
pub fn published(mechanic: &Mechanic, limits: &Limits) -> Numbers {
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
                if limits.interrupted() {
                    numbers.insert(key(field.name.clone()), Published::Unknown(TIME_IS_UP.to_owned()));
                    continue;
                }
                match law(mechanic, &scenario, &[place], limits) {
                    Ok(law) => numbers.extend(law.iter().filter_map(|(values, mass)| {
                        let value = model.value_text(field.kind, values.first()?);
                        Some((key(format!("{} = {value}", field.name)), Published::Number(mass.clone())))
                    })),
                    Err(stop) => {
                        let why = stop.message.clone();
                        let limited = stop.code == Code::Limit;
                        let why = if limited { Published::Unknown(why) } else { Published::Refused(why) };
                        numbers.insert(key(field.name.clone()), why);
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

/// What is said of a number for which there was no time.
const TIME_IS_UP: &str = "the evaluation was interrupted here, or its time is up: the limit `seconds`";

/// A number on one side: `None` where there is none.
type Side = Option<Published>;
/// A number that differs.
type Changed<'a> = (&'a NumberKey, Side, Side);

/// What differs between two lists of published numbers.
#[derive(Debug, Clone)]
pub struct PublishedDiff {
    /// How many numbers differ.
    pub changed: usize,
    /// How many were not compared, because a limit was reached on one side: those that the other side has, and
    /// one for each law that neither side has.
    pub not_compared: usize,
    /// Which limit that was.
    pub limit: Option<String>,
    /// What is told of it.
    pub report: Report,
}

impl NumberKey {
    /// The name of the outcome that the number is about.
    fn field(&self) -> &str {
        self.event.split(" = ").next().unwrap_or_default()
    }

    /// The key of the whole law that the number belongs to.
    fn law(&self) -> NumberKey {
        NumberKey { event: self.field().to_owned(), ..self.clone() }
    }

    fn is_law(&self) -> bool {
        !self.event.contains(" = ")
    }
}

/// One side of the comparison: a number, or why its law is not known. Where a value has no mass on this side,
/// its chance is 0.
fn side(numbers: &Numbers, key: &NumberKey) -> Side {
    let known = || {
        let first = NumberKey { event: String::new(), ..key.clone() };
        numbers.range(first..).next().is_some_and(|(other, _)| {
            other.mechanic == key.mechanic && other.rules == key.rules && other.inputs == key.inputs
        })
    };
    let stated = numbers.get(key).or_else(|| numbers.get(&key.law())).cloned();
    stated.or_else(|| known().then_some(Published::Number(Rational::ZERO)))
}

/// Whether a list has numbers of the law that a key names.
fn has_numbers(numbers: &Numbers, law: &NumberKey) -> bool {
    let first = NumberKey { event: format!("{} = ", law.event), ..law.clone() };
    numbers.range(first.clone()..).next().is_some_and(|(other, _)| {
        NumberKey { event: first.event.clone(), ..other.clone() } == first
            && other.event.starts_with(&first.event)
    })
}

/// What differs between two lists of published numbers, and what is told of it.
#[must_use]
pub fn published_report(from: &Numbers, to: &Numbers) -> PublishedDiff {
    let keys: BTreeSet<&NumberKey> = from.keys().chain(to.keys()).collect();
    let unknown = |side: &Side| match side {
        Some(Published::Unknown(limit)) => Some(limit.clone()),
        _ => None,
    };
    let mut changed: Vec<Changed<'_>> = Vec::new();
    let mut not_compared = 0;
    let mut limit = None;
    for key in &keys {
        // What one side does not know is told with the numbers that the other side has.
        if key.is_law() && (has_numbers(from, key) || has_numbers(to, key)) {
            continue;
        }
        let (a, b) = (side(from, key), side(to, key));
        if let Some(reached) = unknown(&a).or_else(|| unknown(&b)) {
            not_compared += 1;
            limit.get_or_insert(reached);
        } else if a != b {
            changed.push((key, a, b));
        }
    }
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
    if not_compared > 0 {
        document.insert("not_compared".to_owned(), not_compared.into());
    }
    document.insert("changed".to_owned(), changed.iter().map(row_json).collect());
    let header = ["mechanic", "rules", "inputs", "event", "from", "to"].map(str::to_owned).to_vec();
    let records = changed.iter().map(|(key, a, b)| {
        let own = [&key.mechanic, &key.rules, &key.inputs, &key.event].map(Clone::clone);
        own.into_iter().chain([text(a.as_ref()), text(b.as_ref())]).collect()
    });
    let records: Vec<Vec<String>> = std::iter::once(header).chain(records).collect();
    // A law of which a limit tells nothing is in the list beside the numbers of the other side.
    let unknown_laws = |key: &&&NumberKey| key.is_law() && (has_numbers(from, key) || has_numbers(to, key));
    let unknown_laws = keys.iter().filter(unknown_laws).filter(|key| {
        unknown(&from.get(**key).cloned()).is_some() || unknown(&to.get(**key).cloned()).is_some()
    });
    let compared = keys.len() - unknown_laws.count() - not_compared;
    let report = Report {
        blocks: blocks(&changed, compared, not_compared),
        json: Json::Object(document),
        records,
        subject: "data".to_owned(),
    };
    PublishedDiff { changed: changed.len(), not_compared, limit, report }
}

fn text(side: Option<&Published>) -> String {
    match side {
        None => "none".to_owned(),
        Some(Published::Number(number)) => number.to_string(),
        Some(Published::Refused(reason) | Published::Unknown(reason)) => reason.clone(),
    }
}

fn blocks(changed: &[Changed<'_>], compared: usize, not_compared: usize) -> Vec<Block> {
    let open = match not_compared {
        0 => String::new(),
        1 => " 1 was not compared.".to_owned(),
        open => format!(" {open} were not compared."),
    };
    if changed.is_empty() {
        let sentence = match (compared, not_compared) {
            (0, 1..) => "No published number was compared.".to_owned(),
            (_, 0) => format!("No published number changes: {compared} are the same."),
            _ => format!("No published number that was compared changes: {compared} are the same.{open}"),
        };
        return vec![Block::Paragraph(Text::plain(sentence))];
    }
    let cell = |side: &Side| match side {
        Some(Published::Number(number)) => Cell::Probability(number.clone(), Shown::Both),
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
    let same = compared - changed.len();
    blocks.push(Block::Paragraph(Text::plain(format!(
        "{} published number{} change{}; {same} are the same.{open}",
        changed.len(),
        if changed.len() == 1 { "" } else { "s" },
        if changed.len() == 1 { "s" } else { "" }
    ))));
    blocks
}
