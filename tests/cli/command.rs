//! The command as a person types it: answers, errors, exit statuses, files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::ran::{err, fed, out};

fn trueodds(args: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .args(args)
        .env_remove("TRUEODDS_DATA")
        .output()
        .unwrap()
}

/// The command fails with status 2, prints nothing on standard output, and says all of this.
fn refuses(args: &[&str], said: &[&str]) {
    let output = trueodds(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
    assert_eq!(out(&output), "", "{args:?}");
    for text in said {
        assert!(err(&output).contains(text), "{args:?} does not say {text:?}:\n{}", err(&output));
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const AWARDS: &str = "isaac/room-clear-award";

#[test]
fn unknown_names_are_answered_with_the_nearest_known_one() {
    refuses(&["table", "isaac/room-clear-awrd"], &["no mechanic", "did you mean `isaac/room-clear-award`?"]);
    refuses(&["table", AWARDS, "--rules", "rebrth"], &["no rule set `rebrth`", "did you mean `rebirth`?"]);
    refuses(&["table", AWARDS, "--set", "lukc=1"], &["no input `lukc`", "did you mean `luck`?"]);
    refuses(&["table", AWARDS, "--outcome", "awards"], &["no outcome `awards`", "did you mean `award`?"]);
    refuses(
        &["query", AWARDS, "P(award = chst)"],
        &["no name `chst`", "did you mean `chest`?", "query:1:11"],
    );
}

#[test]
fn a_draft_with_warnings_is_answered_and_the_warnings_are_said() {
    let path = folder("draft").join("draft.odds");
    let unread: String = (0..5).map(|i| format!("input i{i}: flag\n")).collect();
    fs::write(&path, format!("mechanic a/draft\n{unread}outcome it: flag\nit = chance(1/2)\n")).unwrap();
    let path = path.to_str().unwrap();
    let output = trueodds(&["query", path, "P(it)"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "P(it) = 1/2 (50%)\n"));
    assert!(err(&output).contains("warning[never-read]: nothing reads the input `i2`"), "{}", err(&output));
    assert!(err(&output).ends_with(&format!("2 more: trueodds check {path}\n\n")), "{}", err(&output));
    assert_eq!(err(&trueodds(&["query", path, "P(it)", "--quiet"])), "");
    let checked = trueodds(&["check", path]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(out(&checked).ends_with("0 errors, 5 warnings\n"), "{}", out(&checked));
}

#[test]
fn all_mistakes_are_said_at_once() {
    refuses(
        &[
            "table", AWARDS, "--set", "luck=abc", "--set", "contracts=-1", "--with", "lucky_feet", "--sweep",
            "luck=0..1:0",
        ],
        &[
            "`luck`: `abc` is not a number",
            "`contracts` goes from 0: found -1",
            "did you mean `lucky_foot`?",
            "a step of 0",
        ],
    );
}

#[test]
fn items_of_later_editions_are_refused_with_where_they_are() {
    refuses(
        &["table", AWARDS, "--rules", "rebirth", "--with", "broken_modem"],
        &["not in Rebirth", "afterbirth-plus"],
    );
    refuses(&["table", AWARDS, "--rules", "rebirth", "--sweep", "broken_modem"], &["not in Rebirth"]);
}

#[test]
fn sweeps_that_go_nowhere_or_too_far_are_refused() {
    refuses(&["table", AWARDS, "--sweep", "luck=0..10000000"], &["10000001 columns", "--limit columns="]);
    refuses(&["table", AWARDS, "--sweep", "luck=5..0"], &["no way"]);
    refuses(&["table", AWARDS, "--sweep", "luck"], &["through which values"]);
    refuses(&["table", AWARDS, "--sweep", "difficulty=0..1"], &["no number"]);
    refuses(&["table", AWARDS, "--sweep", "luck=0..99999999999999999999999999:1/7"], &["columns"]);
}

#[test]
fn a_limit_is_named_with_the_way_to_raise_it() {
    refuses(
        &["table", AWARDS, "--set", "contracts=100000"],
        &["limit `digits`", "--limit digits=", "room-clear-award.odds:"],
    );
    refuses(&["table", AWARDS, "--limit", "states=3"], &["limit `states` is 3", "--limit states="]);
    refuses(&["table", AWARDS, "--limit", "stats=3"], &["no limit `stats`", "did you mean `states`?"]);
}

#[test]
fn decimals_and_fractions_are_exact() {
    let answer = |set: &str| out(&trueodds(&["query", AWARDS, "P(award = nothing)", "--set", set]));
    assert_eq!(answer("luck=0.3"), answer("luck=3/10"));
    assert_eq!(answer("luck=7/3"), "P(award = nothing) = 363/3500 (~10.37%)\n");
}

#[test]
fn unreadable_and_half_written_data_are_said_file_by_file() {
    refuses(&["list", "--data", "no/such/folder"], &["no/such/folder"]);
    let data = folder("half-written");
    refuses(&["list", "--data", data.to_str().unwrap()], &["no mechanics"]);
    fs::create_dir_all(data.join("game/rulesets")).unwrap();
    fs::write(data.join("game/half.odds"), "mechanic game/half\noutcome x: flag\nx = chance(1/").unwrap();
    fs::write(data.join("game/rulesets/a.toml"), "title = \"A\"\nkind = \"reading\"\n[mechanic.hal").unwrap();
    let data = data.to_str().unwrap();
    refuses(&["table", "game/half", "--data", data], &["half.odds:3:14", "a.toml:3:"]);
    fs::write(Path::new(data).join("game/half.odds"), [0xff, 0xfe, 0x00]).unwrap();
    refuses(&["table", "game/half", "--data", data], &["half.odds: not a text in UTF-8; byte 1"]);
}

#[test]
fn rule_sets_are_checked_against_the_mechanic_with_line_and_column() {
    let data = folder("rule-sets");
    fs::create_dir_all(data.join("rulesets")).unwrap();
    let mechanic = "mechanic game/it\neditions old, new\ninput n: integer 0..\nrule p: probability = 1/2 from \"here\"\n\
                    rule mode: { one_way, other } = other from \"here\"\noutcome x: flag\n\
                    x = chance(p) and n > 0 and mode == other\n";
    fs::write(data.join("it.odds"), mechanic).unwrap();
    let path = data.join("it.odds");
    let path = path.to_str().unwrap();
    let set = |text: &str| fs::write(data.join("rulesets/mine.toml"), text).unwrap();
    let head = "title = \"Mine\"\nkind = \"reading\"\n";
    let section = format!("{head}[mechanic.it.rules]\n");
    set(&format!("{section}q = {{ value = 1, from = \"x\" }}\n"));
    refuses(&["table", path], &["error[unknown-rule]", "mine.toml:4:1", "there is `p`, `mode`"]);
    set(&format!(
        "{section}p = {{ value = \"3/2\", from = \"x\" }}\nmode = {{ value = \"othr\", from = \"x\" }}\n"
    ));
    refuses(
        &["table", path],
        &["error[out-of-range]", "mine.toml:4:15", "mine.toml:5:18", "did you mean `other`?"],
    );
    set(&format!("{section}p = {{ value = true, from = \"x\" }}\n"));
    refuses(&["table", path], &["error[kind-mismatch]", "mine.toml:4:15"]);
    set(&format!("{section}p = {{ value = 0.5 }}\n"));
    refuses(
        &["table", path],
        &["error[bad-rule-set]", "`p` does not say where it comes from", "mine.toml:4"],
    );
    set(&format!("extends = \"mine\"\n{section}"));
    refuses(&["table", path], &["error[extends-cycle]", "mine -> mine", "mine.toml:1:11"]);
    set(&format!("extends = \"yours\"\n{section}"));
    refuses(&["table", path], &["error[unknown-rule-set]", "mine.toml:1:11"]);
    set(&format!("edition = \"nwe\"\n{section}"));
    refuses(&["table", path], &["error[unknown-edition]", "did you mean `new`?"]);
    set(&format!("{section}p = {{ value = 0.1, from = \"x\" }}\n"));
    let answer = trueodds(&["query", path, "P(x)", "--set", "n=1", "--rules", "mine"]);
    assert_eq!(out(&answer), "P(x) = 1/10 (10%)\n", "{}", err(&answer));
    let declared = trueodds(&["query", path, "P(x)", "--set", "n=1"]);
    assert_eq!(
        out(&declared),
        "P(x) = 1/2 (50%)\n",
        "where no rule set is the default, the declared values are"
    );
    let check = trueodds(&["check", data.join("rulesets/mine.toml").to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));
    set(&format!("{head}[mechanic.ti]\n"));
    let check = trueodds(&["check", data.join("rulesets/mine.toml").to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(1));
    assert!(out(&check).contains("error[unknown-mechanic]"), "{}", out(&check));
}

#[test]
fn output_is_written_whole_or_not_at_all() {
    let folder = folder("output");
    let file = folder.join("table.txt");
    fs::write(&file, "before").unwrap();
    let path = file.to_str().unwrap();
    refuses(&["table", AWARDS, "--output", path, "--set", "luck=abc"], &["is not a number"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "before");
    let written = trueodds(&["table", AWARDS, "--output", path]);
    assert_eq!((written.status.code(), out(&written)), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&file).unwrap(), out(&trueodds(&["table", AWARDS])));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a temporary file was left");
    refuses(&["table", AWARDS, "--output", folder.to_str().unwrap()], &["it is a folder"]);
    refuses(&["table", AWARDS, "--output", "no/such/folder/x"], &["there is no folder no/such/folder"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    refuses(&["table", AWARDS, "--output", "/dev/full"], &["cannot write /dev/full"]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let status = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .args(["list"])
        .stdout(full)
        .output()
        .unwrap()
        .status;
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .args(["table", AWARDS, "--sweep", "luck=0..10:1/50", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), err(&output)), (Some(0), String::new()));
}

#[test]
fn fmt_writes_the_canonical_layout_and_check_only_looks() {
    let folder = folder("fmt");
    let file = folder.join("x.odds");
    let path = file.to_str().unwrap();
    fs::write(&file, "mechanic a/x\noutcome it:flag\nit=chance( 1 / 2 ) # why\n").unwrap();
    assert_eq!(trueodds(&["fmt", "--check", path]).status.code(), Some(1));
    assert_eq!(trueodds(&["fmt", path]).status.code(), Some(0));
    let tidy = "mechanic a/x\noutcome it: flag\nit = chance(1/2)  # why\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), tidy);
    assert_eq!(trueodds(&["fmt", "--check", path]).status.code(), Some(0));
    fs::write(&file, "mechanic a/x\nit = (").unwrap();
    assert_eq!(trueodds(&["fmt", path]).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mechanic a/x\nit = (");
    let mut tidied = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output = fed(tidied.args(["fmt", "-"]), b"mechanic a/x\nlet  x=1");
    assert_eq!(out(&output), "mechanic a/x\nlet x = 1\n");
}

#[test]
fn the_data_is_clean_and_in_canonical_layout() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let check = trueodds(&["check", "--data", data.to_str().unwrap(), "--limit", "seconds=600"]);
    assert_eq!(check.status.code(), Some(0), "{}", out(&check));
    assert!(!out(&check).contains("not evaluated"), "{}", out(&check));
    let mut mechanics = 0;
    for game in fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(game).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|ending| ending == "odds") {
                mechanics += 1;
                let layout = trueodds(&["fmt", "--check", file.to_str().unwrap()]);
                assert_eq!(layout.status.code(), Some(0), "{}", err(&layout));
            }
        }
    }
    assert!(mechanics >= 1);
}

#[test]
fn findings_come_as_json_too() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/unknown-name.odds");
    let output = trueodds(&["check", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: serde_json::Value =
        crate::support::contract::read(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(document["schema"], "trueodds/1");
    assert_eq!(document["findings"][0]["code"], "unknown-name");
    assert_eq!(document["findings"][0]["line"], 5);
    assert_eq!(document["findings"][0]["help"], "did you mean `lucky_foot`?");
}

#[test]
fn what_a_check_had_no_time_for_is_said_and_is_nothing_wrong() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/until-nested.odds");
    let check = |more: &[&str]| trueodds(&[&["check", path.to_str().unwrap()], more].concat());
    let output = check(&["--limit", "seconds=0"]);
    assert_eq!(output.status.code(), Some(0));
    let line = "not evaluated to the end, as a check takes a moment only: `value`, `at_once` of \
                conformance/until-nested; `--limit seconds=60` gives it longer";
    assert_eq!(out(&output), format!("no findings in 1 file\n{line}\n"));
    assert_eq!(out(&check(&["--limit", "seconds=0", "--quiet"])), "");
    assert_eq!(out(&check(&["--limit", "seconds=60"])), "no findings in 1 file\n");
    let output = check(&["--limit", "seconds=0", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let document: serde_json::Value = crate::support::contract::read(&out(&output));
    let untried =
        serde_json::json!([{"mechanic": "conformance/until-nested", "outcomes": ["value", "at_once"]}]);
    assert_eq!(document["untried"], untried);
}

#[test]
fn the_json_contract_of_a_table_holds() {
    let output = trueodds(&["table", AWARDS, "--format", "json", "--rules", "rebirth,fandom"]);
    let document: serde_json::Value =
        crate::support::contract::read(&String::from_utf8_lossy(&output.stdout));
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema", "kind", "mechanic", "tables"]);
    let first = &document["tables"][0];
    assert_eq!(first.as_object().unwrap().keys().collect::<Vec<_>>(), ["rules", "inputs", "rows"]);
    assert_eq!(first["rules"], "rebirth");
    assert_eq!(first["inputs"]["lucky_foot"], "false");
    assert!(first["inputs"].get("broken_modem").is_none());
    let chest =
        first["rows"].as_array().unwrap().iter().find(|row| row["outcome"]["award"] == "chest").unwrap();
    assert_eq!(chest["probability"], "931/20000");
    assert_eq!(chest["decimal"], "0.04655");
}

#[test]
fn completions_and_the_man_page_are_made_from_the_definition() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(out(&trueodds(&["completions", shell])).contains("trueodds"), "{shell}");
    }
    assert!(out(&trueodds(&["man"])).starts_with(".ie"));
    let explained = trueodds(&["check", "--explain", "roll-shared"]);
    assert!(out(&explained).starts_with("roll-shared: Two rolls"));
}

#[test]
fn help_fits_eighty_columns() {
    for command in [vec!["--help"], vec!["table", "--help"], vec!["query", "--help"], vec!["check", "--help"]]
    {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
            .args(&command)
            .env("COLUMNS", "80")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        let text = out(&output);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 100, "{command:?}: {widest} columns\n{text}");
    }
}
