//! `chain` as a person types it: every question in every format, and what is refused.

use std::process::{Command, Output};

use serde_json::Value as Json;
use trueodds::exact::Rational;

pub(super) const STREAK: &str = "tests/data/example/streak.odds";
pub(super) const FORK: &str = "tests/data/example/fork.odds";
pub(super) const ROLL: &str = "sts/card-roll";

fn chain(args: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .arg("chain")
        .args(args)
        .env_remove("TRUEODDS_DATA")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap() + &String::from_utf8(output.stderr.clone()).unwrap()
}

pub(super) fn answer(args: &[&str]) -> String {
    let output = chain(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

pub(super) fn json(args: &[&str]) -> Json {
    crate::support::contract::read(&answer(&[args, &["--format", "json"]].concat()))
}

fn number(value: &Json) -> Rational {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).parse().unwrap()
}

pub(super) fn refuses(args: &[&str], texts: &[&str]) {
    let output = chain(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
    assert!(output.stdout.is_empty(), "{args:?}");
    for text in texts {
        assert!(said(&output).contains(text), "{args:?} does not say {text:?}:\n{}", said(&output));
    }
}

/// Every question, with a name for its snapshots.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("states", &[STREAK, "states"]),
    ("states-of-a-fork", &[FORK, "states"]),
    ("step", &[STREAK, "step", "--outcome", "hit,worth", "--set", "size=large"]),
    ("step-next", &[STREAK, "step", "--next", "--with", "lucky"]),
    ("after", &[STREAK, "after", "3", "--state", "streak=2", "--show", "both"]),
    ("stationary", &[STREAK, "stationary", "streak >= 2", "worth"]),
    ("stationary-circle", &[FORK, "stationary", "--state", "place=left"]),
    ("hit", &[STREAK, "hit", "streak = 3", "--over", "5", "--not-yet", "4,10", "--quantile", "0.9,1"]),
    ("hit-perhaps", &[FORK, "hit", "turned", "--over", "3", "--not-yet", "2"]),
    ("count", &[STREAK, "count", "hit", "--over", "4"]),
    ("count-path", &[STREAK, "count", "worth", "--path", "large*2, lucky"]),
    ("path", &[STREAK, "path", "worth", "--path", "small, large & lucky*2"]),
    ("path-overview", &[STREAK, "path", "--path", "lucky=true*2", "--outcome", "hit,worth"]),
    ("percentile", &[STREAK, "percentile", "hit", "--over", "10", "--seen", "8"]),
];

#[test]
fn every_question_in_every_format() {
    for format in ["terminal", "wikitext", "markdown", "csv", "json", "html", "latex", "lua"] {
        let mut page = String::new();
        for (name, args) in QUESTIONS {
            let text = answer(&[args, &["--format", format, "--width", "80"][..]].concat());
            page.push_str(&format!("==== {name}\n{text}\n"));
            if format == "terminal" {
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{name} is too wide:\n{text}");
            }
            if format == "wikitext" {
                let cells = text.lines().filter(|line| line.starts_with("| "));
                assert!(cells.count() > 0, "{name} has no cells");
            }
        }
        insta::assert_snapshot!(format!("chain-{format}"), page);
    }
}

#[test]
fn laws_in_json_sum_to_one() {
    for args in [
        &[STREAK, "after", "3"][..],
        &[STREAK, "stationary", "worth"],
        &[STREAK, "count", "worth", "--over", "6"],
        &[ROLL, "count", "rarity = rare", "--over", "60"],
    ] {
        let document = json(args);
        assert_eq!(document["schema"], "trueodds/1");
        assert_eq!(document["kind"], "chain");
        let sum = |list: &Json| -> Rational {
            list.as_array().unwrap().iter().map(|row| number(&row["probability"])).sum()
        };
        assert_eq!(sum(&document["rows"]), Rational::ONE, "{args:?}");
        if document.get("states").is_some() {
            assert_eq!(sum(&document["states"]), Rational::ONE, "{args:?}");
        }
    }
}

#[test]
fn the_contract_of_a_first_hit() {
    let document = json(&[ROLL, "hit", "rarity = rare", "--over", "4", "--state", "offset=5"]);
    let keys: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys[..6], ["schema", "kind", "mechanic", "rules", "inputs", "start"]);
    assert_eq!(document["start"]["offset"], "5");
    assert_eq!((&document["median"], &document["mode"]), (&"19".into(), &"17".into()));
    assert_eq!(document["rows"][3]["outcome"]["uses"], "4");
    assert!(document["mean_decimal"].as_str().unwrap().starts_with("19.969591"));
}

#[test]
fn the_paths_of_the_document_have_the_figures_that_were_worked_out_apart() {
    for (path, expected) in [
        ("normal*3,elite,normal*3,elite", "1.111256"),
        ("room=normal*3, room=elite*2, normal × 3", "1.043189"),
    ] {
        let document = json(&["sts/card-reward", "path", "rares", "--path", path]);
        let expected_rares = document["expected"][0]["expected"].as_str().unwrap();
        let mean = document["counts"][0]["mean"].as_str().unwrap();
        assert_eq!(expected_rares, mean);
        let decimal = document["expected"][0]["decimal"].as_str().unwrap();
        let rounded = trueodds::exact::decimal::round(
            &expected_rares.parse::<Rational>().unwrap(),
            6,
            trueodds::exact::decimal::Rounding::HalfUp,
        );
        assert_eq!(rounded.to_string(), expected, "{decimal}");
    }
}

#[test]
fn a_count_over_a_path_of_equal_uses_is_that_over_so_many_uses() {
    let one = json(&[ROLL, "count", "rarity = rare", "--over", "12", "--set", "room=elite"]);
    let other = json(&[ROLL, "count", "rarity = rare", "--path", "elite*12"]);
    assert_eq!(one["rows"], other["rows"]);
    let seen = json(&[ROLL, "percentile", "rarity = rare", "--path", "elite*12", "--seen", "0"]);
    assert_eq!(seen["exactly"]["probability"], one["rows"][0]["probability"]);
}

/// A die that is rolled until a six, for coins.
const DIE: &str = "tests/data/example/die-for-coins.odds";

#[test]
fn a_wait_is_measured_by_what_it_costs() {
    // The faces until a six, and the six: 5 · 3 + 6, variance 5 · 2 + 30 · 9.
    let faces = json(&[DIE, "hit", "six", "--sum", "face"]);
    assert_eq!((number(&faces["mean"]), number(&faces["variance"])), (21.into(), 280.into()));
    assert_eq!(faces["sum"], "face");
    // Two coins a roll: after 4 coins there were two rolls.
    let coins = json(&[DIE, "hit", "six", "--sum", "coins", "--not-yet", "4", "--over", "6"]);
    assert_eq!(number(&coins["mean"]), 12.into());
    assert_eq!(number(&coins["not_yet"][0]["probability"]), Rational::new(25, 36));
    let rows: Vec<_> = coins["rows"].as_array().unwrap().iter().map(|row| &row["outcome"]["uses"]).collect();
    assert_eq!(rows, ["2", "4", "6"]);
    assert!(answer(&[DIE, "hit", "six", "--sum", "coins"]).contains("coins until six first holds"));
}

#[test]
fn several_goals_are_all_waited_for() {
    let both = json(&[DIE, "hit", "six", "face = 1"]);
    // One of two in six, then the other in six: 3 + 6.
    assert_eq!(number(&both["mean"]), 9.into());
    assert_eq!(both["event"], "six once, and face = 1 once");
    let third = json(&[DIE, "hit", "six", "--times", "3"]);
    assert_eq!(number(&third["mean"]), 18.into());
    // E(n) = 1 + (E(n − 1) + … + E(n − 6)) / 6 rolls until the faces sum to n: (7/6)^(n − 1) for n up to 6.
    let sum = json(&[DIE, "hit", "face", "--times", "5"]);
    assert_eq!(number(&sum["mean"]), Rational::new(7, 6).checked_pow(4).unwrap());
}

#[test]
fn a_wait_that_was_seen_stands_among_all() {
    let seen = json(&[DIE, "percentile", "--first", "six", "--seen", "3"]);
    assert_eq!(number(&seen["fewer"]["probability"]), Rational::new(11, 36));
    assert_eq!(number(&seen["exactly"]["probability"]), Rational::new(25, 216));
    assert_eq!(number(&seen["more"]["probability"]), Rational::new(125, 216));
    assert_eq!((number(&seen["never"]["probability"]), number(&seen["mean"])), (Rational::ZERO, 6.into()));
    let never = json(&[FORK, "percentile", "turned", "--first", "--seen", "0"]);
    assert!(never["mean"].is_null());
}

#[test]
fn the_law_of_one_state_after_some_uses() {
    // Heads in a row, up to 3, after the second toss.
    let law = json(&[STREAK, "after", "2", "streak"]);
    let rows = law["rows"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| &row["outcome"]["streak"]).collect::<Vec<_>>(), ["0", "1", "2"]);
    let text = answer(&[STREAK, "after", "2", "streak"]);
    assert_eq!(text.lines().filter(|line| line.starts_with("Streak: ")).count(), 1, "{text}");
}

#[test]
fn a_wait_that_nobody_can_wait_for_is_refused() {
    refuses(&[DIE, "hit", "six", "face = 1", "face = 2", "--times", "1,2"], &["2 numbers for 3 events"]);
    refuses(&[DIE, "hit", "six", "--times", "0"], &["0 is not in 1.."]);
    refuses(&[DIE, "hit", "six", "--sum", "face / 2"], &["a whole number"]);
    refuses(&[DIE, "hit", "six", "--sum", "3 - face"], &["this can be -"]);
    refuses(&[DIE, "hit", "face"], &["face"]);
    refuses(&[DIE, "hit", "six", "--sum", "face", "--decimals", "9"], &["without `--sum`"]);
    refuses(&[DIE, "percentile", "six", "face = 1", "--over", "4", "--seen", "0"], &["one thing is counted"]);
    refuses(&[DIE, "percentile", "--first", "six", "--seen", "-1"], &["0 or more"]);
}

#[test]
fn a_mechanic_without_states_has_independent_uses() {
    let document = json(&["isaac/room-clear-award", "hit", "award = chest", "--over", "1"]);
    assert_eq!(document["mean"], "20000/931");
    assert_eq!(document["mode"], "1");
    let states = json(&["isaac/room-clear-award", "states"]);
    assert_eq!(states["states"].as_array().unwrap().len(), 1);
}

#[test]
fn what_does_not_fit_is_refused_with_what_to_type_instead() {
    refuses(&[ROLL, "hit", "rarity"], &["kind-mismatch", "compare it, as in `rarity = rare`"]);
    refuses(
        &[ROLL, "hit", "rare"],
        &["what is waited for is a flag", "for the outcome write `rarity = rare`"],
    );
    refuses(&[ROLL, "hit", "offset"], &["what is waited for is a flag", "`offset >= 1`"]);
    refuses(&[ROLL, "count", "rare", "--over", "3"], &["the same in every use", "`rarity = rare`"]);
    refuses(&[ROLL, "hit", "rarity = silver"], &["no name `silver`", "`rare`, `uncommon`, `common`"]);
    refuses(&[ROLL, "stationary", "P(rarity = rare)"], &["belongs to a query"]);
    refuses(&[ROLL, "hit", "rarity = rar"], &["did you mean `rare`?"]);
    refuses(&[ROLL, "hit", "offset = 7"], &["impossible-evidence", "this never happens"]);
    refuses(&[ROLL, "hit", "chance(1/2)"], &["a query draws nothing"]);
    refuses(&[ROLL, "count", "rarity = rare"], &["--over <N>", "--path <USES>"]);
    refuses(&[ROLL, "count", "rarity = rare", "--over", "3", "--path", "elite"], &["cannot be used with"]);
    refuses(&[ROLL, "step", "--state", "offst=3"], &["no state `offst`", "did you mean `offset`?"]);
    refuses(&[ROLL, "step", "--state", "offset=x"], &["`offset`"]);
    refuses(&["isaac/room-count", "step", "--state", "a=1"], &["no state `a`", "it has none"]);
    refuses(&[ROLL, "step", "--outcome", "rarety"], &["no outcome `rarety`", "did you mean `rarity`?"]);
    refuses(&[ROLL, "hit", "rarity = rare", "--quantile", "2"], &["a level lies between 0 and 1"]);
    refuses(&[ROLL, "path", "--path", "normal,,elite"], &["an empty use"]);
    refuses(&[ROLL, "path", "--path", "normal*x"], &["a whole number from 1 on should follow the `*`"]);
    refuses(&[ROLL, "path", "--path", "normal*0"], &["a whole number from 1 on should follow the `*`"]);
    refuses(&[ROLL, "path", "--path", "normal*99999999999999999999999"], &["the limit `columns`"]);
    refuses(&[ROLL, "path", "--path", "golden"], &["no input `golden`"]);
    refuses(&[ROLL, "path", "--path", "elite*99999"], &["the limit `columns`"]);
    refuses(&[ROLL, "after", "100000"], &["limit", "--limit digits=…"]);
    refuses(&[FORK, "stationary"], &["several-classes", "closed classes", "--state"]);
}

#[test]
fn two_that_use_the_same_mechanic_share_its_states_and_rules() {
    let document = json(&["tests/data/diamond/top.odds", "after", "2", "--outcome", "first,second"]);
    // It begins at 3; each use adds 1 and then 5.
    let values: Vec<&str> = document["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["outcome"].as_object()?.values().next()?.as_str())
        .collect();
    assert_eq!(values, ["9", "10"]);
    assert_eq!(document["states"][0]["state"]["count"], "15");
    refuses(
        &["tests/data/diamond/rule-clash.odds", "states"],
        &["duplicate-name", "`count` is also a state of `tip`"],
    );
}

#[test]
fn a_path_begins_where_the_inputs_that_were_set_say() {
    let mean = |set: &str, path: &str| {
        let args = ["tests/data/diamond/path-start.odds", "count", "v", "--set", set, "--path", path];
        json(&args)["mean"].as_str().unwrap().to_owned()
    };
    // From 5: 5, and then 15.
    assert_eq!(mean("k=5", "k=1,k=1"), "20");
    assert_eq!(mean("k=5", "k=1,k=2"), "20");
    assert_eq!(mean("k=0", "k=1,k=2"), "10");
}

#[test]
fn what_takes_too_much_memory_or_time_names_its_limit() {
    refuses(&["tests/data/example/wide.odds", "states"], &["limit", "too many ways between states"]);
    refuses(&[FORK, "after", "1000000000000"], &["limit", "--limit steps=…"]);
    refuses(&[FORK, "count", "turned", "--over", "40000000000"], &["limit"]);
    let endless = "tests/data/example/endless.odds";
    refuses(
        &[endless, "states", "--limit", "states=500"],
        &["too many states", "the limit `states` is 500", "grows from use to use", "endless.odds:6:7"],
    );
    // Only as many uses as are asked about are followed.
    assert_eq!(json(&[endless, "hit", "many"])["mean"], "4");
    assert_eq!(json(&[endless, "after", "3"])["states"][0]["state"]["n"], "3");
    // Sums of thousands are counted in thousands.
    let document = json(&["tests/data/example/thousands.odds", "count", "coins", "--over", "40"]);
    assert_eq!(document["mean"], "20000");
    // Numbers of 65 digits in one step: the law is listed as far as it goes.
    let document = json(&["tests/data/example/deck.odds", "hit", "found"]);
    assert_eq!((&document["mean"], &document["median"]), (&"151/2".into(), &"75".into()));
}
