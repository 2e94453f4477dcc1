//! What several tests need: the mechanic under test, and laws by name.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its own part")]

pub mod contract;
pub mod xml;

use std::collections::BTreeMap;

use num_rational::BigRational;
use trueodds::evaluate::{Limits, Plan};
use trueodds::exact::Rational;
use trueodds::query::{Amount, measure};
use trueodds::scenario::{Mechanic, Scenario, Settings, scenarios};
use trueodds::session::Session;
use trueodds::value::Value;

pub fn awards() -> Mechanic {
    mechanic("isaac/room-clear-award")
}

/// The joint law of some fields: values as a person types them, and masses.
pub fn law(
    mechanic: &Mechanic,
    rules: &str,
    set: &[String],
    fields: &[usize],
) -> BTreeMap<Vec<String>, BigRational> {
    law_with_rules(mechanic, rules, set, &[], fields)
}

/// The same with changed rules, each as `name=value`.
pub fn law_with_rules(
    mechanic: &Mechanic,
    rules: &str,
    set: &[String],
    rule: &[String],
    fields: &[usize],
) -> BTreeMap<Vec<String>, BigRational> {
    let settings = Settings {
        rules: vec![rules.to_owned()],
        set: set.to_vec(),
        rule: rule.to_vec(),
        ..Settings::default()
    };
    let scenarios = scenarios(mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let limits = Limits::default();
    let bindings = scenarios[0].bindings(mechanic);
    let plan = Plan::<Rational>::new(&mechanic.program, &bindings, fields, &(), &limits);
    let pmf = plan.law(&limits).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(pmf.total(), Rational::ONE);
    let text = |values: &Vec<trueodds::value::Value>| {
        fields
            .iter()
            .zip(values)
            .map(|(field, value)| mechanic.model.value_text(mechanic.model.fields[*field].kind, value))
            .collect()
    };
    pmf.iter().map(|(values, mass)| (text(values), mass.to_big())).collect()
}

/// The named mechanic of the data that the binary carries.
pub fn mechanic(name: &str) -> Mechanic {
    Session::embedded().unwrap().mechanic(name).unwrap()
}

/// One use of a mechanic from a state: values of the fields, values of the states after it, and masses.
pub fn transitions(
    mechanic: &Mechanic,
    rules: &str,
    set: &[String],
    fields: &[usize],
    state: &[Value],
) -> Vec<(Vec<String>, Vec<String>, BigRational)> {
    let settings = Settings { rules: vec![rules.to_owned()], set: set.to_vec(), ..Settings::default() };
    let scenarios = scenarios(mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let limits = Limits::default();
    let bindings = scenarios[0].bindings(mechanic);
    let plan = Plan::<Rational>::step(&mechanic.program, &bindings, fields, &(), &limits);
    let found = plan.transitions(state, &limits).unwrap_or_else(|stop| panic!("{stop:?}"));
    let model = &mechanic.model;
    let transition = |(outcome, next, mass): (Vec<Value>, Vec<Value>, Rational)| {
        let outcome = fields.iter().zip(&outcome);
        let outcome = outcome.map(|(field, value)| model.value_text(model.fields[*field].kind, value));
        let next = model.states.iter().zip(&next);
        let next = next.map(|(state, value)| model.value_text(state.declaration.kind, value));
        (outcome.collect(), next.collect(), mass.to_big())
    };
    found.into_iter().map(transition).collect()
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below n. The bias of the remainder is far below what a test could see.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Whether a frequency lies within five standard errors of a probability.
#[allow(clippy::float_arithmetic, reason = "a simulation is about frequencies")]
pub fn agrees(seen: u32, runs: u32, probability: &BigRational) -> bool {
    let p = num_traits::ToPrimitive::to_f64(probability).unwrap();
    let frequency = f64::from(seen) / f64::from(runs);
    (frequency - p).abs() <= 5.0 * (p * (1.0 - p) / f64::from(runs)).sqrt() + 1e-12
}

/// The probability of an award.
pub fn award(mechanic: &Mechanic, rules: &str, set: &[&str], award: &str) -> Rational {
    let set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
    let law = law(mechanic, rules, &set, &[0]);
    law.get(&vec![award.to_owned()]).map_or(Rational::ZERO, |mass| Rational::from_big(mass.clone()))
}

/// The answer to a query under the default rule set.
pub fn answer(session: &Session, mechanic: &Mechanic, query: &str) -> Result<Amount, String> {
    let question = session.question(mechanic, query).map_err(|failure| format!("{query}: {failure}"))?;
    let usual = Scenario::of_defaults(mechanic, mechanic.default_rule_set());
    let answers = measure(mechanic, &question, &[usual], None, &Limits::default());
    answers.map(|answers| answers.values[0].1.clone()).map_err(|error| format!("{error:?}"))
}

/// The items of room clear awards that are flags.
pub const FLAGS: &[&str] = &[
    "lucky_foot", "lucky_toe", "rib_of_greed", "daemons_tail", "watch_battery", "ace_of_spades",
    "safety_cap", "match_stick", "childs_heart", "rusted_key", "smelter", "guppys_tail", "broken_modem",
];
