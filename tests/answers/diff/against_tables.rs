//! `diff` against a second route: tables taken one by one, and the definition of a Shapley value.

use std::collections::{BTreeMap, BTreeSet};

use crate::reading::{json, option};
use crate::support::{awards, mechanic};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use trueodds::document::{DiffDocument, DiffLayout};
use trueodds::evaluate::{Limits, Plan};
use trueodds::exact::Rational;
use trueodds::query::{Attribution, Changed, Diff, DiffRequest, Effect, Held, Responsible, diff};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, Sides, scenarios, sides};
use trueodds::value::Value;

type Law = BTreeMap<Vec<String>, BigRational>;

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// The joint law of some outcomes, from the evaluator and not from `diff`.
fn law(mechanic: &Mechanic, rules: &str, set: &[&str], rule: &[String], fields: &[&str]) -> Law {
    let settings =
        Settings { rules: texts(&[rules]), set: texts(set), rule: rule.to_vec(), ..Settings::default() };
    let scenario = scenarios(mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}")).remove(0);
    let model = &mechanic.model;
    let places: Vec<usize> = fields
        .iter()
        .map(|name| model.fields.iter().position(|field| field.name == **name).unwrap())
        .collect();
    let limits = Limits::default();
    let bindings = scenario.bindings(mechanic);
    let plan = Plan::<Rational>::new(&mechanic.program, &bindings, &places, &(), &limits);
    let text = |values: &[Value]| -> Vec<String> {
        let pairs = places.iter().zip(values);
        pairs.map(|(place, value)| model.value_text(model.fields[*place].kind, value)).collect()
    };
    plan.law(&limits).unwrap().iter().map(|(values, mass)| (text(values), mass.to_big())).collect()
}

/// Half the sum of all differences.
fn distance(a: &Law, b: &Law) -> BigRational {
    let all: BTreeSet<&Vec<String>> = a.keys().chain(b.keys()).collect();
    let mass = |law: &Law, key: &Vec<String>| law.get(key).cloned().unwrap_or_else(BigRational::zero);
    let sum: BigRational = all.into_iter().map(|key| (mass(a, key) - mass(b, key)).abs()).sum();
    sum / BigInt::from(2)
}

fn request(mechanic: &Mechanic, from: &str, to: &str, settings: &Settings, fields: &[&str]) -> DiffRequest {
    let sides =
        sides(mechanic, Some(from), Some(to), settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    DiffRequest { sides, fields: mechanic.fields(&texts(fields)).unwrap(), players: 10 }
}

fn compared(mechanic: &Mechanic, from: &str, to: &str, set: &[&str], fields: &[&str]) -> Diff {
    let settings = Settings { set: texts(set), ..Settings::default() };
    let request = request(mechanic, from, to, &settings, fields);
    diff(mechanic, &request, &Limits::default()).unwrap()
}

fn document<'a>(mechanic: &'a Mechanic, found: &'a Diff) -> DiffDocument<'a> {
    DiffDocument::new(mechanic, found, DiffLayout { setting: option, ..DiffLayout::default() })
}

/// The name of a rule or input that differs.
fn name_of<'a>(mechanic: &'a Mechanic, player: &Responsible) -> &'a str {
    match player.changed {
        Changed::Rule(rule) => &mechanic.model[rule].declaration.name,
        Changed::Input(input) => &mechanic.model[input].declaration.name,
    }
}

/// One of its values as a person types it.
fn typed(mechanic: &Mechanic, player: &Responsible, held: &Held) -> String {
    let kind = match player.changed {
        Changed::Rule(rule) => mechanic.model[rule].declaration.kind,
        Changed::Input(input) => mechanic.model[input].declaration.kind,
    };
    mechanic.model.value_text(kind, held.value().unwrap())
}

fn effect(player: &Responsible) -> &Effect {
    player.effect.as_ref().unwrap()
}

/// Mechanic, two rule sets, inputs and outcomes: some agree, most do not.
const CASES: &[&str] = &[
    "isaac/room-clear-award|pseudo-code|fandom||award",
    "isaac/room-clear-award|pseudo-code|fandom|lucky_foot=true lucky_toe=true luck=0|award",
    "isaac/room-clear-award|wiki-gg|fandom|luck=7/3 contracts=3 watch_battery=true difficulty=hard|award count",
    "isaac/room-clear-award|fandom|wiki-gg|luck=10 guppys_tail=true lucky_foot=true contracts=2|award",
    "isaac/room-clear-award|rebirth|repentance-plus|difficulty=hard childs_heart=true daemons_tail=true|award",
    "isaac/room-clear-award|rebirth|afterbirth|luck=3|award count",
    "isaac/room-clear-award|repentance|fandom|daemons_tail=true childs_heart=true luck=-4|award",
    "isaac/room-count|pseudo-code|wiki-2022|stage=2 curse=labyrinth|rooms",
    "isaac/room-count|wiki-2022|repentance|stage=3 difficulty=hard|rooms min_dead_ends",
    "isaac/special-rooms|pseudo-code|wiki-2022|stage=2 dead_ends=7|challenge planetarium",
    "isaac/special-rooms|wiki-older|repentance|stage=4 xl=true dead_ends=9 touched_book=true|library miniboss boss",
    "sts/card-reward|document-prose|document-code|room=elite|rares",
    "sts/card-reward|shipped|document-prose|room=boss|rares commons",
];

type Case<'a> = (&'a str, &'a str, &'a str, Vec<&'a str>, Vec<&'a str>);

fn read(case: &str) -> Case<'_> {
    let mut parts = case.split('|');
    let mut next = || parts.next().unwrap();
    let (name, from, to) = (next(), next(), next());
    (name, from, to, next().split_whitespace().collect(), next().split_whitespace().collect())
}

#[test]
fn rows_are_those_of_the_two_tables_and_the_greatest_difference_comes_first() {
    for case in CASES {
        let (name, from, to, set, fields) = read(case);
        let (set, fields) = (set.as_slice(), fields.as_slice());
        let mechanic = mechanic(name);
        let found = compared(&mechanic, from, to, set, fields);
        let (a, b) = (law(&mechanic, from, set, &[], fields), law(&mechanic, to, set, &[], fields));
        let mut seen = BTreeSet::new();
        let mut before: Option<BigRational> = None;
        let read = json(&document(&mechanic, &found));
        let rows = read["rows"].as_array().unwrap();
        assert_eq!(rows.len(), found.rows().len());
        for row in rows {
            let key: Vec<String> =
                fields.iter().map(|field| row["outcome"][field].as_str().unwrap().to_owned()).collect();
            let number = |column: &str| row[column].as_str().unwrap().parse::<BigRational>().unwrap();
            let mass = |law: &Law| law.get(&key).cloned().unwrap_or_else(BigRational::zero);
            assert_eq!(number("from"), mass(&a), "{name} {from} {key:?}");
            assert_eq!(number("to"), mass(&b), "{name} {to} {key:?}");
            assert_eq!(number("delta"), mass(&b) - mass(&a));
            let size = number("delta").abs();
            assert!(before.as_ref().is_none_or(|before| *before >= size), "{name} {key:?} is not in order");
            before = Some(size);
            assert!(seen.insert(key));
        }
        let all: BTreeSet<Vec<String>> = a.keys().chain(b.keys()).cloned().collect();
        assert_eq!(seen, all, "{name}");
    }
}

#[test]
fn the_distance_is_half_the_sum_of_the_differences_and_the_same_both_ways() {
    for case in CASES {
        let (name, from, to, set, fields) = read(case);
        let (set, fields) = (set.as_slice(), fields.as_slice());
        let mechanic = mechanic(name);
        let there = compared(&mechanic, from, to, set, fields);
        let back = compared(&mechanic, to, from, set, fields);
        let (a, b) = (law(&mechanic, from, set, &[], fields), law(&mechanic, to, set, &[], fields));
        assert_eq!(there.total_variation.to_big(), distance(&a, &b), "{name} {from} {to} {set:?}");
        assert_eq!(there.total_variation, back.total_variation);
        assert_eq!(there.agrees(), a == b);
    }
}

#[test]
fn shares_sum_to_the_whole_distance_exactly() {
    let mut with_effect = 0;
    for case in CASES {
        let (name, from, to, set, fields) = read(case);
        let (set, fields) = (set.as_slice(), fields.as_slice());
        let mechanic = mechanic(name);
        for (from, to) in [(from, to), (to, from)] {
            let compared = compared(&mechanic, from, to, set, fields);
            let sum: Rational = compared.responsible.iter().map(|player| &effect(player).share).sum();
            assert_eq!(sum, compared.total_variation, "{name} {from} {to} {set:?}");
            with_effect += usize::from(!compared.agrees());
        }
    }
    assert!(with_effect >= 20, "{with_effect}");
}

/// Every rule in which two sets differ, as `--rule` takes it.
fn differing(mechanic: &Mechanic, from: &str, to: &str) -> Vec<(String, String)> {
    let values = |name: &str| mechanic.rule_sets.iter().find(|set| set.name == name).unwrap().values();
    let rules = mechanic.model.rules.iter().zip(values(from).into_iter().zip(values(to)));
    rules
        // What nobody knows cannot be typed.
        .filter(|(_, (a, b))| a != b && a.known().is_some() && b.known().is_some())
        .map(|(rule, (_, b))| {
            let declaration = &rule.declaration;
            (declaration.name.clone(), mechanic.model.rule_text(declaration.kind, &b))
        })
        .collect()
}

/// All orders of some things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..count {
        all = all
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, next);
                    longer
                })
            })
            .collect();
    }
    all
}

#[test]
fn shares_are_what_a_rule_adds_on_average_over_all_orders() {
    let cases = [
        "isaac/room-clear-award|pseudo-code|wiki-gg|difficulty=hard contracts=3 watch_battery=true|award",
        "isaac/room-clear-award|wiki-gg|rebirth|difficulty=hard contracts=2 luck=5/2|award count",
        "isaac/room-count|pseudo-code|wiki-2022|stage=2 curse=labyrinth|rooms",
        "isaac/room-count|wiki-2022|rebirth|stage=5 curse=labyrinth|rooms",
        "sts/card-reward|document-prose|document-code|room=elite|rares commons",
        "sts/card-reward|document-constants|document-code|room=elite nloths_gift=true|rares",
    ];
    for case in cases {
        let (name, from, to, set, fields) = read(case);
        let (set, fields) = (set.as_slice(), fields.as_slice());
        let mechanic = mechanic(name);
        let players = differing(&mechanic, from, to);
        assert!((2..=4).contains(&players.len()), "{name} {from} {to}: {players:?}");
        let base = law(&mechanic, from, set, &[], fields);
        let worth = |switched: &BTreeSet<usize>| {
            let rule: Vec<String> =
                switched.iter().map(|index| format!("{}={}", players[*index].0, players[*index].1)).collect();
            distance(&base, &law(&mechanic, from, set, &rule, fields))
        };
        let all = orders(players.len());
        let mut shares = vec![BigRational::zero(); players.len()];
        for order in &all {
            let mut switched = BTreeSet::new();
            for index in order {
                let before = worth(&switched);
                switched.insert(*index);
                shares[*index] += worth(&switched) - before;
            }
        }
        let compared = compared(&mechanic, from, to, set, fields);
        assert_eq!(compared.responsible.len(), players.len());
        for (index, (rule, value)) in players.iter().enumerate() {
            let found = compared.responsible.iter().find(|found| name_of(&mechanic, found) == *rule).unwrap();
            assert_eq!(
                effect(found).share.to_big(),
                &shares[index] / BigInt::from(all.len()),
                "{name} {rule}"
            );
            assert_eq!(typed(&mechanic, found, &found.to), *value);
        }
        let order: Vec<BigRational> =
            compared.responsible.iter().map(|found| effect(found).share.to_big().abs()).collect();
        assert!(order.is_sorted_by(|a, b| a >= b), "{name}: {order:?}");
        assert_eq!(
            json(&document(&mechanic, &compared))["responsible"].as_array().unwrap().len(),
            players.len()
        );
    }
}

#[test]
fn alone_and_undone_are_one_rule_switched_on_either_side() {
    for case in CASES {
        let (name, from, to, set, fields) = read(case);
        let (set, fields) = (set.as_slice(), fields.as_slice());
        let mechanic = mechanic(name);
        let compared = compared(&mechanic, from, to, set, fields);
        if compared.agrees() {
            continue;
        }
        let (a, b) = (law(&mechanic, from, set, &[], fields), law(&mechanic, to, set, &[], fields));
        let forth: BTreeMap<String, String> = differing(&mechanic, from, to).into_iter().collect();
        let back: BTreeMap<String, String> = differing(&mechanic, to, from).into_iter().collect();
        for player in &compared.responsible {
            let rule = name_of(&mechanic, player);
            // What a side does not know cannot be switched to by hand.
            if !forth.contains_key(rule) {
                continue;
            }
            let switch = |values: &BTreeMap<String, String>| vec![format!("{rule}={}", values[rule])];
            let alone = law(&mechanic, from, set, &switch(&forth), fields);
            let undone = law(&mechanic, to, set, &switch(&back), fields);
            let found = effect(player);
            assert_eq!(found.alone.to_big(), distance(&a, &alone), "{name} {from} {to} {rule}");
            assert_eq!(found.undone.to_big(), distance(&b, &undone), "{name} {from} {to} {rule}");
        }
    }
}

#[test]
fn a_rule_that_changes_nothing_has_no_share_and_is_counted() {
    let mechanic = awards();
    let compared = compared(&mechanic, "pseudo-code", "wiki-gg", &["difficulty=hard"], &["award"]);
    let idle: Vec<&str> = compared
        .responsible
        .iter()
        .filter(|player| effect(player).share.is_zero())
        .map(|player| name_of(&mechanic, player))
        .collect();
    assert_eq!(idle, ["watch_battery_adds", "contract_ratio"]);
    assert_eq!(name_of(&mechanic, &compared.responsible[0]), "hard_removes_heart");
    assert_eq!(effect(&compared.responsible[0]).share, compared.total_variation);
    let text = render(&document(&mechanic, &compared), Format::Terminal, &Style::default());
    assert!(text.contains("Responsible rules; 2 more differ and change nothing here"), "{text}");
    assert!(!text.contains("contract_ratio"), "{text}");
}

#[test]
fn more_rules_than_the_limit_leave_the_rows_and_name_the_limit() {
    let mechanic = awards();
    let settings = Settings { set: texts(&["luck=3"]), ..Settings::default() };
    for (players, too_many) in [(7, true), (8, false)] {
        let request =
            DiffRequest { players, ..request(&mechanic, "pseudo-code", "fandom", &settings, &["award"]) };
        let compared = diff(&mechanic, &request, &Limits::default()).unwrap();
        assert_eq!(matches!(compared.attribution, Attribution::TooMany(_)), too_many, "{players}");
        let (a, b) = (
            law(&mechanic, "pseudo-code", &["luck=3"], &[], &["award"]),
            law(&mechanic, "fandom", &["luck=3"], &[], &["award"]),
        );
        assert_eq!(compared.total_variation.to_big(), distance(&a, &b));
        let document = document(&mechanic, &compared);
        let text = render(&document, Format::Terminal, &Style { width: 200, ..Style::default() });
        let named = "8 rules differ; shares are computed for 7 at most: the limit `players`";
        assert_eq!(text.contains(named) && text.contains("--limit players="), too_many, "{text}");
        assert_eq!(json(&document)["responsible"][0].get("share").is_none(), too_many);
    }
}

#[test]
fn a_changed_rule_makes_the_difference_that_is_computed_by_hand() {
    // Not nothing (39/50), a battery more rarely by 1/20 - 1/25 = 1/100, and no sack over it (49/50).
    let mechanic = awards();
    let settings = Settings { rule: texts(&["battery=1/25"]), ..Settings::default() };
    let request = request(&mechanic, "repentance-plus", "repentance-plus", &settings, &["award"]);
    let compared = diff(&mechanic, &request, &Limits::default()).unwrap();
    assert_eq!(compared.total_variation, Rational::new(39 * 49, 50 * 50 * 100));
    let [only] = compared.responsible.as_slice() else { panic!("{:?}", compared.responsible) };
    let values = [&only.from, &only.to].map(|value| typed(&mechanic, only, value));
    assert_eq!((name_of(&mechanic, only), values), ("battery", ["1/20", "1/25"].map(str::to_owned)));
    let Effect { alone, undone, share } = effect(only);
    assert!([alone, undone, share].iter().all(|number| **number == compared.total_variation));
    let none = Settings { rule: texts(&["battery=0.05"]), ..Settings::default() };
    let to = scenarios(&mechanic, &none).unwrap().remove(0);
    let request = DiffRequest { sides: Sides { to, ..request.sides }, ..request };
    let same = diff(&mechanic, &request, &Limits::default()).unwrap();
    assert!(same.agrees() && same.responsible.is_empty());
}

#[test]
fn a_state_is_where_both_sides_begin() {
    // At offset -10, of the 100 numbers below 13 and 20 are rare, and those below 50 and 60 not common.
    let mechanic = mechanic("sts/card-roll");
    let settings =
        Settings { set: texts(&["room=elite"]), state: texts(&["offset=-10"]), ..Settings::default() };
    let request = request(&mechanic, "document-code", "document-prose", &settings, &["rarity"]);
    let compared = diff(&mechanic, &request, &Limits::default()).unwrap();
    let masses = |law: &trueodds::prob::Pmf<Vec<Value>>| -> Vec<String> {
        let mut masses: Vec<Rational> = law.iter().map(|(_, mass)| mass * &Rational::from(100)).collect();
        masses.sort();
        masses.iter().map(ToString::to_string).collect()
    };
    assert_eq!(masses(&compared.from), ["13", "37", "50"]);
    assert_eq!(masses(&compared.to), ["20", "40", "40"]);
    assert_eq!(compared.total_variation, Rational::new(1, 10));
    let share = |name: &str| {
        let found = compared.responsible.iter().find(|player| name_of(&mechanic, player) == name);
        effect(found.unwrap()).share.clone()
    };
    // Alone: 7 rares more in place of commons; 3 uncommons more. Both are moved from the commons.
    assert_eq!(share("elite_rare"), Rational::new(7, 100));
    assert_eq!(share("elite_uncommon"), Rational::new(3, 100));
    assert_eq!(share("cap"), Rational::ZERO);
}

#[test]
fn an_input_that_one_side_lacks_is_off_there_and_takes_part() {
    let mechanic = awards();
    let settings = Settings { with: texts(&["smelter"]), ..Settings::default() };
    let request = request(&mechanic, "afterbirth", "afterbirth-plus", &settings, &["award"]);
    let compared = diff(&mechanic, &request, &Limits::default()).unwrap();
    let notes = &json(&document(&mechanic, &compared))["notes"];
    assert_eq!(*notes, serde_json::json!(["Smelter is not in Afterbirth, and left at its default there."]));
    let (a, b) = (
        law(&mechanic, "afterbirth", &[], &[], &["award"]),
        law(&mechanic, "afterbirth-plus", &["smelter=true"], &[], &["award"]),
    );
    assert_eq!(compared.total_variation.to_big(), distance(&a, &b));
    let [only] = compared.responsible.as_slice() else { panic!("{:?}", compared.responsible) };
    assert_eq!((name_of(&mechanic, only), &effect(only).share), ("smelter", &compared.total_variation));
}
