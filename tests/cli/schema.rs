//! The contract of the JSON output: the schema that is committed is the one that the structs give, and what is
//! printed fits it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::support::contract;

const AWARDS: &str = "isaac/room-clear-award";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

#[test]
fn the_committed_schema_is_what_the_structs_give() {
    let committed = fs::read_to_string(root().join("docs/schema/trueodds-1.json")).unwrap();
    let made = format!("{:#}\n", trueodds::document::schema().to_value());
    assert_eq!(committed, made, "renew it: cargo run -- schema > docs/schema/trueodds-1.json");
}

#[test]
fn a_document_that_breaks_the_contract_is_found_out() {
    let good = json(&["table", AWARDS]);
    contract::assert_fits(&good);
    for (pointer, wrong) in [
        ("/kind", Json::from("tables")),
        ("/tables/0/rows/0/probability", Json::from(0.22)),
        ("/tables/0/rows/0/probability", Json::from("22%")),
        ("/tables/0/inputs", Json::Null),
        ("/tables", Json::from("none")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = wrong;
        assert!(contract::problem(&bad).is_some(), "{pointer}");
    }
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().remove("mechanic");
    assert!(contract::problem(&bad).is_some());
}

/// What a command prints with `-f json`.
fn json(args: &[&str]) -> Json {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output = command.args(args).args(["-f", "json"]).current_dir(root()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

#[test]
fn every_kind_of_answer_fits_the_contract() {
    let roll = "sts/card-roll";
    let rare = "rarity = rare";
    let commands: &[&[&str]] = &[
        &["list"],
        &["show", AWARDS],
        &["show", roll],
        &["table", AWARDS, "--rules", "all", "--rule", "battery=1/25"],
        &["table", AWARDS, "--outcome", "count", "--cumulative", "at-least"],
        &["table", "isaac/special-rooms"],
        &["query", AWARDS, "mode(award)", "sd(count)", "P(award = chest)", "--sweep", "luck=0..2"],
        &["plot", AWARDS, "--sweep", "luck=0..3"],
        &["plot", AWARDS],
        &["plot", roll, "--first", rare],
        &["chain", roll, "states"],
        &["chain", roll, "step"],
        &["chain", roll, "step", "--next"],
        &["chain", roll, "after", "3"],
        &["chain", roll, "stationary"],
        &["chain", roll, "hit", rare, "--not-yet", "40"],
        &["chain", AWARDS, "hit", "award = chest"],
        &["chain", roll, "count", rare, "--over", "5"],
        &["chain", roll, "count", rare, "--path", "normal*2,elite"],
        &["chain", roll, "path", rare, "--path", "normal*2,elite"],
        &["chain", roll, "percentile", rare, "--over", "5", "--seen", "1"],
        &["diff", AWARDS, "--from", "afterbirth-plus", "--to", "repentance", "--set", "difficulty=hard"],
        &["diff", AWARDS, "--from", "rebirth", "--to", "rebirth"],
        &["diff", AWARDS, "--all-inputs", "--from", "rebirth", "--to", "repentance", "--sweep", "luck=0,3"],
        &["formula", AWARDS, "P(award = chest)", "--in", "luck", "--shape"],
        &["formula", AWARDS, "--in", "luck"],
        &["solve", AWARDS, "P(award = chest) >= 1/4", "P(award=chest)*P(award=chest) = 1/20", "--in", "luck"],
        &["explain", AWARDS, "P(award = chest)", "Var(count)"],
        &["tree", AWARDS, "--depth", "2"],
        &["tree", roll, "--only", rare],
        &["verify", "isaac/room-count"],
        &["what", "1/7", "isaac/special-rooms"],
        &["verify", "--page", "tests/data/page.txt"],
        &["check", "tests/check/unknown-name.odds"],
    ];
    for args in commands {
        contract::assert_fits(&json(args));
    }
}

#[test]
fn every_json_among_the_snapshots_fits_the_contract() {
    let mut seen = 0;
    let mut folders = vec![root().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "snap") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let content = text.splitn(3, "---\n").nth(2).unwrap_or_default();
            if content.trim_start().starts_with('{')
                && let Ok(json) = serde_json::from_str::<Json>(content)
                // Findings as code scanners read them have a schema of their own.
                && json["schema"] == "trueodds/1"
            {
                contract::assert_fits(&json);
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "no snapshot holds JSON");
}
