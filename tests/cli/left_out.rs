//! All rule sets side by side, of which some cannot answer.

use std::path::{Path, PathBuf};

use crate::unknown::{game, json, out, refused};

const LEVEL: &str = "\
mechanic g/level \"Level\" from \"a test\"
editions old, middle, new

input stage: integer 1..9 = 1 \"Stage\"
input moon: flag since middle \"Moon\"
input sun: flag since new \"Sun\"
rule last: integer 1..9 = 9
rule p: probability = 1/2
outcome found: flag \"Found\"
outcome steps: integer 0..9 \"Steps\"
require stage <= last \"the last stages came later.\"
let lucky = chance(p)
found = lucky or (moon and chance(1/3)) or (sun and chance(1/5))
steps = if lucky { stage } else { 0 }
";

fn set(title: &str, rest: &str) -> String {
    format!("title = \"{title}\"\nkind = \"edition\"\n{rest}")
}

fn level(name: &str) -> PathBuf {
    let old =
        set("Old", "edition = \"old\"\n[mechanic.level.rules]\nlast = { value = 6, from = \"a page\" }\n");
    let middle = set(
        "Middle",
        "edition = \"middle\"\n[mechanic.level.rules]\nlast = { value = 8, from = \"a page\" }\n",
    );
    let new = set(
        "New",
        "edition = \"new\"\ndefault = true\n[mechanic.level.rules]\np = { value = \"1/4\", from = \"a page\" }\n",
    );
    let files = [
        ("level.odds", LEVEL),
        ("rulesets/middle.toml", &middle),
        ("rulesets/new.toml", &new),
        ("rulesets/old.toml", &old),
    ];
    game(name, &files)
}

/// What a command says with all rule sets, without the notes below, and those notes.
fn parted(folder: &Path, args: &[&str]) -> (String, Vec<String>) {
    let all = out(folder, &[args, &["--rules", "all", "--width", "200"]].concat());
    let is_note = |line: &&str| line.starts_with("Not in") || line.starts_with("\u{2013} not in");
    let notes = all.lines().filter(is_note).map(str::to_owned).collect();
    let rest: Vec<&str> = all.lines().filter(|line| !is_note(line)).collect();
    (rest.join("\n").trim_end().to_owned(), notes)
}

#[test]
fn what_cannot_answer_is_left_out_and_the_others_are_as_when_they_are_named() {
    let folder = level("left-out");
    let moon = "Not in Old: there is no Moon.";
    let later = "Not in Old: the last stages came later.";
    let [stage, both] =
        ["Not in Old, Middle: the last stages came later.", "Not in Old, Middle: there is no Sun."];
    let base: [&[&str]; 5] = [
        &["table", "level.odds"],
        &["table", "level.odds", "--outcome", "steps,found"],
        &["table", "level.odds", "--outcome", "steps,found", "--marginals"],
        &["query", "level.odds", "P(found)", "E(steps)"],
        &["plot", "level.odds", "P(found)"],
    ];
    for args in base {
        for (given, named, note) in [
            (["--with", "moon"], "middle,new", moon),
            (["--set", "stage=7"], "middle,new", later),
            (["--set", "stage=9"], "new", stage),
            (["--with", "sun"], "new", both),
        ] {
            // One rule set alone is answered in a line, or shows chances in more ways.
            let args = [args, &given].concat();
            let (rest, notes) = parted(&folder, &args);
            assert_eq!(notes, [note], "{args:?}");
            let only = out(&folder, &[&args[..], &["--rules", named, "--width", "200"]].concat());
            assert_eq!(rest, only.trim_end(), "{args:?}");
        }
    }
    // Nothing is left out where all can answer.
    assert_eq!(parted(&folder, &["table", "level.odds", "--set", "stage=6"]).1, Vec::<String>::new());
}

#[test]
fn a_rule_set_with_some_values_of_a_sweep_stays() {
    let folder = level("left-out-sweep");
    let (rest, notes) = parted(&folder, &["query", "level.odds", "P(found)", "--sweep", "stage=5..9"]);
    let gaps =
        "\u{2013} not in Old at Stage 7, Stage 8, Stage 9; in Middle at Stage 9: the last stages came later.";
    assert_eq!(notes, [gaps], "{rest}");
    let line = |label: &str| -> Vec<String> {
        let line = rest.lines().find(|line| line.starts_with(label)).unwrap();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
    };
    let cell = |set: &str, stage: &str| {
        let column = line("Stage").iter().position(|head| head == set).unwrap();
        line(stage)[column].clone()
    };
    assert_eq!(cell("Old", "6"), "1/2 (50%)");
    for (set, stage) in [("Old", "7"), ("Old", "9"), ("Middle", "9")] {
        assert_eq!(cell(set, stage), "\u{2013}", "{rest}");
    }
    assert_eq!(cell("New", "9"), "1/4 (25%)");
    // Where no value is answered, the rule set is left out; other gaps stay.
    let (rest, notes) =
        parted(&folder, &["table", "level.odds", "--outcome", "steps", "--sweep", "stage=8..9"]);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert_eq!(notes[0], "\u{2013} not in Middle at Stage 9: the last stages came later.");
    assert_eq!(notes[1], "Not in Old: the last stages came later.");
    assert!(!rest.contains("Old"), "{rest}");
    // A row of each law on its own has its gap too.
    let (rest, notes) = parted(
        &folder,
        &["table", "level.odds", "--outcome", "found,steps", "--marginals", "--sweep", "stage=8,9"],
    );
    assert_eq!(notes.len(), 2, "{rest}");
    assert!(rest.lines().any(|line| line.starts_with("Found") && line.contains(" \u{2013}")), "{rest}");
    // A curve has no gaps.
    let (_, notes) = parted(&folder, &["plot", "level.odds", "P(found)", "--sweep", "stage=5..9"]);
    assert_eq!(notes, ["Not in Old, Middle: the last stages came later."]);
    let (rest, notes) = parted(&folder, &["table", "level.odds", "--sweep", "moon"]);
    assert_eq!(notes, ["Not in Old: there is no Moon."]);
    let heads: Vec<Vec<&str>> = rest.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(heads.contains(&vec!["Middle", "New"]), "{rest}");
    assert!(heads.contains(&vec!["Found", "No", "Moon", "Moon", "No", "Moon", "Moon"]), "{rest}");
}

#[test]
fn programs_are_told_what_was_left_out_and_spreadsheets_are_not() {
    let folder = level("left-out-data");
    let all = ["--rules", "all"];
    let left_out = serde_json::json!([
        { "rules": "old", "reason": "there is no Moon; there is no Sun" },
        { "rules": "middle", "reason": "there is no Sun" },
    ]);
    for args in [
        vec!["table", "level.odds"],
        vec!["table", "level.odds", "--outcome", "all", "--marginals"],
        vec!["query", "level.odds", "P(found)"],
        vec!["plot", "level.odds"],
        vec!["tree", "level.odds"],
        vec!["explain", "level.odds", "P(found)"],
    ] {
        let args = [&args[..], &["--with", "moon,sun"], &all].concat();
        assert_eq!(json(&folder, &args)["rules_left_out"], left_out, "{args:?}");
        let fits = [&args[..args.len() - 4], &all].concat();
        assert!(json(&folder, &fits)["rules_left_out"].is_null(), "{fits:?}");
    }
    let swept = ["query", "level.odds", "P(found)", "--sweep", "stage=6,7", "--rules", "all"];
    let data = json(&folder, &swept);
    let gap = data["answers"].as_array().unwrap().iter().find(|one| !one["no_answer"].is_null()).unwrap();
    assert_eq!((&gap["rules"], &gap["inputs"]["stage"]), (&"old".into(), &"7".into()));
    assert_eq!((&gap["no_answer"], &gap["value"]), (&"the last stages came later".into(), &"".into()));
    let csv = out(&folder, &[&swept[..], &["-f", "csv"]].concat());
    assert_eq!(csv.lines().filter(|line| line.starts_with("old")).count(), 1, "{csv}");
    let swept = ["table", "level.odds", "--sweep", "stage=6,7", "--rules", "all"];
    let gaps = json(&folder, &swept)["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|own| !own["no_answer"].is_null())
        .count();
    assert_eq!(gaps, 1);
    let csv = out(&folder, &[&swept[..], &["-f", "csv"]].concat());
    assert_eq!(csv.lines().filter(|line| line.starts_with("old")).count(), 2, "{csv}");
}

#[test]
fn what_is_named_is_still_refused_and_so_is_what_none_can_answer() {
    let folder = level("left-out-refused");
    let ask = |more: &[&str]| refused(&folder, &[&["query", "level.odds", "P(found)"], more].concat());
    assert!(ask(&["--rules", "old", "--with", "moon"]).contains("`moon` (Moon) is not in Old"));
    assert!(ask(&["--rules", "old,new", "--set", "stage=7"]).contains("error[required]: the last stages"));
    assert!(
        ask(&["--rules", "old,new", "--sweep", "stage=1..7"]).contains("error[required]: the last stages")
    );
    let none = ask(&["--rules", "all", "--with", "sun", "--set", "stage=9", "--rule", "last=3"]);
    assert!(none.starts_with("error: no rule set can answer this. Not in Old, Middle: there is no Sun. Not in New: the last stages came later."), "{none}");
    // What is wrong with the question itself is said as ever.
    assert!(ask(&["--rules", "all", "--set", "stag=7"]).contains("did you mean `stage`?"));
    assert!(ask(&["--rules", "all", "--sweep", "stage=0..3"]).contains("goes from 1 to 9"));
    assert!(
        ask(&["--rules", "all", "--sweep", "stage=1..3", "--set", "stage=2"])
            .contains("leave out one of the two")
    );
}
