//! What several tests need: the mechanic under test, and laws by name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its own part")]

use std::collections::BTreeMap;

use num_rational::BigRational;
use trueodds::evaluate::{Bindings, Limits, Plan};
use trueodds::exact::Rational;
use trueodds::query::{Amount, Mechanic, Settings, ask, scenario};
use trueodds::session::{DataSource, Session};

pub fn awards() -> Mechanic {
    let mut session = Session::open(&DataSource::Embedded).unwrap();
    session.mechanic("isaac/room-clear-award").unwrap()
}

/// The joint law of some fields: values as a person types them, and masses.
pub fn law(
    mechanic: &Mechanic,
    rules: &str,
    set: &[String],
    fields: &[usize],
) -> BTreeMap<Vec<String>, BigRational> {
    let settings = Settings {
        rules: vec![rules.to_owned()],
        set: set.to_vec(),
        with: Vec::new(),
        ..Settings::default()
    };
    let scenarios = scenario(mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let rules = mechanic.rule_sets[scenarios[0].rule_set].values();
    let limits = Limits::default();
    let bindings = Bindings::new(&scenarios[0].inputs, &rules);
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

/// The probability of an award.
pub fn award(mechanic: &Mechanic, rules: &str, set: &[&str], award: &str) -> Rational {
    let set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
    let law = law(mechanic, rules, &set, &[0]);
    law.get(&vec![award.to_owned()]).map_or(Rational::ZERO, |mass| Rational::from_big(mass.clone()))
}

/// The answer to a query under the default rule set.
pub fn answer(session: &mut Session, mechanic: &Mechanic, query: &str) -> Result<Amount, String> {
    let checked = session.query(mechanic, query).map_err(|failure| format!("{query}: {failure:?}"))?;
    let scenarios = scenario(mechanic, &Settings::default()).map_err(|problems| problems.join("; "))?;
    let answers = ask(mechanic, &checked, &scenarios, None, &Limits::default());
    answers.map(|answers| answers[0].amount.clone()).map_err(|error| format!("{error:?}"))
}

/// The items of room clear awards that are flags.
pub const FLAGS: &[&str] = &[
    "lucky_foot",
    "lucky_toe",
    "rib_of_greed",
    "daemons_tail",
    "watch_battery",
    "ace_of_spades",
    "safety_cap",
    "match_stick",
    "childs_heart",
    "rusted_key",
    "smelter",
    "guppys_tail",
    "broken_modem",
];
